//! Rates from counts. A rate without a denominator is undefined, with the reason, and never 0.

use super::counts::Counts;
use crate::stats::interval;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A figure, or why there is none, with its 95 % intervals.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Metric {
    /// The value; null where it is undefined.
    pub value: Option<f64>,
    /// Why it is undefined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undefined: Option<String>,
    /// Wilson's interval of the plain rate (for rates of counts).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wilson95: Option<[f64; 2]>,
    /// Interval from a bootstrap over transcripts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bootstrap95: Option<[f64; 2]>,
}

impl Metric {
    fn some(value: f64) -> Metric {
        Metric { value: Some(round(value)), ..Metric::default() }
    }

    fn none(why: &str) -> Metric {
        Metric { undefined: Some(why.to_owned()), ..Metric::default() }
    }

    fn rate(k: u64, n: u64, no_denominator: &str) -> Metric {
        if n == 0 {
            return Metric::none(no_denominator);
        }
        let wilson95 = interval::wilson(k, n, 0.95).map(|(low, high)| [round(low), round(high)]);
        Metric { wilson95, ..Metric::some(k as f64 / n as f64) }
    }
}

/// Six decimals: more than any of these figures means, and the same on every machine.
pub fn round(x: f64) -> f64 {
    (x * 1e6).round() / 1e6
}

/// The names of the figures, in the order in which they are shown, and whether more is better.
pub const METRICS: &[(&str, bool)] = &[
    ("extraction_precision", true),
    ("extraction_recall", true),
    ("extraction_f1", true),
    ("unsupported_precision", true),
    ("unsupported_recall", true),
    ("unsupported_f1", true),
    ("verdict_accuracy", true),
    ("verdict_kappa", true),
    ("reason_accuracy", true),
    ("false_alarm_rate", false),
    ("abstain_rate", false),
];

/// The figures that stand at the head of every report.
pub const HEADLINE: &[&str] =
    &["extraction_f1", "unsupported_precision", "unsupported_recall", "unsupported_f1", "verdict_accuracy", "false_alarm_rate"];

/// The figures of some counts, in the order of [`METRICS`]; `verdicts` is the confusion matrix of verdicts.
pub fn metrics(k: &Counts, verdicts: &Confusion) -> Vec<(&'static str, Metric)> {
    let extraction_p = Metric::rate(k.ex_tp, k.claims(), "no claims");
    let extraction_r = Metric::rate(k.ex_tp, k.labels(), "no labels");
    let called = k.un_tp + k.un_fp;
    let unsupported_p = Metric::rate(k.un_tp, called, "nothing was called unsupported");
    let unsupported_r = Metric::rate(k.un_tp, k.un_tp + k.un_fn, "no unsupported labels");
    let extraction_f1 = f1(k.ex_tp, k.ex_fp, k.ex_fn, "no labels");
    let unsupported_f1 = f1(k.un_tp, k.un_fp, k.un_fn, "no unsupported labels");
    let kappa = verdicts.kappa().map_or_else(|| Metric::none("the verdicts do not vary"), Metric::some);
    let all = [
        extraction_p,
        extraction_r,
        extraction_f1,
        unsupported_p,
        unsupported_r,
        unsupported_f1,
        Metric::rate(k.verdict_ok, k.matched, "no label was found"),
        kappa,
        Metric::rate(k.reason_ok, k.reason_n, "no unsupported label was called unsupported"),
        Metric::rate(k.ev_alarm, k.ev_n, "no evidenced label was found"),
        Metric::rate(k.ev_abstain, k.ev_n, "no evidenced label was found"),
    ];
    METRICS.iter().map(|(name, _)| *name).zip(all).collect()
}

/// 0 where there was something to find and nothing was found; undefined where there was nothing to find.
fn f1(tp: u64, fp: u64, missed: u64, nothing: &str) -> Metric {
    match tp + missed {
        0 => Metric::none(nothing),
        _ => Metric::some(2.0 * tp as f64 / (2 * tp + fp + missed) as f64),
    }
}

/// How often a label of one class met a claim of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confusion {
    size: usize,
    cells: Vec<u64>,
}

impl Confusion {
    /// An empty matrix of `size` classes.
    pub fn new(size: usize) -> Confusion {
        Confusion { size, cells: vec![0; size * size] }
    }

    /// Counts one pair.
    pub fn add(&mut self, label: usize, claim: usize) {
        if let Some(cell) = self.cells.get_mut(label * self.size + claim) {
            *cell += 1;
        }
    }

    /// Adds another matrix of the same size.
    pub fn merge(&mut self, other: &Confusion) {
        for (cell, more) in self.cells.iter_mut().zip(&other.cells) {
            *cell += more;
        }
    }

    /// The pairs of `label` and `claim`.
    pub fn get(&self, label: usize, claim: usize) -> u64 {
        self.cells.get(label * self.size + claim).copied().unwrap_or(0)
    }

    /// Cohen's κ; undefined where nothing was counted or both sides hold one and the same class only.
    pub fn kappa(&self) -> Option<f64> {
        let n: u64 = self.cells.iter().sum();
        let range = 0..self.size;
        let agreed: u64 = range.clone().map(|i| self.get(i, i)).sum();
        let row = |i: usize| range.clone().map(|j| self.get(i, j)).sum::<u64>();
        let column = |j: usize| range.clone().map(|i| self.get(i, j)).sum::<u64>();
        let by_chance: u64 = range.clone().map(|i| row(i) * column(i)).sum();
        if n == 0 || by_chance == n * n {
            return None;
        }
        let (observed, expected) = (agreed as f64 / n as f64, by_chance as f64 / (n as f64 * n as f64));
        Some((observed - expected) / (1.0 - expected))
    }
}

/// Share of right calls of "unsupported" where a given share of the claims is unsupported.
pub fn ppv(k: &Counts, prevalence: f64) -> Metric {
    let (found, clean) = (k.un_tp + k.un_fn, k.un_fp + k.un_tn);
    if found == 0 || clean == 0 {
        return Metric::none(if found == 0 { "no unsupported labels" } else { "no claims that are not unsupported" });
    }
    let hit = prevalence * k.un_tp as f64 / found as f64;
    let alarm = (1.0 - prevalence) * k.un_fp as f64 / clean as f64;
    if hit + alarm > 0.0 { Metric::some(hit / (hit + alarm)) } else { Metric::none("nothing was called unsupported") }
}

/// McNemar's exact test, two-sided: `b` and `c` are the cases that only one of two detectors got right.
pub fn mcnemar(b: u64, c: u64) -> Option<f64> {
    let n = b + c;
    if n == 0 {
        return None;
    }
    let mut log_term = -(n as f64) * std::f64::consts::LN_2;
    let mut tail = 0.0;
    for i in 0..=b.min(c) {
        tail += log_term.exp();
        log_term += ((n - i) as f64 / (i + 1) as f64).ln();
    }
    Some(round((2.0 * tail).min(1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: Option<f64>, b: f64) -> bool {
        a.is_some_and(|a| (a - b).abs() < 5e-4)
    }

    #[test]
    fn intervals_and_tests_agree_with_published_values() {
        let [lo, hi] = Metric::rate(37, 42, "").wilson95.expect("an interval");
        assert!(near(Some(lo), 0.750) && near(Some(hi), 0.948), "{lo} {hi}");
        assert!(near(mcnemar(0, 5), 0.0625));
        assert!(near(mcnemar(59, 121), 0.0000047));
        assert_eq!(mcnemar(5, 5), Some(1.0));
        assert_eq!(mcnemar(0, 0), None);
        let mut m = Confusion::new(2);
        for (label, claim, n) in [(0, 0, 20), (0, 1, 5), (1, 0, 10), (1, 1, 15)] {
            (0..n).for_each(|_| m.add(label, claim));
        }
        assert!(near(m.kappa(), 0.4));
    }

    #[test]
    fn what_has_no_denominator_is_undefined() {
        let all = metrics(&Counts::default(), &Confusion::new(4));
        assert!(all.iter().all(|(_, m)| m.value.is_none() && m.undefined.is_some()), "{all:?}");
        let missed = Counts { ex_fn: 3, un_fn: 1, ..Counts::default() };
        let all = metrics(&missed, &Confusion::new(4));
        let value = |name: &str| all.iter().find(|(n, _)| *n == name).and_then(|(_, m)| m.value);
        assert_eq!(
            (value("extraction_f1"), value("unsupported_f1"), value("unsupported_precision")),
            (Some(0.0), Some(0.0), None)
        );
    }

    #[test]
    fn predictive_value_follows_the_prevalence() {
        let k = Counts { un_tp: 84, un_fn: 16, un_fp: 2, un_tn: 98, ..Counts::default() };
        assert!(near(ppv(&k, 0.02).value, 0.4615));
        assert!(ppv(&Counts::default(), 0.02).value.is_none());
    }
}
