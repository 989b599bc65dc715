//! Annotations for GitHub Actions: workflow commands on standard error.

use super::View;
use super::escape::visible;
use super::gate::Judgement;
use std::io::{self, Write};

/// Most annotations; the service shows ten of a kind for one step.
const LISTED: usize = 10;

/// Writes the headline and the claims to look at.
pub fn annotations(judgement: &Judgement, view: &View, out: &mut dyn Write) -> io::Result<()> {
    if judgement.held() {
        return Ok(());
    }
    writeln!(out, "::error title=sayso::{}", data(&judgement.headline()))?;
    for row in judgement.claims(view.rows).into_iter().take(LISTED) {
        let c = &row.claim;
        let title = format!("{} {}", c.ty.name(), c.verdict.name());
        let place = format!("file={},line={},title={}", property(&c.path), c.line, property(&title));
        writeln!(out, "::warning {place}::{}", data(&super::finding(&row.claim)))?;
    }
    Ok(())
}

/// Text after `::`.
fn data(text: &str) -> String {
    visible(text).replace('%', "%25")
}

/// The value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
