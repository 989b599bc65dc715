//! Trajectories of mini-swe-agent, one JSON document each. Every command has its exit code.

use super::document::{self, LineOf, Parse, part};
use super::model::*;
use super::tools::action;
use super::wire::{Content, List, Obj, Str};
use super::{SourceKind, times};
use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Document<'a> {
    #[serde(borrow)]
    info: Obj<Info<'a>>,
    #[serde(borrow)]
    messages: Vec<&'a RawValue>,
    #[serde(borrow)]
    instance_id: Str<'a>,
}

struct Form;

impl<'de> Parse<'de> for Form {
    type Parsed = Document<'de>;
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Info<'a> {
    #[serde(borrow)]
    mini_version: Str<'a>,
    #[serde(borrow)]
    config: Obj<Config<'a>>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Config<'a> {
    #[serde(borrow)]
    model: Obj<Model<'a>>,
    #[serde(borrow)]
    environment: Obj<Environment<'a>>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Model<'a> {
    #[serde(borrow)]
    model_name: Str<'a>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Environment<'a> {
    #[serde(borrow)]
    cwd: Str<'a>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Message<'a> {
    #[serde(borrow)]
    role: Str<'a>,
    #[serde(borrow)]
    content: Content<'a>,
    #[serde(borrow)]
    tool_calls: List<Obj<ToolCall<'a>>>,
    #[serde(borrow)]
    tool_call_id: Str<'a>,
    #[serde(borrow)]
    extra: Obj<Extra<'a>>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ToolCall<'a> {
    #[serde(borrow)]
    id: Str<'a>,
    #[serde(borrow)]
    function: Obj<Function<'a>>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Function<'a> {
    #[serde(borrow)]
    name: Str<'a>,
    #[serde(borrow)]
    arguments: Str<'a>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Extra<'a> {
    #[serde(borrow)]
    timestamp: Str<'a>,
}

/// Reads one trajectory.
pub(super) fn read(bytes: &[u8]) -> Vec<Session> {
    document::read::<Form, _>(SourceKind::MiniSwe, bytes, take)
}

struct Reader<'s> {
    session: &'s mut Session,
    model: Option<Box<str>>,
    cwd: Option<Box<str>>,
    /// Calls without a result, in order; results without an id answer the first.
    open: Vec<Box<str>>,
    asked: bool,
}

fn take(session: &mut Session, document: Document, bytes: &[u8]) {
    let Obj(info) = document.info;
    session.meta.session_id = document.instance_id.some().map(Into::into);
    session.meta.agent_version = info.mini_version.some().map(Into::into);
    let cwd = info.config.0.environment.0.cwd;
    session.meta.cwd = cwd.some().map(Into::into);
    session.meta.project = session.meta.cwd.clone();
    let model = info.config.0.model.0.model_name.some().map(Into::into);
    let mut reader = Reader { session, model, cwd: cwd.some().map(Into::into), open: Vec::new(), asked: false };
    let mut lines = LineOf::new(bytes);
    for raw in document.messages {
        let line = lines.of(raw);
        match part::<Obj<Message>>(raw, &mut Vec::new()) {
            Ok(Obj(m)) => reader.message(line, m),
            Err(_) => reader.session.notes.bad_line(line, "a message of an unknown form"),
        }
    }
}

impl Reader<'_> {
    fn message(&mut self, line: u32, m: Message) {
        let time = times::written(m.extra.0.timestamp.as_str());
        let time = time.as_deref();
        let text = m.content.flat().into_owned();
        match m.role.as_str() {
            "assistant" => self.assistant(line, time, &text, &m.tool_calls),
            "user" | "tool" => {
                if let Some((code, output)) = returned(&text) {
                    self.result(line, time, m.tool_call_id.as_str(), code, output);
                } else {
                    let origin = if self.asked { Origin::Injected } else { Origin::Human };
                    self.asked = true;
                    self.session.push(line, 0, time, EventKind::User(UserText { text, origin }));
                }
            }
            _ => {}
        }
    }

    fn assistant(&mut self, line: u32, time: Option<&str>, text: &str, calls: &List<Obj<ToolCall>>) {
        let block = if calls.0.is_empty() { command_block(text) } else { None };
        let said = block.map_or(text, |(before, _)| before);
        if !said.trim().is_empty() {
            let say = Say { text: said.to_owned(), model: self.model.clone(), message: None };
            self.session.push(line, 0, time, EventKind::Say(say));
        }
        if let Some((_, command)) = block {
            let id = format!("line-{line}");
            self.call(line, time, &id, "bash", Action::Shell { command: command.to_owned(), background: false });
        }
        for Obj(call) in &calls.0 {
            let Obj(function) = &call.function;
            let raw = serde_json::from_str::<&RawValue>(function.arguments.as_str()).ok();
            self.call(line, time, call.id.as_str(), function.name.as_str(), action(function.name.as_str(), raw));
        }
    }

    fn call(&mut self, line: u32, time: Option<&str>, id: &str, tool: &str, action: Action) {
        self.open.push(id.into());
        let call = Call { id: id.into(), tool: tool.into(), action, cwd: self.cwd.clone() };
        self.session.push(line, 0, time, EventKind::Call(call));
    }

    fn result(&mut self, line: u32, time: Option<&str>, id: &str, code: i32, output: &str) {
        let at = self.open.iter().position(|open| id.is_empty() || &**open == id);
        let id = at.map_or_else(|| id.into(), |at| self.open.remove(at));
        let status = match code {
            0 => Status::Ok,
            // What the harness gives where it ended the command itself.
            -1 => Status::Killed,
            n => Status::Exit(n),
        };
        let elided = output.contains("<elided_chars>") || output.contains("<output_head>");
        let (text, by_reader) = keep_ends(output);
        let cut = if elided {
            Cut::Middle
        } else if by_reader {
            Cut::Reader
        } else {
            Cut::No
        };
        let result = CallResult { id, status, text, cut, process: None, file_lines: None };
        self.session.push(line, 0, time, EventKind::Result(result));
    }
}

/// `<returncode>N</returncode>` and the output behind it.
fn returned(text: &str) -> Option<(i32, &str)> {
    let rest = text.trim_start().strip_prefix("<returncode>").or_else(|| {
        // The harness puts what went wrong before it.
        text.trim_start().strip_prefix("<exception>").and_then(|t| t.split_once("<returncode>")).map(|(_, r)| r)
    })?;
    let (code, rest) = rest.split_once("</returncode>")?;
    let rest = rest.trim_start();
    let body = rest.strip_prefix("<output>").map_or(rest, |b| b.rsplit_once("</output>").map_or(b, |(b, _)| b));
    Some((code.trim().parse().ok()?, body.strip_prefix('\n').unwrap_or(body)))
}

/// The last shell block of a message, and the text before it: how commands are given where the model has no tools.
fn command_block(text: &str) -> Option<(&str, &str)> {
    let (at, open) =
        ["```bash\n", "```mswea_bash_command\n", "```sh\n"].iter().filter_map(|o| text.rfind(o).map(|i| (i, *o))).max()?;
    let body = &text[at + open.len()..];
    Some((&text[..at], body[..body.find("\n```").unwrap_or(body.len())].trim_end_matches('\n')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let one = |e: &Event| match &e.kind {
            EventKind::Say(s) => format!("{} say {}", e.line, s.text.trim()),
            EventKind::User(u) => format!("{} user {:?} {}", e.line, u.origin, u.text),
            EventKind::Call(c) => format!("{} call {} {:?}", e.line, c.id, c.action),
            EventKind::Result(r) => format!("{} result {} {:?} {}", e.line, r.id, r.status, r.text.trim()),
            other => format!("{other:?}"),
        };
        read(text.as_bytes())[0].events.iter().map(one).collect()
    }

    #[test]
    fn calls_by_tools() {
        let text = r#"{
 "info": {"mini_version": "2", "config": {"model": {"model_name": "m"}}},
 "messages": [
  {"role": "system", "content": "You are"},
  {"role": "user", "content": "fix it"},
  {"role": "assistant", "content": "I look.", "tool_calls": [{"id": "c1", "function": {"name": "bash", "arguments": "{\"command\": \"ls\"}"}}]},
  {"role": "tool", "tool_call_id": "c1", "content": "<returncode>2</returncode>\n<output>\nnone\n</output>"},
  {"role": "exit", "content": "diff"}
 ], "trajectory_format": "mini-swe-agent-1.1"}"#;
        assert_eq!(
            shown(text),
            [
                "5 user Human fix it",
                "6 say I look.",
                r#"6 call c1 Shell { command: "ls", background: false }"#,
                "7 result c1 Exit(2) none",
            ]
        );
    }

    #[test]
    fn calls_by_shell_blocks() {
        let text = r#"{"messages": [
  {"role": "user", "content": "fix it"},
  {"role": "assistant", "content": "THOUGHT: look\n\n```bash\nls -a\npwd\n```"},
  {"role": "user", "content": "<returncode>0</returncode>\n<output>\na\n</output>"},
  {"role": "user", "content": "Please always provide one action."}
 ], "info": {"mini_version": "1"}}"#;
        assert_eq!(
            shown(text),
            [
                "2 user Human fix it",
                "3 say THOUGHT: look",
                r#"3 call line-3 Shell { command: "ls -a\npwd", background: false }"#,
                "4 result line-3 Ok a",
                "5 user Injected Please always provide one action.",
            ]
        );
    }
}
