//! `sayso export`, end to end.

use assert_cmd::Command;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn sayso(home: &Path) -> Command {
    let mut c = Command::cargo_bin("sayso").unwrap();
    c.env("CLAUDE_CONFIG_DIR", home).env("CODEX_HOME", home).current_dir(home);
    c
}

/// A session with a claim, an edit, people and secrets.
fn session() -> String {
    let cwd = "/home/mvantorpe/src/tidepool";
    let frame = |kind: &str, id: u32, message: Value| {
        json!({"parentUuid": null, "isSidechain": false, "userType": "external", "cwd": cwd, "sessionId": "7bc511e9-36db-4554-9744-460971f6f100",
            "version": "2.1.47", "gitBranch": "main", "type": kind, "message": message, "uuid": format!("00000000-0000-4000-8000-{id:012}"),
            "timestamp": format!("2026-11-18T08:00:{id:02}.000Z")})
    };
    let model = "claude-sonnet-4-5-20250929";
    let edit = json!({"type": "tool_use", "id": "toolu_01a", "name": "Edit", "input": {"file_path": format!("{cwd}/src/a.rs"), "old_string": "a", "new_string": "b"}});
    let bash = json!({"type": "tool_use", "id": "toolu_01b", "name": "Bash", "input": {"command": "cargo test"}});
    let token = concat!("ghp", "_m8bz3LuMJ5kgrlgtephAJu0gD6vlfs4QHNJc");
    let result = |id: &str, text: &str| json!([{"tool_use_id": id, "type": "tool_result", "content": text, "is_error": false}]);
    let mut edited = frame("user", 3, json!({"role": "user", "content": result("toolu_01a", "The file has been updated.")}));
    edited["toolUseResult"] = json!({"filePath": format!("{cwd}/src/a.rs"), "oldString": "a", "newString": "b", "originalFile": "a\n", "userModified": false,
        "structuredPatch": [{"oldStart": 1, "oldLines": 1, "newStart": 1, "newLines": 1, "lines": ["-a", "+b"]}]});
    let lines = [
        frame("user", 1, json!({"role": "user", "content": format!("My name is Mirelle Vantorpe, use {token} and fix a.rs")})),
        frame("assistant", 2, json!({"id": "msg_1", "type": "message", "role": "assistant", "model": model, "content": [edit]})),
        edited,
        frame("assistant", 4, json!({"id": "msg_2", "type": "message", "role": "assistant", "model": model, "content": [bash]})),
        frame(
            "user",
            5,
            json!({"role": "user", "content": result("toolu_01b", "running 3 tests\n\ntest result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n")}),
        ),
        frame(
            "assistant",
            6,
            json!({"id": "msg_3", "type": "message", "role": "assistant", "model": model, "content": [{"type": "text", "text": "I updated `src/a.rs`. All tests pass."}]}),
        ),
    ];
    lines.map(|l| l.to_string() + "\n").concat()
}

/// Exports the session; the folder, the report and the exit code.
fn export(args: &[&str]) -> (tempfile::TempDir, Value, i32) {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("s.jsonl"), session()).unwrap();
    std::fs::write(home.path().join("known"), "7bc511e9-36db-4554-9744-460971f6f100\n").unwrap();
    let mut all = vec!["export", "s.jsonl", "--out", "out"];
    all.extend(args);
    let done = sayso(home.path()).args(&all).output().unwrap();
    let report = serde_json::from_slice(&done.stdout).unwrap_or(Value::Null);
    (home, report, done.status.code().unwrap_or(-1))
}

#[test]
fn a_native_export_keeps_shape_and_verdicts_and_tells_no_values() {
    let (home, report, code) = export(&[]);
    assert_eq!(code, 0, "{report}");
    let out = std::fs::read_to_string(home.path().join("out/s.jsonl")).unwrap();
    assert_eq!(out.lines().count(), 6);
    for gone in ["mvantorpe", "Mirelle", concat!("ghp", "_m8bz")] {
        assert!(!out.contains(gone) && !report.to_string().contains(gone), "{gone}");
    }
    assert!(out.contains("\"sessionId\":\"7bc511e9-36db-4554-9744-460971f6f100\"") && out.contains("test result: ok. 3 passed"));
    assert!(report["total"]["verdicts_compared"].as_u64() >= Some(1), "{report}");
    assert_eq!(report["total"]["verdicts_changed"], 0);
    assert_eq!(report["written"], true);
    assert_eq!(std::fs::read_to_string(home.path().join("s.jsonl")).unwrap(), session());
}

#[test]
fn nothing_is_left_where_something_remains() {
    // A value in a field that is never altered cannot be removed.
    let (home, report, code) = export(&["--known", "known"]);
    assert_eq!(code, 1);
    assert!(!home.path().join("out").exists());
    assert_eq!(report["written"], false);
    assert_eq!(report["problems"][0]["kind"], "residual");
    assert!(!report.to_string().contains("7bc511e9"));
}

#[test]
fn a_dry_run_writes_nothing() {
    let (home, report, code) = export(&["--dry-run"]);
    assert_eq!((code, &report["written"]), (0, &Value::Bool(false)));
    assert!(!home.path().join("out").exists());
    assert!(report["total"]["replaced"]["secret"].as_u64() >= Some(1));
}

#[test]
fn one_key_gives_the_same_export_twice_and_a_random_key_does_not() {
    let read = |args: &[&str]| {
        let home = tempfile::tempdir().unwrap();
        std::fs::write(home.path().join("s.jsonl"), session()).unwrap();
        std::fs::write(home.path().join("key"), [7u8; 32]).unwrap();
        let mut all = vec!["export", "s.jsonl", "--out", "out"];
        all.extend(args);
        sayso(home.path()).args(&all).assert().success();
        std::fs::read(home.path().join("out/s.jsonl")).unwrap()
    };
    assert_eq!(read(&["--key-file", "key"]), read(&["--key-file", "key"]));
    assert_ne!(read(&[]), read(&[]));
}

#[test]
fn attribution_records_fit_their_schema() {
    let (home, report, code) = export(&["--format", "attribution"]);
    assert_eq!(code, 0, "{report}");
    let schema: Value = serde_json::from_str(include_str!("../schemas/agent-trace-0.1.0.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let out = std::fs::read_to_string(home.path().join("out/s.attribution.jsonl")).unwrap();
    let records: Vec<Value> = out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(records.len(), 1);
    for r in &records {
        assert!(validator.is_valid(r), "{r}");
    }
    let file = &records[0]["files"][0];
    assert_eq!(file["path"], "src/a.rs");
    assert_eq!(file["conversations"][0]["ranges"], json!([{"start_line": 1, "end_line": 1}]));
}

#[test]
fn a_trace_reads_back_to_the_same_verdicts() {
    let (home, report, code) = export(&["--format", "agent-trace"]);
    assert_eq!(code, 0, "{report}");
    let bytes = std::fs::read(home.path().join("out/s.agent-trace.jsonl")).unwrap();
    let trace: Value = serde_json::from_slice(&bytes).unwrap();
    let said: Vec<(u64, String, String)> = verdicts(&trace);
    let sessions = sayso::transcript::read(sayso::transcript::SourceKind::AgentTrace, &bytes);
    use sayso::detector::Detector as _;
    let read: Vec<(u64, String, String)> = sayso::detector::RecordDetector
        .judge(&sessions[0])
        .iter()
        .map(|j| (j.step as u64, j.claim.ty.name().to_owned(), j.verdict().name().to_owned()))
        .collect();
    assert!(!said.is_empty());
    assert_eq!(said, read);
}

fn verdicts(trace: &Value) -> Vec<(u64, String, String)> {
    let text = |v: &Value| v.as_str().unwrap_or("").to_owned();
    let list = trace["meta"]["sayso"]["verdicts"].as_array().cloned().unwrap_or_default();
    list.iter().map(|v| (v["step"].as_u64().unwrap_or(0), text(&v["type"]), text(&v["verdict"]))).collect()
}

#[test]
fn proof_of_done_accepts_a_trace() {
    let program = std::env::var_os("PROOF_OF_DONE").unwrap_or_else(|| "proof-of-done".into());
    if std::process::Command::new(&program).arg("--version").output().is_err() {
        assert!(std::env::var_os("SAYSO_REQUIRE_PROOF_OF_DONE").is_none(), "proof-of-done was to be there");
        eprintln!("skipped: proof-of-done is not installed");
        return;
    }
    let (home, _, code) = export(&["--format", "agent-trace"]);
    assert_eq!(code, 0);
    let file = home.path().join("out/s.agent-trace.jsonl");
    for args in [&["trace", "validate"][..], &["audit", "--source", "agent-trace"]] {
        let done = std::process::Command::new(&program).args(args).arg(&file).current_dir(home.path()).output().unwrap();
        let told = format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
        assert!(done.status.code().is_some_and(|c| c < 2), "{args:?}: {told}");
        assert!(args[0] == "audit" || done.status.success(), "{told}");
    }
}

/// The folder with data that is not part of the repository.
fn shared() -> PathBuf {
    std::env::var_os("SAYSO_SHARED").map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"), PathBuf::from)
}

#[test]
fn the_kit_is_redacted_whole() {
    let (kit, score) = (shared().join("redaction/kit.tar.gz"), shared().join("redaction/tools/score.py"));
    let python = std::process::Command::new("python3").arg("--version").output().is_ok();
    if !kit.exists() || !python {
        eprintln!("skipped: the redaction kit or Python is not there");
        return;
    }
    let home = tempfile::tempdir().unwrap();
    tar::Archive::new(flate2::read::GzDecoder::new(std::fs::File::open(kit).unwrap())).unpack(home.path()).unwrap();
    for (profile, strict) in [("share", None), ("strict", Some("16/16"))] {
        sayso(home.path())
            .args(["export", "kit", "--exclude", "labels.jsonl", "--out", profile, "--profile", profile])
            .assert()
            .success();
        let done =
            std::process::Command::new("python3").arg(&score).arg(profile).arg("kit").current_dir(home.path()).output().unwrap();
        let row: Value = serde_json::from_slice(&done.stdout).unwrap();
        assert_eq!((&row["secret"], &row["PII"], &row["opaque"]), (&json!("200/200"), &json!("233/233"), &json!("5/5")), "{row}");
        assert_eq!(row["nearmiss_altered"], "0/208", "{row}");
        assert_eq!((&row["badlines"], &row["idchg"], &row["shape"]), (&json!(0), &json!(0), &json!(0)), "{row}");
        if let Some(strict) = strict {
            assert_eq!(row["strict"], strict);
        }
    }
}
