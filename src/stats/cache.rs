//! What an earlier scan found, for files that have not changed since. Opt-in, and never trusted: an entry counts only where its
//! checksum holds, it was made by the same rules, settings and limits, and every file of it looks as it did.

use super::map::Mapper;
use super::partial::{Partial, Row, SessionRow};
use super::rows::FileRow;
use crate::walk::Found;
use crate::walk::plan::{Plan, Seen, Unfit, Unit};
use crate::walk::stamp::Stamp;
use crate::walk::{plain_error, read, shown, stamp};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::NamedTempFile;

/// The form of the file.
const SCHEMA: &str = "sayso-cache/1";

/// Largest cache that is read.
const MOST: u64 = 4 << 30;

/// Rows of a unit of files.
#[derive(Serialize, Deserialize)]
struct Rows {
    files: BTreeSet<FileRow>,
    sessions: BTreeSet<SessionRow>,
    claims: BTreeSet<Row>,
}

/// A file as it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Mark {
    path: String,
    named: bool,
    stamp: Stamp,
    seen: Seen,
}

/// A unit of files and what was found in it; no rows where it is left out.
#[derive(Serialize)]
struct Made<'a> {
    files: &'a [Mark],
    rows: Option<&'a Rows>,
}

#[derive(Deserialize)]
struct Parsed<'a> {
    files: Vec<Mark>,
    #[serde(borrow)]
    rows: Option<&'a RawValue>,
}

/// An entry whose checksum holds.
struct Entry {
    line: String,
    marks: Vec<Mark>,
    /// Every file looks as it did.
    current: bool,
}

/// The cache of a scan.
pub struct Cache {
    place: PathBuf,
    out: Mutex<NamedTempFile>,
    header: String,
    entries: Vec<Entry>,
    by_path: BTreeMap<String, usize>,
    stamps: BTreeMap<String, Stamp>,
    fresh: Mutex<Vec<(Vec<String>, String)>>,
    warnings: Mutex<Vec<String>>,
    recalled: std::sync::atomic::AtomicU64,
}

/// What a cache is for.
pub struct Key<'a> {
    /// The folder of caches.
    pub folder: &'a Path,
    /// Which files are scanned, as it was asked.
    pub asked: &'a str,
    /// Compare whole files, not only their stamps.
    pub verify: bool,
}

impl Cache {
    /// Opens the cache of a scan of these files; the folder is made where it is not there. What cannot be used of it is left out
    /// with a warning.
    pub fn open(key: &Key, mapper: &Mapper, files: &[Found]) -> anyhow::Result<Cache> {
        let failed = |e: std::io::Error| anyhow::anyhow!("{}: cannot be written: {}", shown(key.folder), plain_error(&e));
        std::fs::create_dir_all(key.folder).map_err(failed)?;
        let out = tempfile::Builder::new().prefix(".sayso-").tempfile_in(key.folder).map_err(failed)?;
        crate::unfinished::add(out.path());
        let made = &mapper.made;
        let options = serde_json::json!({ "schema": SCHEMA, "made": made, "source": mapper.source, "limits": format!("{:?}", mapper.limits) });
        let name: String = hex(&Sha256::digest(key.asked)).chars().take(16).collect();
        let mut cache = Cache {
            place: key.folder.join(format!("scan-{name}.jsonl")),
            out: Mutex::new(out),
            header: options.to_string(),
            entries: Vec::new(),
            by_path: BTreeMap::new(),
            stamps: files.par_iter().filter_map(|f| Some((f.shown.clone(), stamp::of(&f.path).ok()?))).collect(),
            fresh: Mutex::default(),
            warnings: Mutex::default(),
            recalled: Default::default(),
        };
        cache.load();
        cache.compare(files, key.verify);
        Ok(cache)
    }

    fn load(&mut self) {
        if std::fs::symlink_metadata(&self.place).is_err() {
            return;
        }
        let bytes = match read::beside(&self.place, "a cache of sayso", MOST) {
            Ok(bytes) => bytes,
            Err(e) => return self.warn(format!("{e}; the cache is not used")),
        };
        let text = String::from_utf8_lossy(&bytes);
        let (header, lines) = text.split_once('\n').unwrap_or((&text, ""));
        if header != self.header {
            // Other rules or settings are nothing to warn of; another file is.
            if !header.contains("\"schema\":\"sayso-cache/") {
                self.warn(format!("{}: is no cache of sayso; it is written anew", shown(&self.place)));
            }
            return;
        }
        let lines: Vec<&str> = lines.lines().collect();
        self.entries = lines.par_iter().filter_map(|line| entry(line)).collect();
        if self.entries.len() < lines.len() {
            let lost = lines.len() - self.entries.len();
            self.warn(format!("{}: {lost} damaged entries are left out", shown(&self.place)));
        }
        for (i, entry) in self.entries.iter().enumerate() {
            self.by_path.extend(entry.marks.iter().map(|m| (m.path.clone(), i)));
        }
    }

    /// Finds out which entries still hold.
    fn compare(&mut self, files: &[Found], verify: bool) {
        let found: BTreeMap<&str, &Found> = files.iter().map(|f| (&*f.shown, f)).collect();
        let stamps = &self.stamps;
        let holds = |mark: &Mark| {
            let Some(file) = found.get(&*mark.path).filter(|f| f.named == mark.named) else { return false };
            stamps.get(&mark.path) == Some(&mark.stamp)
                && (!verify || mark.seen.digest.is_some() && stamp::digest(&file.path).ok() == mark.seen.digest)
        };
        self.entries.par_iter_mut().for_each(|e| e.current = e.marks.iter().all(holds));
    }

    /// What is known of the files that have not changed, for the plan.
    pub fn seen(&self) -> BTreeMap<String, Seen> {
        let marks = self.entries.iter().filter(|e| e.current).flat_map(|e| &e.marks);
        marks.map(|m| (m.path.clone(), m.seen.clone())).collect()
    }

    /// What was found in these files, where none of them has changed.
    pub fn recall(&self, unit: &Unit, mapper: &Mapper) -> Option<Partial> {
        let at = *self.by_path.get(&unit.files.first()?.shown)?;
        let entry = self.entries.get(at).filter(|e| e.current)?;
        let same = entry.marks.len() == unit.files.len() && entry.marks.iter().zip(&unit.files).all(|(m, f)| m.path == f.shown);
        let parsed: Parsed = serde_json::from_str(payload(&entry.line)).ok().filter(|_| same)?;
        match serde_json::from_str::<Rows>(parsed.rows?.get()) {
            Ok(Rows { files, sessions, claims }) => {
                self.recalled.fetch_add(unit.files.len() as u64, std::sync::atomic::Ordering::Relaxed);
                Some(Partial { made: mapper.made.clone(), files, sessions, claims })
            }
            Err(_) => {
                self.warn(format!("{}: an entry of another form is left out", shown(&self.place)));
                None
            }
        }
    }

    /// Keeps what was found, unless something failed or a file changed meanwhile.
    pub fn keep(&self, unit: &Unit, found: &Partial, seen: &BTreeMap<String, Seen>) {
        if found.files.iter().any(|f| f.outcome.is_failure()) {
            return;
        }
        let rows = Rows { files: found.files.clone(), sessions: found.sessions.clone(), claims: found.claims.clone() };
        self.add(&unit.files.iter().collect::<Vec<_>>(), Some(&rows), seen);
    }

    fn add(&self, files: &[&Found], rows: Option<&Rows>, seen: &BTreeMap<String, Seen>) {
        let Some(marks) = files.iter().map(|f| self.mark(f, seen)).collect::<Option<Vec<Mark>>>() else { return };
        let Ok(json) = serde_json::to_string(&Made { files: &marks, rows }) else { return };
        let paths = marks.into_iter().map(|m| m.path).collect();
        let line = format!("{} {json}", checksum(&json));
        self.fresh.lock().unwrap_or_else(PoisonError::into_inner).push((paths, line));
    }

    /// A file as it was before it was read, where it still is so and a change would be seen.
    fn mark(&self, file: &Found, seen: &BTreeMap<String, Seen>) -> Option<Mark> {
        let before = self.stamps.get(&file.shown)?;
        let mut seen = seen.get(&file.shown).cloned().unwrap_or_default();
        if seen.digest.is_none() {
            seen.digest = Some(stamp::digest(&file.path).ok()?);
        }
        let after = stamp::of(&file.path).ok()?;
        let sure = after == *before && after.bytes == file.bytes && after.settled();
        sure.then(|| Mark { path: file.shown.clone(), named: file.named, stamp: after, seen })
    }

    /// Writes what is known now, in one step; nothing of what is gone or has changed is left.
    pub fn save(self, plan: &Plan, seen: &BTreeMap<String, Seen>) -> anyhow::Result<()> {
        for (file, why) in &plan.unfit {
            let known = self.by_path.get(&file.shown).and_then(|i| self.entries.get(*i));
            if !matches!(why, Unfit::Unreadable(_)) && !known.is_some_and(|e| e.current && e.marks.len() == 1) {
                self.add(&[file], None, seen);
            }
        }
        let fresh = self.fresh.into_inner().unwrap_or_else(PoisonError::into_inner);
        let renewed: BTreeSet<&str> = fresh.iter().flat_map(|(paths, _)| paths).map(String::as_str).collect();
        let known = self.entries.iter().filter(|e| e.current && !e.marks.iter().any(|m| renewed.contains(&*m.path)));
        let mut lines: Vec<&str> = known.map(|e| &*e.line).chain(fresh.iter().map(|(_, line)| &**line)).collect();
        lines.sort_unstable();
        let mut out = self.out.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut write = || {
            let mut buffer = std::io::BufWriter::new(&mut out);
            writeln!(buffer, "{}", self.header)?;
            lines.iter().try_for_each(|line| writeln!(buffer, "{line}"))?;
            buffer.flush()
        };
        let failed =
            |e: std::io::Error| anyhow::anyhow!("{}: the cache cannot be written: {}", shown(&self.place), plain_error(&e));
        write().map_err(failed)?;
        out.persist(&self.place).map_err(|e| failed(e.error))?;
        Ok(())
    }

    /// Files that were not read again.
    pub fn recalled(&self) -> u64 {
        self.recalled.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// What was wrong with the cache.
    pub fn warnings(&self) -> Vec<String> {
        let mut out = std::mem::take(&mut *self.warnings.lock().unwrap_or_else(PoisonError::into_inner));
        out.dedup();
        out
    }

    fn warn(&self, text: String) {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).push(text);
    }
}

/// Reads an entry; nothing where it is damaged.
fn entry(line: &str) -> Option<Entry> {
    let json = payload(line);
    let whole = line.len() > json.len() && line.get(..line.len() - json.len() - 1) == Some(&checksum(json));
    let parsed: Parsed = serde_json::from_str(json).ok().filter(|_| whole)?;
    Some(Entry { marks: parsed.files, line: line.to_owned(), current: false })
}

/// What stands behind the checksum of a line.
fn payload(line: &str) -> &str {
    line.split_once(' ').map_or("", |(_, json)| json)
}

fn checksum(json: &str) -> String {
    hex(&Sha256::digest(json)[..16])
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
