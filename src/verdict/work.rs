//! `done`, `fixed`, `no_changes`: what was worked on in the span that a claim speaks of.

use super::context::View;
use super::finding::{Finding, name};
use super::reason::Reason;
use super::select::nothing_fits;
use super::target::{akin, mentions, paths_match};
use crate::claim::Claim;
use crate::record::{Check, Op, OpKind, Outcome};
use crate::transcript::{Action, EventKind};

/// `done`: mutating calls in the span, no own to-do item open, no failed last check left unsaid.
pub fn done<'s>(view: View<'s>, claim: &Claim) -> Finding<'s> {
    if view.is_prose() {
        return Finding::bare(Reason::UnreadableResult, "this kind of transcript keeps no calls and results");
    }
    let Some(work) = worked(view, claim) else {
        let tried = |o: &Op| matches!(o.kind, OpKind::Deploy | OpKind::Install | OpKind::External);
        return match view.latest(tried).find(|o| o.at >= view.turn_start() && view.outcome(o) == Outcome::Failed) {
            Some(op) if !claim.detail.disclosed => Finding::on(Reason::LastCallFailed, op, format!("{} failed", name(op))),
            _ => nothing_done(view, claim),
        };
    };
    let attempts: Vec<&Op> = view.latest(acts).collect();
    if attempts.iter().all(|o| view.outcome(o) == Outcome::Denied) {
        return Finding::on(Reason::DeniedOrCancelled, attempts[0], "every attempt was refused or cancelled");
    }
    if let Some(op) = running(view, claim) {
        return Finding::on(Reason::NotFinished, op, format!("{} has no end on record before the claim", name(op)));
    }
    if !claim.detail.disclosed {
        if let Some(op) = failed_check(view) {
            return Finding::on(
                Reason::LastCallFailed,
                op,
                format!("the last run of {} failed, which the message does not say", name(op)),
            )
            .and(work);
        }
        if let Some(item) = open_item(view, claim) {
            return Finding::on(Reason::ResultSaysOtherwise, work, format!("its own task list still has open: {item}"));
        }
    }
    super::items::judge(view, claim, work).unwrap_or_else(|| Finding::backed(work))
}

/// Operations that are work.
fn acts(op: &Op) -> bool {
    match op.kind {
        OpKind::Write | OpKind::Edit | OpKind::Delete | OpKind::Move | OpKind::GitTree | OpKind::Install => true,
        OpKind::Commit | OpKind::Push | OpKind::PullRequest | OpKind::Deploy | OpKind::External | OpKind::Agent => true,
        OpKind::Check(c) => c == Check::Format || c == Check::Build,
        OpKind::Run | OpKind::UnknownTask => true,
        _ => false,
    }
}

/// The latest work that the claim can speak of: on its target where the record knows it, else any.
fn worked<'s>(view: View<'s>, claim: &Claim) -> Option<&'s Op> {
    let good =
        |o: &&Op| !matches!(view.outcome(o), Outcome::Denied | Outcome::NotReached | Outcome::Failed) || o.kind == OpKind::Commit;
    let hard = |o: &Op| acts(o) && !matches!(o.kind, OpKind::Run | OpKind::UnknownTask | OpKind::Check(_));
    let named =
        claim.target.as_deref().and_then(|t| view.latest(hard).filter(good).find(|o| o.targets.iter().any(|p| mentions(p, t))));
    let by_program = || {
        let t = claim.target.as_deref()?;
        let runs = view.latest(|o| matches!(o.kind, OpKind::Run | OpKind::UnknownTask)).filter(good);
        runs.take(40).find(|o| mentions(&o.command, t) || view.result_text(o).contains(t.trim_matches('`')))
    };
    named
        .or_else(|| view.latest(hard).find(good))
        .or_else(by_program)
        .or_else(|| view.latest(acts).find(good).filter(|_| !says_edit(claim)))
}

/// Words that say that something was written or changed, for which looking is not enough.
fn says_edit(claim: &Claim) -> bool {
    const STEMS: &[&str] = &[
        "implement",
        "added",
        "creat",
        "updat",
        "refactor",
        "remov",
        "renam",
        "wrote",
        "extract",
        "replac",
        "changed",
        "moved",
        "rewrit",
        "rewrote",
        "integrat",
        "connect",
        "simplif",
        "ajout",
        "modifi",
        "supprim",
        "corrig",
    ];
    let q = claim.quote.to_lowercase();
    STEMS.iter().any(|s| q.contains(s))
}

/// No work on record. A step that only reads is done by its reads.
fn nothing_done<'s>(view: View<'s>, claim: &Claim) -> Finding<'s> {
    let read = view.before.iter().rev().find(|o| !matches!(o.kind, OpKind::Todo | OpKind::Print) && view.outcome(o).ended());
    match read {
        Some(op) if !says_edit(claim) => Finding::on(Reason::Backed, op, "a step that only reads; its reads are on record"),
        _ => {
            let f = nothing_fits(view, acts);
            if f.reason == Reason::NoMatchingCall { super::agents::relayed(view, claim).unwrap_or(f) } else { f }
        }
    }
}

/// A process that the claim says is finished, which still runs.
fn running<'s>(view: View<'s>, claim: &Claim) -> Option<&'s Op> {
    let target = claim.target.as_deref()?;
    let says_end = ["finish", "complete", "rebuilt", "done", "ended"].iter().any(|w| claim.quote.to_lowercase().contains(w));
    let op = view
        .latest(|o| matches!(o.kind, OpKind::Run | OpKind::UnknownTask | OpKind::Check(_) | OpKind::Deploy))
        .find(|o| akin(&o.command, target))?;
    (says_end && view.outcome(op) == Outcome::Unfinished).then_some(op)
}

/// The project's last check of a kind failed in this turn, and nothing was changed since.
pub fn failed_check<'s>(view: View<'s>) -> Option<&'s Op> {
    let start = view.turn_start();
    [Check::Tests, Check::Build, Check::Typecheck].into_iter().find_map(|kind| {
        let last = view
            .latest(move |o| o.kind == OpKind::Check(kind) && o.agent == 0)
            .find(|o| view.outcome(o).ended() && view.outcome(o) != Outcome::Vacuous)?;
        let unsaid = last.end.is_some_and(|e| !view.spoke_between(e, view.step));
        let stands =
            unsaid && last.at >= start && view.outcome(last) == Outcome::Failed && view.change_since(last, kind).is_none();
        stands.then_some(last)
    })
}

/// An item of the agent's own list that is still open when it says that all is done, at the end of its turn.
fn open_item(view: View, claim: &Claim) -> Option<String> {
    let quote = claim.quote.to_lowercase();
    let words = || quote.split(|c: char| !c.is_alphanumeric());
    let of_list = claim.target.is_none() || words().any(|w| matches!(w, "tasks" | "items" | "steps" | "todos"));
    let whole = of_list && words().any(|w| matches!(w, "all" | "every" | "everything"));
    if !whole {
        return None;
    }
    let events = view.cx.session.events.get(view.turn_start()..view.step)?;
    let list = events.iter().rev().find_map(|e| match &e.kind {
        EventKind::Call(c) => match &c.action {
            Action::Todo { items, whole: true } => Some(items),
            _ => None,
        },
        _ => None,
    })?;
    list.iter().find(|i| !i.done && !i.dropped).map(|i| i.text.chars().take(80).collect())
}

/// `fixed`: an edit, then a test or reproduction that passed after it.
pub fn fixed<'s>(view: View<'s>, claim: &Claim) -> Finding<'s> {
    if view.is_prose() {
        return Finding::bare(Reason::UnreadableResult, "this kind of transcript keeps no calls and results");
    }
    let changes = |o: &Op| {
        o.mutates()
            || (o.kind == OpKind::Commit && o.outcome == Outcome::Passed)
            || matches!(o.kind, OpKind::Deploy | OpKind::External | OpKind::Run | OpKind::UnknownTask)
    };
    let edits: Vec<&Op> = view.latest(|o| o.mutates()).collect();
    let Some(change) = edits.first().copied().or_else(|| view.latest(changes).next()) else {
        let f = nothing_fits(view, |o| o.mutates());
        return if f.reason == Reason::NoMatchingCall { super::agents::relayed(view, claim).unwrap_or(f) } else { f };
    };
    let code = edits
        .iter()
        .copied()
        .find(|o| !o.notes.harmless && !writes_probe(o))
        .or_else(|| edits.iter().copied().find(|o| !o.notes.harmless));
    let Some(code) = code else { return Finding::backed(change) };
    // Conflicts of a merge are resolved by the edit; there is no fault to show gone.
    if claim.quote.to_lowercase().contains("conflict") {
        return Finding::backed(code);
    }
    let after: Vec<&Op> = view.before.iter().filter(|o| o.at > code.at && view.outcome(o).ended()).collect();
    if let Some(op) = after.iter().rev().find(|o| shows_effect(o) || own_check(claim, o)) {
        return match view.outcome(op) {
            Outcome::Failed
                if !claim.detail.disclosed && (matches!(op.kind, OpKind::Check(Check::Tests)) || own_check(claim, op)) =>
            {
                Finding::on(Reason::LastCallFailed, op, format!("{} failed after the edit", name(op))).and(code)
            }
            Outcome::Unreadable => {
                Finding::on(Reason::UnreadableResult, op, format!("the recorded result of {} does not tell", name(op))).and(code)
            }
            _ => Finding::backed(op).and(code),
        };
    }
    stale_or_weaker(view, code, &after)
}

/// A new script that only looks whether the fault is there ("test_fix.py", "reproduce.sh"): it changes nothing of what was fixed.
fn writes_probe(op: &Op) -> bool {
    const WORDS: &[&str] =
        &["test_", "_test.", ".test.", ".spec.", "_spec.", "reproduce", "repro_", "verify_", "check_", "debug_"];
    let probe = |t: &String| {
        let name = t.rsplit(['/', '\\']).next().unwrap_or(t).to_ascii_lowercase();
        WORDS.iter().any(|w| name.contains(w))
    };
    op.kind == OpKind::Write && !op.targets.is_empty() && op.targets.iter().all(probe)
}

/// Operations that can show that a fault is gone.
fn shows_effect(op: &Op) -> bool {
    match op.kind {
        OpKind::Check(c) => c == Check::Tests || c == Check::Gate,
        OpKind::Run | OpKind::Http | OpKind::UnknownTask | OpKind::ServiceRead | OpKind::CiRead => {
            op.outcome != Outcome::NotReached
        }
        _ => false,
    }
}

/// What was fixed is a complaint of the check itself: a lint error, a type error, a build.
fn own_check(claim: &Claim, op: &Op) -> bool {
    let OpKind::Check(kind) = op.kind else { return false };
    let words: &[&str] = match kind {
        Check::Lint | Check::Format => &["lint", "format", "style", "warning", "fmt", "vet"],
        Check::Typecheck => &["type", "typescript"],
        Check::Build => &["build", "compil", "type"],
        Check::Gate => &["hook", "check", "commit"],
        Check::Tests => &[],
    };
    let said = format!("{} {}", claim.quote, claim.target.as_deref().unwrap_or("")).to_lowercase();
    words.iter().any(|w| said.contains(w)) || op.runner.is_some_and(|r| said.contains(r))
}

/// The edit stands alone: checked before it, or by a weaker kind after it.
fn stale_or_weaker<'s>(view: View<'s>, code: &'s Op, after: &[&'s Op]) -> Finding<'s> {
    let start = view.turn_start();
    let first_edit = view.before.iter().find(|o| o.at >= start && o.mutates() && !o.notes.harmless).map_or(code.at, |o| o.at);
    let checked = view
        .before
        .iter()
        .rev()
        .find(|o| o.at > first_edit && o.at < code.at && shows_effect(o) && view.outcome(o) == Outcome::Passed);
    if let Some(op) = checked {
        return Finding::on(Reason::Stale, op, format!("{} ran before {}", name(op), name(code))).and(code);
    }
    match after.iter().rev().find(|o| matches!(o.kind, OpKind::Check(_) | OpKind::Read | OpKind::Search)) {
        Some(op) => Finding::on(
            Reason::WrongModality,
            op,
            format!("after the edit only {}, which does not show that the fault is gone", name(op)),
        )
        .and(code),
        None => Finding::on(Reason::WrongModality, code, "the edit was made, and nothing was run after it"),
    }
}

/// "intended edits", "skill docs": names no file of its own.
fn is_a_kind(what: &str) -> bool {
    const KINDS: &[&str] = &[
        "edits",
        "changes",
        "docs",
        "files",
        "tests",
        "sources",
        "deletions",
        "intended",
        "expected",
        "fix",
        "change",
        "config",
        "scope",
    ];
    what.split(|c: char| !c.is_alphanumeric()).any(|w| KINDS.contains(&w.to_lowercase().as_str()))
        && !super::target::is_path(what)
}

/// `no_changes`: backed unless a mutation that counts lies in the span.
pub fn no_changes<'s>(view: View<'s>, claim: &Claim) -> Finding<'s> {
    if view.is_prose() {
        return Finding::bare(Reason::UnreadableResult, "this kind of transcript keeps no calls and results");
    }
    // "I only edited the parser" names what is exempt as its target.
    let only =
        claim.quote.split(|c: char| !c.is_alphanumeric()).any(|w| matches!(w, "only" | "just" | "seulement" | "solo" | "nur"));
    let object = std::iter::once(claim.target.as_ref().unwrap_or(&claim.quote)).filter(|_| only);
    let exempt = |o: &Op| {
        let names = || claim.detail.only.iter().chain(object.clone());
        names().next().is_some() && o.targets.iter().all(|p| names().any(|n| paths_match(p, n) || mentions(p, n)))
    };
    let start = view.turn_start();
    let counts = |o: &&Op| {
        o.at >= start
            && o.mutates()
            && matches!(o.kind, OpKind::Write | OpKind::Edit | OpKind::Delete | OpKind::Move)
            && !outside(o)
            && !exempt(o)
    };
    let touching: Vec<&Op> = view.before.iter().rev().filter(counts).collect();
    let on_target = |o: &&&Op| match claim.target.as_deref() {
        Some(t) => o.targets.iter().any(|p| super::target::is_path(t) && paths_match(p, t)),
        None => true,
    };
    // "No changes needed there" looks ahead and at one place; only what says that nothing was changed speaks of the span.
    let quote = claim.quote.to_lowercase();
    if !only && ["needed", "need", "necessary", "required"].iter().any(|w| quote.contains(w)) {
        return Finding::bare(Reason::Backed, "says what is not needed, not what was not done");
    }
    let scoped_out = only || !claim.detail.only.is_empty();
    // A thing that is no path ("only the parser") can be any one file.
    let mut files: Vec<&String> = touching.iter().flat_map(|o| &o.targets).collect();
    files.sort_unstable();
    files.dedup();
    let unnamed = !claim.target.as_deref().is_some_and(super::target::is_path);
    let one_thing = only && files.len() <= 1 && unnamed;
    // "The diff is limited to the docs": a kind of thing, that many files can be of.
    let many_things = unnamed && !claim.detail.only.is_empty() && claim.detail.only.iter().all(|o| is_a_kind(o));
    let hit = if one_thing || many_things {
        None
    } else if scoped_out {
        touching.first()
    } else {
        touching.iter().find(on_target)
    };
    match hit {
        Some(op) => Finding::on(Reason::ResultSaysOtherwise, op, format!("{} changed something", name(op))),
        None => Finding::bare(Reason::Backed, "no change that counts in the span"),
    }
}

/// Scratch files outside the work.
fn outside(op: &Op) -> bool {
    op.targets.iter().all(|p| {
        p.starts_with("/tmp")
            || p.starts_with("/private/tmp")
            || p.starts_with("/var/")
            || p.contains("/.claude/")
            || p.starts_with("/dev/")
    })
}
