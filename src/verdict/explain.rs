//! Why a claim is judged as it is: the calls that were considered, and why each of them does not decide.

use super::context::{Context, View};
use super::{Judged, claims, judged};
use crate::claim::Claim;
use crate::record::{Check, Op, OpKind, Outcome, Record};
use crate::transcript::Session;
use std::cell::RefCell;

/// Operations that the rules picked for a claim, while somebody watches.
#[derive(Debug, Default)]
pub(crate) struct Picks {
    kind: RefCell<Vec<*const Op>>,
    on_target: RefCell<Vec<*const Op>>,
}

impl Picks {
    /// Notes the operations of the fitting kind, and those of them on the target.
    pub(crate) fn note(&self, kind: &[&Op], on_target: &[&Op]) {
        self.kind.borrow_mut().extend(kind.iter().map(|o| std::ptr::from_ref(*o)));
        self.on_target.borrow_mut().extend(on_target.iter().map(|o| std::ptr::from_ref(*o)));
    }

    fn clear(&self) {
        self.kind.borrow_mut().clear();
        self.on_target.borrow_mut().clear();
    }
}

/// A judged claim with the calls before it.
#[derive(Debug, Clone)]
pub struct Explained {
    /// The claim with its verdict.
    pub judged: Judged,
    /// The operations before it, latest first.
    pub considered: Vec<Considered>,
}

/// An operation before a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Considered {
    /// Physical line of the call.
    pub line: u32,
    /// The command, or a short form of the call.
    pub call: String,
    /// Why it does not decide; `None` where the verdict rests on it.
    pub passed_over: Option<String>,
}

/// Judges a session as [`super::judge_session`] does, and keeps what was considered.
pub fn explain_session(session: &Session, record: &Record, claims_of: impl Fn(&str) -> Vec<Claim> + Sync) -> Vec<Explained> {
    let cx = Context::new(session, record).watched();
    let mut considered_by = Vec::new();
    let all = judged(&cx, claims(session, &claims_of), &mut |view, judged| {
        if let (Some((judged, ops)), Some(picks)) = (judged, &view.cx.picks) {
            considered_by.push(considered(view, judged, ops, picks));
        }
        cx.picks.iter().for_each(Picks::clear);
    });
    all.into_iter().zip(considered_by).map(|(judged, considered)| Explained { judged, considered }).collect()
}

fn considered(view: View<'_>, judged: &Judged, ops: &[&Op], picks: &Picks) -> Vec<Considered> {
    let (kind, on_target) = (picks.kind.borrow(), picks.on_target.borrow());
    let decides = |o: &Op| ops.iter().any(|d| std::ptr::eq(*d, o));
    let row = |op: &Op| {
        let fits = kind.iter().any(|k| std::ptr::eq(*k, op));
        let targeted = on_target.iter().any(|k| std::ptr::eq(*k, op));
        let why = match view.outcome(op) {
            _ if decides(op) => None,
            _ if kind.is_empty() => Some(what(op.kind).to_owned()),
            _ if !fits => Some(format!("{}, and {} does not rest on that", what(op.kind), judged.claim.ty.name())),
            _ if !targeted => Some(format!("{}, of something else", what(op.kind))),
            Outcome::Denied => Some("refused or cancelled".to_owned()),
            Outcome::NotReached => Some("may never have run".to_owned()),
            Outcome::Unfinished => Some("had no end when the claim was made".to_owned()),
            _ => Some("fits; a later call on the same target decides, or it adds nothing".to_owned()),
        };
        Considered { line: op.call_line, call: op.command.clone(), passed_over: why }
    };
    view.before.iter().rev().map(row).collect()
}

/// A kind of operation in words.
fn what(kind: OpKind) -> &'static str {
    match kind {
        OpKind::Check(Check::Tests) => "a test run",
        OpKind::Check(Check::Build) => "a build",
        OpKind::Check(Check::Lint) => "a lint run",
        OpKind::Check(Check::Format) => "a formatter's run",
        OpKind::Check(Check::Typecheck) => "a type check",
        OpKind::Check(Check::Gate) => "a gate of several checks",
        OpKind::CiRead => "a look at CI",
        OpKind::UnknownTask => "a task that may be a check",
        OpKind::Write => "a write",
        OpKind::Edit => "an edit",
        OpKind::Delete => "a deletion",
        OpKind::Move => "a move",
        OpKind::Read => "a read",
        OpKind::Search => "a search",
        OpKind::Http => "a request",
        OpKind::Commit => "a commit",
        OpKind::Push => "a push",
        OpKind::PullRequest => "a pull request",
        OpKind::GitTree => "a change of the working tree by git",
        OpKind::GitRead => "a question to git",
        OpKind::Install => "an installation",
        OpKind::Deploy => "a deployment",
        OpKind::ServiceRead => "a look at a service",
        OpKind::External => "a call outside",
        OpKind::Agent => "a subagent's run",
        OpKind::Todo => "a list of the agent's own",
        OpKind::Print => "printed text",
        OpKind::Run => "a run of a program",
    }
}
