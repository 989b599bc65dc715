//! `sayso reduce`: the partials of any number of shards to one report, byte for byte that of one scan over all of them.

use super::output::Target;
use super::{Exit, reporting};
use crate::stats::partial::Partial;
use crate::walk::read::{MAX_BYTES, beside};
use crate::walk::shown;
use anyhow::Context;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Arguments of `sayso reduce`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Partials that `sayso map` wrote; `-` is standard input
    #[arg(value_name = "PARTIAL", required = true)]
    partials: Vec<PathBuf>,
    /// Write the merged partial instead of a report, to be reduced again
    #[arg(long)]
    partial: bool,
    #[command(flatten)]
    reporting: reporting::Reporting,
}

/// Runs the subcommand.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let ready = args.reporting.open()?;
    let mut merged: Option<Partial> = None;
    for path in &args.partials {
        let partial = read(path)?;
        match &mut merged {
            None => merged = Some(partial),
            Some(m) => m.merge(partial).with_context(|| shown(path))?,
        }
    }
    let Some(merged) = merged else { anyhow::bail!("no partial given") };
    if args.partial {
        let write = |out: &mut dyn std::io::Write| {
            serde_json::to_writer(&mut *out, &merged)?;
            out.write_all(b"\n")
        };
        Target::Stdout.write(write)?;
        return Ok(Exit::Clean);
    }
    ready.finish(merged, &[])
}

fn read(path: &Path) -> anyhow::Result<Partial> {
    let name = shown(path);
    let what = "a partial of `sayso map`";
    let text = if path == Path::new("-") {
        let mut text = Vec::new();
        std::io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut text).context("standard input")?;
        anyhow::ensure!(text.len() as u64 <= MAX_BYTES, "standard input: has more than {} MiB; give {what}", MAX_BYTES >> 20);
        text
    } else {
        beside(path, what, MAX_BYTES)?
    };
    serde_json::from_slice(&text)
        .map_err(|e| anyhow::anyhow!("{name}: line {}: not {what}: {}", e.line(), super::without_place(&e)))
}
