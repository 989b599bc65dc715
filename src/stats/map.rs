//! The map step: files of a unit to rows. Everything that can go wrong with a file becomes a row about that file.

use super::partial::{Made, Partial, Row, SessionRow, Shown};
use super::rows::{ClaimRow, FileRow, Outcome};
use crate::claim::ClaimType;
use crate::detector::{Detector, Input};
use crate::transcript::archive::{self, ExpandLimits};
use crate::transcript::{self, Action, Call, EventKind, Limits, ReadNotes, Session, SourceKind, detect};
use crate::verdict::Judged;
use crate::walk::plan::{Plan, Unfit, Unit};
use crate::walk::read::{self, Content};
use crate::walk::{Found, Why, plain_error};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Longest command line that a row keeps, in characters.
const COMMAND: usize = 200;

/// How files are read and judged.
pub struct Mapper<'a> {
    /// Judges.
    pub detector: &'a dyn Detector,
    /// What the files are, where a person says so.
    pub source: Option<SourceKind>,
    /// What the results are made with.
    pub made: Made,
    /// Types of claims that the settings switch off.
    pub types_off: &'a [ClaimType],
    /// Hash every file, so that the same file in another shard can be told.
    pub digests: bool,
    /// Bounds on what is read.
    pub limits: Limits,
}

impl Mapper<'_> {
    /// Rows about everything that a plan leaves out.
    pub fn left_out(&self, plan: &Plan) -> Partial {
        let mut out = Partial::empty(self.made.clone());
        out.files.extend(plan.refused.iter().map(|r| {
            let outcome = match r.why {
                Why::Unreadable => Outcome::Unreadable,
                Why::Special => Outcome::Special,
                Why::Link => Outcome::Link,
                Why::Loop => Outcome::LinkLoop,
            };
            FileRow::unread(&r.shown, outcome, r.detail.as_str())
        }));
        out.files.extend(plan.unfit.iter().map(|(file, why)| {
            let (outcome, detail) = match why {
                Unfit::Empty => (Outcome::Empty, ""),
                Unfit::Unknown => (Outcome::NotATranscript, ""),
                Unfit::Unreadable(e) => (Outcome::Unreadable, e.as_str()),
                Unfit::Identical(other) => (Outcome::IdenticalFile, other.as_str()),
            };
            FileRow { bytes: file.bytes, ..FileRow::unread(&file.shown, outcome, detail) }
        }));
        out
    }

    /// Reads and judges a unit.
    pub fn map(&self, unit: &Unit) -> Partial {
        let mut out = Partial::empty(self.made.clone());
        let several = unit.archive || unit.files.len() > 1;
        let mut sessions: BTreeMap<String, Vec<Open>> = BTreeMap::new();
        let mut take = |opened: Opened| match opened {
            Ok(open) => sessions.entry(open.session()).or_default().push(open),
            Err(row) => drop(out.files.insert(*row)),
        };
        for file in &unit.files {
            if unit.archive {
                self.expand(file, &mut take);
            } else {
                take(self.open(file, several));
            }
        }
        for (_, files) in sessions {
            let kept = without_copies(files, &mut out);
            self.judge_all(kept, &mut out);
        }
        out
    }

    fn open(&self, file: &Found, several: bool) -> Opened {
        let unreadable = |e| {
            let row = FileRow::unread(&file.shown, Outcome::Unreadable, plain_error(&e));
            Box::new(FileRow { bytes: file.bytes, ..row })
        };
        let long = if self.needs_bytes() { u64::MAX } else { STREAMED };
        if long < u64::MAX
            && file.bytes >= read::IN_PARTS
            && !self.digests
            && let Some((head, parts)) = read::open_parts(&file.path, self.limits.max_size).map_err(unreadable)?
            && let Some(kind) = self.streamed_kind(file, &head)
        {
            return self.stream(file, kind, parts, several);
        }
        match read::open_content(&file.path, long, self.limits.max_size, self.digests).map_err(unreadable)? {
            Content::Whole(bytes) => self.read(&file.shown, bytes, file.named, several),
            Content::Long(head, mut input) => {
                if let Some(kind) = self.streamed_kind(file, &head) {
                    return self.stream(file, kind, vec![input], several);
                }
                let mut bytes = head;
                bytes.clear();
                input.read_to_end(&mut bytes).map_err(unreadable)?;
                self.read(&file.shown, bytes, file.named, several)
            }
        }
    }

    /// What a file is that starts like this, where it can be read line by line.
    fn streamed_kind(&self, file: &Found, head: &[u8]) -> Option<SourceKind> {
        let kind = self.source.or_else(|| detect::detect_file(head, file.named));
        kind.filter(|k| transcript::streams(*k, head))
    }

    /// Only the detectors that sayso is measured against go by the raw lines.
    fn needs_bytes(&self) -> bool {
        self.detector.name() != "record"
    }

    /// Reads a long file through a window, so that it costs no more memory than what is kept of it.
    fn stream(&self, file: &Found, kind: SourceKind, mut parts: Vec<read::Counted>, several: bool) -> Opened {
        let row = |outcome, detail: String| FileRow { bytes: file.bytes, ..FileRow::unread(&file.shown, outcome, detail) };
        let sessions = catch_unwind(AssertUnwindSafe(|| transcript::read_parts(kind, &mut parts, &self.limits)))
            .map_err(|panic| Box::new(row(Outcome::Lost, crate::report::escape::panic_text(panic.as_ref()))))?
            .map_err(|e| Box::new(row(Outcome::Unreadable, plain_error(&e))))?;
        let sha256 = parts.first().and_then(|p| p.sha256()).map(|h| hex(&h));
        let (bytes, lines) = (parts.iter().map(|p| p.taken()).sum(), parts.iter().map(|p| p.lines()).sum());
        let row = FileRow { bytes, lines, sha256, ..row(Outcome::Audited, String::new()) };
        opened(row, kind, Vec::new(), sessions, several)
    }

    /// Reads the files of an archive. Their names are shown, never used as paths.
    fn expand(&self, file: &Found, take: &mut dyn FnMut(Opened)) {
        let raw = match read::raw(&file.path) {
            Ok(raw) => raw,
            Err(e) => return take(Err(Box::new(FileRow::unread(&file.shown, Outcome::Unreadable, plain_error(&e))))),
        };
        let whole = ExpandLimits::default();
        let limits =
            ExpandLimits { max_file: self.limits.max_size, max_total: whole.max_total.max(self.limits.max_size), ..whole };
        archive::expand(raw, &limits, &mut |member| {
            let name = if member.name.is_empty() { file.shown.clone() } else { format!("{}!{}", file.shown, member.name) };
            take(match member.content {
                Ok(bytes) => self.read(&name, bytes, false, true),
                Err(why) => Err(Box::new(FileRow::unread(&name, Outcome::Unreadable, why.to_string()))),
            });
        });
    }

    fn read(&self, name: &str, bytes: Vec<u8>, named: bool, several: bool) -> Opened {
        let row = |outcome, detail: String| FileRow { bytes: bytes.len() as u64, ..FileRow::unread(name, outcome, detail) };
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(Box::new(row(Outcome::Empty, String::new())));
        }
        let kind = self.source.or_else(|| detect::detect_file(&bytes[..bytes.len().min(read::HEAD)], named));
        let kind = kind.ok_or_else(|| Box::new(row(Outcome::NotATranscript, String::new())))?;
        let sessions = catch_unwind(AssertUnwindSafe(|| transcript::read_with(kind, &bytes, &self.limits)))
            .map_err(|panic| Box::new(row(Outcome::Lost, crate::report::escape::panic_text(panic.as_ref()))))?;
        let mut row = row(Outcome::Audited, String::new());
        row.lines = physical_lines(&bytes);
        row.sha256 = self.digests.then(|| hex(&Sha256::digest(&bytes)));
        let bytes = if self.needs_bytes() { bytes } else { Vec::new() };
        opened(row, kind, bytes, sessions, several)
    }

    /// Judges what is kept: subagents' sessions hang on the main session while it is judged, then stand for themselves.
    fn judge_all(&self, kept: Vec<Open>, out: &mut Partial) {
        let (mut children, mains): (Vec<Open>, Vec<Open>) = kept.into_iter().partition(Open::is_child);
        // The order of the record, not of the files' sizes.
        children.sort_by(|a, b| (began(&a.sessions), &a.row.path).cmp(&(began(&b.sessions), &b.row.path)));
        let (mut rows, mut sessions) = (Vec::new(), Vec::new());
        for child in children {
            rows.push((child.row, child.bytes));
            sessions.extend(child.sessions);
        }
        for mut main in mains {
            let spans: Vec<(u32, u32)> = Input::of_file(&main.bytes, &main.sessions).iter().map(|i| i.lines).collect();
            for (session, lines) in main.sessions.iter_mut().zip(spans) {
                session.children = std::mem::take(&mut sessions);
                self.judge(&Input { bytes: &main.bytes, session, lines }, &mut main.row, out);
                sessions = std::mem::take(&mut session.children);
            }
            out.files.insert(main.row);
        }
        for ((row, bytes), session) in rows.iter_mut().zip(&sessions) {
            self.judge(&Input { bytes, session, lines: (1, u32::MAX) }, row, out);
        }
        out.files.extend(rows.into_iter().map(|(row, _)| row));
    }

    fn judge(&self, input: &Input, row: &mut FileRow, out: &mut Partial) {
        let session = input.session;
        match catch_unwind(AssertUnwindSafe(|| self.detector.judge_input(input))) {
            Ok(judged) => {
                let began = began([session]);
                let counted = judged.iter().filter(|j| !self.types_off.contains(&j.claim.ty));
                out.claims.extend(counted.filter_map(|j| claim_row(&row.path, session, &began, j)));
                out.sessions.insert(session_row(&row.path, session, began));
            }
            Err(panic) => {
                row.outcome = Outcome::Lost;
                row.detail = crate::report::escape::panic_text(panic.as_ref());
            }
        }
    }
}

/// Files from this size on are read through a window: it stays in the cache, and a long file would fill the memory.
const STREAMED: u64 = 256 << 10;

/// A file with its sessions; the row alone where they are copies.
fn opened(mut row: FileRow, kind: SourceKind, bytes: Vec<u8>, sessions: Vec<Session>, several: bool) -> Opened {
    row.source = Some(kind);
    row.sessions = sessions.len() as u32;
    sessions.iter().for_each(|s| add_notes(&mut row, &s.notes));
    if !sessions.is_empty() && sessions.iter().all(|s| s.meta.is_copy) {
        return Err(Box::new(FileRow { outcome: Outcome::ReviewCopy, ..row }));
    }
    let records = if several { records(&sessions) } else { BTreeSet::new() };
    Ok(Open { row, bytes, sessions, records })
}

/// A file that was read, or the row about why not.
type Opened = Result<Open, Box<FileRow>>;

/// A file that was read.
struct Open {
    row: FileRow,
    bytes: Vec<u8>,
    sessions: Vec<Session>,
    /// Identities of its records.
    records: BTreeSet<u64>,
}

/// Of files of one session those that hold nothing of their own are dropped: shorter copies and checkpoints.
fn without_copies(mut files: Vec<Open>, out: &mut Partial) -> Vec<Open> {
    files.sort_by(|a, b| b.row.bytes.cmp(&a.row.bytes).then_with(|| a.row.path.cmp(&b.row.path)));
    let mut kept: Vec<Open> = Vec::new();
    for mut open in files {
        match open.copy_of(&kept) {
            Some(longer) => {
                let copied_records = open.row.records;
                out.files.insert(FileRow { outcome: Outcome::SessionCopy, detail: longer, copied_records, ..open.row });
            }
            None => {
                open.row.copied_records = open.shared_with(&kept);
                kept.push(open);
            }
        }
    }
    kept
}

impl Open {
    /// The session that it belongs to; itself where it names none, or holds several.
    fn session(&self) -> String {
        match self.sessions.as_slice() {
            [one] => one.meta.session_id.clone().unwrap_or_else(|| self.row.path.clone()),
            _ => self.row.path.clone(),
        }
    }

    /// The file of a subagent.
    fn is_child(&self) -> bool {
        matches!(self.sessions.as_slice(), [one] if one.meta.agent_id.is_some())
    }

    fn agent(&self) -> Option<&str> {
        self.sessions.first().and_then(|s| s.meta.agent_id.as_deref())
    }

    /// The longer file that holds every record of this one.
    fn copy_of(&self, longer: &[Open]) -> Option<String> {
        let holds = |o: &&Open| o.agent() == self.agent() && !self.records.is_empty() && self.records.is_subset(&o.records);
        longer.iter().find(holds).map(|o| o.row.path.clone())
    }

    /// How many of its records stand in other files of the session.
    fn shared_with(&self, others: &[Open]) -> u64 {
        self.records.iter().filter(|r| others.iter().any(|o| o.records.contains(r))).count() as u64
    }
}

/// Identities of all records: the source's own and what was said with them, else a hash of what agents said and did. Ids alone
/// do not make a copy: another program may count its records from one in each file.
fn records(sessions: &[Session]) -> BTreeSet<u64> {
    let mut own: BTreeSet<u64> = sessions.iter().flat_map(|s| &s.meta.record_keys).copied().collect();
    if !own.is_empty() {
        let said = sessions.iter().flat_map(|s| &s.events).filter_map(|e| match &e.kind {
            EventKind::Say(say) => Some(short_hash(say.text.as_bytes())),
            EventKind::Call(call) => Some(short_hash(format!("{:?}", call.action).as_bytes())),
            EventKind::Result(result) => Some(short_hash(result.text.as_bytes())),
            _ => None,
        });
        // Each with what stood before it: the same words in another order are another session.
        let mut before = 0_u64;
        own.extend(said.map(|hash| std::mem::replace(&mut before, hash).rotate_left(1) ^ hash));
        return own;
    }
    let kinds = sessions.iter().flat_map(|s| &s.events).map(|e| format!("{:?} {:?}", e.time, e.kind));
    kinds.map(|text| short_hash(text.as_bytes())).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// The first eight bytes of a SHA-256.
fn short_hash(bytes: &[u8]) -> u64 {
    let digest = Sha256::digest(bytes);
    digest.iter().take(8).fold(0, |hash, byte| hash << 8 | u64::from(*byte))
}

fn add_notes(row: &mut FileRow, notes: &ReadNotes) {
    row.records += u64::from(notes.records);
    row.bad_lines += u64::from(notes.bad_line_count);
    row.first_bad_lines.extend(notes.bad_lines.iter().cloned());
    row.first_bad_lines.truncate(ReadNotes::MAX_KEPT);
    row.glued_lines += u64::from(notes.glued_lines);
    row.lossy_lines += u64::from(notes.lossy_lines);
    row.overlong_lines += u64::from(notes.overlong_lines);
    row.deep_lines += u64::from(notes.deep_lines);
    row.copied_records += u64::from(notes.duplicate_records);
    row.truncated_tail |= notes.truncated_tail;
}

/// Lines of the file, a last one without a line break included.
fn physical_lines(bytes: &[u8]) -> u64 {
    let breaks = memchr::memchr_iter(b'\n', bytes).count() as u64;
    breaks + u64::from(bytes.last().is_some_and(|b| *b != b'\n'))
}

/// Time of the first record that has one.
fn began<'a>(sessions: impl IntoIterator<Item = &'a Session>) -> Option<String> {
    sessions.into_iter().find_map(|s| s.events.iter().find_map(|e| e.time.as_deref().and_then(utc)))
}

/// A time of the source in UTC; none where it names no zone, since then nobody can tell.
fn utc(time: &str) -> Option<String> {
    time.parse::<jiff::Timestamp>().ok().map(|t| t.to_string())
}

fn session_row(path: &str, session: &Session, began: Option<String>) -> SessionRow {
    SessionRow {
        session: session.meta.session_id.clone().unwrap_or_else(|| path.to_owned()),
        path: path.to_owned(),
        began,
        project: session.meta.project.clone(),
        subagent: session.meta.agent_id.is_some(),
        messages: session.events.iter().filter(|e| matches!(e.kind, EventKind::Say(_))).count() as u64,
        calls: session.tool_calls() as u64,
    }
}

/// The head of the command line that a line of the file calls.
fn command(session: &Session, line: u32) -> Option<String> {
    let at = session.events.partition_point(|e| e.line < line);
    let here = session.events.get(at..)?.iter().take_while(|e| e.line == line);
    here.into_iter().find_map(|e| match &e.kind {
        EventKind::Call(Call { action: Action::Shell { command, .. }, .. }) => {
            Some(command.lines().next().unwrap_or_default().chars().take(COMMAND).collect())
        }
        _ => None,
    })
}

fn claim_row(path: &str, session: &Session, began: &Option<String>, judged: &Judged) -> Option<Row> {
    let event = session.events.get(judged.step)?;
    let EventKind::Say(say) = &event.kind else { return None };
    let speaker = session.agents.get(usize::from(event.agent)).map(|a| &a.id).filter(|id| !id.is_empty());
    let mut evidence = Vec::new();
    for line in judged.evidence.iter().flat_map(|e| [Some(e.call_line), e.result_line]).flatten() {
        if !evidence.contains(&line) {
            evidence.push(line);
        }
    }
    let claim = ClaimRow {
        path: path.to_owned(),
        source: session.source,
        session: session.meta.session_id.clone(),
        project: session.meta.project.clone(),
        model: say.model.as_deref().map(str::to_owned),
        agent_version: session.meta.agent_version.clone(),
        timestamp: event.time.as_deref().and_then(utc),
        subagent: session.meta.agent_id.as_ref().or(speaker).cloned(),
        line: judged.line,
        step: judged.step as u32,
        ty: judged.claim.ty,
        target: judged.claim.target.clone(),
        quote: judged.claim.quote.clone(),
        verdict: judged.verdict(),
        reason: judged.reason,
        evidence,
        explanation: judged.explanation.clone(),
        fate: judged.fate.name().to_owned(),
        fingerprint: String::new(),
    };
    let shown = judged.evidence.iter().map(|e| Shown {
        tool: e.tool.clone(),
        call: e.call_line,
        result: e.result_line,
        excerpt: e.excerpt.clone(),
        command: command(session, e.call_line),
    });
    Some(Row { claim, key: event.key, at: judged.claim.span.0 as u32, began: began.clone(), shown: shown.collect() })
}
