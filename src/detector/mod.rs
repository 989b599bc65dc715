//! Detectors: from a session to judged claims.

use crate::record::Record;
use crate::transcript::Session;
use crate::verdict::Judged;
use crate::{claim, verdict};
use std::path::Path;

pub mod done_claim_audit;
pub mod done_claim_auditor;
mod input;
mod project;

pub use input::Input;
pub use project::ProjectDetector;

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

/// The names of the detectors, the default first.
pub const NAMES: &[&str] = &["record", "done-claim-audit", "done-claim-auditor"];

/// The detector with a name. `repo` is a repository that `done-claim-audit` compares a transcript with.
pub fn by_name(name: &str, repo: Option<&Path>) -> Option<Box<dyn Detector>> {
    match name {
        "record" => Some(Box::new(RecordDetector)),
        "done-claim-audit" => Some(Box::new(done_claim_audit::DoneClaimAudit { repo: repo.map(Path::to_owned) })),
        "done-claim-auditor" => Some(Box::new(done_claim_auditor::DoneClaimAuditor)),
        _ => None,
    }
}

/// The project's own detector: claims against the record.
pub struct RecordDetector;

impl Detector for RecordDetector {
    fn name(&self) -> &'static str {
        "record"
    }

    fn judge(&self, session: &Session) -> Vec<Judged> {
        verdict::judge_session(session, || Record::build(session), claim::extract)
    }
}
