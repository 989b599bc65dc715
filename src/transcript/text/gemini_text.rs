//! Copies of Gemini CLI's screen.
//!
//! `✔` at the head of a tool's box says that the tool ran, not that the command succeeded.

use super::super::*;
use super::build::{Build, Outcome};
use super::lines::{Block, dedent};

/// Reads the whole file as one session.
pub fn read(lines: &[&str]) -> Vec<Session> {
    let mut r = Reader { b: Build::new(SourceKind::GeminiText), state: State::Idle };
    for (at, line) in lines.iter().enumerate() {
        r.line(at, line);
    }
    r.close();
    vec![r.b.finish()]
}

enum State {
    Idle,
    Say(Block),
    User(Block),
    /// In a box: the tools in it, or the person's prompt.
    Box(Vec<Tool>, Block),
}

struct Tool {
    line: u32,
    sign: char,
    head: String,
    in_head: bool,
    output: Vec<String>,
}

struct Reader {
    b: Build,
    state: State,
}

/// The inside of a box line without its frame.
fn inside(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('│')?;
    let rest = rest.trim_end();
    Some(rest.strip_suffix('│').unwrap_or(rest).trim_end())
}

/// Sign and text of a tool's head line.
fn tool_head(inner: &str) -> Option<(char, &str)> {
    let mut chars = inner.trim_start().chars();
    let sign = chars.next()?;
    let rest = chars.as_str().strip_prefix("  ")?;
    let named = rest.starts_with(|c: char| c.is_ascii_uppercase());
    (named && matches!(sign, '✔' | '✓' | 'x' | '✗' | '✖' | '-' | '?' | 'o' | '⊷' | '⠏' | '⠋')).then_some((sign, rest))
}

impl Reader {
    fn line(&mut self, at: usize, line: &str) {
        let flat = line.trim_start();
        if flat.starts_with('╭') {
            self.close();
            self.state = State::Box(Vec::new(), Block::default());
        } else if flat.starts_with('╰') {
            self.close();
        } else if let (State::Box(..), Some(inner)) = (&self.state, inside(line)) {
            self.box_line(at, inner);
        } else if let Some(rest) = dedent(line, 1).strip_prefix("✦ ") {
            self.close();
            self.state = State::Say(Block::new(at, rest));
        } else if line == ">" || line.starts_with("> ") || line.starts_with(" > ") {
            self.close();
            self.state = State::User(Block::new(at, line.trim_start().trim_start_matches('>').trim_start()));
        } else if flat.starts_with("ℹ ")
            || flat.starts_with("✕ ")
            || line.starts_with("Tips for getting started")
            || flat.contains("░░░")
        {
            self.close();
            if flat.starts_with("ℹ Request cancelled") {
                self.b.mark(at as u32 + 1, Mark::Interrupted);
            }
        } else if let State::Say(block) | State::User(block) = &mut self.state {
            block.push(at, dedent(line, 2));
        }
    }

    fn box_line(&mut self, at: usize, inner: &str) {
        let State::Box(tools, prompt) = &mut self.state else { return };
        if let Some((sign, head)) = tool_head(inner) {
            let line = at as u32 + 1;
            tools.push(Tool { line, sign, head: head.to_owned(), in_head: true, output: Vec::new() });
            return;
        }
        let Some(tool) = tools.last_mut() else {
            let text = inner.trim_start();
            match text.strip_prefix("> ") {
                Some(typed) if prompt.is_blank() => prompt.push(at, typed),
                _ if !prompt.is_blank() => prompt.push(at, text),
                _ => {}
            }
            return;
        };
        let text = dedent(inner, 4);
        if tool.in_head && text.trim().is_empty() {
            tool.in_head = false;
        } else if tool.in_head {
            tool.head.push(' ');
            tool.head.push_str(text.trim());
        } else {
            tool.output.push(text.to_owned());
        }
    }

    fn close(&mut self) {
        match std::mem::replace(&mut self.state, State::Idle) {
            State::Idle => {}
            State::Say(block) => self.b.say(block),
            State::User(block) => self.user(block),
            State::Box(tools, prompt) => {
                self.user(prompt);
                tools.into_iter().for_each(|t| self.tool(t));
            }
        }
    }

    fn user(&mut self, block: Block) {
        let command = block.text().trim_start().starts_with(['/', '!']);
        self.b.user(block, if command { Origin::HumanCommand } else { Origin::Human });
    }

    fn tool(&mut self, tool: Tool) {
        let (name, args) = tool.head.trim().split_once(' ').unwrap_or((tool.head.trim(), ""));
        let id = self.b.call(tool.line, name, action(name, args.trim()));
        let mut shown: Vec<&str> = tool.output.iter().map(String::as_str).collect();
        let exit = shown
            .iter()
            .find_map(|l| l.trim().strip_prefix("Command exited with code: ")?.trim_end_matches('.').parse::<i32>().ok());
        shown.retain(|l| !l.trim().starts_with("Command exited with code: "));
        let no_change = args.starts_with("No file changes to") || args.starts_with("Failed to ");
        let status = match (tool.sign, exit) {
            (_, Some(0)) => Status::Ok,
            (_, Some(code)) => Status::Exit(code),
            ('✔' | '✓', None) if no_change => Status::Error,
            ('✔' | '✓', None) if name == "Shell" => Status::Unknown,
            ('✔' | '✓', None) => Status::Ok,
            ('x' | '✗' | '✖', None) => Status::Error,
            ('-', None) => Status::Cancelled,
            _ => return,
        };
        let unseen = name.starts_with("Read") && status == Status::Ok;
        let text = if no_change { args.to_owned() } else { shown.join("\n").trim_end().to_owned() };
        self.b.result(tool.line, &id, Outcome { status, text, cut: if unseen { Cut::All } else { cut(&shown) } });
    }
}

fn cut(shown: &[&str]) -> Cut {
    let hidden = |l: &&str| (l.contains("... first ") || l.contains("... last ")) && l.contains(" hidden ...");
    match shown.iter().find(|l| hidden(l)) {
        Some(l) if l.contains("... last ") => Cut::Tail,
        Some(_) => Cut::Middle,
        None => Cut::No,
    }
}

/// A shown call ends in the agent's reason for it, in brackets.
fn without_reason(args: &str) -> &str {
    if let Some(cut) = args.strip_suffix('…').and_then(|a| a.rsplit_once(" (")) {
        let prose = cut.1.starts_with(|c: char| c.is_uppercase()) && cut.1.contains(' ') && !cut.1.contains(')');
        return if prose { cut.0.trim_end() } else { args };
    }
    let Some(inner) = args.strip_suffix(')') else { return args };
    let mut depth = 0usize;
    for (n, c) in inner.char_indices().rev() {
        match c {
            ')' => depth += 1,
            '(' if depth > 0 => depth -= 1,
            '(' => {
                let reason = &inner[n + 1..];
                let prose = reason.starts_with(|c: char| c.is_uppercase()) && (reason.contains(' ') || reason.ends_with('.'));
                return if prose && args[..n].ends_with(' ') { args[..n].trim_end() } else { args };
            }
            _ => {}
        }
    }
    args
}

fn action(name: &str, args: &str) -> Action {
    let path = || args.strip_prefix("Writing to ").unwrap_or(args).trim().to_owned();
    match name {
        "Shell" => Action::Shell { command: without_reason(args).to_owned(), background: false },
        "Edit" | "Replace" => edit(args),
        "WriteFile" => Action::Write { path: path(), content: String::new() },
        "ReadFile" => Action::Read { path: path(), offset: None, limit: None },
        "ReadManyFiles" => many(args),
        "FindFiles" | "ReadFolder" | "Glob" => Action::Search { pattern: args.to_owned(), path: None, names: true },
        "SearchText" => Action::Search { pattern: args.to_owned(), path: None, names: false },
        "WebFetch" | "GoogleSearch" | "Google" | "WebSearch" => Action::Web { query: args.to_owned() },
        _ => Action::Other { input: args.to_owned() },
    }
}

/// `… using patterns: `a`, `b` (within …)`: one file is a read of it.
fn many(args: &str) -> Action {
    let patterns: Vec<&str> = args.split(" (within ").next().unwrap_or(args).split('`').skip(1).step_by(2).collect();
    match patterns.as_slice() {
        [one] if !one.contains('*') && !one.ends_with('/') => Action::Read { path: (*one).to_owned(), offset: None, limit: None },
        several => Action::Search { pattern: several.join(", "), path: None, names: true },
    }
}

/// `path: old… => new…`
fn edit(args: &str) -> Action {
    let args = args.strip_prefix("No file changes to ").unwrap_or(args);
    match args.split_once(": ") {
        Some((path, change)) => {
            let edits = change.split_once(" => ").map(|(old, new)| (old.trim().to_owned(), new.trim().to_owned()));
            Action::Edit { path: path.to_owned(), edits: edits.into_iter().collect() }
        }
        None => Action::Edit { path: args.to_owned(), edits: Vec::new() },
    }
}
