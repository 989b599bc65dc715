//! Codex rollouts (JSONL): the old flat form and the envelope form, of a main session or of one subagent.
//!
//! As with Claude Code, lines are read on their own ([`Reader`]), and what needs several is settled afterwards (`settle`).

mod calls;
mod outputs;
mod record;
mod script;
mod settle;

pub(super) use calls::{asked, shell, unwrap_shell};

use super::SourceKind;
use super::lines::{Limits, RecordSink};
use super::model::*;
use super::ranges::Joins;
use super::wire::{Content, Obj, key};
use calls::{Asked, asked_by_object};
use outputs::Output;
use record::{Line, Payload, is_skipped};
use settle::{Meta, Trail};

/// The state of reading one rollout, or a range of it.
pub(super) struct Reader {
    session: Session,
    strict: bool,
    trail: Trail,
}

impl Reader {
    pub(super) fn new(limits: &Limits) -> Self {
        Reader { session: Session::new(SourceKind::Codex), strict: limits.strict, trail: Trail::default() }
    }

    fn put(&mut self, line: u32, time: Option<&str>, kind: EventKind) -> usize {
        self.session.push(line, 0, time, kind);
        self.session.events.len() - 1
    }

    fn take(&mut self, line: u32, time: Option<&str>, envelope: &str, p: Payload) {
        match envelope {
            "session_meta" => self.meta(line, time, &p),
            "turn_context" => {
                self.trail.context(self.session.events.len(), p.model.some(), p.cwd.some());
            }
            "response_item" => self.item(line, time, p),
            "event_msg" => self.event(line, time, p),
            "compacted" => self.compacted(line, time),
            // The old form has no envelope: its first line is the meta, all others are items.
            "" if p.kind.is_empty() && !p.id.is_empty() => self.meta(line, p.timestamp.some(), &p),
            "" => self.item(line, time, p),
            _ => {}
        }
    }

    /// A second meta record is either that of the same session, resumed, or of the one that this file was forked from.
    fn meta(&mut self, line: u32, time: Option<&str>, p: &Payload) {
        let at = self.put(line, time, EventKind::Mark(Mark::Resumed));
        self.trail.metas.push(Meta::of(at, p));
    }

    fn compacted(&mut self, line: u32, time: Option<&str>) {
        self.put(line, time, EventKind::Mark(Mark::Compaction));
    }

    fn item(&mut self, line: u32, time: Option<&str>, p: Payload) {
        match p.kind.as_str() {
            "message" => self.message(line, time, p),
            "function_call" => {
                let asked = asked(p.name.as_str(), p.namespace.as_str(), p.arguments.as_str());
                self.call(line, time, p.call_id.as_str(), p.name.as_str(), asked);
            }
            "custom_tool_call" if p.name.as_str() == "exec" => self.script(line, time, p),
            "custom_tool_call" => {
                let asked = asked(p.name.as_str(), p.namespace.as_str(), p.input.as_str());
                self.call(line, time, p.call_id.as_str(), p.name.as_str(), asked);
            }
            "local_shell_call" => {
                let id = p.call_id.some().or(p.id.some()).unwrap_or_default();
                self.call(line, time, id, "local_shell", asked_by_object(p.kind.as_str(), p.action));
            }
            "web_search_call" => self.web(line, time, p),
            "function_call_output" | "custom_tool_call_output" => self.output(line, time, p.call_id.as_str(), p.output),
            _ => {}
        }
    }

    fn message(&mut self, line: u32, time: Option<&str>, p: Payload) {
        let text = p.content.flat();
        match p.role.as_str() {
            "assistant" if !text.trim().is_empty() => {
                let say = Say { text: text.into_owned(), model: None, message: p.id.some().map(Into::into) };
                self.put(line, time, EventKind::Say(say));
            }
            "user" => {
                if self.trail.told_cwd.is_none() {
                    self.trail.told_cwd = settle::told_cwd(&text).map(Into::into);
                }
                if let Some(event) = settle::user_item(&text) {
                    let at = self.put(line, time, event);
                    self.trail.user_items.push(at);
                }
            }
            _ => {}
        }
    }

    fn call(&mut self, line: u32, time: Option<&str>, id: &str, tool: &str, asked: Asked) {
        let call = Call { id: id.into(), tool: tool.into(), action: asked.action, cwd: asked.workdir.map(Into::into) };
        let at = self.put(line, time, EventKind::Call(call));
        self.session.events[at].key = key(id);
    }

    /// A script's calls become calls of their own. With one of them the script's id is its id.
    fn script(&mut self, line: u32, time: Option<&str>, p: Payload) {
        let id = p.call_id.as_str();
        let mut calls = script::calls(p.input.as_str());
        match calls.len() {
            0 => {
                let action = Action::Other { input: keep_ends(p.input.as_str()).0 };
                self.call(line, time, id, "exec", Asked { action, workdir: None });
            }
            1 => {
                let one = calls.remove(0);
                self.call(line, time, id, &one.tool, one.asked);
            }
            _ => {
                for (i, one) in calls.into_iter().enumerate() {
                    self.call(line, time, &settle::inner_id(id, i), &one.tool, one.asked);
                }
            }
        }
        self.trail.scripts.insert(id.into());
    }

    fn web(&mut self, line: u32, time: Option<&str>, p: Payload) {
        let id = p.id.as_str();
        let status = if p.status.as_str() == "completed" { Status::Ok } else { Status::Unknown };
        self.call(line, time, id, "web_search", asked_by_object(p.kind.as_str(), p.action));
        // What was found is never stored.
        let output = Output { status, text: String::new(), cut: Cut::All, process: None };
        self.result(line, time, id, output);
    }

    fn output(&mut self, line: u32, time: Option<&str>, id: &str, content: Content) {
        let parts: Vec<String> = outputs::parts(content).into_iter().map(Into::into).collect();
        let whole = outputs::output(&parts.join("\n"));
        let at = self.result(line, time, id, whole);
        if parts.len() > 1 || parts.first().is_some_and(|p| p.starts_with("Script ")) {
            self.trail.parts.insert(at, parts);
        }
    }

    fn result(&mut self, line: u32, time: Option<&str>, id: &str, output: Output) -> usize {
        let at = self.put(line, time, EventKind::Result(settle::result(id, output)));
        self.session.events[at].key = key(id);
        at
    }

    fn event(&mut self, line: u32, time: Option<&str>, p: Payload) {
        match p.kind.as_str() {
            "user_message" => {
                let at = self.put(line, time, settle::user_said(p.message.as_str()));
                self.trail.user_events.push(at);
            }
            "agent_message" => {
                let say = Say { text: p.message.owned(), model: None, message: None };
                let at = self.put(line, time, EventKind::Say(say));
                self.trail.agent_events.push(at);
            }
            "turn_aborted" => {
                self.put(line, time, EventKind::Mark(Mark::Interrupted));
            }
            "context_compacted" => self.compacted(line, time),
            "exec_command_end" | "patch_apply_end" | "mcp_tool_call_end" => self.trail.ended(&p),
            "item_completed" if p.item.0.kind.as_str() == "CommandExecution" => self.executed(line, time, p),
            _ => {}
        }
    }

    /// A command that a script ran, told by the host with its status.
    fn executed(&mut self, line: u32, time: Option<&str>, p: Payload) {
        let Obj(item) = p.item;
        let argv: Vec<&str> = item.command.0.iter().map(|w| w.as_str()).collect();
        let cwd = item.cwd.some().map(|c| c.strip_prefix("file://").unwrap_or(c).to_owned());
        let id = item.id.as_str();
        self.call(line, time, id, "exec_command", calls::vector(&argv, cwd));
        let status = match (item.exit_code.code(), item.status.as_str()) {
            (Some(0), _) => Status::Ok,
            (Some(n), _) => Status::Exit(n),
            (None, "declined") => Status::Denied,
            (None, "failed") => Status::Error,
            (None, _) => Status::Unknown,
        };
        let output = Output { status, text: item.aggregated_output.owned(), cut: Cut::No, process: None };
        self.trail.executions.insert(id.into());
        self.result(line, time, id, output);
    }
}

impl RecordSink for Reader {
    fn record(&mut self, line: u32, bytes: &[u8]) -> serde_json::Result<()> {
        if is_skipped(bytes) {
            if self.strict {
                serde_json::from_slice::<serde::de::IgnoredAny>(bytes)?;
            }
            return Ok(());
        }
        let record: Line = serde_json::from_slice(bytes)?;
        match record.payload {
            Some(Obj(payload)) => self.take(line, record.timestamp.some(), record.kind.as_str(), payload),
            None => {
                let flat: Payload = serde_json::from_slice(bytes)?;
                self.take(line, None, "", flat);
            }
        }
        Ok(())
    }

    fn notes(&mut self) -> &mut ReadNotes {
        &mut self.session.notes
    }
}

impl Joins for Reader {
    fn join(&mut self, later: Self) {
        self.trail.join(later.trail, self.session.events.len());
        self.session.append(later.session);
    }

    fn finish(mut self) -> Vec<Session> {
        settle::settle(&mut self.session, self.trail);
        vec![self.session]
    }
}

#[cfg(test)]
mod tests;
