//! Plain-text and Markdown dialects of transcripts, one file a dialect.
//!
//! A reader gets the physical lines and gives sessions. The text of a [`Say`](super::Say) keeps the newlines of the file: whole
//! lines, prefixes and indentation removed line by line, so that a claim's line can be counted from the line of its event.

mod actions_log;
mod aider;
mod aider_edits;
mod build;
mod chat_log;
mod claude_calls;
mod claude_markdown;
mod claude_text;
mod codex_screen;
mod codex_text;
mod cursor_export;
pub mod detect;
mod gemini_headless;
mod gemini_share;
mod gemini_text;
mod lines;
mod plain;
mod specstory;
mod specstory_tool;
mod step_log;
mod terminal_capture;
mod turns;

pub use detect::detect;

use super::{Limits, ReadNotes, Session, SourceKind};

/// Reads a file of a plain-text dialect, within the default limits.
pub fn read(kind: SourceKind, bytes: &[u8]) -> Vec<Session> {
    read_with(kind, bytes, &Limits::default())
}

/// Reads a file of a plain-text dialect.
pub fn read_with(kind: SourceKind, bytes: &[u8], limits: &Limits) -> Vec<Session> {
    let mut notes = ReadNotes { bytes: bytes.len() as u64, ..ReadNotes::default() };
    let text = lines::normalise(bytes, &mut notes);
    let mut lines: Vec<&str> = text.strip_suffix('\n').unwrap_or(&text).split('\n').collect();
    notes.lines = lines.len() as u32;
    for line in lines.iter_mut().filter(|l| l.len() > limits.max_line) {
        *line = "";
        notes.overlong_lines += 1;
    }
    let mut sessions = match reader(kind) {
        Some(read) => read(&lines),
        None => vec![Session::new(kind)],
    };
    // A block that the end of the file cuts can point one line beyond it.
    for event in sessions.iter_mut().flat_map(|s| &mut s.events) {
        event.line = event.line.min(notes.lines);
    }
    if let Some(first) = sessions.first_mut() {
        notes.records = first.notes.records;
        notes.truncated_tail = first.notes.truncated_tail;
        first.notes = notes;
    }
    sessions
}

type Reader = fn(&[&str]) -> Vec<Session>;

/// The reader of a dialect; `None` for sources that are no text.
fn reader(kind: SourceKind) -> Option<Reader> {
    Some(match kind {
        SourceKind::ActionsLog => actions_log::read,
        SourceKind::Aider => aider::read,
        SourceKind::ChatLog => chat_log::read,
        SourceKind::ClaudeMarkdown => claude_markdown::read,
        SourceKind::ClaudeText => claude_text::read,
        SourceKind::CodexScreen => codex_screen::read,
        SourceKind::CodexText => codex_text::read,
        SourceKind::CursorExport => cursor_export::read,
        SourceKind::GeminiHeadless => gemini_headless::read,
        SourceKind::GeminiShare => gemini_share::read,
        SourceKind::GeminiText => gemini_text::read,
        SourceKind::SpecStory => specstory::read,
        SourceKind::StepLog => step_log::read,
        SourceKind::TerminalCapture => terminal_capture::read,
        SourceKind::Text => plain::read,
        _ => return None,
    })
}
