//! `git`.

use super::command::SimpleCommand;
use super::draft::*;
use super::op::{OpKind, Outcome};

pub(super) fn classify(cmd: &SimpleCommand, cx: &Cx) -> Option<Vec<Draft>> {
    if !matches!(cmd.program(), "git" | "hub" | "jj" | "sl") {
        return None;
    }
    let args = after_globals(cmd.args());
    let (verb, rest) = args.split_first()?;
    let has = |f: &str| rest.iter().any(|a| a == f);
    let dry = has("--dry-run") || (has("-n") && matches!(verb.as_str(), "push" | "add" | "rm" | "clean" | "mv"));
    let paths = |values: &[&str]| resolve_all(cmd, operands(rest, values));
    let named = |values: &[&str]| operands(rest, values).into_iter().map(str::to_owned).collect::<Vec<_>>();
    let one = |d: Draft| Some(vec![d.vacuous(dry)]);
    match verb.as_str() {
        "commit" => {
            let mut d = Draft::new(OpKind::Commit, named(COMMIT_VALUES)).reader(commit);
            d.notes.skips_hooks = has("--no-verify") || has("-n");
            one(d)
        }
        "merge" | "rebase" | "cherry-pick" | "revert" | "am" => {
            let stops = ["--abort", "--quit", "--skip", "--no-commit", "--edit-todo", "--show-current-patch"];
            let kind = if stops.iter().any(|s| has(s)) { OpKind::GitTree } else { OpKind::Commit };
            one(Draft::new(kind, named(&["-m", "-s", "-X", "--onto", "--strategy"])).reader(commit))
        }
        "push" => {
            let mut d = Draft::new(OpKind::Push, named(&["-o", "--push-option"])).reader(push);
            d.notes.skips_hooks = has("--no-verify");
            one(d)
        }
        "rm" => one(Draft::new(OpKind::Delete, paths(&[])).silent().reader(failing)),
        "mv" => {
            let p = paths(&[]);
            let (to, from) = p.split_last()?;
            let drafts =
                from.iter().map(|f| Draft::new(OpKind::Move, vec![f.clone(), moved(f, to, from.len())]).silent().reader(failing));
            Some(drafts.collect())
        }
        "apply" => {
            let check = ["--check", "--stat", "--summary", "--numstat"].iter().any(|f| has(f));
            let kind = if check { OpKind::GitRead } else { OpKind::Edit };
            one(Draft::new(kind, paths(&["-p", "--directory", "--exclude", "--include"])).silent().reader(failing))
        }
        "clone" => {
            let o = operands(rest, &["-b", "--branch", "--depth", "-o", "-j", "-c", "--reference", "--filter"]);
            let url = o.first().copied().unwrap_or("");
            let dir = o.get(1).copied().unwrap_or_else(|| repo_name(url));
            let t = resolve_all(cmd, [dir]);
            let outside = t.iter().all(|p| cx.roots.is_outside(p));
            one(Draft::new(OpKind::Write, t).reader(failing).harmless(outside))
        }
        "checkout" | "switch" | "restore" => one(tree(cmd, verb, rest)),
        "stash" => {
            let sub = rest.first().map_or("push", String::as_str);
            let kind = if matches!(sub, "list" | "show") { OpKind::GitRead } else { OpKind::GitTree };
            one(Draft::new(kind, Vec::new()).reader(failing))
        }
        "reset" => {
            let hard = has("--hard") || has("--merge") || has("--keep");
            one(Draft::new(if hard { OpKind::GitTree } else { OpKind::GitRead }, Vec::new()).reader(failing))
        }
        "pull" => one(Draft::new(OpKind::GitTree, named(&[])).reader(commit)),
        "clean" => one(Draft::new(OpKind::Delete, paths(&["-e"])).silent().reader(failing)),
        "submodule" | "worktree" | "sparse-checkout" | "lfs" | "read-tree" | "filter-branch" | "filter-repo" | "bisect" => {
            let sub = rest.first().map_or("", String::as_str);
            let reads = matches!(
                sub,
                "list" | "status" | "summary" | "ls-files" | "log" | "prune" | "lock" | "unlock" | "remove" | "add"
            );
            let kind = if reads || rest.is_empty() { OpKind::GitRead } else { OpKind::GitTree };
            one(Draft::new(kind, named(&["-b", "-B"])).reader(failing))
        }
        "add" | "stage" => one(Draft::new(OpKind::GitRead, paths(&[])).silent().reader(failing)),
        "grep" => one(Draft::new(OpKind::Search, named(&["-e", "-A", "-B", "-C"]))),
        "tag" if !rest.is_empty() && !["-l", "--list", "-n", "-d", "--points-at", "--contains"].iter().any(|f| has(f)) => {
            one(Draft::new(OpKind::GitRead, named(&["-m"])).reader(failing))
        }
        "config" => {
            let reads = ["--get", "-l", "--list", "--get-all", "--get-regexp", "get", "list"].iter().any(|f| has(f));
            let sets = operands(rest, &["-f", "--file"]).len() >= 2;
            one(Draft::new(if reads || !sets { OpKind::GitRead } else { OpKind::Install }, named(&[]))
                .harmless(true)
                .reader(failing))
        }
        "init" => one(Draft::new(OpKind::Write, vec![".git".into()]).harmless(true).reader(failing)),
        "format-patch" | "bundle" | "archive" => one(Draft::new(OpKind::Run, named(&["-o"])).reader(failing)),
        _ => one(Draft::new(OpKind::GitRead, named(&["-n", "--format", "--pretty", "-S", "-G", "--author", "--since"]))
            .reader(failing)),
    }
}

const COMMIT_VALUES: &[&str] = &[
    "-m",
    "-F",
    "-am",
    "--message",
    "--file",
    "-C",
    "-c",
    "--author",
    "--date",
    "--fixup",
    "--squash",
    "-t",
    "--trailer",
    "-sm",
    "-qm",
];

/// The words behind git's own options: `git -C x -c a=b commit` → `commit`.
pub(super) fn after_globals(args: &[String]) -> &[String] {
    let mut at = 0;
    while let Some(a) = args.get(at) {
        match a.as_str() {
            "-C" | "-c" | "--git-dir" | "--work-tree" | "--namespace" | "--exec-path" => at += 2,
            a if a.starts_with('-') => at += 1,
            _ => break,
        }
    }
    args.get(at..).unwrap_or(&[])
}

/// Where a moved file ends up: in the folder, where the target is one.
pub(super) fn moved(from: &str, to: &str, many: usize) -> String {
    let name = super::paths::file_name(from);
    let folder =
        many > 1 || to.ends_with('/') || (super::paths::extension(to).is_empty() && !super::paths::extension(from).is_empty());
    if folder && super::paths::file_name(to) != name { format!("{}/{name}", to.trim_end_matches('/')) } else { to.to_owned() }
}

fn repo_name(url: &str) -> &str {
    let name = url.trim_end_matches('/').rsplit(['/', ':']).next().unwrap_or(url);
    name.strip_suffix(".git").unwrap_or(name)
}

/// `checkout`, `switch`, `restore`: of files, or of the whole tree. A new branch at the same commit changes nothing.
fn tree(cmd: &SimpleCommand, verb: &str, rest: &[String]) -> Draft {
    let has = |f: &[&str]| rest.iter().any(|a| f.contains(&a.as_str()));
    let dashes = rest.iter().position(|a| a == "--");
    let files: Vec<&str> = match dashes {
        Some(at) => rest.get(at + 1..).unwrap_or(&[]).iter().map(String::as_str).collect(),
        None if verb == "restore" => operands(rest, &["-s", "--source"]),
        None => operands(rest, &["-b", "-B", "--orphan"]).into_iter().filter(|o| super::paths::extension(o).len() > 1).collect(),
    };
    if verb == "restore" && has(&["--staged", "-S"]) && !has(&["--worktree", "-W"]) {
        return Draft::new(OpKind::GitRead, Vec::new()).reader(failing);
    }
    let targets = resolve_all(cmd, files);
    let creates = has(&["-b", "-B", "-c", "-C", "--orphan", "--create"]);
    let from = operands(rest, &["-b", "-B", "-c", "-C", "--orphan", "--create"]);
    Draft::new(OpKind::GitTree, targets.clone()).harmless(creates && from.is_empty() && targets.is_empty()).reader(failing)
}

/// A line that only a failing git prints.
pub(super) fn failing(text: &str, d: &Draft) -> Option<Says> {
    find_line(text, |l| is_fatal(l, d) || l.starts_with("error: ") || (l.starts_with(IGNORED) && verb(d) == "add"))
        .map(|l| Says::new(Outcome::Failed, l))
}

/// What `git add` prints of files that it was not to add.
const IGNORED: &str = "The following paths are ignored by one of your .gitignore files";

fn verb(d: &Draft) -> &str {
    after_globals(d.words.get(1..).unwrap_or(&[])).first().map_or("", String::as_str)
}

/// A line with which git gives up, where it can be this command's: only commands that take paths miss one.
fn is_fatal(line: &str, d: &Draft) -> bool {
    let takes_paths = matches!(
        verb(d),
        "add" | "rm" | "mv" | "checkout" | "restore" | "reset" | "ls-files" | "stash" | "diff" | "log" | "show"
    );
    line.starts_with("fatal: ") && (takes_paths || !line.starts_with("fatal: pathspec"))
}

/// What a commit, merge, rebase, cherry-pick, revert or pull printed.
pub(super) fn commit(text: &str, d: &Draft) -> Option<Says> {
    const FAILS: &[&str] =
        &["CONFLICT (", "Automatic merge failed", "error: could not apply", "Aborting commit", "Patch failed at"];
    let mut good: Option<Says> = None;
    for line in lines(text) {
        if is_nothing(line) {
            return Some(good.unwrap_or_else(|| Says::new(Outcome::Failed, line)));
        }
        if FAILS.iter().any(|f| line.starts_with(f)) || (is_fatal(line, d) && good.is_none()) {
            return Some(Says::new(Outcome::Failed, line));
        }
        if let Some(hash) = made(line) {
            let mut product: Vec<String> = good.map(|g| g.product).unwrap_or_default();
            product.push(hash.to_owned());
            good = Some(Says::new(Outcome::Passed, line).with(product));
        } else if (line.starts_with("ok ") && line.contains(" changed, "))
            || ["Fast-forward", "Merge made by", "Successfully rebased", "Applying: "].iter().any(|p| line.starts_with(p))
        {
            good.get_or_insert_with(|| Says::new(Outcome::Passed, line));
        } else if good.is_none() && line.starts_with("Updating ") && line.contains("..") {
            let product = line["Updating ".len()..].split("..").nth(1).map(|h| h.trim().to_owned());
            good = Some(Says::new(Outcome::Passed, line).with(product));
        } else if good.is_none()
            && (line.starts_with("Already up to date") || (line.contains("is up to date.") && d.kind == OpKind::Commit))
        {
            good = Some(Says::new(Outcome::Vacuous, line));
        }
    }
    good
}

/// Git found nothing to commit, after its hooks had run.
pub(super) fn is_nothing(line: &str) -> bool {
    ["nothing to commit", "no changes added to commit", "nothing added to commit"].iter().any(|n| line.starts_with(n))
}

/// The hash in `[main abc1234] message`, `[main (root-commit) abc1234] message`, `ok abc1234`.
fn made(line: &str) -> Option<&str> {
    if let Some(rest) = line.strip_prefix("ok ") {
        let hash = rest.trim_start_matches(['✓', ' ']).split_whitespace().next()?;
        return is_hash(hash).then_some(hash);
    }
    let head = line.strip_prefix('[')?.split_once(']')?.0;
    let hash = head.rsplit(' ').next()?;
    (head.contains(' ') && is_hash(hash)).then_some(hash)
}

pub(super) fn is_hash(word: &str) -> bool {
    (7..=40).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

/// What a push printed.
fn push(text: &str, d: &Draft) -> Option<Says> {
    let mut good: Option<Says> = None;
    let mut bad: Option<Says> = None;
    for line in lines(text) {
        if line.starts_with("! [") || line.starts_with("error: failed to push") {
            return Some(Says::new(Outcome::Failed, line));
        }
        if is_fatal(line, d) || line.starts_with("remote: error") || line.starts_with("ERROR: ") {
            bad.get_or_insert_with(|| Says::new(Outcome::Failed, line));
        } else if line.starts_with("Everything up-to-date") || line == "ok (up-to-date)" {
            good.get_or_insert_with(|| Says::new(Outcome::Vacuous, line));
        } else if let Some(product) = pushed(line) {
            let mut all = good.filter(|g| g.outcome == Outcome::Passed).map(|g| g.product).unwrap_or_default();
            all.extend(product);
            good = Some(Says::new(Outcome::Passed, line).with(all));
        }
    }
    good.filter(|g| g.outcome == Outcome::Passed || bad.is_none()).or(bad)
}

/// The products of a ref line: `abc1234..def5678  main -> main`, `* [new branch] x -> x`, `+ a...b x -> x (forced update)`.
fn pushed(line: &str) -> Option<Vec<String>> {
    if let Some(rest) = line.strip_prefix("ok ") {
        return (!rest.contains(' ')).then(|| vec![rest.trim_start_matches("✓ ").to_owned()]);
    }
    if line.starts_with("- [deleted]") {
        return Some(line.split_whitespace().last().map(str::to_owned).into_iter().collect());
    }
    let (left, right) = line.split_once(" -> ")?;
    let branch = right.split_whitespace().next()?.to_owned();
    let left = left.trim_start_matches(['*', '+', '=', ' ']);
    if left.starts_with("[new ") || left.starts_with("[up to date]") {
        return Some(vec![branch]);
    }
    let range = left.split_whitespace().next()?;
    let (_, to) = range.split_once("..")?;
    let to = to.trim_start_matches('.');
    is_hash(to).then(|| vec![to.to_owned(), branch])
}
