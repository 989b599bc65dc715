//! `/chat share` of Gemini CLI and Qwen Code.
//!
//! The heading lies: the result of a tool stands under the person's.

use super::super::*;
use super::build::{Build, Outcome, tool_action};
use super::lines::Block;
use super::turns::{self, Speaker};
use serde_json::Value;
use std::collections::BTreeMap;

const COMMAND: &str = "**Tool Command**:";
const RESPONSE: &str = "**Tool Response**:";

/// Reads the whole file as one session.
pub fn read(lines: &[&str]) -> Vec<Session> {
    let heading = |_: usize, line: &str| {
        let line = line.trim_end();
        if line.chars().count() > 16 {
            return None;
        }
        let is = |signs: [&str; 2]| signs.iter().any(|s| line.starts_with(s));
        if is(["## USER 🧑", "🧑‍💻 ## USER"]) {
            Some(Speaker::Person)
        } else if is(["## MODEL ✨", "✨ ## MODEL"]) {
            Some(Speaker::Agent)
        } else {
            None
        }
    };
    let mut r = Reader { b: Build::new(SourceKind::GeminiShare), ids: BTreeMap::new() };
    for (speaker, block) in turns::split(lines, heading) {
        r.turn(speaker, block);
    }
    vec![r.b.finish()]
}

struct Reader {
    b: Build,
    /// Ids of the export to the made-up ones: an export can repeat its own.
    ids: BTreeMap<String, Box<str>>,
}

impl Reader {
    fn turn(&mut self, speaker: Speaker, block: Block) {
        let Some((first, text)) = block.finish() else { return };
        let lines: Vec<&str> = text.split('\n').collect();
        let mut prose = Block::default();
        let mut at = 0;
        while at < lines.len() {
            let line = lines[at];
            let file_at = first as usize - 1 + at;
            let marker = [COMMAND, RESPONSE].into_iter().find_map(|m| line.find(m).map(|n| (m, n)));
            let json = marker.and_then(|_| fenced(&lines[at + 1..]));
            let (Some((marker, n)), Some((value, used))) = (marker, json) else {
                prose.push(file_at, line);
                at += 1;
                continue;
            };
            prose.push(file_at, &line[..n]);
            self.prose(speaker, std::mem::take(&mut prose));
            if marker == COMMAND {
                self.command(file_at as u32 + 1, &value)
            } else {
                self.response(file_at as u32 + 1, &value)
            }
            at += 1 + used;
        }
        self.prose(speaker, prose);
    }

    fn prose(&mut self, speaker: Speaker, block: Block) {
        match speaker {
            Speaker::Person => turns::person(&mut self.b, block),
            Speaker::Agent => self.b.say(block.without_rule()),
        }
    }

    fn command(&mut self, line: u32, v: &Value) {
        let tool = v["name"].as_str().unwrap_or("unknown");
        let id = self.b.call(line, tool, tool_action(tool, &v["args"]));
        self.ids.insert(key(v), id);
    }

    fn response(&mut self, line: u32, v: &Value) {
        let id = match self.ids.remove(&key(v)) {
            Some(id) => id,
            None => self.b.call(line, v["name"].as_str().unwrap_or("unknown"), Action::Other { input: String::new() }),
        };
        self.b.result(line, &id, outcome(&v["response"]));
    }
}

fn key(v: &Value) -> String {
    v["id"].as_str().or(v["name"].as_str()).unwrap_or("").to_owned()
}

/// The JSON in the fence that opens in the next lines, and the number of lines up to its end.
fn fenced(lines: &[&str]) -> Option<(Value, usize)> {
    let open = lines.iter().take(2).position(|l| l.starts_with("```"))?;
    let body = &lines[open + 1..];
    // No line of JSON starts with a fence: one that opens another means that this one was cut.
    let close = body.iter().position(|l| l.starts_with("```")).filter(|n| body[*n].trim_end() == "```")?;
    let value = serde_json::from_str(&body[..close].join("\n")).ok()?;
    Some((value, open + close + 2))
}

fn outcome(response: &Value) -> Outcome {
    if let Some(error) = response["error"].as_str() {
        let denied =
            error.contains("cancelled by user") || error.contains("Operation Cancelled") || error.contains("User denied");
        return Outcome::new(if denied { Status::Denied } else { Status::Error }, error);
    }
    let text = response["output"].as_str().or(response.as_str()).map_or_else(|| response.to_string(), Into::into);
    if text.starts_with("[Operation Cancelled]") {
        return Outcome::new(Status::Denied, text);
    }
    shell_outcome(&text).unwrap_or_else(|| Outcome::new(Status::Ok, text))
}

/// What Gemini's shell tool reports: `Command: … Output: … Error: … Exit Code: 0 Signal: (none)`.
fn shell_outcome(text: &str) -> Option<Outcome> {
    let at = text.rfind("\nExit Code: ")?;
    let code = text[at + "\nExit Code: ".len()..].lines().next()?.trim();
    let output = text.find("\nOutput: ").or_else(|| text.find("\nStdout: ")).map_or(0, |n| n + "\nOutput: ".len());
    let shown = text.get(output..at)?.replacen("\nError: (none)", "", 1);
    let shown = shown.strip_prefix("(empty)").unwrap_or(&shown);
    let status = match code.parse() {
        Ok(0) => Status::Ok,
        Ok(code) => Status::Exit(code),
        Err(_) => Status::Unknown,
    };
    Some(Outcome::new(status, shown))
}
