//! `file_created`, `file_updated`, `file_deleted`: a successful write, edit or removal of the file that is named.

use super::context::View;
use super::finding::{Finding, name};
use super::reason::Reason;
use super::select::{Fitting, ended};
use super::target::{glob_match, is_above, paths_match};
use crate::claim::{Claim, ClaimType};
use crate::record::{Op, OpKind, Outcome};
use crate::transcript::{Keeps, SourceKind};

/// Judges a claim about a file.
pub fn judge<'s>(view: View<'s>, claim: &Claim) -> Finding<'s> {
    let Some(target) = claim.target.as_deref() else {
        return Finding::bare(Reason::UnreadableResult, "the claim names no file");
    };
    let ty = claim.ty;
    let fit = Fitting::pick(view, move |o| writes(o, ty), |o| touches(o, target));
    let runs = match ended(view, &fit, |o| writes(o, ty) && touches(o, target)) {
        Ok(runs) => runs,
        Err(f) if f.reason == Reason::WrongTarget && fit.kind.iter().all(|o| of_message(view, o)) => {
            let bare = Finding::bare(Reason::NoMatchingCall, "no call on record fits");
            return indirect(view, claim, target, bare);
        }
        Err(f) => return indirect(view, claim, target, f),
    };
    let latest = runs[0];
    if let Some(undone) = undone(view, claim, target, latest) {
        return Finding::on(Reason::ResultSaysOtherwise, undone, format!("{} took it away again", name(undone))).and(latest);
    }
    let good = |o: &&&Op| matches!(view.outcome(o), Outcome::Passed | Outcome::Masked);
    match view.outcome(latest) {
        Outcome::Passed | Outcome::Masked => Finding::backed(latest),
        Outcome::Vacuous if latest.kind != OpKind::Write => {
            Finding::on(Reason::VacuousResult, latest, format!("{} changed nothing", name(latest)))
        }
        Outcome::Unreadable if view.cx.session.source.keeps() == Keeps::CutResults => Finding::backed(latest),
        Outcome::Failed | Outcome::Unreadable => match runs.iter().find(good) {
            // An edit that failed after one that went through takes nothing away from the earlier one, but the words may mean the later.
            Some(earlier) if earlier.at >= view.turn_start() => Finding::backed(earlier).and(latest),
            Some(earlier) if latest.outcome == Outcome::Unreadable => Finding::backed(earlier),
            _ if latest.outcome == Outcome::Unreadable => {
                Finding::on(Reason::UnreadableResult, latest, "the recorded result does not tell whether the write went through")
            }
            _ => Finding::on(Reason::LastCallFailed, latest, format!("{} failed, and it was not tried again", name(latest))),
        },
        _ => Finding::backed(latest),
    }
}

/// An edit that the claim's own message carries, as aider's do: it is no earlier work on another file.
fn of_message(view: View, op: &Op) -> bool {
    view.cx.session.source == SourceKind::Aider && !view.spoke_between(op.at, view.step)
}

/// Operations that bring about what a type says.
fn writes(op: &Op, ty: ClaimType) -> bool {
    match ty {
        ClaimType::FileDeleted => matches!(op.kind, OpKind::Delete | OpKind::Move),
        _ => {
            matches!(op.kind, OpKind::Write | OpKind::Edit | OpKind::Move)
                || (op.kind == OpKind::GitTree && !op.targets.is_empty())
        }
    }
}

/// The operation acts on the target: the path itself, a pattern, or a directory above it that was written or removed whole.
fn touches(op: &Op, target: &str) -> bool {
    let target = target.trim_matches('`').trim_end_matches('/');
    let whole = matches!(op.kind, OpKind::Write | OpKind::Delete);
    let hit = |p: &String| {
        if target.contains('*') {
            return glob_match(target, p);
        }
        paths_match(p, target) || inside(p, target) || (whole && is_above(p, target))
    };
    op.targets.iter().any(hit)
}

/// `dir` is a directory in `path`: writing `dir/a` is writing in `dir`; removing `dir` removes `dir/a`.
fn inside(path: &str, dir: &str) -> bool {
    let (path, dir) = (path.trim_start_matches('/'), dir.trim_start_matches('/'));
    if dir.is_empty() || dir.contains('.') {
        return false;
    }
    let ends = path.match_indices('/').map(|(i, _)| i).chain([path.len()]);
    ends.filter_map(|end| path[..end].strip_suffix(dir)).any(|above| above.is_empty() || above.ends_with('/'))
}

/// What was written was removed, or taken back, before the claim.
fn undone<'s>(view: View<'s>, claim: &Claim, target: &str, made: &'s Op) -> Option<&'s Op> {
    if claim.ty == ClaimType::FileDeleted {
        return view
            .before
            .iter()
            .rev()
            .take_while(|o| o.at > made.at)
            .find(|o| o.kind == OpKind::Write && touches(o, target) && o.outcome == Outcome::Passed);
    }
    if puts_back(made) && !says_put_back(claim) {
        let changed = |o: &&Op| matches!(o.kind, OpKind::Write | OpKind::Edit) && touches(o, target);
        let earlier = view.before.iter().find(|o| changed(o) && o.at >= view.turn_start() && o.at < made.at);
        return earlier.map(|_| made);
    }
    let removed = |o: &&Op| match o.kind {
        OpKind::Delete => o.outcome == Outcome::Passed && o.targets.iter().any(|p| paths_match(p, target) || is_above(p, target)),
        _ => false,
    };
    view.before.iter().rev().take_while(|o| o.at > made.at).find(removed)
}

/// Files are put back to their committed state, not taken from another commit.
fn puts_back(op: &Op) -> bool {
    let words: Vec<&str> = op.command.split_whitespace().collect();
    let sub = words.iter().position(|w| matches!(*w, "checkout" | "restore"));
    let Some(rest) = sub.filter(|_| op.kind == OpKind::GitTree).and_then(|i| words.get(i..)) else { return false };
    match rest {
        ["checkout", "--", ..] => true,
        ["restore", args @ ..] => !args.iter().any(|a| a.starts_with("-s") || a.starts_with("--source")),
        _ => false,
    }
}

/// The claim itself says that the file was put back.
fn says_put_back(claim: &Claim) -> bool {
    let q = claim.quote.to_lowercase();
    ["revert", "restor", "reset", "undid", "undone", "back", "checked out", "clean", "discard"].iter().any(|w| q.contains(w))
}

/// Nothing wrote the file as such: a program, generator, subagent or version-control call may have.
fn indirect<'s>(view: View<'s>, claim: &Claim, target: &str, found: Finding<'s>) -> Finding<'s> {
    if !matches!(found.reason, Reason::NoMatchingCall | Reason::WrongTarget | Reason::LastCallFailed) {
        return found;
    }
    let base = target.trim_matches('`').trim_end_matches('/').rsplit(['/', '\\']).next().unwrap_or(target);
    let maker = |o: &Op| {
        matches!(
            o.kind,
            OpKind::Run
                | OpKind::Install
                | OpKind::UnknownTask
                | OpKind::GitTree
                | OpKind::Commit
                | OpKind::Check(_)
                | OpKind::Agent
                | OpKind::External
        )
    };
    let ran = |o: &&Op| view.outcome(o).ended() && view.outcome(o) != Outcome::Failed;
    if let Some(op) = view
        .latest(maker)
        .filter(ran)
        .find(|o| o.command.contains(base) || (o.kind != OpKind::Agent && shows(view.result_text(o), base)))
    {
        return Finding::on(Reason::Backed, op, format!("{} names it", name(op)));
    }
    if let Some(op) = view.latest(|o| o.kind == OpKind::Install).filter(ran).find(|o| keeps_list_in(&o.command, base)) {
        return Finding::on(Reason::Backed, op, format!("{} writes it", name(op)));
    }
    if let Some(op) = view.latest(applies_patch).find(ran) {
        return match shows(view.result_text(op), base) {
            true => Finding::on(Reason::Backed, op, format!("{} names it", name(op))),
            false => Finding::on(Reason::UnreadableResult, op, "a patch was applied; the record does not tell to which files"),
        };
    }
    if claim.ty == ClaimType::FileDeleted && found.reason == Reason::NoMatchingCall {
        return found;
    }
    if let Some(op) = view.latest(|o| o.kind == OpKind::Agent).find(ran) {
        let report = view.result_text(op);
        if shows(report, base) {
            return Finding::on(Reason::RelayedOnly, op, "only a subagent's report names it");
        }
    }
    let opaque = |o: &Op| matches!(o.kind, OpKind::Run | OpKind::UnknownTask);
    if let Some(op) = view.latest(opaque).find(|o| view.outcome(o) == Outcome::Unfinished && writes_files(&o.command)) {
        return Finding::on(
            Reason::NotFinished,
            op,
            format!("{} may write it, and has no end on record before the claim", name(op)),
        );
    }
    match view.latest(opaque).find(|o| ran(o) && o.at >= view.turn_start() && writes_files(&o.command)) {
        Some(op) => {
            Finding::on(Reason::UnreadableResult, op, format!("{} may have written it; the record does not tell", name(op)))
        }
        None => found,
    }
}

/// A package manager that keeps its list of packages in this file.
fn keeps_list_in(command: &str, base: &str) -> bool {
    let program = command.split_whitespace().next().unwrap_or("");
    let files: &[&str] = match program.rsplit('/').next().unwrap_or(program) {
        "npm" => &["package.json", "package-lock.json"],
        "yarn" => &["package.json", "yarn.lock"],
        "pnpm" => &["package.json", "pnpm-lock.yaml"],
        "bun" => &["package.json", "bun.lock", "bun.lockb"],
        "cargo" => &["Cargo.toml", "Cargo.lock"],
        "go" => &["go.mod", "go.sum"],
        "poetry" => &["pyproject.toml", "poetry.lock"],
        "uv" => &["pyproject.toml", "uv.lock"],
        "bundle" => &["Gemfile", "Gemfile.lock"],
        "composer" => &["composer.json", "composer.lock"],
        "dotnet" => return base.ends_with(".csproj") || base.ends_with(".fsproj"),
        _ => &[],
    };
    files.contains(&base)
}

/// A program applied a patch that names its files itself.
fn applies_patch(op: &Op) -> bool {
    let mut words = op.command.split_whitespace();
    let program = words.next().unwrap_or("");
    op.kind == OpKind::Edit && (program == "patch" || (program == "git" && words.any(|w| w == "apply")))
}

fn shows(text: &str, base: &str) -> bool {
    base.len() > 3 && memchr::memmem::find(text.as_bytes(), base.as_bytes()).is_some()
}

/// Programs that write files of their own choosing.
fn writes_files(command: &str) -> bool {
    let first = command.split_whitespace().next().unwrap_or("");
    let program = first.rsplit('/').next().unwrap_or(first);
    command.contains('/')
        || matches!(
            program,
            "python" | "python3" | "node" | "ruby" | "perl" | "deno" | "bun" | "php" | "npx" | "go" | "cargo" | "make"
        )
}
