//! TypeScript's compiler, and checkers that print like it (vue-tsc, svelte-check).

use super::super::op::Check::{Build, Typecheck};
use super::family::*;

const TSC: Tool = Tool {
    silent: true,
    values: &[
        "-p",
        "--project",
        "-b",
        "--build",
        "--module",
        "--moduleResolution",
        "--target",
        "--outDir",
        "--jsx",
        "--lib",
        "--types",
        "--rootDir",
        "--tsBuildInfoFile",
        "--tsconfig",
        "--output",
        "--threshold",
    ],
    watch: &["-w", "--watch"],
    vacuous: &["--dry", "--listFilesOnly"],
    ..Tool::BASE
};

pub(super) const FAMILY: Family = Family {
    runner: "tsc",
    checks: &[Typecheck],
    tools: &[
        Tool { runner: "tsc", calls: &["tsc", "vue-tsc", "tsgo", "ngc", "glint"], checks: &[Typecheck, Build], ..TSC },
        Tool { runner: "svelte-check", calls: &["svelte-check", "astro check"], checks: &[Typecheck], silent: false, ..TSC },
        Tool { runner: "tsd", calls: &["tsd", "attw"], checks: &[Typecheck], ..TSC },
    ],
    forms: &[
        fail("error TS", r"\berror TS\d+: ").breaks(),
        errors(
            "Found ",
            r"^(?:.* - )?Found (?P<f>\d+) errors?(?: in (?:the same file|\d+ files|\S+:\d+).*|\. Watching for file changes\.)$",
        )
        .breaks(),
        errors("svelte-check found ", r"svelte-check found (?P<f>\d+) errors?").by("svelte-check"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("npx tsc --noEmit", "tsc Typecheck silent; tsc Build silent"),
        ("bunx tsc -p packages/core --noEmit", "tsc Typecheck silent; tsc Build silent"),
        ("npx tsc --init", ""),
        ("npm run typecheck", "npm run Typecheck"),
        ("pnpm --filter web check-types", "pnpm run Typecheck narrow(web)"),
    ],
    outputs: &[
        ("git commit -m x", "$ tsc --noEmit\n[main 4501584] x\n 1 file changed\n", "Build Passed; Typecheck Passed"),
        ("git commit -m x", "$ tsc --noEmit\nsomething else\n", "Build Ran; Typecheck Ran"),
        ("bun run typecheck", "$ tsc --noEmit\n", "Build Passed; Typecheck Passed"),
        (
            "npm run typecheck",
            "> app@1.0.0 typecheck\n> tsc --noEmit\n\nsrc/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.\n",
            "Build Failed; Typecheck Failed",
        ),
        (
            "npx tsc --noEmit",
            "src/a.ts:3:5 - error TS2322: Type 'string' is not assignable to type 'number'.\n\nFound 3 errors in 2 files.\n",
            "Build Failed 0/3/0; Typecheck Failed 0/3/0",
        ),
        ("npm run check", "svelte-check found 0 errors and 2 warnings\n", "Typecheck Passed"),
    ],
};
