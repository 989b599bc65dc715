//! Runners and checkers: how they are called, and how their output reads. One file a family, one table.

mod call;
mod echo;
mod family;
mod names;
mod read;
mod shell;
mod tasks;
mod text;

use super::command::SimpleCommand;
use super::op::{Check, Counts, Scope};
use crate::probe::{Blind, Probe};
use family::Family;

/// The table of families, in order of preference where two share a form. A new one is a new file and a line here.
macro_rules! families {
    ($($family:ident)*) => {
        $(mod $family;)*
        static FAMILIES: &[Family] = &[$($family::FAMILY),*];
        #[cfg(test)]
        static EXAMPLES: &[(&str, family::Examples)] = &[$((stringify!($family), $family::EXAMPLES)),*];
    };
}

families! {
    cargo
    go
    golangci
    pytest
    unittest
    jest_vitest
    bun
    mocha
    node_test
    tsc
    eslint
    biome
    prettier
    ruff
    mypy_pyright
    playwright
    deno
    gradle_maven
    dotnet
    cmake
    bazel
    phpunit
    rspec_minitest
    exunit
    swift_xcode
    flutter_dart
    zig
    haskell
    tap
    shellcheck
    tox_nox
    vite_webpack_next
    docker_build
    terraform
    smaller
    pre_commit
    turbo
    plain_words
    task_lines
}

#[cfg(test)]
mod edge_cases;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

/// What a command line is recognised to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invocation {
    /// Name of the runner (`pytest`, `cargo test`, `go vet`).
    pub runner: &'static str,
    /// The kind of check.
    pub check: Check,
    /// What it covers, from the command line.
    pub scope: Scope,
    /// It only lists, plans or compiles (`--collect-only`, `--no-run`, `--dry-run`): nothing of this kind is checked.
    pub vacuous: bool,
    /// Silent when all is good: no output is success.
    pub silent: bool,
    /// Rewrites files (formatter, auto-fixer).
    pub writes: bool,
    /// A rewrite that changes layout only (formatter), and so makes no test run stale.
    pub layout_only: bool,
    /// Keeps running (watch mode).
    pub watch: bool,
    /// A filter behind it keeps this many lines from the start of its output (`| head -20`): the end of it is not on record.
    pub first_lines: Option<usize>,
}

/// What a piece of output says of a check, whatever command printed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// Name of the runner whose form the output has.
    pub runner: &'static str,
    /// The kind of check.
    pub check: Check,
    /// How it came out.
    pub result: TextResult,
    /// Counts, where shown.
    pub counts: Option<Counts>,
    /// Scope that the output names (an echoed command `[test] $ go test ./a`, `> jest --ci foo`), where it does.
    pub scope: Option<Scope>,
    /// Byte offset in the output where the deciding line starts.
    pub offset: usize,
    /// The deciding line, at most 200 bytes.
    pub line: String,
}

/// How a check came out by its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextResult {
    /// It passed.
    Passed,
    /// It failed.
    Failed,
    /// Nothing was checked (0 collected, all skipped).
    Vacuous,
    /// The output shows that this check ran, not how it ended (an echoed command alone).
    Ran,
}

/// What task names stand for, learned from task files that the session itself read or wrote (`package.json` scripts, Makefile, justfile,
/// `mise.toml`), and from the project's configuration.
#[derive(Debug, Clone, Default)]
pub struct Tasks {
    /// Task name (`npm:test`, `make:check`, `just:ci`, `mise:test`, or a script path `./ci.sh`) to command lines.
    pub known: std::collections::BTreeMap<String, Vec<String>>,
}

/// The checks that an elementary command runs; empty where it is no runner that is known by its command.
pub fn recognise(command: &SimpleCommand, tasks: &Tasks) -> Vec<Invocation> {
    let mut runs = recognise_within(command, tasks, &[]);
    let first_lines = command.place.filters.iter().find_map(|f| first_lines(f));
    runs.iter_mut().for_each(|run| run.first_lines = first_lines);
    runs
}

/// The number of lines that a `head` keeps.
fn first_lines(filter: &[String]) -> Option<usize> {
    let (_, args) = filter.split_first().filter(|(program, _)| program.as_str() == "head")?;
    if args.iter().any(|a| a.starts_with("-c") || a.starts_with("--bytes")) {
        return None;
    }
    let asked = args.iter().find(|a| a.trim_start_matches(['-', 'n']).starts_with(|c: char| c.is_ascii_digit()));
    asked.map_or(Some(10), |a| a.trim_start_matches(['-', 'n']).parse().ok())
}

/// As [`recognise`], within the named tasks.
fn recognise_within(command: &SimpleCommand, tasks: &Tasks, within: &[&str]) -> Vec<Invocation> {
    let words = call::plain_words(&command.words);
    if let Some(found) = call::recognise(&words) {
        return found;
    }
    tasks::recognise(&tasks::path_words(command).unwrap_or(words), tasks, within)
}

/// The checks that an output shows, in the order of their deciding lines. `hints` are the invocations of the command that printed it.
pub fn read_output(output: &str, hints: &[Invocation]) -> Vec<Reading> {
    read_output_under(output, hints, &mut Blind)
}

/// The checks that a command line runs, by itself.
pub fn hints(line: &str) -> Vec<Invocation> {
    shell::commands(line).iter().flat_map(|c| recognise(c, &Tasks::default())).collect()
}

/// As [`read_output`], with the forms of each family tried under a probe.
pub fn read_output_under(output: &str, hints: &[Invocation], probe: &mut dyn Probe) -> Vec<Reading> {
    let text = text::Text::new(output);
    let echoes = echo::echoes(&text, hints);
    let called: Vec<Invocation> = hints.iter().chain(echoes.iter().flat_map(|e| &e.runs)).cloned().collect();
    let mut readings = read::readings(&text, &called, probe);
    echo::add(&text, &echoes, hints, &mut readings);
    readings
}

/// The names that `[runners]` in the settings takes for those commands of a line that may be checks of the project.
pub fn setting_names(line: &str) -> Vec<String> {
    let words = |c: &SimpleCommand| tasks::path_words(c).unwrap_or_else(|| call::plain_words(&c.words));
    shell::commands(line).iter().filter_map(|c| tasks::setting_name(&words(c))).collect()
}

/// True where a command may well be a check of the project (script, task runner's task) though it is not recognised.
pub fn may_be_check(command: &SimpleCommand) -> bool {
    tasks::is_task(&tasks::path_words(command).unwrap_or_else(|| call::plain_words(&command.words)))
}
