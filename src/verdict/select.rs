//! The order in which reasons are tried, once for all types: from the operations of the fitting kind to the first reason that applies.

use super::context::View;
use super::finding::{Finding, name};
use super::reason::Reason;
use crate::claim::Claim;
use crate::record::{Op, OpKind, Outcome};
use crate::transcript::Keeps;

/// The operations that a claim is judged by.
pub struct Fitting<'s> {
    /// Operations of the fitting kind before the claim, latest first.
    pub kind: Vec<&'s Op>,
    /// Those of them on the claim's target, latest first.
    pub on_target: Vec<&'s Op>,
}

impl<'s> Fitting<'s> {
    /// Picks by kind, then by target.
    pub fn pick(view: View<'s>, kind: impl Fn(&Op) -> bool + 's, target: impl Fn(&Op) -> bool) -> Self {
        let kind: Vec<&Op> = view.latest(kind).collect();
        let on_target: Vec<&Op> = kind.iter().copied().filter(|o| target(o)).collect();
        if let Some(picks) = &view.cx.picks {
            picks.note(&kind, &on_target);
        }
        Fitting { kind, on_target }
    }
}

/// What can be said before the latest call is looked at: nothing fits, nothing on the target, nothing ran, no end, no result.
/// `Ok` holds the operations on the target that ended, latest first (never empty).
pub fn ended<'s>(view: View<'s>, fit: &Fitting<'s>, follows: impl Fn(&Op) -> bool) -> Result<Vec<&'s Op>, Finding<'s>> {
    if view.is_prose() {
        return Err(Finding::bare(Reason::UnreadableResult, "this kind of transcript keeps no calls and results"));
    }
    let Some(first) = fit.kind.first() else { return Err(nothing_fits(view, follows)) };
    if fit.on_target.is_empty() {
        return Err(Finding::on(
            Reason::WrongTarget,
            first,
            format!("no call of this kind on it; the latest is {}", name(first)),
        ));
    }
    let outcome = |o: &&&Op| view.outcome(o);
    let ran: Vec<&Op> =
        fit.on_target.iter().filter(|o| !matches!(outcome(o), Outcome::Denied | Outcome::NotReached)).copied().collect();
    let Some(latest) = ran.first() else {
        let op = fit.on_target[0];
        return Err(Finding::on(
            Reason::DeniedOrCancelled,
            op,
            format!("every attempt was refused, cancelled or never reached: {}", name(op)),
        ));
    };
    let ended: Vec<&Op> = ran.iter().filter(|o| view.outcome(o).ended()).copied().collect();
    if ended.is_empty() {
        return Err(Finding::on(Reason::NotFinished, latest, format!("{} has no end on record before the claim", name(latest))));
    }
    Ok(ended)
}

/// A list of what history shows, told by an agent that has changed nothing so far: the work was done before this record began.
/// Where the agent speaks of itself it is no such list.
pub fn told_from_history<'s>(view: View<'s>, claim: &Claim) -> Option<Finding<'s>> {
    let own = claim
        .quote
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .any(|w| matches!(w, "I" | "I've" | "We" | "we" | "we've" | "my" | "j'ai" | "ich" | "he"));
    if own || view.before.iter().any(Op::mutates) {
        return None;
    }
    let shows = |o: &Op| {
        let text = view.result_text(o);
        let named = claim.target.as_deref().is_none_or(|t| super::target::mentions(text, t));
        named && text.lines().count() > 1
    };
    let history = |o: &Op| o.kind == OpKind::GitRead && [" log", " show", "..", " blame"].iter().any(|w| o.command.contains(w));
    let op = view.latest(history).find(|o| view.outcome(o).ended() && shows(o))?;
    Some(Finding::on(Reason::BeforeCut, op, format!("{} shows it as done before this record began", name(op))))
}

/// A recap at the start of a session: nothing was changed or checked yet, and the words repeat a line that the agent has read or that
/// the host gave it. What a person asks for is no such line: "make all tests pass" backs nothing.
pub fn recap<'s>(view: View<'s>, claim: &Claim) -> Option<Finding<'s>> {
    let works = |o: &Op| o.mutates() || matches!(o.kind, OpKind::Check(_) | OpKind::Commit | OpKind::Push | OpKind::PullRequest);
    // Where the host leaves out what was read, any of it may have said so.
    let unseen = || view.cx.session.source.keeps() == Keeps::CutResults && view.before.iter().any(|o| o.kind == OpKind::Read);
    if view.before.iter().any(works) || !(repeats_a_line(view, claim) || unseen()) {
        return None;
    }
    let read = view.latest(|o| matches!(o.kind, OpKind::Read | OpKind::GitRead)).find(|o| view.outcome(o).ended());
    let why = "told at the start of the session, of work before this record";
    Some(read.map_or_else(|| Finding::bare(Reason::BeforeCut, why), |op| Finding::on(Reason::BeforeCut, op, why)))
}

/// Most of the telling words of a claim stand together in one line of what was read or said before.
fn repeats_a_line(view: View, claim: &Claim) -> bool {
    let words = super::target::telling_words(&claim.quote);
    let enough = |line: &str| {
        let line = line.to_lowercase();
        let hits = words.iter().filter(|w| line.contains(w.as_str())).count();
        hits * 10 >= words.len() * 7
    };
    words.len() >= 2 && view.texts_read().any(|t| t.lines().filter(|l| l.len() < 600).any(enough))
}

/// K is empty: why.
pub fn nothing_fits<'s>(view: View<'s>, follows: impl Fn(&Op) -> bool) -> Finding<'s> {
    if view.is_cut() {
        return Finding::bare(Reason::BeforeCut, "no call that fits is on record, and the record is cut before the claim");
    }
    Finding::bare(Reason::NoMatchingCall, "no call on record fits").but_later(view.later_in_turn().find(|o| follows(o)))
}

/// An unrecognised project command that may be the check, with no mutation since it that would make its result old.
pub fn unknown_task<'s>(view: View<'s>) -> Option<Finding<'s>> {
    let op = view.latest(|o| o.kind == OpKind::UnknownTask).find(|o| view.outcome(o).ended())?;
    Some(Finding::on(Reason::UnknownRunner, op, format!("{} may be it, but neither its name nor its output tells", name(op))))
}
