//! JavaScript linters: ESLint, Oxlint, XO, Standard, Stylelint, Next's lint, knip.

use super::super::op::Check::Lint;
use super::family::*;

const ESLINT: Tool = Tool {
    checks: &[Lint],
    silent: true,
    writes: Writes::With(&["--fix"]),
    values: &[
        "-c",
        "--config",
        "--ext",
        "--max-warnings",
        "-f",
        "--format",
        "--rule",
        "--ignore-pattern",
        "--ignore-path",
        "--cache-location",
        "--plugin",
        "--parser",
        "--resolve-plugins-relative-to",
        "--env",
        "-o",
        "--output-file",
        "--dir",
    ],
    vacuous: &["--print-config", "--inspect-config"],
    ..Tool::BASE
};

pub(super) const FAMILY: Family = Family {
    runner: "eslint",
    checks: &[Lint],
    tools: &[
        Tool { runner: "eslint", calls: &["eslint", "eslint_d", "next lint", "ng lint", "vue-cli-service lint"], ..ESLINT },
        Tool { runner: "oxlint", calls: &["oxlint"], silent: false, ..ESLINT },
        Tool { runner: "xo", calls: &["xo", "standard", "ts-standard", "semistandard", "tslint"], ..ESLINT },
        Tool {
            runner: "stylelint",
            calls: &[
                "stylelint",
                "markdownlint",
                "markdownlint-cli2",
                "htmlhint",
                "textlint",
                "cspell",
                "publint",
                "knip",
                "depcheck",
                "madge",
                "ls-lint",
                "commitlint",
            ],
            ..ESLINT
        },
    ],
    forms: &[
        errors("problem", r"^\s*(?:✖|✕|×|x)?\s*\d+ problems? \((?P<f>\d+) errors?, \d+ warnings?\)"),
        fail("ESLint found too many warnings", r"^ESLint found too many warnings"),
        fail("Oops! Something went wrong", r"^Oops! Something went wrong! :\("),
        pass("No ESLint warnings or errors", r"No ESLint warnings or errors"),
        errors("Found ", r"^Found \d+ warnings? and (?P<f>\d+) errors?\.?$").by("oxlint"),
        fail(" error ", r"^\s+\d+:\d+\s+error\s+\S.*\s[@\w/-]+$"),
        fail("standard: Use", r"^standard: Use JavaScript Standard Style").by("xo"),
        fail("Unused ", r"^Unused (?:files|dependencies|devDependencies|exports|exported types) \(\d+\)").by("knip"),
        pass("Excellent, Knip found no issues", r"Excellent, Knip found no issues").by("knip"),
        errors("CSpell: Files checked", r"^CSpell: Files checked: \d+, Issues found: (?P<f>\d+)").by("cspell"),
        errors("Summary: ", r"^Summary: (?P<f>\d+) error\(s\)").by("markdownlint"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("npx eslint . --ext .ts,.tsx --max-warnings 0", "eslint Lint silent"),
        ("npx eslint --fix src", "eslint Lint silent writes"),
        ("npx eslint src/a.ts", "eslint Lint narrow(src/a.ts) silent"),
        ("npm run lint", "npm run Lint"),
    ],
    outputs: &[
        (
            "npm run lint",
            "\n/home/u/src/a.ts\n  12:5  error    'x' is defined but never used  no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)\n",
            "Lint Failed 0/1/0",
        ),
        (
            "npx eslint .",
            "\n/home/u/src/a.ts\n  12:5  warning  Unexpected any  no-explicit-any\n\n✖ 3 problems (0 errors, 3 warnings)\n",
            "Lint Passed",
        ),
        ("npm run lint", "> app@1.0.0 lint\n> eslint .\n\n", "Lint Passed"),
        ("npm run lint", "✔ No ESLint warnings or errors\n", "Lint Passed"),
        ("npx oxlint", "Found 0 warnings and 2 errors.\nFinished in 5ms on 10 files using 8 threads.\n", "Lint Failed 0/2/0"),
    ],
};
