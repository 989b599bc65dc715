//! Codex: rollouts old and new, and the events of `codex exec --json`.

use super::page::{Beat, Page, beats, relative, time, uuid};
use super::scenario::{Call, End, Scenario, Step, What};
use serde_json::{Value, json};

/// The forms of a rollout.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Era {
    /// One record a line, commands by `shell`.
    Flat,
    /// Envelopes, commands by `shell_command`.
    Shell,
    /// Envelopes, commands by `exec_command`.
    Unified,
}

struct Rollout<'s> {
    scenario: &'s Scenario,
    page: Page,
    n: u32,
    era: Era,
}

/// A rollout.
pub fn rollout(scenario: &Scenario, era: Era) -> Page {
    let mut r = Rollout { scenario, page: Page::default(), n: 0, era };
    r.head();
    for beat in beats(scenario) {
        match beat {
            Beat::One(n, step) => r.step(n, step),
            Beat::Calls(batch) => r.calls(&batch),
        }
    }
    r.page
}

/// What a call looks like as a command or a patch.
enum Form {
    Command(String),
    Patch(String),
    Other(&'static str, Value, String),
}

fn form(scenario: &Scenario, call: &Call) -> Form {
    match &call.what {
        What::Run { command, .. } => Form::Command(command.clone()),
        What::Read { path } => Form::Command(format!("sed -n '1,220p' {}", relative(scenario, path))),
        What::Edit { path, old, new } => {
            let rows = old.lines().map(|l| format!("-{l}\n")).chain(new.lines().map(|l| format!("+{l}\n")));
            Form::Patch(format!(
                "*** Begin Patch\n*** Update File: {}\n@@\n{}*** End Patch\n",
                relative(scenario, path),
                rows.collect::<String>()
            ))
        }
        What::Write { path, content } => {
            let rows: String = content.lines().map(|l| format!("+{l}\n")).collect();
            Form::Patch(format!("*** Begin Patch\n*** Add File: {}\n{rows}*** End Patch\n", relative(scenario, path)))
        }
        What::Todo(items) => {
            let status = |c: char| match c {
                'x' => "completed",
                '~' => "in_progress",
                _ => "pending",
            };
            let plan: Vec<Value> = items.iter().map(|(c, t)| json!({"step": t, "status": status(*c)})).collect();
            Form::Other("update_plan", json!({"plan": plan}), "Plan updated".to_owned())
        }
        What::Agent { prompt, .. } => Form::Other("spawn_agent", json!({"message": prompt}), call.output.clone()),
        What::Mcp { server, tool, args } => {
            let name: &'static str = Box::leak(format!("mcp__{server}__{tool}").into_boxed_str());
            let text = json!([{"type": "text", "text": call.output}]).to_string();
            Form::Other(name, serde_json::from_str(args).unwrap_or_else(|_| json!({"input": args})), text)
        }
    }
}

impl Rollout<'_> {
    fn put(&mut self, kind: &str, payload: Value) -> String {
        self.n += 1;
        if self.era == Era::Flat {
            return payload.to_string();
        }
        json!({"timestamp": time(self.n), "type": kind, "payload": payload}).to_string()
    }

    fn add(&mut self, kind: &str, payload: Value) {
        let line = self.put(kind, payload);
        self.page.put(line);
    }

    /// A record that only the newer rollouts have.
    fn beside(&mut self, kind: &str, payload: Value) {
        if self.era != Era::Flat {
            self.add(kind, payload);
        }
    }

    fn head(&mut self) {
        let id = uuid(&self.scenario.name, 0);
        if self.era == Era::Flat {
            self.page.put(json!({"id": id, "timestamp": time(0), "instructions": null, "git": {"branch": "main"}}).to_string());
            self.page.put(json!({"record_type": "state"}).to_string());
            return;
        }
        let version = if self.era == Era::Shell { "0.92.0" } else { "0.114.0" };
        self.add(
            "session_meta",
            json!({"id": id, "timestamp": time(0), "cwd": self.scenario.cwd, "originator": "codex_cli_rs",
            "cli_version": version, "source": "cli", "model_provider": "openai"}),
        );
        let context =
            format!("<environment_context>\n  <cwd>{}</cwd>\n  <shell>bash</shell>\n</environment_context>", self.scenario.cwd);
        self.add(
            "response_item",
            json!({"type": "message", "role": "user", "content": [{"type": "input_text", "text": context}]}),
        );
    }

    fn step(&mut self, n: usize, step: &Step) {
        match step {
            Step::User(text) => {
                self.beside("event_msg", json!({"type": "task_started", "model_context_window": 258_400}));
                self.add(
                    "response_item",
                    json!({"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}),
                );
                self.beside("event_msg", json!({"type": "user_message", "message": text, "images": []}));
                self.beside(
                    "turn_context",
                    json!({"cwd": self.scenario.cwd, "approval_policy": "on-request", "model": "gpt-5.2-codex",
                    "sandbox_policy": {"type": "workspace-write"}, "effort": "medium", "summary": "auto"}),
                );
            }
            Step::Think(text) => {
                self.beside("event_msg", json!({"type": "agent_reasoning", "text": text}));
                self.add("response_item", json!({"type": "reasoning", "summary": [{"type": "summary_text", "text": text}], "encrypted_content": "Z0FBQUFB"}));
            }
            Step::Say(say) => {
                self.beside("event_msg", json!({"type": "agent_message", "message": say.text}));
                let line = self.put(
                    "response_item",
                    json!({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": say.text}]}),
                );
                self.page.say(n, line);
                self.tokens();
                if matches!(self.scenario.steps.get(n + 1), None | Some(Step::User(_))) {
                    self.beside("event_msg", json!({"type": "task_complete", "last_agent_message": say.text}));
                }
            }
            Step::Interrupt => {
                let text = "<turn_aborted>\nThe user interrupted the previous turn on purpose.\n</turn_aborted>";
                self.add(
                    "response_item",
                    json!({"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}),
                );
                self.beside("event_msg", json!({"type": "turn_aborted", "reason": "interrupted"}));
            }
            Step::Compact(text) => {
                self.beside("compacted", json!({"message": "", "replacement_history": [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}]}));
                self.beside("event_msg", json!({"type": "context_compacted"}));
            }
            Step::Call(_) => {}
        }
    }

    fn tokens(&mut self) {
        let total = 9_000 + self.n * 412;
        self.beside(
            "event_msg",
            json!({"type": "token_count", "info": {"total_token_usage": {"input_tokens": total, "output_tokens": total / 9}}}),
        );
    }

    fn calls(&mut self, batch: &[&Call]) {
        let ids: Vec<String> = (0..batch.len())
            .map(|i| format!("call_{}", &uuid(&self.scenario.name, self.n * 17 + i as u32).replace('-', "")[..24]))
            .collect();
        for (call, id) in batch.iter().zip(&ids) {
            let line = match form(self.scenario, call) {
                Form::Command(command) => self.command(&command, id),
                Form::Patch(patch) if self.era == Era::Flat => self.shell(json!(["apply_patch", patch]), id),
                Form::Patch(patch) => {
                    self.put("response_item", json!({"type": "custom_tool_call", "status": "completed", "call_id": id, "name": "apply_patch", "input": patch}))
                }
                Form::Other(name, args, _) => {
                    self.put("response_item", json!({"type": "function_call", "name": name, "arguments": args.to_string(), "call_id": id}))
                }
            };
            self.page.call(call, line);
        }
        for (call, id) in batch.iter().zip(&ids).rev().filter(|(c, _)| c.end != End::Pending) {
            let (kind, output) = self.output(call);
            let line = self.put("response_item", json!({"type": kind, "call_id": id, "output": output}));
            self.page.call(call, line);
        }
        self.tokens();
    }

    fn shell(&mut self, command: Value, id: &str) -> String {
        let args = json!({"command": command, "workdir": self.scenario.cwd, "timeout_ms": 120_000}).to_string();
        self.put("response_item", json!({"type": "function_call", "name": "shell", "arguments": args, "call_id": id}))
    }

    fn command(&mut self, command: &str, id: &str) -> String {
        let (name, args) = match self.era {
            Era::Flat => return self.shell(json!(["bash", "-lc", command]), id),
            Era::Shell => ("shell_command", json!({"command": command, "workdir": self.scenario.cwd})),
            Era::Unified => (
                "exec_command",
                json!({"cmd": command, "workdir": self.scenario.cwd, "yield_time_ms": 1000, "max_output_tokens": 6000}),
            ),
        };
        self.put("response_item", json!({"type": "function_call", "name": name, "arguments": args.to_string(), "call_id": id}))
    }

    fn output(&self, call: &Call) -> (&'static str, String) {
        let plain = "function_call_output";
        match form(self.scenario, call) {
            Form::Other(_, _, text) => (plain, text),
            Form::Patch(_) => {
                let (ok, text) = patched(self.scenario, call);
                match self.era {
                    Era::Flat => (
                        plain,
                        json!({"output": text, "metadata": {"exit_code": i32::from(!ok), "duration_seconds": 0.1}}).to_string(),
                    ),
                    _ if ok => (
                        "custom_tool_call_output",
                        json!({"output": text, "metadata": {"exit_code": 0, "duration_seconds": 0.1}}).to_string(),
                    ),
                    _ => ("custom_tool_call_output", text),
                }
            }
            Form::Command(_) => (plain, self.printed(call)),
        }
    }

    fn printed(&self, call: &Call) -> String {
        let (out, seconds) = (&call.output, f64::from(self.n % 90) / 10.0 + 0.1);
        let code = match call.end {
            End::Denied => return "exec command rejected by user".to_owned(),
            End::Running => {
                let id = 40_000 + self.n;
                return format!(
                    "Chunk ID: {}\nWall time: 1.0012 seconds\nProcess running with session ID {id}\nOriginal token count: {}\nOutput:\n{out}",
                    &uuid(out, 1)[..6],
                    out.len() / 4
                );
            }
            End::Exit(n) => n,
            End::Failed | End::Pending => 1,
        };
        match self.era {
            Era::Flat => json!({"output": out, "metadata": {"exit_code": code, "duration_seconds": seconds}}).to_string(),
            Era::Shell => format!("Exit code: {code}\nWall time: {seconds} seconds\nOutput:\n{out}"),
            Era::Unified => {
                format!(
                    "Chunk ID: {}\nWall time: {seconds:.4} seconds\nProcess exited with code {code}\nOriginal token count: {}\nOutput:\n{out}",
                    &uuid(out, 1)[..6],
                    out.len() / 4
                )
            }
        }
    }
}

fn patched(scenario: &Scenario, call: &Call) -> (bool, String) {
    let (mark, path) = match &call.what {
        What::Write { path, .. } => ("A", path),
        What::Edit { path, .. } => ("M", path),
        _ => ("M", &call.id),
    };
    let path = relative(scenario, path);
    match call.end {
        End::Denied => (false, "patch rejected by user".to_owned()),
        End::Failed => (false, format!("apply_patch verification failed: Failed to find expected lines in {path}")),
        _ => (true, format!("Success. Updated the following files:\n{mark} {path}\n")),
    }
}

/// The events of a headless run.
pub fn exec_events(scenario: &Scenario) -> Page {
    let mut page = Page::default();
    page.put(json!({"type": "thread.started", "thread_id": uuid(&scenario.name, 0)}).to_string());
    page.put(json!({"type": "turn.started"}).to_string());
    for (n, step) in scenario.steps.iter().enumerate() {
        let id = format!("item_{n}");
        let done = |item: Value| json!({"type": "item.completed", "item": item}).to_string();
        match step {
            Step::Think(text) => drop(page.put(done(json!({"id": id, "type": "reasoning", "text": text})))),
            Step::Say(say) => drop(page.say(n, done(json!({"id": id, "type": "agent_message", "text": say.text})))),
            Step::Call(call) => exec_item(scenario, &mut page, call, &id),
            Step::User(_) | Step::Compact(_) | Step::Interrupt => {}
        }
    }
    page.put(json!({"type": "turn.completed", "usage": {"input_tokens": 48_112, "cached_input_tokens": 40_320, "output_tokens": 2_914}}).to_string());
    page
}

fn exec_item(scenario: &Scenario, page: &mut Page, call: &Call, id: &str) {
    let event = |kind: &str, item: Value| json!({"type": kind, "item": item}).to_string();
    match form(scenario, call) {
        Form::Command(command) => {
            let line = format!("/bin/bash -lc '{}'", command.replace('\'', "'\\''"));
            page.call(call, event("item.started", json!({"id": id, "type": "command_execution", "command": line, "aggregated_output": "", "exit_code": null, "status": "in_progress"})));
            if let End::Exit(code) = call.end {
                let status = if code == 0 { "completed" } else { "failed" };
                page.call(call, event("item.completed", json!({"id": id, "type": "command_execution", "command": line, "aggregated_output": call.output, "exit_code": code, "status": status})));
            }
        }
        Form::Patch(_) => {
            let kind = if matches!(call.what, What::Write { .. }) { "add" } else { "update" };
            let (What::Write { path, .. } | What::Edit { path, .. }) = &call.what else { return };
            let status = if call.end == End::Exit(0) { "completed" } else { "failed" };
            page.call(call, event("item.completed", json!({"id": id, "type": "file_change", "changes": [{"path": super::page::absolute(scenario, path), "kind": kind}], "status": status})));
        }
        Form::Other(name, args, text) => {
            if let What::Todo(items) = &call.what {
                let items: Vec<Value> = items.iter().map(|(c, t)| json!({"text": t, "completed": *c == 'x'})).collect();
                page.call(call, event("item.completed", json!({"id": id, "type": "todo_list", "items": items})));
                return;
            }
            page.call(call, event("item.completed", json!({"id": id, "type": "mcp_tool_call", "tool": name, "arguments": args, "result": {"content": [{"type": "text", "text": text}]}, "status": "completed"})));
        }
    }
}
