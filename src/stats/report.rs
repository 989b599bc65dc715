//! The report: counts, and the rates that follow from them.

use super::compare::Comparison;
use super::dim::Dim;
use super::partial::Made;
use super::rows::{ClaimRow, FileRow};
use super::tally::{Clustered, Tally};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The form of reports.
pub const SCHEMA: &str = "sayso-report/1";

/// Rates with fewer decided claims than this say little: they are marked and never ranked before others.
pub const SMALL: u64 = 20;

/// A whole report. `made`, `counts`, `files`, `sessions`, `claims` hold integers and text; `rates` follows from them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// What it was made with.
    #[serde(flatten)]
    pub made: Made,
    /// Everything counted.
    pub counts: Counts,
    /// Rates with their intervals.
    pub rates: Rates,
    /// Files that were not audited, or in which something was wrong.
    pub files: Vec<FileRow>,
    /// Sessions with claims, those with most unsupported claims first.
    pub sessions: Vec<SessionCounts>,
    /// Unsupported claims of the first sessions.
    pub claims: Vec<ClaimRow>,
    /// Unsupported claims that somebody accepted.
    pub accepted: Vec<AcceptedClaim>,
    /// What changed since the report that `--baseline` names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
    /// Fingerprints in the accept file that are past their date.
    pub expired_acceptances: Vec<String>,
}

/// Everything counted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Counts {
    /// All claims.
    pub claims: Clustered,
    /// Files by what became of them.
    pub files: BTreeMap<String, u64>,
    /// Bytes read.
    pub bytes: u64,
    /// Lines read.
    pub lines: u64,
    /// Records read.
    pub records: u64,
    /// What was dropped since it is held elsewhere.
    pub dropped: Dropped,
    /// What was wrong with lines.
    pub defects: Defects,
    /// Sessions.
    pub sessions: Sessions,
    /// Claims by what became of them.
    pub fates: BTreeMap<String, u64>,
    /// Unsupported claims that somebody accepted; not in `claims`.
    pub accepted: u64,
    /// Claims that a filter left out; not in `claims`.
    pub filtered: u64,
    /// Breakdowns.
    pub breakdowns: Vec<Breakdown>,
    /// Commands that may be checks, by the number of claims that would be decided if sayso knew what they run.
    pub unknown_commands: Vec<UnknownCommand>,
}

/// A command of which sayso cannot tell what it runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnknownCommand {
    /// The command line.
    pub command: String,
    /// Claims that hang on it.
    pub claims: u64,
}

/// What was dropped since it is held elsewhere.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Dropped {
    /// Files with the same bytes as another.
    pub identical_files: u64,
    /// Their records.
    pub identical_records: u64,
    /// Files that are shorter copies of a session.
    pub session_copies: u64,
    /// Their records.
    pub session_copy_records: u64,
    /// Records of files that were read, held by another file of the session too.
    pub copied_records: u64,
    /// Claims of copied records.
    pub copied_claims: u64,
    /// Reviewers' copies of sessions.
    pub review_copies: u64,
}

/// What was wrong with lines.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Defects {
    /// Lines that could not be read.
    pub bad_lines: u64,
    /// Lines that held several records.
    pub glued_lines: u64,
    /// Lines with bytes that are no text.
    pub lossy_lines: u64,
    /// Lines cut at the length limit.
    pub overlong_lines: u64,
    /// Lines nested too deep.
    pub deep_lines: u64,
    /// Files whose last line is cut.
    pub truncated_tails: u64,
}

/// Sessions, each with its subagents as one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sessions {
    /// All.
    pub total: u64,
    /// With at least one claim.
    pub with_claims: u64,
    /// With at least one unsupported claim.
    pub with_unsupported: u64,
    /// With at least one contradicted claim.
    pub with_contradicted: u64,
    /// With at least one claim of having read or searched.
    pub with_reading: u64,
    /// With at least one unsupported claim of having read or searched.
    pub with_unsupported_reading: u64,
    /// Subagents that spoke.
    pub subagents: u64,
    /// Messages searched for claims.
    pub messages: u64,
    /// Tool calls on record.
    pub calls: u64,
}

/// Claims by one or two properties.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Breakdown {
    /// The properties.
    pub by: Vec<Dim>,
    /// Groups by key.
    pub groups: Vec<Group>,
}

/// Claims of a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Group {
    /// Values of the properties.
    pub key: Vec<String>,
    /// Its claims.
    #[serde(flatten)]
    pub counts: Clustered,
}

/// Claims of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SessionCounts {
    /// Its id, else the path of its file.
    pub session: String,
    /// Its first file.
    pub path: String,
    /// Project.
    pub project: Option<String>,
    /// Its claims.
    #[serde(flatten)]
    pub claims: Tally,
}

/// An unsupported claim that somebody accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AcceptedClaim {
    /// Why.
    pub accepted_because: String,
    /// The claim.
    #[serde(flatten)]
    pub claim: ClaimRow,
}

/// A share with its numbers. What has no denominator is null.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rate {
    /// How many.
    pub numerator: u64,
    /// Of how many.
    pub denominator: u64,
    /// The share.
    pub rate: Option<f64>,
    /// Wilson's 95 % interval, as if claims were independent.
    pub wilson: Option<(f64, f64)>,
    /// 95 % interval of a bootstrap over sessions.
    pub clustered: Option<(f64, f64)>,
    /// The denominator is small.
    pub small: bool,
}

/// Rates, for reading; they follow from the counts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rates {
    /// Unsupported of decided claims.
    pub unsupported: Rate,
    /// Unevidenced of decided claims.
    pub unevidenced: Rate,
    /// Contradicted of decided claims.
    pub contradicted: Rate,
    /// Undecidable of all claims.
    pub undecidable: Rate,
    /// Sessions with an unsupported claim, of those with a claim.
    pub sessions: Rate,
    /// Sessions with a contradicted claim, of those with a claim.
    pub sessions_contradicted: Rate,
    /// Sessions with an unsupported claim of having read or searched, of those with such a claim.
    pub reading_sessions: Rate,
    /// Rates by group, highest first, small groups last: unsupported of decided claims; where reasons are among the properties,
    /// the group's share of all claims.
    pub breakdowns: Vec<BreakdownRates>,
}

/// Rates of a breakdown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BreakdownRates {
    /// The properties.
    pub by: Vec<Dim>,
    /// Groups.
    pub groups: Vec<GroupRate>,
}

/// Rate of a group.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GroupRate {
    /// Values of the properties.
    pub key: Vec<String>,
    /// Claims by verdict.
    pub claims: Tally,
    /// Unsupported of decided claims, or the share of all claims.
    #[serde(flatten)]
    pub rate: Rate,
}
