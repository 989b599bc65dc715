//! The log that `codex exec` prints for people, old form (`[time] exec …`) and new (bare header words).
//!
//! Output of commands can quote other logs, even this one from its start, and the final message is printed twice: both are seen
//! through here. The order of the file is not always that of time: a wrapper may print the final message before the banner.

use super::super::codex::unwrap_shell;
use super::super::*;
use super::build::{Build, Outcome};
use super::lines::Block;
use regex::Regex;
use std::collections::VecDeque;
use std::sync::LazyLock;

static TIME: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^\[([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z?)\] ?").expect("pattern"));
static BANNER: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^OpenAI Codex v([0-9][^ ]*)").expect("pattern"));
static ENDED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:^| )(succeeded|failed|declined|timed out|exited (-?[0-9]+)) in [0-9.]+m?s:?[ \t]*$").expect("pattern")
});
static HARNESS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z? +(?:ERROR|WARN|INFO) |(?:warning|deprecated|mcp startup): |ERROR: |npm notice |stream error: |Reading additional input from stdin)")
        .expect("pattern")
});

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Head<'a> {
    Banner(&'a str),
    User,
    Agent,
    Thinking,
    Exec(&'a str),
    Patch(&'a str),
    Tokens,
    Hook(&'a str),
    Mcp(&'a str),
    Web(&'a str),
    Plan,
    Interrupted,
    Compacted,
    Noise,
    Text,
}

enum State<'a> {
    /// Before the banner, after the end, between blocks: nobody's words.
    Idle,
    Banner,
    User(Block),
    /// A message, and whether a code fence is open in it.
    Agent(Block, bool),
    Thinking,
    Command(Command<'a>),
    Output(Output<'a>),
    Patch(PatchBlock<'a>),
    Plan(usize, Vec<TodoItem>),
    /// After `tokens used`: the count, then perhaps the final message again.
    Tail(Block),
}

struct Command<'a> {
    at: usize,
    lines: Vec<&'a str>,
}

struct Output<'a> {
    id: Box<str>,
    at: usize,
    status: Status,
    lines: Vec<&'a str>,
    /// A log quoted in the output goes on.
    quoted: Option<Quoted>,
}

struct Quoted {
    /// Next line of this file that the quotation repeats, where it quotes this file.
    repeats: Option<usize>,
}

struct PatchBlock<'a> {
    at: usize,
    status: Option<Status>,
    lines: Vec<&'a str>,
}

struct Reader<'a> {
    b: Build,
    lines: &'a [&'a str],
    state: State<'a>,
    banner: Option<usize>,
    session_id: Option<&'a str>,
    cwd: Option<&'a str>,
    /// Index of the event of the last message.
    last_say: Option<usize>,
    /// Commands whose end is not printed yet: several run at once, and ends do not name their command.
    open: VecDeque<Box<str>>,
}

/// Reads the whole log; every run in it is a session of its own.
pub fn read(lines: &[&str]) -> Vec<Session> {
    let mut done = Vec::new();
    let mut r = Reader::new(lines);
    for (at, line) in lines.iter().enumerate() {
        if r.banner.is_some() && r.starts_run(at, line) {
            r.close();
            done.push(std::mem::replace(&mut r, Reader::new(lines)).b.finish());
        }
        r.line(at, line);
    }
    r.close();
    done.push(r.b.finish());
    done
}

fn head<'a>(line: &'a str) -> Head<'a> {
    let line = TIME.find(line).map_or(line, |m| &line[m.end()..]).trim_end();
    match line {
        "user" | "User instructions:" => return Head::User,
        "codex" => return Head::Agent,
        "thinking" => return Head::Thinking,
        "exec" => return Head::Exec(""),
        "apply patch" | "file update:" | "file update" => return Head::Patch(""),
        "turn interrupted" | "task interrupted" => return Head::Interrupted,
        "context compacted" | "Context compacted" => return Head::Compacted,
        "Plan update" | "plan update" | "Plan updated" => return Head::Plan,
        "tokens used" => return Head::Tokens,
        _ => {}
    }
    let Some(first) = line.bytes().next() else { return Head::Text };
    match first {
        b'O' => BANNER.find(line).map_or(Head::Text, |m| Head::Banner(&line["OpenAI Codex v".len()..m.end()])),
        b'h' if line.starts_with("hook: ") => Head::Hook(&line[6..]),
        b't' if line.starts_with("tokens used: ") => Head::Tokens,
        b'm' if line.starts_with("mcp: ") => Head::Mcp(&line[5..]),
        b'w' if line.starts_with("web search: ") => Head::Web(&line[12..]),
        0xf0 if line.starts_with("🌐 Searched: ") => Head::Web(line.trim_start_matches("🌐 Searched: ")),
        b'0'..=b'9' | b'w' | b'd' | b'm' | b'E' | b'n' | b's' | b'R' if HARNESS.is_match(line) => Head::Noise,
        _ => Head::Text,
    }
}

/// Header lines of the old form stand on one line with their time, and say more.
fn old_head<'a>(line: &'a str) -> Option<Head<'a>> {
    let rest = &line[TIME.find(line)?.end()..];
    if let Some(command) = rest.strip_prefix("exec ") {
        return Some(Head::Exec(command));
    }
    rest.starts_with("apply_patch(").then_some(Head::Patch(rest))
}

impl<'a> Reader<'a> {
    fn new(lines: &'a [&'a str]) -> Self {
        let b = Build::new(SourceKind::CodexText);
        Reader { b, lines, state: State::Idle, banner: None, session_id: None, cwd: None, last_say: None, open: VecDeque::new() }
    }

    /// A banner outside any output starts another run.
    fn starts_run(&self, at: usize, line: &str) -> bool {
        matches!(head(line), Head::Banner(_))
            && self.lines.get(at + 1).is_some_and(|l| l.starts_with("--------"))
            && !matches!(self.state, State::Output(_) | State::User(_) | State::Agent(..))
    }

    fn line(&mut self, at: usize, line: &'a str) {
        let h = old_head(line).unwrap_or_else(|| head(line));
        match &mut self.state {
            State::Idle if self.banner.is_none() => {
                if let Head::Banner(version) = h {
                    self.banner = Some(at);
                    self.b.session.meta.agent_version = Some(version.to_owned());
                    self.state = State::Banner;
                }
                return;
            }
            State::Idle if line.starts_with(' ') && !self.open.is_empty() => return self.late_output(at, line),
            State::Banner => return self.banner_line(at, line, h),
            State::Command(c) => {
                if let Some(end) = ENDED.captures(line) {
                    let status = ended(&end);
                    let upto = end.get(0).map_or(0, |m| m.start());
                    if !TIME.is_match(line) {
                        c.lines.push(&line[..upto]);
                    }
                    return self.start_output(at, status);
                }
                if c.lines.len() < 400 && !matches!(h, Head::Hook(_)) && !TIME.is_match(line) {
                    c.lines.push(line);
                    return;
                }
            }
            State::Output(o) => {
                let goes_on = o.goes_on(self.lines, self.banner, self.session_id, at, line, h);
                if goes_on {
                    return o.lines.push(line);
                }
            }
            State::Agent(_, false) if line.starts_with("diff --git ") => {
                self.close();
                return;
            }
            State::Agent(block, fence) if matches!(h, Head::Text | Head::Banner(_)) => {
                *fence ^= line.trim_start().starts_with("```");
                return block.push(at, line);
            }
            State::User(block) | State::Tail(block) if matches!(h, Head::Text | Head::Banner(_)) => return block.push(at, line),
            State::Patch(p) if matches!(h, Head::Text) || (ENDED.is_match(line) && p.status.is_none()) => return p.line(line),
            State::Plan(_, items) if matches!(h, Head::Text) => {
                items.extend(plan_item(line));
                return;
            }
            _ => {}
        }
        self.start(at, line, h);
    }

    fn banner_line(&mut self, at: usize, line: &'a str, h: Head<'a>) {
        match line.split_once(": ") {
            Some(("workdir", dir)) => {
                self.cwd = Some(dir.trim());
                self.b.session.meta.cwd = Some(dir.trim().to_owned());
                self.b.session.meta.project = self.b.session.meta.cwd.clone();
            }
            Some(("model", model)) => self.b.model = Some(model.trim().to_owned()),
            Some(("session id", id)) => {
                self.session_id = Some(id.trim());
                self.b.session.meta.session_id = Some(id.trim().to_owned());
            }
            _ if matches!(h, Head::Text | Head::Banner(_)) => {}
            _ => self.start(at, line, h),
        }
    }

    fn start(&mut self, at: usize, line: &'a str, h: Head<'a>) {
        if matches!(h, Head::Text | Head::Banner(_)) {
            return;
        }
        self.close();
        if let Some(t) = TIME.captures(line) {
            self.b.time = Some(if t[1].ends_with('Z') { t[1].to_owned() } else { format!("{}Z", &t[1]) });
        }
        let n = at as u32 + 1;
        self.state = match h {
            Head::User => State::User(Block::default()),
            Head::Agent => State::Agent(Block::default(), false),
            Head::Thinking => State::Thinking,
            Head::Exec("") => State::Command(Command { at: at + 1, lines: Vec::new() }),
            Head::Exec(command) => State::Command(Command { at, lines: vec![command] }),
            Head::Patch(_) => State::Patch(PatchBlock { at, status: None, lines: Vec::new() }),
            Head::Plan => State::Plan(at, Vec::new()),
            Head::Tokens => State::Tail(Block::default()),
            Head::Web(query) => {
                self.b.call(n, "web_search", Action::Web { query: query.to_owned() });
                State::Idle
            }
            Head::Mcp(rest) => {
                self.mcp(n, rest);
                State::Idle
            }
            Head::Interrupted => {
                self.b.mark(n, Mark::Interrupted);
                State::Idle
            }
            Head::Compacted => {
                self.b.mark(n, Mark::Compaction);
                State::Idle
            }
            Head::Hook(_) | Head::Noise | Head::Text | Head::Banner(_) => State::Idle,
        };
    }

    /// `mcp: server/tool started`, then `… (completed)` or `… (failed)`.
    fn mcp(&mut self, line: u32, rest: &str) {
        let Some((name, state)) = rest.split_once(' ') else { return };
        let Some((server, tool)) = name.split_once(['/', '.']) else { return };
        if state.starts_with("started") {
            let action = Action::Mcp { server: server.into(), tool: tool.into(), input: String::new() };
            self.b.call(line, &format!("mcp__{server}__{tool}"), action);
            return;
        }
        let open = self.b.session.events.iter().rev().find_map(|e| match &e.kind {
            EventKind::Call(c) if matches!(&c.action, Action::Mcp { .. }) => Some(c.id.clone()),
            _ => None,
        });
        if let Some(id) = open {
            let status = if state.contains("failed") { Status::Error } else { Status::Ok };
            self.b.result(line, &id, Outcome { status, text: String::new(), cut: Cut::All });
        }
    }

    /// The end of a command that was printed before other lines.
    fn late_output(&mut self, at: usize, line: &str) {
        let Some(end) = ENDED.captures(line).filter(|c| c.get(0).is_some_and(|m| m.start() == 0)) else { return };
        let sure = self.open.len() == 1;
        let Some(id) = self.open.pop_front() else { return };
        let status = ended(&end);
        let status = if sure || status == Status::Ok { status } else { Status::Unknown };
        self.state = State::Output(Output { id, at, status, lines: Vec::new(), quoted: None });
    }

    fn start_output(&mut self, at: usize, status: Status) {
        let State::Command(c) = std::mem::replace(&mut self.state, State::Idle) else { return };
        let id = self.command(&c);
        self.state = State::Output(Output { id, at, status, lines: Vec::new(), quoted: None });
    }

    fn command(&mut self, c: &Command<'a>) -> Box<str> {
        let shown = c.lines.join("\n");
        let (shown, cwd) = match shown.trim().rsplit_once(" in ") {
            Some((command, dir)) if dir.starts_with(['/', '~', '.', 'C', 'D']) && !dir.contains('\n') => {
                (command, Some(dir.trim()))
            }
            _ => (shown.trim(), self.cwd),
        };
        self.b.call_in(c.at as u32 + 1, "exec", Action::Shell { command: unwrap_shell(shown), background: false }, cwd)
    }

    fn close(&mut self) {
        match std::mem::replace(&mut self.state, State::Idle) {
            State::Idle | State::Banner | State::Thinking => {}
            State::User(block) => self.b.user(block, Origin::Human),
            State::Agent(block, _) => {
                let before = self.b.session.events.len();
                self.b.say(block);
                self.last_say = (self.b.session.events.len() > before).then_some(before);
            }
            State::Command(c) => {
                if c.lines.iter().any(|l| !l.trim().is_empty()) {
                    let id = self.command(&c);
                    self.open.push_back(id);
                }
            }
            State::Output(o) => {
                let text = o.lines.join("\n");
                self.b.result(o.at as u32 + 1, &o.id, Outcome::new(o.status, text.trim_end()));
            }
            State::Patch(p) => self.patch(p),
            State::Plan(at, items) => {
                let id = self.b.call(at as u32 + 1, "update_plan", Action::Todo { items, whole: true });
                self.b.result(at as u32 + 1, &id, Outcome::new(Status::Ok, ""));
            }
            State::Tail(block) => self.tail(block),
        }
    }

    fn patch(&mut self, p: PatchBlock<'a>) {
        let diff = p.lines.iter().position(|l| l.starts_with("diff --git ") || l.starts_with("--- "));
        let text = match diff {
            Some(start) => p.lines[start..].join("\n").trim_end().to_owned(),
            None => as_patch(&p.lines),
        };
        let id = self.b.call(p.at as u32 + 1, "apply_patch", Action::Patch { text });
        if let Some(status) = p.status {
            self.b.result(p.at as u32 + 2, &id, Outcome::new(status, ""));
        }
    }

    /// The final message once more: it counts at this place, and not at the earlier one.
    fn tail(&mut self, block: Block) {
        let Some((line, text)) = block.finish() else { return };
        let (count, rest) = text.split_once('\n').unwrap_or((&text, ""));
        let skipped = count.trim().chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '.' | ' ')) as usize;
        let (line, text) = if skipped == 1 { (line + 1, rest) } else { (line, text.as_str()) };
        let blank = text.lines().take_while(|l| l.trim().is_empty()).count();
        let body: String = text.lines().skip(blank).collect::<Vec<_>>().join("\n");
        if self.last_say.is_none() && !body.trim().is_empty() {
            return self.b.say_text(line + blank as u32, body);
        }
        let Some(event) = self.last_say.and_then(|i| self.b.session.events.get_mut(i)) else { return };
        let EventKind::Say(say) = &event.kind else { return };
        if body == say.text || body.strip_prefix(say.text.as_str()).is_some_and(|r| r.starts_with('\n')) {
            event.line = line + blank as u32;
        }
    }
}

impl Output<'_> {
    /// True while the line still is output of the command.
    fn goes_on(
        &mut self,
        lines: &[&str],
        banner: Option<usize>,
        session: Option<&str>,
        at: usize,
        line: &str,
        h: Head<'_>,
    ) -> bool {
        if TIME.is_match(line) && banner.is_some_and(|b| TIME.is_match(lines[b])) {
            return false;
        }
        if let Some(q) = &mut self.quoted {
            match q.repeats {
                Some(next) if lines.get(next) == Some(&line) => {
                    q.repeats = Some(next + 1);
                    return true;
                }
                Some(_) => self.quoted = None,
                None => {
                    if h == Head::Tokens {
                        self.quoted = None;
                    }
                    return true;
                }
            }
        }
        if matches!(h, Head::Banner(_)) && lines.get(at + 1).is_some_and(|l| l.starts_with("--------")) {
            let id = lines.iter().skip(at + 1).take(14).find_map(|l| l.strip_prefix("session id: "));
            let own = id.is_some() && id.map(str::trim) == session;
            self.quoted = Some(Quoted { repeats: banner.filter(|_| own).map(|b| b + 1) });
            return true;
        }
        let after_blank = lines[at - 1].trim().is_empty() || self.lines.is_empty();
        match h {
            Head::Text | Head::Noise | Head::Banner(_) | Head::User => true,
            Head::Hook(_) => false,
            Head::Exec("") => {
                !lines.iter().skip(at + 1).take(60).any(|l| l.contains(" in /") || l.contains(" in ~") || ENDED.is_match(l))
            }
            Head::Agent | Head::Thinking | Head::Patch("") | Head::Plan => !after_blank,
            _ => false,
        }
    }
}

impl<'a> PatchBlock<'a> {
    fn line(&mut self, line: &'a str) {
        match line.trim_end().strip_prefix("patch: ") {
            Some("completed") => self.status = Some(Status::Ok),
            Some("declined") => self.status = Some(Status::Denied),
            Some("in_progress") => {}
            Some(_) => self.status = Some(Status::Error),
            None if ENDED.is_match(line) => self.status = ENDED.captures(line).map(|c| ended(&c)),
            None => self.lines.push(line),
        }
    }
}

fn ended(c: &regex::Captures<'_>) -> Status {
    match (&c[1], c.get(2).and_then(|m| m.as_str().parse().ok())) {
        (_, Some(0)) | ("succeeded", _) => Status::Ok,
        (_, Some(code)) => Status::Exit(code),
        ("declined", _) => Status::Denied,
        ("timed out", _) => Status::Killed,
        _ => Status::Error,
    }
}

/// Paths without a diff (`M src/a.rs`, or bare) in the form of a patch.
fn as_patch(lines: &[&str]) -> String {
    let mut out = String::from("*** Begin Patch\n");
    for line in lines.iter().map(|l| l.trim()).filter(|l| !l.is_empty()) {
        let (verb, path) = match line.split_once(' ') {
            Some(("A", p)) => ("Add", p),
            Some(("D", p)) => ("Delete", p),
            Some(("M" | "R" | "U", p)) => ("Update", p),
            Some(_) => continue,
            None => ("Update", line),
        };
        out.push_str(&format!("*** {verb} File: {path}\n"));
    }
    out.push_str("*** End Patch");
    out
}

fn plan_item(line: &str) -> Option<TodoItem> {
    let rest = line.trim_start();
    let text = rest.trim_start_matches(['✓', '✔', '→', '•', '□', '☐', ' ']);
    if text.len() == rest.len() || text.is_empty() {
        return None;
    }
    Some(TodoItem { id: String::new(), text: text.to_owned(), done: rest.starts_with(['✓', '✔']), dropped: false })
}
