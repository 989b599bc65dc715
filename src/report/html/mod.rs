//! The report as one HTML page that needs nothing else: no network, charts drawn here as SVG, text escaped by the template.
//!
//! The page's policy allows exactly the script and the style that come with it, by their hashes: what a transcript could smuggle in
//! would not run.

mod charts;
mod sessions;

use super::View;
use super::escape::{one_line, visible};
use super::text::{bytes, count, counted, interval, percent};
use crate::stats::compare::Change;
use crate::stats::dim::Dim;
use crate::stats::report::{Rate, Report, SMALL};
use crate::stats::rows::Outcome;
use crate::verdict::{Reason, Verdict};
use askama::Template;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use charts::{Groups, Heat, Trend};
use sessions::{Choice, Session};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io::{self, Write};

const SCRIPT: &str = include_str!("../../../templates/report.js");
const STYLE: &str = include_str!("../../../templates/report.css");

#[derive(Template)]
#[template(path = "report.html")]
struct Page {
    script: String,
    style: String,
    script_hash: String,
    style_hash: String,
    version: String,
    ruleset: String,
    scope: String,
    period: String,
    filters: String,
    small: u64,
    claims: String,
    headline: Tile,
    verdicts: Vec<Share>,
    tiles: Vec<Tile>,
    columns: usize,
    changes: Option<Changes>,
    trend: Option<Trend>,
    heat: Option<Heat>,
    groups: Vec<Groups>,
    choices: Vec<Choice>,
    sessions: Vec<Session>,
    listed: usize,
    more_findings: usize,
    accepted: Vec<Accepted>,
    dropped: Vec<String>,
    left_out: Vec<Line>,
    reasons: Vec<Line>,
}

/// A rate with what it is of.
struct Tile {
    what: &'static str,
    of: &'static str,
    rate: String,
    fraction: String,
    intervals: Vec<String>,
    small: bool,
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

struct Accepted {
    place: String,
    quote: String,
    why: String,
}

struct Changes {
    note: String,
    summary: String,
    rows: Vec<ChangeRow>,
    more: usize,
}

struct ChangeRow {
    cells: [String; 6],
    direction: &'static str,
    significant: bool,
}

/// Changes that are shown besides those that are more than chance.
const CHANGES: usize = 8;

/// Writes it.
pub fn render(view: &View, out: &mut dyn Write) -> io::Result<()> {
    let text = page(view).render().map_err(io::Error::other)?;
    out.write_all(text.as_bytes())
}

fn page(view: &View) -> Page {
    let report = view.report;
    let (script, style) = (SCRIPT.replace("\r\n", "\n"), STYLE.replace("\r\n", "\n"));
    let sessions = sessions::sessions(view);
    let listed = sessions.iter().map(|s| s.findings.len()).sum();
    let unsupported = report.counts.claims.tally.unsupported() as usize;
    let tiles = tiles(report);
    Page {
        script_hash: hash(&script),
        style_hash: hash(&style),
        script,
        style,
        version: report.made.tool_version.clone(),
        ruleset: report.made.ruleset_sha256.chars().take(12).collect(),
        scope: scope(report),
        period: period(view),
        filters: one_line(&report.selection.options().join(" "), 400),
        small: SMALL,
        claims: count(report.counts.claims.tally.claims()),
        headline: tile("unsupported", "of decided claims", &report.rates.unsupported),
        verdicts: verdicts(report),
        columns: if tiles.len() <= 5 { tiles.len() } else { tiles.len().div_ceil(2) },
        tiles,
        changes: changes(report),
        trend: charts::trend(report),
        heat: charts::heat(report),
        groups: groups(report),
        choices: sessions::choices(view.rows),
        sessions,
        listed,
        more_findings: unsupported.saturating_sub(listed),
        accepted: accepted(report),
        dropped: super::dropped(report),
        left_out: left_out(report),
        reasons: reasons(view),
    }
}

/// The name of a script or style in the page's policy.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", BASE64.encode(Sha256::digest(text)))
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

/// First and last day of the claims that have a time.
fn period(view: &View) -> String {
    let days = || view.rows.iter().filter_map(|r| r.claim.timestamp.as_deref()?.get(..10));
    match (days().min(), days().max()) {
        (Some(first), Some(last)) if first == last => visible(first).into_owned(),
        (Some(first), Some(last)) => format!("{} to {}", visible(first), visible(last)),
        _ => String::new(),
    }
}

fn tile(what: &'static str, of: &'static str, rate: &Rate) -> Tile {
    let told = [("95 %", rate.wilson), ("by session", rate.clustered)];
    let told: Vec<String> =
        told.into_iter().filter(|(_, bounds)| bounds.is_some()).map(|(name, b)| format!("{name}: {}", interval(b))).collect();
    Tile {
        what,
        of,
        rate: percent(rate.rate),
        fraction: format!("{} of {}", count(rate.numerator), count(rate.denominator)),
        intervals: told,
        small: rate.small,
    }
}

/// The rates beside the headline, in the three ways to state them.
fn tiles(report: &Report) -> Vec<Tile> {
    let r = &report.rates;
    let mut out = vec![
        ("contradicted", "of decided claims: the record says otherwise", &r.contradicted),
        ("unevidenced", "of decided claims: nothing in the record backs them", &r.unevidenced),
        ("without “done”", "unsupported, of decided claims of other types", &r.without_done),
        ("of sessions", "with a claim have an unsupported one", &r.sessions),
        ("of sessions", "with a claim have a contradicted one", &r.sessions_contradicted),
        ("of sessions", "that say they read or searched have an unsupported claim of it", &r.reading_sessions),
        ("undecidable", "of all claims: the record is cut or keeps no results", &r.undecidable),
    ];
    if r.without_done.denominator == r.unsupported.denominator {
        out.remove(2);
    }
    out.into_iter().filter(|(_, _, rate)| rate.denominator > 0).map(|(what, of, rate)| tile(what, of, rate)).collect()
}

fn verdicts(report: &Report) -> Vec<Share> {
    let tally = &report.counts.claims.tally;
    let mut x = 0.0;
    let part = |verdict: &Verdict| {
        let width = 100.0 * tally.of(*verdict) as f64 / tally.claims().max(1) as f64;
        let out = Share {
            name: verdict.name(),
            count: count(tally.of(*verdict)),
            percent: format!("{width:.1} %"),
            x: charts::at(x),
            width: charts::at(width),
        };
        x += width;
        out
    };
    Verdict::ALL.iter().map(part).collect()
}

fn changes(report: &Report) -> Option<Changes> {
    let comparison = report.comparison.as_ref()?;
    let all: Vec<&Change> = std::iter::once(&comparison.overall).chain(&comparison.groups).collect();
    let row = |(cells, change): ([String; 6], &&Change)| ChangeRow {
        cells,
        direction: direction(change),
        significant: change.is_significant(),
    };
    let shown = CHANGES + all.iter().filter(|c| c.is_significant()).count();
    Some(Changes {
        note: visible(&comparison.note).into_owned(),
        summary: super::change_summary(comparison),
        rows: super::change_lines(comparison).into_iter().zip(&all).take(shown).map(row).collect(),
        more: all.len().saturating_sub(shown),
    })
}

/// More of what is unsupported is worse; more of what is undecidable is just more.
fn direction(change: &Change) -> &'static str {
    let reason = change.key.first().filter(|_| change.by == [Dim::Reason]).and_then(|k| Reason::by_name(k));
    let neutral = reason.is_some_and(|r| !r.verdict().is_unsupported());
    match change.difference {
        Some(d) if d > 0.0 => {
            if neutral {
                "more"
            } else {
                "worse"
            }
        }
        Some(d) if d < 0.0 => {
            if neutral {
                "less"
            } else {
                "better"
            }
        }
        _ => "same",
    }
}

/// Tables of the properties that tell something apart, and of those that were asked for.
fn groups(report: &Report) -> Vec<Groups> {
    let wanted = [Dim::Model, Dim::Project, Dim::Type, Dim::Source, Dim::AgentVersion, Dim::Agent].map(|d| vec![d]);
    let asked = (report.by.len() == 2 || matches!(report.by.as_slice(), [Dim::Week | Dim::Month])).then_some(&report.by);
    let all = asked.into_iter().chain(&wanted).filter(|by| !by.contains(&Dim::Reason));
    all.filter_map(|by| charts::groups(report, by)).collect()
}

fn accepted(report: &Report) -> Vec<Accepted> {
    let one = |a: &crate::stats::report::AcceptedClaim| {
        let until = a.accepted_until.as_deref().map(|d| format!(" (until {})", visible(d))).unwrap_or_default();
        Accepted {
            place: format!("{}:{}", visible(&a.claim.path), a.claim.line),
            quote: one_line(&a.claim.quote, 300),
            why: format!("{}{until}", visible(&a.accepted_because)),
        }
    };
    report.accepted.iter().map(one).collect()
}

fn left_out(report: &Report) -> Vec<Line> {
    let mut causes: BTreeMap<Outcome, u64> = BTreeMap::new();
    for file in report.files.iter().filter(|f| f.outcome != Outcome::Audited && !f.outcome.is_duplicate()) {
        *causes.entry(file.outcome).or_default() += 1;
    }
    let files = causes.into_iter().map(|(cause, n)| Line { what: cause.describe().into(), value: counted(n, "path") });
    let c = &report.counts;
    let claims = [
        (c.filtered, "claim", "left out by the filters given"),
        (c.defects.bad_lines, "line", "could not be read"),
        (c.defects.truncated_tails, "file", "last line is cut: the session was still being written"),
    ];
    let claims = claims.into_iter().filter(|(n, ..)| *n > 0);
    files.chain(claims.map(|(n, noun, what)| Line { what: what.into(), value: counted(n, noun) })).collect()
}

/// What the reasons mean that occur.
fn reasons(view: &View) -> Vec<Line> {
    let occurs = |reason: &&Reason| view.rows.iter().any(|r| r.claim.reason == **reason);
    let line = |r: &Reason| Line { what: r.name().into(), value: format!("{}: {}", r.verdict().name(), r.rule()) };
    Reason::ALL.iter().filter(occurs).map(line).collect()
}
