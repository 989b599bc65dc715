//! The report as one HTML page that needs nothing else: no network, charts drawn here as SVG, text escaped by the template.

use super::View;
use super::escape::visible;
use super::text::{bytes, count, counted, interval, percent};
use crate::claim::ClaimType;
use crate::stats::dim::Dim;
use crate::stats::partial::Row;
use crate::stats::report::{BreakdownRates, GroupRate, Rate, Report};
use crate::stats::rows::Outcome;
use crate::verdict::{Reason, Verdict};
use askama::Template;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Most groups of a breakdown.
const GROUPS: usize = 40;

/// Most claims of the list.
const CLAIMS: usize = 500;

#[derive(Template)]
#[template(path = "report.html")]
struct Page {
    version: String,
    ruleset: String,
    scope: String,
    headline: String,
    headline_more: String,
    claims: u64,
    verdicts: Vec<Share>,
    rates: Vec<Line>,
    trend: Vec<Bar>,
    heat_columns: Vec<String>,
    heat: Vec<HeatRow>,
    tables: Vec<Section>,
    findings: Vec<Finding>,
    more_findings: u64,
    left_out: Vec<Line>,
}

struct Share {
    name: &'static str,
    count: String,
    percent: String,
    x: String,
    width: String,
}

struct Line {
    what: String,
    value: String,
}

struct Bar {
    title: String,
    x: String,
    low: String,
    high: String,
    point: String,
    small: bool,
}

struct HeatRow {
    name: String,
    cells: Vec<HeatCell>,
}

struct HeatCell {
    count: String,
    level: u64,
}

struct Section {
    title: String,
    rows: Vec<GroupRow>,
    more: usize,
}

struct GroupRow {
    name: String,
    claims: u64,
    fraction: String,
    rate: String,
    order: String,
    interval: String,
    low: String,
    width: String,
    point: String,
    small: bool,
}

struct Finding {
    place: String,
    session: String,
    ty: &'static str,
    verdict: &'static str,
    reason: &'static str,
    rule: &'static str,
    quote: String,
    explanation: String,
    model: String,
    evidence: Vec<String>,
    fingerprint: String,
}

/// Writes it.
pub fn render(view: &View, out: &mut dyn Write) -> io::Result<()> {
    let text = page(view).render().map_err(io::Error::other)?;
    out.write_all(text.as_bytes())
}

fn page(view: &View) -> Page {
    let report = view.report;
    let findings = findings(view);
    let more_findings = view.rows.iter().filter(|r| r.claim.verdict.is_unsupported()).count().saturating_sub(findings.len());
    let (heat_columns, heat) = heat(report);
    Page {
        version: report.made.tool_version.clone(),
        ruleset: report.made.ruleset_sha256.chars().take(12).collect(),
        scope: scope(report),
        headline: percent(report.rates.unsupported.rate),
        headline_more: more(&report.rates.unsupported),
        claims: report.counts.claims.tally.claims(),
        verdicts: verdicts(report),
        rates: rates(report),
        trend: trend(report),
        heat_columns,
        heat,
        tables: tables(report),
        findings,
        more_findings: more_findings as u64,
        left_out: left_out(report),
    }
}

fn scope(report: &Report) -> String {
    let c = &report.counts;
    let files = c.files.get(Outcome::Audited.name()).copied().unwrap_or(0);
    format!(
        "{} in {}, {} in {}",
        counted(c.sessions.total, "session"),
        counted(files, "file"),
        counted(c.records, "record"),
        bytes(c.bytes)
    )
}

fn more(rate: &Rate) -> String {
    let mut out = format!("{} of {} decided claims", count(rate.numerator), count(rate.denominator));
    for (name, bounds) in [("95 % interval", rate.wilson), ("by session", rate.clustered)] {
        if bounds.is_some() {
            out.push_str(&format!(" · {name} {}", interval(bounds)));
        }
    }
    out
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// A coordinate, in a form that is the same everywhere.
fn at(x: f64) -> String {
    format!("{x:.2}")
}

fn verdicts(report: &Report) -> Vec<Share> {
    let tally = &report.counts.claims.tally;
    let mut x = 0.0;
    let part = |verdict: &Verdict| {
        let width = 100.0 * share(tally.of(*verdict), tally.claims());
        let out = Share {
            name: verdict.name(),
            count: count(tally.of(*verdict)),
            percent: format!("{width:.1} %"),
            x: at(x),
            width: at(width),
        };
        x += width;
        out
    };
    Verdict::ALL.iter().map(part).collect()
}

fn rates(report: &Report) -> Vec<Line> {
    let r = &report.rates;
    [
        ("Unevidenced, of decided claims", &r.unevidenced),
        ("Contradicted, of decided claims", &r.contradicted),
        ("Undecidable, of all claims", &r.undecidable),
        ("Sessions with an unsupported claim, of those with a claim", &r.sessions),
        ("Sessions with a contradicted claim, of those with a claim", &r.sessions_contradicted),
        ("Sessions with an unsupported claim of reading or searching, of those with such a claim", &r.reading_sessions),
    ]
    .into_iter()
    .filter(|(_, rate)| rate.denominator > 0)
    .map(|(what, rate)| Line { what: what.into(), value: super::text::rate(rate) })
    .collect()
}

fn groups<'a>(report: &'a Report, by: &[Dim]) -> &'a [GroupRate] {
    report.rates.breakdowns.iter().find(|b: &&BreakdownRates| b.by == by).map_or(&[], |b| b.groups.as_slice())
}

/// Rates by week, oldest first, in a field of 100 by 100.
fn trend(report: &Report) -> Vec<Bar> {
    let mut weeks: Vec<&GroupRate> = groups(report, &[Dim::Week])
        .iter()
        .filter(|g| g.rate.denominator > 0 && g.key.first().is_some_and(|k| k != crate::stats::dim::UNKNOWN))
        .collect();
    weeks.sort_by(|a, b| a.key.cmp(&b.key));
    let step = 100.0 / weeks.len().max(1) as f64;
    let bar = |(i, group): (usize, &&GroupRate)| {
        let (low, high) = group.rate.wilson.unwrap_or((0.0, 0.0));
        Bar {
            title: format!("{}: {}", group.key.concat(), super::text::rate(&group.rate)),
            x: at(step * (i as f64 + 0.5)),
            low: at(100.0 - 100.0 * low),
            high: at(100.0 - 100.0 * high),
            point: at(100.0 - 100.0 * group.rate.rate.unwrap_or(0.0)),
            small: group.rate.small,
        }
    };
    weeks.iter().enumerate().map(bar).collect()
}

/// Unsupported claims by type and reason.
fn heat(report: &Report) -> (Vec<String>, Vec<HeatRow>) {
    let cells: BTreeMap<(&str, &str), u64> = groups(report, &[Dim::Type, Dim::Reason])
        .iter()
        .filter_map(|g| Some(((g.key.first()?.as_str(), g.key.get(1)?.as_str()), g.claims.unsupported())))
        .filter(|(_, n)| *n > 0)
        .collect();
    let most = cells.values().copied().max().unwrap_or(1);
    let reasons: Vec<&str> =
        Reason::ALL.iter().map(|r| r.name()).filter(|r| cells.keys().any(|(_, reason)| reason == r)).collect();
    let types = ClaimType::ALL.iter().map(|t| t.name()).filter(|t| cells.keys().any(|(ty, _)| ty == t));
    let row = |ty: &'static str| HeatRow {
        name: ty.into(),
        cells: reasons
            .iter()
            .map(|reason| {
                let n = cells.get(&(ty, *reason)).copied().unwrap_or(0);
                HeatCell { count: if n == 0 { String::new() } else { count(n) }, level: (n * 4).div_ceil(most) }
            })
            .collect(),
    };
    (reasons.iter().map(|r| (*r).to_owned()).collect(), types.map(row).collect())
}

fn tables(report: &Report) -> Vec<Section> {
    let extra = report.rates.breakdowns.iter().map(|b| b.by.as_slice()).filter(|by| by.len() == 2 && !by.contains(&Dim::Reason));
    let wanted = [Dim::Type, Dim::Model, Dim::Project, Dim::Source, Dim::AgentVersion, Dim::Agent].map(|d| vec![d]);
    wanted
        .iter()
        .map(Vec::as_slice)
        .chain(extra)
        .filter_map(|by| {
            let groups = groups(report, by);
            let title = by.iter().map(|d| d.describe()).collect::<Vec<_>>().join(" and ");
            let rows: Vec<GroupRow> = groups.iter().take(GROUPS).map(group_row).collect();
            (!rows.is_empty()).then(|| Section { title, rows, more: groups.len().saturating_sub(GROUPS) })
        })
        .collect()
}

fn group_row(group: &GroupRate) -> GroupRow {
    let (low, high) = group.rate.wilson.unwrap_or((0.0, 0.0));
    GroupRow {
        name: group.key.iter().map(|k| visible(k)).collect::<Vec<_>>().join(" · "),
        claims: group.claims.claims(),
        fraction: format!("{}/{}", count(group.rate.numerator), count(group.rate.denominator)),
        rate: percent(group.rate.rate),
        order: group.rate.rate.map_or_else(|| "-1".into(), |r| r.to_string()),
        interval: interval(group.rate.wilson),
        low: at(100.0 * low),
        width: at(100.0 * (high - low)),
        point: at(100.0 * group.rate.rate.unwrap_or(0.0)),
        small: group.rate.small,
    }
}

/// Unsupported claims, those of the sessions to read first on top.
fn findings(view: &View) -> Vec<Finding> {
    let rank: BTreeMap<&str, usize> = view.report.sessions.iter().enumerate().map(|(i, s)| (s.session.as_str(), i)).collect();
    let mut rows: Vec<&Row> = view.rows.iter().filter(|r| r.claim.verdict.is_unsupported()).collect();
    rows.sort_by_key(|r| (rank.get(r.session_key()).copied().unwrap_or(usize::MAX), r.claim.verdict != Verdict::Contradicted));
    rows.into_iter().take(CLAIMS).map(finding).collect()
}

fn finding(row: &Row) -> Finding {
    let c = &row.claim;
    let evidence = row.shown.iter().map(|s| {
        let result = s.result.map_or_else(|| "no result on record".into(), |line| format!("result line {line}"));
        let command = s.command.as_deref().map(|c| format!(" {}", visible(c))).unwrap_or_default();
        format!("{}{command}, line {} ({result}): {}", visible(&s.tool), s.call, visible(&s.excerpt))
    });
    Finding {
        place: format!("{}:{}", visible(&c.path), c.line),
        session: visible(row.session_key()).into_owned(),
        ty: c.ty.name(),
        verdict: c.verdict.name(),
        reason: c.reason.name(),
        rule: c.reason.rule(),
        quote: visible(&c.quote).into_owned(),
        explanation: visible(&c.explanation).into_owned(),
        model: visible(c.model.as_deref().unwrap_or_default()).into_owned(),
        evidence: evidence.collect(),
        fingerprint: c.fingerprint.clone(),
    }
}

fn left_out(report: &Report) -> Vec<Line> {
    let mut causes: BTreeMap<Outcome, u64> = BTreeMap::new();
    for file in report.files.iter().filter(|f| f.outcome != Outcome::Audited) {
        *causes.entry(file.outcome).or_default() += 1;
    }
    let files = causes.into_iter().map(|(cause, n)| Line { what: cause.describe().into(), value: counted(n, "path") });
    let c = &report.counts;
    let claims = [
        (c.dropped.copied_claims, "dropped: in records that an older file holds too"),
        (c.accepted, "accepted: unsupported, but listed in the accept file"),
        (c.filtered, "left out by the filters given"),
    ];
    let claims =
        claims.into_iter().filter(|(n, _)| *n > 0).map(|(n, what)| Line { what: what.into(), value: counted(n, "claim") });
    files.chain(claims).collect()
}
