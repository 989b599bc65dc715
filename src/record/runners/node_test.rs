//! Node's own test runner.

use super::super::op::Check::Tests;
use super::family::*;

pub(super) const FAMILY: Family = Family {
    runner: "node --test",
    checks: &[Tests],
    tools: &[Tool {
        runner: "node --test",
        calls: &["node", "tsx", "ts-node"],
        checks: &[Tests],
        requires: &["--test"],
        filters: &["--test-name-pattern", "--test-skip-pattern"],
        narrows: &["--test-only"],
        values: &[
            "--import",
            "--require",
            "-r",
            "--loader",
            "--test-reporter",
            "--test-reporter-destination",
            "--test-concurrency",
            "--test-timeout",
            "--env-file",
            "--conditions",
            "-C",
        ],
        watch: &["--watch"],
        ..Tool::BASE
    }],
    forms: &[
        tally("pass ", r"^(?:#|ℹ) pass\s+(?P<p>\d+)$"),
        tally("fail ", r"^(?:#|ℹ) fail\s+(?P<f>\d+)$"),
        tally("cancelled ", r"^(?:#|ℹ) cancelled (?P<f>\d+)$"),
        counts("skipped ", r"^(?:#|ℹ) skipped (?P<s>\d+)$"),
        counts("tests ", r"^(?:#|ℹ) tests\s+(?P<t>\d+)$"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("node --test", "node --test Tests"),
        ("node --test test/a.test.js", "node --test Tests narrow(test/a.test.js)"),
        ("node --import tsx --test 'src/**/*.test.ts'", "node --test Tests"),
        ("node server.js", ""),
    ],
    outputs: &[
        (
            "node --test",
            "ℹ tests 13\nℹ suites 2\nℹ pass 12\nℹ fail 0\nℹ cancelled 0\nℹ skipped 1\nℹ todo 0\nℹ duration_ms 60.1\n",
            "Tests Passed 12/0/1",
        ),
        ("npm test", "# tests 3\n# pass 2\n# fail 1\n# cancelled 0\n# skipped 0\n", "Tests Failed 2/1/0"),
        ("node --test", "ℹ tests 0\nℹ pass 0\nℹ fail 0\n", "Tests Vacuous"),
    ],
};
