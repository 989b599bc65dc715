//! pytest.

use super::super::op::Check::Tests;
use super::family::*;

pub(super) const FAMILY: Family = Family {
    runner: "pytest",
    checks: &[Tests],
    tools: &[Tool {
        runner: "pytest",
        calls: &["pytest", "py.test", "pytest-watch", "ptw"],
        checks: &[Tests],
        filters: &["-k", "-m", "--deselect", "--ignore", "--ignore-glob"],
        narrows: &["--lf", "--last-failed", "--ff", "--sw", "--stepwise", "--picked", "--testmon"],
        values: &[
            "-n",
            "--numprocesses",
            "-p",
            "-c",
            "-o",
            "-W",
            "--tb",
            "--cov",
            "--cov-report",
            "--cov-config",
            "--cov-fail-under",
            "--maxfail",
            "--durations",
            "--junitxml",
            "--junit-xml",
            "--rootdir",
            "--timeout",
            "--color",
            "-r",
            "--dist",
            "--reruns",
            "--log-level",
            "--log-cli-level",
            "--basetemp",
            "--confcutdir",
            "--import-mode",
            "--capture",
            "--asyncio-mode",
            "--ds",
            "--seed",
        ],
        vacuous: &["--collect-only", "--co", "--fixtures", "--markers", "--setup-plan"],
        watch: &["--looponfail", "-f"],
        ..Tool::BASE
    }],
    forms: &[
        tally(
            " in ",
            r"^=*\s*\d+ (?:failed|passed|skipped|deselected|xfailed|xpassed|errors?|warnings?|rerun)\b.* in \d[\d.]*s\b",
        ),
        vacuous("no tests ran", r"^=*\s*no tests ran\b"),
        vacuous("no tests collected", r"^=*\s*no tests collected\b"),
        vacuous("collected 0 items", r"^collected 0 items"),
        fail("during collection", r"^!+ Interrupted: \d+ errors? during collection"),
        fail("INTERNALERROR", r"^INTERNALERROR>"),
        fail("ERROR: ", r"^ERROR: (?:file or directory not found|not found|usage:|found no collectors)"),
        one_fail("FAILED ", r"^FAILED \S+\.py\b"),
        one_fail("ERROR ", r"^ERROR \S+\.py(?:::| - |$)"),
        one_pass(" PASSED", r"^\S+::\S.* PASSED\b"),
        one_fail(" FAILED", r"^\S+::\S.* FAILED\b"),
        one_skip(" SKIPPED", r"^\S+::\S.* SKIPPED\b"),
        one_skip(" XFAIL", r"^\S+::\S.* XFAIL\b"),
        ran("test session starts", r"^=+ test session starts =+"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("pytest -q", "pytest Tests"),
        ("python3 -m pytest tests/ --tb=short -x", "pytest Tests"),
        ("uv run pytest -k 'login and not slow'", "pytest Tests narrow(login and not slow)"),
        ("pytest --tb short tests/test_a.py::test_b", "pytest Tests narrow(tests/test_a.py::test_b)"),
        ("pytest --collect-only -q", "pytest Tests vacuous"),
        ("coverage run --source=app -m pytest", "pytest Tests"),
        ("pytest --version", ""),
        ("poetry run pytest --lf", "pytest Tests narrow(--lf)"),
    ],
    outputs: &[
        ("pytest -q", "....                                    [100%]\n4 passed in 0.12s\n", "Tests Passed 4/0/0"),
        (
            "pytest",
            "==== test session starts ====\ncollected 45 items\n\nFAILED tests/test_a.py::test_b - AssertionError: assert 1 == 2\n=== 1 failed, 42 passed, 2 skipped, 3 warnings in 12.03s (0:00:12) ===\n",
            "Tests Failed 42/1/2",
        ),
        ("pytest", "=== 42 passed, 3 xfailed, 1 rerun in 1.20s ===", "Tests Passed 42/0/0"),
        ("pytest", "=== 1 failed, 42 passed, 1 rerun in 1.20s ===", "Tests Failed 42/1/0"),
        (
            "pytest",
            "Traceback (most recent call last):\n  File \"demo.py\", line 1\nDeprecationWarning: old\n42 passed in 0.5s\n",
            "Tests Passed 42/0/0",
        ),
        (
            "pytest -k nothing",
            "collected 45 items / 45 deselected / 0 selected\n\n=== 45 deselected in 0.03s ===\n",
            "Tests Vacuous",
        ),
        ("pytest", "collected 0 items\n\n=== no tests ran in 0.01s ===\n", "Tests Vacuous"),
        ("pytest", "=== 5 skipped in 0.01s ===\n", "Tests Vacuous 0/0/5"),
        (
            "pytest",
            "collected 0 items / 1 error\n\nERROR tests/test_a.py - ImportError\n!!!! Interrupted: 1 error during collection !!!!\n=== 1 error in 0.20s ===\n",
            "Tests Failed 0/1/0",
        ),
        ("pytest | head -3", "==== test session starts ====\nplatform linux -- Python 3.12\ncollected 45 items\n", "Tests Ran"),
        (
            "pytest -v",
            "tests/test_a.py::test_failed_login PASSED                [ 50%]\ntests/test_a.py::test_b PASSED      [100%]\n",
            "Tests Passed",
        ),
        ("make check", "12 passed in 1.2s\n", "Tests Passed 12/0/0"),
        ("./tool", "3 files passed in review\n", ""),
    ],
};
