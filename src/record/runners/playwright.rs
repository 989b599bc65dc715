//! Playwright, WebdriverIO, Puppeteer-style end-to-end runners, Storybook's test runner, Newman, k6.

use super::super::op::Check::Tests;
use super::family::*;

const E2E: Tool = Tool {
    checks: &[Tests],
    filters: &["-g", "--grep", "--grep-invert", "--project", "--shard", "--spec", "--suite", "--folder"],
    narrows: &["--last-failed", "--only-changed"],
    values: &[
        "-c",
        "--config",
        "--reporter",
        "-r",
        "--workers",
        "-j",
        "--retries",
        "--timeout",
        "--trace",
        "--max-failures",
        "--output",
        "-e",
        "--environment",
        "--url",
    ],
    vacuous: &["--list"],
    watch: &["--ui", "--watch"],
    ..Tool::BASE
};

pub(super) const FAMILY: Family = Family {
    runner: "playwright",
    checks: &[Tests],
    tools: &[
        Tool { runner: "playwright", calls: &["playwright test"], ..E2E },
        Tool { runner: "wdio", calls: &["wdio run", "wdio"], ..E2E },
        Tool { runner: "storybook test", calls: &["test-storybook"], ..E2E },
        Tool { runner: "newman", calls: &["newman run"], operands: Operands::Ignore, ..E2E },
        Tool { runner: "testcafe", calls: &["testcafe"], operands: Operands::Ignore, ..E2E },
    ],
    forms: &[
        tally(" passed (", r"^\s*(?P<p>\d+) passed \([\d.]+m?s?(?:in|m|s)?\)"),
        tally(" failed", r"^\s{2}(?P<f>\d+) failed$"),
        counts(" skipped", r"^\s{2}(?P<s>\d+) skipped$"),
        tally(" did not run", r"^\s{2}(?P<s>\d+) did not run$"),
        ran(" flaky", r"^\s{2}\d+ flaky$"),
        vacuous("No tests found", r"^Error: No tests found"),
        ran("Running ", r"^Running \d+ tests? using \d+ workers?"),
        tally("Spec Files:", r"^Spec Files:\s+\d+ .*\btotal").by("wdio"),
        fail("│              assertions", r"^│\s+assertions │\s+\d+ │\s+[1-9]\d* │").by("newman"),
        pass("│              assertions", r"^│\s+assertions │\s+[1-9]\d* │\s+0 │").by("newman"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("npx playwright test", "playwright Tests"),
        ("npx playwright test login.spec.ts --project=chromium", "playwright Tests narrow(chromium, login.spec.ts)"),
        ("npx playwright test --list", "playwright Tests vacuous"),
        ("npx playwright install", ""),
    ],
    outputs: &[
        ("npm run e2e", "Running 13 tests using 4 workers\n\n  1 skipped\n  12 passed (8.3s)\n", "Tests Passed 12/0/1"),
        (
            "npx playwright test",
            "Running 3 tests using 1 worker\n\n  1 failed\n    [chromium] › login.spec.ts:3:5 › shows error ────\n  2 passed (1.2m)\n",
            "Tests Failed 2/1/0",
        ),
        ("npx playwright test", "  1 flaky\n  11 passed (8.3s)\n", "Tests Passed 11/0/0"),
        ("npx playwright test nothing", "Error: No tests found\n", "Tests Vacuous"),
    ],
};
