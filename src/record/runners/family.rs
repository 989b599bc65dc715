//! What a family of runners is: how it is called, and the lines that tell how it ended.

use super::super::op::Check;
use super::text::Text;
use super::{Invocation, Reading};

/// A family of runners that share a command or a form of output.
#[derive(Debug)]
pub(super) struct Family {
    /// Name of the runner where the command line does not tell it.
    pub runner: &'static str,
    /// The checks that a form without checks of its own speaks of, where the command line does not tell.
    pub checks: &'static [Check],
    /// Commands.
    pub tools: &'static [Tool],
    /// Lines, in order of preference: the first that fits a line speaks for it.
    pub forms: &'static [Form],
    /// A test run shows that the code compiles.
    pub compiles: bool,
    /// Tells of its packages or binaries one by one, without a last word: passes at the start of a cut output leave the rest open.
    pub in_parts: bool,
    /// Its word counts only where no other family tells of the same check.
    pub fallback: bool,
    /// Read what no form can: each is called where its mark occurs.
    pub readers: &'static [Reader],
}

/// A reader of its own.
#[derive(Debug)]
pub(super) struct Reader {
    /// Bytes that the output holds.
    pub mark: &'static str,
    /// Reads the plain text.
    pub read: fn(&Text, &[Invocation]) -> Vec<Reading>,
}

impl Family {
    /// The neutral family, for struct updates.
    pub(super) const BASE: Family = Family {
        runner: "",
        checks: &[],
        tools: &[],
        forms: &[],
        compiles: false,
        in_parts: false,
        fallback: false,
        readers: &[],
    };
}

impl Family {
    /// What it is called in a report: its runner, else the first of its tools.
    pub(super) fn name(&self) -> &'static str {
        let tool = self.tools.first().map(|t| t.runner);
        Some(self.runner).filter(|r| !r.is_empty()).or(tool).unwrap_or("plain words")
    }
}

/// One command of a family.
#[derive(Debug)]
pub(super) struct Tool {
    /// Name of the runner.
    pub runner: &'static str,
    /// The program and its subcommands (`cargo nextest run`), alternatives.
    pub calls: &'static [&'static str],
    /// What it checks.
    pub checks: &'static [Check],
    /// Prints nothing when all is good.
    pub silent: bool,
    /// Flags that silence it.
    pub quiet: &'static [&'static str],
    /// When it rewrites files.
    pub writes: Writes,
    /// What it rewrites is layout only.
    pub layout: bool,
    /// Flags without value that narrow it.
    pub narrows: &'static [&'static str],
    /// Flags whose value narrows it.
    pub filters: &'static [&'static str],
    /// Flags with a value that says nothing of its scope.
    pub values: &'static [&'static str],
    /// Flags that widen it to the whole again.
    pub widens: &'static [&'static str],
    /// Flags with which nothing is checked.
    pub vacuous: &'static [&'static str],
    /// Checks that stand even with a flag of `vacuous` (`cargo test --no-run` compiles).
    pub remains: &'static [Check],
    /// Flags with which it keeps running.
    pub watch: &'static [&'static str],
    /// Flags of which one is needed for the call to be this tool.
    pub requires: &'static [&'static str],
    /// Flags that make the call something else.
    pub unless: &'static [&'static str],
    /// What its operands are.
    pub operands: Operands,
}

/// When a tool rewrites files.
#[derive(Debug, Clone, Copy)]
pub(super) enum Writes {
    /// It only reads.
    Never,
    /// With one of these flags.
    With(&'static [&'static str]),
    /// Without all of these flags.
    Unless(&'static [&'static str]),
}

/// What the words of a call that are no flags stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operands {
    /// Files, packages or names: they narrow.
    Narrow,
    /// Something else.
    Ignore,
}

impl Tool {
    /// The neutral tool, for struct updates.
    pub(super) const BASE: Tool = Tool {
        runner: "",
        calls: &[],
        checks: &[],
        silent: false,
        quiet: &[],
        writes: Writes::Never,
        layout: false,
        narrows: &[],
        filters: &[],
        values: &[],
        widens: &[],
        vacuous: &[],
        remains: &[],
        watch: &[],
        requires: &[],
        unless: &[],
        operands: Operands::Narrow,
    };
}

/// A form that a line of output may have.
#[derive(Debug, Clone, Copy)]
pub(super) struct Form {
    /// Bytes that every such line holds; the rarer the better.
    pub mark: &'static str,
    /// The line, as a regular expression over bytes. Groups `p`, `f`, `e`, `s`, `t` hold passed, failed, errors, skipped, total,
    /// `n` the name of the task that it speaks of; a [`Says::Tally`] without counts reads them by words (`4 passed, 1 failed`).
    pub pattern: &'static str,
    /// What it says.
    pub says: Says,
    /// The checks that it speaks of; none: those of the call, or the family's.
    pub checks: &'static [Check],
    /// Checks that it speaks of besides, where they were called.
    pub if_called: &'static [Check],
    /// It says that the code does not compile: the build fails, and what needed it.
    pub breaks: bool,
    /// It says something only of a call of this runner.
    pub only: &'static str,
    /// Name of the runner, where it is not the family's.
    pub runner: &'static str,
    /// Bytes that the output holds elsewhere, or the line says nothing.
    pub needs: &'static str,
}

/// What a line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Says {
    /// All is good.
    Pass,
    /// Something failed.
    Fail,
    /// Nothing was checked.
    Vacuous,
    /// It ran.
    Ran,
    /// Counts, which decide: a failure fails, a pass passes, neither is vacuous.
    Tally,
    /// Counts without weight of their own, of a run that another line decides.
    Counts,
    /// A number of errors (`f`): none passes.
    Errors,
    /// One test passed.
    OnePass,
    /// One test failed.
    OneFail,
    /// One test was skipped, or failed as expected.
    OneSkip,
    /// Tests within tests: single lines do not add up to a count.
    Blur,
}

const fn form(says: Says, mark: &'static str, pattern: &'static str) -> Form {
    Form { mark, pattern, says, checks: &[], if_called: &[], breaks: false, only: "", runner: "", needs: "" }
}

/// A line that says that all is good.
pub(super) const fn pass(mark: &'static str, pattern: &'static str) -> Form {
    form(Says::Pass, mark, pattern)
}

/// A line that says that something failed.
pub(super) const fn fail(mark: &'static str, pattern: &'static str) -> Form {
    form(Says::Fail, mark, pattern)
}

/// A line that says that nothing was checked.
pub(super) const fn vacuous(mark: &'static str, pattern: &'static str) -> Form {
    form(Says::Vacuous, mark, pattern)
}

/// A line that says that the runner ran.
pub(super) const fn ran(mark: &'static str, pattern: &'static str) -> Form {
    form(Says::Ran, mark, pattern)
}

/// A line of counts that decide.
pub(super) const fn tally(mark: &'static str, pattern: &'static str) -> Form {
    form(Says::Tally, mark, pattern)
}

/// A line of counts that decide nothing.
pub(super) const fn counts(mark: &'static str, pattern: &'static str) -> Form {
    form(Says::Counts, mark, pattern)
}

/// A line with a number of errors.
pub(super) const fn errors(mark: &'static str, pattern: &'static str) -> Form {
    form(Says::Errors, mark, pattern)
}

/// A line of one test that passed.
pub(super) const fn one_pass(mark: &'static str, pattern: &'static str) -> Form {
    form(Says::OnePass, mark, pattern)
}

/// A line of one test that failed.
pub(super) const fn one_fail(mark: &'static str, pattern: &'static str) -> Form {
    form(Says::OneFail, mark, pattern)
}

/// A line of one test that was skipped.
pub(super) const fn one_skip(mark: &'static str, pattern: &'static str) -> Form {
    form(Says::OneSkip, mark, pattern)
}

/// A line of a test within a test.
pub(super) const fn blur(mark: &'static str, pattern: &'static str) -> Form {
    form(Says::Blur, mark, pattern)
}

impl Form {
    /// Speaks of these checks whatever was called.
    pub(super) const fn of(self, checks: &'static [Check]) -> Form {
        Form { checks, ..self }
    }

    /// Names this runner.
    pub(super) const fn by(self, runner: &'static str) -> Form {
        Form { runner, ..self }
    }

    /// Speaks of these checks too, where they were called.
    pub(super) const fn and_called(self, if_called: &'static [Check]) -> Form {
        Form { if_called, ..self }
    }

    /// Says that the code does not compile.
    pub(super) const fn breaks(self) -> Form {
        Form { breaks: true, ..self }
    }

    /// Speaks only of calls of this runner.
    pub(super) const fn only(self, only: &'static str) -> Form {
        Form { only, ..self }
    }

    /// Says something only beside these bytes.
    pub(super) const fn beside(self, needs: &'static str) -> Form {
        Form { needs, ..self }
    }
}

/// Own examples in the true forms of a family's tools, which one test replays.
#[cfg(test)]
pub(super) struct Examples {
    /// Command lines, and what they are recognised as (see `describe` in the test).
    pub calls: &'static [(&'static str, &'static str)],
    /// Command line, output, and what the output reads as.
    pub outputs: &'static [(&'static str, &'static str, &'static str)],
}
