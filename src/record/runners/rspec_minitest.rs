//! Ruby: RSpec, Minitest, Rails, Cucumber, RuboCop, Sorbet; and Crystal's spec.

use super::super::op::Check::{Lint, Tests, Typecheck};
use super::family::*;

const RUBY: Tool = Tool {
    checks: &[Tests],
    filters: &["-e", "--example", "-t", "--tag", "-n", "--name"],
    values: &["-f", "--format", "-r", "--require", "-I", "--seed", "-o", "--out", "--order", "-c"],
    narrows: &["--only-failures", "--next-failure"],
    vacuous: &["--dry-run"],
    ..Tool::BASE
};

pub(super) const FAMILY: Family = Family {
    runner: "rspec",
    checks: &[Tests],
    tools: &[
        Tool { runner: "rspec", calls: &["rspec", "parallel_rspec", "crystal spec", "turbo_tests"], ..RUBY },
        Tool { runner: "rails test", calls: &["rails test", "rails test:all", "rails test:system", "minitest", "m"], ..RUBY },
        Tool { runner: "cucumber", calls: &["cucumber", "cucumber-js", "behave"], ..RUBY },
        Tool {
            runner: "rubocop",
            calls: &["rubocop", "standardrb", "erblint", "haml-lint", "reek", "brakeman"],
            checks: &[Lint],
            writes: Writes::With(&["-a", "-A", "--autocorrect", "--autocorrect-all", "--fix", "-x"]),
            values: &["-f", "--format", "-c", "--config"],
            filters: &["--only", "--except"],
            ..Tool::BASE
        },
        Tool { runner: "sorbet", calls: &["srb tc", "srb", "steep check"], checks: &[Typecheck], ..Tool::BASE },
    ],
    forms: &[
        tally(
            " examples, ",
            r"^\d+ examples?, \d+ failures?(?:, \d+ errors?)?(?:, \d+ pending)?(?:, \d+ errors? occurred outside of examples)?",
        ),
        tally(" example, ", r"^\d+ examples?, \d+ failures?(?:, \d+ errors?)?(?:, \d+ pending)?"),
        fail("error occurred outside of examples", r"[1-9]\d* errors? occurred outside of examples"),
        tally(
            " assertions, ",
            r"^(?P<t>\d+) (?:runs|tests), \d+ assertions, (?P<f>\d+) failures, (?P<e>\d+) errors, (?P<s>\d+) (?:skips|pendings)",
        )
        .by("minitest"),
        tally(" scenario", r"^\d+ scenarios? \((?:\d+ \w+(?:, )?)+\)").by("cucumber"),
        tally(" scenario", r"^(?P<p>\d+) scenarios? passed, (?P<f>\d+) failed, (?P<s>\d+) skipped").by("behave"),
        pass("no offenses detected", r"\b\d+ files? inspected, no offenses detected").of(&[Lint]).by("rubocop"),
        errors("offenses detected", r"\b\d+ files? inspected, (?P<f>\d+) offenses? detected$").of(&[Lint]).by("rubocop"),
        pass("offenses corrected", r"\b\d+ files? inspected, (?P<s>\d+) offenses? detected, \d+ offenses? corrected")
            .of(&[Lint])
            .by("rubocop"),
        pass("No errors! Great job", r"^No errors! Great job\.").of(&[Typecheck]).by("sorbet"),
        errors("Errors: ", r"^Errors: (?P<f>\d+)$").of(&[Typecheck]).by("sorbet").only("sorbet"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("bundle exec rspec", "rspec Tests"),
        ("bundle exec rspec spec/cart_spec.rb:12", "rspec Tests narrow(spec/cart_spec.rb:12)"),
        ("bin/rails test", "rails test Tests"),
        ("bundle exec rubocop -A", "rubocop Lint writes"),
    ],
    outputs: &[
        ("bundle exec rspec", "Finished in 0.03 seconds\n12 examples, 0 failures, 2 pending\n", "Tests Passed 10/0/2"),
        ("bundle exec rspec", "12 examples, 1 failure\n\nFailed examples:\n", "Tests Failed 11/1/0"),
        ("bundle exec rspec nothing", "0 examples, 0 failures\n", "Tests Vacuous"),
        ("bin/rails test", "12 runs, 30 assertions, 0 failures, 0 errors, 1 skips\n", "Tests Passed 11/0/1"),
        ("rake test", "12 runs, 30 assertions, 1 failures, 1 errors, 0 skips\n", "Tests Failed 10/2/0"),
        ("bundle exec cucumber", "3 scenarios (1 failed, 2 passed)\n12 steps (1 failed, 11 passed)\n", "Tests Failed 2/1/0"),
        ("bundle exec rubocop", "12 files inspected, no offenses detected\n", "Lint Passed"),
        ("bundle exec rubocop", "12 files inspected, 3 offenses detected\n", "Lint Failed 0/3/0"),
    ],
};
