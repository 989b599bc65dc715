//! The report as Markdown, for issues, pull requests and job summaries.

use super::View;
use super::escape::markdown as md;
use super::gate::Judgement;
use super::text::{bytes, count, counted, interval, percent, rate};
use crate::stats::dim::Dim;
use crate::stats::report::{BreakdownRates, Report};
use crate::stats::rows::Outcome;
use crate::verdict::Verdict;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Most groups, sessions or claims in a table.
const ROWS: usize = 25;

/// Writes it.
pub fn render(view: &View, out: &mut dyn Write) -> io::Result<()> {
    let report = view.report;
    writeln!(out, "# sayso report\n")?;
    head(report, out)?;
    for breakdown in report.rates.breakdowns.iter().filter(|b| b.by == [Dim::Type] || b.by == [Dim::Reason] || b.groups.len() > 1)
    {
        table(breakdown, out)?;
    }
    changes(report, out)?;
    claims(report, out)?;
    left_out(report, out)
}

/// What a job's summary shows: the gate, the headline, the claims to look at.
pub fn summary(view: &View, judgement: &Judgement, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "## {}\n", md(&judgement.headline()))?;
    if !judgement.checks.is_empty() {
        writeln!(out, "| limit | found | |\n|---|---|---|")?;
    }
    for check in &judgement.checks {
        let mark = if check.held { "held" } else { "**exceeded**" };
        let note = if check.note.is_empty() { String::new() } else { format!("; {}", md(&check.note)) };
        writeln!(out, "| {}: {} | {} | {mark}{note} |", md(&check.what), md(&check.limit), md(&check.found))?;
    }
    writeln!(out)?;
    head(view.report, out)?;
    let claims = judgement.claims(view.rows);
    if !claims.is_empty() {
        writeln!(out, "\n| claim | verdict | words |\n|---|---|---|")?;
    }
    for row in claims.iter().take(ROWS) {
        claim_row(&row.claim, out)?;
    }
    writeln!(out)
}

fn head(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let c = &report.counts;
    let audited = c.files.get(Outcome::Audited.name()).copied().unwrap_or(0);
    writeln!(
        out,
        "{} in {}, {} in {}.\n",
        counted(c.sessions.total, "session"),
        counted(audited, "file"),
        counted(c.records, "record"),
        bytes(c.bytes)
    )?;
    let filters = report.selection.options();
    if !filters.is_empty() {
        writeln!(out, "Only a part: {}.\n", md(&filters.join(" ")))?;
    }
    if c.claims.tally.claims() == 0 {
        return writeln!(out, "No claims.");
    }
    let verdicts: Vec<String> = Verdict::ALL.iter().map(|v| format!("{} {}", count(c.claims.tally.of(*v)), v.name())).collect();
    writeln!(out, "{}: {}.\n", counted(c.claims.tally.claims(), "claim"), verdicts.join(", "))?;
    let r = &report.rates;
    for (what, value) in [
        ("Unsupported, of decided claims", &r.unsupported),
        ("Unevidenced", &r.unevidenced),
        ("Contradicted", &r.contradicted),
        ("Unsupported without `done`", &r.without_done),
        ("Sessions with an unsupported claim, of those with a claim", &r.sessions),
        ("Sessions with a contradicted claim, of those with a claim", &r.sessions_contradicted),
        ("Sessions with an unsupported claim of reading or searching, of those with such a claim", &r.reading_sessions),
        ("Undecidable, of all claims", &r.undecidable),
    ] {
        if value.denominator > 0 {
            writeln!(out, "- {what}: {}", rate(value))?;
        }
    }
    Ok(())
}

fn table(breakdown: &BreakdownRates, out: &mut dyn Write) -> io::Result<()> {
    let by: Vec<&str> = breakdown.by.iter().map(|d| d.describe()).collect();
    let share = breakdown.by.contains(&Dim::Reason);
    writeln!(out, "\n## By {}\n", by.join(" and "))?;
    writeln!(
        out,
        "{}",
        if share {
            "| | claims | share of claims | 95 % |\n|---|---:|---:|---:|"
        } else {
            "| | claims | unsupported | rate | 95 % | by session | undecidable |\n|---|---:|---:|---:|---:|---:|---:|"
        }
    )?;
    for group in breakdown.groups.iter().take(ROWS) {
        let key: Vec<String> = group.key.iter().map(|k| md(k)).collect();
        let (key, claims, rate) = (key.join(" · "), count(group.claims.claims()), &group.rate);
        if share {
            writeln!(out, "| {key} | {claims} | {} | {} |", percent(rate.rate), interval(rate.wilson))?;
            continue;
        }
        let small = if rate.small { " (small)" } else { "" };
        writeln!(
            out,
            "| {key} | {claims} | {}/{} | {}{small} | {} | {} | {} |",
            count(rate.numerator),
            count(rate.denominator),
            percent(rate.rate),
            interval(rate.wilson),
            interval(rate.clustered),
            count(group.claims.undecidable)
        )?;
    }
    if breakdown.groups.len() > ROWS {
        writeln!(out, "\nAnd {} more.", breakdown.groups.len() - ROWS)?;
    }
    Ok(())
}

fn changes(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let Some(comparison) = &report.comparison else { return Ok(()) };
    writeln!(out, "\n## Since the baseline\n")?;
    if !comparison.note.is_empty() {
        writeln!(out, "**{}**\n", md(&comparison.note))?;
    }
    writeln!(out, "{}.\n", super::change_summary(comparison))?;
    writeln!(out, "| | before | now | change | p | p adjusted |\n|---|---:|---:|---:|---:|---:|")?;
    for line in super::change_lines(comparison).iter().take(ROWS) {
        writeln!(out, "| {} |", line.iter().map(|cell| md(cell)).collect::<Vec<_>>().join(" | "))?;
    }
    Ok(())
}

fn claims(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    if report.claims.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n## Sessions to read first\n\n| claim | verdict | words |\n|---|---|---|")?;
    report.claims.iter().take(4 * ROWS).try_for_each(|c| claim_row(c, out))
}

fn claim_row(c: &crate::stats::ClaimRow, out: &mut dyn Write) -> io::Result<()> {
    let place = format!("{}:{}", md(&c.path), c.line);
    writeln!(out, "| {place} {} | {} ({}) | {} |", md(c.ty.name()), c.verdict.name(), md(c.reason.name()), md(&c.quote))
}

fn left_out(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut causes: BTreeMap<Outcome, u64> = BTreeMap::new();
    for file in report.files.iter().filter(|f| f.outcome != Outcome::Audited && !f.outcome.is_duplicate()) {
        *causes.entry(file.outcome).or_default() += 1;
    }
    let dropped = super::dropped(report);
    if !dropped.is_empty() || !causes.is_empty() || report.counts.filtered > 0 {
        writeln!(out, "\n## Dropped and not judged\n")?;
    }
    dropped.iter().try_for_each(|line| writeln!(out, "- {line}, so that nothing counts twice"))?;
    for (cause, n) in causes {
        writeln!(out, "- {}: {}", cause.describe(), counted(n, "path"))?;
    }
    if report.counts.filtered > 0 {
        writeln!(out, "- left out by the filters given: {}", counted(report.counts.filtered, "claim"))?;
    }
    if !report.accepted.is_empty() {
        writeln!(out, "\n## Accepted: unsupported, but not counted above\n")?;
    }
    for accepted in &report.accepted {
        let c = &accepted.claim;
        let until = accepted.accepted_until.as_deref().map(|d| format!(" (until {})", md(d))).unwrap_or_default();
        writeln!(out, "- {}:{} {}: {}{until}", md(&c.path), c.line, md(&c.quote), md(&accepted.accepted_because))?;
    }
    Ok(())
}
