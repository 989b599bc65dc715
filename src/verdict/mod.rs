//! Verdicts: a claim against the record of its session, one reason each, in a fixed order.

mod agents;
mod checks;
pub mod context;
mod doubt;
pub mod explain;
mod fate;
mod files;
mod finding;
mod git;
mod items;
mod mention;
mod numbers;
mod people;
mod reading;
pub mod reason;
mod remote;
mod select;
mod target;
#[cfg(test)]
mod tests;
mod verified;
mod weakened;
mod words;
mod work;

use crate::claim::{Claim, ClaimType};
use crate::record::{Op, Record};
use crate::transcript::{Event, EventKind, Session};
use context::{Context, View};
use finding::Finding;
use rayon::prelude::*;
pub use reason::{Reason, Verdict};

/// Judges every claim of a session, in the order of the record. `claims_of` finds the claims of one message; `record` builds the record,
/// which a session without claims does not need.
pub fn judge_session(
    session: &Session,
    record: impl FnOnce() -> Record + Send,
    claims_of: impl Fn(&str) -> Vec<Claim> + Sync,
) -> Vec<Judged> {
    let (claims, record) = if session.events.len() >= LONG {
        rayon::join(|| claims(session, &claims_of), record)
    } else {
        let claims = claims(session, &claims_of);
        if claims.is_empty() {
            return Vec::new();
        }
        (claims, record())
    };
    judged(&Context::new(session, &record), claims, &mut |_, _| ())
}

/// Is told of each claim what came of it.
type Watch<'w, 's> = &'w mut dyn FnMut(View<'s>, Option<(&Judged, &[&'s Op])>);

/// Judges every claim; `watch` is told of each what came of it, nothing where the record shows that it is no claim.
fn judged<'s>(cx: &'s Context<'s>, claims: Vec<(usize, &str, Claim)>, watch: Watch<'_, 's>) -> Vec<Judged> {
    let session = cx.session;
    let mut out = Vec::new();
    for (step, text, claim) in claims {
        let view = cx.at(step);
        let Some(finding) = doubt::settle(view, &claim, judge(view, &claim)).map(Finding::with_hindsight) else {
            watch(view, None);
            continue;
        };
        let judged = Judged {
            step,
            line: session.events.get(step).map_or(0, |e| e.line) + line_within(session, text, claim.span.0),
            reason: finding.reason,
            evidence: finding.evidence(),
            explanation: finding.explanation,
            claim,
            fate: Fate::Stands,
        };
        watch(view, Some((&judged, &finding.ops)));
        out.push(judged);
    }
    fate::settle(&mut out, session, cx.record);
    out
}

/// Sessions of so many events are looked at from both sides at once.
const LONG: usize = 4000;

/// The claims of all messages, with the step and the text of each.
fn claims<'s>(session: &'s Session, claims_of: &(impl Fn(&str) -> Vec<Claim> + Sync)) -> Vec<(usize, &'s str, Claim)> {
    fn says((step, event): (usize, &Event)) -> Option<(usize, &str)> {
        if let EventKind::Say(say) = &event.kind { Some((step, say.text.as_str())) } else { None }
    }
    let of = |(step, text)| claims_of(text).into_iter().map(move |claim| (step, text, claim)).collect::<Vec<_>>();
    if session.events.len() < LONG {
        return session.events.iter().enumerate().filter_map(says).flat_map(of).collect();
    }
    session.events.par_iter().enumerate().with_min_len(LONG / 16).filter_map(says).flat_map_iter(of).collect()
}

/// Lines between the start of a text and an offset in it, for sources whose texts keep the lines of the file.
fn line_within(session: &Session, text: &str, offset: usize) -> u32 {
    if !session.source.lines_are_physical() {
        return 0;
    }
    text.as_bytes().get(..offset).map_or(0, |head| memchr::memchr_iter(b'\n', head).count() as u32)
}

/// Which rule judges which type: the one table.
fn judge<'s>(view: View<'s>, claim: &Claim) -> Finding<'s> {
    use ClaimType::*;
    match claim.ty {
        TestsPassed | BuildPassed | LintClean | TypecheckClean => checks::judge(view, claim),
        ChecksPassed => checks::judge_all(view, claim),
        FileCreated | FileUpdated | FileDeleted => files::judge(view, claim),
        Committed | Pushed | PullRequest => git::judge(view, claim),
        Installed | Deployed | External => remote::judge(view, claim),
        Done => work::done(view, claim),
        Fixed => work::fixed(view, claim),
        NoChanges => work::no_changes(view, claim),
        Reviewed => reading::reviewed(view, claim),
        Searched => reading::searched(view, claim),
        Verified => verified::judge(view, claim),
        CommandRan => reading::command_ran(view, claim),
        Measured => reading::measured(view, claim),
        Delegated => agents::delegated(view, claim),
    }
}

/// A claim with its verdict.
#[derive(Debug, Clone)]
pub struct Judged {
    /// Index of the claim's event in the session: its `step`.
    pub step: usize,
    /// Physical line of the claim.
    pub line: u32,
    /// The claim.
    pub claim: crate::claim::Claim,
    /// Why; the verdict follows from it.
    pub reason: Reason,
    /// The calls that decided, most telling first.
    pub evidence: Vec<Evidence>,
    /// One sentence for people: what the record shows.
    pub explanation: String,
    /// What became of the claim later in the session.
    pub fate: Fate,
}

impl Judged {
    /// The verdict, which follows from the reason.
    pub fn verdict(&self) -> Verdict {
        self.reason.verdict()
    }
}

/// A call that decided a verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// Tool name.
    pub tool: String,
    /// Physical line of the call.
    pub call_line: u32,
    /// Physical line of its result, if recorded.
    pub result_line: Option<u32>,
    /// The line of the result that decides, or the first; at most 200 bytes.
    pub excerpt: String,
}

/// What became of a claim later in its session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Fate {
    /// Nothing.
    #[default]
    Stands,
    /// The evidence came after the claim.
    LaterBacked,
    /// A later message took it back.
    Retracted,
    /// An earlier claim of the same type and target rests on the same evidence.
    Repeats,
}

impl Fate {
    /// The wire name.
    pub fn name(self) -> &'static str {
        match self {
            Fate::Stands => "stands",
            Fate::LaterBacked => "later_backed",
            Fate::Retracted => "retracted",
            Fate::Repeats => "repeats",
        }
    }
}
