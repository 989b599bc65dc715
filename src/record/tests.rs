use super::*;
use crate::transcript::{Action, Call, CallResult, Cut, EventKind, Mark, Session, SourceKind, Status};
use proptest::prelude::*;

fn call(s: &mut Session, id: &str, tool: &str, action: Action) {
    let line = s.events.len() as u32 + 1;
    s.push(line, 0, None, EventKind::Call(Call { id: id.into(), tool: tool.into(), action, cwd: Some("/w/app".into()) }));
}

fn result(s: &mut Session, id: &str, status: Status, text: &str, process: Option<&str>) {
    let line = s.events.len() as u32 + 1;
    let r =
        CallResult { id: id.into(), status, text: text.into(), cut: Cut::No, process: process.map(Into::into), file_lines: None };
    s.push(line, 0, None, EventKind::Result(r));
}

fn session() -> Session {
    let mut s = Session::new(SourceKind::ClaudeCode);
    s.meta.cwd = Some("/w/app".into());
    s.meta.project = Some("/w/app".into());
    s
}

fn shell(command: &str) -> Action {
    Action::Shell { command: command.into(), background: false }
}

/// The operations of one command line: `Kind Outcome [targets] {products}`.
fn ops(command: &str, status: Status, text: &str) -> Vec<String> {
    let mut s = session();
    call(&mut s, "a", "Bash", shell(command));
    result(&mut s, "a", status, text, None);
    show(&Record::build(&s))
}

fn show(r: &Record) -> Vec<String> {
    r.ops
        .iter()
        .map(|o| {
            let mut out = format!("{:?} {:?}", o.kind, o.outcome);
            if !o.targets.is_empty() && !matches!(o.kind, OpKind::Check(_)) {
                out += &format!(" [{}]", o.targets.join(" "));
            }
            if !o.notes.product.is_empty() {
                out += &format!(" {{{}}}", o.notes.product.join(" "));
            }
            out
        })
        .collect()
}

const OK: Status = Status::Ok;
const BAD: Status = Status::Exit(1);

#[test]
#[rustfmt::skip]
fn commands_end_as_status_and_text_say() {
    let cases: &[(&str, Status, &str, &[&str])] = &[
        // Status and masks.
        ("pytest -q", OK, "12 passed in 0.4s", &["Check(Tests) Passed"]),
        ("pytest -q", BAD, "1 failed, 11 passed in 0.4s", &["Check(Tests) Failed"]),
        ("pytest | tail -3", OK, "1 failed, 11 passed in 0.4s", &["Check(Tests) Failed"]),
        ("pytest | tail -3", OK, "12 passed in 0.4s", &["Check(Tests) Passed"]),
        ("pytest | head -3", OK, "platform linux -- Python 3.12", &["Check(Tests) Masked"]),
        ("pytest || true", OK, "", &["Check(Tests) Masked"]),
        ("set -o pipefail; pytest -q 2>&1 | tee log", OK, ".....", &["Check(Tests) Passed", "Write Passed [/w/app/log]"]),
        ("pytest > log 2>&1; echo \"exit: $?\"", OK, "exit: 1", &["Check(Tests) Failed", "Write Passed [/w/app/log]", "Print Passed"]),
        ("pytest | tail -1; echo ${PIPESTATUS[0]}", OK, "...\n0", &["Check(Tests) Passed", "Print Passed"]),
        ("tsc --noEmit && echo CLEAN || echo BROKEN", OK, "CLEAN", &["Check(Typecheck) Passed", "Check(Build) Passed", "Print Passed", "Print NotReached"]),
        ("tsc --noEmit | head", OK, "", &["Check(Typecheck) Passed", "Check(Build) Passed"]),
        ("ruff check . && pytest -q", BAD, "a.py:1:1: F401 `os` imported but unused\nFound 1 error.", &["Check(Lint) Failed", "Check(Tests) NotReached"]),
        ("bash: pytest", Status::Exit(127), "bash: bash:: command not found", &["Run Failed"]),
        ("pytest tests/a.py", Status::Exit(127), "bash: pytest: command not found", &["Check(Tests) Failed"]),
        ("pytest | tail -1", OK, "bash: pytest: command not found", &["Check(Tests) Failed"]),
        ("cargo test", Status::Unknown, "", &["Check(Tests) Unreadable"]),
        ("pytest", Status::Denied, "The user doesn't want to proceed", &["Check(Tests) Denied"]),
        ("pytest", Status::Running, "", &["Check(Tests) Unfinished"]),
        ("echo '12 passed in 0.1s'", OK, "12 passed in 0.1s", &["Print Passed"]),
        ("cat old.log", OK, "12 passed in 0.1s", &["Read Passed [/w/app/old.log]"]),
        // Commits and pushes.
        ("git add . && git commit -m 'x y'", OK, "[main abc1234] x y\n 1 file changed", &["GitRead Passed [/w/app]", "Commit Passed {abc1234}"]),
        ("git commit -m x | tail -1", OK, "nothing to commit, working tree clean", &["Commit Failed"]),
        ("git commit -m x && git push", BAD, "On branch main\nnothing to commit, working tree clean", &["Commit Failed", "Push NotReached"]),
        ("git commit -qm x && git push 2>&1", BAD, "To h:o/r.git\n ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs", &["Commit Passed", "Push Failed"]),
        ("git push 2>&1 | tail -2", OK, " ! [rejected] main -> main (non-fast-forward)\nerror: failed to push some refs", &["Push Failed"]),
        ("git push origin main", OK, "To h:o/r.git\n   abc1234..def5678  main -> main", &["Push Passed [origin main] {def5678 main}"]),
        ("git push", OK, "Everything up-to-date", &["Push Vacuous"]),
        ("git push --dry-run", OK, "To h:o/r.git\n   abc1234..def5678  main -> main", &["Push Vacuous {def5678 main}"]),
        ("git rebase main", BAD, "CONFLICT (content): Merge conflict in a.rs\nerror: could not apply abc1234... x", &["Commit Failed [main]"]),
        ("git merge topic", OK, "Updating abc1234..def5678\nFast-forward\n a | 2 +-", &["Commit Passed [topic] {def5678}"]),
        ("git merge topic", OK, "Already up to date.", &["Commit Vacuous [topic]"]),
        // Files.
        ("cat > a.txt <<'E'\nhi\nE", OK, "", &["Write Passed [/w/app/a.txt]"]),
        ("echo hi >> notes/b.md && rm -f c.rs ../d.rs", OK, "", &["Edit Passed [/w/app/notes/b.md]", "Delete Passed [/w/app/c.rs]", "Delete Passed [/w/d.rs]"]),
        ("rm a; echo done", OK, "rm: cannot remove 'a': No such file or directory\ndone", &["Delete Failed [/w/app/a]", "Print Passed"]),
        ("mv src/a.rs src/b.rs", OK, "", &["Move Passed [/w/app/src/a.rs /w/app/src/b.rs]"]),
        ("git mv a.rs lib/", OK, "", &["Move Passed [/w/app/a.rs /w/app/lib/a.rs]"]),
        ("sed -i 's/a/b/' x.rs y.rs", OK, "", &["Edit Passed [/w/app/x.rs]", "Edit Passed [/w/app/y.rs]"]),
        ("sed -i.bak -e 's/a/b/' x.rs", OK, "", &["Edit Passed [/w/app/x.rs]"]),
        ("perl -pi -e 's/a/b/' x.rs", OK, "", &["Edit Passed [/w/app/x.rs]"]),
        ("sed -n '3,9p' x.rs", OK, "let a;", &["Read Passed [/w/app/x.rs]"]),
        ("grep -rn foo src | head -5", OK, "src/a:1:foo", &["Search Passed [foo /w/app/src]"]),
        ("cp a.rs b.rs && touch c.rs", OK, "", &["Write Passed [/w/app/b.rs]", "Write Passed [/w/app/c.rs]"]),
        ("python3 - <<'E'\nopen('out.json', 'w').write('x')\nE", OK, "", &["Run Passed", "Edit Passed [/w/app/out.json]"]),
        ("curl -sS -o f.bin https://h/x", OK, "", &["Http Passed [https://h/x]", "Write Passed [/w/app/f.bin]"]),
        ("curl -s -w '%{http_code}' https://h/x", OK, "404", &["Http Failed [https://h/x] {404}"]),
        ("apply_patch <<'E'\n*** Begin Patch\n*** Add File: a.rs\n+x\n*** Delete File: b.rs\n*** End Patch\nE", OK, "Success. Updated the following files:\nA a.rs\nD b.rs", &["Write Passed [/w/app/a.rs]", "Delete Passed [/w/app/b.rs]"]),
        // Packages, forges, deployment.
        ("npm install left-pad", OK, "added 1 package in 1s", &["Install Passed [left-pad]"]),
        ("pip install nosuch | tail -1", OK, "ERROR: No matching distribution found for nosuch", &["Install Failed [nosuch]"]),
        ("gh pr create --title x --body y", OK, "https://github.com/o/r/pull/7", &["PullRequest Passed {https://github.com/o/r/pull/7 #7}"]),
        ("gh pr create --fill", BAD, "pull request create failed: GraphQL: No commits between main and x", &["PullRequest Failed"]),
        ("bd create --title x --json", OK, "{\"id\":\"kb-1\"}", &["External Passed [x]"]),
        ("bd update kb-1 --status closed", OK, "", &["External Passed [kb-1 closed]"]),
        ("jira issue move AB-12 Done", OK, "", &["External Passed [AB-12 Done]"]),
        ("acli jira workitem comment create --key AB-12", BAD, "", &["External Failed [create AB-12]"]),
        ("bd list --json", OK, "[]", &["Run Passed"]),
        ("gh pr checks 7", BAD, "lint\tfail\t24s\thttps://h\ntest\tpass\t1m\thttps://h", &["CiRead Failed [7]"]),
        ("gh pr checks 7", Status::Exit(8), "lint\tpending\t0\thttps://h", &["CiRead Unfinished [7]"]),
        ("gh run list -L 2", OK, "completed\tsuccess\tfix\tCI\tmain\tpush\ncompleted\tfailure\told\tCI\tmain\tpush", &["CiRead Passed"]),
        ("gh run view 9 --json status,conclusion", OK, "{\"conclusion\":\"failure\",\"status\":\"completed\"}", &["CiRead Failed [9]"]),
        ("kubectl apply -f d.yaml", OK, "deployment.apps/web configured", &["Deploy Passed [apply]"]),
        ("npm publish --dry-run", OK, "+ a@1.0.0", &["Deploy Vacuous [publish]"]),
        ("ssh h 'rm -rf /srv/x'", OK, "", &["Delete Passed [/srv/x]"]),
    ];
    let wrong: Vec<String> = cases
        .iter()
        .filter(|(c, s, t, want)| ops(c, *s, t) != *want)
        .map(|(c, s, t, want)| format!("{c:?}\n  is   {:?}\n  want {want:?}", ops(c, *s, t)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn hooks_of_a_commit_are_checks_within_it() {
    let text = "$ bun test src/\n 9 pass\n 0 fail\nRan 9 tests across 2 files. [10.00ms]\n$ tsc --noEmit\n[main abc1234] x";
    let all = ops("git commit -m x", OK, text);
    assert!(all.contains(&"Check(Tests) Passed".to_owned()) && all.contains(&"Check(Typecheck) Passed".to_owned()), "{all:?}");
    let none = text.replace("[main abc1234] x", "no changes added to commit");
    let all = ops("git commit -m x", BAD, &none);
    assert!(all.contains(&"Commit Failed".to_owned()) && all.contains(&"Check(Typecheck) Passed".to_owned()), "{all:?}");
}

#[test]
fn joins_by_id_and_follows_processes() {
    let mut s = session();
    call(&mut s, "a", "Bash", shell("pytest"));
    call(&mut s, "b", "Bash", shell("git push"));
    result(&mut s, "b", OK, "   abc1234..def5678  main -> main", None);
    result(&mut s, "a", Status::Running, "collecting", Some("7"));
    call(&mut s, "c", "write_stdin", Action::Poll { process: "7".into(), input: String::new() });
    result(&mut s, "c", BAD, "1 failed, 2 passed in 0.1s", None);
    let r = Record::build(&s);
    assert_eq!(show(&r), ["Check(Tests) Failed", "Push Passed {def5678 main}"]);
    assert_eq!((r.ops[0].at, r.ops[0].end), (0, Some(5)));
}

#[test]
fn a_background_task_ends_with_its_notification() {
    let mut s = session();
    call(&mut s, "a", "Bash", Action::Shell { command: "cargo build".into(), background: true });
    result(&mut s, "a", Status::Running, "Command running in background with ID: b1", Some("b1"));
    assert_eq!(show(&Record::build(&s)), ["Check(Build) Unfinished"]);
    s.push(
        3,
        0,
        None,
        EventKind::Mark(Mark::TaskEnd { process: "b1".into(), status: OK, text: "completed (exit code 0)".into() }),
    );
    let r = Record::build(&s);
    assert_eq!((show(&r), r.ops[0].end), (vec!["Check(Build) Passed".to_owned()], Some(2)));
}

#[test]
fn a_log_read_later_settles_the_run_that_wrote_it() {
    let mut s = session();
    call(&mut s, "a", "Bash", shell("pytest > out.log 2>&1 || true"));
    result(&mut s, "a", OK, "", None);
    call(&mut s, "b", "Read", Action::Read { path: "/w/app/out.log".into(), offset: None, limit: None });
    result(&mut s, "b", OK, "3 failed, 9 passed in 2.0s", None);
    let r = Record::build(&s);
    assert_eq!((r.ops[0].outcome, r.ops[0].end), (Outcome::Failed, Some(3)));
}

#[test]
fn tools_write_edit_and_read() {
    let mut s = session();
    let edits = vec![("a = 1".to_owned(), "a = 2".to_owned())];
    call(&mut s, "a", "Edit", Action::Edit { path: "src/x.rs".into(), edits });
    result(&mut s, "a", Status::Error, "String to replace not found in file.", None);
    call(&mut s, "b", "Write", Action::Write { path: "/tmp/note.py".into(), content: "x".into() });
    result(&mut s, "b", OK, "File created", None);
    let skip = vec![("it('a'".to_owned(), "it.skip('a'".to_owned())];
    call(&mut s, "c", "Edit", Action::Edit { path: "/w/app/a.test.ts".into(), edits: skip });
    result(&mut s, "c", OK, "updated", None);
    call(&mut s, "d", "Read", Action::Read { path: "/w/app/a.rs".into(), offset: Some(10), limit: Some(5) });
    let r = Record::build(&s);
    assert_eq!(
        show(&r),
        [
            "Edit Failed [/w/app/src/x.rs]",
            "Write Passed [/tmp/note.py]",
            "Edit Passed [/w/app/a.test.ts]",
            "Read Unfinished [/w/app/a.rs]"
        ]
    );
    assert!(r.ops[1].notes.harmless && !r.ops[0].notes.harmless);
    assert!(r.ops[2].notes.weakens);
    assert_eq!(r.ops[3].notes.range, Some((10, 14)));
}

#[test]
fn a_task_file_that_was_read_resolves_its_tasks() {
    let mut s = session();
    call(&mut s, "a", "Read", Action::Read { path: "/w/app/package.json".into(), offset: None, limit: None });
    result(&mut s, "a", OK, "     1→{\n     2→  \"scripts\": {\"verify\": \"tsc --noEmit\"}\n     3→}\n", None);
    call(&mut s, "b", "Bash", shell("npm run verify"));
    result(&mut s, "b", OK, "> tsc --noEmit\n", None);
    assert!(show(&Record::build(&s)).contains(&"Check(Typecheck) Passed".to_owned()));
}

#[test]
fn a_childs_operations_stand_at_its_end() {
    let mut child = session();
    child.meta.agent_id = Some("ag1".into());
    call(&mut child, "x", "Bash", shell("cargo test"));
    result(&mut child, "x", OK, "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured", None);
    let mut s = session();
    let agent = Action::Agent { prompt: "p".into(), description: "d".into(), background: false };
    call(&mut s, "a", "Task", agent);
    result(&mut s, "a", OK, "done", Some("ag1"));
    s.children.push(child);
    let r = Record::build(&s);
    let op = r.ops.iter().find(|o| o.kind == OpKind::Check(Check::Tests)).map(|o| (o.at, o.end, o.agent, o.call_line));
    assert_eq!(op, Some((1, Some(1), u16::MAX, 1)));
}

#[test]
fn paths_have_one_spelling() {
    for (path, want) in [
        ("./src//a.rs", "src/a.rs"),
        ("C:\\Proj\\src\\a.py", "c:/Proj/src/a.py"),
        ("/c/Proj/a.py", "c:/Proj/a.py"),
        ("/mnt/d/a.py", "d:/a.py"),
        ("/private/tmp/x", "/tmp/x"),
        ("/a/../b/./c/", "/b/c"),
        ("../x", "../x"),
        ("", "."),
    ] {
        assert_eq!(paths::normalise(path), want, "{path}");
    }
}

proptest! {
    #[test]
    fn any_line_and_text_give_a_record(command in "[a-z '\"$(){};|&<>\n#=./-]{0,80}", text in any::<String>(), code in -1i32..3) {
        ops(&command, if code < 0 { Status::Unknown } else { Status::Exit(code) }, &text);
        let mut s = session();
        call(&mut s, "a", "apply_patch", Action::Patch { text: text.clone() });
        call(&mut s, "b", "mcp__x__create_y", Action::Mcp { server: "x".into(), tool: command, input: text.clone() });
        call(&mut s, "c", "Write", Action::Write { path: "package.json".into(), content: text.clone() });
        call(&mut s, "d", "Write", Action::Write { path: "justfile".into(), content: text });
        Record::build(&s);
    }

    #[test]
    fn normal_paths_stay(parts in prop::collection::vec("[a-zA-Z0-9_~-]{2,6}|\\.\\.?|", 0..8), head in "(/|\\./|C:\\\\|/c/|/private/tmp/)?") {
        let path = head + &parts.join("/");
        let once = paths::normalise(&path);
        prop_assert_eq!(paths::normalise(&once), once);
    }
}
