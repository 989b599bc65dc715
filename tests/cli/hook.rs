//! `sayso hook stop`, `sayso completions`, and what `examples/ci` runs.

use crate::common::{Session, folder, idle, project, sayso, stdout};
use predicates::prelude::*;
use serde_json::{Value, json};
use std::path::Path;

fn stop(home: &Path, payload: &str, args: &[&str]) -> (String, Option<i32>) {
    let output = sayso(home).args(["hook", "stop"]).args(args).write_stdin(payload).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

fn payload(path: &str, active: bool) -> String {
    json!({ "session_id": "one", "transcript_path": path, "stop_hook_active": active, "hook_event_name": "Stop" }).to_string()
}

#[test]
fn an_unbacked_claim_of_the_last_turn_is_told_once() {
    let home = folder();
    idle("one").write(&home.path().join("one.jsonl"));
    let (text, code) = stop(home.path(), &payload("one.jsonl", false), &["--block"]);
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((answer["decision"].as_str(), code), (Some("block"), Some(0)));
    assert!(answer["reason"].as_str().unwrap().contains("All tests pass"), "{text}");
    let (text, _) = stop(home.path(), &payload("one.jsonl", false), &[]);
    assert!(serde_json::from_str::<Value>(&text).unwrap()["systemMessage"].is_string(), "{text}");
    assert_eq!(stop(home.path(), &payload("one.jsonl", true), &["--block"]), (String::new(), Some(0)));
}

#[test]
fn earlier_turns_and_errors_let_the_agent_stop() {
    let home = folder();
    idle("one").user("Thanks. What time is it?").say("I cannot tell.").write(&home.path().join("one.jsonl"));
    for text in [payload("one.jsonl", false), payload("gone.jsonl", false), "no payload".into(), String::new()] {
        assert_eq!(stop(home.path(), &text, &["--block"]), (String::new(), Some(0)), "{text}");
    }
}

#[test]
fn completions_and_the_manual_know_the_subcommands() {
    let home = folder();
    for args in [&["bash"][..], &["zsh"], &["fish"], &["--man"]] {
        let text = stdout(sayso(home.path()).arg("completions").args(args));
        assert!(text.contains("audit") && text.contains("scan"), "{args:?}");
    }
}

#[test]
fn the_commands_of_the_ci_examples_run() {
    let home = folder();
    Session::new("one").user("Hello.").say("Hello.").write(&home.path().join("transcripts/one.jsonl"));
    for file in ["github-actions.yml", "gitlab-ci.yml"] {
        let text = std::fs::read_to_string(project().join("examples/ci").join(file)).unwrap();
        let line = text.lines().find_map(|l| l.split_once("sayso scan ")).expect("a scan").1;
        sayso(home.path()).arg("scan").args(line.split_whitespace()).assert().code(0).stdout(predicate::str::contains("held"));
    }
}

#[test]
fn every_type_and_reason_has_its_page() {
    let home = folder();
    let page = |code: &str| stdout(sayso(home.path()).args(["explain", code]));
    assert!(page("tests_passed").contains("What backs it") && page("stale").contains("Verdict: unevidenced"));
    sayso(home.path()).args(["explain", "nonsense"]).assert().code(2).stderr(predicate::str::contains("neither"));
}
