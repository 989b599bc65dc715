//! Languages with one test runner each: Julia, R, Lua, Elm, Solidity (Foundry), Clojure's Kaocha, Robot Framework, Godot, Ballerina.

use super::super::op::Check::{Build, Lint, Tests};
use super::family::*;

const RUNS: Tool = Tool {
    checks: &[Tests],
    filters: &[
        "--filter",
        "-f",
        "--match-test",
        "--mt",
        "--match-contract",
        "--mc",
        "--match-path",
        "-t",
        "--test",
        "--suite",
        "--tags",
        "-i",
    ],
    ..Tool::BASE
};

pub(super) const FAMILY: Family = Family {
    runner: "tests",
    checks: &[Tests],
    tools: &[
        Tool {
            runner: "forge test",
            calls: &["forge test", "hardhat test", "truffle test", "anchor test", "ape test"],
            values: &["--fork-url", "--gas-report", "--network", "--rpc-url"],
            ..RUNS
        },
        Tool {
            runner: "forge build",
            calls: &["forge build", "hardhat compile", "anchor build", "solc"],
            checks: &[Build],
            ..RUNS
        },
        Tool {
            runner: "forge fmt",
            calls: &["forge fmt"],
            checks: &[Lint],
            silent: true,
            writes: Writes::Unless(&["--check"]),
            layout: true,
            ..RUNS
        },
        Tool { runner: "busted", calls: &["busted"], ..RUNS },
        Tool {
            runner: "ginkgo",
            calls: &["ginkgo", "ginkgo run"],
            filters: &["--focus", "-focus", "--label-filter", "--focus-file"],
            values: &["--procs", "--timeout", "--seed"],
            ..RUNS
        },
        Tool { runner: "elm-test", calls: &["elm-test"], ..RUNS },
        Tool { runner: "elm make", calls: &["elm make", "elm-spa build"], checks: &[Build], ..RUNS },
        Tool { runner: "robot", calls: &["robot", "pabot"], ..RUNS },
        Tool { runner: "kaocha", calls: &["bin/kaocha", "kaocha"], ..RUNS },
        Tool { runner: "gut", calls: &["gut"], ..RUNS },
    ],
    forms: &[
        tally("Ran ", r"^Ran \d+ test suites? in .*: (?P<p>\d+) tests? passed, (?P<f>\d+) failed, (?P<s>\d+) skipped")
            .by("forge test"),
        ran("Suite result: ", r"^Suite result: (?:ok|FAILED)\. \d+ passed; \d+ failed").by("forge test"),
        fail("Compiler run failed", r"^(?:Error: )?Compiler run failed").breaks().by("forge build"),
        pass("Compiler run successful", r"^Compiler run successful").of(&[Build]).by("forge build"),
        tally(" / ", r"^(?P<p>\d+) success(?:es)? / (?P<f>\d+) failures? / (?P<e>\d+) errors? / (?P<s>\d+) pending")
            .by("busted"),
        tally(" Passed | ", r"^(?:SUCCESS|FAIL)! -- (?P<p>\d+) Passed \| (?P<f>\d+) Failed \| \d+ Pending \| (?P<s>\d+) Skipped")
            .by("ginkgo"),
        fail("Encountered a total of ", r"^Encountered a total of [1-9]\d* failing tests?").by("forge test"),
        pass("TEST RUN PASSED", r"^TEST RUN PASSED$").by("elm-test"),
        fail("TEST RUN FAILED", r"^TEST RUN FAILED$").by("elm-test"),
        counts("Passed: ", r"^Passed:\s+(?P<p>\d+)$").beside("TEST RUN").by("elm-test"),
        counts("Failed: ", r"^Failed:\s+(?P<f>\d+)$").beside("TEST RUN").by("elm-test"),
        pass(" tests passed", r"^\s*Testing \S+ tests passed").by("julia"),
        fail(
            "did not pass: ",
            r"^ERROR: LoadError: Some tests did not pass: (?P<p>\d+) passed, (?P<f>\d+) failed, (?P<e>\d+) errored",
        )
        .by("julia"),
        fail("Some tests did not pass", r"Some tests did not pass: (?P<p>\d+) passed, (?P<f>\d+) failed, (?P<e>\d+) errored")
            .by("julia"),
        tally("[ FAIL ", r"^\[ FAIL (?P<f>\d+) \| WARN \d+ \| SKIP (?P<s>\d+) \| PASS (?P<p>\d+) \]").by("testthat"),
        tally(" tests, ", r"^(?P<t>\d+) tests?, (?P<p>\d+) passed, (?P<f>\d+) failed$").by("robot"),
        tally("assertions, ", r"^(?P<t>\d+) tests, \d+ assertions, (?:(?P<e>\d+) errors, )?(?P<f>\d+) failures\.").by("kaocha"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("forge test --match-test testAdd", "forge test Tests narrow(testAdd)"),
        ("busted", "busted Tests"),
        ("ginkgo ./...", "ginkgo Tests"),
        ("npx hardhat test", "forge test Tests"),
    ],
    outputs: &[
        (
            "forge test",
            "Suite result: ok. 3 passed; 0 failed; 0 skipped; finished in 1.2ms\n\nRan 2 test suites in 12.3ms: 12 tests passed, 0 failed, 0 skipped (12 total tests)\n",
            "Tests Passed 12/0/0",
        ),
        ("busted", "12 successes / 1 failures / 0 errors / 2 pending : 0.01 seconds\n", "Tests Failed 12/1/2"),
        ("busted", "11 successes / 1 failure / 0 errors / 0 pending : 0.01 seconds\n", "Tests Failed 11/1/0"),
        ("ginkgo ./...", "SUCCESS! -- 12 Passed | 0 Failed | 0 Pending | 1 Skipped\n", "Tests Passed 12/0/1"),
        ("forge test", "Encountered a total of 1 failing tests, 11 tests succeeded\n", "Tests Failed"),
        ("Rscript -e 'devtools::test()'", "[ FAIL 0 | WARN 0 | SKIP 1 | PASS 12 ]\n", "Tests Passed 12/0/1"),
        ("julia --project -e 'using Pkg; Pkg.test()'", "     Testing Cart tests passed\n", "Tests Passed"),
        ("npx elm-test", "TEST RUN PASSED\n\nDuration: 12 ms\nPassed:   12\nFailed:   0\n", "Tests Passed 12/0/0"),
        ("robot tests", "12 tests, 11 passed, 1 failed\n", "Tests Failed 11/1/0"),
    ],
};
