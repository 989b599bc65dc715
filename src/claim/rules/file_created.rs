//! # file_created
//!
//! ## What it says
//! A named file was created, written, generated or saved.
//!
//! ## What backs it
//! A successful write of that file: a write or patch tool, a redirect, `tee`, a here-document, `cp`, `touch`, a generator.
//!
//! ## What it is not
//! Something created that is no file ("created a helper": `done`), something added to a file (`file_updated`), files that the
//! software creates when it runs.
//!
//! ## Examples
//! "Created `detached_other.go`" · "saved to `docs/plan.md`" · "New files: `a.rs`, `b.rs`" · "**`x.ts`** (new)"

use super::{Rule, common};
use crate::claim::sentence::{Found, Sentence};
use crate::claim::ClaimType;

pub(super) const RULE: Rule = Rule {
    ty: ClaimType::FileCreated,
    source: include_str!("file_created.rs"),
    find,
    yes: &[
        ("生成したファイル:\n- `docs/a.md`", Some("docs/a.md")),
        ("- Added a runnable script:\n  - [tools/or.js](/srv/x/tools/or.js)", Some("tools/or.js")),
        ("Done. Created `detached_other.go` with a build tag.", Some("detached_other.go")),
        ("Plan complete and saved to `docs/plans/flag.md`.", Some("docs/plans/flag.md")),
        ("**Created:** `vitest.config.ts` with a timeout", Some("vitest.config.ts")),
        ("I created notes.md.", Some("notes.md")),
        ("New file: `src/util.ts`", Some("src/util.ts")),
        ("New files: `a.rs`, `b.rs`.", Some("b.rs")),
        ("### Created Todo Files\n\n**P2 - Important:**\n- `001-pending-p2-flow.md` - 40 lines are there twice", Some("001-pending-p2-flow.md")),
        ("## Created files\n- `src/a.rs`\n- `src/b.rs` — helpers", Some("src/b.rs")),
        ("Wrote a small parser (parse_orders.py)", Some("parse_orders.py")),
        ("Here's what I did:\n- `src/new.ts` (new) — types", Some("src/new.ts")),
    ],
    no: &[
        "Created a helper for the parser.",
        "The file `out.log` is created at test time.",
        "I'll create `a.rs` next.",
        "Added a case to `a.rs`.",
        "Create `a.rs` with the types.",
        "Added `loader.ts` section with the two helpers.",
        "Added a `schema.sql` row to the table of files.",
    ],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    common::files(s, ClaimType::FileCreated, out);
}
