//! An empty labelled set, for people who score on their own sessions.

use crate::claim::ClaimType;
use crate::verdict::Reason;
use anyhow::Context;
use std::path::Path;

const GUIDE: &str = include_str!("guide.md");

/// The label guide, with the types and reasons that this version knows.
pub fn guide() -> String {
    let types: String = ClaimType::ALL.iter().map(|t| format!("| `{}` | {} |\n", t.name(), t.says())).collect();
    let reasons: String = Reason::ALL
        .iter()
        .filter(|r| **r != Reason::UnknownRunner)
        .map(|r| format!("| `{}` | {} | {} |\n", r.name(), r.verdict().name(), r.rule()))
        .collect();
    GUIDE.replace("{types}", types.trim_end()).replace("{reasons}", reasons.trim_end())
}

/// Lays out an empty set in a folder that holds none yet; gives the names of what was made.
pub fn init(dir: &Path) -> anyhow::Result<Vec<&'static str>> {
    let files = [("labels.jsonl", String::new()), ("near.jsonl", String::new()), ("LABELS.md", guide())];
    for (name, _) in &files {
        let path = dir.join(name);
        anyhow::ensure!(!path.exists(), "{}: is there already", crate::walk::shown(&path));
    }
    let corpus = dir.join("corpus");
    std::fs::create_dir_all(&corpus).with_context(|| crate::walk::shown(&corpus))?;
    for (name, text) in &files {
        let path = dir.join(name);
        std::fs::write(&path, text).with_context(|| crate::walk::shown(&path))?;
    }
    Ok(vec!["corpus/", "labels.jsonl", "near.jsonl", "LABELS.md"])
}
