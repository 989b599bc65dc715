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
use crate::claim::token::{Kind, Tok};
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
        ("The diff is limited to `conf/app.toml`.", Some("conf/app.toml")),
        ("The diff is scoped to the skill docs.", Some("skill docs")),
        ("The working tree only contains the intended source and test edits.", Some("intended source and test edits")),
        ("All finished, and no code changes were made.", None),
        ("I made no changes.", None),
        ("I did not modify any files.", None),
        ("I haven't changed any code.", None),
        ("No files were modified.", None),
        ("I only touched `a.ts`.", Some("a.ts")),
        ("I left everything else untouched.", None),
    ],
    no: &["Only the tests will change.", "I'll make no changes.", "If nothing changed, the hook exits.", "Updated the parser.", "Kept the API unchanged.", "I did not change the default.", "The effect is limited to Windows.", "The diff contains the rename.", "I won't modify any files."],
};

const TOUCH: ClassSet = ClassSet::of(&[Class::VChange, Class::VAdd, Class::VCreate, Class::VDelete]);

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    if s.scene.foreign {
        return;
    }
    confined(s, out);
    left_alone(s, out);
    untouched(s, out);
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
    let joined = i > 0 && (s.toks[i - 1].kind == Kind::Comma || s.is(i - 1, Class::And));
    let active = i > 0 && s.toks[i - 1].low == "made" && s.toks[..i].iter().any(|t| t.is(Class::Subj));
    if made && (s.opens_clause(i) || joined) || active {
        let target = verb.filter(|_| scoped).and_then(|v| s.name((v + 2, s.toks.len())));
        out.push(s.found(ClaimType::NoChanges, i, target));
    }
}

const DIFF: &[&str] = &["diff", "worktree", "checkout", "changeset", "tree", "commit", "change", "edit", "changes", "edits"];

/// "The diff is limited to X", "the working tree only contains the intended edits".
fn confined(s: &Sentence<'_>, out: &mut Vec<Found>) {
    for i in (0..s.toks.len()).filter(|i| DIFF.contains(&s.toks[*i].low.as_str()) && s.mood.affirms(*i)) {
        let skip = |j: &usize| s.toks[*j].any(ClassSet::of(&[Class::Be, Class::Been, Class::Now, Class::Only])) || matches!(s.toks[*j].low.as_str(), "still" | "all" | "both");
        let Some(v) = (i + 1..s.toks.len()).find(|j| !skip(j)) else { continue };
        let only = s.range((i + 1, v + 2)).iter().any(|t| t.is(Class::Only));
        let bound = matches!(s.toks[v].low.as_str(), "limited" | "scoped" | "confined" | "restricted" | "isolated") && s.tok(v + 1).is_some_and(|t| t.low == "to");
        let holds = only && matches!(s.toks[v].low.as_str(), "contains" | "contain" | "shows" | "includes" | "has");
        let head = (s.clause(i).0..i).all(|j| !s.toks[j].any(crate::claim::act::VERBS) && !s.toks[j].is(Class::Prep));
        if (bound || holds) && head && s.mood.affirms(v) {
            let mut f = s.found(ClaimType::NoChanges, v, s.name((v + 2 - usize::from(holds && !s.is(v + 1, Class::Only)), s.clause(v).1)));
            f.detail.only = f.target.iter().cloned().collect();
            out.push(f);
            return;
        }
    }
}

/// "I only touched X", "I left everything else untouched".
fn left_alone(s: &Sentence<'_>, out: &mut Vec<Found>) {
    for i in (1..s.toks.len()).filter(|i| s.toks[..*i].iter().rev().take(3).any(|t| t.is(Class::Subj))) {
        let low = |j: usize| s.tok(j).map_or("", |t| t.low.as_str());
        if low(i) == "only" && low(i + 1) == "touched" && s.mood.affirms(i + 1) {
            let mut f = s.found(ClaimType::NoChanges, i + 1, s.name((i + 2, s.clause(i).1)));
            f.detail.only = f.target.iter().cloned().collect();
            out.push(f);
        }
        let rest = matches!(low(i + 1), "everything" | "all") && matches!(low(i + 2), "else" | "other");
        if low(i) == "left" && rest && (i + 3..i + 7).any(|j| matches!(low(j), "untouched" | "unchanged" | "alone" | "as-is" | "intact")) {
            out.push(s.found(ClaimType::NoChanges, i, None));
        }
    }
}

/// "I did not modify any code", "no files were changed", "I haven't touched the tests".
fn untouched(s: &Sentence<'_>, out: &mut Vec<Found>) {
    let touch = |t: &Tok<'_>| {
        matches!(t.low.as_str(), "modify" | "modified" | "edit" | "edited" | "touch" | "touched" | "change" | "changed" | "alter" | "altered")
    };
    let whole = |t: &Tok<'_>| matches!(t.low.as_str(), "anything" | "code" | "files" | "file" | "source" | "sources") || t.is(Class::NFileList);
    for i in (0..s.toks.len()).filter(|i| s.mood.says(*i)) {
        if s.is(i, Class::Neg) && s.toks[..i].iter().rev().take(2).any(|t| t.is(Class::Subj)) {
            let v = (i + 1..(i + 4).min(s.toks.len())).find(|j| touch(&s.toks[*j]));
            let end = v.map(|v| (v + 1..s.toks.len()).find(|j| s.toks[*j].is_boundary() || s.toks[*j].kind == Kind::Comma).unwrap_or(s.toks.len()));
            if let (Some(v), Some(end)) = (v, end)
                && s.range((v + 1, end)).iter().take(5).any(whole)
            {
                out.push(s.found(ClaimType::NoChanges, v, None));
                return;
            }
        } else if s.is(i, Class::NoWord) && s.opens_clause(i) {
            let n = (i + 1..(i + 4).min(s.toks.len())).find(|j| matches!(s.toks[*j].low.as_str(), "files" | "file" | "code"));
            let v = n.and_then(|n| (n + 1..(n + 4).min(s.toks.len())).find(|j| touch(&s.toks[*j]) && s.is(*j - 1, Class::Been)));
            if let Some(v) = v {
                out.push(s.found(ClaimType::NoChanges, v, None));
                return;
            }
        }
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
