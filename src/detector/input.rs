//! What a detector is given.

use crate::transcript::{Event, EventKind, Session};

/// One session of a transcript file, with the file.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// The whole file, decompressed.
    pub bytes: &'a [u8],
    /// The session as read.
    pub session: &'a Session,
    /// First and last physical line of the file that belong to the session.
    pub lines: (u32, u32),
}

impl<'a> Input<'a> {
    /// One input for each session of a file; together they cover every line once.
    pub fn of_file(bytes: &'a [u8], sessions: &'a [Session]) -> Vec<Input<'a>> {
        let start = |s: &Session| s.events.first().map_or(u32::MAX, |e| e.line);
        let mut out: Vec<Input<'a>> = Vec::with_capacity(sessions.len());
        for session in sessions {
            let from = if out.is_empty() { 1 } else { start(session) };
            if let Some(last) = out.last_mut() {
                last.lines.1 = from.saturating_sub(1);
            }
            out.push(Input { bytes, session, lines: (from, u32::MAX) });
        }
        out
    }

    /// The index of the agent's text at a physical line, or the nearest one before it: where a detector that goes by lines puts
    /// what it finds.
    pub fn step_of_text_at(&self, line: u32) -> usize {
        let events = &self.session.events;
        let is_text = |e: &Event| matches!(e.kind, EventKind::Say(_));
        let before = events.partition_point(|e| e.line <= line);
        let nearest = events[..before].iter().rposition(is_text);
        nearest.or_else(|| events.iter().position(is_text)).unwrap_or(0)
    }

    /// True where a physical line belongs to the session.
    pub fn has_line(&self, line: u32) -> bool {
        (self.lines.0..=self.lines.1).contains(&line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::{Mark, SourceKind};

    #[test]
    fn the_lines_of_a_file_are_dealt_out_once() {
        let session = |line| {
            let mut s = Session::new(SourceKind::Text);
            s.push(line, 0, None, EventKind::Mark(Mark::Interrupted));
            s
        };
        let sessions = [session(3), session(9)];
        let inputs = Input::of_file(b"", &sessions);
        for line in 1..20 {
            assert_eq!(inputs.iter().filter(|i| i.has_line(line)).count(), 1, "line {line}");
        }
        assert!(inputs[0].has_line(8) && inputs[1].has_line(9));
    }
}
