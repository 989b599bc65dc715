//! Which transcripts: the arguments that every subcommand over many files has.

use crate::transcript::SourceKind;
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
    /// Follow symbolic links
    #[arg(long)]
    pub follow: bool,
    /// Leave out paths that match this pattern (syntax of .gitignore; may be given several times)
    #[arg(long, value_name = "GLOB")]
    pub exclude: Vec<String>,
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
    /// Lists the files.
    pub fn list(&self) -> anyhow::Result<Listing> {
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
