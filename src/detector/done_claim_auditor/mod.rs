//! The detector `done-claim-auditor`: the tool of that name, version 1.0.0, by its README.
//!
//! Claude Code sessions only. Six types of claim, three verdicts; evidence must stand before the claim, and the most recent matching
//! call decides. Its README leaves open the members of the JSON view and the full lists of patterns and markers; those here are
//! defined by this project and described in `docs/done-claim-auditor.md`.

mod claims;
mod evidence;
pub mod report;
mod transcript;

use crate::claim::{Claim, ClaimType, Detail, Lang};
use crate::detector::{Detector, Input};
use crate::transcript::{Session, SourceKind};
use crate::verdict::{Evidence, Fate, Judged, Reason};
use evidence::{Judgement, Verdict};
use std::path::Path;

/// What the tool's command line takes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// One JSON object instead of text.
    pub json: bool,
    /// Nothing of the transcript's text.
    pub no_excerpts: bool,
}

/// What a run prints, and its exit status: 0 every claim backed, 1 a claim unbacked or contradicted, 2 error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// For standard output.
    pub stdout: String,
    /// For standard error.
    pub stderr: String,
    /// Exit status.
    pub code: i32,
}

/// Audits one transcript as the tool's `audit` does.
pub fn run(path: &Path, options: Options) -> Output {
    let bytes = match crate::walk::read::whole(path) {
        Ok(bytes) => bytes,
        Err(e) => return failure(&format!("{}: {}", crate::walk::shown(path), crate::walk::plain_error(&e)), options),
    };
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    run_bytes(&name, &bytes, options)
}

/// Audits the bytes of a transcript under a name.
pub fn run_bytes(name: &str, bytes: &[u8], options: Options) -> Output {
    let transcript = match transcript::read(bytes) {
        Ok(transcript) => transcript,
        Err(why) => return failure(&format!("{name}: {why}"), options),
    };
    let audit = report::Audit {
        name: name.to_owned(),
        claims: judge(&transcript),
        transcript: &transcript,
        excerpts: !options.no_excerpts,
    };
    let stdout = if options.json { audit.json() } else { audit.text() };
    Output { stdout, stderr: String::new(), code: i32::from(!audit.is_clean()) }
}

fn failure(why: &str, options: Options) -> Output {
    let json = || report::View::Failure(report::FailureJson { error: why }).line();
    let text = || format!("error: {}\n", crate::report::escape::visible(why));
    let (stdout, stderr) = if options.json { (json(), String::new()) } else { (String::new(), text()) };
    Output { stdout, stderr, code: 2 }
}

fn judge(transcript: &transcript::Transcript) -> Vec<Judgement<'_>> {
    let texts = transcript.texts.iter();
    texts.flat_map(|text| claims::find(&text.text).into_iter().map(|found| evidence::judge(transcript, text, found))).collect()
}

/// The tool's rules as a detector over sessions.
#[derive(Debug, Clone, Copy, Default)]
pub struct DoneClaimAuditor;

impl Detector for DoneClaimAuditor {
    fn name(&self) -> &'static str {
        "done-claim-auditor"
    }

    /// Without the file there is nothing that it reads.
    fn judge(&self, _session: &Session) -> Vec<Judged> {
        Vec::new()
    }

    /// A file that the tool refuses has no claims.
    fn judge_input(&self, input: &Input<'_>) -> Vec<Judged> {
        if input.session.source != SourceKind::ClaudeCode {
            return Vec::new();
        }
        let Ok(transcript) = transcript::read(input.bytes) else { return Vec::new() };
        judge(&transcript).iter().filter(|j| input.has_line(line(j.line))).map(|j| judged(input, j)).collect()
    }
}

fn line(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn judged(input: &Input<'_>, judgement: &Judgement<'_>) -> Judged {
    let ty = match judgement.found.ty {
        claims::Type::TestsPass => ClaimType::TestsPassed,
        claims::Type::Created => ClaimType::FileCreated,
        claims::Type::Updated => ClaimType::FileUpdated,
        claims::Type::Committed => ClaimType::Committed,
        claims::Type::Pushed => ClaimType::Pushed,
        claims::Type::BuildSucceeds => ClaimType::BuildPassed,
    };
    let reason = match (judgement.verdict, judgement.call) {
        (Verdict::Evidenced, _) => Reason::Backed,
        (Verdict::Contradicted, _) => Reason::LastCallFailed,
        (Verdict::Unevidenced, Some(_)) => Reason::NotFinished,
        (Verdict::Unevidenced, None) => Reason::NoMatchingCall,
    };
    let evidence = judgement.call.map(|call| Evidence {
        tool: call.tool.clone(),
        call_line: line(call.line),
        result_line: judgement.result_line().map(line),
        excerpt: judgement.excerpt.clone().unwrap_or_default().chars().take(120).collect(),
    });
    Judged {
        step: input.step_of_text_at(line(judgement.line)),
        line: line(judgement.line),
        claim: Claim {
            ty,
            target: judgement.found.target.clone(),
            quote: judgement.found.sentence.clone(),
            span: (0, 0),
            detail: Detail::default(),
            lang: Lang::En,
        },
        reason,
        evidence: evidence.into_iter().collect(),
        explanation: report::reason(judgement).to_owned(),
        fate: Fate::Stands,
    }
}
