//! What `sayso eval show` tells of a line.

use sayso::detector::by_name;
use sayso::eval::set::Transcript;
use sayso::eval::show::show;
use serde_json::{Value, json};

fn record(kind: &str, content: Value) -> String {
    json!({"parentUuid": null, "isSidechain": false, "sessionId": "s", "type": kind, "message": {"role": kind, "content": content}})
        .to_string()
}

fn call(id: &str, name: &str, input: Value) -> String {
    record("assistant", json!([{"type": "tool_use", "id": id, "name": name, "input": input}]))
}

fn result(id: &str, text: &str, error: bool) -> String {
    record("user", json!([{"type": "tool_result", "tool_use_id": id, "content": text, "is_error": error}]))
}

/// An edit, a run that fails, a run that is refused, and a message with claims and with wordings that are none.
fn session() -> String {
    let said = "I updated `src/total.py` and all tests pass. I'll push once CI agrees: all tests pass.\n\n\
                The docs were not rebuilt. All tests pass?\n\n> All tests pass.\n\n- [ ] Tests pass\n\n\u{1b}[31mDone.";
    let lines = [
        record("user", json!("mend the total")),
        call("a", "Edit", json!({"file_path": "/srv/src/total.py", "old_string": "a + 1", "new_string": "a"})),
        result("a", "The file /srv/src/total.py has been updated.", false),
        call("b", "Bash", json!({"command": "pytest -q"})),
        result(
            "b",
            "Exit code 1\n..F\nE   assert 3 == 2\nFAILED tests/test_total.py::test_sum\n1 failed, 2 passed in 0.10s",
            true,
        ),
        call("c", "Bash", json!({"command": "git push"})),
        result("c", "The user doesn't want to proceed with this tool use. The tool use was rejected.", true),
        record("assistant", json!([{"type": "text", "text": said}])),
    ];
    lines.join("\n") + "\n"
}

fn shown(text: &str, line: u32, detector: &str) -> String {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("session.jsonl");
    std::fs::write(&path, text).expect("a file");
    let transcript = Transcript::open(&path).expect("a transcript");
    let told = show(&transcript, line, by_name(detector, None).expect("a detector").as_ref());
    assert!(!told.contains('\u{1b}'), "nothing of a transcript reaches a terminal raw");
    let head = dir.path().display().to_string();
    told.replace(&head, "DIR")
}

#[test]
fn a_line_is_explained_from_its_words_to_the_result_that_decides() {
    insta::assert_snapshot!(shown(&session(), 8, "record"));
}

#[test]
fn a_line_without_words_of_the_agent_says_so() {
    insta::assert_snapshot!(shown(&session(), 5, "record"), @"
    DIR/session.jsonl:5, by record

    The agent says nothing on this line, and no claim stands on it.
    ");
}

#[test]
fn a_line_of_a_text_is_explained_by_itself() {
    let text = "> mend it\n\n⏺ Bash(pytest -q)\n  ⎿  2 passed in 0.1s\n\n⏺ I'll look further.\n\n  All tests pass.\n";
    insta::assert_snapshot!(shown(text, 8, "record"));
}

#[test]
fn a_baseline_is_shown_without_what_only_the_record_knows() {
    let told = shown(&session(), 8, "done-claim-auditor");
    assert!(told.contains("verdict") && !told.contains("Sentence:"), "{told}");
}
