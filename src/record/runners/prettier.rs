//! Formatters of many languages that print in a form of their own: Prettier, dprint, Black, isort.

use super::super::op::Check::Lint;
use super::family::*;

const FORMATTER: Tool = Tool { checks: &[Lint], layout: true, ..Tool::BASE };

pub(super) const FAMILY: Family = Family {
    runner: "prettier",
    checks: &[Lint],
    tools: &[
        Tool {
            runner: "prettier",
            calls: &["prettier", "prettierd", "pretty-quick"],
            writes: Writes::With(&["--write", "-w"]),
            requires: &["--check", "-c", "--write", "-w", "--list-different", "-l"],
            values: &["--config", "--ignore-path", "--log-level", "--loglevel", "--parser", "--plugin"],
            ..FORMATTER
        },
        Tool { runner: "dprint", calls: &["dprint check"], ..FORMATTER },
        Tool { runner: "dprint", calls: &["dprint fmt"], writes: Writes::Unless(&[]), ..FORMATTER },
        Tool {
            runner: "black",
            calls: &["black"],
            writes: Writes::Unless(&["--check", "--diff"]),
            values: &["-l", "--line-length", "-t", "--target-version", "--exclude", "--include", "--config"],
            ..FORMATTER
        },
        Tool {
            runner: "isort",
            calls: &["isort"],
            silent: true,
            writes: Writes::Unless(&["--check", "--check-only", "-c", "--diff"]),
            values: &["--profile", "-l", "--settings-path", "--skip"],
            ..FORMATTER
        },
        Tool {
            runner: "yapf",
            calls: &["yapf", "autopep8"],
            silent: true,
            writes: Writes::With(&["-i", "--in-place"]),
            requires: &["-i", "--in-place", "-d", "--diff", "-q"],
            ..FORMATTER
        },
        Tool {
            runner: "clang-format",
            calls: &["clang-format"],
            silent: true,
            writes: Writes::With(&["-i"]),
            requires: &["-i", "--dry-run", "-n"],
            ..FORMATTER
        },
        Tool {
            runner: "taplo",
            calls: &["taplo fmt", "taplo format"],
            silent: true,
            writes: Writes::Unless(&["--check", "--diff"]),
            ..FORMATTER
        },
        Tool { runner: "taplo", calls: &["taplo lint", "taplo check"], silent: true, ..FORMATTER },
        Tool {
            runner: "nixfmt",
            calls: &["nixfmt", "alejandra", "nixpkgs-fmt", "stylua", "shfmt"],
            silent: true,
            writes: Writes::Unless(&["--check", "-c", "-d", "-l"]),
            ..FORMATTER
        },
        Tool { runner: "treefmt", calls: &["treefmt"], writes: Writes::Unless(&["--fail-on-change", "--ci"]), ..FORMATTER },
    ],
    forms: &[
        pass("All matched files use Prettier", r"All matched files use Prettier code style!"),
        fail("Code style issues", r"Code style issues (?:found in|were found)"),
        fail("[error] ", r"^\[error\] \S+\.\w+: SyntaxError"),
        fail("would be reformatted", r"^(?:\d+ files?) would be reformatted").by("black"),
        pass("would be left unchanged", r"^\d+ files? would be left unchanged\.").by("black"),
        pass("reformatted", r"^\d+ files? reformatted(?:[.,]|$)").by("black"),
        pass("left unchanged", r"^\d+ files? left unchanged\.?").by("black"),
        pass("already formatted", r"^\d+ files? already formatted").by("black"),
        fail("incorrectly sorted", r"^ERROR: \S+ Imports are incorrectly sorted").by("isort"),
        fail("not formatted", r"^Found \d+ not formatted files?\.").by("dprint"),
        fail("[-Wclang-format-violations]", r"\[-Wclang-format-violations\]").by("clang-format"),
        fail("would change", r"emitted \d+ files?.*[1-9]\d* (?:changed|would change)").only("treefmt"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("npx prettier --check .", "prettier Lint"),
        ("npx prettier --write src/a.ts", "prettier Format narrow(src/a.ts) writes layout"),
        ("black .", "black Format writes layout"),
        ("black --check app tests", "black Lint"),
        ("isort --check-only .", "isort Lint silent"),
    ],
    outputs: &[
        ("npx prettier --check .", "Checking formatting...\nAll matched files use Prettier code style!\n", "Lint Passed"),
        (
            "npx prettier --check .",
            "Checking formatting...\n[warn] src/a.ts\n[warn] Code style issues found in the above file. Run Prettier with --write to fix.\n",
            "Lint Failed",
        ),
        (
            "black --check .",
            "would reformat app/a.py\n\nOh no! 💥 💔 💥\n1 file would be reformatted, 3 files would be left unchanged.\n",
            "Lint Failed",
        ),
        ("black .", "reformatted app/a.py\n\nAll done! ✨ 🍰 ✨\n1 file reformatted, 3 files left unchanged.\n", "Format Passed"),
    ],
};
