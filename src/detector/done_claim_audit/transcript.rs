//! One physical line is one logical line.

use super::json_strings;
use super::text::{Text, is_space, split_lines};

/// Why a transcript has no lines.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// Reported as an error of the input.
    Unusable(String),
    /// The package ends with a traceback; this is its last line.
    Crash(String),
}

/// The logical lines of a transcript.
pub(super) fn lines(bytes: &[u8]) -> Result<Vec<Text>, Failure> {
    let mut out = Vec::new();
    for raw in split_lines(&String::from_utf8_lossy(bytes)) {
        out.push(match json_strings::logical_line(raw) {
            Ok(Some(line)) => line,
            Ok(None) | Err(json_strings::Failure::Value) => Text::from(raw),
            Err(json_strings::Failure::TooDeep(what)) => {
                return Err(Failure::Crash(format!(
                    "RecursionError: maximum recursion depth exceeded while decoding a JSON {what} from a unicode string"
                )));
            }
        });
    }
    if out.iter().all(|line| line.codes().all(is_space)) {
        return Err(Failure::Unusable("empty transcript: no usable text".to_owned()));
    }
    Ok(out)
}
