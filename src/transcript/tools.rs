//! Tools of hosts whose names and arguments follow no fixed scheme: the action is told from the usual names of both.

use super::lines::mend;
use super::model::{Action, keep_ends};
use super::wire::{Num, Obj, Str};
use super::{claude_code, codex};
use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Args<'a> {
    #[serde(borrow, alias = "cmd", alias = "script")]
    command: Str<'a>,
    #[serde(
        borrow,
        alias = "filePath",
        alias = "absolute_path",
        alias = "filename",
        alias = "dir_path",
        alias = "directory_path"
    )]
    file_path: Str<'a>,
    #[serde(borrow)]
    path: Str<'a>,
    #[serde(borrow, alias = "contents", alias = "file_text", alias = "text")]
    content: Str<'a>,
    #[serde(borrow, alias = "old_str", alias = "oldString", alias = "old_text")]
    old_string: Str<'a>,
    #[serde(borrow, alias = "new_str", alias = "newString", alias = "new_text")]
    new_string: Str<'a>,
    #[serde(borrow, alias = "query", alias = "regex")]
    pattern: Str<'a>,
    #[serde(borrow, alias = "prompt")]
    url: Str<'a>,
    #[serde(borrow, alias = "input")]
    patch: Str<'a>,
    offset: Num,
    limit: Num,
}

/// What a call asks for.
pub(super) fn action(tool: &str, raw: Option<&RawValue>) -> Action {
    let json = raw.map_or("{}", RawValue::get);
    let known = claude_code::action(tool, raw);
    if !matches!(known, Action::Other { .. }) {
        return known;
    }
    let known = codex::asked(tool, "", json).action;
    if !matches!(known, Action::Other { .. }) {
        return known;
    }
    let mended = mend(json.as_bytes());
    let args = serde_json::from_str::<Obj<Args>>(json).ok();
    let args = args.or_else(|| mended.as_deref().and_then(|m| serde_json::from_slice(m).ok()));
    args.and_then(|Obj(args)| usual(&tool.to_ascii_lowercase(), args))
        .unwrap_or_else(|| Action::Other { input: keep_ends(json).0 })
}

fn usual(tool: &str, a: Args) -> Option<Action> {
    let path = if a.file_path.is_empty() { a.path } else { a.file_path };
    Some(match tool {
        "bash" | "sh" | "execute" | "run_shell_command" | "run_command" | "execute_command" | "run_terminal_cmd" | "terminal"
        | "run" | "shell" | "execute_bash"
            if !a.command.is_empty() =>
        {
            Action::Shell { command: a.command.owned(), background: false }
        }
        "write_file" | "create_file" | "create" | "write" | "write_to_file" => {
            Action::Write { path: path.owned(), content: keep_ends(a.content.as_str()).0 }
        }
        "replace" | "edit" | "edit_file" | "str_replace" | "replace_in_file" | "search_replace" => {
            Action::Edit { path: path.owned(), edits: vec![(a.old_string.owned(), a.new_string.owned())] }
        }
        "applypatch" | "apply_patch" => Action::Patch { text: a.patch.owned() },
        "read" | "read_file" | "view" | "view_file" | "cat" => {
            Action::Read { path: path.owned(), offset: a.offset.unsigned(), limit: a.limit.unsigned() }
        }
        "search_file_content" | "grep" | "grep_search" | "search" | "codebase_search" => {
            Action::Search { pattern: a.pattern.owned(), path: path.some().map(Into::into), names: false }
        }
        "glob" | "list_directory" | "list_dir" | "ls" | "find_files" | "file_search" => {
            Action::Search { pattern: a.pattern.owned(), path: path.some().map(Into::into), names: true }
        }
        "web_fetch" | "fetch" | "fetchurl" => Action::Web { query: a.url.owned() },
        "google_web_search" | "web_search" | "websearch" => Action::Web { query: a.pattern.owned() },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_names_of_tools_and_arguments() {
        let cases = [
            ("Execute", r#"{"command":"ls"}"#, r#"Shell { command: "ls", background: false }"#),
            ("run_shell_command", r#"{"command":"ls"}"#, r#"Shell { command: "ls", background: false }"#),
            ("bash", r#"{"cmd":"ls"}"#, r#"Shell { command: "ls", background: false }"#),
            ("write_file", r#"{"file_path":"a","content":"x"}"#, r#"Write { path: "a", content: "x" }"#),
            ("replace", r#"{"file_path":"a","old_string":"x","new_string":"y"}"#, r#"Edit { path: "a", edits: [("x", "y")] }"#),
            ("read_file", r#"{"absolute_path":"a"}"#, r#"Read { path: "a", offset: None, limit: None }"#),
            ("search_file_content", r#"{"pattern":"p"}"#, r#"Search { pattern: "p", path: None, names: false }"#),
            ("google_web_search", r#"{"query":"q"}"#, r#"Web { query: "q" }"#),
            ("Bash", r#"{"command":"ls"}"#, r#"Shell { command: "ls", background: false }"#),
            ("exec_command", r#"{"cmd":"ls"}"#, r#"Shell { command: "ls", background: false }"#),
            ("book_flight", r#"{"to":"x"}"#, r#"Other { input: "{\"to\":\"x\"}" }"#),
        ];
        for (tool, args, want) in cases {
            let raw = RawValue::from_string(args.to_owned()).unwrap();
            assert_eq!(format!("{:?}", action(tool, Some(&raw))), want, "{tool}");
        }
    }
}
