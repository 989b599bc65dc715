//! Agent Trace 0.1.0: which lines of which file a model wrote. One record for each change of files, and no message in any.

use crate::redact::{Key, Profile};
use crate::transcript::{self, Action, EventKind, Session, SourceKind, Status};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What the raw record of a change adds to the session model.
#[derive(Default)]
struct Change {
    ranges: Vec<(u64, u64)>,
    edited_by_user: bool,
}

/// Writes a record for every change of files in a redacted file.
pub fn write(source: SourceKind, redacted: &[u8], key: &Key, profile: Profile) -> Vec<u8> {
    let changes = changes(redacted);
    let revision = revision(redacted);
    let mut out = Vec::new();
    for session in transcript::read(source, redacted) {
        for record in records(&session, &changes, revision.as_deref(), key, profile) {
            out.extend(serde_json::to_vec(&record).unwrap_or_default());
            out.push(b'\n');
        }
    }
    out
}

fn records(
    session: &Session,
    changes: &BTreeMap<String, Change>,
    revision: Option<&str>,
    key: &Key,
    profile: Profile,
) -> Vec<Value> {
    let ended: BTreeMap<&str, &transcript::Event> = session
        .events
        .iter()
        .filter_map(|e| match &e.kind {
            EventKind::Result(r) if r.status == Status::Ok => Some((&*r.id, e)),
            _ => None,
        })
        .collect();
    let id = session.meta.session_id.as_deref().unwrap_or("");
    let mut model: Option<&str> = None;
    let mut out = Vec::new();
    for e in &session.events {
        match &e.kind {
            EventKind::Say(s) => model = s.model.as_deref().or(model),
            EventKind::Call(c) => {
                let (Some(end), Some(time)) = (ended.get(&*c.id), ended.get(&*c.id).and_then(|e| utc(e.time.as_deref()?))) else {
                    continue;
                };
                let root = session.meta.cwd.as_deref().or(c.cwd.as_deref()).unwrap_or("");
                let change = changes.get(&*c.id);
                let conversation = conversation(id, model, change, key);
                let files: Vec<Value> = files(&c.action, change)
                    .into_iter()
                    .map(|(path, ranges)| {
                        let mut talk = conversation.clone();
                        talk["ranges"] = ranges.iter().map(|(s, e)| json!({ "start_line": s, "end_line": e })).collect();
                        json!({ "path": relative(&path, root, key), "conversations": [talk] })
                    })
                    .collect();
                if files.is_empty() {
                    continue;
                }
                let mut record = json!({
                    "version": "0.1.0",
                    "id": uuid(key, "record", &format!("{id}\0{}", c.id)),
                    "timestamp": time,
                    "tool": { "name": tool(session.source), "version": session.meta.agent_version.as_deref().unwrap_or("unknown") },
                    "files": files,
                    "metadata": { "dev.sayso": {
                        "tool_name": c.tool, "call_line": e.line, "result_line": end.line,
                        "redaction": { "profile": profile.name(), "ruleset": crate::redact::ruleset_version() },
                    } },
                });
                if let Some(revision) = revision {
                    record["vcs"] = json!({ "type": "git", "revision": revision });
                    record["metadata"]["dev.sayso"]["revision_at"] = json!("session start");
                }
                out.push(record);
            }
            _ => {}
        }
    }
    out
}

fn conversation(session: &str, model: Option<&str>, change: Option<&Change>, key: &Key) -> Value {
    let mixed = change.is_some_and(|c| c.edited_by_user);
    let mut contributor = json!({ "type": if mixed { "mixed" } else { "ai" } });
    if let Some(model) = model {
        let id: String = provider(model).map_or_else(|| model.to_owned(), |p| format!("{p}/{model}")).chars().take(250).collect();
        contributor["model_id"] = json!(id);
    }
    json!({
        "contributor": contributor,
        "ranges": [],
        "related": [{ "type": "session", "url": format!("urn:uuid:{}", uuid(key, "session", session)) }],
    })
}

/// The files that an action changed, with the lines where they are known.
fn files(action: &Action, change: Option<&Change>) -> Vec<(String, Vec<(u64, u64)>)> {
    let known = change.map(|c| c.ranges.clone()).unwrap_or_default();
    match action {
        Action::Write { path, content } if known.is_empty() => {
            let lines = content.lines().count() as u64;
            vec![(path.clone(), if lines > 0 { vec![(1, lines)] } else { Vec::new() })]
        }
        Action::Write { path, .. } | Action::Edit { path, .. } => vec![(path.clone(), known)],
        Action::Patch { text } => patched(text),
        _ => Vec::new(),
    }
}

/// The files of a patch; lines are known only from the hunk heads of a unified diff.
fn patched(patch: &str) -> Vec<(String, Vec<(u64, u64)>)> {
    let mut out: Vec<(String, Vec<(u64, u64)>)> = Vec::new();
    let mut added: Option<u64> = None;
    for line in patch.lines() {
        let heads = ["*** Add File: ", "*** Update File: ", "*** Move to: ", "+++ b/"];
        if let Some((n, path)) = heads.iter().enumerate().find_map(|(n, h)| Some((n, line.strip_prefix(h)?))) {
            if n == 2 && out.pop().is_none() {
                continue;
            }
            added = (n == 0).then_some(0);
            out.push((path.trim().to_owned(), Vec::new()));
        } else if line.starts_with("*** ") {
            added = None;
        } else if let Some((_, ranges)) = out.last_mut() {
            if let (Some(n), true) = (added, line.starts_with('+')) {
                added = Some(n + 1);
                *ranges = vec![(1, n + 1)];
            } else if let Some(hunk) = line.strip_prefix("@@ -").and_then(|h| h.split_once(" +")).map(|(_, h)| h) {
                let mut numbers = hunk.split([' ', ',']);
                let start = numbers.next().and_then(|n| n.parse::<u64>().ok()).unwrap_or(0);
                let count = if hunk.split(' ').next().is_some_and(|h| h.contains(',')) {
                    numbers.next().and_then(|n| n.parse().ok()).unwrap_or(0)
                } else {
                    1
                };
                ranges.extend((start > 0 && count > 0).then(|| (start, start + count - 1)));
            }
        }
    }
    out
}

/// A path relative to the root; what lies outside gets a folder that tells nothing.
fn relative(path: &str, root: &str, key: &Key) -> String {
    let path = path.replace('\\', "/");
    let root = root.replace('\\', "/");
    let root = root.trim_end_matches('/');
    if let Some(rest) = path.strip_prefix(root).and_then(|r| r.strip_prefix('/')).filter(|_| !root.is_empty()) {
        return rest.to_owned();
    }
    let absolute =
        path.starts_with('/') || path.starts_with('~') || path.as_bytes().get(1) == Some(&b':') || path.starts_with("../");
    if !absolute {
        return path.trim_start_matches("./").to_owned();
    }
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", &path));
    format!("external/{}/{name}", key.id("folder", folder))
}

/// Ranges and marks that Claude Code records beside the result of an edit.
fn changes(bytes: &[u8]) -> BTreeMap<String, Change> {
    let mut out = BTreeMap::new();
    for line in bytes.split(|b| *b == b'\n').filter(|l| memchr::memmem::find(l, b"\"structuredPatch\"").is_some()) {
        let Ok(v) = serde_json::from_slice::<Value>(line) else { continue };
        let id = v["message"]["content"].as_array().into_iter().flatten().find_map(|b| b["tool_use_id"].as_str());
        let hunks = v["toolUseResult"]["structuredPatch"].as_array().into_iter().flatten();
        let range = |h: &Value| {
            let (start, n) = (h["newStart"].as_u64()?, h["newLines"].as_u64()?);
            (start > 0 && n > 0).then(|| (start, start.saturating_add(n - 1)))
        };
        let change =
            Change { ranges: hunks.filter_map(range).collect(), edited_by_user: v["toolUseResult"]["userModified"] == true };
        out.extend(id.map(|id| (id.to_owned(), change)));
    }
    out
}

/// The commit that a Codex session started from.
fn revision(bytes: &[u8]) -> Option<String> {
    let line = bytes.split(|b| *b == b'\n').take(5).find(|l| memchr::memmem::find(l, b"\"session_meta\"").is_some())?;
    let v: Value = serde_json::from_slice(line).ok()?;
    let hash = v["payload"]["git"]["commit_hash"].as_str()?;
    (hash.len() == 40 && hash.bytes().all(|b| b.is_ascii_hexdigit())).then(|| hash.to_owned())
}

fn tool(source: SourceKind) -> &'static str {
    match source {
        SourceKind::ClaudeCode | SourceKind::StreamJson | SourceKind::ClaudeText => "claude-code",
        SourceKind::Codex | SourceKind::CodexJson | SourceKind::CodexText => "codex",
        other => other.name(),
    }
}

fn provider(model: &str) -> Option<&'static str> {
    let starts = |heads: &[&str]| heads.iter().any(|h| model.starts_with(h));
    if model.contains('/') {
        None
    } else if starts(&["claude-"]) {
        Some("anthropic")
    } else if starts(&["gpt-", "o1", "o3", "o4", "codex"]) {
        Some("openai")
    } else {
        starts(&["gemini-"]).then_some("google")
    }
}

/// A UUID that depends on the key and on what it names.
fn uuid(key: &Key, space: &str, what: &str) -> String {
    let d = key.digest(space, what);
    let hex: String = d[..16].iter().map(|b| format!("{b:02x}")).collect();
    let variant = ["8", "9", "a", "b"][usize::from(d[8] & 3)];
    format!("{}-{}-4{}-{variant}{}-{}", &hex[..8], &hex[8..12], &hex[13..16], &hex[17..20], &hex[20..32])
}

/// A time in UTC, as RFC 3339 with `Z`.
fn utc(time: &str) -> Option<String> {
    time.parse::<jiff::Timestamp>().ok().map(|t| t.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_lines_of_patches() {
        assert_eq!(
            patched("*** Begin Patch\n*** Add File: a.rs\n+x\n+y\n*** Update File: b.rs\n@@\n-x\n+y\n*** End Patch"),
            [("a.rs".to_owned(), vec![(1, 2)]), ("b.rs".to_owned(), vec![])]
        );
        assert_eq!(patched("--- a/x\n+++ b/x\n@@ -1,2 +3,4 @@\n+a\n@@ -9 +12 @@\n"), [("x".to_owned(), vec![(3, 6), (12, 12)])]);
    }

    #[test]
    fn paths_are_relative_and_never_tell_a_foreign_folder() {
        let key = Key::new(b"k");
        assert_eq!(relative("/home/u/p/src/a.rs", "/home/u/p", &key), "src/a.rs");
        assert_eq!(relative("src/a.rs", "/home/u/p", &key), "src/a.rs");
        let outside = relative("/etc/secret/hosts", "/home/u/p", &key);
        assert!(outside.starts_with("external/") && outside.ends_with("/hosts") && !outside.contains("secret"));
    }

    #[test]
    fn ids_have_the_form_of_a_uuid() {
        let id = uuid(&Key::new(b"k"), "record", "x");
        assert_eq!(id.len(), 36);
        assert_eq!(id.as_bytes()[14], b'4');
    }
}
