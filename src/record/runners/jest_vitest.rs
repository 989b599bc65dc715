//! Jest and Vitest, and the scripts of React and Angular that start them.

use super::super::op::Check::Tests;
use super::family::*;

const JEST: Tool = Tool {
    checks: &[Tests],
    filters: &[
        "-t",
        "--testNamePattern",
        "--testPathPattern",
        "--testPathPatterns",
        "--testPathIgnorePatterns",
        "--project",
        "--selectProjects",
        "--exclude",
        "--runTestsByPath",
        "--dir",
        "--shard",
    ],
    narrows: &["--onlyChanged", "-o", "--onlyFailures", "-f", "--changedSince", "--changed", "--findRelatedTests"],
    values: &[
        "-c",
        "--config",
        "--reporter",
        "--reporters",
        "--maxWorkers",
        "-w",
        "--testTimeout",
        "--coverageReporters",
        "--environment",
        "--pool",
        "--root",
        "-r",
        "--mode",
        "--retry",
        "--bail",
        "--outputFile",
        "--rootDir",
        "--env",
        "--coverage.reporter",
        "--maxConcurrency",
        "--poolOptions",
    ],
    vacuous: &["--listTests", "list", "--passWithNoTests=only"],
    ..Tool::BASE
};

pub(super) const FAMILY: Family = Family {
    runner: "jest",
    checks: &[Tests],
    tools: &[
        Tool {
            runner: "jest",
            calls: &["jest", "react-scripts test", "craco test", "ng test", "jest-cli"],
            watch: &["--watch", "--watchAll"],
            ..JEST
        },
        Tool { runner: "vitest", calls: &["vitest run"], watch: &["--watch"], ..JEST },
        Tool { runner: "vitest", calls: &["vitest", "vitest watch", "vitest dev"], watch: &["--watch", "-w"], ..JEST },
    ],
    forms: &[
        tally("Tests:", r"^Tests:\s+\d+ .*\btotal").by("jest"),
        fail("Test Suites: ", r"^Test Suites:\s+[1-9]\d* failed").by("jest"),
        tally("Tests ", r"^\s*Tests\s+\d+ (?:passed|failed|skipped|todo|expected fail).*\(\d+\)").by("vitest"),
        vacuous("no tests", r"^\s*Tests\s+no tests").by("vitest"),
        fail("Test Files ", r"^\s*Test Files\s+[1-9]\d* failed").by("vitest"),
        fail("Errors ", r"^\s*Errors\s+[1-9]\d* errors?$").by("vitest"),
        vacuous("No test", r"^\s*No test(?:s| files) found, exiting with code").by("jest"),
        vacuous("no tests", r"^\s*Test Files\s+no tests").by("vitest"),
        fail("FAIL ", r"^\s*FAIL\s+(?:\|?\S+\|? )?\S+\.(?:test|spec|e2e|cy)\.[cm]?[jt]sx?\b").by("jest"),
        fail("FAIL ", r"^\s*FAIL\s+\S*__tests__/\S+").by("jest"),
        ran("PASS ", r"^\s*PASS\s+(?:\|?\S+\|? )?\S+\.(?:test|spec)\.[cm]?[jt]sx?\b").by("jest"),
        pass("TOTAL: ", r"^TOTAL: \d+ SUCCESS").by("karma"),
        tally("Executed ", r"^.*Executed (?P<t>\d+) of \d+.*(?: SUCCESS| \((?P<f>\d+) FAILED\))").by("karma"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("npx jest --ci", "jest Tests"),
        ("npx jest src/a.test.ts -t 'adds'", "jest Tests narrow(adds, src/a.test.ts)"),
        ("node_modules/.bin/jest --watchAll=false --maxWorkers 2", "jest Tests"),
        ("npx vitest run --reporter verbose", "vitest Tests"),
        ("npx vitest run src/lib/cart.test.ts", "vitest Tests narrow(src/lib/cart.test.ts)"),
        ("npx jest --watch", "jest Tests watch"),
        ("jest --listTests", "jest Tests vacuous"),
    ],
    outputs: &[
        (
            "npm test",
            "> jest --ci\n\nPASS src/a.test.js\nTest Suites: 2 passed, 2 total\nTests:       4 passed, 4 total\nSnapshots:   0 total\nTime:        1.2 s\nRan all test suites.\n",
            "Tests Passed 4/0/0",
        ),
        (
            "npm test",
            "FAIL src/a.test.js\nTest Suites: 1 failed, 1 passed, 2 total\nTests:       1 failed, 1 skipped, 3 passed, 5 total\n",
            "Tests Failed 3/1/1",
        ),
        ("npm test", "Test Suites: 1 failed, 1 passed, 2 total\nTests:       3 passed, 3 total\n", "Tests Failed 3/0/0"),
        ("npm test", "No tests found, exiting with code 1\n", "Tests Vacuous"),
        (
            "pnpm --filter web test",
            "\n> web@0.1.0 test /home/u/web\n> vitest run\n\n RUN  v3.2.4 /home/u/web\n\n ✓ src/failed-login.test.ts (20 tests) 3ms\n\n Test Files  26 passed (26)\n      Tests  245 passed (245)\n   Start at  20:03:14\n",
            "Tests Passed 245/0/0",
        ),
        (
            "npx vitest run",
            " Test Files  4 failed | 5 passed (9)\n      Tests  4 failed | 87 passed | 2 skipped (93)\n",
            "Tests Failed 87/4/2",
        ),
        (
            "npx vitest run",
            "\x1b[2m Test Files \x1b[22m \x1b[1m\x1b[32m9 passed\x1b[39m\x1b[22m\x1b[90m (9)\x1b[39m\n\x1b[2m      Tests \x1b[22m \x1b[1m\x1b[32m91 passed\x1b[39m\x1b[22m\x1b[90m (91)\x1b[39m\n",
            "Tests Passed 91/0/0",
        ),
        (
            "npx vitest run",
            " Test Files  9 passed (9)\n      Tests  91 passed (91)\n     Errors  1 error\n",
            "Tests Failed 91/0/0",
        ),
        ("npx vitest run nothing", "No test files found, exiting with code 1\n", "Tests Vacuous"),
        (
            "npx turbo run test",
            "web:test:       Tests  4 passed (4)\napi:test: Tests:       3 passed, 3 total\n",
            "Tests Passed 7/0/0",
        ),
    ],
};
