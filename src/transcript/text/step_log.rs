//! Logs of agents that think, act and observe by turns: a label at the left of each part.
//!
//! What such an agent tells people stands under a label of its own (`MESSAGE:`, `Final Answer:`). Only a log without one shows the
//! thoughts themselves to people.

use super::super::*;
use super::build::{Build, Outcome, bracket_exit, origin_of, tool_action};
use super::lines::Block;
use regex::Regex;
use std::sync::LazyLock;

static LABEL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:(THOUGHT|Thought)|(ACTION|Action)|(ACTION INPUT|Action Input)|(OBSERVATION|Observation)|(MESSAGE|Message|FINAL ANSWER|Final Answer)|(USER|TASK|QUESTION|Question|Task)):(?: |$)")
        .expect("pattern")
});
static HEADING: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^=== (?:(step [0-9]+)|(user|human|task)|(agent|assistant)) ===[ \t]*$").expect("pattern"));
static EXIT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^\[exit(?: code)?[=: ]+(-?[0-9]+)\] ?").expect("pattern"));
static ENDED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^\[(?:The command completed|Command finished) with exit code (-?[0-9]+)\.?\][ \t]*$").expect("pattern")
});

/// Parts of a log.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Part {
    /// Between the parts.
    Step,
    /// What the agent thinks.
    Thought,
    /// A call.
    Action,
    /// The arguments of the call above.
    Input,
    /// What the call gave.
    Observation,
    /// What the agent tells people.
    Message,
    /// What a person says.
    User,
}

/// The part that a line starts, and what of the line belongs to it.
pub fn part(line: &str) -> Option<(Part, &str)> {
    if let Some(c) = HEADING.captures(line) {
        let part = if c.get(1).is_some() {
            Part::Step
        } else if c.get(2).is_some() {
            Part::User
        } else {
            Part::Message
        };
        return Some((part, ""));
    }
    const PARTS: [Part; 6] = [Part::Thought, Part::Action, Part::Input, Part::Observation, Part::Message, Part::User];
    let c = LABEL.captures(line)?;
    let part = PARTS.iter().enumerate().find_map(|(n, part)| c.get(n + 1).map(|_| *part))?;
    Some((part, &line[c.get(0)?.end()..]))
}

/// Reads the whole file as one session.
pub fn read(lines: &[&str]) -> Vec<Session> {
    let speaks = lines.iter().any(|l| part(l).is_some_and(|(p, _)| p == Part::Message));
    let mut r =
        Reader { b: Build::new(SourceKind::StepLog), speaks, part: Part::Step, block: Block::default(), call: None, open: None };
    for (at, line) in lines.iter().enumerate() {
        match part(line) {
            Some((part, rest)) => {
                r.close(part);
                r.block = if rest.is_empty() { Block::default() } else { Block::new(at, rest) };
            }
            None => r.block.push(at, line),
        }
    }
    r.close(Part::Step);
    r.act();
    vec![r.b.finish()]
}

struct Reader {
    b: Build,
    /// The log has a label for what people are told.
    speaks: bool,
    part: Part,
    block: Block,
    /// An action whose input may follow.
    call: Option<(u32, String)>,
    /// The call whose result is to come, and whether it is a command.
    open: Option<(Box<str>, bool)>,
}

impl Reader {
    fn close(&mut self, next: Part) {
        let part = std::mem::replace(&mut self.part, next);
        let block = std::mem::take(&mut self.block);
        match part {
            Part::Step => {}
            Part::Thought if self.speaks => {}
            Part::Thought | Part::Message => {
                self.act();
                self.b.say(block);
            }
            Part::User => {
                self.act();
                let origin = origin_of(block.text());
                self.b.user(block, origin);
            }
            Part::Action => {
                self.act();
                self.call = block.finish();
            }
            Part::Input => {
                if let (Some((_, call)), Some((_, input))) = (&mut self.call, block.finish()) {
                    call.push(' ');
                    call.push_str(&input);
                }
            }
            Part::Observation => {
                self.act();
                if let (Some((id, command)), Some((line, text))) = (self.open.take(), block.finish()) {
                    self.b.result(line, &id, outcome(&text, command));
                }
            }
        }
    }

    fn act(&mut self) {
        let Some((line, call)) = self.call.take() else { return };
        let (tool, args) = split(&call);
        match tool.to_ascii_lowercase().as_str() {
            "finish" | "submit" | "message" | "send_message" | "respond" if args.is_empty() => {}
            "finish" | "submit" | "message" | "send_message" | "respond" => self.b.say_text(line, args.to_owned()),
            "think" | "thought" | "none" | "" => {}
            _ => {
                let action = action(tool, args);
                let command = matches!(action, Action::Shell { .. });
                self.open = Some((self.b.call(line, tool, action), command));
            }
        }
    }
}

/// `tool args`, `tool(args)`, `tool[args]`.
fn split(call: &str) -> (&str, &str) {
    let end = call.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))).unwrap_or(call.len());
    let (tool, rest) = call.split_at(end);
    let rest = rest.trim();
    let inner = rest
        .strip_prefix('(')
        .and_then(|r| r.strip_suffix(')'))
        .or_else(|| rest.strip_prefix('[').and_then(|r| r.strip_suffix(']')));
    (tool, inner.unwrap_or(rest).trim())
}

fn action(tool: &str, args: &str) -> Action {
    if let Ok(json @ serde_json::Value::Object(_)) = serde_json::from_str(args) {
        return tool_action(tool, &json);
    }
    let name = tool.to_ascii_lowercase();
    let (verb, rest) = match name.as_str() {
        "file_editor" | "str_replace_editor" | "str_replace_based_edit_tool" | "editor" => {
            args.split_once(' ').unwrap_or((args, ""))
        }
        _ => (name.as_str(), args),
    };
    let (path, content) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let path = path.trim_matches(['"', '\'', '`']).to_owned();
    match verb {
        "bash" | "sh" | "shell" | "terminal" | "run" | "execute" | "execute_bash" | "run_command" | "execute_command" | "cmd" => {
            Action::Shell { command: args.to_owned(), background: false }
        }
        "create" | "write" | "write_file" | "create_file" => Action::Write { path, content: content.to_owned() },
        "str_replace" | "insert" | "edit" | "edit_file" | "undo_edit" | "replace" => Action::Edit { path, edits: Vec::new() },
        "view" | "read" | "read_file" | "open" | "open_file" | "cat" => Action::Read { path, offset: None, limit: None },
        "grep" | "search_file" | "search_dir" | "find_file" => {
            Action::Search { pattern: rest.to_owned(), path: None, names: verb == "find_file" }
        }
        "browse" | "fetch" | "goto" | "search" | "web_search" => Action::Web { query: rest.to_owned() },
        _ => Action::Other { input: args.to_owned() },
    }
}

fn outcome(text: &str, command: bool) -> Outcome {
    let by_code = |code: i32| if code == 0 { Status::Ok } else { Status::Exit(code) };
    if let Some((code, end)) = EXIT.captures(text).and_then(|c| Some((c[1].parse().ok()?, c.get(0)?.end()))) {
        return Outcome::new(by_code(code), &text[end..]);
    }
    if let Some(code) = ENDED.captures(text).and_then(|c| c[1].parse().ok()) {
        return Outcome::new(by_code(code), ENDED.replace(text, "").trim_end());
    }
    if let (Some(code), rest) = bracket_exit(text) {
        return Outcome::new(by_code(code), rest);
    }
    let failed = ["ERROR", "Error:", "error:", "Traceback (most recent call last)"].iter().any(|e| text.starts_with(e));
    let status = match (failed, command) {
        (true, _) => Status::Error,
        (false, true) => Status::Unknown,
        (false, false) => Status::Ok,
    };
    Outcome::new(status, text)
}
