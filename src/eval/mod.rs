//! Scoring detectors against labels.
//!
//! **Invariant:** figures follow from integer counts and from nothing else; the same labels, transcripts and detector give the same
//! bytes. What takes time is measured apart.

pub mod against;
pub mod counts;
pub mod errors;
pub mod frozen;
pub mod init;
pub mod labels;
pub mod latency;
pub mod matching;
pub mod metrics;
pub mod render;
pub mod report;
pub mod score;
pub mod set;
pub mod show;
