//! The plan of a run: which files are read together, largest first, and which are left out before any is parsed.
//!
//! Files of one session (the main one, its copies, its subagents) make one unit, since they are judged together. A unit is
//! never split, so that every division of the units among threads or machines gives the same result.

use super::read::{self, HEAD};
use super::{Found, Listing, Refused, stamp};
use crate::transcript::{self, SourceKind, detect};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Files that are read and judged together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// The files, sorted by path.
    pub files: Vec<Found>,
    /// They are archives of files.
    pub archive: bool,
}

impl Unit {
    /// Bytes of all files.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|f| f.bytes).sum()
    }
}

/// Why a listed file is not read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unfit {
    /// Nothing but blanks.
    Empty,
    /// Not a transcript of any known source.
    Unknown,
    /// It could not be read; what the system said.
    Unreadable(String),
    /// The same bytes as another file, which is read instead.
    Identical(String),
}

/// What will be read, and what not.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// The work, largest unit first, ties by path.
    pub units: Vec<Unit>,
    /// Files that are not read.
    pub unfit: Vec<(Found, Unfit)>,
    /// Paths that the walk did not open.
    pub refused: Vec<Refused>,
}

/// Plans a listing. `source` says what the files are where a person does; else the content tells.
pub fn plan(listing: Listing, source: Option<SourceKind>) -> Plan {
    plan_knowing(listing, source, None)
}

/// Plans a listing of which something is known from an earlier run, and notes what it finds out.
pub fn plan_knowing(listing: Listing, source: Option<SourceKind>, mut known: Option<&mut BTreeMap<String, Seen>>) -> Plan {
    let Listing { files, refused } = listing;
    let mut plan = Plan { refused, ..Plan::default() };
    let files = without_identical(files, &mut plan.unfit, known.as_deref_mut());
    // One file is its own unit; looking at its head twice would only cost time, where nobody wants to know.
    let alone = files.len() == 1 && known.is_none();
    let told = known.as_deref();
    let recalled = |f: &Found| told.and_then(|k| k.get(&f.shown)?.look.clone());
    let looks = each(&files, |f| recalled(f).unwrap_or_else(|| look(f, source, alone)));
    if let Some(known) = known {
        for (file, look) in files.iter().zip(&looks) {
            known.entry(file.shown.clone()).or_default().look = Some(look.clone());
        }
    }
    let mut sessions: BTreeMap<(SourceKind, String), Vec<Found>> = BTreeMap::new();
    for (file, look) in files.into_iter().zip(looks) {
        match look {
            Look::Unfit(why) => plan.unfit.push((file, why)),
            Look::Session(kind, id) => sessions.entry((kind, id)).or_default().push(file),
            Look::Alone => plan.units.push(Unit { files: vec![file], archive: false }),
            Look::Archive => plan.units.push(Unit { files: vec![file], archive: true }),
        }
    }
    plan.units.extend(sessions.into_values().map(|files| Unit { files, archive: false }));
    plan.units.sort_by(|a, b| b.bytes().cmp(&a.bytes()).then_with(|| a.files.cmp(&b.files)));
    plan.unfit.sort_by(|a, b| a.0.cmp(&b.0));
    plan
}

/// Asks of each file; of a few, without starting threads for it.
fn each<T: Send>(files: &[Found], ask: impl Fn(&Found) -> T + Send + Sync) -> Vec<T> {
    if files.len() < 4 { files.iter().map(ask).collect() } else { files.par_iter().map(ask).collect() }
}

/// What is known of a file without reading all of it anew.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    look: Option<Look>,
    /// SHA-256 of the file as it is on the disk.
    pub digest: Option<[u8; 32]>,
}

/// What the head of a file says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Look {
    Unfit(Unfit),
    Session(SourceKind, String),
    Alone,
    Archive,
}

fn look(file: &Found, source: Option<SourceKind>, alone: bool) -> Look {
    let head = match read::head(&file.path, HEAD) {
        Ok(h) => h,
        Err(e) => return Look::Unfit(Unfit::Unreadable(super::plain_error(&e))),
    };
    if head.iter().all(u8::is_ascii_whitespace) {
        return if file.bytes > HEAD as u64 { Look::Unfit(Unfit::Unknown) } else { Look::Unfit(Unfit::Empty) };
    }
    if read::is_archive(&head) {
        return Look::Archive;
    }
    let Some(kind) = source.or_else(|| detect::detect_file(&head, file.named)) else {
        return Look::Unfit(Unfit::Unknown);
    };
    if alone || kind.lines_are_physical() {
        return Look::Alone;
    }
    match session_id(kind, &head).or_else(|| longer_head(file, &head).and_then(|h| session_id(kind, &h))) {
        Some(id) => Look::Session(kind, id),
        None => Look::Alone,
    }
}

/// The head again, sixteen times as long: the first records can hold a long prompt.
fn longer_head(file: &Found, head: &[u8]) -> Option<Vec<u8>> {
    (head.len() == HEAD).then(|| read::head(&file.path, 16 * HEAD).ok())?
}

/// The session that the whole records of a head belong to, where they belong to one.
fn session_id(kind: SourceKind, head: &[u8]) -> Option<String> {
    let whole = memchr::memrchr(b'\n', head).map_or(head, |end| &head[..end]);
    // The first lines carry the id as a rule; parsing all of the head for it would be a waste.
    let few = memchr::memchr_iter(b'\n', whole).nth(11).map_or(whole, |end| &whole[..end]);
    [few, whole].iter().find_map(|part| {
        let sessions = std::panic::catch_unwind(|| transcript::read(kind, part)).ok()?;
        match sessions.as_slice() {
            [one] => one.meta.session_id.clone(),
            _ => None,
        }
    })
}

/// Of files with the same bytes only the first by path is kept. Only files of equal size are hashed.
fn without_identical(
    files: Vec<Found>,
    unfit: &mut Vec<(Found, Unfit)>,
    mut known: Option<&mut BTreeMap<String, Seen>>,
) -> Vec<Found> {
    let mut sizes: BTreeMap<u64, u32> = BTreeMap::new();
    for f in &files {
        *sizes.entry(f.bytes).or_default() += 1;
    }
    let told = known.as_deref();
    let digest = |f: &Found| told.and_then(|k| k.get(&f.shown)?.digest).or_else(|| stamp::digest(&f.path).ok());
    let digests = each(&files, |f| if f.bytes > 0 && sizes[&f.bytes] > 1 { digest(f) } else { None });
    let mut first: BTreeMap<[u8; 32], String> = BTreeMap::new();
    let mut kept = Vec::with_capacity(files.len());
    for (file, digest) in files.into_iter().zip(digests) {
        if let (Some(known), Some(_)) = (known.as_deref_mut(), digest) {
            known.entry(file.shown.clone()).or_default().digest = digest;
        }
        match digest.and_then(|d| first.get(&d).cloned().or_else(|| first.insert(d, file.shown.clone()).and(None))) {
            Some(same) => unfit.push((file, Unfit::Identical(same))),
            None => kept.push(file),
        }
    }
    kept
}
