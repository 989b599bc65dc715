//! Sources that are one JSON document: trajectories, Gemini's sessions, agent-trace.

use super::page::{Page, absolute, relative, time, uuid};
use super::scenario::{Call, End, Scenario, Step, What};
use serde_json::{Value, json};

/// A call as a command of a shell, for agents that have nothing else.
pub fn as_command(scenario: &Scenario, call: &Call) -> String {
    match &call.what {
        What::Run { command, .. } => command.clone(),
        What::Read { path } => format!("cat {}", relative(scenario, path)),
        What::Write { path, content } => format!("cat <<'EOF' > {}\n{content}EOF", relative(scenario, path)),
        What::Edit { path, old, new } => {
            let changed = old.lines().zip(new.lines()).find(|(a, b)| a != b);
            let (a, b) = changed.unwrap_or((old, new));
            format!("sed -i 's#{}#{}#' {}", a.trim(), b.trim(), relative(scenario, path))
        }
        What::Todo(_) | What::Agent { .. } | What::Mcp { .. } => "true".to_owned(),
    }
}

/// What a shell printed for a call.
pub fn printed(call: &Call) -> (i32, &str) {
    let code = if let End::Exit(code) = call.end { code } else { 1 };
    match call.what {
        What::Run { .. } | What::Read { .. } => (code, &call.output),
        _ => (code, ""),
    }
}

/// What was said, with its step, and the call that goes with it.
type Turn<'s> = (Option<(usize, &'s str)>, Option<&'s Call>);

/// The text of the agent that stands with a call: said in the step before it.
pub fn with_calls(scenario: &Scenario) -> Vec<Turn<'_>> {
    let mut out: Vec<Turn<'_>> = Vec::new();
    for (n, step) in scenario.steps.iter().enumerate() {
        match step {
            Step::Say(say) => out.push((Some((n, &say.text)), None)),
            Step::Call(call) => match out.last_mut() {
                Some((Some(_), open)) if open.is_none() => *open = Some(call),
                _ => out.push((None, Some(call))),
            },
            _ => {}
        }
    }
    out
}

fn request(scenario: &Scenario) -> &str {
    scenario.steps.iter().find_map(|s| if let Step::User(text) = s { Some(&**text) } else { None }).unwrap_or_default()
}

/// A trajectory of mini-swe-agent.
pub fn mini_swe(scenario: &Scenario) -> Page {
    let mut page = Page::default();
    page.put(format!("{{\"info\": {{\"mini_version\": \"1.14.2\", \"exit_status\": \"Submitted\", \"config\": {{\"model\": {{\"model_name\": \"some-model\"}}, \"environment\": {{\"cwd\": {}}}}}}},", json!(scenario.cwd)));
    page.put("\"messages\": [");
    page.put(json!({"role": "system", "content": "You are a helper that works in a shell."}).to_string() + ",");
    page.put(json!({"role": "user", "content": request(scenario)}).to_string() + ",");
    for (said, call) in with_calls(scenario) {
        let text = said.map_or("Going on.", |(_, t)| t);
        let action = call.map_or(String::new(), |c| format!("\n\n```bash\n{}\n```", as_command(scenario, c)));
        let line = json!({"role": "assistant", "content": format!("THOUGHT: {text}{action}")}).to_string() + ",";
        let at = page.put(line);
        if let Some((n, _)) = said {
            page.said.insert(n, at);
        }
        if let Some(call) = call {
            let (code, out) = printed(call);
            page.call(
                call,
                json!({"role": "user", "content": format!("<returncode>{code}</returncode>\n<output>\n{out}\n</output>")})
                    .to_string()
                    + ",",
            );
        }
    }
    page.put(json!({"role": "exit", "content": ""}).to_string());
    page.put("],");
    page.put("\"trajectory_format\": \"mini-swe-agent-1.1\"}");
    page
}

/// A trajectory of SWE-agent.
pub fn swe_agent(scenario: &Scenario) -> Page {
    let mut page = Page::default();
    page.put("{\"environment\": \"swe_main\",\n\"trajectory\": [");
    let steps = with_calls(scenario);
    for (i, (said, call)) in steps.iter().enumerate() {
        let (action, seen) = call.map_or((String::new(), ""), |c| (as_command(scenario, c), printed(c).1));
        let thought = said.map_or("", |(_, t)| t);
        let state = json!({"open_file": "n/a", "working_dir": scenario.cwd}).to_string();
        let comma = if i + 1 < steps.len() { "," } else { "" };
        let at = page.put(
            json!({"thought": thought, "action": action, "observation": seen, "response": thought, "state": state}).to_string()
                + comma,
        );
        if let Some((n, _)) = said {
            page.said.insert(*n, at);
        }
        if let Some(call) = call {
            page.calls.insert(call.id.clone(), at);
        }
    }
    page.put("],\n\"history\": [");
    page.put(json!({"role": "system", "content": "SETTING: a shell."}).to_string() + ",");
    page.put(json!({"role": "user", "content": request(scenario)}).to_string());
    page.put("],\n\"info\": {\"exit_status\": \"submitted\"}}");
    page
}

/// A session of Gemini CLI.
pub fn gemini(scenario: &Scenario) -> Page {
    let mut page = Page::default();
    page.put(format!(
        "{{\"sessionId\": {}, \"projectHash\": \"5e1f\", \"startTime\": {}, \"messages\": [",
        json!(uuid(&scenario.name, 0)),
        json!(time(0))
    ));
    let last = scenario.steps.len();
    for (n, step) in scenario.steps.iter().enumerate() {
        let head = |kind: &str, content: &str| json!({"id": uuid(&scenario.name, n as u32 + 1), "timestamp": time(n as u32), "type": kind, "content": content});
        let comma = if n + 1 < last { "," } else { "" };
        match step {
            Step::User(text) => drop(page.put(head("user", text).to_string() + comma)),
            Step::Say(say) => drop(page.say(n, head("gemini", &say.text).to_string() + comma)),
            Step::Call(call) => {
                let mut message = head("gemini", "");
                message["toolCalls"] = json!([tool(scenario, call, n)]);
                page.call(call, message.to_string() + comma);
            }
            Step::Interrupt => drop(page.put(head("info", "Request cancelled.").to_string() + comma)),
            Step::Think(text) | Step::Compact(text) => drop(page.put(head("info", text).to_string() + comma)),
        }
    }
    page.put("]}");
    page
}

fn tool(scenario: &Scenario, call: &Call, n: usize) -> Value {
    let path = |p: &str| absolute(scenario, p);
    let (name, args, output) = match &call.what {
        What::Run { command, .. } => {
            let code = if let End::Exit(code) = call.end { code } else { 1 };
            let text = format!(
                "Command: {command}\nDirectory: (root)\nOutput: {}\nError: (none)\nExit Code: {code}\nSignal: (none)",
                call.output
            );
            ("run_shell_command", json!({"command": command}), text)
        }
        What::Read { path: p } => ("read_file", json!({"absolute_path": path(p)}), call.output.clone()),
        What::Edit { path: p, old, new } => (
            "replace",
            json!({"file_path": path(p), "old_string": old, "new_string": new}),
            format!("Successfully modified file: {} (1 replacements).", path(p)),
        ),
        What::Write { path: p, content } => (
            "write_file",
            json!({"file_path": path(p), "content": content}),
            format!("Successfully created and wrote to new file: {}.", path(p)),
        ),
        What::Todo(_) | What::Agent { .. } | What::Mcp { .. } => ("write_todos", json!({}), call.output.clone()),
    };
    let id = format!("{name}-{n}");
    json!({"id": id, "name": name, "args": args, "status": "success", "result": [{"functionResponse": {"id": id, "name": name, "response": {"output": output}}}]})
}

/// One line of agent-trace.
pub fn agent_trace(scenario: &Scenario) -> Page {
    let mut steps: Vec<Value> = Vec::new();
    let mut page = Page::default();
    for (n, step) in scenario.steps.iter().enumerate() {
        let mut add = |kind: &str, role: &str, more: Value| {
            let i = steps.len();
            let mut row = json!({"i": i, "ts": time(i as u32), "kind": kind, "role": role, "name": null, "content": null, "args": null, "ok": null, "output": null, "error": null});
            if let (Some(row), Value::Object(more)) = (row.as_object_mut(), more) {
                row.extend(more);
            }
            steps.push(row);
        };
        match step {
            Step::User(text) => add("message", "user", json!({"content": text})),
            Step::Say(say) => {
                page.said.insert(n, 1);
                add("message", "agent", json!({"content": say.text}));
            }
            Step::Call(call) => {
                page.calls.insert(call.id.clone(), 1);
                let (name, args) = match &call.what {
                    What::Run { command, .. } => ("Bash", json!({"command": command})),
                    What::Read { path } => ("Read", json!({"file_path": absolute(scenario, path)})),
                    What::Edit { path, old, new } => {
                        ("Edit", json!({"file_path": absolute(scenario, path), "old_string": old, "new_string": new}))
                    }
                    What::Write { path, content } => {
                        ("Write", json!({"file_path": absolute(scenario, path), "content": content}))
                    }
                    What::Todo(_) | What::Agent { .. } | What::Mcp { .. } => ("Other", json!({})),
                };
                add("tool_call", "agent", json!({"name": name, "args": args}));
                let code = if let End::Exit(code) = call.end { code } else { 1 };
                add(
                    "tool_result",
                    "tool",
                    json!({"name": name, "ok": code == 0, "output": {"text": call.output, "exit_code": code}}),
                );
            }
            Step::Think(_) | Step::Compact(_) | Step::Interrupt => {}
        }
    }
    let last = scenario.steps.iter().rev().find_map(|s| if let Step::Say(say) = s { Some(&*say.text) } else { None });
    let trace = json!({"schema": "agent-trace/v1", "trace_id": uuid(&scenario.name, 0), "source": "made-up/1",
        "task": {"id": scenario.name, "domain": "coding", "instruction": request(scenario)}, "steps": steps,
        "final_claim": {"text": last, "claims": []}, "ground_truth": {"outcome": "unknown", "checked_by": "none"}, "meta": {}});
    page.put(trace.to_string());
    page
}
