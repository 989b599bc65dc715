//! Cargo: tests (libtest, nextest, miri), build, check, clippy, rustfmt.

use super::super::op::Check::{Build, Lint, Tests, Typecheck};
use super::family::*;

const CARGO: Tool = Tool {
    narrows: &["--lib", "--bins", "--examples", "--tests", "--benches", "--doc"],
    filters: &["-p", "--package", "--test", "--bin", "--example", "--bench", "--skip", "--exclude", "-E", "--filter-expr"],
    values: &[
        "--manifest-path",
        "--features",
        "-F",
        "--target",
        "--target-dir",
        "--profile",
        "-j",
        "--jobs",
        "--config",
        "-Z",
        "--color",
        "--message-format",
        "--test-threads",
        "--format",
        "--partition",
        "--retries",
        "-D",
        "-W",
        "-A",
        "--toolchain",
        "--root",
        "--lockfile-path",
        "-C",
    ],
    quiet: &["-q", "--quiet"],
    ..Tool::BASE
};

const TESTS_CALLS: &[&str] =
    &["cargo test", "cargo t", "cargo nextest run", "cargo miri test", "cargo llvm-cov", "cargo tarpaulin"];

pub(super) const FAMILY: Family = Family {
    runner: "cargo",
    checks: &[Build],
    compiles: true,
    in_parts: true,
    tools: &[
        Tool { runner: "cargo test", calls: TESTS_CALLS, checks: &[Tests], vacuous: &["--no-run", "--list", "list"], remains: &[Build], quiet: &[], ..CARGO },
        Tool { runner: "cargo bench", calls: &["cargo bench"], checks: &[Build], ..CARGO },
        Tool { runner: "cargo build", calls: &["cargo build", "cargo b", "cargo install", "cargo rustc"], checks: &[Build], ..CARGO },
        Tool { runner: "cargo doc", calls: &["cargo doc", "cargo rustdoc"], checks: &[Build], ..CARGO },
        Tool { runner: "cargo check", calls: &["cargo check", "cargo c"], checks: &[Typecheck, Build], ..CARGO },
        Tool { runner: "cargo clippy", calls: &["cargo clippy", "cargo-clippy"], checks: &[Lint], writes: Writes::With(&["--fix"]), ..CARGO },
        Tool { runner: "cargo fix", calls: &["cargo fix"], checks: &[Lint], writes: Writes::Unless(&["--dry-run"]), ..CARGO },
        Tool {
            runner: "cargo fmt",
            calls: &["cargo fmt", "cargo-fmt", "rustfmt"],
            checks: &[Lint],
            silent: true,
            writes: Writes::Unless(&["--check", "-c"]),
            layout: true,
            values: &["--edition", "--config", "--config-path", "--manifest-path", "--emit"],
            ..CARGO
        },
        Tool { runner: "cargo deny", calls: &["cargo deny check", "cargo audit", "cargo machete", "cargo udeps"], checks: &[Lint], ..CARGO },
    ],
    forms: &[
        tally("test result: ", r"^test result: (?:ok|FAILED)\. (?P<p>\d+) passed; (?P<f>\d+) failed; (?P<s>\d+) ignored;").of(&[Tests]).by("cargo test"),
        fail("test result: FAILED", r"^test result: FAILED").of(&[Tests]).by("cargo test"),
        tally(" run: ", r"^\s*Summary \[.*\] +\d+(?:/\d+)? tests? run: \d+ passed.*").of(&[Tests]).by("cargo nextest run"),
        vacuous("running 0 tests", r"^running 0 tests$").of(&[Tests]).by("cargo test"),
        vacuous("no tests to run", r"^error: no tests to run").of(&[Tests]).by("cargo nextest run"),
        fail("error: test ", r"^error: test (?:run )?failed").of(&[Tests]).by("cargo test"),
        one_pass("... ok", r"^test \S.* \.\.\. ok$").of(&[Tests]).by("cargo test"),
        one_fail("... FAILED", r"^test \S.* \.\.\. FAILED$").of(&[Tests]).by("cargo test"),
        one_skip("... ignored", r"^test \S.* \.\.\. ignored").of(&[Tests]).by("cargo test"),
        fail("could not compile", r"^error: could not compile `").breaks(),
        fail("could not document", r"^error: could not document `").of(&[Build]),
        fail("error[E", r"^error\[E\d{4}\]: ").breaks(),
        fail("error: ", r"^error: (?:no (?:test|bin|example|library|such) |package ID spec|failed to (?:parse|load|select|get|run|read) |linking with `)").breaks(),
        pass("Finished ", r"^\s*Finished (?:`[\w-]+` profile|dev|release|test) ").of(&[Build]).and_called(&[Lint, Typecheck]),
        fail("Diff in ", r"^Diff in \S+").of(&[Lint]).by("cargo fmt"),
        errors("vulnerabilit", r"^error: (?P<f>\d+) vulnerabilit(?:y|ies) found").of(&[Lint]).by("cargo deny"),
        pass("advisories ok", r"^advisories ok").of(&[Lint]).by("cargo deny"),
        ran("Running ", r"^\s*Running (?:unittests|tests/)").of(&[Tests]).by("cargo test"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("cargo test", "cargo test Tests"),
        ("cargo +nightly test --workspace --all-features", "cargo test Tests"),
        ("cargo test -p core parser::", "cargo test Tests narrow(core, parser::)"),
        ("cargo test --lib", "cargo test Tests narrow(--lib)"),
        ("cargo test -- --skip slow --test-threads 1", "cargo test Tests narrow(--skip=slow)"),
        ("cargo test --no-run", "cargo test Tests vacuous; cargo test Build"),
        ("cargo nextest run -E 'test(a)'", "cargo test Tests narrow(test(a))"),
        ("cargo build --release", "cargo build Build"),
        ("cargo check --all-targets", "cargo check Typecheck; cargo check Build"),
        ("cargo clippy -q --all-targets -- -D warnings", "cargo clippy Lint silent"),
        ("cargo clippy --fix", "cargo clippy Lint writes"),
        ("cargo fmt", "cargo fmt Format silent writes layout"),
        ("cargo fmt --all -- --check", "cargo fmt Lint silent"),
        ("cargo run -- test", ""),
        ("cargo --version", ""),
        ("cargo xtask ci", "cargo xtask Gate"),
    ],
    outputs: &[
        (
            "cargo test",
            "running 2 tests\ntest a::parse_failed_input ... ok\ntest a::error_is_kept ... ok\n\ntest result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n",
            "Tests Passed 2/0/0; Build Passed",
        ),
        (
            "cargo test",
            "warning: unused `Result` that must be used\n  = note: `#[warn(unused_must_use)]` on by default, the error is dropped\nwarning: `core` (lib) generated 1 warning\n    Finished `test` profile [unoptimized + debuginfo] target(s) in 0.95s\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\nrunning 3 tests\ntest result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s",
            "Build Passed; Tests Passed 3/0/1",
        ),
        (
            "just ci",
            "test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s\ntest result: FAILED. 4 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s\n\nerror: test failed, to rerun pass `--lib`\n",
            "Tests Failed 16/1/0; Build Passed",
        ),
        (
            "cargo test nothing",
            "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 9 filtered out; finished in 0.00s",
            "Tests Vacuous",
        ),
        (
            "cargo test",
            "error[E0425]: cannot find value `x` in this scope\nerror: could not compile `core` (lib test) due to 1 previous error",
            "Tests Failed; Build Failed",
        ),
        (
            "cargo clippy -- -D warnings",
            "error: unused variable: `x`\nerror: could not compile `core` (lib) due to 1 previous error",
            "Lint Failed",
        ),
        (
            "cargo clippy",
            "    Checking core v0.1.0 (/home/u/core)\n    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.95s",
            "Build Passed; Lint Passed",
        ),
        ("cargo build 2>&1 | tail -1", "    Finished `release` profile [optimized] target(s) in 12.30s", "Build Passed"),
        ("cargo fmt --check", "Diff in /home/u/core/src/lib.rs:10:\n-a\n+b\n", "Lint Failed"),
        (
            "cargo nextest run",
            "────────────\n     Summary [   0.052s] 5 tests run: 4 passed, 1 failed, 2 skipped\n        FAIL [   0.004s] core a::b\nerror: test run failed",
            "Tests Failed 4/1/2; Build Passed",
        ),
        (
            "cargo nextest run",
            "     Summary [   1.152s] 5 tests run: 5 passed (1 slow), 0 skipped",
            "Tests Passed 5/0/0; Build Passed",
        ),
        ("cargo test 2>&1 | grep -E 'FAILED|ok$' | head -2", "test a::b ... ok\ntest a::c ... ok", "Tests Passed; Build Passed"),
    ],
};
