//! A labelled set: labels, near misses, and the transcripts that they are about.

use super::labels::{self, Label, NearMiss};
use crate::transcript::{self, Limits, Session, SourceKind};
use crate::walk::{self, read};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Where a set lies.
#[derive(Debug, Clone)]
pub struct Place {
    /// What the set is called in reports.
    pub name: String,
    /// The label file.
    pub labels: PathBuf,
    /// The near-miss file; it may be missing.
    pub near: Option<PathBuf>,
    /// The folder of the transcripts.
    pub corpus: PathBuf,
}

impl Place {
    /// A set of this project: `eval/NAME.labels.jsonl`, `eval/NAME.near.jsonl`, `corpus/NAME/`.
    pub fn of_project(root: &Path, name: &str) -> Place {
        let near = root.join("eval").join(format!("{name}.near.jsonl"));
        Place {
            name: name.to_owned(),
            labels: root.join("eval").join(format!("{name}.labels.jsonl")),
            near: near.is_file().then_some(near),
            corpus: root.join("corpus").join(name),
        }
    }
}

/// Labels with their transcripts.
#[derive(Debug, Clone)]
pub struct LabelledSet {
    /// What the set is called.
    pub name: String,
    /// The labels.
    pub labels: Vec<Label>,
    /// The near misses.
    pub near: Vec<NearMiss>,
    /// The transcripts that labels or near misses name, by name.
    pub transcripts: BTreeMap<String, Transcript>,
    /// SHA-256 of the label file.
    pub labels_sha256: String,
    /// SHA-256 of the near-miss file, where there is one.
    pub near_sha256: Option<String>,
}

/// One transcript of a set.
#[derive(Debug, Clone)]
pub struct Transcript {
    /// Its path.
    pub path: PathBuf,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What it is.
    pub source: SourceKind,
    /// The sessions in it, subagents' files attached.
    pub sessions: Vec<Session>,
    /// SHA-256 of the file.
    pub sha256: String,
}

impl LabelledSet {
    /// Loads a set; an error names the file, and the line where a label is wrong.
    pub fn load(place: &Place) -> anyhow::Result<LabelledSet> {
        LabelledSet::load_within(place, &Limits::default())
    }

    /// Loads a set whose transcripts are read within limits.
    pub fn load_within(place: &Place, limits: &Limits) -> anyhow::Result<LabelledSet> {
        let labels_text = text(&place.labels)?;
        let labels = labels::read_labels(&walk::shown(&place.labels), &labels_text)?;
        let near_text = place.near.as_deref().map(text).transpose()?;
        let near = match (&place.near, &near_text) {
            (Some(path), Some(text)) => labels::read_near(&walk::shown(path), text)?,
            _ => Vec::new(),
        };
        let names: BTreeSet<&str> = labels.iter().map(|l| &*l.transcript).chain(near.iter().map(|n| &*n.transcript)).collect();
        anyhow::ensure!(!names.is_empty(), "{}: no labels", walk::shown(&place.labels));
        let mut transcripts = BTreeMap::new();
        for name in names {
            transcripts.insert(name.to_owned(), Transcript::load(&place.corpus, name, limits)?);
        }
        Ok(LabelledSet {
            name: place.name.clone(),
            labels_sha256: sha256(labels_text.as_bytes()),
            near_sha256: near_text.map(|t| sha256(t.as_bytes())),
            labels,
            near,
            transcripts,
        })
    }

    /// The language of a transcript: that of its labels, `mixed` where they differ.
    pub fn language(&self, transcript: &str) -> String {
        let of_labels = self.labels.iter().filter(|l| l.transcript == transcript).map(Label::lang);
        let of_near = self.near.iter().filter(|n| n.transcript == transcript).filter_map(|n| n.lang.as_deref());
        let mut all: BTreeSet<&str> = of_labels.collect();
        if all.is_empty() {
            all.extend(of_near);
        }
        match (all.len(), all.first()) {
            (1, Some(lang)) => (*lang).to_owned(),
            (0, _) => "en".to_owned(),
            _ => "mixed".to_owned(),
        }
    }

    /// One digest over the names and the bytes of all transcripts.
    pub fn corpus_sha256(&self) -> String {
        let rows: String = self.transcripts.iter().map(|(name, t)| format!("{}  {name}\n", t.sha256)).collect();
        sha256(rows.as_bytes())
    }

    /// Bytes of all transcripts.
    pub fn bytes(&self) -> u64 {
        self.transcripts.values().map(|t| t.bytes.len() as u64).sum()
    }
}

impl Transcript {
    /// Loads the transcript that a label names.
    pub fn load(corpus: &Path, name: &str, limits: &Limits) -> anyhow::Result<Transcript> {
        let inside = Path::new(name).components().all(|c| matches!(c, std::path::Component::Normal(_)));
        anyhow::ensure!(inside, "{name:?}: a label's transcript is a path under the corpus folder");
        Transcript::open_within(&corpus.join(name), limits)
    }

    /// Reads a transcript by its path.
    pub fn open(path: &Path) -> anyhow::Result<Transcript> {
        Transcript::open_within(path, &Limits::default())
    }

    /// Reads a transcript by its path, within limits.
    pub fn open_within(path: &Path, limits: &Limits) -> anyhow::Result<Transcript> {
        let shown = walk::shown(path);
        let bytes = read::whole_within(path, limits.max_size)
            .map_err(|e| anyhow::anyhow!("{shown}: cannot be read: {}", walk::plain_error(&e)))?;
        // A person labelled it, so it is a transcript: what no source claims is read as text.
        let source = transcript::detect::detect(&bytes[..bytes.len().min(read::HEAD)]).unwrap_or(SourceKind::Text);
        let mut sessions = transcript::read_with(source, &bytes, limits);
        if let Some(first) = sessions.first_mut() {
            first.children = children(path, limits)?;
        }
        let sha256 = sha256(&bytes);
        Ok(Transcript { path: path.to_owned(), bytes, source, sessions, sha256 })
    }
}

/// Sessions of subagents, in the folder named after the main session's file.
fn children(path: &Path, limits: &Limits) -> anyhow::Result<Vec<Session>> {
    let folder = path.with_extension("").join("subagents");
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut out = Vec::new();
    for file in walk::list(&[folder], &walk::Options::default())?.files {
        let bytes = read::whole_within(&file.path, limits.max_size)?;
        if let Some(kind) = transcript::detect::detect(&bytes[..bytes.len().min(read::HEAD)]) {
            out.extend(transcript::read_with(kind, &bytes, limits));
        }
    }
    Ok(out)
}

fn text(path: &Path) -> anyhow::Result<String> {
    read::text_beside(path, "labels, JSON lines")
}

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect()
}
