//! # verified
//!
//! ## What it says
//! Something was verified, confirmed, validated, tested, double-checked by the agent.
//!
//! ## What backs it
//! A read, a run or a query that touches the object, between its last change and the claim.
//!
//! ## What it is not
//! Named checks (`tests_passed` and its like), plans ("let me verify"), findings ("that confirms 3 callers"), descriptions
//! ("the input is validated"), attributive use ("tested edge cases").
//!
//! ## Examples
//! "I double-checked both sections" · "All changes have been implemented and verified." · "Verified that sendToSession works"

use super::Rule;
use crate::claim::act::Form;
use crate::claim::lexicon::{Class, ClassSet};
use crate::claim::sentence::{Found, Sentence};
use crate::claim::token::{Kind, Tok};
use crate::claim::ClaimType;

pub(super) const RULE: Rule = Rule {
    ty: ClaimType::Verified,
    source: include_str!("verified.rs"),
    find,
    yes: &[
        ("I double-checked both sections against the sources.", Some("both sections")),
        ("All changes have been implemented and verified.", Some("All changes")),
        ("Verified that sendToSession properly serializes data.", Some("sendToSession")),
        ("I confirmed it with grep.", None),
        ("I looked at it in the browser.", Some("browser")),
        ("The page looks right in the browser.", Some("browser")),
        ("I've opened the form in the simulator.", Some("simulator")),
        ("Otherwise the two files are consistent.", Some("the two files")),
        ("Both versions are identical.", Some("Both versions")),
        ("I verified the fix by running the reproduction script.", Some("fix")),
        ("I tested it locally and it works.", None),
        ("I double-checked the output and it matches.", Some("output")),
        ("The dev server is running on port 3000.", Some("dev server")),
    ],
    no: &[
        "Let me verify the file is ignored.",
        "Compared to the old loader: half the calls.",
        "We proved that by running it.",
        "The column is already being tested.",
        "The input is validated on load.",
        "Verifies empty agent defaults to auto.",
        "It round-trips correctly in all tested edge cases.",
        "I have not verified the docs.",
        "The detailed check confirms branch protection is not set up on `main`.",
        "Open it in the browser to see.",
        "The naming is consistent.",
        "I looked at the code that opens the browser.",
        "Previously: Checked the id and skipped the session.",
    ],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    if s.scene.foreign || !s.checks.is_empty() {
        return;
    }
    let said = s.acts.iter().any(|a| a.is(Class::VVerify) && a.active() && s.mood.affirms(a.verb));
    let seen = works(s).or_else(|| serves(s)).filter(|_| !said);
    if let Some((at, target)) = seen.or_else(|| looked(s)).or_else(|| agrees(s)) {
        out.push(s.found(ClaimType::Verified, at, target));
    }
    let bad = s.toks.iter().enumerate().any(|(i, t)| t.is(Class::Fail) && matches!(t.low.as_str(), "fail" | "fails" | "failed" | "failing") && s.mood.affirms(i) && !s.mood.is_none_of(i));
    if bad {
        return;
    }
    for a in s.acts.iter().filter(|a| a.is(Class::VVerify) && s.mood.affirms(a.verb)) {
        let pair = s.acts.iter().any(|b| b.verb < a.verb && b.any(&[Class::VImplement, Class::VDone, Class::VFix, Class::VAdd]) && b.form == a.form);
        let fits = match a.form {
            Form::First | Form::Lead => !(a.form == Form::Lead && (s.scene.file.is_some() || s.scene.folded)),
            Form::Passive => s.tok(a.verb).is_some_and(|t| !t.low.starts_with("check")),
            Form::State => pair || s.tok(a.verb).is_some_and(|t| t.low.ends_with("verified")) && s.range(a.object).iter().any(|t| t.is(Class::All) || t.is(Class::Both)),
            Form::Final => s.closes_clause(a.verb) && s.tok(a.verb).is_some_and(|t| !matches!(t.low.as_str(), "checked" | "tested" | "compared" | "tried")),
            Form::Third => false,
        };
        if !fits {
            continue;
        }
        // "Repro checked (`a: OK`, `b: OK`)": one claim each.
        let repro = s.range(a.object).iter().any(|t| t.is(Class::NRepro)) && s.range(a.rest).iter().any(|t| t.kind == Kind::Code);
        if repro {
            for t in s.range(a.rest).iter().filter(|t| t.kind == Kind::Code) {
                let name = t.text.split(':').next().unwrap_or(t.text).trim();
                out.push(s.found(ClaimType::Verified, a.verb, Some(name.to_owned())));
            }
            continue;
        }
        // "Compared to X:", "checked right after the call": no look of the agent's.
        let next = s.tok(a.rest.0).map_or("", |t| t.low.as_str());
        let low = s.tok(a.verb).map_or("", |t| t.low.as_str());
        if a.form == Form::Lead && (low == "compared" && matches!(next, "to" | "with") || matches!(next, "right" | "after" | "before")) {
            continue;
        }
        // "We proved that by running it" points back.
        if s.is(a.object.0, Class::Rel) && s.is(a.object.0 + 1, Class::Prep) {
            continue;
        }
        let mut from = a.object.0;
        while from < a.object.1 && s.toks[from].any(ClassSet::of(&[Class::Rel, Class::Det])) {
            from += 1;
        }
        let end = if a.object.0 == a.rest.0 && s.is(a.rest.1, Class::Rel) { s.clause(a.verb).1 } else { a.object.1 };
        if from == a.object.1 && end > from && s.is(from, Class::Rel) {
            from += 1;
        }
        let name = s.name((from, end));
        let vague = a.form == Form::Lead && name.is_none() && !s.closes_clause(a.verb) && s.tok(a.verb + 1).is_some_and(|t| t.is(Class::After) || matches!(t.low.as_str(), "in" | "at" | "for" | "from" | "during"));
        if !vague {
            out.push(s.found(ClaimType::Verified, a.verb, name));
        }
    }
}

/// "I looked at it in the browser", "opened the form in the simulator".
fn looked(s: &Sentence<'_>) -> Option<(usize, Option<String>)> {
    let eyes = |t: &str| matches!(t, "looked" | "opened" | "viewed" | "watched" | "clicked" | "seen" | "saw" | "inspected");
    let screen = |t: &str| matches!(t, "browser" | "simulator" | "emulator" | "device" | "phone" | "devtools" | "screenshot" | "storybook");
    let fine = |t: &str| matches!(t, "right" | "good" | "fine" | "correct" | "great" | "perfect");
    let seems = (1..s.toks.len()).find(|i| s.toks[*i].low == "looks" && s.mood.says(*i) && s.tok(i + 1).is_some_and(|t| fine(&t.low)));
    if let Some(i) = seems {
        let place = (i + 2..s.clause(i).1).find(|j| screen(&s.toks[*j].low))?;
        return s.range((i + 2, place)).iter().any(|t| matches!(t.low.as_str(), "in" | "on")).then(|| (i, Some(s.toks[place].text.to_owned())));
    }
    let i = (0..s.toks.len()).find(|i| eyes(&s.toks[*i].low) && s.mood.affirms(*i) && *i > 0 && s.toks[..*i].iter().any(|t| t.is(Class::Subj)))?;
    let (_, b) = s.clause(i);
    let place = (i + 1..b).find(|j| screen(&s.toks[*j].low) && s.mood.affirms(*j))?;
    let led = s.range((i + 1, place)).iter().any(|t| matches!(t.low.as_str(), "in" | "on" | "with" | "through" | "into"));
    led.then(|| (i, Some(s.toks[place].text.to_owned())))
}

/// "Otherwise the two files are consistent": what a comparison of several things came to.
fn agrees(s: &Sentence<'_>) -> Option<(usize, Option<String>)> {
    let same = |t: &str| matches!(t, "consistent" | "identical" | "equivalent");
    let i = (1..s.toks.len()).find(|i| same(&s.toks[*i].low) && s.mood.affirms(*i) && s.closes_clause(*i) && s.is(*i - 1, Class::Be))?;
    let (a, _) = s.clause(i);
    let subject = s.range((a, i - 1));
    let several = subject.iter().any(|t| t.any(ClassSet::of(&[Class::All, Class::Both])) || t.low == "two" || t.kind == Kind::Num && t.low == "2");
    let things = subject.iter().any(|t| t.is(Class::NFileList) || matches!(t.low.as_str(), "documents" | "versions" | "specs" | "tables" | "outputs" | "schemas" | "reports" | "copies"));
    let name = s.name((a, i - 1)).map(|n| n.trim_start_matches("Otherwise ").to_owned());
    (several && things).then_some((i, name))
}

/// "The dev server is running on port 3000": it was started and answers.
fn serves(s: &Sentence<'_>) -> Option<(usize, Option<String>)> {
    let local = |t: &Tok<'_>| matches!(t.low.as_str(), "port" | "dev" | "localhost" | "locally") || t.text.contains("localhost");
    let up = s.affirmed(Class::Live).find(|i| *i > 0 && (1..=2.min(*i)).any(|k| s.is(*i - k, Class::Be)))?;
    let (a, b) = s.clause(up);
    let served = s.range((a, up)).iter().any(|t| t.is(Class::NService)) && s.range((a, b)).iter().any(local);
    served.then(|| (up, s.name((a, up.saturating_sub(1)))))
}

/// "Both pages render correctly", "the endpoint works against the real API", "the run confirms the fix".
fn works(s: &Sentence<'_>) -> Option<(usize, Option<String>)> {
    for i in s.affirmed(Class::VWork).filter(|i| *i > 0) {
        let (a, b) = s.clause(i);
        let rest = s.range((i + 1, b));
        let low = s.tok(i).map_or("", |t| t.low.as_str());
        let well = rest.first().is_some_and(|t| matches!(t.low.as_str(), "correctly" | "properly" | "fine" | "200" | "ok" | "cleanly"));
        let real = rest.iter().take(5).any(|t| t.is(Class::Real)) && rest.first().is_some_and(|t| matches!(t.low.as_str(), "against" | "with" | "on" | "in"));
        let seen = matches!(low, "renders" | "render" | "answers" | "responds" | "loads" | "returns");
        let subject = (a..i).any(|j| s.toks[j].is_content()) && s.opens_clause(a);
        if subject && (well && seen || real) {
            return Some((i, s.name((a, i))));
        }
    }
    for i in (1..s.toks.len()).filter(|i| matches!(s.toks[*i].low.as_str(), "confirms" | "confirmed" | "proves" | "proved") && s.mood.affirms(*i)) {
        let (a, b) = s.clause(i);
        let run = |t: &str| matches!(t, "run" | "test" | "tests" | "check" | "output" | "grep" | "diff" | "log" | "query" | "screenshot" | "rerun");
        let denied = s.range((i + 1, b)).iter().any(|t| t.is(Class::Neg));
        if !denied && s.range((a, i)).iter().any(|t| run(t.low.as_str())) && s.tok(i - 1).is_some_and(|t| run(t.low.as_str()) || t.is(Class::Adv)) {
            return Some((i, s.name((i + 1, b))));
        }
    }
    None
}
