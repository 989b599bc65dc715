//! How the commands of a line ended: by the status that is theirs, or by text that decides.
//!
//! One result is shared by all commands of its line. What each printed is told by the lines that the command line itself prints
//! between them, and by the form of the output; the status belongs to the commands that no pipe, `;` or `||` hides.

use super::classify;
use super::draft::{Draft, Says, clip, find_line};
use super::fates::{Fate, fates};
use super::op::{Check, Counts, OpKind, Outcome, Scope};
use super::runners::{self, Invocation, Reading, TextResult};
use super::shell::{Line, Stmt, printed_line};
use crate::transcript::Status;
use std::ops::Range;

/// An operation with its end.
#[derive(Debug)]
pub(super) struct Settled {
    pub stmt: usize,
    pub draft: Draft,
    pub outcome: Outcome,
    pub excerpt: String,
    pub product: Vec<String>,
    pub counts: Option<Counts>,
    pub runner: Option<&'static str>,
    pub scope: Scope,
}

/// Settles the operations of one command line.
pub(super) fn settle(line: &Line, drafts: Vec<(usize, Draft)>, status: Option<Status>, text: &str) -> Vec<Settled> {
    let segments = segments(line, text);
    let mut out = attribute(line, drafts, &segments, text);
    if matches!(status, Some(Status::Denied | Status::Cancelled)) {
        for s in &mut out {
            s.outcome = Outcome::Denied;
            s.excerpt = first_line(text);
        }
        return out;
    }
    let fates = fates(line, &out, status, text);
    settle_nested(&mut out, &fates);
    for s in &mut out {
        let stmt = &line.stmts[s.stmt];
        let segment = text.get(segments[s.stmt].clone()).unwrap_or("");
        let fate = fates.get(s.stmt).copied().unwrap_or(Fate::Hidden);
        s.outcome = resolve(s, stmt, fate, segment, alone(line, s.stmt, &segments));
        if s.excerpt.is_empty() && !matches!(s.outcome, Outcome::NotReached) {
            s.excerpt = if s.outcome == Outcome::Failed { failing_line(segment) } else { first_line(segment) };
        }
    }
    out
}

/// Checks within a command of which the output shows no more than that they ran: their end follows from the whole. What git does
/// after its hooks shows that these let it through; in a command that failed, the last that was started failed.
fn settle_nested(out: &mut [Settled], fates: &[Fate]) {
    for n in 0..out.len() {
        if !out[n].draft.notes.nested {
            continue;
        }
        let stmt = out[n].stmt;
        let same = |s: &&Settled| s.stmt == stmt;
        let through = out.iter().filter(same).any(|s| {
            let hooked = matches!(s.draft.kind, OpKind::Commit | OpKind::Push);
            hooked && (s.outcome == Outcome::Passed || super::git::is_nothing(&s.excerpt))
        });
        let undecided = out[n].outcome == Outcome::Masked;
        if through && (undecided || out[n].draft.kind == OpKind::Check(Check::Gate)) {
            out[n].outcome = Outcome::Passed;
        } else if undecided && fates.get(stmt) == Some(&Fate::Bad) {
            let failed = out.iter().filter(same).any(|s| s.draft.notes.nested && s.outcome == Outcome::Failed);
            let later = out[n + 1..].iter().any(|s| s.stmt == stmt && s.draft.notes.nested);
            out[n].outcome = if later && !failed {
                Outcome::Passed
            } else if failed {
                Outcome::Unreadable
            } else {
                Outcome::Failed
            };
        }
    }
}

/// The part of the text that each command can have printed: between the lines that the command line prints itself.
fn segments(line: &Line, text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::with_capacity(line.stmts.len());
    let mut from = 0;
    let mut open = 0;
    for (i, s) in line.stmts.iter().enumerate() {
        let mark = if s.captured || s.conditional || !s.cmd.redirects.is_empty() { None } else { printed_line(&s.cmd) };
        let at = mark.and_then(|m| line_at(text, from, &m));
        if let Some((start, end)) = at {
            out.resize(i, from..start);
            for r in out.iter_mut().skip(open) {
                r.end = start;
            }
            out.push(start..end);
            from = end;
            open = i + 1;
        } else {
            out.push(from..text.len());
        }
    }
    out
}

/// Byte range of the first line from an offset that is exactly this one.
pub(super) fn line_at(text: &str, from: usize, wanted: &str) -> Option<(usize, usize)> {
    let mut at = from;
    for l in text.get(from..)?.split_inclusive('\n') {
        if l.trim() == wanted {
            return Some((at, at + l.len()));
        }
        at += l.len();
    }
    None
}

/// Gives each operation what the text says of it, and adds the checks that only the output shows.
fn attribute(line: &Line, drafts: Vec<(usize, Draft)>, segments: &[Range<usize>], text: &str) -> Vec<Settled> {
    let runs_things = |k: OpKind| {
        matches!(k, OpKind::Check(_) | OpKind::UnknownTask | OpKind::Run | OpKind::Commit | OpKind::Push | OpKind::Deploy)
    };
    let hints: Vec<Invocation> = drafts.iter().filter_map(|(_, d)| d.invocation.clone()).collect();
    let wanted = drafts.iter().any(|(i, d)| runs_things(d.kind) && !line.stmts[*i].captured);
    let readings = if wanted && !text.is_empty() { runners::read_output(text, &hints) } else { Vec::new() };
    let mut taken = vec![false; readings.len()];
    let mut out: Vec<Settled> = Vec::new();
    let own = own_readings(&drafts, &readings, segments, &mut taken);
    let mut rest: Vec<&Reading> = readings.iter().zip(&taken).filter(|(_, t)| !**t).map(|(r, _)| r).collect();
    let total = drafts.len();
    for (n, (stmt, draft)) in drafts.into_iter().enumerate() {
        let segment = text.get(segments[stmt].clone()).unwrap_or("");
        let mine: Vec<&Reading> = own[n].iter().filter_map(|i| readings.get(*i)).collect();
        let says = if mine.is_empty() { (draft.reader)(segment, &draft) } else { Some(sum(&mine)) };
        let says = says
            .filter(|s| s.outcome != Outcome::Masked || mine.is_empty())
            .or_else(|| never_started(segment, &draft))
            .or_else(|| summed_up(segment, &draft, &line.stmts[stmt]));
        let mut nested = Vec::new();
        if runs_things(draft.kind) && !line.stmts[stmt].captured {
            let range = &segments[stmt];
            let last = n + 1 == total;
            rest.retain(|r| {
                let here = range.contains(&r.offset) && (last || !matches!(draft.kind, OpKind::Run));
                if here {
                    nested.push(*r);
                }
                !here
            });
        }
        let replaced = !nested.is_empty() && draft.kind == OpKind::UnknownTask;
        let mut settled = Settled {
            stmt,
            outcome: Outcome::Masked,
            excerpt: says.as_ref().map(|s| s.line.clone()).unwrap_or_default(),
            product: says.as_ref().map(|s| s.product.clone()).unwrap_or_default(),
            counts: says.as_ref().and_then(|s| s.counts),
            runner: draft.invocation.as_ref().map(|i| i.runner),
            scope: scope(&draft, &mine),
            draft,
        };
        settled.outcome = says.map_or(Outcome::Masked, |s| s.outcome);
        settled.draft.notes.nothing_found |= settled.draft.kind == OpKind::Search && segment.trim().is_empty();
        if !replaced {
            out.push(settled);
        }
        out.extend(group(&nested).into_iter().map(|rs| {
            let says = sum(&rs);
            let first = rs[0];
            Settled {
                stmt,
                draft: classify::nested(first.check),
                outcome: says.outcome,
                excerpt: says.line,
                product: Vec::new(),
                counts: says.counts,
                runner: Some(first.runner),
                scope: rs.iter().find_map(|r| r.scope.clone()).unwrap_or_default(),
            }
        }));
    }
    out
}

/// The counts that a script behind the pipe made of a test runner's output: `Passed: 254, Failed: 0`.
fn summed_up(text: &str, d: &Draft, stmt: &Stmt) -> Option<Says> {
    const SCRIPTS: &[&str] = &["python", "python3", "node", "jq", "awk", "ruby", "perl"];
    let piped = stmt.cmd.place.filters.iter().any(|f| f.first().is_some_and(|p| SCRIPTS.contains(&p.as_str())));
    if d.kind != OpKind::Check(Check::Tests) || !piped {
        return None;
    }
    let number = |l: &str, word: &str| -> Option<u64> {
        let lower = l.to_ascii_lowercase();
        let rest = lower.split_once(word)?.1.trim_start_matches([':', '=', ' ', '"']);
        rest[..rest.bytes().take_while(u8::is_ascii_digit).count()].parse().ok()
    };
    let (line, passed, failed) = super::draft::lines(text)
        .filter(|l| l.len() < 200)
        .find_map(|l| Some((l, number(l, "passed")?, number(l, "failed")?)))?;
    let outcome = if failed > 0 {
        Outcome::Failed
    } else if passed > 0 {
        Outcome::Passed
    } else {
        Outcome::Vacuous
    };
    let skipped = number(line, "skipped").unwrap_or(0);
    Some(Says { counts: Some(Counts { passed, failed, skipped }), ..Says::new(outcome, line) })
}

/// The shell, or the program itself, says that nothing of the kind was run.
fn never_started(text: &str, d: &Draft) -> Option<Says> {
    const SHELL: &[&str] =
        &["command not found", "No such file or directory", "Permission denied", "is not recognized as", "not found"];
    const OWN: &[&str] = &[
        "error: unrecognized subcommand",
        "error: Script not found",
        "error: unexpected argument",
        "npm error Missing script",
        "npm ERR! missing script",
        "mise ERROR no task",
        "Error: unknown flag",
        "Error: unknown command",
        "unknown flag: ",
        "unknown option: ",
        "error: unknown option",
    ];
    if !matches!(d.kind, OpKind::Check(_) | OpKind::UnknownTask | OpKind::Run | OpKind::Install | OpKind::Deploy) {
        return None;
    }
    let program = d.words.first().map(|w| super::paths::file_name(w)).filter(|p| !p.is_empty())?;
    let shell = |l: &str| {
        let tail = l.rsplit(": ").next().unwrap_or(l);
        l.len() < 300
            && l.contains(program)
            && (SHELL.iter().any(|s| tail.ends_with(s)) || l.contains("command not found"))
            && (l.starts_with("bash: ")
                || l.starts_with("sh: ")
                || l.starts_with("zsh: ")
                || l.starts_with('/')
                || l.starts_with('(')
                || l.starts_with("env: "))
    };
    find_line(text, |l| shell(l) || OWN.iter().any(|o| l.starts_with(o))).map(|l| Says::new(Outcome::Failed, l))
}

/// The readings that belong to each recognised check, by runner, then by kind; each reading once, in order.
fn own_readings(
    drafts: &[(usize, Draft)],
    readings: &[Reading],
    segments: &[Range<usize>],
    taken: &mut [bool],
) -> Vec<Vec<usize>> {
    let mut own: Vec<Vec<usize>> = vec![Vec::new(); drafts.len()];
    for by_runner in [true, false] {
        for (n, (stmt, d)) in drafts.iter().enumerate() {
            let Some(inv) = d.invocation.as_ref().filter(|_| matches!(d.kind, OpKind::Check(_))) else { continue };
            let fits = |r: &Reading| {
                r.check == inv.check && segments[*stmt].contains(&r.offset) && (!by_runner || r.runner == inv.runner)
            };
            let free: Vec<usize> = (0..readings.len()).filter(|i| !taken[*i] && fits(&readings[*i])).collect();
            let rivals = drafts[n + 1..]
                .iter()
                .filter(|(s, o)| {
                    segments[*s] == segments[*stmt]
                        && matches!(o.kind, OpKind::Check(c) if c == inv.check)
                        && (!by_runner || o.invocation.as_ref().is_some_and(|i| i.runner == inv.runner))
                })
                .count();
            // As many readings as runs of the runner: one each; else the last takes what is left.
            let take = if rivals == 0 { free.len() } else { usize::from(free.len() > rivals || !free.is_empty()) };
            for i in free.into_iter().take(take) {
                taken[i] = true;
                own[n].push(i);
            }
        }
    }
    own
}

/// Readings of one runner and kind together.
fn group<'a>(readings: &[&'a Reading]) -> Vec<Vec<&'a Reading>> {
    let mut out: Vec<Vec<&Reading>> = Vec::new();
    for r in readings {
        match out.iter_mut().find(|g| g[0].runner == r.runner && g[0].check == r.check) {
            Some(g) => g.push(r),
            None => out.push(vec![r]),
        }
    }
    out
}

/// Several readings of one run: any failure fails, anything checked passes.
pub(super) fn sum(readings: &[&Reading]) -> Says {
    let pick = |r: TextResult| readings.iter().find(|x| x.result == r);
    let (outcome, deciding) = match (pick(TextResult::Failed), pick(TextResult::Passed), pick(TextResult::Vacuous)) {
        (Some(r), _, _) => (Outcome::Failed, r),
        (_, Some(r), _) => (Outcome::Passed, r),
        (_, _, Some(r)) => (Outcome::Vacuous, r),
        _ => (Outcome::Masked, &readings[0]),
    };
    let mut counts: Option<Counts> = None;
    for c in readings.iter().filter_map(|r| r.counts) {
        let sum = counts.get_or_insert_with(Counts::default);
        sum.passed = sum.passed.saturating_add(c.passed);
        sum.failed = sum.failed.saturating_add(c.failed);
        sum.skipped = sum.skipped.saturating_add(c.skipped);
    }
    Says { counts, ..Says::new(outcome, &deciding.line) }
}

fn scope(draft: &Draft, readings: &[&Reading]) -> Scope {
    match draft.scope() {
        Scope::Full => readings.iter().find_map(|r| r.scope.clone()).unwrap_or_default(),
        narrow => narrow,
    }
}

/// No other command of the line can have printed in this one's part of the text.
fn alone(line: &Line, stmt: usize, segments: &[Range<usize>]) -> bool {
    (0..line.stmts.len()).all(|i| {
        i == stmt
            || segments[i] != segments[stmt]
            || line.stmts[i].captured
            || matches!(
                line.stmts[i].cmd.program(),
                "cd" | "export" | "set" | "source" | "." | "head" | "tail" | "grep" | "tee" | "sleep" | "true" | ""
            )
    })
}

/// The outcome of one operation from what its text says, and from the fate that the status gives its command.
fn resolve(s: &Settled, stmt: &Stmt, fate: Fate, segment: &str, alone: bool) -> Outcome {
    let d = &s.draft;
    let decided = s.outcome != Outcome::Masked || !d.notes.nested && s.counts.is_some();
    match fate {
        Fate::Denied => return Outcome::Denied,
        Fate::Unfinished => {
            let told = matches!(d.kind, OpKind::Commit | OpKind::Push | OpKind::PullRequest) && s.outcome == Outcome::Passed;
            return if told { Outcome::Passed } else { Outcome::Unfinished };
        }
        Fate::NotReached if !decided => return Outcome::NotReached,
        _ => {}
    }
    if decided {
        return match (s.outcome, fate) {
            (Outcome::Passed, Fate::Bad) if !d.notes.nested && d.kind != OpKind::CiRead => Outcome::Failed,
            (Outcome::Passed, _) if d.vacuous => Outcome::Vacuous,
            (o, _) => o,
        };
    }
    match fate {
        Fate::Good if d.vacuous => Outcome::Vacuous,
        Fate::Good if d.kind == OpKind::CiRead && !status_is_state(stmt) => Outcome::Unreadable,
        Fate::Good => Outcome::Passed,
        Fate::Bad if d.kind == OpKind::Search && segment.trim().is_empty() => Outcome::Passed,
        Fate::Bad if d.by_shell => Outcome::Passed,
        // A check in a commit's hooks that printed nothing: git's own refusal shows that the hooks were through.
        Fate::Bad if d.notes.nested && refused_by_git(segment) => Outcome::Passed,
        Fate::Bad if d.notes.nested => Outcome::Unreadable,
        Fate::Bad => Outcome::Failed,
        Fate::Ambiguous => Outcome::Unreadable,
        Fate::Unknown => Outcome::Unreadable,
        _ if d.vacuous && fate != Fate::Bad => Outcome::Vacuous,
        _ if silence_is_success(d, stmt, segment, alone) => {
            if d.vacuous {
                Outcome::Vacuous
            } else {
                Outcome::Passed
            }
        }
        _ => Outcome::Masked,
    }
}

/// The status of the command is the state of what it asked for.
fn status_is_state(stmt: &Stmt) -> bool {
    let words = &stmt.cmd.words;
    words.iter().any(|w| w == "checks") || stmt.cmd.has_flag("--exit-status")
}

fn refused_by_git(text: &str) -> bool {
    ["nothing to commit", "no changes added to commit", "nothing added to commit"].iter().any(|w| text.contains(w))
}

/// Nothing told of a failure where one would have been told.
fn silence_is_success(d: &Draft, stmt: &Stmt, segment: &str, alone: bool) -> bool {
    let hidden = stmt.cmd.redirects.iter().any(|r| r.op.contains('>') && !r.op.ends_with(">&")) || stmt.cmd.place.background;
    if hidden && matches!(d.kind, OpKind::Check(_)) {
        return false;
    }
    if d.silent {
        return !alone || segment.trim().is_empty() || !matches!(d.kind, OpKind::Check(_));
    }
    let shows_failures = |f: &Vec<String>| {
        matches!(f.first().map(String::as_str), Some("grep" | "egrep" | "rg"))
            && !f.iter().any(|a| a.starts_with('-') && !a.starts_with("--") && a.contains('v'))
            && f.iter().skip(1).any(|a| {
                let a = a.to_ascii_lowercase();
                ["fail", "error", "panic", "✗", "✘", "warn"].iter().any(|w| a.contains(w))
            })
    };
    let told = matches!(segment.trim(), "" | "0") || segment.lines().all(is_echo);
    let reads =
        matches!(d.kind, OpKind::Read | OpKind::Search | OpKind::GitRead | OpKind::Print | OpKind::ServiceRead | OpKind::Http);
    (matches!(d.kind, OpKind::Check(_)) && told && stmt.cmd.place.filters.iter().any(shows_failures)) || (reads && !told)
}

/// A line in which a task runner names what it runs; it tells nothing of the outcome.
fn is_echo(line: &str) -> bool {
    let l = line.trim();
    l.is_empty() || l.starts_with("$ ") || l.starts_with("> ") || (l.starts_with('[') && l.contains("] $ "))
}

/// The line that most likely says why: one that names an error, else the last.
fn failing_line(text: &str) -> String {
    const WORDS: &[&str] = &["error", "Error", "ERROR", "fail", "Fail", "FAIL", "fatal", "❌", "✗", "✖", "denied"];
    let told = find_line(text, |l| WORDS.iter().any(|w| l.contains(w)));
    told.or_else(|| text.lines().rev().map(str::trim).find(|l| l.chars().any(char::is_alphanumeric)))
        .map(clip)
        .unwrap_or_default()
}

fn first_line(text: &str) -> String {
    text.lines().find(|l| !l.trim().is_empty()).map(clip).unwrap_or_default()
}
