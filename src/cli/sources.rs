//! `sayso sources`: what sayso reads, and what it takes files for.

use super::Exit;
use super::output::Target;
use crate::report::escape::visible;
use crate::report::text::{bytes, counted};
use crate::transcript::{self, Keeps, Limits, Session, SourceKind, detect};
use crate::walk::read::{self, HEAD};
use crate::walk::{self, Found, plain_error, shown};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Arguments of `sayso sources`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files and folders to look through; without any, the sources that sayso reads
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Say of one file what it is taken for, and what that can prove
    #[arg(long, value_name = "FILE", conflicts_with = "paths")]
    explain: Option<PathBuf>,
    /// List every file
    #[arg(long)]
    files: bool,
    #[command(flatten)]
    bounds: super::bounds::Bounds,
}

/// Runs the subcommand.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let text = match &args.explain {
        Some(file) => explain(file, &args.bounds.limits())?,
        None if args.paths.is_empty() => known(),
        None => found(&args)?,
    };
    Target::Stdout.write(|out| out.write_all(text.as_bytes()))?;
    Ok(Exit::Clean)
}

/// What a source can prove.
fn proves(source: SourceKind) -> &'static str {
    match source.keeps() {
        Keeps::Results => "calls and results",
        Keeps::CutResults => "calls, results cut by the host",
        Keeps::Calls => "calls or edits, hardly any result",
        Keeps::Prose => "prose only: nothing can be decided",
    }
}

fn known() -> String {
    let mut out = String::from("Sources that sayso reads (told by content, never by name)\n");
    for source in SourceKind::ALL {
        out.push_str(&format!("  {:<17} {:<35} {}\n", source.name(), proves(*source), source.describe()));
    }
    out
}

#[derive(Default)]
struct Kind {
    files: u64,
    bytes: u64,
    versions: BTreeSet<String>,
    paths: Vec<String>,
}

fn found(args: &Args) -> anyhow::Result<String> {
    let listing = walk::list(&args.paths, &walk::Options::default())?;
    let mut kinds: BTreeMap<Option<SourceKind>, Kind> = BTreeMap::new();
    for file in &listing.files {
        let (source, version) = look(file);
        let kind = kinds.entry(source).or_default();
        kind.files += 1;
        kind.bytes += file.bytes;
        kind.versions.extend(version);
        kind.paths.push(file.shown.clone());
    }
    let mut out = String::new();
    for (source, kind) in kinds.iter().filter(|(source, _)| source.is_some()).chain(kinds.get_key_value(&None)) {
        let (name, what) = source.map_or(("none", "no transcript"), |s| (s.name(), proves(s)));
        out.push_str(&format!("{name:<17} {:>12} {:>10}  {what}\n", counted(kind.files, "file"), bytes(kind.bytes)));
        if let (Some(first), Some(last)) = (kind.versions.first(), kind.versions.last()) {
            let range = if first == last { first.clone() } else { format!("{first} … {last}") };
            out.push_str(&format!("  versions {}\n", visible(&range)));
        }
        for path in kind.paths.iter().filter(|_| args.files) {
            out.push_str(&format!("  {}\n", visible(path)));
        }
    }
    for refused in &listing.refused {
        out.push_str(&format!("not opened        {} {}\n", visible(&refused.shown), visible(&refused.detail)));
    }
    Ok(out)
}

fn look(file: &Found) -> (Option<SourceKind>, Option<String>) {
    let Ok(head) = read::head(&file.path, HEAD) else { return (None, None) };
    let source = detect::detect_file(&head, file.named);
    let version = source.and_then(|s| first_session(s, &head)).and_then(|s| s.meta.agent_version);
    (source, version)
}

/// The first session of the whole lines of a head.
fn first_session(source: SourceKind, head: &[u8]) -> Option<Session> {
    let whole = memchr::memrchr(b'\n', head).map_or(head, |end| &head[..end]);
    transcript::read(source, whole).into_iter().next()
}

fn explain(path: &Path, limits: &Limits) -> anyhow::Result<String> {
    let name = shown(path);
    let head = read::head(path, HEAD).map_err(|e| anyhow::anyhow!("{name}: cannot be read: {}", plain_error(&e)))?;
    let Some(source) = detect::detect_file(&head, true) else {
        return Ok(format!("{}: {}\n", visible(&name), walk::UNKNOWN));
    };
    let (_, sessions) = read::sessions_within(path, None, limits)?;
    let records: u64 = sessions.iter().map(|s| u64::from(s.notes.records)).sum();
    let calls: u64 = sessions.iter().map(|s| s.tool_calls() as u64).sum();
    let mut out = format!("{}: {}, {}\n", visible(&name), source.name(), source.describe());
    out.push_str(&format!("  keeps {}\n", proves(source)));
    out.push_str(&format!(
        "  {}, {}, {}\n",
        counted(sessions.len() as u64, "session"),
        counted(records, "record"),
        counted(calls, "tool call")
    ));
    for session in &sessions {
        let meta = &session.meta;
        let told = [
            ("session", &meta.session_id),
            ("subagent", &meta.agent_id),
            ("version", &meta.agent_version),
            ("project", &meta.project),
        ];
        for (what, value) in told.iter().filter_map(|(w, v)| v.as_ref().map(|v| (w, v))) {
            out.push_str(&format!("  {what} {}\n", visible(value)));
        }
        for (line, why) in session.notes.bad_lines.iter().take(5) {
            out.push_str(&format!("  line {line}: {}\n", visible(why)));
        }
    }
    Ok(out)
}
