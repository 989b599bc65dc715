//! What holds for any input. The fuzz targets under `fuzz/` and the tests beside this file call the same functions.

use sayso::claim;
use sayso::detector::{Detector, RecordDetector};
use sayso::export::native::{self, Policy};
use sayso::hook::settings;
use sayso::record::Record;
use sayso::redact::{Key, Profile, Redactor};
use sayso::transcript::archive::{self, ExpandLimits};
use sayso::transcript::{self, EventKind, Limits, Session, SourceKind, detect};
use sayso::verdict::Reason;
use serde_json::{Value, json};
use std::io::{self, Read};

/// The readers of JSON lines: every one takes any bytes, and a stream is read as the whole is.
pub fn lines(bytes: &[u8]) {
    use SourceKind::*;
    for kind in [ClaudeCode, Codex, CodexJson, StreamJson, AgentTrace] {
        let whole = transcript::read(kind, bytes);
        sound(kind, bytes, &whole);
        if transcript::streams(kind, bytes) {
            let streamed = transcript::read_from(kind, Sips(bytes), &Limits::default()).expect("no error of a slice");
            assert_eq!(shown(&whole), shown(&streamed), "{kind:?}: a stream is read otherwise than the whole");
        }
    }
    if let Some(kind) = detect::detect(bytes).filter(|k| transcript::streams(*k, bytes)) {
        grown(kind, bytes);
    }
}

/// The readers of one JSON document, and what expands archives.
pub fn documents(bytes: &[u8]) {
    for kind in [SourceKind::MiniSwe, SourceKind::SweAgent, SourceKind::GeminiJson] {
        sound(kind, bytes, &transcript::read(kind, bytes));
    }
    let limits = ExpandLimits { max_file: 1 << 16, max_total: 1 << 17, max_entries: 50 };
    let members = archive::members(bytes, &limits);
    let sizes: u64 = members.iter().filter_map(|m| m.content.as_ref().ok()).map(|c| c.len() as u64).sum();
    assert!(sizes <= limits.max_total && members.len() <= limits.max_entries + 2, "an archive is over its limits");
    assert!(members.iter().all(|m| !m.name.contains(char::is_control)), "a member's name holds control characters");
}

/// The readers of text.
pub fn text(bytes: &[u8]) {
    assert_eq!(detect::detect(bytes), detect::explain(bytes).map(|d| d.source), "the two ways to recognise a file differ");
    for kind in SourceKind::ALL.iter().filter(|k| k.lines_are_physical()) {
        sound(*kind, bytes, &transcript::read(*kind, bytes));
    }
}

/// What holds for the sessions of any file.
fn sound(kind: SourceKind, bytes: &[u8], sessions: &[Session]) {
    let lines = bytes.iter().filter(|b| **b == b'\n' || **b == b'\r').count() as u32 + 1;
    for session in sessions {
        for event in &session.events {
            assert!(event.line >= 1 && event.line <= lines.max(1), "{kind:?}: line {} of {lines}", event.line);
            assert!(usize::from(event.agent) < session.agents.len(), "{kind:?}: an agent that is not there");
        }
        let judged = RecordDetector.judge(session);
        for j in &judged {
            assert!(j.line >= 1 && j.line <= lines, "{kind:?}: a claim on line {} of {lines}", j.line);
            assert!(matches!(session.events[j.step].kind, EventKind::Say(_)), "{kind:?}: a claim that nobody said");
            assert_eq!(j.verdict(), j.reason.verdict());
        }
        assert!(judged.is_sorted_by_key(|j| j.step), "{kind:?}: claims out of order");
    }
}

/// Lines that are appended leave the verdicts on what stands before as they are, but where the call comes after the claim.
pub fn grown(kind: SourceKind, bytes: &[u8]) {
    let breaks: Vec<usize> = bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1).collect();
    // Somewhere in the middle, another place for another file.
    let Some(cut) = breaks.get((bytes.len() * 7) % breaks.len().max(1)) else { return };
    grown_at(kind, bytes, *cut);
}

/// The same for one place.
pub fn grown_at(kind: SourceKind, bytes: &[u8], cut: usize) {
    let early = verdicts(kind, &bytes[..cut]);
    let late = verdicts(kind, bytes);
    for (place, reason) in &early {
        let now = late.iter().find(|(p, _)| p == place).map(|(_, r)| *r);
        let late_call = *reason == Reason::NoMatchingCall && now == Some(Reason::ClaimedBeforeCall);
        assert!(
            now == Some(*reason) || late_call,
            "{kind:?}: {place:?} was {reason:?} and is {now:?} with the lines after byte {cut}"
        );
    }
}

/// Which claim of which session: the words, and the how manieth with these. Lines and steps can shift, since a host can write a
/// message twice and the reader keeps one of the two.
type Place = (usize, String, usize);

fn verdicts(kind: SourceKind, bytes: &[u8]) -> Vec<(Place, Reason)> {
    let mut out: Vec<(Place, Reason)> = Vec::new();
    for (i, session) in transcript::read(kind, bytes).iter().enumerate() {
        for j in RecordDetector.judge(session) {
            let words = format!("{:?} {:?} {:?} {}", j.claim.ty, j.claim.target, j.claim.span, j.claim.quote);
            let nth = out.iter().filter(|((s, w, _), _)| *s == i && *w == words).count();
            out.push(((i, words, nth), j.reason));
        }
    }
    out
}

fn shown(sessions: &[Session]) -> Vec<String> {
    let events = sessions.iter().flat_map(|s| &s.events).map(|e| format!("{e:?}"));
    events.chain(sessions.iter().map(|s| format!("{:?} {:?} {:?}", s.meta, s.agents, s.notes))).collect()
}

/// Gives a few bytes at a time.
struct Sips<'a>(&'a [u8]);

impl Read for Sips<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = buf.len().min(7 + self.0.len() % 11);
        self.0.read(&mut buf[..n])
    }
}

/// Command lines, and what they print.
pub fn shell(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (command, output) = text.split_once('\0').unwrap_or((&text, ""));
    let call = json!([{ "type": "tool_use", "id": "c", "name": "Bash", "input": { "command": command } }]);
    let result =
        json!([{ "type": "tool_result", "tool_use_id": "c", "content": output, "is_error": bytes.len().is_multiple_of(2) }]);
    let file = format!(
        "{}\n{}\n{}\n",
        record("assistant", "1", &json!({ "role": "assistant", "content": call })),
        record("user", "2", &json!({ "role": "user", "content": result })),
        record("assistant", "3", &json!({ "role": "assistant", "content": [{ "type": "text", "text": "All tests pass." }] })),
    );
    let sessions = transcript::read(SourceKind::ClaudeCode, file.as_bytes());
    sound(SourceKind::ClaudeCode, file.as_bytes(), &sessions);
    let session = sessions.first().expect("the session was read");
    let shown = |record: &Record| record.ops.iter().map(|op| format!("{op:?}")).collect::<Vec<_>>();
    let record = Record::build(session);
    assert_eq!(shown(&record), shown(&Record::build(session)), "the record of a session is not always the same");
}

/// A record of Claude Code.
pub fn record(kind: &str, id: &str, message: &Value) -> Value {
    json!({ "type": kind, "sessionId": "s", "uuid": id, "cwd": "/home/dev/app", "isSidechain": false, "message": message })
}

/// Words of an agent.
pub fn claims(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let found = claim::extract(&text);
    for claim in &found {
        let (from, to) = claim.span;
        assert!(from <= to && text.get(from..to).is_some(), "a claim outside of its text: {:?}", claim.span);
    }
    assert!(found.is_sorted_by_key(|c| c.span.0), "claims out of order");
}

/// The redactor: records keep their shape, and what is redacted stays as it is.
pub fn redact(bytes: &[u8]) {
    let once = redacted(bytes, b"a key of sixteen bytes");
    if native::shape(bytes) != native::Shape::Text {
        assert_eq!(native::same_shape(bytes, &once), None, "a record lost its shape");
    }
    let twice = redacted(&once, b"another key of sixteen");
    assert_eq!(String::from_utf8_lossy(&once), String::from_utf8_lossy(&twice), "a redacted file is redacted again");
}

fn redacted(bytes: &[u8], key: &[u8]) -> Vec<u8> {
    let mut redactor = Redactor::new(Profile::Share, Key::new(key));
    let mut learnt = native::learn(bytes, Policy { profile: Profile::Share, keep_images: false });
    redactor.absorb(std::mem::take(&mut learnt.gathered));
    redactor.seal();
    native::write(bytes, &learnt, &redactor).0
}

/// The editor of settings files: what it writes is JSON, and what it put in it takes out again.
pub fn settings_file(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(with) = settings::install(text, "sayso hook stop --warn") else { return };
    let value: serde_json::Value = serde_json::from_str(&with).expect("settings are JSON");
    assert!(value.to_string().contains("sayso hook stop"), "the hook is not in");
    assert_eq!(settings::install(&with, "sayso hook stop --warn").as_deref(), Ok(&*with), "a second time changes something");
    let without = settings::uninstall(&with).expect("what was put in can be taken out");
    assert!(!without.contains("sayso hook stop"), "the hook is still in: {without}");
}
