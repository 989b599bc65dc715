//! Reading a file in ranges that are joined in order.

use super::lines::{Limits, RecordSink, feed, feed_from};
use super::model::{ReadNotes, Session};
use memchr::memchr;
use rayon::prelude::*;
use std::io::{self, Read};

/// A reader whose state over one range can be joined with that over the next.
pub(crate) trait Joins: RecordSink + Send + Sized {
    /// Takes in what was read of the range behind this one.
    fn join(&mut self, later: Self);
    /// Settles what several records together tell.
    fn finish(self) -> Vec<Session>;
}

/// Files longer than this are read in ranges.
const RANGE: usize = 8 << 20;

/// Reads a whole file from memory, a long one in ranges on several threads.
pub(crate) fn read_all<R: Joins>(bytes: &[u8], limits: &Limits, new: impl Fn(&Limits) -> R + Sync) -> Vec<Session> {
    read_in(bytes, RANGE, limits, new)
}

fn read_in<R: Joins>(bytes: &[u8], range: usize, limits: &Limits, new: impl Fn(&Limits) -> R + Sync) -> Vec<Session> {
    let ranges = split(bytes, range);
    let last = ranges.len().saturating_sub(1);
    let read = |(i, range): (usize, &&[u8])| {
        let mut reader = new(limits);
        feed(&mut reader, range, i == last, limits);
        reader
    };
    let parts: Vec<R> = match ranges.as_slice() {
        [] => return new(limits).finish(),
        [one] => return read((0, one)).finish(),
        many => many.par_iter().enumerate().map(read).collect(),
    };
    let joined = parts.into_iter().reduce(|mut all, part| {
        all.join(part);
        all
    });
    joined.map(Joins::finish).unwrap_or_default()
}

/// Reads a whole stream through a small window.
pub(crate) fn read_stream<R: Joins>(input: impl Read, limits: &Limits, mut reader: R) -> io::Result<Vec<Session>> {
    feed_from(&mut reader, input, limits)?;
    Ok(reader.finish())
}

/// Splits at newlines into ranges of about `size` bytes.
fn split(bytes: &[u8], size: usize) -> Vec<&[u8]> {
    let mut out = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let at = size.min(rest.len());
        let end = memchr(b'\n', &rest[at..]).map_or(rest.len(), |i| at + i + 1);
        let (head, tail) = rest.split_at(end);
        out.push(head);
        rest = tail;
    }
    out
}

impl ReadNotes {
    /// Adds the notes on the range behind this one.
    pub(crate) fn add(&mut self, later: ReadNotes) {
        let base = self.lines;
        for (line, why) in later.bad_lines {
            if self.bad_lines.len() < Self::MAX_KEPT {
                self.bad_lines.push((line + base, why));
            }
        }
        self.lines += later.lines;
        self.records += later.records;
        self.bytes += later.bytes;
        self.bad_line_count += later.bad_line_count;
        self.glued_lines += later.glued_lines;
        self.lossy_lines += later.lossy_lines;
        self.overlong_lines += later.overlong_lines;
        self.deep_lines += later.deep_lines;
        self.truncated_tail |= later.truncated_tail;
        self.duplicate_records += later.duplicate_records;
    }
}

impl Session {
    /// Appends what was read of the range behind this one; gives the new index of each of its agents.
    pub(crate) fn append(&mut self, later: Session) -> Vec<u16> {
        let lines = self.notes.lines;
        let agents: Vec<u16> = later
            .agents
            .into_iter()
            .map(|info| {
                let i = self.agent_index(&info.id);
                if let Some(own) = self.agents.get_mut(i as usize)
                    && own.parent_call.is_none()
                {
                    own.parent_call = info.parent_call;
                }
                i
            })
            .collect();
        self.events.extend(later.events.into_iter().map(|mut e| {
            e.line += lines;
            e.agent = agents.get(e.agent as usize).copied().unwrap_or(e.agent);
            e
        }));
        self.notes.add(later.notes);
        let (own, meta) = (&mut self.meta, later.meta);
        own.session_id = own.session_id.take().or(meta.session_id);
        own.agent_id = own.agent_id.take().or(meta.agent_id);
        own.project = own.project.take().or(meta.project);
        own.cwd = own.cwd.take().or(meta.cwd);
        own.agent_version = own.agent_version.take().or(meta.agent_version);
        own.branch = own.branch.take().or(meta.branch);
        own.is_copy |= meta.is_copy;
        own.record_keys.extend(meta.record_keys);
        agents
    }

    /// The file belongs to this agent alone: it becomes the one that speaks in it.
    pub(crate) fn become_agent(&mut self, agent: u16) {
        if agent == 0 || agent as usize >= self.agents.len() {
            return;
        }
        self.meta.agent_id = Some(self.agents.remove(agent as usize).id);
        for e in &mut self.events {
            e.agent = match e.agent {
                a if a == agent => 0,
                a if a > agent => a - 1,
                a => a,
            };
        }
    }
}
