//! Two reports: what rose, what fell, and which changes are more than chance.

use super::dim::Dim;
use super::interval::two_sided;
use super::partial::{Made, Unequal};
use super::report::{Breakdown, Counts, Report, SMALL};
use super::tally::{Clustered, Tally};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Sessions on both sides from which on the variance between sessions can be estimated.
const ENOUGH_SESSIONS: u64 = 10;

/// A change is told as more than chance below this adjusted p-value.
pub const LEVEL: f64 = 0.05;

/// What changed since another report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Comparison {
    /// Version of sayso that made the other report.
    pub baseline_tool_version: String,
    /// What makes the two reports unlike each other; empty where nothing does.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// All claims.
    pub overall: Change,
    /// Groups that stand in both reports, smallest p-value first. The p-values are adjusted over all of them (Holm).
    pub groups: Vec<Change>,
}

/// A rate in two reports.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Change {
    /// The properties of the group; none for all claims.
    pub by: Vec<Dim>,
    /// Their values.
    pub key: Vec<String>,
    /// Numerator and denominator before.
    pub before: (u64, u64),
    /// Numerator and denominator now.
    pub now: (u64, u64),
    /// Rate now less rate before; null where one is undefined.
    pub difference: Option<f64>,
    /// Two-sided p-value of no change.
    pub p: Option<f64>,
    /// The same, adjusted for the number of groups looked at.
    pub p_adjusted: Option<f64>,
    /// `clustered`: a test by the variance between sessions; `fisher`: the exact test, as if claims were independent;
    /// `small`: a group with too few claims on a side, which is not tested and does not count in the adjustment.
    pub test: String,
}

impl Change {
    /// More than chance.
    pub fn is_significant(&self) -> bool {
        self.p_adjusted.is_some_and(|p| p < LEVEL)
    }
}

/// Compares with an earlier report, where both were made with the same rules.
pub fn compare(old: &Report, new: &Report) -> Result<Comparison, Unequal> {
    let (made, counts): (&Made, &Counts) = (&new.made, &new.counts);
    // Another version of sayso with the same rules judges alike.
    let old_made = Made { tool_version: made.tool_version.clone(), ..old.made.clone() };
    old_made.check(made)?;
    let overall = change(&[], &[], own(&old.counts.claims), own(&counts.claims));
    let mut groups = Vec::new();
    for breakdown in counts.breakdowns.iter().filter(|b| comparable(&b.by)) {
        let Some(before) = old.counts.breakdowns.iter().find(|b| b.by == breakdown.by) else { continue };
        // The only group of its kind is all claims once more: it would only make the adjustment harsher.
        if before.groups.len() < 2 && breakdown.groups.len() < 2 {
            continue;
        }
        groups.extend(changes(before, breakdown, (&old.counts.claims, &counts.claims)));
    }
    holm(&mut groups);
    let rank = |c: &Change| (c.p.unwrap_or(2.0), c.by.clone(), c.key.clone());
    groups.sort_by(|a, b| {
        let (a, b) = (rank(a), rank(b));
        a.0.total_cmp(&b.0).then_with(|| (a.1, a.2).cmp(&(b.1, b.2)))
    });
    Ok(Comparison { baseline_tool_version: old.made.tool_version.clone(), note: note(old, new), overall, groups })
}

/// Other times are what a comparison is about; other filters make two rates that do not measure the same.
fn note(old: &Report, new: &Report) -> String {
    let (before, now) = (old.selection.kinds(), new.selection.kinds());
    let told = |kinds: &[String]| if kinds.is_empty() { "none".into() } else { kinds.join(" ") };
    match before == now {
        true => String::new(),
        false => format!(
            "the filters differ (before: {}; now: {}), so that the rates are of different claims",
            told(&before),
            told(&now)
        ),
    }
}

/// Weeks and months are times, not groups that change; two properties at once would be too many groups.
fn comparable(by: &[Dim]) -> bool {
    matches!(by, [one] if !matches!(one, Dim::Week | Dim::Month))
}

/// `all` are the claims before and now.
fn changes(before: &Breakdown, now: &Breakdown, all: (&Clustered, &Clustered)) -> Vec<Change> {
    let old: BTreeMap<&[String], &Clustered> = before.groups.iter().map(|g| (g.key.as_slice(), &g.counts)).collect();
    let claims = |b: &Breakdown| b.groups.iter().map(|g| g.counts.tally.claims()).sum::<u64>();
    let by_reason = now.by == [Dim::Reason];
    let totals = (claims(before), claims(now));
    let mut out = Vec::new();
    for group in &now.groups {
        let Some(then) = old.get(group.key.as_slice()) else { continue };
        // What backs claims is what is left of all when the other reasons are taken away: no change of its own.
        if by_reason && then.tally.evidenced + group.counts.tally.evidenced > 0 {
            continue;
        }
        let mut change = if by_reason {
            // What changes about a reason is its share of all claims.
            let part = |c: &Clustered, total, all| share(&c.tally, total, all);
            change(&now.by, &group.key, part(then, totals.0, all.0), part(&group.counts, totals.1, all.1))
        } else {
            change(&now.by, &group.key, own(then), own(&group.counts))
        };
        if change.before.1.min(change.now.1) < SMALL {
            change = Change { p: None, p_adjusted: None, test: "small".into(), ..change };
        }
        out.push(change);
    }
    out
}

/// Counts, and the variance of their rate where it can be estimated.
type Tested = (Clustered, Option<f64>);

fn own(counts: &Clustered) -> Tested {
    (*counts, counts.variance())
}

/// The share of a reason in all claims. How it lies among sessions is not known; it is taken to cluster as unsupported claims do.
fn share(tally: &Tally, total: u64, all: &Clustered) -> Tested {
    let hits = tally.claims();
    let tally = Tally { unevidenced: hits, evidenced: total.saturating_sub(hits), ..Tally::default() };
    let variance = design_effect(all).map(|d| d * binomial(hits, total));
    (Clustered { tally, sessions: all.sessions, ..Clustered::default() }, variance)
}

/// How much wider a rate scatters than it would if claims were independent.
fn design_effect(all: &Clustered) -> Option<f64> {
    let independent = binomial(all.tally.unsupported(), all.tally.decided());
    all.variance().filter(|_| independent > 0.0).map(|v| (v / independent).max(1.0))
}

fn binomial(hits: u64, trials: u64) -> f64 {
    let p = hits as f64 / trials as f64;
    p * (1.0 - p) / trials as f64
}

fn change(by: &[Dim], key: &[String], (before, v_before): Tested, (now, v_now): Tested) -> Change {
    let pair = |c: Clustered| (c.tally.unsupported(), c.tally.decided());
    let (b, n) = (pair(before), pair(now));
    let rate = |(x, m): (u64, u64)| x as f64 / m as f64;
    let defined = b.1 > 0 && n.1 > 0;
    let variance = match (v_before, v_now) {
        (Some(v), Some(w)) if before.sessions >= ENOUGH_SESSIONS && now.sessions >= ENOUGH_SESSIONS && v + w > 0.0 => Some(v + w),
        _ => None,
    };
    let round = |x: f64| (x * 1e6).round() / 1e6;
    let p = defined.then(|| match variance {
        Some(v) => two_sided((rate(n) - rate(b)) / v.sqrt()),
        None => fisher(b, n),
    });
    Change {
        by: by.to_vec(),
        key: key.to_vec(),
        before: b,
        now: n,
        difference: defined.then(|| round(rate(n) - rate(b))),
        p: p.map(round),
        p_adjusted: p.map(round),
        test: if variance.is_some() { "clustered" } else { "fisher" }.into(),
    }
}

/// Holm's step-down adjustment.
fn holm(changes: &mut [Change]) {
    let mut order: Vec<usize> = (0..changes.len()).filter(|i| changes[*i].p.is_some()).collect();
    order.sort_by(|a, b| changes[*a].p.unwrap_or(1.0).total_cmp(&changes[*b].p.unwrap_or(1.0)));
    let mut floor = 0.0f64;
    for (rank, at) in order.iter().enumerate() {
        let p = changes[*at].p.unwrap_or(1.0) * (order.len() - rank) as f64;
        floor = floor.max(p.min(1.0));
        changes[*at].p_adjusted = Some((floor * 1e6).round() / 1e6);
    }
}

/// Fisher's exact test, two-sided: the chance of a table at most as likely as this one.
fn fisher((a, m): (u64, u64), (b, n): (u64, u64)) -> f64 {
    let (hits, all) = (a + b, m + n);
    let ln = log_factorials(all);
    let choose = |n: u64, k: u64| ln[n as usize] - ln[k as usize] - ln[(n - k) as usize];
    let chance = |x: u64| (choose(m, x) + choose(n, hits - x) - choose(all, hits)).exp();
    let here = chance(a);
    let range = hits.saturating_sub(n)..=hits.min(m);
    range.map(chance).filter(|p| *p <= here * (1.0 + 1e-7)).sum::<f64>().min(1.0)
}

fn log_factorials(n: u64) -> Vec<f64> {
    let mut out = vec![0.0; n as usize + 1];
    for i in 1..out.len() {
        out[i] = out[i - 1] + (i as f64).ln();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fisher_agrees_with_published_values() {
        // Fisher's tea, Agresti 2002 table 3.8: 3 of 4 and 1 of 4, two-sided 0.4857; 1 of 10 and 11 of 14: 0.002759.
        assert!((fisher((3, 4), (1, 4)) - 0.485714).abs() < 1e-5);
        assert!((fisher((1, 10), (11, 14)) - 0.0027594).abs() < 1e-6);
        assert!((fisher((0, 5), (0, 5)) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn holm_steps_down() {
        let with = |p| Change { p: Some(p), ..change(&[], &[], own(&Clustered::default()), own(&Clustered::default())) };
        let mut some = vec![with(0.04), with(0.01), with(0.03), with(0.005)];
        holm(&mut some);
        let adjusted: Vec<f64> = some.iter().filter_map(|c| c.p_adjusted).collect();
        assert_eq!(adjusted, [0.06, 0.03, 0.06, 0.02]);
    }

    #[test]
    fn small_groups_are_not_tested_and_stand_last() {
        let group = |key: &str, x, m| {
            let tally = Tally { unevidenced: x, evidenced: m - x, ..Tally::default() };
            super::super::report::Group { key: vec![key.into()], counts: Clustered { tally, ..Clustered::default() } }
        };
        let before = Breakdown { by: vec![Dim::Model], groups: vec![group("few", 0, 19), group("many", 4, 40)] };
        let now = Breakdown { by: vec![Dim::Model], groups: vec![group("few", 19, 19), group("many", 8, 40)] };
        let all = Clustered::default();
        let found = changes(&before, &now, (&all, &all));
        let told: Vec<_> = found.iter().map(|c| (c.key[0].as_str(), c.p.is_some(), c.test.as_str())).collect();
        assert_eq!(told, [("few", false, "small"), ("many", true, "fisher")]);
    }

    #[test]
    fn the_share_of_a_reason_scatters_as_claims_do() {
        let session = |i: u64| Tally { unevidenced: if i.is_multiple_of(4) { 8 } else { 0 }, evidenced: 4, ..Tally::default() };
        let all = Clustered::of(&(0..40).map(session).collect::<Vec<_>>());
        let reason = |n| Tally { unevidenced: n, ..Tally::default() };
        let total = all.tally.claims();
        let clustered = change(&[], &[], share(&reason(30), total, &all), share(&reason(50), total, &all));
        assert_eq!(clustered.test, "clustered");
        assert!(
            design_effect(&all).unwrap() > 2.0 && clustered.p.unwrap() > 1.5 * fisher((30, total), (50, total)),
            "{clustered:?}"
        );
    }

    #[test]
    fn sessions_that_agree_with_themselves_weigh_less() {
        let half = |x| Tally { unevidenced: x, evidenced: 10 - x, ..Tally::default() };
        let before: Vec<Tally> = (0..20).map(|i| half(if i % 2 == 0 { 0 } else { 8 })).collect();
        let now: Vec<Tally> = (0..20).map(|i| half(if i % 2 == 0 { 2 } else { 10 })).collect();
        let c = change(&[], &[], own(&Clustered::of(&before)), own(&Clustered::of(&now)));
        assert_eq!(c.test, "clustered");
        assert!(c.p.unwrap() > 0.1, "{:?}", c.p);
        assert!(fisher((80, 200), (120, 200)) < 0.001);
    }
}
