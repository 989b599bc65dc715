//! Deno: test, check, lint, fmt.

use super::super::op::Check::{Build, Lint, Tests, Typecheck};
use super::family::*;

const DENO: Tool = Tool {
    values: &[
        "-c",
        "--config",
        "--import-map",
        "--ext",
        "--parallel",
        "--coverage",
        "--reporter",
        "--junit-path",
        "-o",
        "--output",
    ],
    watch: &["--watch"],
    ..Tool::BASE
};

pub(super) const FAMILY: Family = Family {
    runner: "deno test",
    checks: &[Tests],
    tools: &[
        Tool { runner: "deno test", calls: &["deno test"], checks: &[Tests], filters: &["--filter", "--ignore"], vacuous: &["--no-run"], remains: &[Typecheck], ..DENO },
        Tool { runner: "deno bench", calls: &["deno bench"], checks: &[Typecheck], ..DENO },
        Tool { runner: "deno check", calls: &["deno check"], checks: &[Typecheck], silent: true, ..DENO },
        Tool { runner: "deno lint", calls: &["deno lint"], checks: &[Lint], writes: Writes::With(&["--fix"]), ..DENO },
        Tool { runner: "deno fmt", calls: &["deno fmt"], checks: &[Lint], writes: Writes::Unless(&["--check"]), layout: true, ..DENO },
        Tool { runner: "deno compile", calls: &["deno compile"], checks: &[Build], ..DENO },
    ],
    forms: &[
        tally(" passed", r"^(?:ok|FAILED) \| (?P<p>\d+) passed(?: \(\d+ steps?\))? \| (?P<f>\d+) failed(?: \(\d+ steps?\))?(?: \| (?P<s>\d+) ignored)?").of(&[Tests]),
        vacuous("No test modules found", r"^error: No test modules found").of(&[Tests]),
        fail("Test failed", r"^error: Test failed").of(&[Tests]),
        fail("Type checking failed", r"^error: Type checking failed").of(&[Typecheck]).and_called(&[Tests]).by("deno check"),
        errors("Found ", r"^Found (?P<f>\d+) problems?").of(&[Lint]).by("deno lint"),
        pass("Checked ", r"^Checked (?P<p>\d+) files?$").of(&[Lint]).by("deno lint"),
        fail("Found ", r"^error: Found \d+ not formatted files?").of(&[Lint]).by("deno fmt"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("deno test -A", "deno test Tests"),
        ("deno test --filter login", "deno test Tests narrow(login)"),
        ("deno fmt --check", "deno fmt Lint"),
        ("deno run main.ts", ""),
    ],
    outputs: &[
        ("deno test", "ok | 12 passed | 0 failed (30ms)\n", "Tests Passed 12/0/0"),
        (
            "deno task test",
            "Task test deno test -A\nFAILED | 11 passed (3 steps) | 1 failed | 2 ignored (30ms)\n\nerror: Test failed\n",
            "Tests Failed 11/1/2",
        ),
        ("deno lint", "Checked 12 files\n", "Lint Passed 12/0/0"),
        ("deno lint", "Found 2 problems\nChecked 12 files\n", "Lint Failed 12/2/0"),
    ],
};
