//! The package's patterns, with the meaning that Python gives them.
//!
//! `\b`, `\s`, `.` and case folding differ between the two regex engines, so they are spelled out: a word is letters, numbers and
//! `_`; folding adds `İ` and `ı` to `i` (`ſ` to `s` and the Kelvin sign to `k` in both engines); a lone surrogate is a character
//! like any other. Every pattern begins and ends in a word character, so that a boundary is a non-word character or an end.

use super::text::Text;
use regex::bytes::Regex;
use std::sync::LazyLock;

/// What a line can match.
pub(super) struct Pattern(Regex);

impl Pattern {
    fn new(core: &str) -> Pattern {
        let surrogate = r"(?-u:\xED[\xA0-\xBF][\x80-\xBF])";
        let core = core
            .replace('i', "[iİı]")
            .replace('.', &format!(r"(?:[^\n]|{surrogate})"))
            .replace("<space>", r"[\x09-\x0D\x1C-\x20\x85\xA0\u{1680}\u{2000}-\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}]")
            .replace("<path>", "[A-Za-z0-9_./İıſ\u{212A}-]+")
            .replace("<dot>", r"\.");
        let outside = format!(r"(?-i:[^\p{{L}}\p{{N}}_]|{surrogate})");
        Pattern(Regex::new(&format!(r"(?i)(?:\A|{outside})(?:{core})(?:\z|{outside})")).expect("a fixed pattern"))
    }

    /// True where the pattern stands anywhere in the line.
    pub(super) fn is_in(&self, line: &Text) -> bool {
        self.0.is_match(line.bytes())
    }

    /// The first match, for people.
    pub(super) fn wording(&self, line: &Text) -> Option<String> {
        let found = self.0.find(line.bytes())?;
        Some(String::from_utf8_lossy(found.as_bytes()).trim().to_owned())
    }
}

/// A claim that tests pass.
pub(super) static PASS: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new("all tests pass|tests passed|all .* tests passing|everything is green|all green"));
/// A signal of failure.
pub(super) static FAIL: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new("failed|AssertionError|tests? failed|ERROR: test|failures?:<space>*[1-9]"));
/// A claim that nothing was changed.
pub(super) static NO_CHANGE: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new("no (?:changes|edits|modifications) (?:needed|required|made|necessary)"));
/// A claim that work is done.
pub(super) static DONE: LazyLock<Pattern> = LazyLock::new(|| Pattern::new("done|complete|completed|finished|shipped|all done"));
/// A claim that something was verified.
pub(super) static VERIFIED: LazyLock<Pattern> = LazyLock::new(|| Pattern::new("verified|confirmed|validated"));
/// The mention of a command that verifies.
pub(super) static COMMAND: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new("pytest|unittest|npm test|npx .*test|go test|cargo test|make test|pnpm test|vitest|jest|rspec")
});
/// A claim that a file was changed.
pub(super) static EDIT: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        "(?:fixed|updated|changed|patched|modified|edited)<space>+(?:the<space>+|a<space>+)?\
         (?<token><path><dot>(?:py|js|ts|tsx|jsx|md|json|yaml|yml|toml|go|rs|sh|css|html|txt))",
    )
});

/// The file of the first edit claim in a line.
pub(super) fn edited_file(line: &Text) -> Option<&[u8]> {
    EDIT.0.captures(line.bytes())?.name("token").map(|m| m.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(line: &str) -> Option<String> {
        edited_file(&Text::from(line)).map(|b| String::from_utf8_lossy(b).into_owned())
    }

    #[test]
    fn folding_and_boundaries_are_pythons() {
        for line in ["FİNİSHED", "fınıshed", "finiſhed", "x done.", "\u{2028}done\u{301}"] {
            assert!(DONE.is_in(&Text::from(line)), "{line}");
        }
        for line in ["undone", "done_", "done\u{b2}", "donе", "édone"] {
            assert!(!DONE.is_in(&Text::from(line)), "{line}");
        }
        assert!(COMMAND.is_in(&Text::from("npx \u{212A} vitest x")));
        assert!(FAIL.is_in(&Text::from("failures:\u{1c}3")));
        assert!(!FAIL.is_in(&Text::from("failures: 0")));
    }

    #[test]
    fn the_first_file_of_a_line_counts() {
        assert_eq!(edited("I updated the src/a.py and fixed b.rs").as_deref(), Some("src/a.py"));
        assert_eq!(edited("fixed a.b.tsx!").as_deref(), Some("a.b.tsx"));
        assert_eq!(edited("updated\u{a0}a.ts.bak.ts").as_deref(), Some("a.ts.bak.ts"));
        assert_eq!(edited("changed a.pyc").as_deref(), None);
        assert_eq!(edited("patched K\u{212A}ı.RS").as_deref(), Some("K\u{212A}ı.RS"));
    }

    #[test]
    fn a_lone_surrogate_is_a_character() {
        let mut line = Text::from("all ");
        line.push_code(0xD83D);
        line.push_str(" tests passing");
        assert!(PASS.is_in(&line));
        let mut line = Text::default();
        line.push_code(0xDE00);
        line.push_str("done");
        line.push_code(0xD83D);
        assert!(DONE.is_in(&line));
    }
}
