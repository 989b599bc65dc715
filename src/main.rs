//! The `sayso` command.

use sayso::detector::{Detector, RecordDetector};
use std::io::Write;

/// Walking skeleton: `sayso PATHS…` prints one JSON row a claim.
fn main() -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let dump = std::env::var_os("SAYSO_DUMP").is_some();
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        let Some(kind) = sayso::transcript::detect::detect(&bytes[..bytes.len().min(65536)]) else {
            continue;
        };
        for s in sayso::transcript::read(kind, &bytes) {
            if dump {
                for (i, e) in s.events.iter().enumerate() {
                    writeln!(out, "{i} L{} a{} {:?}", e.line, e.agent, e.kind)?;
                }
            }
            for j in RecordDetector.judge(&s) {
                let row = serde_json::json!({"path": path, "line": j.line, "step": j.step, "type": j.claim.ty.name(), "target": j.claim.target, "quote": j.claim.quote, "verdict": j.verdict().name(), "reason": j.reason.name(), "explanation": j.explanation});
                writeln!(out, "{row}")?;
            }
        }
    }
    Ok(())
}
