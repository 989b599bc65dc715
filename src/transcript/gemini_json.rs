//! Sessions of the Gemini CLI, one JSON document each.

use super::SourceKind;
use super::document::{self, LineOf, Parse, part};
use super::model::*;
use super::tools::action;
use super::wire::{Content, List, Obj, Str};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Document<'a> {
    #[serde(borrow)]
    session_id: Str<'a>,
    #[serde(borrow)]
    messages: Vec<&'a RawValue>,
}

struct Form;

impl<'de> Parse<'de> for Form {
    type Parsed = Document<'de>;
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Message<'a> {
    #[serde(borrow, rename = "type", alias = "role")]
    kind: Str<'a>,
    #[serde(borrow)]
    id: Str<'a>,
    #[serde(borrow)]
    timestamp: Str<'a>,
    #[serde(borrow)]
    content: Content<'a>,
    #[serde(borrow)]
    model: Str<'a>,
    #[serde(borrow)]
    tool_calls: List<Obj<ToolCall<'a>>>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct ToolCall<'a> {
    #[serde(borrow)]
    id: Str<'a>,
    #[serde(borrow)]
    name: Str<'a>,
    #[serde(borrow)]
    args: Option<&'a RawValue>,
    #[serde(borrow)]
    status: Str<'a>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    #[serde(borrow)]
    timestamp: Str<'a>,
}

/// Reads one session.
pub(super) fn read(bytes: &[u8]) -> Vec<Session> {
    document::read::<Form, _>(SourceKind::GeminiJson, bytes, take)
}

fn take(session: &mut Session, document: Document, bytes: &[u8]) {
    let mut lines = LineOf::new(bytes);
    session.meta.session_id = document.session_id.some().map(Into::into);
    for raw in document.messages {
        let line = lines.of(raw);
        match part::<Obj<Message>>(raw, &mut Vec::new()) {
            Ok(Obj(m)) => message(session, line, m),
            Err(_) => session.notes.bad_line(line, "a message of an unknown form"),
        }
    }
}

fn message(session: &mut Session, line: u32, m: Message) {
    let (kind, model, id, time) = (m.kind, m.model, m.id, m.timestamp);
    let time = time.some();
    let text = m.content.flat();
    if !text.trim().is_empty() {
        let event = match kind.as_str() {
            "gemini" | "model" | "assistant" => EventKind::Say(Say {
                text: text.into_owned(),
                model: model.some().map(Into::into),
                message: id.some().map(Into::into),
            }),
            "user" => EventKind::User(UserText { text: text.into_owned(), origin: Origin::Human }),
            _ => EventKind::User(UserText { text: text.into_owned(), origin: Origin::Injected }),
        };
        session.push(line, 0, time, event);
    }
    for Obj(call) in m.tool_calls.0 {
        let tool = call.name.as_str();
        let asked = Call { id: call.id.as_str().into(), tool: tool.into(), action: action(tool, call.args), cwd: None };
        let time = call.timestamp.some().or(time).map(str::to_owned);
        session.push(line, 0, time.as_deref(), EventKind::Call(asked));
        session.push(line, 0, time.as_deref(), EventKind::Result(result(&call)));
    }
}

fn result(call: &ToolCall) -> CallResult {
    let said = call.result.map(|r| output(&serde_json::from_str(r.get()).unwrap_or_default())).unwrap_or_default();
    let (code, text) = without_frame(&said);
    let status = match (call.status.as_str(), code) {
        ("cancelled", _) => Status::Denied,
        (_, Some(n)) if n != 0 => Status::Exit(n),
        ("error", _) => Status::Error,
        ("success", _) => Status::Ok,
        _ => Status::Unknown,
    };
    let (text, by_reader) = keep_ends(text);
    let cut = if by_reader { Cut::Reader } else { Cut::No };
    CallResult { id: call.id.as_str().into(), status, text, cut, process: None, file_lines: None }
}

/// All output in a result: a string, or parts with a function's response.
fn output(value: &Value) -> String {
    match value {
        Value::String(s) => s.clone(),
        Value::Array(parts) => parts.iter().map(output).filter(|t| !t.is_empty()).collect::<Vec<_>>().join("\n"),
        Value::Object(map) => {
            let inner = ["functionResponse", "response", "output", "error", "text"].iter().find_map(|k| map.get(*k));
            inner.map(output).unwrap_or_default()
        }
        _ => String::new(),
    }
}

/// A shell's output is framed by `Command: … Output: … Exit Code: N`. Gives the status and the output.
fn without_frame(text: &str) -> (Option<i32>, &str) {
    if !text.starts_with("Command: ") {
        return (None, text);
    }
    let code = text.lines().rev().find_map(|l| l.strip_prefix("Exit Code: ")).and_then(|c| c.trim().parse().ok());
    let start = text.find("\nOutput: ").or_else(|| text.find("\nStdout: ")).map_or(0, |i| i + "\nOutput: ".len());
    let end = ["\nError: ", "\nExit Code: "].iter().filter_map(|k| text.rfind(k)).filter(|e| *e >= start).min();
    (code, &text[start..end.unwrap_or(text.len())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_with_their_lines() {
        let text = r#"{
  "sessionId": "s",
  "projectHash": "h",
  "messages": [
    {"id": "1", "timestamp": "2026-01-01T00:00:00Z", "type": "user", "content": "run the tests"},
    {
      "id": "2", "type": "gemini", "content": "I run them.", "model": "g",
      "toolCalls": [{"id": "c1", "name": "run_shell_command", "args": {"command": "npm test"}, "status": "success",
        "result": [{"functionResponse": {"id": "c1", "response": {"output": "Command: npm test\nDirectory: (root)\nOutput: 1 failed\nError: (none)\nExit Code: 1\nSignal: (none)"}}}]}]
    },
    {"id": "3", "type": "info", "content": "Request cancelled."}
  ]
}"#;
        let s = &read(text.as_bytes())[0];
        assert_eq!(s.events.iter().map(|e| e.line).collect::<Vec<_>>(), [5, 6, 6, 6, 11]);
        assert!(matches!(&s.events[3].kind, EventKind::Result(r) if r.status == Status::Exit(1) && r.text == "1 failed"));
        assert!(matches!(&s.events[4].kind, EventKind::User(u) if u.origin == Origin::Injected));
    }

    #[test]
    fn a_damaged_document_is_noted() {
        let s = &read(b"{\"sessionId\":\"s\",\"messages\":[")[0];
        assert!(s.notes.truncated_tail && s.events.is_empty());
        let s = &read("{\"sessionId\":\"s\",\"messages\":[{\"type\":\"user\",\"content\":\"a\\ud800\"}]}".as_bytes())[0];
        assert_eq!(s.events.len(), 1);
    }
}
