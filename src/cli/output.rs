//! Where output goes. A file is opened before the work, so that a path that cannot be written fails at once, and put in place
//! after it, so that nothing half-written is left behind.

use crate::report::Style;
use crate::unfinished;
use crate::walk::plan::{Plan, Unfit};
use crate::walk::{plain_error, shown};
use anyhow::Context;
use comfy_table::Table;
use std::ffi::OsStr;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file that will be written, or standard output.
#[derive(Debug)]
pub enum Target {
    /// A file, written next to its place and then renamed.
    File(PathBuf, NamedTempFile),
    /// A device or pipe that is there already: written as it is.
    Special(PathBuf),
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

impl Target {
    /// Opens the place for a file; `-` is standard output.
    pub fn open(path: &Path) -> anyhow::Result<Target> {
        if path == Path::new("-") {
            return Ok(Target::Stdout);
        }
        let failed = |e: io::Error| anyhow::anyhow!("{}: cannot be written: {}", shown(path), plain_error(&e));
        match std::fs::metadata(path) {
            Ok(m) if m.is_dir() => anyhow::bail!("{}: is a folder; name a file", shown(path)),
            Ok(m) if !m.is_file() => return Ok(Target::Special(path.to_owned())),
            Ok(m) if m.permissions().readonly() => anyhow::bail!("{}: is read-only", shown(path)),
            _ => {}
        }
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        super::interrupt::arm();
        let file = tempfile::Builder::new().prefix(".sayso-").tempfile_in(folder).map_err(failed)?;
        unfinished::add(file.path());
        Ok(Target::File(path.to_owned(), file))
    }

    /// A file if a path is given, else standard output.
    pub fn or_stdout(path: Option<&Path>) -> anyhow::Result<Target> {
        path.map_or(Ok(Target::Stdout), Target::open)
    }

    /// The name ends so.
    pub fn has_extension(&self, extension: &str) -> bool {
        match self {
            Target::File(path, _) | Target::Special(path) => path.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension)),
            Target::Stdout | Target::Stderr => false,
        }
    }

    /// Writes and puts in place.
    pub fn write(self, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
        match self {
            Target::Stdout => {
                let mut out = BufWriter::new(io::stdout().lock());
                content(&mut out).and_then(|()| out.flush()).context("standard output")
            }
            Target::Stderr => {
                let mut out = BufWriter::new(io::stderr().lock());
                content(&mut out).and_then(|()| out.flush()).context("standard error")
            }
            Target::Special(path) => {
                let write = || {
                    let mut out = BufWriter::new(std::fs::OpenOptions::new().write(true).open(&path)?);
                    content(&mut out).and_then(|()| out.flush())
                };
                write().with_context(|| shown(&path))
            }
            Target::File(path, file) => {
                let write = || {
                    let mut out = BufWriter::new(file);
                    content(&mut out)?;
                    let file = out.into_inner().map_err(|e| e.into_error())?;
                    make_readable(&file)?;
                    file.persist(&path).map_err(|e| e.error).map(drop)
                };
                write().map_err(|e| anyhow::anyhow!("{}: cannot be written: {}", shown(&path), plain_error(&e)))
            }
        }
    }
}

/// Puts other content into a file at once, or makes the file. Its mode stays, and a link stays one.
pub fn replace(path: &Path, content: &str) -> anyhow::Result<()> {
    let write = || {
        let place = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let folder = place.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let mut file = tempfile::Builder::new().prefix(".sayso-").tempfile_in(folder)?;
        file.write_all(content.as_bytes())?;
        match std::fs::metadata(&place) {
            Ok(there) => file.as_file().set_permissions(there.permissions())?,
            Err(_) => make_readable(&file)?,
        }
        file.as_file().sync_all()?;
        file.persist(&place).map_err(|e| e.error).map(drop)
    };
    write().map_err(|e| anyhow::anyhow!("{}: cannot be written: {}", shown(path), plain_error(&e)))
}

/// Fails where an output would take the place of a transcript that is read, or of another output.
pub fn distinct(outputs: &[&Path], plan: &Plan) -> anyhow::Result<()> {
    let identity = |path: &Path| path.canonicalize().ok().filter(|p| p.is_file());
    let read = plan.units.iter().flat_map(|u| &u.files);
    let copies = plan.unfit.iter().filter(|(_, why)| matches!(why, Unfit::Identical(_))).map(|(file, _)| file);
    let written: Vec<PathBuf> = outputs.iter().filter_map(|p| identity(p)).collect();
    if !written.is_empty() {
        for file in read.chain(copies) {
            let taken = identity(&file.path).is_some_and(|p| written.contains(&p));
            anyhow::ensure!(!taken, "{}: is a transcript that is read; name another file to write to", file.shown);
        }
    }
    let mut named: Vec<&Path> = outputs.iter().filter(|p| std::fs::metadata(p).map_or(true, |m| m.is_file())).copied().collect();
    named.sort();
    match named.windows(2).find(|pair| pair[0] == pair[1] && pair[0] != Path::new("-")) {
        Some(pair) => anyhow::bail!("{}: is named for two outputs; name a file for each", shown(pair[0])),
        None => Ok(()),
    }
}

/// A temporary file is for its owner alone; what is put in place has the usual mode.
#[cfg(unix)]
fn make_readable(file: &NamedTempFile) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &NamedTempFile) -> io::Result<()> {
    Ok(())
}

/// How the place shows text.
pub fn style(target: &Target) -> Style {
    let terminal = matches!(target, Target::Stdout) && io::stdout().is_terminal();
    if !terminal {
        return Style::default();
    }
    let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty());
    let colour = set("NO_COLOR").is_none() && set("TERM").is_none_or(|t| t != OsStr::new("dumb"));
    let width = Table::new().width().or_else(|| set("COLUMNS")?.to_str()?.parse().ok());
    Style { colour, width: width.unwrap_or(Style::default().width) }
}
