//! Linters of scripts, configuration and prose: ShellCheck, hadolint, actionlint, yamllint, typos, and the like.

use super::super::op::Check::Lint;
use super::family::*;

const LINTER: Tool = Tool {
    checks: &[Lint],
    silent: true,
    values: &["-c", "--config", "-f", "--format", "-s", "--shell", "-e", "--exclude", "-S", "--severity"],
    ..Tool::BASE
};

pub(super) const FAMILY: Family = Family {
    runner: "shellcheck",
    checks: &[Lint],
    tools: &[
        Tool { runner: "shellcheck", calls: &["shellcheck"], ..LINTER },
        Tool { runner: "hadolint", calls: &["hadolint"], ..LINTER },
        Tool { runner: "actionlint", calls: &["actionlint", "zizmor"], ..LINTER },
        Tool { runner: "yamllint", calls: &["yamllint"], ..LINTER },
        Tool {
            runner: "typos",
            calls: &["typos", "codespell", "vale", "proselint"],
            writes: Writes::With(&["-w", "--write-changes"]),
            ..LINTER
        },
        Tool {
            runner: "sqlfluff",
            calls: &["sqlfluff lint", "sqlfluff fix", "squawk"],
            silent: false,
            writes: Writes::With(&["--fix"]),
            ..LINTER
        },
        Tool { runner: "buf lint", calls: &["buf lint", "buf breaking", "protolint", "protolint lint"], ..LINTER },
        Tool { runner: "spectral", calls: &["spectral lint", "redocly lint", "vacuum lint"], silent: false, ..LINTER },
        Tool { runner: "luacheck", calls: &["luacheck", "selene"], silent: false, ..LINTER },
        Tool {
            runner: "semgrep",
            calls: &["semgrep", "semgrep scan", "semgrep ci", "gitleaks detect", "trivy fs", "trivy config", "checkov", "tfsec"],
            silent: false,
            ..LINTER
        },
        Tool { runner: "bash -n", calls: &["bash", "sh", "zsh"], requires: &["-n"], ..LINTER },
    ],
    forms: &[
        fail("In ", r"^In \S+ line \d+:$"),
        fail(" DL", r"^\S+:\d+ (?:DL|SC)\d+ (?:error|warning|info)").by("hadolint"),
        fail(".yml:", r"^\S+\.ya?ml:\d+:\d+: .+ \[[\w-]+\]$").by("actionlint"),
        fail("  error  ", r"^\s+\d+:\d+\s+error\s+.+\([\w-]+\)$").by("yamllint"),
        fail("error: `", r"^error: `[^`]+` should be ").by("typos"),
        pass("All Finished!", r"^All Finished!").by("sqlfluff"),
        fail("== [", r"^== \[.+\] FAIL$").by("sqlfluff"),
        errors("Total: ", r"^Total: \d+ warnings? / (?P<f>\d+) errors? in \d+ files?").by("luacheck"),
        pass("No results with a severity", r"^No results with a severity of 'error' found!").by("spectral"),
        fail(" problems (", r"^✖ \d+ problems \([1-9]\d* errors?, .*\binfos?\b").by("spectral"),
        errors(" findings", r"^(?:Ran \d+ rules on \d+ files: )?(?P<f>\d+) findings\.?$").by("semgrep"),
        pass("no leaks found", r"no leaks found").by("gitleaks"),
        fail("syntax error", r"^\S+: line \d+: syntax error").only("bash -n"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("shellcheck scripts/a.sh", "shellcheck Lint narrow(scripts/a.sh) silent"),
        ("bash -n deploy.sh", "bash -n Lint narrow(deploy.sh) silent"),
        ("yamllint .", "yamllint Lint silent"),
        ("bash deploy.sh", ""),
    ],
    outputs: &[
        ("shellcheck a.sh", "\nIn a.sh line 3:\nrm $x\n   ^-- SC2086 (info): Double quote to prevent globbing.\n", "Lint Failed"),
        ("luacheck .", "Total: 0 warnings / 0 errors in 12 files\n", "Lint Passed"),
        ("actionlint", ".github/workflows/ci.yml:3:5: unexpected key \"foo\" [syntax-check]\n", "Lint Failed"),
    ],
};
