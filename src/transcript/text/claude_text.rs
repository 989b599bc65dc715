//! Claude Code terminal text: `/export` and copies of the screen.
//!
//! A marker at the left says who speaks: `>` or `❯` the person, `⏺` or `●` the agent or one of its calls, `⎿` a result, `✻` thinking.
//! What follows indented belongs to it. A bullet is a call where it names a tool with arguments, or where a result hangs below it.

use super::super::*;
use super::build::{Build, Outcome, claude_outcome, origin_of};
use super::claude_calls::{FOLD, action, call_head, cut_of, join_args, nested_head};
use super::lines::{Block, dedent, indent};
use regex::Regex;
use std::sync::LazyLock;

/// Reads the whole file as one session.
pub fn read(lines: &[&str]) -> Vec<Session> {
    let mut r = Reader::new(lines);
    if r.is_prompt_only() {
        let mut block = Block::default();
        lines.iter().enumerate().for_each(|(at, line)| block.push(at, line));
        r.b.user(block, Origin::Human);
        return vec![r.b.finish()];
    }
    for (at, line) in lines.iter().enumerate() {
        r.line(at, line);
    }
    r.close();
    vec![r.b.finish()]
}

/// What a line starts with.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Lead<'a> {
    User(&'a str),
    Bullet(&'a str),
    Result(&'a str),
    Thinking,
    Compacted,
    Screen,
    Text,
}

enum State<'a> {
    Idle,
    Say(Block),
    User(Block, bool),
    Thinking,
    /// Words of the program itself, with what hangs below them.
    Host,
    Call(Pending<'a>),
}

/// A call whose arguments or results are still being read.
struct Pending<'a> {
    line: u32,
    tool: &'a str,
    args: Vec<&'a str>,
    results: Vec<(usize, Vec<&'a str>)>,
}

struct Reader<'a> {
    b: Build,
    lines: &'a [&'a str],
    base: usize,
    /// For each line: the next marker below it is a result.
    hangs: Vec<bool>,
    wide: usize,
    state: State<'a>,
}

fn bullet(line: &str) -> Option<&str> {
    let rest = line.strip_prefix(['⏺', '●'])?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix([' ', '\u{a0}']) }
}

fn result(line: &str) -> Option<&str> {
    if indent(line) > 8 {
        return None;
    }
    let rest = line.trim_start_matches([' ', '\u{a0}']).strip_prefix('⎿')?;
    Some(rest.strip_prefix([' ', '\u{a0}']).map_or(rest, |r| r.strip_prefix([' ', '\u{a0}']).unwrap_or(r)))
}

fn prompt(line: &str) -> Option<&str> {
    let rest = line.strip_prefix(['>', '❯'])?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix([' ', '\u{a0}']) }
}

static COMPACTED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[ \t═─=✻✽*·-]*(?:Conversation|Previous conversation|Conversation history) compacted").expect("pattern")
});
static SPINNER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^[✻✽✶✳✢✺∴·*] \S+(?: \S+){0,3}(?:…| for [0-9]+[hms])").expect("pattern"));

impl<'a> Reader<'a> {
    fn new(lines: &'a [&'a str]) -> Self {
        let mut counts = [0usize; 4];
        for line in lines {
            let n = indent(line);
            if n < 4 && bullet(&line[n..]).is_some() {
                counts[n] += 1;
            }
        }
        let base = (0..4).rev().max_by_key(|n| counts[*n]).unwrap_or(0);
        let mut r = Reader {
            b: Build::new(SourceKind::ClaudeText),
            lines,
            base,
            hangs: vec![false; lines.len()],
            wide: 76,
            state: State::Idle,
        };
        let mut next = false;
        for at in (0..lines.len()).rev() {
            r.hangs[at] = next;
            match r.lead(lines[at]) {
                Lead::Text => {}
                lead => next = matches!(lead, Lead::Result(_)),
            }
        }
        r
    }

    /// A person's prompt that quotes a screen: starts with bare prose, and nobody ever types at a prompt mark.
    fn is_prompt_only(&self) -> bool {
        let first = self.lines.iter().find(|l| !l.trim().is_empty());
        let prose = first.is_some_and(|l| {
            indent(l) <= self.base && self.lead(l) == Lead::Text && l.split_whitespace().count() > 2 && !l.starts_with(['#', '<'])
        });
        prose && !self.lines.iter().any(|l| matches!(self.lead(l), Lead::User(_) | Lead::Screen))
    }

    fn lead(&self, line: &'a str) -> Lead<'a> {
        if let Some(rest) = result(line) {
            return Lead::Result(rest);
        }
        if indent(line) != self.base {
            return if COMPACTED.is_match(line) { Lead::Compacted } else { Lead::Text };
        }
        let line = &line[self.base..];
        if let Some(rest) = bullet(line) {
            return Lead::Bullet(rest);
        }
        if let Some(rest) = prompt(line) {
            return Lead::User(rest);
        }
        match line.chars().next() {
            Some('✻' | '✽' | '✶' | '✳' | '✢' | '✺' | '∴' | '·' | '*' | '═' | '─' | 'C' | '=') if COMPACTED.is_match(line) => {
                Lead::Compacted
            }
            Some('✻' | '∴') if line.contains("Thinking") => Lead::Thinking,
            Some('✻' | '✽' | '✶' | '✳' | '✢' | '✺' | '∴' | '·' | '*') if SPINNER.is_match(line) => Lead::Screen,
            Some('╭' | '│' | '╰' | '▐' | '▝' | '▘' | '※' | '✔') => Lead::Screen,
            _ => Lead::Text,
        }
    }

    fn line(&mut self, at: usize, line: &'a str) {
        match self.lead(line) {
            Lead::User(rest) => {
                self.close();
                self.state = State::User(Block::new(at, rest), false);
            }
            Lead::Bullet(rest) => self.bullet(at, rest),
            Lead::Result(_) if matches!(self.state, State::User(..)) && indent(line) > self.base + 3 => self.text(at, line),
            Lead::Result(rest) => self.result(at, rest),
            Lead::Thinking => {
                self.close();
                self.state = State::Thinking;
            }
            Lead::Compacted => {
                self.close();
                self.b.mark(at as u32 + 1, Mark::Compaction);
            }
            Lead::Screen => self.screen(at, line),
            Lead::Text => self.text(at, line),
        }
    }

    /// Banner, boxes, spinners: nobody's words. A later banner tells of a later start of the program.
    fn screen(&mut self, at: usize, line: &str) {
        self.close();
        if line.contains("Welcome to Claude Code") || line.contains("▐▛███▜▌") {
            if !self.b.session.events.is_empty() {
                self.b.mark(at as u32 + 1, Mark::Resumed);
            }
            if let Some((_, v)) = line.split_once("Claude Code v") {
                self.b.session.meta.agent_version.get_or_insert_with(|| v.split_whitespace().next().unwrap_or("").to_owned());
            }
        } else if let Some((_, cwd)) = line.split_once("cwd: ") {
            let cwd = cwd.trim_end_matches(['│', ' ']).to_owned();
            self.b.session.meta.cwd.get_or_insert_with(|| cwd.clone());
            self.b.session.meta.project.get_or_insert(cwd);
        }
    }

    fn bullet(&mut self, at: usize, rest: &'a str) {
        let rest = rest.trim_end();
        if let Some((tool, args)) = call_head(rest, self.hangs[at], self.lines.get(at + 1).copied()) {
            self.close();
            let line = at as u32 + 1;
            self.state = State::Call(Pending { line, tool, args: vec![args], results: Vec::new() });
            return;
        }
        let goes_on = at > 0 && matches!(self.lead(self.lines[at - 1]), Lead::Bullet(_));
        match &mut self.state {
            State::Say(block) if goes_on => return block.push(at, if FOLD.is_match(rest) { "" } else { without_cost(rest) }),
            State::Thinking if goes_on => return,
            _ => self.close(),
        }
        if rest.starts_with("<thinking>") || rest.starts_with("<analysis>") {
            self.state = State::Thinking;
        } else if rest.starts_with("Compact summary") {
            self.b.mark(at as u32 + 1, Mark::Compaction);
            self.state = State::Thinking;
        } else if is_host_text(rest) {
            self.state = State::Host;
        } else {
            self.state = State::Say(Block::new(at, without_cost(rest)));
        }
    }

    fn result(&mut self, at: usize, rest: &'a str) {
        let rest = rest.trim_end();
        let line = at as u32 + 1;
        let goes_on = at > 0 && matches!(self.lead(self.lines[at - 1]), Lead::Result(_));
        match &mut self.state {
            State::Call(p) => {
                let next_orphan = p.tool.is_empty() && is_waiting(rest) && p.results.iter().any(|(_, l)| !is_waiting(l[0]));
                if !next_orphan {
                    match p.results.last_mut() {
                        Some((_, last)) if goes_on && p.tool.is_empty() => last.push(rest),
                        _ => p.results.push((at, vec![rest])),
                    }
                    return;
                }
                self.close();
            }
            State::User(block, local) => {
                *local = true;
                return block.push(at, rest);
            }
            State::Host => return,
            State::Say(_) if rest.starts_with("Interrupted") => {
                self.close();
                return self.b.mark(line, Mark::Interrupted);
            }
            _ => self.close(),
        }
        if !is_host_text(rest) {
            self.state = State::Call(Pending { line, tool: "", args: Vec::new(), results: vec![(at, vec![rest])] });
        }
    }

    fn text(&mut self, at: usize, line: &'a str) {
        let flush_left = !line.trim().is_empty() && indent(line) <= self.base;
        let after_blank = at > 0 && self.lines[at - 1].trim().is_empty();
        let inner = dedent(line, self.base + 2);
        match &mut self.state {
            State::Say(_) if flush_left && (after_blank || line.starts_with("```")) => self.close(),
            State::Say(block) => block.push(at, if FOLD.is_match(line) { "" } else { without_cost(inner) }),
            State::User(block, _) => block.push(at, inner),
            State::Call(p) => match p.results.last_mut() {
                Some((_, last)) => last.push(dedent(line, self.base + 5).trim_end()),
                None => p.args.push(line),
            },
            State::Idle if bang(line) => self.state = State::User(Block::new(at, line), false),
            State::Idle | State::Thinking | State::Host => {}
        }
    }

    fn close(&mut self) {
        match std::mem::replace(&mut self.state, State::Idle) {
            State::Idle | State::Thinking | State::Host => {}
            State::Say(block) => self.b.say(block),
            State::User(block, local) => {
                let command = bang(block.text()) || (local && block.text().trim_start().starts_with('/'));
                let origin = if command { Origin::HumanCommand } else { origin_of(block.text()) };
                self.b.user(block, origin);
            }
            State::Call(p) => self.finish_call(p),
        }
    }

    fn finish_call(&mut self, p: Pending<'a>) {
        let agent = matches!(p.tool, "Task" | "Agent" | "Explore" | "Plan");
        if (agent || p.tool == "Call") && p.results.iter().any(|(_, l)| nested_head(l[0]).is_some()) {
            return self.finish_batch(p, agent);
        }
        let real: Vec<_> = p.results.iter().filter(|(_, l)| !is_waiting(l[0])).collect();
        let shown: Vec<&str> = real.iter().flat_map(|(_, l)| l.iter().copied()).collect();
        let args = join_args(&p.args, self.wide);
        let id = self.b.call(p.line, if p.tool.is_empty() { "unknown" } else { p.tool }, action(p.tool, &args, &shown));
        let Some((at, _)) = real.first() else { return };
        self.finish_result(*at, &id, &shown);
    }

    fn finish_result(&mut self, at: usize, id: &str, shown: &[&str]) {
        let line = at as u32 + 1;
        let mut outcome = claude_outcome(&shown.join("\n"));
        outcome.cut = cut_of(shown);
        if outcome.status == Status::Interrupted {
            self.b.mark(line, Mark::Interrupted);
        }
        self.b.result(line, id, outcome);
    }

    /// A batch or subagent whose own calls are listed below it, ended by `Done (…)`.
    fn finish_batch(&mut self, p: Pending<'a>, agent: bool) {
        let args = join_args(&p.args, self.wide);
        let outer = self.b.call(p.line, p.tool, action(p.tool, &args, &[]));
        if agent {
            self.b.agent = self.b.session.agent_index(&outer);
            if let Some(info) = self.b.session.agents.last_mut() {
                info.parent_call = Some(outer.to_string());
            }
        }
        let mut inner: Option<Pending<'a>> = None;
        let mut end = None;
        let first = self.b.session.events.len();
        for (at, lines) in p.results {
            if let Some((tool, args)) = nested_head(lines[0]) {
                let next = Pending { line: at as u32 + 1, tool, args: vec![args], results: Vec::new() };
                if let Some(before) = inner.replace(next) {
                    self.finish_call(before);
                }
            } else if lines[0].starts_with("Done (") {
                end = Some((at, lines));
            } else if let Some(i) = &mut inner {
                i.results.push((at, lines));
            }
        }
        if let Some(last) = inner {
            self.finish_call(last);
        }
        if let Some((at, _)) = &end {
            self.finish_listed(first, *at);
        }
        self.b.agent = 0;
        if let Some((at, lines)) = end {
            self.finish_result(at, &outer, &lines);
        }
    }
    /// The calls of a batch that is done have ended too, though how is not shown.
    fn finish_listed(&mut self, first: usize, at: usize) {
        let mut open: Vec<Box<str>> = Vec::new();
        for event in self.b.session.events.iter().skip(first) {
            match &event.kind {
                EventKind::Call(c) => open.push(c.id.clone()),
                EventKind::Result(r) => open.retain(|id| *id != r.id),
                _ => {}
            }
        }
        for id in open {
            self.b.result(at as u32 + 1, &id, Outcome { status: Status::Unknown, text: String::new(), cut: Cut::All });
        }
    }
}

/// Early versions print cost and time at the right margin.
fn without_cost(line: &str) -> &str {
    match line.rfind("Cost: $") {
        Some(at) if line.ends_with("s)") && (at == 0 || line[..at].ends_with("   ")) => &line[..at],
        _ => line,
    }
}

fn bang(line: &str) -> bool {
    line.strip_prefix(['!']).is_some_and(|r| r.starts_with([' ', '\u{a0}']))
}

fn is_waiting(line: &str) -> bool {
    matches!(line.trim(), "Waiting…" | "Waiting..." | "Running…" | "Running..." | "Initializing…" | "Waiting for permission…")
}

/// Lines at a bullet or result that the program itself puts there.
fn is_host_text(text: &str) -> bool {
    const HOST: &[&str] = &[
        "API Error",
        "API error",
        "Claude usage limit reached",
        "Claude AI usage limit reached",
        "5-hour limit reached",
        "Weekly limit reached",
        "You've hit your",
        "Prompt is too long",
        "Credit balance is too low",
        "Context low",
        "Request timed out",
        "Interrupted by user",
        "[Request interrupted",
        "No response requested.",
        "User approved Claude's plan",
        "User rejected Claude's plan",
        "User answered Claude's questions",
        "Entered plan mode",
        "Background command ",
        "Agent \"",
    ];
    HOST.iter().any(|h| text.starts_with(h))
}
