//! Where transcripts lie and where output goes: deep, many, strange, full, closed.

use crate::common::{folder, idle, sayso, stdout};
use crate::{judged, report, row};
use predicates::prelude::*;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Makes a FIFO where the system has them.
pub fn mkfifo(path: &Path) -> bool {
    Command::new("mkfifo").arg(path).status().is_ok_and(|s| s.success())
}

fn binary(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sayso"));
    command.current_dir(home).env_clear().env("HOME", home).env("NO_COLOR", "1");
    command.env("CLAUDE_CONFIG_DIR", home.join("claude")).env("CODEX_HOME", home.join("codex"));
    command
}

/// What a run prints, and the most memory that it was seen to have, in KiB, where the system tells.
pub fn with_peak(home: &Path, args: &[&str]) -> (String, Option<u64>) {
    let child = binary(home).args(args).stdout(Stdio::piped()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let reader = std::thread::spawn(move || child.wait_with_output().unwrap());
    let mut peak = None;
    while !reader.is_finished() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let now = text.lines().find_map(|l| l.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
        peak = peak.max(now);
        std::thread::sleep(Duration::from_millis(2));
    }
    (String::from_utf8(reader.join().unwrap().stdout).unwrap(), peak)
}

#[test]
fn deep_trees_and_many_small_files_are_scanned() {
    let home = folder();
    let mut deep = home.path().join("logs");
    (0..300).for_each(|_| deep.push("deep"));
    idle("one").write(&deep.join("one.jsonl"));
    judged(&report(home.path(), &["logs"]));
    for i in 0..2000 {
        let path = home.path().join(format!("many/{}/{i}.jsonl", i % 20));
        if i < 20 {
            idle(&format!("s{i}")).write(&path);
        } else {
            std::fs::write(path, format!("{{\"note\": {i}}}\n")).unwrap();
        }
    }
    let many = report(home.path(), &["many"]);
    assert_eq!((&many["counts"]["files"]["audited"], &many["counts"]["files"]["not_a_transcript"]), (&20.into(), &1980.into()));
}

#[cfg(unix)]
#[test]
fn names_that_are_not_utf8_are_read_and_shown() {
    use std::os::unix::ffi::OsStrExt;
    let home = folder();
    let name = std::ffi::OsStr::from_bytes(b"logs/\xfe\xff.jsonl");
    idle("one").write(&home.path().join(name));
    judged(&report(home.path(), &["logs"]));
    let mut listed = sayso(home.path());
    listed.args(["scan", "-", "--format", "json"]).write_stdin(b"logs/\xfe\xff.jsonl\r\n\n".to_vec());
    judged(&serde_json::from_str(&stdout(&mut listed)).unwrap());
    sayso(home.path()).arg("audit").arg(name).assert().code(1).stdout(predicate::str::contains("\u{fffd}\u{fffd}.jsonl"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_and_a_closed_pipe_are_told_or_end_quietly() {
    let home = folder();
    idle("one").write(&home.path().join("one.jsonl"));
    let full = || std::fs::File::options().write(true).open("/dev/full").unwrap();
    for args in [&["scan", "one.jsonl"][..], &["map", "one.jsonl"], &["audit", "one.jsonl"], &["sources"], &["explain"]] {
        let out = binary(home.path()).args(args).stdout(full()).stderr(Stdio::piped()).output().unwrap();
        let told = String::from_utf8(out.stderr).unwrap();
        assert_eq!(
            (out.status.code(), told.as_str()),
            (Some(2), "sayso: standard output: no space left on device\n"),
            "{args:?}"
        );
    }
    for option in ["--output", "--claims", "--junit", "--sarif", "--gitlab"] {
        let run = sayso(home.path()).args(["scan", "one.jsonl", option, "/dev/full"]).assert().code(2);
        run.stderr("sayso: /dev/full: no space left on device\n");
    }
    for args in [&["scan", "one.jsonl", "--format", "html"][..], &["audit", "one.jsonl"], &["explain"]] {
        let mut child = binary(home.path()).args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let out = child.wait_with_output().unwrap();
        assert_eq!((out.status.code(), out.stderr.is_empty()), (Some(0), true), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_read_only_folder_is_told_before_the_work_and_left_as_it_is() {
    use std::os::unix::fs::PermissionsExt;
    let home = folder();
    idle("one").write(&home.path().join("one.jsonl"));
    let locked = home.path().join("locked");
    std::fs::create_dir(&locked).unwrap();
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o555)).unwrap();
    if std::fs::write(locked.join("probe"), "").is_ok() {
        eprintln!("skipped: whoever runs this may write everywhere");
    } else {
        for args in [
            &["scan", "one.jsonl", "--output", "locked/a"][..],
            &["scan", "one.jsonl", "--cache", "locked/c"],
            &["map", "one.jsonl", "--output", "locked/a"],
            &["export", "one.jsonl", "--out", "locked/e"],
        ] {
            sayso(home.path()).args(args).assert().code(2).stderr(predicate::str::contains("locked"));
        }
        assert_eq!(std::fs::read_dir(&locked).unwrap().count(), 0);
    }
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// Sends an interrupt after a while; the exit code, standard output and what was said.
#[cfg(unix)]
fn interrupted(home: &Path, args: &[&str], after: Duration) -> (Option<i32>, String, String) {
    let child = binary(home).args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let id = child.id().to_string();
    std::thread::sleep(after);
    let _ = Command::new("kill").args(["-INT", &id]).status();
    let out = child.wait_with_output().unwrap();
    (out.status.code(), String::from_utf8(out.stdout).unwrap(), String::from_utf8(out.stderr).unwrap())
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_partial_output_and_tells_what_was_done() {
    let home = folder();
    for i in 0..400 {
        let mut session = idle(&format!("s{i}"));
        for n in 0..40 {
            session = session
                .bash(&format!("cargo test t{n}"), "test result: ok. 3 passed; 0 failed", false)
                .say("All tests pass. I pushed it.");
        }
        session.write(&home.path().join(format!("logs/{i}.jsonl")));
    }
    let mut stopped = 0;
    for after in [20, 100, 300, 700, 1500] {
        let after = Duration::from_millis(after);
        for args in [
            &[
                "scan",
                "logs",
                "--format",
                "json",
                "--output",
                "out/report",
                "--claims",
                "out/claims",
                "--junit",
                "out/junit",
                "-t",
                "1",
            ][..],
            &["map", "logs", "--output", "out/report", "-t", "1"],
            &["export", "logs", "--out", "out/exported"],
        ] {
            let out = home.path().join("out");
            std::fs::create_dir_all(&out).unwrap();
            let (code, printed, said) = interrupted(home.path(), args, after);
            let left: Vec<_> = std::fs::read_dir(&out).unwrap().map(|e| e.unwrap().file_name()).collect();
            if said.contains("interrupted") || code.is_none() {
                stopped += 1;
                assert!(left.is_empty(), "{args:?} after {after:?}: {left:?}, {said}");
                assert!(matches!(code, None | Some(2 | 130)), "{args:?} after {after:?}: {code:?}, {said}");
                assert_eq!(printed, "", "{args:?} after {after:?}");
            } else {
                assert_eq!(code, Some(0), "{args:?} after {after:?}: {said}");
            }
            std::fs::remove_dir_all(&out).unwrap();
        }
    }
    assert!(stopped > 0, "every run was over before it was interrupted");
}

#[test]
fn a_file_beside_the_transcripts_cannot_hang_or_fill_the_memory() {
    let home = folder();
    idle("one").write(&home.path().join("one.jsonl"));
    let fifo = cfg!(unix) && mkfifo(&home.path().join("fifo"));
    let places: Vec<&str> =
        [fifo.then_some("fifo"), cfg!(unix).then_some("/dev/zero"), Some("."), Some("gone")].into_iter().flatten().collect();
    for place in places {
        for args in [
            &["scan", "one.jsonl", "--config", place][..],
            &["scan", "one.jsonl", "--accept", place],
            &["scan", "one.jsonl", "--baseline", place],
            &["scan", "one.jsonl", "--ci", "--no-worse-than", place],
            &["map", "one.jsonl", "--config", place],
            &["audit", "one.jsonl", "--config", place],
            &["reduce", place],
            &["export", "one.jsonl", "--out", "out", "--key-file", place],
            &["export", "one.jsonl", "--out", "out", "--known", place],
            &["export", "one.jsonl", "--out", "out", "--secrets-from", place],
            &["eval", "--labels", place, "--corpus", "."],
            &["eval", "--against", place],
            &["audit", place],
            &["sources", "--explain", place],
        ] {
            let run = sayso(home.path()).args(args).timeout(Duration::from_secs(60)).assert().code(2);
            run.stderr(predicate::str::contains(format!("{place}: ")).and(predicate::str::contains("os error").not()));
        }
    }
    assert!(!home.path().join("out").exists());
}

#[test]
fn a_list_of_paths_has_a_limit_and_names_its_wrong_line() {
    let home = folder();
    idle("one").write(&home.path().join("one.jsonl"));
    let mut run = sayso(home.path());
    run.args(["scan", "-"])
        .write_stdin(b"one.jsonl\na\0b\n".to_vec())
        .assert()
        .code(2)
        .stderr(predicate::str::contains("line 2"));
    let gone = stdout(sayso(home.path()).args(["scan", "-", "--format", "json"]).write_stdin(b"one.jsonl\n\xff\n".to_vec()));
    let report: Value = serde_json::from_str(&gone).unwrap();
    judged(&report);
    assert_eq!(row(&report, "\u{fffd}")["outcome"], "unreadable");
}
