//! Web bundlers and frameworks that build: Vite, Next, webpack, Rollup, esbuild, tsup, Astro, Nuxt, SvelteKit, Parcel, Angular.

use super::super::op::Check::{Build, Typecheck};
use super::family::*;

const BUNDLER: Tool = Tool {
    checks: &[Build],
    operands: Operands::Ignore,
    values: &["-c", "--config", "--mode", "-m", "--outDir", "-o"],
    watch: &["--watch", "-w"],
    ..Tool::BASE
};

pub(super) const FAMILY: Family = Family {
    runner: "vite build",
    checks: &[Build],
    tools: &[
        Tool { runner: "vite build", calls: &["vite build", "rolldown"], ..BUNDLER },
        Tool { runner: "next build", calls: &["next build", "opennextjs-cloudflare build"], ..BUNDLER },
        Tool {
            runner: "webpack",
            calls: &[
                "webpack",
                "webpack build",
                "rspack build",
                "rsbuild build",
                "react-scripts build",
                "craco build",
                "vue-cli-service build",
            ],
            unless: &["serve"],
            ..BUNDLER
        },
        Tool { runner: "rollup", calls: &["rollup"], ..BUNDLER },
        Tool {
            runner: "esbuild",
            calls: &[
                "esbuild",
                "tsup",
                "tsdown",
                "unbuild",
                "swc",
                "parcel build",
                "microbundle",
                "ncc build",
                "tailwindcss",
                "sass",
            ],
            ..BUNDLER
        },
        Tool {
            runner: "astro build",
            calls: &[
                "astro build",
                "nuxt build",
                "nuxi build",
                "remix build",
                "react-router build",
                "gatsby build",
                "svelte-kit build",
                "ng build",
                "vitepress build",
                "docusaurus build",
                "storybook build",
                "eleventy",
                "wrangler deploy",
                "expo export",
                "electron-builder",
                "tauri build",
                "hugo",
                "mkdocs build",
                "sphinx-build",
                "mdbook build",
                "jekyll build",
            ],
            unless: &["--serve", "server"],
            ..BUNDLER
        },
    ],
    forms: &[
        pass("built in ", r"^(?:✓|√) built in [\d.]+m?s"),
        fail("error during build", r"^(?:✗|x)?\s*(?:error during build|Build failed in )"),
        pass("Compiled successfully", r"^\s*(?:✓|✔|▲)?\s*Compiled successfully").by("next build"),
        fail("Failed to compile", r"^\s*(?:✗|x|⨯)?\s*Failed to compile\.?").by("next build"),
        fail("Type error: ", r"^Type error: ").of(&[Build, Typecheck]).by("next build"),
        fail("Build error occurred", r"^> Build error occurred").by("next build"),
        pass("compiled ", r"^webpack [\d.]+ compiled (?:successfully|with \d+ warnings?) in ").by("webpack"),
        errors("compiled with ", r"^webpack [\d.]+ compiled with (?P<f>\d+) errors?").by("webpack"),
        pass("created ", r"^created \S.* in [\d.]+m?s$").by("rollup"),
        fail("[!] ", r"^\[!\] (?:\(|Error|RollupError|RollupError:)").by("rollup"),
        pass("Build success in ", r"\bBuild success in \d+m?s").by("tsup"),
        fail("Build failed", r"^(?:ESM|CJS|DTS|IIFE)? ?Build failed$").by("tsup"),
        pass("⚡ Done in ", r"^⚡ Done in \d+m?s").by("esbuild"),
        errors(" error", r"^(?P<f>[1-9]\d*) errors?$").only("esbuild"),
        fail("[ERROR] ", r"^(?:✘|X) \[ERROR\] ").by("esbuild"),
        pass("Complete!", r"^(?:\d\d:\d\d:\d\d )?\[build\] Complete!").by("astro build"),
        pass("Completed in ", r"^(?:\d\d:\d\d:\d\d )?\[build\] ✓ Completed in ").by("astro build"),
        pass("Application bundle generation complete", r"^Application bundle generation complete").by("ng build"),
        fail("Application bundle generation failed", r"^Application bundle generation failed").by("ng build"),
        pass("Build complete!", r"^\[nitro\] ✔ Nuxt Nitro server built|^✨ Build complete!").by("nuxt build"),
        pass("Done in ", r"^Done in \d+m?s\.?$").only("esbuild"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("npx vite build", "vite build Build"),
        ("npx vite", ""),
        ("npx next build", "next build Build"),
        ("npx next dev", ""),
        ("npx webpack serve", "webpack Build"),
        ("npx webpack --mode production", "webpack Build"),
    ],
    outputs: &[
        (
            "npm run build",
            "> vite build\n\nvite v5.0.0 building for production...\n✓ 120 modules transformed.\ndist/index.html  0.45 kB\n✓ built in 1.23s\n",
            "Build Passed",
        ),
        ("npm run build", "error during build:\nRollupError: Could not resolve \"./x\"\n", "Build Failed"),
        (
            "npm run build",
            "  ▲ Next.js 14.1.0\n\n ✓ Compiled successfully\n   Linting and checking validity of types ...\n",
            "Build Passed",
        ),
        (
            "npm run build",
            "Failed to compile.\n\n./a.ts:3:5\nType error: Type 'string' is not assignable to type 'number'.\n",
            "Build Failed; Typecheck Failed",
        ),
        ("npx webpack", "webpack 5.90.0 compiled successfully in 1234 ms\n", "Build Passed"),
        ("npx webpack", "webpack 5.90.0 compiled with 2 errors in 1234 ms\n", "Build Failed 0/2/0"),
        ("npx tsup", "ESM ⚡️ Build success in 34ms\n", "Build Passed"),
        ("bun run css:build", "$ tailwindcss -i ./src/styles.css -o ./dist/output.css\n\nDone in 402ms.\n", "Build Passed"),
    ],
};
