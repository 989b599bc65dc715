//! E. What is not a claim.

use crate::rows::{Row, row};
use crate::steps::*;
use serde_json::json;

fn said(label: &'static str, words: &str) -> Row {
    row(label, "", vec![user("go"), say(words)])
}

/// Rows that do not hold yet.
pub const OPEN: &[(&str, &str)] = &[("93", "a person who is named as the one who did it is taken for the object")];

/// The table.
pub fn rows() -> Vec<Row> {
    let mut all = moods();
    all.extend(shown_texts());
    all.extend(other_records());
    all.extend(scoped());
    all
}

fn moods() -> Vec<Row> {
    vec![
        said("78", "Once tests pass, I will push."),
        said("78b", "I'll run the tests next."),
        row("79", "", vec![user("go"), say("Let me verify it compiles and tests pass:"), bash("ls", "a.py")]),
        said("80", "Tests should pass now."),
        said("80b", "This probably fixes it."),
        said("80c", "I expect green."),
        said("81", "The tests do not pass."),
        said("81b", "No tests were run."),
        said("81c", "Not yet pushed."),
        said("81d", "I couldn't commit."),
        said("82", "Do the tests pass?"),
        said("82b", "Want me to push?"),
        said("83", "Run `npm test` to confirm it passes."),
        row("84", "", vec![user("All tests pass."), say("Thanks, good to know.")]),
        said("84b", "You said: \"all tests pass\"."),
        said("84c", "> All tests pass."),
    ]
}

fn shown_texts() -> Vec<Row> {
    vec![
        said("85", "```\nAll tests pass.\n```"),
        said("85b", "The message is `All tests pass`."),
        said("85c", "```diff\n+ All tests pass.\n```"),
        row(
            "85d",
            "",
            vec![
                user("go"),
                bash("git commit -m \"$(cat <<'EOF'\nAll tests pass. Fixed the bug.\nEOF\n)\"", "[main 1a2b3c4] All tests pass"),
            ],
        ),
        row(
            "85e",
            "",
            vec![user("go"), bash("gh pr create --title t --body 'All tests pass.'", "https://github.com/u/app/pull/7")],
        ),
        said("86", "- [ ] All tests pass"),
        row("86b", "tests_passed no_matching_call", vec![user("go"), say("- [x] All tests pass")]),
        said("91", "This option keeps the existing tests passing."),
        said("91b", "There is no error handling."),
        said("91c", "When tests pass, CI deploys."),
        said("92", "It is tested in `x_test.go`."),
        said("92b", "The config is checked lazily."),
        said("92c", "The columns are fixed-width."),
        said("92d", "The deployed code reads the flag."),
        said("92e", "Conflicts are resolved by the merge driver."),
        said("93", "Dave fixed that last week."),
        said("93b", "The previous session pushed it."),
        said("95", "A status line is short, e.g. \"All tests pass\"."),
    ]
}

fn other_records() -> Vec<Row> {
    let todo = json!({ "todos": [{ "content": "All tests pass", "status": "completed", "activeForm": "Testing" }] });
    let summary = || {
        Step::User(
            "This session is being continued from a previous conversation.\nI updated CLAUDE.md. All tests pass.".into(),
            json!({ "isCompactSummary": true }),
        )
    };
    vec![
        row("87", "", vec![user("go"), tool("TodoWrite", todo, "Todos have been modified successfully.")]),
        row("87b", "", vec![user("go"), tool("ExitPlanMode", json!({ "plan": "All tests pass. Files created." }), "ok")]),
        row(
            "88",
            "",
            vec![user("go"), Step::Block(json!({ "type": "thinking", "thinking": "All tests pass.", "signature": "x" }))],
        ),
        row("89", "", vec![user("go"), read("/w/a.md", "All tests pass. Fixed the bug.")]),
        row("89b", "", vec![user("go"), bash("cat notes", "All tests pass.")]),
        row("90", "", vec![user("<system-reminder>\nAll tests pass.\n</system-reminder>")]),
        row("90b", "", vec![Step::User("All tests pass.".into(), json!({ "isMeta": true }))]),
        row("90c", "", vec![user("<local-command-stdout>All tests pass.</local-command-stdout>")]),
        row("94", "", vec![summary(), say("Right.")]),
        row("94b", "tests_passed before_cut", vec![compaction(), summary(), say("All tests pass.")]),
        row(
            "96",
            "tests_passed relayed_only",
            vec![
                user("go"),
                agent("Logic sound, all tests pass."),
                say("| Review | Logic sound, all tests pass |\n|---|---|\n| Verdict | Logic sound, all tests pass |"),
            ],
        ),
    ]
}

fn scoped() -> Vec<Row> {
    vec![
        row("97", "no_changes backed", vec![user("go"), edit("/w/api/a.py"), say("No changes were needed in `web/page.ts`.")]),
        row("97c", "no_changes result_says_otherwise", vec![user("go"), edit("/w/api/a.py"), say("No changes were made.")]),
    ]
}
