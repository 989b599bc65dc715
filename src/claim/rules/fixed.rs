//! # fixed
//!
//! ## What it says
//! A bug or a failure is fixed, resolved; what failed works now (no file named).
//!
//! ## What backs it
//! An edit, then a reproduction or a test of it that passed after the edit.
//!
//! ## What it is not
//! A named file that was fixed (`file_updated`), the edit alone ("fix applied", a comment, a setting or
//! a merge conflict put right: `done`), headings ("what was fixed:"), the adjective
//! ("a fixed name"), fixes of others.
//!
//! ## Examples
//! "Fixed." · "Fixed the integration tests by adding a helper" · "The race condition has been resolved" · "no longer crashes"

use super::{Rule, common};
use crate::claim::act::Form;
use crate::claim::lexicon::{Class, ClassSet};
use crate::claim::sentence::{Found, Sentence};
use crate::claim::token::Kind;
use crate::claim::ClaimType;

pub(super) const RULE: Rule = Rule {
    ty: ClaimType::Fixed,
    source: include_str!("fixed.rs"),
    find,
    yes: &[
        ("Fixed.", None),
        ("Fixed the comment parser.", Some("comment parser")),
        ("Fixed the configuration loader crash.", Some("configuration loader crash")),
        ("Fixed TypeScript errors from the duplicate interfaces.", Some("TypeScript errors")),
        ("Fixed the integration tests by adding a helper.", Some("integration tests")),
        ("I've fixed the Gemini token usage bug.", Some("Gemini token usage bug")),
        ("The race condition has been resolved.", Some("race condition")),
        ("The import no longer crashes.", Some("import")),
        ("The crash no longer occurs.", Some("crash")),
        ("The error is gone.", Some("error")),
        ("The login flow now works.", Some("login flow")),
        ("It works now.", None),
        ("The fix works. Looking at the output:", None),
    ],
    no: &[
        "Let me fix the lint issues.",
        "Fixed the typo in the heading.",
        "Both merge conflicts have been resolved.",
        "Fixed lint configuration.",
        "Issue #5 fixed.",
        "Fixed the type annotations.",
        "`commit()` is **already fixed** by our commits",
        "Summary of what was fixed:",
        "The log file name is fixed, so it can be listed.",
        "Issues Fixed: 0",
        "Let me check that it works now.",
        "The old field is gone.",
        "This is how the parser now works.",
        "**4. Corrected wave schedule**",
        "Review addressed — tests now derive from the constant.",
        "| Metric | Before (Bug) | After (Fixed) |\n|---|---|---|",
        "That was already fixed in #123.",
        "The bug is not fixed yet.",
    ],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    if s.scene.foreign || s.scene.folded {
        return;
    }
    for a in s.acts.iter().filter(|a| a.is(Class::VFix) && s.mood.affirms(a.verb) && a.form != Form::Third) {
        let label = s.scene.label && s.toks.iter().all(|t| !t.is_content() || t.bold || s.scene.kind != crate::claim::block::BlockKind::Para) && s.toks.last().is_some_and(|t| t.kind == Kind::Colon);
        let state_ok = a.form != Form::State || s.closes_clause(a.verb) && s.range(a.object).iter().any(|t| t.is(Class::NBug) || t.is(Class::All) || t.is(Class::Both));
        let places = s.scene.label && s.toks.len() >= 2 && s.toks[s.toks.len() - 2].is(Class::Into);
        let heading = matches!(s.scene.kind, crate::claim::block::BlockKind::Heading(_)) && a.form == Form::Final;
        let question = s.range(a.object).iter().any(|t| t.is(Class::Rel));
        if label || places || heading || !state_ok || question || !common::perfect(s, a) || !common::not_by_other(s, a) || s.scene.file.is_some() && a.active() && !s.closes_clause(a.verb) {
            continue;
        }
        if s.tok(a.verb + 1).is_some_and(|t| t.kind == Kind::Close) || common::mends_text(s, a) || common::elaborates(s, a) {
            continue;
        }
        // "Review comments addressed": work on them.
        let bug = s.range((a.object.0.min(a.verb), a.rest.1)).iter().any(|t| t.is(Class::NBug));
        if s.tok(a.verb).is_some_and(|t| t.low == "addressed") && !bug {
            continue;
        }
        // "**4. Corrected schedule**" titles what follows.
        if s.scene.label && a.form == Form::Lead && s.tok(a.verb).is_some_and(|t| t.low == "corrected") && !s.is(a.verb + 1, Class::Det) {
            continue;
        }
        out.push(s.found(ClaimType::Fixed, a.verb, s.name(a.object)));
    }
    // "The fix works."
    for i in s.affirmed(Class::VWork).filter(|i| *i > 0 && matches!(s.toks[*i].low.as_str(), "works" | "working")) {
        let subject = (0..i).rev().find(|j| !s.toks[*j].any(ClassSet::of(&[Class::Be, Class::Adv, Class::Now])));
        let fix = subject.is_some_and(|j| matches!(s.toks[j].low.as_str(), "fix" | "fixes" | "workaround") && s.opens_clause(j.saturating_sub(1)));
        if fix && s.closes_phrase(i) {
            out.push(s.found(ClaimType::Fixed, i, None));
        }
    }
    // "The login flow now works.", "It works now."
    for i in s.affirmed(Class::VWork).filter(|i| *i > 0 && s.toks[*i].low == "works") {
        let (a, _) = s.clause(i);
        let now = s.is(i - 1, Class::Now) || s.is(i + 1, Class::Now);
        let subject = (a..i).any(|j| s.toks[j].is_content() && !s.toks[j].any(ClassSet::of(&[Class::Now, Class::Adv, Class::Rel])));
        let ends = s.closes_clause(i) && !s.toks[..i].iter().any(|t| t.is(Class::Rel));
        if now && subject && ends && out.iter().all(|f| f.ty != ClaimType::Fixed) {
            out.push(s.found(ClaimType::Fixed, i, s.name((a, i)).filter(|n| !n.eq_ignore_ascii_case("now"))));
        }
    }
    // "The error is gone.", "The crash no longer occurs."
    for i in (0..s.toks.len()).filter(|i| s.toks[*i].is(Class::Gone) && s.mood.says(*i)) {
        let (a, _) = s.clause(i);
        let bug = s.range((a, i)).iter().any(|t| t.any(ClassSet::of(&[Class::NBug, Class::Fail])));
        let gone = s.toks[i].low != "no" && s.closes_clause(s.phrase_end(i, ClassSet::of(&[Class::Gone])));
        let occurs = s.toks[i].low == "no" && s.tok(i + 2).is_some_and(|t| matches!(t.low.as_str(), "occurs" | "occur" | "happens" | "happen" | "appears" | "appear" | "reproduces" | "shows"));
        let checked = (a..i).any(|j| crate::claim::check::subject_of(&s.toks, j).is_some());
        if bug && !checked && (gone || occurs) && s.opens_clause(a) {
            out.push(s.found(ClaimType::Fixed, i, s.name((a, i))));
        }
    }
    // "no longer crashes"
    for i in (0..s.toks.len()).filter(|i| s.toks[*i].is(Class::Gone) && s.toks[*i].low == "no" && s.mood.says(*i)) {
        let bad = s.tok(i + 2).is_some_and(|t| t.any(ClassSet::of(&[Class::Fail])) || matches!(t.low.as_str(), "crashes" | "hangs" | "throws" | "errors" | "leaks" | "flickers" | "deadlocks" | "panics" | "breaks"));
        if bad {
            let (a, _) = s.clause(i);
            out.push(s.found(ClaimType::Fixed, i, s.name((a, i))));
        }
    }
}
