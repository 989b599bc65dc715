//! Codex rollouts.

use super::*;
use serde_json::Value;

/// Reads one rollout.
pub fn read(bytes: &[u8]) -> Session {
    let mut s = Session::new(SourceKind::Codex);
    for (i, line) in bytes.split(|b| *b == b'\n').enumerate() {
        let n = i as u32 + 1;
        if let Ok(v) = serde_json::from_slice::<Value>(line) {
            let time = v["timestamp"].as_str();
            let p = &v["payload"];
            if v["type"] == "session_meta" && s.meta.session_id.is_none() {
                s.meta.session_id = p["id"].as_str().map(Into::into);
                s.meta.cwd = p["cwd"].as_str().map(Into::into);
                s.meta.project = s.meta.cwd.clone();
            }
            if v["type"] == "response_item" {
                item(&mut s, n, time, p);
            }
        }
    }
    s
}

fn item(s: &mut Session, n: u32, time: Option<&str>, p: &Value) {
    match p["type"].as_str() {
        Some("message") => {
            let text: Vec<&str> = p["content"].as_array().into_iter().flatten().filter_map(|c| c["text"].as_str()).collect();
            let text = text.join("\n");
            if p["role"] == "assistant" {
                s.push(n, 0, time, EventKind::Say(Say { text, model: None, message: None }));
            } else if p["role"] == "user" {
                let origin =
                    if text.starts_with('<') || text.starts_with("# AGENTS.md") { Origin::Injected } else { Origin::Human };
                s.push(n, 0, time, EventKind::User(UserText { text, origin }));
            }
        }
        Some("function_call") | Some("custom_tool_call") => {
            let name = p["name"].as_str().unwrap_or("");
            let raw = p["arguments"].as_str().or(p["input"].as_str()).unwrap_or("");
            let a: Value = serde_json::from_str(raw).unwrap_or(Value::Null);
            let action = match name {
                "exec_command" => Action::Shell { command: a["cmd"].as_str().unwrap_or("").into(), background: false },
                "shell_command" => Action::Shell { command: a["command"].as_str().unwrap_or("").into(), background: false },
                "shell" => Action::Shell {
                    command: a["command"].as_array().and_then(|v| v.last()).and_then(|v| v.as_str()).unwrap_or("").into(),
                    background: false,
                },
                "apply_patch" => Action::Patch { text: raw.into() },
                "write_stdin" => {
                    Action::Poll { process: a["session_id"].to_string(), input: a["chars"].as_str().unwrap_or("").into() }
                }
                _ => Action::Other { input: raw.into() },
            };
            let cwd = a["workdir"].as_str().map(Into::into);
            s.push(
                n,
                0,
                time,
                EventKind::Call(Call { id: p["call_id"].as_str().unwrap_or("").into(), tool: name.into(), action, cwd }),
            );
        }
        Some("function_call_output") | Some("custom_tool_call_output") => {
            let text = p["output"].as_str().map(String::from).unwrap_or_else(|| p["output"].to_string());
            let (head, body) = text.split_once("\nOutput:\n").unwrap_or((&text, ""));
            let code = head.lines().find_map(|l| {
                l.strip_prefix("Exit code: ")
                    .or(l.strip_prefix("Process exited with code "))
                    .and_then(|c| c.trim().parse::<i32>().ok())
            });
            let (status, body) = match code {
                Some(0) => (Status::Ok, body),
                Some(n) => (Status::Exit(n), body),
                None if head.contains("Process running with session ID") => (Status::Running, body),
                None => (Status::Unknown, text.as_str()),
            };
            s.push(
                n,
                0,
                time,
                EventKind::Result(CallResult {
                    id: p["call_id"].as_str().unwrap_or("").into(),
                    status,
                    text: keep_ends(body).0,
                    cut: Cut::No,
                    process: None,
                    file_lines: None,
                }),
            );
        }
        _ => {}
    }
}
