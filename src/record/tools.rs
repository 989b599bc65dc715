//! What the tools of hosts do, apart from the shell: writes, edits, patches, reads, searches, subagents, MCP.

use super::draft::*;
use super::join::Joined;
use super::op::{OpKind, Outcome};
use super::{edits, loosen, mcp, patch, paths};
use crate::transcript::{Action, Cut, Status};

/// The operations of a call that is no shell command line, with a short form of its input.
pub(super) fn drafts(j: &Joined, cwd: Option<&str>, cx: &Cx) -> (Vec<Draft>, String) {
    let at = |p: &str| paths::resolve(cwd, p).unwrap_or_default();
    match &j.call.action {
        Action::Shell { .. } => (Vec::new(), String::new()),
        Action::Write { path, content } => (vec![write(at(path), content, cx)], path.clone()),
        Action::Edit { path, edits } => {
            let mut d = Draft::new(OpKind::Edit, vec![at(path)]).harmless(cx.roots.is_harmless(&at(path)));
            d.notes.harmless |= !edits.is_empty() && edits.iter().all(|(o, n)| edits::is_layout(path, o, n));
            d.notes.weakens = edits.iter().any(|(o, n)| loosen::weakens(path, o, n));
            d.notes.loosens = edits.iter().any(|(o, n)| loosen::loosens(path, o, n));
            (vec![d.reader(edit_text)], path.clone())
        }
        Action::Patch { text } => {
            let d = patch_drafts(text, cwd, cx);
            let names: Vec<&str> = d.iter().flat_map(|d| d.targets.first()).map(String::as_str).collect();
            let short = names.join(" ");
            (d, short)
        }
        Action::Read { path, offset, limit } => {
            let mut d = Draft::new(OpKind::Read, vec![at(path)]);
            d.notes.range = read_range(*offset, *limit, j);
            (vec![d], path.clone())
        }
        Action::Search { pattern, path, .. } => {
            let targets = [Some(pattern.clone()), path.as_deref().map(at)].into_iter().flatten().collect();
            let mut d = Draft::new(OpKind::Search, targets);
            d.notes.nothing_found = found_nothing(&j.text);
            (vec![d], [pattern.as_str(), path.as_deref().unwrap_or("")].join(" ").trim_end().to_owned())
        }
        Action::Web { query } => (vec![Draft::new(OpKind::Http, vec![query.clone()])], query.clone()),
        Action::Agent { description, prompt, .. } => {
            let name = if description.is_empty() { clip(prompt) } else { description.clone() };
            (vec![Draft::new(OpKind::Agent, vec![name.clone()])], name)
        }
        Action::Todo { items, .. } => {
            let targets = items.iter().filter(|i| !i.text.is_empty()).map(|i| i.text.clone()).collect();
            (vec![Draft::new(OpKind::Todo, targets)], String::new())
        }
        Action::Poll { process, .. } => {
            (if j.continues { Vec::new() } else { vec![Draft::new(OpKind::Run, Vec::new())] }, process.clone())
        }
        Action::Mcp { server, tool, input } => (mcp::drafts(server, tool, input, cwd, cx), format!("{tool} {}", clip(input))),
        Action::Other { input } => (other(&j.call.tool, input, cwd, cx), format!("{} {}", j.call.tool, clip(input))),
    }
}

fn write(path: String, content: &str, cx: &Cx) -> Draft {
    let mut d = Draft::new(OpKind::Write, vec![path.clone()]).harmless(cx.roots.is_harmless(&path)).reader(edit_text);
    d.notes.stand_in = edits::makes_stand_in(&path, content);
    d
}

/// The operations of a patch: one a file.
pub(super) fn patch_drafts(text: &str, cwd: Option<&str>, cx: &Cx) -> Vec<Draft> {
    let mut out = Vec::new();
    for f in patch::files(text) {
        let path = paths::resolve(cwd, &f.path).unwrap_or_default();
        let empty = f.old.is_empty() && f.new.is_empty();
        let layout = f.kind == OpKind::Edit && !empty && edits::is_layout(&path, &f.old, &f.new);
        let harmless = cx.roots.is_harmless(&path) || layout;
        let mut d = Draft::new(f.kind, vec![path.clone()]).harmless(harmless).reader(patch_text);
        d.notes.weakens =
            f.kind == OpKind::Edit && loosen::weakens(&path, &f.old, &f.new) || f.kind == OpKind::Delete && paths::is_test(&path);
        d.notes.loosens = f.kind == OpKind::Edit && loosen::loosens(&path, &f.old, &f.new);
        d.notes.stand_in = f.kind == OpKind::Write && edits::makes_stand_in(&path, &f.new);
        if !(f.kind == OpKind::Edit && empty && f.to.is_some()) {
            out.push(d);
        }
        if let Some(to) = f.to {
            let to = paths::resolve(cwd, &to).unwrap_or_default();
            out.push(Draft::new(OpKind::Move, vec![path, to]).harmless(harmless).reader(patch_text));
        }
    }
    out
}

/// What an edit tool says where it did not edit.
fn edit_text(text: &str, _: &Draft) -> Option<Says> {
    const BAD: &[&str] = &[
        "String to replace not found",
        "File has not been read yet",
        "File has been modified since",
        "No changes to make",
        "Found multiple matches",
        "File does not exist",
        "<tool_use_error>",
        "No match found",
        "EACCES",
        "ENOENT",
        "EPERM",
        "Error: ",
    ];
    let first = text.lines().find(|l| !l.trim().is_empty())?.trim();
    BAD.iter()
        .any(|b| first.starts_with(b) || first.trim_start_matches("<tool_use_error>").starts_with(b))
        .then(|| Says::new(Outcome::Failed, first))
}

/// What a patch tool says, of this file where it names files.
fn patch_text(text: &str, d: &Draft) -> Option<Says> {
    const BAD: &[&str] = &[
        "apply_patch verification failed",
        "error: Failed to find expected lines",
        "error: invalid hunk",
        "error: Failed to read",
        "error: patch",
        "patch rejected",
        "Failed to find context",
        "Invalid Context",
        "error: corrupt patch",
        "failed in sandbox",
        "Invalid patch",
        "patch does not apply",
    ];
    let head = &text[..floor(text, 4000)];
    if let Some(l) = find_line(head, |l| BAD.iter().any(|b| l.contains(b))) {
        let denied = l.contains("rejected by user");
        return Some(Says::new(if denied { Outcome::Denied } else { Outcome::Failed }, l));
    }
    let names = d.targets.last().map(|t| paths::file_name(t).to_owned()).unwrap_or_default();
    let listed = find_line(text, |l| ["A ", "M ", "D ", "R "].iter().any(|p| l.starts_with(p)) && l.ends_with(&names));
    listed.or_else(|| find_line(head, |l| l.starts_with("Success. Updated"))).map(|l| Says::new(Outcome::Passed, l))
}

fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The lines that a read covers; none where it is the whole file.
fn read_range(offset: Option<u64>, limit: Option<u64>, j: &Joined) -> Option<(u64, u64)> {
    let from = offset.unwrap_or(1).max(1);
    let to = match limit {
        Some(n) => from.saturating_add(n).saturating_sub(1),
        None if from > 1 => u64::MAX,
        None => return None,
    };
    match j.file_lines {
        Some(total) if from == 1 && to >= total => None,
        _ => Some((from, to)),
    }
}

fn found_nothing(text: &str) -> bool {
    let t = text.trim();
    t.is_empty() || ["No files found", "No matches found", "Found 0", "No results"].iter().any(|p| t.starts_with(p))
}

/// Tools that only talk with the person or steer the host.
const TALK: &[&str] = &[
    "AskUserQuestion",
    "ExitPlanMode",
    "EnterPlanMode",
    "Skill",
    "ToolSearch",
    "SendMessage",
    "StructuredOutput",
    "TaskList",
    "TaskGet",
    "TeamCreate",
    "TeamDelete",
    "request_user_input",
    "ask_question",
    "view_image",
    "SlashCommand",
    "TaskStop",
    "KillShell",
    "KillBash",
    "ScheduleWakeup",
    "EnterWorktree",
    "ExitWorktree",
    "tool_search",
    "SendUserFile",
    "ListMcpResourcesTool",
    "think",
];

fn other(tool: &str, input: &str, cwd: Option<&str>, cx: &Cx) -> Vec<Draft> {
    if TALK.contains(&tool) {
        return Vec::new();
    }
    mcp::drafts("", tool, input, cwd, cx)
}

/// How a call that is no command line ended.
pub(super) fn outcome(d: &Draft, j: &Joined) -> (Outcome, String, Vec<String>) {
    let says = (d.reader)(&j.text, d);
    let line = says
        .as_ref()
        .map(|s| s.line.clone())
        .unwrap_or_else(|| j.text.lines().find(|l| !l.trim().is_empty()).map(clip).unwrap_or_default());
    let product = says.as_ref().map(|s| s.product.clone()).unwrap_or_default();
    let told = says.map(|s| s.outcome);
    let outcome = match j.status {
        None | Some(Status::Running | Status::Killed) => Outcome::Unfinished,
        Some(Status::Denied | Status::Cancelled | Status::Interrupted) => Outcome::Denied,
        Some(Status::Error | Status::Exit(1..)) if told != Some(Outcome::Denied) => Outcome::Failed,
        Some(Status::Unknown) => {
            told.unwrap_or(if quiet_tool(d.kind) && j.cut != Cut::All { Outcome::Passed } else { Outcome::Unreadable })
        }
        _ => told.unwrap_or(Outcome::Passed),
    };
    (outcome, line, product)
}

/// Tools whose result without an error is their success, also where the host gives no status.
fn quiet_tool(kind: OpKind) -> bool {
    matches!(
        kind,
        OpKind::Write
            | OpKind::Edit
            | OpKind::Delete
            | OpKind::Move
            | OpKind::Read
            | OpKind::Search
            | OpKind::Http
            | OpKind::Todo
            | OpKind::Agent
    )
}
