//! What a claim can look back on: the session and its record, up to the claim's own place.

use super::explain::Picks;
use crate::record::{Check, Op, OpKind, Outcome, Record};
use crate::transcript::{EventKind, Keeps, Mark, Origin, Session};

/// A session with its record, and what is worked out once for all claims.
pub struct Context<'s> {
    /// The session.
    pub session: &'s Session,
    /// Its record.
    pub record: &'s Record,
    /// Steps of the messages that people typed: they part the session into turns.
    turns: Vec<usize>,
    /// Steps at which the record is known to lack what came before.
    cuts: Vec<usize>,
    /// What the rules pick, where somebody watches.
    pub(super) picks: Option<Picks>,
}

impl<'s> Context<'s> {
    /// Prepares a session for judging.
    pub fn new(session: &'s Session, record: &'s Record) -> Self {
        Context { session, record, turns: turns(session), cuts: cuts(session), picks: None }
    }

    /// The same, noting what the rules pick.
    pub(super) fn watched(mut self) -> Self {
        self.picks = Some(Picks::default());
        self
    }

    /// The record as it stands at a step of an agent.
    pub fn at(&'s self, step: usize) -> View<'s> {
        let ops = &self.record.ops;
        let known = ops.partition_point(|o| o.at < step);
        View { cx: self, step, before: &ops[..known], after: &ops[known..] }
    }

    /// First step of the turn that a step lies in.
    pub fn turn_start(&self, step: usize) -> usize {
        let i = self.turns.partition_point(|t| *t <= step);
        if i == 0 { 0 } else { self.turns[i - 1] }
    }

    /// First step after the turn that a step lies in.
    pub fn turn_end(&self, step: usize) -> usize {
        let i = self.turns.partition_point(|t| *t <= step);
        self.turns.get(i).copied().unwrap_or(self.session.events.len())
    }
}

/// Turns begin where a person speaks.
fn turns(session: &Session) -> Vec<usize> {
    let human = |k: &EventKind| matches!(k, EventKind::User(u) if matches!(u.origin, Origin::Human | Origin::Agent));
    session.events.iter().enumerate().filter(|(_, e)| e.agent == 0 && human(&e.kind)).map(|(i, _)| i).collect()
}

/// Places where the record lacks its past. A compaction inside a file that still holds the earlier calls cuts nothing.
fn cuts(session: &Session) -> Vec<usize> {
    let mut calls_before = false;
    let mut out = Vec::new();
    for (i, e) in session.events.iter().enumerate() {
        match &e.kind {
            EventKind::Call(_) => calls_before = true,
            EventKind::Mark(Mark::MissingHead | Mark::Resumed) => out.push(i),
            EventKind::Mark(Mark::Compaction) if !calls_before || session.source.keeps() != Keeps::Results => out.push(i),
            EventKind::User(u) if u.origin == Origin::Summary && !calls_before => out.push(i),
            _ => {}
        }
    }
    out
}

/// The record as it stands at one step.
#[derive(Clone, Copy)]
pub struct View<'s> {
    /// The whole session.
    pub cx: &'s Context<'s>,
    /// The step of the claim.
    pub step: usize,
    /// Operations whose call stands before the claim.
    pub before: &'s [Op],
    /// Operations whose call stands after the claim.
    pub after: &'s [Op],
}

impl<'s> View<'s> {
    /// How an operation had ended when the claim was made: a result that came later is no end.
    pub fn outcome(&self, op: &Op) -> Outcome {
        match op.end {
            Some(e) if e < self.step => op.outcome,
            _ if matches!(op.outcome, Outcome::Denied | Outcome::NotReached) && op.end.is_none() => op.outcome,
            _ => Outcome::Unfinished,
        }
    }

    /// Operations before the claim that fit, latest first.
    pub fn latest(&self, fits: impl Fn(&Op) -> bool + 's) -> impl Iterator<Item = &'s Op> {
        self.before.iter().rev().filter(move |o| fits(o))
    }

    /// First step of the claim's turn.
    pub fn turn_start(&self) -> usize {
        self.cx.turn_start(self.step)
    }

    /// Operations that follow the claim in its turn.
    pub fn later_in_turn(&self) -> impl Iterator<Item = &'s Op> {
        let end = self.cx.turn_end(self.step);
        self.after.iter().take_while(move |o| o.at < end)
    }

    /// The record is known to be cut before the claim.
    pub fn is_cut(&self) -> bool {
        self.cx.cuts.first().is_some_and(|c| *c < self.step)
    }

    /// The source keeps no results at all, so that nothing can be decided from it.
    pub fn is_prose(&self) -> bool {
        self.cx.session.source.keeps() == Keeps::Prose
    }

    /// A change between an operation and the claim after which a check of `what` says nothing any more.
    pub fn change_since(&self, op: &Op, what: Check) -> Option<&'s Op> {
        let from = op.end.unwrap_or(op.at);
        self.before
            .iter()
            .rev()
            .take_while(|o| o.at >= op.at)
            .find(|o| o.at > from && outdates(o, what) && self.outcome(o).ended())
    }

    /// The main agent said something between two steps.
    pub fn spoke_between(&self, from: usize, to: usize) -> bool {
        let events = self.cx.session.events.get(from..to).unwrap_or(&[]);
        events.iter().any(|e| e.agent == 0 && matches!(e.kind, EventKind::Say(_)))
    }

    /// The text of the event at which an operation ended.
    pub fn result_text(&self, op: &Op) -> &'s str {
        op.end.and_then(|e| self.cx.session.events.get(e)).map_or("", |e| match &e.kind {
            EventKind::Result(r) => r.text.as_str(),
            EventKind::Mark(Mark::TaskEnd { text, .. }) => text,
            _ => "",
        })
    }

    /// Results between a call and the claim, joined.
    pub fn texts_since(&self, at: usize) -> String {
        let events = self.cx.session.events.get(at..self.step).unwrap_or(&[]);
        let results = events.iter().filter_map(|e| match &e.kind {
            EventKind::Result(r) => Some(r.text.as_str()),
            _ => None,
        });
        results.collect::<Vec<_>>().join("\n")
    }

    /// Texts that the agent read or that the host gave it before the claim, latest first: none that a person asked or claimed with.
    pub fn texts_read(&self) -> impl Iterator<Item = &'s str> {
        let events = &self.cx.session.events[..self.step.min(self.cx.session.events.len())];
        events.iter().rev().filter_map(|e| match &e.kind {
            EventKind::Result(r) => Some(r.text.as_str()),
            EventKind::User(u) if matches!(u.origin, Origin::Injected | Origin::HumanCommand | Origin::Summary) => {
                Some(u.text.as_str())
            }
            _ => None,
        })
    }

    /// As [`View::texts`], without what only repeats the agent's own words: results of its writing, and of reading that back.
    pub fn texts_traced(&self) -> impl Iterator<Item = &'s str> {
        let own = self.own_words();
        let events = &self.cx.session.events[..self.step.min(self.cx.session.events.len())];
        events.iter().enumerate().rev().filter(move |(i, _)| own.binary_search(i).is_err()).filter_map(|(_, e)| text_of(&e.kind))
    }

    /// Steps of results that hold nothing but what the agent wrote itself.
    fn own_words(&self) -> Vec<usize> {
        let written: Vec<&str> = self
            .before
            .iter()
            .filter(|o| o.kind == OpKind::Write && o.tool.as_ref() != "Bash" && !o.command.contains(' '))
            .flat_map(|o| &o.targets)
            .map(String::as_str)
            .collect();
        let back =
            |o: &Op| o.kind == OpKind::Read && !o.targets.is_empty() && o.targets.iter().all(|t| written.contains(&t.as_str()));
        let own = |o: &&Op| matches!(o.kind, OpKind::Write | OpKind::Edit | OpKind::Todo | OpKind::Print) || back(o);
        let mut steps: Vec<usize> = self.before.iter().filter(own).filter_map(|o| o.end).collect();
        // One command line can print and run.
        let other: Vec<usize> = self.before.iter().filter(|o| !own(o)).filter_map(|o| o.end).collect();
        steps.retain(|s| !other.contains(s));
        steps.sort_unstable();
        steps.dedup();
        steps
    }

    /// Texts of the record before the claim, latest first: results, and what people typed or pasted.
    pub fn texts(&self) -> impl Iterator<Item = &'s str> {
        let events = &self.cx.session.events[..self.step.min(self.cx.session.events.len())];
        events.iter().rev().filter_map(|e| text_of(&e.kind))
    }
}

fn text_of(kind: &EventKind) -> Option<&str> {
    match kind {
        EventKind::Result(r) => Some(r.text.as_str()),
        EventKind::Mark(Mark::TaskEnd { text, .. }) => Some(text),
        EventKind::User(u) => Some(u.text.as_str()),
        _ => None,
    }
}

/// True where an operation makes an earlier check say nothing of the present state.
fn outdates(op: &Op, what: Check) -> bool {
    if op.notes.harmless {
        return false;
    }
    match op.kind {
        // Installing what the manifests already say, the project itself or a tool of the system changes nothing; naming a package does.
        OpKind::Install => {
            let system = op.command.split_whitespace().take(2).any(|w| SYSTEM.contains(&w));
            let names =
                |t: &String| !t.starts_with('.') && !matches!(t.as_str(), "tidy" | "download" | "sync" | "verify" | "lock");
            !system && op.mutates() && op.targets.iter().any(names)
        }
        OpKind::GitTree => op.mutates(),
        OpKind::Write | OpKind::Delete if is_scratch(op) => false,
        OpKind::Commit => rewrites_tree(&op.command) && op.outcome == Outcome::Passed,
        _ => op.mutates() && !(what == Check::Lint && op.kind == OpKind::Edit && op.runner.is_some()),
    }
}

/// Package managers of the system.
const SYSTEM: &[&str] = &["brew", "apt", "apt-get", "yum", "dnf", "apk", "pacman", "snap", "winget", "choco", "port"];

/// Files whose name only the shell knows, prose, what programs left behind, and empty directories.
fn is_scratch(op: &Op) -> bool {
    const ARTEFACTS: &[&str] = &[
        "tmp",
        "temp",
        "results",
        "dist",
        "build",
        "coverage",
        "node_modules",
        ".cache",
        "cache",
        "artifacts",
        "logs",
        "out",
        "target",
        "__pycache__",
    ];
    let prose = |t: &String| [".md", ".txt", ".rst", ".adoc", ".log"].iter().any(|e| t.ends_with(e));
    let dotenv = |t: &String| t.rsplit('/').next().is_some_and(|n| n.starts_with(".env"));
    let artefact = |t: &String| op.kind == OpKind::Delete && (dotenv(t) || t.split('/').any(|c| ARTEFACTS.contains(&c)));
    let unknown = |t: &String| t.contains('$');
    op.command.starts_with("rmdir")
        || (!op.targets.is_empty() && op.targets.iter().all(|t| unknown(t) || artefact(t) || prose(t)))
}

/// Commands that make a commit out of other people's changes.
fn rewrites_tree(command: &str) -> bool {
    let mut words = command.split_whitespace().skip_while(|w| *w != "git" && !w.ends_with("/git")).skip(1);
    let sub = loop {
        match words.next() {
            Some("-C" | "-c" | "--git-dir" | "--work-tree") => drop(words.next()),
            Some(w) if w.starts_with('-') => {}
            other => break other.unwrap_or(""),
        }
    };
    matches!(sub, "merge" | "rebase" | "pull" | "cherry-pick" | "revert" | "am")
}
