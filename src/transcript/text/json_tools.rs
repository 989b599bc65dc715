//! Tool calls that a Markdown export shows as JSON arguments, Claude's names and Gemini's.

use super::super::*;
use serde_json::Value;

/// What a tool was asked, from its name and arguments.
pub fn action(tool: &str, args: &Value) -> Action {
    if !args.is_object() {
        return Action::Other { input: args.as_str().map_or_else(|| args.to_string(), Into::into) };
    }
    let text = |keys: &[&str]| keys.iter().find_map(|k| args[*k].as_str()).unwrap_or("").to_owned();
    let path = || text(&["file_path", "absolute_path", "notebook_path", "path", "filePath"]);
    match tool {
        "Bash" | "run_shell_command" | "PowerShell" => Action::Shell {
            command: text(&["command"]),
            background: args["run_in_background"] == true || args["is_background"] == true,
        },
        "Write" | "write_file" => Action::Write { path: path(), content: text(&["content"]) },
        "Edit" | "MultiEdit" | "replace" | "edit" | "NotebookEdit" => Action::Edit { path: path(), edits: edits(args) },
        "Read" | "read_file" | "NotebookRead" => {
            Action::Read { path: path(), offset: args["offset"].as_u64(), limit: args["limit"].as_u64() }
        }
        "Grep" | "search_file_content" | "grep_search" => search(text(&["pattern"]), args, false),
        "Glob" | "glob" | "LS" | "list_directory" | "read_many_files" => search(text(&["pattern", "path"]), args, true),
        "WebFetch" | "WebSearch" | "web_fetch" | "google_web_search" | "web_search" => {
            Action::Web { query: text(&["url", "query", "prompt"]) }
        }
        "Task" | "Agent" | "task" => Action::Agent {
            prompt: text(&["prompt"]),
            description: text(&["description"]),
            background: args["run_in_background"] == true,
        },
        "TodoWrite" | "write_todos" | "todo_write" => Action::Todo { items: todos(args), whole: true },
        "BashOutput" | "TaskOutput" => Action::Poll { process: text(&["bash_id", "task_id"]), input: String::new() },
        _ => match tool.strip_prefix("mcp__").and_then(|t| t.split_once("__")) {
            Some((server, name)) => Action::Mcp { server: server.into(), tool: name.into(), input: args.to_string() },
            None => Action::Other { input: args.to_string() },
        },
    }
}

fn search(pattern: String, args: &Value, names: bool) -> Action {
    let path = args["path"].as_str().or(args["dir_path"].as_str()).filter(|p| *p != pattern);
    Action::Search { pattern, path: path.map(Into::into), names }
}

fn edits(args: &Value) -> Vec<(String, String)> {
    let pair = |v: &Value| {
        let side = |keys: [&str; 2]| keys.iter().find_map(|k| v[*k].as_str()).unwrap_or("").to_owned();
        (side(["old_string", "old_source"]), side(["new_string", "new_source"]))
    };
    match args["edits"].as_array() {
        Some(list) => list.iter().map(pair).collect(),
        None => vec![pair(args)],
    }
}

fn todos(args: &Value) -> Vec<TodoItem> {
    let item = |t: &Value| TodoItem {
        id: t["id"].as_str().unwrap_or("").to_owned(),
        text: t["content"].as_str().or(t["description"].as_str()).unwrap_or("").to_owned(),
        done: t["status"] == "completed",
        dropped: t["status"] == "cancelled",
    };
    args["todos"].as_array().into_iter().flatten().map(item).collect()
}
