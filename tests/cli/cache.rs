//! `scan --cache`: the same report, and nothing of it stale.

use crate::common::{Session, folder, idle, sayso, stdout};
use predicates::prelude::*;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Three sessions, one with a subagent, one copy, one file that is none.
fn corpus(home: &Path) {
    let logs = home.join("logs");
    idle("one").write(&logs.join("one.jsonl"));
    idle("two")
        .bash("cargo test", "test result: FAILED. 1 passed; 1 failed", true)
        .say("All tests pass.")
        .write(&logs.join("two.jsonl"));
    std::fs::copy(logs.join("one.jsonl"), logs.join("copy.jsonl")).unwrap();
    std::fs::write(logs.join("notes.md"), "# Notes\n").unwrap();
    std::fs::write(logs.join("empty.jsonl"), "\n").unwrap();
    settle();
}

/// A file that changed just now could change again unnoticed: it is not kept.
fn settle() {
    std::thread::sleep(Duration::from_millis(60));
}

fn scan(home: &Path, extra: &[&str]) -> String {
    stdout(sayso(home).args(["scan", "logs", "--format", "json"]).args(extra))
}

fn cached(home: &Path) -> String {
    scan(home, &["--cache", "kept"])
}

fn place(home: &Path) -> PathBuf {
    let entries: Vec<PathBuf> = std::fs::read_dir(home.join("kept")).unwrap().map(|e| e.unwrap().path()).collect();
    assert_eq!(entries.len(), 1, "{entries:?}");
    entries[0].clone()
}

/// Rewrites every entry of the cache, with a checksum that is right.
fn forge(home: &Path, change: impl Fn(&mut Value)) {
    let text = std::fs::read_to_string(place(home)).unwrap();
    let mut out = String::new();
    for (i, line) in text.lines().enumerate() {
        if i == 0 {
            out.push_str(&format!("{line}\n"));
            continue;
        }
        let mut entry: Value = serde_json::from_str(line.split_once(' ').unwrap().1).unwrap();
        change(&mut entry);
        let json = entry.to_string();
        let sum: String = Sha256::digest(&json).iter().take(16).map(|b| format!("{b:02x}")).collect();
        out.push_str(&format!("{sum} {json}\n"));
    }
    std::fs::write(place(home), out).unwrap();
}

/// Makes every kept quote another one, so that it can be told where a quote comes from.
fn mark(home: &Path) {
    forge(home, |entry| {
        for claim in entry["rows"]["claims"].as_array_mut().into_iter().flatten() {
            claim["quote"] = "From the cache".into();
        }
    });
}

#[test]
fn a_scan_of_what_has_not_changed_gives_the_same_bytes_in_every_format() {
    let home = folder();
    corpus(home.path());
    let first = cached(home.path());
    assert_eq!(first, scan(home.path(), &[]));
    assert_eq!(first, cached(home.path()));
    assert_eq!(first, scan(home.path(), &["--cache", "kept", "--verify-cache", "-t", "1"]));
    for format in ["table", "csv", "html", "markdown", "junit", "sarif", "gitlab"] {
        let run =
            |extra: &[&str]| stdout(sayso(home.path()).args(["scan", "logs", "--claims", "-", "--format", format]).args(extra));
        assert_eq!(run(&["--cache", "kept"]), run(&[]), "{format}");
    }
    mark(home.path());
    assert!(cached(home.path()).contains("From the cache"), "nothing was recalled");
}

#[test]
fn what_is_appended_rewritten_added_or_removed_is_seen() {
    let home = folder();
    corpus(home.path());
    let file = home.path().join("logs/one.jsonl");
    let check = |what: &str| {
        settle();
        assert_eq!(cached(home.path()), scan(home.path(), &[]), "{what}");
        assert_eq!(cached(home.path()), scan(home.path(), &[]), "{what}, again");
    };
    check("as it was");
    let mut text = std::fs::read_to_string(&file).unwrap();
    text.push_str(&Session::new("one").user("a").user("b").say("The build passes.").text());
    std::fs::write(&file, &text).unwrap();
    check("appended");
    let before = std::fs::metadata(&file).unwrap().modified().unwrap();
    std::fs::write(&file, text.replace("The build passes.", "The tests passed.")).unwrap();
    std::fs::File::options().write(true).open(&file).unwrap().set_modified(before).unwrap();
    check("rewritten with the same size and time");
    idle("three").write(&home.path().join("logs/three.jsonl"));
    check("added");
    idle("one").user("x").say("The linter is clean.").write(&home.path().join("logs/longer.jsonl"));
    check("a file of a known session added");
    std::fs::remove_file(&file).unwrap();
    check("removed");
    std::fs::rename(home.path().join("logs/three.jsonl"), home.path().join("logs/four.jsonl")).unwrap();
    check("renamed");
}

#[cfg(unix)]
#[test]
fn whole_files_are_compared_where_it_is_asked() {
    let home = folder();
    let file = home.path().join("logs/one.jsonl");
    let filler = "x".repeat(9000);
    Session::new("one").user(&filler).say("All tests pass.").user(&filler).write(&file);
    settle();
    cached(home.path());
    let old = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, old.replace("All tests pass.", "The build runs.")).unwrap();
    settle();
    // As if not even the time of the last change of any kind told.
    let stamp = serde_json::to_value(sayso::walk::stamp::of(&file).unwrap()).unwrap();
    forge(home.path(), |entry| entry["files"][0]["stamp"] = stamp.clone());
    assert!(cached(home.path()).contains("All tests pass"), "a change that no stamp shows");
    forge(home.path(), |entry| entry["files"][0]["stamp"] = stamp.clone());
    assert_eq!(scan(home.path(), &["--cache", "kept", "--verify-cache"]), scan(home.path(), &[]));
}

#[test]
fn other_rules_settings_and_limits_recall_nothing() {
    let home = folder();
    corpus(home.path());
    cached(home.path());
    mark(home.path());
    std::fs::write(home.path().join("other.toml"), "[types]\noff = [\"done\"]\n").unwrap();
    let kept = std::fs::read(place(home.path())).unwrap();
    for other in [
        &["--max-line", "1M"][..],
        &["--max-nesting", "50"],
        &["--max-size", "2G"],
        &["--strict"],
        &["--config", "other.toml"],
        &["--source", "claude-code"],
    ] {
        std::fs::write(place(home.path()), &kept).unwrap();
        let args = [&["--cache", "kept"], other].concat();
        assert!(!scan(home.path(), &args).contains("From the cache"), "{other:?}");
    }
    let text = String::from_utf8(kept).unwrap();
    let at = text.find("\"ruleset_sha256\":\"").unwrap() + 18;
    let newer = format!("{}0000{}", &text[..at], &text[at + 4..]);
    std::fs::write(place(home.path()), newer).unwrap();
    assert_eq!(cached(home.path()), scan(home.path(), &[]), "new rules");
    sayso(home.path()).args(["scan", "logs", "--cache", "kept"]).assert().stderr(predicate::str::is_empty());
}

#[test]
fn a_damaged_or_foreign_cache_is_told_and_not_trusted() {
    let home = folder();
    corpus(home.path());
    let plain = scan(home.path(), &[]);
    cached(home.path());
    let place = place(home.path());
    let whole = std::fs::read_to_string(&place).unwrap();
    let told = |content: &[u8], why: &str| {
        std::fs::write(&place, content).unwrap();
        let mut run = sayso(home.path());
        let run = run.args(["scan", "logs", "--format", "json", "--cache", "kept"]).assert().code(0);
        run.stdout(plain.clone()).stderr(predicate::str::contains(why));
        assert_eq!(cached(home.path()), plain, "mended");
    };
    told(whole.replace("All tests pass", "All tests fail").as_bytes(), "damaged entries are left out");
    told(&whole.as_bytes()[..whole.len() - 20], "damaged entries are left out");
    told(format!("{whole}\u{0}\nxx {{}}\n").as_bytes(), "damaged entries are left out");
    told(b"my diary\n", "is no cache of sayso");
    told(b"\xff\xfe", "is no cache of sayso");
}

#[test]
fn scans_at_the_same_time_do_not_harm_each_other() {
    let home = folder();
    corpus(home.path());
    let plain = scan(home.path(), &[]);
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..6).map(|_| scope.spawn(|| (0..3).map(|_| cached(home.path())).collect::<Vec<_>>())).collect();
        for run in runs {
            run.join().unwrap().iter().for_each(|out| assert_eq!(*out, plain));
        }
    });
    place(home.path());
    mark(home.path());
    assert!(cached(home.path()).contains("From the cache"));
}

#[test]
fn a_folder_that_cannot_hold_a_cache_is_told_before_the_work() {
    let home = folder();
    corpus(home.path());
    std::fs::write(home.path().join("taken"), "").unwrap();
    let run = |args: &[&str]| sayso(home.path()).args(["scan", "logs"]).args(args).assert();
    run(&["--cache", "taken"]).code(2).stderr(predicate::str::contains("taken: cannot be written"));
    run(&["--verify-cache"]).code(2).stderr(predicate::str::contains("--cache"));
}
