//! Reports: from finished counts and rows to bytes. Every format is a pure function; nothing here reads a file or a clock.

pub mod audit;
pub mod escape;
pub mod json;
pub mod rows;
pub mod table;
pub mod text;

use crate::stats::Report;
use crate::stats::partial::Row;
use std::io::{self, Write};

/// What a format renders.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// Counts and rates.
    pub report: &'a Report,
    /// Every claim that counts, by path and position.
    pub rows: &'a [Row],
    /// How the terminal is.
    pub style: Style,
}

/// How the terminal is; formats other than the table do not look at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Colours are shown.
    pub colour: bool,
    /// Columns.
    pub width: u16,
}

impl Default for Style {
    fn default() -> Self {
        Style { colour: false, width: 100 }
    }
}

/// A way to write a report.
pub struct Format {
    /// The name that `--format` takes.
    pub name: &'static str,
    /// For the help text.
    pub about: &'static str,
    /// Writes it.
    pub render: fn(&View, &mut dyn Write) -> io::Result<()>,
}

/// Every format: one file and one line each.
pub static FORMATS: &[Format] = &[
    Format { name: "table", about: "for people, in a terminal", render: table::render },
    Format {
        name: "json",
        about: "the whole report under schemas/report.schema.json; also what --baseline takes",
        render: json::render,
    },
];

/// The format with this name.
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|f| f.name == name)
}
