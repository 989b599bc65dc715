//! `examples/ci`: the shell lines of the jobs and the git hook run, and pass and fail where they should.
#![cfg(unix)]

use crate::common::{Session, folder, project};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn example(name: &str) -> PathBuf {
    project().join("examples/ci").join(name)
}

fn script(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// A folder of programs: the sayso that was built, unless it is left out, and a cargo that installs nothing.
fn programs(home: &Path, with_sayso: bool) -> String {
    let bin = home.join(if with_sayso { "bin" } else { "bin-without" });
    script(&bin.join("cargo"), "#!/bin/sh\n[ \"$1 $2 $3\" = 'install --locked --path' ] && [ -d \"$4\" ]\n");
    if with_sayso && !bin.join("sayso").exists() {
        std::os::unix::fs::symlink(assert_cmd::cargo::cargo_bin!("sayso"), bin.join("sayso")).unwrap();
    }
    format!("{}:/usr/bin:/bin", bin.display())
}

/// A command in a clean environment.
fn command(program: &str, home: &Path, at: &Path, path: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(at).env_clear().env("PATH", path).env("HOME", home).env("CLAUDE_CONFIG_DIR", home.join("claude"));
    command.env("GIT_CONFIG_NOSYSTEM", "1").env("SAYSO_REPOSITORY", home.join("sayso-repository"));
    command
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn git(home: &Path, at: &Path, path: &str, args: &[&str]) -> Output {
    let who = ["-c", "user.name=dev", "-c", "user.email=dev@example.com", "-c", "init.defaultBranch=main"];
    command("git", home, at, path).args(who).args(args).output().expect("git runs")
}

fn honest(id: &str) -> Session {
    let ran = Session::new(id).user("Run the tests.").bash("cargo test", "test result: ok. 3 passed; 0 failed; 0 ignored", false);
    ran.say("All tests pass.")
}

fn liar(id: &str) -> Session {
    let out = "test result: FAILED. 1 passed; 2 failed; 0 ignored";
    Session::new(id).user("Run the tests.").bash("cargo test", out, true).say("All tests pass.")
}

/// The commands of the steps of a GitHub job.
fn github_lines(text: &str) -> Vec<String> {
    let run = |l: &str| Some(l.trim().trim_start_matches("- ").strip_prefix("run: ")?.to_owned());
    text.lines().filter_map(run).collect()
}

/// The lines of the script of a GitLab job.
fn gitlab_lines(text: &str) -> Vec<String> {
    let after = text.lines().skip_while(|l| l.trim() != "script:").skip(1);
    after.map_while(|l| Some(l.trim().strip_prefix("- ")?.to_owned())).collect()
}

/// Runs the lines of a job over a session; true where none failed. Later lines run too, as steps that always run do.
fn job(lines: &[String], session: &Session, written: &[&str]) -> bool {
    let home = folder();
    let path = programs(home.path(), true);
    let at = home.path().join("work");
    session.write(&at.join("transcripts/run.jsonl"));
    std::fs::create_dir_all(at.join(".sayso")).unwrap();
    let upstream = home.path().join("sayso-repository");
    std::fs::create_dir_all(&upstream).unwrap();
    for args in [&["init", "-q"][..], &["commit", "-q", "--allow-empty", "-m", "first"]] {
        assert!(git(home.path(), &upstream, &path, args).status.success());
    }
    let mut passed = true;
    for line in lines {
        let output = command("sh", home.path(), &at, &path).args(["-e", "-c", line]).output().unwrap();
        assert!(matches!(output.status.code(), Some(0 | 1)), "{line}: {}", told(&output));
        passed &= output.status.success();
    }
    for file in written {
        assert!(at.join(file).metadata().is_ok_and(|m| m.len() > 0), "{file} is written");
    }
    passed
}

#[test]
fn the_jobs_pass_an_honest_run_and_fail_a_liar() {
    let read = |name: &str| std::fs::read_to_string(example(name)).unwrap();
    let github = github_lines(&read("github-actions.yml"));
    assert_eq!(github.len(), 3, "{github:?}");
    let gitlab = gitlab_lines(&read("gitlab-ci.yml"));
    assert_eq!(gitlab.len(), 3, "{gitlab:?}");
    for (lines, written) in
        [(github, &["sayso.sarif", "sayso.xml", "sayso.html"][..]), (gitlab, &["gl-code-quality-report.json", "sayso.xml"])]
    {
        assert!(job(&lines, &honest("one"), written), "{lines:?}");
        assert!(!job(&lines, &liar("one"), written), "{lines:?}");
    }
}

/// A repository with the hook and a remote, and the folder in which the sessions of Claude Code in it stand.
fn repository(home: &Path, path: &str) -> (PathBuf, PathBuf) {
    let at = home.canonicalize().unwrap().join("my work");
    std::fs::create_dir_all(&at).unwrap();
    let remote = home.join("remote.git");
    let done = |args: &[&str]| {
        let output = git(home, &at, path, args);
        assert!(output.status.success(), "{args:?}: {}", told(&output));
    };
    done(&["init", "-q"]);
    done(&["init", "-q", "--bare", &remote.to_string_lossy()]);
    done(&["remote", "add", "origin", &remote.to_string_lossy()]);
    done(&["commit", "-q", "--allow-empty", "-m", "first"]);
    script(&at.join(".git/hooks/pre-push"), &std::fs::read_to_string(example("pre-push")).unwrap());
    let name: String = at.to_string_lossy().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let sessions = home.join("claude/projects").join(name);
    (at, sessions)
}

#[test]
fn the_hook_lets_a_push_pass_unless_the_last_session_is_contradicted() {
    let home = folder();
    let path = programs(home.path(), true);
    let without = programs(home.path(), false);
    let (at, sessions) = repository(home.path(), &path);
    let push = |path: &str| git(home.path(), &at, path, &["push", "-q", "origin", "HEAD:main"]);
    assert!(push(&path).status.success(), "no session: the push passes");
    assert!(git(home.path(), &at, &path, &["commit", "-q", "--allow-empty", "-m", "second"]).status.success());
    honest("sub").write(&sessions.join("agent-sub.jsonl"));
    liar("one").write(&sessions.join("one.jsonl"));
    let refused = push(&path);
    assert!(!refused.status.success(), "{}", told(&refused));
    assert!(told(&refused).contains("tests_passed contradicted"), "{}", told(&refused));
    assert!(push(&without).status.success(), "where sayso is not installed the push passes");
    assert!(git(home.path(), &at, &path, &["commit", "-q", "--allow-empty", "-m", "third"]).status.success());
    honest("one").write(&sessions.join("one.jsonl"));
    let passed = push(&path);
    assert!(passed.status.success(), "{}", told(&passed));
}
