//! Runs of encoded characters: base64 (standard, URL-safe, wrapped over lines), hex, and dotted tokens without a prefix.

use super::edge;
use super::finding::{Class, Finding, Reach, Sink};
use super::value;
use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

const LENIENT: GeneralPurposeConfig =
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent).with_decode_allow_trailing_bits(true);
const STANDARD: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, LENIENT);
const URL_SAFE: GeneralPurpose = GeneralPurpose::new(&alphabet::URL_SAFE, LENIENT);

/// Shortest run that is decoded.
const MIN: usize = 20;

/// Longest run that is decoded; what is longer is a file, not a credential.
const MAX: usize = 256 * 1024;

/// The text behind a run of base64, where it is printable.
pub fn printable_base64(run: &str) -> Option<String> {
    let head: String = run.chars().filter(|c| !c.is_whitespace()).take(24).collect();
    decode(head.get(..head.len() / 4 * 4)?).filter(|t| printable(t))?;
    let all: String = run.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '-' | '_' | '=')).collect();
    let bytes = decode(&all)?;
    printable(&bytes).then(|| String::from_utf8(bytes).ok()).flatten()
}

fn decode(text: &str) -> Option<Vec<u8>> {
    if text.contains(['-', '_']) { URL_SAFE.decode(text).ok() } else { STANDARD.decode(text).ok() }
}

fn printable(bytes: &[u8]) -> bool {
    let text = match std::str::from_utf8(bytes) {
        Ok(t) => t,
        Err(e) if e.error_len().is_none() => std::str::from_utf8(&bytes[..e.valid_up_to()]).unwrap_or(""),
        Err(_) => return false,
    };
    let odd = text.chars().filter(|c| c.is_control() && !c.is_whitespace()).count();
    text.len() >= 3 && odd * 20 <= text.len()
}

/// True where a Basic header's value decodes to `user:password`.
pub fn decodes_to_credentials(token: &str) -> bool {
    token.len() >= 6
        && decode(token).and_then(|b| String::from_utf8(b).ok()).is_some_and(|t| t.contains(':') && !t.contains(char::is_control))
}

/// What a run holds; the caller knows how to search a decoded text.
pub type Search<'s> = &'s mut dyn FnMut(&str) -> Vec<Finding>;

const CLASS: [u8; 256] = {
    let mut t = [0u8; 256];
    let mut i = 0;
    while i < 256 {
        let b = i as u8;
        t[i] = if b.is_ascii_hexdigit() {
            3
        } else if b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'-' | b'_' | b'=') {
            1
        } else {
            0
        };
        i += 1;
    }
    t
};

/// Looks at every long run of encoded characters.
pub fn find(sink: &mut Sink, search: Search) {
    let b = sink.text.as_bytes();
    let mut i = 0;
    while i < b.len() {
        if CLASS[b[i] as usize] == 0 {
            i += 1;
            continue;
        }
        // The letter of a spelled-out line end belongs to the escape, not to the run.
        i += usize::from(i > 0 && b[i - 1] == b'\\' && matches!(b[i], b'n' | b't' | b'r'));
        let start = i;
        let mut hex = 3;
        while i < b.len() && CLASS[b[i] as usize] != 0 {
            hex &= CLASS[b[i] as usize];
            i += 1;
        }
        let len = i - start;
        if b.get(i) == Some(&b'.') && (6..=30).contains(&len) {
            dotted(sink, start, i);
        }
        if len < MIN {
            continue;
        }
        let end = if hex == 3 { i } else { wrapped(b, start, i) };
        if hex == 3 && len % 2 == 0 && len >= 32 {
            hex_run(sink, start, i, search);
        }
        if end - start <= MAX {
            base64_run(sink, start, end, search);
        }
        i = end.max(i);
    }
}

/// The end of a run that goes on over lines of the same length (base64 of a MIME body).
fn wrapped(b: &[u8], start: usize, mut end: usize) -> usize {
    let width = end - start;
    if width < 40 {
        return end;
    }
    loop {
        let seam = seam(b, end);
        if seam == 0 {
            return end;
        }
        let next = edge::run_on(b, end + seam, width + 1, |c| CLASS[c as usize] != 0);
        let len = next - end - seam;
        if len == 0 || len > width || len < width && next < b.len() && CLASS[b[next] as usize] != 0 {
            return end;
        }
        if len < width && !b[end + seam..next].contains(&b'=') && len < 8 {
            return end;
        }
        end = next;
        if len < width {
            return end;
        }
    }
}

/// Length of a line end at `i`, real or spelled out.
fn seam(b: &[u8], i: usize) -> usize {
    match b.get(i..) {
        Some([b'\r', b'\n', ..]) => 2,
        Some([b'\n', ..]) => 1,
        Some([b'\\', b'n', ..]) => 2,
        Some([b'\\', b'\\', b'n', ..]) => 3,
        _ => 0,
    }
}

fn base64_run(sink: &mut Sink, start: usize, end: usize, search: Search) {
    let Some(run) = sink.text.get(start..end) else { return };
    // `NAME=` and `/` in front belong to the run's characters, not to the run.
    let skip = run.find('=').filter(|i| run[*i..].trim_start_matches('=').len() >= MIN).map_or(0, |i| i + 1);
    for from in [skip, run.len()] {
        let Some(body) = run.get(from..).filter(|b| b.len() >= MIN) else { continue };
        let joined = body.replace("\\n", "").replace(['\n', '\r', '\\'], "");
        let Some(text) = printable_base64(&joined) else { continue };
        let inner = search(&text);
        if inner.is_empty() {
            return;
        }
        report(sink, start + from, end, inner);
    }
}

fn hex_run(sink: &mut Sink, start: usize, end: usize, search: Search) {
    let Some(run) = sink.text.get(start..end) else { return };
    let bytes: Option<Vec<u8>> =
        run.as_bytes().chunks(2).map(|d| std::str::from_utf8(d).ok().and_then(|d| u8::from_str_radix(d, 16).ok())).collect();
    let Some(text) = bytes.filter(|b| printable(b)).and_then(|b| String::from_utf8(b).ok()) else { return };
    let inner = search(&text);
    if !inner.is_empty() {
        report(sink, start, end, inner);
    }
}

/// The whole run goes; what it held is looked for elsewhere too.
fn report(sink: &mut Sink, start: usize, end: usize, inner: Vec<Finding>) {
    let value = sink.text[start..end].to_owned();
    sink.found.push(Finding { start, end, class: Class::Secret, rule: "encoded", value, reach: Reach::Everywhere });
    for f in inner {
        sink.learnt.push((f.class, f.value.clone()));
        if f.class == Class::Secret && f.reach == Reach::Everywhere {
            // An empty stretch: the value alone counts.
            sink.found.push(Finding { start: end, end, ..f });
        }
    }
}

/// Tokens of dotted parts without a prefix: Discord bots (three parts), cluster joins (`abcdef.0123456789abcdef`).
fn dotted(sink: &mut Sink, start: usize, dot: usize) {
    let b = sink.text.as_bytes();
    if !edge::starts(b, start) {
        return;
    }
    let part = |from: usize| edge::run_on(b, from, 64, |c| c.is_ascii_alphanumeric() || c == b'-' || c == b'_');
    let second = part(dot + 1);
    let (one, two) = (&sink.text[start..dot], &sink.text[dot + 1..second]);
    let small = |s: &str| s.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    if one.len() == 6 && two.len() == 16 && small(one) && small(two) && edge::ends(b, second) && b.get(second) != Some(&b'.') {
        let (m, n) = (value::mix(one), value::mix(two));
        if m.digit >= 1 && m.lower >= 1 && n.digit >= 3 && n.lower >= 3 {
            sink.secret(start, second, "cluster-join");
        }
    }
    if (23..=28).contains(&one.len()) && matches!(b[start], b'M' | b'N' | b'O') && two.len() == 6 && b.get(second) == Some(&b'.')
    {
        let third = part(second + 1);
        if (25..=40).contains(&(third - second - 1)) && decode(one).is_some_and(|d| d.iter().all(u8::is_ascii_digit)) {
            sink.secret(start, third, "discord-bot");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str) -> Vec<String> {
        let mut sink = Sink::new(text);
        find(&mut sink, &mut |t| {
            t.contains("tok=")
                .then(|| Finding { start: 0, end: 1, class: Class::Secret, rule: "x", value: t.to_owned(), reach: Reach::Here })
                .into_iter()
                .collect()
        });
        sink.found.into_iter().map(|f| text[f.start..f.end].to_owned()).collect()
    }

    #[test]
    fn encoded_runs_are_decoded_and_blanked_whole() {
        let plain = "tok=abc and something that makes the line long enough to be wrapped twice over";
        let one = STANDARD.encode(plain);
        assert_eq!(run(&format!("x {one} y")), [one.as_str()]);
        let wrapped: Vec<&str> = one.as_bytes().chunks(64).map(|c| std::str::from_utf8(c).unwrap()).collect();
        let wrapped = wrapped.join("\n");
        assert_eq!(run(&format!("body:\n{wrapped}\nend")), [wrapped.as_str()]);
        let hex: String = plain.bytes().map(|b| format!("{b:02x}")).collect();
        assert_eq!(run(&format!("bytes: {hex}")), [hex.as_str()]);
    }

    #[test]
    fn digests_and_pictures_are_left_alone() {
        for t in [
            "c895cc9d70bca25617b6647be86e21b8d9d8398b251762f7959e664f120d5383",
            "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
        ] {
            assert!(run(t).is_empty(), "{t}");
        }
    }

    #[test]
    fn dotted_tokens_are_found_without_a_prefix() {
        assert_eq!(run("f44v9k.put2lft95iz979yf   23h"), ["f44v9k.put2lft95iz979yf"]);
        assert!(run("module.somethingelse12 v1").is_empty());
    }
}
