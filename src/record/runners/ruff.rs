//! Python linters: Ruff, Flake8, Pylint, Bandit.

use super::super::op::Check::Lint;
use super::family::*;

const RUFF: Tool = Tool {
    checks: &[Lint],
    quiet: &["-q", "--quiet", "-s", "--silent"],
    values: &[
        "--config",
        "--output-format",
        "--target-version",
        "--line-length",
        "--cache-dir",
        "--extend-select",
        "--extend-ignore",
        "--extend-exclude",
        "--max-line-length",
        "--max-complexity",
        "--rcfile",
        "--disable",
        "--fail-under",
        "-j",
        "-f",
        "--format",
    ],
    filters: &["--select", "--ignore", "--exclude"],
    ..Tool::BASE
};

pub(super) const FAMILY: Family = Family {
    runner: "ruff",
    checks: &[Lint],
    tools: &[
        Tool {
            runner: "ruff check",
            calls: &["ruff check", "ruff"],
            writes: Writes::With(&["--fix", "--fix-only", "--unsafe-fixes"]),
            watch: &["--watch", "-w"],
            unless: &["--isolated-rule"],
            ..RUFF
        },
        Tool {
            runner: "ruff format",
            calls: &["ruff format"],
            writes: Writes::Unless(&["--check", "--diff"]),
            layout: true,
            ..RUFF
        },
        Tool {
            runner: "ruff",
            calls: &["ruff rule", "ruff config", "ruff linter", "ruff clean", "ruff server", "ruff version"],
            ..Tool::BASE
        },
        Tool { runner: "flake8", calls: &["flake8", "pyflakes", "pycodestyle", "pydocstyle", "vulture"], silent: true, ..RUFF },
        Tool { runner: "pylint", calls: &["pylint", "bandit", "djlint"], ..RUFF },
    ],
    forms: &[
        pass("All checks passed!", r"^All checks passed!$"),
        errors("Found ", r"^Found \d+ errors? \(\d+ fixed, (?P<f>\d+) remaining\)\."),
        errors("Found ", r"^Found (?P<f>\d+) errors?\.$"),
        fail("Would reformat: ", r"^Would reformat: ").by("ruff format"),
        fail("would be reformatted", r"^\d+ files? would be reformatted").by("ruff format"),
        pass("already formatted", r"^\d+ files? already formatted").by("ruff format"),
        pass("left unchanged", r"^(?:\d+ files? reformatted, )?\d+ files? left unchanged").by("ruff format"),
        pass("reformatted", r"^\d+ files? reformatted").by("ruff format"),
        fail(".py:", r"^\S+\.py:\d+:\d+: [A-Z]+\d+ ").by("flake8"),
        pass("Your code has been rated at 10", r"^Your code has been rated at 10\.00/10").by("pylint"),
        fail("ruff failed", r"^ruff failed"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("ruff check .", "ruff check Lint"),
        ("uv run ruff check --fix", "ruff check Lint writes"),
        ("ruff format --check .", "ruff format Lint"),
        ("ruff format", "ruff format Format writes layout"),
        ("ruff check -q src", "ruff check Lint silent"),
        ("python -m flake8 app/a.py", "flake8 Lint narrow(app/a.py) silent"),
    ],
    outputs: &[
        ("ruff check .", "All checks passed!\n", "Lint Passed"),
        (
            "ruff check .",
            "app/a.py:1:1: F401 [*] `os` imported but unused\nFound 1 error.\n[*] 1 fixable with the `--fix` option.\n",
            "Lint Failed 0/1/0",
        ),
        ("ruff check --fix", "Found 3 errors (3 fixed, 0 remaining).\n", "Lint Passed"),
        ("ruff format --check .", "12 files already formatted\n", "Lint Passed"),
        ("ruff format .", "3 files reformatted, 9 files left unchanged\n", "Format Passed"),
    ],
};
