//! Finding transcripts: paths to files, without opening what could hang or loop.

pub mod plan;
pub mod read;
pub mod roots;
pub mod stamp;

use std::collections::BTreeMap;
use std::fs::FileType;
use std::path::{Path, PathBuf};

/// A regular file that may be a transcript.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    /// The path as reports show it: as given, `/` between components.
    pub shown: String,
    /// The path to open.
    pub path: PathBuf,
    /// Size in bytes when it was listed.
    pub bytes: u64,
    /// A person named the file itself, so that it is worth a word if it is no transcript.
    pub named: bool,
}

/// A path that is not opened.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Refused {
    /// The path as reports show it.
    pub shown: String,
    /// Why.
    pub why: Why,
    /// What the system said, empty where there is nothing to add.
    pub detail: String,
}

/// Why a path is not opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// It cannot be listed or its kind cannot be told.
    Unreadable,
    /// A FIFO, socket or device.
    Special,
    /// A link, and links are not followed.
    Link,
    /// A link that leads back to a folder above it.
    Loop,
}

/// How to walk.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Follow symbolic links.
    pub follow: bool,
    /// Glob patterns of paths to leave out, in the syntax of `.gitignore`.
    pub exclude: Vec<String>,
}

/// What a walk found, both lists sorted by path and free of doubles.
#[derive(Debug, Clone, Default)]
pub struct Listing {
    /// Files to look into.
    pub files: Vec<Found>,
    /// Paths left alone.
    pub refused: Vec<Refused>,
}

/// Lists the files under `paths`. The order of `paths` does not matter, and a file reached twice is listed once.
pub fn list(paths: &[PathBuf], options: &Options) -> anyhow::Result<Listing> {
    let mut files: BTreeMap<PathBuf, Found> = BTreeMap::new();
    let mut refused = Vec::new();
    excluded(Path::new("."), &options.exclude)?;
    for root in paths {
        walk(
            root,
            options,
            &mut |f| {
                // Only where several roots are given can two names lead to one file.
                let identity =
                    if paths.len() > 1 { f.path.canonicalize().unwrap_or_else(|_| f.path.clone()) } else { f.path.clone() };
                match files.get_mut(&identity) {
                    Some(known) => {
                        let named = known.named || f.named;
                        if f.shown < known.shown {
                            *known = f;
                        }
                        known.named = named;
                    }
                    None => {
                        files.insert(identity, f);
                    }
                }
            },
            &mut refused,
        )?;
    }
    let mut files: Vec<Found> = files.into_values().collect();
    files.sort();
    refused.sort();
    refused.dedup();
    Ok(Listing { files, refused })
}

fn walk(root: &Path, options: &Options, found: &mut dyn FnMut(Found), refused: &mut Vec<Refused>) -> anyhow::Result<()> {
    // A link that a person names is followed; what stands below it is not.
    let meta = match std::fs::metadata(root) {
        Ok(m) => m,
        Err(e) => {
            refused.push(Refused { shown: shown(root), why: Why::Unreadable, detail: plain_error(&e) });
            return Ok(());
        }
    };
    if !meta.is_dir() {
        if meta.is_file() {
            found(Found { shown: shown(root), path: root.to_owned(), bytes: meta.len(), named: true });
        } else {
            refused.push(Refused { shown: shown(root), why: Why::Special, detail: kind_name(meta.file_type()).into() });
        }
        return Ok(());
    }
    let entries = ignore::WalkBuilder::new(root)
        .standard_filters(false)
        .follow_links(options.follow)
        .overrides(excluded(root, &options.exclude)?)
        .build();
    for entry in entries {
        match entry {
            Ok(e) => visit(&e, found, refused),
            Err(e) => refused.push(walk_error(root, &e)),
        }
    }
    Ok(())
}

/// The patterns of what is left out below a folder; an error names the one that is none.
fn excluded(root: &Path, globs: &[String]) -> anyhow::Result<ignore::overrides::Override> {
    let mut overrides = ignore::overrides::OverrideBuilder::new(root);
    for glob in globs {
        overrides.add(&format!("!{glob}")).map_err(|e| match e {
            ignore::Error::Glob { err, .. } => anyhow::anyhow!("--exclude {glob}: {err}"),
            other => anyhow::anyhow!("--exclude {glob}: {other}"),
        })?;
    }
    Ok(overrides.build()?)
}

fn visit(entry: &ignore::DirEntry, found: &mut dyn FnMut(Found), refused: &mut Vec<Refused>) {
    let Some(kind) = entry.file_type() else { return };
    let mut refuse = |why, detail: String| refused.push(Refused { shown: shown(entry.path()), why, detail });
    if kind.is_dir() {
    } else if kind.is_symlink() {
        refuse(Why::Link, String::new());
    } else if !kind.is_file() {
        refuse(Why::Special, kind_name(kind).into());
    } else {
        match entry.metadata() {
            Ok(m) => found(Found { shown: shown(entry.path()), path: entry.path().to_owned(), bytes: m.len(), named: false }),
            Err(e) => refuse(Why::Unreadable, e.io_error().map(plain_error).unwrap_or_else(|| e.to_string())),
        }
    }
}

fn walk_error(root: &Path, error: &ignore::Error) -> Refused {
    match error {
        ignore::Error::Loop { child, .. } => Refused { shown: shown(child), why: Why::Loop, detail: String::new() },
        ignore::Error::WithPath { path, err } => Refused { shown: shown(path), ..walk_error(path, err) },
        ignore::Error::WithDepth { err, .. } => walk_error(root, err),
        other => {
            let detail = other.io_error().map(plain_error).unwrap_or_else(|| other.to_string());
            Refused { shown: shown(root), why: Why::Unreadable, detail }
        }
    }
}

/// The path as reports show it: `/` between components, no leading `./`, lossy where it is not UTF-8.
pub fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() };
    text.strip_prefix("./").filter(|rest| !rest.is_empty()).map(str::to_owned).unwrap_or(text)
}

/// What the system says, without the number that Rust adds.
pub fn plain_error(e: &std::io::Error) -> String {
    let text = e.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    // The first word alone, and no abbreviation: what follows can hold names and units.
    match text.char_indices().nth(1) {
        Some((second, c)) if !c.is_uppercase() => text[..second].to_lowercase() + &text[second..],
        _ => text.to_owned(),
    }
}

#[cfg(unix)]
fn kind_name(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match () {
        _ if kind.is_fifo() => "FIFO",
        _ if kind.is_socket() => "socket",
        _ if kind.is_block_device() || kind.is_char_device() => "device",
        _ => "special file",
    }
}

#[cfg(not(unix))]
fn kind_name(_: FileType) -> &'static str {
    "special file"
}

/// What is said of a file that no reader knows.
pub const UNKNOWN: &str =
    "not a transcript that sayso knows; `sayso sources` lists what it reads, and --source NAME says what a file is";
