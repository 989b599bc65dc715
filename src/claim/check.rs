//! Statements that a check went well: which check a clause names, and what says that it passed.

use super::lexicon::{Class, ClassSet};
use super::mood::Mood;
use super::sentence::phrase_end;
use super::target::{self, Check};
use super::token::{Kind, Tok};

/// What kind of check a noun or command names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Subject {
    Tests,
    Build,
    Lint,
    Types,
    /// CI, hooks, "checks".
    Checks,
    /// "everything", or a bare "all".
    Everything,
}

/// One statement that a check went well.
#[derive(Debug, Clone)]
pub(crate) struct Hit {
    pub(crate) subject: Subject,
    /// Token of the noun.
    pub(crate) noun: usize,
    /// The noun with its modifiers.
    pub(crate) phrase: (usize, usize),
    /// Token that says that it went well.
    pub(crate) pred: usize,
    /// Named beside others that share the predicate.
    pub(crate) shared: bool,
}

#[derive(Clone, Copy)]
struct Pending {
    subject: Subject,
    noun: usize,
    phrase: (usize, usize),
}

const MODIFIER_STOP: ClassSet = ClassSet::of(&[
    Class::Det,
    Class::Pronoun,
    Class::And,
    Class::But,
    Class::Prep,
    Class::Into,
    Class::Be,
    Class::Been,
    Class::Have,
    Class::Subj,
    Class::Adv,
    Class::Now,
    Class::VRun,
    Class::VVerify,
    Class::VAdd,
    Class::VCreate,
    Class::VChange,
    Class::VFix,
    Class::VDelete,
    Class::OkPass,
    Class::OkClean,
    Class::Rel,
    Class::Purpose,
    Class::Cond,
    Class::After,
    Class::NoWord,
    Class::Reason,
]);
const GLUE: ClassSet = ClassSet::of(&[
    Class::Adv,
    Class::Now,
    Class::All,
    Class::Both,
    Class::Be,
    Class::Been,
    Class::Have,
    Class::And,
    Class::Prep,
    Class::NTests,
    Class::NBuild,
    Class::NLint,
    Class::NTypes,
    Class::NChecks,
    Class::Full,
    Class::OkPass,
    Class::OkClean,
    Class::VSay,
    Class::Pronoun,
    Class::NoWord,
    Class::VRun,
    Class::VDone,
    Class::Particle,
    Class::New,
    Class::Into,
    Class::Det,
]);

const NOUNS: ClassSet =
    ClassSet::of(&[Class::NTests, Class::NBuild, Class::NLint, Class::NTypes, Class::NChecks, Class::NEverything]);
const PREDICATES: ClassSet = ClassSet::of(&[Class::OkPass, Class::OkClean, Class::VBuilt, Class::VTyped, Class::VLinted]);

/// Verbs that only link a check with what it gave: "runs clean", "came back green".
const LINKING: &[&str] = &[
    "runs",
    "comes",
    "came",
    "back",
    "exits",
    "finishes",
    "reports",
    "returns",
    "continue",
    "continues",
    "do",
    "does",
    "did",
    "which",
];

/// What a token names, as a check.
pub(crate) fn subject_of(toks: &[Tok<'_>], i: usize) -> Option<Subject> {
    let t = toks.get(i)?;
    match t.kind {
        Kind::Code => Some(match target::check_of_command(t.text)? {
            Check::Tests => Subject::Tests,
            Check::Build => Subject::Build,
            Check::Lint => Subject::Lint,
            Check::Types => Subject::Types,
            Check::Checks => Subject::Checks,
        }),
        Kind::Path if target::check_of_command(t.text) == Some(Check::Tests) || is_test_file(t.text) => Some(Subject::Tests),
        Kind::Word => {
            let by = |c, s| t.is(c).then_some(s);
            // "hook types", "output format" are other things.
            let alone = i == 0 || !toks[i - 1].is_content() || toks[i - 1].any(ClassSet::of(&[Class::And, Class::All]));
            if t.low == "check" && i > 0 && matches!(toks[i - 1].low.as_str(), "always" | "please" | "to" | "also" | "then") {
                return None;
            }
            let generic = matches!(t.low.as_str(), "types" | "format") && !alone;
            by(Class::NTests, Subject::Tests)
                .or((t.low == "type" && errors_of(toks, i)).then_some(Subject::Types))
                .or(by(Class::NTypes, Subject::Types).filter(|_| !generic))
                .or(by(Class::NLint, Subject::Lint).filter(|_| !generic))
                .or(by(Class::NChecks, Subject::Checks))
                .or(by(Class::NBuild, Subject::Build))
                .or(by(Class::NEverything, Subject::Everything))
                .or_else(|| {
                    (t.text.contains(':') && target::check_of_command(t.text) == Some(Check::Tests)).then_some(Subject::Tests)
                })
        }
        _ => None,
    }
}

/// "type errors": the noun for what the checker finds.
fn errors_of(toks: &[Tok<'_>], i: usize) -> bool {
    toks.get(i + 1).is_some_and(|n| matches!(n.text, "errors" | "error"))
}

fn is_test_file(s: &str) -> bool {
    let name = s.rsplit('/').next().unwrap_or(s);
    name.starts_with("test_")
        || name.contains("_test.")
        || name.contains(".test.")
        || name.contains(".spec.")
        || name.contains("-test.")
        || name.contains("_spec.")
}

/// All statements in a sentence that a check went well.
pub(crate) fn hits(toks: &[Tok<'_>], mood: &Mood) -> Vec<Hit> {
    let mut scan = Scan { toks, mood, pending: Vec::new(), out: Vec::new(), inherit: None };
    let mut i = 0;
    while i < toks.len() {
        i = scan.step(i);
    }
    scan.end_of_clause(toks.len());
    let mut out = scan.out;
    if out.iter().any(|h| h.subject == Subject::Tests) && some_failed(toks, mood) {
        out.retain(|h| h.subject != Subject::Tests);
    }
    out
}

struct Scan<'s, 't> {
    toks: &'s [Tok<'t>],
    mood: &'s Mood,
    pending: Vec<Pending>,
    out: Vec<Hit>,
    /// Predicate of a whole ("all checks pass") that a list behind it shares.
    inherit: Option<usize>,
}

impl Scan<'_, '_> {
    fn step(&mut self, i: usize) -> usize {
        let t = &self.toks[i];
        match t.kind {
            Kind::Stop | Kind::Semi | Kind::Ask => {
                self.end_of_clause(i);
                return i + 1;
            }
            Kind::Close => {
                self.flush_inherited();
                return i + 1;
            }
            Kind::Good => {
                if self.tick_decides(i) {
                    self.decide(i);
                }
                return i + 1;
            }
            Kind::Bad => {
                self.pending.clear();
                return i + 1;
            }
            Kind::Ratio => {
                if self.ratio_decides(i) {
                    self.decide(i);
                }
                return i + 1;
            }
            _ => {}
        }
        if self.mood.is_none_of(i) {
            if self.mood.says(i) && !self.pending.is_empty() {
                self.decide(i);
            }
            return i + 1;
        }
        if let Some(subject) = subject_of(self.toks, i) {
            return self.subject(i, subject);
        }
        if self.passes_check(i) {
            return self.out.last().map_or(i, |h| h.noun).max(i) + 1;
        }
        if t.is(Class::All) && self.bare_all(i) {
            self.pending.push(Pending { subject: Subject::Everything, noun: i, phrase: (i, i + 1) });
        } else if self.predicate(i) {
            if self.mood.affirms(i) {
                self.counted(i);
                self.decide(i);
            } else {
                self.pending.clear();
            }
        } else if t.is(Class::VBuilt) || t.is(Class::VTyped) || t.is(Class::VLinted) {
            self.verb(i);
        } else if t.low == "which" && self.mood.says(i) && self.toks.get(i + 1).is_some_and(|n| n.low.ends_with("ed")) {
            return i + 1;
        } else if t.is(Class::Fail) || t.any(ClassSet::of(&[Class::But, Class::Rel])) {
            self.pending.clear();
        }
        phrase_end(self.toks, i, PREDICATES) + 1
    }

    fn subject(&mut self, i: usize, subject: Subject) -> usize {
        let t = &self.toks[i];
        let last = phrase_end(self.toks, i, NOUNS);
        let next = self.toks.get(last + 1);
        if self.names_again(i, subject) {
            return last + 1;
        }
        // "test file", "build system": the noun only qualifies another one.
        let qualifies = t.kind == Kind::Word
            && !next.is_some_and(|n| LINKING.contains(&n.low.as_str()))
            && next.is_some_and(|n| {
                n.kind == Kind::Word
                    && n.cls.is_empty()
                    && n.cont.is_empty()
                    && !n.text.contains(['_', '('])
                    && !n.text.starts_with(char::is_uppercase)
            });
        let qualifies = qualifies
            || next.is_some_and(|n| {
                n.any(ClassSet::of(&[Class::NFileList, Class::NTask, Class::NChange])) && !self.mood.is_none_of(last + 1)
            });
        // "Test results: 42 passed"
        let headed = next.is_some_and(|n| matches!(n.low.as_str(), "results" | "result" | "summary" | "output"))
            && self.toks.get(last + 2).is_some_and(|t| t.kind == Kind::Colon);
        if qualifies || headed {
            return last + 1;
        }
        // "unit tests" after "tests" of the same phrase is one subject.
        let mut start = i;
        while start > 0 && self.modifies(start - 1) && !(start < i && self.toks[start].is(Class::All)) {
            start -= 1;
        }
        // "Parser tests (15) - all 15 tests pass": the nearer noun is the one said to pass.
        if let Some(p) = self.pending.iter().rposition(|p| p.subject == subject) {
            let from = self.pending[p].phrase.1.min(start);
            if self.toks[from..start].iter().any(|t| matches!(t.kind, Kind::Dash | Kind::Colon | Kind::Cell)) {
                self.pending.remove(p);
            }
        }
        if let Some(p) = self.pending.last()
            && p.phrase.1 >= start
            && p.subject == subject
            && p.noun < i
        {
            self.pending.pop();
        }
        self.pending.push(Pending { subject, noun: i, phrase: (start, last + 1) });
        last + 1
    }

    /// "passes lint": the check stands behind its predicate.
    fn passes_check(&mut self, i: usize) -> bool {
        let t = &self.toks[i];
        let attributive = i == 0 || self.toks[i - 1].any(ClassSet::of(&[Class::Det, Class::All])) || t.low.ends_with("ing");
        if !t.low.starts_with("pass")
            || !t.is(Class::OkPass)
            || attributive
            || !self.mood.affirms(i)
            || self.pending.last().is_some_and(|p| self.connected(p, i, &[]))
        {
            return false;
        }
        let noun = (i + 1..self.toks.len()).find(|j| !self.toks[*j].any(ClassSet::of(&[Class::All, Class::Det])));
        let Some((n, subject)) = noun.and_then(|n| Some((n, subject_of(self.toks, n)?))) else { return false };
        if subject == Subject::Everything {
            return false;
        }
        // "passed build, help, and full tests": a list of them.
        let list = |t: &Tok<'_>| {
            t.kind == Kind::Comma || t.is_content() && !t.any(ClassSet::of(&[Class::Prep, Class::But, Class::Rel, Class::Into]))
        };
        let end = (n..self.toks.len()).find(|j| !list(&self.toks[*j])).unwrap_or(self.toks.len()).min(n + 10);
        let named: Vec<(usize, Subject)> = (n..end).filter_map(|j| Some((j, subject_of(self.toks, j)?))).collect();
        let alone = named.len() == 1 || self.toks[n..end].iter().any(|t| t.is(Class::OkPass) || t.is(Class::OkClean));
        let named = if alone { vec![(n, subject)] } else { named };
        let shared = named.len() > 1;
        for (j, subject) in named {
            self.out.push(Hit { subject, noun: j, phrase: (j, phrase_end(self.toks, j, NOUNS) + 1), pred: i, shared });
        }
        true
    }

    /// "unit tests pass (`mise run test`)", "the 6 suites (101 tests) all pass": the bracket says no more than the noun before it.
    fn names_again(&self, i: usize, subject: Subject) -> bool {
        let Some(open) = (0..i).rev().take(4).find(|j| self.toks[*j].kind == Kind::Open) else { return false };
        if (open..i).any(|j| self.toks[j].kind == Kind::Comma) || self.toks.get(i + 1).is_some_and(|t| t.kind == Kind::Comma) {
            return false;
        }
        let pending = self.pending.last().is_some_and(|p| p.subject == subject && p.phrase.1 == open);
        let decided = self.out.last().is_some_and(|h| h.subject == subject && h.pred + 1 == open);
        pending || decided
    }

    fn modifies(&self, j: usize) -> bool {
        let t = &self.toks[j];
        t.is_content() && !t.any(MODIFIER_STOP) && !t.cont.meets(MODIFIER_STOP) || t.is(Class::All)
    }

    /// "All pass", "all green": no noun of its own.
    fn bare_all(&self, i: usize) -> bool {
        let skip = ClassSet::of(&[Class::Be, Class::Now, Class::Adv, Class::Have]);
        let next = self.toks[i + 1..].iter().position(|t| !t.any(skip)).map(|n| i + 1 + n);
        self.pending.is_empty()
            && next.is_some_and(|n| self.toks[n].is(Class::OkPass) || self.toks[n].is(Class::OkClean))
            && (i == 0
                || !self.toks[i - 1].is_content()
                || self.toks[i - 1].any(ClassSet::of(&[Class::And, Class::Now, Class::Adv])))
    }

    fn predicate(&self, i: usize) -> bool {
        let t = &self.toks[i];
        if !(t.is(Class::OkPass) || t.is(Class::OkClean)) {
            return false;
        }
        let last = phrase_end(self.toks, i, PREDICATES);
        let next = self.toks.get(last + 1);
        let attributive = i > 0 && self.toks[i - 1].is(Class::Det)
            || next.is_some_and(|n| subject_of(self.toks, last + 1).is_some() && !matches!(n.kind, Kind::Code) && n.is_content());
        let object = next.is_some_and(|n| {
            matches!(n.low.as_str(), "through" | "to" | "into" | "along" | "down")
                || n.is(Class::Det)
                || n.is(Class::Pronoun)
                || n.kind == Kind::Quote
                || n.kind == Kind::Code && t.is(Class::OkPass)
                || n.kind == Kind::Word
                    && n.cls.is_empty()
                    && n.cont.is_empty()
                    && t.is(Class::OkPass)
                    && !t.low.ends_with("ing")
                    && !n.text.starts_with(char::is_uppercase)
        });
        !attributive && !object && !self.made_to(i) && !self.left_open(i) && !self.is_noun(i)
    }

    /// "its final build pass", "one more lint pass": a pass over it, not its outcome.
    fn is_noun(&self, i: usize) -> bool {
        let noun = |t: &Tok<'_>| t.kind == Kind::Word && t.any(NOUNS) && !t.low.ends_with('s') && t.low != "everything";
        if self.toks[i].low != "pass" || i == 0 || !noun(&self.toks[i - 1]) {
            return false;
        }
        let head = || self.toks[..i].iter().rev().take(5).take_while(|t| t.kind == Kind::Word);
        let listed = head().any(|t| t.is(Class::And));
        let called = |t: &Tok<'_>| {
            t.is(Class::Det)
                || matches!(t.low.as_str(), "final" | "first" | "second" | "last" | "one" | "next" | "quick" | "full")
        };
        !listed && head().any(called)
    }

    /// "make the failing test pass", "see the tests pass": the aim, not the outcome.
    fn made_to(&self, i: usize) -> bool {
        let makes = |t: &Tok<'_>| {
            matches!(t.low.as_str(), "make" | "makes" | "making" | "get" | "getting" | "let" | "see" | "seeing" | "watch")
        };
        let one = i > 0 && self.toks[i - 1].low == "test" && self.toks[i].low == "pass";
        one || self.toks[i].low == "pass"
            && (0..i)
                .rev()
                .take(7)
                .take_while(|j| !self.toks[*j].is_boundary() && self.toks[*j].kind != Kind::Comma)
                .any(|j| makes(&self.toks[j]))
    }

    /// "workflow (passing": a bracket that the text breaks off.
    fn left_open(&self, i: usize) -> bool {
        i > 0 && self.toks[i - 1].kind == Kind::Open && !self.toks[i..].iter().any(|t| t.kind == Kind::Close)
    }

    /// A tick behind a noun, a colon or a cell border.
    fn tick_decides(&self, i: usize) -> bool {
        let Some(p) = self.pending.last() else { return false };
        // "### Coherence Validation ✅" names a part of a text.
        if matches!(self.toks[p.noun].low.as_str(), "validation" | "verification" | "workflow") && p.phrase.1 - p.phrase.0 > 1 {
            return false;
        }
        let near = (p.phrase.1..i).all(|j| {
            let t = &self.toks[j];
            !t.is_content() || t.any(GLUE) || matches!(t.kind, Kind::Num | Kind::Ratio | Kind::Code | Kind::Path)
        });
        near && i - p.phrase.1 <= 6
    }

    fn ratio_decides(&self, i: usize) -> bool {
        let Some((a, b)) = self.toks[i].text.split_once('/') else { return false };
        let tests = self.pending.last().is_some_and(|p| p.subject == Subject::Tests && i >= p.phrase.1 && i - p.phrase.1 <= 4);
        // A predicate that follows decides instead.
        let follows = self.toks.iter().skip(i + 1).take(4).any(|t| t.is(Class::OkPass) || t.kind == Kind::Good);
        a == b && tests && !follows && self.mood.affirms(i)
    }

    /// "254 passed, 0 failed": a count with no noun is one of tests.
    fn counted(&mut self, i: usize) {
        let Some(n) = (0..i).rev().find(|j| !self.toks[*j].is(Class::All)) else { return };
        let named = n > 0
            && (self.toks[n - 1].is(Class::NTask)
                || self.toks[n - 1].kind == Kind::Word && self.toks[n - 1].text.starts_with(char::is_uppercase));
        // "All tests pass: 2 passed" says it once.
        let again = self.out.iter().any(|h| h.subject == Subject::Tests && (h.pred..n).all(|j| self.toks[j].kind != Kind::Semi));
        let count = matches!(self.toks[n].kind, Kind::Num | Kind::Ratio) && self.toks[i].is(Class::OkPass) && !named && !again;
        if self.pending.is_empty() && count {
            self.pending.push(Pending { subject: Subject::Tests, noun: n, phrase: (n, i) });
        }
    }

    /// "compiles", "typechecks", "lints cleanly".
    fn verb(&mut self, i: usize) {
        let t = &self.toks[i];
        let last = phrase_end(self.toks, i, PREDICATES);
        let ends = ClassSet::of(&[
            Class::Adv,
            Class::OkClean,
            Class::OkPass,
            Class::Now,
            Class::And,
            Class::Prep,
            Class::But,
            Class::Without,
            Class::NoWord,
            Class::Both,
        ]);
        let closed = self.toks.get(last + 1).is_none_or(|n| !n.is_content() && n.kind != Kind::Quote || n.any(ends));
        let opens = i == 0 || self.toks[..i].iter().all(|t| !t.is_content());
        let third = self.toks[..i].iter().any(|t| t.is_content());
        if !closed
            || !self.mood.affirms(i)
            || opens
                && t.low.ends_with('s')
                && last + 1 < self.toks.len()
                && !self.toks[last + 1].any(ends)
                && self.toks[last + 1].kind != Kind::Stop
        {
            return;
        }
        // "a CLI built in Python", "consistent builds across machines", "(git operations, builds)": no outcome.
        let placed = self
            .toks
            .get(last + 1)
            .is_some_and(|n| n.any(ClassSet::of(&[Class::Prep, Class::Into])) && !n.any(PREDICATES) && n.low != "with");
        let named = self.toks[..i].iter().any(|t| {
            t.any(ClassSet::of(&[Class::Det, Class::NEverything, Class::All, Class::NService, Class::NSite]))
                || t.kind == Kind::Code
        });
        let listed = i > 0 && matches!(self.toks[i - 1].kind, Kind::Comma | Kind::Open);
        let adjective = |w: &str| ["ent", "ant", "ible", "able", "en", "ic", "ous", "al", "ful"].iter().any(|e| w.ends_with(e));
        let qualified = i > 0 && (adjective(&self.toks[i - 1].low) || self.toks[i - 1].is(Class::Fail));
        let awaited = self.toks.get(last + 1).is_some_and(|n| n.low == "to");
        let noun = t.low == "builds" && (placed && !named || listed || qualified || awaited);
        let made =
            t.low == "built" && placed && third && !self.toks[..i].iter().any(|t| t.any(ClassSet::of(&[Class::Be, Class::Been])));
        if noun || made {
            return;
        }
        let subject = if t.is(Class::VBuilt) {
            Subject::Build
        } else if t.is(Class::VTyped) {
            Subject::Types
        } else {
            Subject::Lint
        };
        let start = if third {
            self.toks[..i]
                .iter()
                .rposition(|t| {
                    t.is_boundary()
                        || t.kind == Kind::Comma
                        || t.any(MODIFIER_STOP) && !t.is(Class::Det) && !t.is(Class::Now) && !t.is(Class::Adv)
                })
                .map_or(0, |j| j + 1)
        } else {
            i
        };
        self.pending.retain(|p| p.subject != subject);
        self.out.push(Hit { subject, noun: i, phrase: (start, i), pred: i, shared: false });
    }

    fn decide(&mut self, pred: usize) {
        let mut taken = std::mem::take(&mut self.pending);
        let phrases: Vec<(usize, usize)> = taken.iter().map(|p| p.phrase).collect();
        taken.retain(|p| self.connected(p, pred, &phrases));
        let kinds = taken.iter().filter(|p| p.subject != Subject::Checks && p.subject != Subject::Everything).count();
        let whole = taken.iter().any(|p| matches!(p.subject, Subject::Checks | Subject::Everything));
        if whole {
            self.inherit = Some(pred);
        }
        for p in taken {
            if kinds > 0 && matches!(p.subject, Subject::Checks | Subject::Everything) {
                continue;
            }
            self.out.push(Hit { subject: p.subject, noun: p.noun, phrase: p.phrase, pred, shared: kinds > 1 });
        }
    }

    /// What stands between a noun and its predicate leaves them together.
    fn connected(&self, p: &Pending, pred: usize, phrases: &[(usize, usize)]) -> bool {
        // "The intent of the tests is clear" speaks of the intent.
        let of = p.phrase.0 > 0 && (p.phrase.0.saturating_sub(2)..p.phrase.0).any(|j| self.toks[j].low == "of");
        let many = self.toks[p.noun].kind == Kind::Word && self.toks[p.noun].low.ends_with("ts");
        if of && many && self.toks.get(p.phrase.1).is_some_and(|t| t.low == "is") {
            return false;
        }
        let mut free = 0usize;
        let mut depth = 0i32;
        for j in p.phrase.1..pred {
            let t = &self.toks[j];
            match t.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth -= 1,
                Kind::Colon if self.toks[p.noun].kind == Kind::Code => free = 6,
                Kind::Comma | Kind::Colon | Kind::Dash | Kind::Cell => free = 0,
                _ => {}
            }
            if phrases.iter().any(|r| (r.0..r.1).contains(&j)) {
                continue;
            }
            if t.is(Class::Prep) || t.is(Class::Into) {
                free = 6;
                continue;
            }
            // "runs clean", "came back green"
            if LINKING.contains(&t.low.as_str()) || t.is(Class::Neg) {
                continue;
            }
            if depth > 0
                || !t.is_content()
                || t.any(GLUE)
                || t.cont.meets(GLUE)
                || subject_of(self.toks, j).is_some()
                || self.mood.is_none_of(pred) && j + 4 >= pred
            {
                continue;
            }
            if matches!(t.kind, Kind::Num | Kind::Ratio | Kind::Code | Kind::Path)
                || t.text.starts_with(char::is_uppercase)
                || t.text.contains('_')
            {
                continue;
            }
            if free == 0 {
                // "Build, links, and marketplace have passed": another check of the list, by a name of its own.
                if self.listed_name(j, pred) {
                    continue;
                }
                return false;
            }
            free -= 1;
        }
        pred.saturating_sub(p.phrase.1) <= 40
    }

    /// A word alone between commas or before the "and" that ends their list.
    fn listed_name(&self, j: usize, pred: usize) -> bool {
        let joint = |t: &Tok<'_>| t.kind == Kind::Comma || t.is(Class::And);
        let t = &self.toks[j];
        let before = j > 0 && joint(&self.toks[j - 1]);
        let after = self
            .toks
            .get(j + 1)
            .is_some_and(|n| joint(n) || n.any(ClassSet::of(&[Class::Be, Class::Have, Class::All])) || j + 1 == pred);
        let name = t.cls.is_empty() || t.any(ClassSet::of(&[Class::NFileList, Class::NSite, Class::NDep, Class::NService]));
        t.kind == Kind::Word && name && before && after && self.toks[..j].iter().any(|t| t.kind == Kind::Comma)
    }

    fn flush_inherited(&mut self) {
        if let Some(pred) = self.inherit {
            for p in std::mem::take(&mut self.pending) {
                if p.noun > pred && p.noun - pred <= 24 && !matches!(p.subject, Subject::Checks | Subject::Everything) {
                    self.out.push(Hit { subject: p.subject, noun: p.noun, phrase: p.phrase, pred, shared: true });
                }
            }
        }
    }

    fn end_of_clause(&mut self, end: usize) {
        self.flush_inherited();
        // "✅ Tests": a tick in front of nothing but the noun.
        if let Some(p) = self.pending.first().copied() {
            let first = self.toks.iter().position(|t| t.is_content()).unwrap_or(0);
            let ticked = self.toks[..first].iter().rposition(|t| t.kind == Kind::Good);
            let only =
                self.toks[first..end].iter().filter(|t| t.kind == Kind::Word && t.cls.is_empty() && t.cont.is_empty()).count()
                    <= 1;
            if let Some(tick) = ticked
                && only
                && self.mood.affirms(p.noun)
                && end - first <= 8
            {
                self.decide(tick.max(p.noun));
            }
        }
        self.pending.clear();
        self.inherit = None;
    }
}

/// A check named in an item of a list whose label says that they passed.
pub(crate) fn listed(toks: &[Tok<'_>], mood: &Mood) -> Vec<Hit> {
    let bad = toks
        .iter()
        .enumerate()
        .any(|(i, t)| t.kind == Kind::Bad || t.is(Class::Fail) && !mood.is_none_of(i) || !mood.affirms(i) && t.is_content());
    let named = |i: &usize| toks[*i].kind == Kind::Code && subject_of(toks, *i).is_some();
    let at = (0..toks.len()).find(named).or_else(|| (0..toks.len()).find(|i| subject_of(toks, *i).is_some()));
    let Some((i, subject)) = at.filter(|_| !bad).and_then(|i| Some((i, subject_of(toks, i)?))) else { return Vec::new() };
    if matches!(subject, Subject::Everything | Subject::Checks) || toks.iter().filter(|t| t.is_content()).count() > 10 {
        return Vec::new();
    }
    vec![Hit { subject, noun: i, phrase: (i, phrase_end(toks, i, NOUNS) + 1), pred: i, shared: false }]
}

/// "3 failed", "2 errors" in the same sentence.
fn some_failed(toks: &[Tok<'_>], mood: &Mood) -> bool {
    toks.iter().enumerate().any(|(i, t)| {
        t.is(Class::Fail)
            && !mood.is_none_of(i)
            && mood.says(i)
            && toks[i.saturating_sub(2)..i].iter().any(|n| n.kind == Kind::Num && n.low != "0")
            && !toks[i.saturating_sub(2)..i].iter().any(|n| n.kind == Kind::Num && n.low == "0")
    })
}
