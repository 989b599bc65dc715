//! The text and JSON views.

use super::claims::Type;
use super::evidence::{Judgement, Verdict};
use super::transcript::Transcript;
use crate::report::escape::visible;
use schemars::JsonSchema;
use serde::Serialize;

/// Longest excerpt, in characters.
const EXCERPT: usize = 120;

/// One audited transcript.
pub(super) struct Audit<'t> {
    pub(super) name: String,
    pub(super) transcript: &'t Transcript,
    pub(super) claims: Vec<Judgement<'t>>,
    pub(super) excerpts: bool,
}

/// What `--json` prints: an audit, or why there is none.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(title = "done-claim-auditor")]
pub enum View<'a> {
    /// An audit.
    Audit(AuditJson<'a>),
    /// The transcript could not be read.
    Failure(FailureJson<'a>),
}

impl View<'_> {
    pub(super) fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

/// Why there is no audit.
#[derive(Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FailureJson<'a> {
    /// In words, with the line where one is at fault.
    pub(super) error: &'a str,
}

/// An audited transcript.
#[derive(Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AuditJson<'a> {
    /// The name of the tool.
    tool: &'static str,
    /// Its version.
    version: &'static str,
    /// The file's name.
    transcript: &'a str,
    /// The format of the transcript.
    format: &'static str,
    /// Lines of the transcript.
    lines: usize,
    /// Calls of tools in it.
    tool_calls: usize,
    /// The claims in the order of the transcript.
    claims: Vec<ClaimJson<'a>>,
    /// Claims by verdict.
    summary: Summary,
    /// Every claim is evidenced.
    clean: bool,
}

/// A claim with its verdict.
#[derive(Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ClaimJson<'a> {
    /// What it says.
    #[serde(rename = "type")]
    ty: &'static str,
    /// The file that it names.
    target: Option<&'a str>,
    /// Its line in the transcript.
    line: usize,
    /// `EVIDENCED`, `UNEVIDENCED` or `CONTRADICTED`.
    verdict: &'static str,
    /// Why, in the tool's own words.
    reason: &'static str,
    /// Its words; absent with `--no-excerpts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    excerpt: Option<String>,
    /// The call that decided.
    evidence: Option<EvidenceJson<'a>>,
}

/// The call that decided.
#[derive(Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct EvidenceJson<'a> {
    /// The tool.
    tool: &'a str,
    /// Line of the call.
    line: usize,
    /// Line of its result; null where none was recorded before the claim.
    result_line: Option<usize>,
    /// A line of the result; absent with `--no-excerpts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    excerpt: Option<String>,
}

/// Claims by verdict.
#[derive(Serialize, JsonSchema, Clone, Copy)]
#[serde(deny_unknown_fields)]
struct Summary {
    /// All of them.
    claims: usize,
    /// A matching call backs them.
    evidenced: usize,
    /// No call does.
    unevidenced: usize,
    /// The recorded result shows failure.
    contradicted: usize,
}

impl Audit<'_> {
    fn summary(&self) -> Summary {
        let of = |verdict| self.claims.iter().filter(|c| c.verdict == verdict).count();
        Summary {
            claims: self.claims.len(),
            evidenced: of(Verdict::Evidenced),
            unevidenced: of(Verdict::Unevidenced),
            contradicted: of(Verdict::Contradicted),
        }
    }

    pub(super) fn is_clean(&self) -> bool {
        self.claims.iter().all(|c| c.verdict == Verdict::Evidenced)
    }

    pub(super) fn text(&self) -> String {
        let Summary { claims, evidenced, unevidenced, contradicted } = self.summary();
        let mut out = vec![
            format!("done-claim-auditor v1.0.0 — audit · transcript {}", visible(&self.name)),
            format!(
                "Format: Claude Code session JSONL · {} lines · {} tool calls",
                self.transcript.lines,
                self.transcript.calls.len()
            ),
            "Reads the transcript only — it runs nothing and opens no other file. Verdicts judge the session's own record, not the world."
                .to_owned(),
        ];
        if !self.excerpts {
            out.push("Excerpts off (--no-excerpts): claim types, line numbers and verdicts only.".to_owned());
        }
        out.extend([String::new(), format!("CLAIMS ({claims}):")]);
        for claim in &self.claims {
            let target = claim.found.target.as_deref().map_or(String::new(), |t| format!(" {}", visible(t)));
            out.push(format!("line {} · {}{target} · {}", claim.line, claim.found.ty.name(), claim.verdict.name()));
            if self.excerpts {
                out.push(format!("  claim: \"{}\"", excerpt(&claim.found.sentence)));
            }
            out.push(format!("  evidence: {}", self.evidence(claim)));
        }
        out.push(String::new());
        out.push(format!(
            "Summary: {claims} claims · {evidenced} evidenced · {unevidenced} unevidenced · {contradicted} contradicted"
        ));
        out.push(match self.is_clean() {
            true => "Verdict: CLEAN — every claim is backed by the session's own record.".to_owned(),
            false => format!(
                "Verdict: NOT CLEAN — {unevidenced} unevidenced · {contradicted} contradicted. Do not take this session's summary at its word; check the claims above against the record."
            ),
        });
        out.join("\n") + "\n"
    }

    fn evidence(&self, claim: &Judgement<'_>) -> String {
        let Some(call) = claim.call else {
            return "none — no matching tool call before the claim in this transcript".to_owned();
        };
        let mut out = format!("{}, line {}", visible(&call.tool), call.line);
        match claim.result_line() {
            Some(line) => out.push_str(&format!(" (result line {line})")),
            None => out.push_str(" (no result recorded before the claim)"),
        }
        if claim.failed {
            out.push_str(" — the recorded result shows failure");
        }
        if let (true, Some(text)) = (self.excerpts, &claim.excerpt) {
            out.push_str(&format!(" — \"{}\"", excerpt(text)));
        }
        out
    }

    pub(super) fn json(&self) -> String {
        let shown = |text: &str| self.excerpts.then(|| cut(text));
        let claims = self.claims.iter().map(|claim| ClaimJson {
            ty: claim.found.ty.name(),
            target: claim.found.target.as_deref(),
            line: claim.line,
            verdict: claim.verdict.name(),
            reason: reason(claim),
            excerpt: shown(&claim.found.sentence),
            evidence: claim.call.map(|call| EvidenceJson {
                tool: &call.tool,
                line: call.line,
                result_line: claim.result_line(),
                excerpt: claim.excerpt.as_deref().and_then(shown),
            }),
        });
        let audit = AuditJson {
            tool: "done-claim-auditor",
            version: "1.0.0",
            transcript: &self.name,
            format: "claude-code-jsonl",
            lines: self.transcript.lines,
            tool_calls: self.transcript.calls.len(),
            claims: claims.collect(),
            summary: self.summary(),
            clean: self.is_clean(),
        };
        View::Audit(audit).line()
    }
}

/// Why, in the tool's own words.
pub(super) fn reason(claim: &Judgement<'_>) -> &'static str {
    match (claim.verdict, claim.call.is_some(), claim.found.ty) {
        (Verdict::Contradicted, ..) => "the recorded result of the most recent matching call shows failure",
        (Verdict::Evidenced, _, Type::TestsPass | Type::BuildSucceeds) => "the most recent matching run shows no failure",
        (Verdict::Evidenced, ..) => "a matching call with a recorded result stands before the claim",
        (Verdict::Unevidenced, true, _) => "the matching call has no result recorded before the claim",
        (Verdict::Unevidenced, false, _) => "no matching tool call before the claim in this transcript",
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(EXCERPT) {
        Some(_) => text.chars().take(EXCERPT - 1).chain(['…']).collect(),
        None => text.to_owned(),
    }
}

fn excerpt(text: &str) -> String {
    visible(&cut(text)).into_owned()
}
