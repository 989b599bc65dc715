//! `sayso audit --detector NAME` for the two tools that are kept as baselines: their own reports and exit statuses.

use super::Exit;
use super::output::Target;
use crate::detector::{done_claim_audit, done_claim_auditor};
use crate::report::escape::visible;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Arguments of `sayso audit` that concern detectors.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Baselines")]
pub struct Choice {
    /// Who judges: record, or one of the baselines done-claim-audit and done-claim-auditor, which print their own reports
    #[arg(long, value_name = "NAME", default_value = "record", value_parser = super::input::parse_detector)]
    detector: String,
    /// The repository that done-claim-audit compares the transcript with; the current folder if not given
    #[arg(long, value_name = "PATH")]
    repo: Option<PathBuf>,
    /// The severity from which done-claim-audit fails
    #[arg(long, value_name = "SEVERITY", value_parser = ["high", "medium"])]
    fail_on: Option<String>,
    /// Claims that done-claim-audit leaves out (a shell pattern; may be given several times)
    #[arg(long, value_name = "GLOB")]
    ignore: Vec<OsString>,
}

impl Choice {
    /// True where a baseline judges.
    pub fn asked(&self) -> bool {
        self.detector != "record"
    }

    /// Runs a baseline if one is asked for.
    pub fn run(&self, transcript: &Path, json: bool, no_excerpts: bool) -> anyhow::Result<Option<Exit>> {
        let package = self.detector == "done-claim-audit";
        let of_package = self.repo.is_some() || self.fail_on.is_some() || !self.ignore.is_empty();
        anyhow::ensure!(package || !of_package, "--repo, --fail-on and --ignore go with --detector done-claim-audit");
        anyhow::ensure!(!(package && no_excerpts), "done-claim-audit has no --no-excerpts");
        if package {
            let fail_on = match self.fail_on.as_deref() {
                Some("medium") => done_claim_audit::FailOn::Medium,
                _ => done_claim_audit::FailOn::High,
            };
            let options = done_claim_audit::Options { repo: self.repo.clone(), json, fail_on, ignore: self.ignore.clone() };
            let output = done_claim_audit::run(transcript, &options);
            return tell(&output.stdout, &output.stderr, output.code).map(Some);
        }
        if self.detector == "done-claim-auditor" {
            let output = done_claim_auditor::run(transcript, done_claim_auditor::Options { json, no_excerpts });
            return tell(output.stdout.as_bytes(), &output.stderr, output.code).map(Some);
        }
        Ok(None)
    }
}

/// Prints the bytes as they are, but on a terminal nothing that it would act on.
fn tell(stdout: &[u8], stderr: &str, code: i32) -> anyhow::Result<Exit> {
    let shown: Vec<u8> = if std::io::stdout().is_terminal() {
        let text = String::from_utf8_lossy(stdout).into_owned();
        text.split_inclusive('\n').flat_map(|l| format!("{}\n", visible(l.trim_end_matches('\n'))).into_bytes()).collect()
    } else {
        stdout.to_vec()
    };
    Target::Stdout.write(|out| out.write_all(&shown))?;
    if !stderr.is_empty() {
        anstream::eprint!(
            "{}",
            stderr.split_inclusive('\n').map(|l| visible(l.trim_end_matches('\n')).into_owned() + "\n").collect::<String>()
        );
    }
    Ok(match code {
        0 => Exit::Clean,
        1 => Exit::Findings,
        _ => Exit::Failed,
    })
}
