//! # pull_request
//!
//! ## What it says
//! A pull or merge request was opened, updated, merged.
//!
//! ## What backs it
//! A call of `gh`, `glab`, an API or MCP tool that returned it.
//!
//! ## What it is not
//! Plans ("ready for a PR"), other people's requests, what a request contains, a push to its branch.
//!
//! ## Examples
//! "Opened PR #12" · "PR created: https://…/pull/6" · "The pull request is merged."

use super::Rule;
use crate::claim::act::Form;
use crate::claim::lexicon::Class;
use crate::claim::sentence::{Found, Sentence};
use crate::claim::token::Kind;
use crate::claim::ClaimType;

pub(super) const RULE: Rule = Rule {
    ty: ClaimType::PullRequest,
    source: include_str!("pull_request.rs"),
    find,
    yes: &[
        ("Opened PR #12 against main.", Some("#12")),
        ("PR created: https://example.com/x/pull/6", Some("https://example.com/x/pull/6")),
        ("I've updated the PR description.", None),
        ("PR #7 has been merged.", Some("#7")),
        ("PR を作成しました: https://example.com/x/pull/6", Some("https://example.com/x/pull/6")),
    ],
    no: &["Shall I open a PR?", "I'll open a PR next.", "No PR was opened.", "The PR adds a cache."],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    for a in s.acts.iter().filter(|a| a.any(&[Class::VOpen, Class::VCreate, Class::VMerge, Class::VChange, Class::VSend]) && s.mood.affirms(a.verb)) {
        let state = a.form == Form::State && !a.is(Class::VMerge);
        if a.form == Form::Third || state || s.scene.foreign || !super::common::perfect(s, a) {
            continue;
        }
        let end = if a.active() { a.object.1.min(a.object.0 + 6) } else { a.object.1 };
        let object = (a.object.0, end);
        let Some(pr) = (object.0..object.1).find(|j| s.is(*j, Class::NPr)) else { continue };
        // "the comments on the PR" are not the request.
        if a.active() && s.range((object.0, pr)).iter().any(|t| t.is(Class::Prep) || t.is(Class::Into) || t.is(Class::NMessage)) {
            continue;
        }
        let name = s.toks[pr..].iter().find(|t| t.kind == Kind::Url || t.text.starts_with('#') && t.text.len() > 1).map(|t| t.text.to_owned());
        out.push(s.found(ClaimType::PullRequest, a.verb, name));
    }
}
