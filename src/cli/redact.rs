//! `--redact` of reports: secrets and people are replaced by pseudonyms, as `sayso export` does it.

use crate::export::native::{self, Policy};
use crate::redact::known::Gathered;
use crate::redact::{Key, Profile, Redactor};
use crate::walk::{read, shown};
use anyhow::Context;
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// Whether and how a report is redacted.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Redact {
    /// Replace secrets, people and hosts by pseudonyms in everything that is written; no figure changes
    #[arg(long)]
    redact: bool,
    /// Key of the pseudonyms, 16 bytes or more, for the same ones in every report; a random one if not given
    #[arg(long, value_name = "FILE", requires = "redact")]
    key_file: Option<PathBuf>,
}

impl Redact {
    /// A redactor where one was asked for.
    pub fn redactor(&self) -> anyhow::Result<Option<Redactor>> {
        self.redact.then(|| Ok(Redactor::new(Profile::Share, key(self.key_file.as_deref())?))).transpose()
    }
}

/// Learns who and what is named in the transcripts of a report: a name in a quote may be introduced elsewhere. What cannot be read
/// now was told of before.
pub fn learn_files(redactor: &mut Redactor, files: &[&Path]) {
    let policy = Policy { profile: redactor.profile(), keep_images: false };
    let gathered: Vec<Gathered> =
        files.par_iter().filter_map(|f| read::whole(f).ok()).map(|bytes| native::learn(&bytes, policy).gathered).collect();
    gathered.into_iter().for_each(|g| redactor.absorb(g));
}

/// The key in a file, else a random one.
pub fn key(file: Option<&Path>) -> anyhow::Result<Key> {
    let Some(path) = file else {
        return Key::random().context("no random key from the system");
    };
    let bytes = read::beside(path, "a key of 16 bytes or more", read::MAX_BESIDE)?;
    anyhow::ensure!(bytes.len() >= 16, "{}: a key has 16 bytes or more", shown(path));
    Ok(Key::new(&bytes))
}
