//! The report of an evaluation: counts first, figures from them.

use super::counts::Counts;
use super::labels::{LABEL_SCHEMA, Label};
use super::matching::Pair;
use super::metrics::{self, Confusion, Metric};
use super::score::{self, Calls, Scope, Scored, Tally};
use super::set::LabelledSet;
use crate::verdict::{Reason, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the report format.
pub const EVAL_SCHEMA: &str = "sayso/eval/v1";

/// How detectors did on a set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EvalReport {
    /// The version of this format.
    pub schema: String,
    /// The version of sayso that made it.
    pub tool_version: String,
    /// What was scored.
    pub set: SetInfo,
    /// Labels of chosen places only.
    pub pool: bool,
    /// True where hard labels were left out.
    pub hard_skipped: bool,
    /// One entry a detector, in the order asked for.
    pub detectors: Vec<DetectorReport>,
    /// Every two detectors against each other.
    pub comparisons: Vec<Comparison>,
}

/// A labelled set, identified to the byte.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SetInfo {
    /// What it is called.
    pub name: String,
    /// True where its transcripts were made up for this project.
    pub synthetic: bool,
    /// The version of the label format.
    pub label_schema: String,
    /// Number of labels.
    pub labels: u64,
    /// Number of near misses.
    pub near_misses: u64,
    /// Number of transcripts.
    pub transcripts: u64,
    /// Bytes of the transcripts.
    pub bytes: u64,
    /// SHA-256 of the label file.
    pub labels_sha256: String,
    /// SHA-256 of the near-miss file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near_sha256: Option<String>,
    /// SHA-256 over the digests and names of the transcripts.
    pub corpus_sha256: String,
}

impl SetInfo {
    /// Describes a set.
    pub fn of(set: &LabelledSet, synthetic: bool) -> SetInfo {
        SetInfo {
            name: set.name.clone(),
            synthetic,
            label_schema: LABEL_SCHEMA.to_owned(),
            labels: set.labels.len() as u64,
            near_misses: set.near.len() as u64,
            transcripts: set.transcripts.len() as u64,
            bytes: set.bytes(),
            labels_sha256: set.labels_sha256.clone(),
            near_sha256: set.near_sha256.clone(),
            corpus_sha256: set.corpus_sha256(),
        }
    }
}

/// How one detector did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DetectorReport {
    /// Its name.
    pub name: String,
    /// Counts over the whole set.
    pub counts: Counts,
    /// Figures, by name.
    pub metrics: BTreeMap<String, Metric>,
    /// Near misses taken for a claim.
    pub near_taken: u64,
    /// Verdict of the label by verdict of the claim, over labels found; cells that are not 0.
    pub verdicts: Vec<Cell>,
    /// Reason of the label by reason of the claim, over labels found; cells that are not 0.
    pub reasons: Vec<Cell>,
    /// Share of right calls at a stated prevalence of unsupported claims.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub predictive_value: Option<PredictiveValue>,
    /// The same by group.
    pub breakdowns: Vec<Breakdown>,
}

/// One cell of a confusion matrix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Cell {
    /// What the label says.
    pub label: String,
    /// What the claim says.
    pub claim: String,
    /// How often.
    pub n: u64,
}

/// Positive predictive value at a prevalence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PredictiveValue {
    /// The share of claims that are unsupported.
    pub prevalence: f64,
    /// The share of calls of "unsupported" that are right there.
    pub value: Metric,
}

/// Counts and figures by group.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Breakdown {
    /// What the groups are: `type`, `reason`, `source`, `language`, `hard`.
    pub by: String,
    /// The groups, by name.
    pub groups: Vec<Group>,
}

/// One group of a breakdown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Counts.
    pub counts: Counts,
    /// Figures, by name.
    pub metrics: BTreeMap<String, Metric>,
}

/// McNemar's test between two detectors, over the labels: which of them gave the label's verdict.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Comparison {
    /// One detector.
    pub a: String,
    /// The other.
    pub b: String,
    /// Labels that both got right.
    pub both: u64,
    /// Labels that only `a` got right.
    pub only_a: u64,
    /// Labels that only `b` got right.
    pub only_b: u64,
    /// Labels that neither got right.
    pub neither: u64,
    /// Two-sided exact p-value; null where they differ on no label.
    pub p_value: Option<f64>,
}

/// What a report is made with.
#[derive(Debug, Clone, Copy, Default)]
pub struct Settings {
    /// What is scored.
    pub scope: Scope,
    /// A prevalence for the predictive value.
    pub prevalence: Option<f64>,
    /// The set was made up for this project.
    pub synthetic: bool,
}

/// Makes the report from what each detector said, by name.
pub fn report(set: &LabelledSet, calls: &[(&str, Calls)], settings: Settings) -> EvalReport {
    let scored: Vec<(&str, Vec<Scored<'_>>)> =
        calls.iter().map(|(name, calls)| (*name, score::score(set, calls, settings.scope))).collect();
    let detectors = scored.iter().map(|(name, scored)| detector(set, name, scored, settings.prevalence)).collect();
    let mut comparisons = Vec::new();
    for (i, (a, scored_a)) in scored.iter().enumerate() {
        for (b, scored_b) in &scored[i + 1..] {
            comparisons.push(compare((a, scored_a), (b, scored_b)));
        }
    }
    EvalReport {
        schema: EVAL_SCHEMA.to_owned(),
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        set: SetInfo::of(set, settings.synthetic),
        pool: settings.scope.pool,
        hard_skipped: settings.scope.skip_hard,
        detectors,
        comparisons,
    }
}

fn detector(set: &LabelledSet, name: &str, scored: &[Scored<'_>], prevalence: Option<f64>) -> DetectorReport {
    let tally = Tally::of(scored.iter().flat_map(|s| &s.pairs));
    DetectorReport {
        name: name.to_owned(),
        counts: tally.counts,
        metrics: by_name(score::metrics_with_bootstrap(scored)),
        near_taken: scored.iter().map(|s| s.near_taken.len() as u64).sum(),
        verdicts: cells(&tally.verdicts, Verdict::ALL, |v| v.name()),
        reasons: cells(&tally.reasons, Reason::ALL, |r| r.name()),
        predictive_value: prevalence.map(|p| PredictiveValue { prevalence: p, value: metrics::ppv(&tally.counts, p) }),
        breakdowns: breakdowns(set, scored),
    }
}

fn by_name(metrics: Vec<(&'static str, Metric)>) -> BTreeMap<String, Metric> {
    metrics.into_iter().map(|(name, metric)| (name.to_owned(), metric)).collect()
}

fn cells<T: Copy>(matrix: &Confusion, classes: &[T], name: fn(T) -> &'static str) -> Vec<Cell> {
    let mut out = Vec::new();
    for (i, label) in classes.iter().enumerate() {
        for (j, claim) in classes.iter().enumerate() {
            let n = matrix.get(i, j);
            if n > 0 {
                out.push(Cell { label: name(*label).to_owned(), claim: name(*claim).to_owned(), n });
            }
        }
    }
    out
}

fn breakdowns(set: &LabelledSet, scored: &[Scored<'_>]) -> Vec<Breakdown> {
    let type_of = |_: &str, p: &Pair<'_>| vec![p.ty().map_or_else(String::new, |t| t.name().to_owned())];
    let reason_of = |_: &str, p: &Pair<'_>| {
        let reason = p.label.map(|l| l.reason).or(p.call.map(|c| c.reason));
        vec![reason.map_or_else(String::new, |r| r.name().to_owned())]
    };
    let source_of = |t: &str, _: &Pair<'_>| vec![set.transcripts.get(t).map_or_else(String::new, |t| t.source.name().to_owned())];
    let language_of = |t: &str, _: &Pair<'_>| vec![set.language(t)];
    let hardness_of = |_: &str, p: &Pair<'_>| match p.label.is_some_and(Label::is_hard) {
        true => vec!["kept".to_owned()],
        false => vec!["kept".to_owned(), "skipped".to_owned()],
    };
    vec![
        breakdown("type", scored, type_of),
        breakdown("reason", scored, reason_of),
        breakdown("source", scored, source_of),
        breakdown("language", scored, language_of),
        breakdown("hard", scored, hardness_of),
    ]
}

fn breakdown(by: &str, scored: &[Scored<'_>], groups_of: impl Fn(&str, &Pair<'_>) -> Vec<String>) -> Breakdown {
    let mut groups: BTreeMap<String, Tally> = BTreeMap::new();
    for one in scored {
        for pair in &one.pairs {
            for group in groups_of(one.transcript, pair) {
                groups.entry(group).or_default().add(pair);
            }
        }
    }
    let groups = groups.into_iter().map(|(name, tally)| Group { name, counts: tally.counts, metrics: by_name(tally.metrics()) });
    Breakdown { by: by.to_owned(), groups: groups.collect() }
}

/// Labels that a detector got right, by their place among the labels of the set.
fn right(scored: &[Scored<'_>]) -> BTreeMap<*const Label, bool> {
    let pairs = scored.iter().flat_map(|s| &s.pairs);
    let rows = pairs.filter_map(|p| {
        let label = p.label?;
        Some((std::ptr::from_ref(label), p.call.is_some_and(|c| c.verdict() == label.verdict)))
    });
    rows.collect()
}

fn compare((a, scored_a): (&str, &[Scored<'_>]), (b, scored_b): (&str, &[Scored<'_>])) -> Comparison {
    let (right_a, right_b) = (right(scored_a), right(scored_b));
    let mut counts = [0u64; 4];
    for (label, in_a) in &right_a {
        let in_b = right_b.get(label).copied().unwrap_or(false);
        counts[usize::from(!in_a) * 2 + usize::from(!in_b)] += 1;
    }
    let [both, only_a, only_b, neither] = counts;
    Comparison { a: a.to_owned(), b: b.to_owned(), both, only_a, only_b, neither, p_value: metrics::mcnemar(only_a, only_b) }
}
