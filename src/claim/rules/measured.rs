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
        ("The linear probe gives a max residual of 3.1e-05.", Some("max residual")),
        ("Measured ratios a/b are 0.71 and 1.7.", Some("ratios a/b")),
        ("The index has been rebuilt with 48,210 documents.", Some("documents")),
        ("Import complete: 512 rows.", Some("rows")),
        ("It found 3 errors, 12 warnings in 48 files.", Some("3 errors")),
        ("It is still running, at step 80 of 900.", None),
        ("Response time dropped from 300 ms to 40 ms.", Some("Response time")),
    ],
    no: &["The timeout is 30 seconds.", "It should take about 5 ms.", "Added a 2-minute timeout.", "All 12 tests pass.", "Seed the table with 500 rows.", "It handles up to 500 rows.", "Processed 3 of 4 review comments."],
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
        if !unit && !named && !progress(s, i) {
            continue;
        }
        let before = s.range((a, i));
        let lasted = s.is(i.wrapping_sub(1), Class::Into) && before.iter().any(|t| t.is(Class::VDone) && !t.is(Class::VImplement) || matches!(t.low.as_str(), "completed" | "finished"));
        let took = before.iter().any(|t| t.is(Class::VTake)) || lasted;
        let noun = s.range((a, b)).iter().any(|t| t.is(Class::NMeasure));
        let says = before.iter().rev().take(6).any(|t| t.any(ClassSet::of(&[Class::VMeasure, Class::Be]))) || before.last().is_some_and(|t| t.kind == Kind::Colon);
        let file = before.iter().any(|t| t.kind == Kind::Path) && s.tok(i + 1).is_some_and(|t| t.low == "bytes");
        let counted = counted(s, a, i);
        if took || says && (noun || file) || counted || errors_found(s, a, i) || progress(s, i) {
            let target = if took || progress(s, i) {
                None
            } else if counted {
                s.tok(i + 1).map(|t| t.low.as_str().to_owned())
            } else {
                measured_thing(s, a, i)
            };
            out.push(s.found(ClaimType::Measured, i, target));
            return;
        }
    }
}

/// What the number is of: the measure named before it ("gives a max residual of"), else the subject.
fn measured_thing(s: &Sentence<'_>, a: usize, i: usize) -> Option<String> {
    let links = ClassSet::of(&[Class::VMeasure, Class::Be, Class::VTake]);
    let verb = (a..i).rev().find(|j| s.toks[*j].any(links));
    let after = verb.map(|v| (v + 1, i)).filter(|r| s.range(*r).iter().any(|t| t.is(Class::NMeasure)));
    if let Some(name) = after.and_then(|r| s.name(r)) {
        return Some(name);
    }
    let from = (a..i).find(|j| !s.toks[*j].is(Class::VMeasure)).unwrap_or(a);
    s.name((from, verb.filter(|v| *v > from).unwrap_or(i)))
}

/// Things that a program counts, which an agent does not write itself.
fn is_stock(low: &str) -> bool {
    matches!(low, "documents" | "rows" | "records" | "entries" | "points" | "tokens" | "vectors" | "events" | "users" | "orders")
}

/// "The index has been rebuilt with 48,210 documents", "import complete: 512 rows".
fn counted(s: &Sentence<'_>, a: usize, i: usize) -> bool {
    let stock = s.tok(i + 1).is_some_and(|t| is_stock(&t.low));
    let linked = i > 0 && (s.toks[i - 1].kind == Kind::Colon || matches!(s.toks[i - 1].low.as_str(), "with" | "to"));
    let from = if i > 0 && s.toks[i - 1].kind == Kind::Colon { 0 } else { a };
    let ended = |low: &str| matches!(low, "rebuilt" | "indexed" | "imported" | "exported" | "loaded" | "migrated" | "processed" | "backfilled" | "complete" | "completed" | "finished" | "done");
    stock && linked && s.range((from, i)).iter().any(|t| ended(&t.low))
}

/// "found 0 errors, 12 warnings in 48 files", where no check is said to be clean.
fn errors_found(s: &Sentence<'_>, a: usize, i: usize) -> bool {
    let noun = |t: &crate::claim::token::Tok<'_>| matches!(t.low.as_str(), "errors" | "warnings" | "problems" | "violations");
    let says = s.range((a, i)).iter().any(|t| matches!(t.low.as_str(), "found" | "reported" | "reports" | "counted"));
    let several = s.toks.windows(2).filter(|w| w[0].kind == Kind::Num && noun(&w[1])).count() > 1;
    says && several && s.checks.is_empty() && s.tok(i + 1).is_some_and(noun)
}

/// "at step 80 of 900", "at 3000 of 52114".
fn progress(s: &Sentence<'_>, i: usize) -> bool {
    let number = |j: usize| s.tok(j).is_some_and(|t| t.kind == Kind::Num && t.text.bytes().all(|b| b.is_ascii_digit() || b == b','));
    let at = i > 0 && (s.toks[i - 1].low == "at" || i > 1 && s.toks[i - 2].low == "at" && matches!(s.toks[i - 1].low.as_str(), "step" | "row" | "record" | "epoch" | "iteration" | "batch" | "document"));
    at && number(i) && s.tok(i + 1).is_some_and(|t| t.low == "of") && number(i + 2) && s.checks.is_empty()
}
