//! Words in lower case, borrowed where they stand so in the text, and a fast hash for looking them up.

use std::borrow::Cow;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Deref;

/// A word in lower case.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Low<'a>(Cow<'a, str>);

impl<'a> Low<'a> {
    /// Lower case that keeps byte lengths out of the matter: only used for comparing. A typographic apostrophe becomes a plain one.
    pub(crate) fn of(s: &'a str) -> Low<'a> {
        let is_low = |c: char| c != '’' && c.to_lowercase().eq([c]);
        Low(if s.is_ascii() {
            if s.bytes().any(|b| b.is_ascii_uppercase()) { Cow::Owned(s.to_ascii_lowercase()) } else { Cow::Borrowed(s) }
        } else if s.chars().all(is_low) {
            Cow::Borrowed(s)
        } else {
            Cow::Owned(s.chars().map(|c| if c == '’' { '\'' } else { c }).flat_map(char::to_lowercase).collect())
        })
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for Low<'_> {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for Low<'_> {
    fn eq(&self, other: &str) -> bool {
        *self.0 == *other
    }
}

impl PartialEq<&str> for Low<'_> {
    fn eq(&self, other: &&str) -> bool {
        *self.0 == **other
    }
}

impl PartialEq<Low<'_>> for String {
    fn eq(&self, other: &Low<'_>) -> bool {
        *self == *other.0
    }
}

/// For tables of short words that this crate itself holds (the multiply-and-rotate hash of rustc).
pub(crate) type WordHash = BuildHasherDefault<WordHasher>;

#[derive(Default)]
pub(crate) struct WordHasher(u64);

impl WordHasher {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (chunks, rest) = bytes.as_chunks::<8>();
        chunks.iter().for_each(|c| self.add(u64::from_le_bytes(*c)));
        if !rest.is_empty() {
            self.add(rest.iter().fold(0, |word, b| word << 8 | u64::from(*b)));
        }
    }

    fn write_u8(&mut self, byte: u8) {
        self.add(u64::from(byte));
    }

    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn borrowed_or_not_the_word_is_the_same(s in "[a-cA-C’éÉİß1]{0,6}") {
            let want: String = s.chars().map(|c| if c == '’' { '\'' } else { c }).flat_map(char::to_lowercase).collect();
            let low = Low::of(&s);
            prop_assert_eq!(low.as_str(), want);
        }
    }
}
