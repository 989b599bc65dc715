//! One judgement explained: the words and what was made of them, the calls that could have backed them, and the result that decided.

use super::set::Transcript;
use crate::claim::explain::{Candidate, Passage, explain};
use crate::claim::{self, Detail};
use crate::detector::{Detector, Input};
use crate::record::Record;
use crate::report::escape::{one_line, visible};
use crate::transcript::{Event, EventKind, Say, Session};
use crate::verdict::explain::{Considered, explain_session};
use crate::verdict::{Evidence, Judged};
use std::fmt::Write as _;

/// Most calls that are listed before a claim.
const CALLS: usize = 40;
/// Lines of the deciding result above and below the one that decides.
const AROUND: usize = 3;
/// Characters of a quotation.
const WIDE: usize = 160;

/// Explains what a detector says of a line.
pub fn show(transcript: &Transcript, line: u32, detector: &dyn Detector) -> String {
    let mut out = format!("{}:{line}, by {}\n", crate::walk::shown(&transcript.path), detector.name());
    let mut found = false;
    for input in Input::of_file(&transcript.bytes, &transcript.sessions) {
        for (step, event) in input.session.events.iter().enumerate() {
            if let EventKind::Say(say) = &event.kind
                && let Some(part) = part_at(input.session, event, say, line)
            {
                let _ = writeln!(out, "\nThe agent says (step {step}):\n{}", indented(part));
                found = true;
                if detector.name() == "record" {
                    out.push_str(&passages(input.session, event, say, line));
                }
            }
        }
        let explained: Vec<(Judged, Option<Vec<Considered>>)> = if detector.name() == "record" {
            let explained = explain_session(input.session, &Record::build(input.session), claim::extract);
            explained.into_iter().map(|e| (e.judged, Some(e.considered))).collect()
        } else {
            detector.judge_input(&input).into_iter().map(|judged| (judged, None)).collect()
        };
        for (n, (judged, considered)) in explained.iter().filter(|(j, _)| j.line == line).enumerate() {
            found = true;
            out.push_str(&judgement(input.session, n + 1, judged));
            out.push_str(&considered.as_deref().map(calls).unwrap_or_default());
        }
    }
    if !found {
        out.push_str("\nThe agent says nothing on this line, and no claim stands on it.\n");
    }
    out
}

/// What of a text stands on a line: all of it where a record is a line, else the block around the line.
fn part_at<'s>(session: &Session, event: &Event, say: &'s Say, line: u32) -> Option<&'s str> {
    if !session.source.lines_are_physical() {
        return (event.line == line).then_some(&say.text);
    }
    let within = line.checked_sub(event.line)? as usize;
    say.text.lines().nth(within)
}

fn indented(text: &str) -> String {
    text.lines().map(|l| format!("  | {}", visible(l))).collect::<Vec<_>>().join("\n")
}

fn row(out: &mut String, name: &str, value: &str) {
    let _ = writeln!(out, "  {name:<10} {value}");
}

/// Every sentence with its mood and with what was found in it.
fn passages(session: &Session, event: &Event, say: &Say, line: u32) -> String {
    let mut out = String::new();
    let on_line = |p: &Passage| {
        let head = say.text.get(..p.start).unwrap_or_default();
        !session.source.lines_are_physical() || event.line + head.matches('\n').count() as u32 == line
    };
    for passage in explain(&say.text).iter().filter(|p| on_line(p)) {
        let _ = writeln!(out, "\nSentence: {}", one_line(&passage.text, WIDE));
        match passage.skipped {
            Some(why) => row(&mut out, "not read", why),
            None if passage.moods.is_empty() => row(&mut out, "mood", "asserted"),
            None => {}
        }
        for mood in &passage.moods {
            row(&mut out, "mood", &format!("{}, takes in \"{}\"", visible(&mood.to_string()), one_line(&mood.over, 90)));
        }
        for candidate in &passage.candidates {
            let (name, value) = candidate_row(candidate);
            row(&mut out, name, &value);
        }
        if passage.candidates.is_empty() {
            row(&mut out, "found", "nothing");
        }
    }
    out
}

fn candidate_row(candidate: &Candidate) -> (&'static str, String) {
    let target = candidate.target.as_deref().map_or(String::new(), |t| format!(" of {}", visible(t)));
    let what = format!("{}{target}, \"{}\"", candidate.ty.name(), one_line(&candidate.words, 90));
    match &candidate.dropped {
        None => ("claim", what),
        Some(why) => ("dropped", format!("{what}: {}", visible(why))),
    }
}

fn judgement(session: &Session, n: usize, judged: &Judged) -> String {
    let target = judged.claim.target.as_deref().map_or("nothing named".to_owned(), |t| visible(t).into_owned());
    let mut out = format!("\nClaim {n}: {}, target {target}\n", judged.claim.ty.name());
    row(&mut out, "words", &one_line(&judged.claim.quote, 200));
    row(&mut out, "details", &details(&judged.claim.detail));
    row(&mut out, "verdict", judged.verdict().name());
    row(&mut out, "reason", &format!("{}: {}", judged.reason.name(), judged.reason.rule()));
    row(&mut out, "record", &visible(&judged.explanation));
    row(&mut out, "later", judged.fate.name());
    for evidence in &judged.evidence {
        out.push_str(&deciding(session, evidence));
    }
    out
}

/// The result that decided, around the line that did.
fn deciding(session: &Session, evidence: &Evidence) -> String {
    let mut out = String::new();
    let result = evidence.result_line.map_or("no result on record".to_owned(), |l| format!("result on line {l}"));
    row(&mut out, "decided by", &format!("{}, call on line {}, {result}", visible(&evidence.tool), evidence.call_line));
    let text = session.events.iter().find_map(|e| match &e.kind {
        EventKind::Result(r) if Some(e.line) == evidence.result_line && r.text.contains(&evidence.excerpt) => Some(&*r.text),
        _ => None,
    });
    let lines: Vec<&str> = text.unwrap_or(&evidence.excerpt).lines().collect();
    let at = lines.iter().position(|l| !evidence.excerpt.is_empty() && l.contains(&evidence.excerpt));
    let from = at.unwrap_or(0).saturating_sub(AROUND);
    for (i, l) in lines.iter().enumerate().skip(from).take(2 * AROUND + 1) {
        let mark = if Some(i) == at { ">" } else { " " };
        let _ = writeln!(out, "           {mark} | {}", one_line(l, WIDE));
    }
    out
}

/// Every call before the claim, the latest first, and why it does not decide.
fn calls(considered: &[Considered]) -> String {
    let mut out = format!("  calls before it, latest first: {}\n", considered.len());
    for call in considered.iter().take(CALLS) {
        let why = call.passed_over.as_deref().unwrap_or("the verdict rests on it");
        let mark = if call.passed_over.is_none() { ">" } else { " " };
        let _ = writeln!(out, "  {mark} line {:<5} {}", call.line, one_line(&call.call, 100));
        let _ = writeln!(out, "               {why}");
    }
    if considered.len() > CALLS {
        let _ = writeln!(out, "    and {} earlier ones", considered.len() - CALLS);
    }
    out
}

fn details(detail: &Detail) -> String {
    let mut out = Vec::new();
    let mut flag = |set: bool, name: &str| out.extend(set.then(|| name.to_owned()));
    flag(detail.all, "all");
    flag(detail.real, "real");
    flag(detail.in_full, "in full");
    flag(detail.state, "state");
    flag(detail.disclosed, "failures disclosed in the message");
    out.extend(detail.passed.map(|n| format!("passed {n}")));
    out.extend(detail.total.map(|n| format!("of {n}")));
    out.extend(detail.scope.as_ref().map(|s| format!("scope {}", visible(s))));
    out.extend(detail.hash.as_ref().map(|h| format!("hash {}", visible(h))));
    out.extend(detail.numbers.iter().map(|n| format!("number {}", visible(n))));
    if out.is_empty() { "none".to_owned() } else { out.join(", ") }
}
