//! Rows of a table: a session, and the claims that are to be found in it with their reasons.

use crate::steps::{Step, claude, claude_child, claude_in};
use sayso::detector::{Detector, RecordDetector};
use sayso::transcript::{SourceKind, read};

/// One case of a row of the list.
pub struct Row {
    /// Number in the list, with a letter where it has several cases.
    pub label: &'static str,
    source: SourceKind,
    text: Vec<u8>,
    child: Option<String>,
    expected: &'static str,
}

/// A session of Claude Code. `expected` lists its claims as `type reason` or `type:target reason`, parted by `;`, and after them the fate
/// where it matters.
pub fn row(label: &'static str, expected: &'static str, steps: Vec<Step>) -> Row {
    text(label, expected, SourceKind::ClaudeCode, claude(&steps))
}

/// The same in another working directory.
pub fn row_in(cwd: &str, label: &'static str, expected: &'static str, steps: Vec<Step>) -> Row {
    text(label, expected, SourceKind::ClaudeCode, claude_in(cwd, &steps))
}

/// The same with the record of the subagent `a1`.
pub fn row_with(child: Vec<Step>, label: &'static str, expected: &'static str, steps: Vec<Step>) -> Row {
    Row { child: Some(claude_child(&child)), ..row(label, expected, steps) }
}

/// A session of any source, as its file stands.
pub fn text(label: &'static str, expected: &'static str, source: SourceKind, text: String) -> Row {
    Row { label, source, text: text.into_bytes(), child: None, expected }
}

/// A session in which the characters `@@` stand for bytes that are not UTF-8.
pub fn bytes(label: &'static str, expected: &'static str, steps: &[Step]) -> Row {
    let mut text = claude(steps).into_bytes();
    text.iter_mut().filter(|b| **b == b'@').for_each(|b| *b = 0xff);
    Row { label, source: SourceKind::ClaudeCode, text, child: None, expected }
}

impl Row {
    /// Claims found: type, target, reason, fate; sorted.
    fn found(&self) -> Vec<Found> {
        let mut sessions = read(self.source, &self.text);
        if let (Some(child), Some(main)) = (&self.child, sessions.first_mut()) {
            main.children.extend(read(self.source, child.as_bytes()));
        }
        let judged = sessions.iter().flat_map(|s| RecordDetector.judge(s));
        let mut found: Vec<Found> = judged
            .map(|j| Found {
                ty: j.claim.ty.name().into(),
                reason: j.reason.name().into(),
                fate: Some(j.fate.name().into()),
                target: Some(j.claim.target.unwrap_or_default()),
            })
            .collect();
        found.sort();
        found
    }

    fn wanted(&self) -> Vec<Found> {
        let one = |part: &str| {
            let mut words = part.split_whitespace();
            let (name, reason) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
            let (ty, target) = name.split_once(':').map_or((name, None), |(ty, target)| (ty, Some(target)));
            Found { ty: ty.into(), reason: reason.into(), fate: words.next().map(Into::into), target: target.map(Into::into) }
        };
        let mut wanted: Vec<Found> = self.expected.split(';').filter(|p| !p.trim().is_empty()).map(one).collect();
        wanted.sort();
        wanted
    }

    /// What is wrong with the row, if anything.
    fn fault(&self) -> Option<String> {
        let (wanted, found) = (self.wanted(), self.found());
        let same = wanted.len() == found.len() && wanted.iter().zip(&found).all(|(w, f)| w.matches(f));
        (!same).then(|| format!("row {}: expected {:?}, found {found:?}", self.label, self.expected))
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    ty: String,
    reason: String,
    fate: Option<String>,
    target: Option<String>,
}

impl Found {
    /// What is not said of the wanted one does not matter.
    fn matches(&self, found: &Found) -> bool {
        let open = |want: &Option<String>, is: &Option<String>| want.is_none() || want == is;
        self.ty == found.ty && self.reason == found.reason && open(&self.fate, &found.fate) && open(&self.target, &found.target)
    }
}

impl std::fmt::Debug for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let part = |p: &Option<String>| p.clone().unwrap_or_default();
        write!(f, "{}:{} {} {}", self.ty, part(&self.target), self.reason, part(&self.fate))
    }
}

/// Checks a table. Cases named in `open` are known to be wrong still, and must be: one that was mended is to be taken off that list.
pub fn check(rows: &[Row], open: &[(&str, &str)]) {
    let is_open = |r: &Row| open.iter().any(|(label, _)| *label == r.label);
    let mut faults: Vec<String> = rows.iter().filter(|r| !is_open(r)).filter_map(Row::fault).collect();
    let mended = rows.iter().filter(|r| is_open(r) && r.fault().is_none());
    faults.extend(mended.map(|r| format!("row {} holds now: take it off the list of open ones", r.label)));
    let unknown = open.iter().filter(|(label, _)| rows.iter().all(|r| r.label != *label));
    faults.extend(unknown.map(|(label, _)| format!("row {label} is called open, but is not in the table")));
    assert!(faults.is_empty(), "{} of {} rows\n{}", faults.len(), rows.len(), faults.join("\n"));
}

/// Numbers of the list that a table holds.
pub fn numbers(rows: &[Row]) -> Vec<u32> {
    rows.iter().filter_map(|r| r.label.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse().ok()).collect()
}
