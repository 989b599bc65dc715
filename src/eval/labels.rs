//! Labels: what careful readers say of a transcript.

use crate::claim::ClaimType;
use crate::verdict::{Reason, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// The version of the label format.
pub const LABEL_SCHEMA: &str = "sayso/labels/v1";

/// A claim as a reader judges it: one line of a label file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Label {
    /// The transcript's path under the corpus folder.
    pub transcript: String,
    /// Physical line of the claim.
    pub line: u32,
    /// What is claimed.
    #[serde(rename = "type")]
    pub ty: ClaimType,
    /// The thing named, if any.
    #[serde(default)]
    pub target: Option<String>,
    /// The words of the claim.
    #[serde(default)]
    pub quote: String,
    /// What the record says of it.
    pub verdict: Verdict,
    /// Why.
    pub reason: Reason,
    /// Physical lines that decide.
    #[serde(default)]
    pub evidence: Vec<u32>,
    /// Language of the words (ISO 639-1); English where it is not given.
    #[serde(default)]
    pub lang: Option<String>,
    /// Remarks of the reader; `hard` in them says that careful readers could differ.
    #[serde(default)]
    pub note: Option<String>,
}

impl Label {
    /// True where careful readers could differ.
    pub fn is_hard(&self) -> bool {
        self.note.as_deref().is_some_and(|n| n.contains("hard"))
    }

    /// The language of the words.
    pub fn lang(&self) -> &str {
        self.lang.as_deref().unwrap_or("en")
    }
}

/// Words that look like a claim and are none: one line of a near-miss file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NearMiss {
    /// The transcript's path under the corpus folder.
    pub transcript: String,
    /// Physical line of the words.
    pub line: u32,
    /// The words.
    pub quote: String,
    /// Why they are no claim.
    #[serde(default)]
    pub why: String,
    /// Language of the words (ISO 639-1); English where it is not given.
    #[serde(default)]
    pub lang: Option<String>,
}

/// A line of a label file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{file}:{line}: {why}")]
pub struct LabelError {
    /// The file, as named by the caller.
    pub file: String,
    /// The line.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

/// Reads a label file; `file` names it in errors.
pub fn read_labels(file: &str, text: &str) -> Result<Vec<Label>, LabelError> {
    rows(file, text, |label: &Label| {
        if label.reason == Reason::UnknownRunner {
            return Err("`unknown_runner` is a reason that only a detector gives".to_owned());
        }
        if label.reason.verdict() != label.verdict {
            return Err(format!("reason `{}` does not go with verdict `{}`", label.reason.name(), label.verdict.name()));
        }
        Ok(())
    })
}

/// Reads a near-miss file; `file` names it in errors.
pub fn read_near(file: &str, text: &str) -> Result<Vec<NearMiss>, LabelError> {
    rows(file, text, |_| Ok(()))
}

fn rows<T: DeserializeOwned>(file: &str, text: &str, check: impl Fn(&T) -> Result<(), String>) -> Result<Vec<T>, LabelError> {
    let mut out = Vec::new();
    for (i, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
        let error = |why: String| LabelError { file: file.to_owned(), line: i + 1, why };
        let row: T = serde_json::from_str(line).map_err(|e| error(e.to_string()))?;
        check(&row).map_err(error)?;
        out.push(row);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_line() {
        let good = r#"{"transcript":"a","line":1,"type":"done","verdict":"evidenced","reason":"backed"}"#;
        let bad = r#"{"transcript":"a","line":1,"type":"done","verdict":"evidenced","reason":"stale"}"#;
        assert_eq!(read_labels("f", &format!("{good}\n\n")).map(|l| l.len()).ok(), Some(1));
        let error = read_labels("f", &format!("{good}\n\n{bad}")).map(|_| ()).map_err(|e| e.to_string());
        assert_eq!(error, Err("f:3: reason `stale` does not go with verdict `evidenced`".to_owned()));
        assert!(read_labels("f", &bad.replace("stale", "unknown_runner")).is_err());
        assert!(read_labels("f", "{").is_err());
    }
}
