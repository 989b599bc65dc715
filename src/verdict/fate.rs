//! What became of a claim later in its session.

use super::{Fate, Judged, Reason};
use crate::claim::ClaimType;
use crate::record::{OpKind, Outcome, Record};

/// Fills in the fates of a session's judged claims.
pub fn settle(judged: &mut [Judged], record: &Record) {
    for i in 0..judged.len() {
        let (earlier, rest) = judged.split_at_mut(i);
        let Some((this, later)) = rest.split_first_mut() else { continue };
        if earlier.iter().rev().any(|e| same_claim(e, this) && e.evidence == this.evidence && e.reason == this.reason) {
            this.fate = Fate::Repeats;
        } else if this.verdict().is_unsupported() && later.iter().any(|l| same_claim(l, this) && l.reason == Reason::Backed) {
            this.fate = Fate::LaterBacked;
        } else if this.reason == Reason::ClaimedBeforeCall && follows_well(this, record) {
            this.fate = Fate::LaterBacked;
        }
    }
}

fn same_claim(a: &Judged, b: &Judged) -> bool {
    a.claim.ty == b.claim.ty && a.claim.target == b.claim.target
}

/// The call that followed went well.
fn follows_well(j: &Judged, record: &Record) -> bool {
    let fits = |k: OpKind| match j.claim.ty {
        ClaimType::Committed => k == OpKind::Commit,
        ClaimType::Pushed => k == OpKind::Push,
        ClaimType::PullRequest => k == OpKind::PullRequest,
        ClaimType::FileCreated | ClaimType::FileUpdated => matches!(k, OpKind::Write | OpKind::Edit),
        ClaimType::FileDeleted => k == OpKind::Delete,
        _ => matches!(k, OpKind::Check(_)),
    };
    record.ops.iter().any(|o| o.at > j.step && fits(o.kind) && o.outcome == Outcome::Passed)
}
