//! Raw terminal captures of agent runs: the console of mini-swe-agent, the log of OpenHands.
//!
//! mini-swe-agent prints results under `User:`. OpenHands prints neither speech nor commands. What the set-up prints before the
//! agent starts is nobody's word.

use super::super::*;
use super::build::{Build, Outcome};
use super::lines::Block;
use regex::Regex;
use std::sync::LazyLock;

static STEP: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"mini-swe-agent \(step ([0-9]+), \$[0-9.]+\):[ \t]*$").expect("pattern"));
static SPINNER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^(?:[⠁-⣿] (?:Waiting for the LM to respond|Waiting)\.*[ \t]*)+").expect("pattern"));
static CODE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^<returncode>(-?[0-9]+)</returncode>").expect("pattern"));

enum State {
    /// Set-up, and what follows the run.
    Idle,
    Agent(Block),
    Task(Block),
    Result(u32, Vec<String>),
}

struct Reader {
    b: Build,
    state: State,
    tasked: bool,
    open: Option<Box<str>>,
}

/// Reads the whole capture as one session.
pub fn read(lines: &[&str]) -> Vec<Session> {
    let mut r = Reader { b: Build::new(SourceKind::TerminalCapture), state: State::Idle, tasked: false, open: None };
    for (at, line) in lines.iter().enumerate() {
        r.line(at, SPINNER.find(line).map_or(*line, |m| &line[m.end()..]));
    }
    r.close();
    vec![r.b.finish()]
}

impl Reader {
    fn line(&mut self, at: usize, line: &str) {
        if STEP.is_match(line) {
            self.close();
            self.state = State::Agent(Block::default());
            return;
        }
        match line.trim() {
            "User:" => {
                self.close();
                self.state = if self.tasked { State::Result(at as u32 + 1, Vec::new()) } else { State::Task(Block::default()) };
                self.tasked = true;
                return;
            }
            "Exit:" | "System:" | "Limits exceeded." => {
                self.close();
                return;
            }
            _ => {}
        }
        match &mut self.state {
            State::Idle => {}
            State::Agent(block) | State::Task(block) => block.push(at, line),
            State::Result(_, shown) => shown.push(line.to_owned()),
        }
    }

    fn close(&mut self) {
        match std::mem::replace(&mut self.state, State::Idle) {
            State::Idle => {}
            State::Task(block) => self.b.user(block, Origin::Human),
            State::Agent(block) => self.agent(block),
            State::Result(line, shown) => self.result(line, &shown),
        }
    }

    /// A thought, which is what this agent shows, and one command in a fence.
    fn agent(&mut self, block: Block) {
        let Some((first, text)) = block.finish() else { return };
        let lines: Vec<&str> = text.split('\n').collect();
        let open = lines.iter().position(|l| l.starts_with("```bash") || l.starts_with("```mswea_bash_command"));
        let close = open.and_then(|o| lines[o + 1..].iter().position(|l| l.trim_end() == "```").map(|n| o + 1 + n));
        let mut say = Block::default();
        for (n, line) in lines.iter().enumerate() {
            let command = open.is_some_and(|o| n >= o) && close.is_none_or(|c| n <= c);
            let line = if n == 0 { line.trim_start().strip_prefix("THOUGHT:").map_or(*line, str::trim_start) } else { line };
            say.push(first as usize - 1 + n, if command { "" } else { line });
        }
        self.b.say(say);
        if let Some(open) = open {
            let command = lines[open + 1..close.unwrap_or(lines.len())].join("\n");
            let id = self.b.call(first + open as u32, "bash", Action::Shell { command, background: false });
            self.open = Some(id);
        }
    }

    fn result(&mut self, line: u32, shown: &[String]) {
        let text = shown.join("\n");
        let text = text.trim();
        let code = CODE.captures(text).and_then(|c| Some((c.get(0)?.end(), c[1].parse::<i32>().ok()?)));
        let Some(id) = self.open.take() else {
            self.b.user_text(line + 1, text.to_owned(), Origin::Injected);
            return;
        };
        let outcome = match code {
            Some((end, code)) => Outcome {
                status: if code == 0 { Status::Ok } else { Status::Exit(code) },
                text: output(&text[end..]).to_owned(),
                cut: if text.contains("<output_head>") || text.contains("characters elided") { Cut::Middle } else { Cut::No },
            },
            None if text.contains("timed out and has been killed") => Outcome::new(Status::Killed, text),
            None => Outcome::new(Status::Error, text),
        };
        self.b.result(line, &id, outcome);
    }
}

fn output(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix("<output>").map_or(text, |t| t.strip_suffix("</output>").unwrap_or(t)).trim_matches('\n')
}
