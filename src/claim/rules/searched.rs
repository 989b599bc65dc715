//! # searched
//!
//! ## What it says
//! A search found all, no other, nothing left.
//!
//! ## What backs it
//! Search calls whose scope covers the words; an empty result counts as a result.
//!
//! ## What it is not
//! Single findings ("X is used in a.rs"), plans ("let me search"), limits ("I did not search the docs").
//!
//! ## Examples
//! "No other references remain." · "The field isn't referenced anywhere" · "I went through the whole Downloads folder"

use super::{Rule, common};
use crate::claim::lexicon::{Class, ClassSet};
use crate::claim::sentence::{Found, Sentence};
use crate::claim::token::{Kind, Tok};
use crate::claim::ClaimType;

pub(super) const RULE: Rule = Rule {
    ty: ClaimType::Searched,
    source: include_str!("searched.rs"),
    find,
    yes: &[
        ("No other references remain.", None),
        ("The removed field isn't referenced anywhere.", Some("removed field")),
        ("There is no reference to Clerk anywhere under /src/metab.", Some("Clerk")),
        ("I searched the whole repository.", Some("whole repository")),
        ("No remaining usages of `foo` found.", Some("foo")),
        ("No markers remain in the second batch.", None),
        ("The stale guidance search is clean.", None),
        ("Those searches came back empty for the hook alignment.", Some("hook alignment")),
        ("A grep over the tree finds nothing.", None),
        ("Nothing was written in the last 90 minutes.", None),
        ("The file is gone; no requests were logged since 09:00.", None),
    ],
    no: &["Let me search for other usages.", "`foo` is used in models/a.py.", "I did not search the docs.", "If no references remain, delete it.", "The search is empty until the index is built.", "The search found three hits.", "The search box is empty.", "Nothing was changed."],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    if s.scene.foreign {
        return;
    }
    let place = |s: &Sentence<'_>, r| s.range(r).iter().any(|t| t.is(Class::NPlace));
    for a in common::own_acts(s).filter(|a| (a.is(Class::VSearch) || a.is(Class::VRead) && place(s, a.object)) && a.active()) {
        out.push(s.found(ClaimType::Searched, a.verb, s.name(a.object)));
    }
    came_back_empty(s, out);
    if let Some(i) = nothing_since(s) {
        out.push(s.found(ClaimType::Searched, i, None));
    }
    for i in (0..s.toks.len()).filter(|i| s.mood.says(*i)) {
        if s.is(i, Class::NoWord) && !s.is(i, Class::Gone) {
            no_hits(s, i, out);
        } else if s.is(i, Class::Neg) {
            nowhere(s, i, out);
        }
    }
}

/// "The search for old names is clean", "those searches came back empty", "a repo-wide grep finds nothing".
fn came_back_empty(s: &Sentence<'_>, out: &mut Vec<Found>) {
    let search = |t: &Tok<'_>| matches!(t.low.as_str(), "search" | "searches" | "grep" | "greps" | "scan" | "sweep" | "lookup" | "lookups");
    let empty = |t: &Tok<'_>| matches!(t.low.as_str(), "clean" | "empty" | "nothing" | "none" | "zero");
    let link = |t: &Tok<'_>| t.any(ClassSet::of(&[Class::Be, Class::Been])) || matches!(t.low.as_str(), "came" | "comes" | "returned" | "returns" | "found" | "finds" | "shows" | "showed" | "turned");
    for i in (0..s.toks.len()).filter(|i| search(&s.toks[*i]) && s.mood.says(*i)) {
        let (_, b) = s.clause(i);
        let e = (i + 1..b.min(i + 14)).find(|j| empty(&s.toks[*j]));
        let stative = |j: usize| s.toks[j].any(ClassSet::of(&[Class::Be, Class::Been]));
        let box_is = e.is_some_and(|e| s.toks[e].low == "empty" && stative(e - 1));
        let linked = !box_is && e.is_some_and(|e| (i + 1..e).rev().take(3).any(|j| link(&s.toks[j])) && s.mood.says(e));
        if let Some(e) = e.filter(|e| linked && (s.closes_phrase(*e) || s.is(*e + 1, Class::Other))) {
            let behind = s.tok(e + 1).filter(|t| t.low == "for").and_then(|_| s.name((e + 2, b)));
            let within = (i + 1..e).find(|j| s.toks[*j].low == "for").and_then(|j| s.name((j + 1, e)));
            out.push(s.found(ClaimType::Searched, i, behind.or(within)));
            return;
        }
    }
}

/// "no (other) references (to X) (anywhere, remain, found)".
fn no_hits(s: &Sentence<'_>, i: usize, out: &mut Vec<Found>) {
    let found = |j: usize| (j + 1..(j + 4).min(s.toks.len())).any(|k| s.is(k, Class::Anywhere) && s.closes_clause(k));
    if let Some(j) = (i + 1..(i + 3).min(s.toks.len())).find(|j| matches!(s.toks[*j].kind, Kind::Code | Kind::Path) || s.is(*j, Class::NFileList))
        && found(j) {
            out.push(s.found(ClaimType::Searched, i, Some(s.toks[j].text.trim().to_owned()).filter(|_| !s.is(j, Class::NFileList))));
            return;
        }
    let Some(n) = (i + 1..(i + 5).min(s.toks.len())).find(|j| s.is(*j, Class::NHit)) else { return };
    let whole = s.range((i, n)).iter().any(|t| t.is(Class::Other));
    let (_, end) = crate::claim::mood::segment(&s.toks, n);
    let anywhere = (n + 1..end).any(|j| s.is(j, Class::Anywhere) || s.is(j, Class::Full) || s.is(j, Class::All));
    if whole || anywhere {
        let target = s.tok(n + 1).filter(|t| t.is(Class::Into) || t.is(Class::Prep)).and_then(|_| s.name((n + 2, end)));
        out.push(s.found(ClaimType::Searched, i, target));
    }
}

/// "nothing was written in the last 90 minutes", "no requests were logged since 09:00": what a look at a span of time found.
fn nothing_since(s: &Sentence<'_>) -> Option<usize> {
    let found = |t: &str| matches!(t, "written" | "logged" | "recorded" | "received" | "found" | "saved" | "downloaded" | "created" | "modified" | "changed" | "sent" | "matched");
    let i = (0..s.toks.len()).find(|i| s.is(*i, Class::NoWord) && s.mood.says(*i) && s.opens_clause(*i))?;
    let v = (i + 1..(i + 6).min(s.toks.len())).find(|j| found(&s.toks[*j].low) && s.toks[j - 1].any(ClassSet::of(&[Class::Be, Class::Been])))?;
    let rest = s.range((v + 1, (v + 5).min(s.toks.len())));
    let span = rest.windows(2).any(|w| matches!(w[0].low.as_str(), "last" | "past") || matches!(w[0].low.as_str(), "since" | "after") && w[1].text.starts_with(|c: char| c.is_ascii_digit()));
    span.then_some(i)
}

/// "isn't referenced anywhere".
fn nowhere(s: &Sentence<'_>, i: usize, out: &mut Vec<Found>) {
    let used = |t: &str| matches!(t, "referenced" | "used" | "mentioned" | "called" | "imported" | "needed");
    let Some(v) = (i + 1..(i + 4).min(s.toks.len())).find(|j| used(s.toks[*j].low.as_str())) else { return };
    let skip = ClassSet::of(&[Class::Adv]);
    let next = (v + 1..s.toks.len()).find(|j| !s.toks[*j].any(skip));
    if next.is_some_and(|j| s.toks[j].low == "anywhere" || s.toks[j].low == "elsewhere") {
        let (a, _) = s.clause(i);
        out.push(s.found(ClaimType::Searched, i, s.name((a, i))));
    }
}
