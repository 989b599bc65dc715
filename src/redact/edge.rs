//! Word edges in text that may itself be escaped: JSON in a string, percent-encoding, terminal colours.

/// True where a word may start at `at`: the character before is no letter or digit, or is the tail of an escape.
pub fn starts(text: &[u8], at: usize) -> bool {
    let Some(prev) = at.checked_sub(1).and_then(|i| text.get(i)) else {
        return true;
    };
    if !is_word(*prev) {
        return true;
    }
    escape_before(text, at)
}

/// True where a word may end at `at`: the character there is no letter or digit.
pub fn ends(text: &[u8], at: usize) -> bool {
    text.get(at).is_none_or(|b| !is_word(*b))
}

/// ASCII letters and digits, and every byte of a non-ASCII character.
fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b >= 0x80
}

/// True where the bytes before `at` end an escape: `\n`, `\u001b`, `%2F`, `ESC[33m` (real or spelled out), or an invisible character.
pub fn escape_before(text: &[u8], at: usize) -> bool {
    let at = at.min(text.len());
    let head = &text[at.saturating_sub(24)..at];
    let n = head.len();
    let back = |k: usize| n.checked_sub(k).map(|i| head[i]);
    if back(2) == Some(b'\\') && matches!(back(1), Some(b'n' | b'r' | b't' | b'b' | b'f' | b'v' | b'a' | b'e' | b'0')) {
        return true;
    }
    if back(3) == Some(b'%') && head[n - 2..].iter().all(u8::is_ascii_hexdigit) {
        return true;
    }
    if n >= 6 && back(6) == Some(b'\\') && back(5) == Some(b'u') && head[n - 4..].iter().all(u8::is_ascii_hexdigit) {
        return true;
    }
    invisible_before(head) || colour_before(head)
}

fn invisible_before(head: &[u8]) -> bool {
    const INVISIBLE: [&str; 6] = ["\u{200b}", "\u{200c}", "\u{200d}", "\u{2060}", "\u{feff}", "\u{ad}"];
    INVISIBLE.iter().any(|s| head.ends_with(s.as_bytes())) || ends_in_symbol(head)
}

/// Non-ASCII punctuation and symbols (dashes, quotes, arrows, box drawing, CJK punctuation) end words; letters do not.
fn ends_in_symbol(head: &[u8]) -> bool {
    let start = (0..head.len()).rev().take(4).find(|i| head[*i] & 0xc0 != 0x80);
    let Some(c) = start.and_then(|i| std::str::from_utf8(&head[i..]).ok()).and_then(|s| s.chars().next()) else {
        return false;
    };
    !c.is_ascii() && !c.is_alphanumeric()
}

/// A terminal colour, `ESC[…m`, with ESC as a byte or spelled `\u001b`, `\x1b`, `\033`, `\e`.
fn colour_before(head: &[u8]) -> bool {
    let n = head.len();
    if n < 3 || !head[n - 1].is_ascii_alphabetic() {
        return false;
    }
    let params = head[..n - 1].iter().rev().take_while(|b| b.is_ascii_digit() || **b == b';').count();
    let before = &head[..n - 1 - params];
    let Some(before) = before.strip_suffix(b"[") else {
        return false;
    };
    [&b"\x1b"[..], b"\\u001b", b"\\u001B", b"\\x1b", b"\\x1B", b"\\033", b"\\e"].iter().any(|e| before.ends_with(e))
}

/// The text before `at`, at most `len` bytes of it.
pub fn before(text: &str, at: usize, len: usize) -> &str {
    let mut from = at.saturating_sub(len);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    text.get(from..at).unwrap_or("")
}

/// Start of the run of characters that satisfy `class` and end at `at`, not reaching into an escape.
pub fn run_back(text: &[u8], at: usize, limit: usize, class: impl Fn(u8) -> bool) -> usize {
    let at = at.min(text.len());
    let mut i = at;
    while i > 0 && at - i < limit && class(text[i - 1]) && !escape_before(text, i) {
        i -= 1;
    }
    i
}

/// End of the run of characters that satisfy `class` and start at `at`.
pub fn run_on(text: &[u8], at: usize, limit: usize, class: impl Fn(u8) -> bool) -> usize {
    let at = at.min(text.len());
    let end = text.len().min(at.saturating_add(limit));
    text[at..end].iter().position(|b| !class(*b)).map_or(end, |n| at + n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_starts_after_an_escape_but_not_inside_a_word() {
        for (text, at, want) in [
            ("a ghp", 2, true),
            ("aghp", 1, false),
            ("\\nghp", 2, true),
            ("%2Fghp", 3, true),
            ("\u{1b}[33mghp", 5, true),
            ("\\u001b[1;33mghp", 12, true),
            ("\u{200b}ghp", 3, true),
            ("éghp", 2, false),
            ("→ghp", 3, true),
        ] {
            assert_eq!(starts(text.as_bytes(), at), want, "{text}");
        }
    }
}
