//! `sayso audit`: one session, claim by claim.

use super::{Exit, input};
use crate::detector::{Detector, RecordDetector};
use crate::walk::read;
use std::path::PathBuf;

/// Arguments of `sayso audit`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The transcript
    #[arg(value_name = "SESSION")]
    session: PathBuf,
    /// What the file is: `auto` tells from its content, or the name of a source
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = input::parse_source)]
    source: input::SourceArg,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Print nothing of the transcript but the targets of claims
    #[arg(long)]
    no_excerpts: bool,
}

/// Runs the subcommand.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let (_, sessions) = read::sessions(&args.session, args.source.0)?;
    for s in &sessions {
        println!("{}", RecordDetector.judge(s).len());
    }
    Ok(Exit::Clean)
}
