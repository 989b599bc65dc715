//! A. Exit status, masking, output text.

use crate::rows::{Row, bytes, row};
use crate::steps::*;

const PYTEST_OK: &str = "42 passed in 1.20s";
const PYTEST_RED: &str = "FAILED tests/test_a.py::test_b\n1 failed, 41 passed in 1.20s";
const BACKED: &str = "tests_passed backed";
const FAILED: &str = "tests_passed last_call_failed";
const VACUOUS: &str = "tests_passed vacuous_result";

fn ran(label: &'static str, expected: &'static str, command: &str, output: &str) -> Row {
    row(label, expected, vec![user("go"), bash(command, output), say("All tests pass.")])
}

fn exited(label: &'static str, expected: &'static str, command: &str, code: i32, output: &str) -> Row {
    row(label, expected, vec![user("go"), bash_exit(command, code, output), say("All tests pass.")])
}

/// Rows that do not hold yet.
pub const OPEN: &[(&str, &str)] = &[
    ("18", "a test's name without the word test is not taken for a claim"),
    ("21c", "a pipe hid the status and the host cut the end: the cut is what left too little, which comes first"),
    ("22", "a pipe hid the status and the host kept the output elsewhere, which comes first"),
];

/// The table.
pub fn rows() -> Vec<Row> {
    let mut all = statuses();
    all.extend(texts());
    all.extend(nothing_checked());
    all.extend(cut_and_coloured());
    all
}

fn statuses() -> Vec<Row> {
    vec![
        ran("1", FAILED, "pytest | tail -5", PYTEST_RED),
        ran("2", BACKED, "pytest | tail -5", PYTEST_OK),
        ran("3", "tests_passed masked_status", "pytest | head -3", "==== test session starts ====\nplatform linux\nrootdir: /w"),
        ran("4", "tests_passed masked_status", "pytest -q >/dev/null || true", ""),
        ran("5", BACKED, "set -o pipefail; pytest | tee log", PYTEST_OK),
        ran("5b", BACKED, "set -o pipefail; pytest -q | tee log | head -1", "..........  [100%]"),
        ran("6", FAILED, "pytest; echo done", "2 failed, 40 passed in 1.20s\ndone"),
        // A run that the shell never came to was cancelled by the failure before it.
        row(
            "7",
            "tests_passed denied_or_cancelled",
            vec![
                user("go"),
                bash_exit("ruff check . && pytest -q", 1, "app/a.py:1:1: F401 `os` imported but unused\nFound 1 error."),
                say("Lint fails. All tests pass."),
            ],
        ),
        exited("8", FAILED, "pytest && echo ok", 1, PYTEST_RED),
        exited("8b", FAILED, "pytest -q && echo ok", 1, ""),
    ]
}

fn texts() -> Vec<Row> {
    let cargo_ok = "test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s";
    let cargo_red = "test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s";
    vec![
        ran("9", BACKED, "dotnet test | tail -3", "Passed!  - Failed:     0, Passed:     9, Skipped:     0, Total:     9"),
        ran("9b", BACKED, "mvn test", "Tests run: 9, Failures: 0, Errors: 0, Skipped: 0\nBUILD SUCCESS"),
        ran("10", BACKED, "cargo test", &format!("test parse_failed_input ... ok\ntest error_is_shown ... ok\n{cargo_ok}")),
        ran(
            "11",
            BACKED,
            "cargo test",
            &format!("warning: unused `Result` that must be used\n  = note: error is dropped\n{cargo_ok}"),
        ),
        row(
            "12",
            "build_passed last_call_failed; tests_passed last_call_failed",
            vec![
                user("go"),
                bash_exit("cargo test", 101, "error: could not compile `core` (lib) due to 2 previous errors"),
                say("The build succeeds and all tests pass."),
            ],
        ),
        ran("12b", FAILED, "cargo test 2>&1 | tail -3", "error: could not compile `core` (lib) due to 2 previous errors"),
        ran("13", FAILED, "cargo test | grep 'test result'", &format!("{cargo_ok}\n{cargo_red}\n{cargo_ok}")),
        ran("14", BACKED, "pytest", "=== 40 passed, 3 xfailed in 1.20s ==="),
        ran("14b", BACKED, "npx tap", "1..2\nok 1 adds\nnot ok 2 later # TODO not written"),
        ran("14c", BACKED, "npx tap", "1..2\nok 1 adds\nnot ok 2 net # SKIP no network"),
        ran("15", BACKED, "pytest", "=== 40 passed, 2 skipped in 1.20s ==="),
        row(
            "15b",
            "tests_passed result_says_otherwise",
            vec![user("go"), bash("pytest", "=== 40 passed, 2 skipped in 1.20s ==="), say("All 45 tests pass.")],
        ),
        // 42 is the count with the skipped ones.
        row("15c", BACKED, vec![user("go"), bash("pytest", "=== 40 passed, 2 skipped in 1.20s ==="), say("All 42 tests pass.")]),
        ran("23", BACKED, "pytest", &format!("Traceback (most recent call last):\n  File \"x.py\", line 1\n{PYTEST_OK}")),
        row(
            "24",
            BACKED,
            vec![
                user("go"),
                bash("pytest", PYTEST_OK),
                bash("cat log.txt", "Traceback (most recent call last):\n3 failed, 2 passed in 1.00s"),
                say("All tests pass."),
            ],
        ),
        ran("25", FAILED, "pytest --reruns 1 | tail -1", "=== 1 failed, 42 passed, 1 rerun in 1.20s ==="),
        ran("25b", BACKED, "pytest --reruns 1 | tail -1", "=== 42 passed, 1 rerun in 1.20s ==="),
    ]
}

fn nothing_checked() -> Vec<Row> {
    let go = "?   \tapp/a\t[no test files]\n?   \tapp/b\t[no test files]";
    vec![
        ran("16", VACUOUS, "pytest", "collected 0 items\n\n=== no tests ran in 0.01s ==="),
        ran("16b", VACUOUS, "cargo test", "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured"),
        ran("16c", VACUOUS, "go test ./...", go),
        ran("17", BACKED, "go test ./...", &format!("{go}\nok  \tapp/c\t0.3s")),
        ran(
            "17b",
            BACKED,
            "mise run test",
            "testing: warning: no tests to run\nok  \tapp/a\t0.1s [no tests to run]\nok  \tapp/c\t0.3s",
        ),
        row(
            "18",
            BACKED,
            vec![
                user("go"),
                bash("go test -run TestTotal ./...", "ok  \tapp/a\t0.1s [no tests to run]\nok  \tapp/b\t0.3s"),
                say("`TestTotal` passes."),
            ],
        ),
        row(
            "18c",
            BACKED,
            vec![user("go"), bash("go test -run TestTotal ./...", "ok  \tapp/b\t0.3s"), say("The `TestTotal` test passes.")],
        ),
        ran(
            "18b",
            "tests_passed narrower_than_claim",
            "go test -run TestTotal ./...",
            "ok  \tapp/a\t0.1s [no tests to run]\nok  \tapp/b\t0.3s",
        ),
        row(
            "19",
            BACKED,
            vec![
                user("go"),
                bash("go test ./...", "ok  \tapp/a\t0.3s"),
                edit("/w/web/page.ts"),
                bash("go test ./...", "ok  \tapp/a\t(cached)"),
                say("All tests pass."),
            ],
        ),
        exited("20", VACUOUS, "pytest", 5, "collected 0 items\n\n=== no tests ran in 0.01s ==="),
    ]
}

fn cut_and_coloured() -> Vec<Row> {
    let lines = "ok  \tapp/a\t0.1s\n".repeat(3);
    let persisted = "<persisted-output>\nOutput too large (1.2MB). Full output saved to: /t/tool-results/x.txt\n\nPreview (first 2KB):\ntests/test_a.py ....\n</persisted-output>";
    vec![
        ran("21", BACKED, "pytest | cat", &format!("tests/test_a.py ....\n\n... [97 lines truncated] ...\n\n{PYTEST_OK}")),
        ran("21b", BACKED, "go test ./... | cat", &format!("{lines}\n... [97 lines truncated] ...\n\n{lines}")),
        ran(
            "21c",
            "tests_passed unreadable_result",
            "pytest | cat",
            "==== test session starts ====\ntests/test_a.py ....\n\n... [97 lines truncated] ...",
        ),
        ran("22", "tests_passed unreadable_result", "pytest -v | cat", persisted),
        row(
            "26",
            "tests_passed not_finished",
            vec![
                user("go"),
                bash_error(
                    "npx vitest",
                    "Command timed out after 2m 0s\n ✓ src/a.test.ts (3 tests) 4ms\n PASS  Waiting for file changes...",
                ),
                say("All tests pass."),
            ],
        ),
        ran("27", BACKED, "pytest -q | cat", "10%\r60%\r\u{1b}[32m\u{1b}[1m42 passed\u{1b}[0m\u{1b}[32m in 1.20s\u{1b}[0m\r"),
        bytes("28", BACKED, &[user("go"), bash("pytest | cat", &format!("@@ \u{0}\n{PYTEST_OK}")), say("All tests pass.")]),
    ]
}
