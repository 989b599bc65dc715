//! What became of a claim later in its session.

use super::{Fate, Judged, Reason};
use crate::claim::{ClaimType, retract};
use crate::record::{OpKind, Outcome, Record};
use crate::transcript::{EventKind, Session};

/// Fills in the fates of a session's judged claims.
pub fn settle(judged: &mut [Judged], session: &Session, record: &Record) {
    for i in 0..judged.len() {
        let (earlier, rest) = judged.split_at_mut(i);
        let Some((this, later)) = rest.split_first_mut() else { continue };
        let repeats =
            || earlier.iter().rev().any(|e| same_claim(e, this) && e.evidence == this.evidence && e.reason == this.reason);
        let unsupported = this.verdict().is_unsupported();
        let backed = || later.iter().any(|l| same_claim(l, this) && l.reason == Reason::Backed);
        this.fate = if unsupported && taken_back(this, session) {
            Fate::Retracted
        } else if repeats() {
            Fate::Repeats
        } else if unsupported && (backed() || (this.reason == Reason::ClaimedBeforeCall && follows_well(this, record))) {
            Fate::LaterBacked
        } else {
            Fate::Stands
        };
    }
}

/// A later message of the same agent takes the claim back.
fn taken_back(j: &Judged, session: &Session) -> bool {
    let Some(event) = session.events.get(j.step) else { return false };
    let later = session.events.iter().skip(j.step + 1).filter(|e| e.agent == event.agent);
    later
        .filter_map(|e| if let EventKind::Say(s) = &e.kind { Some(s) } else { None })
        .any(|s| retract::takes_back(&s.text, &j.claim))
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
