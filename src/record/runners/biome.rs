//! Biome (and Rome before it).

use super::super::op::Check::Lint;
use super::family::*;

const BIOME: Tool = Tool {
    checks: &[Lint],
    writes: Writes::With(&["--write", "--fix", "--apply", "--apply-unsafe"]),
    values: &[
        "--max-diagnostics",
        "--config-path",
        "--diagnostic-level",
        "--reporter",
        "--colors",
        "--log-level",
        "--stdin-file-path",
    ],
    filters: &["--only", "--skip"],
    narrows: &["--staged", "--changed"],
    ..Tool::BASE
};

pub(super) const FAMILY: Family = Family {
    runner: "biome",
    checks: &[Lint],
    tools: &[
        Tool {
            runner: "biome",
            calls: &["biome check", "biome lint", "biome ci", "rome check", "ultracite check", "ultracite"],
            ..BIOME
        },
        Tool { runner: "biome format", calls: &["biome format", "rome format"], layout: true, ..BIOME },
        Tool { runner: "biome", calls: &["ultracite fix"], writes: Writes::Unless(&[]), ..BIOME },
    ],
    forms: &[
        errors("Found ", r"^Found (?P<f>\d+) errors?\.$"),
        fail("Some ", r"^\s*× Some (?:errors|warnings) were emitted while "),
        fail("× ", r"^\s+× \S").only("biome"),
        pass("Checked ", r"^Checked (?P<p>\d+) files? in [\d.]+\s?\S+\. (?:No fixes applied|Fixed \d+ files?|No fixes needed)\."),
        pass("Formatted ", r"^Formatted (?P<p>\d+) files? in [\d.]+\s?\S+\. "),
        fail("No files were processed", r"No files were processed in the specified paths"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("bunx biome check --error-on-warnings", "biome Lint"),
        ("npx biome check --write .", "biome Lint writes"),
        ("npx biome format --write .", "biome format Format writes layout"),
        ("bunx biome check scripts/release.ts", "biome Lint narrow(scripts/release.ts)"),
    ],
    outputs: &[
        (
            "bun run lint",
            "$ biome check --error-on-warnings\nChecked 290 files in 129ms. No fixes applied.\n",
            "Lint Passed 290/0/0",
        ),
        (
            "bun run lint",
            "$ biome check --error-on-warnings\n\n  × Unexpected empty block.\n\nChecked 282 files in 100ms. No fixes applied.\nFound 2 errors.\ncheck ━━━━\n\n  × Some errors were emitted while running checks.\n\nerror: script \"lint\" exited with code 1\n",
            "Lint Failed 282/2/0",
        ),
        (
            "bun run lint | head -5",
            "$ biome check --error-on-warnings\n at src/a.ts format ━━━━\n\n  × Formatter would have printed the following content:\n",
            "Lint Failed",
        ),
        (
            "npm run format",
            "> format\n> biome format --write .\n\nFormatted 88 files in 7ms. Fixed 2 files.\n",
            "Format Passed 88/0/0",
        ),
    ],
};
