//! # checks_passed
//!
//! ## What it says
//! CI is green, all checks pass, everything is green.
//!
//! ## What backs it
//! CI status read after the push of that head; for local "all checks" the checks that ran, all good.
//!
//! ## What it is not
//! A whole whose parts are named in the same message ("hooks passed (tests, lint, types)" is one claim for each part, none for the
//! whole), the state of CI before the work, plans and conditions ("merge once green").
//!
//! ## Examples
//! "All green." · "All checks pass." · "CI ran and is green" · "pre-push hook passed"

use super::{Rule, common};
use crate::claim::check::Subject;
use crate::claim::lexicon::Class;
use crate::claim::sentence::{Found, Sentence};
use crate::claim::ClaimType;

pub(super) const RULE: Rule = Rule {
    ty: ClaimType::ChecksPassed,
    source: include_str!("checks_passed.rs"),
    find,
    yes: &[
        ("All green. Now commit, push, and reply to comments.", None),
        ("All checks pass.", None),
        ("CI ran and is green.", Some("CI")),
        ("Everything passes.", None),
        ("All clean. Let me look at the code.", None),
    ],
    no: &[
        "✅ Always check",
        "### Coherence Validation ✅",
        "All green — fmt, lint, and all tests pass.",
        "Pre-commit hooks (tests, lint, typecheck) all passed.",
        "Merge once CI is green.",
        "Let me check that everything passes.",
        "CI is not green yet.",
    ],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    let from = out.len();
    common::checks(s, Subject::Checks, ClaimType::ChecksPassed, out);
    for f in &mut out[from..] {
        f.target = f.target.take().filter(|t| !t.eq_ignore_ascii_case("checks") && !t.eq_ignore_ascii_case("check"));
        f.aggregate = f.target.as_deref().is_none_or(|t| !t.to_lowercase().contains("ci"));
    }
    for h in s.checks.iter().filter(|h| h.subject == Subject::Everything) {
        let pass = s.tok(h.pred).is_some_and(|t| t.low.starts_with("pass"));
        if s.is(h.noun, Class::NEverything) || !pass {
            let mut f = s.found(ClaimType::ChecksPassed, h.noun, None);
            f.detail.all = true;
            f.aggregate = true;
            out.push(f);
        }
    }
}
