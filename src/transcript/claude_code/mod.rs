//! Claude Code session files (JSONL), of a main session or of one subagent.
//!
//! Every line is read on its own into events ([`Reader`]); what needs more than one record is settled afterwards (`settle`), so that
//! ranges of a file can be read apart and joined.

mod message;
mod record;
mod results;
mod settle;
mod tools;
mod users;

pub(super) use message::{Place, ResultFacts, hear, speak};
pub(super) use record::Message;
pub(super) use settle::settle_results;
pub(super) use tools::action;
pub(super) use users::Facts;

use super::SourceKind;
use super::lines::{Limits, RecordSink};
use super::model::*;
use super::ranges::Joins;
use super::wire::{Content, identity, key};
use record::{Head, Record, head};
use settle::QueueStep;
use std::mem::take;
use users::user_event;

/// The state of reading one file, or a range of it.
pub(super) struct Reader {
    session: Session,
    strict: bool,
    /// Session ids with the number of their records; a file can hold records of another session.
    ids: Vec<(String, u32)>,
    /// Key of what the first record refers to; 0 where it refers to nothing.
    first_parent: Option<u64>,
    queue: Vec<QueueStep>,
    main_records: u32,
    side_agent: Option<u16>,
}

/// Session ids that are counted; a file of one session has one or two.
const MOST_IDS: usize = 64;

impl Reader {
    pub(super) fn new(limits: &Limits) -> Self {
        Reader {
            session: Session::new(SourceKind::ClaudeCode),
            strict: limits.strict,
            ids: Vec::new(),
            first_parent: None,
            queue: Vec::new(),
            main_records: 0,
            side_agent: None,
        }
    }

    fn take(&mut self, line: u32, mut r: Record) {
        self.identify(&r);
        let (time, cwd) = (take(&mut r.timestamp), take(&mut r.cwd));
        let at = Place { time: time.some(), cwd: cwd.some(), ..self.place(line, &r) };
        match r.kind.as_str() {
            "assistant" | "user" => self.message(at, r),
            "progress" => self.progress(at, r),
            "system" if r.subtype.as_str() == "compact_boundary" => self.session.put(at, EventKind::Mark(Mark::Compaction)),
            "attachment" => self.attachment(at, r),
            "queue-operation" => self.queued(at, r),
            _ => {}
        }
    }

    fn link(&mut self, r: &Record) {
        if self.first_parent.is_none() {
            self.first_parent = r.parent.as_ref().map(|p| p.some().map_or(0, key));
        }
    }

    fn identify(&mut self, r: &Record) {
        self.link(r);
        if let Some(uuid) = r.uuid.some() {
            self.session.meta.record_keys.push(key(uuid));
        }
        if let Some(id) = r.session_id.some().filter(|_| self.ids.len() < MOST_IDS) {
            match self.ids.iter_mut().find(|(known, _)| known == id) {
                Some((_, n)) => *n += 1,
                None => self.ids.push((id.to_owned(), 1)),
            }
        }
        let meta = &mut self.session.meta;
        let first = |slot: &mut Option<String>, value: &super::wire::Str| {
            if slot.is_none() {
                *slot = value.some().map(Into::into);
            }
        };
        first(&mut meta.cwd, &r.cwd);
        first(&mut meta.agent_version, &r.version);
        first(&mut meta.branch, &r.branch);
    }

    fn place(&mut self, line: u32, r: &Record) -> Place<'static> {
        let agent = if r.is_sidechain.is_true() {
            let agent = self.session.agent_index(r.agent_id.some().unwrap_or("sidechain"));
            self.side_agent.get_or_insert(agent);
            agent
        } else {
            self.main_records += u32::from(r.message.is_some());
            0
        };
        Place { line, agent, key: r.uuid.some().map_or(0, identity), ..Place::default() }
    }

    fn message(&mut self, at: Place, mut r: Record) {
        let Some(message) = r.message.take() else {
            return;
        };
        if r.kind.as_str() == "assistant" {
            if message.model.as_str() == "<synthetic>" && says(&message.content, "No response requested.") {
                self.resumed(at);
            } else if !r.is_api_error.is_true() {
                speak(&mut self.session, at, message);
            }
            return;
        }
        let facts = Facts {
            is_meta: r.is_meta.is_true(),
            is_summary: r.is_summary.is_true(),
            is_plan: !r.plan.is_empty(),
            is_subagent: at.agent != 0,
        };
        let has_results = matches!(message.content, Content::Blocks(_));
        let results = ResultFacts {
            denied: !r.denial.is_empty(),
            no_match: has_results && r.return_code_reading(),
            file_lines: r.file_lines().filter(|_| has_results),
            agent: r.tool_result.agent_id.some(),
            runs_on: matches!(r.tool_result.status.as_str(), "async_launched" | "teammate_spawned"),
        };
        hear(&mut self.session, at, message, facts, results);
    }

    /// Records of a subagent stand whole within records of its parent.
    fn progress(&mut self, at: Place, r: Record) {
        let Some(progress) = r.data else {
            return;
        };
        let Some(mut inner) = progress.message else {
            if progress.hook_name.as_str() == "SessionStart:resume" {
                self.resumed(at);
            }
            return;
        };
        let agent = self.session.agent_index(progress.agent_id.some().unwrap_or("unnamed"));
        if let Some(info) = self.session.agents.get_mut(agent as usize)
            && info.parent_call.is_none()
        {
            info.parent_call = r.parent_call.some().map(Into::into);
        }
        let key = inner.uuid.some().map_or(at.key, identity);
        self.session.meta.record_keys.push(key);
        let at = Place { agent, key, time: inner.timestamp.some().or(at.time), ..at };
        let Some(message) = inner.message.take() else {
            return;
        };
        if inner.kind.as_str() == "assistant" {
            speak(&mut self.session, at, message);
        } else {
            let facts = Facts { is_subagent: true, ..Facts::default() };
            hear(&mut self.session, at, message, facts, ResultFacts::default());
        }
    }

    fn attachment(&mut self, at: Place, r: Record) {
        match r.attachment.kind.as_str() {
            "queued_command" => {
                if let Some(event) = user_event(r.attachment.prompt.flat(), Facts::default()) {
                    self.session.put(at, event);
                }
            }
            "hook_blocking_error" => {
                let said = r.attachment.blocking_error.0.blocking_error;
                let text = format!("{} hook blocking error: {}", r.attachment.hook_name.as_str(), said.as_str());
                self.session.put(at, EventKind::User(UserText { text, origin: Origin::Injected }));
            }
            "hook_success" if r.attachment.hook_name.as_str() == "SessionStart:resume" => self.resumed(at),
            _ => {}
        }
    }

    /// What was typed while the agent worked. A text that goes into the running turn stands nowhere else.
    fn queued(&mut self, at: Place, r: Record) {
        let step = match r.operation.as_str() {
            "enqueue" => {
                let text = r.content.flat();
                let is_note = text.trim_start().starts_with("{\"task_id\"");
                let event = user_event(text, Facts::default()).filter(|_| !is_note);
                let typed = matches!(&event, Some(EventKind::User(u)) if u.origin == Origin::Human);
                match event {
                    Some(event) if typed || matches!(event, EventKind::Mark(_)) => {
                        self.session.put(at, event);
                        QueueStep::Enqueued(typed.then(|| self.session.events.len() - 1))
                    }
                    _ => QueueStep::Enqueued(None),
                }
            }
            "dequeue" => QueueStep::Dequeued,
            "remove" => QueueStep::Taken,
            "popAll" => QueueStep::Withdrawn,
            _ => return,
        };
        self.queue.push(step);
    }

    fn resumed(&mut self, at: Place) {
        self.session.put(at, EventKind::Mark(Mark::Resumed));
    }
}

fn says(content: &Content, words: &str) -> bool {
    match content {
        Content::Text(t) => t == words,
        Content::Blocks(b) => b.first().is_some_and(|b| b.text.as_str() == words),
        Content::None => false,
    }
}

impl RecordSink for Reader {
    fn record(&mut self, line: u32, bytes: &[u8]) -> serde_json::Result<()> {
        let head = head(bytes);
        if head != Head::Read {
            // The first record that is linked to others tells whether the file has its beginning.
            let is_link = self.first_parent.is_none() && bytes.starts_with(b"{\"parentUuid\"");
            if is_link || self.strict {
                let record = Record::parse(bytes, self.strict)?;
                self.link(&record);
            }
            if head == Head::ResumeHook {
                self.resumed(Place { line, ..Place::default() });
            }
            return Ok(());
        }
        let record = Record::parse(bytes, self.strict)?;
        self.take(line, record);
        Ok(())
    }

    fn notes(&mut self) -> &mut ReadNotes {
        &mut self.session.notes
    }
}

impl Joins for Reader {
    fn join(&mut self, later: Self) {
        let base = self.session.events.len();
        let agents = self.session.append(later.session);
        for (id, n) in later.ids {
            match self.ids.iter_mut().find(|(known, _)| *known == id) {
                Some((_, sum)) => *sum += n,
                None => self.ids.push((id, n)),
            }
        }
        self.first_parent = self.first_parent.or(later.first_parent);
        self.queue.extend(later.queue.into_iter().map(|step| step.shifted(base)));
        self.main_records += later.main_records;
        self.side_agent = self.side_agent.or(later.side_agent.and_then(|a| agents.get(a as usize).copied()));
    }

    fn finish(mut self) -> Vec<Session> {
        let meta = &mut self.session.meta;
        meta.project = meta.cwd.clone();
        // Of equal counts the first.
        let most = self.ids.iter().map(|(_, n)| *n).max();
        meta.session_id = self.ids.into_iter().find(|(_, n)| Some(*n) == most).map(|(id, _)| id);
        let missing_head = self.first_parent.is_some_and(|p| p != 0 && !meta.record_keys.contains(&p));
        settle::settle_queue(&mut self.session, &self.queue);
        self.session.drop_repeated_marks();
        if let Some(agent) = self.side_agent.filter(|_| self.main_records == 0) {
            self.session.become_agent(agent);
        }
        settle_results(&mut self.session);
        if missing_head {
            let line = self.session.events.first().map_or(1, |e| e.line);
            let mark = Event { line, agent: 0, time: None, key: 0, kind: EventKind::Mark(Mark::MissingHead) };
            self.session.events.insert(0, mark);
        }
        vec![self.session]
    }
}

#[cfg(test)]
mod tests;
