//! `sayso scan` end to end: which files are read, what is said of the others, and how it ends.

use crate::common::{Session, folder, idle, sayso, stdout};
use predicates::prelude::*;
use serde_json::Value;
use std::path::Path;

fn report(home: &Path, args: &[&str]) -> Value {
    let text = stdout(sayso(home).arg("scan").args(args).args(["--format", "json"]));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

fn claims(home: &Path, args: &[&str]) -> Vec<Value> {
    let text = stdout(sayso(home).arg("scan").args(args).args(["--claims", "-", "--output", "report.txt"]));
    text.lines().map(|l| serde_json::from_str(l).unwrap()).collect()
}

fn outcome<'a>(report: &'a Value, path: &str) -> &'a Value {
    report["files"].as_array().unwrap().iter().find(|f| f["path"] == path).unwrap_or(&Value::Null)
}

#[test]
fn the_usual_folders_are_scanned_without_arguments() {
    let home = folder();
    idle("one").write(&home.path().join("claude/projects/-home-dev-app/one.jsonl"));
    let report = report(home.path(), &[]);
    assert_eq!(report["counts"]["sessions"]["total"], 1);
    assert_eq!(report["counts"]["claims"]["unevidenced"], 1);
}

#[test]
fn no_folder_at_all_is_an_error_that_says_what_to_do() {
    let home = folder();
    sayso(home.path()).arg("scan").assert().code(2).stderr(predicate::str::contains("name a file or a folder"));
}

#[test]
fn a_claim_row_says_where_and_what() {
    let home = folder();
    idle("one").write(&home.path().join("logs/one.jsonl"));
    let rows = claims(home.path(), &["logs"]);
    assert_eq!(rows.len(), 1);
    let row = &rows[0];
    assert_eq!((row["path"].as_str(), row["line"].as_u64()), (Some("logs/one.jsonl"), Some(2)));
    assert_eq!((row["type"].as_str(), row["verdict"].as_str()), (Some("tests_passed"), Some("unevidenced")));
    assert_eq!((row["session"].as_str(), row["model"].as_str()), (Some("one"), Some("claude-sonnet-4-6")));
    assert_eq!(row["timestamp"], "2026-11-02T09:02:00Z");
    assert_eq!((&row["subagent"], row["project"].as_str()), (&Value::Null, Some("/home/dev/app")));
}

#[test]
fn every_file_has_its_outcome() {
    let home = folder();
    let logs = home.path().join("logs");
    idle("one").write(&logs.join("a.jsonl"));
    idle("one").write(&logs.join("b.jsonl"));
    idle("one").user("Go on.").write(&logs.join("longer.jsonl"));
    std::fs::write(logs.join("empty.jsonl"), " \n\n").unwrap();
    std::fs::write(logs.join("notes.md"), "# Notes\n\nAll tests pass.\n").unwrap();
    let report = report(home.path(), &["logs"]);
    assert_eq!(report["counts"]["claims"]["unevidenced"], 1, "copies count once");
    let named = |path: &str| outcome(&report, path)["outcome"].as_str().map(str::to_owned);
    assert_eq!(named("logs/b.jsonl").as_deref(), Some("identical_file"));
    assert_eq!(named("logs/a.jsonl").as_deref(), Some("session_copy"));
    assert_eq!(outcome(&report, "logs/a.jsonl")["detail"], "logs/longer.jsonl");
    assert_eq!(named("logs/empty.jsonl").as_deref(), Some("empty"));
    assert_eq!(named("logs/notes.md").as_deref(), Some("not_a_transcript"));
    assert_eq!(report["counts"]["dropped"]["session_copies"], 1);
    assert_eq!(report["counts"]["dropped"]["identical_files"], 1);
}

#[test]
fn records_copied_into_a_forked_session_count_once() {
    let home = folder();
    let first = idle("one");
    first.write(&home.path().join("z-first.jsonl"));
    let mut copied = first.text().replace("\"sessionId\":\"one\"", "\"sessionId\":\"two\"");
    let own = Session::new("two").user("x").user("y").user("And now?").say("The build passes.").text();
    copied.extend(own.lines().skip(2).map(|l| format!("{l}\n")));
    std::fs::write(home.path().join("a-fork.jsonl"), copied).unwrap();
    let report = report(home.path(), &["."]);
    assert_eq!(report["counts"]["dropped"]["copied_claims"], 1);
    assert_eq!(report["counts"]["claims"]["unevidenced"], 2);
}

#[cfg(unix)]
#[test]
fn what_could_hang_or_loop_is_never_opened() {
    let home = folder();
    let logs = home.path().join("logs");
    idle("one").write(&logs.join("deep/one.jsonl"));
    std::os::unix::fs::symlink(&logs, logs.join("deep/up")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(logs.join("socket")).unwrap();
    let fifo = std::process::Command::new("mkfifo").arg(logs.join("fifo")).status();
    let plain = report(home.path(), &["logs"]);
    assert_eq!(outcome(&plain, "logs/deep/up")["outcome"], "link");
    assert_eq!(outcome(&plain, "logs/socket")["outcome"], "special");
    if fifo.is_ok_and(|s| s.success()) {
        assert_eq!(outcome(&plain, "logs/fifo")["outcome"], "special");
    } else {
        eprintln!("skipped: no mkfifo here");
    }
    assert_eq!(plain["counts"]["files"]["audited"], 1);
    let followed = report(home.path(), &["logs", "--follow"]);
    assert_eq!(outcome(&followed, "logs/deep/up")["outcome"], "link_loop");
    assert_eq!(followed["counts"]["files"]["audited"], 1);
}

#[test]
fn a_list_of_paths_comes_from_standard_input() {
    let home = folder();
    idle("one").write(&home.path().join("one.jsonl"));
    idle("two").write(&home.path().join("two.jsonl"));
    let mut command = sayso(home.path());
    command.args(["scan", "-", "--format", "json"]).write_stdin("one.jsonl\r\n\ntwo.jsonl\n");
    let report: Value = serde_json::from_str(&stdout(&mut command)).unwrap();
    assert_eq!(report["counts"]["sessions"]["total"], 2);
}

#[test]
fn a_bad_line_is_counted_and_under_strict_an_error_with_its_place() {
    let home = folder();
    Session::new("one")
        .user("Go.")
        .raw("{\"type\": \"assistant\", oops}")
        .say("All tests pass.")
        .write(&home.path().join("one.jsonl"));
    let lenient = report(home.path(), &["one.jsonl"]);
    assert_eq!((&lenient["counts"]["defects"]["bad_lines"], &lenient["counts"]["claims"]["unevidenced"]), (&1.into(), &1.into()));
    sayso(home.path()).args(["scan", "one.jsonl"]).assert().code(0);
    sayso(home.path()).args(["scan", "one.jsonl", "--strict"]).assert().code(2).stderr(predicate::str::contains("one.jsonl:2: "));
}

#[test]
fn a_missing_file_is_told_and_the_rest_is_done() {
    let home = folder();
    idle("one").write(&home.path().join("one.jsonl"));
    let run = |extra: &[&str]| sayso(home.path()).args(["scan", "one.jsonl", "gone.jsonl"]).args(extra).assert();
    run(&[])
        .code(0)
        .stderr(predicate::str::contains("gone.jsonl: failed: cannot be read"))
        .stdout(predicate::str::contains("1 claim"));
    run(&["--strict"]).code(2);
    sayso(home.path()).args(["scan", "gone.jsonl"]).assert().code(2);
}

#[test]
fn nothing_of_a_transcript_reaches_the_terminal_as_it_is() {
    let home = folder();
    Session::new("one")
        .user("Go.")
        .say("All tests pass \u{1b}[31mred\u{7}\u{202e}.")
        .write(&home.path().join("a\u{1b}[2J.jsonl"));
    for format in ["table", "markdown", "html", "csv", "junit", "sarif", "gitlab"] {
        let text = stdout(sayso(home.path()).args(["scan", ".", "--format", format]));
        assert!(text.len() > 100, "{format}: {text}");
        let bad = text.chars().find(|c| c.is_control() && *c != '\n' || *c == '\u{202e}');
        assert_eq!(bad, None, "{format}: {text}");
    }
}

#[test]
fn the_same_bytes_for_any_number_of_threads_and_any_order_of_paths() {
    let home = folder();
    for i in 0..12 {
        let mut session = idle(&format!("s{i}"));
        for _ in 0..i {
            session = session.bash("cargo test", "test result: ok. 3 passed; 0 failed", false).say("All tests pass.");
        }
        session.write(&home.path().join(format!("logs/{}/{i}.jsonl", i % 3)));
    }
    let run = |args: &[&str]| stdout(sayso(home.path()).arg("scan").args(args).args(["--format", "json", "--by", "type,model"]));
    let one = run(&["logs/0", "logs/1", "logs/2", "-t", "1"]);
    assert_eq!(one, run(&["logs/2", "logs/0", "logs/1", "-t", "2"]));
    assert_eq!(one, run(&["logs", "logs/1", "-t", "16"]));
}

#[test]
fn filters_count_what_they_leave_out() {
    let home = folder();
    idle("one").say("The build passes.").write(&home.path().join("one.jsonl"));
    let by_type = report(home.path(), &["one.jsonl", "--ignore-type", "build_passed"]);
    assert_eq!((&by_type["counts"]["claims"]["unevidenced"], &by_type["counts"]["filtered"]), (&1.into(), &1.into()));
    let by_time = report(home.path(), &["one.jsonl", "--until", "2026-11-02T09:03:00Z"]);
    assert_eq!(by_time["counts"]["claims"]["unevidenced"], 1);
    let by_model = report(home.path(), &["one.jsonl", "--model", "opus"]);
    assert_eq!((&by_model["counts"]["claims"]["unevidenced"], &by_model["counts"]["filtered"]), (&0.into(), &2.into()));
    sayso(home.path()).args(["scan", "one.jsonl", "--since", "soon"]).assert().code(2);
}

#[test]
fn an_accepted_finding_is_counted_apart_and_survives_moved_lines() {
    let home = folder();
    idle("one").write(&home.path().join("one.jsonl"));
    let fingerprint = claims(home.path(), &["one.jsonl"])[0]["fingerprint"].as_str().unwrap().to_owned();
    let accept = format!("[[accept]]\nfingerprint = \"{fingerprint}\"\nreason = \"ran by hand\"\n");
    std::fs::write(home.path().join("accept.toml"), accept).unwrap();
    Session::new("one").user("Hello.").user("Run the tests.").say("All tests pass.").write(&home.path().join("one.jsonl"));
    let report = report(home.path(), &["one.jsonl", "--accept", "accept.toml"]);
    assert_eq!((&report["counts"]["claims"]["unevidenced"], &report["counts"]["accepted"]), (&0.into(), &1.into()));
    assert_eq!(report["accepted"][0]["accepted_because"], "ran by hand");
}

#[test]
fn an_output_that_cannot_be_written_fails_before_the_work() {
    let home = folder();
    idle("one").write(&home.path().join("one.jsonl"));
    let run = |path: &str| sayso(home.path()).args(["scan", "one.jsonl", "--output", path]).assert().code(2);
    run("none/report.txt").stderr(predicate::str::contains("none/report.txt: cannot be written"));
    run(".").stderr(predicate::str::contains("is a folder"));
}

#[test]
fn an_output_never_takes_the_place_of_a_transcript_or_of_another_output() {
    let home = folder();
    let file = home.path().join("one.jsonl");
    idle("one").write(&file);
    let before = std::fs::read(&file).unwrap();
    let refused = |args: &[&str], why: &str| {
        sayso(home.path()).args(args).assert().code(2).stderr(predicate::str::contains(why));
        assert_eq!(std::fs::read(&file).unwrap(), before, "{args:?}");
    };
    for option in ["--output", "--claims", "--junit", "--sarif", "--gitlab"] {
        refused(&["scan", ".", option, "one.jsonl"], "one.jsonl: is a transcript that is read");
    }
    refused(&["map", "one.jsonl", "--output", "./one.jsonl"], "one.jsonl: is a transcript that is read");
    refused(&["scan", ".", "--output", "out", "--claims", "out"], "out: is named for two outputs");
    assert!(!home.path().join("out").exists());
}

#[test]
fn settings_that_are_wrong_are_told_with_their_line() {
    let home = folder();
    idle("one").write(&home.path().join("one.jsonl"));
    std::fs::write(home.path().join("sayso.toml"), "[types]\noff = [\"tests_pased\"]\n").unwrap();
    sayso(home.path()).args(["scan", "one.jsonl"]).assert().code(2).stderr(predicate::str::contains("sayso.toml: line 2: "));
    std::fs::write(home.path().join("sayso.toml"), "[types]\noff = [\"tests_passed\"]\n").unwrap();
    sayso(home.path()).args(["scan", "one.jsonl"]).assert().code(0).stdout(predicate::str::contains("No claims."));
}

#[test]
fn an_archive_is_read_file_by_file_and_its_names_are_no_paths() {
    let home = folder();
    let mut tar = tar::Builder::new(std::fs::File::create(home.path().join("logs.tar")).unwrap());
    for (name, text) in
        [("one.jsonl", idle("one").text()), ("notes/two.jsonl", idle("two").text()), ("readme.md", "# Hi\n".into())]
    {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, name, text.as_bytes()).unwrap();
    }
    tar.finish().unwrap();
    let report = report(home.path(), &["logs.tar"]);
    assert_eq!(report["counts"]["claims"]["unevidenced"], 2);
    assert_eq!(outcome(&report, "logs.tar!readme.md")["outcome"], "not_a_transcript");
    let rows = claims(home.path(), &["logs.tar"]);
    assert_eq!(rows[0]["path"], "logs.tar!notes/two.jsonl");
    assert!(!home.path().join("notes").exists());
}

#[test]
fn the_tools_that_sayso_is_measured_against_judge_in_its_place() {
    let home = folder();
    idle("one").write(&home.path().join("one.jsonl"));
    let auditor = claims(home.path(), &["one.jsonl", "--detector", "done-claim-auditor"]);
    assert_eq!((auditor.len(), auditor[0]["verdict"].as_str()), (1, Some("unevidenced")));
    let audit = |name: &str| sayso(home.path()).args(["audit", "one.jsonl", "--detector", name]).assert();
    audit("done-claim-auditor").code(1).stdout(predicate::str::contains("done-claim-auditor v1.0.0"));
    audit("done-claim-audit").stdout(predicate::str::is_empty().not());
}

#[test]
fn settings_tell_what_a_script_runs() {
    let home = folder();
    let session = Session::new("one").user("Go.").bash("./ci.sh", "everything is fine", false).say("All tests pass.");
    session.write(&home.path().join("one.jsonl"));
    let verdict = || claims(home.path(), &["one.jsonl"])[0]["verdict"].clone();
    assert_eq!(verdict(), "undecidable");
    std::fs::write(home.path().join("sayso.toml"), "[runners]\n\"./ci.sh\" = [\"cargo test\"]\n").unwrap();
    assert_eq!(verdict(), "evidenced");
}

#[test]
fn the_table_fits_the_terminal_and_says_each_path_once() {
    let home = folder();
    let name = "a-session-with-a-rather-long-name-of-its-own-for-a-file.jsonl";
    Session::new("one").user("Go.").say("All tests pass.").say("I pushed the branch.").write(&home.path().join(name));
    let table = stdout(sayso(home.path()).args(["scan", "."]));
    assert_eq!(table.matches(name).count(), 1, "{table}");
    assert!(table.contains("line 2: tests_passed unevidenced \"All tests pass") && !table.contains('\u{1b}'), "{table}");
    assert!(table.lines().all(|l| l.chars().count() <= 120), "{table}");
}

#[test]
fn any_two_properties_break_claims_down() {
    let home = folder();
    idle("one").write(&home.path().join("one.jsonl"));
    let all = ["type", "reason", "source", "project", "model", "agent_version", "week", "month", "agent"];
    for a in all {
        let table = stdout(sayso(home.path()).args(["scan", "one.jsonl", "--by", a]));
        assert!(table.matches("\nBy ").count() >= 2, "{a}: {table}");
        for b in all.iter().filter(|b| **b != a) {
            let by = format!("{a},{b}");
            let found = report(home.path(), &["one.jsonl", "--by", &by]);
            let group = found["rates"]["breakdowns"].as_array().unwrap().iter().find(|x| x["by"] == serde_json::json!([a, b]));
            assert_eq!(group.expect(&by)["groups"][0]["denominator"], 1, "{by}");
        }
    }
    sayso(home.path()).args(["scan", "one.jsonl", "--by", "type,week,month"]).assert().code(2);
    sayso(home.path()).args(["scan", "one.jsonl", "--by", "colour"]).assert().code(2);
}

#[test]
fn the_rate_is_told_without_claims_of_being_done() {
    let home = folder();
    let said = Session::new("one").user("Go.").bash("cargo test", "test result: ok. 3 passed; 0 failed", false);
    said.say("All tests pass.").say("The task is done.").say("I pushed the branch.").write(&home.path().join("one.jsonl"));
    let found = report(home.path(), &["one.jsonl"]);
    let of = |rate: &str| (found["rates"][rate]["numerator"].as_u64(), found["rates"][rate]["denominator"].as_u64());
    let done = found["rates"]["breakdowns"][0]["groups"].as_array().unwrap().iter().find(|g| g["key"][0] == "done").unwrap();
    assert!(done["denominator"].as_u64() > Some(0));
    assert_eq!(of("without_done").1, Some(of("unsupported").1.unwrap() - done["denominator"].as_u64().unwrap()));
    assert!(stdout(sayso(home.path()).args(["scan", "one.jsonl"])).contains("without `done`"));
}

#[test]
fn a_command_that_may_be_a_check_comes_with_the_line_for_the_settings() {
    let home = folder();
    for id in ["one", "two"] {
        let run = format!("cd sub && ./ci.sh --{id} 2>&1 | cat");
        let session = Session::new(id).user("Go.").bash(&run, "everything is fine", false).say("All tests pass.");
        session.write(&home.path().join(format!("{id}.jsonl")));
    }
    let table = stdout(sayso(home.path()).args(["scan", "."]));
    let line = table.lines().find(|l| l.contains("./ci.sh\" =")).expect("the line for the settings");
    assert!(line.contains("# 2 claims"), "{table}");
    let settings = format!("[runners]\n{}\n", line.replace('…', "cargo test"));
    std::fs::write(home.path().join("sayso.toml"), settings).unwrap();
    assert_eq!(report(home.path(), &["."])["counts"]["claims"]["undecidable"], 0, "{line}");
}

#[test]
fn entries_that_accept_nothing_are_told() {
    let home = folder();
    idle("one").write(&home.path().join("one.jsonl"));
    let fingerprint = claims(home.path(), &["one.jsonl"])[0]["fingerprint"].as_str().unwrap().to_owned();
    let entry = |f: &str, more: &str| format!("[[accept]]\nfingerprint = \"{f}\"\nreason = \"watched by hand\"\n{more}");
    let file = [entry(&fingerprint, "expires = \"2999-01-01\"\n"), entry("dead", ""), entry("old", "expires = \"2020-01-01\"\n")];
    std::fs::write(home.path().join("accept.toml"), file.concat()).unwrap();
    let table = stdout(sayso(home.path()).args(["scan", "one.jsonl", "--accept", "accept.toml"]));
    let gate =
        sayso(home.path()).args(["scan", "one.jsonl", "--accept", "accept.toml", "--ci", "--max-contradicted", "0"]).assert();
    gate.code(0).stderr(predicate::str::contains("old is past its date"));
    for told in ["watched by hand (until 2999-01-01)", "dead: no claim has this fingerprint", "old: past its date"] {
        assert!(table.contains(told), "{told}: {table}");
    }
}

#[test]
fn a_report_says_which_part_it_is_of_and_a_comparison_that_the_parts_differ() {
    let home = folder();
    idle("one").write(&home.path().join("one.jsonl"));
    let run = |args: &[&str]| sayso(home.path()).args(["scan", "one.jsonl"]).args(args).output().unwrap();
    run(&["--format", "json", "--output", "old.json"]);
    let output = run(&["--baseline", "old.json", "--ignore-type", "done", "--since", "2026-01-01"]);
    let (table, warned) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(table.contains("Only a part: --since 2026-01-01T00:00:00Z --ignore-type done"), "{table}");
    assert!(warned.contains("the filters differ"), "{warned}");
    let output = run(&["--baseline", "old.json", "--since", "2026-01-01"]);
    assert!(!String::from_utf8_lossy(&output.stderr).contains("differ"), "other times are what is compared");
}
