//! `sayso audit`: one session, claim by claim.

use super::output::Target;
use super::{Exit, baseline, bounds, input, redact};
use crate::redact::Redactor;
use crate::report::{self, audit::Audit};
use crate::stats::accept::Accepted;
use crate::stats::rows::Outcome;
use crate::stats::settle::{Filter, settle};
use crate::walk::{self, Found, plan};
use std::path::{Path, PathBuf};

/// Arguments of `sayso audit`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The transcript
    #[arg(value_name = "SESSION")]
    session: PathBuf,
    /// What the file is: `auto` tells from its content, or the name of a source
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = input::parse_source)]
    source: input::SourceArg,
    /// Settings; sayso.toml in the working directory if not given
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
    /// List only unsupported claims; the summary still counts all
    #[arg(long)]
    unsupported: bool,
    /// Print nothing of the transcript but the targets of claims
    #[arg(long)]
    no_excerpts: bool,
    #[command(flatten)]
    redact: redact::Redact,
    #[command(flatten)]
    baseline: baseline::Choice,
    #[command(flatten)]
    bounds: bounds::Bounds,
}

/// Runs the subcommand.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let redactor = args.redact.redactor()?;
    anyhow::ensure!(redactor.is_none() || !args.baseline.asked(), "--redact goes with the detector record");
    if let Some(exit) = args.baseline.run(&args.session, args.json, args.no_excerpts)? {
        return Ok(exit);
    }
    match audit(&args).and_then(|a| redacted(a, redactor, &args.session)) {
        Ok(audit) => {
            Target::Stdout.write(|out| if args.json { audit.json(out) } else { audit.text(out) })?;
            Ok(if audit.is_clean() { Exit::Clean } else { Exit::Findings })
        }
        Err(e) if args.json => {
            let error = serde_json::json!({ "error": format!("{e:#}") });
            Target::Stdout.write(|out| writeln!(out, "{error}"))?;
            Ok(Exit::Failed)
        }
        Err(e) => Err(e),
    }
}

fn redacted(audit: Audit, redactor: Option<Redactor>, session: &Path) -> anyhow::Result<Audit> {
    let Some(mut redactor) = redactor else { return Ok(audit) };
    let others = companions(session);
    let files: Vec<&Path> = std::iter::once(session).chain(others.iter().map(|f| f.path.as_path())).collect();
    redact::learn_files(&mut redactor, &files);
    report::redact::learn_audit(&audit, &mut redactor)?;
    redactor.seal();
    Ok(report::redact::audit(audit, &redactor)?)
}

fn audit(args: &Args) -> anyhow::Result<Audit> {
    let shown = walk::shown(&args.session);
    let main = one_file(&args.session)?;
    let mut files = vec![main];
    files.extend(companions(&args.session));
    let companions = files.len() as u64 - 1;
    let setup = input::Setup::new(args.config.as_deref(), args.source.0, args.bounds.limits())?;
    let settled =
        settle(setup.mapper(false).map(&plan::Unit { files, archive: false }), &Filter::default(), &Accepted::default());
    let Some(file) = settled.files.iter().find(|f| f.path == shown).cloned() else {
        anyhow::bail!("{shown}: nothing was read from it; please report it");
    };
    match file.outcome {
        Outcome::Audited => {}
        Outcome::Empty => anyhow::bail!("{shown}: the file is empty; name a transcript"),
        Outcome::NotATranscript => anyhow::bail!("{shown}: line 1: {}", walk::UNKNOWN),
        other => anyhow::bail!("{shown}: {}: {}", other.describe(), file.detail),
    }
    let calls = settled.sessions.iter().filter(|s| s.path == shown).map(|s| s.calls).sum();
    let rows = settled.rows.into_iter().filter(|r| r.claim.path == shown).collect();
    Ok(Audit { file, calls, companions, rows, only_unsupported: args.unsupported, no_excerpts: args.no_excerpts })
}

fn one_file(path: &Path) -> anyhow::Result<Found> {
    let folder = || anyhow::anyhow!("{}: is a folder; `sayso scan` takes folders, `audit` one session", walk::shown(path));
    anyhow::ensure!(!path.is_dir(), folder());
    let listing = walk::list(&[path.to_owned()], &walk::Options::default())?;
    if let Some(refused) = listing.refused.first() {
        match refused.why {
            walk::Why::Special => anyhow::bail!("{}: is a {}; name a regular file", refused.shown, refused.detail),
            _ => anyhow::bail!("{}: cannot be read: {}", refused.shown, refused.detail),
        }
    }
    match listing.files.as_slice() {
        [one] if one.named => Ok(one.clone()),
        _ => Err(folder()),
    }
}

/// Claude Code keeps the sessions of subagents in a folder named after the main session's file.
fn companions(session: &Path) -> Vec<Found> {
    let folder = session.with_extension("").join("subagents");
    if !folder.is_dir() {
        return Vec::new();
    }
    walk::list(&[folder], &walk::Options::default()).map(|l| l.files).unwrap_or_default()
}
