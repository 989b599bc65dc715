//! The edge cases of exit status, output, runs and scope that command lines and outputs alone decide, by their number in the list.

use super::tests::{calls, describe_call, describe_reading, joined};
use super::*;

fn reads(line: &str, output: &str) -> String {
    joined(read_output(output, &calls(line)).iter().map(describe_reading))
}

fn runs(line: &str) -> String {
    joined(calls(line).iter().map(describe_call))
}

#[test]
fn text_decides_before_status() {
    for (row, line, output, expected) in [
        (1, "pytest | tail -5", "FAILED tests/test_a.py::test_b\n1 failed, 41 passed in 1.20s\n", "Tests Failed 41/1/0"),
        (2, "pytest | tail -5", "42 passed in 1.20s\n", "Tests Passed 42/0/0"),
        (3, "pytest | head -3", "==== test session starts ====\nplatform linux\nrootdir: /home/u/app\n", "Tests Ran"),
        (4, "pytest -q >/dev/null || true", "", ""),
        (6, "pytest; echo done", "2 failed, 40 passed in 1.20s\ndone\n", "Tests Failed 40/2/0"),
        (7, "ruff check . && pytest -q", "app/a.py:1:1: F401 `os` imported but unused\nFound 1 error.\n", "Lint Failed 0/1/0"),
        (
            9,
            "dotnet test",
            "Passed!  - Failed:     0, Passed:     9, Skipped:     0, Total:     9\n",
            "Tests Passed 9/0/0; Build Passed",
        ),
        (9, "go test ./...", "failures: 0\nok  \ta\t0.1s\n", "Tests Passed; Build Passed"),
        (
            10,
            "cargo test",
            "test parse_failed_input ... ok\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n",
            "Tests Passed 1/0/0; Build Passed",
        ),
        (
            11,
            "cargo test",
            "warning: unused `Result` that must be used, error dropped\ntest result: ok. 1 passed; 0 failed; 0 ignored;\n",
            "Tests Passed 1/0/0; Build Passed",
        ),
        (12, "cargo test", "error: could not compile `core` (lib) due to 2 previous errors\n", "Tests Failed; Build Failed"),
        (
            13,
            "cargo test",
            "test result: ok. 5 passed; 0 failed; 0 ignored;\ntest result: FAILED. 1 passed; 1 failed; 0 ignored;\ntest result: ok. 5 passed; 0 failed; 0 ignored;\n",
            "Tests Failed 11/1/0; Build Passed",
        ),
        (14, "pytest", "=== 40 passed, 3 xfailed in 1.2s ===\n", "Tests Passed 40/0/0"),
        (14, "npx tap", "1..2\nok 1 adds\nnot ok 2 later # TODO not written\n", "Tests Passed"),
        (14, "npx tap", "1..2\nok 1 adds\nnot ok 2 net # SKIP no network\n", "Tests Passed"),
        (15, "pytest", "=== 40 passed, 2 skipped in 1.2s ===\n", "Tests Passed 40/0/2"),
        (23, "pytest", "Traceback (most recent call last):\n  File \"x.py\", line 1\n42 passed in 0.5s\n", "Tests Passed 42/0/0"),
        (25, "pytest", "=== 1 failed, 42 passed, 1 rerun in 1.2s ===\n", "Tests Failed 42/1/0"),
        (25, "pytest", "=== 42 passed, 1 rerun in 1.2s ===\n", "Tests Passed 42/0/0"),
        (75, "go test -cover ./...", "ok  \ta\t0.1s\tcoverage: 48.7% of statements\n", "Tests Passed; Build Passed"),
    ] {
        assert_eq!(reads(line, output), expected, "row {row}: {line}");
    }
}

#[test]
fn nothing_checked_is_vacuous() {
    for (row, line, output, expected) in [
        (16, "pytest", "collected 0 items\n\n=== no tests ran in 0.01s ===\n", "Tests Vacuous"),
        (
            16,
            "cargo test",
            "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored;\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored;\n",
            "Tests Vacuous",
        ),
        (16, "go test ./...", "?   \ta\t[no test files]\n?   \tb\t[no test files]\n", "Tests Vacuous"),
        (
            17,
            "mise run test",
            "testing: warning: no tests to run\nok  \ta\t0.1s [no tests to run]\n?   \tb\t[no test files]\nok  \tc\t0.3s\n",
            "Tests Passed; Build Passed",
        ),
        (18, "go test -run TestX ./...", "ok  \ta\t0.1s [no tests to run]\nok  \tb\t0.3s\n", "Tests Passed; Build Passed"),
        (19, "go test ./...", "ok  \ta\t(cached)\n", "Tests Passed; Build Passed"),
        (20, "pytest -k none", "=== 12 deselected in 0.01s ===\n", "Tests Vacuous"),
    ] {
        assert_eq!(reads(line, output), expected, "row {row}: {line}");
    }
}

#[test]
fn cut_and_coloured_outputs_are_read() {
    let lines = "ok  \ta\t0.1s\n".repeat(3);
    assert_eq!(
        reads("go test ./...", &format!("{lines}\n[120 lines truncated]\n{lines}")),
        "Tests Passed; Build Passed",
        "row 21"
    );
    assert_eq!(reads("pytest", "==== test session starts ====\n… +97 lines (ctrl+o to expand)\n"), "Tests Ran", "row 21");
    assert_eq!(
        reads("pytest -q", "10%\r60%\r\x1b[32m\x1b[1m42 passed\x1b[0m\x1b[32m in 1.2s\x1b[0m\r\n"),
        "Tests Passed 42/0/0",
        "row 27"
    );
    assert_eq!(reads("pytest -q", "\0\u{fffd}\n42 passed in 1.2s\n\0"), "Tests Passed 42/0/0", "row 28");
    assert_eq!(runs("npx vitest --watch"), "vitest Tests watch", "row 26");
    assert_eq!(runs("npm run test:watch"), "npm run Tests watch", "row 26");
}

#[test]
fn who_ran_is_read_from_the_output_too() {
    for (line, output, expected) in [
        ("mise run verify", "[test] $ go test ./...\nok  \ta\t0.3s\n", "Tests Passed; Build Passed"),
        ("just ci", "cargo test\ntest result: ok. 5 passed; 0 failed; 0 ignored;\n", "Tests Passed 5/0/0; Build Passed"),
        (
            "./scripts/ci.sh",
            "+ cargo clippy\n    Finished `dev` profile [unoptimized] target(s) in 0.9s\n+ cargo test --lib\ntest result: ok. 5 passed; 0 failed; 0 ignored;\n",
            "Build Passed; Lint Passed; Tests Passed 5/0/0 narrow(--lib)",
        ),
        ("npm --prefix app test", "> jest --ci\n\nTests:       4 passed, 4 total\n", "Tests Passed 4/0/0"),
        ("turbo run test", "web:test: > vitest run\nweb:test:       Tests  4 passed (4)\n", "Tests Passed 4/0/0"),
        ("./gradlew check", "> Task :test\n\nBUILD SUCCESSFUL in 2s\n", "Tests Passed; Build Passed"),
        ("bazel test //...", "//a:b   (cached) PASSED in 0.1s\n", "Tests Passed"),
        ("pnpm -r test", "apps/web test$ vitest run\napps/web test:       Tests  4 passed (4)\n", "Tests Passed 4/0/0"),
        ("make check", "go vet ./...\ngo test ./...\nok  \ta\t0.3s\n", "Lint Passed; Build Passed; Tests Passed"),
    ] {
        let found = reads(line, output);
        assert!(expected.split("; ").all(|part| found.contains(part)), "row 29, 30: {line}: {found}");
    }
}

#[test]
fn what_is_no_run_is_not_recognised() {
    for line in [
        "echo '42 passed'",
        "printf 'test result: ok.'",
        "cat old.log",
        "grep passed test.log",
        "tail -5 /tmp/out.txt",
        "python -c \"print('OK')\"",
        "python check.py",
        "which pytest",
        "pip install pytest",
        "git add tests",
        "ls tests",
        "rm -rf build",
        "test -f Makefile",
    ] {
        assert_eq!(runs(line), "", "row 31, 50: {line}");
    }
}

#[test]
fn modes_and_scopes_are_told() {
    for (row, line, expected) in [
        (34, "pytest --collect-only", "pytest Tests vacuous"),
        (34, "cargo test --no-run", "cargo test Tests vacuous; cargo test Build"),
        (34, "go vet ./...", "go vet Lint silent; go vet Build silent"),
        (34, "npx tsc --noEmit", "tsc Typecheck silent; tsc Build silent"),
        (35, "cargo build", "cargo build Build"),
        (53, "cargo fmt", "cargo fmt Format silent writes layout"),
        (53, "npx prettier --write .", "prettier Format writes layout"),
        (53, "ruff check --fix .", "ruff check Lint writes"),
        (67, "pytest -k foo", "pytest Tests narrow(foo)"),
        (67, "go test -run X", "go test Tests narrow(X)"),
        (67, "cargo test name", "cargo test Tests narrow(name)"),
        (67, "npx jest src/a.test.ts", "jest Tests narrow(src/a.test.ts)"),
        (67, "mise run test:integration -- -run \"A|B\"", "mise run Tests narrow(integration, A|B)"),
        (69, "mise run test:integration", "mise run Tests narrow(integration)"),
        (69, "mise run test", "mise run Tests"),
    ] {
        assert_eq!(runs(line), expected, "row {row}: {line}");
    }
}

#[test]
fn unknown_tasks_and_scripts_may_be_checks() {
    let may = |line: &str| shell::commands(line).iter().any(may_be_check);
    for line in [
        "./ci.sh",
        "scripts/verify.py",
        "bash tools/gate.sh",
        "just everything",
        "npm run everything",
        "python scripts/check_all.py",
    ] {
        assert!(may(line), "{line}");
    }
    for line in ["ls", "cat ci.sh", "/tmp/x.sh", "python -c 'x'", "npm install", "node -e 'x'", "git status"] {
        assert!(!may(line), "{line}");
    }
}

#[test]
fn the_first_lines_of_a_run_in_parts_leave_its_end_open() {
    let command = |filter: &str| SimpleCommand {
        words: ["mise", "run", "test"].map(str::to_owned).to_vec(),
        place: super::super::command::Place {
            filters: vec![filter.split(' ').map(str::to_owned).collect()],
            ..Default::default()
        },
        ..SimpleCommand::default()
    };
    let result = |filter: &str, output: &str| {
        let hints = recognise(&command(filter), &Tasks::default());
        read_output(output, &hints).iter().find(|r| r.check == Check::Tests).map(|r| r.result)
    };
    let passes = "ok  \ta\t0.1s\n".repeat(5);
    assert_eq!(result("head -5", &passes), Some(TextResult::Ran));
    assert_eq!(result("head -n 5", &passes), Some(TextResult::Ran));
    assert_eq!(result("head -50", &passes), Some(TextResult::Passed));
    assert_eq!(result("tail -5", &passes), Some(TextResult::Passed));
    assert_eq!(result("head -5", &format!("FAIL\tb\t0.1s\n{passes}")), Some(TextResult::Failed));
    assert_eq!(result("head -1", "4 passed in 0.1s\n"), Some(TextResult::Passed));
}
