//! What the words of a claim add: all, counts, numbers, hash, scope, real, quoted output.

use super::Detail;
use super::lexicon::{Class, ClassSet};
use super::sentence::Sentence;
use super::target;
use super::token::Kind;

/// Details of a token range; counts of tests are filled by the rule that knows which number is one.
pub(crate) fn of(s: &Sentence<'_>, words: (usize, usize)) -> Detail {
    let mut d = Detail::default();
    for t in s.range(words) {
        match t.kind {
            Kind::Num | Kind::Ratio => d.numbers.extend(numbers(t.text)),
            Kind::Code | Kind::Word | Kind::Path => {
                let text = t.text.trim();
                if d.hash.is_none() && target::is_hash(text) {
                    d.hash = Some(text.to_owned());
                }
            }
            _ => {}
        }
        d.real |= t.is(Class::Real);
        d.in_full |= t.is(Class::Full) || t.is(Class::All);
        d.state |= t.is(Class::Live);
        d.all |= t.is(Class::All) || t.is(Class::Full);
    }
    d
}

const CHECK_WORDS: ClassSet =
    ClassSet::of(&[Class::NTests, Class::NBuild, Class::NLint, Class::NTypes, Class::NChecks, Class::OkPass, Class::OkClean]);

/// True for a sentence that owns up to a failure, a limitation or something left open.
pub(crate) fn discloses(s: &Sentence<'_>) -> bool {
    let mended = s.acts.iter().any(|a| a.is(Class::VFix) && a.own());
    s.toks.iter().enumerate().any(|(i, t)| {
        let near_count = i > 0 && s.toks[i.saturating_sub(2)..i].iter().any(|n| n.kind == Kind::Num && n.low != "0");
        let predicate = matches!(t.low.as_str(), "fail" | "fails" | "failing" | "failed" | "broken");
        let failed = t.is(Class::Fail) && s.mood.affirms(i) && !s.mood.is_none_of(i) && (near_count || predicate) && !mended;
        let undone = t.is(Class::Neg) && s.mood.says(i) && s.toks.iter().any(|u| u.any(super::act::VERBS) || u.any(CHECK_WORDS));
        t.kind == Kind::Bad || t.is(Class::Open) || failed || undone
    })
}

/// The numbers in a token, units stripped, separators kept.
pub(crate) fn numbers(text: &str) -> Vec<String> {
    text.split('/')
        .map(|p| p.trim_end_matches(|c: char| !c.is_ascii_digit()))
        .filter(|p| p.starts_with(|c: char| c.is_ascii_digit()))
        .map(str::to_owned)
        .collect()
}

/// A count as a number, thousands separators removed.
pub(crate) fn count(text: &str) -> Option<u64> {
    let digits: String = text.chars().filter(|c| !matches!(c, ',' | '_' | ' ' | '\u{a0}' | '\u{202f}')).collect();
    digits.parse().ok()
}
