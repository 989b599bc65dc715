//! Calls joined with what tells how they ended: by id, never by position.

use crate::transcript::{Action, Call, Cut, EventKind, Mark, Session, Status};
use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};

/// A call and its end.
#[derive(Debug)]
pub(super) struct Joined<'a> {
    /// Index of the call's event.
    pub at: usize,
    pub call: &'a Call,
    /// Index of the event that tells how it ended, or the last that tells anything.
    pub end: Option<usize>,
    pub status: Option<Status>,
    /// Everything that it printed, over all polls.
    pub text: Cow<'a, str>,
    pub cut: Cut,
    pub file_lines: Option<u64>,
    /// It was polled by a later call, or polls an earlier one.
    pub continues: bool,
    /// Id of the running process or subagent.
    pub process: Option<&'a str>,
}

impl Joined<'_> {
    /// It has an end on record.
    pub fn ended(&self) -> bool {
        self.status.is_some_and(|s| s != Status::Running)
    }
}

/// Joins the calls of a session, in the order of the calls.
pub(super) fn join(session: &Session) -> Vec<Joined<'_>> {
    let mut calls: Vec<Joined> = Vec::new();
    // Results can stand before their call: ids first.
    let mut open: BTreeMap<&str, VecDeque<usize>> = BTreeMap::new();
    for (at, e) in session.events.iter().enumerate() {
        if let EventKind::Call(call) = &e.kind {
            open.entry(&call.id).or_default().push_back(calls.len());
            calls.push(Joined {
                at,
                call,
                end: None,
                status: None,
                text: Cow::Borrowed(""),
                cut: Cut::No,
                file_lines: None,
                continues: false,
                process: None,
            });
        }
    }
    let mut running: BTreeMap<&str, usize> = BTreeMap::new();
    let mut last_running = None;
    for (at, e) in session.events.iter().enumerate() {
        match &e.kind {
            EventKind::Result(r) => {
                let Some(queue) = open.get_mut(&*r.id) else { continue };
                // A second result of one call (a progress record, then the end) replaces the first.
                let Some(&i) = queue.front() else { continue };
                if queue.len() > 1 {
                    queue.pop_front();
                }
                let polled = match &calls[i].call.action {
                    Action::Poll { process, .. } if process.is_empty() => last_running,
                    Action::Poll { process, .. } => running.get(process.as_str()).copied(),
                    _ => None,
                };
                calls[i].end = Some(at);
                calls[i].status = Some(r.status);
                if let Some(first) = polled.filter(|p| *p != i) {
                    calls[i].continues = true;
                    let c = &mut calls[first];
                    c.end = Some(at);
                    c.status = Some(if r.status == Status::Unknown { c.status.unwrap_or(r.status) } else { r.status });
                    append(c.text.to_mut(), &r.text);
                    c.cut = worse(c.cut, r.cut);
                    continue;
                }
                let c = &mut calls[i];
                c.text = Cow::Borrowed(&r.text);
                c.cut = r.cut;
                c.file_lines = r.file_lines;
                if let Some(p) = r.process.as_deref() {
                    c.process = Some(p);
                    if r.status == Status::Running {
                        running.insert(p, i);
                    }
                }
                if r.status == Status::Running {
                    last_running = Some(i);
                }
            }
            EventKind::Mark(Mark::TaskEnd { process, status, text }) => {
                let Some(&i) = running.get(&**process) else { continue };
                let c = &mut calls[i];
                if c.ended() && c.status != Some(Status::Unknown) {
                    continue;
                }
                c.end = Some(at);
                c.status = Some(*status);
                if matches!(c.call.action, Action::Agent { .. }) && !text.is_empty() {
                    c.text = Cow::Borrowed(text);
                }
            }
            _ => {}
        }
    }
    calls
}

/// Most bytes that are kept of a polled process.
const KEEP_POLLED: usize = 256 * 1024;

/// Adds the text of a poll to what the process printed before; some hosts print all of it again.
fn append(text: &mut String, more: &str) {
    if !text.is_empty() && more.starts_with(text.as_str()) {
        text.clear();
    } else if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(more);
    if text.len() > KEEP_POLLED {
        let mut cut = text.len() - KEEP_POLLED / 2;
        while !text.is_char_boundary(cut) {
            cut += 1;
        }
        text.drain(..cut);
    }
}

fn worse(a: Cut, b: Cut) -> Cut {
    let rank = |c| match c {
        Cut::No => 0,
        Cut::Reader => 1,
        Cut::Middle => 2,
        Cut::Tail => 3,
        Cut::All => 4,
    };
    if rank(b) > rank(a) { b } else { a }
}
