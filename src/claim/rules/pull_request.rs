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
use crate::claim::act::{Act, Form};
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
        ("PR #7 is merged.", Some("#7")),
        ("Merged #12 into main.", Some("#12")),
        ("PR #7's body is updated. I'm refreshing the checks now.", Some("#7")),
        ("PR #9 is now merged into main.", Some("#9")),
        ("PR を作成しました: https://example.com/x/pull/6", Some("https://example.com/x/pull/6")),
    ],
    no: &["Shall I open a PR?", "I'll open a PR next.", "No PR was opened.", "The PR adds a cache.", "PR #15 is merged and its layout is in `main`.", "PR #21 is also merged, but the bug may remain.", "The bead is open: its PR merged into `stack-2`, not `main`."],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    for a in s.acts.iter().filter(|a| a.any(&[Class::VOpen, Class::VCreate, Class::VMerge, Class::VChange, Class::VSend]) && s.mood.affirms(a.verb)) {
        if a.form == Form::Third || found_so(s, a) || s.scene.foreign || !super::common::perfect(s, a) {
            continue;
        }
        let end = if a.active() { a.object.1.min(a.object.0 + 6) } else { a.object.1 };
        let object = (a.object.0, end);
        let numbered = |j: usize| a.is(Class::VMerge) && a.active() && j == object.0 && s.toks[j].text.strip_prefix('#').is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()));
        let Some(pr) = (object.0..object.1).find(|j| s.is(*j, Class::NPr) || numbered(*j)) else { continue };
        // "the comments on the PR" are not the request.
        if a.active() && s.range((object.0, pr)).iter().any(|t| t.is(Class::Prep) || t.is(Class::Into) || t.is(Class::NMessage)) {
            continue;
        }
        let name = s.toks[pr..].iter().find(|t| t.kind == Kind::Url || t.text.starts_with('#') && t.text.len() > 1).map(|t| t.text.trim_end_matches("'s").trim_end_matches("’s").to_owned());
        out.push(s.found(ClaimType::PullRequest, a.verb, name));
    }
}

/// "PR #12 is also merged", "PR #3 merged into the old branch, but …": what was found, not what was done.
fn found_so(s: &Sentence<'_>, a: &Act) -> bool {
    if !matches!(a.form, Form::State | Form::Final) {
        return false;
    }
    let had = s.range((a.object.1, a.verb)).iter().any(|t| t.is(Class::Have) || t.is(Class::Now) || t.is(Class::Been));
    let more = s.range((a.object.1, a.verb)).iter().any(|t| matches!(t.low.as_str(), "also" | "already" | "still"));
    let ends = s.tok(a.verb + 1).is_none_or(|t| matches!(t.kind, Kind::Stop | Kind::Colon | Kind::Dash | Kind::Url | Kind::Open | Kind::Cell));
    let merged = a.is(Class::VMerge);
    more || !merged && a.form == Form::State && !s.scene.moves_on || merged && !had && !(ends && s.opens_clause(a.object.0))
}
