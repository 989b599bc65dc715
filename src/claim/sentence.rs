//! One sentence with its tokens, mood, statements of work and the place that it stands in.

use super::act::{self, Act};
use super::block::BlockKind;
use super::check::{self, Hit};
use super::lexicon::{Class, ClassSet, Lexicon};
use super::mood::Mood;
use super::rules;
use super::target;
use super::token::{Kind, Tok};
use super::{ClaimType, Detail};

/// A file that a heading, a label or the start of an item names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileRef {
    pub(crate) path: String,
    pub(crate) span: (usize, usize),
    /// Says of itself that the file is new or gone.
    pub(crate) ty: Option<ClaimType>,
}

/// Where a sentence stands.
#[derive(Debug, Clone)]
pub(crate) struct Scene {
    pub(crate) kind: BlockKind,
    /// File that the block itself starts with.
    pub(crate) lead: Option<FileRef>,
    /// File that a heading or item above names.
    pub(crate) file: Option<FileRef>,
    /// What a heading or label above says of the files listed under it.
    pub(crate) listing: Option<ClaimType>,
    /// What the label above says of the things listed under it.
    pub(crate) label_verbs: ClassSet,
    /// Statements of work in this place are no claims of the agent's own.
    pub(crate) foreign: bool,
    /// Part of a claim that stands above.
    pub(crate) folded: bool,
    /// A label above says that the checks listed under it went well.
    pub(crate) passed: bool,
    /// The block is a heading or a label of what follows.
    pub(crate) label: bool,
    /// Files that items right below a label of this kind name, and nothing else ("Added a script:" over a link to it).
    pub(crate) below: Vec<FileRef>,
    /// The first sentence of its block.
    pub(crate) first: bool,
    /// The block only announces the items of a tracker that follow it.
    pub(crate) announces: bool,
    /// A label above announces the items of a tracker listed here.
    pub(crate) items: bool,
    /// The sentence behind it goes on to what is next ("I'm …", "Now …").
    pub(crate) moves_on: bool,
}

/// One sentence.
pub(crate) struct Sentence<'a> {
    pub(crate) toks: Vec<Tok<'a>>,
    pub(crate) mood: Mood,
    pub(crate) acts: Vec<Act>,
    pub(crate) checks: Vec<Hit>,
    /// Work on files, found once for the three rules of files.
    pub(crate) file_work: Vec<Found>,
    pub(crate) scene: Scene,
}

/// A claim found in a sentence, before it is written out.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) ty: ClaimType,
    /// Token that carries the claim: of two types on one token the more specific stays.
    pub(crate) at: usize,
    pub(crate) target: Option<String>,
    /// Token range of the quote.
    pub(crate) words: (usize, usize),
    /// Bytes of the quote where it stands elsewhere.
    pub(crate) span: Option<(usize, usize)>,
    pub(crate) detail: Detail,
    /// Says something of the whole ("all green") that named checks in the same message replace.
    pub(crate) aggregate: bool,
}

const NP_STOP: ClassSet = ClassSet::of(&[
    Class::Prep,
    Class::Into,
    Class::Purpose,
    Class::Rel,
    Class::But,
    Class::After,
    Class::Cond,
    Class::Be,
    Class::Been,
    Class::Have,
    Class::Reason,
    Class::Without,
    Class::Subj,
    Class::Modal,
    Class::Anywhere,
    Class::Particle,
]);
const NP_SKIP: ClassSet = ClassSet::of(&[Class::Det, Class::Pronoun, Class::Adv, Class::Now]);

impl<'a> Sentence<'a> {
    pub(crate) fn new(mut toks: Vec<Tok<'a>>, lexicons: &[&'static Lexicon], scene: Scene) -> Self {
        for lex in lexicons {
            lex.tag(&mut toks);
        }
        let mood = Mood::of(&toks);
        Self::in_mood(toks, mood, scene)
    }

    /// A sentence whose words are taken in a given mood.
    pub(crate) fn in_mood(toks: Vec<Tok<'a>>, mood: Mood, scene: Scene) -> Self {
        let acts = act::acts(&toks, &mood);
        let mut checks = check::hits(&toks, &mood);
        if checks.is_empty() && scene.passed && scene.first && scene.kind == BlockKind::Item {
            checks = check::listed(&toks, &mood);
        }
        let mut s = Sentence { toks, mood, acts, checks, file_work: Vec::new(), scene };
        s.file_work = rules::common::file_work(&s);
        s
    }

    pub(crate) fn tok(&self, i: usize) -> Option<&Tok<'a>> {
        self.toks.get(i)
    }

    /// Last token of the phrase of one of these classes that starts at a token.
    pub(crate) fn phrase_end(&self, i: usize, set: ClassSet) -> usize {
        phrase_end(&self.toks, i, set)
    }

    pub(crate) fn is(&self, i: usize, c: Class) -> bool {
        self.toks.get(i).is_some_and(|t| t.is(c))
    }

    pub(crate) fn range(&self, r: (usize, usize)) -> &[Tok<'a>] {
        self.toks.get(r.0..r.1.min(self.toks.len())).unwrap_or(&[])
    }

    /// First token of a class that is affirmed.
    pub(crate) fn affirmed(&self, c: Class) -> impl Iterator<Item = usize> + '_ {
        (0..self.toks.len()).filter(move |i| self.toks[*i].is(c) && self.mood.affirms(*i))
    }

    /// Files named in a token range.
    pub(crate) fn files(&self, r: (usize, usize)) -> Vec<(usize, &'a str)> {
        let end = r.1.min(self.toks.len());
        (r.0..end).filter_map(|i| self.file_at(i).map(|f| (i, f))).collect()
    }

    pub(crate) fn file_at(&self, i: usize) -> Option<&'a str> {
        let t = self.toks.get(i)?;
        let ok = match t.kind {
            Kind::Path => true,
            Kind::Code => target::is_file_name(t.text) && !target::is_command(t.text),
            _ => false,
        };
        ok.then(|| target::clean_path(t.text))
    }

    /// A name for the thing that a token range speaks of.
    pub(crate) fn name(&self, r: (usize, usize)) -> Option<String> {
        let toks = self.range(r);
        if let Some((_, f)) = self.files(r).first() {
            return Some((*f).to_owned());
        }
        let mut start = 0;
        let lead = ClassSet::of(&[Class::Prep, Class::Into]);
        let skip = |t: &Tok<'_>| !t.is_content() || (t.any(NP_SKIP) || t.any(lead)) && !t.is(Class::All);
        // "it with grep" names nothing.
        let first = toks.iter().position(|t| t.is_content());
        let apart = ClassSet::of(&[Class::Prep, Class::Into, Class::And, Class::Now]);
        let aside =
            |t: &Tok<'_>| t.any(apart) || matches!(t.low.as_str(), "locally" | "again" | "too" | "manually" | "twice" | "myself");
        if first.is_some_and(|f| toks[f].is(Class::Pronoun) && toks.get(f + 1).is_none_or(aside)) {
            return None;
        }
        while start < toks.len() && skip(&toks[start]) {
            start += 1;
        }
        let mut end = start;
        while end < toks.len() && end - start < 9 {
            let t = &toks[end];
            if !t.is_content()
                || t.kind == Kind::Url && end > start
                || t.any(NP_STOP)
                || end > start && t.is(Class::Adv)
                || t.is(Class::And) && (end > start + 4 || end > start && toks.get(end + 1).is_some_and(|n| n.is(Class::Pronoun)))
            {
                break;
            }
            end += 1;
            if t.kind == Kind::Code {
                break;
            }
        }
        while end > start && toks[end - 1].any(ClassSet::of(&[Class::And, Class::Det, Class::Adv, Class::Now])) {
            end -= 1;
        }
        let part = toks.get(start..end)?;
        if let Some(code) = part.iter().find(|t| t.kind == Kind::Code) {
            return Some(code.text.trim().to_owned()).filter(|s| !s.is_empty());
        }
        let mut text = String::new();
        for (i, t) in part.iter().enumerate() {
            if i > 0 && part[i - 1].end < t.start {
                text.push(' ');
            }
            text.push_str(t.text);
        }
        (!text.is_empty()).then_some(text)
    }

    /// Start and end of the clause around a token, for the quote.
    pub(crate) fn clause(&self, i: usize) -> (usize, usize) {
        let a = (0..i).rev().find(|j| self.toks[*j].is_boundary()).map_or(0, |j| j + 1);
        let b = (i..self.toks.len()).find(|j| self.toks[*j].is_boundary()).unwrap_or(self.toks.len());
        let b = if self.toks.get(b).is_some_and(|t| t.kind == Kind::Stop) { b + 1 } else { b };
        (a, b)
    }

    /// The part of a clause that speaks of the token at `at`: not what "and" joins to it.
    fn part(&self, at: usize) -> (usize, usize) {
        let (a, b) = self.clause(at);
        let joint = |t: &Tok<'_>| t.is(Class::And) || t.kind == Kind::Comma;
        let heads = || self.acts.iter().map(|x| x.verb).chain(self.checks.iter().map(|h| h.pred));
        let before = heads().filter(|h| (a..at).contains(h)).max();
        let after = heads().filter(|h| (at + 1..b).contains(h)).min();
        let start = before.and_then(|p| (p + 1..at).find(|j| joint(&self.toks[*j]))).map_or(a, |j| j + 1);
        let end = after.and_then(|q| (at + 1..q).rev().find(|j| joint(&self.toks[*j]))).unwrap_or(b);
        (start, end.max(at + 1))
    }

    /// A claim with its part of the clause as its quote and the words' details.
    pub(crate) fn found(&self, ty: ClaimType, at: usize, target: Option<String>) -> Found {
        let words = self.part(at);
        Found { ty, at, target, words, span: None, detail: super::detail::of(self, words), aggregate: false }
    }

    /// True where nothing of content stands before a token in its clause.
    pub(crate) fn opens_clause(&self, i: usize) -> bool {
        let skip = ClassSet::of(&[Class::Adv, Class::Now, Class::And]);
        !(0..i)
            .rev()
            .take_while(|j| !self.toks[*j].is_boundary() && self.toks[*j].kind != Kind::Colon)
            .any(|j| self.toks[j].is_content() && !self.toks[j].any(skip))
    }

    /// True where the clause ends after a token, but for adverbs and ticks.
    pub(crate) fn closes_clause(&self, i: usize) -> bool {
        self.toks
            .iter()
            .skip(i + 1)
            .take_while(|t| !t.is_boundary() && t.kind != Kind::Comma && t.kind != Kind::Open && t.kind != Kind::Close)
            .all(|t| !t.is_content() || t.is(Class::Adv) || t.is(Class::Now))
    }

    /// True where what follows a token is no object of it: the end, a place, a link word.
    pub(crate) fn closes_phrase(&self, i: usize) -> bool {
        let last = self.phrase_end(i, ClassSet::of(&[Class::Live]));
        self.toks.get(last + 1).is_none_or(|t| {
            !t.is_content() || t.any(ClassSet::of(&[Class::Prep, Class::Into, Class::Adv, Class::Now, Class::And, Class::But]))
        })
    }
}

/// Last token of the phrase of one of these classes that starts at a token.
pub(crate) fn phrase_end(toks: &[Tok<'_>], i: usize, set: ClassSet) -> usize {
    let Some(t) = toks.get(i) else { return i };
    let set = t.cls.and(set);
    i + toks[i + 1..].iter().take(t.reach).take_while(|n| n.cont.meets(set)).count()
}
