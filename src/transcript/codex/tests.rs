//! Rollouts made up in the shapes of the format, read whole.

use crate::transcript::*;
use serde_json::{Value, json};

fn line(kind: &str, payload: Value) -> String {
    json!({ "timestamp": "2026-01-01T00:00:00Z", "type": kind, "payload": payload }).to_string()
}

fn item(payload: Value) -> String {
    line("response_item", payload)
}

fn event(payload: Value) -> String {
    line("event_msg", payload)
}

fn call(name: &str, args: Value, id: &str) -> String {
    item(json!({ "type": "function_call", "name": name, "arguments": args.to_string(), "call_id": id }))
}

fn output(id: &str, text: &str) -> String {
    item(json!({ "type": "function_call_output", "call_id": id, "output": text }))
}

fn message(role: &str, text: &str) -> String {
    item(json!({ "type": "message", "role": role, "content": [{ "type": "text", "text": text }] }))
}

fn meta(id: &str) -> String {
    line("session_meta", json!({ "id": id, "cwd": "/w", "cli_version": "0.104.0", "git": { "branch": "main" }, "source": "cli" }))
}

fn session(lines: &[String]) -> Session {
    read(SourceKind::Codex, lines.join("\n").as_bytes()).remove(0)
}

fn shown(lines: &[String]) -> Vec<String> {
    let one = |e: &Event| match &e.kind {
        EventKind::Say(s) => format!("{} say {} {:?}", e.line, s.text, s.model.as_deref().unwrap_or("")),
        EventKind::User(u) => format!("{} {:?} {}", e.line, u.origin, u.text),
        EventKind::Call(c) => format!("{} call {} {:?} in {}", e.line, c.id, c.action, c.cwd.as_deref().unwrap_or("")),
        EventKind::Result(r) => format!("{} {:?} {} {:?} {}", e.line, r.status, r.id, r.text, r.process.as_deref().unwrap_or("")),
        EventKind::Mark(m) => format!("{} {m:?}", e.line),
    };
    session(lines).events.iter().map(one).collect()
}

#[test]
fn each_utterance_once_with_its_model() {
    let lines = [
        meta("i"),
        line("turn_context", json!({ "model": "m1", "cwd": "/w" })),
        message("user", "<environment_context>\n<cwd>/w</cwd>"),
        event(json!({ "type": "user_message", "message": "# Context from my IDE setup:\nx\n## My request for Codex:\nfix it" })),
        message("user", "# Context from my IDE setup:\nx\n## My request for Codex:\nfix it"),
        event(json!({ "type": "agent_message", "message": "Done." })),
        message("assistant", "Done."),
        line("turn_context", json!({ "model": "m2", "cwd": "/w" })),
        event(json!({ "type": "agent_message", "message": "Without an item." })),
        message("user", "something the host put in"),
    ];
    assert_eq!(
        shown(&lines),
        [
            "3 Injected <environment_context>\n<cwd>/w</cwd>",
            "4 Human fix it",
            "7 say Done. \"m1\"",
            "9 say Without an item. \"m2\"",
            "10 Injected something the host put in",
        ]
    );
}

#[test]
fn commands_that_run_on() {
    let lines = [
        meta("i"),
        call("exec_command", json!({ "cmd": "cargo test", "workdir": "sub" }), "c1"),
        output(
            "c1",
            "Chunk ID: x\nWall time: 1.0 seconds\nProcess running with session ID 52\nOriginal token count: 9\nOutput:\nCompiling",
        ),
        call("write_stdin", json!({ "session_id": 52, "chars": "" }), "c2"),
        output(
            "c2",
            "Chunk ID: y\nWall time: 0.5 seconds\nProcess exited with code 101\nOriginal token count: 18\nOutput:\nFAILED",
        ),
    ];
    assert_eq!(
        shown(&lines),
        [
            r#"2 call c1 Shell { command: "cargo test", background: false } in /w/sub"#,
            r#"3 Running c1 "Compiling" 52"#,
            r#"4 call c2 Poll { process: "52", input: "" } in /w"#,
            r#"5 Exit(101) c2 "FAILED" 52"#,
        ]
    );
}

fn script_call(id: &str, script: &str) -> String {
    item(json!({ "type": "custom_tool_call", "status": "completed", "call_id": id, "name": "exec", "input": script }))
}

fn script_output(id: &str, texts: &[&str]) -> String {
    let parts: Vec<Value> = texts.iter().map(|t| json!({ "type": "input_text", "text": t })).collect();
    item(json!({ "type": "custom_tool_call_output", "call_id": id, "output": parts }))
}

const COMPLETED: &str = "Script completed\nWall time 1.9 seconds\nOutput:\n";

#[test]
fn scripts_become_the_calls_within_them() {
    let lines = [
        script_call("c1", r#"const r = await tools.exec_command({"cmd":"npm test"}); text(r.output);"#),
        script_output("c1", &[COMPLETED, "1 failed"]),
        script_call("c2", "await tools.exec_command({cmd:'a'}); await tools.exec_command({cmd:'b'});"),
        script_output("c2", &[COMPLETED, "{\"output\":\"x\",\"exit_code\":0}", "y"]),
        script_call("c3", "text('nothing')"),
        script_output("c3", &[COMPLETED, "nothing"]),
        script_call("c4", "await tools.exec_command({cmd:'long'})"),
        item(json!({ "type": "custom_tool_call_output", "call_id": "c4", "output": "Script running with cell ID 3\n" })),
        call("wait", json!({ "cell_id": "3" }), "c5"),
        script_output("c5", &[COMPLETED, "exit_code: 2"]),
    ];
    assert_eq!(
        shown(&lines),
        [
            r#"1 call c1 Shell { command: "npm test", background: false } in "#,
            r#"2 Unknown c1 "1 failed" "#,
            r#"3 call c2#0 Shell { command: "a", background: false } in "#,
            r#"3 call c2#1 Shell { command: "b", background: false } in "#,
            r#"4 Ok c2#0 "x" "#,
            r#"4 Unknown c2#1 "y" "#,
            r#"5 call c3 Other { input: "text('nothing')" } in "#,
            r#"6 Unknown c3 "nothing" "#,
            r#"7 call c4 Shell { command: "long", background: false } in "#,
            r#"8 Running c4 "" cell-3"#,
            r#"9 call c5 Poll { process: "cell-3", input: "" } in "#,
            r#"10 Exit(2) c5 "exit_code: 2" cell-3"#,
        ]
    );
}

#[test]
fn what_the_host_says_of_a_scripts_commands_counts() {
    let executed = event(json!({ "type": "item_completed", "item": {
        "type": "CommandExecution", "id": "exec-1", "command": ["/bin/bash", "-lc", "npm test"], "cwd": "file:///w",
        "status": "completed", "aggregated_output": "1 failed", "exit_code": 1 } }));
    let lines = [
        script_call("c1", "await tools.exec_command({cmd:'npm test'})"),
        executed,
        script_output("c1", &[COMPLETED, "1 failed"]),
    ];
    assert_eq!(
        shown(&lines),
        [r#"2 call exec-1 Shell { command: "npm test", background: false } in /w"#, r#"2 Exit(1) exec-1 "1 failed" "#]
    );
}

#[test]
fn statuses_told_by_events() {
    let lines = [
        call("exec_command", json!({ "cmd": "a" }), "c1"),
        event(json!({ "type": "exec_command_end", "call_id": "c1", "exit_code": 4 })),
        output("c1", "no header"),
        call("mcp__s__t", json!({}), "c2"),
        event(json!({ "type": "mcp_tool_call_end", "call_id": "c2", "result": { "Ok": { "content": [], "isError": false } } })),
        output("c2", "Wall time: 1.0 seconds\nOutput:\n{}"),
        call("mcp__s__t", json!({}), "c3"),
        event(json!({ "type": "mcp_tool_call_end", "call_id": "c3", "result": { "Err": "x" } })),
        output("c3", "Wall time: 1.0 seconds\nOutput:\n{}"),
        item(
            json!({ "type": "custom_tool_call", "status": "completed", "call_id": "c4", "name": "apply_patch", "input": "*** Begin Patch\n*** End Patch" }),
        ),
        event(json!({ "type": "patch_apply_end", "call_id": "c4", "success": false })),
        item(json!({ "type": "custom_tool_call_output", "call_id": "c4", "output": "?" })),
    ];
    let shown = shown(&lines);
    assert_eq!([&shown[1][..9], &shown[3][..4], &shown[5][..7], &shown[7][..8]], ["3 Exit(4)", "6 Ok", "9 Error", "12 Error"]);
}

#[test]
fn subagents_of_their_own_and_in_the_parent() {
    let own = line(
        "session_meta",
        json!({ "id": "child", "cwd": "/w", "source": { "subagent": { "thread_spawn": { "parent_thread_id": "root", "depth": 1 } } } }),
    );
    let s = session(&[own, event(json!({ "type": "user_message", "message": "look" }))]);
    assert_eq!((s.meta.session_id.as_deref(), s.meta.agent_id.as_deref()), (Some("root"), Some("child")));
    assert!(matches!(&s.events[0].kind, EventKind::User(u) if u.origin == Origin::Agent));

    let lines = [
        call("spawn_agent", json!({ "message": "look" }), "c1"),
        output("c1", "{\"agent_id\":\"a1\"}"),
        call("wait", json!({ "ids": ["a1"] }), "c2"),
        output("c2", "{\"status\":{},\"timed_out\":true}"),
        call("close_agent", json!({ "id": "a1" }), "c3"),
        output("c3", "{\"status\":{\"completed\":\"All good.\"}}"),
        message(
            "user",
            "<subagent_notification>\n{\"agent_id\":\"a1\",\"status\":{\"completed\":\"Report\"}}\n</subagent_notification>",
        ),
    ];
    let shown = shown(&lines);
    assert_eq!(shown[1], r#"2 Running c1 "{\"agent_id\":\"a1\"}" a1"#);
    assert_eq!(shown[3], r#"4 Running c2 "" a1"#);
    assert_eq!(shown[5], r#"6 Ok c3 "All good." a1"#);
    assert_eq!(shown[6], r#"7 TaskEnd { process: "a1", status: Ok, text: "Report" }"#);
}

#[test]
fn resumed_forked_and_reviewed() {
    let s = session(&[meta("i"), message("assistant", "a"), meta("i"), message("assistant", "b")]);
    assert!(matches!(s.events[1].kind, EventKind::Mark(Mark::Resumed)));
    let s = session(&[meta("new"), meta("original"), message("assistant", "a")]);
    assert_eq!((s.meta.session_id.as_deref(), s.events.len()), (Some("new"), 1));
    let s = session(&[line("session_meta", json!({ "id": "g", "thread_source": "guardian_review" })), message("assistant", "a")]);
    assert!(s.meta.is_copy);
}

#[test]
fn copies_of_messages_have_the_same_key() {
    let history = [
        call("exec_command", json!({ "cmd": "a" }), "c1"),
        output("c1", "Exit code: 0\nOutput:\n"),
        message("assistant", "Done."),
    ];
    let keys = |id: &str| {
        let lines: Vec<String> = std::iter::once(meta(id)).chain(history.iter().cloned()).collect();
        session(&lines).events.iter().map(|e| e.key).collect::<Vec<_>>()
    };
    assert_eq!(keys("a"), keys("b"));
    assert!(keys("a").iter().all(|k| *k != 0));
}

#[test]
fn the_old_flat_form() {
    let lines = [
        json!({ "id": "old", "timestamp": "2025-08-25T18:08:57Z", "instructions": null, "git": { "branch": "main" } }).to_string(),
        json!({ "record_type": "state" }).to_string(),
        json!({ "type": "message", "role": "user", "content": [{ "type": "input_text", "text": "<environment_context>\nCurrent working directory: /w\n</environment_context>" }] }).to_string(),
        json!({ "type": "message", "role": "user", "content": [{ "type": "input_text", "text": "list" }] }).to_string(),
        json!({ "type": "function_call", "name": "shell", "arguments": "{\"command\":[\"bash\",\"-lc\",\"ls\"]}", "call_id": "c1" }).to_string(),
        json!({ "type": "function_call_output", "call_id": "c1", "output": "{\"output\":\"a\\n\",\"metadata\":{\"exit_code\":0,\"duration_seconds\":0.1}}" }).to_string(),
    ];
    let s = session(&lines);
    assert_eq!(
        (s.meta.session_id.as_deref(), s.meta.cwd.as_deref(), s.meta.branch.as_deref()),
        (Some("old"), Some("/w"), Some("main"))
    );
    assert_eq!(
        shown(&lines)[1..],
        ["4 Human list", r#"5 call c1 Shell { command: "ls", background: false } in "#, r#"6 Ok c1 "a\n" "#]
    );
}

#[test]
fn other_items() {
    let lines = [
        item(json!({ "type": "web_search_call", "status": "completed", "action": { "type": "search", "query": "q" } })),
        item(
            json!({ "type": "local_shell_call", "call_id": null, "id": "l1", "status": "completed", "action": { "type": "exec", "command": ["ls"], "working_directory": "/x" } }),
        ),
        line("compacted", json!({ "message": "" })),
        event(json!({ "type": "context_compacted" })),
        event(json!({ "type": "turn_aborted", "reason": "interrupted" })),
        message(
            "user",
            "<user_shell_command>\n<command>\nls\n</command>\n<result>\nExit code: 0\n</result>\n</user_shell_command>",
        ),
        event(json!({ "type": "token_count", "info": null })),
        message("developer", "instructions"),
    ];
    assert_eq!(
        shown(&lines),
        [
            r#"1 call line-1 Web { query: "q" } in "#,
            r#"1 Ok line-1 "" "#,
            r#"2 call l1 Shell { command: "ls", background: false } in /x"#,
            "3 Compaction",
            "5 Interrupted",
            "6 HumanCommand ! ls\nExit code: 0",
        ]
    );
}
