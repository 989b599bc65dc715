//! The detector `done-claim-audit` against the Python package that it reproduces.
//!
//! Skipped where Python or the package is absent. `SAYSO_DIFFERENTIAL_CASES` sets how many transcripts are made (default 3000).

#[path = "done_claim_audit/generate.rs"]
mod generate;
#[path = "done_claim_audit/repositories.rs"]
mod repositories;

use generate::Random;
use sayso::detector::done_claim_audit::{FailOn, Options, run};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The shapes of repository that are made.
const REPOSITORIES: &[&str] = &["plain-folder", "no-head", "clean", "work", "rename", "merge", "odd-names", "broken"];

struct Case {
    transcript: PathBuf,
    options: Options,
}

impl Case {
    fn argv(&self) -> Vec<OsString> {
        let mut out: Vec<OsString> = vec!["audit".into(), self.transcript.clone().into()];
        if let Some(repo) = &self.options.repo {
            out.extend(["--repo".into(), repo.clone().into()]);
        }
        if self.options.json {
            out.push("--json".into());
        }
        if self.options.fail_on == FailOn::Medium {
            out.extend(["--fail-on".into(), "medium".into()]);
        }
        for glob in &self.options.ignore {
            let mut arg = OsString::from("--ignore=");
            arg.push(glob);
            out.push(arg);
        }
        out
    }
}

/// The results of the package, or why there are none.
fn package(cases: &[Case], dir: &Path) -> Result<Vec<serde_json::Value>, String> {
    let hex = |word: &OsStr| word.as_bytes().iter().map(|b| format!("{b:02x}")).collect::<String>();
    let rows: String =
        cases.iter().map(|c| serde_json::json!(c.argv().iter().map(|w| hex(w)).collect::<Vec<_>>()).to_string() + "\n").collect();
    let list = dir.join("argv.jsonl");
    std::fs::write(&list, rows).expect("the list");
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/done_claim_audit/driver.py");
    let python = std::env::var_os("SAYSO_PYTHON").unwrap_or_else(|| "python3".into());
    let output = Command::new(python).arg(driver).arg(list).output().map_err(|e| format!("no Python: {e}"))?;
    let error = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    if !output.status.success() {
        return Err(error.lines().last().unwrap_or("the package fails").to_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(|l| serde_json::from_str(l).expect("a result")).collect())
}

fn compare(cases: &[Case], dir: &Path) {
    let theirs = match package(cases, dir) {
        Ok(results) => results,
        Err(why) if std::env::var_os("SAYSO_REQUIRE_PACKAGE").is_some() => panic!("{why}"),
        Err(why) => return eprintln!("skipped: {} cases, done-claim-audit 0.1.0 cannot be run: {why}", cases.len()),
    };
    assert_eq!(theirs.len(), cases.len());
    let mut codes = [0; 3];
    for (case, want) in cases.iter().zip(&theirs) {
        let got = run(&case.transcript, &case.options);
        let hex: String = got.stdout.iter().map(|b| format!("{b:02x}")).collect();
        let same = want["code"] == got.code && want["stdout"] == hex.as_str();
        let named = want["error"].as_str().is_none_or(|e| e.ends_with("Error") && got.stderr.contains("Error"));
        assert!(
            same && named,
            "{:?}\npackage: {} {}\n{}\nours: {} {}\n{}",
            case.argv(),
            want["code"],
            want["error"],
            unhex(want["stdout"].as_str().unwrap_or_default()),
            got.code,
            got.stderr,
            String::from_utf8_lossy(&got.stdout)
        );
        codes[got.code as usize] += 1;
    }
    eprintln!("{} cases agree; exit codes 0, 1, 2: {codes:?}", cases.len());
}

fn unhex(hex: &str) -> String {
    let bytes: Vec<u8> = (0..hex.len() / 2).filter_map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).ok()).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn options(r: &mut Random, repo: PathBuf) -> Options {
    Options {
        repo: Some(repo),
        json: r.below(2) == 0,
        fail_on: if r.below(2) == 0 { FailOn::High } else { FailOn::Medium },
        ignore: generate::globs(r).into_iter().map(Into::into).collect(),
    }
}

#[test]
fn generated_transcripts_give_the_same_bytes() {
    let dir = tempfile::tempdir().expect("a folder");
    let repos: Vec<PathBuf> = REPOSITORIES.iter().map(|shape| dir.path().join(shape)).collect();
    for (repo, shape) in repos.iter().zip(REPOSITORIES) {
        repositories::repository(repo, shape);
    }
    let count = std::env::var("SAYSO_DIFFERENTIAL_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(3000);
    let mut cases = Vec::new();
    for n in 0..count {
        let r = &mut Random::new(n as u64 + 1);
        let transcript = dir.path().join(format!("{n}.jsonl"));
        std::fs::write(&transcript, generate::transcript(r)).expect("a transcript");
        // Git is asked for one case in four: starting it takes most of the time.
        let repo = if n % 4 == 0 { r.pick(&repos) } else { repos[0].clone() };
        let options = options(r, repo);
        cases.push(Case { transcript, options });
    }
    compare(&cases, dir.path());
}

#[test]
fn unreadable_inputs_give_the_same_errors() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name);
    let file = at("plain.txt");
    std::fs::write(&file, "done\n").expect("a file");
    std::fs::write(at("blank.txt"), " \n\t\u{2003}\n").expect("a file");
    std::fs::write(at("empty.txt"), "").expect("a file");
    std::os::unix::fs::symlink("round", at("round")).expect("a link");
    let long = "x".repeat(300);
    let names = [
        "missing.txt",
        "it's.txt",
        "a\"b'c",
        "new\nline",
        "é\u{ad}",
        "sub//./x",
        "plain.txt/x",
        "round",
        ".",
        "blank.txt",
        "empty.txt",
        &long,
    ];
    let mut transcripts: Vec<PathBuf> = names.iter().map(|n| at(n)).collect();
    transcripts.push(dir.path().join(OsStr::from_bytes(b"bad\xff.txt")));
    let mut cases = Vec::new();
    for json in [true, false] {
        let with = |transcript: &Path, repo: PathBuf| Case {
            transcript: transcript.to_owned(),
            options: Options { json, repo: Some(repo), ..Options::default() },
        };
        cases.extend(transcripts.iter().map(|t| with(t, at("."))));
        cases.extend([at("missing"), file.clone(), at("round"), at(&long)].map(|repo| with(&file, repo)));
    }
    compare(&cases, dir.path());
}

#[test]
fn real_and_made_up_sessions_give_the_same_bytes() {
    let dir = tempfile::tempdir().expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shared = std::env::var_os("SAYSO_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from);
    let mut folders = vec![root.join("corpus/dev")];
    for name in ["cases", "real-dev", "real-pool", "real-unlabelled"] {
        let folder = shared.join(name);
        if folder.is_dir() {
            folders.push(folder);
        } else {
            eprintln!("skipped: {name} is not at hand");
        }
    }
    let repo = dir.path().join("work");
    repositories::repository(&repo, "work");
    let mut cases = Vec::new();
    for transcript in folders.iter().flat_map(|f| ignore::WalkBuilder::new(f).standard_filters(false).build().flatten()) {
        if transcript.file_type().is_some_and(|t| t.is_file()) {
            let options = Options { json: cases.len() % 2 == 0, repo: Some(repo.clone()), ..Options::default() };
            cases.push(Case { transcript: transcript.into_path(), options });
        }
    }
    cases.sort_by(|a, b| a.transcript.cmp(&b.transcript));
    compare(&cases, dir.path());
}
