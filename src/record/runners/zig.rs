//! Zig, Nim, Odin, V, D: compilers with a test command of their own.

use super::super::op::Check::{Build, Lint, Tests};
use super::family::*;

pub(super) const FAMILY: Family = Family {
    runner: "zig",
    checks: &[Build],
    compiles: true,
    tools: &[
        Tool {
            runner: "zig test",
            calls: &["zig test", "zig build test"],
            checks: &[Tests],
            silent: true,
            filters: &["--test-filter"],
            operands: Operands::Ignore,
            ..Tool::BASE
        },
        Tool {
            runner: "zig build",
            calls: &["zig build", "zig build-exe", "zig build-lib"],
            checks: &[Build],
            silent: true,
            operands: Operands::Ignore,
            ..Tool::BASE
        },
        Tool {
            runner: "zig fmt",
            calls: &["zig fmt"],
            checks: &[Lint],
            silent: true,
            writes: Writes::Unless(&["--check"]),
            layout: true,
            ..Tool::BASE
        },
        Tool {
            runner: "nim",
            calls: &["nimble test", "testament all", "dub test", "v test", "odin test"],
            checks: &[Tests],
            ..Tool::BASE
        },
        Tool {
            runner: "nim build",
            calls: &["nimble build", "nim c", "dub build", "odin build"],
            checks: &[Build],
            ..Tool::BASE
        },
    ],
    forms: &[
        pass(" tests passed.", r"^All (?P<p>\d+) tests passed\.$").of(&[Tests]).by("zig test"),
        tally(" passed; ", r"^(?P<p>\d+) passed; (?P<s>\d+) skipped; (?P<f>\d+) failed\.").of(&[Tests]).by("zig test"),
        tally(
            "Build Summary: ",
            r"^Build Summary: .*; (?P<p>\d+)/(?P<t>\d+) tests passed(?:; (?P<s>\d+) skipped)?(?:; (?P<f>\d+) failed)?",
        )
        .of(&[Tests])
        .by("zig test"),
        fail("error: the following", r"^error: the following (?:build command failed|test command failed)").breaks(),
        fail("error: ", r"^\S+\.zig:\d+:\d+: error: ").breaks(),
        fail("tests failed", r"^\d+ of \d+ tests? failed").of(&[Tests]).by("zig test"),
        fail("Error: ", r"^\S+\.nim\(\d+, \d+\) Error: ").breaks().by("nim build"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("zig build test", "zig test Tests silent"),
        ("zig build -Doptimize=ReleaseFast", "zig build Build silent"),
        ("zig fmt --check src", "zig fmt Lint silent"),
    ],
    outputs: &[
        ("zig test src/a.zig", "All 12 tests passed.\n", "Tests Passed 12/0/0; Build Passed"),
        (
            "zig build test --summary all",
            "Build Summary: 3/3 steps succeeded; 12/12 tests passed\n",
            "Tests Passed 12/0/0; Build Passed",
        ),
        ("zig build", "src/a.zig:3:5: error: expected type 'u8'\n", "Build Failed"),
    ],
};
