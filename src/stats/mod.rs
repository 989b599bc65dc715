//! Counting: from judged sessions to mergeable rows, from rows to counts, from counts to rates.
//!
//! **Invariant:** what is merged is sorted rows and integers; a float exists only in a rate that is about to be shown.

pub mod map;
pub mod partial;
pub mod rows;
pub mod run;

pub use partial::Partial;
pub use rows::{ClaimRow, FileRow, Outcome};
