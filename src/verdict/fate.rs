//! What became of a claim later in its session.

use super::{Fate, Judged, Reason};
use crate::claim::{ClaimType, retract};
use crate::record::{OpKind, Outcome, Record};
use crate::transcript::{EventKind, Session};
use std::collections::BTreeMap;

/// Fills in the fates of a session's judged claims.
pub fn settle(judged: &mut [Judged], session: &Session, record: &Record) {
    let turns = if judged.iter().any(|j| j.verdict().is_unsupported()) { turns(session) } else { Vec::new() };
    let same = by_claim(judged);
    let mut fates = Vec::with_capacity(judged.len());
    for (i, this) in judged.iter().enumerate() {
        let others = same.get(&claim_of(this)).map_or(&[][..], Vec::as_slice);
        let mut others = others.iter().filter_map(|o| Some((*o, judged.get(*o)?)));
        let unsupported = this.verdict().is_unsupported();
        let fate = if unsupported && taken_back(this, session, &turns) {
            Fate::Retracted
        } else if others.clone().any(|(o, e)| o < i && e.evidence == this.evidence && e.reason == this.reason) {
            Fate::Repeats
        } else if unsupported
            && (others.any(|(o, l)| o > i && l.reason == Reason::Backed)
                || (this.reason == Reason::ClaimedBeforeCall && follows_well(this, record)))
        {
            Fate::LaterBacked
        } else {
            Fate::Stands
        };
        fates.push(fate);
    }
    judged.iter_mut().zip(fates).for_each(|(j, fate)| j.fate = fate);
}

/// What is claimed: equal claims say the same.
fn claim_of(j: &Judged) -> (ClaimType, Option<&str>) {
    (j.claim.ty, j.claim.target.as_deref())
}

/// Where the claims of each kind and target stand.
fn by_claim(judged: &[Judged]) -> BTreeMap<(ClaimType, Option<&str>), Vec<usize>> {
    let mut out: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    judged.iter().enumerate().for_each(|(i, j)| out.entry(claim_of(j)).or_default().push(i));
    out
}

/// Messages that go back on something: their place, and the words around it.
fn turns(session: &Session) -> Vec<(usize, String)> {
    let says = session.events.iter().enumerate().filter_map(|(step, e)| match &e.kind {
        EventKind::Say(say) => Some((step, say)),
        _ => None,
    });
    says.filter_map(|(step, say)| Some((step, retract::turn(&say.text)?))).collect()
}

/// A later message of the same agent takes the claim back.
fn taken_back(j: &Judged, session: &Session, turns: &[(usize, String)]) -> bool {
    let agent = |step: usize| session.events.get(step).map(|e| e.agent);
    turns.iter().any(|(step, near)| *step > j.step && agent(*step) == agent(j.step) && retract::speaks_of(near, &j.claim))
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
