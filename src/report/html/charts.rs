//! Charts and tables of the page: where things stand, as numbers that are the same everywhere.

use crate::claim::ClaimType;
use crate::report::escape::{one_line, visible};
use crate::report::text::{count, interval, percent};
use crate::stats::dim::{Dim, UNKNOWN};
use crate::stats::report::{GroupRate, Report};
use crate::verdict::{Reason, Verdict};
use jiff::civil::{Date, ISOWeekDate, Weekday};
use std::collections::BTreeMap;

/// Most groups of a table.
const GROUPS: usize = 100;

/// Groups of a table that are shown before somebody asks for all.
const FIRST: usize = 10;

/// A coordinate, in a form that is the same everywhere.
pub fn at(x: f64) -> String {
    format!("{x:.1}")
}

/// The end of an axis that holds a share.
fn ceiling(share: f64) -> f64 {
    [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.8].into_iter().find(|c| share <= *c).unwrap_or(1.0)
}

fn rates<'a>(report: &'a Report, by: &[Dim]) -> &'a [GroupRate] {
    report.rates.breakdowns.iter().find(|b| b.by == by).map_or(&[], |b| b.groups.as_slice())
}

/// Highest upper bound of those whose number is not small; of all where all are.
fn highest(groups: &[&GroupRate]) -> f64 {
    let upper = |small: bool| {
        let bounds = groups.iter().filter(|g| small || !g.rate.small).filter_map(|g| g.rate.wilson);
        bounds.map(|w| w.1).fold(0.0, f64::max)
    };
    if groups.iter().any(|g| !g.rate.small) { upper(false) } else { upper(true) }
}

/// Rates by week.
pub struct Trend {
    pub summary: String,
    pub ticks: Vec<Tick>,
    pub labels: Vec<Label>,
    /// Points whose number is not small, joined where they lie close in time.
    pub lines: Vec<String>,
    pub points: Vec<Point>,
    pub timeless: String,
    /// A point lies above the scale.
    pub clipped: bool,
}

/// A line of the scale.
pub struct Tick {
    pub y: String,
    pub text: String,
}

/// A name under the axis.
pub struct Label {
    pub x: String,
    pub text: String,
}

/// A week.
pub struct Point {
    pub x: String,
    pub y: String,
    pub low: String,
    pub high: String,
    pub small: bool,
    pub week: String,
    pub fraction: String,
    pub rate: String,
    pub interval: String,
}

/// The field of the trend, in the units of its drawing: left, right, top, bottom.
const FIELD: (f64, f64, f64, f64) = (46.0, 712.0, 12.0, 196.0);

/// Names under the axis stand at least so far apart.
const APART: f64 = 74.0;

fn monday(week: &str) -> Option<Date> {
    let (year, week) = week.split_once("-W")?;
    ISOWeekDate::new(year.parse().ok()?, week.parse().ok()?, Weekday::Monday).ok().map(ISOWeekDate::date)
}

/// Rates by week along the time; none for a single week.
pub fn trend(report: &Report) -> Option<Trend> {
    let all = rates(report, &[Dim::Week]);
    let day = |g: &GroupRate| monday(g.key.first()?);
    let mut weeks: Vec<(Date, &GroupRate)> =
        all.iter().filter(|g| g.rate.denominator > 0).filter_map(|g| Some((day(g)?, g))).collect();
    weeks.sort_by_key(|(date, _)| *date);
    let (first, last) = (weeks.first()?.0, weeks.last()?.0);
    let span = f64::from(days(first, last));
    if span <= 0.0 {
        return None;
    }
    let (left, right, top, bottom) = FIELD;
    let top_rate = ceiling(highest(&weeks.iter().map(|(_, g)| *g).collect::<Vec<_>>()));
    let x = |date: Date| left + 12.0 + (right - left - 24.0) * f64::from(days(first, date)) / span;
    let y = |rate: f64| bottom - (bottom - top) * (rate / top_rate).min(1.0);
    let point = |(date, g): &(Date, &GroupRate)| {
        let (low, high) = g.rate.wilson.unwrap_or((0.0, 0.0));
        Point {
            x: at(x(*date)),
            y: at(y(g.rate.rate.unwrap_or(0.0))),
            low: at(y(low)),
            high: at(y(high)),
            small: g.rate.small,
            week: g.key.concat(),
            fraction: format!("{} of {}", count(g.rate.numerator), count(g.rate.denominator)),
            rate: percent(g.rate.rate),
            interval: interval(g.rate.wilson),
        }
    };
    let points: Vec<Point> = weeks.iter().map(point).collect();
    let tick = |i: u32| {
        let rate = top_rate * f64::from(i) / 5.0;
        Tick { y: at(y(rate)), text: format!("{:.0} %", rate * 100.0) }
    };
    let timeless: u64 = all.iter().filter(|g| g.key.iter().any(|k| k == UNKNOWN)).map(|g| g.claims.claims()).sum();
    Some(Trend {
        summary: summary(&weeks),
        ticks: (0..=5).map(tick).collect(),
        labels: labels(&weeks, x),
        lines: lines(&weeks, &points),
        clipped: weeks.iter().any(|(_, g)| g.rate.rate > Some(top_rate)),
        points,
        timeless: if timeless > 0 { count(timeless) } else { String::new() },
    })
}

/// Weeks that are so many days apart are not joined.
const GAP: i32 = 28;

fn lines(weeks: &[(Date, &GroupRate)], points: &[Point]) -> Vec<String> {
    let solid: Vec<(Date, &Point)> = weeks.iter().map(|(date, _)| *date).zip(points).filter(|(_, p)| !p.small).collect();
    let near = solid.chunk_by(|a, b| days(a.0, b.0) <= GAP).filter(|run| run.len() > 1);
    near.map(|run| run.iter().map(|(_, p)| format!("{},{}", p.x, p.y)).collect::<Vec<_>>().join(" ")).collect()
}

fn days(from: Date, to: Date) -> i32 {
    from.until(to).map_or(0, |span| span.get_days())
}

/// As many weeks as fit side by side, the latest among them.
fn labels(weeks: &[(Date, &GroupRate)], x: impl Fn(Date) -> f64) -> Vec<Label> {
    let mut out = Vec::new();
    let mut free = f64::MAX;
    for (date, group) in weeks.iter().rev() {
        let here = x(*date).clamp(FIELD.0 + 24.0, FIELD.1 - 26.0);
        if here <= free {
            out.push(Label { x: at(here), text: group.key.concat() });
            free = here - APART;
        }
    }
    out
}

/// The trend in words, for those who do not see it.
fn summary(weeks: &[(Date, &GroupRate)]) -> String {
    let solid: Vec<&GroupRate> = weeks.iter().map(|(_, g)| *g).filter(|g| !g.rate.small).collect();
    let told = |g: &GroupRate| format!("{} in {}", percent(g.rate.rate), g.key.concat());
    match (solid.first(), solid.last()) {
        (Some(first), Some(last)) if solid.len() > 1 => {
            let by_rate = |a: &&&GroupRate, b: &&&GroupRate| a.rate.rate.unwrap_or(0.0).total_cmp(&b.rate.rate.unwrap_or(0.0));
            let (low, high) = (solid.iter().min_by(by_rate), solid.iter().max_by(by_rate));
            let between = |g: Option<&&GroupRate>| g.map_or_else(String::new, |g| told(g));
            format!("From {} to {}; lowest {}, highest {}.", told(first), told(last), between(low), between(high))
        }
        _ => "No two weeks have enough claims to compare.".into(),
    }
}

/// Unsupported claims by type and reason.
pub struct Heat {
    pub contradicted: usize,
    pub unevidenced: usize,
    pub columns: Vec<Column>,
    pub rows: Vec<HeatRow>,
}

/// A reason.
pub struct Column {
    pub name: &'static str,
    pub rule: &'static str,
}

/// A type.
pub struct HeatRow {
    pub name: &'static str,
    pub cells: Vec<HeatCell>,
    pub total: String,
    pub rate: String,
}

/// Claims of a type with a reason.
pub struct HeatCell {
    pub count: String,
    pub level: u64,
    pub verdict: &'static str,
    pub reason: &'static str,
}

/// Types that are unsupported most often first, reasons that contradict before others.
pub fn heat(report: &Report) -> Option<Heat> {
    let cells: BTreeMap<(&str, &str), u64> = rates(report, &[Dim::Type, Dim::Reason])
        .iter()
        .filter_map(|g| Some(((g.key.first()?.as_str(), g.key.get(1)?.as_str()), g.claims.unsupported())))
        .filter(|(_, n)| *n > 0)
        .collect();
    let most = cells.values().copied().max()?;
    let of = |verdict: Verdict| {
        let occurs = |r: &&Reason| r.verdict() == verdict && cells.keys().any(|(_, reason)| *reason == r.name());
        Reason::ALL.iter().filter(occurs).copied().collect::<Vec<Reason>>()
    };
    let (contradicted, unevidenced) = (of(Verdict::Contradicted), of(Verdict::Unevidenced));
    let reasons: Vec<Reason> = [contradicted.as_slice(), &unevidenced].concat();
    let total = |ty: &ClaimType| cells.iter().filter(|((t, _), _)| *t == ty.name()).map(|(_, n)| n).sum::<u64>();
    let mut types: Vec<ClaimType> = ClaimType::ALL.iter().copied().filter(|t| total(t) > 0).collect();
    types.sort_by_key(|t| std::cmp::Reverse(total(t)));
    let cell = |ty: &str, reason: &Reason| {
        let n = cells.get(&(ty, reason.name())).copied().unwrap_or(0);
        HeatCell {
            count: if n == 0 { String::new() } else { count(n) },
            level: (n * 4).div_ceil(most),
            verdict: reason.verdict().name(),
            reason: reason.name(),
        }
    };
    let by_type = rates(report, &[Dim::Type]);
    let row = |ty: &ClaimType| {
        let rate = by_type.iter().find(|g| g.key.first().is_some_and(|k| k == ty.name()));
        HeatRow {
            name: ty.name(),
            cells: reasons.iter().map(|r| cell(ty.name(), r)).collect(),
            total: count(total(ty)),
            rate: rate.map_or_else(String::new, |g| format!("{}{}", percent(g.rate.rate), if g.rate.small { "*" } else { "" })),
        }
    };
    Some(Heat {
        contradicted: contradicted.len(),
        unevidenced: unevidenced.len(),
        rows: types.iter().map(row).collect(),
        columns: reasons.iter().map(|r| Column { name: r.name(), rule: r.rule() }).collect(),
    })
}

/// A table of rates.
pub struct Groups {
    pub id: String,
    pub title: String,
    pub scale: String,
    pub rows: Vec<GroupRow>,
    pub more: usize,
}

/// A row of it; `low`, `width` and `point` are where its interval stands on a scale of 100.
pub struct GroupRow {
    pub name: String,
    pub decided: u64,
    pub fraction: String,
    pub contradicted: u64,
    pub rate: String,
    pub order: String,
    pub interval: String,
    pub by_session: String,
    pub low: String,
    pub width: String,
    pub point: String,
    pub small: bool,
    pub extra: bool,
}

/// The rates of a breakdown; none where it has but one group.
pub fn groups(report: &Report, by: &[Dim]) -> Option<Groups> {
    let mut groups: Vec<&GroupRate> = rates(report, by).iter().collect();
    if groups.len() < 2 {
        return None;
    }
    if matches!(by, [Dim::Week | Dim::Month]) {
        groups.sort_by(|a, b| a.key.cmp(&b.key));
    }
    let scale = ceiling(highest(&groups));
    let row = |(i, g): (usize, &&GroupRate)| group_row(g, scale, i >= FIRST);
    Some(Groups {
        id: by.iter().map(|d| d.name()).collect::<Vec<_>>().join("-"),
        title: by.iter().map(|d| d.describe()).collect::<Vec<_>>().join(" and "),
        scale: format!("{:.0} %", scale * 100.0),
        rows: groups.iter().enumerate().take(GROUPS).map(row).collect(),
        more: groups.len().saturating_sub(GROUPS),
    })
}

fn group_row(group: &GroupRate, scale: f64, extra: bool) -> GroupRow {
    let rate = &group.rate;
    let on = |share: f64| 100.0 * (share / scale).min(1.0);
    let (low, high) = rate.wilson.unwrap_or((0.0, 0.0));
    GroupRow {
        name: group.key.iter().map(|k| one_line(&visible(k), 200)).collect::<Vec<_>>().join(" · "),
        decided: rate.denominator,
        fraction: format!("{} of {}", count(rate.numerator), count(rate.denominator)),
        contradicted: group.claims.contradicted,
        rate: percent(rate.rate),
        order: rate.rate.map_or_else(|| "-1".into(), |r| r.to_string()),
        interval: interval(rate.wilson),
        by_session: interval(rate.clustered),
        low: at(on(low)),
        width: at(on(high) - on(low)),
        point: at(on(rate.rate.unwrap_or(0.0)).clamp(0.0, 99.0)),
        small: rate.small,
        extra,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_ends_above_what_it_holds() {
        assert_eq!([0.0, 0.07, 0.21, 0.6, 1.0].map(ceiling), [0.05, 0.1, 0.25, 0.6, 1.0]);
    }

    #[test]
    fn weeks_lie_along_the_time() {
        let (a, b) = (monday("2025-W52").unwrap(), monday("2026-W02").unwrap());
        assert_eq!(days(a, b), 14);
        assert_eq!((monday("unknown"), monday("2026-W60")), (None, None));
    }
}
