//! The record: what a session did, by its calls and their results.
//!
//! **Invariant:** this module never reads an agent's prose. The agent's account cannot influence the record of it.

mod build;
mod classify;
pub mod command;
mod deploy;
mod draft;
mod edits;
mod fates;
mod files;
mod forge;
mod git;
mod http;
mod join;
mod logs;
pub(crate) mod loosen;
mod mcp;
pub mod op;
mod outcome;
mod packages;
mod patch;
pub mod paths;
pub mod runners;
mod scripts;
mod shell;
mod tasks;
mod tools;
mod trackers;

pub use op::*;

use crate::transcript::Session;

/// Everything that a session did, as elementary operations in the order of their results' standing in the record.
#[derive(Debug, Clone, Default)]
pub struct Record {
    /// Operations by position of their call ([`Op::at`]), one or more a call: `a && b | c` gives several.
    pub ops: Vec<Op>,
}

impl Record {
    /// Builds the record of a session and of the subagents attached to it.
    pub fn build(session: &Session) -> Record {
        Record::build_for(session, &runners::Tasks::default())
    }

    /// Builds it with what the project's configuration says of its tasks and scripts.
    pub fn build_for(session: &Session, project: &runners::Tasks) -> Record {
        build::build(session, project)
    }
}

#[cfg(test)]
mod tests;
