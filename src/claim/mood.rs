//! Mood of each token: what is asserted, and what is plan, condition, hedge, negation, question, quotation or purpose.

use super::lexicon::{Class, ClassSet};
use super::token::{Kind, Tok};

/// For each token of a sentence whether what it says is asserted, and whether it is negated.
#[derive(Debug, Default)]
pub(crate) struct Mood {
    said: Vec<bool>,
    negated: Vec<bool>,
    /// Tokens that belong to a "no errors", "0 failed": true at its noun.
    none: Vec<bool>,
}

const CHECKS: ClassSet = ClassSet::of(&[Class::NTypes, Class::NLint, Class::NTests]);
const SOFT: ClassSet = ClassSet::of(&[Class::But]);

impl Mood {
    /// Asserted and not negated.
    pub(crate) fn affirms(&self, i: usize) -> bool {
        self.says(i) && !self.negated.get(i).copied().unwrap_or(false)
    }
    /// Asserted, negated or not.
    pub(crate) fn says(&self, i: usize) -> bool {
        self.said.get(i).copied().unwrap_or(false)
    }
    /// The noun of a "no errors".
    pub(crate) fn is_none_of(&self, i: usize) -> bool {
        self.none.get(i).copied().unwrap_or(false)
    }

    pub(crate) fn of(toks: &[Tok<'_>]) -> Mood {
        let n = toks.len();
        let mut m = Mood { said: vec![true; n], negated: vec![false; n], none: vec![false; n] };
        if toks.iter().rev().take(8).any(|t| t.kind == Kind::Ask && t.gap) {
            m.said.fill(false);
            return m;
        }
        m.quotes(toks);
        let absent = m.none_groups(toks);
        m.imperative(toks);
        for i in 0..n {
            m.word(toks, i, &absent);
        }
        m
    }

    /// The same words, all of them asserted.
    pub(crate) fn asserted(&self) -> Mood {
        Mood { said: vec![true; self.said.len()], negated: vec![false; self.negated.len()], none: self.none.clone() }
    }

    fn void(&mut self, from: usize, to: usize) {
        for s in self.said.iter_mut().take(to).skip(from) {
            *s = false;
        }
    }

    fn quotes(&mut self, toks: &[Tok<'_>]) {
        let mut open = None;
        for (i, t) in toks.iter().enumerate() {
            if t.kind == Kind::Quote {
                match open.take() {
                    Some(from) => self.void(from, i),
                    None => open = Some(i),
                }
            }
        }
    }

    /// Marks "no errors", "0 failed", "without issues"; gives the tokens that are thereby no negation.
    fn none_groups(&mut self, toks: &[Tok<'_>]) -> Vec<bool> {
        let mut absent = vec![false; toks.len()];
        for i in 0..toks.len() {
            let t = &toks[i];
            let zero = t.kind == Kind::Num && t.low == "0";
            if !(zero || t.is(Class::NoWord) || t.is(Class::Without)) {
                continue;
            }
            for (j, u) in toks.iter().enumerate().skip(i + 1).take(5) {
                if u.is(Class::Fail) {
                    self.none[j] = true;
                    absent[i] = true;
                    // "no errors or warnings"
                    if toks.get(j + 1).is_some_and(|t| t.is(Class::And) || t.kind == Kind::Comma)
                        && toks.get(j + 2).is_some_and(|t| t.is(Class::Fail))
                    {
                        self.none[j + 2] = true;
                    }
                    break;
                }
                if !(u.is_content() || u.kind == Kind::Open) || u.is(Class::And) || u.is(Class::OkPass) || u.kind == Kind::Num {
                    break;
                }
            }
            // "failed: 0"
            if zero && i >= 2 && toks[i - 1].kind == Kind::Colon && toks[i - 2].is(Class::Fail) {
                self.none[i - 2] = true;
                absent[i] = true;
            }
        }
        absent
    }

    /// A sentence that tells the reader, or a list of steps, what to do.
    fn imperative(&mut self, toks: &[Tok<'_>]) {
        let Some(first) = toks.iter().position(|t| t.is_content() && !t.is(Class::Adv) && !t.is(Class::Now)) else { return };
        let t = &toks[first];
        let object = |n: &Tok<'_>| {
            n.is(Class::Det)
                || n.is(Class::Pronoun)
                || n.is(Class::All)
                || n.kind == Kind::Path
                || n.kind == Kind::Code && !super::target::is_hash(n.text)
        };
        let weak = t.is(Class::Ask) && toks.get(first + 1).is_some_and(object);
        if weak || t.is(Class::Imperative) {
            let end = boundary_after(toks, first, &[Kind::Semi, Kind::Stop, Kind::Cell]);
            self.void(first, end);
        }
    }

    fn word(&mut self, toks: &[Tok<'_>], i: usize, absent: &[bool]) {
        let t = &toks[i];
        if t.cls.is_empty() || tells_outcome(toks, i) {
            return;
        }
        // Verb-final languages say at the end that the clause is a plan.
        if t.text.chars().next().is_some_and(super::token::is_cjk)
            && t.any(ClassSet::of(&[Class::Plan, Class::Hedge, Class::Cond, Class::Purpose]))
        {
            let (a, b) = segment(toks, i);
            self.void(a, b);
        }
        let clause = |i: usize| boundary_after(toks, i, &[Kind::Semi, Kind::Dash, Kind::Stop, Kind::Cell]);
        if t.is(Class::Plan) || t.is(Class::Purpose) && !t.cont.meets(CHECKS) {
            self.void(i, clause(i));
        }
        if t.is(Class::Says) {
            let quoted = toks.get(i + 1..).unwrap_or(&[]).iter().take(4).any(|t| t.kind == Kind::Quote);
            self.void(i, if quoted { next_comma(toks, i) } else { clause(i) });
        }
        if t.is(Class::Cond) {
            let opens = !toks[..i]
                .iter()
                .any(|t| t.is_content() && !t.any(ClassSet::of(&[Class::And, Class::But, Class::Adv, Class::Now])));
            let end = if opens { clause(i) } else { next_comma(toks, i) };
            self.void(i, end);
        }
        if t.is(Class::After) || t.is(Class::Keep) || t.is(Class::Reason) {
            self.void(i, next_comma(toks, i));
        }
        // "and that is committed": a pronoun.
        let pronoun = t.low == "that" && toks.get(i + 1).is_some_and(|n| n.is(Class::Be) || n.is(Class::Been));
        let pronoun =
            pronoun && (i == 0 || toks[i - 1].is(Class::And) || toks[i - 1].is(Class::But) || !toks[i - 1].is_content());
        if t.is(Class::Rel) && !pronoun && !(i > 0 && toks[i - 1].any(ClassSet::of(&[Class::VVerify, Class::VSay, Class::VRead])))
        {
            self.void(i, next_comma(toks, i));
        }
        if t.is(Class::Hedge) {
            let end = if t.reach > 0 && toks.get(i + 1).is_some_and(|n| n.cont.has(Class::Hedge)) {
                clause(i)
            } else {
                next_comma(toks, i)
            };
            self.void(i, end);
        }
        if t.is(Class::Modal) {
            self.void(i, next_comma(toks, i));
        }
        if t.is(Class::OtherTime) {
            let (a, b) = segment(toks, i);
            // "Previously: …"
            let b = if toks.get(b).is_some_and(|t| t.kind == Kind::Colon) { clause(i) } else { b };
            self.void(a, b);
        }
        if t.is(Class::Without) && !absent[i] {
            let end = next_comma(toks, i);
            let end = (i + 1..end).find(|j| toks[*j].is(Class::Pronoun) || toks[*j].is(Class::Subj)).unwrap_or(end);
            for n in self.negated.iter_mut().take(end).skip(i) {
                *n = true;
            }
        }
        if (t.is(Class::Neg) || t.is(Class::NoWord)) && !absent[i] && !t.is(Class::Gone) {
            let (a, b) = segment(toks, i);
            // "Changed x to use y instead of z", "updated x to not wait": what stands before is affirmed.
            let a = if negates_forward(t) || t.low == "no" && !object_of_work(toks, i) { i } else { a };
            for n in self.negated.iter_mut().take(b).skip(a) {
                *n = true;
            }
        }
    }
}

/// "made no changes", "pushed no commits": the "no" takes back the verb before it; "verified that X has no Y" stands.
fn object_of_work(toks: &[Tok<'_>], i: usize) -> bool {
    let Some(prev) = i.checked_sub(1).and_then(|p| toks.get(p)) else { return false };
    let finds = prev.any(ClassSet::of(&[Class::VVerify, Class::VSay, Class::Be, Class::Have, Class::Prep]));
    prev.is_content() && !finds && (prev.any(super::act::VERBS) || prev.low == "made")
}

/// "ran `x`, which passed": the clause tells what came of it.
fn tells_outcome(toks: &[Tok<'_>], i: usize) -> bool {
    let past = |t: &Tok<'_>| matches!(t.low.as_str(), "passed" | "succeeded" | "completed" | "finished");
    toks[i].low == "which" && toks.get(i + 1).is_some_and(|n| past(n) || n.is(Class::Adv) && toks.get(i + 2).is_some_and(past))
}

/// English negations stand before what they deny.
fn negates_forward(t: &Tok<'_>) -> bool {
    matches!(t.low.as_str(), "not" | "never" | "instead" | "rather" | "cannot") || t.low.ends_with("n't")
}

fn boundary_after(toks: &[Tok<'_>], i: usize, kinds: &[Kind]) -> usize {
    toks.iter().skip(i + 1).position(|t| kinds.contains(&t.kind)).map_or(toks.len(), |n| i + 1 + n)
}

fn next_comma(toks: &[Tok<'_>], i: usize) -> usize {
    let mut depth = 0i32;
    for (j, t) in toks.iter().enumerate().skip(i + 1) {
        match t.kind {
            Kind::Open => depth += 1,
            Kind::Close if depth > 0 => depth -= 1,
            Kind::Close | Kind::Comma | Kind::Semi | Kind::Dash | Kind::Stop | Kind::Cell if depth <= 0 => return j,
            _ if t.any(SOFT) => return j,
            _ => {}
        }
    }
    toks.len()
}

/// The clause around a token: to the next comma, dash, bracket or "but" on both sides.
pub(crate) fn segment(toks: &[Tok<'_>], i: usize) -> (usize, usize) {
    let edge = |t: &Tok<'_>| {
        matches!(t.kind, Kind::Comma | Kind::Semi | Kind::Dash | Kind::Stop | Kind::Cell | Kind::Open | Kind::Close | Kind::Colon)
            || t.any(SOFT)
            || t.is(Class::Rel)
    };
    let joins = |j: usize| toks[j].is(Class::And) && toks.get(j + 1).is_some_and(|t| t.is(Class::Subj) || t.is(Class::Det));
    let a = (0..i).rev().find(|j| edge(&toks[*j]) || joins(*j)).map_or(0, |j| j + 1);
    let b = (i + 1..toks.len()).find(|j| edge(&toks[*j]) || joins(*j)).unwrap_or(toks.len());
    (a, b)
}
