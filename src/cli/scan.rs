//! `sayso scan`: every transcript under the given paths.

use super::progress::Meter;
use super::{Exit, input, reporting};
use crate::stats::run::run as run_plan;

/// Arguments of `sayso scan`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    input: input::Input,
    #[command(flatten)]
    reporting: reporting::Reporting,
}

/// Runs the subcommand.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let ready = args.reporting.open()?;
    let plan = args.input.plan()?;
    ready.check(&plan)?;
    let setup = args.input.setup(args.reporting.strict())?;
    let (partial, interrupted) =
        Meter::watch(&plan, |progress| run_plan(&plan, &setup.mapper(false), args.input.threads(), progress));
    let exit = ready.finish(partial)?;
    Ok(if interrupted { Exit::Failed } else { exit })
}
