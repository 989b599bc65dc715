//! Monorepo runners and what they sum up: Bazel, Buck, Turborepo, Nx, Pants, Moon, `bun --filter`, `pnpm -r`.

use super::super::op::Check::{Build, Lint, Tests};
use super::family::*;

const BAZEL: Tool = Tool {
    values: &["--config", "--test_output", "--jobs", "-c", "--platforms"],
    filters: &["--test_filter", "--test_tag_filters", "--test_arg"],
    vacuous: &["--nobuild", "--test_output=query"],
    ..Tool::BASE
};

pub(super) const FAMILY: Family = Family {
    runner: "bazel",
    checks: &[],
    tools: &[
        Tool {
            runner: "bazel test",
            calls: &["bazel test", "bazelisk test", "buck2 test", "buck test", "pants test", "please test", "plz test"],
            checks: &[Tests],
            ..BAZEL
        },
        Tool {
            runner: "bazel build",
            calls: &["bazel build", "bazelisk build", "buck2 build", "pants package", "plz build"],
            checks: &[Build],
            ..BAZEL
        },
        Tool { runner: "pants lint", calls: &["pants lint", "pants check"], checks: &[Lint], ..BAZEL },
        Tool { runner: "pants fmt", calls: &["pants fmt"], checks: &[Lint], writes: Writes::Unless(&[]), layout: true, ..BAZEL },
    ],
    forms: &[
        tally(
            "Executed ",
            r"^Executed \d+ out of \d+ tests?: (?P<p>\d+) tests? pass(?:es)?(?:(?: and|,) (?P<f>\d+) fails? .*)?\.",
        )
        .of(&[Tests])
        .by("bazel test"),
        fail("Executed ", r"^Executed \d+ out of \d+ tests?: (?P<f>\d+) fails? ").of(&[Tests]).by("bazel test"),
        fail(" FAILED in ", r"^//\S+\s+FAILED in ").of(&[Tests]).by("bazel test"),
        pass("PASSED in ", r"^//\S+\s+(?:\(cached\) )?PASSED in ").of(&[Tests]).by("bazel test"),
        vacuous("No test targets were found", r"No test targets were found").of(&[Tests]).by("bazel test"),
        fail("Build did NOT complete", r"Build did NOT complete successfully").of(&[Build]).by("bazel build"),
        pass("Build completed successfully", r"^INFO: Build completed successfully").of(&[Build]).by("bazel build"),
        pass("Tests finished: ", r"^Tests finished: Pass (?P<p>[1-9]\d*)\. Fail 0\.").of(&[Tests]).by("bazel test"),
        fail("Tests finished: ", r"^Tests finished: Pass (?P<p>\d+)\. Fail (?P<f>\d+)\.").of(&[Tests]).by("bazel test"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("bazel test //...", "bazel test Tests"),
        ("bazel test //api:cart_test --test_output=errors", "bazel test Tests narrow(//api:cart_test)"),
        ("bazelisk build //...", "bazel build Build"),
    ],
    outputs: &[
        (
            "bazel test //...",
            "//api:cart_test   PASSED in 0.3s\n\nExecuted 1 out of 1 test: 1 test passes.\n",
            "Tests Passed 1/0/0",
        ),
        (
            "bazel test //...",
            "//api:cart_test   FAILED in 0.3s\n\nExecuted 2 out of 2 tests: 1 test passes and 1 fails locally.\n",
            "Tests Failed 1/1/0",
        ),
        ("bazel build //...", "INFO: Build completed successfully, 12 total actions\n", "Build Passed"),
    ],
};
