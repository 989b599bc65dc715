//! Names of people.

use super::words;
use crate::redact::finding::{Class, Reach, Sink};
use crate::redact::places::window;
use crate::redact::pseudonym;
use regex::Regex;
use std::sync::LazyLock;

/// Words before `<` or ` (` that are a person's name.
pub(super) fn name_before(text: &str, start: usize) -> Option<(usize, usize)> {
    let head = &text[..start];
    let (cut, quoted) = if let Some(h) = head.strip_suffix('<').or_else(|| head.strip_suffix('(')) {
        (h, false)
    } else {
        let json = head.trim_end_matches(['"', '\\', ':', ' ', '\n', '\t']);
        let json = json.strip_suffix("email").or_else(|| json.strip_suffix("mail"))?;
        (json.trim_end_matches(['"', '\\', ',', ' ', '\n', '\t']), true)
    };
    let cut = cut.trim_end_matches([' ', '"', '\\', '\'']);
    let from = cut
        .char_indices()
        .rev()
        .take(60)
        .take_while(|(_, c)| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'' | '.' | '’'))
        .last()?
        .0;
    let mut words: Vec<(usize, &str)> = Vec::new();
    let mut at = cut.len();
    for w in cut[from..].rsplit(' ') {
        at -= w.len();
        if !name_word(w) || words.len() == 4 {
            break;
        }
        words.push((at, w));
        at = at.saturating_sub(1);
    }
    let escape = |i: usize| i > 0 && text.as_bytes()[i - 1] == b'\\';
    while let Some((i, w)) = words.last()
        && (words::BEFORE_NAMES.contains(w) || escape(*i))
    {
        words.pop();
    }
    let (first, _) = *words.last()?;
    let whole = &cut[first..];
    let long = words.len() >= 2 || quoted && whole.len() >= 4;
    let machine = whole.split(' ').any(|w| words::MACHINES.contains(w));
    (long && !machine && !pseudonym::inert(whole)).then_some((first, cut.len()))
}

fn name_word(w: &str) -> bool {
    let mut chars = w.chars();
    let particle =
        matches!(w, "van" | "von" | "de" | "der" | "den" | "da" | "di" | "la" | "le" | "del" | "bin" | "al" | "ten" | "dos");
    particle
        || chars.next().is_some_and(char::is_uppercase)
            && w.chars().count() <= 24
            && w.chars().skip(1).all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '.' | '’'))
}

/// `My name is X Y`, `user.name X Y`, `Author: X Y`, `"name":"X Y","email":`.
pub(super) fn person(sink: &mut Sink, at: usize) {
    static RE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(concat!(
            r#"^(?:(?i:my name is )|user\.name[= ]\s*\\*["']?|(?i:(?:author|commit|committer)(?:name)?:\s{1,8})|author=\\*["']?|"#,
            r#"(?i:git_(?:author|committer)_name=\\*["']?|@author |created by |__author__\s*=\s*\\*["']|-by: |(?:best |kind |warm )?regards,\s{1,4}|(?:hi|dear) )|"#,
            r#"(?i:full_?name|real_?name|author_?name|owner_?name)\\*"?\s*[:=]\s*\\*"?|<author>\s*<name>|ago\) <|"#,
            r#"\\*"?(?i:name)\\*"?\s*[:=]\s*\\*"?)"#,
            r"(\p{Lu}[\p{L}'’-]+(?: (?:van|von|de|der|da|di|la|le|del|bin|al))?(?: \p{Lu}(?:\.|[\p{L}'’-]+)){1,3})"
        ))
        .ok()
    });
    let tail = window(sink.text, at, 140);
    let Some(m) = RE.as_ref().and_then(|re| re.captures(tail)).and_then(|c| c.get(1)) else { return };
    let start = tail[..m.start()].to_ascii_lowercase();
    let plain = start.trim_start_matches(['"', '\\']);
    let keyed = plain.starts_with("name") && !plain.starts_with("name is");
    let rest = tail[m.end()..].trim_start_matches(['"', '\\', ',', ' ', '\n', '\t', '\r', 'n', 't']).to_ascii_lowercase();
    let beside = rest.starts_with("email") || rest.starts_with("mail") || rest.starts_with("e-mail");
    let before = crate::redact::edge::before(sink.text, at, 120);
    let before = before.rsplit(['{', '}', '\n']).next().unwrap_or(before);
    if keyed && !beside && !(before.contains("mail") && before.contains('@')) {
        return;
    }
    let greeting = (start.starts_with("hi ") || start.starts_with("dear ")) && !tail[m.end()..].starts_with(',');
    let by = start.starts_with("created by ") && !tail[m.end()..].starts_with(" on ");
    if greeting
        || by
        || start.starts_with(['h', 'd', 'c', 'r', 'b', 'k', 'w']) && !crate::redact::edge::starts(sink.text.as_bytes(), at)
    {
        return;
    }
    let name = m.as_str().trim_end_matches(['.', '-', '\'']);
    if person_like(name) {
        sink.add(at + m.start(), at + m.start() + name.len(), Class::Person, "person", Reach::Everywhere);
    }
}

/// True for words that may be a person's name.
pub(super) fn person_like(name: &str) -> bool {
    !pseudonym::inert(name) && !name.split(' ').any(|w| words::MACHINES.contains(w))
}

/// `first_name: X`, `"lastName":"X"`: a part of a name is replaced where it stands.
pub(super) fn name_part(sink: &mut Sink, at: usize) {
    static RE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r#"^(?i:first|last|given|family|sur)[_ ]?(?i:name)\\*["']?\s*[:=]\s*\\*["']?(\p{Lu}[\p{L}'’-]{1,30})\\*(?:["',\s]|$)"#).ok()
    });
    let tail = window(sink.text, at, 90);
    let Some(m) = RE.as_ref().and_then(|re| re.captures(tail)).and_then(|c| c.get(1)) else { return };
    let type_name =
        ["String", "Str", "Text", "None", "True", "False", "Any", "Optional", "First", "Last", "Name"].contains(&m.as_str());
    if person_like(m.as_str()) && !type_name {
        sink.add(at + m.start(), at + m.end(), Class::Person, "person", Reach::Here);
    }
}

/// Who wrote a line: `a1b2c3d4 (X Y 2026-11-01 …`.
pub(super) fn blame(sink: &mut Sink, at: usize) {
    static RE: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"\^?[0-9a-f]{7,40} (?:[\w./-]+ +)?\((\p{Lu}[^()\n\d]{2,60}?) *$").ok());
    let head = crate::redact::edge::before(sink.text, at, 160);
    let base = at - head.len();
    let Some(m) = RE.as_ref().and_then(|re| re.captures(head)).and_then(|c| c.get(1)) else { return };
    if person_like(m.as_str()) && m.as_str() != "Not Committed Yet" {
        let reach = if m.as_str().contains(' ') { Reach::Everywhere } else { Reach::Here };
        sink.add(base + m.start(), base + m.end(), Class::Person, "person", reach);
    }
}

/// A text that is a list of counts and names and nothing else, as `git shortlog` prints it.
pub(super) fn shortlog(sink: &mut Sink) {
    static RE: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"^ {0,8}(\d{1,6})\t(\p{Lu}[\p{L}'’.-]+(?: \p{Lu}[\p{L}'’.-]*){1,3})(?: <[^>\s]+>)?$").ok());
    let text = sink.text;
    if !text.trim_start_matches(' ').starts_with(|c: char| c.is_ascii_digit()) || text.len() > 64 * 1024 {
        return;
    }
    let Some(re) = RE.as_ref() else { return };
    let mut last = u32::MAX;
    let mut names = Vec::new();
    let mut at = 0;
    for line in text.split('\n') {
        if !line.is_empty() {
            let Some(c) = re.captures(line) else { return };
            let count: u32 = c[1].parse().unwrap_or(0);
            if count > last {
                return;
            }
            last = count;
            names.extend(c.get(2).map(|m| (at + m.start(), at + m.end())));
        }
        at += line.len() + 1;
    }
    for (s, e) in names.into_iter().filter(|(s, e)| person_like(&text[*s..*e])) {
        sink.add(s, e, Class::Person, "person", Reach::Everywhere);
    }
}
