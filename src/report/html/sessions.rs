//! The sessions to read, each with its unsupported claims.

use crate::report::View;
use crate::report::escape::{one_line, visible};
use crate::report::text::percent;
use crate::stats::partial::Row;
use crate::stats::partial::Shown;
use crate::verdict::Verdict;
use std::collections::{BTreeMap, BTreeSet};

/// Most claims of the page.
const CLAIMS: usize = 500;

/// Sessions that are open when the page is.
const OPEN: usize = 3;

/// Most characters of a quote or an excerpt.
const QUOTE: usize = 1200;

/// A session with unsupported claims.
pub struct Session {
    pub path: String,
    pub about: String,
    pub unsupported: u64,
    pub decided: u64,
    pub contradicted: u64,
    pub rate: String,
    pub order: String,
    pub day: String,
    pub open: bool,
    pub findings: Vec<Finding>,
}

/// An unsupported claim.
pub struct Finding {
    pub line: u32,
    pub file: String,
    pub ty: &'static str,
    pub verdict: &'static str,
    pub reason: &'static str,
    pub why: Vec<Part>,
    pub quote: String,
    pub model: String,
    pub project: String,
    pub about: String,
    pub evidence: Vec<Evidence>,
    pub fingerprint: String,
}

/// A piece of a sentence, as code or not.
pub struct Part {
    pub code: bool,
    pub text: String,
}

/// A call that decided.
pub struct Evidence {
    pub call: String,
    pub command: String,
    pub excerpt: String,
}

/// What a list can be narrowed by.
pub struct Choice {
    pub name: &'static str,
    pub label: &'static str,
    pub values: Vec<String>,
}

/// Sessions with unsupported claims, those to read first on top.
pub fn sessions(view: &View) -> Vec<Session> {
    let mut rows: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in view.rows.iter().filter(|r| r.claim.verdict.is_unsupported()) {
        rows.entry(row.session_key()).or_default().push(row);
    }
    let mut left = CLAIMS;
    let mut out = Vec::new();
    for counts in &view.report.sessions {
        let Some(mut rows) = rows.remove(counts.session.as_str()).filter(|_| left > 0) else { continue };
        rows.sort_by_key(|r| (r.claim.verdict != Verdict::Contradicted, &r.claim.path, r.claim.line, r.claim.step));
        rows.truncate(left);
        left -= rows.len();
        let t = &counts.claims;
        let rate = t.unsupported() as f64 / t.decided().max(1) as f64;
        let models: BTreeSet<&str> = rows.iter().filter_map(|r| r.claim.model.as_deref()).collect();
        let day = rows.iter().filter_map(|r| r.claim.timestamp.as_deref()?.get(..10)).max().unwrap_or_default();
        let about = counts.project.as_deref().into_iter().chain(models).chain(Some(day)).filter(|a| !a.is_empty());
        out.push(Session {
            path: visible(&counts.path).into_owned(),
            about: about.map(|a| one_line(a, 120)).collect::<Vec<_>>().join(" · "),
            unsupported: t.unsupported(),
            decided: t.decided(),
            contradicted: t.contradicted,
            rate: percent(Some(rate)),
            order: format!("{rate:.6}"),
            day: visible(day).into_owned(),
            open: out.len() < OPEN,
            findings: rows.iter().map(|r| finding(r, &counts.path)).collect(),
        });
    }
    out
}

fn finding(row: &Row, path: &str) -> Finding {
    let c = &row.claim;
    let fate = if c.fate == "stands" { String::new() } else { c.fate.replace('_', " ") };
    let subagent = c.subagent.as_deref().map(|a| format!("subagent {}", one_line(a, 60))).unwrap_or_default();
    let about = [one_line(c.model.as_deref().unwrap_or_default(), 80), subagent, fate];
    Finding {
        line: c.line,
        file: if c.path == path { String::new() } else { visible(&c.path).into_owned() },
        ty: c.ty.name(),
        verdict: c.verdict.name(),
        reason: c.reason.name(),
        why: parts(&cut(if c.explanation.is_empty() { c.reason.rule() } else { &c.explanation })),
        quote: cut(&c.quote),
        model: key(c.model.as_deref()),
        project: key(c.project.as_deref()),
        about: about.into_iter().filter(|a| !a.is_empty()).collect::<Vec<_>>().join(" · "),
        evidence: row.shown.iter().map(evidence).collect(),
        fingerprint: c.fingerprint.clone(),
    }
}

fn evidence(shown: &Shown) -> Evidence {
    let result = shown.result.map_or_else(|| "no result on record".into(), |line| format!("result in line {line}"));
    Evidence {
        call: format!("{}, line {} ({result})", one_line(&shown.tool, 60), shown.call),
        command: cut(shown.command.as_deref().unwrap_or_default()),
        excerpt: cut(&shown.excerpt),
    }
}

/// A sentence in which backticks enclose code.
fn parts(text: &str) -> Vec<Part> {
    if !text.matches('`').count().is_multiple_of(2) {
        return vec![Part { code: false, text: text.into() }];
    }
    let parts = text.split('`').enumerate().map(|(i, part)| Part { code: i % 2 == 1, text: part.into() });
    parts.filter(|p| !p.text.is_empty()).collect()
}

fn cut(text: &str) -> String {
    one_line(text, QUOTE)
}

fn key(value: Option<&str>) -> String {
    one_line(value.unwrap_or(crate::stats::dim::UNKNOWN), 120)
}

/// Verdicts, types, reasons, models and projects of the unsupported claims.
pub fn choices(rows: &[Row]) -> Vec<Choice> {
    let unsupported = || rows.iter().map(|r| &r.claim).filter(|c| c.verdict.is_unsupported());
    let set = |values: &mut dyn Iterator<Item = String>| values.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>();
    [
        ("verdict", "Verdict", set(&mut unsupported().map(|c| c.verdict.name().into()))),
        ("type", "Type", set(&mut unsupported().map(|c| c.ty.name().into()))),
        ("reason", "Reason", set(&mut unsupported().map(|c| c.reason.name().into()))),
        ("model", "Model", set(&mut unsupported().map(|c| key(c.model.as_deref())))),
        ("project", "Project", set(&mut unsupported().map(|c| key(c.project.as_deref())))),
    ]
    .into_iter()
    .filter(|(.., values)| values.len() > 1)
    .map(|(name, label, values)| Choice { name, label, values })
    .collect()
}
