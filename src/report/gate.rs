//! The gate: limits against a report. Pure; what it prints fits one screen.

use super::View;
use super::escape::{one_line, visible};
use super::text::{count, counted, interval, percent};
use crate::claim::ClaimType;
use crate::stats::ClaimRow;
use crate::stats::build;
use crate::stats::interval as intervals;
use crate::stats::partial::Row;
use crate::stats::report::Rate;
use crate::stats::tally::Tally;
use crate::verdict::Verdict;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Most claims that the gate lists.
const LISTED: usize = 10;

/// Limits of a run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Limits {
    /// Highest rate of unsupported claims.
    pub unsupported_rate: Option<f64>,
    /// Highest number of contradicted claims.
    pub contradicted: Option<u64>,
    /// Highest rate for types of claims.
    pub rates: Vec<(ClaimType, f64)>,
    /// Lowest number of claims.
    pub min_claims: Option<u64>,
    /// Rates may not be higher than in the report that the view compares with.
    pub no_worse: bool,
    /// Fail on a rate only where it is above the limit with this confidence.
    pub confidence: Option<f64>,
}

/// One limit, and whether it held.
#[derive(Debug, Clone, PartialEq)]
pub struct Check {
    /// What is limited.
    pub what: String,
    /// The limit.
    pub limit: String,
    /// What was found.
    pub found: String,
    /// By how much it is exceeded, or why it holds in spite of the number; empty where there is nothing to add.
    pub note: String,
    /// It held.
    pub held: bool,
    /// The claims to be looked at where it did not hold.
    pub about: About,
}

/// Which claims a limit is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// Every unsupported one.
    Unsupported,
    /// Unsupported ones of a type.
    OfType(ClaimType),
    /// Contradicted ones.
    Contradicted,
    /// None: there are too few.
    Nothing,
}

impl About {
    fn covers(self, claim: &ClaimRow) -> bool {
        claim.verdict.is_unsupported()
            && match self {
                About::Unsupported => true,
                About::OfType(ty) => claim.ty == ty,
                About::Contradicted => claim.verdict == Verdict::Contradicted,
                About::Nothing => false,
            }
    }
}

/// The gate's judgement.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// Every limit.
    pub checks: Vec<Check>,
    /// Claims in the run.
    pub claims: u64,
}

/// Judges a report by limits.
pub fn judge(view: &View, limits: &Limits) -> Judgement {
    let tally = view.report.counts.claims.tally;
    let mut checks = Vec::new();
    if let Some(max) = limits.unsupported_rate {
        checks.push(rate_check(view, "unsupported rate", None, max, limits.confidence));
    }
    for (ty, max) in &limits.rates {
        checks.push(rate_check(view, &format!("unsupported rate of {}", ty.name()), Some(*ty), *max, limits.confidence));
    }
    if let Some(max) = limits.contradicted {
        let over = tally.contradicted.saturating_sub(max);
        checks.push(Check {
            what: "contradicted claims".into(),
            limit: format!("at most {}", count(max)),
            found: count(tally.contradicted),
            note: if over > 0 { format!("{} too many", count(over)) } else { String::new() },
            held: over == 0,
            about: About::Contradicted,
        });
    }
    if let Some(min) = limits.min_claims {
        let short = min.saturating_sub(tally.claims());
        checks.push(Check {
            what: "claims".into(),
            limit: format!("at least {}", count(min)),
            found: count(tally.claims()),
            note: if short > 0 { format!("{} too few", count(short)) } else { String::new() },
            held: short == 0,
            about: About::Nothing,
        });
    }
    if limits.no_worse {
        checks.extend(no_worse_check(view, limits.confidence));
    }
    Judgement { checks, claims: tally.claims() }
}

fn rate_check(view: &View, what: &str, ty: Option<ClaimType>, max: f64, confidence: Option<f64>) -> Check {
    let mut sessions: BTreeMap<&str, Tally> = BTreeMap::new();
    for row in view.rows.iter().filter(|r| ty.is_none_or(|t| r.claim.ty == t)) {
        sessions.entry(row.session_key()).or_default().add(row.claim.verdict);
    }
    let pairs: Vec<(u64, u64)> = sessions.values().map(|t| (t.unsupported(), t.decided())).collect();
    let (hits, trials) = pairs.iter().fold((0, 0), |sum, p| (sum.0 + p.0, sum.1 + p.1));
    let rate = build::rate(hits, trials, None);
    let over = hits as f64 > max * trials as f64;
    let mut check = Check {
        what: what.into(),
        limit: format!("at most {}", percent(Some(max))),
        found: fraction(&rate),
        note: String::new(),
        held: !over,
        about: ty.map_or(About::Unsupported, About::OfType),
    };
    if trials == 0 {
        check.found = "no decided claim".into();
    } else if let Some(confidence) = confidence.filter(|_| over) {
        let name = format!("{}/gate/{what}", view.report.made.ruleset_sha256);
        let bounds = widest(hits, trials, &pairs, confidence, &name);
        let level = percent(Some(confidence));
        check.held = bounds.0 <= max;
        check.note = if check.held {
            format!("above the limit, but too few claims to tell: the {level} interval is {}", interval(Some(bounds)))
        } else {
            format!("above the limit with {level} confidence: the interval is {}", interval(Some(bounds)))
        };
    } else if over {
        check.note = format!("{} above the limit", points(hits as f64 / trials as f64 - max));
    }
    check
}

/// The interval that promises least: Wilson's, or the one over sessions where that reaches lower.
fn widest(hits: u64, trials: u64, sessions: &[(u64, u64)], confidence: f64, name: &str) -> (f64, f64) {
    let wilson = intervals::wilson(hits, trials, confidence).unwrap_or((0.0, 1.0));
    match intervals::clustered(sessions, confidence, name) {
        Some(clustered) => (wilson.0.min(clustered.0), wilson.1.max(clustered.1)),
        None => wilson,
    }
}

fn no_worse_check(view: &View, confidence: Option<f64>) -> Option<Check> {
    let change = &view.report.comparison.as_ref()?.overall;
    let (before, now) = (change.before, change.now);
    let higher = u128::from(now.0) * u128::from(before.1) > u128::from(before.0) * u128::from(now.1);
    let sure = confidence.is_none_or(|c| change.p.is_some_and(|p| p < 1.0 - c));
    let part = |(x, m): (u64, u64)| fraction(&build::rate(x, m, None));
    let note = match (higher, confidence, change.p) {
        (true, Some(_), Some(p)) if !sure => format!("higher, but that can be chance: p = {p:.3}"),
        (true, _, Some(p)) => format!("{} higher, p = {p:.3}", points(change.difference.unwrap_or_default())),
        _ => String::new(),
    };
    Some(Check {
        what: "unsupported rate".into(),
        limit: format!("no higher than in the baseline, {}", part(before)),
        found: part(now),
        note,
        held: !(higher && sure),
        about: About::Unsupported,
    })
}

fn fraction(rate: &Rate) -> String {
    format!("{} ({} of {})", percent(rate.rate), count(rate.numerator), count(rate.denominator))
}

fn points(share: f64) -> String {
    format!("{:.1} points", share * 100.0)
}

impl Judgement {
    /// Every limit held.
    pub fn held(&self) -> bool {
        self.checks.iter().all(|c| c.held)
    }

    /// One line that says it all.
    pub fn headline(&self) -> String {
        let failed = self.checks.iter().filter(|c| !c.held).count();
        match (failed, self.checks.len(), self.claims) {
            (0, 0, _) => {
                "sayso gate: held (no limit given, so that nothing can fail; `--max-contradicted 0` is one to start with)".into()
            }
            (0, _, 0) => "sayso gate: held (no claims at all; --min-claims would fail on that)".into(),
            (0, all, _) => format!("sayso gate: held ({})", counted(all as u64, "limit")),
            (n, all, _) => format!("sayso gate: EXCEEDED ({n} of {})", counted(all as u64, "limit")),
        }
    }

    /// Claims to look at, worst first: those of the limits that did not hold.
    pub fn claims<'a>(&self, rows: &'a [Row]) -> Vec<&'a Row> {
        let failed: Vec<&Check> = self.checks.iter().filter(|c| !c.held).collect();
        let mut out: Vec<&Row> = rows.iter().filter(|r| failed.iter().any(|c| c.about.covers(&r.claim))).collect();
        out.sort_by_key(|r| r.claim.verdict != Verdict::Contradicted);
        out
    }

    /// The screen.
    pub fn text(&self, rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.headline())?;
        for check in &self.checks {
            let mark = if check.held { "ok      " } else { "EXCEEDED" };
            let note = if check.note.is_empty() { String::new() } else { format!("; {}", check.note) };
            writeln!(out, "  {mark} {}: {}, found {}{note}", check.what, check.limit, check.found)?;
        }
        let claims = self.claims(rows);
        if !claims.is_empty() {
            writeln!(out, "Claims to look at:")?;
        }
        for row in claims.iter().take(LISTED) {
            let c = &row.claim;
            writeln!(
                out,
                "  {}:{} {} {} ({}) \"{}\"  [{}]",
                visible(&c.path),
                c.line,
                c.ty.name(),
                c.verdict.name(),
                c.reason.name(),
                one_line(&c.quote, 100),
                c.fingerprint
            )?;
        }
        if claims.len() > LISTED {
            writeln!(out, "  and {} more", claims.len() - LISTED)?;
        }
        Ok(())
    }
}
