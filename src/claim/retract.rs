//! Messages that take an earlier claim back: "I said that all tests pass; that was wrong", "Correction: nothing was pushed".

use super::{Claim, ClaimType};
use aho_corasick::{AhoCorasick, MatchKind};
use std::sync::LazyLock;

/// Words by which an agent goes back on what it said (lower case).
const TURNS: &[&str] = &[
    "i was wrong",
    "i was mistaken",
    "that was wrong",
    "that was incorrect",
    "that was inaccurate",
    "that was not true",
    "correction:",
    "i need to correct",
    "i have to correct",
    "i must correct",
    "my mistake",
    "my earlier claim",
    "my previous claim",
    "my earlier statement",
    "i claimed",
    "i incorrectly",
    "i wrongly",
    "i mistakenly",
    "i said that",
    "i should not have said",
    "i shouldn't have said",
    "i overstated",
    "contrary to what i",
    "i apologize for saying",
    "je me suis trompé",
    "me equivoqué",
    "me enganei",
    "ich habe mich geirrt",
    "я ошибся",
    "我说错了",
];

/// The words around the place where a text goes back on something, lower case; none where it does not.
pub fn turn(text: &str) -> Option<String> {
    static FIND: LazyLock<Option<AhoCorasick>> =
        LazyLock::new(|| AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(TURNS).ok());
    let lower = text.to_lowercase();
    let at = FIND.as_ref()?.find(&lower)?.start();
    // The thing stands in the same sentence, or in the one before or after it.
    let ends = |s: &str| s.rmatch_indices(['.', '!', '\n']).nth(1).map_or(0, |(i, _)| i);
    let from = ends(&lower[..at]);
    let near = &lower[from..];
    Some(near.match_indices(['.', '!', '\n']).nth(3).map_or(near, |(i, _)| &near[..i]).to_owned())
}

/// True where the words around a turn speak of the same thing as a claim.
pub fn speaks_of(near: &str, claim: &Claim) -> bool {
    let named = claim.target.as_deref().is_some_and(|t| !t.is_empty() && near.contains(&t.to_lowercase()));
    named || nouns(claim.ty).iter().any(|n| near.contains(n))
}

/// Words that say of what kind of claim a sentence speaks.
fn nouns(ty: ClaimType) -> &'static [&'static str] {
    match ty {
        ClaimType::TestsPassed => &["test", "suite", "spec"],
        ClaimType::BuildPassed => &["build", "compil"],
        ClaimType::LintClean => &["lint", "format"],
        ClaimType::TypecheckClean => &["type"],
        ClaimType::ChecksPassed => &["check", "ci ", "pipeline"],
        ClaimType::Committed => &["commit"],
        ClaimType::Pushed => &["push"],
        ClaimType::PullRequest => &["pull request", "pr "],
        ClaimType::Deployed => &["deploy", "publish", "live", "release"],
        ClaimType::Verified => &["verif", "check", "confirm"],
        ClaimType::Fixed => &["fix"],
        ClaimType::Installed => &["install"],
        ClaimType::Reviewed => &["read", "review"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::{Detail, Lang};

    #[test]
    fn only_a_turn_about_the_same_thing_takes_back() {
        let claim = |ty, target: Option<&str>| Claim {
            ty,
            target: target.map(Into::into),
            quote: String::new(),
            span: (0, 0),
            detail: Detail::default(),
            lang: Lang::En,
        };
        for (text, ty, target, want) in [
            ("I said that all tests pass. That was wrong: two fail.", ClaimType::TestsPassed, None, true),
            ("Correction: nothing was pushed, the remote refused it.", ClaimType::Pushed, None, true),
            ("I was wrong about the cause of the crash.", ClaimType::TestsPassed, None, false),
            ("All tests pass now.", ClaimType::TestsPassed, None, false),
            ("My mistake, `src/a.rs` is unchanged.", ClaimType::FileUpdated, Some("src/a.rs"), true),
        ] {
            let takes_back = turn(text).is_some_and(|near| speaks_of(&near, &claim(ty, target)));
            assert_eq!(takes_back, want, "{text}");
        }
    }
}
