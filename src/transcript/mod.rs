//! Transcripts: one common model, one reader a source format, detection from content.
//!
//! **Invariant:** reading never fails as a whole. A reader returns what it could read, and notes what was wrong.

mod agent_trace;
pub mod archive;
mod claude_code;
mod codex;
mod codex_json;
pub mod detect;
mod document;
mod gemini_json;
pub mod kind;
mod lines;
mod mini_swe;
pub mod model;
mod ranges;
mod stream_json;
mod swe_agent;
pub mod text;
mod times;
mod tools;
mod wire;

pub use kind::{Keeps, SourceKind};
pub use lines::Limits;
pub use model::*;

use std::io;

/// Reads the bytes of one transcript of a known source, within the default limits. Most sources hold one session; some hold several.
pub fn read(source: SourceKind, bytes: &[u8]) -> Vec<Session> {
    read_with(source, bytes, &Limits::default())
}

/// Reads the bytes of one transcript of a known source.
pub fn read_with(source: SourceKind, bytes: &[u8], limits: &Limits) -> Vec<Session> {
    let bytes = &*lines::decode_utf16(bytes);
    match source {
        SourceKind::ClaudeCode => ranges::read_all(bytes, limits, claude_code::Reader::new),
        SourceKind::Codex => ranges::read_all(bytes, limits, codex::Reader::new),
        SourceKind::CodexJson => codex_json::read(bytes, limits),
        SourceKind::StreamJson => stream_json::read(bytes, limits),
        SourceKind::AgentTrace => agent_trace::read(bytes, limits),
        SourceKind::MiniSwe => mini_swe::read(bytes),
        SourceKind::SweAgent => swe_agent::read(bytes),
        SourceKind::GeminiJson => gemini_json::read(bytes),
        other => text::read_with(other, bytes, limits),
    }
}

/// A file that starts like this is read line by line, whatever its size.
pub fn streams(source: SourceKind, head: &[u8]) -> bool {
    let utf16 = matches!(head, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
    matches!(source, SourceKind::ClaudeCode | SourceKind::Codex) && !utf16
}

/// Reads a transcript from a stream: through a window of a few lines where the source allows it, so that memory stays bounded by what
/// is kept of the sessions.
pub fn read_from(source: SourceKind, input: impl io::Read + Send, limits: &Limits) -> io::Result<Vec<Session>> {
    read_parts(source, &mut [input], limits)
}

/// Reads a transcript from the parts of its file at once. Each part ends with a line.
pub fn read_parts(source: SourceKind, inputs: &mut [impl io::Read + Send], limits: &Limits) -> io::Result<Vec<Session>> {
    match source {
        SourceKind::ClaudeCode => ranges::read_parts(inputs, limits, claude_code::Reader::new),
        SourceKind::Codex => ranges::read_parts(inputs, limits, codex::Reader::new),
        other => {
            let mut bytes = Vec::new();
            for input in inputs {
                input.read_to_end(&mut bytes)?;
            }
            Ok(read_with(other, &bytes, limits))
        }
    }
}
