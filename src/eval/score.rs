//! A detector's claims against the labels of a set: counts by every breakdown, figures, and the rows of what went wrong.

use super::counts::Counts;
use super::labels::{Label, NearMiss};
use super::matching::{self, Call, Pair};
use super::metrics::{self, Confusion, Metric};
use super::set::LabelledSet;
use crate::detector::{Detector, Input};
use crate::stats::interval::SplitMix;
use crate::verdict::{Reason, Verdict};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// What is scored.
#[derive(Debug, Clone, Copy, Default)]
pub struct Scope {
    /// The labels judge chosen places only: claims elsewhere are left out.
    pub pool: bool,
    /// Hard labels, and the claims matched to them, are left out.
    pub skip_hard: bool,
}

/// What a detector says of each transcript of a set.
pub type Calls = BTreeMap<String, Vec<Call>>;

/// Runs a detector over a set.
pub fn judge(set: &LabelledSet, detector: &dyn Detector) -> Calls {
    let judged = set.transcripts.par_iter().map(|(name, transcript)| {
        let inputs = Input::of_file(&transcript.bytes, &transcript.sessions);
        let calls = inputs.iter().flat_map(|input| detector.judge_input(input)).map(|j| Call::from(&j)).collect();
        (name.clone(), calls)
    });
    judged.collect::<Vec<(String, Vec<Call>)>>().into_iter().collect()
}

/// The pairs of one transcript.
#[derive(Debug)]
pub struct Scored<'a> {
    /// Its name.
    pub transcript: &'a str,
    /// Labels and claims.
    pub pairs: Vec<Pair<'a>>,
    /// Near misses that were taken for a claim.
    pub near_taken: Vec<(&'a str, u32)>,
}

/// Matches the labels of a set with a detector's claims.
pub fn score<'a>(set: &'a LabelledSet, calls: &'a Calls, scope: Scope) -> Vec<Scored<'a>> {
    let mut labels: BTreeMap<&str, Vec<&Label>> = BTreeMap::new();
    let mut near: BTreeMap<&str, Vec<&NearMiss>> = BTreeMap::new();
    for label in &set.labels {
        labels.entry(&label.transcript).or_default().push(label);
    }
    for miss in &set.near {
        near.entry(&miss.transcript).or_default().push(miss);
    }
    let score_one = |name: &'a String| {
        let labels = labels.get(name.as_str()).map_or(&[][..], |l| l);
        let near = near.get(name.as_str()).map_or(&[][..], |n| n);
        let said = calls.get(name).map_or(&[][..], |c| c);
        let said = if scope.pool { matching::at_labelled_places(said, labels, near) } else { said.iter().collect() };
        let mut pairs = matching::pairs(labels, &said);
        if scope.skip_hard {
            pairs.retain(|p| !p.label.is_some_and(Label::is_hard));
        }
        let near_taken = matching::near_misses_taken(&pairs, near);
        Scored { transcript: name, pairs, near_taken }
    };
    set.transcripts.keys().map(score_one).collect()
}

/// Counts and figures of some pairs.
#[derive(Debug, Clone)]
pub struct Tally {
    /// Counts.
    pub counts: Counts,
    /// Verdict of the label by verdict of the claim.
    pub verdicts: Confusion,
    /// Reason of the label by reason of the claim.
    pub reasons: Confusion,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally {
            counts: Counts::default(),
            verdicts: Confusion::new(Verdict::ALL.len()),
            reasons: Confusion::new(Reason::ALL.len()),
        }
    }
}

impl Tally {
    /// Counts one pair.
    pub fn add(&mut self, pair: &Pair<'_>) {
        self.counts += Counts::of(pair);
        if let (Some(label), Some(call)) = (pair.label, pair.call) {
            self.verdicts.add(label.verdict as usize, call.verdict() as usize);
            self.reasons.add(label.reason as usize, call.reason as usize);
        }
    }

    /// Counts pairs.
    pub fn of<'p, 'a: 'p>(pairs: impl IntoIterator<Item = &'p Pair<'a>>) -> Tally {
        let mut out = Tally::default();
        pairs.into_iter().for_each(|p| out.add(p));
        out
    }

    /// The figures.
    pub fn metrics(&self) -> Vec<(&'static str, Metric)> {
        metrics::metrics(&self.counts, &self.verdicts)
    }
}

/// Draws of the bootstrap.
const DRAWS: usize = 2000;

/// The figures with intervals from a bootstrap over transcripts, whose seed is fixed.
pub fn metrics_with_bootstrap(scored: &[Scored<'_>]) -> Vec<(&'static str, Metric)> {
    let mut out = Tally::of(scored.iter().flat_map(|s| &s.pairs)).metrics();
    let per: Vec<Tally> = scored.iter().map(|s| Tally::of(&s.pairs)).collect();
    if per.len() < 2 {
        return out;
    }
    let mut random = SplitMix::seeded("sayso eval");
    let mut draws: Vec<Vec<f64>> = vec![Vec::with_capacity(DRAWS); out.len()];
    for _ in 0..DRAWS {
        let (mut counts, mut verdicts) = (Counts::default(), Confusion::new(Verdict::ALL.len()));
        for _ in 0..per.len() {
            let drawn = &per[random.below(per.len())];
            counts += drawn.counts;
            verdicts.merge(&drawn.verdicts);
        }
        for (values, (_, metric)) in draws.iter_mut().zip(metrics::metrics(&counts, &verdicts)) {
            values.extend(metric.value);
        }
    }
    for ((_, metric), mut values) in out.iter_mut().zip(draws) {
        values.sort_by(f64::total_cmp);
        let at = |share: f64| values.get(((share * values.len() as f64) as usize).min(values.len().saturating_sub(1))).copied();
        metric.bootstrap95 = metric.value.and(at(0.025).zip(at(0.975)).map(|(low, high)| [low, high]));
    }
    out
}
