//! agent-trace/v1: one session a line, made from the redacted session.

use super::report::FileReport;
use crate::detector::{Detector, RecordDetector};
use crate::transcript::{self, Action, Call, CallResult, Event, EventKind, Session, SourceKind, Status};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The time of steps in sessions that record none.
const NO_TIME: &str = "1970-01-01T00:00:00Z";

/// Writes every session of a redacted file.
pub fn write(source: SourceKind, redacted: &[u8], report: &FileReport) -> Vec<u8> {
    let mut out = Vec::new();
    for (n, session) in transcript::read(source, redacted).iter().enumerate() {
        if !session.events.is_empty() {
            out.extend(serde_json::to_vec(&trace(session, n, report)).unwrap_or_default());
            out.push(b'\n');
        }
    }
    out
}

/// One session as a trace.
fn trace(session: &Session, n: usize, report: &FileReport) -> Value {
    let order = order(session);
    let step_of: BTreeMap<usize, usize> = order.iter().enumerate().map(|(step, event)| (*event, step)).collect();
    let mut time = first_time(session);
    let mut filled = 0u64;
    let mut steps = Vec::with_capacity(order.len());
    let mut calls = Map::new();
    let mut names: BTreeMap<&str, (String, bool)> = BTreeMap::new();
    for (i, at) in order.iter().enumerate() {
        let e = &session.events[*at];
        match e.time.as_deref().filter(|t| is_time(t)) {
            Some(t) => t.clone_into(&mut time),
            None => filled += 1,
        }
        if let EventKind::Call(c) = &e.kind {
            names.insert(&c.id, (tool(session, c), matches!(c.action, Action::Shell { .. })));
        }
        if let EventKind::Call(Call { id, .. }) | EventKind::Result(CallResult { id, .. }) = &e.kind {
            calls.insert(i.to_string(), json!(id));
        }
        steps.push(step(i, &time, e, session, &names));
    }
    let judged = RecordDetector.judge(session);
    let last_say =
        order.iter().rev().find(|at| matches!(&session.events[**at].kind, EventKind::Say(_)) && session.events[**at].agent == 0);
    let claims: Vec<Value> = judged
        .iter()
        .filter(|j| Some(&j.step) == last_say)
        .map(|j| json!({ "type": j.claim.ty.name(), "subject": { "target": j.claim.target } }))
        .collect();
    let verdicts: Vec<Value> = judged
        .iter()
        .filter_map(|j| {
            Some(json!({
                "step": step_of.get(&j.step)?, "line": j.line, "type": j.claim.ty.name(), "target": j.claim.target,
                "verdict": j.verdict().name(), "reason": j.reason.name(),
            }))
        })
        .collect();
    let id = session.meta.session_id.clone().unwrap_or_else(|| report.name.clone());
    let id = if n == 0 { id } else { format!("{id}#{n}") };
    let agent = session.meta.agent_id.as_ref();
    json!({
        "schema": "agent-trace/v1",
        "trace_id": agent.map_or_else(|| id.clone(), |a| format!("{id}/{a}")),
        "source": format!("sayso/{}", env!("CARGO_PKG_VERSION")),
        "task": { "id": id, "domain": "coding", "instruction": instruction(session) },
        "steps": steps,
        "final_claim": { "text": last_say.map_or("", |at| said(&session.events[*at])), "claims": claims },
        "ground_truth": { "outcome": "unknown", "checked_by": "none" },
        "meta": { "sayso": {
            "source_format": session.source.name(),
            "agent_version": session.meta.agent_version,
            "subagent": agent,
            "call_ids": calls,
            "times_filled": filled,
            "verdicts": verdicts,
            "redaction": { "replaced": report.replaced, "dropped": report.dropped },
        } },
    })
}

/// Indices of the events that become steps. Where calls run in parallel, each result follows its own call.
fn order(session: &Session) -> Vec<usize> {
    let events = &session.events;
    let in_flight = |i: usize| matches!(events[i].kind, EventKind::Call(_) | EventKind::Result(_));
    let mut out = Vec::with_capacity(events.len());
    let mut done = vec![false; events.len()];
    for i in 0..events.len() {
        if done[i] || matches!(events[i].kind, EventKind::Mark(_)) {
            continue;
        }
        out.push(i);
        done[i] = true;
        if let EventKind::Call(c) = &events[i].kind {
            let answer = (i + 1..events.len())
                .take_while(|j| in_flight(*j))
                .find(|j| !done[*j] && matches!(&events[*j].kind, EventKind::Result(r) if r.id == c.id));
            if let Some(j) = answer {
                out.push(j);
                done[j] = true;
            }
        }
    }
    out
}

fn step(i: usize, time: &str, e: &Event, session: &Session, names: &BTreeMap<&str, (String, bool)>) -> Value {
    let make = |kind: &str, role: &str, name: Value, content: Value, args: Value| json!({ "i": i, "ts": time, "kind": kind, "role": role, "name": name, "content": content, "args": args, "ok": null, "output": null, "error": null });
    match &e.kind {
        EventKind::Say(s) => make("message", "agent", Value::Null, json!(s.text), Value::Null),
        EventKind::User(u) => {
            let role = if u.origin == transcript::Origin::Human { "user" } else { "environment" };
            make("message", role, Value::Null, json!(u.text), Value::Null)
        }
        EventKind::Call(c) => make("tool_call", "agent", json!(tool(session, c)), Value::Null, args(&c.action)),
        EventKind::Result(r) => {
            let (name, shell) = names.get(&*r.id).cloned().unwrap_or_else(|| ("unknown".to_owned(), false));
            let (ok, code, error) = outcome(r.status, shell);
            let mut v = make("tool_result", "tool", json!(name), Value::Null, Value::Null);
            v["ok"] = json!(ok);
            v["output"] = json!({ "text": r.text, "exit_code": code });
            v["error"] = json!(error);
            v
        }
        EventKind::Mark(_) => make("message", "environment", Value::Null, json!(""), Value::Null),
    }
}

/// `ok`, exit code and error of a status.
fn outcome(status: Status, shell: bool) -> (Option<bool>, Option<i32>, Option<&'static str>) {
    match status {
        Status::Ok => (Some(true), shell.then_some(0), None),
        Status::OkNoMatch => (Some(true), None, None),
        Status::Exit(n) => (Some(n == 0), Some(n), None),
        Status::Error => (Some(false), None, None),
        Status::Denied => (Some(false), None, Some("refused")),
        Status::Cancelled => (Some(false), None, Some("cancelled")),
        Status::Interrupted => (Some(false), None, Some("interrupted")),
        Status::Killed => (Some(false), None, Some("killed")),
        Status::Running | Status::Unknown => (None, None, None),
    }
}

/// The tool's own name where its arguments are Claude Code's, else the name of the tool there that does the same.
fn tool(session: &Session, c: &Call) -> String {
    let usual = match &c.action {
        Action::Shell { .. } => "Bash",
        Action::Write { .. } => "Write",
        Action::Edit { edits, .. } if edits.len() == 1 => "Edit",
        Action::Edit { .. } => "MultiEdit",
        Action::Patch { .. } => "apply_patch",
        Action::Read { .. } => "Read",
        Action::Search { names: true, .. } => "Glob",
        Action::Search { .. } => "Grep",
        Action::Web { query } if query.contains("://") => "WebFetch",
        Action::Web { .. } => "WebSearch",
        Action::Agent { .. } => "Task",
        Action::Todo { whole: true, .. } => "TodoWrite",
        Action::Mcp { server, tool, .. } if session.source != SourceKind::ClaudeCode => return format!("mcp__{server}__{tool}"),
        _ => return if c.tool.is_empty() { "unknown".to_owned() } else { c.tool.to_string() },
    };
    usual.to_owned()
}

/// The arguments under the names that [`tool`]'s tool has for them.
fn args(action: &Action) -> Value {
    let parsed = |text: &str| {
        serde_json::from_str::<Value>(text).ok().filter(Value::is_object).unwrap_or_else(|| json!({ "input": text }))
    };
    match action {
        Action::Shell { command, background } if *background => json!({ "command": command, "run_in_background": true }),
        Action::Shell { command, .. } => json!({ "command": command }),
        Action::Write { path, content } => json!({ "file_path": path, "content": content }),
        Action::Edit { path, edits } => match edits.as_slice() {
            [(old, new)] => json!({ "file_path": path, "old_string": old, "new_string": new }),
            many => {
                json!({ "file_path": path, "edits": many.iter().map(|(o, n)| json!({ "old_string": o, "new_string": n })).collect::<Vec<_>>() })
            }
        },
        Action::Patch { text } => json!({ "input": text }),
        Action::Read { path, offset, limit } => {
            let mut v = json!({ "file_path": path });
            offset.iter().for_each(|n| v["offset"] = json!(n));
            limit.iter().for_each(|n| v["limit"] = json!(n));
            v
        }
        Action::Search { pattern, path, .. } => {
            let mut v = json!({ "pattern": pattern });
            path.iter().for_each(|p| v["path"] = json!(p));
            v
        }
        Action::Web { query } if query.contains("://") => json!({ "url": query }),
        Action::Web { query } => json!({ "query": query }),
        Action::Agent { prompt, description, background } => {
            json!({ "prompt": prompt, "description": description, "run_in_background": background })
        }
        Action::Todo { items, .. } => {
            let todo = |t: &transcript::TodoItem| json!({ "id": t.id, "content": t.text, "status": if t.done { "completed" } else { "pending" } });
            json!({ "todos": items.iter().map(todo).collect::<Vec<_>>() })
        }
        Action::Poll { process, input } => json!({ "session_id": process, "chars": input }),
        Action::Mcp { input, .. } | Action::Other { input } => parsed(input),
    }
}

fn said(e: &Event) -> &str {
    match &e.kind {
        EventKind::Say(s) => &s.text,
        _ => "",
    }
}

/// The first human request.
fn instruction(session: &Session) -> &str {
    let human = |e: &'_ Event| matches!(&e.kind, EventKind::User(u) if u.origin == transcript::Origin::Human);
    session.events.iter().find(|e| human(e)).map_or("", |e| match &e.kind {
        EventKind::User(u) => u.text.as_str(),
        _ => "",
    })
}

fn first_time(session: &Session) -> String {
    session.events.iter().filter_map(|e| e.time.as_deref()).find(|t| is_time(t)).unwrap_or(NO_TIME).to_owned()
}

/// RFC 3339 with a zone.
fn is_time(text: &str) -> bool {
    text.len() >= 20 && text.as_bytes()[10] == b'T' && text.parse::<jiff::Timestamp>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parallel_calls_are_each_followed_by_their_result() {
        let mut s = Session::new(SourceKind::ClaudeCode);
        let call = |id: &str| {
            EventKind::Call(Call {
                id: id.into(),
                tool: "Bash".into(),
                action: Action::Shell { command: id.into(), background: false },
                cwd: None,
            })
        };
        let result = |id: &str| {
            EventKind::Result(CallResult {
                id: id.into(),
                status: Status::Ok,
                text: id.into(),
                cut: transcript::Cut::No,
                process: None,
                file_lines: None,
            })
        };
        for kind in [call("a"), call("b"), result("a"), result("b")] {
            s.push(1, 0, None, kind);
        }
        assert_eq!(order(&s), [0, 2, 1, 3]);
    }

    #[test]
    fn times_have_a_date_and_a_zone() {
        assert!(is_time("2026-11-19T10:00:03.514Z") && is_time("2026-11-19T10:00:03+02:00"));
        assert!(!is_time("2026-11-19") && !is_time("2026-11-19T10:00:03") && !is_time(""));
    }
}
