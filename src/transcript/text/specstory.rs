//! SpecStory Markdown: version 2 with tool blocks and times, version 1 with bare diffs.
//!
//! Results can quote whole exports, so a tool block ends only on a line that is exactly its closing tag.

use super::super::*;
use super::build::{Build, Outcome, claude_outcome, origin_of};
use super::lines::Block;
use super::specstory_tool;
use regex::Regex;
use std::sync::LazyLock;

static HEADER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^_\*\*(User|Agent|Assistant)( - sidechain)?(?: \(([^)]*)\))?\*\*_[ \t]*$").expect("pattern"));
static SESSION: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^<!-- .{1,40} Session ([^ ]+) \(").expect("pattern"));
static TIME: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"([0-9]{4}-[0-9]{2}-[0-9]{2})[ T]([0-9:.]+)(Z|[+-][0-9]{2}:?[0-9]{2})$").expect("pattern"));

enum State {
    None,
    Say(Block),
    User(Block),
}

struct Reader<'a> {
    b: Build,
    lines: &'a [&'a str],
    state: State,
    /// Version 1: diffs stand bare in the text, tools in `<details>`.
    bare: bool,
    shows_results: bool,
    /// The host speaks for the agent, or a parent agent speaks.
    silent: bool,
    parent: bool,
    last_task: Option<Box<str>>,
    before: Option<specstory_tool::Parsed>,
}

/// Reads the whole file as one session.
pub fn read(lines: &[&str]) -> Vec<Session> {
    let first = lines.iter().find(|l| !l.trim().is_empty()).copied().unwrap_or("");
    let mut r = Reader {
        b: Build::new(SourceKind::SpecStory),
        lines,
        state: State::None,
        bare: !first.contains("Markdown v2"),
        shows_results: lines.contains(&"```text"),
        silent: false,
        parent: false,
        last_task: None,
        before: None,
    };
    let mut at = 0;
    while at < lines.len() {
        at = r.step(at);
    }
    r.close();
    vec![r.b.finish()]
}

impl Reader<'_> {
    /// Reads what starts at a line; gives the line after it.
    fn step(&mut self, at: usize) -> usize {
        let line = self.lines[at].trim_end();
        if line.starts_with("_**") && self.header(line) {
            return at + 1;
        }
        if matches!(self.state, State::None)
            && self.b.session.meta.session_id.is_none()
            && let Some(c) = SESSION.captures(line)
        {
            self.b.session.meta.session_id = Some(c[1].to_owned());
        }
        if !matches!(self.state, State::Say(_)) {
            if let State::User(block) = &mut self.state {
                block.push(at, line);
            }
            return at + 1;
        }
        if line.starts_with("<think>") {
            return self.skip(at, |l| l.ends_with("</details></think>") || l == "</think>");
        }
        if line.starts_with("<tool-use ") {
            let end = self.skip(at, |l| l == "</details></tool-use>" || l == "</tool-use>");
            self.tool(at, end);
            return end;
        }
        if self.bare && line == "```diff" {
            let end = self.skip(at + 1, |l| l == "```");
            self.diff(at, end);
            return end;
        }
        if self.bare && line.starts_with("<details><summary>") {
            let end = self.skip(at, |l| l.ends_with("</details>"));
            self.tool(at, end);
            return end;
        }
        if let State::Say(block) = &mut self.state {
            block.push(at, line);
        }
        at + 1
    }

    /// The line after the first one, from `at`, that ends the block; a block that nothing ends goes to the end of the file.
    fn skip(&self, at: usize, ends: fn(&str) -> bool) -> usize {
        self.lines.iter().skip(at).position(|l| ends(l.trim_end())).map_or(self.lines.len(), |n| at + n + 1)
    }

    fn header(&mut self, line: &str) -> bool {
        let Some(c) = HEADER.captures(line) else { return false };
        self.close();
        let inner = c.get(3).map_or("", |m| m.as_str());
        let time = TIME.captures(inner);
        let model = time.as_ref().and_then(|t| t.get(0)).map_or(inner, |m| &inner[..m.start()]).trim();
        self.b.time = time.map(|t| rfc3339(&t[1], &t[2], &t[3]));
        self.before = None;
        let sidechain = c.get(2).is_some();
        self.b.agent = if sidechain { self.sidechain() } else { 0 };
        self.silent = model == "<synthetic>";
        self.parent = sidechain && model.is_empty();
        self.b.model = (!model.is_empty()).then(|| model.to_owned());
        self.state = if &c[1] == "User" || self.parent { State::User(Block::default()) } else { State::Say(Block::default()) };
        true
    }

    fn sidechain(&mut self) -> u16 {
        let index = self.b.session.agent_index("sidechain");
        if let Some(info) = self.b.session.agents.get_mut(usize::from(index)) {
            info.parent_call = info.parent_call.take().or_else(|| self.last_task.as_deref().map(Into::into));
        }
        index
    }

    /// Ends the text so far; the agent can go on after a tool block.
    fn pause(&mut self) {
        if let State::Say(block) = &mut self.state {
            let block = std::mem::take(block);
            if !self.silent {
                self.b.say(block.without_rule());
            }
        }
    }

    fn close(&mut self) {
        self.pause();
        if let State::User(block) = std::mem::replace(&mut self.state, State::None) {
            let block = block.without_rule();
            let interrupted = block.text().trim_start().starts_with("[Request interrupted");
            match block.finish() {
                Some((line, _)) if interrupted => self.b.mark(line, Mark::Interrupted),
                Some((line, text)) => {
                    let origin = if self.parent { Origin::Agent } else { origin_of(&text) };
                    let agent = self.b.agent;
                    self.b.user_text(line, text, origin);
                    if let Some(event) = self.b.session.events.last_mut() {
                        event.agent = agent;
                    }
                }
                None => {}
            }
        }
    }

    fn tool(&mut self, at: usize, end: usize) {
        self.pause();
        let parsed = specstory_tool::parse(&self.lines[at..end]);
        if parsed.is_empty() && self.before.as_ref().is_some_and(|b| b.tool == parsed.tool) {
            return;
        }
        let id = self.b.call(at as u32 + 1, &parsed.tool, parsed.action.clone());
        if matches!(parsed.action, Action::Agent { .. }) {
            self.last_task = Some(id.clone());
        }
        let closed = self.lines[at..end].last().is_some_and(|l| specstory_tool::is_close(l));
        if let Some((offset, text)) = &parsed.result {
            let cut = Outcome { status: Status::Unknown, text: text.clone(), cut: Cut::Tail };
            let outcome = if closed { claude_outcome(text) } else { cut };
            self.b.session.notes.truncated_tail |= !closed;
            self.b.result((at + offset) as u32 + 1, &id, outcome);
        } else if closed {
            self.b.result(end as u32, &id, self.silent_outcome(&parsed.action));
        }
        self.before = Some(parsed);
    }

    /// A closed block without a result. Where an export shows results, a command that printed nothing has none; else it was left out.
    fn silent_outcome(&self, action: &Action) -> Outcome {
        let quiet = matches!(action, Action::Todo { .. }) || (self.shows_results && matches!(action, Action::Shell { .. }));
        let (status, cut) = if quiet { (Status::Ok, Cut::No) } else { (Status::Unknown, Cut::All) };
        Outcome { status, text: String::new(), cut }
    }

    /// A bare diff of version 1: what it shows was done.
    fn diff(&mut self, at: usize, end: usize) {
        let hint = self.lines[..at].iter().rev().take(3).find_map(|l| specstory_tool::path_in(l));
        self.pause();
        let body = &self.lines[(at + 1).min(end)..end.saturating_sub(1).max((at + 1).min(end))];
        let id = self.b.call(at as u32 + 1, "edit_file", specstory_tool::diff_action(body, hint));
        self.b.result(at as u32 + 1, &id, Outcome::new(Status::Ok, body.join("\n")));
    }
}

fn rfc3339(date: &str, time: &str, zone: &str) -> String {
    match zone.len() {
        5 => format!("{date}T{time}{}:{}", &zone[..3], &zone[3..]),
        _ => format!("{date}T{time}{zone}"),
    }
}
