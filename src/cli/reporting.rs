//! From a merged partial to what is written: shared by `scan` and `reduce`.

use super::output::{self, Target};
use super::redact::{Redact, learn_files};
use super::{Exit, gate, select};
use crate::redact::Redactor;
use crate::report::{self, FORMATS, View, rows};
use crate::stats::Report;
use crate::stats::accept::Accepted;
use crate::stats::build::{self, Options};
use crate::stats::partial::{Partial, Row};
use crate::stats::rows::{FileRow, Outcome};
use crate::stats::settle::settle;
use crate::walk::plan::Plan;
use clap::builder::{PossibleValue, PossibleValuesParser};
use std::path::{Path, PathBuf};

/// What to write, and where.
#[derive(Debug, Clone, clap::Args)]
pub struct Reporting {
    /// Form of the report; a table if not given, and under --ci what the gate says
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    format: Option<String>,
    /// Write the report to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write one row a claim to a file: JSON lines, or CSV where the name ends in .csv
    #[arg(long, value_name = "FILE")]
    claims: Option<PathBuf>,
    /// Take unreadable files and malformed lines for errors: exit code 2
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    redact: Redact,
    #[command(flatten)]
    select: select::Select,
    #[command(flatten)]
    gate: gate::Gate,
}

fn formats() -> PossibleValuesParser {
    PossibleValuesParser::new(FORMATS.iter().map(|f| PossibleValue::new(f.name).help(f.about)))
}

/// Everything opened and read that can fail before the work begins.
pub struct Ready<'a> {
    args: &'a Reporting,
    accepted: Accepted,
    options: Options,
    redactor: Option<Redactor>,
    report: Target,
    claims: Option<Target>,
    gate: gate::Ready<'a>,
}

impl Reporting {
    /// Malformed lines are errors.
    pub fn strict(&self) -> bool {
        self.strict
    }

    /// Opens the places to write to, and reads what the arguments name.
    pub fn open(&self) -> anyhow::Result<Ready<'_>> {
        Ok(Ready {
            args: self,
            accepted: self.select.accepted()?,
            options: self.select.options()?,
            redactor: self.redact.redactor()?,
            report: Target::or_stdout(self.output.as_deref())?,
            claims: self.claims.as_deref().map(Target::open).transpose()?,
            gate: self.gate.open()?,
        })
    }
}

impl Ready<'_> {
    /// Fails where writing would destroy what is read, or what else is written.
    pub fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        let own = [&self.args.output, &self.args.claims].into_iter().filter_map(|p| p.as_deref());
        output::distinct(&own.chain(self.args.gate.outputs()).collect::<Vec<_>>(), plan)
    }

    /// Shows a person what was done before the run was interrupted. No file is written, and nothing that a program reads: it would
    /// be taken for the whole.
    pub fn finish_interrupted(mut self, partial: Partial, files: &[&Path]) -> anyhow::Result<Exit> {
        if self.args.output.is_none() && self.args.format.as_deref().unwrap_or("table") == "table" {
            let mut settled = settle(partial, &self.args.select.filter(), &self.accepted);
            let mut report = build::build(&settled, &self.options);
            if let Some(redactor) = self.redactor.take() {
                redacted(redactor, &mut report, &mut settled.rows, &[], files)?;
            }
            let view = View { report: &report, rows: &settled.rows, style: output::style(&self.report) };
            self.report.write(|out| report::table::render(&view, out))?;
        }
        Ok(Exit::Failed)
    }

    /// Settles, builds, writes, and tells how it ended. `files` are the transcripts, where they are at hand.
    pub fn finish(mut self, partial: Partial, files: &[&Path]) -> anyhow::Result<Exit> {
        let troubled: Vec<FileRow> = partial.files.iter().filter(|f| is_troubled(f)).cloned().collect();
        let audited = partial.files.iter().any(|f| f.outcome == Outcome::Audited);
        let mut settled = settle(partial, &self.args.select.filter(), &self.accepted);
        for fingerprint in &settled.expired {
            super::warn(&format!("--accept: {fingerprint} is past its date, so that the finding counts again"));
        }
        let mut report = build::build(&settled, &self.options);
        self.gate.compare(&mut report)?;
        let redactor = self.redactor.take();
        let redactor = redactor.map(|r| redacted(r, &mut report, &mut settled.rows, &troubled, files)).transpose()?;
        let trouble = trouble(&troubled, audited, self.args.strict, redactor.as_ref());
        if let Some(target) = self.claims {
            let csv = target.has_extension("csv");
            let rows = settled.rows.iter().map(|r| &r.claim);
            target.write(|out| if csv { rows::csv(rows, out) } else { rows::jsonl(rows, out) })?;
        }
        let view = View { report: &report, rows: &settled.rows, style: output::style(&self.report) };
        let judgement = self.gate.judge(&view)?;
        let gate_only = judgement.is_some() && self.args.format.is_none() && self.args.output.is_none();
        if let Some(format) = report::format(self.args.format.as_deref().unwrap_or("table")).filter(|_| !gate_only) {
            self.report.write(|out| (format.render)(&view, out))?;
        }
        if let Some(judgement) = &judgement {
            let to = if gate_only { Target::Stdout } else { Target::Stderr };
            to.write(|out| judgement.text(&settled.rows, out))?;
        }
        let held = judgement.is_none_or(|j| j.held());
        Ok(match (trouble, held) {
            (true, _) => Exit::Failed,
            (false, true) => Exit::Clean,
            (false, false) => Exit::Findings,
        })
    }
}

/// Most files that are told about one by one.
const TOLD: usize = 20;

/// Puts the redacted report and rows in the place of the whole ones.
fn redacted(
    mut redactor: Redactor,
    report: &mut Report,
    rows: &mut Vec<Row>,
    troubled: &[FileRow],
    files: &[&Path],
) -> anyhow::Result<Redactor> {
    learn_files(&mut redactor, files);
    report::redact::learn(report, rows, &mut redactor)?;
    troubled.iter().for_each(|f| redactor.learn(&f.path));
    redactor.seal();
    (*report, *rows) = report::redact::report(report, rows, &redactor)?;
    Ok(redactor)
}

/// Something is to be told of a file.
fn is_troubled(file: &FileRow) -> bool {
    file.outcome.is_failure() || file.outcome == Outcome::Audited && file.bad_lines > 0
}

/// Tells what could not be read; true where that makes the run fail.
fn trouble(files: &[FileRow], audited: bool, strict: bool, redactor: Option<&Redactor>) -> bool {
    let warn = |text: String| super::warn(&redactor.map_or(text.as_str().into(), |r| r.text(&text)));
    let failed: Vec<_> = files.iter().filter(|f| f.outcome.is_failure()).collect();
    for file in failed.iter().take(TOLD) {
        warn(format!("{}: {}: {}", file.path, file.outcome.describe(), file.detail));
    }
    if failed.len() > TOLD {
        super::warn(&format!("and {} more files that could not be read; --format json lists them", failed.len() - TOLD));
    }
    let mut malformed = false;
    for file in files.iter().filter(|f| strict && !f.outcome.is_failure()) {
        malformed = true;
        for (line, why) in file.first_bad_lines.iter().take(3) {
            warn(format!("{}:{line}: {why}; mend or remove the line, or run without --strict", file.path));
        }
    }
    if !audited {
        super::warn("no transcript could be read; `sayso sources` lists what sayso reads");
    }
    !audited || strict && (malformed || !failed.is_empty())
}
