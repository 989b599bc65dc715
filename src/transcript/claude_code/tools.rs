//! What the tools of Claude Code ask for.

use crate::transcript::lines::mend;
use crate::transcript::model::{Action, TodoItem, keep_ends};
use crate::transcript::wire::{Flag, List, Num, Obj, Str};
use serde::Deserialize;
use serde_json::value::RawValue;

/// The arguments of all tools that are told apart, by their names.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Input<'a> {
    #[serde(borrow)]
    command: Str<'a>,
    run_in_background: Flag,
    #[serde(borrow)]
    file_path: Str<'a>,
    #[serde(borrow)]
    notebook_path: Str<'a>,
    #[serde(borrow, alias = "filePath")]
    path: Str<'a>,
    #[serde(borrow)]
    content: Str<'a>,
    #[serde(borrow)]
    new_source: Str<'a>,
    #[serde(borrow)]
    old_string: Str<'a>,
    #[serde(borrow)]
    new_string: Str<'a>,
    #[serde(borrow)]
    edits: List<Obj<Pair<'a>>>,
    offset: Num,
    limit: Num,
    #[serde(borrow)]
    pattern: Str<'a>,
    #[serde(borrow)]
    query: Str<'a>,
    #[serde(borrow)]
    url: Str<'a>,
    #[serde(borrow)]
    prompt: Str<'a>,
    #[serde(borrow)]
    description: Str<'a>,
    #[serde(borrow)]
    operation: Str<'a>,
    #[serde(borrow)]
    todos: List<Obj<Todo<'a>>>,
    #[serde(borrow)]
    subject: Str<'a>,
    #[serde(borrow)]
    status: Str<'a>,
    #[serde(borrow, rename = "taskId")]
    todo_id: Str<'a>,
    #[serde(borrow, alias = "bash_id", alias = "shell_id", alias = "agentId")]
    task_id: Str<'a>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Pair<'a> {
    #[serde(borrow)]
    old_string: Str<'a>,
    #[serde(borrow)]
    new_string: Str<'a>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Todo<'a> {
    #[serde(borrow)]
    id: Str<'a>,
    #[serde(borrow)]
    content: Str<'a>,
    #[serde(borrow)]
    status: Str<'a>,
}

/// What a call asks for.
pub(in crate::transcript) fn action(tool: &str, input: Option<&RawValue>) -> Action {
    let raw = input.map_or("{}", RawValue::get);
    if let Some((server, name)) = tool.strip_prefix("mcp__").and_then(|t| t.split_once("__")) {
        return Action::Mcp { server: server.into(), tool: name.into(), input: keep_ends(raw).0 };
    }
    if let Ok(Obj(input)) = serde_json::from_str::<Obj<Input>>(raw) {
        return known(tool, input).unwrap_or_else(|| Action::Other { input: keep_ends(raw).0 });
    }
    let mended = mend(raw.as_bytes()).unwrap_or_default();
    match serde_json::from_slice::<Obj<Input>>(&mended) {
        Ok(Obj(input)) => known(tool, input),
        Err(_) => None,
    }
    .unwrap_or_else(|| Action::Other { input: keep_ends(raw).0 })
}

fn known(tool: &str, i: Input) -> Option<Action> {
    let background = i.run_in_background.is_true();
    Some(match tool {
        "Bash" | "PowerShell" => Action::Shell { command: i.command.owned(), background },
        "Monitor" if !i.command.is_empty() => Action::Shell { command: i.command.owned(), background: true },
        "Write" => Action::Write { path: i.file_path.owned(), content: keep_ends(i.content.as_str()).0 },
        "Edit" => Action::Edit { path: i.file_path.owned(), edits: vec![(i.old_string.owned(), i.new_string.owned())] },
        "MultiEdit" => {
            let pair = |e: Obj<Pair>| (e.0.old_string.owned(), e.0.new_string.owned());
            Action::Edit { path: i.file_path.owned(), edits: i.edits.0.into_iter().map(pair).collect() }
        }
        "NotebookEdit" => Action::Edit { path: i.notebook_path.owned(), edits: vec![(String::new(), i.new_source.owned())] },
        "Read" => Action::Read { path: i.file_path.owned(), offset: i.offset.unsigned(), limit: i.limit.unsigned() },
        "NotebookRead" => Action::Read { path: i.notebook_path.owned(), offset: None, limit: None },
        "Grep" => search(i.pattern, i.path, false),
        "Glob" => search(i.pattern, i.path, true),
        "LS" => search(Str::default(), i.path, true),
        "LSP" => search(i.operation, if i.path.is_empty() { i.file_path } else { i.path }, false),
        "WebFetch" => Action::Web { query: i.url.owned() },
        "WebSearch" | "web_search" => Action::Web { query: i.query.owned() },
        "Task" | "Agent" => Action::Agent { prompt: i.prompt.owned(), description: i.description.owned(), background },
        "TodoWrite" => {
            Action::Todo { items: i.todos.0.into_iter().map(|t| item(t.0.id, t.0.content, &t.0.status)).collect(), whole: true }
        }
        "TaskCreate" => Action::Todo { items: vec![item(i.todo_id, i.subject, &i.status)], whole: false },
        "TaskUpdate" if !i.status.is_empty() => Action::Todo { items: vec![item(i.todo_id, i.subject, &i.status)], whole: false },
        "TaskOutput" | "BashOutput" | "AgentOutputTool" | "TaskStop" | "KillShell" | "KillBash" => {
            Action::Poll { process: i.task_id.owned(), input: String::new() }
        }
        _ => return None,
    })
}

/// The tool stops what it names.
pub(super) fn stops_process(tool: &str) -> bool {
    matches!(tool, "TaskStop" | "KillShell" | "KillBash")
}

fn search(pattern: Str, path: Str, names: bool) -> Action {
    Action::Search { pattern: pattern.owned(), path: path.some().map(Into::into), names }
}

fn item(id: Str, text: Str, status: &Str) -> TodoItem {
    TodoItem {
        id: id.owned(),
        text: text.owned(),
        done: status.as_str() == "completed",
        dropped: matches!(status.as_str(), "deleted" | "cancelled"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(tool: &str, input: &str) -> String {
        let raw = RawValue::from_string(input.to_owned()).unwrap();
        format!("{:?}", action(tool, Some(&raw)))
    }

    #[test]
    fn every_tool_by_its_arguments() {
        let cases = [
            ("Bash", r#"{"command":"ls","run_in_background":true}"#, r#"Shell { command: "ls", background: true }"#),
            ("Write", r#"{"file_path":"a","content":"x\n"}"#, r#"Write { path: "a", content: "x\n" }"#),
            ("Edit", r#"{"file_path":"a","old_string":"x","new_string":"y"}"#, r#"Edit { path: "a", edits: [("x", "y")] }"#),
            (
                "MultiEdit",
                r#"{"file_path":"a","edits":[{"old_string":"x","new_string":"y"},{"old_string":"p","new_string":"q"}]}"#,
                r#"Edit { path: "a", edits: [("x", "y"), ("p", "q")] }"#,
            ),
            ("NotebookEdit", r#"{"notebook_path":"n","new_source":"s"}"#, r#"Edit { path: "n", edits: [("", "s")] }"#),
            ("Read", r#"{"file_path":"a","offset":"5","limit":7}"#, r#"Read { path: "a", offset: Some(5), limit: Some(7) }"#),
            ("Grep", r#"{"pattern":"p","path":"d"}"#, r#"Search { pattern: "p", path: Some("d"), names: false }"#),
            ("Glob", r#"{"pattern":"p"}"#, r#"Search { pattern: "p", path: None, names: true }"#),
            ("LS", r#"{"path":"d"}"#, r#"Search { pattern: "", path: Some("d"), names: true }"#),
            ("LSP", r#"{"operation":"hover","filePath":"f"}"#, r#"Search { pattern: "hover", path: Some("f"), names: false }"#),
            ("WebFetch", r#"{"url":"u","prompt":"p"}"#, r#"Web { query: "u" }"#),
            ("WebSearch", r#"{"query":"q"}"#, r#"Web { query: "q" }"#),
            ("Task", r#"{"prompt":"p","description":"d"}"#, r#"Agent { prompt: "p", description: "d", background: false }"#),
            ("TaskOutput", r#"{"task_id":"b1","block":true}"#, r#"Poll { process: "b1", input: "" }"#),
            ("BashOutput", r#"{"bash_id":"b1"}"#, r#"Poll { process: "b1", input: "" }"#),
            ("KillShell", r#"{"shell_id":"b1"}"#, r#"Poll { process: "b1", input: "" }"#),
            ("mcp__a_b__c__d", r#"{"x":1}"#, r#"Mcp { server: "a_b", tool: "c__d", input: "{\"x\":1}" }"#),
            ("Skill", r#"{"skill":"s"}"#, r#"Other { input: "{\"skill\":\"s\"}" }"#),
            ("TaskUpdate", r#"{"taskId":"1","owner":"me"}"#, r#"Other { input: "{\"taskId\":\"1\",\"owner\":\"me\"}" }"#),
            ("Bash", "\"garbled\"", r#"Shell { command: "", background: false }"#),
            ("Bash", r#"{"command":"a\ud800b"}"#, "Shell { command: \"a\u{fffd}b\", background: false }"),
        ];
        for (tool, input, want) in cases {
            assert_eq!(of(tool, input), want, "{tool} {input}");
        }
    }

    #[test]
    fn task_lists() {
        let todos = of("TodoWrite", r#"{"todos":[{"content":"a","status":"completed"},{"content":"b","status":"pending"}]}"#);
        assert!(todos.contains(r#"text: "a", done: true"#) && todos.contains(r#"text: "b", done: false"#), "{todos}");
        assert!(todos.ends_with("whole: true }"));
        let update = of("TaskUpdate", r#"{"taskId":"3","status":"deleted"}"#);
        assert!(update.contains(r#"id: "3", text: "", done: false, dropped: true"#), "{update}");
    }
}
