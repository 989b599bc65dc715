//! C. Order, staleness, recency.

use crate::rows::{Row, row, text};
use crate::steps::*;
use sayso::transcript::SourceKind;
use serde_json::json;

const BACKED: &str = "tests_passed backed";
const STALE: &str = "tests_passed stale";

fn pass() -> Step {
    bash("pytest", "42 passed in 1.20s")
}

fn fail() -> Step {
    bash_exit("pytest", 1, "FAILED tests/test_a.py::test_b\n1 failed, 41 passed in 1.20s")
}

fn all() -> Step {
    say("All tests pass.")
}

/// A run, something after it, the claim.
fn then(label: &'static str, expected: &'static str, step: Step) -> Row {
    row(label, expected, vec![user("go"), pass(), step, all()])
}

/// Rows that do not hold yet.
pub const OPEN: &[(&str, &str)] = &[];

/// The table.
pub fn rows() -> Vec<Row> {
    let mut all = changes();
    all.extend(order());
    all.extend(time_and_history());
    all
}

fn changes() -> Vec<Row> {
    vec![
        then("51", STALE, edit("/w/src/a.py")),
        then("52", BACKED, edit("/w/README.md")),
        then("52b", BACKED, edit("/w/CHANGELOG.md")),
        then("52c", BACKED, edit_from("/w/src/a.py", "# adds", "# adds two numbers")),
        then("53", BACKED, bash("cargo fmt", "")),
        then("53b", BACKED, bash("npx prettier --write .", "src/a.ts 12ms")),
        then("53c", STALE, bash("ruff check --fix .", "Found 3 errors (3 fixed, 0 remaining).")),
        then("54", BACKED, bash("git add -A && git commit -m m", "[main 1a2b3c4] m\n 1 file changed")),
        then("54b", BACKED, bash("git push", "To github.com:u/app.git\n   1a2b3c4..5d6e7f8  main -> main")),
        then("55", STALE, bash("git checkout other", "Switched to branch 'other'")),
        then("55b", STALE, bash("git stash pop", "Dropped refs/stash@{0}")),
        then("55c", STALE, bash("git merge topic", "Merge made by the 'ort' strategy.\n src/a.py | 2 +-")),
        then("55d", STALE, bash("git rebase --continue", "Successfully rebased and updated refs/heads/topic.")),
        row(
            "55e",
            "committed backed",
            vec![
                user("go"),
                edit("/w/src/a.py"),
                bash("git rebase --continue", "Successfully rebased and updated refs/heads/topic."),
                say("Rebased onto main."),
            ],
        ),
        then("56", BACKED, bash("rm /tmp/x", "")),
        then("56b", BACKED, write("/tmp/notes.py", "x = 1")),
        then("56c", BACKED, bash("rm .env", "")),
    ]
}

fn order() -> Vec<Row> {
    let narrow = || bash("pytest -k total", "3 passed, 39 deselected in 0.20s");
    vec![
        row("57", BACKED, vec![user("go"), fail(), edit("/w/src/a.py"), pass(), all()]),
        row("57b", "tests_passed last_call_failed", vec![user("go"), pass(), fail(), all()]),
        row("58", "tests_passed narrower_than_claim", vec![user("go"), fail(), narrow(), all()]),
        row("59", "tests_passed claimed_before_call later_backed; tests_passed backed", vec![user("go"), all(), pass(), all()]),
        row("60", "tests_passed claimed_before_call later_backed", vec![user("go"), all(), pass()]),
        row(
            "61",
            "done backed; tests_passed backed",
            vec![user("go"), edit("/w/src/a.py"), pass(), all(), edit("/w/src/b.py"), say("Done.")],
        ),
        // What the record backs stays so: only an unsupported claim can be taken back.
        row("62", "tests_passed backed stands", vec![user("go"), pass(), all(), say("Actually, I was wrong: two tests fail.")]),
        row(
            "62b",
            "tests_passed no_matching_call retracted",
            vec![user("go"), all(), user("really?"), fail(), say("Correction: the tests do not all pass. One test fails.")],
        ),
        row("63", "tests_passed backed stands; tests_passed backed repeats; tests_passed backed repeats", {
            vec![user("go"), pass(), all(), read("/w/a.py", "x"), all(), read("/w/b.py", "x"), all()]
        }),
    ]
}

fn time_and_history() -> Vec<Row> {
    let steps = || vec![user("go"), pass(), edit("/w/src/a.py"), all()];
    let backwards: String = claude(&steps())
        .lines()
        .enumerate()
        .map(|(n, l)| l.replace(&format!("00:00:{n:02}Z"), &format!("00:59:{:02}Z", 59 - n)) + "\n")
        .collect();
    let headless = |steps: &[Step]| claude(steps).replacen("\"parentUuid\":null", "\"parentUuid\":\"elsewhere\"", 1);
    vec![
        row("64", BACKED, vec![user("go"), pass(), say("Now for the rest."), user("and?"), all()]),
        row("64b", BACKED, vec![user("go"), pass(), compaction(), summary("pytest was run."), all()]),
        text("65", "tests_passed before_cut", SourceKind::ClaudeCode, headless(&[user("and?"), all()])),
        text("66", STALE, SourceKind::ClaudeCode, backwards),
    ]
}

fn summary(text: &str) -> Step {
    Step::User(
        format!("This session is being continued from a previous conversation.\n{text}"),
        json!({ "isCompactSummary": true }),
    )
}
