//! # build_passed
//!
//! ## What it says
//! It builds, it compiles.
//!
//! ## What backs it
//! A build or compile call that succeeded, on that target, after the last relevant change; a test run that had to compile the same
//! target backs "compiles" too.
//!
//! ## What it is not
//! Plans ("now build it"), purposes ("so it compiles"), descriptions ("the script builds the image", "compiles to JavaScript"),
//! the noun alone ("the build step").
//!
//! ## Examples
//! "Build passes." · "Compiles fine." · "The package now builds successfully on linux" · "Build CLI | ✅ PASS"

use super::{Rule, common};
use crate::claim::check::Subject;
use crate::claim::sentence::{Found, Sentence};
use crate::claim::ClaimType;

pub(super) const RULE: Rule = Rule {
    ty: ClaimType::BuildPassed,
    source: include_str!("build_passed.rs"),
    find,
    yes: &[
        ("Build passes.", None),
        ("Compiles fine. Now the tests.", None),
        ("The package now builds successfully on:", Some("package")),
        ("**Build succeeds** ✅", None),
        ("`npm run build` (passes; known warnings only)", Some("npm run build")),
        ("| Build CLI | ✅ PASS |", Some("Build CLI")),
        ("Everything compiles cleanly.", None),
    ],
    no: &[
        "Consistent builds across machines.",
        "All heavy work (git operations, builds) happens elsewhere.",
        "Now let me build it.",
        "The script builds the image and pushes it.",
        "I changed the signature so it compiles.",
        "The build fails with TS2307.",
        "The `watch` command will fail to compile.",
        "Let me verify it builds for both Unix and Windows.",
    ],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    common::checks(s, Subject::Build, ClaimType::BuildPassed, out);
    for f in out.iter_mut().filter(|f| f.ty == ClaimType::BuildPassed) {
        // A verb has its subject before it: "the package builds".
        if let Some(h) = s.checks.iter().find(|h| h.noun == f.at && h.noun == h.pred) {
            let whole = s.range(h.phrase).iter().any(|t| t.is(crate::claim::lexicon::Class::NEverything) || t.is(crate::claim::lexicon::Class::Pronoun));
            f.target = s.name(h.phrase).filter(|_| !whole);
        }
    }
}
