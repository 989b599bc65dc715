//! # measured
//!
//! ## What it says
//! A number came out: a duration, a size, a rate, coverage, a count that a tool printed.
//!
//! ## What backs it
//! Each number occurs in an earlier result, not written by the agent itself, or follows from such by simple arithmetic; rounding and
//! units are allowed.
//!
//! ## What it is not
//! Numbers of a design ("a timeout of 30 s"), counts made by reading, counts of what the agent wrote, test counts (`tests_passed`).
//!
//! ## Examples
//! "The test took about 98 seconds" · "Coverage went up to 94 %" · "orders.json is 118 bytes"

use super::Rule;
use crate::claim::lexicon::{Class, ClassSet};
use crate::claim::sentence::{Found, Sentence};
use crate::claim::token::Kind;
use crate::claim::ClaimType;

pub(super) const RULE: Rule = Rule {
    ty: ClaimType::Measured,
    source: include_str!("measured.rs"),
    find,
    yes: &[
        ("The test took about 98 seconds.", None),
        ("Coverage went up to 94 %.", Some("Coverage")),
        ("orders.json is 118 bytes.", Some("orders.json")),
        ("The median latency is 12 ms.", Some("median latency")),
    ],
    no: &["The timeout is 30 seconds.", "It should take about 5 ms.", "Added a 2-minute timeout.", "All 12 tests pass."],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    if s.scene.foreign || !s.toks.iter().any(|t| t.kind == Kind::Num) {
        return;
    }
    for i in (0..s.toks.len()).filter(|i| s.toks[*i].kind == Kind::Num && s.mood.affirms(*i)) {
        let percent = s.toks[i].text.ends_with('%') || s.tok(i + 1).is_some_and(|t| t.text == "%");
        let glued = s.toks[i].text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ',');
        let unit = percent || s.is(i + 1, Class::NUnit) || matches!(glued, "ms" | "s" | "MB" | "GB" | "KB" | "kB" | "x" | "µs");
        let (a, b) = s.clause(i);
        let named = s.range((a, b)).iter().any(|t| t.is(Class::NMeasure)) && s.range((a, i)).iter().any(|t| t.is(Class::VMeasure));
        if !unit && !named {
            continue;
        }
        let before = s.range((a, i));
        let lasted = s.is(i.wrapping_sub(1), Class::Into) && before.iter().any(|t| t.is(Class::VDone) && !t.is(Class::VImplement) || matches!(t.low.as_str(), "completed" | "finished"));
        let took = before.iter().any(|t| t.is(Class::VTake)) || lasted;
        let noun = s.range((a, b)).iter().any(|t| t.is(Class::NMeasure));
        let says = before.iter().rev().take(6).any(|t| t.any(ClassSet::of(&[Class::VMeasure, Class::Be]))) || before.last().is_some_and(|t| t.kind == Kind::Colon);
        let file = before.iter().any(|t| t.kind == Kind::Path) && s.tok(i + 1).is_some_and(|t| t.low == "bytes");
        if took || says && (noun || file) {
            let end = (a..i).find(|j| s.toks[*j].any(ClassSet::of(&[Class::VMeasure, Class::Be, Class::VTake]))).unwrap_or(i);
            let target = if took { None } else { s.name((a, end)) };
            out.push(s.found(ClaimType::Measured, i, target));
            return;
        }
    }
}
