//! The JSON stream of `claude -p --output-format stream-json` (JSONL), and the variant of Factory's droid.
//!
//! One file can hold several runs, and a run can be cut off.

use super::claude_code::{Facts, Message, Place, ResultFacts, hear, settle_results, speak};
use super::lines::{Limits, RecordSink, feed};
use super::model::*;
use super::tools::action;
use super::wire::{Content, Flag, List, Obj, Str, key};
use super::{SourceKind, times};
use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Record<'a> {
    #[serde(borrow, rename = "type")]
    kind: Str<'a>,
    #[serde(borrow)]
    subtype: Str<'a>,
    #[serde(borrow, alias = "sessionId")]
    session_id: Str<'a>,
    #[serde(borrow)]
    uuid: Str<'a>,
    #[serde(borrow)]
    timestamp: Str<'a>,
    #[serde(borrow)]
    cwd: Str<'a>,
    #[serde(borrow)]
    model: Str<'a>,
    #[serde(borrow)]
    claude_code_version: Str<'a>,
    #[serde(borrow)]
    parent_tool_use_id: Str<'a>,
    #[serde(rename = "isSynthetic")]
    is_synthetic: Flag,
    #[serde(borrow)]
    message: Option<Obj<Message<'a>>>,
    #[serde(borrow)]
    result: Str<'a>,
    #[serde(borrow)]
    permission_denials: List<Obj<Denial<'a>>>,
    // The variant's own.
    #[serde(borrow)]
    id: Str<'a>,
    #[serde(borrow)]
    role: Str<'a>,
    #[serde(borrow)]
    text: Str<'a>,
    #[serde(borrow, rename = "toolName")]
    tool_name: Str<'a>,
    #[serde(borrow)]
    parameters: Option<&'a RawValue>,
    #[serde(rename = "isError")]
    is_error: Flag,
    #[serde(borrow)]
    value: Content<'a>,
    #[serde(borrow, rename = "finalText")]
    final_text: Str<'a>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Denial<'a> {
    #[serde(borrow)]
    tool_use_id: Str<'a>,
}

/// Reads one stream; a run of another session is a session of its own.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Vec<Session> {
    let mut reader = Reader { done: Vec::new(), session: Session::new(SourceKind::StreamJson), model: None };
    feed(&mut reader, bytes, true, limits);
    let notes = std::mem::take(&mut reader.session.notes);
    reader.close();
    let mut sessions = reader.done;
    match sessions.first_mut() {
        Some(first) => first.notes = notes,
        None => sessions.push(Session { notes, ..Session::new(SourceKind::StreamJson) }),
    }
    sessions
}

struct Reader {
    done: Vec<Session>,
    session: Session,
    model: Option<Box<str>>,
}

impl Reader {
    fn close(&mut self) {
        let notes = std::mem::take(&mut self.session.notes);
        let mut session = std::mem::replace(&mut self.session, Session::new(SourceKind::StreamJson));
        self.session.notes = notes;
        if session.meta.session_id.is_some() || !session.events.is_empty() {
            settle_results(&mut session);
            self.done.push(session);
        }
    }

    fn init(&mut self, line: u32, r: &Record) {
        let same = self.session.meta.session_id.as_deref() == r.session_id.some();
        if same && !self.session.events.is_empty() {
            self.session.push(line, 0, None, EventKind::Mark(Mark::Resumed));
            return;
        }
        if !same {
            self.close();
        }
        self.model = r.model.some().map(Into::into);
        self.session.meta = SessionMeta {
            session_id: r.session_id.some().map(Into::into),
            cwd: r.cwd.some().map(Into::into),
            project: r.cwd.some().map(Into::into),
            agent_version: r.claude_code_version.some().map(Into::into),
            ..SessionMeta::default()
        };
    }

    fn take(&mut self, line: u32, mut r: Record) {
        if r.kind.as_str() == "system" {
            if r.subtype.as_str() == "init" {
                self.init(line, &r);
            } else if r.subtype.as_str() == "compact_boundary" {
                self.session.push(line, 0, None, EventKind::Mark(Mark::Compaction));
            }
            return;
        }
        if self.session.meta.session_id.is_none() {
            self.session.meta.session_id = r.session_id.some().map(Into::into);
        }
        let agent = self.session.agent_index(r.parent_tool_use_id.as_str());
        if let Some(info) = self.session.agents.get_mut(agent as usize).filter(|_| agent != 0) {
            info.parent_call = r.parent_tool_use_id.some().map(Into::into);
        }
        let time = times::written(r.timestamp.as_str());
        let cwd = self.session.meta.cwd.clone();
        let key = r.uuid.some().map_or(0, key);
        if key != 0 {
            self.session.meta.record_keys.push(key);
        }
        let at = Place { line, agent, time: time.as_deref(), key, cwd: cwd.as_deref() };
        let message = r.message.take().map(|m| m.0);
        match (r.kind.as_str(), message) {
            ("assistant", Some(message)) => speak(&mut self.session, at, message),
            ("user", Some(message)) => {
                let facts = Facts { is_meta: r.is_synthetic.is_true(), is_subagent: agent != 0, ..Facts::default() };
                hear(&mut self.session, at, message, facts, ResultFacts::default());
            }
            ("result", _) => self.ended(at, r),
            ("message" | "tool_call" | "tool_result" | "completion", _) => self.variant(at, r),
            _ => {}
        }
    }

    /// The last record of a run repeats the last text, and lists the calls that were refused.
    fn ended(&mut self, at: Place, r: Record) {
        for event in &mut self.session.events {
            if let EventKind::Result(result) = &mut event.kind
                && r.permission_denials.0.iter().any(|d| d.0.tool_use_id.as_str() == &*result.id)
            {
                result.status = Status::Denied;
            }
        }
        if r.subtype.as_str() == "success" && !r.is_error.is_true() {
            self.last_words(at, r.result);
        }
    }

    fn last_words(&mut self, at: Place, text: Str) {
        let said = self.session.events.iter().rev().find_map(|e| match &e.kind {
            EventKind::Say(say) if e.agent == 0 => Some(say.text.trim()),
            _ => None,
        });
        if !text.as_str().trim().is_empty() && said != Some(text.as_str().trim()) {
            let say = Say { text: text.owned(), model: self.model.clone(), message: None };
            self.session.put(at, EventKind::Say(say));
        }
    }

    fn variant(&mut self, at: Place, r: Record) {
        match (r.kind.as_str(), r.role.as_str()) {
            ("message", "assistant") => {
                let say = Say { text: r.text.owned(), model: self.model.clone(), message: r.id.some().map(Into::into) };
                self.session.put(at, EventKind::Say(say));
            }
            ("message", _) => {
                let message = Message { content: Content::Text(r.text.0), ..Message::default() };
                hear(&mut self.session, at, message, Facts::default(), ResultFacts::default());
            }
            ("tool_call", _) => {
                let call = Call {
                    id: r.id.as_str().into(),
                    tool: r.tool_name.as_str().into(),
                    action: action(r.tool_name.as_str(), r.parameters),
                    cwd: at.cwd.map(Into::into),
                };
                self.session.put(at, EventKind::Call(call));
            }
            ("tool_result", _) => {
                let status = if r.is_error.is_true() { Status::Error } else { Status::Ok };
                let (text, by_reader) = keep_ends(&r.value.flat());
                let cut = if by_reader { Cut::Reader } else { Cut::No };
                let id = r.id.as_str().into();
                self.session.put(at, EventKind::Result(CallResult { id, status, text, cut, process: None, file_lines: None }));
            }
            _ => self.last_words(at, r.final_text),
        }
    }
}

impl RecordSink for Reader {
    fn record(&mut self, line: u32, bytes: &[u8]) -> serde_json::Result<()> {
        let record: Record = serde_json::from_slice(bytes)?;
        self.take(line, record);
        Ok(())
    }

    fn notes(&mut self) -> &mut ReadNotes {
        &mut self.session.notes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<Session> {
        read(text.as_bytes(), &Limits::default())
    }

    const INIT: &str =
        r#"{"type":"system","subtype":"init","cwd":"/w","session_id":"s1","model":"m","claude_code_version":"2.1"}"#;

    #[test]
    fn a_run_with_a_call_and_the_last_text_once() {
        let s = of(&[
            INIT,
            r#"{"type":"assistant","message":{"role":"assistant","model":"m","content":[{"type":"text","text":"Running."},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"npm test"}}]},"session_id":"s1"}"#,
            r#"{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"Exit code 1\nFAILED"}]},"session_id":"s1"}"#,
            r#"{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"It fails."}]},"session_id":"s1"}"#,
            r#"{"type":"result","subtype":"success","is_error":false,"result":"It fails.","session_id":"s1"}"#,
        ].join("\n"));
        assert_eq!(s.len(), 1);
        let kinds: Vec<String> = s[0].events.iter().map(|e| format!("{}{}", e.line, kind(e))).collect();
        assert_eq!(kinds, ["2S", "2C", "3R", "4S"]);
        assert!(matches!(&s[0].events[2].kind, EventKind::Result(r) if r.status == Status::Exit(1) && r.text == "FAILED"));
        assert_eq!(s[0].meta.cwd.as_deref(), Some("/w"));
    }

    fn kind(e: &Event) -> &'static str {
        match &e.kind {
            EventKind::Say(_) => "S",
            EventKind::User(_) => "U",
            EventKind::Call(_) => "C",
            EventKind::Result(_) => "R",
            EventKind::Mark(_) => "M",
        }
    }

    #[test]
    fn several_runs_in_one_file() {
        let other = INIT.replace("s1", "s2");
        let say =
            |s: &str| format!(r#"{{"type":"assistant","message":{{"role":"assistant","content":"hello"}},"session_id":"{s}"}}"#);
        let s = of(&[INIT, &say("s1"), INIT, &say("s1"), &other, &say("s2")].join("\n"));
        assert_eq!(s.iter().map(|s| s.events.iter().map(kind).collect::<String>()).collect::<Vec<_>>(), ["SMS", "S"]);
        assert_eq!(s[0].notes.records, 6);
    }

    #[test]
    fn denials_and_results_alone() {
        let s = of(&[
            INIT,
            r#"{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"x"}]},"session_id":"s1"}"#,
            r#"{"type":"result","subtype":"success","result":"All done.","permission_denials":[{"tool_name":"Bash","tool_use_id":"t1"}]}"#,
        ].join("\n"));
        assert!(matches!(&s[0].events[0].kind, EventKind::Result(r) if r.status == Status::Denied));
        assert!(matches!(&s[0].events[1].kind, EventKind::Say(say) if say.text == "All done."));
    }

    #[test]
    fn the_variant_of_droid() {
        let s = of(&[
            r#"{"type":"system","subtype":"init","sessionId":"d","timestamp":1767812640310,"cwd":"/w"}"#,
            r#"{"type":"message","sessionId":"d","timestamp":1767812641000,"role":"user","text":"list"}"#,
            r#"{"type":"tool_call","sessionId":"d","timestamp":1767812642000,"id":"c1","toolName":"Execute","parameters":{"command":"ls"}}"#,
            r#"{"type":"tool_result","sessionId":"d","timestamp":1767812643000,"id":"c1","isError":true,"value":"none"}"#,
            r#"{"type":"completion","sessionId":"d","finalText":"Done"}"#,
        ].join("\n"));
        assert_eq!(s[0].events.iter().map(kind).collect::<String>(), "UCRS");
        assert!(
            matches!(&s[0].events[1].kind, EventKind::Call(c) if matches!(&c.action, Action::Shell { command, .. } if command == "ls"))
        );
        assert_eq!(s[0].events[0].time.as_deref(), Some("2026-01-07T19:04:01Z"));
    }
}
