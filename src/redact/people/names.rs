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
            r#"\\*"?name\\*"?\s*[:=]\s*\\*"?)"#,
            r"(\p{Lu}[\p{L}'’-]+(?: (?:van|von|de|der|da|di|la|le|del|bin|al))?(?: \p{Lu}(?:\.|[\p{L}'’-]+)){1,3})"
        ))
        .ok()
    });
    let tail = window(sink.text, at, 140);
    let Some(m) = RE.as_ref().and_then(|re| re.captures(tail)).and_then(|c| c.get(1)) else { return };
    let keyed = tail.starts_with(['"', 'n', 'N', '\\']) && !tail.starts_with("name is");
    let rest = tail[m.end()..].trim_start_matches(['"', '\\', ',', ' ', '\n']);
    if keyed && !(rest.starts_with("email") || rest.starts_with("mail")) {
        return;
    }
    let name = m.as_str().trim_end_matches(['.', '-', '\'']);
    if !pseudonym::inert(name) && !name.split(' ').any(|w| words::MACHINES.contains(w)) {
        sink.add(at + m.start(), at + m.start() + name.len(), Class::Person, "person", Reach::Everywhere);
    }
}
