//! Everything that is found in one text by itself.

use super::finding::{Class, Finding, Reach, Sink};
use super::places::{self, Place};
use super::{edge, named, numbers, people, pseudonym, rules, runs, value, view};
use aho_corasick::{AhoCorasick, AhoCorasickKind};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What stands behind a literal.
#[derive(Clone, Copy)]
enum Target {
    Rule(usize),
    Name,
    Secret(&'static Place),
    People(&'static Place),
}

struct Literals {
    automaton: AhoCorasick,
    targets: Vec<Vec<Target>>,
}

/// One automaton over the literals of all rules.
static LITERALS: LazyLock<Option<Literals>> = LazyLock::new(|| {
    let mut by_literal: BTreeMap<String, Vec<Target>> = BTreeMap::new();
    let mut add = |literal: &str, target| by_literal.entry(literal.to_ascii_lowercase()).or_default().push(target);
    for (i, c) in rules::ALL.iter().enumerate() {
        c.rule.literals.iter().for_each(|l| add(l, Target::Rule(i)));
    }
    named::STEMS.iter().for_each(|l| add(l, Target::Name));
    for p in places::PLACES {
        p.literals.iter().for_each(|l| add(l, Target::Secret(p)));
    }
    for p in people::PLACES {
        p.literals.iter().for_each(|l| add(l, Target::People(p)));
    }
    let automaton =
        AhoCorasick::builder().ascii_case_insensitive(true).kind(Some(AhoCorasickKind::DFA)).build(by_literal.keys()).ok()?;
    Some(Literals { automaton, targets: by_literal.into_values().collect() })
});

/// How deep encodings are followed.
const DEPTH: usize = 4;

/// What one text holds.
#[derive(Debug, Default)]
pub struct Found {
    /// Stretches of the text to be replaced.
    pub findings: Vec<Finding>,
    /// Names and hosts that are known without standing here as such.
    pub learnt: Vec<(Class, String)>,
}

/// Finds everything in a text. `people` is false where only secrets are asked for.
pub fn detect(text: &str, people: bool) -> Found {
    let mut found = level(text, people, 0);
    let kept = pseudonym::spans(text);
    if !kept.is_empty() {
        found.findings.retain(|f| !kept.iter().any(|(s, e)| f.start < *e && *s < f.end));
    }
    found
}

fn level(text: &str, people: bool, depth: usize) -> Found {
    let mut found = direct(text, people, depth);
    if depth >= DEPTH {
        return found;
    }
    let views =
        [view::plain(text), view::percent(text), view::numbered(text), nested(text).then(|| view::unescape(text)).flatten()];
    for v in views.into_iter().flatten() {
        let inner = level(&v.text, people, depth + 2);
        found.learnt.extend(inner.learnt);
        for f in inner.findings {
            let (start, end) = v.back(f.start, f.end);
            if !found.findings.iter().any(|g| g.start <= start && end <= g.end && g.class == f.class) {
                found.findings.push(Finding { start, end, ..f });
            }
        }
    }
    found
}

/// True for a text whose escapes are worth undoing once more: one with spelled-out characters, or a document in a string.
fn nested(text: &str) -> bool {
    let b = text.as_bytes();
    memchr::memchr(b'\\', b).is_some()
        && (memchr::memmem::find(b, b"\\u").is_some()
            || matches!(text.trim_start().bytes().next(), Some(b'{' | b'[' | b'"')) && memchr::memmem::find(b, b"\\n").is_some())
}

fn direct(text: &str, people: bool, depth: usize) -> Found {
    let mut sink = Sink::new(text);
    if let Some(l) = LITERALS.as_ref() {
        let mut named_until = 0;
        for m in l.automaton.find_overlapping_iter(text) {
            for t in &l.targets[m.pattern().as_usize()] {
                match *t {
                    Target::Rule(i) => token(&mut sink, &rules::ALL[i], m.start()),
                    Target::Name if m.start() >= named_until => named_until = named::at(&mut sink, m.start()),
                    Target::Secret(p) => (p.find)(&mut sink, m.start()),
                    Target::People(p) if people => (p.find)(&mut sink, m.start()),
                    Target::Name | Target::People(_) => {}
                }
            }
        }
    }
    if people {
        numbers::find(&mut sink);
        people::lists(&mut sink);
    }
    runs::find(&mut sink, &mut |inner| {
        if depth >= DEPTH {
            return Vec::new();
        }
        let found = level(inner, people, depth + 1);
        found
            .findings
            .into_iter()
            .filter(|f| f.class == Class::Secret || matches!(f.class, Class::Email | Class::User | Class::Person))
            .collect()
    });
    Found { findings: sink.found, learnt: sink.learnt }
}

/// A token format at its literal, as it stands or continued over a seam.
fn token(sink: &mut Sink, rule: &rules::Compiled, at: usize) {
    let text = sink.text;
    let here = rule.find(text, at);
    if edge::starts(text.as_bytes(), at)
        && let Some((v, first)) = view::stitched(text, at)
        && here.is_none_or(|(_, e)| e == at + first)
        && let Some((s, e)) = rule.find(&v.text, 0)
        && e > first
    {
        let (start, end) = v.back(s, e);
        sink.found.push(Finding {
            start,
            end,
            class: Class::Secret,
            rule: rule.rule.id,
            value: v.text[s..e].to_owned(),
            reach: Reach::Everywhere,
        });
        return;
    }
    if let Some((s, e)) = here {
        let reach = if value::distinctive(&text[s..e]) { Reach::Everywhere } else { Reach::Here };
        sink.add(s, e, Class::Secret, rule.rule.id, reach);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine as _;

    fn secrets(text: &str) -> Vec<String> {
        let mut v: Vec<String> = detect(text, true)
            .findings
            .into_iter()
            .filter(|f| f.class == Class::Secret && f.start < f.end)
            .map(|f| text[f.start..f.end].to_owned())
            .collect();
        v.sort();
        v.dedup();
        v
    }

    #[test]
    fn a_token_is_found_through_encodings_and_seams() {
        let token = concat!("ghp", "_m8bz3LuMJ5kgrlgtephAJu0gD6vlfs4QHNJc");
        assert_eq!(secrets(&format!("x {token}.")), [token]);
        assert_eq!(secrets(&format!("a\\n{token}\\n")), [token]);
        assert_eq!(secrets(&format!("\u{1b}[33m{token}\u{1b}[0m")), [token]);
        assert_eq!(secrets(&format!("https://h/?t={}", token.replace('_', "%5F"))), [token.replace('_', "%5F")]);
        let b64 = base64::engine::general_purpose::STANDARD.encode(format!("GITHUB={token}\n"));
        assert_eq!(secrets(&format!("echo {b64} | base64 -d")), [b64.as_str()]);
        let twice = base64::engine::general_purpose::STANDARD.encode(&b64);
        assert_eq!(secrets(&format!("'{twice}'")), [twice.as_str()]);
        let seam = format!("K=\"{}\"\"{}\"", &token[..20], &token[20..]);
        assert_eq!(secrets(&seam), [&seam[3..seam.len() - 1]]);
    }
}
