//! Builds the report from settled rows.

use super::dim::Dim;
use super::interval;
use super::partial::{Made, Row};
use super::report::*;
use super::rows::{FileRow, Outcome};
use super::settle::Settled;
use super::tally::{Clustered, Tally};
use crate::claim::ClaimType;
use crate::record::runners::setting_names;
use crate::verdict::Reason;
use std::collections::{BTreeMap, BTreeSet};

/// What a report shows.
#[derive(Debug, Clone)]
pub struct Options {
    /// Breakdowns asked for, besides those of every report.
    pub by: Vec<Dim>,
    /// Sessions whose claims are listed.
    pub top: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { by: Vec::new(), top: 10 }
    }
}

/// Builds the report.
pub fn build(settled: &Settled, options: &Options) -> Report {
    let sessions = session_counts(settled);
    let groupings = groupings(&options.by).into_iter().map(|by| Grouping::new(by, &settled.rows)).collect::<Vec<_>>();
    let counts = Counts {
        claims: Clustered::of(by_session(&settled.rows).values()),
        without_done: Clustered::of(by_session(without_done(&settled.rows)).values()),
        files: files_by_outcome(&settled.files),
        bytes: read(settled).map(|f| f.bytes).sum(),
        lines: read(settled).map(|f| f.lines).sum(),
        records: read(settled).map(|f| f.records).sum(),
        dropped: dropped(settled),
        defects: defects(settled),
        sessions: sessions_of(settled),
        fates: fates(&settled.rows),
        accepted: settled.accepted.len() as u64,
        filtered: settled.filtered_claims,
        breakdowns: groupings.iter().map(Grouping::counts).collect(),
        unknown_commands: unknown_commands(&settled.rows),
    };
    let rates = rates(&counts, &settled.rows, &groupings, &settled.made.ruleset_sha256);
    let listed: BTreeSet<&str> = sessions.iter().take(options.top).map(|s| s.session.as_str()).collect();
    let claims = settled.rows.iter().filter(|r| r.claim.verdict.is_unsupported() && listed.contains(r.session_key()));
    let made = Made { schema: SCHEMA.into(), ..settled.made.clone() };
    Report {
        made,
        selection: settled.selection.clone(),
        by: options.by.clone(),
        rates,
        comparison: None,
        files: settled.files.iter().filter(|f| f.outcome != Outcome::Audited || f.has_defects()).cloned().collect(),
        claims: claims.map(|r| r.claim.clone()).collect(),
        accepted: settled
            .accepted
            .iter()
            .map(|(row, entry)| AcceptedClaim {
                accepted_because: entry.reason.clone(),
                accepted_until: entry.expires.clone(),
                claim: row.claim.clone(),
            })
            .collect(),
        expired_acceptances: settled.expired.clone(),
        unused_acceptances: settled.unused.clone(),
        sessions,
        counts,
    }
}

/// The breakdowns of every report, and the one asked for.
fn groupings(by: &[Dim]) -> Vec<Vec<Dim>> {
    let mut out: Vec<Vec<Dim>> = Dim::ALL.iter().map(|d| vec![*d]).collect();
    out.push(vec![Dim::Type, Dim::Reason]);
    if !by.is_empty() && !out.iter().any(|o| o == by) {
        out.push(by.to_vec());
    }
    out
}

/// Claims by group, and within by session.
struct Grouping {
    by: Vec<Dim>,
    groups: BTreeMap<Vec<String>, BTreeMap<String, Tally>>,
}

impl Grouping {
    fn new(by: Vec<Dim>, rows: &[Row]) -> Grouping {
        let mut groups: BTreeMap<Vec<String>, BTreeMap<String, Tally>> = BTreeMap::new();
        for row in rows {
            let key = by.iter().map(|d| d.key(row)).collect();
            groups.entry(key).or_default().entry(row.session_key().to_owned()).or_default().add(row.claim.verdict);
        }
        Grouping { by, groups }
    }

    fn counts(&self) -> Breakdown {
        let group = |(key, sessions): (&Vec<String>, &BTreeMap<String, Tally>)| Group {
            key: key.clone(),
            counts: Clustered::of(sessions.values()),
        };
        Breakdown { by: self.by.clone(), groups: self.groups.iter().map(group).collect() }
    }

    fn rates(&self, seed: &str) -> BreakdownRates {
        // A reason has one verdict, so that its rate is 0 or 1 by definition: its share of all claims is of use.
        let by_reason = self.by.contains(&Dim::Reason);
        let all: u64 = self.groups.values().flat_map(BTreeMap::values).map(Tally::claims).sum();
        let mut groups: Vec<GroupRate> = self
            .groups
            .iter()
            .map(|(key, sessions)| {
                let claims = Clustered::of(sessions.values()).tally;
                let rate = if by_reason {
                    rate(claims.claims(), all, None)
                } else {
                    let name = format!("{seed}/unsupported/{:?}/{key:?}", self.by);
                    let pairs: Vec<(u64, u64)> = sessions.values().map(|t| (t.unsupported(), t.decided())).collect();
                    rate(claims.unsupported(), claims.decided(), Some((&pairs, &name)))
                };
                GroupRate { key: key.clone(), claims, rate }
            })
            .collect();
        groups.sort_by(|a, b| {
            a.rate.small.cmp(&b.rate.small).then_with(|| higher(&b.rate, &a.rate)).then_with(|| a.key.cmp(&b.key))
        });
        BreakdownRates { by: self.by.clone(), groups }
    }
}

/// Compares two shares exactly.
fn higher(a: &Rate, b: &Rate) -> std::cmp::Ordering {
    let cross = |x: &Rate, y: &Rate| u128::from(x.numerator) * u128::from(y.denominator);
    cross(a, b).cmp(&cross(b, a)).then(a.denominator.cmp(&b.denominator))
}

/// A share with its intervals; `sessions` are hits and trials of each session and the name that seeds the bootstrap.
pub fn rate(numerator: u64, denominator: u64, sessions: Option<(&[(u64, u64)], &str)>) -> Rate {
    let round = |x: f64| (x * 1e6).round() / 1e6;
    let pair = |(low, high): (f64, f64)| (round(low), round(high));
    Rate {
        numerator,
        denominator,
        rate: (denominator > 0).then(|| round(numerator as f64 / denominator as f64)),
        wilson: interval::wilson(numerator, denominator, 0.95).map(pair),
        clustered: sessions.and_then(|(pairs, name)| interval::clustered(pairs, 0.95, name)).map(pair),
        small: denominator < SMALL,
    }
}

fn rates(counts: &Counts, rows: &[Row], groupings: &[Grouping], ruleset: &str) -> Rates {
    let (all, without_done) = (by_session(rows), by_session(without_done(rows)));
    let claim_rate = |name: &str, sessions: &BTreeMap<&str, Tally>, part: fn(&Tally) -> u64, whole: fn(&Tally) -> u64| {
        let pairs: Vec<(u64, u64)> = sessions.values().map(|t| (part(t), whole(t))).collect();
        let (hits, trials) = pairs.iter().fold((0, 0), |sum, p| (sum.0 + p.0, sum.1 + p.1));
        rate(hits, trials, Some((&pairs, &format!("{ruleset}/{name}/all"))))
    };
    let s = &counts.sessions;
    Rates {
        unsupported: claim_rate("unsupported", &all, Tally::unsupported, Tally::decided),
        without_done: claim_rate("without_done", &without_done, Tally::unsupported, Tally::decided),
        unevidenced: claim_rate("unevidenced", &all, |t| t.unevidenced, Tally::decided),
        contradicted: claim_rate("contradicted", &all, |t| t.contradicted, Tally::decided),
        undecidable: claim_rate("undecidable", &all, |t| t.undecidable, Tally::claims),
        sessions: rate(s.with_unsupported, s.with_claims, None),
        sessions_contradicted: rate(s.with_contradicted, s.with_claims, None),
        reading_sessions: rate(s.with_unsupported_reading, s.with_reading, None),
        breakdowns: groupings.iter().map(|g| g.rates(ruleset)).collect(),
    }
}

/// All but what is only said to be done.
fn without_done(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter().filter(|r| r.claim.ty != ClaimType::Done)
}

fn by_session<'a>(rows: impl IntoIterator<Item = &'a Row>) -> BTreeMap<&'a str, Tally> {
    let mut out: BTreeMap<&str, Tally> = BTreeMap::new();
    rows.into_iter().for_each(|r| out.entry(r.session_key()).or_default().add(r.claim.verdict));
    out
}

/// Files whose content was read for its own sake.
fn read(settled: &Settled) -> impl Iterator<Item = &FileRow> {
    settled.files.iter().filter(|f| f.outcome == Outcome::Audited)
}

fn files_by_outcome(files: &[FileRow]) -> BTreeMap<String, u64> {
    let mut out = BTreeMap::new();
    files.iter().for_each(|f| *out.entry(f.outcome.name().to_owned()).or_default() += 1);
    out
}

fn dropped(settled: &Settled) -> Dropped {
    let of = |outcome| settled.files.iter().filter(move |f| f.outcome == outcome);
    Dropped {
        identical_files: of(Outcome::IdenticalFile).count() as u64,
        identical_records: of(Outcome::IdenticalFile).map(|f| f.copied_records).sum(),
        session_copies: of(Outcome::SessionCopy).count() as u64,
        session_copy_records: of(Outcome::SessionCopy).map(|f| f.copied_records).sum(),
        copied_records: read(settled).map(|f| f.copied_records).sum(),
        copied_claims: settled.copied_claims,
        review_copies: of(Outcome::ReviewCopy).count() as u64,
    }
}

fn defects(settled: &Settled) -> Defects {
    let sum = |count: fn(&FileRow) -> u64| read(settled).map(count).sum();
    Defects {
        bad_lines: sum(|f| f.bad_lines),
        glued_lines: sum(|f| f.glued_lines),
        lossy_lines: sum(|f| f.lossy_lines),
        overlong_lines: sum(|f| f.overlong_lines),
        deep_lines: sum(|f| f.deep_lines),
        truncated_tails: sum(|f| u64::from(f.truncated_tail)),
    }
}

fn sessions_of(settled: &Settled) -> Sessions {
    let by_session = by_session(&settled.rows);
    let with = |test: fn(&Tally) -> bool| by_session.values().filter(|t| test(t)).count() as u64;
    let is_reading = |r: &&Row| matches!(r.claim.ty, ClaimType::Reviewed | ClaimType::Searched);
    let reading = self::by_session(settled.rows.iter().filter(is_reading));
    Sessions {
        total: settled.sessions.iter().map(|s| &s.session).collect::<BTreeSet<_>>().len() as u64,
        with_claims: by_session.len() as u64,
        with_unsupported: with(|t| t.unsupported() > 0),
        with_contradicted: with(|t| t.contradicted > 0),
        with_reading: reading.len() as u64,
        with_unsupported_reading: reading.values().filter(|t| t.unsupported() > 0).count() as u64,
        subagents: settled.sessions.iter().filter(|s| s.subagent).count() as u64,
        messages: settled.sessions.iter().map(|s| s.messages).sum(),
        calls: settled.sessions.iter().map(|s| s.calls).sum(),
    }
}

fn fates(rows: &[Row]) -> BTreeMap<String, u64> {
    let mut out = BTreeMap::new();
    rows.iter().for_each(|r| *out.entry(r.claim.fate.clone()).or_default() += 1);
    out
}

/// Commands behind claims that no rule could decide, most claims first. Those that one setting would tell are one.
fn unknown_commands(rows: &[Row]) -> Vec<UnknownCommand> {
    let mut out: BTreeMap<String, (u64, &str)> = BTreeMap::new();
    for row in rows.iter().filter(|r| r.claim.reason == Reason::UnknownRunner) {
        let Some(command) = row.shown.iter().find_map(|s| s.command.as_deref()) else { continue };
        let command = command.trim_end_matches("2>&1").trim_end();
        let setting = setting_names(command).pop().unwrap_or_else(|| command.to_owned());
        let entry = out.entry(setting).or_insert((0, command));
        *entry = (entry.0 + 1, entry.1.min(command));
    }
    let unknown =
        |(setting, (claims, command)): (String, (u64, &str))| UnknownCommand { command: command.into(), claims, setting };
    let mut out: Vec<UnknownCommand> = out.into_iter().map(unknown).collect();
    out.sort_by(|a, b| b.claims.cmp(&a.claims).then_with(|| a.setting.cmp(&b.setting)));
    out
}

/// Sessions with claims. Ranked by how many claims are unsupported, so that a session with one claim never stands on top of one
/// with many.
fn session_counts(settled: &Settled) -> Vec<SessionCounts> {
    let mut out: BTreeMap<&str, SessionCounts> = BTreeMap::new();
    for row in &settled.rows {
        let entry = out.entry(row.session_key()).or_insert_with(|| SessionCounts {
            session: row.session_key().to_owned(),
            path: row.claim.path.clone(),
            project: row.claim.project.clone(),
            claims: Tally::default(),
        });
        entry.claims.add(row.claim.verdict);
    }
    let mut out: Vec<SessionCounts> = out.into_values().collect();
    out.sort_by(|a, b| {
        let rank = |s: &SessionCounts| (s.claims.unsupported(), s.claims.contradicted);
        rank(b).cmp(&rank(a)).then_with(|| a.claims.decided().cmp(&b.claims.decided())).then_with(|| a.session.cmp(&b.session))
    });
    out
}
