//! Statements of work: a past verb with who did it and to what.

use super::lexicon::{Class, ClassSet};
use super::mood::Mood;
use super::sentence::phrase_end;
use super::token::{Kind, Tok};

/// How a verb of work stands in its clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// "Added X", also after "and".
    Lead,
    /// "I added X", "I've added X".
    First,
    /// "X was added", "X has been added", "X is now added".
    Passive,
    /// "X is committed": a state, or a description.
    State,
    /// "X added."
    Final,
    /// "The hook added X": somebody else's act.
    Third,
}

/// One statement of work.
#[derive(Debug, Clone)]
pub(crate) struct Act {
    pub(crate) verb: usize,
    pub(crate) form: Form,
    /// What was worked on: after an active verb what follows, else what stands before.
    pub(crate) object: (usize, usize),
    /// What follows the verb.
    pub(crate) rest: (usize, usize),
    pub(crate) cls: ClassSet,
}

impl Act {
    pub(crate) fn is(&self, c: Class) -> bool {
        self.cls.has(c)
    }
    pub(crate) fn any(&self, c: &[Class]) -> bool {
        self.cls.meets(ClassSet::of(c))
    }
    /// The agent's own act, stated as done.
    pub(crate) fn own(&self) -> bool {
        !matches!(self.form, Form::Third | Form::State)
    }
    pub(crate) fn active(&self) -> bool {
        matches!(self.form, Form::Lead | Form::First)
    }
}

pub(crate) const VERBS: ClassSet = ClassSet::of(&[
    Class::VCreate,
    Class::VAdd,
    Class::VChange,
    Class::VDelete,
    Class::VMove,
    Class::VFix,
    Class::VDone,
    Class::VCommit,
    Class::VPush,
    Class::VMerge,
    Class::VInstall,
    Class::VRun,
    Class::VVerify,
    Class::VDeploy,
    Class::VRead,
    Class::VSearch,
    Class::VSend,
    Class::VOpen,
    Class::VImplement,
    Class::VStart,
    Class::VSay,
    Class::VOther,
]);

const SKIP: ClassSet = ClassSet::of(&[Class::Adv, Class::Now, Class::All, Class::Both, Class::Full, Class::Have, Class::Only]);
const LINKS: ClassSet = ClassSet::of(&[Class::And, Class::But, Class::After]);
const OBJECT_STARTS: ClassSet = ClassSet::of(&[Class::Det, Class::All, Class::Pronoun, Class::New, Class::Both]);
const AFTER_FINAL: ClassSet = ClassSet::of(&[
    Class::Prep,
    Class::Into,
    Class::Adv,
    Class::Now,
    Class::And,
    Class::But,
    Class::Purpose,
    Class::Cond,
    Class::After,
    Class::Rel,
    Class::OkClean,
    Class::Without,
]);

/// The statements of work in a sentence.
pub(crate) fn acts(toks: &[Tok<'_>], mood: &Mood) -> Vec<Act> {
    let mut out: Vec<Act> = Vec::new();
    let mut claimed = false;
    for i in 0..toks.len() {
        let t = &toks[i];
        claimed |= (t.is(Class::OkPass) || t.is(Class::OkClean)) && mood.affirms(i);
        if !t.any(VERBS) || !mood.says(i) {
            continue;
        }
        let last = phrase_end(toks, i, VERBS);
        if let Some(form) = form_of(toks, i, last, &out, claimed) {
            let rest = (last + 1, rest_end(toks, last));
            let object = match form {
                Form::Lead | Form::First | Form::Third => match verb_final_object(toks, i, rest, form) {
                    Some(o) => o,
                    None => rest,
                },
                _ => (past_lead_in(toks, subject_start(toks, i), i), subject_end(toks, i)),
            };
            out.push(Act { verb: i, form, object, rest, cls: t.cls });
        }
    }
    // An act's words end where the next act begins.
    for k in 1..out.len() {
        let next = out[k].verb;
        let prev = &mut out[k - 1];
        if prev.rest.1 > next {
            let cut = (prev.rest.0..next).rev().find(|j| toks[*j].is(Class::And) || toks[*j].kind == Kind::Comma).unwrap_or(next);
            prev.rest.1 = cut.max(prev.rest.0);
            if prev.active() {
                prev.object.1 = prev.object.1.min(prev.rest.1).max(prev.object.0);
            }
        }
    }
    out
}

fn form_of(toks: &[Tok<'_>], i: usize, last: usize, before: &[Act], claimed: bool) -> Option<Form> {
    let mut j = i;
    let mut now = false;
    let mut have = false;
    let mut already = false;
    while j > 0
        && !toks[j - 1].is(Class::Subj)
        && (toks[j - 1].any(SKIP)
            || toks[j - 1].kind == Kind::Good
            || toks[j - 1].kind == Kind::Emoji
            || toks[j - 1].covers(Class::Adv))
        && !toks[j - 1].any(VERBS)
    {
        now |= toks[j - 1].is(Class::Now);
        have |= toks[j - 1].is(Class::Have);
        already |= toks[j - 1].low == "already";
        j -= 1;
    }
    let bare = toks[i].is(Class::Aux);
    // "no longer aligned with it"
    if j > 0 && toks[j - 1].cont.has(Class::Gone) {
        return None;
    }
    // "**already fixed** by our commits" is what was found.
    let starts = j == 0 || toks[j - 1].is_boundary() || toks[j - 1].kind == Kind::Colon;
    if already && starts && !toks[i].any(ClassSet::of(&[Class::VDone, Class::VPush, Class::VCommit])) {
        return None;
    }
    // "tests passed" is no act; "Passed `x` to it" is.
    let check = toks[i].is(Class::OkPass) && !toks[i].is(Class::VRead);
    if check && !toks.get(last + 1).is_some_and(|t| t.kind == Kind::Code || t.is(Class::Det)) {
        return None;
    }
    // "committed `a.json` does not name it", "completed runs on the branch": the participle only qualifies.
    let small = i == j && j == 0 && toks[i].text.starts_with(char::is_lowercase) && starts_object(toks, last + 1);
    let finite =
        |t: &Tok<'_>| t.any(ClassSet::of(&[Class::Be, Class::Have])) || matches!(t.low.as_str(), "does" | "do" | "will" | "can");
    let qualifies = toks[i].any(ClassSet::of(&[Class::VCommit, Class::VDone, Class::VPush, Class::VMerge, Class::VDeploy]));
    if small
        && qualifies
        && (toks[i].is(Class::VDone) && toks.get(last + 1).is_some_and(|t| t.cls.is_empty())
            || toks[last + 1..].iter().take(6).any(finite))
    {
        return None;
    }
    let Some(prev) = j.checked_sub(1).map(|p| &toks[p]) else {
        return (!bare || subject_named(toks, last)).then_some(Form::Lead).filter(|_| lead_fits(toks, i, last));
    };
    if prev.covers(Class::Been) {
        // "is being updated" goes on, "has already been moved" tells of what was found.
        let found = prev.low == "been" && (j.saturating_sub(3)..i).any(|k| toks[k].low == "already");
        return (prev.low != "being" && !found).then_some(Form::Passive);
    }
    if prev.covers(Class::Be) {
        now |= toks.get(last + 1).is_some_and(|t| t.is(Class::Now));
        return Some(if now { Form::Passive } else { Form::State });
    }
    if prev.covers(Class::Subj) {
        return (!relative(toks, j - 1)).then_some(Form::First);
    }
    let done_in_brackets =
        prev.kind == Kind::Open && toks[i].is(Class::VDone) && toks.get(last + 1).is_some_and(|t| t.kind == Kind::Close);
    if done_in_brackets && already {
        return None;
    }
    if done_in_brackets && j > 1 {
        return Some(Form::Final);
    }
    // "The user closed it → marked ended" tells a course of events; "Main changed x: y moved" another's work.
    let theirs = before.iter().any(|a| a.form == Form::Third) && !before.iter().any(Act::own);
    if prev.kind == Kind::Arrow && (theirs || before.is_empty()) && j > 1 && toks[..j - 1].iter().any(|t| t.kind == Kind::Word) {
        return None;
    }
    // "New section — inserted between the two": where it stands.
    let between = |t: &Tok<'_>| matches!(t.low.as_str(), "between" | "alongside" | "beside" | "right" | "next");
    if prev.kind == Kind::Dash && toks.get(last + 1).is_some_and(between) {
        return None;
    }
    if prev.is_boundary() || prev.kind == Kind::Colon {
        return (!bare || subject_named(toks, last)).then_some(Form::Lead).filter(|_| lead_fits(toks, i, last));
    }
    // "They agree, fully verified."
    let ends = toks.get(last + 1).is_none_or(|t| !t.is_content());
    if prev.kind == Kind::Comma && toks[i].is(Class::VVerify) && before.is_empty() && ends {
        return Some(Form::Final);
    }
    if prev.any(LINKS) || prev.kind == Kind::Comma {
        let own = before.iter().any(|a| a.form != Form::Third);
        let third = before.last().is_some_and(|a| a.form == Form::Third);
        return ((own && !third) || claimed).then(|| match before.last() {
            Some(a) if matches!(a.form, Form::Passive | Form::State) && !starts_object(toks, last + 1) => a.form,
            _ => Form::Lead,
        });
    }
    if have && prev.is_content() {
        return Some(if starts_object(toks, last + 1) { Form::Third } else { Form::Final });
    }
    if prev.any(ClassSet::of(&[Class::Det, Class::Into, Class::Prep, Class::Modal, Class::Aux, Class::Pronoun]))
        && !prev.is(Class::Particle)
        || prev.kind == Kind::Other
    {
        return None;
    }
    if !prev.is_content() && prev.kind != Kind::Close {
        return None;
    }
    // Verb-final languages: the subject or the auxiliary stands at the head of the clause.
    let start = subject_start(toks, i);
    let head = &toks[start..i];
    if bare || check {
        return None;
    }
    // "条件" behind "完了" makes one noun of both.
    if next_is_cjk_noun(toks, i, last) {
        return None;
    }
    if head.iter().any(|t| t.covers(Class::Been)) && !starts_object(toks, last + 1) {
        return Some(Form::Passive);
    }
    if head.iter().any(|t| t.is(Class::Subj)) && head.iter().any(|t| t.is(Class::Have))
        || prev.is(Class::Particle) && !next_is_cjk_noun(toks, i, last)
    {
        return Some(Form::First);
    }
    if head.iter().any(|t| t.any(ClassSet::of(&[Class::Be, Class::Rel, Class::Modal, Class::Subj, Class::Aux, Class::VDesc])))
        || before.iter().any(|b| b.verb >= start)
    {
        return None;
    }
    // "1 file changed, 14 insertions" is what git prints.
    let stat = toks[i].low == "changed" && prev.low.starts_with("file") && head.first().is_some_and(|t| t.kind == Kind::Num);
    // "Latency dropped from 300 ms to 40 ms" fell by itself.
    let number = |j: usize| toks.get(j).is_some_and(|t| t.kind == Kind::Num);
    let fell = toks[i].low == "dropped"
        && toks.get(last + 1).is_some_and(|t| matches!(t.low.as_str(), "from" | "to" | "by"))
        && number(last + 2);
    if counts_none(toks, last) || manner_only(head) || stat || fell {
        return None;
    }
    // "(branch deleted)" sets the scene.
    if start > 0 && toks[start - 1].kind == Kind::Open {
        return None;
    }
    // "the issues fixed in each row are sorted", "with verbose mode enabled": no statement of work.
    let finite = (last + 1..rest_end(toks, last))
        .take_while(|j| !toks[*j].is(Class::And) && toks[*j].kind != Kind::Comma && toks[*j].kind != Kind::Colon);
    let with = |t: &Tok<'_>| matches!(t.low.as_str(), "with" | "avec" | "mit" | "con" | "com");
    if finite.into_iter().any(|j| toks[j].is(Class::Be) && toks[j].text != "'s")
        || head.iter().any(|t| with(t) || t.is(Class::Have))
    {
        return None;
    }
    if theirs && start > 0 && toks[start - 1].kind == Kind::Colon {
        return Some(Form::Third);
    }
    if toks.get(last + 1).is_none_or(|t| !t.is_content() || t.any(AFTER_FINAL)) {
        // "the hook ran and verified": it runs, it is not run.
        let runs =
            toks[i].is(Class::VRun) && !head.iter().any(|t| matches!(t.kind, Kind::Code | Kind::Path) || t.is(Class::NRepro));
        return Some(if runs { Form::Third } else { Form::Final });
    }
    Some(Form::Third)
}

/// A lead participle has something to do with: "Added X", "Committed.", no "Fixed-width", no "Updated:" of a date.
fn lead_fits(toks: &[Tok<'_>], i: usize, last: usize) -> bool {
    match toks.get(last + 1) {
        None => true,
        Some(n) if n.kind == Kind::Colon => !counts_none(toks, last),
        Some(n) => !(n.is(Class::Be) || n.is(Class::Been)) || toks[i].is(Class::VDone),
    }
}

/// "Issues fixed: 0".
fn counts_none(toks: &[Tok<'_>], last: usize) -> bool {
    toks.get(last + 1).is_some_and(|n| n.kind == Kind::Colon)
        && toks.get(last + 2).is_some_and(|v| v.low == "0" || v.text.trim() == "0" || v.is(Class::NoWord))
}

/// "Mostly aligned", "Partially implemented": how far something is so, no subject.
fn manner_only(head: &[Tok<'_>]) -> bool {
    let mut content = head.iter().filter(|t| t.is_content());
    content.next().is_some_and(|t| t.kind == Kind::Word && t.low.len() > 4 && t.low.ends_with("ly")) && content.next().is_none()
}

fn subject_named(toks: &[Tok<'_>], last: usize) -> bool {
    toks.iter().skip(last + 1).take(6).any(|t| t.is(Class::Full))
}

/// A bare Han verb before another word of that script, as part of a noun.
fn next_is_cjk_noun(toks: &[Tok<'_>], i: usize, last: usize) -> bool {
    let han = |t: &Tok<'_>| t.text.chars().all(|c| matches!(c as u32, 0x3400..=0x9fff));
    let next = toks.get(last + 1);
    han(&toks[i])
        && !toks[i].text.contains(['已', '了'])
        && next.is_some_and(|n| {
            n.kind == Kind::Word && n.text.starts_with(super::token::is_cjk) && !n.any(AFTER_FINAL) && !n.is(Class::OkPass)
        })
}

fn starts_object(toks: &[Tok<'_>], at: usize) -> bool {
    toks.get(at).is_some_and(|t| t.is_content() && !t.any(AFTER_FINAL) || t.any(OBJECT_STARTS))
}

/// "the marker I added": a noun right before the subject.
fn relative(toks: &[Tok<'_>], subj: usize) -> bool {
    let start = (0..=subj).rev().find(|k| !toks[*k].covers(Class::Subj) && !toks[*k].any(SKIP));
    start.is_some_and(|k| {
        let t = &toks[k];
        t.is(Class::Rel)
            || (t.is_content()
                && (t.cls.is_empty()
                    || t.any(ClassSet::of(&[
                        Class::NTests,
                        Class::NChange,
                        Class::NTask,
                        Class::NBug,
                        Class::All,
                        Class::NFileList,
                        Class::NHit,
                        Class::Pronoun,
                    ]))))
    })
}

fn subject_start(toks: &[Tok<'_>], verb: usize) -> usize {
    let mut depth = 0i32;
    for j in (0..verb).rev() {
        match toks[j].kind {
            Kind::Close => depth += 1,
            Kind::Open if depth > 0 => depth -= 1,
            Kind::Open => return j + 1,
            Kind::Semi | Kind::Dash | Kind::Stop | Kind::Colon | Kind::Cell if depth == 0 => return j + 1,
            _ if depth == 0
                && toks[j].any(LINKS)
                && toks.get(j + 1).is_some_and(|t| t.any(ClassSet::of(&[Class::Det, Class::Subj]))) =>
            {
                return j + 1;
            }
            _ => {}
        }
    }
    0
}

/// "Based on the summary, the rework is complete": the subject stands behind the comma.
fn past_lead_in(toks: &[Tok<'_>], start: usize, verb: usize) -> usize {
    let lead = toks.get(start).is_some_and(|t| t.any(ClassSet::of(&[Class::Prep, Class::Into])));
    let comma = (start..verb).find(|j| toks[*j].kind == Kind::Comma);
    comma
        .filter(|c| lead && toks.get(c + 1).is_some_and(|t| t.any(ClassSet::of(&[Class::Det, Class::All]))))
        .map_or(start, |c| c + 1)
}

fn subject_end(toks: &[Tok<'_>], verb: usize) -> usize {
    let mut j = verb;
    let drop = ClassSet::of(&[Class::Be, Class::Been, Class::Have, Class::Adv, Class::Now, Class::All, Class::Both, Class::Full]);
    while j > 0 && (toks[j - 1].any(drop) || toks[j - 1].cont.meets(drop)) {
        j -= 1;
    }
    j
}

const SMALL: ClassSet = ClassSet::of(&[
    Class::Particle,
    Class::Adv,
    Class::Now,
    Class::Det,
    Class::Pronoun,
    Class::Prep,
    Class::Be,
    Class::Been,
    Class::Have,
    Class::And,
    Class::But,
    Class::All,
]);

/// The object between an auxiliary and a verb at the end of the clause ("ich habe X hinzugefügt", "Xを追加しました").
fn verb_final_object(toks: &[Tok<'_>], verb: usize, rest: (usize, usize), form: Form) -> Option<(usize, usize)> {
    if form != Form::First || starts_object(toks, rest.0) {
        return None;
    }
    let start = subject_start(toks, verb);
    let head = (start..verb).rev().find(|j| toks[*j].is(Class::Have) || toks[*j].is(Class::Subj)).map_or(start, |j| j + 1);
    (head < verb && toks[head..verb].iter().any(|t| t.is_content() && !t.any(SMALL))).then_some((head, verb))
}

fn rest_end(toks: &[Tok<'_>], verb: usize) -> usize {
    let mut depth = 0i32;
    for (j, t) in toks.iter().enumerate().skip(verb + 1) {
        match t.kind {
            Kind::Open => depth += 1,
            Kind::Close if depth > 0 => depth -= 1,
            Kind::Close => return j,
            Kind::Semi | Kind::Dash | Kind::Stop | Kind::Ask | Kind::Cell if depth <= 0 => return j,
            _ if depth <= 0 && (t.is(Class::Purpose) || t.is(Class::Rel)) => return j,
            _ => {}
        }
    }
    toks.len()
}
