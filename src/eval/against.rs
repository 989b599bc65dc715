//! What moved between two reports.

use super::metrics::METRICS;
use super::report::EvalReport;

/// A figure of a detector in two reports.
#[derive(Debug, Clone, PartialEq)]
pub struct Move {
    /// The detector.
    pub detector: String,
    /// The figure.
    pub metric: &'static str,
    /// What it was.
    pub old: Option<f64>,
    /// What it is.
    pub new: Option<f64>,
    /// It got worse by more than the tolerance, or is no longer defined.
    pub regression: bool,
}

/// The figures that differ between two reports of the same detectors, and whether that is a regression beyond a tolerance.
pub fn moves(old: &EvalReport, new: &EvalReport, tolerance: f64) -> Vec<Move> {
    let mut out = Vec::new();
    for detector in &new.detectors {
        let Some(before) = old.detectors.iter().find(|d| d.name == detector.name) else { continue };
        for &(metric, more_is_better) in METRICS {
            let value = |d: &super::report::DetectorReport| d.metrics.get(metric).and_then(|m| m.value);
            let (was, is) = (value(before), value(detector));
            if was == is {
                continue;
            }
            let worse = |was: f64, is: f64| if more_is_better { was - is } else { is - was };
            let regression = match (was, is) {
                (Some(was), Some(is)) => worse(was, is) > tolerance,
                (Some(_), None) => true,
                (None, _) => false,
            };
            out.push(Move { detector: detector.name.clone(), metric, old: was, new: is, regression });
        }
    }
    out
}

/// Why two reports cannot be compared.
pub fn incomparable(old: &EvalReport, new: &EvalReport) -> Option<String> {
    if old.schema != new.schema {
        return Some(format!("the old report is of format {:?}, this one of {:?}", old.schema, new.schema));
    }
    if (old.pool, old.hard_skipped) != (new.pool, new.hard_skipped) {
        return Some("the reports were made with different --pool or --hard".to_owned());
    }
    if !new.detectors.iter().any(|d| old.detectors.iter().any(|o| o.name == d.name)) {
        return Some("the reports have no detector in common".to_owned());
    }
    None
}
