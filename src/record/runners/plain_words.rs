//! Summaries in plain words, as scripts of a project and filters behind a runner print them: `Passed: 254, Failed: 0`. They count only
//! where tests were called and no runner's own form tells.

use super::super::op::Check::Tests;
use super::family::*;

pub(super) const FAMILY: Family = Family {
    runner: "tests",
    fallback: true,
    forms: &[
        tally(
            "ailed",
            r"^\W*(?i:(?:total|tests?)(?: run)?: \d+[,;|\s]+)?(?i:pass(?:ed)?): (?P<p>\d+)[,;|\s]+(?i:fail(?:ed)?): (?P<f>\d+)\b",
        )
        .and_called(&[Tests]),
        tally("ailed", r"^\W*(?P<p>\d+) (?:tests? )?passed[,;/|\s]+(?P<f>\d+) failed\b").and_called(&[Tests]),
        tally("assed", r"^\W*(?P<p>\d+) tests? passed\W*$").and_called(&[Tests]),
        pass("assed", r"^\W*(?i:all (?:\d+ )?tests (?:have )?passed)\b").and_called(&[Tests]),
        fail("ailed", r"^\W*[1-9]\d* tests? failed\b").and_called(&[Tests]),
        fail("ailed", r"^\W*(?i:some tests? failed|tests? failed)\b").and_called(&[Tests]),
        tally("TOTAL", r"^\W*TOTAL\W+(?P<p>\d+)/(?P<t>\d+)\b.{0,20}(?i:pass|fail|ok\b)").of(&[Tests]),
        tally("otal", r"^\W*[Tt]otal\W+(?P<p>\d+)/(?P<t>\d+)\b.{0,20}(?i:pass|fail|ok\b)").of(&[Tests]),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[],
    outputs: &[
        ("go test -json ./... | python3 sum.py", "Passed: 254, Failed: 0\n", "Tests Passed 254/0/0"),
        ("./run_tests.sh", "✅ All 12 tests passed!\n", "Tests Passed"),
        ("./run_tests.sh", "Total: 12, Passed: 11, Failed: 1\n", "Tests Failed 11/1/0"),
        ("npm test", "3 tests failed\n", "Tests Failed"),
        ("python check.py", "All tests passed\n", ""),
        ("python -m goldens.run", "  glm  7/9\nTOTAL 16/18  FAILURES DETECTED\n", "Tests Failed 16/2/0"),
        ("python -m goldens.run", "Total: 18/18 passed\n", "Tests Passed 18/0/0"),
        ("npm run build", "All tests passed\n", ""),
    ],
};
