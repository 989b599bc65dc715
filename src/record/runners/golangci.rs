//! Go linters: golangci-lint, staticcheck, revive.

use super::super::op::Check::Lint;
use super::family::*;

pub(super) const FAMILY: Family = Family {
    runner: "golangci-lint",
    checks: &[Lint],
    tools: &[
        Tool {
            runner: "golangci-lint",
            calls: &["golangci-lint run", "golangci-lint"],
            checks: &[Lint],
            silent: true,
            writes: Writes::With(&["--fix"]),
            filters: &["--enable-only", "--disable"],
            values: &[
                "-c",
                "--config",
                "--timeout",
                "--out-format",
                "--enable",
                "-E",
                "-D",
                "--build-tags",
                "-j",
                "--concurrency",
                "--new-from-rev",
                "--max-issues-per-linter",
                "--max-same-issues",
            ],
            unless: &["linters", "cache", "config"],
            ..Tool::BASE
        },
        Tool {
            runner: "golangci-lint fmt",
            calls: &["golangci-lint fmt"],
            checks: &[Lint],
            silent: true,
            writes: Writes::Unless(&["--diff", "-d"]),
            layout: true,
            ..Tool::BASE
        },
        Tool {
            runner: "staticcheck",
            calls: &["staticcheck", "revive", "errcheck", "gosec", "govulncheck", "nilaway", "ineffassign"],
            checks: &[Lint],
            silent: true,
            ..Tool::BASE
        },
    ],
    forms: &[
        pass("0 issues", r"^0 issues\.?$"),
        errors(" issue", r"^(?P<f>\d+) issues?:$"),
        fail("level=error", r"^level=error "),
        fail(".go:", r"^\S+\.go:\d+(?::\d+)?: .+ \([\w/-]+\)$").and_called(&[Lint]),
        pass("No vulnerabilities found", r"^No vulnerabilities found\.$").by("govulncheck"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("golangci-lint run ./...", "golangci-lint Lint silent"),
        ("golangci-lint run --fix=false --enable goconst ./pkg/a/...", "golangci-lint Lint narrow(./pkg/a/...) silent"),
        ("golangci-lint run --fix", "golangci-lint Lint silent writes"),
        ("golangci-lint --version", ""),
    ],
    outputs: &[
        ("mise run lint", "[lint] $ golangci-lint run ./...\n0 issues.\n", "Lint Passed"),
        ("mise run lint", "[lint:go] 0 issues.\n[lint:go] Finished in 3.22s\n", "Lint Passed"),
        (
            "golangci-lint run",
            "db/save.go:12:3: Error return value is not checked (errcheck)\n\tf.Close()\n\t^\n2 issues:\n* errcheck: 2\n",
            "Lint Failed 0/2/0",
        ),
        (
            "golangci-lint run 2>&1 | head -2",
            "db/save.go:12:3: Error return value is not checked (errcheck)\n\tf.Close()",
            "Lint Failed",
        ),
        ("gh issue list", "12 issues open\n", ""),
    ],
};
