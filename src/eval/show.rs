//! One judgement explained: the words, what was made of them, the calls that could have backed them, and the one that decided.

use super::set::Transcript;
use crate::claim::Detail;
use crate::detector::{Detector, Input};
use crate::report::escape::{one_line, visible};
use crate::transcript::{Action, Call, EventKind, Session};
use crate::verdict::Judged;
use std::fmt::Write as _;

/// Most calls that are listed before a claim.
const CALLS: usize = 40;

/// Explains what a detector says of a line.
pub fn show(transcript: &Transcript, line: u32, detector: &dyn Detector) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}, line {line}, by {}", crate::walk::shown(&transcript.path), detector.name());
    for input in Input::of_file(&transcript.bytes, &transcript.sessions) {
        for (step, event) in input.session.events.iter().enumerate() {
            if let EventKind::Say(say) = &event.kind
                && event.line == line
            {
                let _ = writeln!(out, "\nstep {step}, the agent says:\n{}", indented(&say.text));
            }
        }
        for judged in detector.judge_input(&input).iter().filter(|j| j.line == line) {
            out.push_str(&judgement(input.session, judged));
        }
    }
    if out.lines().count() == 1 {
        let _ = writeln!(out, "\nNo text of the agent and no claim on this line.");
    }
    out
}

fn indented(text: &str) -> String {
    text.lines().map(|l| format!("  | {}", visible(l))).collect::<Vec<_>>().join("\n")
}

fn judgement(session: &Session, judged: &Judged) -> String {
    let mut out = String::new();
    let target = judged.claim.target.as_deref().map_or("nothing".to_owned(), |t| visible(t).into_owned());
    let _ = writeln!(out, "\nclaim      {} of {target}", judged.claim.ty.name());
    let _ = writeln!(out, "words      {}", one_line(&judged.claim.quote, 200));
    let _ = writeln!(out, "details    {}", details(&judged.claim.detail));
    let _ = writeln!(out, "verdict    {}", judged.verdict().name());
    let _ = writeln!(out, "reason     {}: {}", judged.reason.name(), judged.reason.rule());
    let _ = writeln!(out, "record     {}", visible(&judged.explanation));
    let _ = writeln!(out, "later      {}", judged.fate.name());
    for evidence in &judged.evidence {
        let result = evidence.result_line.map_or("no result".to_owned(), |l| format!("result line {l}"));
        let excerpt = one_line(&evidence.excerpt, 160);
        let _ = writeln!(out, "decided by {}, line {} ({result}): {excerpt}", visible(&evidence.tool), evidence.call_line);
    }
    out.push_str(&calls_before(session, judged));
    out
}

/// Every call before the claim, the latest first, and which of them the verdict rests on.
fn calls_before(session: &Session, judged: &Judged) -> String {
    let before = session.events.get(..judged.step).unwrap_or_default();
    let calls: Vec<(u32, &Call)> = before
        .iter()
        .rev()
        .filter_map(|e| match &e.kind {
            EventKind::Call(call) => Some((e.line, call)),
            _ => None,
        })
        .collect();
    let mut out = format!("calls before it: {}\n", calls.len());
    for (line, call) in calls.iter().take(CALLS) {
        let decided = judged.evidence.iter().any(|e| e.call_line == *line && e.tool == *call.tool);
        let mark = if decided { "rests on" } else { "passed over" };
        let _ = writeln!(out, "  line {line:<6} {mark:<12} {} {}", visible(&call.tool), one_line(&action(&call.action), 110));
    }
    if calls.len() > CALLS {
        let _ = writeln!(out, "  and {} earlier ones", calls.len() - CALLS);
    }
    out
}

fn action(action: &Action) -> String {
    match action {
        Action::Shell { command, .. } => command.clone(),
        Action::Write { path, .. } | Action::Edit { path, .. } | Action::Read { path, .. } => path.clone(),
        Action::Patch { text } => text.lines().find(|l| l.contains("File:")).unwrap_or_default().to_owned(),
        Action::Search { pattern, .. } => pattern.clone(),
        Action::Web { query } => query.clone(),
        Action::Agent { description, .. } => description.clone(),
        Action::Todo { items, .. } => format!("{} items", items.len()),
        Action::Poll { process, .. } => process.clone(),
        Action::Mcp { server, tool, .. } => format!("{server} {tool}"),
        Action::Other { input } => input.clone(),
    }
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
