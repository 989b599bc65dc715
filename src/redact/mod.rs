//! Removes secrets and people from text, and puts keyed pseudonyms in their place.
//!
//! A [`Redactor`] first learns from every text of an export, is then sealed, and from there on replaces: what the rules find in a text
//! by itself, and every value that was found anywhere, in whatever form it is written.

mod assigned;
mod check;
pub mod detect;
mod edge;
pub mod edit;
pub mod finding;
mod flags;
pub mod json;
pub mod known;
mod named;
mod numbers;
mod people;
mod places;
#[cfg(test)]
mod properties;
pub mod pseudonym;
mod rules;
mod runs;
mod settings;
mod value;
pub mod view;

pub use finding::Class;
pub use pseudonym::Key;

use edit::Edit;
use finding::{Finding, Reach};
use known::{Gathered, Known};
use std::borrow::Cow;

/// How much is replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Profile {
    /// Secrets, people, their addresses and hosts.
    #[default]
    Share,
    /// Also private addresses, accounts, repositories, street addresses; thinking and instructions are dropped.
    Strict,
    /// Secrets alone.
    SecretsOnly,
}

impl Profile {
    /// The wire name.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Share => "share",
            Profile::Strict => "strict",
            Profile::SecretsOnly => "secrets-only",
        }
    }

    /// True where this profile replaces a class.
    pub fn replaces(self, class: Class) -> bool {
        match self {
            Profile::Share => !class.strict_only(),
            Profile::Strict => true,
            Profile::SecretsOnly => class == Class::Secret,
        }
    }
}

/// Digest of everything that decides what is found: changes where a rule changes.
pub fn ruleset_version() -> String {
    use sha2::Digest as _;
    let mut h = sha2::Sha256::new();
    for c in rules::ALL.iter() {
        h.update(c.rule.id);
        h.update(c.rule.pattern);
    }
    h.update(env!("CARGO_PKG_VERSION"));
    h.finalize().iter().take(6).map(|b| format!("{b:02x}")).collect()
}

/// Replaces secrets and people in texts.
pub struct Redactor {
    profile: Profile,
    key: Key,
    gathered: Gathered,
    known: Known,
}

/// What a text taught.
#[derive(Default)]
pub struct Learnt {
    /// Values to be looked for everywhere.
    pub gathered: Gathered,
    /// Stretches to be replaced in this text.
    pub findings: Vec<Finding>,
}

impl Redactor {
    /// A redactor that knows no value yet.
    pub fn new(profile: Profile, key: Key) -> Redactor {
        Redactor { profile, key, gathered: Gathered::default(), known: Known::default() }
    }

    /// The profile.
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// Everything that is known; empty before [`Redactor::seal`].
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// Adds a secret that the user named.
    pub fn know(&mut self, value: &str) {
        if value.len() >= 6 {
            self.gathered.add(Class::Secret, value, "known");
        }
    }

    /// What a text holds, without keeping it: for use over many threads, with [`Redactor::absorb`].
    pub fn examine(&self, text: &str) -> Learnt {
        examine(self.profile, text)
    }

    /// Keeps what was learnt elsewhere.
    pub fn absorb(&mut self, gathered: Gathered) {
        self.gathered.merge(gathered);
    }

    /// Learns the values of a text.
    pub fn learn(&mut self, text: &str) {
        let learnt = self.examine(text);
        self.absorb(learnt.gathered);
    }

    /// Gives every value learnt its pseudonym. What is learnt later has no effect.
    pub fn seal(&mut self) {
        self.known = std::mem::take(&mut self.gathered).seal(&self.key);
    }

    /// The pseudonym of a finding.
    pub fn token(&self, f: &Finding) -> String {
        if let Some(v) = self.known.token(f.class, &f.value) {
            return v.token.clone();
        }
        match f.class {
            Class::Ip if f.value.contains(':') => pseudonym::documentation_v6(&self.key.digest("ip", &f.value)),
            Class::Ip => {
                let d = self.key.digest("ip", &f.value);
                pseudonym::documentation_v4(usize::from(u16::from_be_bytes([d[0], d[1]])) % pseudonym::DOCUMENTATION_ADDRESSES)
            }
            Class::User | Class::Person | Class::Email => {
                pseudonym::token(f.class, f.rule, &self.key.id("person", &f.value.to_lowercase()))
            }
            Class::Host => {
                pseudonym::token(f.class, f.rule, &self.key.id("host", f.value.to_lowercase().split('.').next().unwrap_or("")))
            }
            class => pseudonym::token(class, f.rule, &self.key.id(class.name(), &f.value)),
        }
    }

    /// Edits for every known value in some bytes, in whatever form it stands there.
    pub fn known_edits(&self, bytes: &[u8]) -> Vec<Edit> {
        let hits = self.known.find(bytes);
        hits.into_iter().filter_map(|h| self.known_edit(bytes, h)).collect()
    }

    /// Edits for parts of known secrets at the two ends of a string.
    pub fn edge_edits(&self, text: &str) -> Vec<Edit> {
        self.known.edges(text).into_iter().filter_map(|h| self.known_edit(text.as_bytes(), h)).collect()
    }

    fn known_edit(&self, bytes: &[u8], h: known::Hit) -> Option<Edit> {
        let v = self.known.values.get(h.value)?;
        if !self.profile.replaces(v.class) {
            return None;
        }
        if h.encoded {
            let run = String::from_utf8_lossy(bytes.get(h.start..h.end)?).into_owned();
            let f = Finding { start: h.start, end: h.end, class: Class::Secret, rule: "encoded", value: run, reach: Reach::Here };
            return Some(Edit { start: h.start, end: h.end, token: self.token(&f), class: Class::Secret, rule: "encoded" });
        }
        Some(Edit { start: h.start, end: h.end, token: v.token.clone(), class: v.class, rule: v.rule })
    }

    /// The text with everything replaced; borrowed where nothing is.
    pub fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut edits = self.known_edits(text.as_bytes());
        edits.extend(self.edge_edits(text));
        edits.extend(self.examine(text).findings.iter().map(|f| self.edit(f)));
        match edit::apply(text.as_bytes(), edits).0 {
            Cow::Borrowed(_) => Cow::Borrowed(text),
            Cow::Owned(bytes) => Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()),
        }
    }

    /// The edit that replaces a finding.
    pub fn edit(&self, f: &Finding) -> Edit {
        Edit { start: f.start, end: f.end, token: self.token(f), class: f.class, rule: f.rule }
    }
}

/// How often documented examples stand in some bytes.
pub fn documented_examples(bytes: &[u8]) -> u64 {
    value::documented_count(bytes)
}

/// What a text holds under a profile.
pub fn examine(profile: Profile, text: &str) -> Learnt {
    let mut out = Learnt::default();
    let found = detect::detect(text, profile != Profile::SecretsOnly);
    for (class, value) in found.learnt {
        if profile.replaces(class) {
            out.gathered.learn(class, &value);
        }
    }
    for f in found.findings {
        if !profile.replaces(f.class) {
            continue;
        }
        if f.reach == Reach::Everywhere {
            out.gathered.add(f.class, &f.value, f.rule);
        }
        if f.start < f.end {
            out.findings.push(f);
        }
    }
    out
}
