//! Redacted copies of sessions that can be shared, and that audit to the same verdicts.

pub mod fields;
pub mod native;
