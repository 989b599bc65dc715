//! Words looked for in commands and results, whatever their case: most of what is searched is long, and most claims look at much of it.

use super::target::telling_words;
use memchr::memchr2_iter;
use regex::bytes::{Regex, RegexBuilder};
use std::cell::{Cell, OnceCell};

/// Lower-case words of which any may stand in a text.
pub(super) struct Words {
    plain: Vec<Word>,
    /// Words of other scripts: these need the text in lower case.
    other: Vec<String>,
    /// All plain words at once, for whoever looks through much.
    together: OnceCell<Option<Regex>>,
    searched: Cell<usize>,
}

/// From this many bytes on an expression has earned what it costs to build.
const MUCH: usize = 256 << 10;

/// A word in ASCII, found by its rarest letter.
struct Word {
    low: String,
    rare: usize,
}

impl Words {
    /// The words of a target that tell something; the whole target counts as one.
    pub(super) fn of_target(target: &str) -> Words {
        let whole = target.trim_matches('`').to_lowercase();
        let whole = Some(whole).filter(|w| w.len() >= 2);
        Words::any(whole.into_iter().chain(telling_words(target)))
    }

    /// These words, in lower case.
    pub(super) fn any(words: impl IntoIterator<Item = String>) -> Words {
        let (plain, other): (Vec<String>, Vec<String>) = words.into_iter().partition(|w| w.is_ascii());
        let rare = |w: &str| w.bytes().enumerate().min_by_key(|(_, b)| commonness(*b)).map_or(0, |(i, _)| i);
        let plain = plain.into_iter().map(|low| Word { rare: rare(&low), low }).collect();
        Words { plain, other, together: OnceCell::new(), searched: Cell::new(0) }
    }

    /// True where one of them stands in a text.
    pub(super) fn stand_in(&self, text: &str) -> bool {
        self.plain_stand_in(text.as_bytes())
            || !self.other.is_empty() && {
                let text = text.to_lowercase();
                self.other.iter().any(|w| text.contains(w.as_str()))
            }
    }

    fn plain_stand_in(&self, text: &[u8]) -> bool {
        self.searched.set(self.searched.get().saturating_add(text.len()));
        let together = || {
            let words: Vec<String> = self.plain.iter().map(|w| regex::escape(&w.low)).collect();
            RegexBuilder::new(&words.join("|")).unicode(false).case_insensitive(true).build().ok()
        };
        if self.plain.len() > 1
            && self.searched.get() > MUCH
            && let Some(regex) = self.together.get_or_init(together)
        {
            return regex.is_match(text);
        }
        self.plain.iter().any(|w| w.stands_in(text))
    }
}

impl Word {
    fn stands_in(&self, text: &[u8]) -> bool {
        let low = self.low.as_bytes();
        let Some(&rare) = low.get(self.rare) else { return true };
        memchr2_iter(rare, rare.to_ascii_uppercase(), text).any(|at| {
            let start = at.checked_sub(self.rare);
            start.and_then(|s| text.get(s..s + low.len())).is_some_and(|part| part.eq_ignore_ascii_case(low))
        })
    }
}

/// How often a byte comes in code and prose, roughly: the place in a list, rarest first.
fn commonness(byte: u8) -> usize {
    const ORDER: &[u8] = b"zqjxkvw0987654321bygpfhmu#-dlcisnraot/._e ";
    ORDER.iter().position(|b| *b == byte).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn words_are_found_as_in_a_copy_in_lower_case(text in "[a-cA-CéÉ Ж]{0,40}", words in prop::collection::vec("[a-cж]{0,3}", 0..3)) {
            let low = text.to_lowercase();
            let want = words.iter().any(|w| low.contains(w.as_str()));
            let words = Words::any(words);
            prop_assert_eq!(words.stand_in(&text), want);
            words.searched.set(MUCH);
            prop_assert_eq!(words.stand_in(&text), want);
        }
    }
}
