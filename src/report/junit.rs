//! JUnit XML: one suite a file, one test case a claim. Undecidable claims are skipped cases.

use super::View;
use super::escape::{one_line, visible};
use crate::stats::partial::Row;
use crate::verdict::Verdict;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::io::{self, Write};

/// Writes it.
pub fn render(view: &View, out: &mut dyn Write) -> io::Result<()> {
    let mut report = Report::new("sayso");
    for rows in view.rows.chunk_by(|a, b| a.claim.path == b.claim.path) {
        let Some(first) = rows.first() else { continue };
        let mut suite = TestSuite::new(visible(&first.claim.path).into_owned());
        suite.add_test_cases(rows.iter().map(case));
        report.add_test_suite(suite);
    }
    // Written in one piece, so that a pipe that is closed early is told as what it is.
    let text = report.to_string().map_err(io::Error::other)?;
    out.write_all(text.as_bytes())
}

fn case(row: &Row) -> TestCase {
    let c = &row.claim;
    let status = match c.verdict {
        Verdict::Evidenced => TestCaseStatus::success(),
        Verdict::Undecidable => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(format!("{}: {}", c.reason.name(), c.reason.rule()));
            status
        }
        Verdict::Unevidenced | Verdict::Contradicted => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_type(c.reason.name());
            status.set_message(super::finding(&row.claim));
            status.set_description(format!("{}:{}", visible(&c.path), c.line));
            status
        }
    };
    let name = format!("line {}: {} \"{}\"", c.line, c.ty.name(), one_line(&c.quote, 100));
    let mut case = TestCase::new(name, status);
    case.set_classname(c.ty.name());
    case
}
