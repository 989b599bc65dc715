//! How a file looks from outside and at its ends: enough to tell that it has changed, without reading it.

use super::read;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::Metadata;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Bytes of head and tail that are hashed.
const ENDS: u64 = 4096;

/// A file at a moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Size.
    pub bytes: u64,
    /// Time of the last change of content, in nanoseconds since 1970.
    modified: i64,
    /// Time of the last change of any kind: no program can set it back.
    changed: i64,
    device: u64,
    inode: u64,
    /// Hash of head and tail.
    ends: [u8; 16],
}

impl Stamp {
    /// The last change lies so far back that another one would have another time. Some file systems know no fractions of a second.
    pub fn settled(&self) -> bool {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).ok().and_then(|d| i64::try_from(d.as_nanos()).ok());
        let last = self.modified.max(self.changed);
        let grain = if last % 1_000_000_000 == 0 { 2_000_000_000 } else { 20_000_000 };
        now.is_some_and(|now| now.saturating_sub(last) > grain)
    }
}

/// Looks at a file.
pub fn of(path: &Path) -> io::Result<Stamp> {
    let mut file = read::raw(path)?;
    let meta = file.metadata()?;
    let mut ends = Vec::with_capacity(2 * ENDS as usize);
    file.by_ref().take(ENDS).read_to_end(&mut ends)?;
    if meta.len() > ENDS {
        file.seek(SeekFrom::Start(meta.len() - ENDS.min(meta.len() - ENDS)))?;
        file.take(ENDS).read_to_end(&mut ends)?;
    }
    let (changed, device, inode) = identity(&meta);
    let modified = meta.modified()?.duration_since(UNIX_EPOCH).map_or(0, |d| i64::try_from(d.as_nanos()).unwrap_or(i64::MAX));
    let mut hash = [0; 16];
    hash.copy_from_slice(&Sha256::digest(&ends)[..16]);
    Ok(Stamp { bytes: meta.len(), modified, changed, device, inode, ends: hash })
}

#[cfg(unix)]
fn identity(meta: &Metadata) -> (i64, u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (meta.ctime().saturating_mul(1_000_000_000).saturating_add(meta.ctime_nsec()), meta.dev(), meta.ino())
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> (i64, u64, u64) {
    (0, 0, 0)
}

/// SHA-256 of all bytes of a file, as they are on the disk.
pub fn digest(path: &Path) -> io::Result<[u8; 32]> {
    let mut file = read::raw(path)?;
    let (mut hash, mut window) = (Sha256::new(), vec![0; read::HEAD]);
    loop {
        match file.read(&mut window)? {
            0 => return Ok(hash.finalize().into()),
            n => hash.update(&window[..n]),
        }
    }
}
