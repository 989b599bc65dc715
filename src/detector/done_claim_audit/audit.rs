//! The six checks.

use super::glob::Glob;
use super::text::Text;
use super::{FailOn, git, paths, patterns};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

/// Findings that are kept.
pub(super) const CAP: usize = 500;

/// What a finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    TestClaimContradicted,
    EditClaimMissingFile,
    EditClaimNotInDiff,
    NoChangeClaimContradicted,
    DoneWithTodoLeft,
    VerifiedWithoutVerification,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::TestClaimContradicted => "test-claim-contradicted",
            Kind::EditClaimMissingFile => "edit-claim-missing-file",
            Kind::EditClaimNotInDiff => "edit-claim-not-in-diff",
            Kind::NoChangeClaimContradicted => "no-change-claim-contradicted",
            Kind::DoneWithTodoLeft => "done-with-todo-left",
            Kind::VerifiedWithoutVerification => "verified-without-verification",
        }
    }

    pub(super) fn is_high(self) -> bool {
        matches!(self, Kind::TestClaimContradicted | Kind::EditClaimMissingFile | Kind::NoChangeClaimContradicted)
    }
}

/// One finding.
#[derive(Debug, Clone)]
pub(super) struct Finding {
    pub(super) line: usize,
    pub(super) kind: Kind,
    pub(super) claim: Text,
    pub(super) detail: Text,
}

/// Counts that remember the order in which their keys came.
pub(super) type Tally = Vec<(&'static str, usize)>;

pub(super) fn count(tally: &mut Tally, key: &'static str) {
    match tally.iter_mut().find(|(k, _)| *k == key) {
        Some((_, n)) => *n += 1,
        None => tally.push((key, 1)),
    }
}

/// What an audit gives.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    pub(super) evidence_count: usize,
    pub(super) git_available: bool,
    pub(super) skipped: Tally,
    pub(super) findings: Vec<Finding>,
    pub(super) ignored: usize,
    pub(super) truncated: bool,
    pub(super) code: i32,
}

/// An error that ends the run, with the path it is about.
pub(super) type Fatal = (io::Error, PathBuf);

/// Audits logical lines against the repository, or without one.
pub(super) fn audit(lines: &[Text], repo: Option<&Path>, ignore: &[Glob], fail_on: FailOn) -> Result<Outcome, Fatal> {
    let evidence = match repo {
        Some(repo) => git::evidence(repo).map_err(|e| (e, repo.join(".git")))?,
        None => None,
    };
    let repo = repo.unwrap_or(Path::new("."));
    let todos = match &evidence {
        Some(evidence) if lines.iter().any(|l| patterns::DONE.is_in(l)) => files_with_todos(repo, evidence)?,
        _ => Vec::new(),
    };
    let names = evidence.as_ref().map(|e| e.iter().map(|(name, _)| name).collect());
    let mut checks = Checks { repo, evidence: names, todos, ignore, seen: BTreeSet::new(), out: Outcome::default() };
    checks.out.evidence_count = evidence.as_ref().map_or(0, |e| e.len());
    checks.out.git_available = evidence.is_some();

    let passes: Vec<bool> = lines.iter().map(|l| patterns::PASS.is_in(l)).collect();
    let last_pass = passes.iter().rposition(|&p| p);
    let last_failure = (0..lines.len()).rev().find(|&i| !passes[i] && patterns::FAIL.is_in(&lines[i]));
    let commands = lines.iter().any(|l| patterns::COMMAND.is_in(l));
    for (i, line) in lines.iter().enumerate() {
        if let (Some(pass), Some(failure)) = (last_pass, last_failure)
            && i == pass
            && failure > i
        {
            let detail = format!("Failure signal after last passing claim at line {}", failure + 1);
            checks.add(i + 1, Kind::TestClaimContradicted, line.clone(), Text::from(&*detail));
        }
        checks.edit(i + 1, line)?;
        checks.no_change(i + 1, line);
        checks.done(i + 1, line);
        if !commands && patterns::VERIFIED.is_in(line) {
            let detail = Text::from("No verification command appears in transcript");
            checks.add(i + 1, Kind::VerifiedWithoutVerification, line.clone(), detail);
        }
    }
    Ok(checks.finish(fail_on))
}

struct Checks<'a> {
    repo: &'a Path,
    evidence: Option<BTreeSet<&'a Text>>,
    todos: Vec<Text>,
    ignore: &'a [Glob],
    seen: BTreeSet<(usize, Kind, Text)>,
    out: Outcome,
}

impl Checks<'_> {
    fn add(&mut self, line: usize, kind: Kind, claim: Text, detail: Text) {
        if !self.seen.insert((line, kind, claim.clone())) {
            return;
        }
        if self.ignores(&claim) {
            self.out.ignored += 1;
        } else if self.out.findings.len() < CAP {
            self.out.findings.push(Finding { line, kind, claim, detail });
        } else {
            self.out.truncated = true;
        }
    }

    fn ignores(&self, claim: &Text) -> bool {
        self.ignore.iter().any(|glob| glob.matches(claim))
    }

    fn skip(&mut self, kind: Kind) {
        count(&mut self.out.skipped, kind.name());
    }

    fn edit(&mut self, number: usize, line: &Text) -> Result<(), Fatal> {
        let Some(token) = patterns::edited_file(line) else { return Ok(()) };
        let Some(path) = paths::contained(self.repo, token) else { return Ok(()) };
        let claim = Text::surrogateescape(&paths::as_posix(token));
        let Some(evidence) = &self.evidence else {
            self.skip(Kind::EditClaimMissingFile);
            self.skip(Kind::EditClaimNotInDiff);
            return Ok(());
        };
        if paths::stat(&path).map_err(|e| (e, path))?.is_none() {
            let detail = Text::from("Claimed file does not exist under repo root");
            self.add(number, Kind::EditClaimMissingFile, claim, detail);
        } else if !evidence.contains(&claim) {
            let detail = Text::from("File absent from diff, status and HEAD evidence");
            self.add(number, Kind::EditClaimNotInDiff, claim, detail);
        }
        Ok(())
    }

    fn no_change(&mut self, number: usize, line: &Text) {
        if !patterns::NO_CHANGE.is_in(line) {
            return;
        }
        match &self.evidence {
            None => self.skip(Kind::NoChangeClaimContradicted),
            Some(evidence) if !evidence.is_empty() => {
                let detail = Text::from("Git evidence contains changed files");
                self.add(number, Kind::NoChangeClaimContradicted, line.clone(), detail);
            }
            Some(_) => {}
        }
    }

    fn done(&mut self, number: usize, line: &Text) {
        if !patterns::DONE.is_in(line) {
            return;
        }
        if self.evidence.is_none() {
            self.skip(Kind::DoneWithTodoLeft);
        } else if !self.todos.is_empty() {
            let mut detail = Text::from("TODO/FIXME/HACK in: ");
            for (i, name) in self.todos.iter().enumerate() {
                detail.push_str(if i > 0 { ", " } else { "" });
                detail.push_text(name);
            }
            self.add(number, Kind::DoneWithTodoLeft, line.clone(), detail);
        }
    }

    /// Findings beyond the cap count for the exit code too.
    fn finish(mut self, fail_on: FailOn) -> Outcome {
        let blocks = |kind: Kind| kind.is_high() || fail_on == FailOn::Medium;
        let blocked = self.seen.iter().any(|(_, kind, claim)| blocks(*kind) && !self.ignores(claim));
        self.out.code = match (blocked, self.out.findings.is_empty() && !self.out.truncated) {
            (true, _) => 2,
            (false, false) => 1,
            (false, true) => 0,
        };
        self.out
    }
}

fn files_with_todos(repo: &Path, evidence: &git::Evidence) -> Result<Vec<Text>, Fatal> {
    let mut out = Vec::new();
    for (name, bytes) in evidence {
        let Some(path) = paths::contained(repo, bytes) else { continue };
        if !paths::stat(&path).map_err(|e| (e, path.clone()))?.is_some_and(|meta| meta.is_file()) {
            continue;
        }
        let Ok(data) = std::fs::read(&path) else { continue };
        if !data.contains(&0) && has_todo(&data) {
            out.push(name.clone());
        }
    }
    Ok(out)
}

/// Bytes that are no UTF-8 are dropped before the search, so that a mark may go across them.
fn has_todo(data: &[u8]) -> bool {
    let text: String = data.utf8_chunks().map(|chunk| chunk.valid()).collect();
    ["TODO", "FIXME", "HACK"].iter().any(|mark| text.contains(mark))
}

/// Counts of the kept findings by kind, in the order of their first appearance.
pub(super) fn by_kind(findings: &[Finding]) -> Tally {
    let mut tally = Tally::new();
    for finding in findings {
        count(&mut tally, finding.kind.name());
    }
    tally
}

/// Findings by line.
pub(super) fn by_line(findings: &[Finding]) -> BTreeMap<usize, Vec<&Finding>> {
    let mut out: BTreeMap<usize, Vec<&Finding>> = BTreeMap::new();
    for finding in findings {
        out.entry(finding.line).or_default().push(finding);
    }
    out
}
