//! `reviewed`, `searched`, `command_ran`, `measured`: looking, running, counting.

use super::context::View;
use super::finding::{Finding, name};
use super::numbers;
use super::reason::Reason;
use super::select::{Fitting, ended, nothing_fits};
use super::target::{glob_match, is_path, mentions, paths_match};
use super::words::Words;
use crate::claim::Claim;
use crate::record::{Op, OpKind, Outcome};
use crate::transcript::{EventKind, Keeps};

/// `reviewed`: reads of it; "all", "in full" needs them to cover it.
pub fn reviewed<'s>(view: View<'s>, claim: &Claim) -> Finding<'s> {
    let reads = |o: &Op| {
        matches!(
            o.kind,
            OpKind::Read | OpKind::GitRead | OpKind::Search | OpKind::Http | OpKind::Write | OpKind::Edit | OpKind::Agent
        )
    };
    let target = claim.target.clone().unwrap_or_default();
    let path = is_path(&target);
    let hits = |o: &Op| match path {
        true if target.contains('*') => o.targets.iter().any(|p| glob_match(&target, p) || mentions(p, dir_of(&target))),
        true => o.targets.iter().any(|p| paths_match(p, &target)) || o.command.contains(base_of(&target)),
        false => true,
    };
    if (path || !target.is_empty()) && given_by_user(view, &target) {
        return Finding::bare(Reason::Backed, "the user's prompt holds it");
    }
    let fit = Fitting::pick(view, reads, hits);
    let runs = match ended(view, &fit, |o| reads(o) && hits(o)) {
        Ok(runs) => runs,
        Err(f) if f.reason == Reason::WrongTarget && seen_in_results(view, base_of(&target)) => {
            return Finding::bare(Reason::Backed, "a result shows it");
        }
        Err(_) if attached(view, &target) => return Finding::bare(Reason::Backed, "the user attached it by name"),
        Err(f) => return f,
    };
    let good: Vec<&Op> = runs.iter().copied().filter(|o| view.outcome(o) != Outcome::Failed).collect();
    let Some(first) = good.first() else {
        return Finding::on(Reason::LastCallFailed, runs[0], format!("{} failed", name(runs[0])));
    };
    let partial = |o: &&Op| o.notes.range.is_some() || o.notes.cut;
    if (claim.detail.in_full || claim.detail.all)
        && !good.is_empty()
        && good.iter().filter(|o| o.kind == OpKind::Read).all(partial)
        && good.iter().any(|o| o.kind == OpKind::Read)
        && !cover(&good)
    {
        return Finding::on(Reason::NarrowerThanClaim, first, format!("{} shows only a part", name(first)));
    }
    Finding::backed(first)
}

fn dir_of(pattern: &str) -> &str {
    pattern.split('*').next().unwrap_or(pattern).trim_end_matches('/')
}

fn base_of(path: &str) -> &str {
    path.trim_matches('`').trim_end_matches('/').rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Ranges that follow one another from the start; the length of the file is not known, so several parts in a row count as all.
fn cover(reads: &[&Op]) -> bool {
    if reads.iter().any(|o| o.notes.cut) {
        return false;
    }
    let mut ranges: Vec<(u64, u64)> = reads.iter().filter_map(|o| o.notes.range).collect();
    ranges.sort_unstable();
    let Some(first) = ranges.first() else { return false };
    let mut end = first.1;
    let joined = ranges.iter().all(|r| {
        let ok = r.0 <= end + 1;
        end = end.max(r.1);
        ok
    });
    first.0 <= 1 && joined && ranges.len() > 1
}

/// The user's own text holds the thing (a pasted file or diff).
fn given_by_user(view: View, target: &str) -> bool {
    let events = &view.cx.session.events[..view.step.min(view.cx.session.events.len())];
    events.iter().any(|e| match &e.kind {
        EventKind::User(u) if u.text.len() > 400 && u.text.lines().count() > 8 => match is_path(target) {
            true => u.text.contains(base_of(target)),
            false => mentions(&u.text, target),
        },
        _ => false,
    })
}

/// A person named the file with an `@` in front, by which the host hands over its text without a call.
fn attached(view: View, target: &str) -> bool {
    let events = &view.cx.session.events[..view.step.min(view.cx.session.events.len())];
    let words = super::target::telling_words(target);
    let fits = |path: &str| match is_path(target) {
        true => paths_match(path, target),
        false => words.iter().any(|w| base_of(path).to_lowercase().contains(w.as_str())),
    };
    events.iter().any(|e| match &e.kind {
        EventKind::User(u) => u
            .text
            .split_whitespace()
            .filter_map(|w| w.trim_start_matches(['(', '"', '\'', '`']).strip_prefix('@'))
            .map(|p| p.trim_end_matches(|c: char| !c.is_alphanumeric()))
            .any(|p| is_path(p) && fits(p)),
        _ => false,
    })
}

fn seen_in_results(view: View, base: &str) -> bool {
    base.len() > 3 && view.texts_read().any(|t| t.contains(base))
}

/// `searched`: search calls whose scope covers the words.
pub fn searched<'s>(view: View<'s>, claim: &Claim) -> Finding<'s> {
    if view.is_prose() {
        return Finding::bare(Reason::UnreadableResult, "this kind of transcript keeps no calls and results");
    }
    let looks = |o: &Op| {
        matches!(
            o.kind,
            OpKind::Search | OpKind::Read | OpKind::GitRead | OpKind::Run | OpKind::Http | OpKind::Agent | OpKind::Check(_)
        )
    };
    let all: Vec<&Op> = view.latest(looks).filter(|o| view.outcome(o).ended()).collect();
    let strong = |o: &&&Op| o.kind == OpKind::Search;
    let named = claim.target.as_deref().map(|t| (t, Words::of_target(t)));
    let hit = |o: &&&Op| {
        named.as_ref().is_none_or(|(t, w)| w.stand_in(&o.command) || o.targets.iter().any(|p| w.stand_in(p)) || glob_hits(o, t))
    };
    let Some(op) = all.iter().filter(strong).find(hit).or_else(|| all.iter().find(hit)).copied() else {
        return match all.iter().find(strong) {
            // The object is worded otherwise than in the call: careful readers would look, not decide.
            Some(op) if op.at >= view.turn_start() => Finding::on(Reason::Backed, op, format!("{} looked there", name(op))),
            _ => nothing_fits(view, looks),
        };
    };
    let absent = || {
        let text = view.result_text(op).to_lowercase();
        ["no such file", "not found", "does not exist", "cannot find"].iter().any(|w| text.contains(w))
    };
    match view.outcome(op) {
        Outcome::Failed if absent() => Finding::backed(op),
        Outcome::Failed if !op.notes.nothing_found => Finding::on(Reason::LastCallFailed, op, format!("{} failed", name(op))),
        Outcome::Masked
            if view.result_text(op).trim().is_empty() && (!op.notes.nothing_found || op.command.contains("2>/dev/null")) =>
        {
            Finding::on(Reason::MaskedStatus, op, format!("the command line hid whether {} failed", name(op)))
        }
        _ => Finding::backed(op),
    }
}

fn glob_hits(op: &Op, target: &str) -> bool {
    target.contains('*') && op.targets.iter().any(|p| p.contains('*') || glob_match(target, p))
}

/// `command_ran`: the call; every quoted output line must occur in a result.
pub fn command_ran<'s>(view: View<'s>, claim: &Claim) -> Finding<'s> {
    if view.is_prose() {
        return Finding::bare(Reason::UnreadableResult, "this kind of transcript keeps no calls and results");
    }
    let runs = |o: &Op| !matches!(o.kind, OpKind::Todo | OpKind::Print | OpKind::Write | OpKind::Edit);
    let target = claim.target.as_deref();
    let usage = target.is_some_and(asks_usage);
    let hits = |o: &&Op| {
        let named = |t: &str| names_command(&o.command, t) || o.runner.is_some_and(|r| names_command(r, t));
        target.is_none_or(named) && (usage || !asks_usage(&o.command))
    };
    let shown = |o: &&Op| target.is_some_and(|t| command_head(t).is_none() && mentions(view.result_text(o), t));
    let Some(op) = view.latest(runs).find(hits).or_else(|| view.latest(runs).find(shown)) else {
        return cached(view, claim).unwrap_or_else(|| nothing_fits(view, move |o| runs(o) && hits(&o)));
    };
    match view.outcome(op) {
        Outcome::Denied | Outcome::NotReached => {
            Finding::on(Reason::DeniedOrCancelled, op, format!("{} was refused or never reached", name(op)))
        }
        _ if says_ended_well(claim) && broke_off(view.result_text(op)) => {
            Finding::on(Reason::LastCallFailed, op, format!("{} broke off with an error", name(op)))
        }
        Outcome::Failed if shows_counts(view, claim, op) => Finding::backed(op),
        Outcome::Failed if says_ended_well(claim) || never_began(view.result_text(op)) => {
            Finding::on(Reason::LastCallFailed, op, format!("{} failed", name(op)))
        }
        _ if claim
            .detail
            .quoted
            .iter()
            .any(|q| q.len() > 12 && q.contains(' ') && !view.texts().any(|t| t.contains(q.as_str()))) =>
        {
            Finding::on(Reason::NumberUntraced, op, "the quoted output is in no earlier result")
        }
        _ => Finding::backed(op),
    }
}

/// The claim gives counts of passes and failures, and the result shows them.
fn shows_counts(view: View, claim: &Claim, op: &Op) -> bool {
    let said = &claim.detail.numbers;
    !said.is_empty() && said.iter().all(|n| numbers::occurs(n, view.result_text(op)))
}

/// The words say more than that it was started: that it came to a good end, or what it found.
fn says_ended_well(claim: &Claim) -> bool {
    let quote = claim.quote.to_lowercase();
    let word = |list: &[&str]| quote.split(|c: char| !c.is_alphanumeric()).any(|w| list.contains(&w));
    word(&["finished", "completed", "successfully", "succeeded", "clean", "cleanly", "ok"]) || quote.contains("exited with 0")
}

/// The program refused its own command line, so that nothing of what was asked ran.
fn never_began(text: &str) -> bool {
    const SAYS: &[&str] = &[
        "unknown option",
        "unrecognized option",
        "unknown flag",
        "unrecognized arguments",
        "unexpected argument",
        "invalid option",
        "no such option",
        "unknown argument",
        "flag provided but not defined",
        "command not found",
        "unknown command",
    ];
    let text = text.to_lowercase();
    text.len() < 2000 && SAYS.iter().any(|s| text.contains(s))
}

/// The last thing that the program says is an error of its own, whatever its status.
fn broke_off(text: &str) -> bool {
    const SAYS: &[&str] =
        &["Error running ", "Error: ", "ERROR: ", "error: ", "fatal: ", "FATAL", "panic: ", "Unhandled", "Uncaught", "Aborted"];
    text.lines().rev().map(str::trim).find(|l| !l.is_empty()).is_some_and(|l| SAYS.iter().any(|s| l.starts_with(s)))
}

/// A part of a program is said to have run ("the new branch was executed"), and the program took a result that was there already.
fn cached<'s>(view: View<'s>, claim: &Claim) -> Option<Finding<'s>> {
    claim.target.as_deref().filter(|t| command_head(t).is_none() && !is_path(t))?;
    let programs = |o: &Op| matches!(o.kind, OpKind::Run | OpKind::UnknownTask | OpKind::Check(_));
    let op = view.latest(programs).find(|o| view.outcome(o).ended()).filter(|o| o.at >= view.turn_start())?;
    super::verified::did_nothing(view.result_text(op))
        .then(|| Finding::on(Reason::VacuousResult, op, format!("{} took a result that was there already", name(op))))
}

/// Program and subcommand of a target that is a command line.
fn command_head(target: &str) -> Option<(&str, &str)> {
    let mut words = target.trim_matches('`').split_whitespace();
    let (a, b) = (words.next()?, words.next()?);
    let word =
        |w: &str| w.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, b'-' | b'_' | b'.' | b'/'));
    (target.starts_with('`') || (word(a) && word(b) && b.len() > 2 && target.contains(" -"))).then_some((a, b))
}

/// A call is of the command that a claim names: a command line by program and subcommand, anything else by its words.
fn names_command(call: &str, target: &str) -> bool {
    match command_head(target) {
        Some((a, b)) => {
            let words: Vec<&str> = call.split_whitespace().collect();
            words.windows(2).any(|w| w[0].rsplit('/').next() == a.rsplit('/').next() && w[1] == b)
        }
        None => super::target::akin(call, target),
    }
}

/// `measured`: each number occurs in an earlier result.
pub fn measured<'s>(view: View<'s>, claim: &Claim) -> Finding<'s> {
    let source = view.cx.session.source;
    if matches!(source.keeps(), Keeps::Prose | Keeps::Calls) {
        return Finding::bare(Reason::UnreadableResult, "this kind of transcript keeps no results");
    }
    if let Some(f) = super::verified::simulated(view, claim) {
        return f;
    }
    let texts: Vec<&str> = view.texts_traced().collect();
    let missing = claim.detail.numbers.iter().find(|n| !texts.iter().any(|t| numbers::occurs(n, t)));
    let traced = missing.is_none();
    let produces = move |o: &Op| measures(o) || traced && o.kind == OpKind::Read;
    let Some(latest) = view.latest(produces).find(|o| view.outcome(o).ended()) else {
        return match view.latest(produces).next() {
            Some(op) if traced => Finding::on(Reason::Backed, op, format!("the output of {} so far shows it", name(op))),
            Some(op) => Finding::on(Reason::NotFinished, op, format!("{} has no end on record before the claim", name(op))),
            None => nothing_fits(view, produces),
        };
    };
    match missing {
        None => source_of(view, claim).map_or_else(|| Finding::backed(latest), Finding::backed),
        Some(_) if claim.detail.numbers.len() > 1 && arithmetic(&claim.detail.numbers, &texts) => Finding::backed(latest),
        Some(n) => match running(view) {
            Some(op) => Finding::on(
                Reason::NotFinished,
                op,
                format!("{n} is in no earlier result, and {} has no end on record", name(op)),
            ),
            None if failed_run(view).is_some() => Finding::on(
                Reason::LastCallFailed,
                failed_run(view).unwrap_or(latest),
                format!("{n} is in no earlier result, and the run that would have given it failed"),
            ),
            None if source.keeps() == Keeps::CutResults => {
                Finding::on(Reason::UnreadableResult, latest, "results of this transcript are cut")
            }
            None => Finding::on(Reason::NumberUntraced, latest, format!("{n} is in no earlier result")),
        },
    }
}

/// Operations whose results can hold a measurement. A file that was read holds numbers, but reading it measures nothing.
fn measures(op: &Op) -> bool {
    use OpKind::*;
    !matches!(op.kind, Todo | Print | Write | Edit | Delete | Move | Read)
}

/// The last program that was run in this turn to do something failed. Asking it how it is used is no such run.
fn failed_run<'s>(view: View<'s>) -> Option<&'s Op> {
    let runs = |o: &Op| matches!(o.kind, OpKind::Run | OpKind::UnknownTask | OpKind::Check(_)) && !asks_usage(&o.command);
    let last = view.latest(runs).find(|o| o.at >= view.turn_start() && view.outcome(o).ended())?;
    (view.outcome(last) == Outcome::Failed).then_some(last)
}

/// `tool --help`, `tool --version`.
fn asks_usage(command: &str) -> bool {
    command.split_whitespace().any(|w| matches!(w, "--help" | "-h" | "--version" | "-V" | "help"))
}

/// A program that still runs.
fn running<'s>(view: View<'s>) -> Option<&'s Op> {
    view.latest(|o| matches!(o.kind, OpKind::Run | OpKind::UnknownTask | OpKind::Check(_)))
        .find(|o| view.outcome(o) == Outcome::Unfinished)
}

/// The latest operation whose result holds the first number.
fn source_of<'s>(view: View<'s>, claim: &Claim) -> Option<&'s Op> {
    let n = claim.detail.numbers.first()?;
    view.before.iter().rev().find(|o| o.end.is_some_and(|e| e < view.step) && numbers::occurs(n, view.result_text(o)))
}

/// A number that is the sum or difference of others of the claim that are traced, or their quotient as a percentage.
fn arithmetic(said: &[String], texts: &[&str]) -> bool {
    let value = |s: &String| s.replace(',', "").trim_end_matches('%').parse::<f64>().ok();
    let (traced, other): (Vec<&String>, Vec<&String>) = said.iter().partition(|n| texts.iter().any(|t| numbers::occurs(n, t)));
    let known: Vec<f64> = traced.into_iter().filter_map(value).collect();
    other.iter().all(|o| {
        let Some(v) = value(o) else { return false };
        known.iter().any(|a| {
            known.iter().any(|b| {
                close(v, a + b)
                    || close(v, a - b)
                    || (*b != 0.0 && (close(v, a / b) || close(v, 100.0 * a / b) || close(v, 100.0 * (a - b).abs() / b)))
            })
        })
    })
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 0.51_f64.min(0.02 * a.abs().max(0.05))
}
