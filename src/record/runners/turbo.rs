//! What monorepo runners sum up when tasks of several packages end: Turborepo, Nx, `bun --filter`, `pnpm -r`, Lerna.

use super::family::*;

pub(super) const FAMILY: Family = Family {
    runner: "turbo",
    fallback: true,
    forms: &[
        pass("Successfully ran target", r"Successfully ran targets? (?P<n>[\w:-]+)"),
        fail("Running target", r"Running targets? (?P<n>[\w:-]+)\b.*\bfailed"),
        fail("Ran target", r"Ran targets? (?P<n>[\w:-]+)\b.*\bfailed"),
        fail("Failed:", r"^\s*Failed:\s+\S+#(?P<n>[\w:-]+)"),
        fail(" ERROR ", r"^\s*ERROR\s+\S+#(?P<n>[\w:-]+): command .* exited \([1-9]\d*\)"),
        pass("successful, ", r"^\s*Tasks:\s+(?:[1-9]\d*) successful, \d+ total$"),
        pass(": Exited with code 0", r"^\S+ (?P<n>[\w:-]+): Exited with code 0$"),
        fail(": Exited with code ", r"^\S+ (?P<n>[\w:-]+): Exited with code [1-9]\d*$"),
        pass(": Done", r"^\S+ (?P<n>[\w:-]+): Done$"),
        fail(": Failed", r"^\S+ (?P<n>[\w:-]+): Failed$"),
        pass("Successfully ran", r"^lerna success run Ran npm script '(?P<n>[^']+)'"),
        fail("lerna ERR!", r"^lerna ERR! npm run (?P<n>\S+) exited [1-9]"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[],
    outputs: &[
        ("npx nx run-many -t test", " NX   Successfully ran target test for 5 projects (3s)\n", "Tests Passed"),
        (
            "npx nx run-many -t test",
            " NX   Ran target test for 5 projects (3s)\n\n    ✔    4/5 succeeded [0 read from cache]\n\n    ✖    1/5 targets failed, including the following:\n",
            "",
        ),
        (
            "turbo run build",
            " Tasks:    5 successful, 5 total\nCached:    5 cached, 5 total\n  Time:    91ms >>> FULL TURBO\n",
            "Build Passed",
        ),
        ("turbo run test", " Tasks:    4 successful, 5 total\nFailed:    web#test\n", "Tests Failed"),
        ("bun --filter '*' build", "@a/core build: Exited with code 0\n@a/web build: Exited with code 1\n", "Build Failed"),
        ("pnpm -r build", "packages/core build$ tsup\npackages/core build: Done\n", "Build Passed"),
    ],
};
