//! Tools of MCP servers, and tools of hosts that have no form of their own: told by the verbs in their names.

use super::deploy::urls;
use super::draft::*;
use super::op::{Check, OpKind, Outcome};
use super::paths;
use serde_json::Value;

pub(super) fn drafts(server: &str, tool: &str, input: &str, cwd: Option<&str>, cx: &Cx) -> Vec<Draft> {
    let args: Value = if input.len() < 1 << 20 { serde_json::from_str(input).unwrap_or(Value::Null) } else { Value::Null };
    let words: Vec<String> = words(tool);
    let has = |list: &[&str]| words.iter().any(|w| list.contains(&w.as_str()));
    if let Some(path) = path_of(&args) {
        let path = paths::resolve(cwd, path).unwrap_or_default();
        let kind = file_kind(&words, &args);
        return vec![Draft::new(kind, vec![path.clone()]).harmless(cx.roots.is_harmless(&path))];
    }
    let target = target_of(&args);
    let talk = ["sequential", "thinking", "thought", "thoughts", "journal", "memory", "think"];
    let kind = if has(&talk) || talk.iter().any(|t| server.contains(t)) {
        OpKind::Run
    } else if has(&["test", "tests"]) && has(&["run", "execute"]) {
        OpKind::Check(Check::Tests)
    } else if has(&["build", "compile"]) {
        OpKind::Check(Check::Build)
    } else if has(&["diagnostics", "problems", "getdiagnostics"]) {
        OpKind::Check(Check::Typecheck)
    } else if has(&["browser", "screenshot", "navigate", "click", "snapshot"])
        || server.contains("playwright")
        || server.contains("puppeteer")
    {
        OpKind::Run
    } else if has(&["pull", "merge"]) && has(&["request", "pr", "pull"]) && has(ACTS) {
        OpKind::PullRequest
    } else if has(&["push"]) && has(&["files", "branch", "commit"]) {
        OpKind::Push
    } else if has(&["deploy", "publish", "release"]) {
        OpKind::Deploy
    } else if has(&["install"]) {
        OpKind::Install
    } else if has(ACTS) {
        OpKind::External
    } else if has(&["search", "find", "grep", "query", "glob"]) {
        OpKind::Search
    } else if has(&["read", "get", "list", "view", "fetch", "show", "describe", "resolve", "lookup", "status"]) {
        OpKind::Http
    } else {
        OpKind::Run
    };
    vec![Draft::new(kind, target).reader(answered)]
}

const ACTS: &[&str] = &[
    "create",
    "update",
    "send",
    "post",
    "delete",
    "remove",
    "add",
    "edit",
    "set",
    "comment",
    "reply",
    "assign",
    "close",
    "reopen",
    "merge",
    "publish",
    "upload",
    "write",
    "save",
    "schedule",
    "move",
    "archive",
    "transition",
    "invite",
    "approve",
    "submit",
    "insert",
    "append",
    "patch",
    "put",
    "cancel",
    "start",
    "stop",
    "trigger",
];

/// The words of a tool's name: `create_issue`, `createIssue`, `browser-click`.
fn words(tool: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut lower = false;
    for c in tool.chars() {
        if !c.is_alphanumeric() {
            out.push(String::new());
        } else {
            if c.is_uppercase() && lower {
                out.push(String::new());
            }
            if let Some(last) = out.last_mut() {
                last.extend(c.to_lowercase());
            }
        }
        lower = c.is_lowercase();
    }
    out.retain(|w| !w.is_empty());
    out
}

fn path_of(args: &Value) -> Option<&str> {
    [
        "file_path",
        "notebook_path",
        "relative_path",
        "path",
        "filepath",
        "filePath",
        "file",
        "target_file",
        "AbsolutePath",
        "TargetFile",
    ]
    .iter()
    .find_map(|k| args[*k].as_str())
    .filter(|p| !p.is_empty() && !p.contains("://") && !p.contains('\n'))
}

fn file_kind(words: &[String], args: &Value) -> OpKind {
    let has = |list: &[&str]| words.iter().any(|w| list.contains(&w.as_str()));
    let command = args["command"].as_str().unwrap_or("");
    match command {
        "create" => return OpKind::Write,
        "view" => return OpKind::Read,
        "str_replace" | "insert" | "undo_edit" => return OpKind::Edit,
        _ => {}
    }
    if has(&["delete", "remove"]) {
        OpKind::Delete
    } else if has(&["write", "create", "save"]) {
        OpKind::Write
    } else if has(&["edit", "replace", "insert", "update", "modify", "patch", "rename", "append", "multi", "notebook"])
        && !has(&["read"])
    {
        OpKind::Edit
    } else if has(&["search", "find", "grep", "list", "glob", "symbols"]) {
        OpKind::Search
    } else {
        OpKind::Read
    }
}

fn target_of(args: &Value) -> Vec<String> {
    const KEYS: &[&str] = &[
        "url",
        "query",
        "title",
        "name",
        "id",
        "issue_id",
        "issueId",
        "channel",
        "to",
        "subject",
        "owner",
        "repo",
        "number",
        "pullNumber",
        "element",
        "pattern",
    ];
    KEYS.iter().filter_map(|k| args[*k].as_str().map(clip).or_else(|| args[*k].as_u64().map(|n| n.to_string()))).take(4).collect()
}

/// A structured answer: an error, or an id.
fn answered(text: &str, d: &Draft) -> Option<Says> {
    const BAD: &[&str] = &["### Error", "MCP error", "Error: ", "error: ", "{\"error\"", "{\"success\":false", "Failed to "];
    let first = find_line(text, |l| !l.is_empty())?;
    if BAD.iter().any(|b| first.starts_with(b)) {
        return Some(Says::new(Outcome::Failed, first));
    }
    if matches!(d.kind, OpKind::External | OpKind::PullRequest) {
        let l = find_line(text, |l| l.contains("\"id\"") || l.contains("://")).unwrap_or(first);
        return Some(Says::new(Outcome::Passed, l).with(urls(l)));
    }
    None
}
