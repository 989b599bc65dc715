//! Mocha, Cypress, AVA, Jasmine.

use super::super::op::Check::Tests;
use super::family::*;

const MOCHA: Tool = Tool {
    checks: &[Tests],
    filters: &["-g", "--grep", "-f", "--fgrep", "--spec", "-s", "--match", "-m", "--exclude", "--filter"],
    values: &[
        "-r",
        "--require",
        "--timeout",
        "-t",
        "--reporter",
        "-R",
        "--config",
        "--ui",
        "-u",
        "--extension",
        "--loader",
        "--browser",
        "-b",
        "--env",
        "--project",
    ],
    watch: &["--watch", "-w"],
    vacuous: &["--dry-run"],
    ..Tool::BASE
};

pub(super) const FAMILY: Family = Family {
    runner: "mocha",
    checks: &[Tests],
    tools: &[
        Tool { runner: "mocha", calls: &["mocha", "nyc mocha", "c8 mocha", "electron-mocha"], ..MOCHA },
        Tool { runner: "cypress", calls: &["cypress run"], ..MOCHA },
        Tool { runner: "ava", calls: &["ava", "nyc ava", "c8 ava"], ..MOCHA },
        Tool { runner: "jasmine", calls: &["jasmine"], ..MOCHA },
    ],
    forms: &[
        tally(" passing", r"^\s*(?:✔ )?(?P<p>\d+) passing(?: \(|$)"),
        tally(" failing", r"^\s*(?P<f>\d+) failing$"),
        counts(" pending", r"^\s*(?P<s>\d+) pending$").beside(" passing"),
        pass("All specs passed", r"All specs passed!").by("cypress"),
        fail(" failed (", r"^\s*(?:✖|×)\s+\d+ of \d+ failed \(\d+%\)").by("cypress"),
        vacuous("Can't run because no spec files", r"no spec files were found").by("cypress"),
        vacuous("No test files found", r"^Error: No test files found"),
        tally(" specs, ", r"^(?P<t>\d+) specs?, (?P<f>\d+) failures?(?:, (?P<s>\d+) pending specs?)?").by("jasmine"),
        tally(" passed", r"^\s*(?P<p>\d+) tests? passed$").by("ava").only("ava"),
        tally(" failed", r"^\s*(?P<f>\d+) tests? failed$").by("ava").only("ava"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("npx mocha --grep login", "mocha Tests narrow(login)"),
        ("npx cypress run", "cypress Tests"),
        ("npx cypress open", ""),
    ],
    outputs: &[
        ("npm test", "> mocha\n\n  login\n    ✔ shows failed state\n\n  12 passing (30ms)\n  2 pending\n", "Tests Passed 12/0/2"),
        ("npm test", "  11 passing (30ms)\n  1 failing\n\n  1) login:\n     AssertionError\n", "Tests Failed 11/1/0"),
        ("npx mocha", "  0 passing (1ms)\n", "Tests Vacuous"),
        (
            "npx cypress run",
            "    ✖  1 of 3 failed (33%)      00:12        9        8        1        -        -\n",
            "Tests Failed",
        ),
        ("npx jasmine", "12 specs, 0 failures\nFinished in 0.1 seconds\n", "Tests Passed 12/0/0"),
    ],
};
