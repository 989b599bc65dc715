//! The session in its own shape: strings are edited where they stand, everything else stays byte for byte.

use super::fields::{self, Action};
use crate::redact::edit::{self, Edit};
use crate::redact::finding::{Class, Finding, Reach};
use crate::redact::known::Gathered;
use crate::redact::{Profile, Redactor, examine, json, view};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

/// What is dropped whatever it says.
#[derive(Debug, Clone)]
pub struct Dropped {
    /// Bytes of the file.
    pub at: Range<usize>,
    /// What comes instead.
    pub with: String,
    /// Why, for the report.
    pub what: &'static str,
}

/// What was learnt from a file before anything is written.
#[derive(Default)]
pub struct Learnt {
    /// Values to be looked for in the whole export.
    pub gathered: Gathered,
    /// Findings, in bytes of the file.
    pub findings: Vec<Finding>,
    /// Fields that are emptied.
    pub dropped: Vec<Dropped>,
}

/// How a file is cut into records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One JSON document a line.
    Lines,
    /// One JSON document.
    Document,
    /// Text.
    Text,
}

/// The shape of a file, from its bytes alone.
pub fn shape(bytes: &[u8]) -> Shape {
    let body = bytes.trim_ascii_start();
    let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    if !matches!(body.first(), Some(b'{' | b'[')) {
        return Shape::Text;
    }
    let objects = body
        .split(|b| *b == b'\n')
        .take(20)
        .filter(|l| l.trim_ascii_start().starts_with(b"{") && json::strings(l, |_, _| ()))
        .count();
    if objects > 0 {
        Shape::Lines
    } else if json::strings(body, |_, _| ()) {
        Shape::Document
    } else {
        Shape::Text
    }
}

/// Options that decide what is dropped.
#[derive(Debug, Clone, Copy)]
pub struct Policy {
    /// Profile.
    pub profile: Profile,
    /// Keep pictures.
    pub keep_images: bool,
}

/// Byte ranges of the records of a file.
fn records(bytes: &[u8], shape: Shape) -> Vec<Range<usize>> {
    if shape != Shape::Lines {
        return std::iter::once(0..bytes.len()).collect();
    }
    let mut out = Vec::new();
    let mut at = 0;
    for end in memchr::memchr_iter(b'\n', bytes).chain([bytes.len()]) {
        out.push(at..end);
        at = end + 1;
    }
    out
}

/// Finds everything in a file.
pub fn learn(bytes: &[u8], policy: Policy) -> Learnt {
    let shape = shape(bytes);
    let mut learnt = Learnt::default();
    let mut streams: BTreeMap<Vec<u8>, Vec<(usize, usize)>> = BTreeMap::new();
    for r in records(bytes, shape) {
        let record = &bytes[r.clone()];
        if shape == Shape::Text || !structured(record, r.start, policy, &mut learnt, &mut streams) {
            text(record, r.start, policy.profile, &mut learnt);
        }
    }
    for pieces in streams.into_values().filter(|p| p.len() > 1) {
        stream(bytes, &pieces, policy.profile, &mut learnt);
    }
    learnt
}

/// Looks at every string of a record; false where it is no JSON.
fn structured(
    record: &[u8],
    base: usize,
    policy: Policy,
    learnt: &mut Learnt,
    streams: &mut BTreeMap<Vec<u8>, Vec<(usize, usize)>>,
) -> bool {
    let mut strings = Vec::new();
    let mut id: &[u8] = b"";
    let mut pieces = Vec::new();
    let mut ty = None;
    let body = record.strip_prefix(b"\xef\xbb\xbf").unwrap_or(record);
    let base = base + record.len() - body.len();
    let good = json::strings(body, |path, s| {
        let last = path.last().copied().unwrap_or(b"");
        let act = if s.key { Action::Scan } else { fields::action(path) };
        if !s.key && matches!(last, b"call_id" | b"item_id" | b"parent_tool_use_id" | b"process_id") {
            id = &body[s.start..s.end];
        }
        if path == [b"type"] && !s.key {
            ty = Some(&body[s.start..s.end]);
        }
        let piece = !s.key
            && (matches!(last, b"chunk" | b"delta" | b"partial_json") || path.iter().any(|p| *p == b"delta") && last != b"type");
        if piece {
            pieces.push((path.concat(), base + s.start, base + s.end));
        }
        strings.push((s, act, (!s.key).then_some(last)));
    });
    if !good {
        return false;
    }
    for (path, start, end) in pieces {
        streams.entry([id, b"\0", path.as_slice()].concat()).or_default().push((start, end));
    }
    let mut seen = Vec::new();
    let unknown = policy.profile == Profile::Strict && !fields::known_type(ty);
    for (s, act, name) in strings {
        let at = base + s.start..base + s.end;
        let raw = &body[s.start..s.end];
        let strict = policy.profile == Profile::Strict;
        match act {
            Action::Scan | Action::Private if unknown && !s.key => {
                if !raw.is_empty() {
                    learnt.dropped.push(Dropped { at, with: String::new(), what: "unknown-record" });
                }
            }
            Action::Keep => keep_id(raw, name, &mut learnt.gathered),
            Action::Opaque if !raw.is_empty() => learnt.dropped.push(Dropped { at, with: String::new(), what: "opaque" }),
            Action::Image if !policy.keep_images || strict => {
                if let Some(with) = fields::pixel(raw) {
                    learnt.dropped.push(Dropped { at, with, what: "image" });
                } else {
                    string(raw, at.start, name, policy.profile, learnt, &mut seen);
                }
            }
            Action::Private if strict && !raw.is_empty() => {
                learnt.dropped.push(Dropped { at, with: String::new(), what: "private" })
            }
            Action::Scan | Action::Private => string(raw, at.start, name, policy.profile, learnt, &mut seen),
            Action::Opaque | Action::Image => {}
        }
    }
    true
}

/// Remembers the ids of sessions and agents: texts call them tokens at times.
fn keep_id(raw: &[u8], name: Option<&[u8]>, gathered: &mut Gathered) {
    if matches!(name, Some(b"sessionId" | b"session_id" | b"id" | b"agentId" | b"promptId" | b"leafUuid"))
        && raw.len() >= 16
        && let Ok(id) = std::str::from_utf8(raw)
    {
        gathered.id(id);
    }
}

/// Strings of a record that were searched, with what was found, in bytes of the string.
type Seen<'r> = Vec<(&'r [u8], Vec<Finding>)>;

/// Shortest string that is remembered within its record; hosts record outputs twice.
const REMEMBERED: usize = 128;

/// Looks at a JSON string in its escaped form.
fn string<'r>(raw: &'r [u8], base: usize, name: Option<&[u8]>, profile: Profile, learnt: &mut Learnt, seen: &mut Seen<'r>) {
    let moved = |f: &Finding| Finding { start: base + f.start, end: base + f.end, ..f.clone() };
    if let Some((_, found)) = seen.iter().find(|(r, _)| *r == raw) {
        learnt.findings.extend(found.iter().map(moved));
    } else {
        let found = search(raw, profile, &mut learnt.gathered);
        learnt.findings.extend(found.iter().map(moved));
        if raw.len() >= REMEMBERED {
            seen.push((raw, found));
        }
    }
    let named =
        name.and_then(|n| Finding::named(std::str::from_utf8(n).ok()?, &view::unescape_once(std::str::from_utf8(raw).ok()?)));
    if let Some(f) = named {
        if f.reach == Reach::Everywhere {
            learnt.gathered.add(f.class, &f.value, f.rule);
        }
        learnt.findings.push(Finding { start: base, end: base + raw.len(), ..f });
    }
}

/// What a JSON string holds, in bytes of its escaped form.
fn search(raw: &[u8], profile: Profile, gathered: &mut Gathered) -> Vec<Finding> {
    let mut out = Vec::new();
    let mut at = 0;
    for chunk in raw.utf8_chunks() {
        let source = chunk.valid();
        let view = view::unescape(source);
        let found = examine(profile, view.as_ref().map_or(source, |v| v.text.as_str()));
        gathered.merge(found.gathered);
        for f in found.findings {
            let (start, end) = view.as_ref().map_or((f.start, f.end), |v| v.back(f.start, f.end));
            out.push(Finding { start: at + start, end: at + end, ..f });
        }
        at += source.len() + chunk.invalid().len();
    }
    out
}

/// What is still found in bytes that were redacted, with the bytes that were searched: strings that stand in the original as they
/// are were searched before, and are left out.
pub fn learn_again<'a>(before: &[u8], after: &'a [u8], policy: Policy) -> (Learnt, Cow<'a, [u8]>) {
    if shape(before) != Shape::Lines {
        return (learn(after, policy), Cow::Borrowed(after));
    }
    let (a, b) = (records(before, Shape::Lines), records(after, Shape::Lines));
    let mut changed = Vec::new();
    for (x, y) in a.iter().zip(&b) {
        let (x, y) = (&before[x.clone()], &after[y.clone()]);
        if x != y {
            changed.extend_from_slice(&altered(x, y).unwrap_or_else(|| y.to_vec()));
        }
        changed.push(b'\n');
    }
    changed.pop();
    let learnt = if changed.iter().all(|b| *b == b'\n') { Learnt::default() } else { learn(&changed, policy) };
    (learnt, Cow::Owned(changed))
}

/// A record with those strings emptied that are the same in both.
fn altered(before: &[u8], after: &[u8]) -> Option<Vec<u8>> {
    let mut old = Vec::new();
    let mut new = Vec::new();
    (json::strings(before, |_, s| old.push(s)) && json::strings(after, |_, s| new.push(s)) && old.len() == new.len())
        .then_some(())?;
    let mut out = Vec::new();
    let mut at = 0;
    for (x, y) in old.iter().zip(&new) {
        let same = before[x.start..x.end] == after[y.start..y.end];
        if same && !y.key && y.end - y.start >= REMEMBERED {
            out.extend_from_slice(&after[at..y.start]);
            at = y.end;
        }
    }
    out.extend_from_slice(&after[at..]);
    Some(out)
}

/// Looks at text that is no JSON.
fn text(raw: &[u8], base: usize, profile: Profile, learnt: &mut Learnt) {
    let mut at = base;
    for chunk in raw.utf8_chunks() {
        let found = examine(profile, chunk.valid());
        learnt.gathered.merge(found.gathered);
        learnt.findings.extend(found.findings.into_iter().map(|f| Finding { start: at + f.start, end: at + f.end, ..f }));
        at += chunk.valid().len() + chunk.invalid().len();
    }
}

/// Looks over the seams of a text that was recorded in pieces.
fn stream(bytes: &[u8], pieces: &[(usize, usize)], profile: Profile, learnt: &mut Learnt) {
    let mut whole = String::new();
    let mut parts = Vec::new();
    for (start, end) in pieces {
        let Ok(source) = std::str::from_utf8(&bytes[*start..*end]) else { continue };
        let view = view::unescape(source);
        let from = whole.len();
        whole.push_str(view.as_ref().map_or(source, |v| v.text.as_str()));
        parts.push((from, whole.len(), *start, view));
    }
    let found = examine(profile, &whole);
    for f in found.findings {
        let touched: Vec<_> = parts.iter().filter(|(from, to, _, _)| f.start < *to && *from < f.end).collect();
        if touched.len() < 2 {
            continue;
        }
        if f.reach == Reach::Everywhere {
            learnt.gathered.add(f.class, &f.value, f.rule);
        }
        for (from, to, base, view) in touched {
            let (s, e) = (f.start.max(*from) - from, f.end.min(*to) - from);
            let (s, e) = view.as_ref().map_or((s, e), |v| v.back(s, e));
            learnt.findings.push(Finding { start: base + s, end: base + e, ..f.clone() });
        }
    }
}

/// What was done to a file.
#[derive(Debug, Default)]
pub struct Done {
    /// Replacements by class and rule.
    pub edits: BTreeMap<(Class, &'static str), u64>,
    /// Dropped fields by kind.
    pub dropped: BTreeMap<&'static str, u64>,
}

/// Writes a file with everything replaced. Lines without a finding are copied byte for byte.
pub fn write(bytes: &[u8], learnt: &Learnt, redactor: &Redactor) -> (Vec<u8>, Done) {
    let shape = shape(bytes);
    let mut edits: Vec<Edit> = learnt.findings.iter().filter(|f| !redactor.known().is_id(f)).map(|f| redactor.edit(f)).collect();
    let mut hits = redactor.known_edits(bytes);
    hits.sort_by_key(|h| h.start);
    if shape == Shape::Text {
        edits.extend(hits);
    } else {
        let mut next = 0;
        for r in records(bytes, shape) {
            let first = next;
            while next < hits.len() && hits[next].start < r.end {
                next += 1;
            }
            in_strings(bytes, r, &hits[first..next], redactor, &mut edits);
        }
    }
    let mut done = Done::default();
    edits.retain(|e| {
        let before = learnt.dropped.partition_point(|d| d.at.start <= e.start);
        before.checked_sub(1).is_none_or(|i| learnt.dropped[i].at.end <= e.start)
    });
    for d in &learnt.dropped {
        *done.dropped.entry(d.what).or_default() += 1;
        edits.push(Edit { start: d.at.start, end: d.at.end, token: d.with.clone(), class: Class::Secret, rule: "dropped" });
    }
    let (out, made) = edit::apply(bytes, edits);
    for e in made.iter().filter(|e| e.rule != "dropped") {
        *done.edits.entry((e.class, e.rule)).or_default() += 1;
    }
    (out.into_owned(), done)
}

/// Keeps the hits that lie in a string that may be edited, and adds parts of secrets at the ends of strings.
fn in_strings(bytes: &[u8], r: Range<usize>, hits: &[Edit], redactor: &Redactor, edits: &mut Vec<Edit>) {
    let record = &bytes[r.clone()];
    let body = record.strip_prefix(b"\xef\xbb\xbf").unwrap_or(record);
    let base = r.start + record.len() - body.len();
    let mut next = 0;
    let good = json::strings(body, |path, s| {
        let act = if s.key { Action::Scan } else { fields::action(path) };
        let at = base + s.start..base + s.end;
        while next < hits.len() && hits[next].start < at.start {
            next += 1;
        }
        let mut i = next;
        while i < hits.len() && hits[i].start < at.end {
            if act != Action::Keep {
                edits.push(Edit { end: hits[i].end.min(at.end), ..hits[i].clone() });
            }
            i += 1;
        }
        if act != Action::Keep
            && s.end - s.start >= 12
            && let Ok(text) = std::str::from_utf8(&body[s.start..s.end])
        {
            edits.extend(redactor.edge_edits(text).into_iter().map(|e| Edit {
                start: e.start + at.start,
                end: e.end + at.start,
                ..e
            }));
        }
    });
    if !good {
        edits.extend(hits.iter().cloned());
    }
}

/// The first line whose shape differs between a file and its redacted form: number of lines, or names and types of a record.
pub fn same_shape(before: &[u8], after: &[u8]) -> Option<u32> {
    let kind = shape(before);
    let (a, b) = (records(before, Shape::Lines), records(after, Shape::Lines));
    if a.len() != b.len() {
        return Some(a.len().min(b.len()) as u32);
    }
    if kind != Shape::Lines {
        return None;
    }
    let differs = |(x, y): (&Range<usize>, &Range<usize>)| {
        let (x, y) = (&before[x.clone()], &after[y.clone()]);
        x != y && skeleton(x) != skeleton(y)
    };
    a.iter().zip(&b).position(differs).map(|i| i as u32 + 1)
}

/// How deep each string of a record lies and whether it is a name, in order; nothing where the record is no JSON.
fn skeleton(record: &[u8]) -> Option<Vec<(usize, bool)>> {
    let mut out = Vec::new();
    json::strings(record, |path, s| out.push((path.len(), s.key))).then_some(out)
}
