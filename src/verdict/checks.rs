//! `tests_passed`, `build_passed`, `lint_clean`, `typecheck_clean`, `checks_passed`: a check ran, on the target, came out well, is
//! fresh, and covers what is said.

use super::context::View;
use super::finding::{Finding, name};
use super::reason::Reason;
use super::select::{Fitting, ended, unknown_task};
use crate::claim::{Claim, ClaimType};
use crate::record::runners::{TextResult, read_output};
use crate::record::{Check, Op, OpKind, Outcome, Scope};

/// Judges a claim about one kind of check.
pub fn judge<'s>(view: View<'s>, claim: &Claim) -> Finding<'s> {
    let what = check_of(claim.ty);
    let strong = |o: &Op| fits(o, claim.ty);
    let mut fit = Fitting::pick(view, move |o| fits(o, claim_type(what)), |o| on_target(o, claim));
    focus(view, &mut fit.on_target, claim);
    if fit.on_target.iter().all(|o| of_other_package(o, claim)) {
        fit.on_target.clear();
    }
    // A run that only implies the check is none of the command that the claim names.
    if fit.on_target.is_empty() && fit.kind.iter().all(|o| o.kind != OpKind::Check(what)) {
        fit.kind.clear();
    }
    let latest = fit.on_target.first().map_or(0, |o| o.at);
    let found = match ended(view, &fit, strong) {
        Ok(runs) => decide(view, claim, what, &runs),
        Err(f) if f.reason == Reason::NotFinished => so_far(view, what, &fit).unwrap_or(f),
        Err(f) => instead(view, claim, f),
    };
    if found.reason.verdict().is_unsupported() {
        return shown_by_ci(view, claim, latest).unwrap_or(found);
    }
    elsewhere(view, claim, &found).unwrap_or(found)
}

/// The claim is about a branch that could not be checked out, so that what ran was another one.
fn elsewhere<'s>(view: View<'s>, claim: &Claim, found: &Finding<'s>) -> Option<Finding<'s>> {
    let run = *found.ops.first().filter(|_| found.reason == Reason::Backed)?;
    let switches = |o: &Op| o.kind == OpKind::GitTree && super::git::switches_to(o).is_some();
    let switch = view.latest(switches).find(|o| o.at < run.at && view.outcome(o) != Outcome::Denied)?;
    let branch = super::git::switches_to(switch)?;
    let quote = claim.quote.to_lowercase();
    let named = || quote.split(|c: char| !c.is_alphanumeric()).any(|w| matches!(w, "branch" | "worktree" | "pr"));
    let meant = quote.contains(&branch.to_lowercase()) || claim.target.as_deref() == Some(branch) || named();
    let moved = run.cwd.as_deref().is_some_and(|c| c.contains("worktree") || c.ends_with(branch));
    (view.outcome(switch) == Outcome::Failed && meant && !moved).then(|| {
        Finding::on(Reason::WrongTarget, run, format!("{} failed, so that {} ran on another branch", name(switch), name(run)))
            .and(switch)
    })
}

/// CI, read after the last run here, lists the check as passed ("Lint pass").
fn shown_by_ci<'s>(view: View<'s>, claim: &Claim, latest: usize) -> Option<Finding<'s>> {
    let word = match claim.ty {
        ClaimType::TestsPassed => "test",
        ClaimType::BuildPassed => "build",
        ClaimType::LintClean => "lint",
        _ => "type",
    };
    let op = view.latest(|o| o.kind == OpKind::CiRead).find(|o| view.outcome(o).ended())?;
    let good = op.outcome == Outcome::Passed && op.at > latest && view.result_text(op).to_lowercase().contains(word);
    good.then(|| Finding::backed(op))
}

/// Where the words name a part ("core tests", "the CLI suite") and some runs are of that part, the others are beside the point.
fn focus(view: View, runs: &mut Vec<&Op>, claim: &Claim) {
    const PLAIN: &[&str] = &[
        "test", "tests", "suite", "suites", "unit", "focused", "targeted", "build", "final", "full", "passing", "passed", "new",
        "existing", "local",
    ];
    let said = [claim.detail.scope.as_deref(), claim.target.as_deref()];
    let mut words: Vec<String> = said.into_iter().flatten().flat_map(super::target::telling_words).collect();
    words.retain(|w| !PLAIN.contains(&w.as_str()));
    let named = |o: &&Op| {
        let place = format!("{} {}", o.command, scope_list(o).join(" ")).to_lowercase();
        // A run of the whole names the part where it lists what it ran.
        let lists = |w: &str| {
            let shown = |l: &str| (l.starts_with("ok ") || l.contains("$ ")) && l.to_lowercase().contains(w);
            o.scope.is_full() && is_suite(w) && view.result_text(o).lines().any(shown)
        };
        words.iter().any(|w| place.contains(w.as_str()) || lists(w))
    };
    if runs.iter().any(named) {
        runs.retain(named);
    }
}

/// The words name a package of a workspace ("the web package tests"), and the run was in the folder of another.
fn of_other_package(op: &Op, claim: &Claim) -> bool {
    const NOUNS: &[&str] = &["package", "app", "crate", "module", "service", "workspace"];
    const FOLDERS: &[&str] = &["packages", "apps", "crates", "services", "libs", "modules"];
    let quote = claim.quote.to_lowercase();
    let words: Vec<&str> = quote.split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_'))).collect();
    let Some(said) = words.windows(2).find(|w| NOUNS.contains(&w[1])).map(|w| w[0]) else { return false };
    let place = format!("{}/{}", op.cwd.as_deref().unwrap_or(""), op.command).to_lowercase();
    let mut parts = place.split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.')));
    let folder = parts.by_ref().any(|p| FOLDERS.contains(&p));
    let other = parts.next().unwrap_or("");
    let plain = matches!(said, "the" | "this" | "that" | "each" | "every" | "whole" | "entire" | "main" | "new" | "one" | "all");
    folder && !other.is_empty() && !plain && said.len() > 2 && !place.contains(said)
}

/// A run that still goes on, whose output up to the claim shows that this part of it passed.
fn so_far<'s>(view: View<'s>, what: Check, fit: &Fitting<'s>) -> Option<Finding<'s>> {
    let op = fit.on_target.first()?;
    let text = view.texts_since(op.at);
    let readings = read_output(&text, &[]);
    let last = readings.iter().rev().find(|r| r.check == what && r.result != TextResult::Ran)?;
    (last.result == TextResult::Passed)
        .then(|| Finding::on(Reason::Backed, op, format!("{} still runs; its output so far shows it", name(op))))
}

/// `checks_passed`: CI status read, or the checks that ran, all good.
pub fn judge_all<'s>(view: View<'s>, claim: &Claim) -> Finding<'s> {
    let ci = Fitting::pick(view, |o| o.kind == OpKind::CiRead, |_| true);
    let checks = Fitting::pick(view, |o| matches!(o.kind, OpKind::Check(c) if c != Check::Format), |_| true);
    let named_ci = claim.target.iter().chain(claim.detail.scope.iter()).any(|t| says_ci(t)) || says_ci(&claim.quote);
    let latest = |f: &Fitting<'s>| f.kind.first().map(|o| o.at);
    if named_ci || latest(&ci) > latest(&checks) {
        return match ended(view, &ci, |o| o.kind == OpKind::CiRead) {
            Ok(runs) => ci_state(view, &runs),
            // "All CI checks" can be the project's own task that does what CI does.
            Err(f) if named_ci && checks.kind.is_empty() => instead(view, claim, f),
            Err(_) => local(view, claim, &checks),
        };
    }
    local(view, claim, &checks)
}

fn says_ci(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric())
        .any(|w| matches!(w, "CI" | "ci" | "pipeline" | "Pipeline" | "workflow" | "Actions"))
}

/// The state of CI as it was read last, after the last push.
fn ci_state<'s>(view: View<'s>, runs: &[&'s Op]) -> Finding<'s> {
    let op = runs[0];
    let pushed = view.latest(|o| o.kind == OpKind::Push && o.outcome == Outcome::Passed).next();
    match op.outcome {
        // A loop over several items: the failure may be another item's.
        Outcome::Failed if op.command.contains('$') => {
            Finding::on(Reason::UnreadableResult, op, format!("{} ran over several items", name(op)))
        }
        Outcome::Failed => Finding::on(Reason::LastCallFailed, op, format!("{} shows a failure", name(op))),
        Outcome::Unfinished => Finding::on(Reason::NotFinished, op, "the checks were still running when they were read"),
        Outcome::Unreadable | Outcome::Masked => {
            Finding::on(Reason::UnreadableResult, op, "the state of the checks is not in the recorded result")
        }
        _ if pushed.is_some_and(|p| p.at > op.at) => Finding::on(Reason::Stale, op, "the state was read before the last push"),
        _ => Finding::backed(op),
    }
}

/// Every kind of check that ran lately came out well.
fn local<'s>(view: View<'s>, claim: &Claim, checks: &Fitting<'s>) -> Finding<'s> {
    let runs = match ended(view, checks, |o| matches!(o.kind, OpKind::Check(_))) {
        Ok(runs) => runs,
        Err(f) => return instead(view, claim, f),
    };
    let claim = &Claim { detail: crate::claim::Detail { all: false, ..claim.detail.clone() }, ..claim.clone() };
    let mut kinds: Vec<Check> = Vec::new();
    let mut best: Option<Finding> = None;
    for op in &runs {
        let OpKind::Check(kind) = op.kind else { continue };
        if kinds.contains(&kind) || (best.is_some() && (op.at < view.turn_start() || told_since(view, op))) {
            continue;
        }
        kinds.push(kind);
        let same: Vec<&Op> = runs.iter().copied().filter(|o| o.kind == op.kind).collect();
        let f = decide(view, claim, kind, &same);
        if f.reason != Reason::Backed {
            return f;
        }
        best = Some(match best {
            Some(b) => b.and(op),
            None => f,
        });
    }
    best.unwrap_or_else(|| Finding::bare(Reason::NoMatchingCall, "no check on record"))
}

/// A failure that the agent spoke after: it was not passed over in silence, and the words are about the checks since.
fn told_since(view: View, op: &Op) -> bool {
    view.outcome(op) == Outcome::Failed && op.end.is_some_and(|e| view.spoke_between(e, view.step))
}

/// From the runs of one kind that ended, latest first, to the reason.
fn decide<'s>(view: View<'s>, claim: &Claim, what: Check, runs: &[&'s Op]) -> Finding<'s> {
    let latest = runs[0];
    if let Some(f) = backing(view, claim, what, runs) {
        return f;
    }
    let changed = view.change_since(latest, what);
    match view.outcome(latest) {
        Outcome::Unreadable => Finding::on(
            Reason::UnreadableResult,
            latest,
            format!("the recorded result of {} does not tell how it ended", name(latest)),
        ),
        Outcome::Failed
            if changed.is_none() && (claim.detail.disclosed || passed_part(claim, latest) || part_shown(view, claim, latest)) =>
        {
            Finding::backed(latest)
        }
        Outcome::Failed if changed.is_none() => {
            Finding::on(Reason::LastCallFailed, latest, format!("{} failed, and nothing relevant changed since", name(latest)))
        }
        Outcome::Masked if changed.is_none() && count_shown(view, claim, latest) => Finding::backed(latest),
        // A run that shows no outcome takes nothing away from the failure before it.
        Outcome::Masked if changed.is_none() && failed_before(view, what, runs).is_some() => {
            let failed = failed_before(view, what, runs).unwrap_or(latest);
            Finding::on(
                Reason::LastCallFailed,
                failed,
                format!("{} failed, and no run since shows another outcome", name(failed)),
            )
        }
        Outcome::Masked => Finding::on(
            Reason::MaskedStatus,
            latest,
            format!("the command line hid the status of {}, and its output does not tell", name(latest)),
        ),
        Outcome::Vacuous => Finding::on(Reason::VacuousResult, latest, format!("{} checked nothing", name(latest))),
        _ => match (changed, wrong_count(claim, latest)) {
            (None, true) if covers(claim, latest) => {
                Finding::on(Reason::ResultSaysOtherwise, latest, format!("{} shows another count", name(latest)))
            }
            (Some(change), _) => {
                Finding::on(Reason::Stale, latest, format!("{} ran before {}", name(latest), name(change))).and(change)
            }
            (None, _) => {
                Finding::on(Reason::NarrowerThanClaim, latest, format!("{} covers only {}", name(latest), scope_words(latest)))
            }
        },
    }
}

/// The failure before runs that show no outcome, where nothing relevant changed since.
fn failed_before<'s>(view: View<'s>, what: Check, runs: &[&'s Op]) -> Option<&'s Op> {
    let told = runs.iter().find(|o| view.outcome(o) != Outcome::Masked)?;
    (view.outcome(told) == Outcome::Failed && view.change_since(told, what).is_none()).then_some(*told)
}

/// The latest run that backs the claim: passed, fresh, of the scope and count that is said, with no later failure.
fn backing<'s>(view: View<'s>, claim: &Claim, what: Check, runs: &[&'s Op]) -> Option<Finding<'s>> {
    let mut narrow: Vec<&Op> = Vec::new();
    for op in runs {
        match view.outcome(op) {
            Outcome::Failed => break,
            Outcome::Passed if view.change_since(op, what).is_none() => {}
            Outcome::Passed => break,
            _ => continue,
        }
        let counted = !wrong_count(claim, op) || sums_up(claim, runs, view, what);
        if counted && (covers(claim, op) || counted_exactly(view, claim, op) || covers_work(view, op)) {
            return Some(super::weakened::judge(view, op, what).unwrap_or_else(|| Finding::backed(op)));
        }
        narrow.push(op);
    }
    together(view, claim, &narrow).or_else(|| renewed(view, claim, what, runs, &narrow))
}

/// A run of the whole, after which only tests of one place were changed, and a run of that place since.
fn renewed<'s>(view: View<'s>, claim: &Claim, what: Check, runs: &[&'s Op], narrow: &[&'s Op]) -> Option<Finding<'s>> {
    let latest = *narrow.first()?;
    let whole = runs.iter().find(|o| o.scope.is_full() && o.at < latest.at)?;
    let words: Vec<String> = scope_list(latest).iter().map(|w| w.to_lowercase()).filter(|w| w.len() > 3).collect();
    let place = |p: &String| {
        let folder = p.rsplit_once('/').map_or("", |(d, _)| d).rsplit('/').next().unwrap_or("").to_lowercase();
        folder.contains("test") && words.iter().any(|w| folder.contains(w.as_str()))
    };
    let changed = |o: &&Op| o.at > whole.end.unwrap_or(whole.at) && o.mutates() && !o.notes.harmless && o.runner.is_none();
    let confined = view.before.iter().filter(changed).all(|o| !o.targets.is_empty() && o.targets.iter().all(place));
    let fresh = view.change_since(latest, what).is_none() && view.outcome(whole) == Outcome::Passed && !words.is_empty();
    (confined && fresh && !wrong_count(claim, latest))
        .then(|| Finding::on(Reason::Backed, latest, "the whole ran before, and what changed since was run anew").and(whole))
}

/// Runs of several suites ("unit", "integration") that together cover every suite that ran in the session. Runs of single tests, files or
/// packages cover no suite.
fn together<'s>(view: View<'s>, claim: &Claim, narrow: &[&'s Op]) -> Option<Finding<'s>> {
    let latest = narrow.first()?;
    let suites = |ops: &mut dyn Iterator<Item = &'s Op>| -> Vec<&'s str> {
        let of = |o: &'s Op| matches!(scope_list(o), [one] if is_suite(one)).then(|| scope_list(o)[0].as_str());
        let mut words: Vec<&str> = ops.filter_map(of).collect();
        words.sort_unstable();
        words.dedup();
        words
    };
    let covered = suites(&mut narrow.iter().copied());
    let known = suites(&mut view.before.iter().filter(|o| o.kind == latest.kind));
    let sum = || claim.detail.passed == Some(narrow.iter().filter_map(|o| o.counts.map(|c| c.passed)).sum());
    (covered.len() > 1 && covered == known && (!wrong_count(claim, latest) || sum())).then(|| {
        let start = Finding::on(Reason::Backed, latest, "the runs together cover every suite seen");
        narrow.iter().fold(start, |f, o| f.and(o))
    })
}

/// A word that names a suite of a project's tests, not a test, file or package.
fn is_suite(word: &str) -> bool {
    const SUITES: &[&str] = &[
        "unit",
        "integration",
        "e2e",
        "end-to-end",
        "functional",
        "acceptance",
        "smoke",
        "contract",
        "api",
        "ui",
        "web",
        "backend",
        "frontend",
        "server",
        "client",
        "fast",
        "slow",
    ];
    SUITES.contains(&word.to_lowercase().as_str())
}

/// The filter behind a run printed the count of what passed, as the claim gives it.
fn count_shown(view: View, claim: &Claim, op: &Op) -> bool {
    let text = view.result_text(op);
    let shown = |n: u64| text.lines().any(|l| l.to_lowercase().contains("pass") && super::numbers::occurs(&n.to_string(), l));
    claim.detail.passed.is_some_and(shown)
}

/// The claim names a part of the run, and its count is the one that passed.
fn passed_part(claim: &Claim, op: &Op) -> bool {
    let named = claim.target.is_some() || claim.detail.scope.is_some();
    let Some(passed) = op.counts.map(|c| c.passed) else { return false };
    let said = || claim.detail.numbers.iter().any(|n| *n == passed.to_string());
    named && (claim.detail.passed == Some(passed) || said())
}

/// The result has a line for the part that the claim names, with all of it passed ("forecast  1760/1760").
fn part_shown(view: View, claim: &Claim, op: &Op) -> bool {
    let (Some(p), Some(t)) = (claim.detail.passed, claim.detail.total) else { return false };
    let words: Vec<String> = claim.target.as_deref().map(super::target::telling_words).unwrap_or_default();
    let ratio = format!("{p}/{t}");
    let names = |l: &str| words.iter().any(|w| l.to_lowercase().contains(w.as_str()));
    p == t && view.result_text(op).lines().any(|l| names(l) && l.split_whitespace().any(|w| w == ratio))
}

/// The claim's count is not the run's.
fn wrong_count(claim: &Claim, op: &Op) -> bool {
    let (Some(said), Some(c)) = (claim.detail.passed, op.counts) else { return false };
    let total = c.passed + c.failed + c.skipped;
    said != c.passed && said != total && said != c.passed + c.skipped
}

/// The claim's count is the sum of the fresh runs, or stands in some result as it is.
fn sums_up(claim: &Claim, runs: &[&Op], view: View, what: Check) -> bool {
    let Some(said) = claim.detail.passed else { return true };
    let fresh = |o: &&&Op| o.outcome == Outcome::Passed && view.change_since(o, what).is_none();
    let counts: Vec<u64> = runs.iter().filter(fresh).filter_map(|o| o.counts.map(|c| c.passed)).collect();
    counts.contains(&said)
        || counts.iter().sum::<u64>() == said
        || runs.iter().any(|o| super::numbers::occurs(&said.to_string(), view.result_text(o)))
}

/// The run covers what the claim says: all of it, unless the words limit themselves to what the run is limited to.
fn covers(claim: &Claim, op: &Op) -> bool {
    let Scope::Narrow(words) = &op.scope else { return true };
    let said = [claim.detail.scope.as_deref(), claim.target.as_deref()];
    !says_all(claim) || said.into_iter().flatten().any(|s| limits_itself(s, words))
}

/// The words that limit a claim fit every filter of the run. A suite or directory that the run names besides need not be named too.
fn limits_itself(said: &str, words: &[String]) -> bool {
    let fits = |w: &String| within(said, std::slice::from_ref(w));
    let filters = || words.iter().filter(|w| !is_suite(w) && !w.contains('/'));
    if filters().next().is_some() { filters().all(fits) } else { words.iter().any(fits) }
}

/// A run of everything below a directory (`./cmd/...`) that holds all that the session changed is the whole for it.
fn covers_work(view: View, op: &Op) -> bool {
    let words = scope_list(op);
    let dirs: Vec<&str> = words.iter().filter_map(|w| w.strip_suffix("/...")).map(|d| d.trim_start_matches("./")).collect();
    let below = |p: &String| dirs.iter().any(|d| format!("/{p}").contains(&format!("/{d}/")));
    let mut changed = view.before.iter().filter(|o| o.mutates() && !o.notes.harmless).flat_map(|o| &o.targets).peekable();
    let packages = view.result_text(op).lines().filter(|l| l.starts_with("ok ")).count();
    !dirs.is_empty() && dirs.len() == words.len() && packages >= 5 && changed.peek().is_some() && changed.all(below)
}

/// The claim gives a number, and it is that of this run: the words speak of what ran, however little that was.
fn counted_exactly(view: View, claim: &Claim, op: &Op) -> bool {
    let Some(said) = claim.detail.passed else { return false };
    if let Some(c) = op.counts {
        return c.passed == said;
    }
    let passes = |indented: bool| {
        let text = view.result_text(op);
        text.lines().filter(|l| l.trim_start().starts_with("--- PASS") && (!indented || l.starts_with(' '))).count() as u64
    };
    [passes(false), passes(true), passes(false) - passes(true)].contains(&said)
}

/// An explicit all or every that is said of tests: "all passing" of what just ran is not.
fn says_all(claim: &Claim) -> bool {
    let q = claim.quote.to_lowercase();
    let of_tests = claim.ty != ClaimType::TestsPassed
        || ["test", "suite", "spec", "prueba", "тест", "测试", "テスト"].iter().any(|w| q.contains(w));
    claim.detail.all && of_tests
}

/// The words that limit a claim fit the words that limit a run.
fn within(said: &str, words: &[String]) -> bool {
    const RELATIVE: &[&str] =
        &["new", "these", "those", "relevant", "related", "affected", "added", "updated", "existing", "targeted", "focused"];
    let said = said.to_lowercase();
    if said.split(|c: char| !c.is_alphanumeric()).any(|w| RELATIVE.contains(&w)) {
        return true;
    }
    let run = words.join(" ").to_lowercase();
    super::target::telling_words(&said).iter().any(|w| {
        let stem = w.trim_end_matches('s').trim_end_matches("test").trim_end_matches(['-', '_', '.']);
        stem.len() >= 3 && run.contains(stem)
    })
}

fn scope_list(op: &Op) -> &[String] {
    match &op.scope {
        Scope::Full => &[],
        Scope::Narrow(w) => w,
    }
}

fn scope_words(op: &Op) -> String {
    match &op.scope {
        Scope::Full => "another count than is said".to_owned(),
        Scope::Narrow(w) => format!("`{}`", w.join(" ").chars().take(80).collect::<String>()),
    }
}

/// Nothing of the kind itself: a stronger or unrecognised call, or a report that was only relayed, decides instead.
fn instead<'s>(view: View<'s>, claim: &Claim, found: Finding<'s>) -> Finding<'s> {
    if found.reason == Reason::NoMatchingCall {
        if let Some(f) = super::people::pasted_run(view, claim).or_else(|| super::people::ran_to_its_end(view, claim)) {
            return f;
        }
        if let Some(f) = counted_by_program(view, claim).or_else(|| unknown_task(view)) {
            return f;
        }
        if let Some(f) = super::agents::relayed(view, claim) {
            return f;
        }
    }
    found
}

/// A program of the project that counts what passed ("glm 2015/2022", "42 passed, 0 failed"), where no runner is known.
fn counted_by_program<'s>(view: View<'s>, claim: &Claim) -> Option<Finding<'s>> {
    let runs = |o: &Op| matches!(o.kind, OpKind::Run | OpKind::UnknownTask);
    if claim.ty != ClaimType::TestsPassed {
        return None;
    }
    for op in view.latest(runs).filter(|o| view.outcome(o).ended()).take(8) {
        let text = view.result_text(op);
        let fraction = |w: &str| {
            w.split_once('/')
                .is_some_and(|(a, b)| !a.is_empty() && a.bytes().chain(b.bytes()).all(|c| c.is_ascii_digit()) && !b.is_empty())
        };
        if let (Some(p), Some(t)) = (claim.detail.passed, claim.detail.total)
            && text.split_whitespace().any(fraction)
        {
            let shown = text.split_whitespace().any(|w| w == format!("{p}/{t}"));
            return Some(match (shown, view.outcome(op)) {
                (true, _) => Finding::backed(op),
                (false, Outcome::Failed) => {
                    Finding::on(Reason::LastCallFailed, op, format!("{} failed, and shows other counts", name(op)))
                }
                (false, _) => Finding::on(Reason::ResultSaysOtherwise, op, format!("{} shows other counts", name(op))),
            });
        }
        let hint = crate::record::runners::Invocation {
            runner: "script",
            check: Check::Tests,
            scope: Scope::Full,
            vacuous: false,
            silent: false,
            writes: false,
            layout_only: false,
            watch: false,
            first_lines: None,
        };
        let readings = if op.kind == OpKind::UnknownTask { read_output(text, &[hint]) } else { Vec::new() };
        match readings.iter().rev().find(|r| r.check == Check::Tests).map(|r| r.result) {
            Some(TextResult::Passed) if view.change_since(op, Check::Tests).is_none() => return Some(Finding::backed(op)),
            Some(TextResult::Failed) => {
                return Some(Finding::on(Reason::LastCallFailed, op, format!("{} shows failures", name(op))));
            }
            _ => {}
        }
    }
    None
}

/// The kind of check that a type speaks of.
fn check_of(ty: ClaimType) -> Check {
    match ty {
        ClaimType::BuildPassed => Check::Build,
        ClaimType::LintClean => Check::Lint,
        ClaimType::TypecheckClean => Check::Typecheck,
        _ => Check::Tests,
    }
}

fn claim_type(what: Check) -> ClaimType {
    match what {
        Check::Build => ClaimType::BuildPassed,
        Check::Lint | Check::Format => ClaimType::LintClean,
        Check::Typecheck => ClaimType::TypecheckClean,
        _ => ClaimType::TestsPassed,
    }
}

/// Kinds of call that back a type: the check itself, and those that imply it.
fn fits(op: &Op, ty: ClaimType) -> bool {
    let OpKind::Check(c) = op.kind else { return false };
    match ty {
        ClaimType::TestsPassed => c == Check::Tests && !is_scratch(op),
        ClaimType::BuildPassed => c == Check::Build || (c == Check::Tests && op.outcome == Outcome::Passed),
        ClaimType::LintClean => matches!(c, Check::Lint | Check::Format),
        ClaimType::TypecheckClean => c == Check::Typecheck || (c == Check::Build && op.outcome == Outcome::Passed),
        _ => true,
    }
}

/// A script in a temporary folder is not the project's suite, whatever it prints.
fn is_scratch(op: &Op) -> bool {
    let temporary = |p: &str| p.starts_with("/tmp/") || p.starts_with("/private/tmp/") || p.starts_with("/var/folders/");
    op.runner == Some("script") && (temporary(&op.command) || op.cwd.as_deref().is_some_and(temporary))
}

/// A claim about a command line ("`npm run build` passes") is about that command: program and subcommand must have been called. Names of
/// tools and suites are no command lines.
fn calls(op: &Op, target: &str) -> bool {
    let said: Vec<&str> = target.trim_matches('`').split_whitespace().take_while(|w| !w.starts_with('-')).collect();
    let runs_script = matches!(said.as_slice(), ["npm" | "pnpm" | "yarn" | "bun", "run", _, ..]);
    !runs_script || op.command.split_whitespace().collect::<Vec<_>>().windows(2).any(|w| w == &said[1..3]) || op.notes.nested
}

/// The run is of the thing that the claim names: a run that is limited to other files is not. A run of the whole is of everything.
fn on_target(op: &Op, claim: &Claim) -> bool {
    match (claim.target.as_deref(), &op.scope) {
        (Some(t), _) if !calls(op, t) => false,
        (Some(t), Scope::Narrow(words)) if super::target::is_path(t) => {
            let files = || words.iter().filter(|w| super::target::is_path(w));
            files().next().is_none() || files().any(|w| super::target::paths_match(w, t)) || within(t, words)
        }
        _ => true,
    }
}
