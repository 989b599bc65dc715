//! What an export did: counts, never values.

use super::native::Done;
use super::verdicts::Changed;
use super::{Options, residual};
use crate::transcript::SourceKind;
use serde::Serialize;
use std::collections::BTreeMap;

/// The report of an export.
#[derive(Debug, Serialize)]
pub struct Report {
    /// Program and version.
    pub tool: String,
    /// Version of the rules: changes where a rule changes.
    pub ruleset: String,
    /// Profile.
    pub profile: &'static str,
    /// Format.
    pub format: &'static str,
    /// True where the files were written.
    pub written: bool,
    /// Values that were looked for everywhere.
    pub values: usize,
    /// Totals over all files.
    pub total: Counts,
    /// One entry a file.
    pub files: Vec<FileReport>,
    /// Why nothing was written.
    pub problems: Vec<Problem>,
}

/// What was replaced.
#[derive(Debug, Default, Clone, Serialize)]
pub struct Counts {
    /// Replacements by class.
    pub replaced: BTreeMap<String, u64>,
    /// Replacements by rule.
    pub rules: BTreeMap<String, u64>,
    /// Fields emptied, by kind.
    pub dropped: BTreeMap<String, u64>,
    /// Documented examples that were kept.
    pub allowed: u64,
    /// Verdicts compared.
    pub verdicts_compared: u64,
    /// Verdicts that differ.
    pub verdicts_changed: u64,
    /// Findings left in what was written.
    pub residual: u64,
}

/// What was done to one file.
#[derive(Debug, Serialize)]
pub struct FileReport {
    /// Its name, redacted.
    pub name: String,
    /// The name under which it was written, empty where it was not.
    pub written_as: String,
    /// What it was read as.
    pub source: &'static str,
    /// Replacements by class.
    pub replaced: BTreeMap<String, u64>,
    /// Replacements by rule.
    pub rules: BTreeMap<String, u64>,
    /// Fields emptied.
    pub dropped: BTreeMap<String, u64>,
    /// Documented examples that were kept.
    pub allowed: u64,
    /// Verdicts compared.
    pub verdicts_compared: u64,
    /// Verdicts that differ.
    pub verdicts_changed: u64,
}

/// Why an export is refused.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct Problem {
    /// File, under its redacted name.
    pub file: String,
    /// Physical line, from 1.
    pub line: u32,
    /// `residual`, `verdict` or `shape`.
    pub kind: &'static str,
    /// The rule that still finds something, or the verdicts.
    pub what: String,
}

impl Problem {
    /// A line that is no longer what it was.
    pub fn shape(file: &str, line: u32) -> Problem {
        Problem { file: file.to_owned(), line, kind: "shape", what: "the line has lost its shape".to_owned() }
    }

    /// A verdict that differs.
    pub fn verdict(file: &str, c: &Changed) -> Problem {
        Problem {
            file: file.to_owned(),
            line: c.line,
            kind: "verdict",
            what: format!("step {}: {} became {}", c.step, c.before, c.after),
        }
    }
}

impl residual::Residue {
    /// The problem that it is.
    pub fn problem(&self, file: &str) -> Problem {
        Problem { file: file.to_owned(), line: self.line, kind: "residual", what: self.rule.to_owned() }
    }
}

impl FileReport {
    /// A report from the counts of a file.
    pub fn new(name: &str, source: SourceKind, done: Done, allowed: u64) -> FileReport {
        let mut replaced: BTreeMap<String, u64> = BTreeMap::new();
        let mut rules: BTreeMap<String, u64> = BTreeMap::new();
        for ((class, rule), n) in done.edits {
            *replaced.entry(class.name().to_owned()).or_default() += n;
            *rules.entry(rule.to_owned()).or_default() += n;
        }
        FileReport {
            name: name.to_owned(),
            written_as: String::new(),
            source: source.name(),
            replaced,
            rules,
            dropped: done.dropped.into_iter().map(|(k, n)| (k.to_owned(), n)).collect(),
            allowed,
            verdicts_compared: 0,
            verdicts_changed: 0,
        }
    }
}

impl Report {
    /// An empty report.
    pub fn new(options: &Options, values: usize) -> Report {
        Report {
            tool: format!("sayso/{}", env!("CARGO_PKG_VERSION")),
            ruleset: crate::redact::ruleset_version(),
            profile: options.profile.name(),
            format: options.format.name(),
            written: false,
            values,
            total: Counts::default(),
            files: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// Adds up the files.
    pub fn total(&mut self) {
        let add = |to: &mut BTreeMap<String, u64>, from: &BTreeMap<String, u64>| {
            from.iter().for_each(|(k, n)| *to.entry(k.clone()).or_default() += n);
        };
        let mut t = Counts::default();
        for f in &self.files {
            add(&mut t.replaced, &f.replaced);
            add(&mut t.rules, &f.rules);
            add(&mut t.dropped, &f.dropped);
            t.allowed += f.allowed;
            t.verdicts_compared += f.verdicts_compared;
            t.verdicts_changed += f.verdicts_changed;
        }
        t.residual = self.problems.iter().filter(|p| p.kind == "residual").count() as u64;
        self.total = t;
    }

    /// True where the export must not be written.
    pub fn refused(&self, allow_verdict_change: bool) -> bool {
        self.problems.iter().any(|p| p.kind != "verdict" || !allow_verdict_change)
    }

    /// The report as JSON.
    pub fn json(&self) -> Vec<u8> {
        let mut out = serde_json::to_vec_pretty(self).unwrap_or_default();
        out.push(b'\n');
        out
    }
}
