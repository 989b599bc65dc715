//! Reports: from finished counts and rows to bytes. Every format is a pure function; nothing here reads a file or a clock.

pub mod audit;
pub mod csv;
pub mod escape;
pub mod gate;
pub mod github;
pub mod gitlab;
mod grid;
pub mod html;
pub mod json;
pub mod junit;
pub mod markdown;
pub mod redact;
pub mod rows;
pub mod sarif;
pub mod schemas;
pub mod table;
pub mod text;

use crate::stats::compare::{Change, Comparison};
use crate::stats::partial::Row;
use crate::stats::{ClaimRow, Report};
use std::io::{self, Write};

/// What a format renders.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// Counts and rates.
    pub report: &'a Report,
    /// Every claim that counts, by path and position.
    pub rows: &'a [Row],
    /// How the terminal is.
    pub style: Style,
}

/// How the terminal is; formats other than the table do not look at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Colours are shown.
    pub colour: bool,
    /// Columns.
    pub width: u16,
}

impl Default for Style {
    fn default() -> Self {
        Style { colour: false, width: 120 }
    }
}

/// A way to write a report.
pub struct Format {
    /// The name that `--format` takes.
    pub name: &'static str,
    /// For the help text.
    pub about: &'static str,
    /// Writes it.
    pub render: fn(&View, &mut dyn Write) -> io::Result<()>,
}

/// Every format: one file and one line each.
pub static FORMATS: &[Format] = &[
    Format { name: "table", about: "for people, in a terminal", render: table::render },
    Format { name: "json", about: "the whole report; also what --baseline takes", render: json::render },
    Format { name: "csv", about: "rates of every breakdown, for spreadsheets", render: csv::render },
    Format { name: "html", about: "one self-contained page, with charts", render: html::render },
    Format { name: "markdown", about: "for issues, pull requests and job summaries", render: markdown::render },
    Format { name: "junit", about: "JUnit XML: one test case a claim", render: junit::render },
    Format { name: "sarif", about: "SARIF 2.1.0: one result an unsupported claim", render: sarif::render },
    Format { name: "gitlab", about: "GitLab code quality: one issue an unsupported claim", render: gitlab::render },
];

/// The format with this name.
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|f| f.name == name)
}

/// A finding in one sentence: what is claimed, and what the record says of it.
fn finding(c: &ClaimRow) -> String {
    let why = if c.explanation.is_empty() { c.reason.rule() } else { &c.explanation };
    let quote = escape::one_line(&c.quote, 200);
    format!("{} is {} ({}): \"{quote}\"; {}", c.ty.name(), c.verdict.name(), c.reason.name(), escape::one_line(why, 400))
}

/// What was dropped since it is held elsewhere, a line a cause.
fn dropped(report: &Report) -> Vec<String> {
    let d = &report.counts.dropped;
    let with = |n: u64, noun: &str| if n > 0 { format!(" ({})", text::counted(n, noun)) } else { String::new() };
    [
        (d.identical_files, "file", "with the same bytes as another", with(d.identical_records, "record")),
        (d.session_copies, "file", "that hold a shorter copy of a session", with(d.session_copy_records, "record")),
        (d.copied_records, "record", "that an older file holds too", with(d.copied_claims, "claim")),
        (
            if d.copied_records == 0 { d.copied_claims } else { 0 },
            "claim",
            "in records that an older file holds too",
            String::new(),
        ),
    ]
    .into_iter()
    .filter(|(n, ..)| *n > 0)
    .map(|(n, noun, what, more)| format!("{} {what}{more}", text::counted(n, noun)))
    .collect()
}

/// What the comparison comes to, in a sentence.
fn change_summary(comparison: &Comparison) -> String {
    let significant = comparison.groups.iter().filter(|c| c.is_significant()).count() as u64;
    let tested = comparison.groups.iter().filter(|c| c.p.is_some()).count() as u64;
    let told = match significant {
        0 => "No group changed more than chance would".to_owned(),
        n => format!("{} changed more than chance would", text::counted(n, "group")),
    };
    format!("{told}, of {} compared (p adjusted by Holm's method, at 0.05)", text::count(tested))
}

/// What changed, as cells: group, before, now, change, p, p adjusted. All claims first, then changes by p-value.
fn change_lines(comparison: &Comparison) -> Vec<[String; 6]> {
    let part = |(x, m): (u64, u64)| {
        let share = (m > 0).then(|| x as f64 / m as f64);
        format!("{} ({}/{})", text::percent(share), text::count(x), text::count(m))
    };
    let p = |p: Option<f64>| p.map_or_else(|| "–".into(), |p| if p < 0.001 { "< 0.001".into() } else { format!("{p:.3}") });
    let line = |c: &Change| {
        let name: Vec<String> = c.key.iter().map(|k| escape::one_line(k, 60)).collect();
        let group = match c.by.first() {
            Some(dim) => format!("{}: {}", dim.name(), name.join(" · ")),
            None => "all claims".into(),
        };
        let difference = c.difference.map_or_else(|| "–".into(), |d| format!("{:+.1} points", d * 100.0));
        [group, part(c.before), part(c.now), difference, p(c.p), p(c.p_adjusted)]
    };
    std::iter::once(&comparison.overall).chain(&comparison.groups).map(line).collect()
}
