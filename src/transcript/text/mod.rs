//! Plain-text and Markdown dialects of transcripts.

pub mod detect;

pub use detect::detect;

use super::{Session, SourceKind};

/// Reads a file of a plain-text dialect.
pub fn read(kind: SourceKind, bytes: &[u8]) -> Vec<Session> {
    let mut session = Session::new(kind);
    session.notes.bytes = bytes.len() as u64;
    vec![session]
}
