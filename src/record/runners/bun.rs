//! Bun's own test runner and bundler.

use super::super::op::Check::{Build, Tests};
use super::family::*;

pub(super) const FAMILY: Family = Family {
    runner: "bun test",
    checks: &[Tests],
    tools: &[
        Tool {
            runner: "bun test",
            calls: &["bun test"],
            checks: &[Tests],
            filters: &["-t", "--test-name-pattern", "--filter"],
            narrows: &["--only", "--changed"],
            values: &[
                "--timeout",
                "--preload",
                "-r",
                "--rerun-each",
                "--coverage-reporter",
                "--coverage-dir",
                "--reporter",
                "--reporter-outfile",
                "--bail",
                "--cwd",
                "--env-file",
                "--max-concurrency",
            ],
            watch: &["--watch", "--hot"],
            ..Tool::BASE
        },
        Tool {
            runner: "bun build",
            calls: &["bun build"],
            checks: &[Build],
            values: &["--outdir", "--outfile", "--target", "--format", "--external", "--define", "--entrypoints"],
            watch: &["--watch"],
            ..Tool::BASE
        },
    ],
    forms: &[
        tally(" pass", r"^\s*(?P<p>\d+) pass$"),
        tally(" fail", r"^\s*(?P<f>\d+) fail$"),
        counts(" skip", r"^\s*(?P<s>\d+) skip$").beside(" fail"),
        counts(" todo", r"^\s*(?P<s>\d+) todo$").beside(" fail"),
        fail(" error", r"^\s*[1-9]\d* errors?$").beside(" expect() calls"),
        counts("Ran ", r"^\s*Ran (?P<t>\d+) tests? across "),
        vacuous("o test", r"^(?:No tests found!|error: 0 test files matching)"),
        vacuous("did not match any test files", r"did not match any test files"),
        one_pass("(pass) ", r"^\(pass\) "),
        one_fail("(fail) ", r"^\(fail\) "),
        ran("bun test v", r"^bun test v\d"),
        pass(" modules in ", r"^\s*Bundled \d+ modules? in ").of(&[Build]).by("bun build"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("bun test", "bun test Tests"),
        ("bun test src/ --timeout 10000", "bun test Tests"),
        ("bun test src/cart.test.ts", "bun test Tests narrow(src/cart.test.ts)"),
        ("bun run test", "bun run Tests"),
        ("bun run lint:fix", "bun run Lint writes layout"),
        ("bun run src/index.ts", ""),
        ("bun install", ""),
        ("bun --filter @a/web build", "bun run Build narrow(@a/web)"),
    ],
    outputs: &[
        (
            "bun run test 2>&1 | tail -5",
            " 1274 pass\n 0 fail\n 2760 expect() calls\nRan 1274 tests across 56 files. [734.00ms]\n",
            "Tests Passed 1274/0/0",
        ),
        (
            "bun run test",
            "$ bun test src/\nbun test v1.3.5 (1e86cebd)\nerror: Database connection failed\n\n 1307 pass\n 1 skip\n 2 fail\n 2847 expect() calls\nRan 1310 tests across 58 files. [739.00ms]\nerror: script \"test\" exited with code 1\n",
            "Tests Failed 1307/2/1",
        ),
        (
            "bun test",
            " 1346 pass\n 114 fail\n 114 errors\n 2921 expect() calls\nRan 1460 tests across 176 files. [1369.00ms]\n",
            "Tests Failed 1346/114/0",
        ),
        ("bun test nothing", "The following filters did not match any test files:\n nothing\n", "Tests Vacuous"),
        (
            "bun --filter '*' test",
            "@a/core test: (pass) adds > one [0.20ms]\n@a/core test:  12 pass\n@a/core test:  0 fail\n",
            "Tests Passed 12/0/0",
        ),
    ],
};
