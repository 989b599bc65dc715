//! What every output format looks like, from rows that no rule had a part in: a change of the rules changes nothing here.

use sayso::report::{FORMATS, Style, View};
use sayso::stats::accept::Accepted;
use sayso::stats::build::{Options, build};
use sayso::stats::partial::{Made, Partial, Row, SessionRow, Shown};
use sayso::stats::rows::{ClaimRow, FileRow, Outcome};
use sayso::stats::settle::{Filter, settle};
use sayso::transcript::SourceKind;
use sayso::verdict::Reason;

fn row(session: u32, line: u32, ty: &str, reason: Reason) -> Row {
    let claim = ClaimRow {
        path: format!("logs/{session}.jsonl"),
        source: SourceKind::ClaudeCode,
        session: Some(format!("session-{session}")),
        project: Some("/home/dev/app".into()),
        model: Some(if session.is_multiple_of(2) { "model-a" } else { "model-b" }.into()),
        agent_version: Some("2.1.44".into()),
        timestamp: Some(format!("2026-11-{:02}T09:00:00Z", 1 + session)),
        subagent: (session == 3).then(|| "a1".into()),
        line,
        step: line * 2,
        ty: sayso::claim::ClaimType::by_name(ty).unwrap(),
        target: (ty == "file_updated").then(|| "src/<a>&\"b\".rs".into()),
        quote: "All |tests| pass <b>now</b>, =1+1".into(),
        verdict: reason.verdict(),
        reason,
        evidence: vec![line - 2, line - 1],
        explanation: "`cargo test` says so".into(),
        fate: "stands".into(),
        fingerprint: String::new(),
    };
    let command = (reason == Reason::UnknownRunner).then(|| "./ci.sh 2>&1".into());
    let shown = Shown { tool: "Bash".into(), call: line - 2, result: Some(line - 1), excerpt: "2 failed".into(), command };
    Row { claim, key: u64::from(session) << 32 | u64::from(line), at: 0, began: None, shown: vec![shown] }
}

fn partial() -> Partial {
    let made = Made {
        schema: "sayso-partial/1".into(),
        tool_version: "0.0.0".into(),
        ruleset_sha256: "rules".into(),
        config_sha256: "settings".into(),
        detector: "record".into(),
    };
    let mut out = Partial::empty(made);
    for session in 0..5 {
        let path = format!("logs/{session}.jsonl");
        let file = FileRow::unread(&path, Outcome::Audited, "");
        let bad = u64::from(session == 1);
        let first_bad_lines = if bad > 0 { vec![(7, "expected value".to_owned())] } else { Vec::new() };
        out.files.insert(FileRow { bytes: 1000, lines: 40, records: 39, bad_lines: bad, first_bad_lines, ..file });
        out.sessions.insert(SessionRow {
            session: format!("session-{session}"),
            path,
            began: None,
            project: Some("/home/dev/app".into()),
            subagent: session == 3,
            messages: 9,
            calls: 12,
        });
        for line in 3..8 {
            out.claims.insert(row(session, line, "tests_passed", Reason::Backed));
        }
        out.claims.insert(row(session, 20, "file_updated", Reason::NoMatchingCall));
    }
    out.claims.insert(row(1, 30, "tests_passed", Reason::LastCallFailed));
    out.claims.insert(row(2, 31, "checks_passed", Reason::UnknownRunner));
    out.files.insert(FileRow::unread("logs/notes.md", Outcome::NotATranscript, ""));
    out.files.insert(FileRow::unread("logs/pipe", Outcome::Special, "FIFO"));
    out
}

#[test]
fn every_format_has_its_form() {
    let settled = settle(partial(), &Filter::default(), &Accepted::default());
    let report = build(&settled, &Options::default());
    for format in FORMATS {
        let mut out = Vec::new();
        let view = View { report: &report, rows: &settled.rows, style: Style::default() };
        (format.render)(&view, &mut out).unwrap();
        let mut text = String::from_utf8(out).unwrap();
        if format.name == "sarif" {
            // What the rules say of themselves is not the form.
            let mut log: serde_json::Value = serde_json::from_str(&text).unwrap();
            log["runs"][0]["tool"]["driver"]["rules"] = "…".into();
            text = serde_json::to_string_pretty(&log).unwrap();
        }
        insta::assert_snapshot!(format.name, text);
    }
}
