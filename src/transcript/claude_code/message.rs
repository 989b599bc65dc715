//! Messages in the shape of the Messages API, as session files and streams of Claude Code hold them.

use super::record::Message;
use super::results::{agent_id, outcome};
use super::tools::action;
use super::users::{Facts, user_event};
use crate::transcript::model::*;
use crate::transcript::wire::{Block, Content};
use std::borrow::Cow;

/// Where a message stands.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::transcript) struct Place<'a> {
    pub line: u32,
    pub agent: u16,
    pub time: Option<&'a str>,
    pub key: u64,
    pub cwd: Option<&'a str>,
}

/// What a record says about the results in it, besides the results.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::transcript) struct ResultFacts<'a> {
    /// The call was refused.
    pub denied: bool,
    /// An exit status was read as "nothing found".
    pub no_match: bool,
    /// Lines of the file that was read.
    pub file_lines: Option<u64>,
    /// The subagent that ran.
    pub agent: Option<&'a str>,
    /// The subagent runs on.
    pub runs_on: bool,
}

impl Session {
    /// Appends an event at a place.
    pub(in crate::transcript) fn put(&mut self, at: Place, kind: EventKind) {
        self.events.push(Event { line: at.line, agent: at.agent, time: at.time.map(Into::into), key: at.key, kind });
    }
}

/// Takes a message of the agent.
pub(in crate::transcript) fn speak(session: &mut Session, at: Place, message: Message) {
    // Messages that the host makes up (errors, notes on resuming) are not the agent's.
    if message.model.as_str() == "<synthetic>" {
        return;
    }
    let (model, id) = (message.model, message.id);
    for block in message.content.blocks() {
        match block.kind.as_str() {
            "text" if !block.text.as_str().trim().is_empty() => {
                let say =
                    Say { text: block.text.owned(), model: model.some().map(Into::into), message: id.some().map(Into::into) };
                session.put(at, EventKind::Say(say));
            }
            "tool_use" | "server_tool_use" | "mcp_tool_use" => {
                let call = Call {
                    id: block.id.as_str().into(),
                    action: action(block.name.as_str(), block.input),
                    tool: block.name.as_str().into(),
                    cwd: at.cwd.map(Into::into),
                };
                session.put(at, EventKind::Call(call));
            }
            _ => {}
        }
    }
}

/// Takes a message of the user's side: texts and results.
pub(in crate::transcript) fn hear(session: &mut Session, at: Place, message: Message, facts: Facts, results: ResultFacts) {
    for block in message.content.blocks() {
        match block.kind.as_str() {
            "text" => {
                if let Some(event) = user_event(block.text.0, facts) {
                    session.put(at, event);
                }
            }
            "tool_result" => session.put(at, EventKind::Result(result(block, results))),
            _ => {}
        }
    }
}

/// Keeps the ends of a text, without a copy of one that is kept whole.
pub(in crate::transcript) fn kept(text: Cow<str>) -> (String, bool) {
    if text.len() <= KEEP_WHOLE { (text.into_owned(), false) } else { keep_ends(&text) }
}

fn result(block: Block, facts: ResultFacts) -> CallResult {
    let mut content = block.content;
    let mut process = facts.agent.map(str::to_owned);
    // A subagent's report is followed by a block with the host's notes on it.
    if let Content::Blocks(blocks) = &mut content
        && blocks.len() > 1
        && let Some(id) =
            blocks.last().and_then(|b| agent_id(b.text.as_str()).filter(|_| b.text.as_str().starts_with("agentId: ")))
    {
        process = Some(id.to_owned());
        blocks.pop();
    }
    let outcome = outcome(content.flat(), block.is_error.is_true(), facts.denied);
    let (text, by_reader) = kept(outcome.text);
    let status = match outcome.status {
        Status::Ok if facts.runs_on => Status::Running,
        Status::Ok if facts.no_match => Status::OkNoMatch,
        status => status,
    };
    CallResult {
        id: block.tool_use_id.as_str().into(),
        status,
        text,
        cut: if by_reader && outcome.cut == Cut::No { Cut::Reader } else { outcome.cut },
        process: process.map(Into::into),
        file_lines: facts.file_lines,
    }
}
