//! Python environments that run checks: tox, nox, hatch test.

use super::super::op::Check::{Build, Tests};
use super::family::*;

pub(super) const FAMILY: Family = Family {
    runner: "tox",
    checks: &[Tests],
    tools: &[
        Tool {
            runner: "tox",
            calls: &["tox", "tox run", "tox run-parallel", "tox p", "tox r"],
            checks: &[Tests],
            filters: &["-e", "-f", "-m"],
            values: &["-c", "--workdir", "-p", "--parallel"],
            operands: Operands::Ignore,
            vacuous: &["-l", "--list", "--notest", "-a"],
            unless: &["-l"],
            ..Tool::BASE
        },
        Tool {
            runner: "nox",
            calls: &["nox"],
            checks: &[Tests],
            filters: &["-s", "--session", "-k", "-t", "-e"],
            operands: Operands::Ignore,
            vacuous: &["-l", "--list", "--install-only"],
            ..Tool::BASE
        },
        Tool { runner: "hatch test", calls: &["hatch test"], checks: &[Tests], filters: &["-k"], ..Tool::BASE },
        Tool {
            runner: "python build",
            calls: &[
                "build",
                "hatch build",
                "poetry build",
                "uv build",
                "flit build",
                "pdm build",
                "maturin build",
                "maturin develop",
            ],
            checks: &[Build],
            operands: Operands::Ignore,
            ..Tool::BASE
        },
        Tool { runner: "compileall", calls: &["compileall", "py_compile"], checks: &[Build], silent: true, ..Tool::BASE },
    ],
    forms: &[
        pass("congratulations :)", r"^\s*congratulations :\)"),
        fail("evaluation failed :(", r"^\s*evaluation failed :\("),
        fail("FAIL code ", r"^\s*\S+: FAIL(?: ✖ in | code \d)"),
        pass("was successful", r"^nox > Session .+ was successful").by("nox"),
        fail("nox > Session ", r"^nox > Session .+ (?:failed|aborted)").by("nox"),
        pass("Successfully built ", r"^Successfully built \S+\.(?:tar\.gz|whl)").of(&[Build]).by("python build"),
        fail("SyntaxError", r"^SyntaxError: ").of(&[Build]).only("compileall"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("tox", "tox Tests"),
        ("tox -e py312", "tox Tests"),
        ("nox -s tests", "nox Tests"),
        ("python -m py_compile app/a.py", "compileall Build narrow(app/a.py) silent"),
    ],
    outputs: &[
        (
            "tox",
            "py312: commands[0]> pytest tests\n=== 12 passed in 0.3s ===\n  py312: OK (1.2=setup[0.1]+cmd[1.1] seconds)\n  congratulations :) (1.3 seconds)\n",
            "Tests Passed 12/0/0",
        ),
        ("tox", "  py312: FAIL code 1 (1.2 seconds)\n  evaluation failed :( (1.3 seconds)\n", "Tests Failed"),
        ("nox", "nox > Session tests-3.12 was successful.\n", "Tests Passed"),
    ],
};
