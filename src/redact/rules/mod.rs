//! Token formats as data: one file a family, one table of all of them.
//!
//! A rule names the literal that starts (or stands in) the token and the pattern around it. The literals go into one automaton; a
//! pattern is tried only where its literal stands, so the cost of a rule is the number of times its literal occurs.

mod ai;
mod chat;
mod cloud;
mod code_hosts;
mod infra;
mod keys;
mod packages;
mod payments;
mod services;

use super::{check, edge, value};
use regex::Regex;
use std::sync::LazyLock;

/// One token format.
pub struct Rule {
    /// Name, which is also the kind in the pseudonym.
    pub id: &'static str,
    /// Literals, one of which every token holds; found in any case.
    pub literals: &'static [&'static str],
    /// How many bytes of [`Rule::before`] may precede the literal.
    pub reach: usize,
    /// Characters that may stand in the token before its literal.
    pub before: fn(u8) -> bool,
    /// The token, from its first character on. Group 1 is the secret where only a part is.
    pub pattern: &'static str,
    /// What else has to hold.
    pub test: fn(&str) -> bool,
    /// Texts in which the rule finds something.
    pub yes: &'static [&'static str],
    /// Texts in which it finds nothing.
    pub no: &'static [&'static str],
}

impl Rule {
    /// A rule whose literal starts the token.
    const fn new(id: &'static str, literals: &'static [&'static str], pattern: &'static str) -> Rule {
        Rule { id, literals, reach: 0, before: |_| false, pattern, test: |_| true, yes: &[], no: &[] }
    }

    const fn test(mut self, test: fn(&str) -> bool) -> Rule {
        self.test = test;
        self
    }

    const fn back(mut self, reach: usize, before: fn(u8) -> bool) -> Rule {
        self.reach = reach;
        self.before = before;
        self
    }

    const fn yes(mut self, yes: &'static [&'static str]) -> Rule {
        self.yes = yes;
        self
    }

    const fn no(mut self, no: &'static [&'static str]) -> Rule {
        self.no = no;
        self
    }
}

/// Every family.
const FAMILIES: &[&[Rule]] = &[
    ai::RULES,
    chat::RULES,
    cloud::RULES,
    code_hosts::RULES,
    infra::RULES,
    keys::RULES,
    packages::RULES,
    payments::RULES,
    services::RULES,
];

/// A rule with its pattern compiled.
pub struct Compiled {
    /// The rule.
    pub rule: &'static Rule,
    pattern: Regex,
}

/// Every rule, compiled once.
pub static ALL: LazyLock<Vec<Compiled>> = LazyLock::new(|| {
    FAMILIES
        .iter()
        .flat_map(|f| f.iter())
        .filter_map(|rule| Some(Compiled { rule, pattern: Regex::new(&format!("^(?:{})", rule.pattern)).ok()? }))
        .collect()
});

/// Longest stretch of text that a pattern sees.
const WINDOW: usize = 16 * 1024;

impl Compiled {
    /// The secret at the literal that starts at `at`, as a byte range of `text`.
    pub fn find(&self, text: &str, at: usize) -> Option<(usize, usize)> {
        let bytes = text.as_bytes();
        let start = edge::run_back(bytes, at, self.rule.reach, self.rule.before);
        if !edge::starts(bytes, start) {
            return None;
        }
        let mut end = bytes.len().min(at + WINDOW);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let found = self.pattern.captures(text.get(start..end)?)?;
        let m = found.get(1).or_else(|| found.get(0))?;
        let secret = m.as_str();
        if value::documented(secret) || value::placeholder(secret) && !check::github(secret) || !(self.rule.test)(secret) {
            return None;
        }
        (start + m.end() > at).then_some((start + m.start(), start + m.end()))
    }
}

/// True where the part behind the last `-` or `_` of a prefix has letters and digits mixed, as generated tokens have.
fn generated(token: &str) -> bool {
    let m = value::mix(token);
    m.digit >= 1 && m.lower + m.upper >= 4 && value::entropy(token) >= 2.5
}

/// Like [`generated`], for tokens that may lack digits.
fn varied(token: &str) -> bool {
    value::entropy(token) >= 3.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hits(c: &Compiled, text: &str) -> usize {
        let lower = text.to_ascii_lowercase();
        let mut n = 0;
        for lit in c.rule.literals {
            n += lower.match_indices(&lit.to_ascii_lowercase()).filter(|(i, _)| c.find(text, *i).is_some()).count();
        }
        n
    }

    #[test]
    fn every_rule_compiles_and_has_examples_of_both_kinds() {
        assert_eq!(ALL.len(), FAMILIES.iter().map(|f| f.len()).sum::<usize>());
        for c in ALL.iter() {
            assert!(!c.rule.yes.is_empty() && !c.rule.no.is_empty(), "{} lacks examples", c.rule.id);
        }
    }

    #[test]
    fn every_rule_finds_its_examples_and_nothing_in_the_others() {
        for c in ALL.iter() {
            for yes in c.rule.yes {
                assert!(hits(c, yes) > 0, "{} misses {yes}", c.rule.id);
                assert!(hits(c, &format!("prefix_{yes}, and so on")) > 0, "{} misses {yes} in a sentence", c.rule.id);
            }
            for no in c.rule.no {
                assert_eq!(hits(c, no), 0, "{} takes {no}", c.rule.id);
            }
        }
    }

    #[test]
    fn ids_are_unique_and_free_of_verdict_words() {
        let mut ids: Vec<&str> = ALL.iter().map(|c| c.rule.id).collect();
        ids.sort_unstable();
        let n = ids.len();
        ids.dedup();
        assert_eq!(n, ids.len());
        for id in ids {
            assert!(
                id.split('-').all(|w| !["error", "fail", "failed", "pass", "passed", "ok", "test", "done"].contains(&w)),
                "{id}"
            );
        }
    }
}
