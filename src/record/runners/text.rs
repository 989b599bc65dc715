//! Output made plain: colours, and what a carriage return overwrote, taken away.

use std::borrow::Cow;

/// Longest part of a line that is looked at: summary lines are short.
const LINE_HEAD: usize = 400;
/// Longest excerpt.
const EXCERPT: usize = 200;

/// Plain text, and where its lines stood in the output.
pub(super) struct Text<'a> {
    plain: Cow<'a, str>,
    /// Start of each line in the plain text and in the output; empty where both are the same.
    starts: Vec<(usize, usize)>,
}

impl<'a> Text<'a> {
    /// Strips an output; without escapes and carriage returns it is borrowed.
    pub(super) fn new(output: &'a str) -> Text<'a> {
        if memchr::memchr2(0x1b, b'\r', output.as_bytes()).is_none() {
            return Text { plain: Cow::Borrowed(output), starts: Vec::new() };
        }
        let (mut plain, mut starts, mut at) = (String::with_capacity(output.len()), Vec::new(), 0);
        for line in output.split_inclusive('\n') {
            starts.push((plain.len(), at));
            at += line.len();
            let (body, end) = line.strip_suffix('\n').map_or((line, ""), |body| (body, "\n"));
            strip_escapes(last_overwrite(body), &mut plain);
            plain.push_str(end);
        }
        Text { plain: Cow::Owned(plain), starts }
    }

    /// The plain text.
    pub(super) fn plain(&self) -> &str {
        &self.plain
    }

    /// Offset in the output of the line that starts here in the plain text.
    pub(super) fn origin(&self, start: usize) -> usize {
        match self.starts.binary_search_by_key(&start, |s| s.0) {
            Ok(i) => self.starts.get(i).map_or(start, |s| s.1),
            Err(_) => start,
        }
    }
}

/// What a terminal would show of a line: the part after the last carriage return that has text after it.
fn last_overwrite(line: &str) -> &str {
    let line = line.trim_end_matches('\r');
    line.rsplit('\r').next().unwrap_or(line)
}

/// Appends a line without ANSI escape sequences (CSI and OSC).
fn strip_escapes(line: &str, to: &mut String) {
    let mut rest = line;
    while let Some(at) = memchr::memchr(0x1b, rest.as_bytes()) {
        to.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let end = match rest.as_bytes().first() {
            Some(b'[') => rest.bytes().skip(1).position(|b| (0x40..=0x7e).contains(&b)).map(|p| p + 2),
            Some(b']') => rest.find(['\x07', '\x1b']).map(|p| if rest.as_bytes().get(p) == Some(&0x07) { p + 1 } else { p }),
            _ => Some(0),
        };
        rest = end.and_then(|end| rest.get(end..)).unwrap_or("");
    }
    to.push_str(rest);
}

/// The line around a position: its bounds.
pub(super) fn line_at(text: &str, at: usize) -> (usize, usize) {
    let bytes = text.as_bytes();
    let at = at.min(bytes.len());
    let start = memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |p| p + 1);
    let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |p| at + p);
    (start, end)
}

/// The head of a line, as far as it is looked at.
pub(super) fn head(line: &str) -> &str {
    &line[..line.floor_char_boundary(LINE_HEAD.min(line.len()))]
}

/// A line as an excerpt.
pub(super) fn excerpt(line: &str) -> String {
    let line = line.trim();
    line[..line.floor_char_boundary(EXCERPT.min(line.len()))].to_owned()
}

/// Where a mark stands with a space behind it.
pub(super) fn before_space(line: &str, mark: u8) -> Option<usize> {
    let bytes = line.as_bytes();
    memchr::memchr_iter(mark, bytes).find(|i| bytes.get(i + 1) == Some(&b' '))
}

/// A line without the label that a task runner puts before it: `[lint] `, `web:test: `, `packages/a test: `, `api-1  | `, `│ `, a time.
pub(super) fn unlabelled(line: &str) -> Option<&str> {
    let line = line.trim_start();
    if let Some(rest) = line.strip_prefix('[') {
        let (label, rest) = rest.split_once(']')?;
        let rest = rest.strip_prefix(':').unwrap_or(rest).strip_prefix(' ')?;
        return (label.len() <= 60).then_some(rest);
    }
    if let Some(rest) = line.strip_prefix("│ ").or_else(|| line.strip_prefix("| ")) {
        return Some(rest);
    }
    let front = &line[..line.floor_char_boundary(90.min(line.len()))];
    if let Some(at) = before_space(front, b'|')
        && !front[..at].trim_end().contains(' ')
    {
        return line.get(at + 2..);
    }
    if let Some(at) = before_space(front, b':')
        && memchr::memchr_iter(b' ', &front.as_bytes()[..at]).count() < 2
        && !front[..at].contains(['(', '"'])
    {
        return line.get(at + 2..);
    }
    let (time, rest) = line.split_once(' ')?;
    (time.len() >= 19 && time.starts_with("20") && time.contains('T')).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_overwritten_progress_are_stripped() {
        let text = Text::new("a\r\n\x1b[1m\x1b[32m5 passed\x1b[0m\n10%\r42%\rdone\r\n\x1b]0;title\x07end");
        assert_eq!(text.plain(), "a\n5 passed\ndone\nend");
        assert_eq!(text.origin(2), 3);
    }

    #[test]
    fn cut_escapes_do_no_harm() {
        for output in ["\x1b", "\x1b[", "\x1b[3", "\x1b]0;x", "é\x1b[é"] {
            Text::new(output);
        }
    }

    #[test]
    fn labels_are_taken_off() {
        assert_eq!(unlabelled("[lint:go] 0 issues."), Some("0 issues."));
        assert_eq!(unlabelled("web:test:  Tests  4 passed (4)"), Some(" Tests  4 passed (4)"));
        assert_eq!(unlabelled("@a/core test: 12 pass"), Some("12 pass"));
        assert_eq!(unlabelled("api-1  | ok"), Some("ok"));
        assert_eq!(unlabelled("plain words here"), None);
    }
}
