//! Claim rows as JSON lines or CSV.

use super::escape;
use crate::stats::ClaimRow;
use std::io::{self, Write};

/// One JSON object a line.
pub fn jsonl<'a>(rows: impl IntoIterator<Item = &'a ClaimRow>, out: &mut dyn Write) -> io::Result<()> {
    for row in rows {
        // JSON escapes control characters itself; bidirectional marks survive, as they must for a quote to be found again.
        serde_json::to_writer(&mut *out, row)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// CSV with a heading, one row a claim.
pub fn csv<'a>(rows: impl IntoIterator<Item = &'a ClaimRow>, out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(COLUMNS)?;
    for row in rows {
        csv.write_record(cells(row).iter().map(|cell| escape::csv_cell(cell)))?;
    }
    csv.flush()
}

const COLUMNS: [&str; 19] = [
    "path",
    "source",
    "session",
    "project",
    "model",
    "agent_version",
    "timestamp",
    "subagent",
    "line",
    "step",
    "type",
    "target",
    "quote",
    "verdict",
    "reason",
    "evidence",
    "explanation",
    "fate",
    "fingerprint",
];

fn cells(row: &ClaimRow) -> [String; 19] {
    let text = |t: &Option<String>| t.clone().unwrap_or_default();
    [
        row.path.clone(),
        row.source.name().into(),
        text(&row.session),
        text(&row.project),
        text(&row.model),
        text(&row.agent_version),
        text(&row.timestamp),
        text(&row.subagent),
        row.line.to_string(),
        row.step.to_string(),
        row.ty.name().into(),
        text(&row.target),
        row.quote.clone(),
        row.verdict.name().into(),
        row.reason.name().into(),
        row.evidence.iter().map(u32::to_string).collect::<Vec<_>>().join(" "),
        row.explanation.clone(),
        row.fate.clone(),
        row.fingerprint.clone(),
    ]
}
