//! Outputs read by the forms of the table: one scan for all marks, then the few lines that hold one.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, OnceLock};

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use memchr::memmem::Finder;
use regex::bytes::{Captures, Regex, RegexBuilder};

use super::super::op::{Check, Counts};
use super::family::{Family, Form, Reader, Says};
use super::text::{self, Text};
use super::{FAMILIES, Invocation, Reading, TextResult, names};
use crate::probe::Probe;

/// Every form of the table behind one automaton over their marks.
struct Forms {
    marks: AhoCorasick,
    /// The same, faster and slower to build: for whoever reads many outputs.
    fast: OnceLock<AhoCorasick>,
    /// Bytes read with the first.
    read: AtomicUsize,
    words: Vec<&'static str>,
    /// Indices into `forms` by index of the mark.
    by_mark: Vec<Vec<u16>>,
    /// Family, form, its expression once needed.
    forms: Vec<(usize, &'static Form, OnceLock<Option<Regex>>)>,
}

static FORMS: LazyLock<Forms> = LazyLock::new(|| {
    let mut marks: Vec<&str> = Vec::new();
    let mut by_mark: Vec<Vec<u16>> = Vec::new();
    let mut forms = Vec::new();
    for (index, family) in FAMILIES.iter().enumerate() {
        for form in family.forms {
            let mark = marks.iter().position(|m| *m == form.mark).unwrap_or_else(|| {
                marks.push(form.mark);
                by_mark.push(Vec::new());
                marks.len() - 1
            });
            by_mark[mark].push(u16::try_from(forms.len()).unwrap_or(u16::MAX));
            forms.push((index, form, OnceLock::new()));
        }
    }
    let words = marks;
    let marks = automaton(&words, AhoCorasickKind::ContiguousNFA);
    Forms { marks, fast: OnceLock::new(), read: AtomicUsize::new(0), words, by_mark, forms }
});

fn automaton(words: &[&str], kind: AhoCorasickKind) -> AhoCorasick {
    let builder = AhoCorasick::builder().match_kind(MatchKind::Standard).kind(Some(kind)).build(words);
    builder.expect("the marks are few and short")
}

/// From this many bytes on the faster automaton has earned what it costs to build.
const MANY: usize = 1 << 19;

impl Forms {
    fn marks(&self, text: &str) -> &AhoCorasick {
        if self.read.fetch_add(text.len(), Ordering::Relaxed) < MANY {
            return &self.marks;
        }
        self.fast.get_or_init(|| automaton(&self.words, AhoCorasickKind::DFA))
    }
}

/// The readers of all families behind their marks.
static READERS: LazyLock<Vec<(usize, &'static Reader, Finder)>> = LazyLock::new(|| {
    let of = |(i, f): (usize, &'static Family)| f.readers.iter().map(move |r| (i, r, Finder::new(r.mark)));
    FAMILIES.iter().enumerate().flat_map(of).collect()
});

/// The expression of a form.
pub(super) fn compile(pattern: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(pattern).unicode(false).build()
}

/// A line that a form fits.
struct Fit {
    family: usize,
    form: &'static Form,
    start: usize,
    end: usize,
    counts: Counts,
    /// Tests of the run, failed and skipped ones included, where the line tells that alone.
    total: u64,
    /// It tells how many passed, or how many ran.
    shows_passed: bool,
    /// The check of the task that the line names, where it names one.
    task: Option<Check>,
    result: Option<TextResult>,
}

/// The readings of an output by the families' forms, in the order of their lines.
pub(super) fn readings(text: &Text, hints: &[Invocation], probe: &mut dyn Probe) -> Vec<Reading> {
    let fits = fits(text.plain(), hints, probe);
    let bytes = text.plain().as_bytes();
    let readers: Vec<_> = READERS.iter().filter(|(_, _, mark)| mark.find(bytes).is_some()).collect();
    let mut found: Vec<(bool, Reading)> = Vec::new();
    if fits.is_empty() && readers.is_empty() {
        return Vec::new();
    }
    for (index, family) in FAMILIES.iter().enumerate() {
        let own: Vec<&Fit> = fits.iter().filter(|f| f.family == index).collect();
        if !own.is_empty() {
            let readings = fold(family, &own, text, hints);
            found.extend(readings.into_iter().map(|reading| (family.fallback, reading)));
        }
        for (_, reader, _) in readers.iter().filter(|r| r.0 == index) {
            found.extend((reader.read)(text, hints).into_iter().map(|reading| (family.fallback, reading)));
        }
    }
    settle(found)
}

/// Every line that a form fits. One family speaks for a line: one that was called before one that was not, then by the table's
/// order; within a family the first form.
fn fits(plain: &str, hints: &[Invocation], probe: &mut dyn Probe) -> Vec<Fit> {
    let forms = &*FORMS;
    let hits = hits(plain);
    if hits.is_empty() {
        return Vec::new();
    }
    let called: Vec<usize> = (0..FAMILIES.len()).filter(|&f| FAMILIES.get(f).is_some_and(|f| is_called(f, hints))).collect();
    let mut fits: Vec<Fit> = Vec::new();
    let mut line = ((0, 0), Heads::of(""));
    for (start, end, index) in hits {
        let Some((family, form, regex)) = forms.forms.get(usize::from(index)) else { continue };
        let last = fits.last().filter(|last| last.start == start).map(|last| last.family);
        if last.is_some_and(|last| last == *family || called.contains(&last) || !called.contains(family))
            || !(form.only.is_empty() || hints.iter().any(|h| h.runner == form.only))
        {
            continue;
        }
        let Some(regex) = regex.get_or_init(|| compile(form.pattern).ok()) else { continue };
        // The search through the whole output comes last: few lines come so far.
        let beside = || form.needs.is_empty() || memchr::memmem::find(plain.as_bytes(), form.needs.as_bytes()).is_some();
        if line.0 != (start, end) {
            line = ((start, end), Heads::of(text::head(&plain[start..end])));
        }
        let mut found = None;
        probe.around(FAMILIES.get(*family).map_or("", Family::name), &mut || {
            found = line.1.captures(regex).filter(|_| beside());
            usize::from(found.is_some())
        });
        if let Some(captures) = found {
            if last.is_some() {
                fits.pop();
            }
            fits.push(fit(*family, form, (start, end), &captures));
        }
    }
    fits
}

fn is_called(family: &Family, hints: &[Invocation]) -> bool {
    hints.iter().any(|h| family.tools.iter().any(|t| t.runner == h.runner))
}

/// Lines that hold a mark, with the forms of the mark: line bounds and index of the form, in order.
fn hits(plain: &str) -> Vec<(usize, usize, u16)> {
    let mut hits: Vec<(usize, usize, u16)> = Vec::new();
    let mut line = (0, 0);
    for found in FORMS.marks(plain).find_overlapping_iter(plain) {
        if found.start() < line.0 || found.start() >= line.1 {
            line = text::line_at(plain, found.start());
        }
        hits.extend(FORMS.by_mark[found.pattern().as_usize()].iter().map(|&form| (line.0, line.1, form)));
    }
    hits.sort_unstable();
    hits.dedup();
    hits
}

/// The head of a line, and what follows the labels before it.
struct Heads<'t>([Option<&'t str>; 3]);

impl<'t> Heads<'t> {
    fn of(head: &'t str) -> Self {
        let first = text::unlabelled(head);
        Heads([Some(head), first, first.and_then(text::unlabelled)])
    }

    /// Matches the line, else what follows its labels.
    fn captures(&self, regex: &Regex) -> Option<Captures<'t>> {
        self.0.iter().flatten().find_map(|head| regex.captures(head.as_bytes()))
    }
}

fn fit(family: usize, form: &'static Form, (start, end): (usize, usize), captures: &Captures) -> Fit {
    let task = captures.name("n").and_then(|n| names::check_of(&String::from_utf8_lossy(n.as_bytes())));
    let mut fit = Fit { family, form, start, end, counts: Counts::default(), total: 0, shows_passed: false, task, result: None };
    let named = ["p", "f", "e", "s", "t"].map(|name| number(captures.name(name)?.as_bytes()));
    let [passed, failed, errors, skipped, total] = match form.says {
        Says::OnePass => [Some(1), None, None, None, None],
        Says::OneFail => [None, Some(1), None, None, None],
        Says::OneSkip => [None, None, None, Some(1), None],
        Says::Tally if named == [None; 5] => by_words(captures.get(0).map_or(b"", |m| m.as_bytes())),
        _ => named,
    };
    // "5 skipped" without a word of passes has none; "0 fail" alone leaves them open.
    fit.shows_passed = passed.or(total).is_some() || (form.says == Says::Tally && named == [None; 5]);
    fit.counts.failed = failed.unwrap_or(0).saturating_add(errors.unwrap_or(0));
    fit.counts.skipped = skipped.unwrap_or(0);
    let rest = total.unwrap_or(0).saturating_sub(fit.counts.failed).saturating_sub(fit.counts.skipped);
    if form.says == Says::Counts {
        (fit.counts.passed, fit.total) = (passed.unwrap_or(0), total.unwrap_or(0));
    } else {
        fit.counts.passed = passed.unwrap_or(rest);
    }
    // "16/18": the rest failed.
    if let (Says::Tally, Some(p), Some(t), [None, None, None]) = (form.says, passed, total, [failed, errors, skipped])
        && named[0].is_some()
    {
        fit.counts.failed = t.saturating_sub(p);
    }
    fit.result = result(&fit);
    fit
}

fn number(digits: &[u8]) -> Option<u64> {
    let digits: String = digits.iter().filter(|b| b.is_ascii_digit()).map(|&b| char::from(b)).collect();
    digits.parse().ok()
}

/// Counts of `12 examples, 1 failure, 2 pending`: each number by the word after it.
fn by_words(line: &[u8]) -> [Option<u64>; 5] {
    let mut found = [None; 5];
    let words: Vec<&[u8]> = line.split(|b| !b.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).collect();
    for pair in words.windows(2) {
        let place = match pair[1] {
            b"passed" | b"pass" | b"passing" | b"ok" | b"succeeded" | b"successful" => 0,
            b"failed" | b"fail" | b"failing" | b"failure" | b"failures" => 1,
            b"error" | b"errors" | b"errored" | b"broken" | b"timed" | b"invalid" | b"flunked" => 2,
            b"skipped" | b"skip" | b"skips" | b"ignored" | b"pending" | b"todo" | b"disabled" | b"incomplete" | b"excluded" => 3,
            b"total" | b"tests" | b"test" | b"examples" | b"example" | b"runs" | b"run" | b"scenarios" | b"scenario" => 4,
            _ => continue,
        };
        if let Some(number) = number(pair[0]).filter(|_| pair[0].iter().all(u8::is_ascii_digit)) {
            found[place] = Some(found[place].unwrap_or(0) + number);
        }
    }
    found
}

fn result(fit: &Fit) -> Option<TextResult> {
    Some(match fit.form.says {
        Says::Pass | Says::OnePass => TextResult::Passed,
        Says::Fail | Says::OneFail => TextResult::Failed,
        Says::Errors | Says::Tally if fit.counts.failed > 0 => TextResult::Failed,
        Says::Tally if fit.shows_passed && fit.counts.passed == 0 => TextResult::Vacuous,
        Says::Errors | Says::Tally => TextResult::Passed,
        Says::Vacuous => TextResult::Vacuous,
        Says::Ran | Says::Counts => TextResult::Ran,
        Says::OneSkip | Says::Blur => return None,
    })
}

/// What was called: the hints of a family's own tools, and all of them.
struct Called<'a> {
    own: Vec<&'a Invocation>,
    all: &'a [Invocation],
}

impl<'a> Called<'a> {
    fn new(family: &Family, all: &'a [Invocation]) -> Called<'a> {
        Called { own: all.iter().filter(|h| family.tools.iter().any(|t| t.runner == h.runner)).collect(), all }
    }

    fn own_check(&self, check: Check) -> bool {
        self.own.iter().any(|h| h.check == check)
    }

    fn any_check(&self, check: Check) -> bool {
        if self.own.is_empty() { self.all.iter().any(|h| h.check == check) } else { self.own_check(check) }
    }
}

/// The readings of one family: one a check.
fn fold(family: &'static Family, fits: &[&Fit], text: &Text, hints: &[Invocation]) -> Vec<Reading> {
    let called = Called::new(family, hints);
    let mut readings: Vec<Reading> = Vec::new();
    for check in ALL_CHECKS {
        let own: Vec<&Fit> = fits.iter().copied().filter(|f| speaks_of(family, f, check, &called)).collect();
        readings.extend(reading(family, check, &own, text, &called));
    }
    if family.in_parts && is_cut(text.plain(), hints) {
        for tests in readings.iter_mut().filter(|r| r.check == Check::Tests && r.result == TextResult::Passed) {
            (tests.result, tests.counts) = (TextResult::Ran, None);
        }
    }
    let tests = readings.iter().find(|r| r.check == Check::Tests && matches!(r.result, TextResult::Passed | TextResult::Failed));
    if let Some(tests) = tests.filter(|_| family.compiles && !readings.iter().any(|r| r.check == Check::Build)) {
        let build = Reading { check: Check::Build, result: TextResult::Passed, counts: None, ..tests.clone() };
        readings.push(build);
    }
    readings
}

/// True where a filter kept the first lines of a longer output.
fn is_cut(plain: &str, hints: &[Invocation]) -> bool {
    hints.iter().filter_map(|h| h.first_lines).any(|n| plain.trim_end().lines().count() >= n)
}

const ALL_CHECKS: [Check; 6] = [Check::Tests, Check::Build, Check::Lint, Check::Format, Check::Typecheck, Check::Gate];

/// True where a form speaks of a check, by what was called.
fn speaks_of(family: &Family, fit: &Fit, check: Check, called: &Called) -> bool {
    let form = fit.form;
    if let Some(task) = fit.task.filter(|t| *t != Check::Gate) {
        return task == check;
    }
    if form.if_called.contains(&check) && called.any_check(check) {
        return true;
    }
    if form.breaks {
        let known = if called.own.is_empty() { !called.all.is_empty() } else { true };
        let needs_build = |c: &Check| called.any_check(*c);
        let build = !known || [Check::Tests, Check::Build, Check::Typecheck, Check::Gate].iter().any(needs_build);
        return called.any_check(check) || (check == Check::Build && build) || (!known && family.checks.contains(&check));
    }
    if !form.checks.is_empty() || !form.if_called.is_empty() {
        form.checks.contains(&check)
    } else if family.fallback {
        called.any_check(check)
    } else if called.own.is_empty() {
        family.checks.contains(&check)
    } else {
        called.own_check(check)
    }
}

/// One check's lines taken together. A failure anywhere fails; counts of whole runs outweigh lines of single tests.
fn reading(family: &Family, check: Check, fits: &[&Fit], text: &Text, called: &Called) -> Option<Reading> {
    let single = |f: &Fit| matches!(f.form.says, Says::OnePass | Says::OneFail | Says::OneSkip | Says::Blur);
    let whole = fits.iter().any(|f| matches!(f.form.says, Says::Tally | Says::Counts));
    let weighty: Vec<&Fit> = fits.iter().filter(|f| !(whole && single(f))).copied().collect();
    let (result, decisive) = decide(&weighty, text)?;
    let ended = weighty.iter().any(|f| !single(f) && f.form.says != Says::Ran);
    let blurred = weighty.iter().any(|f| f.form.says == Says::Blur)
        || (weighty.iter().any(|f| f.form.says == Says::OneFail) && !weighty.iter().any(|f| f.form.says == Says::OnePass));
    let counts = sum(&weighty).filter(|_| ended && !blurred && result != TextResult::Ran);
    let named = called.own.iter().find(|h| h.check == check).map(|h| h.runner);
    let own = Some(decisive.form.runner).filter(|r| !r.is_empty());
    Some(Reading {
        runner: named.or(own).unwrap_or(family.runner),
        check,
        result,
        counts,
        scope: None,
        offset: text.origin(decisive.start),
        line: text::excerpt(&text.plain()[decisive.start..decisive.end]),
    })
}

/// How lines taken together came out, and the line that shows it best.
fn decide<'a>(fits: &[&'a Fit], text: &Text) -> Option<(TextResult, &'a Fit)> {
    let last = |wanted: TextResult| {
        let telling = |f: &&&&Fit| text.plain()[f.start..f.end].trim().len() > 5;
        let all = || fits.iter().rev().filter(move |f| f.result == Some(wanted));
        all().find(|f| telling(&f)).or_else(|| all().next()).map(|f| (wanted, *f))
    };
    let found = last(TextResult::Failed)
        .or_else(|| last(TextResult::Passed))
        .or_else(|| last(TextResult::Vacuous))
        .or_else(|| last(TextResult::Ran))?;
    // "OK" or "0 fail" beside a count of what ran passes only if something did.
    let bare = found.0 == TextResult::Passed && fits.iter().all(|f| f.result != Some(TextResult::Passed) || f.counts.passed == 0);
    let counted = fits.iter().any(|f| f.shows_passed && matches!(f.form.says, Says::Counts | Says::Tally));
    if bare && counted && sum(fits).is_none_or(|c| c.passed == 0) {
        return Some((TextResult::Vacuous, found.1));
    }
    Some(found)
}

/// Counts of all parts of a run.
fn sum(fits: &[&Fit]) -> Option<Counts> {
    let counted = fits.iter().filter(|f| f.counts != Counts::default() || f.total > 0);
    counted.clone().next()?;
    let (mut sum, mut total) = (Counts::default(), 0_u64);
    for fit in counted {
        sum.passed = sum.passed.saturating_add(fit.counts.passed);
        sum.failed = sum.failed.saturating_add(fit.counts.failed);
        sum.skipped = sum.skipped.saturating_add(fit.counts.skipped);
        total = total.saturating_add(fit.total);
    }
    if sum.passed == 0 {
        sum.passed = total.saturating_sub(sum.failed).saturating_sub(sum.skipped);
    }
    Some(sum)
}

/// Readings of all families, one a check, in order: fallbacks speak where nobody else does.
fn settle(found: Vec<(bool, Reading)>) -> Vec<Reading> {
    let decided: Vec<Check> =
        found.iter().filter(|(fallback, r)| !fallback && r.result != TextResult::Ran).map(|(_, r)| r.check).collect();
    let mut kept: Vec<Reading> = Vec::new();
    for (_, reading) in found.into_iter().filter(|(fallback, r)| !(*fallback && decided.contains(&r.check))) {
        match kept.iter_mut().find(|k| k.check == reading.check) {
            Some(known) => *known = together(known.clone(), reading),
            None => kept.push(reading),
        }
    }
    kept.sort_by_key(|r| (r.offset, r.check));
    kept
}

/// Two families' readings of one check: the graver result stands, counts add up.
fn together(one: Reading, other: Reading) -> Reading {
    let weight = |r: &Reading| match r.result {
        TextResult::Failed => 3,
        TextResult::Passed => 2,
        TextResult::Vacuous => 1,
        TextResult::Ran => 0,
    };
    let counts = match (one.counts, other.counts) {
        (Some(a), Some(b)) => Some(Counts {
            passed: a.passed.saturating_add(b.passed),
            failed: a.failed.saturating_add(b.failed),
            skipped: a.skipped.saturating_add(b.skipped),
        }),
        (a, b) => a.or(b),
    };
    let stands = if weight(&other) > weight(&one) { other } else { one };
    Reading { counts, ..stands }
}
