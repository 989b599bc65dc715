//! Opening and reading one file, in bounds.

use crate::transcript::{self, Session, SourceKind};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Bytes of a file that are enough to tell its source.
pub const HEAD: usize = 64 * 1024;

/// Largest file that is read. Sessions of real agents are a few hundred megabytes at most.
pub const MAX_FILE: u64 = 1 << 30;

/// Reads at most the first `limit` bytes. Only a regular file is read: anything else could block for ever.
pub fn head(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    let mut out = Vec::with_capacity(limit.min(HEAD));
    open(path)?.take(limit as u64).read_to_end(&mut out)?;
    Ok(out)
}

/// Reads a whole file.
pub fn whole(path: &Path) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let size = file.metadata()?.len();
    if size > MAX_FILE {
        return Err(io::Error::other(format!("larger than {} MiB", MAX_FILE >> 20)));
    }
    let mut out = Vec::with_capacity(size as usize + 1);
    file.take(MAX_FILE).read_to_end(&mut out)?;
    Ok(out)
}

fn open(path: &Path) -> io::Result<File> {
    // Looked at before it is opened, since opening a FIFO waits for a writer.
    let not_regular = || io::Error::other("not a regular file");
    if !std::fs::metadata(path)?.is_file() {
        return Err(not_regular());
    }
    let file = File::open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(not_regular()) }
}

/// Reads the sessions of one file that a person named; an error says what is wrong with it.
pub fn sessions(path: &Path, source: Option<SourceKind>) -> anyhow::Result<(Vec<u8>, Vec<Session>)> {
    let name = super::shown(path);
    let bytes = whole(path).map_err(|e| anyhow::anyhow!("{name}: cannot be read: {}", super::plain_error(&e)))?;
    if bytes.iter().all(u8::is_ascii_whitespace) {
        anyhow::bail!("{name}: empty file, no session in it");
    }
    let Some(kind) = source.or_else(|| transcript::detect::detect(&bytes[..bytes.len().min(HEAD)])) else {
        anyhow::bail!(
            "{name}: line 1: not a transcript that sayso knows; `sayso sources` lists what it reads, `--source NAME` says what the file is"
        );
    };
    let sessions = transcript::read(kind, &bytes);
    Ok((bytes, sessions))
}
