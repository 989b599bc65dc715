//! Which claims count: filters, breakdowns and accepted findings, for every subcommand that reports.

use crate::claim::ClaimType;
use crate::stats::accept::Accepted;
use crate::stats::build::Options;
use crate::stats::dim::Dim;
use crate::stats::settle::Filter;
use crate::verdict::{Fate, Reason};
use jiff::Timestamp;
use std::path::PathBuf;

/// Filters and breakdowns.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Which claims")]
pub struct Select {
    /// Not before this time: a date (UTC) or RFC 3339
    #[arg(long, value_name = "TIME", value_parser = time)]
    since: Option<Timestamp>,
    /// Before this time
    #[arg(long, value_name = "TIME", value_parser = time)]
    until: Option<Timestamp>,
    /// Only projects whose path contains this (may be given several times)
    #[arg(long, value_name = "TEXT")]
    project: Vec<String>,
    /// Only models whose name contains this (may be given several times)
    #[arg(long, value_name = "TEXT")]
    model: Vec<String>,
    /// Leave out claims of these types, A,B,… (`sayso explain` lists them)
    #[arg(long, value_name = "TYPE", value_delimiter = ',', value_parser = claim_type)]
    ignore_type: Vec<ClaimType>,
    /// Leave out claims with these reasons, A,B,… (`sayso explain` lists them)
    #[arg(long, value_name = "REASON", value_delimiter = ',', value_parser = reason)]
    ignore_reason: Vec<Reason>,
    /// Leave out claims by what became of them later: stands, later_backed, retracted, repeats
    #[arg(long, value_name = "FATE", value_delimiter = ',', value_parser = fate)]
    ignore_fate: Vec<Fate>,
    /// Break down by one or two of type, reason, source, project, model, agent_version, week, month, agent
    #[arg(long, value_name = "A[,B]", value_delimiter = ',', value_parser = dimension)]
    by: Vec<Dim>,
    /// How many sessions with unsupported claims are listed, worst first
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// Findings that somebody accepted, by fingerprint (TOML): counted apart
    #[arg(long, value_name = "FILE")]
    accept: Option<PathBuf>,
}

impl Select {
    /// The filter.
    pub fn filter(&self) -> Filter {
        Filter {
            since: self.since,
            until: self.until,
            projects: self.project.clone(),
            models: self.model.clone(),
            ignored_reasons: self.ignore_reason.clone(),
            types_off: self.ignore_type.clone(),
            fates_off: self.ignore_fate.iter().map(|f| f.name().to_owned()).collect(),
        }
    }

    /// What the report shows.
    pub fn options(&self) -> anyhow::Result<Options> {
        anyhow::ensure!(self.by.len() <= 2, "--by takes one or two properties, not {}", self.by.len());
        if let [a, b] = self.by[..] {
            anyhow::ensure!(a != b, "--by names {} twice; name two properties, or it once", a.name());
        }
        if let (Some(since), Some(until)) = (self.since, self.until) {
            anyhow::ensure!(since < until, "--since {since} is not before --until {until}; nothing lies between them");
        }
        Ok(Options { by: self.by.clone(), top: self.top })
    }

    /// Accepted findings as they hold today.
    pub fn accepted(&self) -> anyhow::Result<Accepted> {
        let Some(path) = &self.accept else { return Ok(Accepted::default()) };
        let name = crate::walk::shown(path);
        let text = crate::walk::read::text_beside(path, "accepted findings, a TOML file")?;
        let today = Timestamp::now().to_string();
        Accepted::parse(&text, today.get(..10).unwrap_or_default()).map_err(|e| anyhow::anyhow!("{name}: {e}"))
    }
}

fn time(text: &str) -> Result<Timestamp, String> {
    let whole = if text.len() == 10 { format!("{text}T00:00:00Z") } else { text.to_owned() };
    whole.parse().map_err(|_| "write a date like 2026-11-30 or a time like 2026-11-30T12:00:00Z".into())
}

/// Reads the name of one of several things; the error lists them.
fn named<T: Copy>(text: &str, all: &[T], name: impl Fn(T) -> &'static str) -> Result<T, String> {
    all.iter().copied().find(|t| name(*t) == text).ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(|t| name(*t)).collect();
        format!("known are: {}", known.join(", "))
    })
}

/// Reads a claim type.
pub fn claim_type(text: &str) -> Result<ClaimType, String> {
    named(text, ClaimType::ALL, ClaimType::name)
}

fn reason(text: &str) -> Result<Reason, String> {
    named(text, Reason::ALL, Reason::name)
}

fn dimension(text: &str) -> Result<Dim, String> {
    named(text, Dim::ALL, Dim::name)
}

fn fate(text: &str) -> Result<Fate, String> {
    named(text, &[Fate::Stands, Fate::LaterBacked, Fate::Retracted, Fate::Repeats], Fate::name)
}
