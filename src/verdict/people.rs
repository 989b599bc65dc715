//! What people said or pasted backs a claim: "I ran it, all green", `!cmd` with its output.

use super::context::View;
use super::finding::Finding;
use super::reason::Reason;
use crate::claim::{Claim, ClaimType};
use crate::record::Check;
use crate::record::runners::{TextResult, read_output};
use crate::transcript::{EventKind, Origin};

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
