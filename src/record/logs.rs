//! Output that went to a file and was read later: `pytest > log 2>&1`, then `tail log`; a background task's output file.

use super::op::{Op, OpKind, Outcome};
use super::outcome::sum;
use super::paths;
use super::runners::{self, Invocation, Reading, TextResult};
use super::shell::Stmt;
use std::collections::BTreeMap;

/// Files that hold the output of checks: by path, the operation and how it was recognised.
#[derive(Debug, Default)]
pub(super) struct Logs {
    files: BTreeMap<String, Vec<(usize, Option<Invocation>)>>,
}

impl Logs {
    /// Notes where the output of an operation went.
    pub fn note(&mut self, stmt: &Stmt, op: usize, invocation: Option<&Invocation>) {
        let own = stmt.cmd.redirects.iter().filter(|r| r.op.contains('>') && !r.op.ends_with(">&")).map(|r| &r.target);
        let tee = stmt.cmd.place.filters.iter().filter(|f| f.first().is_some_and(|p| p == "tee")).flat_map(|f| f.iter().skip(1));
        for path in own.chain(&stmt.output_to).chain(tee).filter(|p| !p.starts_with(['-', '&']) && !p.starts_with("/dev/")) {
            if let Some(path) = paths::resolve(stmt.cmd.cwd.as_deref(), path) {
                self.add(path, op, invocation);
            }
        }
    }

    /// Notes the output file that the host names for a task in the background.
    pub fn note_background(&mut self, text: &str, op: usize, invocation: Option<&Invocation>) {
        let Some((_, rest)) = text.split_once("Output is being written to: ") else { return };
        let path = rest.split_whitespace().next().unwrap_or("").trim_end_matches('.');
        if !path.is_empty() {
            self.add(paths::normalise(path), op, invocation);
        }
    }

    fn add(&mut self, path: String, op: usize, invocation: Option<&Invocation>) {
        let ops = self.files.entry(path).or_default();
        if ops.len() < 16 {
            ops.push((op, invocation.cloned()));
        }
    }

    /// A file was read: what it shows settles the operations that wrote it.
    pub fn read(&self, path: &str, text: &str, at: usize, line: u32, ops: &mut [Op]) {
        let Some(written) = self.files.get(path) else { return };
        // A file that was written anew holds the last output.
        let Some((last, _)) = written.last() else { return };
        let Some(call) = ops.get(*last).map(|o| o.at) else { return };
        for (i, invocation) in written {
            let Some(op) = ops.get_mut(*i).filter(|o| o.at == call) else { continue };
            let hints: Vec<Invocation> = invocation.iter().cloned().collect();
            let readings = runners::read_output(text, &hints);
            let OpKind::Check(check) = op.kind else { continue };
            let mine: Vec<&Reading> = readings.iter().filter(|r| r.check == check && r.result != TextResult::Ran).collect();
            if mine.is_empty() {
                continue;
            }
            let says = sum(&mine);
            let undecided = matches!(op.outcome, Outcome::Masked | Outcome::Unfinished | Outcome::Unreadable);
            if undecided || (op.outcome == Outcome::Passed && says.outcome == Outcome::Failed) {
                op.outcome = says.outcome;
                op.end = Some(at);
                op.result_line = Some(line);
                op.excerpt = says.line;
            }
            op.counts = op.counts.or(says.counts);
        }
    }
}
