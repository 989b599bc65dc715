//! Sessions made up in the shapes of the format, read whole.

use crate::transcript::*;

/// Wraps messages into records, each linked to the one before it.
#[derive(Default)]
struct File {
    lines: Vec<String>,
}

impl File {
    fn raw(mut self, line: &str) -> Self {
        self.lines.push(line.to_owned());
        self
    }

    fn record(self, kind: &str, message: &str, more: &str) -> Self {
        let n = self.lines.len();
        let parent = if n == 0 { "null".to_owned() } else { format!("\"record-{:06}\"", n - 1) };
        let line = format!(
            r#"{{"parentUuid":{parent},"isSidechain":false,"cwd":"/w","sessionId":"s","version":"2.1.42","gitBranch":"main","type":"{kind}","message":{message},"uuid":"record-{n:06}","timestamp":"2026-01-01T00:00:{n:02}Z"{more}}}"#
        );
        self.raw(&line)
    }

    fn user(self, text: &str) -> Self {
        self.user_with(text, "")
    }

    fn user_with(self, text: &str, more: &str) -> Self {
        self.record("user", &format!(r#"{{"role":"user","content":{}}}"#, serde_json::json!(text)), more)
    }

    fn say(self, text: &str) -> Self {
        self.record(
            "assistant",
            &format!(r#"{{"role":"assistant","model":"m","content":[{{"type":"text","text":{}}}]}}"#, serde_json::json!(text)),
            "",
        )
    }

    fn call(self, id: &str, tool: &str, input: &str) -> Self {
        let block = format!(r#"{{"type":"tool_use","id":"{id}","name":"{tool}","input":{input}}}"#);
        self.record("assistant", &format!(r#"{{"role":"assistant","model":"m","content":[{block}]}}"#), "")
    }

    fn result(self, id: &str, text: &str, flag: &str, more: &str) -> Self {
        let block = format!(r#"{{"type":"tool_result","tool_use_id":"{id}","content":{}{flag}}}"#, serde_json::json!(text));
        self.record("user", &format!(r#"{{"role":"user","content":[{block}]}}"#), more)
    }

    fn read(&self) -> Session {
        read(SourceKind::ClaudeCode, self.lines.join("\n").as_bytes()).remove(0)
    }

    fn shown(&self) -> Vec<String> {
        self.read().events.iter().map(shown).collect()
    }
}

fn shown(e: &Event) -> String {
    let at = if e.agent == 0 { format!("{}", e.line) } else { format!("{}/{}", e.line, e.agent) };
    match &e.kind {
        EventKind::Say(s) => format!("{at} say {}", s.text),
        EventKind::User(u) => format!("{at} {:?} {}", u.origin, u.text),
        EventKind::Call(c) => format!("{at} call {} {}", c.id, c.tool),
        EventKind::Result(r) => format!("{at} {:?} {} {:?} {:?}", r.status, r.id, r.text, r.process),
        EventKind::Mark(m) => format!("{at} {m:?}"),
    }
}

const FALSE: &str = r#","is_error":false"#;
const TRUE: &str = r#","is_error":true"#;

#[test]
fn a_plain_session() {
    let file = File::default()
        .user("run the tests")
        .say("I run them.")
        .call("c1", "Bash", r#"{"command":"npm test"}"#)
        .result("c1", "Exit code 1\n1 failed", TRUE, r#","toolUseResult":"Error: Exit code 1\n1 failed""#)
        .call("c2", "Read", r#"{"file_path":"/w/a"}"#)
        .result("c2", "1\ta", "", r#","toolUseResult":{"type":"text","file":{"content":"a","totalLines":212}}"#)
        .say("One fails.");
    assert_eq!(
        file.shown(),
        [
            "1 Human run the tests",
            "2 say I run them.",
            "3 call c1 Bash",
            r#"4 Exit(1) c1 "1 failed" None"#,
            "5 call c2 Read",
            r#"6 Ok c2 "1\ta" None"#,
            "7 say One fails.",
        ]
    );
    let s = file.read();
    assert_eq!(s.meta.session_id.as_deref(), Some("s"));
    assert_eq!(
        (s.meta.cwd.as_deref(), s.meta.branch.as_deref(), s.meta.agent_version.as_deref()),
        (Some("/w"), Some("main"), Some("2.1.42"))
    );
    assert!(matches!(&s.events[5].kind, EventKind::Result(r) if r.file_lines == Some(212)));
    assert_eq!(s.meta.record_keys.len(), 7);
    assert!(s.events.iter().all(|e| e.key != 0));
}

#[test]
fn background_tasks_with_poll_and_notification() {
    let note = "<task-notification>\n<task-id>b2</task-id>\n<status>failed</status>\n<summary>Background command \"x\" failed with exit code 3</summary>\n</task-notification>";
    let queued =
        format!(r#"{{"type":"queue-operation","operation":"enqueue","timestamp":"t","content":{}}}"#, serde_json::json!(note));
    let file = File::default()
        .call("c1", "Bash", r#"{"command":"npm test","run_in_background":true}"#)
        .result("c1", "Command running in background with ID: b1. Output is being written to: /t/b1.output", FALSE, "")
        .call("c2", "TaskOutput", r#"{"task_id":"b1"}"#)
        .result(
            "c2",
            "<task_id>b1</task_id>\n<status>completed</status>\n<exit_code>0</exit_code>\n<output>\nok\n</output>",
            "",
            "",
        )
        .call("c3", "Bash", r#"{"command":"sleep 500"}"#)
        .result("c3", "Command running in background with ID: b2", FALSE, "")
        .raw(&queued)
        .user(note)
        .call("c4", "TaskStop", r#"{"task_id":"b3"}"#)
        .result("c4", "{\"message\":\"Successfully stopped task: b3\"}", "", "");
    assert_eq!(
        file.shown(),
        [
            "1 call c1 Bash",
            r#"2 Running c1 "Command running in background with ID: b1. Output is being written to: /t/b1.output" Some("b1")"#,
            "3 call c2 TaskOutput",
            r#"4 Ok c2 "ok" Some("b1")"#,
            "5 call c3 Bash",
            r#"6 Running c3 "Command running in background with ID: b2" Some("b2")"#,
            "7 TaskEnd { process: \"b2\", status: Exit(3), text: \"Background command \\\"x\\\" failed with exit code 3\" }",
            "9 call c4 TaskStop",
            r#"10 Killed c4 "{\"message\":\"Successfully stopped task: b3\"}" Some("b3")"#,
        ]
    );
}

#[test]
fn output_of_a_command_is_not_the_hosts_word() {
    let file = File::default()
        .call("c1", "Read", r#"{"file_path":"notes"}"#)
        .result("c1", "Command running in background with ID: b1", "", "")
        .call("c2", "Bash", r#"{"command":"cat x"}"#)
        .result("c2", "<task_id>b1</task_id>\n<status>completed</status>", FALSE, "");
    assert!(file.shown().iter().filter(|l| l.contains(" Ok ")).count() == 2, "{:?}", file.shown());
}

#[test]
fn statuses_that_stand_beside_the_text() {
    let file = File::default()
        .result("c1", "", FALSE, r#","toolUseResult":{"stdout":"","returnCodeInterpretation":"No matches found"}"#)
        .result("c2", "find may expand", TRUE, r#","toolUseResult":"Error: find may expand","toolDenialKind":"user-rejected""#)
        .call("c3", "TaskUpdate", r#"{"taskId":"9","status":"completed"}"#)
        .result("c3", "Task not found", "", "")
        .call("c4", "TaskCreate", r#"{"subject":"a","description":"b"}"#)
        .result("c4", "Task #4 created successfully: a", "", "");
    let shown = file.shown();
    assert_eq!(shown[0], r#"1 OkNoMatch c1 "" None"#);
    assert_eq!(shown[1], r#"2 Denied c2 "find may expand" None"#);
    assert_eq!(shown[3], r#"4 Error c3 "Task not found" None"#);
    let s = file.read();
    assert!(
        matches!(&s.events[4].kind, EventKind::Call(c) if matches!(&c.action, Action::Todo { items, .. } if items[0].id == "4"))
    );
}

#[test]
fn subagents_within_the_file() {
    let inner = |kind: &str, content: &str, uuid: &str| {
        format!(
            r#"{{"parentUuid":null,"isSidechain":false,"cwd":"/w","sessionId":"s","type":"progress","data":{{"message":{{"type":"{kind}","message":{{"role":"{kind}","content":[{content}]}},"uuid":"{uuid}","timestamp":"t"}},"normalizedMessages":[],"type":"agent_progress","prompt":"p","agentId":"a1"}},"toolUseID":"x","parentToolUseID":"c1","uuid":"p{uuid}","timestamp":"t"}}"#
        )
    };
    let file = File::default()
        .call("c1", "Task", r#"{"description":"d","prompt":"look"}"#)
        .raw(&inner("user", r#"{"type":"text","text":"look"}"#, "n1"))
        .raw(&inner("assistant", r#"{"type":"tool_use","id":"n","name":"Bash","input":{"command":"ls"}}"#, "n2"))
        .raw(&inner("user", r#"{"type":"tool_result","tool_use_id":"n","is_error":true,"content":"Exit code 2\nno"}"#, "n3"))
        .record(
            "user",
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":[{"type":"text","text":"All good."},{"type":"text","text":"agentId: a1 (for resuming)\n<usage>x</usage>"}]}]}"#,
            r#","toolUseResult":{"status":"completed","prompt":"look","agentId":"a1"}"#,
        );
    assert_eq!(
        file.shown(),
        [
            "1 call c1 Task",
            "2/1 Agent look",
            "3/1 call n Bash",
            r#"4/1 Exit(2) n "no" None"#,
            r#"5 Ok c1 "All good." Some("a1")"#
        ]
    );
    assert_eq!(file.read().agents[1].parent_call.as_deref(), Some("c1"));
}

#[test]
fn a_file_of_a_subagent() {
    let line = |kind: &str, content: &str, n: u32| {
        format!(
            r#"{{"parentUuid":null,"isSidechain":true,"sessionId":"s","agentId":"a7","type":"{kind}","message":{{"role":"{kind}","content":"{content}"}},"uuid":"u{n}","timestamp":"t"}}"#
        )
    };
    let file = File::default().raw(&line("user", "look", 1)).raw(&line("assistant", "Done.", 2));
    let s = file.read();
    assert_eq!((s.meta.session_id.as_deref(), s.meta.agent_id.as_deref()), (Some("s"), Some("a7")));
    assert_eq!(file.shown(), ["1 Agent look", "2 say Done."]);
    assert_eq!(s.agents.len(), 1);
    // Beside records of the main agent they are a subagent's within the file.
    assert_eq!(file.say("Main.").shown(), ["1/1 Agent look", "2/1 say Done.", "3 say Main."]);
}

#[test]
fn what_a_person_typed_while_the_agent_worked() {
    let op =
        |op: &str, text: &str| format!(r#"{{"type":"queue-operation","operation":"{op}","timestamp":"t","content":"{text}"}}"#);
    let file = File::default()
        .user("go")
        .raw(&op("enqueue", "taken in the turn"))
        .raw(&op("remove", ""))
        .raw(&op("enqueue", "a turn of its own"))
        .raw(&op("dequeue", ""))
        .user("a turn of its own")
        .raw(&op("enqueue", "withdrawn"))
        .raw(&op("popAll", "withdrawn"))
        .raw(&op("enqueue", r#"{\"task_id\":\"a1\",\"description\":\"d\"}"#))
        .raw(&op("remove", ""))
        .raw(&op("enqueue", "said again"))
        .raw(&op("remove", ""))
        .user("this is said again here")
        .raw(&op("enqueue", "never taken"));
    assert_eq!(
        file.shown(),
        ["1 Human go", "2 Human taken in the turn", "6 Human a turn of its own", "13 Human this is said again here"]
    );
}

#[test]
fn marks_and_texts_of_the_host() {
    let file = File::default()
        .user("go")
        .record("system", "null", r#","subtype":"compact_boundary""#)
        .user_with("This session is being continued", r#","isCompactSummary":true"#)
        .user("[Request interrupted by user]")
        .record("assistant", r#"{"role":"assistant","model":"<synthetic>","content":[{"type":"text","text":"API Error: 500"}]}"#, "")
        .record("assistant", r#"{"role":"assistant","model":"<synthetic>","content":[{"type":"text","text":"No response requested."}]}"#, "")
        .raw(r#"{"parentUuid":"u5","type":"attachment","attachment":{"type":"hook_blocking_error","hookName":"PostToolUse:Edit","blockingError":{"blockingError":"type errors"}},"uuid":"u6"}"#)
        .raw(r#"{"parentUuid":"u6","type":"attachment","attachment":{"type":"queued_command","prompt":"and this"},"uuid":"u7"}"#)
        .user("<bash-input>npm test</bash-input>")
        .user("<bash-stdout>ok</bash-stdout><bash-stderr></bash-stderr>")
        .user_with("# Plan", r#","planContent":"the plan""#);
    assert_eq!(
        file.shown(),
        [
            "1 Human go",
            "2 Compaction",
            "3 Summary This session is being continued",
            "4 Interrupted",
            "6 Resumed",
            "7 Injected PostToolUse:Edit hook blocking error: type errors",
            "8 Human and this",
            "9 HumanCommand ! npm test\nok",
            "11 Injected # Plan",
        ]
    );
}

#[test]
fn a_file_without_its_head() {
    let file = File::default().raw(r#"{"parentUuid":"elsewhere","type":"assistant","sessionId":"s","message":{"role":"assistant","content":"Done."},"uuid":"u1","timestamp":"t"}"#);
    assert_eq!(file.shown(), ["1 MissingHead", "1 say Done."]);
    // A hook's record that nothing else is read from can be the first link.
    let file = File::default()
        .raw(r#"{"parentUuid":null,"type":"progress","data":{"type":"hook_progress","hookName":"SessionStart:startup"},"uuid":"h"}"#)
        .raw(r#"{"parentUuid":"h","type":"assistant","sessionId":"s","message":{"role":"assistant","content":"Done."},"uuid":"u1","timestamp":"t"}"#);
    assert_eq!(file.shown(), ["2 say Done."]);
}

#[test]
fn strict_reads_the_same_and_more_of_each_line() {
    let bad_tail = r#"{"parentUuid":null,"type":"user","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"x"}]},"uuid":"u","timestamp":"t","toolUseResult":{"a":}}"#;
    let strict = Limits { strict: true, ..Limits::default() };
    let s = &read_with(SourceKind::ClaudeCode, bad_tail.as_bytes(), &strict)[0];
    assert_eq!((s.events.len(), s.notes.bad_line_count), (0, 1));
    let s = &read(SourceKind::ClaudeCode, bad_tail.as_bytes())[0];
    assert_eq!((s.events.len(), s.notes.bad_line_count), (1, 0));
}

#[test]
fn nesting_without_end_costs_its_line_alone() {
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(100_000), close.repeat(100_000));
    let within = |content: &str| {
        format!(
            r#"{{"parentUuid":null,"type":"assistant","sessionId":"s","message":{{"role":"assistant","content":{content}}},"uuid":"u","timestamp":"t"}}"#
        )
    };
    let blocks = within(&deep("[{\"type\":\"tool_result\",\"content\":", "}]").replace(":}", ":0}"));
    let input = within(&format!(r#"[{{"type":"tool_use","id":"c","name":"Bash","input":{{"command":{}}}}}]"#, deep("[", "]")));
    let s = File::default().raw(&blocks).raw(&input).say("Done.").read();
    assert_eq!(s.notes.deep_lines, 1);
    assert!(matches!(s.events.last().map(|e| &e.kind), Some(EventKind::Say(say)) if say.text == "Done."));
}
