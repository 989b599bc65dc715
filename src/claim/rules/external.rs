//! # external
//!
//! ## What it says
//! Something was sent, posted, replied, filed, assigned, scheduled outside the repository.
//!
//! ## What backs it
//! A call of an API, an MCP tool or a command line tool that returned an id or success.
//!
//! ## What it is not
//! Drafts and offers ("shall I reply?"), what the software sends, code comments, pull requests (`pull_request`).
//!
//! ## Examples
//! "replied to all 6 review comments" · "Issue #698 is now assigned." · "Posted the summary to the channel"

use super::{Rule, common};
use crate::claim::act::{Act, Form};
use crate::claim::lexicon::{Class, ClassSet};
use crate::claim::sentence::{Found, Sentence};
use crate::claim::token::Kind;
use crate::claim::ClaimType;

pub(super) const RULE: Rule = Rule {
    ty: ClaimType::External,
    source: include_str!("external.rs"),
    find,
    yes: &[
        ("Done. Pushed, and replied to all 6 review comments on the PR.", Some("all 6 review comments")),
        ("Issue #698 is now assigned.", Some("#698")),
        ("I posted the summary to the channel.", Some("summary")),
        ("I've created issue #12 for the leak.", Some("#12")),
        ("I created and claimed bead `kb-l0` for this rename.", Some("kb-l0")),
        ("The tracking issue is closed.", Some("tracking issue")),
        ("Created issue https://example.com/a/issues/4", Some("https://example.com/a/issues/4")),
        ("I closed the short triage bead with the outcome.", Some("short triage bead")),
        ("I've created a small follow-up ticket.", Some("small follow-up ticket")),
        ("Bead `kb-l0` is closed.", Some("kb-l0")),
        ("`kb-1` and `kb-2` are closed.", Some("kb-2")),
        ("The partner was informed by mail.", Some("partner")),
        ("Created the new tracker epic `kb-2` for the storage path.", Some("kb-2")),
        ("Created a GitHub issue for the leak.", Some("GitHub issue")),
        ("I added comments to #12 and #13.", Some("#12")),
        ("The on-call team has been notified.", Some("on-call team")),
    ],
    no: &["Added TODO comments (issues #3 and #4).", "The change created an issue with the parser.", "The tracker is slow.", "Added the tracker.", "Shall I reply to the comments?", "Nothing has been sent.", "The hook sent a notification.", "I'll post the summary.", "Added a comment that explains the cap.", "The issue is already closed.", "The issue is closed by the bot when the branch is gone.", "`a` and `b` are equal.", "Users are notified by the worker."],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    tickets_closed(s, out);
    let told = |a: &Act| s.tok(a.verb).is_some_and(|t| matches!(t.low.as_str(), "informed" | "notified" | "mailed" | "emailed" | "messaged"));
    let by_medium = |a: &Act| s.tok(a.rest.0).is_some_and(|t| t.low == "by") && s.tok(a.rest.0 + 1).is_some_and(|t| is_medium(&t.low));
    let mediated = s.acts.iter().filter(|a| a.own() && s.mood.affirms(a.verb) && told(a) && by_medium(a));
    for a in common::own_acts(s).filter(|a| common::perfect(s, a) || told(a)).chain(mediated) {
        if s.scene.foreign {
            continue;
        }
        // "the CI pipeline has started"
        if a.is(Class::VStart) && !a.active() && s.range(a.object).iter().any(|t| t.is(Class::NChecks)) {
            out.push(s.found(ClaimType::External, a.verb, s.name(a.object)));
            continue;
        }
        let object = (a.object.0, a.object.1.min(a.object.0 + 8));
        let ticket = s.range(object).iter().any(|t| ticket_number(t.text)) || s.range(object).iter().any(|t| TICKETS.contains(&t.low.as_str()) && t.kind == Kind::Word);
        let files = !s.files(object).is_empty();
        let in_pr = s.range(object).iter().any(|t| t.is(Class::NPr));
        let near = s.range((a.object.0, a.object.0 + 3)).iter().any(|t| ticket_number(t.text));
        let commented = a.any(&[Class::VAdd, Class::VCreate]) && s.range(object).iter().any(|t| t.low == "comment") && s.range((a.object.0, a.rest.1)).iter().any(|t| ticket_number(t.text) || t.kind == Kind::Url);
        let ticket_made = (a.is(Class::VCreate) && (a.active() || a.form == Form::Final)).then(|| named_ticket(s, a)).flatten();
        let tracked = a.cls.meets(TRACKING) && !files && tracker(s, object) && !s.range(object).iter().any(|t| t.low == "push");
        let numbered = a.any(&[Class::VAdd, Class::VSend])
            && s.range(object).iter().any(|t| matches!(t.low.as_str(), "comments" | "labels" | "notes"))
            && (a.object.0..a.rest.1).any(|j| {
                let item = |i: usize| s.tok(i).is_some_and(|t| ticket_number(t.text) || t.kind == Kind::Url);
                s.is(j, Class::Into) && (item(j + 1) || item(j + 2))
            });
        let made = ticket_made.is_some() || tracked || numbered || commented || near && a.any(&[Class::VCreate, Class::VOpen]) && ticket && !in_pr && !a.is(Class::VMerge) && s.range(object).iter().any(|t| ticket_number(t.text));
        let sent = a.is(Class::VSend) && (!weak(s, a) || ticket || s.range((a.object.0, a.rest.1)).iter().any(|t| t.is(Class::NMessage)));
        if (sent || made) && !files && !(in_pr && a.is(Class::VOpen)) {
            let name = s.range((a.object.0.min(a.verb), a.rest.1)).iter().find(|t| ticket_number(t.text)).map(|t| t.text.to_owned());
            out.push(s.found(ClaimType::External, a.verb, name.or(ticket_made).or_else(|| thing(s, a))));
        }
    }
}

/// What is done to the items of a tracker.
const TRACKING: ClassSet = ClassSet::of(&[Class::VCreate, Class::VAdd, Class::VChange, Class::VSend, Class::VDelete, Class::VDone]);

/// The words speak of a tracker, or of an item by its name ("the tracker notes", "epic `x-1`").
fn tracker(s: &Sentence<'_>, object: (usize, usize)) -> bool {
    const ITEMS: &[&str] = &["epic", "epics", "bead", "beads", "ticket", "tickets", "backlog"];
    (object.0..object.1).any(|i| {
        let word = s.tok(i).is_some_and(|t| t.kind == Kind::Word);
        let low = s.tok(i).map_or("", |t| t.low.as_str());
        let named = |j: usize| s.tok(j).is_some_and(|t| t.kind == Kind::Code || ticket_number(t.text));
        word && (low == "tracker" && s.tok(i + 1).is_some_and(|t| t.is_content()) || ITEMS.contains(&low) && (named(i + 1) || named(i.wrapping_sub(1))))
    })
}

const TICKETS: &[&str] = &["ticket", "issue", "bead", "beads", "issues", "tickets", "epic"];

/// "The tracking issue is closed.", "`x-1` and `x-2` are closed.": the state of a tracker's item.
fn tickets_closed(s: &Sentence<'_>, out: &mut Vec<Found>) {
    let state = |a: &&Act| {
        a.form == Form::State && s.mood.affirms(a.verb) && s.closes_clause(a.verb) && s.tok(a.verb).is_some_and(|t| matches!(t.low.as_str(), "closed" | "reopened" | "filed"))
    };
    for a in s.acts.iter().filter(state).filter(|_| !s.scene.foreign) {
        let object = s.range(a.object);
        let found = s.toks[..a.verb].iter().any(|t| matches!(t.low.as_str(), "already" | "also"));
        let named = object.iter().any(|t| TICKETS.contains(&t.low.as_str()) || ticket_number(t.text));
        let codes: Vec<_> = object.iter().filter(|t| t.kind == Kind::Code).collect();
        let only_codes = codes.len() >= 2 && object.iter().all(|t| !t.is_content() || t.kind == Kind::Code || t.is(Class::And));
        if found || !(named || only_codes) || !s.opens_clause(a.object.0) {
            continue;
        }
        if only_codes {
            for t in codes {
                out.push(s.found(ClaimType::External, a.verb, Some(t.text.trim().to_owned())));
            }
        } else {
            out.push(s.found(ClaimType::External, a.verb, s.name(a.object)));
        }
    }
}

/// "created bead `x-4`": the word for the item with its name behind it.
fn named_ticket(s: &Sentence<'_>, a: &Act) -> Option<String> {
    let end = a.rest.1.min(a.object.0 + 7);
    let noun = (a.object.0..end).find(|j| TICKETS.contains(&s.toks[*j].low.as_str()))?;
    let code = s.tok(noun + 1).filter(|t| matches!(t.kind, Kind::Code | Kind::Url)).map(|t| t.text.trim().to_owned());
    // "created an issue with the parser" made trouble.
    let item = |t: &crate::claim::token::Tok<'_>| matches!(t.low.as_str(), "bead" | "ticket" | "issue" | "issues" | "tickets" | "beads" | "epic");
    let tracked = s.tok(noun).is_some_and(item) && s.tok(noun + 1).is_none_or(|t| t.low != "with" && t.low != "where");
    code.or_else(|| thing(s, a).filter(|_| tracked))
}

fn is_medium(low: &str) -> bool {
    matches!(low, "mail" | "email" | "e-mail" | "phone" | "sms" | "slack" | "letter" | "chat" | "message")
}

/// Verbs that speak of messages only beside a noun for one.
fn weak(s: &Sentence<'_>, a: &Act) -> bool {
    s.tok(a.verb).is_some_and(|t| !matches!(t.low.as_str(), "replied" | "posted" | "notified" | "emailed" | "mailed" | "commented" | "messaged" | "informed" | "deposited" | "sent")) || a.form == Form::State
}

fn ticket_number(t: &str) -> bool {
    let digits = |n: &str| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit());
    let key = |k: &str| k.len() >= 2 && k.bytes().all(|b| b.is_ascii_uppercase());
    t.strip_prefix('#').is_some_and(digits) || t.split_once('-').is_some_and(|(k, n)| key(k) && digits(n))
}

fn thing(s: &Sentence<'_>, a: &Act) -> Option<String> {
    let mut from = a.object.0;
    while from < a.object.1 && s.toks[from].any(ClassSet::of(&[Class::Into, Class::Prep])) && !s.toks[from].is(Class::All) {
        from += 1;
    }
    s.name((from, a.object.1))
}
