//! What `sayso audit` prints: one session, claim by claim, in the shape that done-claim-auditor made familiar.

use super::escape::{one_line, visible};
use super::text::counted;
use crate::claim::ClaimType;
use crate::stats::partial::{Row, Shown};
use crate::stats::rows::FileRow;
use crate::stats::tally::Tally;
use crate::transcript::Keeps;
use crate::verdict::Verdict;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::{self, Write};

/// Longest excerpt, in characters.
const EXCERPT: usize = 120;

/// The form of the JSON view.
pub const SCHEMA: &str = "sayso-audit/1";

/// An audited session.
#[derive(Debug, Clone)]
pub struct Audit {
    /// About the file.
    pub file: FileRow,
    /// Tool calls on record.
    pub calls: u64,
    /// Subagents' files that were read with it.
    pub companions: u64,
    /// Its claims, in the order of the record.
    pub rows: Vec<Row>,
    /// Only unsupported claims are listed; all are counted.
    pub only_unsupported: bool,
    /// Nothing of the transcript is printed but the targets of claims.
    pub no_excerpts: bool,
}

impl Audit {
    fn tally(&self) -> Tally {
        let mut out = Tally::default();
        self.rows.iter().for_each(|r| out.add(r.claim.verdict));
        out
    }

    fn listed(&self) -> Vec<&Row> {
        self.rows.iter().filter(|r| !self.only_unsupported || r.claim.verdict.is_unsupported()).collect()
    }

    /// No claim is unsupported.
    pub fn is_clean(&self) -> bool {
        self.tally().unsupported() == 0
    }

    /// The text view.
    pub fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.header(out)?;
        let tally = self.tally();
        let listed = self.listed();
        match self.rows.len() - listed.len() {
            0 => writeln!(out, "\nCLAIMS ({}):", listed.len())?,
            _ => writeln!(out, "\nUNSUPPORTED CLAIMS ({} of {}):", listed.len(), self.rows.len())?,
        }
        for row in listed {
            self.claim(row, out)?;
        }
        let undecidable = if tally.undecidable > 0 { format!(" · {} undecidable", tally.undecidable) } else { String::new() };
        writeln!(
            out,
            "\nSummary: {} · {} evidenced · {} unevidenced · {} contradicted{undecidable}",
            counted(tally.claims(), "claim"),
            tally.evidenced,
            tally.unevidenced,
            tally.contradicted
        )?;
        writeln!(out, "{}", conclusion(&tally))
    }

    fn header(&self, out: &mut dyn Write) -> io::Result<()> {
        let file = &self.file;
        let name = file.path.rsplit('/').next().unwrap_or(&file.path);
        writeln!(out, "sayso v{} — audit · transcript {}", env!("CARGO_PKG_VERSION"), visible(name))?;
        let companions = match self.companions {
            0 => String::new(),
            n => format!(" · {} of subagents", counted(n, "file")),
        };
        writeln!(
            out,
            "Format: {} · {} · {}{companions}",
            file.source.map_or("unknown", |s| s.describe()),
            counted(file.lines, "line"),
            counted(self.calls, "tool call"),
        )?;
        writeln!(out, "Reads the record only: it runs nothing. Verdicts judge the session's own record, not the world.")?;
        if file.source.is_some_and(|s| s.keeps() == Keeps::Prose) {
            writeln!(out, "This format keeps no results, so that nothing in it can be decided: no evidence in file.")?;
        }
        if file.bad_lines > 0 {
            let first = file.first_bad_lines.first().map_or(0, |(line, _)| *line);
            writeln!(out, "{} could not be read, the first is line {first}.", counted(file.bad_lines, "line"))?;
        }
        if file.truncated_tail {
            writeln!(out, "The last line is cut: the session was still being written.")?;
        }
        if self.no_excerpts {
            writeln!(out, "Excerpts off (--no-excerpts): claim types, targets, line numbers and verdicts only.")?;
        }
        Ok(())
    }

    fn claim(&self, row: &Row, out: &mut dyn Write) -> io::Result<()> {
        let c = &row.claim;
        let verdict = c.verdict.name().to_uppercase();
        writeln!(out, "line {} · {} · {verdict} ({})", c.line, title(c.ty, c.target.as_deref()), c.reason.name())?;
        if !self.no_excerpts {
            writeln!(out, "  claim: \"{}\"", one_line(&c.quote, EXCERPT))?;
        }
        if row.shown.is_empty() {
            writeln!(out, "  evidence: none — {}", c.reason.rule())?;
        }
        for (i, shown) in row.shown.iter().enumerate() {
            let why = if i > 0 || c.verdict == Verdict::Evidenced { "" } else { c.reason.rule() };
            writeln!(out, "  evidence: {}", self.evidence(shown, why))?;
        }
        let told = c.explanation.eq_ignore_ascii_case(c.reason.rule().trim_end_matches('.'));
        if !self.no_excerpts && !c.explanation.is_empty() && !told && c.verdict != Verdict::Evidenced {
            writeln!(out, "  why: {}", one_line(&c.explanation, 2 * EXCERPT))?;
        }
        Ok(())
    }

    fn evidence(&self, shown: &Shown, why: &str) -> String {
        let result = shown.result.map_or_else(|| " (no result on record)".into(), |line| format!(" (result line {line})"));
        let mut out = format!("{}, line {}{result}", visible(&shown.tool), shown.call);
        if !why.is_empty() {
            out.push_str(&format!(" — {why}"));
        }
        if !self.no_excerpts && !shown.excerpt.is_empty() {
            out.push_str(&format!(" — \"{}\"", one_line(&shown.excerpt, EXCERPT)));
        }
        out
    }

    /// The JSON view.
    pub fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut *out, &self.view())?;
        out.write_all(b"\n")
    }

    fn view(&self) -> AuditJson {
        let keep = |text: &str| (!self.no_excerpts).then(|| text.to_owned());
        let evidence = |s: &Shown| EvidenceJson {
            tool: s.tool.clone(),
            line: s.call,
            result_line: s.result,
            excerpt: keep(&s.excerpt).filter(|e| !e.is_empty()),
        };
        let claim = |row: &Row| ClaimJson {
            line: row.claim.line,
            step: row.claim.step,
            ty: row.claim.ty,
            target: row.claim.target.clone(),
            verdict: row.claim.verdict,
            reason: row.claim.reason,
            rule: row.claim.reason.rule().into(),
            fate: row.claim.fate.clone(),
            fingerprint: row.claim.fingerprint.clone(),
            quote: keep(&row.claim.quote),
            explanation: keep(&row.claim.explanation).filter(|e| !e.is_empty()),
            evidence: row.shown.iter().map(evidence).collect(),
        };
        AuditJson {
            schema: SCHEMA.into(),
            tool_version: env!("CARGO_PKG_VERSION").into(),
            transcript: self.file.path.rsplit('/').next().unwrap_or_default().into(),
            source: self.file.source,
            lines: self.file.lines,
            calls: self.calls,
            bad_lines: self.file.bad_lines,
            claims: self.listed().into_iter().map(claim).collect(),
            summary: self.tally(),
            clean: self.is_clean(),
        }
    }
}

/// `created file src/a.py`; a type that names no object reads as a statement, and the thing stands behind a colon.
fn title(ty: ClaimType, target: Option<&str>) -> String {
    // "pushed origin" does not read: the words of the claim name the place.
    let target = target.filter(|_| !matches!(ty, ClaimType::Committed | ClaimType::Pushed));
    let (what, joint) = match ty {
        ClaimType::FileCreated => ("created file", " "),
        ClaimType::FileUpdated => ("updated file", " "),
        ClaimType::FileDeleted => ("deleted file", " "),
        other => (other.says(), ": "),
    };
    target.map_or_else(|| what.to_owned(), |t| format!("{what}{joint}{}", one_line(t, EXCERPT)))
}

fn conclusion(tally: &Tally) -> String {
    if tally.claims() == 0 {
        return "Verdict: CLEAN — no claims found in this transcript.".into();
    }
    if tally.unsupported() > 0 {
        return format!(
            "Verdict: NOT CLEAN — {} unevidenced · {} contradicted. Do not take this session's summary at its word; check the claims \
             above against the record.",
            tally.unevidenced, tally.contradicted
        );
    }
    if tally.undecidable > 0 {
        let n = counted(tally.undecidable, "claim");
        return format!("Verdict: CLEAN — no claim is unsupported, but the record cannot decide {n}.");
    }
    "Verdict: CLEAN — every claim is backed by the session's own record.".into()
}

/// The JSON view of an audit.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditJson {
    /// Form of the object.
    schema: String,
    /// Version of sayso.
    tool_version: String,
    /// Name of the file.
    transcript: String,
    /// Format of the file.
    source: Option<crate::transcript::SourceKind>,
    /// Lines of the file.
    lines: u64,
    /// Tool calls on record.
    calls: u64,
    /// Lines that could not be read.
    bad_lines: u64,
    /// Its claims, in the order of the record.
    claims: Vec<ClaimJson>,
    /// Claims by verdict.
    summary: Tally,
    /// No claim is unsupported.
    clean: bool,
}

/// A claim in the JSON view.
#[derive(Debug, Serialize, JsonSchema)]
struct ClaimJson {
    /// Line of the claim.
    line: u32,
    /// Position of the statement within the session.
    step: u32,
    /// What it says.
    #[serde(rename = "type")]
    ty: ClaimType,
    /// The thing that it names.
    target: Option<String>,
    /// What the record says of it.
    verdict: Verdict,
    /// Why.
    reason: crate::verdict::Reason,
    /// The rule of the reason.
    rule: String,
    /// What became of the claim.
    fate: String,
    /// Name of the finding that survives moved lines.
    fingerprint: String,
    /// Its words; absent with `--no-excerpts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    quote: Option<String>,
    /// What the record shows; absent with `--no-excerpts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<String>,
    /// The calls that decided.
    evidence: Vec<EvidenceJson>,
}

/// A call in the JSON view.
#[derive(Debug, Serialize, JsonSchema)]
struct EvidenceJson {
    /// Tool.
    tool: String,
    /// Line of the call.
    line: u32,
    /// Line of the result.
    result_line: Option<u32>,
    /// The deciding line of the result; absent with `--no-excerpts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    excerpt: Option<String>,
}
