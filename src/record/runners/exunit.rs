//! Elixir, Erlang, Gleam: mix test, compile, format, Credo, Dialyzer; rebar3.

use super::super::op::Check::{Build, Lint, Tests, Typecheck};
use super::family::*;

pub(super) const FAMILY: Family = Family {
    runner: "mix test",
    checks: &[Tests],
    compiles: true,
    tools: &[
        Tool {
            runner: "mix test",
            calls: &["mix test", "mix coveralls", "gleam test", "mix espec"],
            checks: &[Tests],
            filters: &["--only", "--exclude", "--include"],
            narrows: &["--failed", "--stale"],
            values: &["--seed", "--max-failures", "--trace-dir", "--partitions", "--timeout"],
            watch: &["--listen-on-stdin"],
            ..Tool::BASE
        },
        Tool {
            runner: "rebar3",
            calls: &["rebar3 eunit", "rebar3 ct", "rebar3 proper"],
            checks: &[Tests],
            filters: &["--suite", "--module", "--case"],
            ..Tool::BASE
        },
        Tool {
            runner: "mix compile",
            calls: &["mix compile", "rebar3 compile", "gleam build", "mix release", "elixirc"],
            checks: &[Build],
            silent: true,
            ..Tool::BASE
        },
        Tool {
            runner: "mix format",
            calls: &["mix format", "gleam format"],
            checks: &[Lint],
            silent: true,
            writes: Writes::Unless(&["--check-formatted", "--check", "--dry-run"]),
            layout: true,
            ..Tool::BASE
        },
        Tool { runner: "mix credo", calls: &["mix credo", "mix sobelow"], checks: &[Lint], ..Tool::BASE },
        Tool {
            runner: "dialyzer",
            calls: &["mix dialyzer", "rebar3 dialyzer", "gleam check"],
            checks: &[Typecheck],
            ..Tool::BASE
        },
    ],
    forms: &[
        tally(
            " tests, ",
            r"^(?:\d+ doctests?, )?(?:\d+ propert(?:y|ies), )?(?P<t>\d+) tests?, (?P<f>\d+) failures?(?:, (?P<e>\d+) invalid)?(?:, (?P<s>\d+) (?:skipped|excluded))?",
        ),
        tally(
            " test, ",
            r"^(?:\d+ doctests?, )?(?P<t>\d+) tests?, (?P<f>\d+) failures?(?:, (?P<e>\d+) invalid)?(?:, (?P<s>\d+) (?:skipped|excluded))?",
        ),
        vacuous("There are no tests to run", r"^There are no tests to run"),
        pass("All ", r"^\s*All (?P<p>\d+) tests passed\.$").by("rebar3"),
        tally("Failed: ", r"^\s*Failed: (?P<f>\d+)\.\s+Skipped: (?P<s>\d+)\.\s+Passed: (?P<p>\d+)\.").by("rebar3"),
        fail("Compilation error in file", r"^== Compilation error in file ").breaks(),
        pass("Generated ", r"^Generated \w+ app$").of(&[Build]).by("mix compile"),
        fail("mix format failed", r"^\*\* \(Mix\) mix format failed due to --check-formatted").of(&[Lint]).by("mix format"),
        pass("found no issues", r"^\d+ mods/funs, found no issues\.").of(&[Lint]).by("mix credo"),
        fail("mods/funs, found ", r"^\d+ mods/funs, found \d+ ").of(&[Lint]).by("mix credo"),
        pass("done (passed successfully)", r"^done \(passed successfully\)").of(&[Typecheck]).by("dialyzer"),
        errors("Total errors: ", r"^Total errors: (?P<f>\d+), Skipped: ").of(&[Typecheck]).by("dialyzer"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("mix test", "mix test Tests"),
        ("mix test test/cart_test.exs:12", "mix test Tests narrow(test/cart_test.exs:12)"),
        ("mix format --check-formatted", "mix format Lint silent"),
        ("mix deps.get", ""),
    ],
    outputs: &[
        (
            "mix test",
            "Finished in 0.03 seconds (0.00s async, 0.03s sync)\n3 doctests, 12 tests, 0 failures, 1 skipped\n",
            "Tests Passed 11/0/1; Build Passed",
        ),
        ("mix test", "12 tests, 1 failure\n", "Tests Failed 11/1/0; Build Passed"),
        ("mix test", "== Compilation error in file lib/cart.ex ==\n", "Tests Failed; Build Failed"),
        ("mix credo", "120 mods/funs, found no issues.\n", "Lint Passed"),
    ],
};
