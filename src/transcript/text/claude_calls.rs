//! Calls as Claude Code shows them: which bullets are calls, what they ask, what of their result is shown.

use super::super::*;
use super::build::is_glob;
use super::lines::{dedent, indent};
use regex::Regex;
use std::sync::LazyLock;

/// A fold: lines that the screen does not show.
pub static FOLD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[ \t]*(?:…|\.\.\.) ?\+?[0-9]+ (?:more )?(?:lines?|tool uses?|pending|completed)(?: \([^)]*\))?[ \t]*$")
        .expect("pattern")
});
static EXPANDABLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:Read|Found|Listed|Searched|Received|Did|Wrote) .*\((?:ctrl|⌃)[+ ]?[a-z] to (?:expand|see all)\)$")
        .expect("pattern")
});

const TOOLS: &[&str] = &[
    "Bash",
    "Update",
    "Write",
    "Read",
    "Search",
    "Edit",
    "MultiEdit",
    "List",
    "LS",
    "Task",
    "Agent",
    "Fetch",
    "WebFetch",
    "Web Search",
    "WebSearch",
    "Grep",
    "Glob",
    "NotebookEdit",
    "Edit Notebook",
    "Read Notebook",
    "NotebookRead",
    "TodoWrite",
    "TodoRead",
    "Skill",
    "SlashCommand",
    "BashOutput",
    "KillShell",
    "KillBash",
    "Kill Shell",
    "Task Output",
    "TaskOutput",
    "TaskCreate",
    "TaskUpdate",
    "TaskList",
    "Explore",
    "Plan",
    "Create",
    "Call",
    "ExitPlanMode",
    "AskUserQuestion",
    "LSP",
    "Read Image",
    "PowerShell",
    "MultiUpdate",
    "Stop Task",
];

/// `mcp__server__tool` or `server - tool (MCP)` at the start of a bullet.
fn mcp_head(text: &str) -> Option<&str> {
    let head = if text.starts_with("mcp__") {
        text.split(['(', ' ']).next()?
    } else {
        let end = text.find(" (MCP)")? + " (MCP)".len();
        &text[..end]
    };
    let name = head.strip_suffix(" (MCP)").unwrap_or(head);
    let one = !name.contains('(') && (name.starts_with("mcp__") || name.contains(" - "));
    let ends = text.len() == head.len() || text[head.len()..].starts_with('(');
    (one && ends).then_some(head)
}

/// Tool and start of the arguments, where a bullet is a call. `hangs`: a result hangs below it.
pub fn call_head<'a>(text: &'a str, hangs: bool, next: Option<&str>) -> Option<(&'a str, &'a str)> {
    if let Some(head) = mcp_head(text) {
        return Some((head, &text[head.len()..]));
    }
    if let Some((name, _)) = text.split_once('(') {
        let args = &text[name.len()..];
        let closed = text.ends_with([')', '…']) || text.contains(") timeout: ");
        let goes_on = next.is_some_and(|l| indent(l) >= 4);
        if TOOLS.contains(&name) && (hangs || closed || goes_on) {
            return Some((name, args));
        }
        let word = !name.is_empty()
            && name.len() <= 60
            && !name.contains(' ')
            && name.chars().all(|c| c.is_alphanumeric() || "-_:.".contains(c));
        if word && hangs && closed {
            return Some((name, args));
        }
    }
    if !hangs {
        return EXPANDABLE.is_match(text).then_some((text, ""));
    }
    let title = text.len() <= 60 && !text.ends_with(['.', ':', '!', '?']) && text.starts_with(char::is_uppercase);
    let todo = matches!(text, "Read Todos" | "Update Todos" | "Updated Todos" | "Updated plan" | "Updated todo list");
    (todo || EXPANDABLE.is_match(text) || (title && text.split(' ').count() <= 3)).then_some((text, ""))
}

/// The arguments without the brackets. A line that fills the screen was wrapped, a shorter one ended where the agent ended it.
pub fn join_args(args: &[&str], wide: usize) -> String {
    let mut out = String::new();
    let mut before = 0;
    for (i, line) in args.iter().enumerate() {
        if i > 0 {
            out.push(if before >= wide && !out.contains("<<") { ' ' } else { '\n' });
        }
        before = line.chars().count() + if i == 0 { 8 } else { 0 };
        let shown = if i > 0 { dedent(line, 6) } else { line };
        out.push_str(shown.trim_end());
    }
    let out = out.trim();
    let out = out.rsplit_once(") timeout: ").map_or(out, |(head, _)| head);
    let out = out.strip_suffix(")…").or_else(|| out.strip_suffix(')')).unwrap_or(out);
    out.strip_prefix('(').unwrap_or(out).to_owned()
}

/// What the call asks; an edit's text stands in its result.
pub fn action(tool: &str, args: &str, shown: &[&str]) -> Action {
    let path = || {
        let first = args.split(" · ").next().unwrap_or(args).trim();
        first.strip_prefix("file_path: ").unwrap_or(first).trim_matches('"').to_owned()
    };
    match tool {
        "Bash" | "PowerShell" => {
            let background = shown.first().is_some_and(|l| l.trim_start().starts_with("Running in the background"));
            Action::Shell { command: args.to_owned(), background }
        }
        "Write" | "Create" => Action::Write {
            path: path(),
            content: shown.iter().skip(1).copied().filter(|l| *l != "(No content)").collect::<Vec<_>>().join("\n"),
        },
        "Update" | "Edit" | "MultiEdit" | "MultiUpdate" | "NotebookEdit" | "Edit Notebook" => {
            Action::Edit { path: path(), edits: shown_edits(shown) }
        }
        "Read" | "Read Image" | "Read Notebook" | "NotebookRead" => Action::Read { path: path(), offset: None, limit: None },
        "Search" | "Grep" | "Glob" | "List" | "LS" => {
            let pattern = named(args, "pattern").unwrap_or_else(|| args.to_owned());
            let names = matches!(tool, "Glob" | "List" | "LS") || (tool == "Search" && is_glob(&pattern));
            Action::Search { pattern, path: named(args, "path"), names }
        }
        "Fetch" | "WebFetch" | "Web Search" | "WebSearch" => Action::Web { query: args.trim_matches('"').to_owned() },
        "Task" | "Agent" | "Explore" | "Plan" | "Call" => {
            Action::Agent { prompt: String::new(), description: args.to_owned(), background: false }
        }
        "" if shown.first().is_some_and(|l| todo(l).is_some()) => todos(shown),
        "TodoWrite" | "Update Todos" | "Updated Todos" | "Updated plan" | "Updated todo list" => todos(shown),
        _ => match mcp_name(tool) {
            Some((server, tool)) => Action::Mcp { server: server.into(), tool: tool.into(), input: args.to_owned() },
            None => Action::Other { input: args.to_owned() },
        },
    }
}

fn mcp_name(tool: &str) -> Option<(&str, &str)> {
    match tool.strip_prefix("mcp__") {
        Some(rest) => rest.split_once("__"),
        None => tool.strip_suffix(" (MCP)")?.split_once(" - "),
    }
}

/// The value of `name: "value"` within shown arguments.
fn named(args: &str, name: &str) -> Option<String> {
    let (_, rest) = args.split_once(&format!("{name}: \""))?;
    let end = rest.find("\", ").or_else(|| rest.rfind('"'))?;
    Some(rest[..end].to_owned())
}

fn todos(shown: &[&str]) -> Action {
    Action::Todo { items: shown.iter().filter_map(|l| todo(l)).collect(), whole: true }
}

fn todo(line: &str) -> Option<TodoItem> {
    let line = line.trim_start();
    let mut chars = line.chars();
    let done = match chars.next()? {
        '☒' | '☑' | '✔' | '✓' => true,
        '☐' | '◻' | '◼' | '□' | '■' => false,
        _ => return None,
    };
    Some(TodoItem { id: String::new(), text: chars.as_str().trim().to_owned(), done, dropped: false })
}

static DIFF_LINE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^[ \t]*[0-9]+ ([+-]) ?(.*)$").expect("pattern"));

/// Old and new text out of the numbered diff that an edit shows.
fn shown_edits(shown: &[&str]) -> Vec<(String, String)> {
    let (mut old, mut new) = (Vec::new(), Vec::new());
    for c in shown.iter().filter_map(|l| DIFF_LINE.captures(l)) {
        let text = c.get(2).map_or("", |m| m.as_str());
        if &c[1] == "+" { new.push(text) } else { old.push(text) }
    }
    if old.is_empty() && new.is_empty() { Vec::new() } else { vec![(old.join("\n"), new.join("\n"))] }
}

/// What the screen left out of a result.
pub fn cut_of(shown: &[&str]) -> Cut {
    let last = shown.iter().rposition(|l| !l.trim().is_empty());
    match shown.iter().position(|l| FOLD.is_match(l)) {
        Some(at) if Some(at) == last => Cut::Tail,
        Some(_) => Cut::Middle,
        None if shown.first().is_some_and(|l| l.starts_with("Done (")) => Cut::All,
        None if shown.iter().any(|l| EXPANDABLE.is_match(l.trim())) => Cut::All,
        None => Cut::No,
    }
}

/// A call listed in a batch: `Read(README.md)…`.
pub fn nested_head(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    let (name, _) = line.split_once('(')?;
    (TOOLS.contains(&name) && line.ends_with([')', '…'])).then(|| (name, &line[name.len()..]))
}
