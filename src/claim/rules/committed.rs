//! # committed
//!
//! ## What it says
//! Work was committed, rebased, merged, cherry-picked; a commit exists.
//!
//! ## What backs it
//! A `git commit` whose result shows a commit, or a merge, rebase, cherry-pick or revert that made one. A hash in the claim must occur
//! in a result.
//!
//! ## What it is not
//! Plans ("now commit"), what a commit contains, files that a hook commits, a branch made or a clean tree (no claim), a merged pull
//! request (`pull_request`).
//!
//! ## Examples
//! "Committed as `9f025fd`" · "Commit succeeded" · "Design doc committed." · "Rebased onto main"

use super::{Rule, common};
use crate::claim::act::Form;
use crate::claim::lexicon::{Class, ClassSet};
use crate::claim::sentence::{Found, Sentence};
use crate::claim::{ClaimType, target};

pub(super) const RULE: Rule = Rule {
    ty: ClaimType::Committed,
    source: include_str!("committed.rs"),
    find,
    yes: &[
        ("コミット完了。", None),
        ("Committed as `9f025fd` — hooks passed.", Some("9f025fd")),
        ("Design doc committed.", None),
        ("Rebased successfully.", None),
        ("Done. Committed as `06e93767`, pushed, and replied to all comments.", Some("06e93767")),
        ("Commit `da5defc` created successfully.", Some("da5defc")),
        ("The commit went through successfully.", None),
        ("The change is committed as `18345cf`.", Some("18345cf")),
        ("our 2 commits are rebased on top.", None),
        ("Merged origin/main and pushed.", None),
        ("Merge commit: `18345cf`", Some("18345cf")),
        ("The commit is made. I'm pushing it now.", None),
        ("Work is committed on branch `x`.", None),
        ("The branch is rebased on latest main.", None),
        ("`git commit` succeeded.", None),
    ],
    no: &[
        "Now let me commit.",
        "I'll commit only the two files I changed.",
        "Generated files are committed by the hook.",
        "`docs/` already has committed files in it.",
        "The commit `18345cf` includes the change.",
        "It seems the commit already went through.",
        "The change is not committed.",
        "No commit was made.",
        "Latest commit: `18345cf`",
        "`x-9`: #15 merged into the `stack-2` branch, not main.",
        "- committed `app.json` does **not** name the remote",
        "The commit made the build slower.",
        "The `.gitignore` gets committed so the directory exists on CI.",
    ],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    by_command(s, out);
    for a in s.acts.iter().filter(|a| s.mood.affirms(a.verb) && a.form != Form::Third) {
        let hash = hash_in(s, (a.object.0.min(a.verb), a.rest.1));
        let subject_is_ours = s.range(a.object).iter().any(|t| t.any(ClassSet::of(&[Class::NChange, Class::NCommit, Class::Pronoun, Class::All, Class::NEverything, Class::Both])) || t.low == "that");
        let named = |w: &[&str]| s.range(a.object).iter().any(|t| w.contains(&t.low.as_str()));
        let branch = named(&["branch"]) && s.tok(a.verb).is_some_and(|t| matches!(t.low.as_str(), "rebased" | "squashed"));
        let state_ok = a.form != Form::State || hash.is_some() || subject_is_ours || branch || named(&["work"]);
        let numbered = |n: &str| n.starts_with(|c: char| c.is_ascii_digit());
        let in_pr = s.toks.iter().any(|t| t.is(Class::NPr) || t.text.strip_prefix('#').is_some_and(numbered));
        let commit = a.is(Class::VCommit) || a.is(Class::VMerge) && !in_pr && merges_branch(s, a);
        let made = a.any(&[Class::VCreate, Class::VAdd]) && s.range(a.object).iter().take(4).any(|t| t.is(Class::NCommit));
        let got = a.form == Form::Passive && s.tok(a.verb.wrapping_sub(1)).is_some_and(|t| t.low == "gets" || t.low == "get");
        if (commit || made) && state_ok && !got && !s.scene.foreign && common::not_by_other(s, a) {
            out.push(s.found(ClaimType::Committed, a.verb, hash));
        }
    }
    // "…, commit `0b8e5aa`" in a list of what was done.
    for i in s.affirmed(Class::NCommit) {
        let colon = usize::from(s.tok(i + 1).is_some_and(|t| t.kind == crate::claim::token::Kind::Colon));
        let hash = s.tok(i + 1 + colon).filter(|t| target::is_hash(t.text.trim()));
        let ends = s.tok(i + 2 + colon).is_none_or(|t| !t.is_content());
        let kind = |t: &crate::claim::token::Tok<'_>| matches!(t.low.as_str(), "merge" | "empty" | "new" | "squash" | "final" | "amended" | "local" | "follow-up" | "fix");
        let starts = i == 0 || !s.toks[i - 1].is_content() || i == 1 && kind(&s.toks[0]);
        if let (Some(h), true, true) = (hash, ends && starts, out.iter().all(|f| f.ty != ClaimType::Committed)) {
            out.push(s.found(ClaimType::Committed, i, Some(h.text.trim().to_owned())));
        }
    }
    // "Commit succeeded", "the commit went through".
    for i in s.affirmed(Class::NCommit) {
        let pred = (i + 1..(i + 5).min(s.toks.len())).find(|j| s.is(*j, Class::OkPass) || s.is(*j, Class::VCreate) || s.toks[*j].low == "made");
        let Some(p) = pred.filter(|p| s.mood.affirms(*p)) else { continue };
        let words = s.range((i + 1, p));
        let small = ClassSet::of(&[Class::Adv, Class::Been, Class::Now]);
        // "The commit is made.", no "the commit made it slower".
        let made = s.tok(p).is_some_and(|t| t.low == "made");
        let stands = words.iter().any(|t| t.any(ClassSet::of(&[Class::Be, Class::Been]))) && s.closes_clause(p);
        let glue = if made { stands } else { words.iter().all(|t| t.any(small) || target::is_hash(t.text.trim())) };
        if glue && !out.iter().any(|f| f.ty == ClaimType::Committed) {
            out.push(s.found(ClaimType::Committed, i, hash_in(s, (i, s.toks.len()))));
        }
    }
}

/// "`git commit` succeeded": the command in place of the noun.
fn by_command(s: &Sentence<'_>, out: &mut Vec<Found>) {
    for i in common::commands_passed(s, "git commit") {
        if !out.iter().any(|f| f.ty == ClaimType::Committed) {
            out.push(s.found(ClaimType::Committed, i, None));
        }
    }
}

/// "Merged origin/main", "merged the branch": something of git, not two functions.
fn merges_branch(s: &Sentence<'_>, a: &crate::claim::act::Act) -> bool {
    let git = |t: &crate::claim::token::Tok<'_>| {
        matches!(t.low.as_str(), "main" | "master" | "branch" | "branches" | "origin" | "upstream" | "develop" | "worktree" | "locally" | "conflicts")
            || t.text.starts_with("origin/")
            || t.text.starts_with("feature/")
    };
    s.range((a.object.0.min(a.verb), a.rest.1)).iter().any(git)
}

fn hash_in(s: &Sentence<'_>, r: (usize, usize)) -> Option<String> {
    s.range(r).iter().map(|t| t.text.trim()).find(|t| target::is_hash(t)).map(str::to_owned)
}
