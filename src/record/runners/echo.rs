//! Commands that an output echoes: `[test] $ go test ./...`, `> jest --ci`, `$ tsc --noEmit`, `+ cargo test`.

use super::super::op::{Check, Scope};
use super::text::{self, Text};
use super::{Invocation, Reading, Tasks, TextResult, recognise, shell};

/// Echoed commands beyond these are not looked at.
const MOST: usize = 64;

/// What stands before a command that is echoed, at the start of a line whose labels are taken off.
const PROMPTS: &[&str] = &["$ ", "> ", "+ ", "++ ", "Poe => ", "nox > ", "RUN ", "##[group]Run ", "exec: "];

/// An echoed command: the checks that it runs.
pub(super) struct Echo {
    start: usize,
    end: usize,
    pub(super) runs: Vec<Invocation>,
}

/// Adds what echoed commands tell: the scope of the readings of their check, or, where nothing else tells of it, that it ran.
/// A task of the project that was called in full stays so, whatever packages or files it picks itself.
pub(super) fn add(text: &Text, echoes: &[Echo], hints: &[Invocation], readings: &mut Vec<Reading>) {
    let plain = text.plain();
    let decided = readings.len();
    for echo in echoes {
        for run in &echo.runs {
            let task = hints.iter().any(|h| h.scope.is_full() && (h.check == run.check || h.check == Check::Gate));
            let scope = if task { Scope::Full } else { run.scope.clone() };
            if let Some(known) = readings.iter_mut().find(|r| r.check == run.check) {
                known.scope = Some(match known.scope.take() {
                    Some(before) => union(before, &scope),
                    None => scope,
                });
                continue;
            }
            let quiet = run.silent && !run.vacuous && nothing_follows(plain, echo, echoes);
            readings.push(Reading {
                runner: run.runner,
                check: run.check,
                result: if run.vacuous {
                    TextResult::Vacuous
                } else if quiet {
                    TextResult::Passed
                } else {
                    TextResult::Ran
                },
                counts: None,
                scope: Some(scope),
                offset: text.origin(echo.start),
                line: text::excerpt(&plain[echo.start..echo.end]),
            });
        }
    }
    if readings.len() > decided {
        readings.sort_by_key(|r| (r.offset, r.check));
    }
}

/// Two runs of a check cover what either covers.
fn union(before: Scope, more: &Scope) -> Scope {
    match (before, more) {
        (Scope::Narrow(mut words), Scope::Narrow(more)) => {
            words.extend(more.iter().filter(|w| !words.contains(w)).cloned().collect::<Vec<_>>());
            Scope::Narrow(words)
        }
        _ => Scope::Full,
    }
}

/// The echoed commands that run checks.
pub(super) fn echoes(text: &Text, hints: &[Invocation]) -> Vec<Echo> {
    let (plain, bare) = (text.plain(), hints.iter().any(|h| matches!(h.runner, "make" | "just")));
    let tox = memchr::memmem::find(plain.as_bytes(), b"commands[").is_some();
    let (mut found, mut start) = (Vec::new(), 0);
    for line in plain.split('\n') {
        let end = start + line.len();
        if let Some(command) = echoed(text::head(line), bare, tox) {
            let runs: Vec<_> = shell::commands(command).iter().flat_map(|c| recognise(c, &Tasks::default())).collect();
            if !runs.is_empty() {
                found.push(Echo { start, end, runs });
            }
        }
        if found.len() == MOST {
            break;
        }
        start = end + 1;
    }
    found
}

/// The command that a line echoes. `bare`: the task runner echoes commands without a prompt. `tox`: the output has echoes of tox.
fn echoed(line: &str, bare: bool, tox: bool) -> Option<&str> {
    let first = *line.as_bytes().first()?;
    if bare && first.is_ascii_lowercase() && !line.contains(": ") {
        return Some(line);
    }
    if let Some(command) = prompted(line) {
        return Some(command);
    }
    match first {
        // go-task, deno task, tox, pnpm -r, docker build
        b't' if line.starts_with("task: [") => line.split_once("] ").map(|(_, command)| command),
        b'T' => line.strip_prefix("Task ").and_then(|rest| rest.split_once(' ')).map(|(_, command)| command),
        _ if tox && line.contains("commands[") => line.split_once("]> ").map(|(_, command)| command),
        _ if first != b' ' && text::before_space(line, b'$').is_some() => after_label(line),
        _ if matches!(first, b'[' | b'#' | b' ') || text::before_space(line, b':').is_some() => prompted(text::unlabelled(line)?),
        _ => None,
    }
}

fn prompted(line: &str) -> Option<&str> {
    let first = line.as_bytes().first()?;
    // Most lines start with none of these.
    if !matches!(first, b'$' | b'>' | b'+' | b'P' | b'n' | b'R' | b'#' | b'e') {
        return None;
    }
    PROMPTS.iter().find_map(|p| line.strip_prefix(p))
}

/// `[lint] $ command`, `apps/web test$ command`.
fn after_label(line: &str) -> Option<&str> {
    let (label, command) = line.split_once("$ ")?;
    let short = label.len() <= 80 && label.split(' ').count() <= 3;
    (short && !label.contains(['(', '"', '='])).then_some(command)
}

/// What git prints itself after the hooks of a commit or a push.
const GIT: &[&str] = &["On branch ", "HEAD detached", "Enumerating objects", "Everything up-to-date", "To ", "remote: "];

/// True where no line but blank ones, other echoes, and git's own follows an echo: a silent tool found nothing.
fn nothing_follows(plain: &str, echo: &Echo, echoes: &[Echo]) -> bool {
    let rest = plain.get(echo.end..).unwrap_or("");
    let Some(next) = rest.lines().find(|l| !l.trim().is_empty()) else { return true };
    let at = next.as_ptr() as usize - plain.as_ptr() as usize;
    next.contains(" Finished in ")
        || GIT.iter().any(|g| next.starts_with(g))
        || is_commit(next)
        || echoes.iter().any(|e| e.start == at)
}

/// `[main 4501584] Message`.
fn is_commit(line: &str) -> bool {
    let hash = line.strip_prefix('[').and_then(|l| l.split_once("] ")).and_then(|(head, _)| head.rsplit(' ').next());
    hash.is_some_and(|h| h.len() >= 7 && h.bytes().all(|b| b.is_ascii_hexdigit()))
}
