//! From a merged partial to the rows that count: copies of records dropped, filters applied, accepted findings set apart.

use super::accept::{Accepted, Entry};
use super::partial::{Made, Partial, Row, SessionRow};
use super::report::Selection;
use super::rows::{FileRow, Outcome};
use crate::claim::ClaimType;
use crate::verdict::Reason;
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

/// Which claims count.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Not before this time.
    pub since: Option<Timestamp>,
    /// Before this time.
    pub until: Option<Timestamp>,
    /// The project contains one of these.
    pub projects: Vec<String>,
    /// The model contains one of these.
    pub models: Vec<String>,
    /// Reasons whose claims are left out.
    pub ignored_reasons: Vec<Reason>,
    /// Types that are switched off.
    pub types_off: Vec<ClaimType>,
    /// What became of a claim, for which it is left out (`repeats`, `later_backed`, `retracted`).
    pub fates_off: Vec<String>,
}

/// A partial brought to its final form.
#[derive(Debug, Clone)]
pub struct Settled {
    /// What it was made with.
    pub made: Made,
    /// The filters.
    pub selection: Selection,
    /// Every file.
    pub files: Vec<FileRow>,
    /// Sessions that count, main sessions and subagents' files.
    pub sessions: Vec<SessionRow>,
    /// Claims that count, by path and position.
    pub rows: Vec<Row>,
    /// Unsupported claims that somebody accepted, each with its entry in the accept file.
    pub accepted: Vec<(Row, Entry)>,
    /// Claims of copied records: counted where the record first stands.
    pub copied_claims: u64,
    /// Claims that the filter left out.
    pub filtered_claims: u64,
    /// Entries of the accept file that are past their date.
    pub expired: Vec<String>,
    /// Entries of the accept file that no claim has the fingerprint of.
    pub unused: Vec<String>,
}

/// Settles a merged partial.
pub fn settle(partial: Partial, filter: &Filter, accepted: &Accepted) -> Settled {
    let Partial { made, files, mut sessions, mut claims } = partial;
    let files = one_of_identical(files.into_iter().collect(), &mut sessions, &mut claims);
    let all = claims.len();
    let mut rows = originals(claims);
    let copied_claims = (all - rows.len()) as u64;
    fingerprint(&mut rows);
    let unused = unused(accepted, &rows);
    let before = rows.len();
    rows.retain(|r| filter.keeps(r));
    let filtered_claims = (before - rows.len()) as u64;
    let entry = |r: &Row| accepted.entry(&r.claim.fingerprint).filter(|_| r.claim.verdict.is_unsupported());
    let (accepted_rows, rows): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|r| entry(r).is_some());
    let with_entry = |r: Row| entry(&r).cloned().map(|e| (r, e));
    let with_claims: BTreeSet<&str> = rows.iter().map(Row::session_key).collect();
    let sessions = sessions.into_iter().filter(|s| filter.keeps_session(s, &with_claims)).collect();
    Settled {
        made,
        selection: filter.selection(),
        files,
        sessions,
        accepted: accepted_rows.into_iter().filter_map(with_entry).collect(),
        rows,
        copied_claims,
        filtered_claims,
        expired: accepted.expired.clone(),
        unused,
    }
}

/// Accepted fingerprints that no claim has.
fn unused(accepted: &Accepted, rows: &[Row]) -> Vec<String> {
    let there: BTreeSet<&str> = rows.iter().map(|r| r.claim.fingerprint.as_str()).collect();
    accepted.fingerprints().filter(|f| !there.contains(f)).map(str::to_owned).collect()
}

/// A record that stands in several files (a session resumed or forked into a new file copies its past) counts once, where it
/// is oldest: in the file that began first, ties by path.
fn originals(claims: BTreeSet<Row>) -> Vec<Row> {
    type Identity = (u64, u32, ClaimType, String);
    let identity = |r: &Row| -> Identity { (r.key, r.at, r.claim.ty, r.claim.quote.clone()) };
    let age = |r: &Row| (r.began.is_none(), r.began.clone(), r.claim.path.clone());
    let mut oldest: BTreeMap<Identity, (bool, Option<String>, String)> = BTreeMap::new();
    for row in claims.iter().filter(|r| r.key != 0) {
        let age = age(row);
        oldest.entry(identity(row)).and_modify(|o| *o = age.clone().min(o.clone())).or_insert(age);
    }
    let is_original = |r: &Row| r.key == 0 || oldest.get(&identity(r)).is_none_or(|o| o.2 == r.claim.path);
    claims.into_iter().filter(is_original).collect()
}

/// Of identical files the first by path counts. The plan of one machine finds them before it reads them; those of several
/// machines show here.
fn one_of_identical(mut files: Vec<FileRow>, sessions: &mut BTreeSet<SessionRow>, claims: &mut BTreeSet<Row>) -> Vec<FileRow> {
    let mut first: BTreeMap<String, String> = BTreeMap::new();
    let mut dropped: BTreeSet<String> = BTreeSet::new();
    for file in &mut files {
        let Some(digest) = file.sha256.take().filter(|_| file.outcome == Outcome::Audited) else { continue };
        match first.get(&digest) {
            None => drop(first.insert(digest, file.path.clone())),
            Some(same) => {
                dropped.insert(file.path.clone());
                *file = FileRow { bytes: file.bytes, ..FileRow::unread(&file.path, Outcome::IdenticalFile, same.as_str()) };
            }
        }
    }
    if !dropped.is_empty() {
        sessions.retain(|s| !dropped.contains(&s.path));
        claims.retain(|r| !dropped.contains(&r.claim.path));
    }
    // A shard may have taken for the first one that another shard has an earlier one of.
    let named: BTreeMap<String, (Outcome, String, u64)> =
        files.iter().map(|f| (f.path.clone(), (f.outcome, f.detail.clone(), f.records))).collect();
    for file in files.iter_mut().filter(|f| f.outcome == Outcome::IdenticalFile) {
        if let Some((Outcome::IdenticalFile, earlier, _)) = named.get(&file.detail) {
            file.detail = earlier.clone();
        }
        file.copied_records = named.get(&file.detail).map_or(0, |n| n.2);
    }
    files
}

/// Names each claim by what it says and in which session, not by where it stands, so that the name survives moved lines. Equal
/// claims of a session are told apart by their order.
fn fingerprint(rows: &mut [Row]) {
    let mut seen: BTreeMap<(String, ClaimType, String), u32> = BTreeMap::new();
    for row in rows {
        let words = row.claim.quote.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let session = row.claim.session.clone().unwrap_or_else(|| file_name(&row.claim.path).to_owned());
        let nth = seen.entry((session.clone(), row.claim.ty, words.clone())).or_default();
        *nth += 1;
        let target = row.claim.target.as_deref().unwrap_or_default();
        let text = [session.as_str(), row.claim.ty.name(), target, &words, &nth.to_string()].join("\0");
        row.claim.fingerprint = Sha256::digest(text).iter().take(8).map(|b| format!("{b:02x}")).collect();
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

impl Filter {
    /// For the report.
    fn selection(&self) -> Selection {
        Selection {
            since: self.since.map(|t| t.to_string()),
            until: self.until.map(|t| t.to_string()),
            projects: self.projects.clone(),
            models: self.models.clone(),
            ignored_types: self.types_off.iter().map(|t| t.name().to_owned()).collect(),
            ignored_reasons: self.ignored_reasons.iter().map(|r| r.name().to_owned()).collect(),
            ignored_fates: self.fates_off.clone(),
        }
    }

    fn keeps(&self, row: &Row) -> bool {
        let c = &row.claim;
        self.in_time(c.timestamp.as_deref())
            && contains_any(c.project.as_deref(), &self.projects)
            && contains_any(c.model.as_deref(), &self.models)
            && !self.ignored_reasons.contains(&c.reason)
            && !self.types_off.contains(&c.ty)
            && !self.fates_off.contains(&c.fate)
    }

    /// A session without claims that count still counts as a session, unless it is certain that it is not asked for.
    fn keeps_session(&self, session: &SessionRow, with_claims: &BTreeSet<&str>) -> bool {
        with_claims.contains(session.session.as_str())
            || (self.models.is_empty()
                && self.in_time(session.began.as_deref())
                && contains_any(session.project.as_deref(), &self.projects))
    }

    /// What has no time is left out where times are asked for.
    fn in_time(&self, time: Option<&str>) -> bool {
        if self.since.is_none() && self.until.is_none() {
            return true;
        }
        let time = time.and_then(|t| t.parse::<Timestamp>().ok());
        time.is_some_and(|t| self.since.is_none_or(|s| t >= s) && self.until.is_none_or(|u| t < u))
    }
}

fn contains_any(value: Option<&str>, wanted: &[String]) -> bool {
    wanted.is_empty() || value.is_some_and(|v| wanted.iter().any(|w| v.contains(w.as_str())))
}
