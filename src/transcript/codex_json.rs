//! The stream of `codex exec --json` (JSONL). Exit codes are fields of their own here; there are no times and no call ids.

use super::SourceKind;
use super::codex::{shell, unwrap_shell};
use super::lines::{Limits, RecordSink, feed};
use super::model::*;
use super::wire::{Content, Flag, List, Num, Obj, Str};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::HashSet;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Record<'a> {
    #[serde(borrow, rename = "type")]
    kind: Str<'a>,
    #[serde(borrow)]
    thread_id: Str<'a>,
    #[serde(borrow)]
    item: Obj<Item<'a>>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Item<'a> {
    #[serde(borrow)]
    id: Str<'a>,
    #[serde(borrow, rename = "type", alias = "item_type")]
    kind: Str<'a>,
    #[serde(borrow)]
    text: Str<'a>,
    #[serde(borrow)]
    command: Str<'a>,
    #[serde(borrow)]
    aggregated_output: Str<'a>,
    exit_code: Num,
    #[serde(borrow)]
    status: Str<'a>,
    #[serde(borrow)]
    changes: List<Obj<Change<'a>>>,
    #[serde(borrow)]
    items: List<Obj<Todo<'a>>>,
    #[serde(borrow)]
    server: Str<'a>,
    #[serde(borrow)]
    tool: Str<'a>,
    #[serde(borrow)]
    arguments: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Obj<Returned<'a>>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
    #[serde(borrow)]
    query: Str<'a>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Change<'a> {
    #[serde(borrow)]
    path: Str<'a>,
    #[serde(borrow)]
    kind: Str<'a>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Todo<'a> {
    #[serde(borrow)]
    text: Str<'a>,
    completed: Flag,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Returned<'a> {
    #[serde(borrow)]
    content: Content<'a>,
}

/// Reads one stream; each thread in it is a session.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Vec<Session> {
    let mut reader = Reader { done: Vec::new(), session: Session::new(SourceKind::CodexJson), open: HashSet::new() };
    feed(&mut reader, bytes, true, limits);
    let notes = std::mem::take(&mut reader.session.notes);
    reader.close();
    let mut sessions = reader.done;
    match sessions.first_mut() {
        Some(first) => first.notes = notes,
        None => sessions.push(Session { notes, ..Session::new(SourceKind::CodexJson) }),
    }
    sessions
}

struct Reader {
    done: Vec<Session>,
    session: Session,
    /// Items whose call was taken at their start.
    open: HashSet<String>,
}

impl Reader {
    fn close(&mut self) {
        let notes = std::mem::take(&mut self.session.notes);
        let session = std::mem::replace(&mut self.session, Session::new(SourceKind::CodexJson));
        self.session.notes = notes;
        self.open.clear();
        if session.meta.session_id.is_some() || !session.events.is_empty() {
            self.done.push(session);
        }
    }

    fn take(&mut self, line: u32, r: Record) {
        match r.kind.as_str() {
            "thread.started" => {
                self.close();
                self.session.meta.session_id = r.thread_id.some().map(Into::into);
            }
            "item.started" | "item.updated" => self.item(line, r.item.0, false),
            "item.completed" => self.item(line, r.item.0, true),
            _ => {}
        }
    }

    fn item(&mut self, line: u32, item: Item, ended: bool) {
        if item.kind.as_str() == "agent_message" || item.kind.as_str() == "assistant_message" {
            if ended && !item.text.as_str().trim().is_empty() {
                let say = Say { text: item.text.owned(), model: None, message: None };
                self.session.push(line, 0, None, EventKind::Say(say));
            }
            return;
        }
        // The list is told whole again with every change.
        let is_list = item.kind.as_str() == "todo_list";
        if is_list || !self.open.contains(item.id.as_str()) {
            let Some(action) = action(&item) else {
                return;
            };
            let tool = item.kind.as_str().into();
            let call = Call { id: item.id.as_str().into(), tool, action, cwd: None };
            self.session.push(line, 0, None, EventKind::Call(call));
            self.open.insert(item.id.as_str().to_owned());
        }
        if ended && !is_list {
            self.open.remove(item.id.as_str());
            self.session.push(line, 0, None, EventKind::Result(result(item)));
        }
    }
}

fn action(item: &Item) -> Option<Action> {
    Some(match item.kind.as_str() {
        "command_execution" => shell(unwrap_shell(item.command.as_str()), None).action,
        "file_change" => Action::Patch { text: patch(&item.changes) },
        "todo_list" => {
            let todo = |t: &Obj<Todo>| TodoItem {
                id: String::new(),
                text: t.0.text.as_str().to_owned(),
                done: t.0.completed.is_true(),
                dropped: false,
            };
            Action::Todo { items: item.items.0.iter().map(todo).collect(), whole: true }
        }
        "mcp_tool_call" => Action::Mcp {
            server: item.server.as_str().to_owned(),
            tool: item.tool.as_str().to_owned(),
            input: item.arguments.map_or_else(String::new, |a| keep_ends(a.get()).0),
        },
        "web_search" => Action::Web { query: item.query.as_str().to_owned() },
        "collab_tool_call" => Action::Other { input: item.tool.as_str().to_owned() },
        _ => return None,
    })
}

/// The files of a change in the form of a patch; the stream tells no more of it.
fn patch(changes: &List<Obj<Change>>) -> String {
    let line = |c: &Obj<Change>| {
        let verb = match c.0.kind.as_str() {
            "add" => "Add",
            "delete" => "Delete",
            _ => "Update",
        };
        format!("*** {verb} File: {}\n", c.0.path.as_str())
    };
    format!("*** Begin Patch\n{}*** End Patch", changes.0.iter().map(line).collect::<String>())
}

fn result(item: Item) -> CallResult {
    let failed = item.error.is_some_and(|e| e.get() != "null");
    let status = match (item.exit_code.code(), item.status.as_str()) {
        (_, "declined") => Status::Denied,
        (Some(0), "failed") => Status::Error,
        (Some(0), _) => Status::Ok,
        (Some(n), _) => Status::Exit(n),
        (None, "failed") => Status::Error,
        (None, _) if failed => Status::Error,
        (None, "completed") if item.kind.as_str() != "command_execution" => Status::Ok,
        (None, "in_progress") => Status::Running,
        (None, _) if item.kind.as_str() == "web_search" => Status::Ok,
        (None, _) => Status::Unknown,
    };
    let text = if item.aggregated_output.is_empty() { item.result.0.content.flat() } else { item.aggregated_output.0 };
    let (text, by_reader) = keep_ends(&text);
    let cut = match item.kind.as_str() {
        _ if by_reader => Cut::Reader,
        "web_search" => Cut::All,
        _ => Cut::No,
    };
    CallResult { id: item.id.as_str().into(), status, text, cut, process: None, file_lines: None }
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

    fn of(lines: &[&str]) -> Vec<Session> {
        read(lines.join("\n").as_bytes(), &Limits::default())
    }

    fn shown(s: &Session) -> Vec<String> {
        let one = |e: &Event| match &e.kind {
            EventKind::Say(s) => format!("{} say {}", e.line, s.text),
            EventKind::Call(c) => format!("{} call {} {:?}", e.line, c.id, c.action),
            EventKind::Result(r) => format!("{} result {} {:?} {}", e.line, r.id, r.status, r.text),
            other => format!("{other:?}"),
        };
        s.events.iter().map(one).collect()
    }

    #[test]
    fn items_are_taken_once() {
        let s = of(&[
            r#"{"type":"thread.started","thread_id":"t"}"#,
            r#"{"type":"item.started","item":{"id":"item_1","type":"command_execution","command":"/bin/zsh -lc 'npm test'","aggregated_output":"","exit_code":null,"status":"in_progress"}}"#,
            r#"{"type":"item.completed","item":{"id":"item_1","type":"command_execution","command":"/bin/zsh -lc 'npm test'","aggregated_output":"1 failed","exit_code":1,"status":"failed"}}"#,
            r#"{"type":"item.completed","item":{"id":"item_2","type":"file_change","changes":[{"path":"a","kind":"add"},{"path":"b","kind":"delete"}],"status":"completed"}}"#,
            r#"{"type":"item.completed","item":{"id":"item_3","type":"error","message":"a warning"}}"#,
            r#"{"type":"item.completed","item":{"id":"item_4","type":"agent_message","text":"Done."}}"#,
        ]);
        assert_eq!(
            shown(&s[0]),
            [
                r#"2 call item_1 Shell { command: "npm test", background: false }"#,
                "3 result item_1 Exit(1) 1 failed",
                r#"4 call item_2 Patch { text: "*** Begin Patch\n*** Add File: a\n*** Delete File: b\n*** End Patch" }"#,
                "4 result item_2 Ok ",
                "6 say Done.",
            ]
        );
        assert_eq!(s[0].meta.session_id.as_deref(), Some("t"));
    }

    #[test]
    fn how_items_end() {
        let status = |more: &str| {
            let s = of(&[&format!(
                r#"{{"type":"item.completed","item":{{"id":"i","type":"command_execution","command":"x",{more}}}}}"#
            )]);
            match &s[0].events[1].kind {
                EventKind::Result(r) => r.status,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(status(r#""exit_code":0,"status":"completed""#), Status::Ok);
        assert_eq!(status(r#""exit_code":null,"status":"declined""#), Status::Denied);
        assert_eq!(status(r#""exit_code":null,"status":"failed""#), Status::Error);
        assert_eq!(status(r#""status":"completed""#), Status::Unknown);
    }

    #[test]
    fn each_thread_is_a_session() {
        let start = r#"{"type":"thread.started","thread_id":"t"}"#;
        let say = r#"{"type":"item.completed","item":{"id":"item_0","type":"agent_message","text":"a"}}"#;
        let s = of(&[start, say, start, say]);
        assert_eq!(s.len(), 2);
        assert_eq!(s[0].notes.records, 4);
        assert_eq!(of(&[]).len(), 1);
    }

    #[test]
    fn lists_and_mcp() {
        let s = of(&[
            r#"{"type":"item.started","item":{"id":"i","type":"todo_list","items":[{"text":"a","completed":false}]}}"#,
            r#"{"type":"item.completed","item":{"id":"i","type":"todo_list","items":[{"text":"a","completed":true}]}}"#,
            r#"{"type":"item.completed","item":{"id":"m","type":"mcp_tool_call","server":"s","tool":"t","arguments":{},"result":{"content":[{"type":"text","text":"x"}]},"error":null,"status":"completed"}}"#,
        ]);
        assert!(
            matches!(&s[0].events[1].kind, EventKind::Call(c) if matches!(&c.action, Action::Todo { items, .. } if items[0].done))
        );
        assert_eq!(shown(&s[0])[3], "3 result m Ok x");
    }
}
