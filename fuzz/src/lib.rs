//! The checks of `tests/invariants`, for the fuzz targets.

#[path = "../../tests/invariants/checks.rs"]
pub mod checks;
#[path = "../../tests/invariants/reports.rs"]
pub mod reports;
