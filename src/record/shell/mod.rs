//! Command lines, taken apart.

mod ast;
mod flatten;
mod parse;
mod words;
mod wrappers;

use super::command::SimpleCommand;

/// A command line as the elementary commands that it runs.
#[derive(Debug, Default)]
pub(super) struct Line {
    pub stmts: Vec<Stmt>,
    /// What tells the status of each and-or list ([`Stmt::list`]).
    pub lists: Vec<StatusSource>,
}

/// An elementary command with what its place says of its status and output.
#[derive(Debug, Default)]
pub(super) struct Stmt {
    pub cmd: SimpleCommand,
    /// The and-or list that it belongs to.
    pub list: usize,
    /// A good status of its list says that it went well.
    pub good: bool,
    /// The same where the status of the first command of the pipe is shown (`PIPESTATUS[0]`).
    pub good_first: bool,
    /// Its output goes into a substitution.
    pub captured: bool,
    /// In a branch or loop: it may not have run, or more than once.
    pub conditional: bool,
    /// Literal lines printed where it went well (`cmd && echo ok`), and where it did not.
    pub printed_if_ok: Vec<String>,
    pub printed_if_bad: Vec<String>,
    /// Files that take its standard output, apart from its own redirects (`{ …; } > f`).
    pub output_to: Vec<String>,
}

/// Where the status of an and-or list can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum StatusSource {
    /// The status of the whole line.
    Line,
    /// Printed by a later command: text before and after the number.
    Shown { before: String, after: String, first_of_pipe: bool },
    /// Nowhere.
    Hidden,
}

/// Takes a command line apart; `cwd` is where it starts.
pub(super) fn parse(line: &str, cwd: Option<&str>) -> Line {
    flatten::flatten(line, cwd)
}

/// The literal line that a command prints, where it is a plain `echo`.
pub(super) fn printed_line(cmd: &SimpleCommand) -> Option<String> {
    flatten::printed_text(&cmd.words.iter().map(String::as_str).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests;
