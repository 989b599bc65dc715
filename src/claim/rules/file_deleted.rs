//! # file_deleted
//!
//! ## What it says
//! A named file was deleted or removed.
//!
//! ## What backs it
//! `rm`, `git rm` or a patch that deletes it, with status 0.
//!
//! ## What it is not
//! Something removed from a file (`file_updated`), code removed with no file named (`done`), plans.
//!
//! ## Examples
//! "Deleted `old.rs`" · "Removed the old `a.mts` and `b.mts`" · "Temporary .eml files are removed"

use super::{Rule, common};
use crate::claim::sentence::{Found, Sentence};
use crate::claim::ClaimType;

pub(super) const RULE: Rule = Rule {
    ty: ClaimType::FileDeleted,
    source: include_str!("file_deleted.rs"),
    find,
    yes: &[
        ("Deleted `old.rs`.", Some("old.rs")),
        ("`src/old.ts` is gone.", Some("src/old.ts")),
        ("`a.ts` and `b.ts` are now removed.", Some("b.ts")),
        ("I removed the old `a.mts` and `b.mts`.", Some("b.mts")),
        ("`src/legacy.py` has been deleted.", Some("src/legacy.py")),
        ("Deleted files:\n- `a.rs`", Some("a.rs")),
    ],
    no: &["Removed the dead branch from `a.rs`.", "Removed the unused import.", "Delete `old.rs` next.", "I'll remove `old.rs`.", "`out.log` is removed on exit.", "`old.rs` is not gone yet."],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    common::files(s, ClaimType::FileDeleted, out);
}
