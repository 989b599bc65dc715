//! What only several records together tell: the ends of background tasks, queued input, whose result a result is.

use super::results::{agent_id, background_id, task_state};
use super::tools::stops_process;
use super::users::COMMAND_MARK;
use crate::transcript::model::*;
use std::collections::{HashMap, HashSet, VecDeque};

/// One step of the queue of input that waits for the agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum QueueStep {
    /// Put in; the event it gave, where a person typed it.
    Enqueued(Option<usize>),
    /// Taken out to begin a turn: a record of its own follows.
    Dequeued,
    /// Taken into the running turn.
    Taken,
    /// All taken back by the person.
    Withdrawn,
}

impl QueueStep {
    /// The same, with events counted from `base`.
    pub(super) fn shifted(self, base: usize) -> Self {
        match self {
            QueueStep::Enqueued(Some(at)) => QueueStep::Enqueued(Some(at + base)),
            step => step,
        }
    }
}

/// Leaves of what was queued only what stands nowhere else, of the ends of tasks the first telling each, and puts a person's command
/// and its output together.
pub(super) fn settle_queue(session: &mut Session, queue: &[QueueStep]) {
    let mut drop = vec![false; session.events.len()];
    drop_queued(&session.events, queue, &mut drop);
    drop_retold_ends(&session.events, &mut drop);
    join_commands(&mut session.events, &mut drop);
    let mut dropped = drop.into_iter();
    session.events.retain(|_| !dropped.next().unwrap_or(false));
}

/// Texts of the person after a queued one among which it is looked for.
const NEAR: usize = 200;

fn drop_queued(events: &[Event], queue: &[QueueStep], drop: &mut [bool]) {
    let mut waiting: VecDeque<Option<usize>> = VecDeque::new();
    let mut taken: Vec<usize> = Vec::new();
    for step in queue {
        match step {
            QueueStep::Enqueued(at) => waiting.push_back(*at),
            QueueStep::Dequeued => mark(drop, waiting.pop_front().flatten()),
            QueueStep::Taken => taken.extend(waiting.pop_front().flatten()),
            QueueStep::Withdrawn => waiting.drain(..).for_each(|at| mark(drop, at)),
        }
    }
    waiting.drain(..).for_each(|at| mark(drop, at));
    for at in taken {
        let said = human(&events[at]).unwrap_or_default();
        let later = events.iter().enumerate().skip(at + 1).filter(|(i, _)| !drop[*i]).filter_map(|(_, e)| human(e));
        if later.take(NEAR).any(|text| text.contains(said.trim())) {
            drop[at] = true;
        }
    }
}

fn mark(drop: &mut [bool], at: Option<usize>) {
    if let Some(slot) = at.and_then(|i| drop.get_mut(i)) {
        *slot = true;
    }
}

fn human(event: &Event) -> Option<&str> {
    match &event.kind {
        EventKind::User(u) if u.origin == Origin::Human => Some(&u.text),
        _ => None,
    }
}

fn drop_retold_ends(events: &[Event], drop: &mut [bool]) {
    let mut told = HashSet::new();
    for (i, event) in events.iter().enumerate() {
        if let EventKind::Mark(Mark::TaskEnd { process, text, .. }) = &event.kind
            && !told.insert((process, text))
        {
            drop[i] = true;
        }
    }
}

fn join_commands(events: &mut [Event], drop: &mut [bool]) {
    let mut open: Option<usize> = None;
    for (i, drop) in drop.iter_mut().enumerate().take(events.len()) {
        let (before, here) = events.split_at_mut(i);
        match &here[0].kind {
            EventKind::User(UserText { text, origin: Origin::HumanCommand }) if text.starts_with(COMMAND_MARK) => open = Some(i),
            EventKind::User(UserText { text, origin: Origin::HumanCommand }) => {
                if let Some(EventKind::User(command)) = open.take().map(|at| &mut before[at].kind) {
                    command.text.push('\n');
                    command.text.push_str(text);
                    *drop = true;
                }
            }
            EventKind::Say(_) | EventKind::Call(_) => open = None,
            _ => {}
        }
    }
}

/// Reads results by the call that they answer.
pub(in crate::transcript) fn settle_results(session: &mut Session) {
    let mut calls: HashMap<Box<str>, usize> = HashMap::new();
    for i in 0..session.events.len() {
        let (before, here) = session.events.split_at_mut(i);
        match &mut here[0].kind {
            EventKind::Call(call) => {
                calls.insert(call.id.clone(), i);
            }
            EventKind::Result(result) => match calls.get(&result.id).and_then(|at| before.get_mut(*at)).map(|e| &mut e.kind) {
                Some(EventKind::Call(call)) => settle_result(call, result),
                _ => result.file_lines = None,
            },
            _ => {}
        }
    }
}

fn settle_result(call: &mut Call, result: &mut CallResult) {
    let ok = result.status == Status::Ok;
    if !matches!(call.action, Action::Read { .. }) {
        result.file_lines = None;
    }
    match &mut call.action {
        Action::Shell { .. } if ok => {
            if let Some(id) = background_id(&result.text) {
                result.process = Some(id.into());
                result.status = Status::Running;
            }
        }
        Action::Poll { process, .. } if ok => {
            if result.process.is_none() && !process.is_empty() {
                result.process = Some(process.as_str().into());
            }
            if stops_process(&call.tool) {
                result.status = Status::Killed;
            } else if let Some(state) = task_state(&result.text) {
                result.status = state.status;
                result.process = state.id.map(Into::into).or_else(|| result.process.take());
                result.text = state.output.into_owned();
            }
        }
        Action::Agent { .. } if ok => {
            let runs_on =
                ["Async agent launched successfully", "Spawned successfully"].iter().any(|w| result.text.starts_with(w));
            if runs_on {
                result.status = Status::Running;
            }
            if result.process.is_none() {
                result.process = agent_id(&result.text).map(Into::into);
            }
        }
        Action::Todo { items, whole: false } => settle_todo(items, result),
        _ => {}
    }
}

/// A new task learns its id from the result; a failed update carries no error flag.
fn settle_todo(items: &mut [TodoItem], result: &mut CallResult) {
    if result.status == Status::Ok && result.text.starts_with("Task not found") {
        result.status = Status::Error;
    }
    let number = result.text.strip_prefix("Task #").and_then(|t| t.split_once(' ')).map(|(n, _)| n);
    if let (Some(number), [item]) = (number, items)
        && item.id.is_empty()
    {
        item.id = number.to_owned();
    }
}
