//! What the status of a command line says of each of its commands.

use super::op::{OpKind, Outcome};
use super::outcome::{Settled, line_at};
use super::shell::{Line, StatusSource, Stmt};
use crate::transcript::Status;

/// What the status of its list says of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Good,
    Bad,
    /// It failed or another did.
    Ambiguous,
    NotReached,
    /// The line hides it.
    Hidden,
    /// The record does not have it.
    Unknown,
    Unfinished,
    Denied,
}

/// What the statuses say of each command.
pub(super) fn fates(line: &Line, ops: &[Settled], status: Option<Status>, text: &str) -> Vec<Fate> {
    let mut out = vec![Fate::Hidden; line.stmts.len()];
    for (id, source) in line.lists.iter().enumerate() {
        let members: Vec<usize> = (0..line.stmts.len()).filter(|i| line.stmts[*i].list == id).collect();
        if members.is_empty() {
            continue;
        }
        let (known, first_of_pipe) = match source {
            StatusSource::Line => (line_status(status), false),
            StatusSource::Shown { before, after, first_of_pipe } => (shown(text, before, after), *first_of_pipe),
            StatusSource::Hidden => (Known::Hidden, false),
        };
        list_fates(line, ops, &members, known, first_of_pipe, text, &mut out);
    }
    for (i, s) in line.stmts.iter().enumerate() {
        let printed = |marks: &[String]| marks.iter().any(|m| line_at(text, 0, m).is_some());
        let (ok, bad) = (printed(&s.printed_if_ok), printed(&s.printed_if_bad));
        if ok != bad && matches!(out[i], Fate::Hidden | Fate::Ambiguous | Fate::Unknown) {
            out[i] = if ok { Fate::Good } else { Fate::Bad };
        }
    }
    if matches!(status, None | Some(Status::Running | Status::Killed | Status::Interrupted)) {
        let end = if status == Some(Status::Interrupted) { Fate::Denied } else { Fate::Unfinished };
        for f in out.iter_mut().filter(|f| !matches!(f, Fate::NotReached)) {
            *f = end;
        }
    }
    out
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    Good,
    Bad(i32),
    Unknown,
    Hidden,
}

fn line_status(status: Option<Status>) -> Known {
    match status {
        Some(Status::Ok | Status::OkNoMatch | Status::Exit(0)) => Known::Good,
        Some(Status::Exit(n)) => Known::Bad(n),
        Some(Status::Error) => Known::Bad(-1),
        _ => Known::Unknown,
    }
}

/// The status in the line that an `echo` printed.
fn shown(text: &str, before: &str, after: &str) -> Known {
    let (before, after) = (before.trim_start(), after.trim_end());
    for l in text.lines().rev().map(str::trim) {
        let Some(rest) = l.strip_prefix(before).or_else(|| l.split_once(before).map(|(_, r)| r).filter(|_| before.len() > 3))
        else {
            continue;
        };
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 || digits > 3 || !(rest[digits..].starts_with(after)) {
            continue;
        }
        if before.is_empty() && after.is_empty() && rest.len() != digits {
            continue;
        }
        return match rest[..digits].parse() {
            Ok(0) => Known::Good,
            Ok(n) => Known::Bad(n),
            Err(_) => continue,
        };
    }
    Known::Hidden
}

fn list_fates(line: &Line, ops: &[Settled], members: &[usize], known: Known, first: bool, text: &str, out: &mut [Fate]) {
    let owns = |s: &Stmt| if first { s.good_first } else { s.good };
    match known {
        Known::Hidden => {}
        Known::Unknown => {
            for &i in members {
                out[i] = if owns(&line.stmts[i]) { Fate::Unknown } else { Fate::Hidden };
            }
        }
        Known::Good => {
            for &i in members {
                let s = &line.stmts[i];
                out[i] = if !owns(s) {
                    Fate::Hidden
                } else if s.cmd.place.needs_failure {
                    Fate::NotReached
                } else {
                    Fate::Good
                };
            }
        }
        Known::Bad(code) => bad_list(line, ops, members, code, &owns, text, out),
    }
}

/// One command of the list failed: which?
fn bad_list(
    line: &Line,
    ops: &[Settled],
    members: &[usize],
    code: i32,
    owns: &dyn Fn(&Stmt) -> bool,
    text: &str,
    out: &mut [Fate],
) {
    // What ran within a command tells of its failure, not of its success: a hook can pass and the commit fail.
    let says = |i: usize, o: &[Outcome]| {
        let own = |s: &&Settled| s.stmt == i && !s.draft.notes.nested && o.contains(&s.outcome);
        let inner = |s: &&Settled| s.stmt == i && s.draft.notes.nested && s.outcome == Outcome::Failed;
        let made = ops.iter().any(|s| s.stmt == i && s.draft.kind == OpKind::Commit && s.outcome == Outcome::Passed);
        ops.iter().any(|s| own(&s) || (o.contains(&Outcome::Failed) && !made && inner(&s)))
    };
    let quiet = |i: usize| {
        let mut mine = ops.iter().filter(|s| s.stmt == i).peekable();
        let nothing = mine.peek().is_none() && !is_test(&line.stmts[i]) && !is_grep(&line.stmts[i]);
        nothing
            || (mine.peek().is_some()
                && mine.all(|s| (s.draft.silent && !matches!(s.draft.kind, OpKind::Check(_))) || s.draft.kind == OpKind::Print))
    };
    let candidates: Vec<usize> = members.iter().copied().filter(|&i| owns(&line.stmts[i]) && !line.stmts[i].captured).collect();
    let failed = candidates.iter().copied().find(|&i| says(i, &[Outcome::Failed]));
    let open: Vec<usize> =
        candidates.iter().copied().filter(|&i| !says(i, &[Outcome::Passed, Outcome::Vacuous]) && !quiet(i)).collect();
    let silent_grep = || code == 1 && open.last().is_some_and(|&i| is_grep(&line.stmts[i])) && text.trim().is_empty();
    let culprit = failed.or(match open.as_slice() {
        [one] => Some(*one),
        [] => candidates
            .iter()
            .rev()
            .copied()
            .find(|&i| says(i, &[Outcome::Passed, Outcome::Vacuous]))
            .or(candidates.last().copied()),
        many if silent_grep() => many.last().copied(),
        _ => None,
    });
    for &i in members {
        let s = &line.stmts[i];
        out[i] = match culprit {
            _ if !owns(s) => Fate::Hidden,
            Some(c) if i == c => Fate::Bad,
            Some(c) if i < c => {
                if s.cmd.place.needs_failure {
                    Fate::NotReached
                } else {
                    Fate::Good
                }
            }
            Some(_) if s.cmd.place.needs_success && !says(i, &[Outcome::Passed, Outcome::Failed]) => Fate::NotReached,
            Some(_) => Fate::Hidden,
            None if open.contains(&i) => Fate::Ambiguous,
            None => Fate::Good,
        };
    }
}

fn is_grep(s: &Stmt) -> bool {
    matches!(s.cmd.program(), "grep" | "egrep" | "rg" | "diff" | "cmp" | "fgrep" | "pgrep")
}

fn is_test(s: &Stmt) -> bool {
    matches!(s.cmd.program(), "test" | "[" | "[[" | "false" | "exit")
}
