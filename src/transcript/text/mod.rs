//! Plain-text and Markdown dialects of transcripts, one file a dialect.
//!
//! A reader gets the physical lines and gives sessions. The text of a [`Say`](super::Say) keeps the newlines of the file: whole
//! lines, prefixes and indentation removed line by line, so that a claim's line can be counted from the line of its event.

mod aider;
mod aider_edits;
mod build;
mod claude_text;
mod codex_text;
pub mod detect;
mod lines;
mod shell;
mod specstory;
mod specstory_tool;

pub use detect::detect;

use super::{ReadNotes, Session, SourceKind};

/// Reads a file of a plain-text dialect.
pub fn read(kind: SourceKind, bytes: &[u8]) -> Vec<Session> {
    let mut notes = ReadNotes { bytes: bytes.len() as u64, ..ReadNotes::default() };
    let text = lines::normalise(bytes, &mut notes);
    let lines: Vec<&str> = text.strip_suffix('\n').unwrap_or(&text).split('\n').collect();
    notes.lines = lines.len() as u32;
    let mut sessions = match kind {
        SourceKind::Aider => aider::read(&lines),
        SourceKind::ClaudeText => claude_text::read(&lines),
        SourceKind::CodexText => codex_text::read(&lines),
        SourceKind::SpecStory => specstory::read(&lines),
        other => vec![Session::new(other)],
    };
    if let Some(first) = sessions.first_mut() {
        notes.records = first.notes.records;
        first.notes = notes;
    }
    sessions
}
