//! Counting: from judged sessions to mergeable rows, from rows to counts, from counts to rates.
//!
//! **Invariant:** what is merged is sorted rows and integers; a float exists only in a rate that is about to be shown.

pub mod accept;
pub mod build;
pub mod cache;
pub mod compare;
pub mod dim;
pub mod interval;
pub mod map;
pub mod partial;
pub mod report;
pub mod rows;
pub mod run;
pub mod settle;
pub mod tally;

pub use partial::Partial;
pub use report::Report;
pub use rows::{ClaimRow, FileRow, Outcome};
