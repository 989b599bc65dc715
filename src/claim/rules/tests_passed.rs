//! # tests_passed
//!
//! ## What it says
//! Tests, a suite, or N of N tests pass.
//!
//! ## What backs it
//! A call of a test runner, or of a project task that runs tests, whose result shows success, on the tests named, after the last
//! relevant change. A number in the claim must equal the record's; "all", "every" and "full" need a run of that scope.
//!
//! ## What it is not
//! Plans ("let me run the tests"), conditions ("once tests pass"), hedges ("should pass"), purposes ("to make sure tests pass"),
//! reports of failure ("121 pass, 2 fail"), attributive use ("the passing tests"), another sense of pass ("this test passes a string").
//!
//! ## Examples
//! "All tests pass." · "Tests: 42/42" · "tests, lint, and typecheck all green" · "✅ Unit tests" · "`cargo test` ✅ (146/146)"

use super::{Rule, common};
use crate::claim::check::Subject;
use crate::claim::sentence::{Found, Sentence};
use crate::claim::ClaimType;

pub(super) const RULE: Rule = Rule {
    ty: ClaimType::TestsPassed,
    source: include_str!("tests_passed.rs"),
    find,
    yes: &[
        ("All tests pass.", None),
        ("All 1274 tests pass, lint is clean.", None),
        ("Tests: 42/42", None),
        ("Tests: 1274 pass, 0 fail. Lint: clean.", None),
        ("| Unit tests | ✅ |", Some("Unit tests")),
        ("Pre-commit hooks passed (tests, lint, and typecheck all green).", None),
        ("The pre-commit hook ran tests, lint, and typecheck — all passed.", None),
        ("fmt, lint, and all tests (unit + integration) pass", None),
        ("`mise run test:ci` - all passed", Some("mise run test:ci")),
        ("All 7 new tests pass (5 unit + 2 integration)", Some("new tests")),
        ("I confirmed that all tests pass.", None),
        ("254 passed, 0 failed", None),
        ("Test results: 42 passed, 1 skipped.", None),
        ("All existing tests continue to pass.", None),
        ("All passing. Now the docs.", None),
        ("✅ Integration tests: All pass", Some("Integration tests")),
        ("- [x] All tests pass", None),
        ("Verification passed:\n- `bun run lint`\n- `bun run test`", Some("bun run test")),
        ("nav.test.ts passes, 9 of 9", Some("nav.test.ts")),
        ("| Suite | Result |\n|---|---|\n| golden | 4966/4966 ALL PASSED ✅ |", Some("golden")),
    ],
    no: &[
        "The goal is to make the new tests pass.",
        "The intent of the tests is clear.",
        "Let me run the tests to see if they pass.",
        "Once tests pass, I will push.",
        "The tests should pass now.",
        "The tests do not pass yet.",
        "Do the tests pass?",
        "Run `npm test` to confirm it passes.",
        "- [ ] All tests pass",
        "121 tests pass but 2 errors remain.",
        "Tests can pass the temp directory directly.",
        "> All tests pass",
        "```\nAll tests pass\n```",
        "You said \"all tests pass\", so I went on.",
        "The passing tests cover the parser.",
        "This keeps the existing tests passing.",
        "Now let's run the tests to verify everything compiles and passes.",
    ],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    common::checks(s, Subject::Tests, ClaimType::TestsPassed, out);
    // "All passing": no noun, yet only tests are said to pass.
    for h in s.checks.iter().filter(|h| h.subject == Subject::Everything) {
        if s.is(h.noun, crate::claim::lexicon::Class::All) && s.tok(h.pred).is_some_and(|t| t.low.starts_with("pass")) {
            let named = common::row_head(s, h.noun);
            let mut f = s.found(ClaimType::TestsPassed, h.noun, named);
            f.detail.all = true;
            f.aggregate = f.target.is_none();
            out.push(f);
        }
    }
}
