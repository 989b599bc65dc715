//! Replays the examples of every family.

use super::*;

fn describe_scope(scope: &Scope) -> String {
    match scope {
        Scope::Full => String::new(),
        Scope::Narrow(words) => format!(" narrow({})", words.join(", ")),
    }
}

/// `pytest Tests narrow(foo) vacuous`.
pub(super) fn describe_call(run: &Invocation) -> String {
    let flags = [
        (run.vacuous, " vacuous"),
        (run.silent, " silent"),
        (run.writes, " writes"),
        (run.layout_only, " layout"),
        (run.watch, " watch"),
    ];
    let flags: String = flags.iter().filter(|(set, _)| *set).map(|(_, word)| *word).collect();
    format!("{} {:?}{}{flags}", run.runner, run.check, describe_scope(&run.scope))
}

/// `Tests Passed 5/0/1; Build Passed`.
pub(super) fn describe_reading(reading: &Reading) -> String {
    let counts = reading.counts.map_or(String::new(), |c| format!(" {}/{}/{}", c.passed, c.failed, c.skipped));
    let scope = reading.scope.as_ref().map_or(String::new(), describe_scope);
    format!("{:?} {:?}{counts}{scope}", reading.check, reading.result)
}

pub(super) fn calls(line: &str) -> Vec<Invocation> {
    shell::commands(line).iter().flat_map(|c| recognise(c, &Tasks::default())).collect()
}

pub(super) fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join("; ")
}

#[test]
fn calls_are_recognised() {
    let mut wrong = Vec::new();
    for (family, examples) in EXAMPLES {
        for (line, expected) in examples.calls {
            let found = joined(calls(line).iter().map(describe_call));
            if found != *expected {
                wrong.push(format!("{family}: {line}\n   found {found}\n  wanted {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn tasks(known: &[(&str, &str)]) -> Tasks {
    let mut tasks = Tasks::default();
    for (key, line) in known {
        tasks.known.entry((*key).to_owned()).or_default().push((*line).to_owned());
    }
    tasks
}

#[test]
fn tasks_are_resolved_where_known() {
    let tasks = tasks(&[
        ("npm:check", "npm run lint && npm run unit -- --silent"),
        ("npm:lint", "eslint . && prettier --check ."),
        ("npm:unit", "vitest run src/unit"),
        ("npm:test", "node scripts/all.js"),
        ("npm:loop", "npm run loop"),
        ("npm:build", "bun --filter core build && bun run build"),
        ("just:all", "cargo test\ncargo clippy"),
        ("./verify.sh", "set -e\ngo vet ./...\ngo test ./..."),
    ]);
    for (line, expected) in [
        ("npm run check", "eslint Lint silent; prettier Lint; vitest Tests"),
        ("npm test", "npm run Tests"),
        ("npm run loop", ""),
        ("bun run build", "bun run Build"),
        ("just all", "cargo test Tests; cargo clippy Lint"),
        ("./verify.sh", "go vet Lint silent; go vet Build silent; go test Tests"),
    ] {
        let found = shell::commands(line).iter().flat_map(|c| recognise(c, &tasks)).collect::<Vec<_>>();
        assert_eq!(joined(found.iter().map(describe_call)), expected, "{line}");
    }
}

#[test]
fn outputs_are_read() {
    let mut wrong = Vec::new();
    for (family, examples) in EXAMPLES {
        for (line, output, expected) in examples.outputs {
            let found = joined(read_output(output, &calls(line)).iter().map(describe_reading));
            if found != *expected {
                wrong.push(format!("{family}: {line}\n{output}\n   found {found}\n  wanted {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_form_compiles_and_has_a_mark() {
    for form in FAMILIES.iter().flat_map(|f| f.forms) {
        assert!(read::compile(form.pattern).is_ok(), "{}", form.pattern);
        assert!(form.mark.len() > 1, "{}", form.pattern);
    }
}

#[test]
fn every_family_has_examples() {
    for (family, examples) in EXAMPLES {
        assert!(!examples.outputs.is_empty() || !examples.calls.is_empty(), "{family}");
    }
}
