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
use crate::claim::lexicon::Class;
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
        ("I also ran `npm run build`, which passed.", Some("npm run build")),
        ("Parser and client have rebuilt; the shell is still going.", Some("Parser and client")),
        ("The core packages have now rebuilt.", Some("core packages")),
        ("Build, lint, typecheck, links, marketplace, and Netlify have passed.", None),
        ("Build, links and docs passed.", None),
    ],
    no: &[
        "Consistent builds across machines.",
        "All heavy work (git operations, builds) happens elsewhere.",
        "Now let me build it.",
        "The script builds the image and pushes it.",
        "I changed the signature so it compiles.",
        "The build fails with TS2307.",
        "The `watch` command will fail to compile.",
        "Packaging is in its final dependency build pass.",
        "One more build pass is needed.",
        "I have rebuilt the index from the logs.",
        "Let me verify it builds for both Unix and Windows.",
    ],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    common::checks(s, Subject::Build, ClaimType::BuildPassed, out);
    // "The packages have rebuilt": they did so themselves, without an error.
    for i in (1..s.toks.len()).filter(|i| s.toks[*i].low == "rebuilt" && s.mood.affirms(*i) && s.closes_phrase(*i)) {
        let have = (0..i).rev().find(|j| !s.toks[*j].is(Class::Adv)).filter(|j| s.is(*j, Class::Have));
        if let Some(j) = have.filter(|j| *j > 0 && !s.toks[..*j].iter().any(|t| t.is(Class::Subj)) && !s.scene.foreign) {
            let target = s.name((s.clause(i).0, j));
            out.push(s.found(ClaimType::BuildPassed, i, target));
        }
    }
    for f in out.iter_mut().filter(|f| f.ty == ClaimType::BuildPassed) {
        // A verb has its subject before it: "the package builds".
        if let Some(h) = s.checks.iter().find(|h| h.noun == f.at && h.noun == h.pred) {
            let whole = s.range(h.phrase).iter().any(|t| t.is(Class::NEverything) || t.is(Class::Pronoun));
            f.target = s.name(h.phrase).filter(|_| !whole);
        }
    }
}
