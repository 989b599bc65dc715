//! GitLab code quality: one issue an unsupported claim.

use super::View;
use super::escape::visible;
use crate::verdict::Verdict;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Writes it.
pub fn render(view: &View, out: &mut dyn Write) -> io::Result<()> {
    let unsupported = view.rows.iter().filter(|r| r.claim.verdict.is_unsupported());
    let issues: Vec<Value> = unsupported
        .map(|row| {
            let c = &row.claim;
            json!({
                "description": super::finding(&row.claim),
                "check_name": format!("sayso/{}", c.reason.name()),
                "fingerprint": c.fingerprint,
                "severity": if c.verdict == Verdict::Contradicted { "major" } else { "minor" },
                "location": { "path": visible(&c.path), "lines": { "begin": c.line } },
            })
        })
        .collect();
    serde_json::to_writer_pretty(&mut *out, &issues)?;
    out.write_all(b"\n")
}
