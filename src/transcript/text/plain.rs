//! Unknown text that a person named as a transcript: read for what is unmistakable.
//!
//! Turns with a name and a colon, shell prompts with their output. A text without any speaker is nobody's: nothing in it is
//! evidence, and its claims have no role.

use super::super::*;
use super::build::{Build, Outcome, origin_of};
use super::lines::Block;
use regex::Regex;
use std::sync::LazyLock;

static SPEAKER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[#*_\[> ]{0,6}(?i:(user|human|you|me|prompt)|(assistant|agent|ai|claude|codex|chatgpt|gpt|gemini|copilot|cursor|model|bot))[*_\]]{0,3}:[*_]{0,3}(?: |$)")
        .expect("pattern")
});
static HEADING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:#{1,4} |\*\*)\W{0,6}(?i:(user|human|you|prompt)|(assistant|agent|ai|claude|codex|chatgpt|gpt|gemini|copilot|cursor|model))\W{0,6}$")
        .expect("pattern")
});

#[derive(Clone, Copy, PartialEq)]
enum By {
    Person,
    Agent,
}

/// Reads the whole text as one session.
pub fn read(lines: &[&str]) -> Vec<Session> {
    let mut b = Build::new(SourceKind::Text);
    let named = lines.iter().any(|l| speaker(l).is_some_and(|(by, _)| by == By::Agent));
    let mut by = if named { By::Person } else { By::Agent };
    let mut spoken = false;
    let mut block = Block::default();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        if let Some((next, rest)) = speaker(line).filter(|_| named) {
            match std::mem::replace(&mut by, next) {
                _ if b.session.events.is_empty() && !spoken => b.user(std::mem::take(&mut block), Origin::Injected),
                before => end(&mut b, before, std::mem::take(&mut block)),
            }
            spoken = true;
            block = Block::new(at, rest);
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| by == By::Agent) {
            end(&mut b, by, std::mem::take(&mut block));
            at = shell(&mut b, lines, at, command);
            continue;
        } else {
            block.push(at, line);
        }
        at += 1;
    }
    end(&mut b, by, block);
    vec![b.finish()]
}

fn speaker(line: &str) -> Option<(By, &str)> {
    if !line.contains([':', '#', '*']) {
        return None;
    }
    let c = SPEAKER.captures(line).or_else(|| HEADING.captures(line))?;
    let by = if c.get(1).is_some() { By::Person } else { By::Agent };
    Some((by, &line[c.get(0)?.end()..]))
}

fn end(b: &mut Build, by: By, block: Block) {
    match by {
        By::Agent => b.say(block),
        By::Person => {
            let origin = origin_of(block.text());
            b.user(block, origin);
        }
    }
}

/// A shown command, with output up to the next blank line, prompt or speaker. How it ended is not shown.
fn shell(b: &mut Build, lines: &[&str], at: usize, command: &str) -> usize {
    let rest = &lines[at + 1..];
    let length =
        rest.iter().position(|l| l.trim().is_empty() || l.starts_with("$ ") || speaker(l).is_some() || l.starts_with("```"));
    let length = length.unwrap_or(rest.len());
    let id = b.call(at as u32 + 1, "shell", Action::Shell { command: command.trim().to_owned(), background: false });
    if length > 0 {
        b.result(at as u32 + 2, &id, Outcome::new(Status::Unknown, rest[..length].join("\n")));
    }
    at + 1 + length
}
