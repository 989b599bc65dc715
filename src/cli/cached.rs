//! `--cache`: what an earlier scan of the same files found.

use super::input::{Input, Setup};
use crate::stats::Partial;
use crate::stats::cache::{Cache, Key};
use crate::stats::run::{Progress, run_by};
use crate::walk::plan::{Plan, Seen, plan_knowing};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Whether and where results are kept.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Cache")]
pub struct Caching {
    /// Keep in this folder what was found, and read only files anew that have changed since (a rewrite that leaves size, times,
    /// inode, head and tail as they were is not seen)
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// Compare whole files with what was kept of them, not only their sizes, times and ends
    #[arg(long, requires = "cache")]
    verify_cache: bool,
}

/// A plan, and what is known from an earlier scan.
pub struct Planned {
    /// The plan.
    pub plan: Plan,
    cache: Option<(Cache, BTreeMap<String, Seen>)>,
}

impl Caching {
    /// Plans the work.
    pub fn plan(&self, input: &Input, setup: &Setup) -> anyhow::Result<Planned> {
        let Some(folder) = &self.cache else { return Ok(Planned { plan: input.plan()?, cache: None }) };
        let listing = input.list()?;
        let here = std::env::current_dir().unwrap_or_default();
        let asked = format!("{} {here:?} {:?}", input.detector, input.paths);
        let key = Key { folder, asked: &asked, verify: self.verify_cache };
        let cache = Cache::open(&key, &setup.mapper(false), &listing.files)?;
        let mut seen = cache.seen();
        let plan = plan_knowing(listing, input.source.0, Some(&mut seen));
        Ok(Planned { plan, cache: Some((cache, seen)) })
    }
}

impl Planned {
    /// Runs the plan, as far as nothing is known.
    pub fn run(&self, setup: &Setup, threads: usize, progress: &Progress) -> Partial {
        let mapper = setup.mapper(false);
        run_by(&self.plan, &mapper, threads, progress, &|unit| {
            let Some((cache, seen)) = &self.cache else { return mapper.map(unit) };
            cache.recall(unit, &mapper).unwrap_or_else(|| {
                let found = mapper.map(unit);
                cache.keep(unit, &found, seen);
                found
            })
        })
    }

    /// Keeps what was found. A cache that cannot be written costs nobody the report.
    pub fn keep(self) {
        let Some((cache, seen)) = self.cache else { return };
        cache.warnings().iter().for_each(|w| super::warn(w));
        if let Err(e) = cache.save(&self.plan, &seen) {
            super::warn(&format!("{e:#}"));
        }
    }
}
