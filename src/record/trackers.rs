//! Trackers of issues with a command line of their own: `bd`, `jira`, `linear`, `acli` and their like.

use super::command::SimpleCommand;
use super::draft::*;
use super::op::OpKind;

const PROGRAMS: &[&str] = &[
    "acli",
    "asana",
    "bd",
    "beads",
    "br",
    "clickup",
    "jira",
    "jira-cli",
    "linear",
    "linear-cli",
    "notion",
    "notion-cli",
    "redmine",
    "trello",
    "youtrack",
    "yt",
];

/// Words for acting on an item, wherever the client puts them: `bd create`, `jira issue move`, `acli jira workitem comment`.
const ACTS: &[&str] = &[
    "add",
    "archive",
    "assign",
    "claim",
    "close",
    "comment",
    "comments",
    "create",
    "defer",
    "delete",
    "edit",
    "label",
    "link",
    "move",
    "new",
    "note",
    "q",
    "remove",
    "reopen",
    "set",
    "start",
    "supersede",
    "transition",
    "unlink",
    "update",
];

pub(super) fn classify(cmd: &SimpleCommand, _: &Cx) -> Option<Vec<Draft>> {
    if !PROGRAMS.contains(&cmd.program()) {
        return None;
    }
    let words = operands(cmd.args(), &[]);
    let at = words.iter().take(3).position(|w| ACTS.contains(w))?;
    let targets = words.iter().skip(at + 1).map(|w| (*w).to_owned()).collect();
    Some(vec![Draft::new(OpKind::External, targets).reader(super::forge::external)])
}
