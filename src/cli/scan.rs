//! `sayso scan`: every transcript under the given paths.

use super::progress::Meter;
use super::{Exit, cached, input, reporting};

/// Arguments of `sayso scan`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    input: input::Input,
    #[command(flatten)]
    reporting: reporting::Reporting,
    #[command(flatten)]
    caching: cached::Caching,
}

/// Runs the subcommand.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let ready = args.reporting.open()?;
    let setup = args.input.setup(args.reporting.strict())?;
    let planned = args.caching.plan(&args.input, &setup)?;
    ready.check(&planned.plan)?;
    let (partial, interrupted) = Meter::watch(&planned.plan, |progress| planned.run(&setup, args.input.threads(), progress));
    let files: Vec<&std::path::Path> =
        planned.plan.units.iter().filter(|u| !u.archive).flat_map(|u| &u.files).map(|f| f.path.as_path()).collect();
    let exit = if interrupted { ready.finish_interrupted(partial, &files)? } else { ready.finish(partial, &files)? };
    planned.keep();
    Ok(exit)
}
