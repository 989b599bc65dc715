//! Bytes to physical lines, free of what a terminal leaves in them.

use super::super::ReadNotes;
use std::borrow::Cow;

/// Decodes a text file: no BOM, no terminal escapes, `\n` for `\r\n`. Line `n` of the result is line `n` of the file. Of a line
/// that a terminal overwrote (`\r`) the last state is kept; a file that has `\r` alone ends its lines with it.
pub fn normalise<'a>(bytes: &'a [u8], notes: &mut ReadNotes) -> Cow<'a, str> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = String::from_utf8_lossy(bytes);
    if matches!(text, Cow::Owned(_)) {
        notes.lossy_lines = bytes.split(|b| *b == b'\n').filter(|l| std::str::from_utf8(l).is_err()).count() as u32;
    }
    if memchr::memchr2(b'\r', 0x1b, text.as_bytes()).is_none() {
        return text;
    }
    if memchr::memchr(b'\n', text.as_bytes()).is_none() {
        return Cow::Owned(strip_escapes(&text.replace('\r', "\n")));
    }
    let mut out = String::with_capacity(text.len());
    for (i, line) in text.split('\n').enumerate() {
        if i > 0 {
            out.push('\n');
        }
        out.push_str(last_state(&strip_escapes(line)));
    }
    Cow::Owned(out)
}

fn last_state(line: &str) -> &str {
    line.rsplit('\r').find(|s| !s.trim().is_empty()).unwrap_or("")
}

/// Drops CSI, OSC and two-character escape sequences. An unterminated one ends with its line.
fn strip_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\u{1b}') {
        out.push_str(&rest[..at]);
        rest = after_escape(&rest[at + 1..]);
    }
    out.push_str(rest);
    out
}

fn after_escape(s: &str) -> &str {
    let b = s.as_bytes();
    let end = match b.first() {
        Some(b'[') => b.iter().skip(1).position(|c| (0x40..=0x7e).contains(c) || *c == b'\n').map_or(b.len(), |i| i + 2),
        Some(b']') => match b.iter().position(|c| matches!(c, 0x07 | 0x1b | b'\n')) {
            Some(i) if b[i] == 0x1b => (i + 2).min(b.len()),
            Some(i) if b[i] == b'\n' => i,
            Some(i) => i + 1,
            None => b.len(),
        },
        Some(b'(' | b')' | b'#') => 2.min(b.len()),
        Some(c) if c.is_ascii_graphic() => 1,
        _ => 0,
    };
    let mut end = end.min(s.len());
    while !s.is_char_boundary(end) {
        end += 1;
    }
    if end > 1 && b.get(end - 1) == Some(&b'\n') { &s[end - 1..] } else { &s[end..] }
}

/// Number of blanks that a line starts with.
pub fn indent(line: &str) -> usize {
    line.bytes().take_while(|b| *b == b' ').count()
}

/// The line without up to `n` leading blanks.
pub fn dedent(line: &str, n: usize) -> &str {
    &line[indent(line).min(n)..]
}

/// Consecutive physical lines that make one text.
#[derive(Debug, Default)]
pub struct Block {
    first: usize,
    text: String,
    count: usize,
}

impl Block {
    /// A block that starts with line `at` (from 0).
    pub fn new(at: usize, line: &str) -> Self {
        let mut b = Block::default();
        b.push(at, line);
        b
    }

    /// Appends line `at`; lines left out between are kept as empty ones, so that lines can be counted.
    pub fn push(&mut self, at: usize, line: &str) {
        if self.count == 0 {
            self.first = at;
        } else {
            while self.first + self.count <= at {
                self.text.push('\n');
                self.count += 1;
            }
            self.count -= 1;
        }
        self.text.push_str(line.trim_end());
        self.count += 1;
    }

    /// The block without a Markdown rule at its end.
    pub fn without_rule(mut self) -> Self {
        let end = self.text.trim_end().len();
        if let Some(rest) = self.text[..end].strip_suffix("---").filter(|r| r.is_empty() || r.ends_with('\n')) {
            self.text.truncate(rest.len());
        }
        self
    }

    /// True where there is nothing but blanks.
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// The text as it stands.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Physical line (from 1) and text, blank lines at both ends removed; `None` where nothing is left.
    pub fn finish(self) -> Option<(u32, String)> {
        if self.is_blank() {
            return None;
        }
        let mut first = self.first;
        let mut rest = self.text.as_str();
        while let Some((head, tail)) = rest.split_once('\n') {
            if !head.trim().is_empty() {
                break;
            }
            first += 1;
            rest = tail;
        }
        Some((first as u32 + 1, rest.trim_end().to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn norm(b: &[u8]) -> String {
        normalise(b, &mut ReadNotes::default()).into_owned()
    }

    #[test]
    fn terminal_leftovers_go_and_lines_stay() {
        for (given, want) in [
            (&b"\xef\xbb\xbfa\r\nb\r\n"[..], "a\nb\n"),
            (b"\x1b[32mok\x1b[0m x\n", "ok x\n"),
            (b"10%\r 50%\r100%\r\r\nnext", "100%\nnext"),
            (b"one\rtwo\rthree", "one\ntwo\nthree"),
            (b"\x1b]0;title\x07x\n\x1b]0;cut\ny\n", "x\n\ny\n"),
            (b"a\x1b[12\nb", "a\nb"),
            (b"\x1b\nb", "\nb"),
        ] {
            assert_eq!(norm(given), want, "{given:?}");
        }
    }

    #[test]
    fn a_block_counts_lines_that_were_left_out() {
        let mut b = Block::new(4, "");
        b.push(5, "first");
        b.push(8, "second  ");
        b.push(9, "");
        assert_eq!(b.finish(), Some((6, "first\n\n\nsecond".into())));
        assert_eq!(Block::new(3, "  ").finish(), None);
    }
}
