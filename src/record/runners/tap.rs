//! TAP producers and consumers: tap, tape, prove, Bats.

use super::super::op::Check::Tests;
use super::family::*;

pub(super) const FAMILY: Family = Family {
    runner: "tap",
    checks: &[Tests],
    tools: &[
        Tool {
            runner: "bats",
            calls: &["bats"],
            checks: &[Tests],
            filters: &["-f", "--filter", "--filter-tags"],
            values: &["-j", "--jobs", "-F", "--formatter", "-o"],
            vacuous: &["-c", "--count"],
            ..Tool::BASE
        },
        Tool {
            runner: "prove",
            calls: &["prove", "pg_prove", "yath test"],
            checks: &[Tests],
            values: &["-j", "-I", "-d"],
            ..Tool::BASE
        },
        Tool {
            runner: "tap",
            calls: &["tap", "tape", "c8 tape", "nyc tape", "borp", "uvu", "tape-es", "brittle"],
            checks: &[Tests],
            values: &["-r", "--require"],
            ..Tool::BASE
        },
    ],
    forms: &[
        one_skip("ok ", r"(?i)^\s*(?:not )?ok \d+\b.* # (?:skip|todo)\b"),
        one_fail("not ok ", r"^not ok \d+\b"),
        one_pass("ok ", r"^ok \d+ - "),
        one_pass("ok ", r"^ok \d+ \S").and_called(&[Tests]),
        vacuous("1..0", r"^1\.\.0\b"),
        pass("# ok", r"^# ok$"),
        fail("# failed ", r"^# failed \d+ of \d+ tests?"),
        pass("Result: PASS", r"^Result: PASS$").by("prove").and_called(&[Tests]),
        fail("Result: FAIL", r"^Result: FAIL$").by("prove").and_called(&[Tests]),
        vacuous("Result: NOTESTS", r"^Result: NOTESTS$").by("prove"),
        counts("Files=", r"^Files=\d+, Tests=(?P<t>\d+),").by("prove"),
        tally(" tests, ", r"^(?P<t>\d+) tests?, (?P<f>\d+) failures?(?:, (?P<s>\d+) skipped)?").only("bats"),
        tally(" test, ", r"^(?P<t>\d+) tests?, (?P<f>\d+) failures?(?:, (?P<s>\d+) skipped)?").only("bats"),
        tally("# { total: ", r"^# \{ total: (?P<t>\d+), pass: (?P<p>\d+)(?:, fail: (?P<f>\d+))?(?:, skip: (?P<s>\d+))?"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("bats tests", "bats Tests"),
        ("bats tests/cart.bats -f adds", "bats Tests narrow(adds, tests/cart.bats)"),
        ("prove -lr t", "prove Tests"),
        ("npx tap", "tap Tests"),
    ],
    outputs: &[
        (
            "bats tests",
            "1..3\nok 1 adds\nok 2 removes # skip no network\nnot ok 3 handles overflow # TODO later\n",
            "Tests Passed",
        ),
        ("bats tests", "1..2\nok 1 adds\nnot ok 2 fails\n# (in test file tests/cart.bats, line 4)\n", "Tests Failed"),
        ("bats --pretty tests", " ✓ adds\n ✓ failed input is refused\n\n12 tests, 0 failures\n", "Tests Passed 12/0/0"),
        (
            "prove -r t",
            "t/cart.t .. ok\nAll tests successful.\nFiles=1, Tests=12,  0 wallclock secs\nResult: PASS\n",
            "Tests Passed 12/0/0",
        ),
        ("prove -r t", "Files=1, Tests=12,  0 wallclock secs\nResult: FAIL\n", "Tests Failed 12/0/0"),
        ("npx tape test.js", "1..3\n# tests 3\n# pass  3\n\n# ok\n", "Tests Passed 3/0/0"),
        ("npm test", "1..0 # no tests found\n", "Tests Vacuous"),
        ("./run", "ok 3 files changed\nResult: FAIL\n", ""),
    ],
};
