//! Copies of the screen of Codex.
//!
//! `›` leads the person's words, `•` the agent's or one of its tools, `└` what a tool gave. A bullet is a call only in the form that
//! Codex prints: with what it gave below it, or with a file and the lines that changed in it. How a command ended stands in colour
//! alone, so that a copy seldom tells.

use super::super::*;
use super::build::{Build, Outcome, bracket_exit, origin_of};
use super::lines::{Block, dedent, indent};
use regex::Regex;
use std::sync::LazyLock;

static VERSION: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"OpenAI Codex \(v([0-9][0-9A-Za-z.-]*)\)").expect("pattern"));
static COUNTS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r" \(\+[0-9]+ -[0-9]+\)$").expect("pattern"));
static DIFF: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^ *[0-9]+ ([+-])(.*)$").expect("pattern"));
static FOLDED: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^ *… \+[0-9]+ lines").expect("pattern"));

/// Reads the whole file as one session.
pub fn read(lines: &[&str]) -> Vec<Session> {
    let mut r = Reader { b: Build::new(SourceKind::CodexScreen), state: State::Host };
    for (at, line) in lines.iter().enumerate() {
        r.line(at, line, lines.get(at + 1).copied().unwrap_or_default());
    }
    r.close();
    vec![r.b.finish()]
}

/// What a bullet shows besides words.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Tool<'a> {
    Ran(&'a str),
    PersonRan(&'a str),
    Explored,
    Change(Change, &'a str),
    Changes,
    Plan,
    Mcp(&'a str),
    Web(&'a str),
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Change {
    Added,
    Edited,
    Deleted,
}

enum State<'a> {
    /// Words of the program itself, with what hangs below them.
    Host,
    Say(Block),
    User(Block),
    Call(usize, Tool<'a>, Vec<(usize, &'a str)>),
}

struct Reader<'a> {
    b: Build,
    state: State<'a>,
}

/// True for a bullet that only Codex prints: it names a tool, and what that gave hangs below it.
pub fn is_tool_bullet(line: &str, below: &str) -> bool {
    line.strip_prefix("• ").is_some_and(|rest| below.starts_with("  └ ") && tool(rest.trim_end(), below).is_some())
}

fn tool<'a>(head: &'a str, below: &str) -> Option<Tool<'a>> {
    let hangs = below.starts_with("  └") || below.starts_with("  │");
    let file = |change, rest: &'a str| is_file(rest).then_some(Tool::Change(change, rest));
    match head.split_once(' ').unwrap_or((head, "")) {
        ("Explored" | "Exploring", "") if hangs => Some(Tool::Explored),
        ("Ran" | "Running", command) if hangs && !command.is_empty() => Some(Tool::Ran(command)),
        ("You", rest) if hangs => rest.strip_prefix("ran ").map(Tool::PersonRan),
        ("Updated", "Plan") => Some(Tool::Plan),
        ("Called", call) if hangs => Some(Tool::Mcp(call)),
        ("Searched", query) if COUNTS.find(query).is_none() && (hangs || query.starts_with("the web")) => Some(Tool::Web(query)),
        ("Edited", rest) if COUNTS.is_match(rest) && rest.contains(" files (") => Some(Tool::Changes),
        ("Edited", rest) => file(Change::Edited, rest),
        ("Added", rest) => file(Change::Added, rest),
        ("Deleted", rest) => file(Change::Deleted, rest),
        _ => None,
    }
}

/// `F (+a -b)`, or a bare path.
fn is_file(rest: &str) -> bool {
    let name = COUNTS.replace(rest, "");
    let path = name.trim();
    let bare =
        !path.contains(char::is_whitespace) && path.trim_end_matches('.').contains(['.', '/']) && !path.ends_with(['.', ',']);
    bare || COUNTS.is_match(rest)
}

impl<'a> Reader<'a> {
    fn line(&mut self, at: usize, line: &'a str, below: &str) {
        if let Some(rest) = marked(line, '›') {
            self.close();
            self.state = State::User(Block::new(at, rest));
        } else if let Some(rest) = marked(line, '•') {
            self.bullet(at, rest.trim_end(), below);
        } else if let Some(rest) = marked(line, '■') {
            self.close();
            if rest.contains("interrupted") {
                self.b.mark(at as u32 + 1, Mark::Interrupted);
            }
        } else if line.starts_with(['╭', '│', '╰', '─', '⚠', '✔', '✗', '⚡', '🖐']) {
            self.close();
            if let Some(version) = VERSION.captures(line) {
                self.b.session.meta.agent_version.get_or_insert_with(|| version[1].to_owned());
            }
        } else {
            self.text(at, line);
        }
    }

    fn bullet(&mut self, at: usize, rest: &'a str, below: &str) {
        self.close();
        if let Some(tool) = tool(rest, below) {
            self.state = State::Call(at, tool, Vec::new());
        } else if rest.starts_with("Context compacted") {
            self.b.mark(at as u32 + 1, Mark::Compaction);
        } else if !is_host_text(rest) {
            self.state = State::Say(Block::new(at, rest));
        }
    }

    fn text(&mut self, at: usize, line: &'a str) {
        match &mut self.state {
            State::Host => {}
            State::Say(_) if !line.trim().is_empty() && indent(line) < 2 => self.close(),
            State::Say(block) | State::User(block) => block.push(at, dedent(line, 2)),
            State::Call(_, _, shown) => shown.push((at, line)),
        }
    }

    fn close(&mut self) {
        match std::mem::replace(&mut self.state, State::Host) {
            State::Host => {}
            State::Say(block) => self.b.say(block),
            State::User(block) => {
                let origin = if block.text().starts_with(['/', '!']) { Origin::HumanCommand } else { origin_of(block.text()) };
                self.b.user(block, origin);
            }
            State::Call(at, tool, shown) => self.call(at, tool, &shown),
        }
    }

    fn call(&mut self, at: usize, tool: Tool<'_>, shown: &[(usize, &str)]) {
        let (command, output) = shown.split_at(shown.iter().take_while(|(_, l)| l.starts_with("  │")).count());
        match tool {
            Tool::Ran(first) => {
                let command = whole_command(first, command);
                self.one(at, "exec", Action::Shell { command, background: false }, output);
            }
            Tool::PersonRan(first) => {
                let text = format!("!{}\n{}", whole_command(first, command), given(output).1);
                self.b.user_text(at as u32 + 1, text.trim_end().to_owned(), Origin::HumanCommand);
            }
            Tool::Explored => self.explored(output),
            Tool::Change(change, head) => self.change(at, change, head, output),
            Tool::Changes => self.changes(output),
            Tool::Plan => self.plan(at, output),
            Tool::Mcp(call) => self.one(at, call.split('(').next().unwrap_or_default(), mcp(call), output),
            Tool::Web(query) => self.one(at, "web_search", Action::Web { query: query.to_owned() }, output),
        }
    }

    fn one(&mut self, at: usize, tool: &str, action: Action, shown: &[(usize, &str)]) {
        let id = self.b.call(at as u32 + 1, tool, action);
        let (first, text) = given(shown);
        if let Some(first) = first {
            self.b.result(first as u32 + 1, &id, outcome(&text));
        }
    }

    /// One call for every file read, folder listed, pattern searched; what stands below one is what it gave.
    fn explored(&mut self, shown: &[(usize, &str)]) {
        let mut from = 0;
        while from < shown.len() {
            let more = shown[from + 1..].iter().take_while(|(_, l)| look(l).is_none()).count();
            let (at, line) = shown[from];
            for action in look(line).into_iter().flatten() {
                let tool = if matches!(action, Action::Read { .. }) { "read" } else { "search" };
                let id = self.b.call(at as u32 + 1, tool, action);
                let (first, text) = given(&shown[from + 1..from + 1 + more]);
                let cut = if text.is_empty() { Cut::All } else { outcome(&text).cut };
                self.b.result(first.unwrap_or(at) as u32 + 1, &id, Outcome { status: Status::Unknown, text, cut });
            }
            from += 1 + more;
        }
    }

    fn change(&mut self, at: usize, change: Change, head: &str, diff: &[(usize, &str)]) {
        let path = COUNTS.replace(head.trim(), "");
        let (path, to) = path.split_once(" → ").map_or((&*path, None), |(from, to)| (from, Some(to)));
        let mut text = String::from("*** Begin Patch\n");
        text += match change {
            Change::Added => "*** Add File: ",
            Change::Edited => "*** Update File: ",
            Change::Deleted => "*** Delete File: ",
        };
        text += path;
        text.push('\n');
        if let Some(to) = to {
            text += &format!("*** Move to: {to}\n");
        }
        if change != Change::Deleted {
            text += if change == Change::Edited { "@@\n" } else { "" };
            for c in diff.iter().filter_map(|(_, l)| DIFF.captures(l)) {
                text += &format!("{}{}\n", &c[1], &c[2]);
            }
        }
        text += "*** End Patch";
        let id = self.b.call(at as u32 + 1, "apply_patch", Action::Patch { text });
        self.b.result(at as u32 + 1, &id, Outcome::new(Status::Ok, ""));
    }

    /// Several files below one bullet, each with its own counts.
    fn changes(&mut self, shown: &[(usize, &str)]) {
        let starts: Vec<usize> =
            (0..shown.len()).filter(|n| shown[*n].1.starts_with("  └ ") && COUNTS.is_match(shown[*n].1)).collect();
        for (n, from) in starts.iter().enumerate() {
            let to = starts.get(n + 1).copied().unwrap_or(shown.len());
            let (at, line) = shown[*from];
            self.change(at, Change::Edited, line.trim_start_matches([' ', '└']), &shown[from + 1..to]);
        }
    }

    fn plan(&mut self, at: usize, shown: &[(usize, &str)]) {
        let item = |line: &str| {
            let line = line.trim_start_matches([' ', '└']);
            let done = line.starts_with(['✔', '✓', '☑']);
            let text = line.strip_prefix(['✔', '✓', '☑', '□', '☐'])?.trim().to_owned();
            Some(TodoItem { id: String::new(), text, done, dropped: false })
        };
        let items = shown.iter().filter_map(|(_, l)| item(l)).collect();
        let id = self.b.call(at as u32 + 1, "update_plan", Action::Todo { items, whole: true });
        self.b.result(at as u32 + 1, &id, Outcome::new(Status::Ok, ""));
    }
}

fn marked(line: &str, mark: char) -> Option<&str> {
    let rest = line.strip_prefix(mark)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix([' ', '\u{a0}']) }
}

fn is_host_text(text: &str) -> bool {
    const HOST: &[&str] = &["Working (", "Waited for background terminal", "Interacted with background terminal", "Reconnecting"];
    text == "Working" || HOST.iter().any(|h| text.starts_with(h))
}

fn whole_command(first: &str, more: &[(usize, &str)]) -> String {
    let mut out = first.to_owned();
    for (_, line) in more {
        out.push('\n');
        out += dedent(line.trim_start_matches("  │"), 1);
    }
    out
}

/// The lines below a bullet without their mark and indentation, and where they start.
fn given(shown: &[(usize, &str)]) -> (Option<usize>, String) {
    let lines: Vec<&str> = shown.iter().map(|(_, l)| l.strip_prefix("  └ ").unwrap_or_else(|| dedent(l, 4)).trim_end()).collect();
    (shown.first().map(|(at, _)| *at), lines.join("\n").trim_end().to_owned())
}

fn outcome(text: &str) -> Outcome {
    let cut = if text.split('\n').any(|l| FOLDED.is_match(l)) { Cut::Middle } else { Cut::No };
    let (code, rest) = bracket_exit(text);
    let status = match code {
        Some(0) => Status::Ok,
        Some(code) => Status::Exit(code),
        None => Status::Unknown,
    };
    let rest = if rest.trim() == "(no output)" { "" } else { rest };
    Outcome { status, text: rest.to_owned(), cut }
}

/// `Read A, B`, `List D`, `Search P in D`.
fn look(line: &str) -> Option<Vec<Action>> {
    let line = line.trim_start_matches([' ', '└']).trim_end();
    let (what, rest) = line.split_once(' ')?;
    Some(match what {
        "Read" => rest.split(", ").map(|path| Action::Read { path: path.to_owned(), offset: None, limit: None }).collect(),
        "List" => vec![Action::Search { pattern: String::new(), path: Some(rest.to_owned()), names: true }],
        "Search" => {
            let (pattern, path) = rest.rsplit_once(" in ").map_or((rest, None), |(p, d)| (p, Some(d.to_owned())));
            vec![Action::Search { pattern: pattern.to_owned(), path, names: false }]
        }
        _ => return None,
    })
}

fn mcp(call: &str) -> Action {
    let (name, input) = call.split_once('(').unwrap_or((call, ""));
    let (server, tool) = name.split_once('.').unwrap_or(("", name));
    Action::Mcp { server: server.into(), tool: tool.into(), input: input.strip_suffix(')').unwrap_or(input).into() }
}
