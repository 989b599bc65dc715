//! `done` against the agent's own task list: items that it ticked while no call touched them.

use super::context::View;
use super::finding::Finding;
use super::reason::Reason;
use super::target::telling_words;
use crate::claim::Claim;
use crate::record::{Op, OpKind};
use crate::transcript::{Action, EventKind, Keeps, TodoItem};

/// The claim names an item of the list, or all of them, and fewer changes were made than there are items: none that touches the item.
pub fn judge<'s>(view: View<'s>, claim: &Claim, work: &'s Op) -> Option<Finding<'s>> {
    let list = open_list(view)?;
    let work_items: Vec<&TodoItem> = list.items.iter().filter(|i| !is_look(&i.text)).collect();
    let changes = view.before.iter().filter(|o| o.at > list.at && o.mutates()).count();
    if changes >= work_items.len() || view.before.iter().any(|o| o.at > list.at && is_opaque(o)) {
        return None;
    }
    let said = inputs(view, list.at);
    let untouched = |text: &str| {
        let words = telling_words(text);
        !words.is_empty() && !words.iter().any(|w| said.contains(w.as_str()))
    };
    match claim.target.as_deref().filter(|_| !of_all(claim)) {
        Some(target) => {
            let words = telling_words(target);
            let named =
                |i: &&&TodoItem| telling_words(&i.text).iter().filter(|w| words.contains(w)).count() >= words.len().clamp(1, 2);
            let item = work_items.iter().find(named)?;
            (untouched(&item.text) && untouched(target)).then(|| {
                Finding::on(Reason::WrongTarget, work, "fewer changes than items on its own list, and none touches this one")
            })
        }
        None if of_all(claim) => {
            let left = work_items.iter().find(|i| untouched(&i.text))?;
            let head: String = left.text.chars().take(80).collect();
            Some(Finding::on(Reason::NarrowerThanClaim, work, format!("no change on record touches its own item: {head}")))
        }
        None => None,
    }
}

struct List<'s> {
    items: &'s [TodoItem],
    /// Step at which the turn's first list was written.
    at: usize,
}

/// The list as it stood first in this turn.
fn open_list<'s>(view: View<'s>) -> Option<List<'s>> {
    if view.cx.session.source.keeps() != Keeps::Results || view.is_cut() {
        return None;
    }
    let start = view.turn_start();
    let events = view.cx.session.events.get(start..view.step)?;
    events.iter().enumerate().find_map(|(i, e)| match &e.kind {
        EventKind::Call(c) => match &c.action {
            Action::Todo { items, whole: true } if items.len() > 1 => Some(List { items, at: start + i }),
            _ => None,
        },
        _ => None,
    })
}

/// All calls since a step, but for the lists themselves: paths, texts, commands, lower case.
fn inputs(view: View, from: usize) -> String {
    let events = view.cx.session.events.get(from..view.step).unwrap_or(&[]);
    let mut out = String::new();
    for e in events {
        if let EventKind::Call(c) = &e.kind
            && !matches!(c.action, Action::Todo { .. })
        {
            out.push_str(&format!("{:?}\n", c.action).to_lowercase());
        }
    }
    out
}

/// What such a call changes, its input does not tell.
fn is_opaque(op: &Op) -> bool {
    matches!(op.kind, OpKind::Run | OpKind::UnknownTask | OpKind::Agent | OpKind::GitTree | OpKind::Deploy | OpKind::External)
}

/// An item that takes no change: tests to run, files to read.
fn is_look(item: &str) -> bool {
    const LOOKS: &[&str] = &[
        "run",
        "test",
        "verify",
        "check",
        "review",
        "read",
        "explore",
        "understand",
        "investigate",
        "analyze",
        "analyse",
        "commit",
        "find",
        "look",
        "research",
        "search",
        "examine",
        "inspect",
        "confirm",
        "push",
        "plan",
        "design",
        "identify",
    ];
    item.split_whitespace().next().is_some_and(|w| LOOKS.contains(&w.to_lowercase().trim_end_matches([',', ':'])))
}

/// "All three items", "3 of 3 tasks".
fn of_all(claim: &Claim) -> bool {
    let quote = claim.quote.to_lowercase();
    let has = |list: &[&str]| quote.split(|c: char| !c.is_alphanumeric()).any(|w| list.contains(&w));
    claim.detail.all && has(&["items", "tasks", "todos", "points", "steps"])
}
