//! Outputs read by the forms of the table: one scan for all marks, then the few lines that hold one.

use std::sync::{LazyLock, OnceLock};

use aho_corasick::{AhoCorasick, MatchKind};
use regex::bytes::{Captures, Regex, RegexBuilder};

use super::super::op::{Check, Counts};
use super::family::{Family, Form, Says};
use super::text::{self, Text};
use super::{FAMILIES, Invocation, Reading, TextResult};

/// Every form of the table behind one automaton over their marks.
struct Forms {
    marks: AhoCorasick,
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
    let marks = AhoCorasick::builder().match_kind(MatchKind::Standard).build(&marks).expect("the marks are few and short");
    Forms { marks, by_mark, forms }
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
    result: Option<TextResult>,
}

/// The readings of an output by the families' forms, in the order of their lines.
pub(super) fn readings(text: &Text, hints: &[Invocation]) -> Vec<Reading> {
    let fits = fits(text.plain(), hints);
    let mut found: Vec<(bool, Reading)> = Vec::new();
    for (index, family) in FAMILIES.iter().enumerate() {
        let own: Vec<&Fit> = fits.iter().filter(|f| f.family == index).collect();
        if !own.is_empty() {
            let readings = fold(family, &own, text, hints);
            found.extend(readings.into_iter().map(|reading| (family.fallback, reading)));
        }
        if let Some(reader) = family.reader.as_ref().filter(|r| text.plain().contains(r.mark)) {
            found.extend((reader.read)(text, hints).into_iter().map(|reading| (family.fallback, reading)));
        }
    }
    settle(found)
}

/// Every line that a form fits. One family speaks for a line: one that was called before one that was not, then by the table's
/// order; within a family the first form.
fn fits(plain: &str, hints: &[Invocation]) -> Vec<Fit> {
    let forms = &*FORMS;
    let called: Vec<usize> = (0..FAMILIES.len()).filter(|&f| FAMILIES.get(f).is_some_and(|f| is_called(f, hints))).collect();
    let mut fits: Vec<Fit> = Vec::new();
    for (start, end, index) in hits(plain) {
        let Some((family, form, regex)) = forms.forms.get(usize::from(index)) else { continue };
        let last = fits.last().filter(|last| last.start == start).map(|last| last.family);
        if last.is_some_and(|last| last == *family || called.contains(&last) || !called.contains(family))
            || !(form.only.is_empty() || hints.iter().any(|h| h.runner == form.only))
            || !(form.needs.is_empty() || memchr::memmem::find(plain.as_bytes(), form.needs.as_bytes()).is_some())
        {
            continue;
        }
        let Some(regex) = regex.get_or_init(|| compile(form.pattern).ok()) else { continue };
        if let Some(captures) = captures(regex, text::head(&plain[start..end])) {
            let (counts, total) = counts(&captures, form.says);
            if last.is_some() {
                fits.pop();
            }
            fits.push(Fit { family: *family, form, start, end, counts, total, result: result(form, counts) });
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
    for found in FORMS.marks.find_overlapping_iter(plain) {
        if found.start() < line.0 || found.start() >= line.1 {
            line = text::line_at(plain, found.start());
        }
        hits.extend(FORMS.by_mark[found.pattern().as_usize()].iter().map(|&form| (line.0, line.1, form)));
    }
    hits.sort_unstable();
    hits.dedup();
    hits
}

/// Matches a line, else what follows the labels before it.
fn captures<'t>(regex: &Regex, head: &'t str) -> Option<Captures<'t>> {
    let mut line = head;
    for _ in 0..3 {
        if let Some(found) = regex.captures(line.as_bytes()) {
            return Some(found);
        }
        line = text::unlabelled(line)?;
    }
    None
}

/// Counts of a line, and its total where it tells that alone.
fn counts(captures: &Captures, says: Says) -> (Counts, u64) {
    match says {
        Says::OnePass => return (Counts { passed: 1, ..Counts::default() }, 0),
        Says::OneFail => return (Counts { failed: 1, ..Counts::default() }, 0),
        Says::OneSkip => return (Counts { skipped: 1, ..Counts::default() }, 0),
        _ => {}
    }
    let named = ["p", "f", "e", "s", "t"].map(|name| number(captures.name(name)?.as_bytes()));
    let [passed, failed, errors, skipped, total] = match named {
        [None, None, None, None, None] if says == Says::Tally => by_words(captures.get(0).map_or(b"", |m| m.as_bytes())),
        _ => named,
    };
    let failed = failed.unwrap_or(0).saturating_add(errors.unwrap_or(0));
    let skipped = skipped.unwrap_or(0);
    let total = total.unwrap_or(0);
    if says == Says::Counts {
        return (Counts { passed: passed.unwrap_or(0), failed, skipped }, total);
    }
    let rest = total.saturating_sub(failed).saturating_sub(skipped);
    (Counts { passed: passed.unwrap_or(rest), failed, skipped }, 0)
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

fn result(form: &Form, counts: Counts) -> Option<TextResult> {
    Some(match form.says {
        Says::Pass | Says::OnePass => TextResult::Passed,
        Says::Fail | Says::OneFail => TextResult::Failed,
        Says::Vacuous => TextResult::Vacuous,
        Says::Ran => TextResult::Ran,
        Says::Errors | Says::Tally if counts.failed > 0 => TextResult::Failed,
        Says::Tally if counts.passed == 0 => TextResult::Vacuous,
        Says::Errors | Says::Tally => TextResult::Passed,
        Says::Counts | Says::OneSkip | Says::Blur => return None,
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
        let own: Vec<&Fit> = fits.iter().copied().filter(|f| speaks_of(family, f.form, check, &called)).collect();
        readings.extend(reading(family, check, &own, text, &called));
    }
    let tests = readings.iter().find(|r| r.check == Check::Tests && matches!(r.result, TextResult::Passed | TextResult::Failed));
    if let Some(tests) = tests.filter(|_| family.compiles && !readings.iter().any(|r| r.check == Check::Build)) {
        let build = Reading { check: Check::Build, result: TextResult::Passed, counts: None, ..tests.clone() };
        readings.push(build);
    }
    readings
}

const ALL_CHECKS: [Check; 6] = [Check::Tests, Check::Build, Check::Lint, Check::Format, Check::Typecheck, Check::Gate];

/// True where a form speaks of a check, by what was called.
fn speaks_of(family: &Family, form: &Form, check: Check, called: &Called) -> bool {
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
    let single = |f: &Fit| matches!(f.form.says, Says::OnePass | Says::OneFail | Says::OneSkip);
    let whole = fits.iter().any(|f| matches!(f.form.says, Says::Tally | Says::Counts));
    let weighty: Vec<&Fit> = fits.iter().filter(|f| !(whole && single(f))).copied().collect();
    let decisive = [TextResult::Failed, TextResult::Passed, TextResult::Vacuous, TextResult::Ran]
        .into_iter()
        .find_map(|wanted| weighty.iter().rev().find(|f| f.result == Some(wanted)))?;
    // Lines of single tests count only where the passed ones are shown, and none holds others.
    let blurred =
        !whole && (fits.iter().any(|f| f.form.says == Says::Blur) || !fits.iter().any(|f| f.form.says == Says::OnePass));
    let blurred = blurred && fits.iter().any(|f| single(f));
    let counts = sum(&weighty).filter(|_| !blurred);
    let mut result = decisive.result?;
    let none = weighty.iter().any(|f| f.form.says == Says::Counts) && counts.is_none_or(|c| c.passed == 0);
    if result == TextResult::Passed && decisive.form.says == Says::Pass && none {
        result = TextResult::Vacuous;
    }
    let named = called.own.iter().find(|h| h.check == check).or(called.own.first()).map(|h| h.runner);
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
    sum.passed = sum.passed.saturating_add(total.saturating_sub(sum.failed).saturating_sub(sum.skipped));
    Some(sum)
}

/// Readings of all families, in order: fallbacks speak where nobody else does.
fn settle(found: Vec<(bool, Reading)>) -> Vec<Reading> {
    let decided: Vec<Check> =
        found.iter().filter(|(fallback, r)| !fallback && r.result != TextResult::Ran).map(|(_, r)| r.check).collect();
    let mut kept: Vec<Reading> =
        found.into_iter().filter(|(fallback, r)| !(*fallback && decided.contains(&r.check))).map(|(_, r)| r).collect();
    kept.sort_by_key(|r| (r.offset, r.check));
    kept
}
