//! What the end-to-end tests share: the command in a clean environment, and small made-up sessions.
#![allow(dead_code, reason = "every test file uses a part of it")]

use assert_cmd::Command;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The command, which sees no settings and no sessions of whoever runs the tests.
pub fn sayso(home: &Path) -> Command {
    let mut command = Command::cargo_bin("sayso").expect("the binary is built");
    command.current_dir(home).env_clear().env("HOME", home).env("NO_COLOR", "1");
    command.env("CLAUDE_CONFIG_DIR", home.join("claude")).env("CODEX_HOME", home.join("codex"));
    command
}

/// A folder of its own.
pub fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// The folder of the project.
pub fn project() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A Claude Code session under construction.
pub struct Session {
    id: String,
    lines: Vec<String>,
}

impl Session {
    /// An empty session.
    pub fn new(id: &str) -> Session {
        Session { id: id.into(), lines: Vec::new() }
    }

    fn record(mut self, kind: &str, message: Value) -> Session {
        let n = self.lines.len() + 1;
        let record = json!({
            "type": kind, "sessionId": self.id, "uuid": format!("{}-0000-4000-8000-{n:012}", self.id), "cwd": "/home/dev/app", "version": "2.1.44",
            "isSidechain": false, "userType": "external", "timestamp": format!("2026-11-02T09:{:02}:00.000Z", n % 60), "message": message,
        });
        self.lines.push(record.to_string());
        self
    }

    /// What a person asks.
    pub fn user(self, text: &str) -> Session {
        self.record("user", json!({ "role": "user", "content": text }))
    }

    /// What the agent says.
    pub fn say(self, text: &str) -> Session {
        let content = json!([{ "type": "text", "text": text }]);
        self.record("assistant", json!({ "role": "assistant", "model": "claude-sonnet-4-6", "id": "m", "content": content }))
    }

    /// A command, and what it printed.
    pub fn bash(self, command: &str, output: &str, failed: bool) -> Session {
        let id = format!("toolu_{}", self.lines.len());
        let call = json!([{ "type": "tool_use", "id": id, "name": "Bash", "input": { "command": command } }]);
        let result = json!([{ "type": "tool_result", "tool_use_id": id, "content": output, "is_error": failed }]);
        self.record("assistant", json!({ "role": "assistant", "model": "claude-sonnet-4-6", "id": "m", "content": call }))
            .record("user", json!({ "role": "user", "content": result }))
    }

    /// A line as it is.
    pub fn raw(mut self, line: &str) -> Session {
        self.lines.push(line.into());
        self
    }

    /// The file.
    pub fn text(&self) -> String {
        self.lines.iter().map(|l| format!("{l}\n")).collect()
    }

    /// Writes the file.
    pub fn write(&self, path: &Path) {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
        std::fs::write(path, self.text()).expect("the session is written");
    }
}

/// A session with one claim that nothing backs.
pub fn idle(id: &str) -> Session {
    Session::new(id).user("Please run the tests.").say("All tests pass.")
}

/// What a command printed, as text.
pub fn stdout(command: &mut Command) -> String {
    let output = command.output().expect("the command runs");
    String::from_utf8(output.stdout).expect("output is text")
}
