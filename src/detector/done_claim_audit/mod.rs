//! The detector `done-claim-audit`: the checks of the Python package of that name, version 0.1.0, reproduced to the byte.
//!
//! It reads lines without regard to who speaks, and compares them with the state of a git repository. It is here as a baseline.
//! Three differences are on purpose: git runs nothing that the repository configures (so filters of the repository's own are off,
//! and changes inside a submodule count only once its commit moves); characters are those of the regex crate's Unicode version,
//! not of the Python at hand; a crash is reported in one line instead of a traceback, with the same exit status.

mod audit;
mod git;
mod glob;
mod json_strings;
mod judged;
mod paths;
mod patterns;
mod report;
mod text;
mod transcript;

use report::Report;
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use text::Text;

/// The severity from which a finding fails the audit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FailOn {
    /// Findings of severity HIGH.
    #[default]
    High,
    /// Every finding.
    Medium,
}

/// What the package's command line takes.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The repository to compare with; the current directory where it is not given.
    pub repo: Option<PathBuf>,
    /// JSON instead of text.
    pub json: bool,
    /// The severity that fails.
    pub fail_on: FailOn,
    /// Globs of claims to leave out.
    pub ignore: Vec<OsString>,
}

/// What a run prints, and its exit status: 0 PASS, 1 WARN, 2 FAIL or error; 1 also where the package crashes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// For standard output.
    pub stdout: Vec<u8>,
    /// For standard error.
    pub stderr: String,
    /// Exit status.
    pub code: i32,
}

/// Audits one transcript as the package's `audit` does.
pub fn run(transcript: &Path, options: &Options) -> Output {
    let crash = |stdout, stderr: String| Output { stdout, stderr: stderr + "\n", code: 1 };
    let lines = match std::fs::read(transcript) {
        Ok(bytes) => transcript::lines(&bytes),
        Err(e) => Err(transcript::Failure::Unusable(paths::os_error(&e, transcript))),
    };
    let report = match lines {
        Err(transcript::Failure::Crash(message)) => return crash(Vec::new(), message),
        Err(transcript::Failure::Unusable(message)) => Report { lines: 0, result: Err(message) },
        Ok(lines) => {
            let repo = options.repo.as_deref().unwrap_or(Path::new("."));
            let ignore: Vec<glob::Glob> =
                options.ignore.iter().map(|g| glob::Glob::new(&Text::surrogateescape(g.as_bytes()))).collect();
            match audit::audit(&lines, Some(repo), &ignore, options.fail_on) {
                Ok(outcome) => Report { lines: lines.len(), result: Ok(outcome) },
                Err((e, path)) => return crash(Vec::new(), format!("OSError: {}", paths::os_error(&e, &path))),
            }
        }
    };
    if options.json {
        return Output { stdout: report.json().into_bytes(), stderr: String::new(), code: report.code() };
    }
    match report.text(&Text::surrogateescape(transcript.as_os_str().as_bytes())) {
        (stdout, None) => Output { stdout, stderr: String::new(), code: report.code() },
        (stdout, Some(text::Unencodable(code))) => {
            crash(stdout, format!("UnicodeEncodeError: '\\u{code:04x}': surrogates not allowed"))
        }
    }
}

/// The package's checks as a detector over sessions.
#[derive(Debug, Clone, Default)]
pub struct DoneClaimAudit {
    /// The repository to compare with; without one, what needs it is undecidable.
    pub repo: Option<PathBuf>,
}
