//! `sayso map`: one shard of a scan, for `sayso reduce`.

use super::output::{self, Target};
use super::progress::Meter;
use super::{Exit, input};
use crate::stats::run::run as run_plan;
use std::path::PathBuf;

/// Arguments of `sayso map`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    input: input::Input,
    /// Write the partial to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Check every line to its end, as `scan --strict` does; `reduce --strict` makes what is wrong an error
    #[arg(long)]
    strict: bool,
}

/// Runs the subcommand.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let target = Target::or_stdout(args.output.as_deref())?;
    let plan = args.input.plan()?;
    output::distinct(&args.output.as_deref().into_iter().collect::<Vec<_>>(), &plan)?;
    let setup = args.input.setup(args.strict)?;
    let (partial, interrupted) =
        Meter::watch(&plan, |progress| run_plan(&plan, &setup.mapper(true), args.input.threads(), progress));
    // A partial that lacks files would be counted as if it were whole.
    anyhow::ensure!(!interrupted, "no partial was written");
    target.write(|out| {
        serde_json::to_writer(&mut *out, &partial)?;
        out.write_all(b"\n")
    })?;
    Ok(Exit::Clean)
}
