//! `sayso export`: redacted copies that can be shared.

use super::Exit;
use super::output::Target;
use crate::export::{self, Format, Input, Options};
use crate::redact::Profile;
use crate::report::text::counted;
use crate::transcript::detect;
use crate::walk::{self, read};
use anyhow::Context;
use std::path::{Path, PathBuf};

/// Whether pictures are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
enum Images {
    /// Each becomes one pixel
    #[default]
    Drop,
    /// Kept as they are, unsearched
    Keep,
}

/// Arguments of `sayso export`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Nothing is written where anything secret is left, or where the copy would audit to other verdicts.\n\
    The same person, host or secret has the same pseudonym in all files of one export; with --key-file, of several.")]
pub struct Args {
    /// Transcripts, and folders of them
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Folder to write to
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// What to write
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// How much to replace
    #[arg(long, value_enum, default_value_t)]
    profile: Profile,
    /// Key of the pseudonyms, 16 bytes or more; a random one, thrown away, if not given
    #[arg(long, value_name = "FILE")]
    key_file: Option<PathBuf>,
    /// Replace the values of this file of NAME=value lines too (may be given several times)
    #[arg(long, value_name = "FILE")]
    secrets_from: Vec<PathBuf>,
    /// Replace every line of this file too
    #[arg(long, value_name = "FILE")]
    known: Vec<PathBuf>,
    /// Write also where the copy audits to other verdicts
    #[arg(long)]
    allow_verdict_change: bool,
    /// Write to a folder that holds something, over files of the same names
    #[arg(long)]
    force: bool,
    /// Say what would be replaced, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// What becomes of pictures
    #[arg(long, value_enum, default_value_t)]
    images: Images,
    /// Follow symbolic links
    #[arg(long)]
    follow: bool,
    /// Leave out paths that match this pattern (syntax of .gitignore; may be given several times)
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    #[command(flatten)]
    size: super::bounds::Size,
}

/// Runs the subcommand.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let inputs = inputs(&args)?;
    anyhow::ensure!(!inputs.is_empty(), "no transcript under the given paths");
    let options = Options {
        format: args.format,
        profile: args.profile,
        key: super::redact::key(args.key_file.as_deref())?,
        known: known(&args)?,
        allow_verdict_change: args.allow_verdict_change,
        dry_run: args.dry_run,
        force: args.force,
        keep_images: args.images == Images::Keep,
        out: args.out.clone(),
        max_size: args.size.bytes,
    };
    super::interrupt::arm();
    let report = export::run(&inputs, &options)?;
    let refused = report.refused(args.allow_verdict_change);
    Target::Stdout.write(|out| out.write_all(&report.json()))?;
    if refused {
        anstream::eprintln!("sayso: nothing was written: {}", reasons(&report.problems));
    } else {
        anstream::eprintln!("sayso: {}", summary(&report, &args.out));
    }
    Ok(if refused { Exit::Findings } else { Exit::Clean })
}

/// What was done, for whoever does not read the report.
fn summary(report: &export::report::Report, out: &Path) -> String {
    let done = if report.written { "written to" } else { "nothing written (--dry-run); it would go to" };
    let replaced: u64 = report.total.replaced.values().sum();
    format!(
        "{} {done} {}; {} replaced, {} compared, {} changed",
        counted(report.files.len() as u64, "file"),
        crate::walk::shown(out),
        counted(replaced, "value"),
        counted(report.total.verdicts_compared, "verdict"),
        report.total.verdicts_changed
    )
}

fn reasons(problems: &[export::report::Problem]) -> String {
    let mut told: Vec<String> =
        problems.iter().take(5).map(|p| format!("{}:{}: {}: {}", p.file, p.line, p.kind, p.what)).collect();
    told.extend((problems.len() > 5).then(|| format!("and {} more", problems.len() - 5)));
    crate::report::escape::visible(&told.join("; ")).into()
}

/// The files to export, with their names relative to the path that was given.
fn inputs(args: &Args) -> anyhow::Result<Vec<Input>> {
    let options = walk::Options { follow: args.follow, exclude: args.exclude.clone() };
    let mut out: Vec<Input> = Vec::new();
    for root in &args.paths {
        let listing = walk::list(std::slice::from_ref(root), &options)?;
        if let Some(refused) = listing.refused.iter().find(|r| r.shown == walk::shown(root)) {
            anyhow::bail!("{}: cannot be read: {}", refused.shown, refused.detail);
        }
        for f in listing.files {
            if f.named || is_text(&f.path)? {
                let inside = f
                    .path
                    .strip_prefix(root)
                    .ok()
                    .filter(|p| !p.as_os_str().is_empty())
                    .unwrap_or(Path::new(f.path.file_name().unwrap_or_default()));
                out.push(Input { name: walk::shown(inside), path: f.path });
            }
        }
    }
    out.sort_by(|a, b| a.path.cmp(&b.path));
    out.dedup_by(|a, b| a.path == b.path);
    Ok(out)
}

/// A transcript, or a text that can be redacted as one.
fn is_text(path: &Path) -> anyhow::Result<bool> {
    let head = read::head(path, read::HEAD).with_context(|| walk::shown(path))?;
    let text = path.extension().is_some_and(|e| ["jsonl", "json", "txt", "md", "log"].iter().any(|t| e.eq_ignore_ascii_case(t)));
    Ok(detect::detect(&head).is_some() || text && !head.is_empty() && !head.contains(&0))
}

/// Values that the user named.
fn known(args: &Args) -> anyhow::Result<Vec<String>> {
    let read = |path: &PathBuf| read::text_beside(path, "a text of values to replace");
    let mut out = Vec::new();
    for path in &args.secrets_from {
        let text = read(path)?;
        let value = |line: &str| {
            let (name, value) = line.trim().strip_prefix("export ").unwrap_or(line.trim()).split_once('=')?;
            (!name.starts_with('#')).then(|| value.trim().trim_matches(['"', '\'']).to_owned())
        };
        out.extend(text.lines().filter_map(value));
    }
    for path in &args.known {
        out.extend(read(path)?.lines().map(|l| l.trim().to_owned()));
    }
    out.retain(|v| v.len() >= 6);
    Ok(out)
}
