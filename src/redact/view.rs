//! A text seen otherwise: decoded, without colours, joined; with the way back to the bytes it came from.

/// A derived text and where each part of it came from.
#[derive(Debug, Default)]
pub struct View {
    /// The derived text.
    pub text: String,
    parts: Vec<Part>,
}

#[derive(Debug, Clone, Copy)]
struct Part {
    at: u32,
    from: u32,
    to: u32,
    verbatim: bool,
}

impl View {
    /// Appends a stretch of the source as it stands.
    fn copy(&mut self, source: &str, from: usize, to: usize) {
        if from < to {
            self.parts.push(Part { at: self.text.len() as u32, from: from as u32, to: to as u32, verbatim: true });
            self.text.push_str(&source[from..to]);
        }
    }

    /// Appends `out`, which stands for `from..to` of the source.
    fn decoded(&mut self, out: &str, from: usize, to: usize) {
        self.parts.push(Part { at: self.text.len() as u32, from: from as u32, to: to as u32, verbatim: false });
        self.text.push_str(out);
    }

    /// The bytes of the source behind `start..end` of the view.
    pub fn back(&self, start: usize, end: usize) -> (usize, usize) {
        let part = |at: usize| self.parts.partition_point(|p| p.at as usize <= at).checked_sub(1).map(|i| self.parts[i]);
        let first = part(start).map_or(0, |p| p.from as usize + if p.verbatim { start - p.at as usize } else { 0 });
        let last = part(end.saturating_sub(1))
            .map_or(0, |p| if p.verbatim { (p.from as usize + end - p.at as usize).min(p.to as usize) } else { p.to as usize });
        (first, last.max(first))
    }
}

/// JSON escapes undone once. `None` where the text has none.
pub fn unescape(source: &str) -> Option<View> {
    let b = source.as_bytes();
    let first = memchr::memchr(b'\\', b)?;
    let mut view = View::default();
    let (mut kept, mut i) = (0, first);
    while let Some(step) = b.get(i..).and_then(|rest| memchr::memchr(b'\\', rest)) {
        i += step;
        let mut out = [0u8; 4];
        let Some((c, len)) = escape(b, i) else {
            i += 2;
            while i < b.len() && !source.is_char_boundary(i) {
                i += 1;
            }
            continue;
        };
        view.copy(source, kept, i);
        view.decoded(c.encode_utf8(&mut out), i, i + len);
        i += len;
        kept = i;
    }
    view.copy(source, kept, source.len());
    Some(view)
}

/// The character of the escape at `i` and its length; a lone surrogate is the replacement character.
fn escape(b: &[u8], i: usize) -> Option<(char, usize)> {
    let c = match b.get(i + 1)? {
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        c @ (b'"' | b'\\' | b'/') => char::from(*c),
        b'u' => {
            let hi = hex4(b, i + 2)?;
            if (0xd800..0xdc00).contains(&hi)
                && b.get(i + 6) == Some(&b'\\')
                && b.get(i + 7) == Some(&b'u')
                && let Some(lo) = hex4(b, i + 8).filter(|lo| (0xdc00..0xe000).contains(lo))
            {
                let c = 0x10000 + ((hi - 0xd800) << 10) + (lo - 0xdc00);
                return Some((char::from_u32(c)?, 12));
            }
            return Some((char::from_u32(hi).unwrap_or('\u{fffd}'), 6));
        }
        _ => return None,
    };
    Some((c, 2))
}

fn hex4(b: &[u8], i: usize) -> Option<u32> {
    let digits = std::str::from_utf8(b.get(i..i + 4)?).ok()?;
    u32::from_str_radix(digits, 16).ok()
}

/// JSON escapes undone once, for those who need no way back.
pub fn unescape_once(text: &str) -> std::borrow::Cow<'_, str> {
    unescape(text).map_or(std::borrow::Cow::Borrowed(text), |v| std::borrow::Cow::Owned(v.text))
}

/// JSON escapes undone until none is left, at most four times.
pub fn unescape_all(text: &str) -> String {
    let mut out = text.to_owned();
    for _ in 0..4 {
        match unescape(&out) {
            Some(v) if v.text != out => out = v.text,
            _ => break,
        }
    }
    out
}

/// Percent-encoding undone. `None` where the text has none that stands for printable text.
pub fn percent(source: &str) -> Option<View> {
    let b = source.as_bytes();
    let code = |i: usize| -> Option<u8> {
        let digits = b.get(i + 1..i + 3)?;
        digits.iter().all(u8::is_ascii_hexdigit).then(|| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()).flatten()
    };
    let mut view = View::default();
    let mut kept = 0;
    for i in memchr::memchr_iter(b'%', b) {
        if let Some(c) = code(i).filter(|c| (0x20..0x7f).contains(c) || *c == b'\n') {
            view.copy(source, kept, i);
            view.decoded(char::from(c).encode_utf8(&mut [0u8; 4]), i, i + 3);
            kept = i + 3;
        }
    }
    if kept == 0 {
        return None;
    }
    view.copy(source, kept, source.len());
    Some(view)
}

/// Characters written as numbers undone: `\x41` of most languages, `&#65;` and `&#x41;` of markup. `None` where the text has none.
pub fn numbered(source: &str) -> Option<View> {
    let b = source.as_bytes();
    let mut view = View::default();
    let mut kept = 0;
    for i in memchr::memchr2_iter(b'\\', b'&', b) {
        if let Some((c, len)) = hex_character(b, i).or_else(|| entity(b, i)).filter(|_| i >= kept) {
            view.copy(source, kept, i);
            view.decoded(char::from(c).encode_utf8(&mut [0u8; 4]), i, i + len);
            kept = i + len;
        }
    }
    if kept == 0 {
        return None;
    }
    view.copy(source, kept, source.len());
    Some(view)
}

/// `\x41`, and how many bytes it takes; only printable characters.
fn hex_character(b: &[u8], i: usize) -> Option<(u8, usize)> {
    let slashes = b[i..].iter().take(8).take_while(|c| **c == b'\\').count();
    let at = i + slashes;
    (slashes > 0 && b.get(at) == Some(&b'x')).then_some(())?;
    let c = u8::from_str_radix(std::str::from_utf8(b.get(at + 1..at + 3)?).ok()?, 16).ok()?;
    (0x20..0x7f).contains(&c).then_some((c, slashes + 3))
}

/// `&#65;` or `&#x41;`, and how many bytes it takes; only printable characters.
fn entity(b: &[u8], i: usize) -> Option<(u8, usize)> {
    let rest = b.get(i..b.len().min(i + 8))?.strip_prefix(b"&#")?;
    let end = memchr::memchr(b';', rest)?;
    let digits = std::str::from_utf8(&rest[..end]).ok()?;
    let c = match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u8::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    (0x20..0x7f).contains(&c).then_some((c, end + 3))
}

/// Without terminal colours and invisible characters. `None` where the text has none.
pub fn plain(source: &str) -> Option<View> {
    let b = source.as_bytes();
    if memchr::memchr3(0x1b, 0xe2, 0xef, b).is_none() && memchr::memchr(0xc2, b).is_none() {
        return None;
    }
    let mut view = View::default();
    let (mut kept, mut cuts) = (0, 0);
    let mut i = 0;
    while let Some((at, len)) = invisible(source, i) {
        view.copy(source, kept, at);
        kept = at + len;
        i = kept;
        cuts += 1;
    }
    if cuts == 0 {
        return None;
    }
    view.copy(source, kept, source.len());
    Some(view)
}

/// The next colour sequence or invisible character from `i` on.
fn invisible(source: &str, i: usize) -> Option<(usize, usize)> {
    let mut rest = i;
    loop {
        let at =
            rest + source.get(rest..)?.find(['\u{1b}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{2060}', '\u{feff}', '\u{ad}'])?;
        let tail = &source.as_bytes()[at..];
        if tail[0] != 0x1b {
            return Some((at, source[at..].chars().next().map_or(1, char::len_utf8)));
        }
        if tail.get(1) == Some(&b'[') {
            let n = tail[2..].iter().take(24).take_while(|b| b.is_ascii_digit() || matches!(b, b';' | b'?' | b':')).count();
            if tail.get(2 + n).is_some_and(u8::is_ascii_alphabetic) {
                return Some((at, 3 + n));
            }
        }
        rest = at + 1;
    }
}

/// Longest number of seams in one token.
const SEAMS: usize = 12;

/// Shortest line that counts as wrapped at its end.
const WRAP: usize = 40;

/// A token from `at` on, continued over seams: string literals side by side (`"abc" + "def"`) and lines wrapped at a width.
/// `None` where there is no seam. Also returns where in the view the first seam lies.
pub fn stitched(source: &str, at: usize) -> Option<(View, usize)> {
    let b = source.as_bytes();
    let token = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_' | b'.' | b'+' | b'/' | b'=' | b'~');
    let run = |from: usize| super::edge::run_on(b, from, 4096, token);
    let mut view = View::default();
    let (mut from, mut end, mut first) = (at, run(at), 0);
    for _ in 0..SEAMS {
        let Some(next) = seam(b, at, end).filter(|n| b.get(*n).copied().is_some_and(token)) else { break };
        view.copy(source, from, end);
        first = if first == 0 { view.text.len() } else { first };
        from = next;
        end = run(next);
    }
    if first == 0 {
        return None;
    }
    view.copy(source, from, end);
    Some((view, first))
}

/// Where the token goes on behind the seam at `end`.
fn seam(b: &[u8], at: usize, end: usize) -> Option<usize> {
    let skip = |i: usize, class: fn(u8) -> bool| super::edge::run_on(b, i, 16, class);
    let slash = skip(end, |c| c == b'\\');
    if matches!(b.get(slash), Some(b'"' | b'\'')) && b[end..slash].len() % 2 == slash.saturating_sub(end) % 2 {
        let quote = b[slash];
        let mut i = skip(slash + 1, |c| matches!(c, b' ' | b'\t' | b'+' | b'.' | b'&' | b'\n' | b'\r'));
        // A line that goes on behind a backslash.
        if b.get(i) == Some(&b'\\') && matches!(b.get(i + 1), Some(b'\n' | b'\r')) {
            i = skip(i + 1, |c| matches!(c, b' ' | b'\t' | b'\n' | b'\r'));
        }
        if b.get(i) == Some(&b'\\') && b.get(i + 1) == Some(&b'n') {
            i = skip(i + 2, |c| matches!(c, b' ' | b'\t' | b'+' | b'.'));
        }
        let open = skip(i, |c| c == b'\\');
        return (b.get(open) == Some(&quote)).then_some(open + 1);
    }
    let after = match b.get(end..)? {
        [b'\n', ..] => end + 1,
        [b'\r', b'\n', ..] | [b'\\', b'n', ..] => end + 2,
        [b'\\', b'\\', b'n', ..] => end + 3,
        _ => return None,
    };
    let line = b[at.saturating_sub(200)..at].iter().rev().take_while(|c| !matches!(c, b'\n' | b'"' | b'\\')).count() + (end - at);
    let next = super::edge::run_on(b, after, 4096, |c| {
        c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_' | b'.' | b'+' | b'/' | b'=')
    });
    let rest = std::str::from_utf8(&b[after..next]).ok()?;
    (line >= WRAP && super::value::random(rest, 10) && !rest[..rest.len() - 1].contains('=')).then_some(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_leads_back_to_its_source() {
        let source = r#"a\n\"key\" \u00e9 \ud83d\ude00 end"#;
        let v = unescape(source).unwrap();
        assert_eq!(v.text, "a\n\"key\" é 😀 end");
        let at = v.text.find("key").unwrap();
        let (s, e) = v.back(at, at + 3);
        assert_eq!(&source[s..e], "key");
        let at = v.text.find('😀').unwrap();
        let (s, e) = v.back(at, at + 4);
        assert_eq!(&source[s..e], r"\ud83d\ude00");
    }

    #[test]
    fn percent_and_colours_and_seams_are_undone() {
        let v = percent("u=tobiah%40q.eu&p=%2Fhome").unwrap();
        assert_eq!(v.text, "u=tobiah@q.eu&p=/home");
        let v = plain("k=\u{1b}[33msk\u{1b}[0m \u{200b}x").unwrap();
        assert_eq!(v.text, "k=sk x");
        let (v, first) = stitched("K=\"AIzaab_\"\"bFzB\" x", 3).unwrap();
        assert_eq!((v.text.as_str(), first), ("AIzaab_bFzB", 7));
        let (v, _) = stitched("'AIzaab_' +\n  'bFzB'", 1).unwrap();
        assert_eq!(v.text, "AIzaab_bFzB");
        assert_eq!(numbered(r"k=\x67\x68p &#95;&#x31;&amp;").unwrap().text, "k=ghp _1&amp;");
        let (v, _) = stitched("'AIzaab_' \\\n  'bFzB'", 1).unwrap();
        assert_eq!(v.text, "AIzaab_bFzB");
        assert!(numbered("a & b \\n").is_none());
        assert!(unescape("plain").is_none() && percent("100% sure").is_none() && plain("plain").is_none());
    }
}
