//! Records of a JSON Lines file: splitting, limits, and what to do with damaged lines.
//!
//! A damaged line never costs another one. What can be read of it is read; what was wrong is noted.

use super::model::ReadNotes;
use memchr::{memchr, memchr2, memmem};
use serde_json::error::Category;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::cell::Cell;
use std::io::{self, Read};
use std::sync::LazyLock;

/// Bounds on what a reader takes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Longest line that is read, in bytes; longer ones are counted and left out.
    pub max_line: usize,
    /// Deepest nesting of a record that is read; deeper ones are counted and left out.
    pub max_nesting: u32,
    /// Largest content of a file, expanded, in bytes; a larger one is an error of that file.
    pub max_size: u64,
    /// Check every line to its end, also the parts that nothing is read from.
    pub strict: bool,
}

impl Limits {
    /// The deepest nesting that can be parsed.
    pub const NESTING: u32 = 127;
}

impl Default for Limits {
    fn default() -> Self {
        Limits { max_line: 64 << 20, max_nesting: Limits::NESTING, max_size: 1 << 30, strict: false }
    }
}

/// Takes the records of a file in their order.
pub(crate) trait RecordSink {
    /// Takes one record. An error means that the bytes are no such record; nothing was taken of them.
    fn record(&mut self, line: u32, bytes: &[u8]) -> serde_json::Result<()>;
    /// Where to note what was wrong.
    fn notes(&mut self) -> &mut ReadNotes;
}

/// Feeds all lines of a file, or of a range of it that begins and ends with a line. `last`: the range ends with the file.
pub(crate) fn feed<S: RecordSink>(sink: &mut S, bytes: &[u8], last: bool, limits: &Limits) {
    sink.notes().bytes += bytes.len() as u64;
    let mut rest = strip_bom(bytes);
    while !rest.is_empty() {
        let end = memchr(b'\n', rest);
        let (line, next) = match end {
            Some(i) => (&rest[..i], &rest[i + 1..]),
            None => (rest, &rest[rest.len()..]),
        };
        feed_line(sink, line, last && end.is_none(), limits);
        rest = next;
    }
}

/// Feeds all lines of a stream through a window that grows to the longest line, at most to the limit.
pub(crate) fn feed_from<S: RecordSink>(sink: &mut S, mut input: impl Read, limits: &Limits) -> io::Result<()> {
    let mut window = Window::take(limits);
    loop {
        let n = match input.read(&mut window.buf[window.end..]) {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        sink.notes().bytes += n as u64;
        if n == 0 {
            break;
        }
        window.end += n;
        window.drain(sink, limits);
    }
    if window.skipping {
        sink.notes().truncated_tail = true;
    } else if window.start < window.end {
        feed_line(sink, &window.buf[window.start..window.end], true, limits);
    }
    window.give_back();
    Ok(())
}

/// Small enough to stay in a core's own cache while its lines are read.
const WINDOW: usize = 256 << 10;

/// A window that grew beyond this is given up behind its file.
const KEPT: usize = 4 << 20;

thread_local! {
    /// The window of the last file: a new one would cost a page fault every few lines.
    static LAST: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

struct Window {
    buf: Vec<u8>,
    start: usize,
    end: usize,
    /// Within a line that is over the limit.
    skipping: bool,
}

impl Window {
    fn take(limits: &Limits) -> Window {
        let mut buf = LAST.take();
        let most = limits.max_line.max(1) + 1;
        buf.resize(buf.len().max(WINDOW).min(most), 0);
        Window { buf, start: 0, end: 0, skipping: false }
    }

    fn give_back(self) {
        if self.buf.len() <= KEPT {
            LAST.set(self.buf);
        }
    }

    fn drain<S: RecordSink>(&mut self, sink: &mut S, limits: &Limits) {
        while let Some(i) = memchr(b'\n', &self.buf[self.start..self.end]) {
            let line = &self.buf[self.start..self.start + i];
            let line = if sink.notes().lines == 0 { strip_bom(line) } else { line };
            if std::mem::take(&mut self.skipping) {
                // Its head was counted when it went over the limit.
            } else {
                feed_line(sink, line, false, limits);
            }
            self.start += i + 1;
        }
        self.buf.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if self.skipping {
            self.end = 0;
        } else if self.end > limits.max_line {
            sink.notes().lines += 1;
            sink.notes().overlong_lines += 1;
            self.skipping = true;
            self.end = 0;
        } else if self.end == self.buf.len() {
            self.buf.resize((self.buf.len() * 2).min(limits.max_line + 1), 0);
        }
    }
}

/// The head of a record, which can prove what the record is without parsing it: its bytes up to the first inner object, and those from
/// there on. Within a JSON string a quote is escaped, so that `"type":"…"` in the head is a key of the record itself.
pub(crate) fn head(record: &[u8]) -> Option<(&[u8], &[u8])> {
    let body = record.strip_prefix(b"{")?;
    Some(body.split_at(memchr(b'{', body).unwrap_or(body.len())))
}

/// The value of the first `type` in a head.
pub(crate) fn head_type(head: &[u8]) -> Option<&[u8]> {
    static KEY: LazyLock<memmem::Finder> = LazyLock::new(|| memmem::Finder::new(b"\"type\":\""));
    let value = &head[KEY.find(head)? + KEY.needle().len()..];
    Some(&value[..memchr(b'"', value)?])
}

/// Takes the byte order mark off.
pub(crate) fn strip_bom(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// UTF-16 with a byte order mark as UTF-8 (what some shells write on redirection); everything else as it is.
pub(crate) fn decode_utf16(bytes: &[u8]) -> Cow<'_, [u8]> {
    let unit: fn([u8; 2]) -> u16 = match bytes {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return Cow::Borrowed(bytes),
    };
    let units = bytes[2..].chunks_exact(2).map(|c| unit([c[0], c[1]]));
    let text: String = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    Cow::Owned(text.into_bytes())
}

fn feed_line<S: RecordSink>(sink: &mut S, raw: &[u8], open_end: bool, limits: &Limits) {
    static GLUE: LazyLock<memmem::Finder> = LazyLock::new(|| memmem::Finder::new(b"}{\""));
    let notes = sink.notes();
    notes.lines += 1;
    let n = notes.lines;
    if raw.len() > limits.max_line {
        notes.overlong_lines += 1;
        return;
    }
    let line = raw.trim_ascii();
    if line.is_empty() {
        return;
    }
    if limits.max_nesting < Limits::NESTING && nesting(line) > limits.max_nesting {
        notes.deep_lines += 1;
        return;
    }
    if open_end && line.last() != Some(&b'}') {
        notes.truncated_tail = true;
    }
    // Within a JSON string a quote is escaped, so these bytes are the seam of two records, or the end of a string.
    if GLUE.find(line).is_some() {
        return feed_glued(sink, n, line, open_end);
    }
    feed_record(sink, n, line, open_end);
}

/// How deep objects and lists stand within one another, strings left out.
fn nesting(line: &[u8]) -> u32 {
    let (mut depth, mut deepest, mut i) = (0_u32, 0, 0);
    while let Some(byte) = line.get(i) {
        match byte {
            b'{' | b'[' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => i += string_end(&line[i..]),
            _ => {}
        }
        i += 1;
    }
    deepest
}

/// Bytes from an opening quote to its closing one.
fn string_end(bytes: &[u8]) -> usize {
    let mut i = 1;
    while let Some(found) = bytes.get(i..).and_then(|rest| memchr2(b'"', b'\\', rest)) {
        if bytes[i + found] == b'"' {
            return i + found;
        }
        i += found + 2;
    }
    bytes.len()
}

/// One line with two records or more, the newline between them missing.
fn feed_glued<S: RecordSink>(sink: &mut S, n: u32, line: &[u8], open_end: bool) {
    let text = String::from_utf8_lossy(line);
    let mut parts = serde_json::Deserializer::from_str(&text).into_iter::<&RawValue>();
    let mut whole: Vec<&str> = Vec::new();
    let mut read_to = 0;
    while let Some(Ok(part)) = parts.next() {
        whole.push(part.get());
        read_to = parts.byte_offset();
    }
    let rest = text[read_to..].trim();
    if whole.is_empty() {
        return feed_record(sink, n, line, open_end);
    }
    if whole.len() + usize::from(!rest.is_empty()) > 1 {
        sink.notes().glued_lines += 1;
    }
    if matches!(text, Cow::Owned(_)) {
        sink.notes().lossy_lines += 1;
    }
    for part in whole {
        feed_record(sink, n, part.as_bytes(), false);
    }
    if !rest.is_empty() {
        feed_record(sink, n, rest.as_bytes(), open_end);
    }
}

fn feed_record<S: RecordSink>(sink: &mut S, n: u32, record: &[u8], open_end: bool) {
    match sink.record(n, record) {
        Ok(()) => sink.notes().records += 1,
        Err(e) => rescue(sink, n, record, &e, open_end),
    }
}

#[cold]
fn rescue<S: RecordSink>(sink: &mut S, n: u32, record: &[u8], e: &serde_json::Error, open_end: bool) {
    if e.to_string().starts_with("recursion limit") {
        sink.notes().deep_lines += 1;
        return;
    }
    if let Some(mended) = mend(record)
        && sink.record(n, &mended).is_ok()
    {
        sink.notes().records += 1;
        sink.notes().lossy_lines += 1;
        return;
    }
    if e.classify() == Category::Eof && open_end {
        sink.notes().truncated_tail = true;
        return;
    }
    if let Some(at) = later_record(sink, n, record) {
        let notes = sink.notes();
        notes.records += 1;
        notes.glued_lines += 1;
        notes.bad_line(n, format!("a record is cut off at column {}; the one after it was read", at + 1));
        return;
    }
    sink.notes().bad_line(n, reason(e));
}

/// Why a line could not be read, without a word of its content.
fn reason(e: &serde_json::Error) -> String {
    match e.classify() {
        Category::Eof => "the record is cut off".to_owned(),
        Category::Syntax => format!("not JSON from column {} on", e.column()),
        Category::Data | Category::Io => "JSON, but no record of this format".to_owned(),
    }
}

/// Looks for a whole record behind one that was cut off on the same line, and takes it.
fn later_record<S: RecordSink>(sink: &mut S, n: u32, line: &[u8]) -> Option<usize> {
    const STARTS: [&[u8]; 3] = [b"{\"parentUuid\":", b"{\"type\":\"", b"{\"timestamp\":\""];
    let mut starts: Vec<usize> = STARTS.iter().flat_map(|s| memmem::find_iter(line, s).take(8)).filter(|i| *i > 0).collect();
    starts.sort_unstable();
    starts.into_iter().take(8).find(|&at| sink.record(n, &line[at..]).is_ok())
}

/// A copy of a record that can be read: bytes that are not UTF-8, control characters and lone surrogates replaced. `None` where there
/// is nothing of the kind.
pub(crate) fn mend(record: &[u8]) -> Option<Vec<u8>> {
    let text = String::from_utf8_lossy(record);
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        match bytes[i] {
            b'\\' if bytes.get(i + 1) == Some(&b'u') => i += copy_unicode_escape(&bytes[i..], &mut out),
            b'\\' => {
                out.extend_from_slice(&bytes[i..(i + 2).min(bytes.len())]);
                i += 2;
            }
            b => {
                out.push(if b < b' ' { b' ' } else { b });
                i += 1;
            }
        }
    }
    (out != record).then_some(out)
}

/// Copies `\uXXXX` or a pair of surrogates; a lone surrogate becomes the replacement character. Returns the bytes read.
fn copy_unicode_escape(bytes: &[u8], out: &mut Vec<u8>) -> usize {
    let unit = |at: usize| {
        let hex = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u32::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok()
    };
    let pair = matches!((unit(0), unit(6)), (Some(0xd800..0xdc00), Some(0xdc00..0xe000)));
    let len = if pair { 12 } else { 6 }.min(bytes.len());
    match unit(0) {
        Some(0xd800..0xe000) if !pair => out.extend_from_slice(b"\\ufffd"),
        _ => out.extend_from_slice(&bytes[..len]),
    }
    len
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde::Deserialize;

    #[derive(Default)]
    struct Names {
        notes: ReadNotes,
        seen: Vec<(u32, String)>,
    }

    #[derive(Deserialize)]
    struct Name {
        name: String,
    }

    impl RecordSink for Names {
        fn record(&mut self, line: u32, bytes: &[u8]) -> serde_json::Result<()> {
            let r: Name = serde_json::from_slice(bytes)?;
            self.seen.push((line, r.name));
            Ok(())
        }
        fn notes(&mut self) -> &mut ReadNotes {
            &mut self.notes
        }
    }

    fn read(bytes: &[u8]) -> Names {
        let mut s = Names::default();
        feed(&mut s, bytes, true, &Limits::default());
        s
    }

    fn names(s: &Names) -> Vec<(u32, &str)> {
        s.seen.iter().map(|(n, t)| (*n, &**t)).collect()
    }

    #[test]
    fn blank_lines_bom_and_crlf_are_nothing_special() {
        let s = read(b"\xef\xbb\xbf{\"name\":\"a\"}\r\n\r\n  \n{\"name\":\"b\"}");
        assert_eq!(names(&s), [(1, "a"), (4, "b")]);
        assert_eq!((s.notes.lines, s.notes.records, s.notes.bad_line_count), (4, 2, 0));
        assert!(!s.notes.truncated_tail);
    }

    #[test]
    fn glued_records_are_told_apart() {
        let s = read(b"{\"name\":\"a\"}{\"name\":\"b\"}\n{\"name\":\"}{\\\"\"}\n{\"name\":\"x }{\",\"k\":1}\n");
        assert_eq!(names(&s), [(1, "a"), (1, "b"), (2, "}{\""), (3, "x }{")]);
        assert_eq!((s.notes.glued_lines, s.notes.bad_line_count), (1, 0));
    }

    #[test]
    fn a_record_behind_a_cut_one_is_read() {
        let s = read(b"{\"type\":\"u\",\"na{\"type\":\"u\",\"name\":\"b\"}\n{\"name\":\"c\"}\n");
        assert_eq!(names(&s), [(1, "b"), (2, "c")]);
        assert_eq!((s.notes.bad_line_count, s.notes.glued_lines), (1, 1));
    }

    #[test]
    fn nesting_is_counted_outside_of_strings() {
        assert_eq!((nesting(b"{\"a\":[{},\"[[[\\\"[[\"]}"), nesting(b"]]{"), nesting(b"{\"open [[[ \\\" {")), (3, 1, 1));
        let limits = Limits { max_nesting: 2, ..Limits::default() };
        let mut s = Names::default();
        feed(&mut s, b"{\"name\":\"a\",\"k\":[[]]}\n{\"name\":\"b\",\"k\":[]}\n", true, &limits);
        assert_eq!((names(&s), s.notes.deep_lines), (vec![(2, "b")], 1));
    }

    #[test]
    fn a_cut_last_line_is_no_bad_line() {
        let s = read(b"{\"name\":\"a\"}\n{\"name\":\"b");
        assert_eq!(names(&s), [(1, "a")]);
        assert!(s.notes.truncated_tail);
        assert_eq!(s.notes.bad_line_count, 0);
        let s = read(b"{\"name\":\"a\"}\n{\"name\":\"b\n{\"name\":\"c\"}\n");
        assert_eq!(names(&s), [(1, "a"), (3, "c")]);
        assert_eq!(s.notes.bad_lines, [(2, "the record is cut off".to_owned())]);
    }

    #[test]
    fn a_reason_quotes_nothing() {
        let s = read(b"{\"name\":{\"secret\":1}}\nsecret\n");
        assert_eq!(s.notes.bad_line_count, 2);
        assert!(s.notes.bad_lines.iter().all(|(_, why)| !why.contains("secret")), "{:?}", s.notes.bad_lines);
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced_and_counted() {
        let s = read(b"{\"name\":\"a\xffb\"}\n{\"name\":\"\\ud83d!\"}\n{\"name\":\"\\ud83d\\ude00\"}\n{\"name\":\"x\0y\"}\n");
        assert_eq!(names(&s), [(1, "a\u{fffd}b"), (2, "\u{fffd}!"), (3, "\u{1f600}"), (4, "x y")]);
        assert_eq!(s.notes.lossy_lines, 3);
    }

    #[test]
    fn utf16_is_decoded_by_its_mark() {
        let text: Vec<u8> = "\u{feff}{\"a\":1}".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(&*decode_utf16(&text), b"{\"a\":1}");
        assert_eq!(&*decode_utf16(b"{}"), b"{}");
    }

    #[test]
    fn limits_hold() {
        let mut deep = vec![b'['; 100_000];
        deep.push(b'\n');
        let mut s = Names::default();
        let long = [b"{\"name\":\"".as_slice(), &[b'x'; 200], b"\"}\n{\"name\":\"a\"}\n"].concat();
        feed(&mut s, &long, true, &Limits { max_line: 100, ..Limits::default() });
        assert_eq!((names(&s), s.notes.overlong_lines), (vec![(2, "a")], 1));

        let nested = format!("{{\"name\":{}\"x\"{}}}\n", "[".repeat(100_000), "]".repeat(100_000));
        let s = read(&[nested.as_bytes(), &deep].concat());
        assert!(s.seen.is_empty());
    }

    proptest! {
        #[test]
        fn any_bytes_through_a_window_are_as_from_memory(
            parts in proptest::collection::vec(prop_oneof![
                Just(b"{\"name\":\"a\"}".to_vec()), Just(b"\n".to_vec()), Just(b"{\"name\":\"\\ud800\"".to_vec()), Just(b"\r\n".to_vec()),
                proptest::collection::vec(any::<u8>(), 0..40),
            ], 0..40),
            step in 1_usize..64, max_line in 8_usize..200,
        ) {
            struct Drip<'a>(&'a [u8], usize);
            impl Read for Drip<'_> {
                fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
                    let n = self.1.min(buf.len()).min(self.0.len());
                    buf[..n].copy_from_slice(&self.0[..n]);
                    self.0 = &self.0[n..];
                    Ok(n)
                }
            }
            let bytes = parts.concat();
            let limits = Limits { max_line, ..Limits::default() };
            let (mut a, mut b) = (Names::default(), Names::default());
            feed(&mut a, &bytes, true, &limits);
            feed_from(&mut b, Drip(&bytes, step), &limits).unwrap();
            prop_assert_eq!(a.seen, b.seen);
            prop_assert_eq!(a.notes.records, b.notes.records);
            prop_assert_eq!(a.notes.bytes, b.notes.bytes);
        }
    }
}
