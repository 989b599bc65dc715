//! Python type checkers: mypy, Pyright, ty, Pyre.

use super::super::op::Check::Typecheck;
use super::family::*;

const CHECKER: Tool = Tool {
    checks: &[Typecheck],
    values: &[
        "--config-file",
        "--config",
        "-p",
        "--project",
        "--python-version",
        "--cache-dir",
        "--pythonversion",
        "--level",
        "--python",
        "--python-executable",
        "--pythonpath",
        "--output",
    ],
    filters: &["-m", "--exclude"],
    watch: &["-w", "--watch"],
    ..Tool::BASE
};

pub(super) const FAMILY: Family = Family {
    runner: "mypy",
    checks: &[Typecheck],
    tools: &[
        Tool { runner: "mypy", calls: &["mypy", "dmypy run", "dmypy check"], ..CHECKER },
        Tool { runner: "pyright", calls: &["pyright", "basedpyright"], ..CHECKER },
        Tool { runner: "ty", calls: &["ty check", "pyrefly check", "pyre check", "pyre", "pytype", "zuban check"], ..CHECKER },
    ],
    forms: &[
        pass("Success: no issues found", r"^Success: no issues found in (?P<p>\d+) source files?"),
        errors("Found ", r"^Found (?P<f>\d+) errors? in \d+ files? \("),
        fail(": error: ", r"^\S+\.pyi?:\d+(?::\d+)?: error: "),
        errors(" error", r"^(?P<f>\d+) errors?, \d+ warnings?, \d+ (?:informations?|notes?)\s*$").by("pyright"),
        pass("All checks passed!", r"^All checks passed!").only("ty"),
        errors("Found ", r"^Found (?P<f>\d+) diagnostics?$").by("ty"),
        pass("No type errors found", r"No type errors found").by("pyre"),
        errors(" INFO ", r"^\s*INFO (?P<f>\d+) errors?\b").by("pyrefly").only("ty"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("mypy src --strict", "mypy Typecheck"),
        ("uv run mypy app/a.py", "mypy Typecheck narrow(app/a.py)"),
        ("npx pyright", "pyright Typecheck"),
        ("uvx ty check", "ty Typecheck"),
    ],
    outputs: &[
        ("mypy .", "Success: no issues found in 12 source files\n", "Typecheck Passed 12/0/0"),
        (
            "mypy .",
            "app/a.py:3: error: Incompatible types in assignment  [assignment]\nFound 1 error in 1 file (checked 12 source files)\n",
            "Typecheck Failed 0/1/0",
        ),
        ("pyright", "0 errors, 2 warnings, 0 informations \n", "Typecheck Passed"),
        (
            "pyright",
            "/home/u/app/a.py:3:5 - error: Type \"str\" is not assignable\n1 error, 0 warnings, 0 informations\n",
            "Typecheck Failed 0/1/0",
        ),
        ("ty check", "Found 3 diagnostics\n", "Typecheck Failed 0/3/0"),
    ],
};
