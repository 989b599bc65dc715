//! The typed form of one Codex record, old (flat) and new (envelope).

use crate::transcript::lines;
use crate::transcript::wire::{Content, Flag, List, Num, Obj, Str};
use serde::Deserialize;
use serde_json::value::RawValue;

/// One line of a rollout.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Line<'a> {
    #[serde(borrow)]
    pub timestamp: Str<'a>,
    #[serde(borrow, rename = "type")]
    pub kind: Str<'a>,
    #[serde(borrow)]
    pub payload: Option<Obj<Payload<'a>>>,
}

/// What a line holds: the union of all items and events that something is read from.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Payload<'a> {
    #[serde(borrow, rename = "type")]
    pub kind: Str<'a>,
    #[serde(borrow)]
    pub id: Str<'a>,
    #[serde(borrow)]
    pub timestamp: Str<'a>,
    // Messages.
    #[serde(borrow)]
    pub role: Str<'a>,
    #[serde(borrow)]
    pub content: Content<'a>,
    #[serde(borrow)]
    pub message: Str<'a>,
    // Calls and outputs.
    #[serde(borrow)]
    pub name: Str<'a>,
    #[serde(borrow)]
    pub namespace: Str<'a>,
    #[serde(borrow)]
    pub call_id: Str<'a>,
    #[serde(borrow)]
    pub arguments: Str<'a>,
    #[serde(borrow)]
    pub input: Str<'a>,
    #[serde(borrow)]
    pub output: Content<'a>,
    #[serde(borrow)]
    pub status: Str<'a>,
    #[serde(borrow)]
    pub action: Option<&'a RawValue>,
    // Events.
    pub exit_code: Num,
    pub success: Flag,
    #[serde(borrow)]
    pub result: Option<&'a RawValue>,
    #[serde(borrow)]
    pub item: Obj<Item<'a>>,
    // Identity and context.
    #[serde(borrow)]
    pub session_id: Str<'a>,
    #[serde(borrow)]
    pub cwd: Str<'a>,
    #[serde(borrow)]
    pub model: Str<'a>,
    #[serde(borrow)]
    pub cli_version: Str<'a>,
    #[serde(borrow)]
    pub git: Obj<Git<'a>>,
    #[serde(borrow)]
    pub source: Option<&'a RawValue>,
    #[serde(borrow)]
    pub thread_source: Str<'a>,
}

/// Git's state at the start.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Git<'a> {
    #[serde(borrow)]
    pub branch: Str<'a>,
}

/// The item of an `item_completed` event.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Item<'a> {
    #[serde(borrow, rename = "type")]
    pub kind: Str<'a>,
    #[serde(borrow)]
    pub id: Str<'a>,
    #[serde(borrow)]
    pub command: List<Str<'a>>,
    #[serde(borrow)]
    pub cwd: Str<'a>,
    #[serde(borrow)]
    pub status: Str<'a>,
    #[serde(borrow)]
    pub aggregated_output: Str<'a>,
    pub exit_code: Num,
}

/// Where the session comes from, where that is an object.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Source<'a> {
    #[serde(borrow)]
    subagent: Obj<Subagent<'a>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Subagent<'a> {
    #[serde(borrow)]
    thread_spawn: Obj<Spawn<'a>>,
    #[serde(borrow)]
    other: Str<'a>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Spawn<'a> {
    #[serde(borrow)]
    parent_thread_id: Str<'a>,
}

/// Whose session a rollout is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Ownership {
    /// A session of its own.
    Main,
    /// A subagent's, of this parent where that is named.
    Subagent(Option<String>),
    /// A reviewer's, with a copy of another session as its input.
    Reviewer,
}

impl Payload<'_> {
    /// Whose session this is, by its first record.
    pub fn ownership(&self) -> Ownership {
        if self.thread_source.as_str() == "guardian_review" {
            return Ownership::Reviewer;
        }
        let raw = self.source.map_or("", RawValue::get);
        if !raw.contains("\"subagent\"") {
            return Ownership::Main;
        }
        let Obj(source) = serde_json::from_str::<Obj<Source>>(raw).unwrap_or_default();
        let Obj(sub) = source.subagent;
        if sub.other.as_str() == "guardian" {
            return Ownership::Reviewer;
        }
        Ownership::Subagent(sub.thread_spawn.0.parent_thread_id.some().map(Into::into))
    }
}

/// Whether a record's head proves that nothing is read from it.
pub(super) fn is_skipped(line: &[u8]) -> bool {
    let Some((top, inner)) = lines::head(line) else {
        return false;
    };
    if !top.ends_with(b"\"payload\":") {
        return top.starts_with(b"\"record_type\":\"state\"");
    }
    let kind = lines::head_type(top);
    if kind == Some(b"world_state") {
        return true;
    }
    if !inner.starts_with(b"{\"type\":\"") {
        return false;
    }
    let Some(inner) = lines::head_type(&inner[..inner.len().min(80)]) else {
        return false;
    };
    match kind {
        Some(b"response_item") => {
            matches!(inner, b"reasoning" | b"ghost_snapshot" | b"tool_search_call" | b"tool_search_output")
        }
        Some(b"event_msg") => matches!(
            inner,
            b"token_count"
                | b"agent_reasoning"
                | b"agent_reasoning_raw_content"
                | b"agent_reasoning_section_break"
                | b"task_started"
                | b"task_complete"
                | b"thread_settings_applied"
                | b"thread_name_updated"
                | b"web_search_end"
        ),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_proves_or_the_record_is_read() {
        let line = |kind: &str, payload: &str| format!(r#"{{"timestamp":"t","type":"{kind}","payload":{payload}}}"#);
        let cases = [
            (line("event_msg", r#"{"type":"token_count","info":null}"#), true),
            (line("response_item", r#"{"type":"reasoning","summary":[]}"#), true),
            (line("response_item", r#"{"type":"message","role":"user"}"#), false),
            (line("event_msg", r#"{"type":"user_message","message":"x"}"#), false),
            (line("event_msg", r#"{"message":"{\"type\":\"token_count\"","type":"user_message"}"#), false),
            (line("world_state", "{}"), true),
            (r#"{"record_type":"state"}"#.to_owned(), true),
            (r#"{"type":"message","role":"user","content":[]}"#.to_owned(), false),
        ];
        for (line, want) in cases {
            assert_eq!(is_skipped(line.as_bytes()), want, "{line}");
        }
    }

    #[test]
    fn whose_session() {
        let of = |json: &str| serde_json::from_str::<Payload>(json).unwrap().ownership();
        assert_eq!(of(r#"{"source":"cli"}"#), Ownership::Main);
        assert_eq!(
            of(r#"{"source":{"subagent":{"thread_spawn":{"parent_thread_id":"p","depth":1}}}}"#),
            Ownership::Subagent(Some("p".into()))
        );
        assert_eq!(of(r#"{"source":{"subagent":"review"}}"#), Ownership::Subagent(None));
        assert_eq!(of(r#"{"source":{"subagent":{"other":"guardian"}}}"#), Ownership::Reviewer);
        assert_eq!(of(r#"{"thread_source":"guardian_review"}"#), Ownership::Reviewer);
    }
}
