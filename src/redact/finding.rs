//! What a detector reports.

/// What kind of thing a finding is; it decides the form of the pseudonym and the profiles in which it is replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// A secret: key, password, private key, cookie.
    Secret,
    /// A login name.
    User,
    /// A person's name.
    Person,
    /// An e-mail address.
    Email,
    /// A host that is not public.
    Host,
    /// A public address of a machine.
    Ip,
    /// A phone number.
    Phone,
    /// A national id, card or account number of a person.
    NationalId,
    /// An account, tenant or organisation id.
    Account,
    /// Owner and name of a private repository.
    Repo,
    /// A hardware address.
    Mac,
    /// A private address of a machine.
    PrivateIp,
    /// A street address.
    Address,
}

impl Class {
    /// The wire name, used in the report.
    pub fn name(self) -> &'static str {
        match self {
            Class::Secret => "secret",
            Class::User => "user",
            Class::Person => "person",
            Class::Email => "email",
            Class::Host => "host",
            Class::Ip => "public-ip",
            Class::Phone => "phone",
            Class::NationalId => "national-id",
            Class::Account => "account",
            Class::Repo => "repository",
            Class::Mac => "mac-address",
            Class::PrivateIp => "private-ip",
            Class::Address => "address",
        }
    }

    /// True for what only the strict profile replaces.
    pub fn strict_only(self) -> bool {
        matches!(self, Class::Account | Class::Repo | Class::Mac | Class::PrivateIp | Class::Address)
    }
}

/// How far a value may be looked for beyond the place where it was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Everywhere in the export.
    Everywhere,
    /// Only here: the value is too ordinary to be searched for.
    Here,
}

/// A stretch of text that a detector would replace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// First byte in the text that was searched.
    pub start: usize,
    /// Byte behind the last.
    pub end: usize,
    /// Class.
    pub class: Class,
    /// Rule that found it; kind in the pseudonym of a secret.
    pub rule: &'static str,
    /// The value behind the stretch (decoded where the text is encoded).
    pub value: String,
    /// Where else the value is looked for.
    pub reach: Reach,
}

/// Takes findings of one text.
pub struct Sink<'a> {
    /// The text.
    pub text: &'a str,
    /// What was found.
    pub found: Vec<Finding>,
    /// Names, logins and hosts that were learnt without being replaced in place.
    pub learnt: Vec<(Class, String)>,
    /// Documented examples that were kept.
    pub allowed: usize,
}

impl<'a> Sink<'a> {
    /// An empty sink for a text.
    pub fn new(text: &'a str) -> Self {
        Sink { text, found: Vec::new(), learnt: Vec::new(), allowed: 0 }
    }

    /// Reports the stretch `start..end` as it stands.
    pub fn add(&mut self, start: usize, end: usize, class: Class, rule: &'static str, reach: Reach) {
        if let Some(value) = self.text.get(start..end).filter(|v| !v.is_empty()) {
            self.found.push(Finding { start, end, class, rule, value: value.to_owned(), reach });
        }
    }

    /// Reports a secret; it is searched for everywhere where it is distinctive.
    pub fn secret(&mut self, start: usize, end: usize, rule: &'static str) {
        let reach = self.text.get(start..end).map_or(Reach::Here, reach_of);
        self.add(start, end, Class::Secret, rule, reach);
    }
}

/// A distinctive value is searched for everywhere.
pub fn reach_of(value: &str) -> Reach {
    if super::value::distinctive(value) { Reach::Everywhere } else { Reach::Here }
}

impl Finding {
    /// The whole value of a member whose name says that it is secret.
    pub fn named(name: &str, value: &str) -> Option<Finding> {
        let named = super::named::judge(name)?;
        super::named::accepts(named, value, false).then(|| Finding {
            start: 0,
            end: value.len(),
            class: Class::Secret,
            rule: "generic-key",
            value: value.to_owned(),
            reach: reach_of(value),
        })
    }
}
