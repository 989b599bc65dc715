//! Anything can be on the disk, and anything can happen to it while it is read. The first tests are the rows of the table "Bad
//! input" of the design, one each.

#[path = "cli/common.rs"]
mod common;
#[path = "bad_input/live.rs"]
mod live;
#[path = "bad_input/options.rs"]
mod options;
#[path = "bad_input/places.rs"]
mod places;

use common::{Session, folder, idle, sayso, stdout};
use predicates::prelude::*;
use serde_json::Value;
use std::io::Write;
use std::path::Path;

fn report(home: &Path, args: &[&str]) -> Value {
    let text = stdout(sayso(home).arg("scan").args(args).args(["--format", "json"]));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

/// The row about a file of which nothing, or not all, was read.
fn row<'a>(report: &'a Value, path: &str) -> &'a Value {
    report["files"].as_array().unwrap().iter().find(|f| f["path"] == path).unwrap_or(&Value::Null)
}

/// One claim that nothing backs was found in the rest.
fn judged(report: &Value) {
    assert_eq!(report["counts"]["claims"]["unevidenced"], 1, "{report:#}");
}

#[test]
fn an_empty_file_or_only_blanks_is_skipped() {
    let home = folder();
    idle("one").write(&home.path().join("logs/one.jsonl"));
    std::fs::write(home.path().join("logs/empty"), "").unwrap();
    std::fs::write(home.path().join("logs/blanks"), " \r\n\t\n".repeat(100)).unwrap();
    let report = report(home.path(), &["logs"]);
    judged(&report);
    assert_eq!(
        (&row(&report, "logs/empty")["outcome"], &row(&report, "logs/blanks")["outcome"]),
        (&"empty".into(), &"empty".into())
    );
    sayso(home.path())
        .args(["audit", "logs/blanks"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("logs/blanks: the file is empty"));
}

#[test]
fn bytes_that_are_no_text_are_read_lossily_and_counted() {
    let home = folder();
    let text = idle("one").text();
    let second = text.lines().nth(1).unwrap();
    let say = |with: &[u8]| {
        let at = second.find("All tests pass").unwrap();
        let mut line = second.as_bytes()[..at].to_vec();
        line.extend_from_slice(with);
        line.extend_from_slice(&second.as_bytes()[at..]);
        [text.lines().next().unwrap().as_bytes(), b"\n", &line, b"\n"].concat()
    };
    for (name, with) in [("utf8", &b"\xff\xfe "[..]), ("nul", b"\0 "), ("surrogate", b"\\ud83d ")] {
        std::fs::write(home.path().join(name), say(with)).unwrap();
        let report = report(home.path(), &[name]);
        judged(&report);
        assert_eq!(report["counts"]["defects"]["lossy_lines"], 1, "{name}");
    }
    let dos = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    std::fs::write(home.path().join("dos"), dos).unwrap();
    let units: Vec<u8> = format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    std::fs::write(home.path().join("utf16"), units).unwrap();
    for name in ["dos", "utf16"] {
        let report = report(home.path(), &[name]);
        judged(&report);
        assert_eq!(report["counts"]["defects"]["bad_lines"], 0, "{name}");
    }
}

#[test]
fn a_malformed_line_is_skipped_and_counted_with_its_number() {
    let home = folder();
    let session = Session::new("one").user("Go.").raw("{\"type\": oops}").say("All tests pass.").raw("[1, 2]");
    session.write(&home.path().join("one.jsonl"));
    let report = report(home.path(), &["one.jsonl"]);
    judged(&report);
    let bad = row(&report, "one.jsonl")["first_bad_lines"].as_array().unwrap();
    assert_eq!((bad[0][0].as_u64(), bad[1][0].as_u64()), (Some(2), Some(4)));
    let strict = sayso(home.path()).args(["scan", "one.jsonl", "--strict"]).assert().code(2);
    strict.stderr(predicate::str::contains("one.jsonl:2: ").and(predicate::str::contains("one.jsonl:4: ")));
}

#[test]
fn a_cut_last_line_is_flagged_and_the_rest_judged() {
    let home = folder();
    let text = idle("one").user("And the build?").text();
    let whole = text.len();
    for cut in [1, 2, 30, 100] {
        std::fs::write(home.path().join("one.jsonl"), &text[..whole - cut - 1]).unwrap();
        let report = report(home.path(), &["one.jsonl"]);
        judged(&report);
        assert_eq!(report["counts"]["defects"]["truncated_tails"], 1, "{cut} bytes cut");
        assert_eq!(report["counts"]["defects"]["bad_lines"], 0, "{cut} bytes cut");
    }
}

#[test]
fn a_line_of_100_mb_and_deep_nesting_are_flagged_in_bounded_memory() {
    let home = folder();
    let long = home.path().join("long.jsonl");
    let mut file = std::io::BufWriter::new(std::fs::File::create(&long).unwrap());
    let text = idle("one").text();
    file.write_all(text.as_bytes()).unwrap();
    file.write_all(b"{\"type\":\"user\",\"sessionId\":\"one\",\"message\":{\"role\":\"user\",\"content\":\"").unwrap();
    (0..100).for_each(|_| file.write_all(&[b'x'; 1 << 20]).unwrap());
    file.write_all(b"\"}}\n").unwrap();
    file.write_all(Session::new("one").user("a").user("b").user("c").user("d").text().as_bytes()).unwrap();
    file.flush().unwrap();
    let (out, peak) = places::with_peak(home.path(), &["scan", "long.jsonl", "--format", "json", "-t", "1"]);
    let report: Value = serde_json::from_str(&out).unwrap();
    judged(&report);
    assert_eq!((&report["counts"]["defects"]["overlong_lines"], &report["counts"]["records"]), (&1.into(), &6.into()));
    match peak {
        Some(kib) => assert!(kib < 200 * 1024, "{kib} KiB"),
        None => eprintln!("skipped: the memory of a process cannot be told here"),
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let base = "{\"type\":\"user\",\"sessionId\":\"one\",\"message\":{\"role\":\"user\",\"content\":";
    for (name, line) in
        [("open", "[".repeat(100_000)), ("whole", format!("{base}{deep}}}}}")), ("objects", "{\"a\":".repeat(100_000))]
    {
        Session::new("one").user("Go.").raw(&line).say("All tests pass.").write(&home.path().join(name));
        let report = self::report(home.path(), &[name]);
        judged(&report);
        let defects = &report["counts"]["defects"];
        let flagged = defects["deep_lines"].as_u64().unwrap() + defects["bad_lines"].as_u64().unwrap();
        // What nothing is read from is passed over, however deep, but where a limit is set.
        assert_eq!(flagged, u64::from(name != "whole"), "{name}: {defects}");
        let limited = self::report(home.path(), &[name, "--max-nesting", "100"]);
        judged(&limited);
        assert_eq!(limited["counts"]["defects"]["deep_lines"], 1, "{name}");
    }
    for document in
        ["{\"mini_version\":\"1\",\"info\":{},\"messages\":", "{\"sessionId\":\"s\",\"projectHash\":\"h\",\"messages\":"]
    {
        std::fs::write(home.path().join("document"), format!("{document}{deep}}}")).unwrap();
        sayso(home.path()).args(["scan", "document"]).assert().code(predicate::in_iter([0, 2]));
    }
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_or_could_hang_is_skipped_with_its_reason() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let home = folder();
    let logs = home.path().join("logs");
    idle("one").write(&logs.join("one.jsonl"));
    symlink(&logs, logs.join("up")).unwrap();
    symlink("b", logs.join("a")).unwrap();
    symlink("a", logs.join("b")).unwrap();
    symlink("itself", logs.join("itself")).unwrap();
    symlink("nowhere", logs.join("dangling")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(logs.join("socket")).unwrap();
    let fifo = places::mkfifo(&logs.join("fifo"));
    let plain = report(home.path(), &["logs", "/dev/null", "/dev/zero"]);
    judged(&plain);
    for link in ["up", "a", "b", "itself", "dangling"] {
        assert_eq!(row(&plain, &format!("logs/{link}"))["outcome"], "link", "{link}");
    }
    for special in ["logs/socket", "/dev/null", "/dev/zero"].iter().chain(fifo.then_some(&"logs/fifo")) {
        assert_eq!(row(&plain, special)["outcome"], "special", "{special}");
    }
    let followed = report(home.path(), &["logs", "--follow"]);
    judged(&followed);
    assert_eq!(row(&followed, "logs/up")["outcome"], "link_loop");
    let closed = logs.join("closed");
    std::fs::create_dir(&closed).unwrap();
    idle("two").write(&closed.join("two.jsonl"));
    idle("three").write(&logs.join("three.jsonl"));
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o0)).unwrap();
    std::fs::set_permissions(logs.join("three.jsonl"), std::fs::Permissions::from_mode(0o0)).unwrap();
    if std::fs::read(logs.join("three.jsonl")).is_ok() {
        eprintln!("skipped: whoever runs this may read everything");
    } else {
        let closed = report(home.path(), &["logs"]);
        judged(&closed);
        for path in ["logs/closed", "logs/three.jsonl"] {
            assert_eq!(row(&closed, path)["outcome"], "unreadable", "{path}");
        }
        sayso(home.path()).args(["scan", "logs", "--strict"]).assert().code(2);
    }
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn damaged_compression_and_bombs_are_errors_of_that_file() {
    let home = folder();
    let logs = home.path().join("logs");
    idle("one").write(&logs.join("one.jsonl"));
    let text = idle("two").user(&"lorem ipsum ".repeat(5000)).text();
    let gz = |text: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    };
    let (whole, zst) = (gz(text.as_bytes()), zstd::encode_all(text.as_bytes(), 0).unwrap());
    std::fs::write(logs.join("cut.gz"), &whole[..whole.len() - 20]).unwrap();
    std::fs::write(logs.join("cut.zst"), &zst[..zst.len() - 20]).unwrap();
    let mut bent = whole.clone();
    bent[whole.len() / 2] ^= 0x55;
    std::fs::write(logs.join("bent.gz"), &bent).unwrap();
    std::fs::write(logs.join("head.zst"), &zst[..6]).unwrap();
    let mut bomb = text.into_bytes();
    bomb.resize(64 << 20, b' ');
    std::fs::write(logs.join("bomb.gz"), gz(&bomb)).unwrap();
    let report = report(home.path(), &["logs", "--max-size", "16M"]);
    judged(&report);
    for name in ["cut.gz", "cut.zst", "bent.gz", "head.zst", "bomb.gz"] {
        let row = row(&report, &format!("logs/{name}"));
        assert_eq!(row["outcome"], "unreadable", "{name}: {row}");
        assert!(row["detail"].as_str().is_some_and(|d| !d.is_empty() && !d.contains("os error")), "{name}: {row}");
    }
    assert_eq!(row(&report, "logs/bomb.gz")["detail"], "more than 16 MiB of content; --max-size reads more");
}

#[cfg(unix)]
#[test]
fn hostile_names_and_words_are_escaped_in_every_output() {
    use std::os::unix::ffi::OsStrExt;
    let home = folder();
    let hostile = "x\n::error::\u{1b}[2J\u{202e}<script>alert(1)</script>\"=cmd|' /C calc'!A0";
    Session::new(hostile)
        .user("Go.")
        .say(&format!("All tests pass {hostile}."))
        .write(&home.path().join("=1+1\n\u{1b}]0;x\u{7}.jsonl"));
    std::fs::write(home.path().join(std::ffi::OsStr::from_bytes(b"\xff\n.jsonl")), idle("two").text()).unwrap();
    for format in ["table", "markdown", "html", "csv", "junit", "sarif", "gitlab", "json"] {
        let text = stdout(sayso(home.path()).args(["scan", ".", "--format", format]));
        let bad = |c: char| c.is_control() && !matches!(c, '\n' | '\r') || format != "json" && c == '\u{202e}';
        assert_eq!(text.chars().find(|c| bad(*c)), None, "{format}: {text}");
        assert!(
            !text.contains("<script>alert") || format.contains("json") || !matches!(format, "html" | "junit"),
            "{format}: {text}"
        );
        assert!(!text.lines().any(|l| l.starts_with("::error::") || l.starts_with("=1+1")), "{format}: {text}");
    }
    for args in [&["audit", "=1+1\n\u{1b}]0;x\u{7}.jsonl"][..], &["sources", ".", "--files"], &["scan", "gone\u{1b}[2J.jsonl"]] {
        let out = sayso(home.path()).args(args).output().unwrap();
        let text = String::from_utf8([out.stdout, out.stderr].concat()).unwrap();
        assert_eq!(text.chars().find(|c| c.is_control() && *c != '\n'), None, "{args:?}: {text}");
    }
}

#[test]
fn an_unknown_text_is_read_only_where_it_is_named_or_called_text() {
    let home = folder();
    idle("one").write(&home.path().join("logs/one.jsonl"));
    std::fs::write(home.path().join("logs/notes.txt"), "Notes of Monday.\n\nAll tests pass.\n").unwrap();
    let walked = report(home.path(), &["logs"]);
    assert_eq!(row(&walked, "logs/notes.txt")["outcome"], "not_a_transcript");
    let audited = |report: &Value| report["counts"]["files"]["audited"].as_u64();
    assert_eq!(audited(&walked), Some(1));
    assert_eq!(audited(&report(home.path(), &["logs", "logs/notes.txt"])), Some(2));
    let called = report(home.path(), &["logs/notes.txt", "--source", "text"]);
    assert_eq!((audited(&called), &called["counts"]["claims"]["unevidenced"]), (Some(1), &0.into()));
    std::fs::write(home.path().join("data.json"), "{\"name\": \"app\", \"done\": \"All tests pass.\"}\n").unwrap();
    assert_eq!(row(&report(home.path(), &["data.json", "logs"]), "data.json")["outcome"], "not_a_transcript");
}
