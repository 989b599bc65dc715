//! Sources that are one JSON document: parts are found by where their text stands in the file.

use super::SourceKind;
use super::lines::mend;
use super::model::{ReadNotes, Session};
use serde::Deserialize;
use serde_json::error::Category;
use serde_json::value::RawValue;

/// Counts lines up to parts of a document that are asked for in their order.
pub(super) struct LineOf<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u32,
}

impl<'a> LineOf<'a> {
    /// Counts in these bytes.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        LineOf { bytes, at: 0, line: 1 }
    }

    /// The physical line at which a part begins. Parts that are not of this document stand where the last one stood.
    pub(super) fn of(&mut self, part: &RawValue) -> u32 {
        let start = (part.get().as_ptr() as usize).wrapping_sub(self.bytes.as_ptr() as usize);
        if start > self.at && start <= self.bytes.len() {
            self.line += memchr::memchr_iter(b'\n', &self.bytes[self.at..start]).count() as u32;
            self.at = start;
        }
        self.line
    }
}

/// Parses a document and hands it on with its bytes; a document that cannot be read leaves an empty session with the reason.
pub(super) fn read<T, F>(source: SourceKind, bytes: &[u8], take: F) -> Vec<Session>
where
    T: for<'de> Parse<'de>,
    F: Fn(&mut Session, <T as Parse<'_>>::Parsed, &[u8]),
{
    let mut session = Session::new(source);
    session.notes.bytes = bytes.len() as u64;
    session.notes.lines = bytes.split(|b| *b == b'\n').count() as u32;
    let bytes = super::lines::strip_bom(bytes);
    if let Err(e) = try_take::<T, F>(&mut session, bytes, &take) {
        match mend(bytes) {
            Some(mended) if try_take::<T, F>(&mut session, &mended, &take).is_ok() => session.notes.lossy_lines += 1,
            _ => note(&mut session.notes, &e),
        }
    }
    vec![session]
}

/// Parses a part of a document; where it holds what cannot be read as text, a copy of it that is put into `mended`.
pub(super) fn part<'r, T: Deserialize<'r>>(raw: &'r RawValue, mended: &'r mut Vec<u8>) -> serde_json::Result<T> {
    serde_json::from_str(raw.get()).or_else(|e| {
        *mended = mend(raw.get().as_bytes()).ok_or(e)?;
        serde_json::from_slice(mended)
    })
}

/// A type that can be parsed from a document, borrowing from it.
pub(super) trait Parse<'de> {
    /// What is parsed.
    type Parsed: Deserialize<'de>;
}

fn try_take<T, F>(session: &mut Session, bytes: &[u8], take: &F) -> serde_json::Result<()>
where
    T: for<'de> Parse<'de>,
    F: Fn(&mut Session, <T as Parse<'_>>::Parsed, &[u8]),
{
    let parsed: <T as Parse<'_>>::Parsed = serde_json::from_slice(bytes)?;
    take(session, parsed, bytes);
    session.notes.records += 1;
    Ok(())
}

fn note(notes: &mut ReadNotes, e: &serde_json::Error) {
    if e.to_string().starts_with("recursion limit") {
        notes.deep_lines += 1;
    } else if e.classify() == Category::Eof {
        notes.truncated_tail = true;
        notes.bad_line(e.line() as u32, "the document is cut off");
    } else {
        notes.bad_line(e.line() as u32, format!("not JSON of this format from column {} on", e.column()));
    }
}
