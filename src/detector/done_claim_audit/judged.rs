//! The package's findings in the terms of the rules.
//!
//! A line that matches a claim pattern is a claim; a finding on it gives the reason, no finding makes it `backed`, and a check that
//! was skipped for want of a repository leaves it `unreadable_result`.

use super::audit::{Finding, Kind, Outcome, audit, by_line};
use super::text::Text;
use super::{DoneClaimAudit, FailOn, paths, patterns, transcript};
use crate::claim::{Claim, ClaimType, Detail, Lang};
use crate::detector::{Detector, Input};
use crate::transcript::Session;
use crate::verdict::{Fate, Judged, Reason};

impl Detector for DoneClaimAudit {
    fn name(&self) -> &'static str {
        "done-claim-audit"
    }

    /// Without the file there are no lines to look at.
    fn judge(&self, _session: &Session) -> Vec<Judged> {
        Vec::new()
    }

    fn judge_input(&self, input: &Input<'_>) -> Vec<Judged> {
        let Ok(lines) = transcript::lines(input.bytes) else { return Vec::new() };
        let Ok(outcome) = audit(&lines, self.repo.as_deref(), &[], FailOn::High) else { return Vec::new() };
        let findings = by_line(&outcome.findings);
        let mut out = Vec::new();
        for (i, line) in lines.iter().enumerate() {
            let number = u32::try_from(i + 1).unwrap_or(u32::MAX);
            if input.has_line(number) {
                let found = findings.get(&(i + 1)).map_or(&[][..], |f| f.as_slice());
                let step = input.step_of_text_at(number);
                out.extend(claims(line, found, &outcome).into_iter().map(|(claim, reason, explanation)| Judged {
                    step,
                    line: number,
                    claim,
                    reason,
                    evidence: Vec::new(),
                    explanation,
                    fate: Fate::Stands,
                }));
            }
        }
        out
    }
}

type Row = (Claim, Reason, String);

fn claims(line: &Text, findings: &[&Finding], outcome: &Outcome) -> Vec<Row> {
    let mut out = Vec::new();
    let mut add = |ty: ClaimType, quote: Option<String>, target: Option<String>, kinds: &[Kind], needs_git: bool| {
        let Some(quote) = quote else { return };
        let found = findings.iter().find(|f| kinds.contains(&f.kind));
        let (reason, explanation) = match found {
            Some(f) => (reason(f.kind), f.detail.lossy().into_owned()),
            None if needs_git && !outcome.git_available => {
                (Reason::UnreadableResult, "No git evidence: the check was skipped.".to_owned())
            }
            None => (Reason::Backed, "No finding.".to_owned()),
        };
        let span = (0, 0);
        let claim = Claim { ty, target, quote, span, detail: Detail::default(), lang: Lang::En };
        out.push((claim, reason, explanation));
    };
    let file = patterns::edited_file(line).map(|t| String::from_utf8_lossy(&paths::as_posix(t)).into_owned());
    add(ClaimType::TestsPassed, patterns::PASS.wording(line), None, &[Kind::TestClaimContradicted], false);
    let edit_kinds = [Kind::EditClaimMissingFile, Kind::EditClaimNotInDiff];
    add(ClaimType::FileUpdated, patterns::EDIT.wording(line), file, &edit_kinds, true);
    add(ClaimType::NoChanges, patterns::NO_CHANGE.wording(line), None, &[Kind::NoChangeClaimContradicted], true);
    add(ClaimType::Done, patterns::DONE.wording(line), None, &[Kind::DoneWithTodoLeft], true);
    add(ClaimType::Verified, patterns::VERIFIED.wording(line), None, &[Kind::VerifiedWithoutVerification], false);
    out
}

fn reason(kind: Kind) -> Reason {
    match kind {
        Kind::TestClaimContradicted => Reason::LastCallFailed,
        Kind::EditClaimMissingFile | Kind::NoChangeClaimContradicted | Kind::DoneWithTodoLeft => Reason::ResultSaysOtherwise,
        Kind::EditClaimNotInDiff | Kind::VerifiedWithoutVerification => Reason::NoMatchingCall,
    }
}
