//! Why a text gives the claims that it gives: every sentence with its mood, and what was found in it and dropped.
//!
//! The claims are those of [`super::extract`]; what would be one but for the mood of its words or the place that it stands in is found
//! by reading the same words without them.

use super::block::{self, Block, BlockKind};
use super::lexicon::{Class, ClassSet};
use super::merge::{Merged, found};
use super::mood::Mood;
use super::sentence::{Found, Sentence};
use super::token::{Kind, Tok};
use super::{Claim, ClaimType, languages, walk};

/// A sentence, or a part of the text that is not read for claims.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Passage {
    /// Its words.
    pub text: String,
    /// Where it begins in the message, in bytes.
    pub start: usize,
    /// Why it is not read at all.
    pub skipped: Option<&'static str>,
    /// What takes words of it out of the affirmative; none where all of it is asserted.
    pub moods: Vec<Mark>,
    /// What was found in it.
    pub candidates: Vec<Candidate>,
}

/// A stretch of words that are not asserted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// What it is: plan, condition, hedge, negation, question …
    pub kind: &'static str,
    /// The word that says so; empty for a sign.
    pub word: String,
    /// The words that it takes out.
    pub over: String,
    tokens: (usize, usize),
}

/// What a rule found, or would find if the words were asserted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The type.
    pub ty: ClaimType,
    /// The target.
    pub target: Option<String>,
    /// Its words.
    pub words: String,
    /// Why it is no claim of its own; `None` where it is one.
    pub dropped: Option<String>,
}

/// Explains every part of a message, in the order of the text.
pub fn explain(text: &str) -> Vec<Passage> {
    let (lang, lexicons) = languages(text);
    let mut merged = Merged::new(text, lang).observed();
    let mut out: Vec<Passage> = Vec::new();
    let mut owners: Vec<usize> = Vec::new();
    let open = walk::Walker::new(text, &lexicons).run(&mut |s| {
        let own = merged.sentence(s);
        owners.resize(merged.so_far().len(), out.len());
        let mut passage = read(s, text);
        passage.candidates.extend(merged.take_dropped().into_iter().map(|d| Candidate {
            ty: d.ty,
            target: d.target,
            words: words(text, d.span),
            dropped: Some(d.why),
        }));
        out.push(passage);
        own
    });
    let told: Vec<Claim> = merged.so_far().iter().map(|(claim, _)| claim.clone()).collect();
    let kept = merged.finish(open);
    for (claim, owner) in told.into_iter().zip(owners) {
        let stays = kept.iter().any(|k| k.ty == claim.ty && k.target == claim.target);
        let why = || "the message names the checks that it sums up".to_owned();
        let candidate = Candidate { ty: claim.ty, target: claim.target, words: claim.quote, dropped: (!stays).then(why) };
        if let Some(passage) = out.get_mut(owner) {
            passage.candidates.push(candidate);
        }
    }
    out.extend(unread(text, &out));
    for passage in &mut out {
        passage.candidates.sort_by_key(|c| c.dropped.is_some());
    }
    out.sort_by_key(|p| p.start);
    out
}

fn words(text: &str, span: (usize, usize)) -> String {
    text.get(span.0..span.1).unwrap_or_default().to_owned()
}

fn range_of(toks: &[Tok<'_>]) -> (usize, usize) {
    (toks.first().map_or(0, |t| t.start), toks.last().map_or(0, |t| t.end))
}

/// A sentence that is read, with what its mood keeps from being a claim.
fn read(s: &Sentence<'_>, text: &str) -> Passage {
    let span = range_of(&s.toks);
    let moods = marks(&s.toks, text);
    let real = found(s, |_, _| ());
    let asserted = |toks| found(&Sentence::in_mood(toks, s.mood.asserted(), s.scene.clone()), |_, _| ());
    let mut finds = asserted(s.toks.clone());
    // Some rules look for the words of mood themselves.
    for f in asserted(only(&s.toks, None)) {
        if !finds.iter().any(|g| g.at == f.at) {
            finds.push(f);
        }
    }
    let but_for_mood = |f: &Found| !s.mood.affirms(f.at) && !real.iter().any(|r| r.at == f.at);
    let candidates = finds.into_iter().filter(but_for_mood).map(|f| {
        let cause = moods.iter().find(|m| (m.tokens.0..m.tokens.1).contains(&f.at));
        let why = cause.map_or("not asserted".to_owned(), |m| m.to_string());
        let span = f.span.unwrap_or_else(|| range_of(s.range(f.words)));
        Candidate { ty: f.ty, target: f.target, words: words(text, span), dropped: Some(why) }
    });
    let candidates = candidates.collect();
    Passage { text: words(text, span), start: span.0, skipped: None, moods, candidates }
}

impl std::fmt::Display for Mark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.kind)?;
        if self.word.is_empty() { Ok(()) } else { write!(f, ", by \"{}\"", self.word) }
    }
}

/// Classes of words that take others out of the affirmative, with what they make of them.
const MOODS: &[(Class, &str)] = &[
    (Class::Plan, "plan"),
    (Class::Cond, "condition"),
    (Class::After, "time clause"),
    (Class::Hedge, "hedge"),
    (Class::Modal, "hedge"),
    (Class::Neg, "negation"),
    (Class::NoWord, "negation"),
    (Class::Without, "negation"),
    (Class::Ask, "instruction"),
    (Class::Imperative, "instruction"),
    (Class::Says, "attribution"),
    (Class::OtherTime, "other time"),
    (Class::Purpose, "purpose"),
    (Class::Rel, "relative clause"),
    (Class::Keep, "left as it was"),
    (Class::Reason, "reason"),
];

/// The tokens with no word of mood, but for one class of one token.
fn only<'a>(toks: &[Tok<'a>], keep: Option<(usize, Class)>) -> Vec<Tok<'a>> {
    let all: Vec<Class> = MOODS.iter().map(|(class, _)| *class).collect();
    let all = ClassSet::of(&all);
    let mut out = toks.to_vec();
    for (i, t) in out.iter_mut().enumerate() {
        let kept = keep.filter(|(at, _)| i >= *at && i <= *at + toks[*at].reach).map(|(_, class)| ClassSet::of(&[class]));
        let gone = kept.map_or(all, |kept| all.minus(kept));
        (t.cls, t.cont) = (t.cls.minus(gone), t.cont.minus(gone));
    }
    out
}

/// What takes words out of the affirmative, each by itself.
fn marks(toks: &[Tok<'_>], text: &str) -> Vec<Mark> {
    let mark = |kind, word: &str, from: usize, to: usize| {
        let over = words(text, range_of(toks.get(from..to).unwrap_or_default()));
        Mark { kind, word: word.to_owned(), over, tokens: (from, to) }
    };
    let base = Mood::of(&only(toks, None));
    let asks = toks.iter().any(|t| t.kind == Kind::Ask) && (0..toks.len()).all(|i| !base.says(i));
    if asks {
        return vec![mark("question", "", 0, toks.len())];
    }
    let mut out: Vec<Mark> =
        runs(toks.len(), |i| !base.affirms(i)).into_iter().map(|(a, b)| mark("quotation", "", a, b)).collect();
    for (i, t) in toks.iter().enumerate() {
        for (class, kind) in MOODS.iter().filter(|(class, _)| t.is(*class)) {
            let mood = Mood::of(&only(toks, Some((i, *class))));
            let word = words(text, range_of(toks.get(i..(i + t.reach + 1).min(toks.len())).unwrap_or_default()));
            let taken = runs(toks.len(), |j| base.affirms(j) && !mood.affirms(j));
            out.extend(taken.into_iter().map(|(a, b)| mark(kind, &word, a, b)));
        }
    }
    out.dedup_by(|b, a| a.kind == b.kind && a.word == b.word && a.tokens == b.tokens);
    out
}

/// Runs of places where something holds.
fn runs(n: usize, holds: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut out: Vec<(usize, usize)> = Vec::new();
    for i in (0..n).filter(|i| holds(*i)) {
        match out.last_mut() {
            Some(last) if last.1 == i => last.1 = i + 1,
            _ => out.push((i, i + 1)),
        }
    }
    out
}

/// The parts of the text that no sentence above stands in: skipped blocks, code, quotations.
fn unread(text: &str, read: &[Passage]) -> Vec<Passage> {
    let blocks = block::blocks(text);
    let is_read = |b: &Block| read.iter().any(|p| (b.start..b.end.max(b.start + 1)).contains(&p.start));
    let mut out: Vec<Passage> = Vec::new();
    for b in blocks.iter().filter(|b| !is_read(b) && b.end > b.start) {
        let why = match b.kind {
            _ if b.tick == Some(false) => "an item that is not ticked",
            BlockKind::Row(true) => "the head of a table",
            _ => "stands under, or is, a heading of plans, criteria, findings or other people's work",
        };
        out.push(skipped(text, (b.start, b.end), why));
    }
    let mut at = 0;
    for b in blocks.iter().map(|b| (b.start, b.end)).chain([(text.len(), text.len())]) {
        out.extend(between(text, at, b.0.max(at)));
        at = at.max(b.1);
    }
    out
}

/// Fenced code and block quotes that stand between two blocks.
fn between(text: &str, from: usize, to: usize) -> Option<Passage> {
    let part = text.get(from..to)?;
    let start = from + part.find(|c: char| !c.is_whitespace())?;
    let part = text.get(start..to)?;
    let (mark, why) = match part.chars().next()? {
        '>' => (">", "a quotation"),
        '`' if part.starts_with("```") => ("```", "code"),
        '~' if part.starts_with("~~~") => ("~~~", "code"),
        _ => return None,
    };
    // What stands behind the last line with the sign belongs to the block that follows.
    let last = part.rfind(&format!("\n{mark}")).map_or(0, |at| at + 1);
    let end = part.get(last..)?.find('\n').map_or(part.len(), |n| last + n);
    let part = part.get(..end)?;
    Some(skipped(text, (start, start + part.len()), why))
}

fn skipped(text: &str, span: (usize, usize), why: &'static str) -> Passage {
    let inside = words(text, span);
    let plain: Vec<&str> = inside.lines().filter(|l| !l.starts_with("```")).map(|l| l.trim_start_matches(['>', ' '])).collect();
    let candidates = super::extract(&plain.join("\n")).into_iter().map(|c| Candidate {
        ty: c.ty,
        target: c.target,
        words: c.quote,
        dropped: Some(why.to_owned()),
    });
    Passage { candidates: candidates.collect(), text: inside, start: span.0, skipped: Some(why), moods: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let candidate = |c: &Candidate| {
            let target = c.target.as_deref().unwrap_or("-");
            format!("{} {target}: {}", c.ty.name(), c.dropped.as_deref().unwrap_or("claim"))
        };
        explain(text).iter().flat_map(|p| p.candidates.iter().map(candidate)).collect()
    }

    #[test]
    fn says_why_a_wording_is_no_claim() {
        for (text, want) in [
            ("All tests pass.", "tests_passed -: claim"),
            ("I'll say so when it is true: all tests pass.", "tests_passed -: plan, by \"I'll\""),
            ("Once all tests pass, we are good.", "tests_passed -: condition, by \"Once\""),
            ("All tests pass?", "tests_passed -: question"),
            ("I never said that all tests pass.", "tests_passed -: negation, by \"never\""),
            ("> All tests pass.", "tests_passed -: a quotation"),
            ("```\nAll tests pass.\n```", "tests_passed -: code"),
            ("- [ ] All tests pass", "tests_passed -: an item that is not ticked"),
            ("All tests pass. And again: all tests pass.", "tests_passed -: said before in this message"),
        ] {
            assert!(shown(text).iter().any(|s| s == want), "{text:?}: {:?}", shown(text));
        }
    }

    #[test]
    fn the_claims_are_those_that_are_extracted() {
        let texts = [
            "All green. Tests: 12/12, lint clean.\n\n## Next steps\n- push it\n\nDone. I updated `src/a.rs` and pushed to main.",
            "Committed as `9f025fd`. I committed it and will push.\n\n| a | b |\n|---|---|\n| Build | ✅ |",
            "已修改 `src/upload.ts`，所有测试通过。",
        ];
        for text in texts {
            let kept: usize = explain(text).iter().flat_map(|p| &p.candidates).filter(|c| c.dropped.is_none()).count();
            assert_eq!(kept, super::super::extract(text).len(), "{text:?}: {:?}", shown(text));
        }
    }
}
