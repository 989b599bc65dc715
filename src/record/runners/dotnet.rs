//! .NET: dotnet test, build, format; MSBuild; VSTest.

use super::super::op::Check::{Build, Lint, Tests};
use super::family::*;

const DOTNET: Tool = Tool {
    operands: Operands::Ignore,
    values: &[
        "-c",
        "--configuration",
        "-f",
        "--framework",
        "-v",
        "--verbosity",
        "-l",
        "--logger",
        "-o",
        "--output",
        "-r",
        "--runtime",
        "--collect",
        "--settings",
        "--results-directory",
        "--severity",
    ],
    ..Tool::BASE
};

pub(super) const FAMILY: Family = Family {
    runner: "dotnet",
    checks: &[Build],
    compiles: true,
    tools: &[
        Tool {
            runner: "dotnet test",
            calls: &["dotnet test", "dotnet vstest", "vstest.console"],
            checks: &[Tests],
            filters: &["--filter", "--project", "--filter-class", "--filter-method"],
            vacuous: &["--list-tests", "-t"],
            ..DOTNET
        },
        Tool {
            runner: "dotnet build",
            calls: &["dotnet build", "dotnet publish", "dotnet pack", "dotnet msbuild", "msbuild"],
            checks: &[Build],
            ..DOTNET
        },
        Tool {
            runner: "dotnet format",
            calls: &["dotnet format", "csharpier", "dotnet csharpier"],
            checks: &[Lint],
            silent: true,
            writes: Writes::Unless(&["--verify-no-changes", "--check", "--dry-run"]),
            layout: true,
            ..DOTNET
        },
    ],
    forms: &[
        tally(
            "Passed: ",
            r"^\s*(?:Passed!|Failed!|Skipped!)\s+- Failed:\s+(?P<f>\d+), Passed:\s+(?P<p>\d+), Skipped:\s+(?P<s>\d+), Total:",
        )
        .of(&[Tests])
        .by("dotnet test"),
        tally(
            "Test summary: ",
            r"Test summary: total: (?P<t>\d+), failed: (?P<f>\d+), succeeded: (?P<p>\d+), skipped: (?P<s>\d+)",
        )
        .of(&[Tests])
        .by("dotnet test"),
        fail("Test Run Failed", r"^Test Run Failed\.").of(&[Tests]).by("dotnet test"),
        pass("Test Run Successful", r"^Test Run Successful\.").of(&[Tests]).by("dotnet test"),
        vacuous("No test is available", r"^No test is available in ").of(&[Tests]).by("dotnet test"),
        vacuous("No test matches", r"^No test matches the given testcase filter").of(&[Tests]).by("dotnet test"),
        pass("Build succeeded", r"^\s*Build succeeded(?:\.| with \d+ warning| in )").of(&[Build]).by("dotnet build"),
        fail("Build FAILED", r"^\s*Build FAILED\.").breaks().by("dotnet build"),
        fail("Build failed with", r"^\s*Build failed with \d+ error").breaks().by("dotnet build"),
        errors(" Error(s)", r"^\s*(?P<f>\d+) Error\(s\)$").breaks().by("dotnet build"),
        fail(": error CS", r": error (?:CS|MSB|NU|FS|BC)\d+: ").breaks().by("dotnet build"),
        fail("WHITESPACE", r": error WHITESPACE: ").of(&[Lint]).by("dotnet format"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("dotnet test", "dotnet test Tests"),
        ("dotnet test tests/Cart.Tests -c Release --filter Name~Add", "dotnet test Tests narrow(Name~Add)"),
        ("dotnet build -c Release", "dotnet build Build"),
        ("dotnet format --verify-no-changes", "dotnet format Lint silent"),
        ("dotnet run", ""),
    ],
    outputs: &[
        (
            "dotnet test",
            "Passed!  - Failed:     0, Passed:     9, Skipped:     0, Total:     9, Duration: 12 ms - Cart.Tests.dll (net8.0)\n",
            "Tests Passed 9/0/0; Build Passed",
        ),
        (
            "dotnet test",
            "Failed!  - Failed:     1, Passed:     8, Skipped:     1, Total:    10, Duration: 12 ms\n",
            "Tests Failed 8/1/1; Build Passed",
        ),
        ("dotnet build", "Build succeeded.\n    2 Warning(s)\n    0 Error(s)\n", "Build Passed"),
        (
            "dotnet test",
            "Cart.cs(3,5): error CS0103: The name 'x' does not exist\n\nBuild FAILED.\n",
            "Tests Failed; Build Failed",
        ),
        (
            "dotnet test",
            "Test summary: total: 12, failed: 0, succeeded: 12, skipped: 0, duration: 1.2s\nBuild succeeded in 2.3s\n",
            "Tests Passed 12/0/0; Build Passed",
        ),
    ],
};
