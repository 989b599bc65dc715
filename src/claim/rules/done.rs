//! # done
//!
//! ## What it says
//! Work is done, complete, implemented, finished; something was added or changed with no file named.
//!
//! ## What backs it
//! Mutating calls in the span that it speaks of, no own to-do item still open, no failed last check that the message does not disclose;
//! for a step that only reads, its reads. No call at all is decisive against it.
//!
//! ## What it is not
//! A more specific claim on the same words (a named file, a named check, a commit), sub-bullets of a claim, descriptions ("X now does
//! Y"), findings about others' work, protocol tokens.
//!
//! ## Examples
//! "Done." · "Added `ValidateBranchName`" · "The fix is complete" · "All three fixes are implemented" · "3 of 3 tasks ✅"

use super::{Rule, common};
use crate::claim::act::{Act, Form};
use crate::claim::block::BlockKind;
use crate::claim::lexicon::{Class, ClassSet};
use crate::claim::sentence::{Found, Sentence};
use crate::claim::token::{Kind, Tok};
use crate::claim::ClaimType;

pub(super) const RULE: Rule = Rule {
    ty: ClaimType::Done,
    source: include_str!("done.rs"),
    find,
    yes: &[
        ("Done.", None),
        ("All done. Here's a summary of the changes:", None),
        ("**Added `ValidateBranchName`** - validates names", Some("ValidateBranchName")),
        ("I've implemented transcript scoping for `entire explain`.", Some("transcript scoping")),
        ("The fix is complete.", Some("fix")),
        ("All three fixes are implemented.", Some("All three fixes")),
        ("All three items are ticked off:", Some("All three items")),
        ("The `APIKey` and `Endpoint` fields have been removed.", Some("APIKey")),
        ("**Review Complete**", Some("Review")),
        ("Restored. The folder is as it was.", None),
        ("Based on the summary, the rework is complete.", Some("rework")),
        ("Fixed the typo in the heading.", Some("typo")),
        ("Fixed gitignore.", Some("gitignore")),
        ("- Fixed the CI environment variables", Some("CI environment variables")),
        ("All merge conflicts are resolved.", Some("All merge conflicts")),
        ("I've resolved the conflicts.", Some("conflicts")),
        ("The confusing comment has been fixed.", Some("confusing comment")),
        ("Issue #5 fixed.", Some("Issue #5")),
        ("**CI configuration fixed** - database variables set", Some("CI configuration")),
        ("Cleanup complete! I've:\n\n1. Removed the old environments\n2. Cleaned up the caches", Some("caches")),
        ("Implemented the follow-ups:\n- Added `serve --trace` for exports.", Some("serve --trace")),
        ("All three changes are in.", Some("All three changes")),
        ("Everything is done.", Some("Everything")),
        ("The retry fix is in. I'm rebuilding before the next run.", Some("retry fix")),
        ("Core wiring is patched. I'm moving on to the docs.", Some("Core wiring")),
        ("The two stray artifacts are removed from the index. I'm checking the diff.", Some("two stray artifacts")),
        ("The human docs are updated. Now the schema.", Some("human docs")),
        ("Switched the loader to streams instead of buffers.", Some("loader")),
        ("1. **Extracted `BuildEventPayload()`** - A new function", Some("BuildEventPayload()")),
    ],
    no: &[
        "### Modified files (7)",
        "Fixed the comment parser.",
        "Fixed the configuration loader crash.",
        "Action items created: 3",
        "Now I'll implement the fix.",
        "The config is being updated.",
        "The field only contains the content wrapped in a fence.",
        "You want a fresh copy converted to JSON.",
        "The branch has already been modified with another approach.",
        "Day 5: Added the cache",
        "The index is not complete.",
        "The entry is removed from the queue when the worker stops.",
        "The cache is updated in place, so readers never wait.",
        "The old fields are already removed. I'm checking the callers.",
        "The scan worker is done too.",
        "`x-12`: completed by merged PR #14.",
        "Committed: **Show issues** — 1 file changed, 14 insertions, 17 deletions.",
        "Local setup files changed: created `a.md`.",
        "- completed remote runs on the results branch",
        "I've created a small investigation bead, then I'll compare the README.",
        "This is the old plan (already done).",
        "2. New section — inserted between the tables and the notes",
        "The last real review finished at 16:15.",
        "The edge-case worker finished too.",
        "Created the new working branch `feat/x`.",
        "Main changed the contract: the default moved under policy.",
        "The previous plan (zero to one) is complete.",
        "1. **Removed unused wrappers** (`utils.go`): Deleted `Truncate` and `Pad`.",
        "- explicitly replaced by another path,",
        "- or no longer aligned with your goals.",
        "- I added guidance to `x/composite.mdx`.\n  - Added `threshold: 1.0` pattern",
        "Mostly aligned: optional, typed metadata.",
        "The values are in.csv files.",
        "This looks like scaffolding for a feature that was never completed.",
        "The cache is updated on start.",
        "<promise>COMPLETE</promise>",
        "After all tests complete, compute the mean.",
        "The npm scripts I added just wrap `vitest run`.",
        "Updated `package.json`.",
    ],
};

const WORK: ClassSet = ClassSet::of(&[Class::VAdd, Class::VChange, Class::VCreate, Class::VDelete, Class::VMove, Class::VImplement]);

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    if s.scene.foreign || s.scene.announces || s.scene.items {
        return;
    }
    listed_name(s, out);
    changes_in(s, out);
    for a in s.acts.iter().filter(|a| s.mood.affirms(a.verb) && a.form != Form::Third && common::not_by_other(s, a)) {
        if ended(s, a) || of_git(s, a) || common::elaborates(s, a) {
            continue;
        }
        if a.is(Class::VDone) && !a.cls.meets(WORK) {
            state_of_work(s, a, out);
        } else if a.cls.meets(WORK) || a.is(Class::VFix) && common::mends_text(s, a) {
            work(s, a, out);
        }
    }
}

/// "The second worker finished too", "the last run finished at 16:15": something ended, no work of one's own.
fn ended(s: &Sentence<'_>, a: &Act) -> bool {
    let peer = |t: &Tok<'_>| t.is(Class::NAgent) || matches!(t.low.as_str(), "worker" | "workers" | "teammate" | "lane" | "pane");
    let timed = s.tok(a.rest.0).is_some_and(|t| t.low == "at") && s.tok(a.rest.0 + 1).is_some_and(|t| t.kind == Kind::Num || t.text.contains(':'));
    a.is(Class::VDone) && !a.active() && (timed || s.range(a.object).iter().any(peer))
}

/// "Created the working branch `x`": branches and worktrees are out of scope.
fn of_git(s: &Sentence<'_>, a: &Act) -> bool {
    let named = |t: &Tok<'_>| matches!(t.low.as_str(), "branch" | "branches" | "worktree" | "worktrees" | "stash");
    let end = a.object.1.min(a.object.0 + 7);
    let at = (a.object.0..end).find(|j| named(&s.toks[*j]));
    let heads = |j: usize| (a.object.0..j).all(|k| !s.toks[k].any(ClassSet::of(&[Class::Prep, Class::Into]))) && s.tok(j + 1).is_none_or(|t| !t.is_content() || t.kind == Kind::Code || !t.cls.is_empty());
    a.any(&[Class::VCreate, Class::VDelete]) && at.is_some_and(heads)
}

/// "Done", "X is complete", "the rebuild finished".
fn state_of_work(s: &Sentence<'_>, a: &Act, out: &mut Vec<Found>) {
    let last = s.phrase_end(a.verb, ClassSet::of(&[Class::VDone]));
    // "in place" is a state; as an act it means something else ("mutates in place").
    if s.is(a.verb, Class::Into) && !matches!(a.form, Form::State | Form::Passive) {
        return;
    }
    let closes = s.closes_clause(last) || s.tok(last + 1).is_some_and(|t| t.is(Class::And) || t.is(Class::Into) || t.is(Class::Prep));
    let active = a.form == Form::Lead || a.form == Form::First;
    // "complete" and "done" before a noun are adjectives.
    if !closes && active && s.tok(a.verb).is_some_and(|t| matches!(t.low.as_str(), "complete" | "done" | "in")) {
        return;
    }
    // "Plan complete and saved to `plan.md`": the file says it all.
    if s.acts.iter().any(|b| b.verb > a.verb && b.form == Form::Lead && s.file_work.iter().any(|f| f.at == b.verb && f.ty == ClaimType::FileCreated)) {
        return;
    }
    // "Build completed successfully" speaks of the check.
    let check = |j| crate::claim::check::subject_of(&s.toks, j).is_some_and(|c| c != crate::claim::check::Subject::Everything);
    if (a.object.0..a.object.1).any(check) && !active && !s.is(a.verb, Class::Into) {
        return;
    }
    let former = s.range(a.object).iter().any(|t| matches!(t.low.as_str(), "previous" | "prior" | "earlier" | "old"));
    if former && !active {
        return;
    }
    if !common::perfect(s, a) || s.range(a.object).iter().any(|t| t.is(Class::Rel) || t.is(Class::Cond)) {
        return;
    }
    let target = if active && closes { None } else { s.name(a.object) };
    let mut f = s.found(ClaimType::Done, a.verb, target);
    f.detail.all = s.range((a.object.0.min(a.verb.saturating_sub(2)), a.verb)).iter().any(|t| t.is(Class::All));
    out.push(f);
}

/// "Added X", "X has been removed": work with no file named.
fn work(s: &Sentence<'_>, a: &Act, out: &mut Vec<Found>) {
    if s.scene.folded || s.scene.file.is_some() || s.scene.lead.is_some() || !common::perfect(s, a) {
        return;
    }
    let check = (a.object.0..a.object.1).any(|j| crate::claim::check::subject_of(&s.toks, j).is_some());
    if check && a.is(Class::VDone) && !a.active() {
        return;
    }
    // "**Removed the wrappers** (`utils.go`): Deleted `A`": part of what is said of the file.
    if a.form == Form::Lead && a.verb > 0 && s.toks[a.verb - 1].kind == Kind::Colon && s.file_work.iter().any(|f| f.at < a.verb) {
        return;
    }
    let all = s.range(a.object).iter().any(|t| t.any(ClassSet::of(&[Class::All, Class::Both])));
    let last = s.phrase_end(a.verb, crate::claim::act::VERBS);
    let ends = s.closes_clause(last) || s.is(last + 1, Class::And);
    if a.form == Form::State && !(all && ends) && !reported(s, a, last) {
        return;
    }
    let generic = s.scene.label && s.range(a.object).iter().all(|t| !t.is_content() || t.kind == Kind::Num || t.any(ClassSet::of(&[Class::NFileList, Class::NChange, Class::Det, Class::Into])));
    if generic {
        return;
    }
    // "Action items created: 3" is a count.
    let counted = a.form == Form::Final && s.tok(last + 1).is_some_and(|t| t.kind == Kind::Colon) && s.tok(last + 2).is_some_and(|t| t.text.trim().bytes().all(|b| b.is_ascii_digit()));
    if counted && s.tok(last + 3).is_none_or(|t| !t.is_content()) {
        return;
    }
    // "Setup files changed: created …": the words behind the colon say what.
    let announced = a.form == Form::Final && s.tok(last + 1).is_some_and(|t| t.kind == Kind::Colon);
    if announced && s.range(a.object).iter().any(|t| t.is(Class::NFileList)) {
        return;
    }
    let heading = matches!(s.scene.kind, BlockKind::Heading(_));
    let verb_alone = a.active() && s.tok(a.verb + 1).is_none_or(|t| !t.is_content());
    let label = s.scene.label && (a.form == Form::Final || verb_alone);
    if label || heading && a.form != Form::Lead {
        return;
    }
    // "All finished, no relaunch needed"
    if a.form == Form::Lead && a.is(Class::VDone) && s.tok(last + 1).is_some_and(|t| t.kind == Kind::Comma) {
        out.push(s.found(ClaimType::Done, a.verb, None));
        return;
    }
    let bare = s.range(a.object).iter().all(|t| !t.is_content());
    if bare && a.form == Form::Lead {
        // "Restored."
        let alone = s.scene.kind == BlockKind::Para && !s.scene.label && s.toks.last().is_some_and(|t| t.kind == Kind::Stop) && s.opens_clause(a.verb) && s.closes_clause(last);
        if alone && s.toks.iter().filter(|t| t.is_content()).count() <= 3 {
            out.push(s.found(ClaimType::Done, a.verb, None));
            return;
        }
        return cell_verb(s, a, out);
    }
    let question = s.range(a.object).iter().any(|t| t.any(ClassSet::of(&[Class::Rel])));
    // "added after content detection" tells where it stands.
    if a.form == Form::Lead && s.is(a.rest.0, Class::After) {
        return;
    }
    // "Latency dropped to 12 ms" tells what was measured.
    let figure = !a.active() && s.range(a.object).iter().any(|t| t.is(Class::NMeasure)) && s.range(a.rest).iter().any(|t| t.kind == Kind::Num);
    if figure || bare || question || s.range(a.object).first().is_some_and(|t| t.kind == Kind::Arrow) {
        return;
    }
    out.push(s.found(ClaimType::Done, a.verb, s.name(common::after_colon(s, a))));
}

/// "The docs are updated. Now the tests.": a state that stands for the step just made.
fn reported(s: &Sentence<'_>, a: &Act, last: usize) -> bool {
    const STEPS: &[&str] = &[
        "updated", "patched", "rewired", "wired", "restored", "removed", "deleted", "migrated", "regenerated", "refreshed", "renamed", "rewritten", "replaced",
        "added", "reverted", "cleaned", "refactored", "adjusted", "tightened", "trimmed", "simplified", "extended", "fixed", "implemented", "applied", "drafted",
    ];
    let step = s.tok(a.verb).is_some_and(|t| STEPS.contains(&t.low.as_str()));
    let place = |t: &Tok<'_>| matches!(t.low.as_str(), "from" | "across" | "in" | "for" | "to");
    let ends = s.closes_clause(last) || s.tok(last + 1).is_some_and(place);
    let fresh = !s.toks[..a.verb].iter().any(|t| matches!(t.low.as_str(), "already" | "always" | "only" | "still" | "it"));
    let plain = s.acts.len() == 1 && s.opens_clause(a.object.0) && s.range(a.object).iter().filter(|t| t.is_content()).count() <= 9;
    s.scene.moves_on && s.scene.kind == BlockKind::Para && step && ends && fresh && plain
}

/// "All three changes are in.": a state of the edits themselves.
fn changes_in(s: &Sentence<'_>, out: &mut Vec<Found>) {
    for i in (1..s.toks.len()).filter(|i| matches!(s.toks[*i].low.as_str(), "in" | "through") && s.mood.affirms(*i)) {
        let ends = s.tok(i + 1).is_none_or(|t| !t.is_content());
        let be = (0..i).rev().find(|j| !s.toks[*j].any(ClassSet::of(&[Class::Adv, Class::Now, Class::All])));
        let (a, _) = s.clause(i);
        let changes = |b: usize| (a..b).any(|j| s.is(j, Class::NChange) || matches!(s.toks[j].low.as_str(), "tests" | "docs" | "code"));
        if let Some(b) = be.filter(|b| ends && s.toks[*b].is(Class::Be) && changes(*b)) {
            out.push(s.found(ClaimType::Done, i, s.name((a, b))));
        }
    }
}

/// "| `edit` | ✅ Added |", "`replace` - ✅ Just added": the verb alone, its object at the head of the block.
fn cell_verb(s: &Sentence<'_>, a: &Act, out: &mut Vec<Found>) {
    let lead = s.toks.iter().position(|t| t.is_content());
    let border = a.verb > 0 && s.toks[..a.verb].iter().rev().find(|t| !matches!(t.kind, Kind::Good | Kind::Emoji) && !t.is(Class::Adv)).is_some_and(|t| matches!(t.kind, Kind::Cell | Kind::Dash | Kind::Colon));
    if let Some(lead) = lead.filter(|l| border && s.toks[*l].kind == Kind::Code && *l < a.verb) {
        out.push(s.found(ClaimType::Done, a.verb, Some(s.toks[lead].text.trim().to_owned())));
    }
}

/// "**Removed:**" above a list of names: the label's verb holds for each.
fn listed_name(s: &Sentence<'_>, out: &mut Vec<Found>) {
    let lead = s.toks.iter().position(|t| t.is_content());
    let alone = |l: usize| s.tok(l + 1).is_none_or(|t| matches!(t.kind, Kind::Dash | Kind::Colon | Kind::Stop | Kind::Open | Kind::Comma));
    let fits = s.scene.kind == BlockKind::Item && s.scene.first && !s.acts.iter().any(|a| a.cls.meets(WORK)) && s.scene.label_verbs.meets(WORK) && s.scene.file.is_none();
    if let Some(l) = lead.filter(|l| fits && s.toks[*l].kind == Kind::Code && s.file_at(*l).is_none() && alone(*l)) {
        out.push(s.found(ClaimType::Done, l, Some(s.toks[l].text.trim().to_owned())));
    }
}
