//! SARIF 2.1.0: one result an unsupported claim, one rule a reason.

use super::View;
use super::escape::{one_line, uri_path};
use crate::stats::ClaimRow;
use crate::stats::report::AcceptedClaim;
use crate::verdict::{Reason, Verdict};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Writes it.
pub fn render(view: &View, out: &mut dyn Write) -> io::Result<()> {
    let unsupported = view.rows.iter().filter(|r| r.claim.verdict.is_unsupported());
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
            "results": unsupported.map(|r| result(&r.claim)).chain(view.report.accepted.iter().map(suppressed)).collect::<Vec<_>>(),
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

/// An accepted finding: shown, and marked as one that somebody looked at.
fn suppressed(accepted: &AcceptedClaim) -> Value {
    let mut result = result(&accepted.claim);
    let until = accepted.accepted_until.as_deref().map(|d| format!(" (until {d})")).unwrap_or_default();
    let why = one_line(&format!("{}{until}", accepted.accepted_because), 400);
    result["suppressions"] = json!([{ "kind": "external", "justification": why }]);
    result
}

fn result(c: &ClaimRow) -> Value {
    json!({
        "ruleId": c.reason.name(),
        "level": level(c.verdict),
        "message": { "text": super::finding(c) },
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
