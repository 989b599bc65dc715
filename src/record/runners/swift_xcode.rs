//! Swift and Xcode: swift test and build, xcodebuild, SwiftLint, swift-format.

use super::super::op::Check::{Build, Lint, Tests};
use super::family::*;

const XCODE: Tool = Tool {
    operands: Operands::Ignore,
    values: &[
        "-scheme",
        "-project",
        "-workspace",
        "-destination",
        "-configuration",
        "-sdk",
        "-derivedDataPath",
        "-resultBundlePath",
        "-testPlan",
    ],
    filters: &["-only-testing", "-skip-testing", "-only-test-configuration"],
    ..Tool::BASE
};

pub(super) const FAMILY: Family = Family {
    runner: "swift",
    checks: &[Build],
    compiles: true,
    tools: &[
        Tool {
            runner: "swift test",
            calls: &["swift test"],
            checks: &[Tests],
            filters: &["--filter", "--skip"],
            values: &["--package-path", "-c", "--configuration", "--num-workers"],
            vacuous: &["--list-tests", "-l"],
            ..Tool::BASE
        },
        Tool {
            runner: "swift build",
            calls: &["swift build", "swiftc"],
            checks: &[Build],
            filters: &["--target", "--product"],
            values: &["--package-path", "-c", "--configuration", "-o"],
            ..Tool::BASE
        },
        Tool {
            runner: "xcodebuild test",
            calls: &[
                "xcodebuild test",
                "xcodebuild clean test",
                "xcodebuild test-without-building",
                "xcodebuild build test",
                "fastlane test",
                "fastlane scan",
            ],
            checks: &[Tests],
            ..XCODE
        },
        Tool {
            runner: "xcodebuild build",
            calls: &[
                "xcodebuild build",
                "xcodebuild clean build",
                "xcodebuild archive",
                "xcodebuild build-for-testing",
                "xcodebuild",
            ],
            checks: &[Build],
            unless: &["-list", "-showBuildSettings", "-version", "-showdestinations"],
            ..XCODE
        },
        Tool {
            runner: "swiftlint",
            calls: &["swiftlint", "swiftlint lint", "swift-format lint"],
            checks: &[Lint],
            writes: Writes::With(&["--fix"]),
            ..Tool::BASE
        },
        Tool {
            runner: "swiftformat",
            calls: &["swiftformat", "swift-format", "swift format"],
            checks: &[Lint],
            silent: true,
            writes: Writes::Unless(&["--lint", "--dryrun"]),
            layout: true,
            ..Tool::BASE
        },
    ],
    forms: &[
        vacuous("Executed 0 tests", r"^\s*Executed 0 tests, with 0 failures").of(&[Tests]).by("swift test"),
        ran("Executed ", r"^\s*Executed \d+ tests?, with ").of(&[Tests]).by("swift test"),
        tally("Test run with ", r"Test run with (?P<t>\d+) tests?(?: in \d+ suites?)? passed after ")
            .of(&[Tests])
            .by("swift test"),
        fail("Test run with ", r"Test run with (?P<t>\d+) tests?(?: in \d+ suites?)? failed after .* with (?P<f>\d+) issues?")
            .of(&[Tests])
            .by("swift test"),
        pass("' passed at", r"^Test Suite '(?:All tests|Selected tests)' passed at").of(&[Tests]).by("swift test"),
        fail("' failed at", r"^Test Suite '.*' failed at").of(&[Tests]).by("swift test"),
        one_fail("' failed (", r"^Test Case '.*' failed \(").of(&[Tests]).by("swift test"),
        one_pass("' passed (", r"^Test Case '.*' passed \(").of(&[Tests]).by("swift test"),
        pass("** TEST SUCCEEDED **", r"^\*\* TEST (?:EXECUTE )?SUCCEEDED \*\*").of(&[Tests]).by("xcodebuild test"),
        fail("** TEST ", r"^\*\* TEST (?:EXECUTE )?FAILED \*\*").of(&[Tests]).by("xcodebuild test"),
        pass("SUCCEEDED **", r"^\*\* (?:CLEAN |ARCHIVE |TEST )?BUILD SUCCEEDED \*\*").of(&[Build]).by("xcodebuild build"),
        pass("** ARCHIVE SUCCEEDED", r"^\*\* ARCHIVE SUCCEEDED \*\*").of(&[Build]).by("xcodebuild build"),
        fail("** BUILD FAILED", r"^\*\* BUILD FAILED \*\*").breaks().by("xcodebuild build"),
        pass("Build complete!", r"^Build complete!").of(&[Build]).by("swift build"),
        fail("error: ", r"^\S+\.swift:\d+:\d+: error: ").breaks(),
        fail("error: fatalError", r"^error: fatalError$").breaks(),
        errors("Done linting! Found ", r"^Done linting! Found \d+ violations?, (?P<f>\d+) serious in \d+ files?")
            .of(&[Lint])
            .by("swiftlint"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("swift test", "swift test Tests"),
        ("swift test --filter CartTests", "swift test Tests narrow(CartTests)"),
        ("xcodebuild test -scheme App -destination 'platform=iOS Simulator,name=iPhone 15'", "xcodebuild test Tests"),
        ("xcodebuild -scheme App build", "xcodebuild build Build"),
        ("xcodebuild -list", ""),
    ],
    outputs: &[
        (
            "swift test",
            "Build complete! (0.12s)\nTest Suite 'All tests' passed at 2026-01-01 10:00:00.000.\n\t Executed 12 tests, with 0 failures (0 unexpected) in 0.003 (0.005) seconds\n",
            "Build Passed; Tests Passed",
        ),
        (
            "swift test",
            "Test Suite 'All tests' failed at 2026-01-01 10:00:00.000.\n\t Executed 12 tests, with 1 failure (0 unexpected) in 0.003 (0.005) seconds\n",
            "Tests Failed; Build Passed",
        ),
        ("swift test", "✔ Test run with 12 tests passed after 0.005 seconds.\n", "Tests Passed 12/0/0; Build Passed"),
        ("swift build", "Sources/App/a.swift:3:5: error: cannot find 'x' in scope\n", "Build Failed"),
        ("xcodebuild test -scheme App", "** TEST SUCCEEDED **\n", "Tests Passed; Build Passed"),
        ("swiftlint", "Done linting! Found 2 violations, 0 serious in 12 files.\n", "Lint Passed"),
    ],
};
