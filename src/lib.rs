//! sayso: an agent's say-so is not evidence.
//!
//! Reads the transcripts that coding agents leave, finds every completion claim in the agent's own words, and judges each against
//! the session's own record. The engine (`transcript`, `claim`, `record`, `verdict`) does no I/O and knows no clock, locale or host.

pub mod claim;
pub mod cli;
pub mod config;
pub mod detector;
pub mod eval;
pub mod export;
pub mod hook;
pub mod probe;
pub mod record;
pub mod redact;
pub mod report;
pub mod stats;
pub mod transcript;
pub mod unfinished;
pub mod verdict;
pub mod walk;
