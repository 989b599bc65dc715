//! `sayso eval` and the baselines of `sayso audit`, end to end.

use assert_cmd::Command;
use serde_json::Value;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sayso(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("sayso").expect("the program");
    command.current_dir(root()).args(args);
    command
}

fn stdout(args: &[&str]) -> String {
    String::from_utf8(sayso(args).output().expect("it runs").stdout).expect("UTF-8")
}

#[test]
fn two_runs_give_the_same_bytes_whatever_the_threads() {
    let args = ["eval", "--detector", "all", "--json", "--prevalence", "0.02"];
    let run = |threads: &str| sayso(&args).env("RAYON_NUM_THREADS", threads).output().expect("it runs").stdout;
    let one = run("1");
    assert!(!one.is_empty() && one == run("4"));
    let report: Value = serde_json::from_slice(&one).expect("JSON");
    let schema: Value =
        serde_json::from_str(&std::fs::read_to_string(root().join("schemas/eval.schema.json")).expect("the schema"))
            .expect("JSON");
    assert!(jsonschema::validator_for(&schema).expect("a schema").is_valid(&report));
    assert_eq!(report["detectors"].as_array().map(Vec::len), Some(3));
}

#[test]
fn a_regression_beyond_the_tolerance_exits_1() {
    let dir = tempfile::tempdir().expect("a folder");
    let report = dir.path().join("old.json");
    let mut old: Value = serde_json::from_str(&stdout(&["eval", "--json"])).expect("JSON");
    std::fs::write(&report, old.to_string()).expect("a file");
    let path = report.display().to_string();
    let output = sayso(&["eval", "--against", &path]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("Nothing moved."));

    let recall = &mut old["detectors"][0]["metrics"]["extraction_recall"]["value"];
    *recall = serde_json::json!(recall.as_f64().expect("a figure") + 0.01);
    std::fs::write(&report, old.to_string()).expect("a file");
    sayso(&["eval", "--against", &path]).assert().code(1);
    sayso(&["eval", "--against", &path, "--tolerance", "0.02"]).assert().code(0);
}

#[test]
fn a_new_set_is_laid_out_once_and_can_be_scored() {
    let dir = tempfile::tempdir().expect("a folder");
    let set = dir.path().join("mine");
    let at = |name: &str| set.join(name).display().to_string();
    let folder = set.display().to_string();
    sayso(&["eval", "init", &folder]).assert().code(0);
    sayso(&["eval", "init", &folder]).assert().code(2);
    let guide = std::fs::read_to_string(set.join("LABELS.md")).expect("the guide");
    assert!(
        guide.contains("| `tests_passed` |") && guide.contains("| `stale` | unevidenced |") && !guide.contains("unknown_runner")
    );

    let (labels, near, corpus) = (at("labels.jsonl"), at("near.jsonl"), at("corpus"));
    let score = ["eval", "--labels", &labels, "--near", &near, "--corpus", &corpus];
    sayso(&score).assert().code(2);
    std::fs::copy(root().join("corpus/dev/claude-code/liar.jsonl"), set.join("corpus/s.jsonl")).expect("a transcript");
    let label = r#"{"transcript":"s.jsonl","line":1,"type":"done","verdict":"evidenced","reason":"backed"}"#;
    std::fs::write(set.join("labels.jsonl"), label).expect("labels");
    let report = dir.path().join("reports");
    let report_arg = report.display().to_string();
    sayso(&[&score[..], &["--report", &report_arg]].concat()).assert().code(0);
    for name in ["mine.json", "mine.md", "mine.errors.csv"] {
        assert!(report.join(name).is_file(), "{name}");
    }
    std::fs::write(set.join("labels.jsonl"), label.replace("s.jsonl", "../s.jsonl")).expect("labels");
    sayso(&score).assert().code(2);
}

#[test]
fn one_flipped_byte_of_a_frozen_set_is_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    let root = dir.path().display().to_string();
    let put = |name: &str, bytes: &[u8]| {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, bytes).expect("a file");
    };
    let transcript = std::fs::read(self::root().join("corpus/dev/claude-code/honest.jsonl")).expect("a transcript");
    put("corpus/heldout/claude-code/a.jsonl", &transcript);
    let label = r#"{"transcript":"claude-code/a.jsonl","line":1,"type":"done","verdict":"evidenced","reason":"backed"}"#;
    put("eval/heldout.labels.jsonl", label.as_bytes());
    sayso(&["eval", "--set", "heldout", "--root", &root]).assert().code(2);
    sayso(&["eval", "freeze", "--root", &root]).assert().code(2);
    sayso(&["eval", "freeze", "--root", &root, "--reason", "first"]).assert().code(0);
    sayso(&["eval", "--set", "heldout", "--root", &root]).assert().code(0);
    let mut flipped = transcript;
    let last = flipped.len() - 2;
    flipped[last] ^= 1;
    put("corpus/heldout/claude-code/a.jsonl", &flipped);
    let output = sayso(&["eval", "--set", "heldout", "--root", &root]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("corpus/heldout/claude-code/a.jsonl: changed"));
}

#[test]
fn a_judgement_is_explained() {
    let text = stdout(&["eval", "show", "claude-code/06-piped-status.jsonl:9"]);
    for part in ["The agent says", "mood ", "verdict ", "reason ", "decided by", "calls before it", "the verdict rests on it"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    sayso(&["eval", "show", "claude-code/06-piped-status.jsonl"]).assert().code(2);
}

#[test]
fn audit_takes_the_baselines_with_their_exit_statuses() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| -> PathBuf { dir.path().join(name) };
    std::fs::write(at("bad.txt"), "all tests pass\n2 failed\n").expect("a file");
    std::fs::write(at("warn.txt"), "verified\n").expect("a file");
    std::fs::write(at("good.txt"), "hello\n").expect("a file");
    let repo = dir.path().display().to_string();
    let audit = |name: &str, more: &[&str]| {
        let file = at(name).display().to_string();
        let args = [&["audit", "--detector", "done-claim-audit", "--repo", &repo, &file], more].concat();
        sayso(&args).output().expect("it runs")
    };
    assert_eq!(audit("good.txt", &[]).status.code(), Some(0));
    assert_eq!(audit("warn.txt", &[]).status.code(), Some(1));
    assert_eq!(audit("warn.txt", &["--fail-on", "medium"]).status.code(), Some(2));
    assert_eq!(audit("warn.txt", &["--ignore", "ver*"]).status.code(), Some(0));
    let bad = audit("bad.txt", &["--json"]);
    assert_eq!(bad.status.code(), Some(2));
    let report: Value = serde_json::from_slice(&bad.stdout).expect("JSON");
    assert_eq!(report["findings"][0]["kind"], "test-claim-contradicted");

    let liar = ["audit", "--detector", "done-claim-auditor", "corpus/dev/claude-code/liar.jsonl"];
    let output = sayso(&liar).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.starts_with("done-claim-auditor v1.0.0 — audit".as_bytes()));
    sayso(&["audit", "--repo", ".", "corpus/dev/claude-code/liar.jsonl"]).assert().code(2);
}
