//! Reports: from finished counts and rows to bytes. Every format is a pure function; nothing here reads a file or a clock.

pub mod escape;
pub mod rows;
