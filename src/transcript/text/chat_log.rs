//! Chats with a time at the left of each entry: `[10:02:11] human> …`, `[10:02:40] agent$ command` with its output below.

use super::super::*;
use super::build::{Build, Outcome, bracket_exit, origin_of};
use super::lines::Block;
use regex::Regex;
use std::sync::LazyLock;

static ENTRY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\[(?:([0-9]{4}-[0-9]{2}-[0-9]{2})[ T])?([0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)(?:[.,][0-9]+)?Z?\] ([A-Za-z][A-Za-z0-9_-]*)([>$]) ?(.*)$")
        .expect("pattern")
});

/// An entry's head.
#[derive(Debug, Clone)]
pub struct Entry<'a> {
    /// The moment, where the entry has a date.
    time: Option<String>,
    /// The agent speaks or acts.
    pub agent: bool,
    /// A command rather than words.
    pub command: bool,
    rest: &'a str,
}

/// The entry that a line starts.
pub fn entry(line: &str) -> Option<Entry<'_>> {
    const AGENTS: &[&str] =
        &["agent", "assistant", "ai", "bot", "model", "claude", "codex", "gemini", "copilot", "cursor", "gpt"];
    if !line.starts_with('[') {
        return None;
    }
    let c = ENTRY.captures(line)?;
    let time = c.get(1).map(|date| format!("{}T{}Z", date.as_str(), &c[2])).filter(|t| t.len() == 20);
    let agent = AGENTS.iter().any(|a| c[3].eq_ignore_ascii_case(a));
    Some(Entry { time, agent, command: &c[4] == "$", rest: c.get(5)?.as_str() })
}

/// Reads the whole file as one session.
pub fn read(lines: &[&str]) -> Vec<Session> {
    let mut b = Build::new(SourceKind::ChatLog);
    let starts: Vec<(usize, Entry<'_>)> = lines.iter().enumerate().filter_map(|(at, l)| Some((at, entry(l)?))).collect();
    for (n, (at, head)) in starts.iter().enumerate() {
        let end = starts.get(n + 1).map_or(lines.len(), |(next, _)| *next);
        b.time.clone_from(&head.time);
        let mut block = Block::new(*at, head.rest);
        if head.agent && head.command {
            let id = b.call(*at as u32 + 1, "shell", Action::Shell { command: head.rest.trim().to_owned(), background: false });
            let output = lines[at + 1..end].join("\n");
            let first = *at as u32 + if end > at + 1 { 2 } else { 1 };
            b.result(first, &id, outcome(output.trim_end()));
            continue;
        }
        for (more, line) in lines.iter().enumerate().take(end).skip(at + 1) {
            block.push(more, line);
        }
        match head {
            Entry { agent: true, .. } => b.say(block),
            Entry { command: true, .. } => b.user(block, Origin::HumanCommand),
            _ => {
                let origin = origin_of(block.text());
                b.user(block, origin);
            }
        }
    }
    vec![b.finish()]
}

/// How a command ended is told only where the log says so.
fn outcome(text: &str) -> Outcome {
    match bracket_exit(text) {
        (Some(0), rest) => Outcome::new(Status::Ok, rest),
        (Some(code), rest) => Outcome::new(Status::Exit(code), rest),
        (None, _) => Outcome::new(Status::Unknown, text),
    }
}
