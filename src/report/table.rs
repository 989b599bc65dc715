//! The report for a terminal.

use super::escape::{one_line, visible};
use super::grid::{Grid, end, middle};
use super::text::{bytes, count, counted, interval, percent};
use super::{Style, View, dropped};
use crate::stats::dim::{Dim, UNKNOWN};
use crate::stats::report::{BreakdownRates, GroupRate, Rate, Report, SMALL, SessionCounts};
use crate::stats::rows::{ClaimRow, Outcome};
use crate::verdict::Verdict;
use anstyle::{AnsiColor, Style as Ansi};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Most groups of a breakdown that was asked for, and of types.
const GROUPS: usize = 25;

/// Most groups of a breakdown that stands in every report.
const FEW: usize = 8;

/// Most changes that are shown.
const CHANGES: usize = 12;

/// Most paths that are shown for one cause.
const PATHS: usize = 5;

/// Most claims that are shown for one session.
const CLAIMS: usize = 3;

/// Writes it.
pub fn render(view: &View, out: &mut dyn Write) -> io::Result<()> {
    let report = view.report;
    let paint = Paint(view.style);
    head(report, &paint, out)?;
    if report.counts.claims.tally.claims() > 0 {
        rates(report, &paint, out)?;
        let mut shown: Vec<&BreakdownRates> = report.rates.breakdowns.iter().filter(|b| worth_showing(b, &report.by)).collect();
        shown.sort_by_key(|b| b.by != report.by);
        for breakdown in &shown {
            breakdown_table(breakdown, breakdown.by == report.by, &paint, out)?;
        }
        if shown.iter().any(|b| !b.by.contains(&Dim::Reason) && b.groups.iter().any(|g| g.rate.small)) {
            writeln!(out, "\n* of fewer than {SMALL}: says little, and stands last")?;
        }
        changes(report, &paint, out)?;
        sessions(report, &paint, out)?;
        unknown_commands(report, &paint, out)?;
    }
    acceptances(report, &paint, out)?;
    counted_once(report, &paint, out)?;
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

    fn dim(&self, text: &str) -> String {
        self.with(Ansi::new().dimmed(), text)
    }

    fn verdict(&self, verdict: Verdict, text: &str) -> String {
        let colour = match verdict {
            Verdict::Evidenced => AnsiColor::Green,
            Verdict::Unevidenced => AnsiColor::Yellow,
            Verdict::Contradicted => AnsiColor::Red,
            Verdict::Undecidable => AnsiColor::Cyan,
        };
        self.with(colour.on_default(), text)
    }

    fn width(&self) -> usize {
        usize::from(self.0.width).clamp(60, 160)
    }

    /// A grid, its heading dimmed, and each line on which `faint` holds.
    fn grid(&self, grid: Grid, spare: &[usize], faint: impl Fn(usize) -> bool, out: &mut dyn Write) -> io::Result<()> {
        for (i, line) in grid.lines(self.width() - 1, spare).iter().enumerate() {
            let line = if i == 0 || faint(i - 1) { self.dim(line) } else { line.clone() };
            writeln!(out, "{line}")?;
        }
        Ok(())
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
    let filters = report.selection.options();
    if !filters.is_empty() {
        writeln!(out, "Only a part: {}", one_line(&filters.join(" "), 400))?;
    }
    if c.claims.tally.claims() == 0 {
        return writeln!(out, "\nNo claims.");
    }
    let verdict = |v: &Verdict| format!("{} {}", count(c.claims.tally.of(*v)), paint.verdict(*v, v.name()));
    let verdicts: Vec<String> = Verdict::ALL.iter().map(verdict).collect();
    writeln!(out, "\n{}: {}", paint.heading(&counted(c.claims.tally.claims(), "claim")), verdicts.join(", "))
}

fn fraction(rate: &Rate) -> String {
    format!("{}/{}", count(rate.numerator), count(rate.denominator))
}

/// A rate with a mark where its number is small; where any is marked, the others leave room for it.
fn marked(rate: &Rate, any_small: bool) -> String {
    let mark = match (rate.small, any_small) {
        (true, _) => "*",
        (false, true) => "\u{a0}",
        (false, false) => "",
    };
    format!("{}{mark}", percent(rate.rate))
}

fn rates(report: &Report, paint: &Paint, out: &mut dyn Write) -> io::Result<()> {
    let r = &report.rates;
    writeln!(out, "\n{}", paint.heading("How much is unsupported (unevidenced or contradicted)"))?;
    let rows = [
        ("per decided claim", &r.unsupported),
        ("  unevidenced", &r.unevidenced),
        ("  contradicted", &r.contradicted),
        ("  without `done`", &r.without_done),
        ("per session with a claim", &r.sessions),
        ("  with a contradicted one", &r.sessions_contradicted),
        ("per session that read or searched", &r.reading_sessions),
        ("undecidable, of all claims", &r.undecidable),
    ];
    let worth = |(what, rate): &&(&str, &Rate)| {
        rate.denominator > 0 && !(what.contains("done") && rate.denominator == r.unsupported.denominator)
    };
    let mut grid = Grid::new(1, &["", "rate", "", "95 %", "by session"]);
    let rows: Vec<_> = rows.iter().filter(worth).collect();
    let any_small = rows.iter().any(|(_, rate)| rate.small);
    for (what, rate) in &rows {
        grid.row([(*what).into(), marked(rate, any_small), fraction(rate), interval(rate.wilson), interval(rate.clustered)]);
    }
    paint.grid(grid, &[4], |i| rows.get(i).is_some_and(|(what, _)| what.starts_with(' ')), out)
}

/// What was asked for, types and reasons always; what else there is only where it tells something apart.
fn worth_showing(breakdown: &BreakdownRates, asked: &[Dim]) -> bool {
    let groups = breakdown.groups.iter().filter(|g| !g.rate.small).count();
    match breakdown.by.as_slice() {
        by if by == asked => true,
        [Dim::Type] | [Dim::Reason] => true,
        [Dim::Source | Dim::Model | Dim::Project | Dim::Week | Dim::Agent] => groups > 1,
        _ => false,
    }
}

/// Groups as they are shown: weeks and months in their order, the latest ones; others by rate.
fn shown_groups(breakdown: &BreakdownRates, most: usize) -> Vec<&GroupRate> {
    let mut groups: Vec<&GroupRate> = breakdown.groups.iter().collect();
    if matches!(breakdown.by.as_slice(), [Dim::Week | Dim::Month]) {
        groups.sort_by(|a, b| a.key.cmp(&b.key));
        groups.retain(|g| g.key.iter().all(|k| k != UNKNOWN));
        return groups.split_off(groups.len().saturating_sub(most));
    }
    groups.truncate(most);
    groups
}

fn breakdown_table(breakdown: &BreakdownRates, asked: bool, paint: &Paint, out: &mut dyn Write) -> io::Result<()> {
    let by: Vec<&str> = breakdown.by.iter().map(|d| d.describe()).collect();
    writeln!(out, "\n{}", paint.heading(&format!("By {}", by.join(" and "))))?;
    let most = if asked || matches!(breakdown.by.as_slice(), [Dim::Type | Dim::Reason]) { GROUPS } else { FEW };
    let groups = shown_groups(breakdown, most);
    let key = |g: &GroupRate| g.key.iter().map(|k| one_line(k, 80)).collect::<Vec<_>>().join(" · ");
    if breakdown.by.contains(&Dim::Reason) {
        let mut grid = Grid::new(2, &["", "verdict", "claims", "share of claims"]);
        for g in &groups {
            let verdict = Verdict::ALL.iter().find(|v| g.claims.of(**v) > 0).map_or("", |v| v.name());
            grid.row([key(g), verdict.into(), count(g.claims.claims()), percent(g.rate.rate)]);
        }
        paint.grid(grid, &[], |_| false, out)?;
    } else {
        let mut grid = Grid::new(1, &["", "unsupported", "contradicted", "rate", "95 %", "by session"]);
        let any_small = groups.iter().any(|g| g.rate.small);
        for g in &groups {
            let (rate, contradicted) = (&g.rate, count(g.claims.contradicted));
            grid.row([
                key(g),
                fraction(rate),
                contradicted,
                marked(rate, any_small),
                interval(rate.wilson),
                interval(rate.clustered),
            ]);
        }
        paint.grid(grid, &[2, 5], |i| groups.get(i).is_some_and(|g| g.rate.small), out)?;
    }
    match breakdown.groups.len() - groups.len() {
        0 => Ok(()),
        more => {
            let by: Vec<&str> = breakdown.by.iter().map(|d| d.name()).collect();
            let how = if asked { "--format json has all".into() } else { format!("--by {} shows them", by.join(",")) };
            writeln!(out, "  {}", paint.dim(&format!("and {} more ({how})", count(more as u64))))
        }
    }
}

fn changes(report: &Report, paint: &Paint, out: &mut dyn Write) -> io::Result<()> {
    let Some(comparison) = &report.comparison else { return Ok(()) };
    writeln!(out, "\n{}", paint.heading("Since the baseline"))?;
    if !comparison.note.is_empty() {
        writeln!(out, "  {}", one_line(&comparison.note, 400))?;
    }
    let mut grid = Grid::new(1, &["", "before", "now", "change", "p", "p adjusted"]);
    for line in super::change_lines(comparison).into_iter().take(CHANGES) {
        grid.row(line);
    }
    let significant = |i: usize| i == 0 || comparison.groups.get(i - 1).is_some_and(|c| c.is_significant());
    paint.grid(grid, &[4], |i| !significant(i), out)?;
    writeln!(out, "  {}", super::change_summary(comparison))
}

fn sessions(report: &Report, paint: &Paint, out: &mut dyn Write) -> io::Result<()> {
    let mut claims: BTreeMap<&str, Vec<&ClaimRow>> = BTreeMap::new();
    for claim in &report.claims {
        claims.entry(claim.session.as_deref().unwrap_or(&claim.path)).or_default().push(claim);
    }
    let listed: Vec<(&SessionCounts, Vec<&ClaimRow>)> =
        report.sessions.iter().filter_map(|s| Some((s, claims.remove(s.session.as_str())?))).collect();
    if listed.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}", paint.heading("Sessions to read first"))?;
    for (session, mut claims) in listed {
        claims.sort_by_key(|c| (c.verdict != Verdict::Contradicted, c.path.as_str(), c.line, c.step));
        let of =
            format!("{} of {} unsupported", session.claims.unsupported(), counted(session.claims.decided(), "decided claim"));
        writeln!(out, "  {}: {of}", paint.heading(&visible(&session.path)))?;
        let told = told_at_once(&claims);
        for (same, claim) in told.iter().take(CLAIMS) {
            session_claim(&session.path, claim, same, paint, out)?;
        }
        if told.len() > CLAIMS {
            writeln!(out, "    {}", paint.dim(&format!("and {} more", told.len() - CLAIMS)))?;
        }
    }
    writeln!(
        out,
        "  {}",
        paint.dim("`sayso audit FILE --unsupported` shows one with its evidence, `sayso explain REASON` what a reason means")
    )
}

/// Claims, those of the same words and reason as one with all their types.
fn told_at_once<'a>(claims: &[&'a ClaimRow]) -> Vec<(Vec<&'static str>, &'a ClaimRow)> {
    let mut out: Vec<(Vec<&'static str>, &ClaimRow)> = Vec::new();
    let key = |c: &'a ClaimRow| (c.path.as_str(), c.line, c.quote.as_str(), c.reason);
    for claim in claims {
        match out.iter_mut().find(|(_, c)| key(c) == key(claim)) {
            Some((types, _)) if types.contains(&claim.ty.name()) => {}
            Some((types, _)) => types.push(claim.ty.name()),
            None => out.push((vec![claim.ty.name()], *claim)),
        }
    }
    out
}

fn session_claim(path: &str, claim: &ClaimRow, types: &[&str], paint: &Paint, out: &mut dyn Write) -> io::Result<()> {
    let elsewhere = if claim.path == path { String::new() } else { format!(" of {}", middle(&visible(&claim.path), 60)) };
    let place = format!("line {}{elsewhere}", claim.line);
    let verdict = paint.verdict(claim.verdict, claim.verdict.name());
    let plain = format!("    {place}: {} {} ", types.join(", "), claim.verdict.name()).chars().count();
    let room = paint.width().saturating_sub(plain + 2).max(40);
    writeln!(out, "    {place}: {} {verdict} \"{}\"", types.join(", "), end(&claim.quote, room))?;
    let why = if claim.explanation.is_empty() { claim.reason.rule() } else { &claim.explanation };
    let why = end(&format!("{}: {why}", claim.reason.name()), paint.width() - 8);
    writeln!(out, "        {}", paint.dim(&why))
}

/// What a person can tell sayso, so that it decides more.
fn unknown_commands(report: &Report, paint: &Paint, out: &mut dyn Write) -> io::Result<()> {
    let commands = &report.counts.unknown_commands;
    if commands.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}", paint.heading("Commands that may be checks: put into sayso.toml what they run, and more is decided"))?;
    writeln!(out, "  [runners]")?;
    for unknown in commands.iter().take(PATHS) {
        let key = visible(&serde_json::to_string(&unknown.setting).unwrap_or_default()).into_owned();
        let line = format!("  {key} = [\"…\"]");
        let room = paint.width().saturating_sub(line.chars().count() + 20).max(16);
        let hint = format!("  # {}: {}", counted(unknown.claims, "claim"), end(&unknown.command, room));
        writeln!(out, "{line}{}", paint.dim(&hint))?;
    }
    if commands.len() > PATHS {
        writeln!(out, "  {}", paint.dim(&format!("# and {} more (--format json has all)", commands.len() - PATHS)))?;
    }
    Ok(())
}

/// Findings that somebody accepted, and entries that accept nothing.
fn acceptances(report: &Report, paint: &Paint, out: &mut dyn Write) -> io::Result<()> {
    let idle = [
        ("past its date, so that it accepts nothing", &report.expired_acceptances),
        ("no claim has this fingerprint; the entry can go", &report.unused_acceptances),
    ];
    if report.accepted.is_empty() && idle.iter().all(|(_, list)| list.is_empty()) {
        return Ok(());
    }
    writeln!(out, "\n{}", paint.heading("Accepted: unsupported, but not counted above"))?;
    for accepted in &report.accepted {
        let c = &accepted.claim;
        let until = accepted.accepted_until.as_deref().map(|d| format!(" (until {})", visible(d))).unwrap_or_default();
        writeln!(out, "  {}:{} {} \"{}\"", visible(&c.path), c.line, c.ty.name(), end(&c.quote, 60))?;
        writeln!(out, "        {}", paint.dim(&format!("{}{until}", one_line(&accepted.accepted_because, 200))))?;
    }
    for (what, list) in idle {
        list.iter().try_for_each(|fingerprint| writeln!(out, "  {}: {what}", visible(fingerprint)))?;
    }
    Ok(())
}

/// What is held elsewhere, by cause.
fn counted_once(report: &Report, paint: &Paint, out: &mut dyn Write) -> io::Result<()> {
    let lines = dropped(report);
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}", paint.heading("Dropped, so that nothing counts twice"))?;
    lines.iter().try_for_each(|line| writeln!(out, "  {line}"))
}

/// Everything that was not judged, and why.
fn left_out(report: &Report, paint: &Paint, out: &mut dyn Write) -> io::Result<()> {
    let mut causes: BTreeMap<Outcome, Vec<String>> = BTreeMap::new();
    for file in report.files.iter().filter(|f| f.outcome != Outcome::Audited && !f.outcome.is_duplicate()) {
        let detail = if file.detail.is_empty() { String::new() } else { format!(" ({})", visible(&file.detail)) };
        causes.entry(file.outcome).or_default().push(format!("{}{detail}", visible(&file.path)));
    }
    let defects: Vec<String> = defects(report);
    if causes.is_empty() && defects.is_empty() && report.counts.filtered == 0 {
        return Ok(());
    }
    writeln!(out, "\n{}", paint.heading("Not judged, or with defects"))?;
    for (cause, paths) in &causes {
        writeln!(out, "  {}: {}", cause.describe(), counted(paths.len() as u64, "path"))?;
        for path in paths.iter().take(PATHS) {
            writeln!(out, "    {}", paint.dim(path))?;
        }
        if paths.len() > PATHS {
            writeln!(out, "    {}", paint.dim(&format!("and {} more (--format json lists them)", paths.len() - PATHS)))?;
        }
    }
    if report.counts.filtered > 0 {
        writeln!(out, "  left out by the filters given: {}", counted(report.counts.filtered, "claim"))?;
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
