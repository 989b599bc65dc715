//! # typecheck_clean
//!
//! ## What it says
//! The types check.
//!
//! ## What backs it
//! The type checker's call; a compile of a statically typed language backs it.
//!
//! ## What it is not
//! Hedges ("should typecheck now"), reports of errors ("tsc reports one error"), the noun alone ("TypeScript error").
//!
//! ## Examples
//! "Typecheck passes." · "typecheck ✓" · "mypy reports no issues in 14 files" · "lint and typecheck are clean"

use super::{Rule, common};
use crate::claim::check::Subject;
use crate::claim::sentence::{Found, Sentence};
use crate::claim::ClaimType;

pub(super) const RULE: Rule = Rule {
    ty: ClaimType::TypecheckClean,
    source: include_str!("typecheck_clean.rs"),
    find,
    yes: &[
        ("Typecheck passes.", None),
        ("1290 tests ✓, lint ✓, typecheck ✓", None),
        ("mypy reports no issues in 14 files", Some("mypy")),
        ("All 1274 tests pass, lint and typecheck are clean.", None),
        ("Type check and lint are fine.", None),
        ("All type errors are resolved.", None),
        ("No lint errors, no type errors.", None),
        ("All remaining TypeScript errors have been fixed.", None),
    ],
    no: &["The code should typecheck now.", "tsc reports one error in src/app.ts.", "Now the typecheck.", "Not yet: the type check does not pass.", "Fixed a TypeScript error.", "Fixed two type errors.", "There are type errors left.", "# Thai Green Curry\n\n- [Types of Curries](https://example.com/types)"],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    common::checks(s, Subject::Types, ClaimType::TypecheckClean, out);
    common::none_left(s, Subject::Types, ClaimType::TypecheckClean, out);
}
