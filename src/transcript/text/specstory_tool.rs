//! One tool block of a SpecStory export: what was called, with what, and what came back.

use super::super::*;
use super::build::is_glob;
use regex::Regex;
use std::sync::LazyLock;

/// A tool block as read.
pub struct Parsed {
    /// Tool name.
    pub tool: String,
    /// What it was asked.
    pub action: Action,
    /// Line within the block and text of the result, where one is shown.
    pub result: Option<(usize, String)>,
    bare: bool,
}

impl Parsed {
    /// True for a block without arguments and result: some exports repeat a call that way.
    pub fn is_empty(&self) -> bool {
        self.bare
    }
}

static NAME: LazyLock<Regex> = LazyLock::new(|| Regex::new(r#"data-tool-name="([^"]*)""#).expect("pattern"));
static TYPE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r#"data-tool-type="([^"]*)""#).expect("pattern"));
static SUMMARY: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"<summary>(.*?)(?:</summary>|$)").expect("pattern"));
static NAMED: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(path|pattern|glob|query) `([^`]*)`").expect("pattern"));
static UPDATED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:The file (.+?) has been (?:updated|created|edited|overwritten)|File created successfully at: (.+?)[ \t]*$|Updated ([^ ]+)$|Wrote .*? to ([^ ]+)$)")
        .expect("pattern")
});

/// Reads the lines of a block, from its opening to its closing tag.
pub fn parse(lines: &[&str]) -> Parsed {
    let head = lines.first().copied().unwrap_or("");
    let attr = |re: &Regex| re.captures(head).map(|c| c[1].to_owned()).unwrap_or_default();
    let (mut tool, mut kind) = (attr(&NAME), attr(&TYPE));
    let summary_at = lines.iter().take(4).position(|l| l.contains("<summary>"));
    let summary = summary_at.and_then(|n| SUMMARY.captures(lines[n])).map(|c| c[1].to_owned()).unwrap_or_default();
    let about = summary.split_once(" • ").filter(|_| !tool.is_empty()).map_or(summary.as_str(), |(_, a)| a).to_owned();
    let from = summary_at.map_or(1, |n| n + 1).min(lines.len());
    let to = lines
        .iter()
        .rposition(|l| !l.trim().is_empty() && !l.trim_end().ends_with("</details>") && !is_close(l))
        .map_or(from, |n| n + 1);
    let body = lines.get(from..to.max(from)).unwrap_or(&[]);
    if tool.is_empty() {
        let (name, of) = v1_tool(&summary);
        (tool, kind) = (name.to_owned(), of.to_owned());
    }
    let fence = result_fence(body, &tool, &kind);
    let result = fence.map(|n| (from + n + 1, unfence(&body[n + 1..])));
    let args = &body[..fence.unwrap_or(body.len())];
    let blank = args.iter().all(|l| l.trim().is_empty());
    let bare = blank && result.is_none() && !summary.contains(" • ") && !head.starts_with("<details>");
    let shown = result.as_ref().map_or("", |(_, t)| t.as_str());
    let action = action(&tool, &kind, &about, args, shown);
    let shown_diff = result.is_none() && matches!(&action, Action::Patch { .. } | Action::Edit { .. }) && !blank;
    let v1 = result.is_none() && head.starts_with("<details>");
    let result = if shown_diff || v1 { Some((from, args.join("\n").trim().to_owned())) } else { result };
    Parsed { tool, action, result, bare }
}

/// True for a line that ends a block.
pub fn is_close(line: &str) -> bool {
    matches!(line.trim_end(), "</details></tool-use>" | "</tool-use>" | "</details>")
}

/// Where the result's fence opens. What is written stands in a fence of its own before it.
fn result_fence(body: &[&str], tool: &str, kind: &str) -> Option<usize> {
    let text = |l: &&str| matches!(l.trim_end(), "```text" | "```" | "````text");
    if tool == "Write" || (kind == "write" && body.iter().filter(|l| l.starts_with("```")).count() > 2) {
        return body.iter().rposition(|l| l.trim_end() == "```text");
    }
    let mut open = false;
    for (n, line) in body.iter().enumerate() {
        if open {
            open = line.trim_end() != "```";
        } else if text(line) {
            return Some(n);
        } else if line.starts_with("```") {
            open = true;
        }
    }
    None
}

fn unfence(lines: &[&str]) -> String {
    let end = lines.iter().rposition(|l| l.starts_with("```")).unwrap_or(lines.len());
    lines[..end].join("\n")
}

fn action(tool: &str, kind: &str, about: &str, args: &[&str], shown: &str) -> Action {
    let named = |key: &str| args.iter().find_map(|l| NAMED.captures_iter(l).find(|c| &c[1] == key).map(|c| c[2].to_owned()));
    let path =
        || args.iter().find_map(|l| ticked(l)).or_else(|| path_in(about)).or_else(|| written_path(shown)).unwrap_or_default();
    match (tool, kind) {
        ("LS" | "Glob" | "list_dir" | "list_directory" | "glob", _) => {
            search(named("pattern").unwrap_or_else(path), named("path"), true)
        }
        ("TaskOutput" | "BashOutput", _) => Action::Poll { process: path(), input: String::new() },
        ("WebFetch" | "WebSearch" | "web_fetch" | "google_web_search", _) => Action::Web { query: path() },
        ("Task" | "Agent", _) => Action::Agent {
            prompt: String::new(),
            description: args.join("\n").trim().to_owned(),
            background: shown.starts_with("Async agent launched"),
        },
        ("TodoWrite" | "update_plan" | "todo_write", _) => {
            Action::Todo { items: args.iter().filter_map(|l| todo(l)).collect(), whole: true }
        }
        (_, "shell") => Action::Shell { command: command(args), background: shown.starts_with("Command running in background") },
        ("Write" | "write_file" | "create_file", _) => Action::Write { path: path(), content: first_fence(args) },
        (_, "write") => diff_or_edit(args, path()),
        (_, "read") => Action::Read { path: path(), offset: None, limit: None },
        (_, "search") => {
            let quoted = || about.split('"').nth(1).map(str::to_owned);
            let pattern = named("pattern").or_else(|| named("query")).or_else(quoted).unwrap_or_else(|| about.to_owned());
            let names = is_glob(&pattern);
            search(pattern, named("path"), names)
        }
        _ => match tool.strip_prefix("mcp__").and_then(|t| t.split_once("__")) {
            Some((server, name)) => {
                Action::Mcp { server: server.into(), tool: name.into(), input: args.join("\n").trim().to_owned() }
            }
            None => Action::Other { input: args.join("\n").trim().to_owned() },
        },
    }
}

fn search(pattern: String, path: Option<String>, names: bool) -> Action {
    Action::Search { pattern, path, names }
}

/// A line that is nothing but a code span.
fn ticked(line: &str) -> Option<String> {
    let inner = line.trim().strip_prefix('`')?.strip_suffix('`')?;
    (!inner.is_empty() && !inner.contains('`')).then(|| inner.to_owned())
}

/// A path in a line of prose: a code span, or what follows `file:`.
pub fn path_in(line: &str) -> Option<String> {
    let span = line.split('`').nth(1).filter(|s| looks_like_path(s));
    let after = || line.rsplit_once("file: ").map(|(_, p)| p.trim()).filter(|p| looks_like_path(p));
    span.or_else(after).map(str::to_owned)
}

fn looks_like_path(s: &str) -> bool {
    !s.is_empty() && !s.contains(char::is_whitespace) && (s.contains('/') || s.contains('.')) && !s.ends_with('.')
}

fn written_path(shown: &str) -> Option<String> {
    let c = UPDATED.captures(shown.lines().next()?)?;
    c.iter().skip(1).flatten().next().map(|m| m.as_str().to_owned())
}

fn command(args: &[&str]) -> String {
    let fenced = first_fence(args);
    if !fenced.is_empty() {
        return fenced;
    }
    let start = args.iter().position(|l| l.trim_start().starts_with('`'));
    let Some(start) = start else { return String::new() };
    let text = args[start..].join("\n");
    let text = text.trim();
    text.strip_prefix('`').map_or(text, |t| t.strip_suffix('`').unwrap_or(t)).to_owned()
}

fn first_fence(args: &[&str]) -> String {
    let Some(open) = args.iter().position(|l| l.starts_with("```")) else { return String::new() };
    let body = &args[open + 1..];
    let close = body.iter().rposition(|l| l.trim_end() == "```").unwrap_or(body.len());
    body[..close].join("\n")
}

fn todo(line: &str) -> Option<TodoItem> {
    let rest = line.trim_start().strip_prefix("- [")?;
    let (mark, text) = rest.split_once(']')?;
    Some(TodoItem { id: String::new(), text: text.trim().to_owned(), done: matches!(mark, "x" | "X"), dropped: false })
}

fn diff_or_edit(args: &[&str], path: String) -> Action {
    let fence = first_fence(args).replace("&#96;", "`");
    if fence.is_empty() {
        return Action::Edit { path, edits: Vec::new() };
    }
    diff_action(&fence.lines().collect::<Vec<_>>(), Some(path))
}

/// A shown diff: a patch where it names its files, else an edit of the file that the text around it names.
pub fn diff_action(diff: &[&str], path: Option<String>) -> Action {
    if diff.iter().any(|l| l.starts_with("+++ ")) {
        return Action::Patch { text: diff.join("\n") };
    }
    let side = |sign: char| diff.iter().filter_map(|l| l.strip_prefix(sign)).collect::<Vec<_>>().join("\n");
    Action::Edit { path: path.unwrap_or_default(), edits: vec![(side('-'), side('+'))] }
}

/// Tool and its kind behind the summary line of version 1.
fn v1_tool(summary: &str) -> (&'static str, &'static str) {
    const TABLE: &[(&[&str], &str, &str)] = &[
        (&["read"], "read_file", "read"),
        (&["list", "glob"], "list_dir", "search"),
        (&["grep", "search", "codebase", "found"], "search", "search"),
        (&["terminal", "run", "ran ", "command"], "run_terminal_cmd", "shell"),
        (&["edit", "write", "create"], "edit_file", "write"),
    ];
    let s = summary.trim_start_matches(|c: char| !c.is_alphanumeric()).to_ascii_lowercase();
    let row = TABLE.iter().find(|(words, ..)| words.iter().any(|w| s.starts_with(w)));
    row.map_or(("unknown", "generic"), |(_, tool, kind)| (*tool, *kind))
}
