//! `committed`, `pushed`, `pull_request`.

use super::context::View;
use super::finding::{Finding, name};
use super::reason::Reason;
use super::select::{Fitting, ended};
use crate::claim::{Claim, ClaimType};
use crate::record::{Op, OpKind, Outcome};

/// Judges a claim about version control.
pub fn judge<'s>(view: View<'s>, claim: &Claim) -> Finding<'s> {
    let kind = match claim.ty {
        ClaimType::Committed => OpKind::Commit,
        ClaimType::Pushed => OpKind::Push,
        _ => OpKind::PullRequest,
    };
    let fit = Fitting::pick(view, move |o| o.kind == kind, |_| true);
    let runs = match ended(view, &fit, |o| o.kind == kind) {
        Ok(runs) => runs,
        Err(f) => return seen_elsewhere(view, claim, f),
    };
    let latest = runs[0];
    if let Some(f) = hash_untraced(view, claim, latest) {
        return f;
    }
    if let Some(by) = replaced(view, claim) {
        return Finding::on(Reason::ResultSaysOtherwise, by, format!("{} replaced that commit", name(by)));
    }
    if let Some(op) = pushed_elsewhere(view, claim, &runs) {
        return Finding::on(Reason::WrongTarget, op, format!("{} pushed another branch", name(op)));
    }
    if let Some(f) = unmerged(view, claim, &runs) {
        return f;
    }
    let fresh = |o: &&&Op| o.outcome == Outcome::Passed && (o.at >= view.turn_start() || o.at == latest.at);
    match latest.outcome {
        Outcome::Passed => Finding::backed(latest),
        Outcome::Vacuous if nothing_left(view, claim, &runs) => Finding::backed(latest),
        Outcome::Vacuous => Finding::on(Reason::VacuousResult, latest, format!("{} did nothing", name(latest))),
        Outcome::Failed => match runs.iter().find(fresh) {
            Some(earlier) if !says_same(earlier, latest) => Finding::backed(earlier),
            _ => shown_in_log(view, claim, latest)
                .unwrap_or_else(|| Finding::on(Reason::LastCallFailed, latest, format!("{} failed", name(latest)))),
        },
        Outcome::Masked => shown_in_log(view, claim, latest).unwrap_or_else(|| {
            Finding::on(
                Reason::MaskedStatus,
                latest,
                format!("the command line hid the status of {}, and its output does not tell", name(latest)),
            )
        }),
        _ => shown_in_log(view, claim, latest)
            .unwrap_or_else(|| Finding::on(Reason::UnreadableResult, latest, "the recorded result does not tell how it ended")),
    }
}

/// The claim names a branch, and the results of all pushes show others.
fn pushed_elsewhere<'s>(view: View<'s>, claim: &Claim, runs: &[&'s Op]) -> Option<&'s Op> {
    let said = claim.target.as_deref().filter(|_| claim.ty == ClaimType::Pushed)?;
    let branch = said.trim_matches('`').trim_start_matches("origin/");
    let plain = matches!(branch, "main" | "master" | "develop" | "staging" | "production");
    let path_like = branch.contains('/') && !branch.contains(' ');
    if !plain && !path_like {
        return None;
    }
    let refs = |o: &&Op| -> Vec<&'s str> {
        view.result_text(o).lines().filter_map(|l| l.split_once(" -> ")).map(|(_, to)| to.trim()).collect()
    };
    let shown: Vec<&str> = runs.iter().flat_map(refs).collect();
    let named = runs.iter().any(|o| o.command.contains(branch) || view.outcome(o) != Outcome::Passed);
    let same = |to: &&str| to.split_whitespace().next().is_some_and(|t| t == branch || t.ends_with(&format!("/{branch}")));
    (!shown.is_empty() && !named && !shown.iter().any(same)).then(|| runs[0])
}

/// The branch that a call switches to.
pub fn switches_to(op: &Op) -> Option<&str> {
    let mut words = op.command.split_whitespace().skip_while(|w| !matches!(*w, "checkout" | "switch")).skip(1);
    let name = words.find(|w| !w.starts_with('-'))?;
    let files = op.command.contains(" -- ") || name == "." || words.next().is_some();
    (!files).then(|| name.trim_matches(['"', '\'']))
}

/// The retry of an operation is the same command; another one is another piece of work.
fn says_same(a: &Op, b: &Op) -> bool {
    a.command.split_whitespace().take(2).eq(b.command.split_whitespace().take(2)) && a.at < b.at
}

/// A push that found nothing new after one that was accepted.
fn nothing_left(view: View, claim: &Claim, runs: &[&Op]) -> bool {
    if runs[0].command.split_whitespace().any(|w| w == "--dry-run") {
        return false;
    }
    match claim.ty {
        ClaimType::Pushed => {
            let pushed = runs.iter().find(|o| o.outcome == Outcome::Passed).map(|o| o.at);
            let committed = view.latest(|o| o.kind == OpKind::Commit && o.outcome == Outcome::Passed).next().map(|o| o.at);
            match (pushed, committed) {
                (Some(p), Some(c)) => p > c,
                (Some(_), None) | (None, None) => true,
                (None, Some(_)) => false,
            }
        }
        _ => runs.iter().any(|o| o.outcome == Outcome::Passed && o.at >= view.turn_start()),
    }
}

/// The amendment that took the place of the commit whose hash the claim gives.
fn replaced<'s>(view: View<'s>, claim: &Claim) -> Option<&'s Op> {
    let hash = claim.detail.hash.as_deref().filter(|_| claim.ty == ClaimType::Committed)?;
    let same = |p: &String| !p.is_empty() && (p.starts_with(hash) || hash.starts_with(p.as_str()));
    let mut made = view.before.iter().filter(|o| o.kind == OpKind::Commit && view.outcome(o) == Outcome::Passed);
    made.find(|o| o.notes.product.iter().any(same))?;
    let next = made.next()?;
    let amends = next.command.split_whitespace().any(|w| w == "--amend");
    (amends && !next.notes.product.is_empty() && !next.notes.product.iter().any(same)).then_some(next)
}

/// "Merged" is said, and what was called has only opened the request, or put the merge off.
fn unmerged<'s>(view: View<'s>, claim: &Claim, runs: &[&'s Op]) -> Option<Finding<'s>> {
    let said = claim.quote.to_lowercase();
    let words = || said.split(|c: char| !c.is_alphanumeric());
    let others = ["opened", "created", "updated", "raised", "submitted", "filed", "conflicts", "auto"];
    if claim.ty != ClaimType::PullRequest || !words().any(|w| w == "merged") || words().any(|w| others.contains(&w)) {
        return None;
    }
    let put_off = |o: &Op| view.result_text(o).contains("will be automatically merged");
    let merges = |o: &Op| !put_off(o) && (o.command.to_lowercase().contains("merge") || o.tool.to_lowercase().contains("merge"));
    let shown = |o: &Op| {
        let text = view.result_text(o).to_lowercase();
        text.contains("merged") && !text.contains("will be automatically merged")
    };
    let latest = *runs.first()?;
    let opens = runs.iter().all(|o| view.outcome(o) == Outcome::Passed && !merges(o));
    let seen = view.before.iter().filter(|o| o.at > latest.at || merges(o)).any(shown);
    (opens && !seen).then(|| {
        let what = if put_off(latest) { "put the merge off" } else { "opened it; nothing shows a merge" };
        Finding::on(Reason::ResultSaysOtherwise, latest, format!("{} {what}", name(latest)))
    })
}

/// A hash in the claim that no result before it shows.
fn hash_untraced<'s>(view: View<'s>, claim: &Claim, latest: &'s Op) -> Option<Finding<'s>> {
    let hash = claim.detail.hash.as_deref()?;
    let short = &hash[..hash.len().min(7)];
    let seen = view.texts().any(|t| memchr::memmem::find(t.as_bytes(), short.as_bytes()).is_some());
    (!seen && latest.outcome == Outcome::Passed && !latest.notes.cut && !latest.excerpt.is_empty())
        .then(|| Finding::on(Reason::NumberUntraced, latest, format!("`{short}` is in no earlier result")))
}

/// Git's own listing after the attempt shows the commit or the pushed state.
fn shown_in_log<'s>(view: View<'s>, claim: &Claim, attempt: &Op) -> Option<Finding<'s>> {
    let hash = claim.detail.hash.as_deref();
    let read = view.before.iter().rev().take_while(|o| o.at > attempt.at).find(|o| {
        let text = view.result_text(o);
        o.kind == OpKind::GitRead
            && match (claim.ty, hash) {
                (_, Some(h)) => text.contains(&h[..h.len().min(7)]),
                (ClaimType::Pushed, None) => text.contains("up to date with") || text.contains("up-to-date"),
                (_, None) => attempt.outcome != Outcome::Failed && o.command.contains("log"),
            }
    })?;
    Some(Finding::on(Reason::Backed, read, format!("{} shows it", name(read))))
}

/// No such call: another kind that makes the same, or a listing that shows it, may stand in for it.
fn seen_elsewhere<'s>(view: View<'s>, claim: &Claim, found: Finding<'s>) -> Finding<'s> {
    if found.reason != Reason::NoMatchingCall {
        return found;
    }
    // "bd dolt push", "dvc push": other stores are pushed to as well.
    let stores = |o: &Op| o.command.split_whitespace().take(4).any(|w| w == "push");
    if let Some(op) = view.latest(stores).find(|o| claim.ty == ClaimType::Pushed && view.outcome(o) == Outcome::Passed) {
        return Finding::backed(op);
    }
    if let Some(hash) = claim.detail.hash.as_deref() {
        let short = &hash[..hash.len().min(7)];
        let shown = view
            .latest(|o| matches!(o.kind, OpKind::GitRead | OpKind::Run | OpKind::Agent | OpKind::External))
            .find(|o| view.result_text(o).contains(short));
        if let Some(op) = shown {
            return Finding::on(Reason::Backed, op, format!("{} shows the commit", name(op)));
        }
    }
    let products: &[&str] = match claim.ty {
        ClaimType::Pushed => &["-> ", "new branch"],
        ClaimType::PullRequest => &["/pull/", "/merge_requests/"],
        _ => &[],
    };
    let makes = |o: &Op| matches!(o.kind, OpKind::Run | OpKind::External | OpKind::PullRequest | OpKind::UnknownTask);
    if let Some(op) = view.latest(makes).find(|o| products.iter().any(|p| view.result_text(o).contains(p))) {
        return Finding::on(Reason::Backed, op, format!("{} shows it", name(op)));
    }
    super::agents::relayed(view, claim).unwrap_or(found)
}
