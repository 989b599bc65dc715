//! Transcripts: one common model, one reader a source format, detection from content.
//!
//! **Invariant:** reading never fails as a whole. A reader returns what it could read, and notes what was wrong.

pub mod claude_code;
pub mod codex;
pub mod detect;
pub mod kind;
pub mod model;
pub mod text;

pub use kind::{Keeps, SourceKind};
pub use model::*;

/// Reads the bytes of one transcript of a known source. Most sources hold one session; some hold several.
pub fn read(source: SourceKind, bytes: &[u8]) -> Vec<Session> {
    match source {
        SourceKind::ClaudeCode => vec![claude_code::read(bytes)],
        SourceKind::Codex => vec![codex::read(bytes)],
        other => text::read(other, bytes),
    }
}
