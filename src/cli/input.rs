//! Which transcripts: the arguments that every subcommand over many files has.

use super::bounds::Bounds;
use crate::config::{self, Config};
use crate::detector::{self, Detector, ProjectDetector, RecordDetector};
use crate::stats::map::Mapper;
use crate::stats::partial::Made;
use crate::transcript::{Limits, Session, SourceKind};
use crate::verdict::Judged;
use crate::walk::plan::{self, Plan};
use crate::walk::{self, Listing, read, roots};
use anyhow::Context;
use std::io::Read;
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
    #[command(flatten)]
    bounds: Bounds,
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
        let listing = self.list()?;
        if let Some(threads) = self.threads {
            // Fails only where the pool is there already.
            let _ = rayon::ThreadPoolBuilder::new().num_threads(usize::from(threads)).build_global();
        }
        Ok(plan::plan(listing, self.source.0))
    }

    /// Reads the settings that decide how files are judged.
    pub fn setup(&self, strict: bool) -> anyhow::Result<Setup> {
        let limits = Limits { strict, ..self.bounds.limits() };
        Ok(Setup::new(self.config.as_deref(), self.source.0, limits)?.judged_by(&self.detector))
    }

    /// Lists the files.
    pub fn list(&self) -> anyhow::Result<Listing> {
        let mut paths = Vec::new();
        for path in &self.paths {
            if path == Path::new("-") {
                paths.extend(listed(std::io::stdin().lock())?);
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
        walk::list(&paths, &options)
    }
}

/// Reads a list of paths, one a line. A path can be bytes that are no text.
fn listed(input: impl Read) -> anyhow::Result<Vec<PathBuf>> {
    let mut bytes = Vec::new();
    input.take(read::MAX_BESIDE + 1).read_to_end(&mut bytes).context("standard input")?;
    let most = read::MAX_BESIDE;
    anyhow::ensure!(bytes.len() as u64 <= most, "standard input: more than {} MiB of paths; list folders instead", most >> 20);
    let lines = bytes.split(|b| *b == b'\n').map(|l| l.strip_suffix(b"\r").unwrap_or(l)).filter(|l| !l.is_empty());
    lines.enumerate().map(|(i, line)| path_of(line).with_context(|| format!("standard input: line {}", i + 1))).collect()
}

#[cfg(unix)]
fn path_of(line: &[u8]) -> anyhow::Result<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    anyhow::ensure!(!line.contains(&0), "holds a NUL byte; write one path a line");
    Ok(PathBuf::from(std::ffi::OsStr::from_bytes(line)))
}

#[cfg(not(unix))]
fn path_of(line: &[u8]) -> anyhow::Result<PathBuf> {
    Ok(PathBuf::from(std::str::from_utf8(line).context("not UTF-8; write the list in UTF-8")?))
}

/// How files are read and judged.
pub struct Setup {
    detector: Box<dyn Detector>,
    source: Option<SourceKind>,
    config: Config,
    limits: Limits,
}

impl Setup {
    /// Reads the settings.
    pub fn new(config: Option<&Path>, source: Option<SourceKind>, limits: Limits) -> anyhow::Result<Setup> {
        let config = Config::load(config)?;
        let detector: Box<dyn Detector> = if config.runners.is_empty() && config.stale.ignore.is_empty() {
            Box::new(RecordDetector)
        } else {
            let project = ProjectDetector::new(&config.runners, &config.stale.ignore);
            Box::new(project.map_err(|e| anyhow::anyhow!("settings, [stale] ignore: {e}"))?)
        };
        Ok(Setup { detector, source, config, limits })
    }

    /// The map step; `digests` where results will be put together with those of other machines.
    pub fn mapper(&self, digests: bool) -> Mapper<'_> {
        let made = Made::by_this_build(self.detector.name(), &self.settings());
        Mapper {
            detector: self.detector.as_ref(),
            source: self.source,
            made,
            digests,
            types_off: &self.config.types.off,
            limits: self.limits,
        }
    }

    /// Hash of the settings and limits that can change a verdict.
    fn settings(&self) -> String {
        let usual = Limits { strict: self.limits.strict, ..Limits::default() };
        if self.limits == usual {
            return self.config.sha256();
        }
        let Limits { max_line, max_nesting, max_size, .. } = self.limits;
        config::sha256(&format!("{} {max_line} {max_nesting} {max_size}", self.config.sha256()))
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
