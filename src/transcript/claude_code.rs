//! Claude Code session JSONL.

use super::*;
use serde_json::Value;

/// Reads one session file.
pub fn read(bytes: &[u8]) -> Session {
    let mut s = Session::new(SourceKind::ClaudeCode);
    for (i, line) in bytes.split(|b| *b == b'\n').enumerate() {
        let n = i as u32 + 1;
        let text = String::from_utf8_lossy(line);
        if text.trim().is_empty() {
            continue;
        }
        for v in serde_json::Deserializer::from_str(&text).into_iter::<Value>() {
            match v {
                Ok(v) => record(&mut s, n, &v),
                Err(e) => {
                    s.notes.bad_line(n, e.to_string());
                    break;
                }
            }
        }
    }
    s
}

fn record(s: &mut Session, line: u32, v: &Value) {
    s.notes.records += 1;
    let get = |k: &str| v[k].as_str();
    if s.meta.session_id.is_none() {
        s.meta.session_id = get("sessionId").map(Into::into);
    }
    if s.meta.cwd.is_none() {
        s.meta.cwd = get("cwd").map(Into::into);
        s.meta.project = s.meta.cwd.clone();
        s.meta.agent_version = get("version").map(Into::into);
    }
    let time = get("timestamp");
    let cwd = get("cwd");
    match get("type") {
        Some("assistant") => message(s, line, 0, time, cwd, &v["message"], v),
        Some("user") => message(s, line, 0, time, cwd, &v["message"], v),
        Some("progress") if v["data"]["type"] == "agent_progress" => {
            let agent = s.agent_index(v["data"]["agentId"].as_str().unwrap_or("?"));
            let inner = &v["data"]["message"];
            message(s, line, agent, time, cwd, &inner["message"], inner);
        }
        Some("system") if v["subtype"] == "compact_boundary" => s.push(line, 0, time, EventKind::Mark(Mark::Compaction)),
        _ => {}
    }
}

fn message(s: &mut Session, line: u32, agent: u16, time: Option<&str>, cwd: Option<&str>, m: &Value, rec: &Value) {
    let assistant = m["role"] == "assistant";
    if let Some(t) = m["content"].as_str() {
        let origin = if rec["isCompactSummary"] == true {
            Origin::Summary
        } else if rec["isMeta"] == true || t.starts_with('<') {
            Origin::Injected
        } else {
            Origin::Human
        };
        s.push(line, agent, time, EventKind::User(UserText { text: t.into(), origin }));
        return;
    }
    for b in m["content"].as_array().into_iter().flatten() {
        match b["type"].as_str() {
            Some("text") if assistant => {
                if m["model"] == "<synthetic>" {
                    continue;
                }
                let say = Say {
                    text: b["text"].as_str().unwrap_or("").into(),
                    model: m["model"].as_str().map(Into::into),
                    message: m["id"].as_str().map(Into::into),
                };
                s.push(line, agent, time, EventKind::Say(say));
            }
            Some("text") => {
                let t = b["text"].as_str().unwrap_or("");
                if t.starts_with("[Request interrupted") {
                    s.push(line, agent, time, EventKind::Mark(Mark::Interrupted));
                } else {
                    s.push(line, agent, time, EventKind::User(UserText { text: t.into(), origin: Origin::Human }));
                }
            }
            Some("tool_use") => {
                let call = Call {
                    id: b["id"].as_str().unwrap_or("").into(),
                    tool: b["name"].as_str().unwrap_or("").into(),
                    action: action(b),
                    cwd: cwd.map(Into::into),
                };
                s.push(line, agent, time, EventKind::Call(call));
            }
            Some("tool_result") => {
                let text = flat(&b["content"]);
                let err = b["is_error"] == true;
                let (status, text) = status(err, &text);
                s.push(
                    line,
                    agent,
                    time,
                    EventKind::Result(CallResult {
                        id: b["tool_use_id"].as_str().unwrap_or("").into(),
                        status,
                        text: keep_ends(&text).0,
                        cut: Cut::No,
                        process: None,
                        file_lines: None,
                    }),
                );
            }
            _ => {}
        }
    }
}

fn status(err: bool, text: &str) -> (Status, String) {
    if !err {
        return (Status::Ok, text.into());
    }
    if let Some(rest) = text.strip_prefix("Exit code ") {
        let (n, body) = rest.split_once('\n').unwrap_or((rest, ""));
        if let Ok(n) = n.trim().parse() {
            return (Status::Exit(n), body.into());
        }
    }
    let s = if text.contains("doesn't want to proceed") || text.contains("has been denied") || text.contains("hook error") {
        Status::Denied
    } else if text.contains("Sibling tool call errored") || text.contains("Cancelled: parallel") {
        Status::Cancelled
    } else if text.contains("[Request interrupted") {
        Status::Interrupted
    } else {
        Status::Error
    };
    (s, text.into())
}

fn flat(v: &Value) -> String {
    match v {
        Value::String(s) => s.clone(),
        Value::Array(a) => a.iter().filter_map(|b| b["text"].as_str()).collect::<Vec<_>>().join("\n"),
        _ => String::new(),
    }
}

fn action(b: &Value) -> Action {
    let i = &b["input"];
    let st = |k: &str| i[k].as_str().unwrap_or("").to_owned();
    match b["name"].as_str().unwrap_or("") {
        "Bash" => Action::Shell { command: st("command"), background: i["run_in_background"] == true },
        "Write" => Action::Write { path: st("file_path"), content: st("content") },
        "Edit" => Action::Edit { path: st("file_path"), edits: vec![(st("old_string"), st("new_string"))] },
        "Read" => Action::Read { path: st("file_path"), offset: i["offset"].as_u64(), limit: i["limit"].as_u64() },
        "Grep" => Action::Search { pattern: st("pattern"), path: i["path"].as_str().map(Into::into), names: false },
        "Glob" => Action::Search { pattern: st("pattern"), path: i["path"].as_str().map(Into::into), names: true },
        "Task" | "Agent" => {
            Action::Agent { prompt: st("prompt"), description: st("description"), background: i["run_in_background"] == true }
        }
        "TodoWrite" => Action::Todo {
            items: i["todos"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|t| TodoItem {
                    id: String::new(),
                    text: t["content"].as_str().unwrap_or("").into(),
                    done: t["status"] == "completed",
                    dropped: false,
                })
                .collect(),
            whole: true,
        },
        _ => Action::Other { input: i.to_string() },
    }
}
