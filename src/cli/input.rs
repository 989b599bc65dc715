//! Which transcripts: the arguments that every subcommand over many files has.

use crate::config::Config;
use crate::detector::{self, Detector, ProjectDetector, RecordDetector};
use crate::stats::map::Mapper;
use crate::stats::partial::Made;
use crate::transcript::{Session, SourceKind};
use crate::verdict::Judged;
use crate::walk::plan::{self, Plan};
use crate::walk::{self, Listing, roots};
use anyhow::Context;
use std::io::BufRead;
use std::path::{Path, PathBuf};

/// Paths and how to take them.
#[derive(Debug, Clone, clap::Args)]
pub struct Input {
    /// Files and folders; `-` reads a list of paths from standard input. Without any: the folders in which Claude Code and
    /// Codex keep their sessions
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// What the files are: `auto` tells from their content, or the name of a source
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = parse_source)]
    pub source: SourceArg,
    /// Who judges: record, or one of the baselines done-claim-audit and done-claim-auditor
    #[arg(long, value_name = "NAME", default_value = "record", value_parser = parse_detector)]
    pub detector: String,
    /// Settings; sayso.toml in the working directory if not given
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Threads; as many as there are cores if not given
    #[arg(short = 't', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Follow symbolic links
    #[arg(long)]
    pub follow: bool,
    /// Leave out paths that match this pattern (syntax of .gitignore; may be given several times)
    #[arg(long, value_name = "GLOB")]
    pub exclude: Vec<String>,
}

/// Reads the name of a detector.
pub fn parse_detector(name: &str) -> Result<String, String> {
    match detector::NAMES.contains(&name) {
        true => Ok(name.to_owned()),
        false => Err(format!("known are: {}", detector::NAMES.join(", "))),
    }
}

/// The value of `--source`.
#[derive(Debug, Clone, Copy)]
pub struct SourceArg(pub Option<SourceKind>);

/// Reads a value of `--source`.
pub fn parse_source(name: &str) -> Result<SourceArg, String> {
    if name == "auto" {
        return Ok(SourceArg(None));
    }
    SourceKind::by_name(name).map(|kind| SourceArg(Some(kind))).ok_or_else(|| {
        let known: Vec<&str> = SourceKind::ALL.iter().map(|s| s.name()).collect();
        format!("known are: auto, {}", known.join(", "))
    })
}

impl Input {
    /// How many threads.
    pub fn threads(&self) -> usize {
        self.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
    }

    /// Lists the files and plans the work.
    pub fn plan(&self) -> anyhow::Result<Plan> {
        Ok(plan::plan(self.list()?, self.source.0))
    }

    /// Reads the settings that decide how files are judged.
    pub fn setup(&self) -> anyhow::Result<Setup> {
        Ok(Setup::new(self.config.as_deref(), self.source.0)?.judged_by(&self.detector))
    }

    fn list(&self) -> anyhow::Result<Listing> {
        let mut paths = Vec::new();
        for path in &self.paths {
            if path == Path::new("-") {
                for line in std::io::stdin().lock().lines() {
                    let line = line.context("standard input: cannot be read as a list of paths")?;
                    paths.extend(Some(line.trim_end_matches('\r')).filter(|l| !l.is_empty()).map(PathBuf::from));
                }
            } else {
                paths.push(path.clone());
            }
        }
        if self.paths.is_empty() {
            paths = roots::default_roots();
            anyhow::ensure!(
                !paths.is_empty(),
                "no path given, and none of the usual folders is there ({}); name a file or a folder",
                roots::described().join(", ")
            );
        }
        let options = walk::Options { follow: self.follow, exclude: self.exclude.clone() };
        walk::list(&paths, &options).context("--exclude")
    }
}

/// How files are read and judged.
pub struct Setup {
    detector: Box<dyn Detector>,
    source: Option<SourceKind>,
    config: Config,
}

impl Setup {
    /// Reads the settings.
    pub fn new(config: Option<&Path>, source: Option<SourceKind>) -> anyhow::Result<Setup> {
        let config = Config::load(config)?;
        let detector: Box<dyn Detector> = if config.runners.is_empty() && config.stale.ignore.is_empty() {
            Box::new(RecordDetector)
        } else {
            let project = ProjectDetector::new(&config.runners, &config.stale.ignore);
            Box::new(project.map_err(|e| anyhow::anyhow!("settings, [stale] ignore: {e}"))?)
        };
        Ok(Setup { detector, source, config })
    }

    /// The map step; `digests` where results will be put together with those of other machines.
    pub fn mapper(&self, digests: bool) -> Mapper<'_> {
        let made = Made::by_this_build(self.detector.name(), &self.config.sha256());
        Mapper { detector: self.detector.as_ref(), source: self.source, made, digests, types_off: &self.config.types.off }
    }

    /// Judges one session.
    pub fn judge(&self, session: &Session) -> Vec<Judged> {
        let mut judged = self.detector.judge(session);
        judged.retain(|j| !self.config.types.off.contains(&j.claim.ty));
        judged
    }

    /// Lets a baseline judge, where one is asked for.
    fn judged_by(self, name: &str) -> Setup {
        match detector::by_name(name, None) {
            Some(detector) if name != self.detector.name() => Setup { detector, ..self },
            _ => self,
        }
    }
}
