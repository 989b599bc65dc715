//! `sayso scan`: every transcript under the given paths.

use super::output::Target;
use super::{Exit, input};
use crate::detector::RecordDetector;
use crate::report::rows;
use crate::stats::map::Mapper;
use crate::stats::partial::Made;
use crate::stats::run::{Progress, run as run_plan};
use crate::walk::plan;
use std::path::PathBuf;

/// Arguments of `sayso scan`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    input: input::Input,
    /// Threads; all cores if not given
    #[arg(short = 't', long, value_name = "N")]
    threads: Option<usize>,
    /// Write one row a claim: JSON lines, or CSV where the name ends in .csv
    #[arg(long, value_name = "FILE")]
    claims: Option<PathBuf>,
}

/// Runs the subcommand.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let claims = args.claims.as_deref().map(Target::open).transpose()?;
    let source = args.input.source.0;
    let plan = plan::plan(args.input.list()?, source);
    let mapper = Mapper { detector: &RecordDetector, source, made: Made::by_this_build("record", "") };
    let threads = args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let partial = run_plan(&plan, &mapper, threads, &Progress::default());
    if let Some(target) = claims {
        let csv = target.has_extension("csv");
        let rows = partial.claims.iter().map(|r| &r.claim);
        target.write(|out| if csv { rows::csv(rows, out) } else { rows::jsonl(rows, out) })?;
    }
    println!("{} claims", partial.claims.len());
    Ok(Exit::Clean)
}
