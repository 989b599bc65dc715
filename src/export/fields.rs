//! What is done with each string of a record.

/// What is done with a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Kept byte for byte: links between records, types, times.
    Keep,
    /// Searched and redacted.
    Scan,
    /// Emptied: opaque to everybody but its maker.
    Opaque,
    /// Picture data.
    Image,
    /// Searched in the share profile, emptied in the strict one.
    Private,
}

/// Names whose values are kept where they stand in the frame of a record.
const FRAME: &[&str] = &[
    "type",
    "subtype",
    "uuid",
    "parentUuid",
    "leafUuid",
    "messageId",
    "sourceToolAssistantUUID",
    "sessionId",
    "session_id",
    "requestId",
    "id",
    "tool_use_id",
    "toolUseID",
    "parentToolUseID",
    "parent_tool_use_id",
    "call_id",
    "turn_id",
    "item_id",
    "agentId",
    "promptId",
    "logicalParentUuid",
    "timestamp",
    "role",
    "model",
    "stop_reason",
    "stop_sequence",
    "version",
    "name",
    "status",
    "phase",
    "level",
    "userType",
    "service_tier",
    "cli_version",
    "originator",
    "source",
    "model_provider",
    "approval_policy",
    "effort",
    "summary_type",
    "media_type",
    "permissionMode",
    "operation",
    "schema",
    "trace_id",
    "kind",
    "commit_hash",
    "speed",
    "inference_geo",
    "entrypoint",
    "stream",
    "backupTime",
];

/// Members below which nothing belongs to the frame of a record.
const FREE: &[&str] = &[
    "input",
    "toolUseResult",
    "arguments",
    "args",
    "output",
    "result",
    "content_text",
    "data",
    "todos",
    "file",
    "env",
    "metadata",
    "structured_content",
    "snapshot",
    "tool_input",
    "tool_response",
    "parsed_cmd",
    "changes",
];

/// Types of records that are known; the strict profile empties all others.
const TYPES: &[&str] = &[
    "user",
    "assistant",
    "system",
    "summary",
    "message",
    "result",
    "stream_event",
    "file-history-snapshot",
    "queue-operation",
    "progress",
    "attachment",
    "custom-title",
    "ai-title",
    "agent-name",
    "last-prompt",
    "session_meta",
    "turn_context",
    "response_item",
    "event_msg",
    "compacted",
    "reasoning",
    "function_call",
    "function_call_output",
    "local_shell_call",
    "custom_tool_call",
    "custom_tool_call_output",
    "web_search_call",
    "session",
    "session_start",
];

/// True for a record of a known type, or without any: `thread.started` and `item.completed` are events of `codex exec`.
pub fn known_type(ty: Option<&[u8]>) -> bool {
    ty.is_none_or(|t| {
        TYPES.iter().any(|k| k.as_bytes() == t) || [&b"thread."[..], b"turn.", b"item."].iter().any(|p| t.starts_with(p))
    })
}

/// The action for the value at a path (the last name is its own).
pub fn action(path: &[&[u8]]) -> Action {
    let Some(last) = path.last() else { return Action::Scan };
    let is = |name: &str| *last == name.as_bytes();
    let under = |name: &str| path[..path.len() - 1].contains(&name.as_bytes());
    let parent = path.len().checked_sub(2).map_or(&b""[..], |i| path[i]);
    if is("signature") && (parent == b"content" || parent == b"message" || parent == b"delta")
        || is("encrypted_content")
        || is("thinkingSignature")
        || is("thoughtSignature")
    {
        return Action::Opaque;
    }
    if is("data") && parent == b"content" && under("message") {
        return Action::Opaque;
    }
    if is("data") && (parent == b"source" || parent == b"image" || parent == b"inlineData")
        || is("base64") && parent == b"file"
        || is("image_url")
    {
        return Action::Image;
    }
    if path[..path.len() - 1].iter().any(|p| FREE.iter().any(|f| *p == f.as_bytes())) {
        return Action::Scan;
    }
    if is("thinking")
        || is("instructions")
        || is("base_instructions")
        || is("user_instructions")
        || is("text") && under("base_instructions")
    {
        return Action::Private;
    }
    if FRAME.iter().any(|f| is(f)) { Action::Keep } else { Action::Scan }
}

/// A valid picture of one pixel in the format of the given data, `None` where the data is no picture or already small.
pub fn pixel(data: &[u8]) -> Option<String> {
    const SMALL: usize = 344;
    const PIXELS: &[(&[u8], &str, &str)] = &[
        (
            b"iVBOR",
            "image/png",
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        ),
        (b"R0lGOD", "image/gif", "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"),
        (b"UklGR", "image/webp", "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA"),
        (
            b"/9j/",
            "image/jpeg",
            "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
        ),
    ];
    if data.len() <= SMALL {
        return None;
    }
    let uri = data.starts_with(b"data:");
    let body = if uri { &data[memchr::memchr(b',', data)? + 1..] } else { data };
    let escaped = body.starts_with(b"\\/9j") || body.starts_with(b"/9j");
    let hit = PIXELS.iter().find(|(magic, _, _)| body.starts_with(magic) || escaped && *magic == b"/9j/");
    match hit {
        Some((_, media, pixel)) if uri => Some(format!("data:{media};base64,{pixel}")),
        Some((_, _, pixel)) => Some((*pixel).to_owned()),
        None if uri && !body.is_empty() => Some("data:,".to_owned()),
        None => body
            .iter()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=' | b'\\' | b'n' | b'r'))
            .then(String::new),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn act(path: &str) -> Action {
        let parts: Vec<&[u8]> = path.split('/').map(str::as_bytes).collect();
        action(&parts)
    }

    #[test]
    fn links_are_kept_opaque_values_go_and_the_rest_is_searched() {
        for p in ["uuid", "message/id", "message/content/tool_use_id", "payload/call_id", "message/content/name"] {
            assert_eq!(act(p), Action::Keep, "{p}");
        }
        for p in ["message/content/signature", "payload/encrypted_content", "message/content/data"] {
            assert_eq!(act(p), Action::Opaque, "{p}");
        }
        for p in [
            "message/content/input/name",
            "toolUseResult/id",
            "cwd",
            "gitBranch",
            "message/content/text",
            "payload/git/repository_url",
        ] {
            assert_eq!(act(p), Action::Scan, "{p}");
        }
        assert_eq!(act("message/content/source/data"), Action::Image);
        assert_eq!(act("message/content/thinking"), Action::Private);
    }

    #[test]
    fn types_of_records_are_known_or_not() {
        assert!(known_type(Some(b"user")) && known_type(None) && known_type(Some(b"item.completed")));
        assert!(!known_type(Some(b"telemetry")));
    }

    #[test]
    fn small_pictures_stay_and_large_ones_shrink_once() {
        let big = format!("iVBOR{}", "A".repeat(1000));
        let small = pixel(big.as_bytes()).unwrap();
        assert!(small.starts_with("iVBOR") && pixel(small.as_bytes()).is_none());
        assert!(pixel(format!("data:image/png;base64,{big}").as_bytes()).unwrap().starts_with("data:image/png;base64,iVBOR"));
        assert_eq!(pixel("some ordinary text, not a picture ".repeat(30).as_bytes()), None);
    }
}
