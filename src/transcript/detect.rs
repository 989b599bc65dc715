//! Which source a file is, from its content alone.

use super::SourceKind;

/// Recognises the source from the first bytes of a file; `None` where it is no transcript.
pub fn detect(head: &[u8]) -> Option<SourceKind> {
    let text = String::from_utf8_lossy(head);
    if text.contains("\"sessionId\"") && text.trim_start().starts_with('{') {
        return Some(SourceKind::ClaudeCode);
    }
    if text.contains("\"session_meta\"") {
        return Some(SourceKind::Codex);
    }
    super::text::detect(head)
}
