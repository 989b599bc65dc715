//! # pushed
//!
//! ## What it says
//! Commits were pushed, the branch is up on the remote.
//!
//! ## What backs it
//! A `git push` that was accepted: its ref line, or status 0.
//!
//! ## What it is not
//! Plans ("then push"), what a workflow pushes, a deployment.
//!
//! ## Examples
//! "Pushed." · "Pushed to origin/main" · "Committed and pushed." · "Push succeeded"

use super::{Rule, common};
use crate::claim::act::Form;
use crate::claim::lexicon::{Class, ClassSet};
use crate::claim::sentence::{Found, Sentence};
use crate::claim::token::{Kind, Tok};
use crate::claim::{ClaimType, target};

pub(super) const RULE: Rule = Rule {
    ty: ClaimType::Pushed,
    source: include_str!("pushed.rs"),
    find,
    yes: &[
        ("Pushed successfully.", None),
        ("Done. Rebased our 2 commits on top, and pushed.", None),
        ("Pushed to origin/main.", Some("origin/main")),
        ("Push succeeded with build and typecheck passing!", None),
        ("✅ **Force pushed** the rebased branch", None),
        ("Those changes are already pushed.", None),
        ("The push to `origin/main` succeeded.", Some("origin/main")),
        ("`git push origin main` succeeded.", None),
        ("The tracker push completed.", None),
    ],
    no: &["Step 7: Force push the completed rebase", "Nothing has been pushed.", "Do you want me to push now?", "Once the tests pass, I will push the fix.", "The image is pushed by the workflow.", "Not pushed yet.", "The push to main failed.", "I found the docs: checkpoints are pushed to `wip/host` branches.", "`git push` was rejected.", "A push to `main` passes the token to the job."],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    for a in s.acts.iter().filter(|a| a.is(Class::VPush) && s.mood.affirms(a.verb) && a.form != Form::Third) {
        // "Checkpoints are pushed to `wip/…`" describes; "the branch is pushed" reports.
        let ours = ClassSet::of(&[Class::Det, Class::Pronoun, Class::All, Class::Both, Class::NChange, Class::NCommit, Class::NEverything, Class::Rel]);
        let described = a.form == Form::State && !s.range((a.object.0, a.verb)).iter().any(|t| t.any(ours) || t.kind == Kind::Code);
        if s.scene.foreign || described || !common::not_by_other(s, a) {
            continue;
        }
        out.push(s.found(ClaimType::Pushed, a.verb, remote(s, a.rest)));
    }
    // "Push succeeded", "the push went through".
    for i in (0..s.toks.len()).filter(|i| s.toks[*i].low == "push" && s.mood.affirms(*i)) {
        let small = |t: &Tok<'_>| t.any(ClassSet::of(&[Class::Adv, Class::Now, Class::Been, Class::Into, Class::Det, Class::Be])) || t.kind == Kind::Code || t.text.contains('/') || t.low == "main";
        let next = (i + 1..(i + 8).min(s.toks.len())).find(|j| !small(&s.toks[*j]));
        if next.is_some_and(|j| (s.is(j, Class::OkPass) && s.toks[j].low != "passes" || s.toks[j].low == "landed"
                    || matches!(s.toks[j].low.as_str(), "completed" | "finished") && s.closes_phrase(j)) && s.mood.affirms(j)) {
            out.push(s.found(ClaimType::Pushed, i, remote(s, (i + 1, s.toks.len()))));
        }
    }
    for i in common::commands_passed(s, "git push") {
        out.push(s.found(ClaimType::Pushed, i, None));
    }
}

fn remote(s: &Sentence<'_>, rest: (usize, usize)) -> Option<String> {
    let to = (rest.0..rest.1).find(|j| s.is(*j, Class::Into))?;
    let next = s.toks.get(to + 1..rest.1.max(to + 1))?.iter().find(|t| !t.is(Class::Det))?;
    let named = next.kind == Kind::Code || next.text.contains('/') || matches!(next.low.as_str(), "main" | "master" | "origin" | "develop" | "dev" | "remote" | "github");
    (named && !target::is_hash(next.text)).then(|| next.text.trim().to_owned())
}
