//! aider's chat history.
//!
//! The two blanks that aider puts at the end of its own lines tell a person's `#### ` from a heading of the agent, and aider's `> `
//! from a quotation. An edit block in a message is a call only where aider says below what became of it.

use super::super::*;
use super::aider_edits::{self, Edits};
use super::build::{Build, Outcome};
use super::lines::Block;
use std::collections::BTreeSet;

const STARTED: [&str; 2] = ["# aider chat started at ", "# chat started at "];

/// Who a line is by.
#[derive(Debug, Clone, Copy, PartialEq)]
enum By<'a> {
    Person(&'a str),
    Aider(&'a str),
    Agent,
}

/// Reads the whole file; every chat in it is a session of its own.
pub fn read(lines: &[&str]) -> Vec<Session> {
    let marked = lines.iter().any(|l| (l.starts_with("#### ") || l.starts_with("> ")) && l.ends_with("  "));
    let mut sessions = Vec::new();
    let mut r = Reader::new(marked);
    for (at, line) in lines.iter().enumerate() {
        if let Some(time) = STARTED.iter().find_map(|s| line.strip_prefix(s)) {
            r.turn();
            r.add_to(&mut sessions);
            r = Reader::new(marked);
            let time = time.trim_end();
            r.b.time = (time.len() == 19).then(|| format!("{}Z", time.replacen(' ', "T", 1)));
            continue;
        }
        r.line(at, line);
    }
    r.turn();
    r.add_to(&mut sessions);
    if sessions.is_empty() {
        sessions.push(Session::new(SourceKind::Aider));
    }
    sessions
}

struct Reader<'a> {
    b: Build,
    /// Lines by aider and people end in two blanks; false for a file whose trailing blanks were trimmed.
    marked: bool,
    person: Block,
    agent: Vec<(usize, &'a str)>,
    aider: Vec<(usize, &'a str)>,
}

impl<'a> Reader<'a> {
    fn new(marked: bool) -> Self {
        Reader { b: Build::new(SourceKind::Aider), marked, person: Block::default(), agent: Vec::new(), aider: Vec::new() }
    }

    fn add_to(self, sessions: &mut Vec<Session>) {
        let session = self.b.finish();
        if !session.events.is_empty() {
            sessions.push(session);
        }
    }

    fn by(&self, line: &'a str) -> By<'a> {
        let ends = !self.marked || line.ends_with("  ");
        if let Some(rest) = line.strip_prefix("#### ").filter(|_| ends) {
            By::Person(rest.trim_end())
        } else if let Some(rest) = line.strip_prefix("> ").filter(|_| ends) {
            By::Aider(rest.trim_end())
        } else {
            By::Agent
        }
    }

    fn line(&mut self, at: usize, line: &'a str) {
        match self.by(line) {
            By::Person(rest) => {
                if !self.agent.is_empty() || !self.aider.is_empty() {
                    self.turn();
                }
                self.person.push(at, rest);
            }
            By::Aider(rest) => self.aider.push((at, rest)),
            By::Agent if line.trim().is_empty() && self.agent.is_empty() => {}
            By::Agent => {
                let answered = self.aider.iter().any(|(a, _)| self.agent.first().is_some_and(|(first, _)| a > first));
                if answered && !line.trim().is_empty() {
                    self.turn();
                }
                if !answered || !line.trim().is_empty() {
                    self.agent.push((at, line));
                }
            }
        }
    }

    /// Ends a turn: what the person said, what aider did with the answer, the answer.
    fn turn(&mut self) {
        let person = std::mem::take(&mut self.person);
        let agent = std::mem::take(&mut self.agent);
        let aider = std::mem::take(&mut self.aider);
        let first = agent.first().map_or(usize::MAX, |(at, _)| *at);
        let (before, after): (Vec<_>, Vec<_>) = aider.into_iter().partition(|(at, _)| *at < first);
        self.person(person, &before);
        self.reports(&before);
        let edits = aider_edits::find(&agent);
        self.edits(&edits, &after);
        let mut say = Block::default();
        for (at, line) in &agent {
            say.push(*at, if edits.covers(*at) { "" } else { line });
        }
        self.b.say(say);
        self.reports(&after);
    }

    fn person(&mut self, block: Block, output: &[(usize, &str)]) {
        let Some((line, mut text)) = block.finish() else { return };
        let command = text.starts_with(['/', '!']);
        if command && ["/run", "/test", "/lint", "/git", "!"].iter().any(|c| text.starts_with(c)) {
            for (_, shown) in output.iter().take_while(|(_, l)| !l.starts_with("Add ")) {
                text.push('\n');
                text.push_str(shown);
            }
        }
        self.b.user_text(line, text, if command { Origin::HumanCommand } else { Origin::Human });
    }

    fn edits(&mut self, edits: &Edits<'_>, marks: &[(usize, &str)]) {
        let applied: Vec<(usize, &str)> =
            marks.iter().filter_map(|(at, l)| l.strip_prefix("Applied edit to ").map(|f| (*at, f.trim()))).collect();
        let failed_at = marks.iter().find(|(_, l)| l.contains("failed to match!") || l.starts_with("The LLM did not conform"));
        let failed: BTreeSet<&str> =
            marks.iter().filter_map(|(_, l)| l.split_once("match lines in ").map(|(_, f)| f.trim())).collect();
        let rest_applied = marks.iter().any(|(_, l)| l.starts_with("# The other ") && l.contains("applied successfully"));
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for (at, path) in applied {
            if seen.insert(path) {
                self.edit(edits, path, at, Status::Ok);
            }
        }
        let Some((at, _)) = failed_at else { return };
        for path in edits.paths() {
            if seen.insert(path) {
                let ok = rest_applied && !failed.is_empty() && !failed.contains(path);
                self.edit(edits, path, *at, if ok { Status::Ok } else { Status::Error });
            }
        }
    }

    fn edit(&mut self, edits: &Edits<'_>, path: &str, at: usize, status: Status) {
        let (from, action) =
            edits.action(path).unwrap_or_else(|| (at, Action::Edit { path: path.to_owned(), edits: Vec::new() }));
        let id = self.b.call(from as u32 + 1, "edit", action);
        let text = if status == Status::Ok { format!("Applied edit to {path}") } else { format!("Edit of {path} failed") };
        self.b.result(at as u32 + 1, &id, Outcome::new(status, text));
    }

    /// Commits that aider made, and commands that it ran on the agent's proposal.
    fn reports(&mut self, marks: &[(usize, &str)]) {
        let mut rest = marks;
        while let Some(((at, line), tail)) = rest.split_first() {
            rest = tail;
            let n = *at as u32 + 1;
            if let Some((sha, message)) = commit(line) {
                let id = self.b.call(n, "git", Action::Shell { command: commit_command(message), background: false });
                self.b.result(n, &id, Outcome::new(Status::Ok, format!("[HEAD {sha}] {message}")));
            } else if line.starts_with("Unable to commit: ") {
                let id = self.b.call(n, "git", Action::Shell { command: "git commit".into(), background: false });
                self.b.result(n, &id, Outcome::new(Status::Error, *line));
            } else if let Some(command) = line.strip_prefix("Running ").filter(|c| !c.ends_with("...")) {
                let end = tail.iter().position(|(_, l)| ends_output(l)).unwrap_or(tail.len());
                let id = self.b.call(n, "run", Action::Shell { command: command.to_owned(), background: false });
                let shown: Vec<&str> = tail[..end].iter().map(|(_, l)| *l).collect();
                self.b.result(n, &id, Outcome::new(Status::Unknown, shown.join("\n")));
                rest = &tail[end..];
            }
        }
    }
}

fn ends_output(line: &str) -> bool {
    const NEXT: &[&str] = &["Add ", "Added ", "Running ", "Commit ", "Tokens: ", "Applied edit to ", "Run shell command"];
    NEXT.iter().any(|n| line.starts_with(n))
}

fn commit(line: &str) -> Option<(&str, &str)> {
    let (sha, message) = line.strip_prefix("Commit ")?.split_once(' ')?;
    let hex = (7..=40).contains(&sha.len()) && sha.bytes().all(|b| b.is_ascii_hexdigit());
    hex.then_some((sha, message))
}

fn commit_command(message: &str) -> String {
    format!("git commit -m '{}'", message.replace('\'', "'\\''"))
}
