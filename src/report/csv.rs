//! Rates of every breakdown as CSV.

use super::View;
use super::escape::csv_cell;
use crate::stats::report::Rate;
use std::io::{self, Write};

/// Writes it.
pub fn render(view: &View, out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record([
        "by",
        "key",
        "evidenced",
        "unevidenced",
        "contradicted",
        "undecidable",
        "numerator",
        "denominator",
        "rate",
        "wilson_low",
        "wilson_high",
        "clustered_low",
        "clustered_high",
        "small",
    ])?;
    let rates = &view.report.rates;
    let all = view.report.counts.claims.tally;
    let numbers =
        |t: &crate::stats::tally::Tally| [t.evidenced, t.unevidenced, t.contradicted, t.undecidable].map(|n| n.to_string());
    let mut row = |by: &str, key: &str, claims: [String; 4], rate: &Rate| {
        let cells = [csv_cell(by), csv_cell(key)].into_iter().chain(claims).chain(rate_cells(rate));
        csv.write_record(cells)
    };
    row("all", "", numbers(&all), &rates.unsupported)?;
    row("without_done", "", numbers(&view.report.counts.without_done.tally), &rates.without_done)?;
    for breakdown in &rates.breakdowns {
        let by: Vec<&str> = breakdown.by.iter().map(|d| d.name()).collect();
        for group in &breakdown.groups {
            row(&by.join(","), &group.key.join(" · "), numbers(&group.claims), &group.rate)?;
        }
    }
    csv.flush()
}

fn rate_cells(rate: &Rate) -> [String; 8] {
    let number = |n: Option<f64>| n.map_or_else(String::new, |n| n.to_string());
    let (wilson, clustered) = (rate.wilson, rate.clustered);
    [
        rate.numerator.to_string(),
        rate.denominator.to_string(),
        number(rate.rate),
        number(wilson.map(|w| w.0)),
        number(wilson.map(|w| w.1)),
        number(clustered.map(|c| c.0)),
        number(clustered.map(|c| c.1)),
        rate.small.to_string(),
    ]
}
