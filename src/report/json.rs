//! The report as one JSON object.

use super::View;
use std::io::{self, Write};

/// Writes it.
pub fn render(view: &View, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, view.report)?;
    out.write_all(b"\n")
}
