//! # delegated
//!
//! ## What it says
//! Another agent implemented, fixed, confirmed or passed something.
//!
//! ## What backs it
//! The other agent's own record has the calls, or the agent that claims it checked again.
//!
//! ## What it is not
//! That an agent ended ("agent completed", "two agents done"), bad news from it ("the reviewer found an issue"), plans to start one,
//! the software's own agents.
//!
//! ## Examples
//! "A second agent confirmed that nothing else is missing" · "Spec review passed" · "The subagent implemented the parser"

use super::Rule;
use crate::claim::act::Form;
use crate::claim::lexicon::{Class, ClassSet};
use crate::claim::sentence::{Found, Sentence};
use crate::claim::ClaimType;

pub(super) const RULE: Rule = Rule {
    ty: ClaimType::Delegated,
    source: include_str!("delegated.rs"),
    find,
    yes: &[
        ("A second agent confirmed that nothing else is missing.", Some("second agent")),
        ("The subagent implemented the parser.", Some("subagent")),
        ("Spec review passed.", Some("Spec review")),
        ("The code reviewer found no issues.", Some("code reviewer")),
        ("The reviewer approved the change.", Some("reviewer")),
    ],
    no: &["Agent completed.", "The reviewer found an issue.", "Two agents done.", "I'll let a subagent implement it.", "The agent reports that all tables were compared."],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    if s.scene.foreign {
        return;
    }
    // "Task 1 passed both reviews".
    for i in s.affirmed(Class::OkPass) {
        let reviews = (i + 1..(i + 9).min(s.toks.len())).any(|j| matches!(s.toks[j].low.as_str(), "review" | "reviews"));
        let kind = |t: &crate::claim::token::Tok<'_>| t.is(Class::Both) || t.is(Class::NAgent) || t.low == "spec" || t.low == "code";
        if reviews && s.tok(i + 1).is_some_and(kind) {
            out.push(s.found(ClaimType::Delegated, i, s.name((s.clause(i).0, i))));
        }
    }
    for i in s.affirmed(Class::NAgent) {
        let last = s.phrase_end(i, ClassSet::of(&[Class::NAgent]));
        let skip = ClassSet::of(&[Class::Adv, Class::Now, Class::Have, Class::Been, Class::Be, Class::Both, Class::All]);
        let Some(p) = (last + 1..s.toks.len()).find(|j| !s.toks[*j].any(skip)) else { continue };
        let t = &s.toks[p];
        let passed = t.is(Class::OkPass) && s.tok(i).is_some_and(|t| t.low.contains("review") || s.tok(last).is_some_and(|l| l.low == "review")) && s.mood.affirms(p);
        let did = s.acts.iter().any(|a| a.verb == p && (a.form == Form::Third || a.form == Form::Final && s.is(p + 1, Class::Rel)) && a.any(&[Class::VImplement, Class::VVerify, Class::VFix, Class::VAdd, Class::VChange, Class::VCreate, Class::VRead]))
            && s.mood.affirms(p);
        let reviewer = s.tok(i).is_some_and(|t| t.low.contains("review")) || s.tok(last).is_some_and(|t| t.low.contains("review"));
        let reports = |j: usize| s.tok(j).is_some_and(|t| matches!(t.low.as_str(), "found" | "finds" | "reported" | "reports"));
        let nothing = (last + 1..last + 3).any(reports) && (p..(p + 6).min(s.toks.len())).any(|j| s.mood.is_none_of(j));
        let approved = matches!(t.low.as_str(), "approved" | "approves") && s.mood.affirms(p);
        if passed || did || reviewer && (nothing || approved) {
            let start = (0..i).rev().find(|j| !s.toks[*j].is_content() || s.toks[*j].any(ClassSet::of(&[Class::Det, Class::And, Class::Adv]))).map_or(0, |j| j + 1);
            let name = s.range((start, last + 1)).iter().map(|t| t.text).collect::<Vec<_>>().join(" ");
            out.push(s.found(ClaimType::Delegated, p, Some(name)));
        }
    }
}
