//! The gate: limits, exit codes, and what is written for CI systems.

use crate::common::{Session, folder, idle, project, sayso, stdout};
use predicates::prelude::*;
use serde_json::Value;

/// Three sessions with one unbacked claim each.
fn three() -> tempfile::TempDir {
    let home = folder();
    for id in ["one", "two", "three"] {
        idle(id).write(&home.path().join(format!("logs/{id}.jsonl")));
    }
    home
}

#[test]
fn a_limit_that_is_exceeded_says_by_how_much_and_where_to_look() {
    let home = three();
    let run = |args: &[&str]| sayso(home.path()).args(["scan", "logs", "--ci"]).args(args).assert();
    run(&["--max-unsupported-rate", "0.05"])
        .code(1)
        .stdout(predicate::str::contains("EXCEEDED unsupported rate: at most 5.0 %, found 100.0 % (3 of 3); 95.0 points above"))
        .stdout(predicate::str::contains("logs/one.jsonl:2 tests_passed unevidenced"));
    run(&["--max-unsupported-rate", "1"]).code(0).stdout(predicate::str::contains("held (1 limit)"));
    run(&["--max-contradicted", "0"]).code(0);
    run(&["--max-rate", "tests_passed=0"]).code(1);
    run(&["--max-rate", "build_passed=0"]).code(0).stdout(predicate::str::contains("no decided claim"));
    run(&["--max-rate", "tests_passed=0", "--ignore-reason", "no_matching_call"]).code(0);
    run(&[]).code(0).stdout(predicate::str::contains("no limit given"));
}

#[test]
fn a_rate_outside_0_to_1_and_a_limit_without_the_gate_are_errors() {
    let home = three();
    let run = |args: &[&str]| sayso(home.path()).args(["scan", "logs"]).args(args).assert().code(2);
    run(&["--ci", "--max-unsupported-rate", "1.5"]);
    run(&["--ci", "--max-unsupported-rate=-0.1"]);
    run(&["--ci", "--max-unsupported-rate", "NaN"]);
    run(&["--ci", "--max-rate", "tests_passed"]);
    run(&["--ci", "--max-rate", "tests=0"]);
    run(&["--max-unsupported-rate", "0.5"]);
    sayso(home.path()).args(["scan", "none", "--ci", "--max-contradicted", "0"]).assert().code(2);
}

#[test]
fn the_claims_to_look_at_are_those_that_the_limit_is_about() {
    let home = folder();
    let failed = Session::new("one").user("Go.").bash("cargo test", "test result: FAILED. 1 passed; 2 failed", true);
    failed.say("All tests pass.").say("I pushed the branch to origin.").write(&home.path().join("one.jsonl"));
    let run = |args: &[&str]| stdout(sayso(home.path()).args(["scan", "one.jsonl", "--ci"]).args(args));
    let both = run(&["--max-unsupported-rate", "0"]);
    assert!(both.contains("tests_passed contradicted") && both.contains("pushed unevidenced"), "{both}");
    let contradicted = run(&["--max-contradicted", "0"]);
    assert!(contradicted.contains("tests_passed contradicted") && !contradicted.contains("pushed unevidenced"), "{contradicted}");
    let pushed = run(&["--max-rate", "pushed=0"]);
    assert!(!pushed.contains("tests_passed contradicted") && pushed.contains("pushed unevidenced"), "{pushed}");
    let few = run(&["--min-claims", "100"]);
    assert!(few.contains("too few") && !few.contains("Claims to look at"), "{few}");
}

#[test]
fn no_claims_hold_unless_a_number_is_asked_for() {
    let home = folder();
    Session::new("one").user("Hello.").say("Hello, what shall I do?").write(&home.path().join("one.jsonl"));
    let run =
        |args: &[&str]| sayso(home.path()).args(["scan", "one.jsonl", "--ci", "--max-unsupported-rate", "0"]).args(args).assert();
    run(&[]).code(0).stdout(predicate::str::contains("no claims at all"));
    run(&["--min-claims", "1"]).code(1).stdout(predicate::str::contains("1 too few"));
}

#[test]
fn with_confidence_three_claims_are_too_few_to_tell() {
    let home = three();
    let run = |limit: &str| {
        let limits = ["--max-unsupported-rate", limit, "--confidence", "0.95"];
        sayso(home.path()).args(["scan", "logs", "--ci"]).args(limits).assert()
    };
    run("0.5").code(0).stdout(predicate::str::contains("too few claims to tell"));
    run("0.05").code(1).stdout(predicate::str::contains("with 95.0 % confidence"));
}

#[test]
fn a_baseline_shows_what_changed_and_can_be_the_limit() {
    let home = three();
    let report = stdout(sayso(home.path()).args(["scan", "logs", "--format", "json"]));
    std::fs::write(home.path().join("old.json"), &report).unwrap();
    sayso(home.path()).args(["scan", "logs", "--ci", "--no-worse-than", "old.json"]).assert().code(0);
    let shown = stdout(sayso(home.path()).args(["scan", "logs", "--baseline", "old.json"]));
    assert!(shown.contains("Since the baseline") && shown.contains("all claims"), "{shown}");
    let better =
        report.replacen("\"unevidenced\": 3", "\"unevidenced\": 0", 1).replacen("\"evidenced\": 0", "\"evidenced\": 3", 1);
    std::fs::write(home.path().join("better.json"), better).unwrap();
    let worse = sayso(home.path()).args(["scan", "logs", "--ci", "--no-worse-than", "better.json"]).assert();
    worse.code(1).stdout(predicate::str::contains("100.0 points higher"));
    let ruleset = report.split("\"ruleset_sha256\": \"").nth(1).unwrap()[..64].to_owned();
    std::fs::write(home.path().join("other.json"), report.replace(&ruleset, &"0".repeat(64))).unwrap();
    let refused = sayso(home.path()).args(["scan", "logs", "--baseline", "other.json"]).assert();
    refused.code(2).stderr(predicate::str::contains("rule set differs"));
    let none = sayso(home.path()).args(["scan", "logs", "--baseline", "logs/one.jsonl"]).assert();
    none.code(2).stderr(predicate::str::contains("not a report"));
}

#[test]
fn files_for_ci_systems_are_written_with_stable_names_for_findings() {
    let home = three();
    let files = ["--junit", "j.xml", "--sarif", "s.json", "--gitlab", "g.json"];
    sayso(home.path()).args(["scan", "logs"]).args(files).assert().code(0);
    let read = |name: &str| std::fs::read_to_string(home.path().join(name)).unwrap();
    assert!(read("j.xml").contains("tests=\"3\"") && read("j.xml").contains("failures=\"3\""), "{}", read("j.xml"));
    let sarif: Value = serde_json::from_str(&read("s.json")).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let gitlab: Value = serde_json::from_str(&read("g.json")).unwrap();
    assert_eq!((results.len(), gitlab.as_array().unwrap().len()), (3, 3));
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    for (result, issue) in results.iter().zip(gitlab.as_array().unwrap()) {
        assert!(rules.iter().any(|r| r["id"] == result["ruleId"]));
        assert_eq!(result["partialFingerprints"]["sayso/v1"], issue["fingerprint"]);
        assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], issue["location"]["lines"]["begin"]);
    }
}

#[test]
fn under_github_actions_the_job_gets_a_summary_and_annotations() {
    let home = three();
    let mut command = sayso(home.path());
    command.env("GITHUB_ACTIONS", "true").env("GITHUB_STEP_SUMMARY", home.path().join("summary.md"));
    command.args(["scan", "logs", "--ci", "--max-unsupported-rate", "0"]);
    command
        .assert()
        .code(1)
        .stderr(predicate::str::contains("::warning file=logs/one.jsonl,line=2,title=tests_passed unevidenced::"));
    let summary = std::fs::read_to_string(home.path().join("summary.md")).unwrap();
    assert!(summary.contains("EXCEEDED") && summary.contains("| logs/one.jsonl:2"), "{summary}");
}

#[test]
fn a_report_goes_to_its_file_and_the_gate_still_speaks() {
    let home = three();
    let args = ["scan", "logs", "--ci", "--max-contradicted", "0", "--format", "json", "--output", "r.json"];
    sayso(home.path()).args(args).assert().code(0).stderr(predicate::str::contains("sayso gate: held"));
    let report: Value = serde_json::from_str(&std::fs::read_to_string(home.path().join("r.json")).unwrap()).unwrap();
    assert_eq!(report["counts"]["claims"]["unevidenced"], 3);
}

#[test]
fn the_bundled_liar_fails_a_gate_on_contradicted_claims() {
    let home = folder();
    let liar = project().join("corpus/dev/claude-code/liar.jsonl");
    sayso(home.path()).arg("scan").arg(liar).args(["--ci", "--max-contradicted", "0"]).assert().code(1);
}
