//! Every fixture of a text dialect, read, against the events that it should give.
//!
//! `tests/fixtures/text/<dialect>/<name>.<ext>` has its events in `<name>.events`, one a line.

use sayso::transcript::{Action, Call, CallResult, Event, EventKind, Mark, Session, SourceKind, read, text};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn fixtures() -> Vec<(SourceKind, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/text");
    let mut found = Vec::new();
    for dialect in std::fs::read_dir(root).expect("fixtures").flatten() {
        let kind = SourceKind::by_name(&dialect.file_name().to_string_lossy()).expect("a dialect's folder");
        let files = std::fs::read_dir(dialect.path()).expect("folder").flatten().map(|f| f.path());
        found.extend(files.filter(|f| f.extension().is_some_and(|e| e != "events")).map(|f| (kind, f)));
    }
    found.sort_by(|a, b| a.1.cmp(&b.1));
    found
}

fn show(sessions: &[Session]) -> String {
    let mut out = String::new();
    for (n, session) in sessions.iter().enumerate() {
        if n > 0 {
            out.push_str("== next session\n");
        }
        for event in &session.events {
            let agent = if event.agent > 0 { format!(" a{}", event.agent) } else { String::new() };
            out.push_str(&format!("{:>3}{agent} {}\n", event.line, show_event(event)));
        }
    }
    out
}

fn show_event(event: &Event) -> String {
    match &event.kind {
        EventKind::Say(say) => format!("say {:?}", say.text),
        EventKind::User(user) => format!("user {:?} {:?}", user.origin, user.text),
        EventKind::Call(call) => format!("call {}", show_call(call)),
        EventKind::Result(CallResult { id, status, cut, text, .. }) => format!("result {id} {status:?} cut={cut:?} {text:?}"),
        EventKind::Mark(mark) => format!("mark {mark:?}"),
    }
}

fn show_call(call: &Call) -> String {
    let Call { id, tool, action, cwd } = call;
    let cwd = cwd.as_deref().map(|c| format!(" in {c}")).unwrap_or_default();
    let what = match action {
        Action::Shell { command, background } => format!("shell {command:?}{}", if *background { " &" } else { "" }),
        Action::Write { path, content } => format!("write {path} {content:?}"),
        Action::Edit { path, edits } => format!("edit {path} {edits:?}"),
        Action::Patch { text } => format!("patch {text:?}"),
        Action::Read { path, .. } => format!("read {path}"),
        Action::Search { pattern, path, names } => format!("search {pattern:?} {path:?} names={names}"),
        Action::Todo { items, .. } => format!("todo {:?}", items.iter().map(|i| (i.done, i.text.as_str())).collect::<Vec<_>>()),
        other => format!("{other:?}"),
    };
    format!("{id} {tool} {what}{cwd}")
}

#[test]
fn every_fixture_gives_its_events() {
    let mut wrong = Vec::new();
    for (kind, path) in fixtures() {
        let events = path.with_extension("events");
        let got = show(&read(kind, &std::fs::read(&path).expect("fixture")));
        if std::env::var_os("SAYSO_BLESS").is_some() {
            std::fs::write(&events, &got).expect("write");
        }
        let want = std::fs::read_to_string(&events).unwrap_or_default();
        if got != want {
            wrong.push(format!("{}\n--- want\n{want}--- got\n{got}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn every_dialect_has_three_fixtures_and_is_recognised() {
    let all = fixtures();
    for kind in SourceKind::ALL.iter().filter(|k| k.lines_are_physical()) {
        let own: Vec<_> = all.iter().filter(|(k, _)| k == kind).collect();
        assert!(own.len() >= 3, "{} has {} fixtures", kind.name(), own.len());
        for (_, path) in own {
            let found = text::detect(&std::fs::read(path).expect("fixture"));
            let want = if *kind == SourceKind::Text { None } else { Some(*kind) };
            assert_eq!(found, want, "{}", path.display());
        }
    }
}

#[test]
fn every_line_of_a_say_is_a_line_of_the_file() {
    for (kind, path) in fixtures() {
        let bytes = std::fs::read(&path).expect("fixture");
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.split('\n').collect();
        for event in read(kind, &bytes).iter().flat_map(|s| &s.events) {
            let EventKind::Say(say) = &event.kind else { continue };
            for (n, said) in say.text.split('\n').enumerate() {
                let line = lines[event.line as usize - 1 + n];
                assert!(line.contains(said), "{}:{}: {said:?} is not in {line:?}", path.display(), event.line as usize + n);
            }
        }
    }
}

#[test]
fn results_join_calls_before_them_and_ids_are_unique() {
    for (kind, path) in fixtures() {
        for session in read(kind, &std::fs::read(&path).expect("fixture")) {
            let (mut calls, mut results) = (BTreeSet::new(), BTreeSet::new());
            for event in &session.events {
                match &event.kind {
                    EventKind::Call(c) => assert!(calls.insert(c.id.clone()), "{}: {} twice", path.display(), c.id),
                    EventKind::Result(r) => {
                        assert!(calls.contains(&r.id), "{}: {} without call", path.display(), r.id);
                        assert!(results.insert(r.id.clone()), "{}: two results for {}", path.display(), r.id);
                    }
                    EventKind::Mark(Mark::TaskEnd { .. }) | EventKind::Mark(_) | EventKind::Say(_) | EventKind::User(_) => {}
                }
            }
        }
    }
}

/// What the dialects are made of; strung together at random it makes every half-open block that a file can end in.
const PIECES: &[&str] = &[
    "",
    " ",
    "  ",
    "     ",
    "text",
    "> ",
    "> say it",
    "❯ x",
    "! ls",
    "⏺ ",
    "⏺ Done.",
    "● Bash(a",
    "⏺ Bash(ls)",
    "⏺ Task(x)",
    "⏺ x - y (MCP)(z)",
    "⏺ <thinking> x",
    "  ⎿  Error: x",
    "  ⎿",
    "  ⎿  Waiting…",
    "  ⎿  Read(a)…",
    "     … +3 lines",
    "✻ Thinking…",
    "══ Conversation compacted ══",
    "│ ✻ Welcome to Claude Code! │",
    "# aider chat started at 2025-01-01 00:00:00",
    "#### ask  ",
    "> Applied edit to a.py  ",
    "> Running ls  ",
    "> # 1 SEARCH/REPLACE block failed to match!  ",
    "> Commit 95a5d8c x  ",
    "a.py",
    "```",
    "```python",
    "```json",
    "```diff",
    "<<<<<<< SEARCH",
    "=======",
    ">>>>>>> REPLACE",
    "<!-- Generated by SpecStory -->",
    "<!-- Generated by SpecStory, Markdown v2.1.0 -->",
    "_**User**_",
    "_**Agent (m 2026-01-01 00:00:00Z)**_",
    "_**Agent - sidechain (m 2026-01-01 00:00:00+0100)**_",
    "<think>",
    "</details></think>",
    "<tool-use data-tool-type=\"shell\" data-tool-name=\"Bash\"><details>",
    "<summary>Tool use: **Bash**</summary>",
    "`ls`",
    "```text",
    "</details></tool-use>",
    "<details><summary>Read x</summary>",
    "</details>",
    "---",
    "OpenAI Codex v0.1",
    "--------",
    "workdir: /x",
    "session id: s",
    "user",
    "codex",
    "exec",
    "thinking",
    "apply patch",
    "patch: completed",
    "+++ b/x",
    "diff --git a/x b/x",
    "/bin/bash -lc 'ls' in /x",
    " succeeded in 1ms:",
    " exited 2 in 1ms:",
    "tokens used",
    "1,234",
    "hook: PreToolUse",
    "mcp: a/b started",
    "mcp: a/b (failed)",
    "Plan update",
    "[2025-01-01T00:00:00] exec bash -lc 'x' in /y",
    "[2025-01-01T00:00:00] apply_patch(a) succeeded in 1ms:",
    "**User**",
    "**Cursor**",
    "## 👤 User",
    "## 🤖 Claude",
    "🔧 Using tool: Bash",
    "Input: {\"command\": \"x\"}",
    "Input: {",
    "## USER 🧑‍💻",
    "## MODEL ✨",
    "x**Tool Command**:",
    "**Tool Response**:",
    "{\"id\": \"1\", \"name\": \"x\", \"args\": {}, \"response\": {}}",
    "✦ Fixed.",
    " ╭──╮",
    " ╰──╯",
    " │ ✔  Shell x (Y z.) │",
    " │    out │",
    " │  > q │",
    "ℹ Request cancelled.",
    "--- Iteration 1/2 (00:00:00) ---",
    "mini-swe-agent (step 1, $0.00):",
    "User:",
    "THOUGHT: x",
    "```bash",
    "<returncode>1</returncode>",
    "2026-01-01T00:00:00.0Z ##[error]x",
    "Assistant: yes",
    "$ make",
    "é…\u{2028}",
    "\u{feff}",
    "\0",
];

fn check_invariants(kind: SourceKind, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let plain = !text.contains(['\r', '\u{1b}', '\u{feff}']);
    let lines: Vec<&str> = text.split('\n').collect();
    for session in read(kind, bytes) {
        let mut calls = BTreeSet::new();
        for event in &session.events {
            assert!(
                event.line >= 1 && event.line as usize <= lines.len().max(1) + text.matches('\r').count(),
                "{kind:?} line {}",
                event.line
            );
            assert!(usize::from(event.agent) < session.agents.len());
            match &event.kind {
                EventKind::Call(c) => assert!(calls.insert(c.id.clone()), "{kind:?}: {} twice", c.id),
                EventKind::Result(r) => assert!(calls.contains(&r.id), "{kind:?}: {} without call", r.id),
                EventKind::Say(say) if plain => {
                    for (n, said) in say.text.split('\n').enumerate() {
                        let line = lines.get(event.line as usize - 1 + n).copied().unwrap_or_default();
                        assert!(line.contains(said), "{kind:?}: {said:?} is not in {line:?}");
                    }
                }
                _ => {}
            }
        }
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_order_of_marks_is_read(picks in proptest::collection::vec(0..PIECES.len(), 0..60)) {
        let text = picks.iter().map(|p| PIECES[*p]).collect::<Vec<_>>().join("\n");
        let _ = text::detect(text.as_bytes());
        for kind in SourceKind::ALL.iter().filter(|k| k.lines_are_physical()) {
            check_invariants(*kind, text.as_bytes());
        }
    }

    #[test]
    fn any_bytes_are_read(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..400)) {
        let _ = text::detect(&bytes);
        for kind in SourceKind::ALL.iter().filter(|k| k.lines_are_physical()) {
            for session in read(*kind, &bytes) {
                let _ = session.tool_calls();
            }
        }
    }

    #[test]
    fn a_fixture_cut_or_bent_anywhere_is_read(pick in 0usize..10_000, cut in 0usize..4_000, byte in proptest::prelude::any::<u8>()) {
        let all = fixtures();
        let (kind, path) = &all[pick % all.len()];
        let mut bytes = std::fs::read(path).expect("fixture");
        let at = cut % bytes.len();
        check_invariants(*kind, &bytes[..at]);
        bytes[at] = byte;
        let _ = read(*kind, &bytes);
    }
}
