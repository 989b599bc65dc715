//! # file_updated
//!
//! ## What it says
//! A named file was updated, edited, fixed, renamed; something was added to it or removed from it.
//!
//! ## What backs it
//! A successful edit or write of that file: an edit or patch tool, `sed -i`, a formatter, `git mv`.
//!
//! ## What it is not
//! Work with no file named (`done`, `fixed`), sub-bullets under a file that is named already (part of its claim), what a file
//! contains ("`a.rs` holds the parser"), other people's changes in a review.
//!
//! ## Examples
//! "Updated `package.json`" · "**`src/a.ts`** — Added X" · "`state.go:30` | Updated comment" · "Renamed a.ts to b.ts" ·
//! "setup.cfg now has the flag"

use super::{Rule, common};
use crate::claim::sentence::{Found, Sentence};
use crate::claim::ClaimType;

pub(super) const RULE: Rule = Rule {
    ty: ClaimType::FileUpdated,
    source: include_str!("file_updated.rs"),
    find,
    yes: &[
        ("`tasks/notes.md` に説明を追加しました。", Some("tasks/notes.md")),
        ("`internal/cli_test.go` — フラグのテスト追加", Some("internal/cli_test.go")),
        ("更新したファイル:\n- `docs/a.md`", Some("docs/a.md")),
        ("- Wired the suite to use it:\n  - [d/set.yaml](/srv/x/d/set.yaml)", Some("d/set.yaml")),
        ("1. **`load`** (`find.ts:236`): Added a `verbose` parameter.", Some("find.ts")),
        ("I changed `ledgerkit/money.py`.", Some("ledgerkit/money.py")),
        ("- `app/(auth)/page.tsx:21` rewires the form to fetch its own data.", Some("app/(auth)/page.tsx")),
        ("- `useA.ts:81` and `useB.ts:29` now patch both caches.", Some("useB.ts")),
        ("- `api/[id]/route.ts:1` plus `src/stats.ts:99` expose the endpoint.", Some("src/stats.ts")),
        ("Key follow-up adjustments made while getting there:\n- `a/(x)/sheet.tsx` only injects the data.", Some("a/(x)/sheet.tsx")),
        ("I updated the feature README pointer in [x/README.md](/srv/x/README.md).", Some("x/README.md")),
        ("**What changed**\n- `src/config.ts`: new `parseConfig` helper", Some("src/config.ts")),
        ("Done! `config.yaml` is updated.", Some("config.yaml")),
        ("`config.yaml` and `app.yaml` were both updated.", Some("app.yaml")),
        ("Key adjustments made on the way:\n- `a/sheet.tsx` uses the fetched data directly.", Some("a/sheet.tsx")),
        ("- `api/route.ts:1` adds a lightweight query.", Some("api/route.ts")),
        ("Key files touched include [loader.ts](/srv/x/loader.ts), and the docs under [files.mdx](/srv/x/files.mdx).", Some("files.mdx")),
        ("All checks pass (tests, lint). Here's a summary of the changes made to `src/tab.tsx`:\n\n1. **Retry** (line 4): Added a branch.", Some("src/tab.tsx")),
        ("**`src/App.tsx`**:\n- Passed `url` to `<Tab>`", Some("src/App.tsx")),
        ("Here's what changed:\n\n1. **`phase_test.go`** — Changed output path from `docs/a/` to `docs/b/`", Some("phase_test.go")),
        ("| # | File | Fix |\n|---|---|---|\n| 1 | `state.go:30` | Updated comment |", Some("state.go")),
        ("**Tests added/updated** in `session/state_test.go`:\n- `migrates` — verifies migration", Some("session/state_test.go")),
        ("Fixed by replacing `a` with `b` in `setup_test.go`.", Some("setup_test.go")),
        ("Renamed `a.mts` to `b.ts`.", Some("b.ts")),
        ("contract.toml now has the limit.", Some("contract.toml")),
        ("Profile header added to MeTabView.swift", Some("MeTabView.swift")),
        ("Files changed:\n- `src/a.rs`\n- `src/b.rs`", Some("src/b.rs")),
        ("### Changes Made\n\n**1. `cmd/parse.go`**\n- Added `Slice()` - slices a file", Some("cmd/parse.go")),
    ],
    no: &[
        "以下を更新します:\n- **`core/a.md`** — `x` 追加",
        "Next I will change these:\n- `a.md` — added a note",
        "Here are all the files that need to be updated:\n\n- `docs/a.md` - References the flag",
        "I removed the caches and they won't be tracked due to the rule in `.gitignore`.",
        "Here's the updated proposed `CHANGELOG.md`:",
        "Now I'll implement the full refactored `hooks.go`:",
        "The summary is written from `extract()` in both `a.go` and `b.go`.",
        "Updated the homepage.",
        "`cache.json` is updated on every start.",
        "`a.rs` was updated upstream last week.",
        "Now update all call sites in committed.go:",
        "Now fix the `noctx` issues in `review.go`:",
        "- `api/route.ts:1` reads the query and returns the rows.",
        "The files touched by the hook are `a.rs` and `b.rs`, I think.",
        "- `a.ts` and `b.ts` share the same loader.",
        "Added a `loader.ts` section to the plan.",
        "Now update `App.tsx` to pass the prop.",
        "The test writes to `docs/plans/x.mmd` at line 445.",
        "I'll edit `a.rs` next.",
        "This matches the pattern already used in `push_common.go`.",
        "The marker I added to types.ts is read twice.",
        "`src/a.ts` was not updated.",
    ],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    common::files(s, ClaimType::FileUpdated, out);
}
