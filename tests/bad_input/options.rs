//! Limits that can be set, and arguments that contradict themselves.

use crate::common::{Session, folder, idle, sayso, stdout};
use crate::report;
use predicates::prelude::*;

#[test]
fn limits_hold_wherever_transcripts_are_read() {
    let home = folder();
    let long = "x".repeat(3000);
    let nested = "{\"type\":\"progress\",\"sessionId\":\"one\",\"data\":[[[[[[[[1]]]]]]]]}";
    Session::new("one").user(&long).raw(nested).say("All tests pass.").write(&home.path().join("one.jsonl"));
    let defects = |args: &[&str]| report(home.path(), args)["counts"]["defects"].clone();
    let plain = defects(&["one.jsonl"]);
    assert_eq!((&plain["overlong_lines"], &plain["deep_lines"]), (&0.into(), &0.into()));
    assert_eq!(defects(&["one.jsonl", "--max-line", "2K"])["overlong_lines"], 1);
    assert_eq!(defects(&["one.jsonl", "--max-nesting", "8"])["deep_lines"], 1);
    let size = |args: &[&str]| {
        let told = predicate::str::contains("more than 1000 bytes of content; --max-size reads more");
        sayso(home.path()).args(args).args(["--max-size", "1000"]).assert().code(2).stderr(told);
    };
    size(&["scan", "one.jsonl"]);
    size(&["audit", "one.jsonl"]);
    size(&["export", "one.jsonl", "--out", "out"]);
    size(&["sources", "--explain", "one.jsonl"]);
    std::fs::write(home.path().join("labels.jsonl"), "").unwrap();
    let map = stdout(sayso(home.path()).args(["map", "one.jsonl", "--max-line", "2K"]));
    assert!(map.contains("\"overlong_lines\":1"), "{map}");
    std::fs::write(home.path().join("limited"), map).unwrap();
    std::fs::write(home.path().join("plain"), stdout(sayso(home.path()).args(["map", "one.jsonl"]))).unwrap();
    sayso(home.path()).args(["reduce", "limited", "plain"]).assert().code(2).stderr(predicate::str::contains("settings differs"));
    // Of text, too.
    std::fs::write(home.path().join("notes.txt"), format!("Notes.\n\n{long}\n")).unwrap();
    assert_eq!(defects(&["notes.txt", "--max-line", "2K"])["overlong_lines"], 1);
}

#[test]
fn strict_checks_lines_to_their_end() {
    let home = folder();
    // Behind the result, where a reader that has what it needs does not look.
    let broken = "{\"parentUuid\":null,\"type\":\"user\",\"sessionId\":\"one\",\"message\":{\"role\":\"user\",\"content\":[{\"type\":\
                  \"tool_result\",\"tool_use_id\":\"c\",\"content\":\"x\"}]},\"uuid\":\"u\",\"timestamp\":\"t\",\"toolUseResult\":{\"a\":}}";
    Session::new("one").raw(broken).say("All tests pass.").write(&home.path().join("one.jsonl"));
    sayso(home.path()).args(["scan", "one.jsonl"]).assert().code(0);
    sayso(home.path()).args(["scan", "one.jsonl", "--strict"]).assert().code(2).stderr(predicate::str::contains("one.jsonl:1: "));
    let map = |args: &[&str]| stdout(sayso(home.path()).args(["map", "one.jsonl"]).args(args));
    assert!(map(&["--strict"]).contains("\"bad_lines\":1") && map(&[]).contains("\"bad_lines\":0"));
}

#[test]
fn arguments_that_contradict_themselves_are_refused() {
    let home = folder();
    idle("one").write(&home.path().join("one.jsonl"));
    for (args, told) in [
        (&["--by", "type,type"][..], "--by names type twice"),
        (&["--by", "type,model,month"], "--by takes one or two"),
        (&["--since", "2026-11-02", "--until", "2026-11-01"], "is not before --until"),
        (&["--since", "2026-11-02", "--until", "2026-11-02"], "is not before --until"),
        (&["--exclude", "["], "--exclude [: "),
        (&["--max-line", "0"], "like 64M"),
        (&["--max-line", "2G"], "1G at most"),
        (&["--max-nesting", "128"], "1..=127"),
        (&["--max-size", "many"], "like 64M"),
    ] {
        sayso(home.path()).args(["scan", "one.jsonl"]).args(args).assert().code(2).stderr(predicate::str::contains(told));
    }
    sayso(home.path())
        .args(["export", "one.jsonl", "--out", "o", "--exclude", "["])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("--exclude ["));
    sayso(home.path()).args(["reduce", "one.jsonl"]).assert().code(2).stderr(predicate::str::contains(" at line ").not());
}
