//! What a detector got wrong, one row a claim or label.

use super::matching::Pair;
use super::score::Scored;
use crate::report::escape::csv_cell;
use std::io::{self, Write};

const COLUMNS: [&str; 13] = [
    "detector",
    "transcript",
    "line",
    "type",
    "error",
    "label_verdict",
    "label_reason",
    "claim_verdict",
    "claim_reason",
    "label_target",
    "claim_target",
    "quote",
    "explanation",
];

/// The kind of error of a pair; none where label and claim agree.
fn error(pair: &Pair<'_>, near: bool) -> Option<&'static str> {
    match (pair.label, pair.call) {
        (Some(_), None) => Some("missed"),
        (None, Some(_)) if near => Some("near_miss"),
        (None, Some(_)) => Some("extra"),
        (Some(label), Some(call)) if label.verdict != call.verdict() => Some("verdict"),
        (Some(label), Some(call)) if label.reason != call.reason => Some("reason"),
        _ => None,
    }
}

/// Writes the errors of detectors as CSV; without `excerpts` nothing that stands in a transcript.
pub fn csv(scored: &[(&str, Vec<Scored<'_>>)], excerpts: bool, out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(COLUMNS)?;
    for (detector, scored) in scored {
        for one in scored {
            let mut rows: Vec<(u32, &'static str, &Pair<'_>, &'static str)> = Vec::new();
            for pair in &one.pairs {
                let line = pair.label.map(|l| l.line).or(pair.call.map(|c| c.line)).unwrap_or_default();
                let near = pair.call.is_some_and(|c| {
                    one.near_taken.iter().any(|(quote, at)| *at == c.line && super::matching::overlap(quote, &c.quote))
                });
                if let Some(error) = error(pair, near) {
                    rows.push((line, pair.ty().map_or("", |t| t.name()), pair, error));
                }
            }
            rows.sort_by_key(|(line, ty, _, _)| (*line, *ty));
            for (line, ty, pair, error) in rows {
                let mut cells =
                    vec![(*detector).to_owned(), one.transcript.to_owned(), line.to_string(), ty.to_owned(), error.to_owned()];
                cells.extend(cells_of(pair, excerpts));
                csv.write_record(cells.iter().map(|c| csv_cell(c)))?;
            }
        }
    }
    csv.flush()
}

fn cells_of(pair: &Pair<'_>, excerpts: bool) -> [String; 8] {
    let (label, call) = (pair.label, pair.call);
    let text = |t: Option<&str>| if excerpts { t.unwrap_or_default().to_owned() } else { String::new() };
    let name = |n: Option<&'static str>| n.unwrap_or_default().to_owned();
    [
        name(label.map(|l| l.verdict.name())),
        name(label.map(|l| l.reason.name())),
        name(call.map(|c| c.verdict().name())),
        name(call.map(|c| c.reason.name())),
        text(label.and_then(|l| l.target.as_deref())),
        text(call.and_then(|c| c.target.as_deref())),
        text(label.map(|l| &*l.quote).or(call.map(|c| &*c.quote))),
        text(call.map(|c| &*c.explanation)),
    ]
}
