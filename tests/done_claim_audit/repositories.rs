//! Small git repositories, made anew for each test.

use std::path::Path;
use std::process::Command;

/// Runs git for a set-up, apart from the settings of whoever runs the tests.
pub fn git(dir: &Path, args: &[&str]) {
    let mut command = Command::new("git");
    command
        .current_dir(dir)
        .args(["-c", "user.name=n", "-c", "user.email=e@example.invalid", "-c", "init.defaultBranch=main"])
        .args(args);
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    let output = command.output().expect("git runs");
    assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn put(dir: &Path, name: &str, content: &[u8]) {
    let path = dir.join(name);
    std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    std::fs::write(path, content).expect("a file");
}

/// Makes a repository of a shape.
pub fn repository(dir: &Path, shape: &str) {
    std::fs::create_dir_all(dir).expect("a folder");
    put(dir, "src/app.py", b"x = 1\n");
    if shape == "plain-folder" {
        return;
    }
    git(dir, &["init", "-q"]);
    if shape == "no-head" {
        return;
    }
    put(dir, "app.py", b"y = 1\n# a comment that makes the file long enough to be followed\n");
    put(dir, "b.txt", b"TODO later\n");
    git(dir, &["add", "-A"]);
    git(dir, &["commit", "-qm", "first"]);
    match shape {
        "work" => {
            put(dir, "src/app.py", b"x = 2 # FIXME\n");
            put(dir, "untracked.txt", b"TO\xffDO\n");
            put(dir, "sub/deep/a.rs", b"HACK\0");
            put(dir, "a.rs", b"fine");
            git(dir, &["add", "a.rs"]);
            std::os::unix::fs::symlink("..", dir.join("link")).expect("a link");
            std::os::unix::fs::symlink("loop", dir.join("loop")).expect("a link");
        }
        "rename" => {
            git(dir, &["mv", "app.py", "renamed.py"]);
            put(dir, "renamed.py", b"y = 1\n# a comment that makes the file long enough to be followed\n# HACK\n");
        }
        "merge" => {
            git(dir, &["checkout", "-qb", "side"]);
            put(dir, "side.md", b"a\n");
            git(dir, &["add", "-A"]);
            git(dir, &["commit", "-qm", "side"]);
            git(dir, &["checkout", "-q", "main"]);
            put(dir, "main.md", b"a\n");
            git(dir, &["add", "-A"]);
            git(dir, &["commit", "-qm", "main"]);
            git(dir, &["merge", "-q", "--no-edit", "side"]);
        }
        "odd-names" => {
            use std::os::unix::ffi::OsStrExt;
            put(dir, "café.py", b"TODO");
            put(dir, "two\nlines.md", b"TODO");
            put(dir, " R x.txt", b"TODO");
            std::fs::write(dir.join(std::ffi::OsStr::from_bytes(b"bad\xff.txt")), b"FIXME").expect("a file");
            put(dir, "😀.txt", b"TODO");
            put(dir, "\u{ffff}.txt", b"TODO");
        }
        "broken" => put(dir, ".git/HEAD", b"nonsense"),
        _ => {}
    }
}
