//! The report for a terminal.

use super::escape::{one_line, visible};
use super::text::{bytes, count, counted, interval, percent, rate};
use super::{Style, View};
use crate::stats::dim::Dim;
use crate::stats::report::{BreakdownRates, Report};
use crate::stats::rows::{ClaimRow, Outcome};
use crate::verdict::Verdict;
use anstyle::{AnsiColor, Style as Ansi};
use comfy_table::{Cell, CellAlignment, Table, presets};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Most groups of a breakdown that are shown.
const GROUPS: usize = 25;

/// Most changes that are shown.
const CHANGES: usize = 12;

/// Most paths that are shown for one cause.
const PATHS: usize = 5;

/// Most claims that are shown for one session.
const CLAIMS: usize = 5;

/// Writes it.
pub fn render(view: &View, out: &mut dyn Write) -> io::Result<()> {
    let report = view.report;
    let paint = Paint(view.style);
    head(report, &paint, out)?;
    if report.counts.claims.tally.claims() > 0 {
        rates(report, &paint, out)?;
        for breakdown in &report.rates.breakdowns {
            if worth_showing(breakdown) {
                breakdown_table(breakdown, &paint, out)?;
            }
        }
        if report.rates.breakdowns.iter().any(|b| worth_showing(b) && b.groups.iter().any(|g| g.rate.small)) {
            writeln!(out, "\n* fewer than {} decided claims: says little, and stands last", crate::stats::report::SMALL)?;
        }
        changes(report, &paint, out)?;
        sessions(report, &paint, out)?;
        unknown_commands(report, &paint, out)?;
    }
    left_out(report, &paint, out)
}

/// Colours, where they are wanted.
struct Paint(Style);

impl Paint {
    fn with(&self, style: Ansi, text: &str) -> String {
        if self.0.colour { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    fn heading(&self, text: &str) -> String {
        self.with(Ansi::new().bold(), text)
    }

    fn verdict(&self, verdict: Verdict) -> String {
        let colour = match verdict {
            Verdict::Evidenced => AnsiColor::Green,
            Verdict::Unevidenced => AnsiColor::Yellow,
            Verdict::Contradicted => AnsiColor::Red,
            Verdict::Undecidable => AnsiColor::Cyan,
        };
        self.with(colour.on_default(), verdict.name())
    }
}

fn head(report: &Report, paint: &Paint, out: &mut dyn Write) -> io::Result<()> {
    let c = &report.counts;
    let audited = c.files.get(Outcome::Audited.name()).copied().unwrap_or(0);
    writeln!(
        out,
        "{}: {} in {}, {} in {}",
        paint.heading(&format!("sayso {}", report.made.tool_version)),
        counted(c.sessions.total, "session"),
        counted(audited, "file"),
        counted(c.records, "record"),
        bytes(c.bytes),
    )?;
    if c.claims.tally.claims() == 0 {
        return writeln!(out, "\nNo claims.");
    }
    let verdicts: Vec<String> =
        Verdict::ALL.iter().map(|v| format!("{} {}", count(c.claims.tally.of(*v)), paint.verdict(*v))).collect();
    writeln!(out, "\n{}: {}", paint.heading(&counted(c.claims.tally.claims(), "claim")), verdicts.join(", "))
}

fn rates(report: &Report, paint: &Paint, out: &mut dyn Write) -> io::Result<()> {
    let r = &report.rates;
    writeln!(out, "\n{}", paint.heading("How much is unsupported"))?;
    let rows = [
        ("of decided claims", &r.unsupported),
        ("  unevidenced", &r.unevidenced),
        ("  contradicted", &r.contradicted),
        ("of sessions with a claim", &r.sessions),
        ("  with a contradicted one", &r.sessions_contradicted),
        ("of sessions that claim to have read or searched", &r.reading_sessions),
        ("undecidable, of all claims", &r.undecidable),
    ];
    for (what, value) in rows.iter().filter(|(_, v)| v.denominator > 0) {
        writeln!(out, "  {what:<48} {}", rate(value))?;
    }
    Ok(())
}

/// Type and reason always; what else there is only where it tells something apart.
fn worth_showing(breakdown: &BreakdownRates) -> bool {
    match breakdown.by.as_slice() {
        [Dim::Type] | [Dim::Reason] => true,
        [Dim::Source] | [Dim::Model] => breakdown.groups.len() > 1,
        [Dim::Type, Dim::Reason] => false,
        [_] => false,
        _ => true,
    }
}

fn breakdown_table(breakdown: &BreakdownRates, paint: &Paint, out: &mut dyn Write) -> io::Result<()> {
    let by: Vec<&str> = breakdown.by.iter().map(|d| d.describe()).collect();
    writeln!(out, "\n{}", paint.heading(&format!("By {}", by.join(" and "))))?;
    let share = breakdown.by.contains(&Dim::Reason);
    let mut rows = vec![if share {
        ["", "verdict", "claims", "share of claims", "", ""].map(str::to_owned).to_vec()
    } else {
        ["", "claims", "unsupported", "rate", "95 %", "by session"].map(str::to_owned).to_vec()
    }];
    for group in breakdown.groups.iter().take(GROUPS) {
        let key = group.key.iter().map(|k| one_line(k, 60)).collect::<Vec<_>>().join(" · ");
        let mark = if group.rate.small && !share { "*" } else { "" };
        let t = &group.claims;
        rows.push(if share {
            let verdict = Verdict::ALL.iter().find(|v| t.of(**v) > 0).map_or("", |v| v.name());
            vec![key, verdict.into(), count(t.claims()), percent(group.rate.rate)]
        } else {
            let fraction = format!("{}/{}", count(group.rate.numerator), count(group.rate.denominator));
            let rate = format!("{}{mark}", percent(group.rate.rate));
            vec![key, count(t.claims()), fraction, rate, interval(group.rate.wilson), interval(group.rate.clustered)]
        });
    }
    grid(rows, if share { 2 } else { 1 }, out)?;
    if breakdown.groups.len() > GROUPS {
        writeln!(out, "  and {} more (--format json has all)", count((breakdown.groups.len() - GROUPS) as u64))?;
    }
    Ok(())
}

/// Aligned columns; the first `left` ones to the left, numbers to the right.
fn grid(rows: Vec<Vec<String>>, left: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    for row in rows {
        table.add_row(row.into_iter().enumerate().map(|(i, text)| {
            let side = if i < left { CellAlignment::Left } else { CellAlignment::Right };
            Cell::new(text).set_alignment(side)
        }));
    }
    for line in table.to_string().lines() {
        writeln!(out, " {}", line.trim_end())?;
    }
    Ok(())
}

fn changes(report: &Report, paint: &Paint, out: &mut dyn Write) -> io::Result<()> {
    let Some(comparison) = &report.comparison else { return Ok(()) };
    writeln!(out, "\n{}", paint.heading("Since the baseline (p adjusted for the number of groups, Holm)"))?;
    let mut rows = vec![["", "before", "now", "change", "p", "p adjusted"].map(str::to_owned).to_vec()];
    rows.extend(super::change_lines(comparison).into_iter().take(CHANGES).map(Vec::from));
    grid(rows, 1, out)
}

fn sessions(report: &Report, paint: &Paint, out: &mut dyn Write) -> io::Result<()> {
    let mut claims: BTreeMap<&str, Vec<&ClaimRow>> = BTreeMap::new();
    for claim in &report.claims {
        claims.entry(claim.session.as_deref().unwrap_or(&claim.path)).or_default().push(claim);
    }
    let mut first = true;
    for session in &report.sessions {
        let Some(worst) = claims.get_mut(session.session.as_str()) else { continue };
        if std::mem::take(&mut first) {
            writeln!(out, "\n{}", paint.heading("Sessions to read first"))?;
        }
        worst.sort_by_key(|c| (c.verdict != Verdict::Contradicted, c.path.as_str(), c.line, c.step));
        let fraction = format!("{} of {}", session.claims.unsupported(), counted(session.claims.decided(), "decided claim"));
        writeln!(out, "  {}: {fraction} unsupported", visible(&session.path))?;
        for claim in worst.iter().take(CLAIMS) {
            let room = usize::from(paint.0.width).saturating_sub(6);
            writeln!(
                out,
                "    {}:{} {} {} ({})",
                visible(&claim.path),
                claim.line,
                claim.ty.name(),
                paint.verdict(claim.verdict),
                claim.reason.name()
            )?;
            writeln!(out, "      {}", paint.with(Ansi::new().dimmed(), &one_line(&claim.quote, room)))?;
        }
        if worst.len() > CLAIMS {
            writeln!(out, "    and {} more", worst.len() - CLAIMS)?;
        }
    }
    Ok(())
}

/// What a person can tell sayso, so that it decides more.
fn unknown_commands(report: &Report, paint: &Paint, out: &mut dyn Write) -> io::Result<()> {
    let commands = &report.counts.unknown_commands;
    if commands.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}", paint.heading("Commands that may be checks; say in sayso.toml under [runners] what they run"))?;
    for unknown in commands.iter().take(PATHS) {
        let key = serde_json::to_string(&unknown.command).unwrap_or_default();
        writeln!(out, "  {}: {} = [\"…\"]", counted(unknown.claims, "claim"), visible(&key))?;
    }
    Ok(())
}

/// Everything that was not judged, and why.
fn left_out(report: &Report, paint: &Paint, out: &mut dyn Write) -> io::Result<()> {
    let mut causes: BTreeMap<Outcome, Vec<String>> = BTreeMap::new();
    for file in report.files.iter().filter(|f| f.outcome != Outcome::Audited) {
        let detail = if file.detail.is_empty() { String::new() } else { format!(" ({})", visible(&file.detail)) };
        causes.entry(file.outcome).or_default().push(format!("{}{detail}", visible(&file.path)));
    }
    let defects: Vec<String> = defects(report);
    let c = &report.counts;
    if causes.is_empty() && defects.is_empty() && c.dropped.copied_claims + c.accepted + c.filtered == 0 {
        return Ok(());
    }
    writeln!(out, "\n{}", paint.heading("Not judged, or with defects"))?;
    for (cause, paths) in &causes {
        writeln!(out, "  {}: {}", cause.describe(), counted(paths.len() as u64, "path"))?;
        for path in paths.iter().take(PATHS) {
            writeln!(out, "    {path}")?;
        }
        if paths.len() > PATHS {
            writeln!(out, "    and {} more (--format json lists them)", paths.len() - PATHS)?;
        }
    }
    for (n, what) in [
        (c.dropped.copied_claims, "dropped: in records that an older file holds too"),
        (c.accepted, "accepted: unsupported, but listed in the accept file"),
        (c.filtered, "left out by the filters given"),
    ] {
        if n > 0 {
            writeln!(out, "  {what}: {}", counted(n, "claim"))?;
        }
    }
    defects.iter().try_for_each(|d| writeln!(out, "  {d}"))
}

fn defects(report: &Report) -> Vec<String> {
    let d = &report.counts.defects;
    let mut out: Vec<String> = [
        (d.bad_lines, "that could not be read", "line"),
        (d.glued_lines, "with several records in it", "line"),
        (d.lossy_lines, "with bytes that are no text", "line"),
        (d.overlong_lines, "cut at the length limit", "line"),
        (d.deep_lines, "nested too deep", "line"),
        (d.truncated_tails, "whose last line is cut", "file"),
    ]
    .iter()
    .filter(|(n, ..)| *n > 0)
    .map(|(n, what, noun)| format!("{} {what}", counted(*n, noun)))
    .collect();
    let bad = report.files.iter().filter(|f| f.outcome == Outcome::Audited).filter(|f| !f.first_bad_lines.is_empty());
    for file in bad.take(PATHS) {
        if let Some((line, why)) = file.first_bad_lines.first() {
            out.push(format!("  {}:{line}: {}", visible(&file.path), one_line(why, 100)));
        }
    }
    out
}
