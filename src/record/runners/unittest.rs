//! Python's unittest and what prints like it: Django, nose2.

use super::super::op::Check::Tests;
use super::family::*;

pub(super) const FAMILY: Family = Family {
    runner: "unittest",
    checks: &[Tests],
    tools: &[
        Tool {
            runner: "unittest",
            calls: &["unittest discover"],
            checks: &[Tests],
            filters: &["-k", "-p"],
            values: &["-s", "-t", "--start-directory", "--top-level-directory"],
            operands: Operands::Ignore,
            ..Tool::BASE
        },
        Tool {
            runner: "unittest",
            calls: &["unittest", "nose2", "nosetests", "trial"],
            checks: &[Tests],
            filters: &["-k"],
            ..Tool::BASE
        },
        Tool {
            runner: "django test",
            calls: &["manage.py test", "django-admin test", "python manage.py test", "python3 manage.py test"],
            checks: &[Tests],
            filters: &["-k", "--tag", "--exclude-tag"],
            values: &["--settings", "--parallel", "-v", "--verbosity", "--testrunner"],
            ..Tool::BASE
        },
    ],
    forms: &[
        vacuous("NO TESTS RAN", r"^NO TESTS RAN"),
        counts("Ran ", r"^Ran (?P<t>\d+) tests? in [\d.]+s"),
        pass("OK", r"^OK(?: \((?:skipped=(?P<s>\d+))?.*\))?$").beside("Ran "),
        fail("FAILED (", r"^FAILED \((?:failures=(?P<f>\d+))?(?:, )?(?:errors=(?P<e>\d+))?(?:, )?(?:skipped=(?P<s>\d+))?"),
        one_pass("... ok", r"^test\w* \([\w.]+\).* \.\.\. ok$"),
        one_fail("FAIL: ", r"^FAIL: \w+ \([\w.]+\)"),
        one_fail("ERROR: ", r"^ERROR: \w+ \([\w.]+\)"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("python -m unittest discover -s tests", "unittest Tests"),
        ("python3 -m unittest tests.test_a", "unittest Tests narrow(tests.test_a)"),
        ("python manage.py test shop --parallel 4", "django test Tests narrow(shop)"),
    ],
    outputs: &[
        (
            "python -m unittest",
            "............\n----------------------------------------------------------------------\nRan 12 tests in 0.003s\n\nOK (skipped=2)\n",
            "Tests Passed 10/0/2",
        ),
        (
            "python -m unittest",
            "ERROR: test_b (tests.test_a.A)\nRan 12 tests in 0.003s\n\nFAILED (failures=1, errors=1)\n",
            "Tests Failed 10/2/0",
        ),
        ("python -m unittest", "\nRan 0 tests in 0.000s\n\nOK\n", "Tests Vacuous"),
        ("python -m unittest", "\nRan 2 tests in 0.000s\n\nOK (skipped=2)\n", "Tests Vacuous 0/0/2"),
        ("./serve", "OK\n", ""),
    ],
};
