//! The claim patterns: six types, in an assertive form, with no plan before them in the same sentence.

use regex::Regex;
use std::sync::LazyLock;

/// What is claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Type {
    TestsPass,
    Created,
    Updated,
    Committed,
    Pushed,
    BuildSucceeds,
}

impl Type {
    pub(super) fn name(self) -> &'static str {
        match self {
            Type::TestsPass => "tests pass",
            Type::Created => "created file",
            Type::Updated => "updated file",
            Type::Committed => "committed",
            Type::Pushed => "pushed",
            Type::BuildSucceeds => "build succeeds",
        }
    }
}

/// A claim in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) ty: Type,
    pub(super) target: Option<String>,
    /// The sentence.
    pub(super) sentence: String,
}

/// A file name in a claim: it has an extension.
const PATH: &str = r"`?(?<path>[A-Za-z0-9_.~@/\\-]*[A-Za-z0-9_-]\.[A-Za-z0-9]{1,10})\b`?";
/// Words that may stand between the verb and the file.
const BETWEEN: &str = r"(?:(?:a|an|the|new|file|files|module|script|test|tests|called|named|source|config)\s+){0,4}";

static PATTERNS: LazyLock<Vec<(Type, Regex)>> = LazyLock::new(|| {
    let of_file = |verbs: &str| format!(r"\b(?:{verbs})\s+{BETWEEN}{PATH}");
    let patterns = [
        (Type::TestsPass, r"\b(?:tests?|test suite|specs?)\s+(?:are\s+|is\s+|have\s+|has\s+|all\s+|now\s+){0,3}(?:pass|passes|passed|passing|green|succeed|succeeds|succeeded)\b".to_owned()),
        (Type::Created, of_file("created|wrote|generated|added")),
        (Type::Updated, of_file("updated|edited|modified|changed|patched|fixed|refactored")),
        (Type::Committed, r"\bcommitted\b|\bmade\s+(?:a|the)\s+commit\b".to_owned()),
        (Type::Pushed, r"\bpushed\b".to_owned()),
        (Type::BuildSucceeds, r"\bbuild\s+(?:is\s+|now\s+|has\s+){0,2}(?:succeeds|succeeded|passes|passed|passing|works|green|clean)\b|\b(?:builds|compiles)\s+(?:now\s+)?(?:successfully|cleanly|fine|without\s+errors)\b".to_owned()),
    ];
    patterns.map(|(ty, p)| (ty, Regex::new(&format!("(?i){p}")).expect("a fixed pattern"))).into()
});

static PLAN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\b(?:will|shall|going\s+to)\b|['’]ll\b").expect("a fixed pattern"));

/// The claims of a text, in its order; one and the same said twice in a sentence counts once.
pub(super) fn find(text: &str) -> Vec<Found> {
    let mut out = Vec::new();
    for sentence in sentences(text) {
        let mut found: Vec<(usize, Type, Option<String>)> = Vec::new();
        for (ty, pattern) in PATTERNS.iter() {
            for captures in pattern.captures_iter(sentence) {
                let Some(all) = captures.get(0) else { continue };
                let target = captures.name("path").map(|m| m.as_str().to_owned());
                let planned = PLAN.find(sentence).is_some_and(|plan| plan.start() < all.start());
                let known = found.iter().any(|(_, t, p)| t == ty && *p == target);
                if !planned && !known {
                    found.push((all.start(), *ty, target));
                }
            }
        }
        found.sort();
        out.extend(found.into_iter().map(|(_, ty, target)| Found { ty, target, sentence: sentence.to_owned() }));
    }
    out
}

/// Sentences end at a mark before white space, and at line ends.
fn sentences(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    for line in text.lines() {
        let mut start = 0;
        let mut chars = line.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            if matches!(c, '.' | '!' | '?') && chars.peek().is_some_and(|(_, next)| next.is_whitespace()) {
                out.push(&line[start..=at]);
                start = at + 1;
            }
        }
        out.push(&line[start..]);
    }
    out.into_iter().map(str::trim).filter(|s| !s.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<(&'static str, Option<String>)> {
        find(text).into_iter().map(|f| (f.ty.name(), f.target)).collect()
    }

    fn one(ty: &'static str, target: Option<&str>) -> Vec<(&'static str, Option<String>)> {
        vec![(ty, target.map(str::to_owned))]
    }

    #[test]
    fn every_type_is_found() {
        assert_eq!(said("All tests pass now."), one("tests pass", None));
        assert_eq!(said("The test suite is green."), one("tests pass", None));
        assert_eq!(said("I created the new file `src/a.py`."), one("created file", Some("src/a.py")));
        assert_eq!(said("Updated ./lib/b.test.ts and left."), one("updated file", Some("./lib/b.test.ts")));
        assert_eq!(said("I committed the change."), one("committed", None));
        assert_eq!(said("Pushed to origin!"), one("pushed", None));
        assert_eq!(said("The build now passes."), one("build succeeds", None));
        assert_eq!(said("It compiles cleanly."), one("build succeeds", None));
    }

    #[test]
    fn plans_and_files_without_extension_are_none() {
        for text in [
            "I will have pushed once tests pass.",
            "I'll say it when tests pass.",
            "We are going to see tests pass.",
            "created Makefile",
            "untested",
        ] {
            assert!(said(text).is_empty(), "{text}");
        }
        assert_eq!(said("Tests pass, so I will push."), one("tests pass", None));
        assert_eq!(said("I will look. I pushed."), one("pushed", None));
    }
}
