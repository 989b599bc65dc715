//! The typed form of one Claude Code record, and the two short cuts that make reading fast.

use crate::transcript::lines;
use crate::transcript::wire::{Block, Content, Flag, Obj, Str};
use memchr::memmem;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use std::fmt;
use std::sync::LazyLock;

/// One line of a session file, as far as anything is read from it.
#[derive(Debug, Default)]
pub(super) struct Record<'a> {
    pub kind: Str<'a>,
    pub subtype: Str<'a>,
    pub uuid: Str<'a>,
    /// `Some(empty)` where the key is there with null.
    pub parent: Option<Str<'a>>,
    pub timestamp: Str<'a>,
    pub session_id: Str<'a>,
    pub cwd: Str<'a>,
    pub version: Str<'a>,
    pub branch: Str<'a>,
    pub agent_id: Str<'a>,
    pub is_sidechain: Flag,
    pub is_meta: Flag,
    pub is_summary: Flag,
    pub is_api_error: Flag,
    pub plan: Str<'a>,
    pub denial: Str<'a>,
    pub parent_call: Str<'a>,
    pub message: Option<Message<'a>>,
    pub data: Option<Box<Progress<'a>>>,
    pub attachment: Attachment<'a>,
    pub content: Content<'a>,
    pub operation: Str<'a>,
    pub tool_result: ToolResult<'a>,
    /// The last bytes of the line.
    pub tail: &'a [u8],
    stopped: bool,
}

/// The message of an assistant or user record.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(in crate::transcript) struct Message<'a> {
    #[serde(borrow)]
    pub role: Str<'a>,
    #[serde(borrow)]
    pub id: Str<'a>,
    #[serde(borrow)]
    pub model: Str<'a>,
    #[serde(borrow)]
    pub content: Content<'a>,
}

/// The payload of a `progress` record.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Progress<'a> {
    #[serde(borrow, rename = "type")]
    pub kind: Str<'a>,
    #[serde(borrow)]
    pub agent_id: Str<'a>,
    #[serde(borrow)]
    pub hook_name: Str<'a>,
    #[serde(borrow)]
    pub message: Option<Record<'a>>,
}

/// The payload of an `attachment` record.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Attachment<'a> {
    #[serde(borrow, rename = "type")]
    pub kind: Str<'a>,
    #[serde(borrow)]
    pub prompt: Content<'a>,
    #[serde(borrow)]
    pub hook_name: Str<'a>,
    #[serde(borrow)]
    pub blocking_error: Obj<BlockingError<'a>>,
}

/// What a hook said that blocked.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct BlockingError<'a> {
    #[serde(borrow)]
    pub blocking_error: Str<'a>,
}

/// What is read of the structured copy of a result.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ToolResult<'a> {
    #[serde(borrow, rename = "agentId", alias = "agent_id")]
    pub agent_id: Str<'a>,
    #[serde(borrow)]
    pub status: Str<'a>,
}

impl<'a> Record<'a> {
    /// Reads one line. Unless `strict`, the structured copy of a result, the longest part of most lines, is not read where nothing
    /// in it is needed; what stands behind it is then not read either.
    pub fn parse(line: &'a [u8], strict: bool) -> serde_json::Result<Self> {
        let mut record = Record { tail: &line[line.len().saturating_sub(TAIL)..], ..Record::default() };
        let mut json = serde_json::Deserializer::from_slice(line);
        match (Fields { record: &mut record, may_stop: !strict }).deserialize(&mut json) {
            Ok(()) => json.end()?,
            Err(_) if record.stopped => {}
            Err(e) => return Err(e),
        }
        Ok(record)
    }

    /// The host's own reading of an exit status that is no failure ("No matches found").
    pub fn return_code_reading(&self) -> bool {
        static KEY: LazyLock<memmem::Finder> = LazyLock::new(|| memmem::Finder::new(b"\"returnCodeInterpretation\":\""));
        KEY.find(self.tail).is_some()
    }

    /// Number of lines of the whole file, where the record is that of a file read.
    pub fn file_lines(&self) -> Option<u64> {
        static KEY: LazyLock<memmem::Finder> = LazyLock::new(|| memmem::Finder::new(b"\"totalLines\":"));
        let at = KEY.find_iter(self.tail).last()? + KEY.needle().len();
        let digits = self.tail[at..].iter().take_while(|b| b.is_ascii_digit()).count();
        std::str::from_utf8(&self.tail[at..at + digits]).ok()?.parse().ok()
    }

    /// All that is needed stands before the structured copy: no flag behind it (denials), no agent id in it.
    fn may_stop(&self) -> bool {
        let Some(Message { content: Content::Blocks(blocks), .. }) = &self.message else {
            return false;
        };
        let plain = |b: &Block| !b.is_error.is_true() && !matches!(b.content, Content::Blocks(_));
        !self.kind.is_empty() && !self.uuid.is_empty() && !self.timestamp.is_empty() && blocks.iter().all(plain)
    }
}

/// The structured copy ends with the short facts that are read from here; it follows text of any length.
const TAIL: usize = 1024;

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "camelCase")]
enum Key {
    Type,
    Subtype,
    Uuid,
    ParentUuid,
    Timestamp,
    SessionId,
    Cwd,
    Version,
    GitBranch,
    AgentId,
    IsSidechain,
    IsMeta,
    IsCompactSummary,
    IsApiErrorMessage,
    PlanContent,
    ToolDenialKind,
    #[serde(rename = "parentToolUseID")]
    ParentToolUseId,
    Message,
    Data,
    Attachment,
    Content,
    Operation,
    ToolUseResult,
    #[serde(other)]
    Other,
}

struct Fields<'r, 'a> {
    record: &'r mut Record<'a>,
    may_stop: bool,
}

impl<'de: 'a, 'a> DeserializeSeed<'de> for Fields<'_, 'a> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        d.deserialize_map(self)
    }
}

impl<'de: 'a, 'a> Visitor<'de> for Fields<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a record")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let r = self.record;
        while let Some(key) = map.next_key::<Key>()? {
            match key {
                Key::Type => r.kind = map.next_value()?,
                Key::Subtype => r.subtype = map.next_value()?,
                Key::Uuid => r.uuid = map.next_value()?,
                Key::ParentUuid => r.parent = Some(map.next_value()?),
                Key::Timestamp => r.timestamp = map.next_value()?,
                Key::SessionId => r.session_id = map.next_value()?,
                Key::Cwd => r.cwd = map.next_value()?,
                Key::Version => r.version = map.next_value()?,
                Key::GitBranch => r.branch = map.next_value()?,
                Key::AgentId => r.agent_id = map.next_value()?,
                Key::IsSidechain => r.is_sidechain = map.next_value()?,
                Key::IsMeta => r.is_meta = map.next_value()?,
                Key::IsCompactSummary => r.is_summary = map.next_value()?,
                Key::IsApiErrorMessage => r.is_api_error = map.next_value()?,
                Key::PlanContent => r.plan = map.next_value()?,
                Key::ToolDenialKind => r.denial = map.next_value()?,
                Key::ParentToolUseId => r.parent_call = map.next_value()?,
                Key::Message => r.message = map.next_value::<Option<Obj<Message>>>()?.map(|m| m.0),
                Key::Data => r.data = Some(Box::new(map.next_value::<Obj<Progress>>()?.0)),
                Key::Attachment => r.attachment = map.next_value::<Obj<Attachment>>()?.0,
                Key::Content => r.content = map.next_value()?,
                Key::Operation => r.operation = map.next_value()?,
                Key::ToolUseResult if self.may_stop && r.may_stop() => {
                    r.stopped = true;
                    return Err(A::Error::custom("read as far as needed"));
                }
                Key::ToolUseResult if r.wants_agent() => r.tool_result = map.next_value::<Obj<ToolResult>>()?.0,
                Key::ToolUseResult | Key::Other => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

impl Record<'_> {
    /// Results of subagents are the only ones in blocks whose structured copy matters.
    fn wants_agent(&self) -> bool {
        match &self.message {
            Some(Message { content: Content::Blocks(blocks), .. }) => {
                blocks.iter().any(|b| matches!(b.content, Content::Blocks(_)))
            }
            _ => true,
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Record<'a> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let mut record = Record::default();
        d.deserialize_map(Fields { record: &mut record, may_stop: false })?;
        Ok(record)
    }
}

/// What the head of a line proves of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Head {
    /// Nothing in it is read.
    Skip,
    /// A hook ran when the session was resumed.
    ResumeHook,
    /// To be read.
    Read,
}

/// Tells records that nothing is read from by their head alone; whatever is not proved is read.
pub(super) fn head(line: &[u8]) -> Head {
    let Some((top, inner)) = lines::head(line) else {
        return Head::Read;
    };
    match lines::head_type(top) {
        Some(
            b"file-history-snapshot"
            | b"file-history-delta"
            | b"summary"
            | b"pr-link"
            | b"last-prompt"
            | b"ai-title"
            | b"custom-title"
            | b"agent-name"
            | b"mode"
            | b"permission-mode"
            | b"bridge-session"
            | b"atis-latch",
        ) => Head::Skip,
        Some(b"progress") if top.ends_with(b"\"data\":") => progress_head(inner),
        _ => Head::Read,
    }
}

fn progress_head(data: &[u8]) -> Head {
    if !data.starts_with(b"{\"type\":\"") {
        return Head::Read;
    }
    let start = &data[..data.len().min(200)];
    match lines::head_type(start) {
        Some(b"hook_progress") if memmem::find(start, b"\"hookName\":\"SessionStart:resume\"").is_some() => Head::ResumeHook,
        Some(
            b"hook_progress"
            | b"bash_progress"
            | b"mcp_progress"
            | b"query_update"
            | b"search_results_received"
            | b"waiting_for_task",
        ) => Head::Skip,
        _ => Head::Read,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_proves_or_the_record_is_read() {
        let progress = |data: &str| format!(r#"{{"parentUuid":null,"cwd":"/w","type":"progress","data":{data},"uuid":"u"}}"#);
        let cases = [
            (r#"{"type":"file-history-snapshot","messageId":"m","snapshot":{}}"#.to_owned(), Head::Skip),
            (r#"{"type":"summary","summary":"s","leafUuid":"u"}"#.to_owned(), Head::Skip),
            (progress(r#"{"type":"bash_progress","output":""}"#), Head::Skip),
            (progress(r#"{"type":"hook_progress","hookEvent":"Stop","hookName":"Stop","command":"x"}"#), Head::Skip),
            (
                progress(r#"{"type":"hook_progress","hookEvent":"SessionStart","hookName":"SessionStart:resume"}"#),
                Head::ResumeHook,
            ),
            (progress(r#"{"message":{"type":"user"},"type":"agent_progress"}"#), Head::Read),
            (r#"{"cwd":"{\"type\":\"summary\"","type":"user","message":{}}"#.to_owned(), Head::Read),
            (r#"{"message":{"type":"summary"},"type":"assistant"}"#.to_owned(), Head::Read),
            (r#"{"type":"user","message":{}}"#.to_owned(), Head::Read),
            (String::new(), Head::Read),
            ("{".to_owned(), Head::Read),
            (r#"{"type":"summary"#.to_owned(), Head::Read),
        ];
        for (line, want) in cases {
            assert_eq!(head(line.as_bytes()), want, "{line}");
        }
    }

    #[test]
    fn reading_stops_at_the_structured_copy_only_where_nothing_is_needed() {
        let line = |error: &str, tail: &str| {
            format!(
                r#"{{"parentUuid":null,"type":"user","message":{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"t","content":"x"{error}}}]}},"uuid":"u","timestamp":"t","toolUseResult":{{"a":[1,{tail}"#
            )
        };
        let cut = line("", "");
        assert_eq!(Record::parse(cut.as_bytes(), false).unwrap().uuid.as_str(), "u");
        assert!(Record::parse(cut.as_bytes(), true).is_err());
        assert!(Record::parse(line(",\"is_error\":true", "").as_bytes(), false).is_err());
        let whole = line(",\"is_error\":true", "2]},\"toolDenialKind\":\"user-rejected\"}");
        assert_eq!(Record::parse(whole.as_bytes(), false).unwrap().denial.as_str(), "user-rejected");
    }

    #[test]
    fn facts_at_the_end_of_the_structured_copy() {
        let line = br#"{"toolUseResult":{"type":"text","file":{"content":"\"totalLines\":9","totalLines":212}}}"#;
        assert_eq!(Record::parse(line, false).unwrap().file_lines(), Some(212));
        let line = br#"{"toolUseResult":{"stdout":"","returnCodeInterpretation":"No matches found"}}"#;
        assert!(Record::parse(line, false).unwrap().return_code_reading());
        let line = br#"{"toolUseResult":{"stdout":"\"returnCodeInterpretation\":\"x"}}"#;
        assert!(!Record::parse(line, false).unwrap().return_code_reading());
    }
}
