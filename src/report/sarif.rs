//! SARIF 2.1.0: one result an unsupported claim, one rule a reason.

use super::View;
use super::escape::{one_line, uri_path};
use crate::stats::partial::Row;
use crate::verdict::{Reason, Verdict};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Writes it.
pub fn render(view: &View, out: &mut dyn Write) -> io::Result<()> {
    let log = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "sayso",
                "version": view.report.made.tool_version,
                "rules": Reason::ALL.iter().filter(|r| r.verdict().is_unsupported()).map(|r| rule(*r)).collect::<Vec<_>>(),
            }},
            "columnKind": "utf16CodeUnits",
            "results": view.rows.iter().filter(|r| r.claim.verdict.is_unsupported()).map(result).collect::<Vec<_>>(),
        }],
    });
    serde_json::to_writer_pretty(&mut *out, &log)?;
    out.write_all(b"\n")
}

fn level(verdict: Verdict) -> &'static str {
    if verdict == Verdict::Contradicted { "error" } else { "warning" }
}

fn rule(reason: Reason) -> Value {
    json!({
        "id": reason.name(),
        "shortDescription": { "text": reason.rule() },
        "help": { "text": reason.page() },
        "defaultConfiguration": { "level": level(reason.verdict()) },
    })
}

fn result(row: &Row) -> Value {
    let c = &row.claim;
    json!({
        "ruleId": c.reason.name(),
        "level": level(c.verdict),
        "message": { "text": super::finding(&row.claim) },
        "locations": [place(&c.path, c.line)],
        "relatedLocations": c.evidence.iter().map(|line| place(&c.path, *line)).collect::<Vec<_>>(),
        "partialFingerprints": { "sayso/v1": c.fingerprint },
        "properties": { "type": c.ty.name(), "verdict": c.verdict.name(), "quote": one_line(&c.quote, 400) },
    })
}

fn place(path: &str, line: u32) -> Value {
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri_path(path) },
        "region": { "startLine": line.max(1) },
    }})
}
