//! The held-out set is frozen: a manifest holds the SHA-256 of every file, and a set that does not match it is refused.

use super::labels::LABEL_SCHEMA;
use super::set::sha256;
use crate::walk::{self, read};
use anyhow::Context;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The version of the manifest format.
pub const FROZEN_SCHEMA: &str = "sayso/frozen/v1";

/// The manifest `eval/FROZEN.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Frozen {
    /// The version of this format.
    pub schema: String,
    /// The version of the label format.
    pub label_schema: String,
    /// The day on which the set was frozen.
    pub date: String,
    /// SHA-256 of each file, by its path in the project.
    pub files: BTreeMap<String, String>,
}

/// Where the manifest of a project lies.
pub fn manifest(root: &Path) -> PathBuf {
    root.join("eval/FROZEN.json")
}

fn changes(root: &Path) -> PathBuf {
    root.join("eval/CHANGES.md")
}

/// The files of the held-out set with their digests.
fn files(root: &Path) -> anyhow::Result<BTreeMap<String, String>> {
    let corpus = root.join("corpus/heldout");
    let mut paths: Vec<PathBuf> = Vec::new();
    if corpus.is_dir() {
        let listing = walk::list(&[corpus], &walk::Options::default())?;
        if let Some(refused) = listing.refused.first() {
            anyhow::bail!("{}: cannot be part of a frozen set: {}", refused.shown, refused.detail);
        }
        paths.extend(listing.files.into_iter().map(|f| f.path));
    }
    for name in ["heldout.labels.jsonl", "heldout.near.jsonl"] {
        paths.extend(Some(root.join("eval").join(name)).filter(|p| p.is_file()));
    }
    let mut out = BTreeMap::new();
    for path in paths {
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let bytes = read::whole(&path).with_context(|| walk::shown(&path))?;
        out.insert(name, sha256(&bytes));
    }
    Ok(out)
}

/// Refuses a held-out set that is not the frozen one, naming the files.
pub fn verify(root: &Path) -> anyhow::Result<()> {
    let path = manifest(root);
    let bytes = read::whole(&path).with_context(|| format!("{}: the held-out set is not frozen", walk::shown(&path)))?;
    let frozen: Frozen = serde_json::from_slice(&bytes).with_context(|| walk::shown(&path))?;
    let mut wrong = Vec::new();
    if frozen.schema != FROZEN_SCHEMA || frozen.label_schema != LABEL_SCHEMA {
        wrong.push(format!(
            "frozen with {} and {}, not with {FROZEN_SCHEMA} and {LABEL_SCHEMA}",
            frozen.schema, frozen.label_schema
        ));
    }
    let now = files(root)?;
    for (name, digest) in &frozen.files {
        match now.get(name) {
            None => wrong.push(format!("{name}: missing")),
            Some(other) if other != digest => wrong.push(format!("{name}: changed")),
            Some(_) => {}
        }
    }
    wrong.extend(now.keys().filter(|name| !frozen.files.contains_key(*name)).map(|name| format!("{name}: not in the manifest")));
    anyhow::ensure!(
        wrong.is_empty(),
        "the held-out set is not the one that was frozen on {}:\n  {}\n`sayso eval freeze --reason TEXT` freezes it anew",
        frozen.date,
        wrong.join("\n  ")
    );
    Ok(())
}

/// Freezes the held-out set as it is, and notes why.
pub fn freeze(root: &Path, date: &str, reason: &str) -> anyhow::Result<Frozen> {
    anyhow::ensure!(!reason.trim().is_empty(), "a reason is needed");
    let frozen = Frozen {
        schema: FROZEN_SCHEMA.to_owned(),
        label_schema: LABEL_SCHEMA.to_owned(),
        date: date.to_owned(),
        files: files(root)?,
    };
    anyhow::ensure!(
        frozen.files.contains_key("eval/heldout.labels.jsonl"),
        "{}: no held-out labels here; --root names the project",
        walk::shown(&root.join("eval/heldout.labels.jsonl"))
    );
    let text = serde_json::to_string_pretty(&frozen)? + "\n";
    let note = format!(
        "\n## {date}\n\n{}\n\n{} files, manifest SHA-256 {}\n",
        reason.split_whitespace().collect::<Vec<_>>().join(" "),
        frozen.files.len(),
        sha256(text.as_bytes())
    );
    let path = changes(root);
    let before = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => "# Changes of the held-out set\n".to_owned(),
        Err(e) => return Err(e).with_context(|| walk::shown(&path)),
    };
    std::fs::write(&path, before + &note).with_context(|| walk::shown(&path))?;
    let path = manifest(root);
    std::fs::write(&path, text).with_context(|| walk::shown(&path))?;
    Ok(frozen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_flipped_byte_is_refused_by_name() {
        let dir = tempfile::tempdir().expect("a folder");
        let root = dir.path();
        std::fs::create_dir_all(root.join("corpus/heldout/codex")).expect("a folder");
        std::fs::create_dir_all(root.join("eval")).expect("a folder");
        let transcript = root.join("corpus/heldout/codex/a.jsonl");
        std::fs::write(&transcript, "{}\n").expect("a file");
        std::fs::write(root.join("eval/heldout.labels.jsonl"), "\n").expect("a file");
        assert!(verify(root).is_err(), "nothing is frozen yet");
        assert!(freeze(root, "2026-01-02", " ").is_err(), "no reason");
        freeze(root, "2026-01-02", "first").expect("frozen");
        verify(root).expect("as frozen");

        let refused = |want: &str| {
            let error = format!("{:#}", verify(root).expect_err("refused"));
            assert!(error.contains(want), "{error}");
        };
        std::fs::write(&transcript, "{|\n").expect("a file");
        refused("corpus/heldout/codex/a.jsonl: changed");
        std::fs::write(root.join("corpus/heldout/b.txt"), "x").expect("a file");
        refused("corpus/heldout/b.txt: not in the manifest");
        std::fs::remove_file(&transcript).expect("a file");
        refused("corpus/heldout/codex/a.jsonl: missing");

        freeze(root, "2026-02-03", "a label\nwas wrong").expect("frozen");
        verify(root).expect("as frozen");
        let notes = std::fs::read_to_string(root.join("eval/CHANGES.md")).expect("the notes");
        assert!(notes.contains("## 2026-01-02\n\nfirst\n") && notes.contains("## 2026-02-03\n\na label was wrong\n"), "{notes}");
    }
}
