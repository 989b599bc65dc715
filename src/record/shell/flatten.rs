//! From the shape of a command line to its elementary commands, in the order in which they would run.

use super::ast::*;
use super::wrappers::{self, Inner};
use super::{Line, StatusSource, Stmt};
use crate::record::command::{Place, Redirect, SimpleCommand};
use crate::record::paths;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Commands of one line beyond which the rest is left out.
const MAX_STMTS: usize = 400;
/// Members of a pipe that are told of those before them.
const MAX_FILTERS: usize = 6;
/// Lines within lines (`bash -c '…'`).
const MAX_LINES: u32 = 6;
/// Values that a variable of a loop is followed through.
const MAX_VALUES: usize = 40;

pub(super) fn flatten(line: &str, cwd: Option<&str>) -> Line {
    let mut f = Flattener { cwd: cwd.map(str::to_owned), ..Flattener::default() };
    f.line(line, &Ctx { good: true, ..Ctx::default() });
    let of = f.out.stmts.len();
    let sources = &f.out.lists;
    for (i, s) in f.out.stmts.iter_mut().enumerate() {
        s.cmd.place.index = i;
        s.cmd.place.of = of;
        s.cmd.place.masked = !(s.good && sources.get(s.list) == Some(&StatusSource::Line));
    }
    f.out
}

/// What surrounds a list of commands.
#[derive(Debug, Clone, Default)]
struct Ctx {
    /// The list whose status is this one's, if any.
    list: Option<usize>,
    good: bool,
    shared: bool,
    needs_success: bool,
    needs_failure: bool,
    background: bool,
    captured: bool,
    conditional: bool,
    filters: Vec<Vec<String>>,
    wrappers: Vec<String>,
    printed_if_ok: Vec<String>,
    printed_if_bad: Vec<String>,
    output_to: Vec<String>,
}

#[derive(Default)]
struct Flattener {
    out: Line,
    cwd: Option<String>,
    vars: BTreeMap<String, Vec<String>>,
    functions: BTreeMap<String, Rc<List>>,
    /// Variables that hold the status of a list.
    statuses: BTreeMap<String, (usize, bool)>,
    pipefail: bool,
    errexit: bool,
    lines: u32,
    /// The and-or list that ran last, for `$?`.
    last: Option<usize>,
}

impl Flattener {
    fn line(&mut self, text: &str, ctx: &Ctx) {
        if self.lines >= MAX_LINES {
            return;
        }
        self.lines += 1;
        let parsed = super::parse::parse(text);
        let src = Source { text, bodies: &parsed.bodies };
        self.list(&parsed.list, ctx, &src);
        self.lines -= 1;
    }

    fn is_full(&self) -> bool {
        self.out.stmts.len() >= MAX_STMTS
    }

    fn new_list(&mut self, source: StatusSource) -> usize {
        self.out.lists.push(source);
        self.out.lists.len() - 1
    }

    /// A list: its and-or lists one after another.
    fn list(&mut self, list: &List, ctx: &Ctx, src: &Source) {
        let mut from = 0;
        let n = list.items.len();
        while from < n && !self.is_full() {
            let mut to = from;
            while to + 1 < n && matches!(list.items[to].sep, Sep::And | Sep::Or) {
                to += 1;
            }
            let items = &list.items[from..=to];
            let background = items.last().is_some_and(|i| i.sep == Sep::Background);
            let last = to + 1 == n && !background;
            let mut inner = ctx.clone();
            inner.background |= background;
            let id = match ctx.list {
                Some(id) if last => id,
                _ if last && ctx.list.is_none() && !ctx.captured => self.new_list(StatusSource::Line),
                _ if self.errexit && !background => {
                    inner.shared = true;
                    match ctx.list {
                        Some(id) => id,
                        None => self.new_list(StatusSource::Line),
                    }
                }
                _ => {
                    inner.good = true;
                    inner.shared = false;
                    self.new_list(StatusSource::Hidden)
                }
            };
            inner.list = Some(id);
            self.and_or(items, &inner, src);
            if !background {
                self.last = Some(id);
            }
            from = to + 1;
        }
    }

    fn and_or(&mut self, items: &[Item], ctx: &Ctx, src: &Source) {
        let heavy = items.iter().filter(|i| !is_trivial(i)).count();
        // For each item, the alternative behind the next `||`.
        let mut alternatives = vec![None; items.len()];
        for k in (0..items.len().saturating_sub(1)).rev() {
            alternatives[k] = if items[k].sep == Sep::Or { Some(&items[k + 1]) } else { alternatives[k + 1] };
        }
        for (k, item) in items.iter().enumerate() {
            if self.is_full() {
                return;
            }
            let mut inner = ctx.clone();
            let before = k.checked_sub(1).and_then(|b| items.get(b)).map(|i| i.sep);
            inner.needs_success |= before == Some(Sep::And);
            inner.needs_failure |= before == Some(Sep::Or);
            inner.shared |= heavy > usize::from(!is_trivial(item));
            // `a || true` hides a's status; `a || exit 1` does not.
            let alternative = alternatives[k];
            inner.good &= alternative.is_none_or(always_fails) && !item.inverted;
            if item.sep == Sep::And
                && let Some(text) = items.get(k + 1).and_then(printed)
            {
                inner.printed_if_ok.push(text);
            }
            if let Some(text) = alternative.and_then(printed) {
                inner.printed_if_bad.push(text);
            }
            self.pipeline(item, &inner, src);
        }
    }

    fn pipeline(&mut self, item: &Item, ctx: &Ctx, src: &Source) {
        let n = item.pipe.len();
        let words: Vec<Vec<String>> = item.pipe.iter().take(MAX_STMTS).map(|node| self.words_of(node)).collect();
        for (i, node) in item.pipe.iter().enumerate() {
            if self.is_full() {
                return;
            }
            let mut inner = ctx.clone();
            let own = i + 1 == n || self.pipefail;
            inner.good &= own;
            inner.shared |= self.pipefail && n > 1;
            if !own {
                inner.printed_if_ok.clear();
                inner.printed_if_bad.clear();
            }
            inner.filters.splice(0..0, words.iter().skip(i + 1).take(MAX_FILTERS).cloned());
            let from = self.out.stmts.len();
            self.node(node, &inner, src);
            if i == 0 && n > 1 {
                for s in &mut self.out.stmts[from..] {
                    s.good_first = ctx.good;
                }
            }
        }
    }

    fn words_of(&self, node: &Node) -> Vec<String> {
        match node {
            Node::Simple(c) => c.words.iter().flat_map(|w| self.expand(w)).collect(),
            Node::Group { .. } => vec!["{".into()],
            Node::Loop { .. } | Node::Branch { .. } => vec!["while".into()],
            Node::Function(..) => Vec::new(),
        }
    }

    fn node(&mut self, node: &Node, ctx: &Ctx, src: &Source) {
        if self.is_full() {
            return;
        }
        match node {
            Node::Simple(c) => self.simple(c, ctx, src),
            Node::Group { list, subshell, redirects } => {
                let cwd = subshell.then(|| self.cwd.clone());
                let inner = self.redirected(ctx, redirects);
                self.list(list, &inner, src);
                if let Some(cwd) = cwd {
                    self.cwd = cwd;
                }
            }
            Node::Loop { var, words, cond, body, redirects } => {
                let mut inner = self.redirected(ctx, redirects);
                inner.conditional = true;
                inner.good = false;
                if let Some(var) = var {
                    let values: Vec<String> = words.iter().flat_map(|w| self.expand(w)).take(MAX_VALUES).collect();
                    self.vars.insert(var.clone(), values);
                }
                for w in words {
                    self.subs(w, ctx, src);
                }
                self.list(cond, &Ctx { list: None, captured: inner.captured, ..inner.clone() }, src);
                self.list(body, &inner, src);
            }
            Node::Branch { arms, redirects } => self.branch(arms, &self.redirected(ctx, redirects), src),
            Node::Function(name, body) => {
                self.functions.insert(name.clone(), Rc::clone(body));
            }
        }
    }

    fn branch(&mut self, arms: &[(List, List)], ctx: &Ctx, src: &Source) {
        for (i, (cond, body)) in arms.iter().enumerate() {
            let id = self.new_list(StatusSource::Hidden);
            let mut c = Ctx { list: Some(id), good: true, shared: false, ..ctx.clone() };
            c.printed_if_ok.extend(first_print(body));
            c.printed_if_bad.extend(arms.get(i + 1).filter(|a| a.0.items.is_empty()).and_then(|a| first_print(&a.1)));
            self.list(cond, &c, src);
            self.list(body, &Ctx { conditional: true, shared: true, ..ctx.clone() }, src);
        }
    }

    fn redirected(&self, ctx: &Ctx, redirects: &[RawRedirect]) -> Ctx {
        let mut inner = ctx.clone();
        for r in redirects.iter().filter(|r| is_output(&r.op)) {
            inner.output_to.extend(self.expand(&r.target));
        }
        inner
    }

    fn simple(&mut self, c: &Simple, ctx: &Ctx, src: &Source) {
        for w in c.words.iter().chain(c.env.iter().map(|(_, w)| w)).chain(c.redirects.iter().map(|r| &r.target)) {
            self.subs(w, ctx, src);
        }
        if c.words.is_empty() && c.redirects.is_empty() {
            return self.assign(c);
        }
        // The line's own function hides a program of its name; it is not followed into itself.
        if let Some(body) = c.words.first().and_then(|w| self.functions.remove(&w.text)) {
            let inner = self.redirected(ctx, &c.redirects);
            self.list(&body, &inner, src);
            self.functions.insert(c.words[0].text.clone(), body);
            return;
        }
        let words: Vec<String> = c.words.iter().flat_map(|w| self.expand(w)).take(4096).collect();
        let redirects: Vec<Redirect> = c
            .redirects
            .iter()
            .filter(|r| r.body.is_none() && !r.op.ends_with("<<<"))
            .flat_map(|r| self.expand(&r.target).into_iter().map(|t| Redirect { op: r.op.clone(), target: t }))
            .collect();
        let heredoc = c.redirects.iter().find_map(|r| match r.body {
            Some(b) => src.bodies.get(b).cloned(),
            None => r.op.ends_with("<<<").then(|| r.target.text.clone()),
        });
        let raw = match src.text.get(c.raw.0..c.raw.1) {
            Some(t) if !t.is_empty() => t.to_owned(),
            _ => words.join(" "),
        };
        let cmd = SimpleCommand {
            words,
            env: c.env.iter().map(|(n, w)| (n.clone(), w.text.clone())).collect(),
            wrappers: ctx.wrappers.clone(),
            redirects,
            heredoc,
            cwd: self.cwd.clone(),
            place: Place {
                filters: ctx.filters.clone(),
                masked: false,
                shared: ctx.shared,
                needs_success: ctx.needs_success,
                needs_failure: ctx.needs_failure,
                background: ctx.background,
                index: 0,
                of: 0,
            },
            raw,
        };
        self.unwrapped(cmd, ctx);
    }

    /// Takes wrappers off, then records the command.
    fn unwrapped(&mut self, mut cmd: SimpleCommand, ctx: &Ctx) {
        for _ in 0..8 {
            while cmd.words.first().is_some_and(|w| wrappers::is_assignment(w)) {
                let w = cmd.words.remove(0);
                if let Some((n, v)) = w.split_once('=') {
                    cmd.env.push((n.to_owned(), v.to_owned()));
                }
            }
            match wrappers::unwrap(&cmd.words) {
                Some((name, Inner::Words(at))) => {
                    if matches!(name, "ssh" | "kubectl" | "oc" | "docker" | "podman" | "docker-compose" | "vagrant") {
                        cmd.cwd = None;
                    }
                    cmd.wrappers.push(name.to_owned());
                    cmd.words.drain(..at);
                }
                Some((name, Inner::Line(at))) => {
                    let line = cmd.words.swap_remove(at);
                    return self.inner_line(&line, name, cmd, ctx);
                }
                None => break,
            }
        }
        self.builtin(&cmd);
        if let Some(dir) = paths::own_directory(&cmd) {
            cmd.cwd = paths::resolve(cmd.cwd.as_deref(), &dir);
        }
        self.status_shown(&cmd);
        self.out.stmts.push(Stmt {
            cmd,
            list: ctx.list.unwrap_or(0),
            good: ctx.good,
            good_first: ctx.good,
            captured: ctx.captured,
            conditional: ctx.conditional,
            printed_if_ok: ctx.printed_if_ok.clone(),
            printed_if_bad: ctx.printed_if_bad.clone(),
            output_to: ctx.output_to.clone(),
        });
    }

    /// `bash -c 'line'`: the commands of the line, in the place of the whole.
    fn inner_line(&mut self, line: &str, name: &str, cmd: SimpleCommand, ctx: &Ctx) {
        let mut inner = ctx.clone();
        inner.wrappers = cmd.wrappers;
        inner.wrappers.push(name.to_owned());
        inner.output_to.extend(cmd.redirects.iter().filter(|r| is_output(&r.op)).map(|r| r.target.clone()));
        let saved = (self.cwd.clone(), self.pipefail, self.errexit);
        let functions = std::mem::take(&mut self.functions);
        if matches!(name, "ssh" | "vagrant") || inner.wrappers.iter().any(|w| matches!(w.as_str(), "docker" | "kubectl" | "ssh"))
        {
            self.cwd = None;
        }
        self.pipefail = cmd.words.iter().any(|w| w == "pipefail");
        self.errexit =
            cmd.words.iter().skip(1).any(|w| w.starts_with('-') && !w.starts_with("--") && w.contains('e') && w.len() < 6);
        self.line(line, &inner);
        self.functions = functions;
        (self.cwd, self.pipefail, self.errexit) = saved;
    }

    fn subs(&mut self, w: &Word, ctx: &Ctx, src: &Source) {
        for list in &w.subs {
            let inner = Ctx {
                captured: true,
                background: ctx.background,
                conditional: ctx.conditional,
                needs_success: ctx.needs_success,
                needs_failure: ctx.needs_failure,
                wrappers: ctx.wrappers.clone(),
                ..Ctx::default()
            };
            let cwd = self.cwd.clone();
            let last = self.last;
            self.list(list, &inner, src);
            self.cwd = cwd;
            self.last = last;
        }
    }

    fn assign(&mut self, c: &Simple) {
        for (name, w) in &c.env {
            if let Some(first) = status_word(&w.text)
                && let Some(last) = self.last
            {
                self.statuses.insert(name.clone(), (last, first));
                continue;
            }
            let values = if w.subs.is_empty() { self.expand(w) } else { Vec::new() };
            self.vars.insert(name.clone(), values);
        }
    }

    fn builtin(&mut self, cmd: &SimpleCommand) {
        match cmd.program() {
            "cd" | "pushd" | "Set-Location" | "chdir" if !cmd.place.needs_failure => {
                let dir = cmd.args().iter().find(|a| !a.starts_with('-') || a.as_str() == "-");
                self.cwd = match dir.map(String::as_str) {
                    Some("-") | None => None,
                    Some(d) if d.contains('$') => None,
                    Some(d) => paths::resolve(self.cwd.as_deref(), d),
                };
            }
            "set" => {
                for a in cmd.args() {
                    if a == "pipefail" {
                        self.pipefail = true;
                    } else if a.starts_with('-') && a.contains('e') {
                        self.errexit = true;
                    } else if a.starts_with('+') && a.contains('e') {
                        self.errexit = false;
                    }
                }
            }
            "export" | "declare" | "local" | "readonly" => {
                for a in cmd.args() {
                    if let Some((n, v)) = a.split_once('=')
                        && !v.contains('$')
                    {
                        self.vars.insert(n.to_owned(), vec![v.to_owned()]);
                    }
                }
            }
            _ => {}
        }
    }

    /// `echo "exit: $?"`, `exit $rc`: the status of an earlier list becomes visible.
    fn status_shown(&mut self, cmd: &SimpleCommand) {
        let program = cmd.program();
        if program == "exit" {
            if let Some(word) = cmd.args().first()
                && let Some((list, first_of_pipe)) = self.status_of(word)
            {
                self.show(list, if first_of_pipe { None } else { Some(StatusSource::Line) });
            }
            return;
        }
        if !matches!(program, "echo" | "printf" | "Write-Output" | "Write-Host") {
            return;
        }
        let words: Vec<&str> =
            cmd.args().iter().map(String::as_str).skip_while(|a| matches!(*a, "-e" | "-n" | "-ne" | "-en")).collect();
        let text = words.join(" ");
        let Some((from, to)) = status_reference(&text) else { return };
        let Some((list, first_of_pipe)) = self.status_of(&text[from..to]) else { return };
        let before = text[..from].rsplit(['\n', '$']).next().unwrap_or("").trim_start_matches("\\n").to_owned();
        let after = text[to..].split(['\n', '$', '\\']).next().unwrap_or("").to_owned();
        self.show(list, Some(StatusSource::Shown { before, after, first_of_pipe }));
    }

    fn status_of(&self, word: &str) -> Option<(usize, bool)> {
        if let Some(first) = status_word(word) {
            return self.last.map(|l| (l, first));
        }
        let name = word.trim_start_matches('$').trim_start_matches('{').trim_end_matches('}');
        self.statuses.get(name).copied()
    }

    fn show(&mut self, list: usize, source: Option<StatusSource>) {
        if let (Some(slot), Some(source)) = (self.out.lists.get_mut(list), source)
            && *slot == StatusSource::Hidden
        {
            *slot = source;
        }
    }

    /// The values of a word, as far as variables of the same line tell.
    fn expand(&self, w: &Word) -> Vec<String> {
        if !w.expands || !w.text.contains('$') || w.text.len() > 4096 {
            return vec![w.text.clone()];
        }
        let mut out = vec![String::new()];
        let mut rest = w.text.as_str();
        while let Some(at) = rest.find('$') {
            let (head, tail) = rest.split_at(at);
            let (name, len) = variable(tail);
            let values = self.vars.get(name).filter(|v| !v.is_empty() && (v.len() == 1 || out.len() == 1));
            let raw = &tail[..len];
            out = match values {
                Some(values) => {
                    out.iter().flat_map(|o| values.iter().map(move |v| format!("{o}{head}{v}"))).take(MAX_VALUES).collect()
                }
                None => out.into_iter().map(|o| o + head + raw).collect(),
            };
            rest = &tail[len..];
        }
        for o in &mut out {
            o.push_str(rest);
        }
        out
    }
}

struct Source<'a> {
    text: &'a str,
    bodies: &'a [String],
}

/// The name of the variable at the start of a text, and the length of the reference.
fn variable(text: &str) -> (&str, usize) {
    let rest = &text[1..];
    if let Some(inner) = rest.strip_prefix('{') {
        let end = inner.find('}').unwrap_or(inner.len());
        return (&inner[..end], (2 + end + 1).min(text.len()));
    }
    let len = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
    (&rest[..len], 1 + len)
}

/// A word that is a status: whether it is that of the first command of a pipe.
fn status_word(text: &str) -> Option<bool> {
    match text.trim_matches('"') {
        "$?" | "${?}" | "$status" | "$LASTEXITCODE" | "$pipestatus[-1]" => Some(false),
        "${PIPESTATUS[0]}" | "${PIPESTATUS}" | "$PIPESTATUS" | "${pipestatus[1]}" | "$pipestatus[1]" => Some(true),
        _ => None,
    }
}

/// The first reference in a text that may be to a status.
fn status_reference(text: &str) -> Option<(usize, usize)> {
    let from = text.find('$')?;
    let tail = &text[from..];
    if tail.starts_with("$?") {
        return Some((from, from + 2));
    }
    let (_, len) = variable(tail);
    Some((from, from + len))
}

fn is_output(op: &str) -> bool {
    matches!(op, ">" | ">>" | "1>" | "1>>" | "&>" | "&>>" | ">|")
}

/// Commands that do not fail in practice and so share no status.
fn is_trivial(item: &Item) -> bool {
    item.pipe.iter().all(|n| match n {
        Node::Simple(c) => c.words.first().is_none_or(|w| {
            matches!(
                w.text.as_str(),
                "cd" | "echo"
                    | "printf"
                    | "true"
                    | ":"
                    | "export"
                    | "set"
                    | "source"
                    | "."
                    | "pushd"
                    | "popd"
                    | "sleep"
                    | "pwd"
                    | "date"
            )
        }),
        _ => false,
    })
}

fn always_fails(item: &Item) -> bool {
    fn ends_badly(n: &Node) -> bool {
        match n {
            Node::Simple(c) => {
                let w: Vec<&str> = c.words.iter().map(|w| w.text.as_str()).collect();
                matches!(w.as_slice(), ["false"] | ["exit"] | ["return"])
                    || matches!(w.as_slice(), ["exit" | "return", n] if *n != "0")
            }
            Node::Group { list, .. } => list.items.last().is_some_and(always_fails),
            _ => false,
        }
    }
    item.pipe.len() == 1 && item.pipe.first().is_some_and(ends_badly)
}

/// The literal line that an item prints, if it is a plain `echo`.
fn printed(item: &Item) -> Option<String> {
    match item.pipe.as_slice() {
        [Node::Simple(c)] => printed_text(&c.words.iter().map(|w| w.text.as_str()).collect::<Vec<_>>()),
        [Node::Group { list, .. }] => first_print(list),
        _ => None,
    }
}

fn first_print(list: &List) -> Option<String> {
    list.items.iter().find_map(printed)
}

/// The literal line that a printing command prints; `None` where it is expanded or too short to be told from other text.
pub(super) fn printed_text(words: &[&str]) -> Option<String> {
    let (first, rest) = words.split_first()?;
    if !matches!(*first, "echo" | "printf" | "Write-Output" | "Write-Host") {
        return None;
    }
    let rest: Vec<&str> = rest.iter().copied().skip_while(|a| matches!(*a, "-e" | "-n" | "-ne" | "-en" | "-E")).collect();
    let text = rest.join(" ").replace("\\n", "\n");
    let line = text.lines().map(str::trim).find(|l| !l.is_empty())?;
    (line.len() >= 2 && !line.contains(['$', '`', '%'])).then(|| line.to_owned())
}
