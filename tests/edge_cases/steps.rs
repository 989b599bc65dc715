//! Sessions made up step by step, and written in the format of Claude Code.

use serde_json::{Value, json};

/// One thing that happens in a made-up session.
pub enum Step {
    /// A record of the person or the host: its text, and keys that stand beside it.
    User(String, Value),
    /// Visible text of the agent.
    Say(String),
    /// A call alone: id, tool, input.
    Call(String, String, Value),
    /// A result alone: id of the call, text, error flag, keys that stand beside it.
    Result(String, String, bool, Value),
    /// A call with its result: tool, input, text, error flag, keys that stand beside it.
    Done(String, Value, String, bool, Value),
    /// Any other block of the agent's messages.
    Block(Value),
    /// A line as it stands.
    Raw(String),
}

/// A person says something.
pub fn user(text: &str) -> Step {
    Step::User(text.into(), json!({}))
}

/// The agent says something.
pub fn say(text: &str) -> Step {
    Step::Say(text.into())
}

/// A tool is called and answers.
pub fn tool(name: &str, input: Value, result: &str) -> Step {
    Step::Done(name.into(), input, result.into(), false, json!({}))
}

/// A tool is called and fails, or is kept from running.
pub fn tool_fails(name: &str, input: Value, result: &str) -> Step {
    Step::Done(name.into(), input, result.into(), true, json!({}))
}

/// A command line that ends with status 0.
pub fn bash(command: &str, output: &str) -> Step {
    tool("Bash", json!({ "command": command }), output)
}

/// A command line that ends with another status.
pub fn bash_exit(command: &str, code: i32, output: &str) -> Step {
    bash_error(command, &format!("Exit code {code}\n{output}"))
}

/// A command line that did not end as a command line does.
pub fn bash_error(command: &str, result: &str) -> Step {
    tool_fails("Bash", json!({ "command": command }), result)
}

/// A command line started in the background as task `b1`.
pub fn bash_background(command: &str) -> Step {
    let input = json!({ "command": command, "run_in_background": true });
    tool("Bash", input, "Command running in background with ID: b1. Output is being written to: /t/b1.output")
}

/// The background task `b1` is asked for its output.
pub fn poll(status: &str, output: &str) -> Step {
    let text = format!("<task_id>b1</task_id>\n<status>{status}</status>\n<output>\n{output}\n</output>");
    tool("TaskOutput", json!({ "task_id": "b1" }), &text)
}

/// A call without a result.
pub fn open(id: &str, name: &str, input: Value) -> Step {
    Step::Call(id.into(), name.into(), input)
}

/// A result apart from its call.
pub fn result(id: &str, text: &str) -> Step {
    Step::Result(id.into(), text.into(), false, json!({}))
}

/// A file changed in part.
pub fn edit(path: &str) -> Step {
    edit_from(path, "a = 1", "a = 2")
}

/// A file changed from one text to another.
pub fn edit_from(path: &str, old: &str, new: &str) -> Step {
    let input = json!({ "file_path": path, "old_string": old, "new_string": new });
    tool("Edit", input, &format!("The file {path} has been updated successfully."))
}

/// A file written whole.
pub fn write(path: &str, content: &str) -> Step {
    tool("Write", json!({ "file_path": path, "content": content }), &format!("File created successfully at: {path}"))
}

/// A file read whole.
pub fn read(path: &str, content: &str) -> Step {
    tool("Read", json!({ "file_path": path }), content)
}

/// A subagent `a1` runs to its end and reports.
pub fn agent(report: &str) -> Step {
    let input = json!({ "description": "look into it", "prompt": "Do the task.", "subagent_type": "general-purpose" });
    let beside = json!({ "toolUseResult": { "status": "completed", "agentId": "a1" } });
    Step::Done("Task".into(), input, format!("{report}\nagentId: a1"), false, beside)
}

/// A mark that the context was compacted here.
pub fn compaction() -> Step {
    Step::Raw(record(0, "system", &Value::Null, &json!({ "subtype": "compact_boundary", "parentUuid": null })))
}

/// A whole session, one record a line.
pub fn claude(steps: &[Step]) -> String {
    claude_in("/w", steps)
}

/// A whole session in a working directory.
pub fn claude_in(cwd: &str, steps: &[Step]) -> String {
    let mut file = File { cwd, lines: Vec::new(), calls: 0 };
    steps.iter().for_each(|s| file.step(s));
    file.lines.join("\n") + "\n"
}

/// The record of the subagent `a1`, as a file of its own.
pub fn claude_child(steps: &[Step]) -> String {
    let of_child = |line: &str| {
        let mut record: Value = serde_json::from_str(line).expect("a record");
        record["isSidechain"] = json!(true);
        record["agentId"] = json!("a1");
        record.to_string()
    };
    claude(steps).lines().map(of_child).collect::<Vec<_>>().join("\n") + "\n"
}

struct File<'a> {
    cwd: &'a str,
    lines: Vec<String>,
    calls: usize,
}

impl File<'_> {
    fn step(&mut self, step: &Step) {
        match step {
            Step::User(text, beside) => self.record("user", &json!({ "role": "user", "content": text }), beside),
            Step::Say(text) => self.block(json!({ "type": "text", "text": text })),
            Step::Call(id, name, input) => self.call(id, name, input),
            Step::Result(id, text, error, beside) => self.result(id, text, *error, beside),
            Step::Done(name, input, text, error, beside) => {
                let id = format!("call-{}", self.calls);
                self.calls += 1;
                self.call(&id, name, input);
                self.result(&id, text, *error, beside);
            }
            Step::Block(block) => self.block(block.clone()),
            Step::Raw(line) => self.lines.push(line.clone()),
        }
    }

    fn call(&mut self, id: &str, name: &str, input: &Value) {
        self.block(json!({ "type": "tool_use", "id": id, "name": name, "input": input }));
    }

    fn result(&mut self, id: &str, text: &str, error: bool, beside: &Value) {
        let block = json!({ "type": "tool_result", "tool_use_id": id, "content": text, "is_error": error });
        self.record("user", &json!({ "role": "user", "content": [block] }), beside);
    }

    fn block(&mut self, block: Value) {
        self.record("assistant", &json!({ "role": "assistant", "model": "model-x", "content": [block] }), &json!({}));
    }

    fn record(&mut self, kind: &str, message: &Value, beside: &Value) {
        let mut more = json!({ "cwd": self.cwd });
        for (key, value) in beside.as_object().into_iter().flatten() {
            more[key] = value.clone();
        }
        self.lines.push(record(self.lines.len(), kind, message, &more));
    }
}

fn record(n: usize, kind: &str, message: &Value, more: &Value) -> String {
    let parent = if n == 0 { Value::Null } else { json!(format!("record-{:06}", n - 1)) };
    let mut record = json!({
        "parentUuid": parent, "isSidechain": false, "cwd": "/w", "sessionId": "s1", "version": "2.1.42", "gitBranch": "main",
        "type": kind, "message": message, "uuid": format!("record-{n:06}"), "timestamp": format!("2026-01-01T00:{:02}:{:02}Z", n / 60, n % 60),
    });
    for (key, value) in more.as_object().into_iter().flatten() {
        record[key] = value.clone();
    }
    record.to_string()
}
