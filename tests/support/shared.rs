//! Data that is kept apart from the repository.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of shared data: `SAYSO_SHARED`, else the folder `shared` beside the repository.
pub fn folder() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    std::env::var_os("SAYSO_SHARED").map_or_else(beside, PathBuf::from)
}

/// A set of transcripts by name, unpacked under `into` where it is an archive; says so where it is absent.
pub fn set(name: &str, into: &Path) -> Option<PathBuf> {
    let folder = folder();
    let unpacked = folder.join(name);
    if unpacked.is_dir() {
        return Some(unpacked);
    }
    for suffix in ["tar.gz", "tar.xz"] {
        let archive = folder.join(format!("{name}.{suffix}"));
        if archive.is_file() {
            let done = Command::new("tar").arg("-xf").arg(&archive).arg("-C").arg(into).status();
            if done.is_ok_and(|s| s.success()) && into.join(name).is_dir() {
                return Some(into.join(name));
            }
        }
    }
    eprintln!("skipped: the set {name} is not at hand");
    None
}
