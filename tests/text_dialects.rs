//! Every fixture of a text dialect, read, against the events that it should give.
//!
//! `tests/fixtures/text/<dialect>/<name>.<ext>` has its events in `<name>.events`, one a line.

use sayso::transcript::{Action, Call, CallResult, Event, EventKind, Mark, Session, SourceKind, read, text};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn fixtures() -> Vec<(SourceKind, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/text");
    let mut found = Vec::new();
    for dialect in std::fs::read_dir(root).expect("fixtures").flatten() {
        let kind = SourceKind::by_name(&dialect.file_name().to_string_lossy()).expect("a dialect's folder");
        let files = std::fs::read_dir(dialect.path()).expect("folder").flatten().map(|f| f.path());
        found.extend(files.filter(|f| f.extension().is_some_and(|e| e != "events")).map(|f| (kind, f)));
    }
    found.sort_by(|a, b| a.1.cmp(&b.1));
    found
}

fn show(sessions: &[Session]) -> String {
    let mut out = String::new();
    for (n, session) in sessions.iter().enumerate() {
        if n > 0 {
            out.push_str("== next session\n");
        }
        for event in &session.events {
            let agent = if event.agent > 0 { format!(" a{}", event.agent) } else { String::new() };
            out.push_str(&format!("{:>3}{agent} {}\n", event.line, show_event(event)));
        }
    }
    out
}

fn show_event(event: &Event) -> String {
    match &event.kind {
        EventKind::Say(say) => format!("say {:?}", say.text),
        EventKind::User(user) => format!("user {:?} {:?}", user.origin, user.text),
        EventKind::Call(call) => format!("call {}", show_call(call)),
        EventKind::Result(CallResult { id, status, cut, text, .. }) => format!("result {id} {status:?} cut={cut:?} {text:?}"),
        EventKind::Mark(mark) => format!("mark {mark:?}"),
    }
}

fn show_call(call: &Call) -> String {
    let Call { id, tool, action, cwd } = call;
    let cwd = cwd.as_deref().map(|c| format!(" in {c}")).unwrap_or_default();
    let what = match action {
        Action::Shell { command, background } => format!("shell {command:?}{}", if *background { " &" } else { "" }),
        Action::Write { path, content } => format!("write {path} {content:?}"),
        Action::Edit { path, edits } => format!("edit {path} {edits:?}"),
        Action::Patch { text } => format!("patch {text:?}"),
        Action::Read { path, .. } => format!("read {path}"),
        Action::Search { pattern, path, names } => format!("search {pattern:?} {path:?} names={names}"),
        Action::Todo { items, .. } => format!("todo {:?}", items.iter().map(|i| (i.done, i.text.as_str())).collect::<Vec<_>>()),
        other => format!("{other:?}"),
    };
    format!("{id} {tool} {what}{cwd}")
}

#[test]
fn every_fixture_gives_its_events() {
    let mut wrong = Vec::new();
    for (kind, path) in fixtures() {
        let events = path.with_extension("events");
        let got = show(&read(kind, &std::fs::read(&path).expect("fixture")));
        if std::env::var_os("SAYSO_BLESS").is_some() {
            std::fs::write(&events, &got).expect("write");
        }
        let want = std::fs::read_to_string(&events).unwrap_or_default();
        if got != want {
            wrong.push(format!("{}\n--- want\n{want}--- got\n{got}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn every_dialect_has_three_fixtures_and_is_recognised() {
    let all = fixtures();
    for kind in SourceKind::ALL.iter().filter(|k| k.lines_are_physical()) {
        let own: Vec<_> = all.iter().filter(|(k, _)| k == kind).collect();
        assert!(own.len() >= 3, "{} has {} fixtures", kind.name(), own.len());
        for (_, path) in own {
            let found = text::detect(&std::fs::read(path).expect("fixture"));
            let want = if *kind == SourceKind::Text { None } else { Some(*kind) };
            assert_eq!(found, want, "{}", path.display());
        }
    }
}

#[test]
fn every_line_of_a_say_is_a_line_of_the_file() {
    for (kind, path) in fixtures() {
        let bytes = std::fs::read(&path).expect("fixture");
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.split('\n').collect();
        for event in read(kind, &bytes).iter().flat_map(|s| &s.events) {
            let EventKind::Say(say) = &event.kind else { continue };
            for (n, said) in say.text.split('\n').enumerate() {
                let line = lines[event.line as usize - 1 + n];
                assert!(line.contains(said), "{}:{}: {said:?} is not in {line:?}", path.display(), event.line as usize + n);
            }
        }
    }
}

#[test]
fn results_join_calls_before_them_and_ids_are_unique() {
    for (kind, path) in fixtures() {
        for session in read(kind, &std::fs::read(&path).expect("fixture")) {
            let (mut calls, mut results) = (BTreeSet::new(), BTreeSet::new());
            for event in &session.events {
                match &event.kind {
                    EventKind::Call(c) => assert!(calls.insert(c.id.clone()), "{}: {} twice", path.display(), c.id),
                    EventKind::Result(r) => {
                        assert!(calls.contains(&r.id), "{}: {} without call", path.display(), r.id);
                        assert!(results.insert(r.id.clone()), "{}: two results for {}", path.display(), r.id);
                    }
                    EventKind::Mark(Mark::TaskEnd { .. }) | EventKind::Mark(_) | EventKind::Say(_) | EventKind::User(_) => {}
                }
            }
        }
    }
}
