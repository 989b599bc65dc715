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
    /// Which claims count, where not all do.
    #[serde(default)]
    pub selection: Selection,
    /// The breakdown that was asked for, where one was.
    #[serde(default)]
    pub by: Vec<Dim>,
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
    /// Fingerprints in the accept file that no claim has.
    #[serde(default)]
    pub unused_acceptances: Vec<String>,
}

/// Which claims count: the filters that were given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Selection {
    /// Not before this time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// Before this time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// The project contains one of these.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub projects: Vec<String>,
    /// The model contains one of these.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<String>,
    /// Types left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ignored_types: Vec<String>,
    /// Reasons left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ignored_reasons: Vec<String>,
    /// Fates left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ignored_fates: Vec<String>,
}

impl Selection {
    /// The filters as they are written on the command line, those of time first.
    pub fn options(&self) -> Vec<String> {
        let times = [("since", &self.since), ("until", &self.until)];
        let times = times.into_iter().filter_map(|(name, value)| Some(format!("--{name} {}", value.as_deref()?)));
        times.chain(self.kinds()).collect()
    }

    /// The filters other than those of time.
    pub fn kinds(&self) -> Vec<String> {
        let each = |name: &str, values: &[String]| values.iter().map(|v| format!("--{name} {v}")).collect::<Vec<_>>();
        let joined = |name: &str, values: &[String]| match values {
            [] => Vec::new(),
            _ => vec![format!("--{name} {}", values.join(","))],
        };
        [
            each("project", &self.projects),
            each("model", &self.models),
            joined("ignore-type", &self.ignored_types),
            joined("ignore-reason", &self.ignored_reasons),
            joined("ignore-fate", &self.ignored_fates),
        ]
        .concat()
    }
}

/// Everything counted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Counts {
    /// All claims.
    pub claims: Clustered,
    /// All but those of type `done`, which are frequent and judged most mildly.
    #[serde(default)]
    pub without_done: Clustered,
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
    /// The command line, as it stands in one of the records.
    pub command: String,
    /// Claims that hang on it.
    pub claims: u64,
    /// Its name under `[runners]` in the settings.
    #[serde(default)]
    pub setting: String,
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
    /// Last day on which it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted_until: Option<String>,
    /// The claim.
    #[serde(flatten)]
    pub claim: ClaimRow,
}

/// A share with its numbers. What has no denominator is null.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
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
    /// The same without claims of type `done`.
    #[serde(default)]
    pub without_done: Rate,
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
