//! Trajectories of SWE-agent, one JSON document each. No observation tells an exit code.

use super::SourceKind;
use super::document::{self, LineOf, Parse, part};
use super::model::*;
use super::wire::{Content, Flag, List, Obj, Str};
use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Document<'a> {
    #[serde(borrow)]
    trajectory: Vec<&'a RawValue>,
    #[serde(borrow)]
    history: List<Obj<Turn<'a>>>,
    #[serde(borrow)]
    environment: Str<'a>,
}

struct Form;

impl<'de> Parse<'de> for Form {
    type Parsed = Document<'de>;
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Turn<'a> {
    #[serde(borrow)]
    role: Str<'a>,
    #[serde(borrow)]
    content: Content<'a>,
    is_demo: Flag,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Step<'a> {
    #[serde(borrow)]
    thought: Str<'a>,
    #[serde(borrow)]
    action: Str<'a>,
    #[serde(borrow)]
    observation: Str<'a>,
    #[serde(borrow)]
    state: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct State {
    open_file: String,
    working_dir: String,
}

/// Reads one trajectory.
pub(super) fn read(bytes: &[u8]) -> Vec<Session> {
    document::read::<Form, _>(SourceKind::SweAgent, bytes, take)
}

fn take(session: &mut Session, document: Document, bytes: &[u8]) {
    session.meta.session_id = document.environment.some().map(Into::into);
    if let Some(task) = task(document.history) {
        session.push(1, 0, None, EventKind::User(UserText { text: task, origin: Origin::Human }));
    }
    let mut lines = LineOf::new(bytes);
    // The state is that after the step; the next step begins in it.
    let mut state = State::default();
    for (i, raw) in document.trajectory.into_iter().enumerate() {
        let line = lines.of(raw);
        match part::<Obj<Step>>(raw, &mut Vec::new()) {
            Ok(Obj(s)) => state = step(session, line, i, s, &state),
            Err(_) => session.notes.bad_line(line, "a step of an unknown form"),
        }
    }
}

/// The first request that is no demonstration. A demonstration holds a whole session of somebody else.
fn task(history: List<Obj<Turn>>) -> Option<String> {
    let users = history.0.into_iter().filter(|t| t.0.role.as_str() == "user" && !t.0.is_demo.is_true());
    users.map(|t| t.0.content.flat().into_owned()).find(|t| !t.starts_with("Here is a demonstration"))
}

fn step(session: &mut Session, line: u32, i: usize, step: Step, before: &State) -> State {
    let after = state(step.state);
    if !step.thought.as_str().trim().is_empty() {
        let say = Say { text: step.thought.owned(), model: None, message: None };
        session.push(line, 0, None, EventKind::Say(say));
    }
    let command = step.action.as_str().trim();
    if command.is_empty() {
        return after;
    }
    let id: Box<str> = format!("step-{i}").into();
    let tool = command.split_whitespace().next().unwrap_or("");
    let cwd = Some(before.working_dir.as_str()).filter(|d| !d.is_empty()).map(Into::into);
    let call = Call { id: id.clone(), tool: tool.into(), action: action(command, before), cwd };
    let status = status(&call.action, step.observation.as_str());
    session.push(line, 0, None, EventKind::Call(call));
    let (text, by_reader) = keep_ends(step.observation.as_str());
    let cut = if by_reader { Cut::Reader } else { Cut::No };
    session.push(line, 0, None, EventKind::Result(CallResult { id, status, text, cut, process: None, file_lines: None }));
    after
}

/// The state is an object, or JSON within a string.
fn state(raw: Option<&RawValue>) -> State {
    let raw = raw.map_or("{}", RawValue::get);
    let inner: Option<String> = serde_json::from_str(raw).ok();
    serde_json::from_str::<Obj<State>>(inner.as_deref().unwrap_or(raw)).unwrap_or_default().0
}

/// The agent's own commands beside the shell's.
fn action(command: &str, state: &State) -> Action {
    let (head, body) = command.split_once('\n').unwrap_or((command, ""));
    let mut words = head.split_whitespace();
    let tool = words.next().unwrap_or("");
    let args: Vec<&str> = words.collect();
    let first = || args.first().map(|p| p.trim_matches(['"', '\'']).to_owned()).unwrap_or_default();
    match tool {
        "open" => Action::Read { path: first(), offset: args.get(1).and_then(|n| n.parse().ok()), limit: None },
        "create" => Action::Write { path: first(), content: String::new() },
        "edit" if args.first().is_some_and(|a| a.contains(':')) => {
            let new = body.trim_end().strip_suffix("end_of_edit").unwrap_or(body);
            Action::Edit { path: state.open_file.clone(), edits: vec![(String::new(), new.to_owned())] }
        }
        "search_dir" | "search_file" => {
            Action::Search { pattern: first(), path: args.get(1).map(|p| (*p).to_owned()), names: false }
        }
        "find_file" => Action::Search { pattern: first(), path: args.get(1).map(|p| (*p).to_owned()), names: true },
        "goto" | "scroll_up" | "scroll_down" | "submit" | "exit_cost" | "exit_format" => {
            Action::Other { input: command.to_owned() }
        }
        _ => Action::Shell { command: command.to_owned(), background: false },
    }
}

fn status(action: &Action, observation: &str) -> Status {
    match action {
        Action::Edit { .. } if observation.contains("Your proposed edit has introduced new syntax error(s)") => Status::Error,
        Action::Edit { .. } if observation.contains("File updated") => Status::Ok,
        Action::Edit { .. } | Action::Write { .. } | Action::Read { .. } if observation.contains("[File: ") => Status::Ok,
        Action::Write { .. } if observation.starts_with("Error: ") => Status::Error,
        _ => Status::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_with_their_lines() {
        let text = r#"{
  "environment": "e",
  "trajectory": [
    {"thought": "I look.", "action": "open a.py 10\n", "observation": "[File: /w/a.py (20 lines total)]", "state": "{\"open_file\": \"/w/a.py\", \"working_dir\": \"/w\"}"},
    {"thought": "I edit.", "action": "edit 1:2\nx = 1\nend_of_edit", "observation": "Your proposed edit has introduced new syntax error(s)", "state": {"open_file": "/w/a.py", "working_dir": "/w"}},

    {"thought": "", "action": "python a.py", "observation": "1", "state": "n/a"}
  ],
  "history": [
    {"role": "system", "content": "s"},
    {"role": "user", "content": "Here is a demonstration of how to correctly accomplish this task"},
    {"role": "user", "content": "demo task", "is_demo": true},
    {"role": "user", "content": "the task"}
  ]
}"#;
        let s = &read(text.as_bytes())[0];
        assert!(matches!(&s.events[0].kind, EventKind::User(u) if u.text == "the task"));
        assert_eq!(s.events.iter().skip(1).map(|e| e.line).collect::<Vec<_>>(), [4, 4, 4, 5, 5, 5, 7, 7]);
        assert!(
            matches!(&s.events[2].kind, EventKind::Call(c) if matches!(&c.action, Action::Read { path, offset: Some(10), .. } if path == "a.py"))
        );
        assert!(
            matches!(&s.events[5].kind, EventKind::Call(c) if matches!(&c.action, Action::Edit { path, .. } if path == "/w/a.py"))
        );
        let statuses: Vec<Status> =
            s.events.iter().filter_map(|e| if let EventKind::Result(r) = &e.kind { Some(r.status) } else { None }).collect();
        assert_eq!(statuses, [Status::Ok, Status::Error, Status::Unknown]);
        assert!(matches!(&s.events[7].kind, EventKind::Call(c) if c.cwd.as_deref() == Some("/w")));
    }
}
