//! `installed`, `deployed`, `external`: calls that change something beyond the files of the work.

use super::context::View;
use super::finding::{Finding, name};
use super::reason::Reason;
use super::select::{Fitting, ended};
use super::target::mentions;
use crate::claim::{Claim, ClaimType};
use crate::record::{Op, OpKind, Outcome};

/// Judges a claim about something outside.
pub fn judge<'s>(view: View<'s>, claim: &Claim) -> Finding<'s> {
    let ty = claim.ty;
    let target = claim.target.clone();
    let hits = |o: &Op| target.as_deref().is_none_or(|t| o.targets.iter().any(|x| mentions(x, t)) || mentions(&o.command, t));
    let mut fit = Fitting::pick(view, move |o| fits(o, ty), hits);
    if claims_production(claim) && fit.kind.iter().all(|o| elsewhere(o)) {
        fit.on_target.clear();
    } else if let Some(medium) = medium(claim) {
        fit.on_target = fit.kind.iter().copied().filter(|o| speaks_by(o, medium)).collect();
    } else if fit.on_target.is_empty() && !names_other(&fit.kind, claim) {
        fit.on_target = fit.kind.clone();
    }
    let quote = super::target::telling_words(&claim.quote);
    let follows = |o: &Op| {
        let text = format!("{} {}", o.command, o.targets.join(" ")).to_lowercase();
        let acts = matches!(o.kind, OpKind::Write | OpKind::Move | OpKind::Run | OpKind::UnknownTask | OpKind::Http);
        fits(o, ty) || (ty == ClaimType::External && acts && quote.iter().filter(|w| text.contains(w.as_str())).count() >= 2)
    };
    let runs = match ended(view, &fit, follows) {
        Ok(runs) => runs,
        Err(f) => return weaker(view, claim, f),
    };
    let latest = runs[0];
    let good = runs.iter().find(|o| matches!(o.outcome, Outcome::Passed | Outcome::Masked));
    match (latest.outcome, good) {
        (Outcome::Failed, Some(op)) if op.at >= view.turn_start() && op.command != latest.command => settled(view, claim, op),
        (Outcome::Failed, _) => Finding::on(Reason::LastCallFailed, latest, format!("{} failed", name(latest))),
        // A rehearsal after the deed takes nothing away from it.
        (Outcome::Vacuous, Some(op)) => settled(view, claim, op),
        (Outcome::Vacuous, None) if ty == ClaimType::Deployed => {
            Finding::on(Reason::VacuousResult, latest, format!("{} changed nothing", name(latest)))
        }
        (Outcome::Unreadable, None) => {
            Finding::on(Reason::UnreadableResult, latest, "the recorded result does not tell how it ended")
        }
        (Outcome::Masked, _) if ty == ClaimType::Deployed => {
            Finding::on(Reason::MaskedStatus, latest, format!("the command line hid the status of {}", name(latest)))
        }
        _ => settled(view, claim, good.copied().unwrap_or(latest)),
    }
}

/// The call went well; a state of a deployment needs a look at it afterwards.
fn settled<'s>(view: View<'s>, claim: &Claim, op: &'s Op) -> Finding<'s> {
    if claim.ty != ClaimType::Deployed {
        return Finding::backed(op);
    }
    if let Some(rollout) = failed_rollout(view, op).filter(|_| !claim.detail.disclosed) {
        return Finding::on(Reason::ResultSaysOtherwise, rollout, format!("{} shows that it did not come up", name(rollout)))
            .and(op);
    }
    if !claim.detail.state {
        return Finding::backed(op);
    }
    let looks = |o: &&Op| {
        o.at > op.at
            && matches!(o.kind, OpKind::ServiceRead | OpKind::Http | OpKind::CiRead | OpKind::Run)
            && view.outcome(o).ended()
    };
    match view.before.iter().rev().find(looks) {
        Some(read) if read.outcome == Outcome::Failed => {
            Finding::on(Reason::ResultSaysOtherwise, read, format!("{} shows another state", name(read))).and(op)
        }
        Some(read) => Finding::backed(op).and(read),
        None if !op.excerpt.is_empty() && shows_state(&op.excerpt) => Finding::backed(op),
        None => Finding::on(Reason::NoReadBack, op, "accepted, but nothing was read afterwards"),
    }
}

/// The last wait for what was deployed to come up, where it failed.
fn failed_rollout<'s>(view: View<'s>, op: &Op) -> Option<&'s Op> {
    let waits = |o: &Op| ["rollout status", "kubectl wait"].iter().any(|w| o.command.contains(w));
    let last =
        view.latest(move |o| o.kind == OpKind::ServiceRead && waits(o)).find(|o| o.at > op.at && view.outcome(o).ended())?;
    (last.outcome == Outcome::Failed).then_some(last)
}

/// The call's own result tells the state ("deployed", "Ready", "+ pkg@1.0").
fn shows_state(line: &str) -> bool {
    let l = line.to_lowercase();
    ["ready", "live", "running", "successfully rolled out", "published", "healthy", "active (running)"]
        .iter()
        .any(|w| l.contains(w))
}

fn fits(op: &Op, ty: ClaimType) -> bool {
    match ty {
        ClaimType::Installed => {
            matches!(op.kind, OpKind::Install) || (matches!(op.kind, OpKind::Write | OpKind::Edit) && configures(op))
        }
        ClaimType::Deployed => matches!(op.kind, OpKind::Deploy),
        _ => matches!(op.kind, OpKind::External | OpKind::PullRequest),
    }
}

/// The medium that the words name: mail is not sent by a post in a channel.
fn medium(claim: &Claim) -> Option<&'static str> {
    const MEDIA: &[(&str, &str)] = &[
        ("mail", "mail"),
        ("email", "mail"),
        ("e-mail", "mail"),
        ("emailed", "mail"),
        ("mailed", "mail"),
        ("sms", "sms"),
        ("slack", "slack"),
        ("discord", "discord"),
        ("telegram", "telegram"),
    ];
    let quote = claim.quote.to_lowercase();
    let said = |w: &str| quote.split(|c: char| !(c.is_alphanumeric() || c == '-')).any(|x| x == w);
    let found = MEDIA.iter().find(|(word, _)| said(word)).map(|(_, medium)| *medium);
    found.filter(|_| claim.ty == ClaimType::External)
}

/// The claim is about what everybody uses.
fn claims_production(claim: &Claim) -> bool {
    claim.ty == ClaimType::Deployed && words_of(&claim.quote).any(|w| matches!(w.as_str(), "production" | "prod"))
}

/// The call names another environment than production.
fn elsewhere(op: &Op) -> bool {
    const OTHERS: &[&str] = &["staging", "stage", "sandbox", "preview", "qa", "uat", "dev", "development"];
    let words: Vec<String> = words_of(&op.command).collect();
    words.iter().any(|w| OTHERS.contains(&w.as_str())) && !words.iter().any(|w| w.starts_with("prod"))
}

fn words_of(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase)
}

fn speaks_by(op: &Op, medium: &str) -> bool {
    let text = format!("{} {} {}", op.tool, op.command, op.targets.join(" ")).to_lowercase();
    text.contains(medium) || (medium == "mail" && text.contains("smtp"))
}

/// Writing a configuration or manifest enables or configures what it names.
fn configures(op: &Op) -> bool {
    const ENDS: &[&str] = &[
        ".json", ".toml", ".yaml", ".yml", ".ini", ".cfg", ".conf", ".env", "rc", ".lock", ".txt", ".gradle", ".xml", ".mod",
        ".nix", ".ts", ".js", ".mjs",
    ];
    op.targets.iter().any(|p| ENDS.iter().any(|e| p.ends_with(e)))
}

/// The claim names one object by a telling name (a package, a host), and the calls name others.
fn names_other(kind: &[&Op], claim: &Claim) -> bool {
    let Some(t) = claim.target.as_deref() else { return false };
    claim.ty == ClaimType::Installed && !t.contains(' ') && !kind.is_empty() && kind.iter().all(|o| !o.targets.is_empty())
}

/// No such call: a look at the state, or a program that may have done it.
fn weaker<'s>(view: View<'s>, claim: &Claim, found: Finding<'s>) -> Finding<'s> {
    if !matches!(found.reason, Reason::NoMatchingCall | Reason::WrongTarget) {
        return found;
    }
    if let Some(look) = looked_at(view, claim) {
        return Finding::on(Reason::Backed, look, format!("{} shows it", name(look)));
    }
    let Some(t) = claim.target.as_deref() else { return by_any_call(view, found) };
    let sees = |o: &Op| {
        matches!(
            o.kind,
            OpKind::ServiceRead
                | OpKind::Http
                | OpKind::Run
                | OpKind::UnknownTask
                | OpKind::CiRead
                | OpKind::Push
                | OpKind::Commit
                | OpKind::Check(_)
        )
    };
    let hit =
        view.latest(sees).find(|o| view.outcome(o).ended() && (mentions(&o.command, t) || mentions(view.result_text(o), t)));
    match hit {
        Some(op) if op.kind == OpKind::Http && op.outcome == Outcome::Failed => {
            Finding::on(Reason::ResultSaysOtherwise, op, format!("{} shows another state", name(op)))
        }
        Some(op) if op.outcome == Outcome::Failed => found,
        Some(op) if claim.ty == ClaimType::Deployed && matches!(op.kind, OpKind::Push | OpKind::Commit | OpKind::Check(_)) => {
            found
        }
        Some(op) => Finding::on(Reason::Backed, op, format!("{} shows it", name(op))),
        None => found,
    }
}

/// A state of a service that a look in this turn shows, whoever brought it about.
fn looked_at<'s>(view: View<'s>, claim: &Claim) -> Option<&'s Op> {
    if claim.ty != ClaimType::Deployed || !claim.detail.state {
        return None;
    }
    let q = claim.quote.to_lowercase();
    let runs = ["is up", "running", "healthy", "responds", "reachable"].iter().any(|w| q.contains(w));
    let start = view.turn_start();
    let last = view.latest(|o| matches!(o.kind, OpKind::ServiceRead | OpKind::Http)).find(|o| view.outcome(o).ended())?;
    (runs && last.at >= start && last.outcome == Outcome::Passed).then_some(last)
}

/// A claim without object is backed by a program whose name fits nothing else only where it may have done it.
fn by_any_call<'s>(view: View<'s>, found: Finding<'s>) -> Finding<'s> {
    let start = view.turn_start();
    match view.latest(|o| matches!(o.kind, OpKind::UnknownTask)).find(|o| o.at >= start && view.outcome(o).ended()) {
        Some(op) => Finding::on(Reason::UnknownRunner, op, format!("{} may have done it", name(op))),
        None => found,
    }
}
