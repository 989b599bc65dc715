//! From what the rules found to the claims of a message: the most specific on the same words, one a type and target.

use super::rules;
use super::sentence::{Found, Sentence};
use super::walk::Held;
use super::{Claim, ClaimType, Lang};
use crate::probe::{Blind, Probe};
use std::collections::BTreeSet;

/// Claims of a message as they come together.
pub(crate) struct Merged<'a> {
    text: &'a str,
    lang: Lang,
    claims: Vec<(Claim, bool)>,
    disclosed: bool,
    keys: BTreeSet<(ClaimType, Option<String>)>,
    /// What was found and made no claim of its own, where somebody asks for it.
    dropped: Option<Vec<Dropped>>,
}

/// What a rule found that made no claim of its own.
pub(crate) struct Dropped {
    pub(crate) ty: ClaimType,
    pub(crate) target: Option<String>,
    /// Bytes of its words.
    pub(crate) span: (usize, usize),
    pub(crate) why: String,
}

/// What the rules find in a sentence: on the same words the more specific rule, which comes first, stays, and the others are told.
pub(crate) fn found(s: &Sentence<'_>, lost: impl FnMut(Found, ClaimType)) -> Vec<Found> {
    found_under(s, &mut Blind, lost)
}

/// The same, with each rule run under a probe.
fn found_under(s: &Sentence<'_>, probe: &mut dyn Probe, mut lost: impl FnMut(Found, ClaimType)) -> Vec<Found> {
    let mut out: Vec<Found> = Vec::new();
    for rule in rules::ALL {
        let from = out.len();
        probe.around(rule.ty.name(), &mut || {
            (rule.find)(s, &mut out);
            out.len() - from
        });
        if out.len() == from {
            continue;
        }
        let new = out.split_off(from);
        let before = out.len();
        for f in new {
            match out[..before].iter().find(|b| b.at == f.at && b.ty != f.ty).map(|b| b.ty) {
                Some(ty) => lost(f, ty),
                None => out.push(f),
            }
        }
    }
    out
}

impl<'a> Merged<'a> {
    pub(crate) fn new(text: &'a str, lang: Lang) -> Self {
        Merged { text, lang, claims: Vec::new(), disclosed: false, keys: BTreeSet::new(), dropped: None }
    }

    /// The same, keeping what it drops.
    pub(crate) fn observed(mut self) -> Self {
        self.dropped = Some(Vec::new());
        self
    }

    /// What was dropped since this was asked last.
    pub(crate) fn take_dropped(&mut self) -> Vec<Dropped> {
        self.dropped.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// The claims so far; true beside one that speaks of the whole and gives way to named checks.
    pub(crate) fn so_far(&self) -> &[(Claim, bool)] {
        &self.claims
    }

    fn drop(&mut self, ty: ClaimType, target: Option<String>, span: (usize, usize), why: impl FnOnce() -> String) {
        if let Some(dropped) = &mut self.dropped {
            dropped.push(Dropped { ty, target, span, why: why() });
        }
    }

    /// Takes in the claims of a sentence, and says what it held.
    pub(crate) fn sentence(&mut self, s: &Sentence<'a>) -> Held {
        self.sentence_under(s, &mut Blind)
    }

    /// The same, with each rule run under a probe.
    pub(crate) fn sentence_under(&mut self, s: &Sentence<'a>, probe: &mut dyn Probe) -> Held {
        self.disclosed |= super::detail::discloses(s);
        let found = found_under(s, probe, |f, ty| {
            let span = f.span.or_else(|| quote_span(s, f.words)).unwrap_or_default();
            self.drop(f.ty, f.target, span, || format!("the same words are a claim of {}, which is more specific", ty.name()));
        });
        let files =
            found.iter().any(|f| matches!(f.ty, ClaimType::FileCreated | ClaimType::FileUpdated | ClaimType::FileDeleted));
        let work = found.iter().any(|f| matches!(f.ty, ClaimType::Done | ClaimType::Fixed | ClaimType::CommandRan));
        for f in found {
            self.add(s, f);
        }
        Held { work, files }
    }

    fn add(&mut self, s: &Sentence<'a>, f: Found) {
        let span = f.span.or_else(|| quote_span(s, f.words)).unwrap_or((0, 0));
        let Some(quote) = self.text.get(span.0..span.1) else { return };
        let target = f.target.map(|t| t.trim().to_owned()).filter(|t| !t.is_empty());
        if !self.keys.insert((f.ty, target.as_deref().map(str::to_lowercase))) {
            return self.drop(f.ty, target, span, || "said before in this message".to_owned());
        }
        let single = matches!(f.ty, ClaimType::Committed | ClaimType::Pushed);
        let same_act = |c: &Claim| single && c.ty == f.ty && (c.target.is_none() || target.is_none());
        // "Merged PR #12. PR merged: https://…/pull/12"
        let request = |t: &Option<String>| t.as_deref().and_then(request_number).map(str::to_owned);
        let number = (f.ty == ClaimType::PullRequest).then(|| request(&target)).flatten();
        if number.is_some() && self.claims.iter().any(|(c, _)| c.ty == f.ty && request(&c.target) == number) {
            return self.drop(f.ty, target, span, || "the same request was named before in this message".to_owned());
        }
        if let Some((c, _)) = self.claims.iter_mut().find(|(c, _)| same_act(c)) {
            c.target = c.target.take().or_else(|| target.clone());
            c.detail.hash = c.detail.hash.take().or(f.detail.hash);
            return self.drop(f.ty, target, span, || "the same act was told before in this message".to_owned());
        }
        self.claims
            .push((Claim { ty: f.ty, target, quote: quote.to_owned(), span, detail: f.detail, lang: self.lang }, f.aggregate));
    }

    /// The claims in the order of the text; `open` where the message lists things not done.
    pub(crate) fn finish(self, open: bool) -> Vec<Claim> {
        let named = self.claims.iter().any(|(c, whole)| {
            !whole
                && matches!(
                    c.ty,
                    ClaimType::TestsPassed | ClaimType::LintClean | ClaimType::TypecheckClean | ClaimType::BuildPassed
                )
        });
        let mut out: Vec<Claim> = self.claims.into_iter().filter(|(_, whole)| !(*whole && named)).map(|(c, _)| c).collect();
        // What a message says of "the real API" holds for what it tells of it afterwards.
        let real = out.iter().filter(|c| c.detail.real && c.ty == ClaimType::Verified).map(|c| c.span.0).min();
        for c in out.iter_mut().filter(|c| matches!(c.ty, ClaimType::Verified | ClaimType::Measured | ClaimType::CommandRan)) {
            c.detail.real |= real.is_some_and(|at| c.span.0 > at);
        }
        let disclosed = self.disclosed || open;
        out.iter_mut().for_each(|c| c.detail.disclosed = disclosed);
        out.sort_by_key(|a| (a.span, a.ty));
        out
    }
}

/// The number in "#12" or in the address of a request.
fn request_number(target: &str) -> Option<&str> {
    let n = target.rsplit(['#', '/']).next()?;
    let addressed = target.starts_with('#') || target.contains("/pull/") || target.contains("/merge_requests/");
    (addressed && !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit())).then_some(n)
}

fn quote_span(s: &Sentence<'_>, words: (usize, usize)) -> Option<(usize, usize)> {
    let toks = s.range(words);
    Some((toks.first()?.start, toks.last()?.end))
}
