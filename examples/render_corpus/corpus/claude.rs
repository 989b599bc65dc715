//! Claude Code: the session file and the headless stream.

use super::page::{Beat, Page, absolute, beats, time, uuid};
use super::scenario::{Call, End, Scenario, Step, What};
use serde_json::{Value, json};

const REFUSED: &str = "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the \
                       new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";

/// What a tool's input and its answer look like.
struct Form {
    name: String,
    input: Value,
    text: String,
    error: bool,
    /// The structured copy of the answer.
    copy: Value,
}

fn form(scenario: &Scenario, call: &Call) -> Form {
    let path = |p: &str| absolute(scenario, p);
    let mut form = match &call.what {
        What::Run { command, background } => run(call, command, *background),
        What::Edit { path: p, old, new } => Form {
            name: "Edit".to_owned(),
            input: json!({"file_path": path(p), "old_string": old, "new_string": new, "replace_all": false}),
            text: format!(
                "The file {} has been updated. Here's the result of running `cat -n` on a snippet of the edited file:\n{}",
                path(p),
                numbered(new)
            ),
            error: false,
            copy: json!({"filePath": path(p), "oldString": old, "newString": new, "originalFile": format!("{old}\n"), "userModified": false, "replaceAll": false,
                "structuredPatch": [{"oldStart": 12, "oldLines": old.lines().count(), "newStart": 12, "newLines": new.lines().count(), "lines": hunk(old, new)}]}),
        },
        What::Write { path: p, content } => Form {
            name: "Write".to_owned(),
            input: json!({"file_path": path(p), "content": content}),
            text: format!("File created successfully at: {}", path(p)),
            error: false,
            copy: json!({"type": "create", "filePath": path(p), "content": content, "structuredPatch": [], "originalFile": null}),
        },
        What::Read { path: p } => Form {
            name: "Read".to_owned(),
            input: json!({"file_path": path(p)}),
            text: numbered(&call.output),
            error: false,
            copy: json!({"type": "text", "file": {"filePath": path(p), "content": call.output, "numLines": call.output.lines().count(), "startLine": 1,
                "totalLines": call.output.lines().count()}}),
        },
        What::Todo(items) => todo(items),
        What::Agent { description, prompt } => Form {
            name: "Task".to_owned(),
            input: json!({"description": description, "prompt": prompt, "subagent_type": "general-purpose"}),
            text: call.output.clone(),
            error: false,
            copy: json!({"status": "completed", "prompt": prompt, "content": [{"type": "text", "text": call.output}], "totalToolUseCount": 9, "totalTokens": 31204}),
        },
        What::Mcp { server, tool, args } => Form {
            name: format!("mcp__{server}__{tool}"),
            input: serde_json::from_str(args).unwrap_or_else(|_| json!({"input": args})),
            text: call.output.clone(),
            error: false,
            copy: json!([{"type": "text", "text": call.output}]),
        },
    };
    match call.end {
        End::Denied => refuse(&mut form, REFUSED, "User rejected tool use"),
        End::Failed => {
            let why = if call.output.is_empty() { "String to replace not found in file." } else { &call.output };
            refuse(&mut form, &format!("<tool_use_error>{why}</tool_use_error>"), &format!("Error: {why}"));
        }
        End::Exit(_) | End::Running | End::Pending => {}
    }
    form
}

fn run(call: &Call, command: &str, background: bool) -> Form {
    let mut input = json!({"command": command, "description": "Run the command"});
    let (text, copy) = match call.end {
        End::Exit(0) => {
            (call.output.clone(), json!({"stdout": call.output, "stderr": "", "interrupted": false, "isImage": false}))
        }
        End::Exit(n) => {
            let text = format!("Exit code {n}\n{}", call.output);
            (text.clone(), json!(format!("Error: {text}")))
        }
        _ => {
            let task = &uuid(command, 3)[..7];
            let text =
                format!("Command running in background with ID: {task}. Output is being written to: /tmp/tasks/{task}.output");
            (text, json!({"stdout": "", "stderr": "", "interrupted": false, "isImage": false, "backgroundTaskId": task}))
        }
    };
    if background {
        input["run_in_background"] = json!(true);
    }
    Form { name: "Bash".to_owned(), input, text, error: matches!(call.end, End::Exit(n) if n != 0), copy }
}

fn refuse(form: &mut Form, text: &str, copy: &str) {
    (form.text, form.error, form.copy) = (text.to_owned(), true, json!(copy));
}

fn todo(items: &[(char, String)]) -> Form {
    let status = |c: char| match c {
        'x' => "completed",
        '~' => "in_progress",
        _ => "pending",
    };
    let items: Vec<Value> = items.iter().map(|(c, t)| json!({"content": t, "status": status(*c), "activeForm": t})).collect();
    Form {
        name: "TodoWrite".to_owned(),
        input: json!({"todos": items}),
        text: "Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress."
            .to_owned(),
        error: false,
        copy: json!({"oldTodos": [], "newTodos": items}),
    }
}

fn numbered(text: &str) -> String {
    text.lines().enumerate().map(|(n, l)| format!("{:>6}→{l}", n + 1)).collect::<Vec<_>>().join("\n")
}

fn hunk(old: &str, new: &str) -> Vec<String> {
    old.lines().map(|l| format!("-{l}")).chain(new.lines().map(|l| format!("+{l}"))).collect()
}

struct Session<'s> {
    scenario: &'s Scenario,
    page: Page,
    n: u32,
    parent: Value,
    stream: bool,
}

/// The session file, with the records that say nothing of the work.
pub fn session(scenario: &Scenario) -> Page {
    write(scenario, false)
}

/// The stream of a headless run.
pub fn stream(scenario: &Scenario) -> Page {
    write(scenario, true)
}

fn write(scenario: &Scenario, stream: bool) -> Page {
    let mut s = Session { scenario, page: Page::default(), n: 0, parent: Value::Null, stream };
    if stream {
        let init = json!({"type": "system", "subtype": "init", "cwd": scenario.cwd, "session_id": s.id(), "model": "claude-sonnet-4-6",
            "tools": ["Bash", "Read", "Edit", "Write", "TodoWrite", "Task"], "permissionMode": "acceptEdits", "apiKeySource": "none"});
        s.page.put(init.to_string());
    }
    for beat in beats(scenario) {
        match beat {
            Beat::One(n, step) => s.step(n, step),
            Beat::Calls(batch) => s.calls(&batch),
        }
    }
    s.end();
    s.page
}

impl Session<'_> {
    fn id(&self) -> String {
        uuid(&self.scenario.name, 0)
    }

    fn record(&mut self, kind: &str, more: Value) -> String {
        self.n += 1;
        let id = uuid(&self.scenario.name, self.n);
        let mut out = match self.stream {
            true => json!({"type": kind, "session_id": self.id(), "parent_tool_use_id": null, "uuid": id}),
            false => json!({"parentUuid": self.parent, "isSidechain": false, "userType": "external", "cwd": self.scenario.cwd,
                "sessionId": self.id(), "version": "2.1.42", "gitBranch": "main", "type": kind, "uuid": id, "timestamp": time(self.n)}),
        };
        if let (Some(out), Value::Object(more)) = (out.as_object_mut(), more) {
            out.extend(more);
        }
        self.parent = json!(id);
        out.to_string()
    }

    fn assistant(&mut self, block: Value) -> String {
        let id = format!("msg_{}", &uuid(&self.scenario.name, self.n + 7)[..8]);
        let usage = json!({"input_tokens": 4, "cache_read_input_tokens": 21_480 + self.n * 311, "output_tokens": 3 + self.n % 290, "service_tier": "standard"});
        self.record(
            "assistant",
            json!({"message": {"id": id, "type": "message", "role": "assistant", "model": "claude-sonnet-4-6",
            "content": [block], "stop_reason": null, "usage": usage}}),
        )
    }

    fn step(&mut self, n: usize, step: &Step) {
        match step {
            Step::User(_) if self.stream => {}
            Step::User(text) => self.prompt(text),
            Step::Think(text) => {
                let line = self.assistant(json!({"type": "thinking", "thinking": text, "signature": "c2lnbmF0dXJl"}));
                self.page.put(line);
            }
            Step::Say(say) => {
                let line = self.assistant(json!({"type": "text", "text": say.text}));
                self.page.say(n, line);
                if !self.stream && self.ends_turn(n) {
                    let stop = self.record(
                        "system",
                        json!({"subtype": "turn_duration", "durationMs": 41_000 + self.n * 97, "isMeta": false}),
                    );
                    self.page.put(stop);
                }
            }
            Step::Interrupt => {
                let block = json!([{"type": "text", "text": "[Request interrupted by user]"}]);
                let line = self.record("user", json!({"message": {"role": "user", "content": block}}));
                self.page.put(line);
            }
            Step::Compact(text) => self.compact(text),
            Step::Call(_) => {}
        }
    }

    fn ends_turn(&self, n: usize) -> bool {
        matches!(self.scenario.steps.get(n + 1), None | Some(Step::User(_)))
    }

    fn prompt(&mut self, text: &str) {
        let snapshot = json!({"type": "file-history-snapshot", "messageId": uuid(&self.scenario.name, self.n + 1), "isSnapshotUpdate": false,
            "snapshot": {"messageId": uuid(&self.scenario.name, self.n + 1), "trackedFileBackups": {}, "timestamp": time(self.n)}});
        self.page.put(snapshot.to_string());
        let line = self.record("user", json!({"message": {"role": "user", "content": text}}));
        self.page.put(line);
    }

    fn compact(&mut self, text: &str) {
        let line = self.record(
            "system",
            json!({"subtype": "compact_boundary", "content": "Conversation compacted", "level": "info", "isMeta": false,
            "logicalParentUuid": self.parent, "parentUuid": null, "compactMetadata": {"trigger": "auto", "preTokens": 155_014}}),
        );
        self.page.put(line);
        let text = format!(
            "This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.\n\n{text}"
        );
        let line = self.record(
            "user",
            json!({"isCompactSummary": true, "isVisibleInTranscriptOnly": true, "message": {"role": "user", "content": text}}),
        );
        self.page.put(line);
    }

    fn calls(&mut self, batch: &[&Call]) {
        let forms: Vec<(&Call, String, Form)> = batch
            .iter()
            .enumerate()
            .map(|(i, c)| {
                (
                    *c,
                    format!("toolu_{}", uuid(&self.scenario.name, self.n * 31 + i as u32).replace('-', "")),
                    form(self.scenario, c),
                )
            })
            .collect();
        for (call, id, form) in &forms {
            let line = self.assistant(json!({"type": "tool_use", "id": id, "name": form.name, "input": form.input}));
            self.page.call(call, line);
        }
        // The results of a batch come in the order in which they end.
        for (call, id, form) in forms.iter().rev().filter(|(c, ..)| c.end != End::Pending) {
            if !self.stream && matches!(call.what, What::Run { .. }) && call.output.len() > 200 {
                let data = json!({"type": "bash_progress", "output": "", "fullOutput": "", "elapsedTimeSeconds": 2, "totalLines": 0, "timeoutMs": 120_000});
                let line = self.record("progress", json!({"data": data, "toolUseID": "bash-progress-0", "parentToolUseID": id}));
                self.page.put(line);
            }
            let mut block = json!({"type": "tool_result", "tool_use_id": id, "content": form.text});
            if form.error || form.name == "Bash" {
                block["is_error"] = json!(form.error);
            }
            let line = self.record("user", json!({"message": {"role": "user", "content": [block]}, "toolUseResult": form.copy}));
            self.page.call(call, line);
            if !self.stream && form.name == "Edit" {
                let data = json!({"type": "hook_progress", "hookEvent": "PostToolUse", "hookName": "PostToolUse:Edit", "command": "true"});
                let line = self.record("progress", json!({"data": data, "toolUseID": id, "parentToolUseID": id}));
                self.page.put(line);
            }
        }
    }

    fn end(&mut self) {
        let last = self.scenario.steps.iter().rev().find_map(|s| if let Step::Say(say) = s { Some(&say.text) } else { None });
        if let (true, Some(last)) = (self.stream, last) {
            let line = self.record("result", json!({"subtype": "success", "is_error": false, "num_turns": self.n, "duration_ms": 81_220, "result": last, "permission_denials": []}));
            self.page.put(line);
        }
    }
}
