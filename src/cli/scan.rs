//! `sayso scan`: every transcript under the given paths.

use super::output::{self, Target};
use super::progress::Meter;
use super::{Exit, input};
use crate::detector::RecordDetector;
use crate::report::{self, View, rows};
use crate::stats::accept::Accepted;
use crate::stats::build;
use crate::stats::map::Mapper;
use crate::stats::partial::{Made, Partial};
use crate::stats::rows::Outcome;
use crate::stats::settle::{Filter, settle};
use crate::walk::plan;
use std::path::PathBuf;

/// Arguments of `sayso scan`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    input: input::Input,
    /// Threads; as many as there are cores if not given
    #[arg(short = 't', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Form of the report
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = clap::builder::PossibleValuesParser::new(report::FORMATS.iter().map(|f| clap::builder::PossibleValue::new(f.name).help(f.about))))]
    format: String,
    /// Write the report to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write one row a claim to a file: JSON lines, or CSV where the name ends in .csv
    #[arg(long, value_name = "FILE")]
    claims: Option<PathBuf>,
    /// Take unreadable files and malformed lines for errors: exit code 2
    #[arg(long)]
    strict: bool,
}

/// Runs the subcommand.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let target = Target::or_stdout(args.output.as_deref())?;
    let claims = args.claims.as_deref().map(Target::open).transpose()?;
    let source = args.input.source.0;
    let plan = plan::plan(args.input.list()?, source);
    let mapper = Mapper { detector: &RecordDetector, source, made: Made::by_this_build("record", "") };
    let threads = args.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let partial = Meter::watch(&plan, |progress| crate::stats::run::run(&plan, &mapper, threads, progress));
    let trouble = trouble(&partial, args.strict);
    let settled = settle(partial, &Filter::default(), &Accepted::default());
    let report = build::build(&settled, &build::Options::default());
    if let Some(target) = claims {
        let csv = target.has_extension("csv");
        let rows = settled.rows.iter().map(|r| &r.claim);
        target.write(|out| if csv { rows::csv(rows, out) } else { rows::jsonl(rows, out) })?;
    }
    let view = View { report: &report, rows: &settled.rows, style: output::style(&target) };
    if let Some(format) = report::format(&args.format) {
        target.write(|out| (format.render)(&view, out))?;
    }
    Ok(if trouble { Exit::Failed } else { Exit::Clean })
}

/// Tells what could not be read; true where that makes the run fail.
fn trouble(partial: &Partial, strict: bool) -> bool {
    let failed: Vec<_> = partial.files.iter().filter(|f| f.outcome.is_failure()).collect();
    for file in failed.iter().take(20) {
        super::warn(&format!("{}: {}: {}", file.path, file.outcome.describe(), file.detail));
    }
    if failed.len() > 20 {
        super::warn(&format!("and {} more files that could not be read; --format json lists them", failed.len() - 20));
    }
    let bad = partial.files.iter().filter(|f| f.outcome == Outcome::Audited && f.bad_lines > 0);
    let mut malformed = false;
    for file in bad.filter(|_| strict) {
        malformed = true;
        for (line, why) in file.first_bad_lines.iter().take(3) {
            super::warn(&format!("{}:{line}: {why}; mend or remove the line, or run without --strict", file.path));
        }
    }
    let nothing = !partial.files.iter().any(|f| f.outcome == Outcome::Audited);
    if nothing {
        super::warn("no transcript could be read; `sayso sources` lists what sayso reads");
    }
    nothing || strict && (malformed || !failed.is_empty())
}
