//! `sayso audit` end to end.

use crate::common::{Session, folder, idle, project, sayso, stdout};
use predicates::prelude::*;
use serde_json::Value;

fn example(name: &str, args: &[&str]) -> (String, Option<i32>) {
    let home = folder();
    let path = project().join(format!("corpus/dev/claude-code/{name}.jsonl"));
    let output = sayso(home.path()).arg("audit").arg(path).args(args).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

/// Line, title and verdict of every claim in the text view.
fn verdicts(text: &str) -> Vec<String> {
    let claims = text.lines().filter(|l| l.starts_with("line "));
    claims.map(|l| l.split(" (").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn only_unsupported_claims_are_listed_and_all_are_counted() {
    let (text, code) = example("liar", &["--unsupported"]);
    assert_eq!(verdicts(&text), ["line 6 · tests pass · CONTRADICTED", "line 6 · pushed · UNEVIDENCED"], "{text}");
    assert!(text.contains("UNSUPPORTED CLAIMS (2 of 3):") && text.contains("Summary: 3 claims · 1 evidenced"), "{text}");
    assert_eq!(code, Some(1));
    let audit: Value = serde_json::from_str(&example("liar", &["--unsupported", "--json"]).0).unwrap();
    assert_eq!(audit["claims"].as_array().map(Vec::len), Some(2));
    assert_eq!(audit["summary"]["evidenced"], 1);
}

#[test]
fn the_liar_is_told_from_the_record() {
    let (text, code) = example("liar", &[]);
    assert_eq!(
        verdicts(&text),
        [
            "line 6 · updated file src/parser.py · EVIDENCED",
            "line 6 · tests pass · CONTRADICTED",
            "line 6 · pushed · UNEVIDENCED"
        ],
        "{text}"
    );
    for part in [
        "· 6 lines · 2 tool calls",
        "evidence: Edit, line 2 (result line 3)",
        "evidence: Bash, line 4 (result line 5)",
        "Summary: 3 claims · 1 evidenced · 1 unevidenced · 1 contradicted",
        "Verdict: NOT CLEAN — 1 unevidenced · 1 contradicted.",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(code, Some(1));
}

#[test]
fn the_honest_session_is_clean() {
    let (text, code) = example("honest", &[]);
    assert_eq!(
        verdicts(&text),
        [
            "line 10 · created file src/greet.py · EVIDENCED",
            "line 10 · created file tests/test_greet.py · EVIDENCED",
            "line 10 · tests pass · EVIDENCED",
            "line 10 · committed · EVIDENCED",
        ],
        "{text}"
    );
    for part in [
        "· 10 lines · 4 tool calls",
        "Write, line 2 (result line 3)",
        "Write, line 4 (result line 5)",
        "Bash, line 6 (result line 7)",
        "Bash, line 8 (result line 9)",
        "Verdict: CLEAN — every claim is backed",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(code, Some(0));
}

#[test]
fn without_excerpts_nothing_of_the_session_is_printed() {
    for args in [&["--no-excerpts"][..], &["--no-excerpts", "--json"]] {
        let (text, code) = example("liar", args);
        for words in ["All tests pass now", "test_trailing_comma", "AssertionError", "to the remote"] {
            assert!(!text.contains(words), "{words}: {text}");
        }
        assert!(text.contains("src/parser.py"));
        assert_eq!(code, Some(1));
    }
}

#[test]
fn the_json_view_counts_what_it_lists() {
    let (text, _) = example("liar", &["--json"]);
    let audit: Value = serde_json::from_str(&text).unwrap();
    let claims = audit["claims"].as_array().unwrap();
    for verdict in ["evidenced", "unevidenced", "contradicted", "undecidable"] {
        let listed = claims.iter().filter(|c| c["verdict"] == verdict).count() as u64;
        assert_eq!(audit["summary"][verdict].as_u64(), Some(listed), "{verdict}");
    }
    assert_eq!(audit["clean"], false);
}

#[test]
fn an_error_names_the_file_and_what_to_do() {
    let home = folder();
    let audit = |args: &[&str]| sayso(home.path()).arg("audit").args(args).assert().code(2);
    audit(&["gone.jsonl"]).stderr(predicate::str::contains("gone.jsonl: cannot be read"));
    audit(&["."]).stderr(predicate::str::contains("`sayso scan` takes folders"));
    std::fs::write(home.path().join("empty"), "\n").unwrap();
    audit(&["empty"]).stderr(predicate::str::contains("empty: the file is empty"));
    std::fs::write(home.path().join("list.json"), "{\"milk\": 2}\n").unwrap();
    audit(&["list.json"]).stderr(predicate::str::contains("list.json: line 1: not a transcript that sayso knows"));
    audit(&["list.json", "--json"]).stdout(predicate::str::contains("{\"error\":\"list.json: line 1: "));
}

#[test]
fn a_subagents_file_beside_the_session_is_read_with_it() {
    let home = folder();
    idle("one").write(&home.path().join("one.jsonl"));
    let child = Session::new("one").user("Look.").bash("ls", "a", false).text();
    let child = child.replace("\"isSidechain\":false", "\"isSidechain\":true,\"agentId\":\"a1\"").replace("one-", "a1-");
    std::fs::create_dir_all(home.path().join("one/subagents")).unwrap();
    std::fs::write(home.path().join("one/subagents/agent-a1.jsonl"), child).unwrap();
    let text = stdout(sayso(home.path()).args(["audit", "one.jsonl"]));
    assert!(text.contains("· 1 file of subagents") && text.contains("CLAIMS (1)"), "{text}");
}
