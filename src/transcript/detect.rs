//! Which source a file is, from its content alone: never from its name, place or date.

use super::lines::{decode_utf16, strip_bom};
use super::{SourceKind, text};

/// Bytes of the head of a file that are enough to recognise it.
pub const HEAD: usize = 256 * 1024;

/// A recognised source, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detection {
    /// The source.
    pub source: SourceKind,
    /// What it was recognised by, in words; nothing of the file is quoted but keys of formats.
    pub because: String,
}

/// Recognises the source from the first bytes of a file; `None` where it is no transcript.
pub fn detect(head: &[u8]) -> Option<SourceKind> {
    let head = &*decode_utf16(head);
    match detect_json(head) {
        Some((rule, _)) => Some(rule.source),
        None => text::detect(head),
    }
}

/// Recognises the source. Where a person named the file itself, a text that is none of the known ones is read as text.
pub fn detect_file(head: &[u8], named: bool) -> Option<SourceKind> {
    detect(head).or_else(|| (named && is_plain_text(head)).then_some(SourceKind::Text))
}

/// UTF-8 (the head can end within a character) without control characters, and no JSON.
fn is_plain_text(head: &[u8]) -> bool {
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(e) if e.error_len().is_none() => std::str::from_utf8(&head[..e.valid_up_to()]).unwrap_or_default(),
        Err(_) => return false,
    };
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let data = text.starts_with('{') || text.starts_with("[{") || text.starts_with("[\n");
    !text.is_empty() && !data && !text.contains('\0')
}

/// Recognises the source, and says by what.
pub fn explain(head: &[u8]) -> Option<Detection> {
    let head = &*decode_utf16(head);
    if let Some((rule, line)) = detect_json(head) {
        return Some(Detection { source: rule.source, because: format!("line {line}: {}", rule.mark) });
    }
    let found = text::detect::explain(head)?;
    Some(Detection { source: found.kind, because: format!("line {}: {}", found.line, found.mark) })
}

/// One test on the keys of a line, or of a document as a whole.
struct Rule {
    source: SourceKind,
    mark: &'static str,
    test: fn(&Keys) -> bool,
}

/// Tests on single lines, in order: the whole list on a line before the next line.
const LINES: [Rule; 8] = [
    Rule {
        source: SourceKind::AgentTrace,
        mark: "`schema` is `agent-trace/v1`",
        test: |k| k.value("schema").is_some_and(|v| v.starts_with("agent-trace/")),
    },
    Rule {
        source: SourceKind::CodexJson,
        mark: "`type` is `thread.started`",
        test: |k| k.value("type") == Some("thread.started") && k.has("thread_id"),
    },
    Rule {
        source: SourceKind::StreamJson,
        mark: "`type` is `system`, `subtype` is `init`",
        test: |k| k.value("type") == Some("system") && k.value("subtype") == Some("init"),
    },
    Rule {
        source: SourceKind::ClaudeCode,
        mark: "a record with `parentUuid` or `sessionId`",
        test: |k| {
            let whole_document = k.has("messages") || k.has("projectHash");
            (k.has("parentUuid") || k.has("sessionId"))
                && k.has_any(&["type", "message", "isSidechain", "uuid"])
                && !whole_document
        },
    },
    Rule {
        source: SourceKind::StreamJson,
        mark: "a message with `session_id`, without `sessionId`",
        test: |k| k.has("session_id") && matches!(k.value("type"), Some("assistant" | "user" | "stream_event" | "result")),
    },
    Rule {
        source: SourceKind::Codex,
        mark: "an envelope of `timestamp`, `type`, `payload`",
        test: |k| k.has("payload") && k.has("timestamp") && k.value("type").is_some_and(is_envelope),
    },
    Rule {
        source: SourceKind::Codex,
        mark: "the old header of `id`, `timestamp`, `instructions`",
        test: |k| k.has("id") && k.has("timestamp") && k.has("instructions") && !k.has("type"),
    },
    Rule {
        source: SourceKind::CodexJson,
        mark: "an `item` with `type` `item.completed`",
        test: |k| matches!(k.value("type"), Some("item.completed" | "item.started")) && k.has("item"),
    },
];

/// Records of Claude Code that carry no id of the session: they decide only where no other line does.
const CLAUDE_BESIDE: Rule = Rule {
    source: SourceKind::ClaudeCode,
    mark: "a record that accompanies a session (`summary`, `file-history-snapshot`, `queue-operation`)",
    test: |k| match k.value("type") {
        Some("summary") => k.has("leafUuid"),
        Some("file-history-snapshot") => k.has("messageId"),
        Some("queue-operation") => k.has("operation"),
        _ => false,
    },
};

/// Tests on a document that is one JSON object.
const DOCUMENTS: [Rule; 3] = [
    Rule {
        source: SourceKind::MiniSwe,
        mark: "`mini_version`, or a `trajectory_format` of mini-swe-agent",
        test: |k| {
            let named = k.value("trajectory_format").is_some_and(|v| v.starts_with("mini-swe-agent"));
            named || k.nested("mini_version") && (k.has("info") || k.has("messages"))
        },
    },
    Rule {
        source: SourceKind::SweAgent,
        mark: "`trajectory` of actions and observations",
        test: |k| k.has("trajectory") && (k.has("history") || k.nested("observation")),
    },
    Rule {
        source: SourceKind::GeminiJson,
        mark: "`sessionId` and `messages`, with `projectHash` or `startTime`",
        test: |k| k.has("sessionId") && k.has("messages") && k.has_any(&["projectHash", "startTime"]),
    },
];

fn is_envelope(kind: &str) -> bool {
    matches!(kind, "session_meta" | "response_item" | "event_msg" | "turn_context" | "compacted" | "world_state")
}

/// Lines that are looked at.
const NEAR: usize = 60;

fn detect_json(head: &[u8]) -> Option<(&'static Rule, u32)> {
    let head = strip_bom(head);
    let lines = first_lines(head);
    let json = lines.iter().filter(|(l, _)| l.starts_with(b"{"));
    if json.clone().count() * 2 >= lines.len() {
        let mut beside = None;
        for (line, n) in json {
            let keys = Keys::of(line);
            if let Some(rule) = LINES.iter().find(|r| (r.test)(&keys)) {
                return Some((rule, *n));
            }
            if beside.is_none() && (CLAUDE_BESIDE.test)(&keys) {
                beside = Some((&CLAUDE_BESIDE, *n));
            }
        }
        if beside.is_some() {
            return beside;
        }
    }
    let document = head.trim_ascii_start();
    if !document.starts_with(b"{") {
        return None;
    }
    let keys = Keys::of(document);
    DOCUMENTS.iter().find(|r| (r.test)(&keys)).map(|r| (r, 1))
}

/// The first lines that are not blank, with their numbers.
fn first_lines(head: &[u8]) -> Vec<(&[u8], u32)> {
    let mut lines = Vec::with_capacity(NEAR);
    let (mut rest, mut n) = (head, 0);
    while !rest.is_empty() && lines.len() < NEAR {
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let line = rest[..end].trim_ascii();
        n += 1;
        if !line.is_empty() {
            lines.push((line, n));
        }
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    lines
}

/// The keys of an object, with values that are short strings, as far as the bytes go: the object may be cut off.
struct Keys<'a> {
    found: Vec<Key<'a>>,
}

struct Key<'a> {
    depth: u32,
    name: &'a [u8],
    value: Option<&'a [u8]>,
}

impl<'a> Keys<'a> {
    const MOST: usize = 4000;

    fn of(bytes: &'a [u8]) -> Self {
        let mut found = Vec::new();
        let mut depth = 0_u32;
        let mut i = 0;
        while i < bytes.len() && found.len() < Self::MOST {
            match bytes[i] {
                b'{' | b'[' => depth += 1,
                b'}' | b']' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        break;
                    }
                }
                b'"' => {
                    let Some(len) = string_len(&bytes[i..]) else {
                        break;
                    };
                    let text = &bytes[i + 1..i + len - 1];
                    i += len;
                    if let Some(value) = bytes[i..].trim_ascii_start().strip_prefix(b":") {
                        let value = value.trim_ascii_start();
                        let value = string_len(value).filter(|n| *n < 200).map(|n| &value[1..n - 1]);
                        found.push(Key { depth, name: text, value });
                    }
                    continue;
                }
                _ => {}
            }
            i += 1;
        }
        Keys { found }
    }

    fn has(&self, key: &str) -> bool {
        self.found.iter().any(|k| k.depth == 1 && k.name == key.as_bytes())
    }

    fn has_any(&self, keys: &[&str]) -> bool {
        keys.iter().any(|k| self.has(k))
    }

    /// Within an object or a list of the object.
    fn nested(&self, key: &str) -> bool {
        self.found.iter().any(|k| (2..=3).contains(&k.depth) && k.name == key.as_bytes())
    }

    fn value(&self, key: &str) -> Option<&'a str> {
        let found = self.found.iter().find(|k| k.depth == 1 && k.name == key.as_bytes())?;
        std::str::from_utf8(found.value?).ok()
    }
}

/// Length of a string literal with its quotes, at the beginning of the bytes.
fn string_len(bytes: &[u8]) -> Option<usize> {
    let mut i = 1;
    if bytes.first() != Some(&b'"') {
        return None;
    }
    loop {
        i += memchr::memchr2(b'"', b'\\', bytes.get(i..)?)?;
        if bytes[i] == b'"' {
            return Some(i + 1);
        }
        i += 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_source_by_its_content() {
        use SourceKind::*;
        let cases: [(&str, Option<SourceKind>); 24] = [
            (r#"{"type":"thread.started","thread_id":"t"}"#, Some(CodexJson)),
            ("warning: noise\n{\"type\":\"item.completed\",\"item\":{}}", Some(CodexJson)),
            (r#"{"type":"system","subtype":"init","session_id":"s"}"#, Some(StreamJson)),
            (r#"{"type":"system","subtype":"init","sessionId":"s"}"#, Some(StreamJson)),
            (r#"{"type":"assistant","message":{},"session_id":"s"}"#, Some(StreamJson)),
            (r#"{"parentUuid":null,"isSidechain":false,"sessionId":"s","type":"user"}"#, Some(ClaudeCode)),
            (r#"{"parentUuid":null,"cwd":"/cut off in the mid"#, None),
            (r#"{"parentUuid":null,"type":"user","message":{"content":"cut off"#, Some(ClaudeCode)),
            (
                "{\"type\":\"file-history-snapshot\",\"messageId\":\"m\"}\n{\"sessionId\":\"s\",\"type\":\"user\"}",
                Some(ClaudeCode),
            ),
            (r#"{"type":"file-history-snapshot","messageId":"m","snapshot":{}}"#, Some(ClaudeCode)),
            (r#"{"type":"summary","summary":"x","leafUuid":"u"}"#, Some(ClaudeCode)),
            (r#"{"timestamp":"t","type":"session_meta","payload":{"id":"i"}}"#, Some(Codex)),
            (r#"{"id":"i","timestamp":"t","instructions":null}"#, Some(Codex)),
            (r#"{"schema":"agent-trace/v1","trace_id":"t"}"#, Some(AgentTrace)),
            ("{\n  \"info\": {\n    \"config\": {},\n    \"mini_version\": \"1\"\n  },\n  \"messages\": []\n}", Some(MiniSwe)),
            ("{\n  \"messages\": [],\n  \"trajectory_format\": \"mini-swe-agent-1.1\"\n}", Some(MiniSwe)),
            ("{\n  \"trajectory\": [\n    {\n      \"action\": \"ls\",\n      \"observation\": \"cut", Some(SweAgent)),
            (r#"{"sessionId":"s","projectHash":"h","messages":[]}"#, Some(GeminiJson)),
            ("{\n  \"sessionId\": \"s\",\n  \"startTime\": \"t\",\n  \"messages\": []\n}", Some(GeminiJson)),
            (r#"{"level":"info","timestamp":"t","msg":"x"}"#, None),
            (r#"{"name":"sayso","type":"module","version":"1"}"#, None),
            ("", None),
            ("# Notes\n\nLines look so:\n\n{\"parentUuid\":null,\"sessionId\":\"s\",\"type\":\"user\"}\n\nand so on\n", None),
            (r#"{"note":"\"type\":\"thread.started\",\"thread_id\":1"}"#, None),
        ];
        for (text, want) in cases {
            assert_eq!(detect(text.as_bytes()), want, "{text}");
            assert_eq!(explain(text.as_bytes()).map(|d| d.source), want, "{text}");
        }
        let utf16: Vec<u8> =
            "\u{feff}{\"type\":\"thread.started\",\"thread_id\":\"t\"}".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(detect(&utf16), Some(CodexJson));
    }

    proptest! {
        #[test]
        fn any_bytes_are_taken(bytes in proptest::collection::vec(prop_oneof![Just(b'{'), Just(b'"'), Just(b'\\'), Just(b':'), any::<u8>()], 0..300)) {
            prop_assert_eq!(detect(&bytes), explain(&bytes).map(|d| d.source));
        }
    }
}
