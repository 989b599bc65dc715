//! Reading a hostile repository's state starts nothing that the repository configures.

#[path = "done_claim_audit/repositories.rs"]
mod repositories;

use sayso::detector::done_claim_audit::{Options, run};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// A script that leaves a mark when it is started.
fn trap(dir: &Path, name: &str) -> String {
    let script = dir.join(name);
    std::fs::write(&script, format!("#!/bin/sh\ntouch '{}/started-{name}'\ncat\n", dir.display())).expect("a script");
    std::fs::set_permissions(&script, PermissionsExt::from_mode(0o755)).expect("a script");
    script.display().to_string()
}

fn started(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(dir)
        .expect("the folder")
        .flatten()
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .filter(|n| n.starts_with("started-"))
        .collect();
    names.sort();
    names
}

/// A repository whose configuration starts a program at every turn; what it starts leaves a mark in `traps`.
fn hostile(repo: &Path, traps: &Path) {
    repositories::repository(repo, "clean");
    let sub = repo.join("sub");
    repositories::repository(&sub, "clean");
    repositories::git(repo, &["add", "sub"]);
    std::fs::write(repo.join(".gitattributes"), "*.py filter=evil diff=evil\n*.txt filter=a=b\n*.rs filter=daemon\n")
        .expect("a file");
    std::fs::write(repo.join("c.rs"), "x\n").expect("a file");
    repositories::git(repo, &["add", "-A"]);
    repositories::git(repo, &["commit", "-qm", "second"]);
    let set = |dir: &Path, key: &str, name: &str| repositories::git(dir, &["config", key, &trap(traps, name)]);
    for (key, name) in [
        ("filter.evil.clean", "clean"),
        ("filter.evil.smudge", "smudge"),
        ("filter.a=b.clean", "equals"),
        ("filter.daemon.process", "process"),
        ("core.fsmonitor", "fsmonitor"),
        ("diff.external", "external"),
        ("diff.evil.command", "command"),
        ("diff.evil.textconv", "textconv"),
        ("gpg.program", "gpg"),
        ("core.pager", "pager"),
        ("core.sshCommand", "ssh"),
        ("core.editor", "editor"),
    ] {
        set(repo, key, name);
    }
    repositories::git(repo, &["config", "filter.evil.required", "true"]);
    repositories::git(repo, &["config", "log.showSignature", "true"]);
    set(&sub, "core.fsmonitor", "sub-fsmonitor");
    set(&sub, "filter.evil.clean", "sub-clean");
    std::fs::write(sub.join(".gitattributes"), "*.py filter=evil\n").expect("a file");
    for hook in ["post-index-change", "pre-auto-gc", "reference-transaction", "fsmonitor-watchman"] {
        trap(&repo.join(".git/hooks"), hook);
    }
    for file in ["app.py", "b.txt", "c.rs", "sub/app.py"] {
        let path = repo.join(file);
        let text = std::fs::read_to_string(&path).expect("a file");
        std::fs::write(path, text.replace(['x', 'y', 'T'], "z")).expect("a file");
    }
}

#[test]
fn nothing_that_a_repository_configures_is_started() {
    let dir = tempfile::tempdir().expect("a folder");
    let (repo, traps) = (dir.path().join("repo"), dir.path().join("traps"));
    std::fs::create_dir(&traps).expect("a folder");
    hostile(&repo, &traps);
    let hooks = repo.join(".git/hooks");
    for place in [&traps, &hooks] {
        for name in started(place) {
            std::fs::remove_file(place.join(name)).expect("a mark of the set-up");
        }
    }
    let transcript = dir.path().join("t.txt");
    std::fs::write(&transcript, "no changes made\nupdated app.py\nupdated gone.py\ndone\n").expect("a file");
    let output = run(&transcript, &Options { repo: Some(repo.clone()), ..Options::default() });
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.code, 2, "{text}");
    assert!(text.contains("no-change-claim-contradicted") && text.contains("edit-claim-missing-file: gone.py"), "{text}");
    assert!(!text.contains("edit-claim-not-in-diff"), "{text}");
    assert!(started(&traps).is_empty(), "started: {:?}", started(&traps));
    assert!(started(&hooks).is_empty(), "hooks: {:?}", started(&hooks));

    // The traps are real: a plain status springs some of them.
    let status = Command::new("git").arg("-C").arg(&repo).args(["status", "--porcelain"]).output().expect("git runs");
    assert!(!started(&traps).is_empty(), "{}", String::from_utf8_lossy(&status.stderr));
}
