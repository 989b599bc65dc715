//! Claims: what an agent's visible text says was done.
//!
//! **Invariant:** this module sees text and nothing of the record. [`extract`] is a pure function of one message.

mod act;
mod block;
mod check;
mod detail;
pub mod explain;
mod lang;
mod lexicon;
mod low;
mod merge;
mod mood;
pub mod retract;
pub mod rules;
mod sentence;
mod target;
mod token;
pub mod types;
mod walk;

use crate::probe::{Blind, Probe};
pub use types::ClaimType;

/// One claim in one message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// What it says.
    pub ty: ClaimType,
    /// The thing named: a path, package, command, suite, branch, commit; none where nothing is named.
    pub target: Option<String>,
    /// The words of the claim, as they stand in the text (first wording where it is said twice in a message).
    pub quote: String,
    /// Byte range of the quote in the message text.
    pub span: (usize, usize),
    /// What the words add: all, counts, numbers, scope.
    pub detail: Detail,
    /// Language of the words.
    pub lang: Lang,
}

/// What the words of a claim add to its type and target.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Detail {
    /// An explicit all, every, full, whole, entire.
    pub all: bool,
    /// Count of tests (or files checked) said to have passed, where one is given.
    pub passed: Option<u64>,
    /// Total said ("42/42": 42), where one is given.
    pub total: Option<u64>,
    /// Words that limit the scope ("new", "integration", "unit", a package or suite), lower case, where the clause has any.
    pub scope: Option<String>,
    /// Numbers in the clause, as written (units stripped, thousands separators kept): for tracing.
    pub numbers: Vec<String>,
    /// A commit hash in the clause.
    pub hash: Option<String>,
    /// Says real, actual, live, production of what it ran against.
    pub real: bool,
    /// Says in full, completely, every step, of reading.
    pub in_full: bool,
    /// Speaks of a state ("is live", "is up"), not of an action ("queued", "triggered").
    pub state: bool,
    /// Words in quotation marks or inline code that the clause presents as output.
    pub quoted: Vec<String>,
    /// The message itself discloses failures or open items (a report of failure or limitation stands in the same message).
    pub disclosed: bool,
    /// Only, nothing else ("updated F only"): for `no_changes`, the targets that are exempt.
    pub only: Vec<String>,
}

/// Language of a claim's words (ISO 639-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
    /// Spanish.
    Es,
    /// Portuguese.
    Pt,
    /// German.
    De,
    /// Russian.
    Ru,
    /// Chinese.
    Zh,
    /// Japanese.
    Ja,
}

/// Finds the claims of one message, in the order of the text.
pub fn extract(text: &str) -> Vec<Claim> {
    extract_under(text, &mut Blind)
}

/// The same, with each rule run under a probe.
pub fn extract_under(text: &str, probe: &mut dyn Probe) -> Vec<Claim> {
    let (lang, lexicons) = languages(text);
    let mut merged = merge::Merged::new(text, lang);
    let open = walk::Walker::new(text, &lexicons).run(&mut |s| merged.sentence_under(s, probe));
    merged.finish(open)
}

/// The language of a text, and the word lists that it is read with.
fn languages(text: &str) -> (Lang, Vec<&'static lexicon::Lexicon>) {
    let lang = lang::of(text);
    let mut lexicons = vec![lexicon::lexicon(Lang::En)];
    if lang != Lang::En {
        lexicons.push(lexicon::lexicon(lang));
    }
    (lang, lexicons)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Pieces that messages are made of, to build texts that reach deep into the rules.
    const PIECES: &[&str] = &[
        "All tests pass",
        "tests",
        "lint",
        "`cargo test`",
        "✅",
        "❌",
        "**",
        "`",
        "```\n",
        "| a | b |\n",
        "|---|---|\n",
        "- [x] ",
        "- [ ] ",
        "\n",
        "# ",
        "> ",
        "1. ",
        "I ",
        "added ",
        "`src/a.rs`",
        " to ",
        "not ",
        "if ",
        "42/42",
        "(",
        ")",
        "[x](y)",
        ". ",
        ", ",
        ": ",
        " — ",
        "é",
        "测试",
        "通过",
        "テスト",
        "\u{202e}",
        "\u{0}",
        "no errors",
        "0 failed",
        "Done",
        "has been ",
        "«",
        "\"",
        "'",
        "~~",
        "<b>",
        "https://x.y/z",
    ];

    fn message() -> impl Strategy<Value = String> {
        prop::collection::vec(prop_oneof![4 => prop::sample::select(PIECES).prop_map(str::to_owned), 1 => ".{0,6}"], 0..40)
            .prop_map(|v| v.concat())
    }

    fn sound(text: &str) {
        for c in extract(text) {
            assert_eq!(text.get(c.span.0..c.span.1), Some(c.quote.as_str()), "{text:?}");
            assert!(c.target.as_deref().is_none_or(|t| !t.trim().is_empty()), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_gives_quotes_that_stand_in_it(text in ".{0,200}") {
            sound(&text);
        }

        #[test]
        fn pieces_of_messages_give_quotes_that_stand_in_them(text in message()) {
            sound(&text);
        }

        #[test]
        fn fenced_text_holds_no_claim(text in message()) {
            let body = text.replace("```", "");
            let fenced = format!("````\n{body}\n````");
            prop_assert!(extract(&fenced).is_empty());
        }

        #[test]
        fn a_claim_stands_once_a_type_and_target(text in message()) {
            let mut keys: Vec<_> = extract(&text).into_iter().map(|c| (c.ty, c.target.map(|t| t.to_lowercase()))).collect();
            let all = keys.len();
            keys.sort();
            keys.dedup();
            prop_assert_eq!(all, keys.len());
        }
    }

    #[test]
    fn details_tell_counts_scope_and_all() {
        let detail = |text: &str| extract(text).into_iter().next().map(|c| c.detail).unwrap_or_default();
        let d = detail("All 1274 tests pass.");
        assert_eq!((d.all, d.passed, d.total, d.scope), (true, Some(1274), Some(1274), None));
        let d = detail("Tests: 42/42");
        assert_eq!((d.all, d.passed, d.total), (true, Some(42), Some(42)));
        let d = detail("The 3 new tests pass.");
        assert_eq!((d.all, d.passed, d.scope.as_deref()), (false, Some(3), Some("new")));
        let d = detail("All tests pass (unit, api).");
        assert_eq!((d.all, d.scope.as_deref()), (true, Some("unit api")));
        let d = detail("Tests, lint, and typecheck all green.");
        assert!(!d.all);
        let d = detail("Committed as `9f025fd`.");
        assert_eq!(d.hash.as_deref(), Some("9f025fd"));
        assert!(detail("Done. Two tests still fail on Windows.").disclosed);
        assert!(!detail("Done. All tests pass.").disclosed);
        assert!(detail("Updated the parser.\n\n- [ ] docs").disclosed);
    }
}
