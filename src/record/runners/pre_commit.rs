//! Hooks that run within a commit: pre-commit, husky, lint-staged, lefthook.

use super::super::op::Check::{self, Gate};
use super::family::*;
use super::text::{self, Text};
use super::{Invocation, Reading, TextResult, names};

pub(super) const FAMILY: Family = Family {
    runner: "pre-commit",
    checks: &[Gate],
    tools: &[
        Tool {
            runner: "pre-commit",
            calls: &["pre-commit run", "prek run", "prek"],
            checks: &[Gate],
            narrows: &["--files"],
            widens: &["--all-files", "-a"],
            values: &["--hook-stage", "-c", "--config"],
            ..Tool::BASE
        },
        Tool { runner: "lint-staged", calls: &["lint-staged"], checks: &[Gate], ..Tool::BASE },
        Tool { runner: "lefthook", calls: &["lefthook run"], checks: &[Gate], operands: Operands::Ignore, ..Tool::BASE },
    ],
    forms: &[
        fail("husky - ", r"^husky - \S+ (?:script|hook) (?:failed|exited) ").of(&[Gate]).by("husky"),
        fail("lint-staged failed", r"lint-staged failed").of(&[Gate]).by("lint-staged"),
        fail("✖ ", r"^\s*✖ (?:Prevented an empty git commit|lint-staged)").of(&[Gate]).by("lint-staged"),
        pass("Running tasks for staged files", r"^\s*(?:\[COMPLETED\]|✔) Running tasks for staged files")
            .of(&[Gate])
            .by("lint-staged"),
        vacuous("lint-staged could not find any staged files", r"could not find any staged files").of(&[Gate]).by("lint-staged"),
        vacuous("(no files to check)", r"^\S.*\.{3,}\(no files to check\)Skipped").of(&[Gate]),
    ],
    readers: &[Reader { mark: "....", read: hooks }, Reader { mark: "summary: (done in ", read: lefthook }],
    ..Family::BASE
};

/// `ruff.....................Passed`: each hook by its name.
fn hooks(text: &Text, _: &[Invocation]) -> Vec<Reading> {
    by_line(text, 0, "pre-commit", |line| {
        let (rest, result) = [("Passed", TextResult::Passed), ("Failed", TextResult::Failed)]
            .into_iter()
            .find_map(|(word, result)| line.strip_suffix(word).map(|rest| (rest, result)))?;
        let name = rest.trim_end_matches('.');
        (rest.len() >= name.len() + 3 && !name.is_empty() && name.len() <= 90).then_some((name, result))
    })
}

/// `✔️ lint (0.34 seconds)` below lefthook's `summary:`.
fn lefthook(text: &Text, _: &[Invocation]) -> Vec<Reading> {
    let from = text.plain().find("summary: (done in ").unwrap_or(0);
    by_line(text, from, "lefthook", |line| {
        let line = line.trim_matches(['│', ' ']);
        let (rest, result) = [("✔️", TextResult::Passed), ("✔", TextResult::Passed), ("🥊", TextResult::Failed)]
            .into_iter()
            .find_map(|(sign, result)| line.strip_prefix(sign).map(|rest| (rest, result)))?;
        let name = rest.split(" (").next().unwrap_or(rest).trim();
        (!name.is_empty() && name.len() <= 60 && !name.starts_with("lefthook v")).then_some((name, result))
    })
}

/// One reading a check, of the lines from a place on that name a hook and how it ended.
fn by_line(text: &Text, from: usize, runner: &'static str, hook: impl Fn(&str) -> Option<(&str, TextResult)>) -> Vec<Reading> {
    let plain = text.plain();
    let mut readings: Vec<Reading> = Vec::new();
    let mut start = from;
    for line in plain.get(from..).unwrap_or("").split('\n') {
        if let Some((name, result)) = hook(line) {
            for check in checks(name) {
                let offset = text.origin(start);
                let reading = Reading { runner, check, result, counts: None, scope: None, offset, line: text::excerpt(line) };
                merge(&mut readings, reading);
            }
        }
        start += line.len() + 1;
    }
    readings
}

fn checks(name: &str) -> Vec<Check> {
    let named: Vec<Check> = names::by_name(name, "pre-commit").iter().map(|i| i.check).collect();
    if named.is_empty() { vec![Gate] } else { named }
}

/// A failure of one hook fails its check.
fn merge(readings: &mut Vec<Reading>, reading: Reading) {
    match readings.iter_mut().find(|r| r.check == reading.check) {
        Some(known) if known.result != TextResult::Failed => *known = reading,
        Some(_) => {}
        None => readings.push(reading),
    }
}

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("pre-commit run --all-files", "pre-commit Gate"),
        ("pre-commit run ruff --files app/a.py", "pre-commit Gate narrow(--files, ruff, app/a.py)"),
        ("npx lint-staged", "lint-staged Gate"),
        ("pre-commit install", ""),
    ],
    outputs: &[
        (
            "pre-commit run -a",
            "trim trailing whitespace.................................................Passed\nruff.....................................................................Failed\n- hook id: ruff\n- exit code: 1\n",
            "Gate Passed; Lint Failed",
        ),
        (
            "git commit -m x",
            "gitleaks.................................................................Passed\npytest...................................................................Passed\n[main 4501584] x\n 3 files changed\n",
            "Gate Passed; Tests Passed",
        ),
        ("git commit -m x", "husky - pre-commit script failed (code 1)\n", "Gate Failed"),
        ("git commit -m x", "loading.......\n", ""),
        (
            "git push",
            "│ 🥊 lefthook v1.12.3  hook: pre-push │\n┃  lint ❯ \nsummary: (done in 3.21 seconds)       \n✔️ lint (0.34 seconds)\n✔️ typecheck (3.20 seconds)\n",
            "Lint Passed; Typecheck Passed",
        ),
        (
            "git push",
            "summary: (done in 0.21 seconds)\n│ 🥊 lefthook v1.12.3  hook: commit-msg │\n✔️ lint (0.34 seconds)\n🥊 test (0.20 seconds)\n",
            "Lint Passed; Tests Failed",
        ),
    ],
};
