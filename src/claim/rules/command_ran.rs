//! # command_ran
//!
//! ## What it says
//! A named command was run, and what it gave.
//!
//! ## What backs it
//! The call; every quoted line of output must occur in a result.
//!
//! ## What it is not
//! A check that is said to have passed (`tests_passed` and its like), instructions ("run `x`"), what a script runs.
//!
//! ## Examples
//! "I ran `cargo fmt --all`" · "`mise run fmt` ran" · "run.py exited with 0"

use super::{Rule, common};
use crate::claim::act::Form;
use crate::claim::check::subject_of;
use crate::claim::lexicon::{Class, ClassSet};
use crate::claim::sentence::{Found, Sentence};
use crate::claim::token::{Kind, Tok};
use crate::claim::{ClaimType, target};

pub(super) const RULE: Rule = Rule {
    ty: ClaimType::CommandRan,
    source: include_str!("command_ran.rs"),
    find,
    yes: &[
        ("I ran `cargo fmt --all`.", Some("cargo fmt --all")),
        ("`cargo fmt --all` ran.", Some("cargo fmt --all")),
        ("Ran `gh issue list` to see what is open.", Some("gh issue list")),
        ("Built-in `kb stale --json` returned `[]`.", Some("kb stale --json")),
        ("The merge command exited successfully.", Some("merge command")),
        ("The migration ran successfully.", Some("migration")),
        ("The seed script ran without errors.", Some("seed script")),
        ("I executed the migration script.", Some("migration script")),
        ("`docker compose up -d` completed.", Some("docker compose up -d")),
        ("lintx ran with the strict config.", Some("lintx")),
        ("The nightly run finished: 131 passed, 4 failed.", Some("nightly run")),
    ],
    no: &["Run `cargo fmt --all`.", "`test` runs all tests via `vitest run`.", "I'll run `cargo fmt`.", "Ran `cargo test`: all 12 tests pass.", "I did not run `cargo fmt`.", "`kb stale --json` returns a list.", "The command returned by `parse` is a string.", "`git log` should have returned it.", "It ran into a timeout.", "The run finished."],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    if s.scene.foreign {
        return;
    }
    // A check that is said to have passed says more than that it ran.
    let checked = |i: usize| {
        let kind = subject_of(&s.toks, i);
        let named = s.checks.iter().any(|h| (h.phrase.0..h.phrase.1).contains(&i) || Some(h.subject) == kind);
        named || !s.checks.is_empty() && s.tok(i).is_none_or(|t| t.kind != Kind::Code)
    };
    for a in s.acts.iter().filter(|a| a.is(Class::VStart) && !a.active() && a.form != Form::Third && s.mood.affirms(a.verb)) {
        if s.range(a.rest).iter().any(|t| matches!(t.low.as_str(), "background" | "session")) {
            out.push(s.found(ClaimType::CommandRan, a.verb, s.name(a.object)));
        }
    }
    gave(s, &checked, out);
    if let Some((at, name)) = tool_ran(s).or_else(|| run_ended(s)) {
        out.push(s.found(ClaimType::CommandRan, at, Some(name)));
    }
    for a in common::own_acts(s).filter(|a| a.is(Class::VRun)) {
        if s.range(a.object).iter().any(|t| t.is(Class::NRepro))
            && let Some(t) = s.range(a.rest).iter().find(|t| t.kind == Kind::Code) {
                out.push(s.found(ClaimType::CommandRan, a.verb, Some(t.text.trim().to_owned())));
                continue;
            }
        // "The code path was executed", "training is started in the background".
        let passive = a.form == Form::Passive && s.tok(a.verb).is_some_and(|t| t.low == "executed");
        if passive && s.name(a.object).is_some() {
            out.push(s.found(ClaimType::CommandRan, a.verb, s.name(a.object)));
            continue;
        }
        let program = |t: &Tok<'_>| matches!(t.low.as_str(), "script" | "scripts" | "migration" | "migrations" | "codemod" | "generator" | "seed" | "command" | "commands");
        let before = s.range(a.object).iter().take_while(|t| !t.any(ClassSet::of(&[Class::Prep, Class::Into]))).any(program);
        if a.form == Form::First && before && s.files(a.object).is_empty() && !s.range(a.object).iter().any(|t| t.kind == Kind::Code) {
            out.push(s.found(ClaimType::CommandRan, a.verb, s.name(a.object)));
            continue;
        }
        let words = if a.active() { a.object } else { (a.object.0, a.object.1) };
        let runs = |i: &usize| s.tok(*i).is_some_and(|t| t.kind == Kind::Code && target::is_command(t.text) || t.kind == Kind::Path) && !checked(*i);
        let named = (words.0..words.1).find(runs).and_then(|i| s.tok(i));
        if let Some(t) = named {
            let mut f = s.found(ClaimType::CommandRan, a.verb, Some(t.text.trim().to_owned()));
            f.detail.quoted = s.range((a.rest.0, a.rest.1)).iter().filter(|q| q.kind == Kind::Code && q.text != t.text).map(|q| q.text.to_owned()).collect();
            out.push(f);
        } else if a.form == Form::First && s.checks.is_empty() && s.range(words).iter().any(|t| t.any(ClassSet::of(&[Class::NTests, Class::NLint, Class::NBuild]))) {
            out.push(s.found(ClaimType::CommandRan, a.verb, s.name(words)));
        }
    }
}

/// "`x list --json` returned `[]`", "the merge command exited successfully": told as what it gave.
fn gave(s: &Sentence<'_>, checked: &dyn Fn(usize) -> bool, out: &mut Vec<Found>) {
    let told = |t: &Tok<'_>| matches!(t.low.as_str(), "returned" | "exited" | "printed" | "completed" | "finished" | "ran");
    for i in 0..s.toks.len() {
        let t = &s.toks[i];
        let code = t.kind == Kind::Code && (target::is_command(t.text) || t.text.trim().contains(" -")) && !checked(i);
        let ran_well = |v: usize| s.tok(v).is_some_and(|t| t.low == "ran") && s.toks.get(v + 1).is_some_and(|t| t.is(Class::OkClean) || t.is(Class::Without) || t.is(Class::Adv));
        let program = matches!(t.low.as_str(), "script" | "migration" | "migrations" | "codemod" | "generator" | "seed") && ran_well(i + 1);
        let noun = program || t.low == "command" && i > 0 && s.toks[i - 1].kind == Kind::Word && !s.toks[i - 1].is(Class::Det);
        let verb = (i + 1..s.toks.len()).find(|j| !s.toks[*j].is(Class::Adv));
        let Some(v) = verb.filter(|v| (code || noun) && told(&s.toks[*v]) && s.mood.affirms(*v)) else { continue };
        if s.opens_clause(i) || noun || s.clause(i).0 + 2 >= i {
            let name = if code { Some(t.text.trim().to_owned()) } else { s.name((s.clause(i).0, i + 1)) };
            out.push(s.found(ClaimType::CommandRan, v, name));
        }
    }
}

/// "lintx ran with the strict config": a tool by its own lower-case name at the head of the sentence.
fn tool_ran(s: &Sentence<'_>) -> Option<(usize, String)> {
    let t = s.tok(0).filter(|t| t.kind == Kind::Word && t.cls.is_empty() && t.text.len() > 2)?;
    let name = t.text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    let ran = s.tok(1).is_some_and(|t| t.low == "ran") && s.mood.affirms(1);
    let with = s.tok(2).is_some_and(|t| matches!(t.low.as_str(), "with" | "on" | "over" | "against" | "through" | "without" | "and" | "successfully"));
    (name && ran && with && s.checks.is_empty()).then(|| (1, t.text.to_owned()))
}

/// "The E2E run finished: 131 passed, 4 failed": that it came to its end, with the failures that it gave.
fn run_ended(s: &Sentence<'_>) -> Option<(usize, String)> {
    let i = (1..s.toks.len()).find(|i| matches!(s.toks[*i].low.as_str(), "finished" | "completed" | "ended") && s.mood.affirms(*i))?;
    let (a, _) = s.clause(i);
    let run = s.tok(i - 1).is_some_and(|t| matches!(t.low.as_str(), "run" | "suite" | "job"));
    let behind = s.toks.get(i + 1..)?;
    let counts = behind.first().is_some_and(|t| matches!(t.kind, Kind::Colon | Kind::Dash) || t.low == "with") && behind.iter().any(|t| t.kind == Kind::Num);
    let failed = behind.iter().any(|t| t.is(Class::Fail)) && s.checks.is_empty();
    if !(run && counts && failed) {
        return None;
    }
    Some((i, s.name((a, i))?))
}
