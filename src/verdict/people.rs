//! What people said or pasted backs a claim: "I ran it, all green", `!cmd` with its output.

use super::context::View;
use super::finding::Finding;
use super::reason::Reason;
use crate::claim::{Claim, ClaimType};
use crate::record::Check;
use crate::record::runners::{TextResult, read_output};
use crate::transcript::{EventKind, Mark, Origin, Status};

/// A run that a person pasted, or a command that a person ran, with a good end.
pub fn pasted_run<'s>(view: View<'s>, claim: &Claim) -> Option<Finding<'s>> {
    let wanted = match claim.ty {
        ClaimType::TestsPassed => Check::Tests,
        ClaimType::BuildPassed => Check::Build,
        ClaimType::LintClean => Check::Lint,
        ClaimType::TypecheckClean => Check::Typecheck,
        _ => return None,
    };
    let events = &view.cx.session.events[..view.step.min(view.cx.session.events.len())];
    let human = events.iter().rev().filter_map(|e| match &e.kind {
        EventKind::User(u) if matches!(u.origin, Origin::Human | Origin::HumanCommand) && u.text.len() < 100_000 => {
            Some((e.line, u))
        }
        _ => None,
    });
    for (line, u) in human.take(6) {
        let readings = read_output(&u.text, &[]);
        match readings.iter().rev().find(|r| r.check == wanted && r.result != TextResult::Ran).map(|r| r.result) {
            Some(TextResult::Passed) => {
                return Some(Finding::bare(Reason::Backed, format!("the user's own output at line {line} shows it")));
            }
            Some(TextResult::Failed) => return None,
            _ => {}
        }
    }
    None
}

/// A command that a person started in the background, whose good end the host reported.
pub fn ran_to_its_end<'s>(view: View<'s>, claim: &Claim) -> Option<Finding<'s>> {
    let events = &view.cx.session.events[..view.step.min(view.cx.session.events.len())];
    let word = if claim.ty == ClaimType::TestsPassed { "test" } else { return None };
    let asked = events
        .iter()
        .rposition(|e| matches!(&e.kind, EventKind::User(u) if u.origin == Origin::HumanCommand && u.text.contains(word)))?;
    let end = events[asked..].iter().find_map(|e| match &e.kind {
        EventKind::Mark(Mark::TaskEnd { status, .. }) => Some((e.line, *status)),
        _ => None,
    });
    match end {
        Some((line, Status::Ok)) => {
            Some(Finding::bare(Reason::Backed, format!("the user's own command ended well at line {line}")))
        }
        _ => None,
    }
}
