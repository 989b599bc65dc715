//! Where an export is written: under temporary names first, all files at once at the end.

use super::report::Report;
use anyhow::Context;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tempfile::NamedTempFile;

/// Files that are written but have no name yet. Dropped without [`Staging::publish`], they are gone.
pub struct Staging {
    out: PathBuf,
    dry: bool,
    made: bool,
    files: Mutex<BTreeMap<PathBuf, NamedTempFile>>,
}

/// The report's name in the output folder.
const REPORT: &str = "export-report.json";

impl Staging {
    /// A place in a folder, which is made where it is not there; one that holds something is refused unless `force` says otherwise.
    pub fn new(out: &Path, dry: bool, force: bool) -> anyhow::Result<Staging> {
        let holds = std::fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some());
        anyhow::ensure!(
            dry || force || !holds,
            "{}: is not empty; name another folder, or write over what is there with --force",
            out.display()
        );
        let made = !dry && !out.exists();
        if !dry {
            std::fs::create_dir_all(out).with_context(|| format!("{}: cannot be made", out.display()))?;
        }
        if made {
            crate::unfinished::add(out);
        }
        Ok(Staging { out: out.to_owned(), dry, made, files: Mutex::default() })
    }

    /// Writes a file to the disk under a temporary name.
    pub fn stage(&self, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
        if self.dry {
            return Ok(());
        }
        let target = self.target(name)?;
        let file = self.temporary(bytes)?;
        let mut files = self.files.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        anyhow::ensure!(!files.contains_key(&target), "two files of the export would have the name {name}; export them apart");
        files.insert(target, file);
        Ok(())
    }

    fn temporary(&self, bytes: &[u8]) -> anyhow::Result<NamedTempFile> {
        let mut file =
            tempfile::Builder::new().prefix(".sayso-").tempfile_in(&self.out).context("cannot write to the output folder")?;
        crate::unfinished::add(file.path());
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        Ok(file)
    }

    /// The path of a name, which stays inside the folder.
    fn target(&self, name: &str) -> anyhow::Result<PathBuf> {
        let mut path = self.out.clone();
        for part in name.split(['/', '\\']) {
            anyhow::ensure!(!part.is_empty() && part != "." && part != "..", "{name}: is no name for a file of an export");
            path.push(part);
        }
        Ok(path)
    }

    /// Gives every file its name, and writes the report.
    pub fn publish(self, report: &Report) -> anyhow::Result<()> {
        let files = std::mem::take(&mut *self.files.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
        let told = self.temporary(&report.json())?;
        for (path, file) in files {
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder)?;
            }
            file.persist(&path).with_context(|| format!("{}: cannot be written", path.display()))?;
        }
        told.persist(self.out.join(REPORT))?;
        Ok(())
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        self.files.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clear();
        if self.made {
            // Only where it is empty: nothing was published.
            let _ = std::fs::remove_dir(&self.out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_where_nothing_is_published() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("new");
        let staging = Staging::new(&out, false, false).unwrap();
        staging.stage("a/b.jsonl", b"x").unwrap();
        assert!(staging.stage("../b", b"x").is_err());
        assert!(staging.stage("a/b.jsonl", b"y").is_err());
        drop(staging);
        assert!(!out.exists());
        std::fs::create_dir(&out).unwrap();
        assert!(Staging::new(&out, false, false).is_ok());
        std::fs::write(out.join("x"), "x").unwrap();
        assert!(Staging::new(&out, false, false).is_err() && Staging::new(&out, false, true).is_ok());
    }
}
