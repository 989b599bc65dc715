//! # lint_clean
//!
//! ## What it says
//! A linter, formatter or vet is clean.
//!
//! ## What backs it
//! The linter's or formatter's call; silence with status 0 is success.
//!
//! ## What it is not
//! Plans ("now lint"), reports of issues ("3 lint issues"), work on lint ("fixed the lint issues": `fixed`), the noun alone.
//!
//! ## Examples
//! "Lint: clean." · "0 lint issues" · "linter is happy" · "`go vet` clean" · "fmt, lint, and test:ci all pass"

use super::{Rule, common};
use crate::claim::check::Subject;
use crate::claim::sentence::{Found, Sentence};
use crate::claim::ClaimType;

pub(super) const RULE: Rule = Rule {
    ty: ClaimType::LintClean,
    source: include_str!("lint_clean.rs"),
    find,
    yes: &[
        ("Lint: clean.", None),
        ("All tests pass and linting is clean.", None),
        ("No lint issues detected.", None),
        ("All tests pass and the linter is happy.", None),
        ("`go vet` clean", Some("go vet")),
        ("**Lint**: Clean (0 issues) ✓", None),
        ("clippy shows no warnings", Some("clippy")),
        ("ruff and mypy are clean", Some("ruff")),
        ("fmt, lint (0 issues), and test:ci all pass", None),
        ("All lint errors are fixed.", None),
        ("All clippy warnings are now resolved.", Some("clippy")),
        ("Build, lint, links, and Netlify have passed.", None),
    ],
    no: &[
        "Now lint.",
        "Let me fix the lint issues.",
        "Lint reports 3 issues.",
        "The linter found duplication between the two tests.",
        "Lint is not clean yet.",
        "I fixed all lint errors in the parser.",
        "Once all lint errors are fixed, push.",
        "Let me do one more lint pass.",
    ],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    common::checks(s, Subject::Lint, ClaimType::LintClean, out);
    common::none_left(s, Subject::Lint, ClaimType::LintClean, out);
}
