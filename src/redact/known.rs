//! Values that are known: their pseudonyms, and every form in which they may be written.

use super::edge;
use super::finding::{Class, Finding};
use super::people;
use super::pseudonym::{self, Key};
use super::view;
use aho_corasick::AhoCorasick;
use base64::Engine as _;
use std::collections::{BTreeMap, BTreeSet};

/// A value that is looked for everywhere.
#[derive(Debug, Clone)]
pub struct Value {
    /// As found.
    pub text: String,
    /// Class.
    pub class: Class,
    /// The most telling rule that found it.
    pub rule: &'static str,
    /// What stands for it.
    pub token: String,
}

/// A value found in some bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// First byte.
    pub start: usize,
    /// Byte behind the last.
    pub end: usize,
    /// Index of the value.
    pub value: usize,
    /// True where the value stands encoded, so that the whole encoded run has to go.
    pub encoded: bool,
}

/// Gathers values before they get their pseudonyms.
#[derive(Debug, Default)]
pub struct Gathered {
    /// Value to its class and rule: the lowest rank wins.
    values: BTreeMap<(Class, String), (u8, &'static str)>,
    links: BTreeSet<(String, String)>,
    dashed: BTreeSet<String>,
    /// Ids that link records: no secrets, whatever a text calls them.
    ids: BTreeSet<String>,
}

/// How much a rule tells: a token format more than a name, a name more than an encoding.
fn rank(rule: &str) -> u8 {
    match rule {
        "encoded" => 5,
        "generic-key" | "credential" => 3,
        "authorization" | "cookie" | "command-line" | "connection-credential" => 2,
        "known" => 0,
        _ => 1,
    }
}

impl Gathered {
    /// Adds a value.
    pub fn add(&mut self, class: Class, text: &str, rule: &'static str) {
        if text.len() < 2 || pseudonym::inert(text) {
            return;
        }
        let text = match class {
            Class::User | Class::Person | Class::Email | Class::Host => text.to_lowercase(),
            _ => text.to_owned(),
        };
        let new = (rank(rule), rule);
        let entry = self.values.entry((class, text)).or_insert(new);
        *entry = (*entry).min(new);
    }

    /// Adds what was learnt without standing in the text as such.
    pub fn learn(&mut self, class: Class, text: &str) {
        if let Some(dashed) = text.strip_prefix('\0') {
            self.dashed.insert(dashed.to_ascii_lowercase());
        } else if let Some((name, mail)) = text.split_once('\0') {
            self.links.insert((name.to_lowercase(), mail.to_lowercase()));
        } else if class == Class::Person || class == Class::Email || class == Class::User && people::searchable(text) {
            self.add(class, text, "learnt");
        }
    }

    /// Adds an id that links records.
    pub fn id(&mut self, id: &str) {
        self.ids.insert(id.to_owned());
    }

    /// Takes all of another.
    pub fn merge(&mut self, other: Gathered) {
        for ((class, text), entry) in other.values {
            let mine = self.values.entry((class, text)).or_insert(entry);
            *mine = (*mine).min(entry);
        }
        self.links.extend(other.links);
        self.dashed.extend(other.dashed);
        self.ids.extend(other.ids);
    }

    /// Gives every value its pseudonym.
    pub fn seal(mut self, key: &Key) -> Known {
        self.resolve_dashed();
        self.values
            .retain(|(class, text), (_, rule)| *class != Class::Secret || *rule != "generic-key" || !self.ids.contains(text));
        let entities = self.entities();
        let addresses = self.addresses(key);
        let mut values = Vec::with_capacity(self.values.len());
        for ((class, text), (_, rule)) in &self.values {
            let token = match class {
                Class::Ip => addresses.get(text).cloned().unwrap_or_default(),
                Class::User | Class::Person | Class::Email => {
                    pseudonym::token(*class, rule, &key.id("person", entities.get(text.as_str()).copied().unwrap_or(text)))
                }
                Class::Host => pseudonym::token(*class, rule, &key.id("host", text.split('.').next().unwrap_or(text))),
                _ => pseudonym::token(*class, rule, &key.id(class.name(), text)),
            };
            values.push(Value { text: text.clone(), class: *class, rule, token });
        }
        Known { ids: self.ids, ..Known::new(values) }
    }

    /// A directory named after a path tells a login only where no known login explains it.
    fn resolve_dashed(&mut self) {
        let logins: Vec<String> = self.values.keys().filter(|(c, _)| *c == Class::User).map(|(_, t)| dash(t)).collect();
        for d in std::mem::take(&mut self.dashed) {
            let known =
                logins.iter().any(|l| d.strip_prefix(l.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('-')));
            let first = d.split('-').next().unwrap_or("");
            if !known && people::searchable(first) {
                self.add(Class::User, first, "login");
            }
        }
    }

    /// Which login, name and address belong to one person: each maps to the least of them.
    fn entities(&self) -> BTreeMap<&str, &str> {
        let texts = |class: Class| self.values.keys().filter(move |(c, _)| *c == class).map(|(_, t)| t.as_str());
        let mut parent: BTreeMap<&str, &str> = BTreeMap::new();
        fn root<'a>(parent: &BTreeMap<&'a str, &'a str>, mut x: &'a str) -> &'a str {
            while let Some(p) = parent.get(x).filter(|p| **p != x) {
                x = p;
            }
            x
        }
        let mut by_form: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for t in texts(Class::User).chain(texts(Class::Email)) {
            by_form.entry(squash(local(t))).or_default().push(t);
        }
        for name in texts(Class::Person) {
            for form in name_forms(name) {
                by_form.entry(form).or_default().push(name);
            }
        }
        let mut pairs: Vec<(&str, &str)> = self.links.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        for group in by_form.values() {
            pairs.extend(group.windows(2).map(|w| (w[0], w[1])));
        }
        for (a, b) in pairs {
            let (a, b) = (root(&parent, a), root(&parent, b));
            let (low, high) = if a < b { (a, b) } else { (b, a) };
            parent.insert(high, low);
            parent.entry(low).or_insert(low);
        }
        let keys: Vec<&str> = parent.keys().copied().collect();
        keys.into_iter().map(|k| (k, root(&parent, k))).collect()
    }

    /// Addresses get documentation addresses, in the order of their digests so that the order of the input does not matter.
    fn addresses(&self, key: &Key) -> BTreeMap<String, String> {
        let mut v4: Vec<([u8; 32], &str)> = Vec::new();
        let mut out = BTreeMap::new();
        for (_, text) in self.values.keys().filter(|(c, _)| *c == Class::Ip) {
            let digest = key.digest("ip", text);
            if text.contains(':') {
                out.insert(text.clone(), pseudonym::documentation_v6(&digest));
            } else {
                v4.push((digest, text));
            }
        }
        v4.sort_unstable();
        for (slot, (_, text)) in v4.into_iter().enumerate() {
            out.insert(text.to_owned(), pseudonym::documentation_v4(slot % pseudonym::DOCUMENTATION_ADDRESSES));
        }
        out
    }
}

fn local(text: &str) -> &str {
    let user = text.split('@').next().unwrap_or(text);
    user.split('+').next().unwrap_or(user)
}

fn squash(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Logins that people make of their names.
fn name_forms(name: &str) -> Vec<String> {
    let parts: Vec<String> = name.split([' ', '-']).map(squash).filter(|p| !p.is_empty()).collect();
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return Vec::new() };
    let initial = |s: &str| s.chars().next().map(String::from).unwrap_or_default();
    let mut forms =
        vec![squash(name), format!("{}{last}", initial(first)), format!("{first}{}", initial(last)), format!("{first}{last}")];
    if parts.len() > 2 {
        let rest: String = parts[1..].iter().map(|p| initial(p)).collect();
        forms.push(format!("{first}{rest}"));
    }
    forms.retain(|f| f.len() >= 4);
    forms
}

fn dash(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

/// Known values and the automaton that finds every form of them.
#[derive(Debug, Default)]
pub struct Known {
    /// The values, in the order of class and text.
    pub values: Vec<Value>,
    index: BTreeMap<(Class, String), usize>,
    automaton: Option<AhoCorasick>,
    patterns: Vec<(usize, bool)>,
    grams: BTreeMap<[u8; GRAM], usize>,
    ids: BTreeSet<String>,
}

/// Shortest part of a secret that is known again at the edge of a string.
const GRAM: usize = 12;

impl Known {
    fn new(values: Vec<Value>) -> Known {
        let mut forms: BTreeMap<Vec<u8>, (usize, bool)> = BTreeMap::new();
        let mut grams = BTreeMap::new();
        for (i, v) in values.iter().enumerate() {
            for (form, encoded) in forms_of(v) {
                forms.entry(form).or_insert((i, encoded));
            }
            if v.class == Class::Secret
                && v.rule != "encoded"
                && v.text.len() > GRAM
                && v.text.len() < 2048
                && !v.text.contains(char::is_whitespace)
            {
                for w in v.text.as_bytes().windows(GRAM) {
                    if let Ok(gram) = <[u8; GRAM]>::try_from(w)
                        && std::str::from_utf8(w).is_ok_and(super::value::distinctive)
                    {
                        grams.entry(gram).or_insert(i);
                    }
                }
            }
        }
        let automaton = AhoCorasick::builder().ascii_case_insensitive(true).build(forms.keys()).ok();
        let index = values.iter().enumerate().map(|(i, v)| ((v.class, v.text.clone()), i)).collect();
        Known { values, index, automaton, patterns: forms.into_values().collect(), grams, ids: BTreeSet::new() }
    }

    /// The pseudonym of a value.
    pub fn token(&self, class: Class, text: &str) -> Option<&Value> {
        let text = match class {
            Class::User | Class::Person | Class::Email | Class::Host => text.to_lowercase(),
            _ => text.to_owned(),
        };
        self.index.get(&(class, text)).map(|i| &self.values[*i])
    }

    /// True for a finding that is only an id that links records, under a name that sounds secret.
    pub fn is_id(&self, f: &Finding) -> bool {
        f.rule == "generic-key" && self.ids.contains(&f.value)
    }

    /// Every known value in `bytes`, in whatever form.
    pub fn find(&self, bytes: &[u8]) -> Vec<Hit> {
        let Some(automaton) = self.automaton.as_ref().filter(|_| !self.values.is_empty()) else {
            return Vec::new();
        };
        let mut hits = Vec::new();
        for m in automaton.find_overlapping_iter(bytes) {
            let (value, encoded) = self.patterns[m.pattern().as_usize()];
            let (mut start, mut end) = (m.start(), m.end());
            if encoded {
                let class = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=' | b'-' | b'_');
                start = edge::run_back(bytes, start, 64 * 1024, class);
                end = edge::run_on(bytes, end, 64 * 1024, class);
            } else if !self.stands_alone(value, bytes, start, end) {
                continue;
            }
            hits.push(Hit { start, end, value, encoded });
        }
        hits
    }

    /// Names stand as words; secrets that are long enough anywhere.
    fn stands_alone(&self, value: usize, bytes: &[u8], start: usize, end: usize) -> bool {
        let v = &self.values[value];
        match v.class {
            Class::Secret if v.text.len() >= 12 => true,
            Class::Email => edge::starts(bytes, start) && edge::ends(bytes, end),
            Class::Ip | Class::PrivateIp => {
                let dotted = |i: Option<&u8>| i == Some(&b'.');
                edge::starts(bytes, start)
                    && edge::ends(bytes, end)
                    && !(start > 0 && dotted(bytes.get(start - 1)))
                    && !(dotted(bytes.get(end)) && bytes.get(end + 1).is_some_and(u8::is_ascii_digit))
            }
            _ => edge::starts(bytes, start) && edge::ends(bytes, end),
        }
    }

    /// Parts of known secrets at the start and the end of a string: a token that was cut between two records.
    pub fn edges(&self, text: &str) -> Vec<Hit> {
        let b = text.as_bytes();
        let mut hits = Vec::new();
        if self.grams.is_empty() || b.len() < GRAM {
            return hits;
        }
        let head = b.get(..GRAM).and_then(|g| <[u8; GRAM]>::try_from(g).ok());
        if let Some(i) = head.and_then(|g| self.grams.get(&g)) {
            let secret = self.values[*i].text.as_bytes();
            if let Some(at) = secret.windows(GRAM).position(|w| w == &b[..GRAM]) {
                let n = secret[at..].iter().zip(b).take_while(|(x, y)| x == y).count();
                if at + n == secret.len() || n == b.len() {
                    hits.push(Hit { start: 0, end: n, value: *i, encoded: false });
                }
            }
        }
        let tail = b.get(b.len() - GRAM..).and_then(|g| <[u8; GRAM]>::try_from(g).ok());
        if let Some(i) = tail.and_then(|g| self.grams.get(&g)) {
            let secret = self.values[*i].text.as_bytes();
            if let Some(at) = secret.windows(GRAM).position(|w| w == &b[b.len() - GRAM..]) {
                let n = secret[..at + GRAM].iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
                if n == at + GRAM || n == b.len() {
                    hits.push(Hit { start: b.len() - n, end: b.len(), value: *i, encoded: false });
                }
            }
        }
        hits
    }
}

/// Every form in which a value may be written, with a mark for those that stand inside an encoding.
fn forms_of(v: &Value) -> Vec<(Vec<u8>, bool)> {
    let mut plain: BTreeSet<String> = BTreeSet::from([v.text.clone()]);
    match v.class {
        Class::User if v.text.contains(['.', '_']) => {
            plain.insert(dash(&v.text));
        }
        Class::Person => {
            let words: Vec<&str> = v.text.split(' ').collect();
            if let [first, last] = words[..] {
                plain.insert(format!("{last}, {first}"));
                plain.extend(["", ".", "-", "_"].map(|s| format!("{first}{s}{last}")));
            }
        }
        Class::Secret if v.text.contains('\n') => {
            // Parts of a key block are secret by themselves.
            plain.extend(v.text.lines().map(str::trim).filter(|l| l.len() >= 40 && !l.starts_with('-')).map(str::to_owned));
        }
        Class::Secret if v.text.contains("\\n") => {
            plain.extend(
                view::unescape_all(&v.text)
                    .lines()
                    .map(str::trim)
                    .filter(|l| l.len() >= 40 && !l.starts_with('-'))
                    .map(str::to_owned),
            );
        }
        _ => {}
    }
    let mut forms: BTreeSet<(Vec<u8>, bool)> = BTreeSet::new();
    for text in &plain {
        let mut escaped = text.clone();
        forms.insert((escaped.clone().into_bytes(), false));
        for _ in 0..4 {
            let next = escape(&escaped);
            if next == escaped {
                break;
            }
            forms.insert((next.clone().into_bytes(), false));
            escaped = next;
        }
        forms.insert((ascii_escape(text).into_bytes(), false));
        if text.contains('/') {
            forms.insert((text.replace('/', "\\/").into_bytes(), false));
            forms.insert((text.replace('/', "\\").into_bytes(), false));
        }
        forms.insert((percent(text, false).into_bytes(), false));
        forms.insert((percent(text, true).into_bytes(), false));
    }
    if v.text.len() >= 8
        && matches!(v.class, Class::Secret | Class::Email | Class::Host | Class::Person | Class::User)
        && v.rule != "encoded"
    {
        forms.extend(base64_forms(v.text.as_bytes()).into_iter().map(|f| (f, true)));
        forms.insert((v.text.bytes().map(|b| format!("{b:02x}")).collect::<String>().into_bytes(), true));
    }
    forms.into_iter().collect()
}

fn escape(text: &str) -> String {
    let quoted = serde_json::to_string(text).unwrap_or_default();
    quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or("").to_owned()
}

fn ascii_escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii() {
            out.push(c);
        } else {
            let mut units = [0u16; 2];
            c.encode_utf16(&mut units).iter().for_each(|u| out.push_str(&format!("\\u{u:04x}")));
        }
    }
    out
}

/// Percent-encoding; `all` also encodes what may stand bare in some places.
fn percent(text: &str, all: bool) -> String {
    text.bytes()
        .map(|b| {
            let bare = b.is_ascii_alphanumeric()
                || matches!(b, b'-' | b'_' | b'.' | b'~')
                || !all && matches!(b, b'/' | b':' | b'!' | b'*' | b'\'' | b'(' | b')');
            if bare { char::from(b).to_string() } else { format!("%{b:02X}") }
        })
        .collect()
}

/// The characters that a value gives inside base64, at each of the three alignments, in both alphabets.
fn base64_forms(value: &[u8]) -> Vec<Vec<u8>> {
    let mut out = Vec::new();
    for shift in 0..3usize {
        let mut padded = vec![0u8; shift];
        padded.extend_from_slice(value);
        let coded = base64::engine::general_purpose::STANDARD_NO_PAD.encode(&padded);
        let first = (shift * 8).div_ceil(6);
        let last = padded.len() * 8 / 6;
        if let Some(core) = coded.get(first..last).filter(|c| c.len() >= 10) {
            out.push(core.as_bytes().to_vec());
            if core.contains(['+', '/']) {
                out.push(core.replace('+', "-").replace('/', "_").into_bytes());
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed() -> Known {
        let mut g = Gathered::default();
        g.add(Class::Secret, "oxbow\"Heron\\51", "credential");
        g.add(Class::User, "Ozanna.Drelling", "login");
        g.add(Class::Person, "Ozanna Drelling", "person");
        g.add(Class::Email, "ozanna.drelling@b.io", "email");
        g.add(Class::User, "mvantorpe", "login");
        g.seal(&Key::new(b"k"))
    }

    #[test]
    fn every_form_of_a_value_is_found() {
        let known = sealed();
        let secret = "oxbow\"Heron\\51";
        let b64 = base64::engine::general_purpose::STANDARD.encode(format!("ab{secret}xyz"));
        let once = serde_json::to_string(secret).unwrap();
        let twice = serde_json::to_string(&once).unwrap();
        for text in [
            secret.to_owned(),
            once,
            twice,
            percent(secret, true),
            b64,
            "C--Users-Ozanna-Drelling-src".into(),
            "/home/MVANTORPE/x".into(),
        ] {
            assert!(!known.find(text.as_bytes()).is_empty(), "{text}");
        }
        for text in ["xmvantorpe", "mvantorpes", "nothing"] {
            assert!(known.find(text.as_bytes()).is_empty(), "{text}");
        }
    }

    #[test]
    fn login_name_and_address_of_one_person_share_their_id() {
        let known = sealed();
        let id = |class, text: &str| known.token(class, text).unwrap().token.clone();
        let user = id(Class::User, "Ozanna.Drelling");
        assert_eq!(user.strip_prefix("user_"), id(Class::Person, "Ozanna Drelling").strip_prefix("person_"));
        assert_eq!(user.strip_prefix("user_"), id(Class::Email, "ozanna.drelling@b.io").strip_suffix("@redacted.invalid"));
        assert_ne!(user, id(Class::User, "mvantorpe"));
    }
}
