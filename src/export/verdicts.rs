//! The audit of an export against the audit of its source.

use crate::detector::{Detector, RecordDetector};
use crate::transcript::{self, SourceKind};
use std::collections::BTreeMap;

/// A claim whose verdict or reason differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// Physical line of the claim.
    pub line: u32,
    /// Step of the claim.
    pub step: usize,
    /// Claim type, verdict and reason in the source, or nothing.
    pub before: String,
    /// The same in the export.
    pub after: String,
}

/// Position of a claim: session in the file, line, step, and which of several there.
type Position = (usize, u32, usize, usize);

/// Audits both, and tells how many claims were compared and which differ.
pub fn compare(source: SourceKind, before: &[u8], after: &[u8]) -> (u64, Vec<Changed>) {
    if before == after {
        return (judge(source, before).len() as u64, Vec::new());
    }
    differences(&judge(source, before), &judge(source, after))
}

fn differences(before: &BTreeMap<Position, String>, after: &BTreeMap<Position, String>) -> (u64, Vec<Changed>) {
    let mut changed = Vec::new();
    let all: std::collections::BTreeSet<&Position> = before.keys().chain(after.keys()).collect();
    for at in &all {
        let (a, b) = (before.get(*at), after.get(*at));
        if a != b {
            let told = |v: Option<&String>| v.cloned().unwrap_or_else(|| "no claim".to_owned());
            changed.push(Changed { line: at.1, step: at.2, before: told(a), after: told(b) });
        }
    }
    (all.len() as u64, changed)
}

/// Every claim of a file: its type, verdict and reason by position.
fn judge(source: SourceKind, bytes: &[u8]) -> BTreeMap<Position, String> {
    let mut out = BTreeMap::new();
    for (i, session) in transcript::read(source, bytes).iter().enumerate() {
        for j in RecordDetector.judge(session) {
            let n = out.range((i, j.line, j.step, 0)..=(i, j.line, j.step, usize::MAX)).count();
            let told = format!("{} {} ({})", j.claim.ty.name(), j.verdict().name(), j.reason.name());
            out.insert((i, j.line, j.step, n), told);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_that_differs_is_told_with_its_position() {
        let before = BTreeMap::from([((0, 3, 1, 0), "committed evidenced (backed)".to_owned()), ((0, 9, 4, 0), "x".to_owned())]);
        let mut after = before.clone();
        assert_eq!(differences(&before, &after), (2, vec![]));
        after.remove(&(0, 3, 1, 0));
        let (n, changed) = differences(&before, &after);
        assert_eq!((n, changed.len(), changed[0].line, changed[0].after.as_str()), (2, 1, 3, "no claim"));
    }
}
