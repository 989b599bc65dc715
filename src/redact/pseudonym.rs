//! Keyed, typed pseudonyms: the same value has the same pseudonym under one key, and nobody can compute it without the key.

use super::finding::Class;
use hmac::{Hmac, KeyInit, Mac};
use regex::Regex;
use sha2::Sha256;
use std::sync::LazyLock;

/// No vowels and no digits: no words, no numbers.
const ALPHABET: &[u8; 16] = b"bcdfghjkmnpqrtvw";

/// Every pseudonym, as a pattern.
const PATTERN: &str = concat!(
    r"\[(?:SECRET:[a-z0-9-]+|ADDRESS|PHONE|ID|ACCOUNT|MAC|STREET):[bcdfghjkmnpqrtvw]{10}\]",
    r"|owner_[bcdfghjkmnpqrtvw]{10}/repo_[bcdfghjkmnpqrtvw]{10}|(?:user|person|owner|repo)_[bcdfghjkmnpqrtvw]{10}|host-[bcdfghjkmnpqrtvw]{10}|[bcdfghjkmnpqrtvw]{10}@redacted\.invalid"
);

static PSEUDONYM: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(PATTERN).ok());

/// The key of an export.
#[derive(Clone)]
pub struct Key(Vec<u8>);

impl Key {
    /// A key from bytes that the user keeps.
    pub fn new(bytes: &[u8]) -> Key {
        Key(bytes.to_vec())
    }

    /// A key that nobody else has, and that is gone with the process.
    pub fn random() -> std::io::Result<Key> {
        let mut bytes = [0u8; 32];
        getrandom::fill(&mut bytes).map_err(|e| std::io::Error::other(e.to_string()))?;
        Ok(Key(bytes.to_vec()))
    }

    /// The keyed digest of a value in a name space.
    pub fn digest(&self, space: &str, value: &str) -> [u8; 32] {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0) else {
            return [0; 32];
        };
        mac.update(space.as_bytes());
        mac.update(&[0]);
        mac.update(value.as_bytes());
        mac.finalize().into_bytes().into()
    }

    /// Ten letters that stand for a value.
    pub fn id(&self, space: &str, value: &str) -> String {
        let d = self.digest(space, value);
        d[..10].iter().map(|b| char::from(ALPHABET[usize::from(b & 15)])).collect()
    }
}

/// The pseudonym of a class with its id; `kind` names the rule of a secret.
pub fn token(class: Class, kind: &str, id: &str) -> String {
    match class {
        Class::Secret => format!("[SECRET:{kind}:{id}]"),
        Class::User => format!("user_{id}"),
        Class::Person => format!("person_{id}"),
        Class::Email => format!("{id}@redacted.invalid"),
        Class::Host => format!("host-{id}"),
        Class::Repo => format!("owner_{id}/repo_{id}"),
        Class::Ip | Class::PrivateIp => format!("[ADDRESS:{id}]"),
        Class::Phone => format!("[PHONE:{id}]"),
        Class::NationalId => format!("[ID:{id}]"),
        Class::Account => format!("[ACCOUNT:{id}]"),
        Class::Mac => format!("[MAC:{id}]"),
        Class::Address => format!("[STREET:{id}]"),
    }
}

/// How many addresses the three documentation networks hold.
pub const DOCUMENTATION_ADDRESSES: usize = 3 * 254;

/// The `slot`-th address of the documentation networks (RFC 5737).
pub fn documentation_v4(slot: usize) -> String {
    const NETS: [&str; 3] = ["192.0.2", "198.51.100", "203.0.113"];
    format!("{}.{}", NETS[slot / 254 % 3], slot % 254 + 1)
}

/// An address of the documentation network (RFC 3849) from a digest.
pub fn documentation_v6(digest: &[u8]) -> String {
    let group = |i: usize| u16::from_be_bytes([digest[i], digest[i + 1]]) | 1;
    format!("2001:db8::{:x}:{:x}:{:x}", group(0), group(2), group(4))
}

/// True for a value that holds a pseudonym: it is never replaced again.
pub fn inert(value: &str) -> bool {
    let b = value.as_bytes();
    (memchr::memchr3(b'_', b'-', b'@', b).is_some() || memchr::memchr(b'[', b).is_some())
        && PSEUDONYM.as_ref().is_some_and(|re| re.is_match(value))
}

/// Byte ranges of the pseudonyms in a text.
pub fn spans(text: &str) -> Vec<(usize, usize)> {
    PSEUDONYM.as_ref().map_or_else(Vec::new, |re| re.find_iter(text).map(|m| (m.start(), m.end())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pseudonyms_are_stable_under_a_key_and_differ_under_another() {
        let (a, b) = (Key::new(b"one"), Key::new(b"two"));
        assert_eq!(a.id("user", "x"), a.id("user", "x"));
        assert_ne!(a.id("user", "x"), b.id("user", "x"));
        assert_ne!(a.id("user", "x"), a.id("host", "x"));
    }

    #[test]
    fn every_pseudonym_is_inert() {
        let id = Key::new(b"k").id("x", "y");
        for class in [
            Class::Secret,
            Class::User,
            Class::Person,
            Class::Email,
            Class::Host,
            Class::Repo,
            Class::Phone,
            Class::NationalId,
            Class::Account,
            Class::Mac,
            Class::Address,
        ] {
            let t = token(class, "github-pat", &id);
            assert!(inert(&t), "{t}");
            assert_eq!(spans(&format!("a {t} b")).first(), Some(&(2, 2 + t.len())), "{t}");
        }
    }
}
