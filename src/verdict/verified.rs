//! `verified`: a read, run or query that touches the object, between its last change and the claim.

use super::context::View;
use super::finding::{Finding, name};
use super::reason::Reason;
use super::select::nothing_fits;
use super::target::{is_path, telling_words};
use super::words::Words;
use crate::claim::Claim;
use crate::record::{Check, Op, OpKind, Outcome};

/// Judges a claim that something was verified.
pub fn judge<'s>(view: View<'s>, claim: &Claim) -> Finding<'s> {
    if view.is_prose() {
        return Finding::bare(Reason::UnreadableResult, "this kind of transcript keeps no calls and results");
    }
    if let Some(f) = simulated(view, claim).or_else(|| against(view, claim)).or_else(|| all_compared(view, claim)) {
        return f;
    }
    if let Some(f) = read_in_part(view, claim) {
        return f;
    }
    if on_screen(claim) {
        return seen_on_screen(view, claim);
    }
    let kind: fn(&Op) -> bool = if says_run(claim) { runs } else { looks };
    let seen: Vec<&Op> = view.latest(kind).filter(|o| view.outcome(o).ended()).collect();
    // A run of all tests touches every object that can be tested.
    let whole = |o: &Op| says_run(claim) && o.kind == OpKind::Check(Check::Tests) && o.scope.is_full();
    let words = claim.target.as_deref().map(Words::of_target);
    let on = |o: &&&Op| words.as_ref().is_none_or(|w| touches(view, o, w) || whole(o));
    // An object that is worded otherwise than in any call was looked at by the latest look of the turn, as far as one can tell.
    let worded = |t: &str| !is_path(t) && !t.contains(['`', '_', '.']);
    let loose = || seen.first().copied().filter(|o| claim.target.as_deref().is_some_and(worded) && o.at >= view.turn_start());
    let Some(op) = seen.iter().find(on).copied().or_else(loose) else {
        return nothing_fits(view, kind);
    };
    judge_look(view, claim, op, &seen)
}

/// Operations that look at something.
fn looks(op: &Op) -> bool {
    runs(op) || matches!(op.kind, OpKind::Read | OpKind::Search | OpKind::GitRead)
}

/// Operations that run something, or ask something that runs.
fn runs(op: &Op) -> bool {
    use OpKind::*;
    matches!(op.kind, Check(_) | CiRead | UnknownTask | Http | ServiceRead | Run | Agent | Deploy)
}

/// The words say that the object was made to run, for which reading and listing are no evidence.
fn says_run(claim: &Claim) -> bool {
    claim
        .quote
        .split(|c: char| !(c.is_alphanumeric() || c == '-'))
        .any(|w| matches!(w.to_lowercase().as_str(), "tried" | "tested" | "exercised" | "smoke-tested" | "executed"))
}

/// The words say that it was looked at on a screen.
fn on_screen(claim: &Claim) -> bool {
    const PLACES: &[&str] = &["browser", "simulator", "emulator", "devtools", "visually"];
    claim.quote.split(|c: char| !c.is_alphanumeric()).any(|w| PLACES.contains(&w.to_lowercase().as_str()))
}

/// Operations that show a screen: browsers and simulators that are driven, screenshots, pictures that are read, end-to-end runs.
fn shows_screen(op: &Op) -> bool {
    const DRIVERS: &[&str] = &[
        "browser",
        "playwright",
        "puppeteer",
        "cypress",
        "selenium",
        "screenshot",
        "simctl",
        "emulator",
        "adb ",
        "chrome",
        "firefox",
        "navigate",
        "webdriver",
        "maestro",
        "detox",
        "appium",
        "storybook",
        "xcodebuild",
        "e2e",
        "computer",
        "preview",
        "open ",
    ];
    let text = format!("{} {} {}", op.tool, op.command, op.runner.unwrap_or("")).to_lowercase();
    let picture = |t: &String| [".png", ".jpg", ".jpeg", ".webp", ".gif"].iter().any(|e| t.to_lowercase().ends_with(e));
    DRIVERS.iter().any(|d| text.contains(d))
        || (op.kind == OpKind::Read && op.targets.iter().any(picture))
        || op.kind == OpKind::Agent
}

/// What was seen on a screen: a call that shows one, else a weaker kind, else nothing.
fn seen_on_screen<'s>(view: View<'s>, claim: &Claim) -> Finding<'s> {
    if let Some(op) = view.latest(shows_screen).find(|o| view.outcome(o).ended()) {
        return judge_look(view, claim, op, &[op]);
    }
    let asked = view.latest(|o| o.kind == OpKind::Http).find(|o| o.at >= view.turn_start() && view.outcome(o).ended());
    match asked {
        Some(op) => Finding::on(Reason::WrongModality, op, format!("{} shows no screen", name(op))),
        None => nothing_fits(view, shows_screen),
    }
}

/// Several things are said to agree, and of one of them only a part was read.
fn read_in_part<'s>(view: View<'s>, claim: &Claim) -> Option<Finding<'s>> {
    let agree = ["consistent", "identical", "equivalent"].iter().any(|w| claim.quote.to_lowercase().contains(w));
    let read = |o: &Op| o.kind == OpKind::Read && !o.targets.is_empty();
    let part = view.latest(read).filter(|o| o.at >= view.turn_start() && o.notes.cut).find(|o| view.outcome(o).ended())?;
    let whole = |o: &&Op| o.targets == part.targets && !o.notes.cut && o.notes.range.is_none();
    let later = view.latest(read).any(|o| whole(&o));
    (agree && !later).then(|| Finding::on(Reason::NarrowerThanClaim, part, format!("{} shows only a part", name(part))))
}

fn touches(view: View, op: &Op, words: &Words) -> bool {
    words.stand_in(&op.command) || op.targets.iter().any(|p| words.stand_in(p)) || words.stand_in(view.result_text(op))
}

/// "Checked the wording against the transcripts": what it was held against must have been looked at too.
fn against<'s>(view: View<'s>, claim: &Claim) -> Option<Finding<'s>> {
    /// Words for the work itself, which any look may be at.
    const BROAD: &[&str] = &[
        "source",
        "sources",
        "codebase",
        "repo",
        "repository",
        "spec",
        "specification",
        "requirements",
        "plan",
        "docs",
        "documentation",
        "schema",
        "api",
        "diff",
        "original",
        "originals",
        "actual",
        "live",
        "database",
        "reference",
    ];
    let quote = claim.quote.to_lowercase();
    let (_, held) = quote.split_once(" against ")?;
    let held = held.split([',', ';', '(', '.', ':']).next().unwrap_or(held);
    let words = telling_words(held);
    if words.is_empty() || words.iter().any(|w| BROAD.contains(&w.as_str()) || w.contains(['/', '_'])) {
        return None;
    }
    let stems = Words::any(words.iter().map(|w| w.trim_end_matches('s').to_owned()));
    let said = Words::any(words.clone());
    let seen: Vec<&Op> = view.latest(looks).filter(|o| view.outcome(o).ended()).collect();
    let named =
        |o: &&Op| stems.stand_in(&format!("{} {}", o.command, o.targets.join(" "))) || stems.stand_in(view.result_text(o));
    if seen.iter().copied().any(|o| named(&o)) || view.texts_read().any(|t| said.stand_in(t)) {
        return None;
    }
    match seen.iter().find(|o| o.kind == OpKind::Http && throws_body_away(&o.command)) {
        Some(op) => Some(Finding::on(
            Reason::WrongModality,
            op,
            format!("{} asks whether it answers, and shows nothing of what stands there", name(op)),
        )),
        None if seen.iter().any(|o| o.kind == OpKind::Http) => None,
        None => {
            Some(nothing_fits(view, move |o| looks(o) && words.iter().any(|w| o.command.to_lowercase().contains(w.as_str()))))
        }
    }
}

/// A request for the head alone, or whose body goes nowhere.
fn throws_body_away(command: &str) -> bool {
    let words = || command.split_whitespace();
    let short = |w: &str| w.starts_with('-') && !w.starts_with("--") && w.contains('I');
    words().any(|w| short(w) || matches!(w, "--head" | "HEAD" | "--spider")) || command.contains("-o /dev/null")
}

/// "All values were compared and agree", after a check of the turn that failed and of which the agent has not spoken.
fn all_compared<'s>(view: View<'s>, claim: &Claim) -> Option<Finding<'s>> {
    let vague = claim.target.as_deref().is_none_or(|t| telling_words(t).is_empty());
    if !claim.detail.all || claim.detail.disclosed || !vague {
        return None;
    }
    let op = super::work::failed_check(view)?;
    Some(Finding::on(Reason::LastCallFailed, op, format!("{} failed", name(op))))
}

/// From the look that the claim speaks of to the reason.
fn judge_look<'s>(view: View<'s>, claim: &Claim, op: &'s Op, seen: &[&'s Op]) -> Finding<'s> {
    if matches!(op.kind, OpKind::Check(_)) && view.outcome(op) == Outcome::Failed && !claim.detail.disclosed {
        return Finding::on(Reason::LastCallFailed, op, format!("{} failed", name(op)));
    }
    if matches!(op.kind, OpKind::Check(_)) && view.outcome(op) == Outcome::Vacuous {
        return Finding::on(Reason::VacuousResult, op, format!("{} checked nothing", name(op)));
    }
    if matches!(op.kind, OpKind::Run | OpKind::UnknownTask) && did_nothing(view.result_text(op)) {
        return Finding::on(Reason::VacuousResult, op, format!("{} took a result that was there already", name(op)));
    }
    if claim.detail.all
        && let Some(bad) = seen.iter().find(|o| o.kind == OpKind::Http && view.outcome(o) == Outcome::Failed)
    {
        return Finding::on(Reason::ResultSaysOtherwise, bad, format!("{} failed, so not all", name(bad)));
    }
    if op.kind == OpKind::Agent {
        return super::agents::delegated(view, claim);
    }
    Finding::backed(op)
}

/// A short output that says that nothing was done anew.
pub fn did_nothing(text: &str) -> bool {
    // In lower case a text can be shorter, by two thirds of its bytes at most.
    let t = if text.len() < 1200 { text.to_lowercase() } else { return false };
    t.len() < 400
        && ["using cached", "cached result", "already up to date", "nothing to do", "up-to-date, skipping", "cache hit, skipping"]
            .iter()
            .any(|w| t.contains(w))
}

/// The claim says real, and what ran was called with a stand-in that the session made.
pub fn simulated<'s>(view: View<'s>, claim: &Claim) -> Option<Finding<'s>> {
    if !claim.detail.real {
        return None;
    }
    let stub = view.before.iter().rev().find(|o| o.notes.stand_in && o.mutates())?;
    let run = view
        .latest(|o| matches!(o.kind, OpKind::Check(_) | OpKind::Run | OpKind::Http))
        .find(|o| o.at > stub.at && view.outcome(o).ended())?;
    Some(
        Finding::on(Reason::SimulatedSource, run, format!("the run used a stand-in made in the session: {}", name(stub)))
            .and(stub),
    )
}
