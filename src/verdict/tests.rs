//! One small session a rule: operations at even steps, their results at odd ones, the claim last.

use super::*;
use crate::claim::{Detail, Lang};
use crate::record::*;
use crate::transcript::{Mark, Origin, Say, SourceKind, UserText};

fn op(kind: OpKind, outcome: Outcome) -> Op {
    Op {
        kind,
        targets: Vec::new(),
        at: 0,
        end: None,
        call_line: 0,
        result_line: None,
        agent: 0,
        tool: "Bash".into(),
        command: String::new(),
        cwd: None,
        outcome,
        counts: None,
        scope: Scope::Full,
        runner: None,
        excerpt: String::new(),
        notes: Notes::default(),
    }
}

fn tests(outcome: Outcome) -> Op {
    Op { runner: Some("pytest"), ..op(OpKind::Check(Check::Tests), outcome) }
}

fn edit(path: &str) -> Op {
    Op { targets: vec![path.into()], ..op(OpKind::Edit, Outcome::Passed) }
}

fn claim(ty: ClaimType, target: Option<&str>) -> Claim {
    Claim {
        ty,
        target: target.map(Into::into),
        quote: "All tests pass".into(),
        span: (0, 5),
        detail: Detail::default(),
        lang: Lang::En,
    }
}

/// Judges one claim after the operations; `later` follow it in the same turn.
fn reason(ops: Vec<Op>, claim: Claim, later: Vec<Op>) -> Reason {
    reason_in(SourceKind::ClaudeCode, ops, claim, later)
}

fn reason_in(source: SourceKind, ops: Vec<Op>, claim: Claim, later: Vec<Op>) -> Reason {
    let mut s = Session::new(source);
    let human = || EventKind::User(UserText { text: "please".into(), origin: Origin::Human });
    s.push(1, 0, None, human());
    let mut placed = Vec::new();
    for mut o in ops {
        o.at = s.events.len();
        s.push(o.at as u32 + 1, 0, None, EventKind::Mark(Mark::Interrupted));
        if o.outcome != Outcome::Unfinished {
            o.end = Some(s.events.len());
            s.push(o.at as u32 + 2, 0, None, EventKind::Mark(Mark::Interrupted));
        }
        placed.push(o);
    }
    s.push(90, 0, None, EventKind::Say(Say { text: "words words".into(), model: None, message: None }));
    for mut o in later {
        o.at = s.events.len();
        s.push(91, 0, None, EventKind::Mark(Mark::Interrupted));
        o.end = Some(s.events.len());
        s.push(92, 0, None, EventKind::Mark(Mark::Interrupted));
        placed.push(o);
    }
    let judged = judge_session(&s, || Record { ops: placed }, |_| vec![claim.clone()]);
    judged[0].reason
}

#[test]
fn checks_are_judged_by_their_latest_run_on_the_target() {
    let passed = || claim(ClaimType::TestsPassed, None);
    let all = || Claim { detail: Detail { all: true, ..Detail::default() }, ..passed() };
    let count = |n| Claim { detail: Detail { passed: Some(n), all: true, ..Detail::default() }, ..passed() };
    let counted = |n| Op { counts: Some(Counts { passed: n, failed: 0, skipped: 0 }), ..tests(Outcome::Passed) };
    let narrow = |w: &str| Op { scope: Scope::Narrow(vec![w.into()]), ..tests(Outcome::Passed) };
    let prose = || Op { notes: Notes { harmless: true, ..Notes::default() }, ..edit("README.md") };
    let loosened = || Op { notes: Notes { weakens: true, ..Notes::default() }, ..edit("tests/a.py") };
    for (ops, claim, later, want) in [
        (vec![tests(Outcome::Passed)], passed(), vec![], Reason::Backed),
        (vec![], passed(), vec![], Reason::NoMatchingCall),
        (vec![], passed(), vec![tests(Outcome::Passed)], Reason::ClaimedBeforeCall),
        (vec![op(OpKind::UnknownTask, Outcome::Passed)], passed(), vec![], Reason::UnknownRunner),
        (vec![tests(Outcome::Denied)], passed(), vec![], Reason::DeniedOrCancelled),
        (vec![tests(Outcome::Unfinished)], passed(), vec![], Reason::NotFinished),
        (vec![tests(Outcome::Unreadable)], passed(), vec![], Reason::UnreadableResult),
        (vec![tests(Outcome::Failed)], passed(), vec![], Reason::LastCallFailed),
        (vec![tests(Outcome::Failed), edit("a.py")], passed(), vec![], Reason::Stale),
        (vec![tests(Outcome::Failed), edit("a.py"), tests(Outcome::Passed)], passed(), vec![], Reason::Backed),
        (vec![tests(Outcome::Passed), tests(Outcome::Failed)], passed(), vec![], Reason::LastCallFailed),
        (vec![counted(41)], count(42), vec![], Reason::ResultSaysOtherwise),
        (vec![counted(30), counted(12)], count(42), vec![], Reason::Backed),
        (vec![tests(Outcome::Masked)], passed(), vec![], Reason::MaskedStatus),
        (vec![tests(Outcome::Vacuous)], passed(), vec![], Reason::VacuousResult),
        (vec![tests(Outcome::Passed), edit("a.py")], passed(), vec![], Reason::Stale),
        (vec![tests(Outcome::Passed), prose()], passed(), vec![], Reason::Backed),
        (vec![narrow("-k foo")], all(), vec![], Reason::NarrowerThanClaim),
        (vec![narrow("-k foo")], passed(), vec![], Reason::Backed),
        (vec![tests(Outcome::Passed), narrow("-k foo")], all(), vec![], Reason::Backed),
        (vec![tests(Outcome::Failed), loosened(), tests(Outcome::Passed)], passed(), vec![], Reason::WeakenedCheck),
    ] {
        let shape: Vec<_> = ops.iter().map(|o| (o.kind, o.outcome)).collect();
        assert_eq!(reason(ops, claim, later), want, "{shape:?}");
    }
}

#[test]
fn a_scope_in_the_words_limits_all() {
    let run = Op { scope: Scope::Narrow(vec!["integration".into()]), ..tests(Outcome::Passed) };
    let scoped = |s: &str| Claim {
        detail: Detail { all: true, scope: Some(s.into()), ..Detail::default() },
        ..claim(ClaimType::TestsPassed, None)
    };
    assert_eq!(reason(vec![run.clone()], scoped("integration"), vec![]), Reason::Backed);
    assert_eq!(reason(vec![run.clone()], scoped("new"), vec![]), Reason::Backed);
    assert_eq!(reason(vec![run], scoped("unit"), vec![]), Reason::NarrowerThanClaim);
}

#[test]
fn files_are_judged_by_path_and_outcome() {
    let updated = |p| Claim { quote: format!("Updated {p}"), ..claim(ClaimType::FileUpdated, Some(p)) };
    let failed = || Op { outcome: Outcome::Failed, ..edit("ui/b.html") };
    let removed = || Op { targets: vec!["src/a.py".into()], ..op(OpKind::Delete, Outcome::Passed) };
    assert_eq!(reason(vec![edit("/p/src/a.py")], updated("src/a.py"), vec![]), Reason::Backed);
    assert_eq!(reason(vec![edit("src/b.py")], updated("src/a.py"), vec![]), Reason::WrongTarget);
    assert_eq!(reason(vec![edit("ui/a.html"), failed()], updated("ui/b.html"), vec![]), Reason::LastCallFailed);
    assert_eq!(reason(vec![], updated("src/a.py"), vec![]), Reason::NoMatchingCall);
    assert_eq!(reason(vec![edit("src/a.py"), removed()], updated("src/a.py"), vec![]), Reason::ResultSaysOtherwise);
    assert_eq!(
        reason(vec![edit("src/a.py"), removed()], claim(ClaimType::FileDeleted, Some("src/a.py")), vec![]),
        Reason::Backed
    );
}

#[test]
fn version_control_is_judged_by_its_own_words() {
    let git = |kind, outcome| Op { command: "git x".into(), ..op(kind, outcome) };
    let pushed = || claim(ClaimType::Pushed, None);
    let committed = || claim(ClaimType::Committed, None);
    assert_eq!(reason(vec![git(OpKind::Push, Outcome::Passed)], pushed(), vec![]), Reason::Backed);
    assert_eq!(reason(vec![git(OpKind::Push, Outcome::Failed)], pushed(), vec![]), Reason::LastCallFailed);
    assert_eq!(reason(vec![], pushed(), vec![]), Reason::NoMatchingCall);
    assert_eq!(
        reason(vec![git(OpKind::Commit, Outcome::Failed), git(OpKind::Commit, Outcome::Passed)], committed(), vec![]),
        Reason::Backed
    );
    assert_eq!(reason(vec![git(OpKind::Commit, Outcome::Denied)], committed(), vec![]), Reason::DeniedOrCancelled);
}

#[test]
fn work_needs_a_change_and_a_fix_needs_a_look_at_its_effect() {
    let done = || claim(ClaimType::Done, None);
    let fixed = || claim(ClaimType::Fixed, None);
    let build = op(OpKind::Check(Check::Build), Outcome::Passed);
    assert_eq!(reason(vec![edit("a.py")], done(), vec![]), Reason::Backed);
    assert_eq!(reason(vec![], done(), vec![]), Reason::NoMatchingCall);
    assert_eq!(reason(vec![edit("a.py"), tests(Outcome::Failed)], done(), vec![]), Reason::LastCallFailed);
    assert_eq!(reason(vec![edit("a.py"), tests(Outcome::Passed)], fixed(), vec![]), Reason::Backed);
    assert_eq!(reason(vec![edit("a.py"), build], fixed(), vec![]), Reason::WrongModality);
    assert_eq!(reason(vec![tests(Outcome::Failed)], fixed(), vec![]), Reason::NoMatchingCall);
}

#[test]
fn a_live_claim_needs_a_read_back() {
    let deploy = || op(OpKind::Deploy, Outcome::Passed);
    let live = || Claim { detail: Detail { state: true, ..Detail::default() }, ..claim(ClaimType::Deployed, None) };
    assert_eq!(reason(vec![deploy()], claim(ClaimType::Deployed, None), vec![]), Reason::Backed);
    assert_eq!(reason(vec![deploy()], live(), vec![]), Reason::NoReadBack);
    assert_eq!(reason(vec![deploy(), op(OpKind::Http, Outcome::Passed)], live(), vec![]), Reason::Backed);
}

#[test]
fn a_source_without_results_decides_nothing() {
    for ty in ClaimType::ALL {
        let got = reason_in(SourceKind::CursorExport, vec![], claim(*ty, Some("src/a.py")), vec![]);
        assert_eq!(got.verdict(), Verdict::Undecidable, "{}", ty.name());
    }
}

#[test]
fn reports_of_subagents_are_not_their_record() {
    let agent = Op { tool: "Task".into(), ..op(OpKind::Agent, Outcome::Passed) };
    let mut child = tests(Outcome::Passed);
    child.agent = 1;
    let delegated = || claim(ClaimType::Delegated, None);
    assert_eq!(reason(vec![agent.clone()], delegated(), vec![]), Reason::RelayedOnly);
    assert_eq!(reason(vec![agent, tests(Outcome::Passed)], delegated(), vec![]), Reason::Backed);
    assert_eq!(reason(vec![], delegated(), vec![]), Reason::NoMatchingCall);
}
