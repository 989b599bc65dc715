//! Replacements in bytes.

use super::finding::Class;
use super::pseudonym;
use std::borrow::Cow;

/// One replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// First byte that goes.
    pub start: usize,
    /// Byte behind the last that goes.
    pub end: usize,
    /// What comes instead.
    pub token: String,
    /// Class of what goes.
    pub class: Class,
    /// Rule that found it.
    pub rule: &'static str,
}

/// Applies edits, and returns those that were made: overlapping ones become one, pseudonyms are left alone, and the line ends inside a
/// replaced stretch stay, so that line numbers stay true.
pub fn apply(bytes: &[u8], edits: Vec<Edit>) -> (Cow<'_, [u8]>, Vec<Edit>) {
    let edits = settle(bytes, edits);
    if edits.is_empty() {
        return (Cow::Borrowed(bytes), edits);
    }
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    for e in &edits {
        out.extend_from_slice(&bytes[at..e.start]);
        replace(&mut out, &bytes[e.start..e.end], &e.token);
        at = e.end;
    }
    out.extend_from_slice(&bytes[at..]);
    (Cow::Owned(out), edits)
}

/// Sorted edits without overlaps and without those that touch a pseudonym.
fn settle(bytes: &[u8], mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.retain(|e| e.start < e.end && e.end <= bytes.len());
    edits.sort_by(|a, b| (a.start, b.end, a.class, a.rule).cmp(&(b.start, a.end, b.class, b.rule)));
    let mut out: Vec<Edit> = Vec::with_capacity(edits.len());
    for e in edits {
        match out.last_mut() {
            Some(last) if e.start < last.end => {
                if e.end > last.end {
                    let wider = e.end - e.start > last.end - last.start;
                    let end = e.end;
                    if wider || last.class != Class::Secret && e.class == Class::Secret {
                        *last = Edit { start: last.start, ..e };
                    }
                    last.end = end;
                }
            }
            _ => out.push(e),
        }
    }
    out.retain(|e| !touches_pseudonym(bytes, e));
    out
}

fn touches_pseudonym(bytes: &[u8], e: &Edit) -> bool {
    let from = e.start.saturating_sub(64);
    let near = String::from_utf8_lossy(&bytes[from..bytes.len().min(e.end + 64)]);
    if matches!(near, Cow::Owned(_)) || !pseudonym::inert(&near) {
        return false;
    }
    let spans = pseudonym::spans(&near);
    let whole = spans.iter().filter(|(s, t)| *s + from < e.end && e.start < *t + from).count();
    // An edit that reaches beyond a pseudonym takes it along; one inside a pseudonym is none.
    whole > 0 && spans.iter().any(|(s, t)| *s + from <= e.start && e.end <= *t + from)
}

/// Writes the token for a stretch, and the line ends of the stretch behind it.
fn replace(out: &mut Vec<u8>, gone: &[u8], token: &str) {
    out.extend_from_slice(token.as_bytes());
    let mut i = 0;
    while i < gone.len() {
        let n = line_end(gone, i);
        if n > 0 {
            out.extend_from_slice(&gone[i..i + n]);
            i += n;
            let kept = line_head(&gone[i..]);
            out.extend_from_slice(&gone[i..i + kept]);
            i += kept;
        } else {
            i += 1;
        }
    }
}

/// Length of a line end at `i`: as a byte, or spelled `\n` at any depth of escaping.
fn line_end(b: &[u8], i: usize) -> usize {
    match b[i] {
        b'\n' => 1,
        b'\r' if b.get(i + 1) == Some(&b'\n') => 2,
        b'\\' => {
            let slashes = b[i..].iter().take_while(|c| **c == b'\\').count();
            if b.get(i + slashes) == Some(&b'n') && (slashes.is_power_of_two()) && slashes <= 8 { slashes + 1 } else { 0 }
        }
        _ => 0,
    }
}

/// Length of what a listing or a diff puts in front of a line.
fn line_head(b: &[u8]) -> usize {
    let spaces = b.iter().take_while(|c| **c == b' ').count();
    let digits = b[spaces..].iter().take_while(|c| c.is_ascii_digit()).count();
    let at = spaces + digits;
    if (1..=6).contains(&digits) {
        if b.get(at) == Some(&b'\t') || b.get(at) == Some(&b'|') {
            return at + 1;
        }
        if b[at..].starts_with("→".as_bytes()) {
            return at + "→".len();
        }
        let slashes = b[at..].iter().take_while(|c| **c == b'\\').count();
        if slashes > 0 && b.get(at + slashes) == Some(&b't') {
            return at + slashes + 1;
        }
    }
    if digits == 0 { spaces } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn e(start: usize, end: usize, token: &str) -> Edit {
        Edit { start, end, token: token.into(), class: Class::Secret, rule: "x" }
    }

    #[test]
    fn overlapping_edits_become_one_and_line_ends_stay() {
        let (out, made) = apply(b"a secret here", vec![e(2, 8, "T"), e(4, 6, "U")]);
        assert_eq!((out.as_ref(), made.len()), (&b"a T here"[..], 1));
        let (out, _) = apply(b"x AAA\nBBB\nCCC y", vec![e(2, 13, "T")]);
        assert_eq!(out.as_ref(), b"x T\n\n y");
        let (out, _) = apply(b"x AAA\\n   5\\tBBB y", vec![e(2, 16, "T")]);
        assert_eq!(out.as_ref(), b"x T\\n   5\\t y");
    }

    #[test]
    fn pseudonyms_are_left_alone() {
        let text = b"/home/user_bcdfghjkmn/x";
        let (out, made) = apply(text, vec![e(6, 10, "T")]);
        assert!(made.is_empty());
        assert!(matches!(out, Cow::Borrowed(_)));
    }
}
