//! # no_changes
//!
//! ## What it says
//! No changes were needed or made; only X was touched, nothing else.
//!
//! ## What backs it
//! No mutation, or none outside X, in the span of the session that it speaks of.
//!
//! ## What it is not
//! "Kept Y unchanged" (no claim), a part of the code that needs no change, what a tool leaves alone, plans.
//!
//! ## Examples
//! "No changes were needed." · "I only edited the parser." · "Updated `a.rs` only" · "Nothing else was touched."

use super::Rule;
use crate::claim::lexicon::{Class, ClassSet};
use crate::claim::sentence::{Found, Sentence};
use crate::claim::token::Kind;
use crate::claim::ClaimType;

pub(super) const RULE: Rule = Rule {
    ty: ClaimType::NoChanges,
    source: include_str!("no_changes.rs"),
    find,
    yes: &[
        ("No changes were needed.", None),
        ("No code changes made.", None),
        ("I only edited the parser.", Some("parser")),
        ("Nothing else was touched.", None),
        ("Only `a.rs` was changed.", Some("a.rs")),
    ],
    no: &["Only the tests will change.", "I'll make no changes.", "If nothing changed, the hook exits.", "Updated the parser.", "Kept the API unchanged."],
};

const TOUCH: ClassSet = ClassSet::of(&[Class::VChange, Class::VAdd, Class::VCreate, Class::VDelete]);

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    if s.scene.foreign {
        return;
    }
    for i in 0..s.toks.len() {
        let t = &s.toks[i];
        if !s.mood.says(i) {
            continue;
        }
        if t.is(Class::NoWord) && t.low != "nothing" {
            none_made(s, i, out);
        } else if t.is(Class::Nothing) && s.is(i + 1, Class::Other) && s.opens_clause(i) {
            if (i + 2..(i + 5).min(s.toks.len())).any(|j| s.toks[j].any(TOUCH) || s.toks[j].low == "touched") {
                out.push(s.found(ClaimType::NoChanges, i, None));
            }
        } else if t.is(Class::Only) && s.mood.affirms(i) {
            only(s, i, out);
        }
    }
}

/// "No (code) changes (were) made/needed/required".
fn none_made(s: &Sentence<'_>, i: usize, out: &mut Vec<Found>) {
    let Some(n) = (i + 1..(i + 5).min(s.toks.len())).find(|j| s.is(*j, Class::NChange) && !s.toks[*j].low.starts_with("refactor")) else { return };
    let skip = ClassSet::of(&[Class::Been, Class::Be, Class::Adv, Class::Now]);
    let verb = (n + 1..s.toks.len()).find(|j| !s.toks[*j].any(skip));
    let made = verb.is_some_and(|v| matches!(s.toks[v].low.as_str(), "made" | "needed" | "required" | "necessary"));
    // "No changes needed in X" limits itself to X.
    let scoped = verb.and_then(|v| s.tok(v + 1)).is_some_and(|t| t.is(Class::Into) || t.is(Class::Prep));
    if made && s.opens_clause(i) {
        let target = verb.filter(|_| scoped).and_then(|v| s.name((v + 2, s.toks.len())));
        out.push(s.found(ClaimType::NoChanges, i, target));
    }
}

/// "I only edited X", "only X was changed", "updated X only".
fn only(s: &Sentence<'_>, i: usize, out: &mut Vec<Found>) {
    let exempt = |f: &mut Found| f.detail.only = f.target.iter().cloned().collect();
    if let Some(a) = s.acts.iter().find(|a| a.cls.meets(TOUCH) && a.own() && s.mood.affirms(a.verb)) {
        let adverb = a.verb > 0 && i < a.verb && a.verb - i <= 2 && a.active() && s.toks[i].low != "just";
        let trailing = i > a.verb && s.closes_clause(i) && i < a.rest.1 + 1 && s.toks[i].low == "only";
        let fronted = !a.active() && i < a.verb && s.opens_clause(i) && a.is(Class::VChange);
        if adverb || trailing || fronted {
            let object = if fronted { (i + 1, a.object.1) } else { a.object };
            let mut f = s.found(ClaimType::NoChanges, i, s.name(object));
            exempt(&mut f);
            out.push(f);
        }
    } else if s.opens_clause(i) && s.toks[i].low == "only" {
        let end = (i + 1..s.toks.len()).find(|j| s.is(*j, Class::Been) || s.is(*j, Class::Be));
        if let Some(e) = end.filter(|e| s.tok(e + 1).is_some_and(|t| t.low == "touched" || t.kind == Kind::Word && t.any(TOUCH) && s.is(*e, Class::Been))) {
            let mut f = s.found(ClaimType::NoChanges, i, s.name((i + 1, e)));
            exempt(&mut f);
            out.push(f);
        }
    }
}
