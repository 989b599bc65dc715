//! agent-trace/v1 (JSONL): one session a line. Every step is one event, so that a step's number is its place among the events.

use super::SourceKind;
use super::lines::{Limits, RecordSink, feed};
use super::model::*;
use super::tools::action;
use super::wire::{Flag, List, Num, Obj, Str};
use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Trace<'a> {
    #[serde(borrow)]
    schema: Str<'a>,
    #[serde(borrow)]
    trace_id: Str<'a>,
    #[serde(borrow)]
    source: Str<'a>,
    #[serde(borrow)]
    steps: List<Obj<Step<'a>>>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Step<'a> {
    #[serde(borrow)]
    ts: Str<'a>,
    #[serde(borrow)]
    kind: Str<'a>,
    #[serde(borrow)]
    role: Str<'a>,
    #[serde(borrow)]
    name: Str<'a>,
    #[serde(borrow)]
    content: Str<'a>,
    #[serde(borrow)]
    args: Option<&'a RawValue>,
    ok: Flag,
    #[serde(borrow)]
    output: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Str<'a>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Output<'a> {
    #[serde(borrow)]
    text: Option<Str<'a>>,
    exit_code: Num,
}

/// Reads all traces of a file.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Vec<Session> {
    let mut reader = Reader::default();
    feed(&mut reader, bytes, true, limits);
    let mut sessions = reader.sessions;
    match sessions.first_mut() {
        Some(first) => first.notes = reader.notes,
        None => sessions.push(Session { notes: reader.notes, ..Session::new(SourceKind::AgentTrace) }),
    }
    sessions
}

#[derive(Default)]
struct Reader {
    sessions: Vec<Session>,
    notes: ReadNotes,
}

impl RecordSink for Reader {
    fn record(&mut self, line: u32, bytes: &[u8]) -> serde_json::Result<()> {
        let trace: Trace = serde_json::from_slice(bytes)?;
        if trace.schema.as_str().starts_with("agent-trace/") {
            self.sessions.push(session(line, trace));
        }
        Ok(())
    }

    fn notes(&mut self) -> &mut ReadNotes {
        &mut self.notes
    }
}

fn session(line: u32, trace: Trace) -> Session {
    let mut session = Session::new(SourceKind::AgentTrace);
    session.meta.session_id = trace.trace_id.some().map(Into::into);
    session.meta.agent_version = trace.source.some().map(Into::into);
    // Calls without a result yet, by tool.
    let mut open: Vec<(String, String)> = Vec::new();
    for (i, Obj(step)) in trace.steps.0.into_iter().enumerate() {
        let event = match step.kind.as_str() {
            "tool_call" => {
                let id = format!("step-{i}");
                open.push((step.name.as_str().to_owned(), id.clone()));
                let tool = step.name.as_str();
                EventKind::Call(Call { id: id.into(), tool: tool.into(), action: action(tool, step.args), cwd: None })
            }
            "tool_result" => {
                let call = open.iter().rposition(|(name, _)| name == step.name.as_str());
                let id = call.map_or_else(|| format!("step-{i}"), |at| open.remove(at).1);
                EventKind::Result(result(&id, &step))
            }
            "message" if step.role.as_str() == "agent" => {
                EventKind::Say(Say { text: step.content.as_str().to_owned(), model: None, message: None })
            }
            "message" => {
                let origin = if step.role.as_str() == "user" { Origin::Human } else { Origin::Injected };
                EventKind::User(UserText { text: step.content.as_str().to_owned(), origin })
            }
            // A probe of the state is nobody's word and no call of the agent's.
            _ => {
                let text = step.output.map_or_else(|| step.content.as_str().to_owned(), |o| o.get().to_owned());
                EventKind::User(UserText { text, origin: Origin::Injected })
            }
        };
        session.push(line, 0, step.ts.some(), event);
    }
    session
}

fn result(id: &str, step: &Step) -> CallResult {
    let raw = step.output.map_or("{}", RawValue::get);
    let Obj(output) = serde_json::from_str::<Obj<Output>>(raw).unwrap_or_default();
    let status = match (output.exit_code.code(), step.ok.0) {
        (Some(0), Some(false)) | (None, Some(false)) => Status::Error,
        (Some(0), _) | (None, Some(true)) => Status::Ok,
        (Some(n), _) => Status::Exit(n),
        (None, None) => Status::Unknown,
    };
    let body = output.text.as_ref().map_or(if step.output.is_some() { raw } else { "" }, Str::as_str);
    let text = if step.error.is_empty() { body.to_owned() } else { format!("{}\n{body}", step.error.as_str()) };
    let (text, by_reader) = keep_ends(&text);
    CallResult {
        id: id.into(),
        status,
        text,
        cut: if by_reader { Cut::Reader } else { Cut::No },
        process: None,
        file_lines: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_event_a_step() {
        let step = |i: u32, kind: &str, role: &str, rest: &str| {
            format!(r#"{{"i":{i},"ts":"2026-01-01T00:00:00Z","kind":"{kind}","role":"{role}",{rest}}}"#)
        };
        let steps = [
            step(0, "message", "user", r#""content":"run the tests""#),
            step(1, "tool_call", "agent", r#""name":"Bash","args":{"command":"npm test"}"#),
            step(2, "tool_call", "agent", r#""name":"Bash","args":{"command":"npm run lint"}"#),
            step(3, "tool_result", "tool", r#""name":"Bash","ok":false,"output":{"text":"1 failed","exit_code":1}"#),
            step(4, "state_probe", "environment", r#""name":"probe","output":{"a":1}"#),
            step(5, "message", "agent", r#""content":"All pass.""#),
        ];
        let line = format!(r#"{{"schema":"agent-trace/v1","trace_id":"t","steps":[{}]}}"#, steps.join(","));
        let s = read(format!("{line}\n\n{line}").as_bytes(), &Limits::default());
        assert_eq!(s.len(), 2);
        assert_eq!(s[1].events.len(), 6);
        assert!(s[1].events.iter().all(|e| e.line == 3));
        assert!(matches!(&s[0].events[3].kind, EventKind::Result(r) if &*r.id == "step-2" && r.status == Status::Exit(1)));
        assert!(matches!(&s[0].events[5].kind, EventKind::Say(say) if say.text == "All pass."));
        assert_eq!(s[0].notes.records, 2);
    }

    #[test]
    fn what_ok_says() {
        let status = |rest: &str| {
            let step: Step = serde_json::from_str(rest).unwrap();
            result("x", &step).status
        };
        assert_eq!(status(r#"{"ok":true}"#), Status::Ok);
        assert_eq!(status(r#"{"ok":false}"#), Status::Error);
        assert_eq!(status(r#"{"ok":null,"output":{"exit_code":3}}"#), Status::Exit(3));
        assert_eq!(status(r#"{"ok":null}"#), Status::Unknown);
    }
}
