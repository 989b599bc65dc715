//! Subagents: `delegated`, and claims that rest on a subagent's report alone.

use super::context::View;
use super::finding::{Finding, name};
use super::reason::Reason;
use super::select::nothing_fits;
use crate::claim::Claim;
use crate::record::{Op, OpKind, Outcome};

/// `delegated`: the child's record has the calls, or the parent re-checked.
pub fn delegated<'s>(view: View<'s>, claim: &Claim) -> Finding<'s> {
    if view.is_prose() {
        return Finding::bare(Reason::UnreadableResult, "this kind of transcript keeps no calls and results");
    }
    let runs: Vec<&Op> = view.latest(|o| o.kind == OpKind::Agent).collect();
    let Some(latest) = runs.first() else { return nothing_fits(view, |o| o.kind == OpKind::Agent) };
    let another =
        claim.quote.split_whitespace().any(|w| matches!(w.to_lowercase().as_str(), "second" | "another" | "two" | "both"));
    if another && runs.len() < 2 {
        return Finding::on(Reason::NoMatchingCall, latest, "only one subagent ran");
    }
    if runs.iter().all(|o| view.outcome(o) == Outcome::Denied) {
        return Finding::on(Reason::DeniedOrCancelled, latest, "the subagent was refused or cancelled");
    }
    let Some(ended) = runs.iter().find(|o| view.outcome(o).ended()) else {
        return Finding::on(Reason::NotFinished, latest, "the subagent has no end on record before the claim");
    };
    if ended.outcome == Outcome::Failed {
        return Finding::on(Reason::LastCallFailed, ended, "the subagent failed");
    }
    if let Some(op) = child_calls(view, ended) {
        return Finding::backed(ended).and(op);
    }
    if let Some(op) = rechecked(view, ended) {
        return Finding::on(Reason::Backed, op, format!("the parent re-checked: {}", name(op))).and(ended);
    }
    Finding::on(Reason::RelayedOnly, ended, "only the subagent's report says so; its own record is not here")
}

/// A call of a subagent that stands in the record.
fn child_calls<'s>(view: View<'s>, run: &Op) -> Option<&'s Op> {
    let end = run.end.unwrap_or(view.step);
    view.before.iter().find(|o| o.agent != 0 && o.at >= run.at && o.at <= end && o.kind != OpKind::Agent)
}

/// A call of the parent that looks at things after the subagent ended.
fn rechecked<'s>(view: View<'s>, run: &Op) -> Option<&'s Op> {
    let end = run.end.unwrap_or(run.at);
    let looks = |o: &&Op| {
        matches!(o.kind, OpKind::Check(_) | OpKind::Read | OpKind::Search | OpKind::GitRead | OpKind::Run | OpKind::Http)
    };
    view.before.iter().filter(|o| o.agent == 0 && o.at > end).filter(looks).find(|o| view.outcome(o).ended())
}

/// A claim with no call of its own, for which a subagent ran whose record is not here.
pub fn relayed<'s>(view: View<'s>, claim: &Claim) -> Option<Finding<'s>> {
    let start = view.turn_start();
    let run = view.latest(|o| o.kind == OpKind::Agent).find(|o| o.at >= start && view.outcome(o) == Outcome::Passed)?;
    let word = claim.ty.name().split('_').next().unwrap_or("");
    let report = view.result_text(run).to_lowercase();
    let word = word.trim_end_matches('s');
    let says = report.contains(word) || claim.target.as_deref().is_some_and(|t| super::target::mentions(&report, t));
    says.then(|| Finding::on(Reason::RelayedOnly, run, "only a subagent's report says so"))
}
