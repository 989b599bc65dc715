//! Redacted copies of sessions that can be shared, and that audit to the same verdicts.
//!
//! Every file is read twice: to learn what is in it, and to write it. Between the two stands the whole export's knowledge, so that a
//! name found in one file goes from all of them. What was written is searched again and audited again before it gets its name.

pub mod agent_trace;
pub mod attribution;
pub mod fields;
pub mod native;
mod place;
pub mod report;
pub mod residual;
pub mod verdicts;

use crate::redact::{Key, Profile, Redactor};
use crate::transcript::{SourceKind, detect};
use crate::walk::read;
use anyhow::Context;
use native::{Learnt, Policy};
use rayon::prelude::*;
use report::{FileReport, Problem, Report};
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Format {
    /// The session in its own shape (what the Hugging Face Hub calls agent traces); plain text stays text
    #[default]
    Native,
    /// agent-trace/v1: one session a line, as proof-of-done and agent-claimcheck read it
    AgentTrace,
    /// Agent Trace 0.1.0 (agent-trace.dev): which lines of which file a model wrote, without messages
    Attribution,
}

impl Format {
    /// The wire name.
    pub fn name(self) -> &'static str {
        match self {
            Format::Native => "native",
            Format::AgentTrace => "agent-trace",
            Format::Attribution => "attribution",
        }
    }
}

/// How to export.
pub struct Options {
    /// What is written.
    pub format: Format,
    /// How much is replaced.
    pub profile: Profile,
    /// Key of the pseudonyms.
    pub key: Key,
    /// Secrets that the user named.
    pub known: Vec<String>,
    /// Write also where a verdict changes.
    pub allow_verdict_change: bool,
    /// Only say what would be done.
    pub dry_run: bool,
    /// Keep pictures.
    pub keep_images: bool,
    /// Write over what the output folder holds.
    pub force: bool,
    /// Where to write.
    pub out: PathBuf,
    /// Largest content of a file, expanded, in bytes.
    pub max_size: u64,
}

/// A file to export.
#[derive(Debug, Clone)]
pub struct Input {
    /// The file.
    pub path: PathBuf,
    /// Its name in the export, with `/` between folders.
    pub name: String,
}

/// A file after the first reading.
struct Read<'i> {
    input: &'i Input,
    source: SourceKind,
    digest: u64,
    learnt: Learnt,
}

/// Exports files. Nothing is left in the output folder where the report has problems.
pub fn run(inputs: &[Input], options: &Options) -> anyhow::Result<Report> {
    let mut redactor = Redactor::new(options.profile, options.key.clone());
    options.known.iter().for_each(|v| redactor.know(v));
    let policy = Policy { profile: options.profile, keep_images: options.keep_images };
    let mut files: Vec<Read<'_>> =
        inputs.par_iter().map(|i| first(i, policy, options.max_size)).collect::<anyhow::Result<_>>()?;
    for f in &mut files {
        redactor.absorb(std::mem::take(&mut f.learnt.gathered));
        redactor.learn(&f.input.name);
    }
    redactor.seal();
    let staging = place::Staging::new(&options.out, options.dry_run, options.force)?;
    let done: Vec<(FileReport, Vec<Problem>)> =
        files.par_iter().map(|f| second(f, &redactor, options, &staging)).collect::<anyhow::Result<_>>()?;
    let mut report = Report::new(options, redactor.known().values.len());
    for (file, problems) in done {
        report.files.push(file);
        report.problems.extend(problems);
    }
    report.total();
    let refused = report.refused(options.allow_verdict_change);
    if !refused && !options.dry_run {
        staging.publish(&report)?;
    }
    report.written = !refused && !options.dry_run;
    Ok(report)
}

/// Reads a file and learns from it.
fn first(input: &Input, policy: Policy, max_size: u64) -> anyhow::Result<Read<'_>> {
    let bytes = open(&input.path, max_size)?;
    let head = &bytes[..bytes.len().min(read::HEAD)];
    let source = detect::detect(head).unwrap_or(SourceKind::Text);
    Ok(Read { input, source, digest: digest(&bytes), learnt: native::learn(&bytes, policy) })
}

fn open(path: &Path, max_size: u64) -> anyhow::Result<Vec<u8>> {
    read::whole_within(path, max_size).with_context(|| format!("{}: cannot be read", path.display()))
}

/// Tells whether a file is still the one that was read first; never leaves the process.
fn digest(bytes: &[u8]) -> u64 {
    let mut h = std::hash::DefaultHasher::new();
    bytes.hash(&mut h);
    h.finish()
}

/// Writes a file, and checks what was written.
fn second(
    f: &Read<'_>,
    redactor: &Redactor,
    options: &Options,
    staging: &place::Staging,
) -> anyhow::Result<(FileReport, Vec<Problem>)> {
    let bytes = open(&f.input.path, options.max_size)?;
    anyhow::ensure!(digest(&bytes) == f.digest, "{}: changed while it was exported; export it again", f.input.path.display());
    let (redacted, done) = native::write(&bytes, &f.learnt, redactor);
    let name = redactor.text(&f.input.name).into_owned();
    let mut problems = residual::check(&bytes, &redacted, redactor, options.keep_images)
        .into_iter()
        .map(|r| r.problem(&name))
        .collect::<Vec<_>>();
    problems.extend(native::same_shape(&bytes, &redacted).map(|line| Problem::shape(&name, line)));
    let (compared, changed) = verdicts::compare(f.source, &bytes, &redacted);
    problems.extend(changed.iter().map(|c| Problem::verdict(&name, c)));
    let mut report = FileReport::new(&name, f.source, done, crate::redact::documented_examples(&redacted));
    report.verdicts_compared = compared;
    report.verdicts_changed = changed.len() as u64;
    let (name, out) = match options.format {
        Format::Native => (name, redacted),
        Format::AgentTrace => (with_suffix(&name, "agent-trace.jsonl"), agent_trace::write(f.source, &redacted, &report)),
        Format::Attribution => {
            (with_suffix(&name, "attribution.jsonl"), attribution::write(f.source, &redacted, &options.key, options.profile))
        }
    };
    if options.format != Format::Native {
        problems.extend(residual::known(&out, redactor).into_iter().map(|r| r.problem(&name)));
    }
    if problems.is_empty() || options.allow_verdict_change {
        report.written_as = name.clone();
        staging.stage(&name, &out)?;
    }
    Ok((report, problems))
}

/// `x/session.jsonl` with another ending.
fn with_suffix(name: &str, suffix: &str) -> String {
    let stem =
        name.strip_suffix(".jsonl").or_else(|| name.strip_suffix(".json")).or_else(|| name.strip_suffix(".txt")).unwrap_or(name);
    format!("{stem}.{suffix}")
}
