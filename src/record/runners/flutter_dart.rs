//! Dart and Flutter: test, analyze, build, format.

use super::super::op::Check::{Build, Lint, Tests, Typecheck};
use super::family::*;

pub(super) const FAMILY: Family = Family {
    runner: "flutter test",
    checks: &[Tests],
    tools: &[
        Tool {
            runner: "flutter test",
            calls: &["flutter test", "dart test", "very_good test", "melos test"],
            checks: &[Tests],
            filters: &["--name", "-n", "--plain-name", "-N", "--tags", "-t", "--exclude-tags"],
            values: &["-r", "--reporter", "-j", "--concurrency", "-d", "--device-id", "-p", "--platform", "--timeout"],
            ..Tool::BASE
        },
        Tool {
            runner: "flutter analyze",
            calls: &["flutter analyze", "dart analyze", "melos analyze"],
            checks: &[Lint, Typecheck],
            ..Tool::BASE
        },
        Tool {
            runner: "flutter build",
            calls: &["flutter build", "dart compile"],
            checks: &[Build],
            operands: Operands::Ignore,
            ..Tool::BASE
        },
        Tool {
            runner: "dart format",
            calls: &["dart format", "flutter format"],
            checks: &[Lint],
            writes: Writes::Unless(&["--output=none", "--set-exit-if-changed"]),
            layout: true,
            values: &["-l", "--line-length", "-o", "--output"],
            ..Tool::BASE
        },
        Tool {
            runner: "dart fix",
            calls: &["dart fix"],
            checks: &[Lint],
            writes: Writes::With(&["--apply"]),
            vacuous: &["--dry-run", "-n"],
            ..Tool::BASE
        },
    ],
    forms: &[
        pass("All tests passed!", r"^\d\d:\d\d \+(?P<p>\d+)(?: ~(?P<s>\d+))?: All tests passed!"),
        fail("Some tests failed.", r"^\d\d:\d\d \+(?P<p>\d+)(?: ~(?P<s>\d+))? -(?P<f>\d+): Some tests failed\."),
        vacuous("No tests ran.", r"No tests ran\.$"),
        vacuous("No tests match", r"^No tests match "),
        pass("No issues found!", r"^No issues found!").of(&[Lint, Typecheck]).by("flutter analyze"),
        errors(" issue", r"^(?P<f>\d+) issues? found\.").of(&[Lint, Typecheck]).by("flutter analyze"),
        pass("✓ Built ", r"^(?:✓|√) Built \S+").of(&[Build]).by("flutter build"),
        pass("Formatted ", r"^Formatted \d+ files? \(\d+ changed\) in ").of(&[Lint]).by("dart format"),
        fail("Error: ", r"^\S+\.dart:\d+:\d+: Error: ").breaks().by("flutter build"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("flutter test", "flutter test Tests"),
        ("dart test -n adds", "flutter test Tests narrow(adds)"),
        ("flutter analyze", "flutter analyze Lint; flutter analyze Typecheck"),
        ("dart format .", "dart format Format writes layout"),
        ("flutter pub get", ""),
    ],
    outputs: &[
        ("flutter test", "00:01 +11: cart adds\r00:02 +12: All tests passed!\n", "Tests Passed 12/0/0"),
        ("flutter test", "00:02 +11 ~1 -1: Some tests failed.\n", "Tests Failed 11/1/1"),
        ("flutter analyze", "Analyzing app...\nNo issues found! (ran in 1.2s)\n", "Lint Passed; Typecheck Passed"),
        ("flutter build apk", "✓ Built build/app/outputs/flutter-apk/app-release.apk (12.3MB)\n", "Build Passed"),
    ],
};
