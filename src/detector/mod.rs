//! Detectors: from a session to judged claims.

use crate::transcript::{EventKind, Session};
use crate::verdict::{Fate, Judged, Reason};
use crate::{claim, record};

pub mod done_claim_audit;
mod input;

pub use input::Input;

/// Turns a session into judged claims.
pub trait Detector: Sync {
    /// The wire name.
    fn name(&self) -> &'static str;
    /// Judges every claim of a session, in the order of the record.
    fn judge(&self, session: &Session) -> Vec<Judged>;
    /// Judges a session with the file it stands in, for detectors that go by the raw lines.
    fn judge_input(&self, input: &Input<'_>) -> Vec<Judged> {
        self.judge(input.session)
    }
}

/// The project's own detector: claims against the record.
pub struct RecordDetector;

impl Detector for RecordDetector {
    fn name(&self) -> &'static str {
        "record"
    }

    fn judge(&self, session: &Session) -> Vec<Judged> {
        let _record = record::Record::build(session);
        let mut out = Vec::new();
        for (step, e) in session.events.iter().enumerate() {
            let EventKind::Say(say) = &e.kind else {
                continue;
            };
            for c in claim::extract(&say.text) {
                let extra =
                    if session.source.lines_are_physical() { say.text[..c.span.0].matches('\n').count() as u32 } else { 0 };
                out.push(Judged {
                    step,
                    line: e.line + extra,
                    claim: c,
                    reason: Reason::Backed,
                    evidence: vec![],
                    explanation: String::new(),
                    fate: Fate::Stands,
                });
            }
        }
        out
    }
}
