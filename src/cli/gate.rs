//! The limits of a run in CI, and what the gate writes for the systems that read it.

use super::output::Target;
use super::select::claim_type;
use crate::claim::ClaimType;
use crate::report::gate::{self, Judgement, Limits};
use crate::report::{View, github, gitlab, junit, markdown, sarif};
use crate::stats::Report;
use crate::stats::compare::compare;
use crate::walk::read::{MAX_BYTES, beside};
use crate::walk::{plain_error, shown};
use anyhow::Context;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Limits, and files for CI systems.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Gate")]
pub struct Gate {
    /// Hold the run against the limits given: exit code 1 where one is exceeded
    #[arg(long)]
    ci: bool,
    /// Highest share of unsupported among decided claims, 0 to 1
    #[arg(long, value_name = "RATE", requires = "ci", value_parser = rate)]
    max_unsupported_rate: Option<f64>,
    /// Highest number of contradicted claims
    #[arg(long, value_name = "N", requires = "ci")]
    max_contradicted: Option<u64>,
    /// Highest share for a type of claim: tests_passed=0 (may be given several times)
    #[arg(long, value_name = "TYPE=RATE", requires = "ci", value_parser = type_rate)]
    max_rate: Vec<(ClaimType, f64)>,
    /// Lowest number of claims
    #[arg(long, value_name = "N", requires = "ci")]
    min_claims: Option<u64>,
    /// Fail where the rate is higher than in this report
    #[arg(long, value_name = "REPORT.json", requires = "ci", conflicts_with = "baseline")]
    no_worse_than: Option<PathBuf>,
    /// Fail on a rate only where it is above its limit with this confidence, e.g. 0.95
    #[arg(long, value_name = "SHARE", requires = "ci", value_parser = confidence)]
    confidence: Option<f64>,
    /// Show what changed since this report (made by --format json)
    #[arg(long, value_name = "REPORT.json")]
    baseline: Option<PathBuf>,
    /// Write JUnit XML to a file: one test case a claim
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write SARIF 2.1.0 to a file: one result an unsupported claim
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
    /// Write a GitLab code quality report to a file
    #[arg(long, value_name = "FILE")]
    gitlab: Option<PathBuf>,
}

fn share(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|r| (0.0..=1.0).contains(r)).ok_or_else(|| "write a share from 0 to 1, like 0.05".into())
}

fn rate(text: &str) -> Result<f64, String> {
    share(text)
}

fn confidence(text: &str) -> Result<f64, String> {
    share(text)?;
    text.parse().ok().filter(|c| *c > 0.0 && *c < 1.0).ok_or_else(|| "write a share between 0 and 1, like 0.95".into())
}

fn type_rate(text: &str) -> Result<(ClaimType, f64), String> {
    let (ty, max) = text.split_once('=').ok_or("write TYPE=RATE, like tests_passed=0")?;
    Ok((claim_type(ty)?, share(max)?))
}

/// A function that writes a file of a view.
type Render = fn(&View, &mut dyn Write) -> std::io::Result<()>;

/// Everything opened and read that the gate needs.
pub struct Ready<'a> {
    gate: &'a Gate,
    baseline: Option<Report>,
    files: Vec<(Target, Render)>,
}

impl Gate {
    /// Opens and reads.
    pub fn open(&self) -> anyhow::Result<Ready<'_>> {
        let baseline = self.baseline.as_deref().or(self.no_worse_than.as_deref()).map(read_report).transpose()?;
        let mut files: Vec<(Target, Render)> = Vec::new();
        for (path, render) in
            [(&self.junit, junit::render as Render), (&self.sarif, sarif::render), (&self.gitlab, gitlab::render)]
        {
            if let Some(path) = path {
                files.push((Target::open(path)?, render));
            }
        }
        Ok(Ready { gate: self, baseline, files })
    }

    /// The files to write that are named.
    pub fn outputs(&self) -> impl Iterator<Item = &Path> {
        [&self.junit, &self.sarif, &self.gitlab].into_iter().filter_map(|p| p.as_deref())
    }

    fn limits(&self) -> Limits {
        Limits {
            unsupported_rate: self.max_unsupported_rate,
            contradicted: self.max_contradicted,
            rates: self.max_rate.clone(),
            min_claims: self.min_claims,
            no_worse: self.no_worse_than.is_some(),
            confidence: self.confidence,
        }
    }
}

fn read_report(path: &Path) -> anyhow::Result<Report> {
    let name = shown(path);
    let what = "a report of `sayso scan --format json`";
    let text = beside(path, what, MAX_BYTES)?;
    serde_json::from_slice(&text)
        .map_err(|e| anyhow::anyhow!("{name}: line {}: not {what}: {}", e.line(), super::without_place(&e)))
}

impl Ready<'_> {
    /// Puts into the report what changed since the baseline.
    pub fn compare(&self, report: &mut Report) -> anyhow::Result<()> {
        if let Some(old) = &self.baseline {
            let comparison = compare(old, report).context("the baseline was made otherwise; make it again with this sayso")?;
            if !comparison.note.is_empty() {
                super::warn(&format!("baseline: {}", comparison.note));
            }
            report.comparison = Some(comparison);
        }
        Ok(())
    }

    /// Judges, and writes the files that were asked for; none where no gate was asked for.
    pub fn judge(self, view: &View) -> anyhow::Result<Option<Judgement>> {
        for (target, render) in self.files {
            target.write(|out| render(view, out))?;
        }
        if !self.gate.ci {
            return Ok(None);
        }
        let judgement = gate::judge(view, &self.gate.limits());
        if let Some(path) = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|p| !p.is_empty()) {
            let path = PathBuf::from(path);
            let append = || {
                let mut file = std::fs::OpenOptions::new().append(true).create(true).open(&path)?;
                markdown::summary(view, &judgement, &mut file)
            };
            append().map_err(|e| anyhow::anyhow!("$GITHUB_STEP_SUMMARY {}: {}", shown(&path), plain_error(&e)))?;
        }
        if std::env::var_os("GITHUB_ACTIONS").is_some_and(|v| v == "true") {
            github::annotations(&judgement, view, &mut std::io::stderr().lock())?;
        }
        Ok(Some(judgement))
    }
}
