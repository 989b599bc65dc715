//! Text as Python holds it: code points, lone surrogates included.
//!
//! Kept as UTF-8 in which a surrogate takes its three bytes (`ED A0..BF xx`), so that byte order is code point order.

use std::borrow::Cow;

/// Python's `str`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Text(Vec<u8>);

/// A character that cannot be written to a text stream.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unencodable(pub(super) u32);

impl Text {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    pub(super) fn push_str(&mut self, s: &str) {
        self.0.extend_from_slice(s.as_bytes());
    }

    pub(super) fn push_text(&mut self, other: &Text) {
        self.0.extend_from_slice(&other.0);
    }

    /// Appends a code point, surrogates included.
    pub(super) fn push_code(&mut self, code: u32) {
        match char::from_u32(code) {
            Some(c) => self.0.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            None => self.0.extend_from_slice(&[
                0xE0 | (code >> 12 & 0x0F) as u8,
                0x80 | (code >> 6 & 0x3F) as u8,
                0x80 | (code & 0x3F) as u8,
            ]),
        }
    }

    /// `bytes.decode("utf-8", errors="surrogateescape")`.
    pub(super) fn surrogateescape(bytes: &[u8]) -> Text {
        let mut out = Text::default();
        for chunk in bytes.utf8_chunks() {
            out.push_str(chunk.valid());
            for &b in chunk.invalid() {
                out.push_code(0xDC00 + u32::from(b));
            }
        }
        out
    }

    /// The code points.
    pub(super) fn codes(&self) -> impl Iterator<Item = u32> + '_ {
        let mut rest = &self.0[..];
        std::iter::from_fn(move || {
            let (code, len) = decode_first(rest)?;
            rest = rest.get(len..).unwrap_or_default();
            Some(code)
        })
    }

    /// The text for people, surrogates replaced.
    pub(super) fn lossy(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.0)
    }

    /// What a text stream with the error handler `surrogateescape` writes.
    pub(super) fn encode(&self) -> Result<Vec<u8>, Unencodable> {
        let mut out = Vec::with_capacity(self.0.len());
        for code in self.codes() {
            match (char::from_u32(code), code) {
                (Some(c), _) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
                (None, 0xDC80..=0xDCFF) => out.push((code - 0xDC00) as u8),
                (None, _) => return Err(Unencodable(code)),
            }
        }
        Ok(out)
    }
}

impl From<&str> for Text {
    fn from(s: &str) -> Text {
        Text(s.as_bytes().to_vec())
    }
}

fn decode_first(b: &[u8]) -> Option<(u32, usize)> {
    let at = |i: usize| u32::from(b.get(i).copied().unwrap_or(0x80) & 0x3F);
    let lead = u32::from(*b.first()?);
    Some(match lead {
        0x00..=0x7F => (lead, 1),
        0x80..=0xDF => ((lead & 0x1F) << 6 | at(1), 2),
        0xE0..=0xEF => ((lead & 0x0F) << 12 | at(1) << 6 | at(2), 3),
        _ => ((lead & 0x07) << 18 | at(1) << 12 | at(2) << 6 | at(3), 4),
    })
}

/// `str.splitlines()`.
pub(super) fn split_lines(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if !is_line_end(c) {
            continue;
        }
        out.push(&text[start..at]);
        start = at + c.len_utf8();
        if c == '\r' && chars.next_if(|&(_, next)| next == '\n').is_some() {
            start += 1;
        }
    }
    if start < text.len() {
        out.push(&text[start..]);
    }
    out
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// `str.isspace()` of one character.
pub(super) fn is_space(code: u32) -> bool {
    matches!(code, 0x09..=0x0D | 0x1C..=0x20 | 0x85 | 0xA0 | 0x1680 | 0x2000..=0x200A | 0x2028 | 0x2029 | 0x202F | 0x205F | 0x3000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_separator_ends_a_line() {
        assert_eq!(
            split_lines("a\r\nb\rc\nd\u{b}e\u{c}f\u{1c}g\u{1d}h\u{1e}i\u{85}j\u{2028}k\u{2029}l"),
            "abcdefghijkl".split("").filter(|s| !s.is_empty()).collect::<Vec<_>>()
        );
        assert_eq!(split_lines("a\n\nb\n"), ["a", "", "b"]);
        assert_eq!(split_lines("\n"), [""]);
        assert!(split_lines("").is_empty());
        assert_eq!(split_lines("a\u{1f}b"), ["a\u{1f}b"]);
    }

    #[test]
    fn surrogates_survive_and_only_escaped_bytes_can_be_written() {
        let t = Text::surrogateescape(b"a\xffb\xc3\xa9");
        assert_eq!(t.codes().collect::<Vec<_>>(), [0x61, 0xDCFF, 0x62, 0xE9]);
        assert_eq!(t.encode(), Ok(b"a\xffb\xc3\xa9".to_vec()));
        let mut high = Text::from("x");
        high.push_code(0xD83D);
        assert_eq!(high.codes().collect::<Vec<_>>(), [0x78, 0xD83D]);
        assert_eq!(high.encode(), Err(Unencodable(0xD83D)));
    }
}
