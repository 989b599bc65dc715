//! A Claude Code session as this detector reads it: texts, calls and results in the order of the file.

use serde_json::Value;

/// A session transcript.
#[derive(Debug, Default)]
pub(super) struct Transcript {
    pub(super) lines: usize,
    pub(super) texts: Vec<Text>,
    pub(super) calls: Vec<Call>,
}

/// Visible text of the agent.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) line: usize,
    /// Calls that stand before it.
    pub(super) calls_before: usize,
    pub(super) text: String,
}

/// A tool call, with its result where one is recorded.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) line: usize,
    pub(super) tool: String,
    pub(super) command: Option<String>,
    pub(super) path: Option<String>,
    pub(super) result: Option<CallResult>,
    id: String,
}

/// The recorded result of a call.
#[derive(Debug)]
pub(super) struct CallResult {
    pub(super) line: usize,
    pub(super) is_error: bool,
    pub(super) text: String,
}

/// Reads a transcript; an error names the line.
pub(super) fn read(bytes: &[u8]) -> Result<Transcript, String> {
    let text = String::from_utf8_lossy(bytes);
    let mut out = Transcript::default();
    let (mut records, mut messages) = (0, 0);
    for (i, raw) in text.lines().enumerate() {
        out.lines = i + 1;
        if raw.trim().is_empty() {
            continue;
        }
        let line = i + 1;
        let record: Value = serde_json::from_str(raw).map_err(|e| format!("line {line}: not valid JSON ({e})"))?;
        if !record.is_object() {
            return Err(format!("line {line}: expected a JSON object, one a line"));
        }
        records += 1;
        let content = &record["message"]["content"];
        match record["type"].as_str() {
            Some("assistant") if has_content(content) => out.assistant(line, content),
            Some("user") if has_content(content) => out.user(line, content),
            _ => continue,
        }
        messages += 1;
    }
    if records > 0 && messages == 0 {
        return Err("line 1: not a Claude Code session transcript: expected JSON Lines with records of type \
                    `user` and `assistant` that hold a message with content"
            .to_owned());
    }
    Ok(out)
}

fn has_content(content: &Value) -> bool {
    content.is_array() || content.is_string()
}

impl Transcript {
    fn assistant(&mut self, line: usize, content: &Value) {
        if let Some(text) = content.as_str() {
            self.say(line, text);
        }
        for block in content.as_array().into_iter().flatten() {
            match block["type"].as_str() {
                Some("text") => self.say(line, block["text"].as_str().unwrap_or_default()),
                Some("tool_use") => {
                    let input = &block["input"];
                    let string = |key: &str| input[key].as_str().map(str::to_owned);
                    self.calls.push(Call {
                        line,
                        tool: block["name"].as_str().unwrap_or_default().to_owned(),
                        command: string("command"),
                        path: string("file_path").or_else(|| string("notebook_path")),
                        result: None,
                        id: block["id"].as_str().unwrap_or_default().to_owned(),
                    });
                }
                _ => {}
            }
        }
    }

    fn say(&mut self, line: usize, text: &str) {
        self.texts.push(Text { line, calls_before: self.calls.len(), text: text.to_owned() });
    }

    fn user(&mut self, line: usize, content: &Value) {
        for block in content.as_array().into_iter().flatten().filter(|b| b["type"] == "tool_result") {
            let id = block["tool_use_id"].as_str().unwrap_or_default();
            let result = CallResult { line, is_error: block["is_error"] == true, text: result_text(&block["content"]) };
            if let Some(call) = self.calls.iter_mut().rev().find(|c| c.id == id && c.result.is_none()) {
                call.result = Some(result);
            }
        }
    }
}

fn result_text(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => blocks.iter().filter_map(|b| b["text"].as_str()).collect::<Vec<_>>().join("\n"),
        _ => String::new(),
    }
}
