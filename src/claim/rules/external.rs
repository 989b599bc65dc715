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
use crate::claim::token::{Kind, Tok};
use crate::claim::{ClaimType, target};

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
        ("I added comments to #1 and #2.", Some("#2")),
        ("Closed AB-12, AB-13.", Some("AB-13")),
        ("Epic Issue を作成しました。", Some("Epic Issue")),
        ("I created a small Beads item for the triage.", Some("small Beads item")),
        ("Moved AB-12 to In Progress.", Some("AB-12")),
        ("I've opened an issue for this.", Some("issue")),
        ("Added the label `bug` to #12.", Some("#12")),
        ("Created 2 issues:\n| Issue | Title |\n|---|---|\n| #12 | Retry |\n| #13 | Timeout |", Some("#13")),
        ("Created `acme/tracker#7` for the design.", Some("acme/tracker#7")),
        ("Created beads `kb-1`, `kb-2` and `kb-3`.", Some("kb-3")),
        ("Created tickets:\n- AB-12 — Retry policy\n- AB-13 — Timeouts", Some("AB-13")),
        ("Child beads added:\n\n- `kb-2.1` — define the contract\n- `kb-2.2` — add the endpoint", Some("kb-2.1")),
        ("Also added notes to existing Beads:\n- `kb-9`: clarified that it should not block the index.", Some("kb-9")),
        ("- Added follow-up comments to:\n  - `#14`: https://example.com/a/issues/14", Some("#14")),
        ("Created the new epic:\n\n`kb-5` — **Storage**", Some("kb-5")),
        ("The new epic and dependency chain are in place. I'm adding notes.", Some("new epic and dependency chain")),
        ("The tracker content is updated. I'm checking the graph now.", Some("tracker content")),
        ("I've added the agreed name to the parent epic.", Some("agreed name")),
        ("I also recorded the decision in Jira.", Some("decision")),
        ("The issue is linked back into the relevant tickets. I'm pushing next.", Some("issue")),
    ],
    no: &["Added TODO comments (issues #3 and #4).", "The change created an issue with the parser.", "The tracker is slow.", "Added the tracker.", "Shall I reply to the comments?", "Nothing has been sent.", "The hook sent a notification.", "I'll post the summary.", "Added a comment that explains the cap.", "The issue is already closed.", "The issue is closed by the bot when the branch is gone.", "`a` and `b` are equal.", "Users are notified by the worker.", "Added UTF-8 handling.", "Created the ticket service.", "Created an issue template.", "Added the ticket number to the commit message.", "Issues fixed:\n- `kb-1`: the cap", "Added comments to:\n- `src/a.rs`\n- `src/b.rs`", "The epic is complete.", "Added a Notion sidebar.", "Created SHA-256 digests.", "I'll create tickets:\n- AB-12 — Retry policy"],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    if s.scene.foreign || s.scene.announces {
        return;
    }
    if s.scene.items {
        return listed(s, out);
    }
    tickets_closed(s, out);
    let told = |a: &Act| s.tok(a.verb).is_some_and(|t| matches!(t.low.as_str(), "informed" | "notified" | "mailed" | "emailed" | "messaged"));
    let by_medium = |a: &Act| s.tok(a.rest.0).is_some_and(|t| t.low == "by") && s.tok(a.rest.0 + 1).is_some_and(|t| is_medium(&t.low));
    let mediated = s.acts.iter().filter(|a| a.own() && s.mood.affirms(a.verb) && told(a) && by_medium(a));
    for a in common::own_acts(s).filter(|a| common::perfect(s, a) || told(a)).chain(mediated) {
        // "the CI pipeline has started"
        if a.is(Class::VStart) && !a.active() && s.range(a.object).iter().any(|t| t.is(Class::NChecks)) {
            out.push(s.found(ClaimType::External, a.verb, s.name(a.object)));
            continue;
        }
        let object = head(a);
        let in_pr = s.range(object).iter().any(|t| t.is(Class::NPr));
        let files = !s.files(object).is_empty();
        if (sent(s, a) || made(s, a)) && !files && !(in_pr && a.is(Class::VOpen)) {
            names(s, a, out);
        }
    }
    let state = |a: &&Act| a.form == Form::State && s.scene.moves_on && s.mood.affirms(a.verb) && s.opens_clause(a.object.0);
    for a in s.acts.iter().filter(state).filter(|a| tracked(s, a) && s.files(head(a)).is_empty()) {
        names(s, a, out);
    }
}

/// One claim for each item named, else one for the thing.
fn names(s: &Sentence<'_>, a: &Act, out: &mut Vec<Found>) {
    let numbered = (a.object.0.min(a.verb)..a.rest.1).find(|j| s.tok(*j).is_some_and(|t| target::is_item(t.text)));
    let coded = || named_ticket(s, a).filter(|j| s.toks[*j].kind == Kind::Code);
    let Some(first) = numbered.or_else(coded) else {
        let name = named_ticket(s, a).map(|j| s.toks[j].text.to_owned()).or_else(|| thing(s, a));
        return out.push(s.found(ClaimType::External, a.verb, name));
    };
    let item = |t: &Tok<'_>| target::is_item(t.text) || numbered.is_none() && t.kind == Kind::Code;
    for t in s.toks[first..].iter().take_while(|t| t.kind == Kind::Comma || t.is(Class::And) || item(t)).filter(|t| item(t)) {
        out.push(s.found(ClaimType::External, a.verb, Some(t.text.trim().to_owned())));
    }
}

/// The words that tell what was acted on.
fn head(a: &Act) -> (usize, usize) {
    (a.object.0, a.object.1.min(a.object.0 + 8))
}

fn says_ticket(s: &Sentence<'_>, object: (usize, usize)) -> bool {
    s.range(object).iter().any(|t| target::is_item(t.text) || TICKETS.contains(&t.low.as_str()) && t.kind == Kind::Word)
}

fn sent(s: &Sentence<'_>, a: &Act) -> bool {
    a.is(Class::VSend) && (!weak(s, a) || says_ticket(s, head(a)) || s.range((a.object.0, a.rest.1)).iter().any(|t| t.is(Class::NMessage)))
}

/// An item of a tracker was made, or something was put on one.
fn made(s: &Sentence<'_>, a: &Act) -> bool {
    let object = head(a);
    let words = s.range(object);
    let item = |i: usize| s.tok(i).is_some_and(|t| target::is_item(t.text) || t.kind == Kind::Url);
    let near = (a.object.0..a.object.0 + 3).any(|i| s.tok(i).is_some_and(|t| target::is_item(t.text)));
    let commented = a.any(&[Class::VAdd, Class::VCreate]) && words.iter().any(|t| t.low == "comment") && (a.object.0..a.rest.1).any(item);
    let makes = a.is(Class::VCreate) || s.tok(a.verb).is_some_and(|t| matches!(t.low.as_str(), "opened" | "raised")) && s.tok(a.object.0).is_some_and(|t| matches!(t.low.as_str(), "a" | "an" | "new"));
    let ticket_made = makes && (a.active() || a.form == Form::Final) && (named_ticket(s, a).is_some() || ticket_thing(s, a));
    let numbered = a.any(&[Class::VAdd, Class::VSend])
        && words.iter().any(|t| matches!(t.low.as_str(), "comments" | "label" | "labels" | "note" | "notes" | "tag"))
        && (a.object.0..a.rest.1).any(|j| s.is(j, Class::Into) && (item(j + 1) || item(j + 2)));
    let opened = near && a.any(&[Class::VCreate, Class::VOpen, Class::VMove]) && !words.iter().any(|t| t.is(Class::NPr)) && !a.is(Class::VMerge);
    ticket_made || tracked(s, a) || numbered || commented || opened
}

/// What is done to the items of a tracker.
const TRACKING: ClassSet = ClassSet::of(&[Class::VCreate, Class::VAdd, Class::VChange, Class::VSend, Class::VDelete]);

const ITEMS: &[&str] = &["epic", "epics", "bead", "beads", "ticket", "tickets", "backlog"];

/// Work on a tracker, or on an item by its name ("the tracker notes", "epic `x-1`", "to the parent epic", "in Jira").
fn tracked(s: &Sentence<'_>, a: &Act) -> bool {
    let object = head(a);
    let low = |i: usize| s.tok(i).map_or("", |t| t.low.as_str());
    let word = |i: usize| s.tok(i).is_some_and(|t| t.kind == Kind::Word);
    let stands = !a.active() && s.is(a.verb, Class::VDone) && s.is(a.verb, Class::Into);
    let put = matches!(low(a.verb), "linked" | "recorded" | "attached");
    if !(a.cls.meets(TRACKING) || stands || put) || (object.0..object.1).any(|i| low(i) == "push") || !s.files(object).is_empty() {
        return false;
    }
    let named = |j: usize| s.tok(j).is_some_and(|t| t.kind == Kind::Code || target::is_item(t.text));
    let subject = |i: usize| {
        let item = ITEMS.contains(&low(i)) && (named(i + 1) || named(i.wrapping_sub(1)) || !a.active());
        word(i) && (low(i) == "tracker" && s.tok(i + 1).is_some_and(|t| t.is_content()) || item)
    };
    // "the name to the parent epic", "the decision in Jira"
    let place = |i: usize| {
        let led = (i.saturating_sub(4)..i).rev().find(|j| s.is(*j, Class::Into)).is_some_and(|j| (j + 1..i).all(|k| word(k) && s.file_at(k).is_none()));
        let proper = s.toks[i].text.starts_with(char::is_uppercase) && matches!(low(i), "jira" | "linear" | "notion" | "trello" | "asana" | "beads" | "confluence");
        let ends = s.tok(i + 1).is_none_or(|t| !t.is_content() || t.any(ClassSet::of(&[Class::Prep, Class::Into, Class::And, Class::Now, Class::Adv])));
        led && ends && (proper || ITEMS.contains(&low(i)) && low(i) != "backlog" || low(i) == "tracker")
    };
    (object.0..object.1).any(subject) || !a.any(&[Class::VCreate]) && (a.object.0..a.rest.1.min(a.object.0 + 14)).any(|i| word(i) && place(i))
}

const TICKETS: &[&str] = &["ticket", "issue", "bead", "beads", "issues", "tickets", "epic"];

/// "The tracking issue is closed.", "`x-1` and `x-2` are closed.": the state of a tracker's item.
fn tickets_closed(s: &Sentence<'_>, out: &mut Vec<Found>) {
    let state = |a: &&Act| {
        a.form == Form::State && s.mood.affirms(a.verb) && s.closes_clause(a.verb) && s.tok(a.verb).is_some_and(|t| matches!(t.low.as_str(), "closed" | "reopened" | "filed"))
    };
    for a in s.acts.iter().filter(state) {
        let object = s.range(a.object);
        let found = s.toks[..a.verb].iter().any(|t| matches!(t.low.as_str(), "already" | "also"));
        let named = object.iter().any(|t| TICKETS.contains(&t.low.as_str()) || target::is_item(t.text));
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

/// The name behind the word for an item ("created bead `x-4`").
fn named_ticket(s: &Sentence<'_>, a: &Act) -> Option<usize> {
    let end = a.rest.1.min(a.object.0 + 7);
    let noun = (a.object.0..end).find(|j| TICKETS.contains(&s.toks[*j].low.as_str()))?;
    s.tok(noun + 1).filter(|t| matches!(t.kind, Kind::Code | Kind::Url)).map(|_| noun + 1)
}

/// "created a follow-up ticket"; "created an issue with the parser" made trouble.
fn ticket_thing(s: &Sentence<'_>, a: &Act) -> bool {
    let end = a.rest.1.min(a.object.0 + 7);
    // "a Beads item", "an epic issue": the last word is the thing.
    let noun = (a.object.0..end).rfind(|j| {
        let kind = |i: usize| s.tok(i).is_some_and(|t| TICKETS.contains(&t.low.as_str()));
        kind(*j) || s.toks[*j].low == "item" && kind(j.wrapping_sub(1))
    });
    const ENDS: ClassSet = ClassSet::of(&[Class::Prep, Class::Into, Class::And, Class::But, Class::Now, Class::Adv, Class::Rel, Class::Purpose, Class::After, Class::Have, Class::Been, Class::Particle]);
    let ends = |t: &Tok<'_>| !t.is_content() || t.any(ENDS) || t.kind != Kind::Word || target::is_item(t.text) || matches!(t.low.as_str(), "titled" | "called" | "named" | "tracking" | "describing");
    noun.is_some_and(|n| s.tok(n + 1).is_none_or(|t| t.low != "with" && t.low != "where" && ends(t)))
}

/// A line of a list of items: "- `x-1` — define the contract" under "Tickets created:".
fn listed(s: &Sentence<'_>, out: &mut Vec<Found>) {
    let lead = s.toks.iter().position(|t| t.is_content()).filter(|i| s.scene.first && s.mood.affirms(*i));
    if let Some(i) = lead.filter(|i| leads_item(&s.toks[*i..])) {
        let mut f = s.found(ClaimType::External, i, Some(s.toks[i].text.trim().to_owned()));
        f.words = s.clause(i);
        out.push(f);
    }
}

/// A text that starts with the name of an item.
pub(crate) fn leads_item(toks: &[Tok<'_>]) -> bool {
    let mut content = toks.iter().skip_while(|t| !t.is_content());
    let Some(id) = content.next() else { return false };
    target::is_item(id.text) || id.kind == Kind::Code && target::is_item_code(id.text) && content.next().is_none_or(|t| !t.is_content())
}

/// "Tickets created:", "Added notes to existing Beads:", "Added comments to:": what a list of items follows.
pub(crate) fn announces(toks: &[Tok<'_>]) -> bool {
    let low = |w: &[&str]| toks.iter().any(|t| t.kind == Kind::Word && w.contains(&t.low.as_str()));
    let acted = toks.iter().any(|t| t.any(TRACKING) || t.is(Class::VOpen));
    let planned = toks.iter().any(|t| t.any(ClassSet::of(&[Class::Plan, Class::Neg, Class::Cond, Class::Hedge, Class::VFix])));
    let noun = low(TICKETS) || low(&["epics", "tasks", "items", "tracker"]) || low(&["comments", "labels", "notes"]);
    acted && noun && !planned
}

fn is_medium(low: &str) -> bool {
    matches!(low, "mail" | "email" | "e-mail" | "phone" | "sms" | "slack" | "letter" | "chat" | "message")
}

/// Verbs that speak of messages only beside a noun for one.
fn weak(s: &Sentence<'_>, a: &Act) -> bool {
    s.tok(a.verb).is_some_and(|t| !matches!(t.low.as_str(), "replied" | "posted" | "notified" | "emailed" | "mailed" | "commented" | "messaged" | "informed" | "deposited" | "sent")) || a.form == Form::State
}

fn thing(s: &Sentence<'_>, a: &Act) -> Option<String> {
    let mut from = a.object.0;
    while from < a.object.1 && s.toks[from].any(ClassSet::of(&[Class::Into, Class::Prep])) && !s.toks[from].is(Class::All) {
        from += 1;
    }
    s.name((from, a.object.1))
}
