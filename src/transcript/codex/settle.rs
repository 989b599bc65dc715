//! What only several records of a rollout together tell: what is said twice, whose output an output is, which model speaks.

use super::calls::under;
use super::outputs::{self, Output};
use super::record::{Ownership, Payload};
use crate::transcript::model::*;
use crate::transcript::wire::{Obj, Str, key};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// What was noted on the way through the file. Positions are indices of events.
#[derive(Debug, Default)]
pub(super) struct Trail {
    /// Meta records; the first is the file's own.
    pub metas: Vec<Meta>,
    /// Working directory that the host told the agent.
    pub told_cwd: Option<String>,
    /// Where model or working directory change.
    contexts: Vec<Context>,
    /// What a person said, by the host's event.
    pub user_events: Vec<usize>,
    /// Messages with the user's role: what a person said, and what the host injected.
    pub user_items: Vec<usize>,
    /// What the agent said, by the host's event.
    pub agent_events: Vec<usize>,
    /// Ids of calls that are scripts.
    pub scripts: BTreeSet<Box<str>>,
    /// Parts of outputs that are lists, or of scripts.
    pub parts: BTreeMap<usize, Vec<String>>,
    /// Ids of commands that the host told with their status.
    pub executions: BTreeSet<Box<str>>,
    /// How calls ended, by the host's events.
    ends: Vec<(Box<str>, Status)>,
}

/// A change of model or working directory.
#[derive(Debug)]
struct Context {
    at: usize,
    model: Option<Box<str>>,
    cwd: Option<Box<str>>,
}

/// What a meta record says.
#[derive(Debug)]
pub(super) struct Meta {
    at: usize,
    id: String,
    session_id: Option<String>,
    ownership: Ownership,
    cwd: Option<String>,
    version: Option<String>,
    branch: Option<String>,
}

impl Meta {
    pub(super) fn of(at: usize, p: &Payload) -> Self {
        let owned = |s: &Str| s.some().map(str::to_owned);
        Meta {
            at,
            id: p.id.as_str().to_owned(),
            session_id: owned(&p.session_id),
            ownership: p.ownership(),
            cwd: owned(&p.cwd),
            version: owned(&p.cli_version),
            branch: owned(&p.git.0.branch),
        }
    }
}

impl Trail {
    pub(super) fn context(&mut self, at: usize, model: Option<&str>, cwd: Option<&str>) {
        self.contexts.push(Context { at, model: model.map(Into::into), cwd: cwd.map(Into::into) });
    }

    pub(super) fn ended(&mut self, p: &Payload) {
        let status = match (p.exit_code.code(), p.success.0, p.result) {
            (Some(0), ..) | (None, Some(true), _) => Status::Ok,
            (Some(n), ..) => Status::Exit(n),
            (None, Some(false), _) => Status::Error,
            (None, None, Some(result)) => mcp_status(result),
            _ => return,
        };
        self.ends.push((p.call_id.as_str().into(), status));
    }

    pub(super) fn join(&mut self, later: Trail, base: usize) {
        self.metas.extend(later.metas.into_iter().map(|m| Meta { at: m.at + base, ..m }));
        self.told_cwd = self.told_cwd.take().or(later.told_cwd);
        self.contexts.extend(later.contexts.into_iter().map(|c| Context { at: c.at + base, ..c }));
        self.user_events.extend(later.user_events.into_iter().map(|at| at + base));
        self.user_items.extend(later.user_items.into_iter().map(|at| at + base));
        self.agent_events.extend(later.agent_events.into_iter().map(|at| at + base));
        self.scripts.extend(later.scripts);
        self.parts.extend(later.parts.into_iter().map(|(at, parts)| (at + base, parts)));
        self.executions.extend(later.executions);
        self.ends.extend(later.ends);
    }
}

/// `{"Ok":{"isError":…}}` or `{"Err":…}`.
fn mcp_status(result: &RawValue) -> Status {
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Good {
        #[serde(rename = "isError", alias = "is_error")]
        is_error: crate::transcript::wire::Flag,
    }
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Ended {
        #[serde(rename = "Ok")]
        ok: Option<Obj<Good>>,
    }
    match serde_json::from_str::<Obj<Ended>>(result.get()).unwrap_or_default().0.ok {
        Some(Obj(good)) if !good.is_error.is_true() => Status::Ok,
        _ => Status::Error,
    }
}

/// Id of the n-th call within a script.
pub(super) fn inner_id(script: &str, n: usize) -> String {
    format!("{script}#{n}")
}

/// A result in the model's form.
pub(super) fn result(id: &str, output: Output) -> CallResult {
    let (text, by_reader) = keep_ends(&output.text);
    CallResult {
        id: id.into(),
        status: output.status,
        text,
        cut: if by_reader && output.cut == Cut::No { Cut::Reader } else { output.cut },
        process: output.process.map(Into::into),
        file_lines: None,
    }
}

/// How the host's own messages with the user's role begin.
const INJECTED: [&str; 11] = [
    "# AGENTS.md instructions",
    "<environment_context>",
    "<user_instructions>",
    "<INSTRUCTIONS>",
    "<turn_aborted>",
    "<skill>",
    "<recommended_plugins>",
    "<permissions",
    "<collaboration_mode>",
    "<model_switch>",
    "<app-context>",
];

/// What a message with the user's role is.
pub(super) fn user_item(text: &str) -> Option<EventKind> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return None;
    }
    if let Some(body) = between(trimmed, "subagent_notification") {
        return Some(subagent_end(body));
    }
    if let Some(body) = between(trimmed, "user_shell_command") {
        let command = between(body, "command").unwrap_or_default().trim();
        let text = format!("! {command}\n{}", between(body, "result").unwrap_or_default().trim());
        return Some(EventKind::User(UserText { text, origin: Origin::HumanCommand }));
    }
    let injected = INJECTED.iter().any(|w| trimmed.starts_with(w));
    if injected {
        return Some(EventKind::User(UserText { text: text.to_owned(), origin: Origin::Injected }));
    }
    Some(user_said(text))
}

/// What a person said; the editor's account of open files before it is taken off.
pub(super) fn user_said(message: &str) -> EventKind {
    const REQUEST: &str = "## My request for Codex:";
    let said = match message.trim_start().starts_with("# Context from my IDE setup:") {
        true => message.find(REQUEST).map_or(message, |at| message[at + REQUEST.len()..].trim_start()),
        false => message,
    };
    EventKind::User(UserText { text: said.to_owned(), origin: Origin::Human })
}

fn between<'a>(text: &'a str, tag: &str) -> Option<&'a str> {
    let rest =
        text.strip_prefix(format!("<{tag}>").as_str()).or_else(|| text.split_once(format!("<{tag}>").as_str()).map(|(_, r)| r));
    // Only at the beginning of the host's own message, or within one that was found so.
    let inner = rest.filter(|_| text.trim_start().starts_with('<'))?;
    Some(&inner[..inner.rfind(format!("</{tag}>").as_str()).unwrap_or(inner.len())])
}

/// `{"agent_id":…,"status":{"completed":"report"}}`.
fn subagent_end(body: &str) -> EventKind {
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Note<'a> {
        #[serde(borrow, alias = "agent_path")]
        agent_id: Str<'a>,
        #[serde(borrow)]
        status: Option<&'a RawValue>,
    }
    let Obj(note) = serde_json::from_str::<Obj<Note>>(body.trim()).unwrap_or_default();
    let (status, text) = agent_status(note.status.map_or("", RawValue::get)).unwrap_or((Status::Unknown, String::new()));
    EventKind::Mark(Mark::TaskEnd { process: note.agent_id.as_str().into(), status, text: text.into() })
}

/// The state of a subagent: a word, or `{"completed":"report"}`.
fn agent_status(json: &str) -> Option<(Status, String)> {
    let (word, text) = match serde_json::from_str::<serde_json::Value>(json).ok()? {
        serde_json::Value::String(word) => (word, String::new()),
        serde_json::Value::Object(map) => {
            let (word, text) = map.into_iter().next()?;
            (word, text.as_str().unwrap_or_default().to_owned())
        }
        _ => return None,
    };
    let status = match word.as_str() {
        "completed" => Status::Ok,
        "errored" | "failed" | "not_found" => Status::Error,
        "interrupted" => Status::Interrupted,
        "shutdown" => Status::Killed,
        "running" | "pending_init" => Status::Running,
        _ => return None,
    };
    Some((status, text))
}

/// The working directory that the host tells the agent, where the meta record has none.
pub(super) fn told_cwd(text: &str) -> Option<&str> {
    if let Some((_, rest)) = text.split_once("<cwd>") {
        return rest.split_once("</cwd>").map(|(dir, _)| dir.trim());
    }
    let (_, rest) = text.split_once("Current working directory: ").filter(|_| text.contains("<environment_context>"))?;
    rest.lines().next().map(str::trim)
}

/// Settles a whole rollout.
pub(super) fn settle(session: &mut Session, trail: Trail) {
    let mut drop: BTreeSet<usize> = BTreeSet::new();
    identify(&mut session.meta, &trail, &mut drop);
    name_nameless(&mut session.events);
    let is_subagent = session.meta.agent_id.is_some();
    drop_echoes(&session.events, &trail, &mut drop);
    classify_users(&mut session.events, &trail, is_subagent, &mut drop);
    fill_contexts(&mut session.events, &trail);
    let mut outputs = join_outputs(&mut session.events, &trail);
    drop_executed(&session.events, &trail, &mut drop);
    let events = std::mem::take(&mut session.events);
    for (i, event) in events.into_iter().enumerate() {
        match outputs.remove(&i) {
            Some(several) => session.events.extend(several),
            None if drop.contains(&i) => {}
            None => session.events.push(event),
        }
    }
    drop_unanswered_inner(session, &trail);
    session.drop_repeated_marks();
    key_messages(session);
}

/// Fills in whose session it is. Of further meta records those of the same session stay, as marks that it was resumed.
fn identify(meta: &mut SessionMeta, trail: &Trail, drop: &mut BTreeSet<usize>) {
    let first_cwd = trail.contexts.iter().find_map(|c| c.cwd.as_deref());
    if let [own, others @ ..] = trail.metas.as_slice() {
        drop.insert(own.at);
        drop.extend(others.iter().filter(|m| m.id != own.id).map(|m| m.at));
        let id = (!own.id.is_empty()).then(|| own.id.clone());
        (meta.session_id, meta.agent_id) = match &own.ownership {
            Ownership::Subagent(parent) => (parent.clone().or_else(|| own.session_id.clone()).or_else(|| id.clone()), id),
            _ => (id, None),
        };
        meta.is_copy = own.ownership == Ownership::Reviewer;
        meta.cwd.clone_from(&own.cwd);
        meta.agent_version.clone_from(&own.version);
        meta.branch.clone_from(&own.branch);
    }
    meta.cwd = meta.cwd.take().or_else(|| first_cwd.map(Into::into)).or_else(|| trail.told_cwd.clone());
    meta.project = meta.cwd.clone();
}

/// Calls without an id are named by their line; their result follows them.
fn name_nameless(events: &mut [Event]) {
    for i in 0..events.len() {
        let (before, here) = events.split_at_mut(i);
        let named: Box<str> = format!("line-{}", here[0].line).into();
        match (&mut here[0].kind, before.last().map(|e| &e.kind)) {
            (EventKind::Call(call), _) if call.id.is_empty() => call.id = named,
            (EventKind::Result(result), Some(EventKind::Call(call))) if result.id.is_empty() => result.id = call.id.clone(),
            _ => {}
        }
    }
}

/// The host tells each utterance twice: as an event and as an item. The item counts; an event without one does too.
fn drop_echoes(events: &[Event], trail: &Trail, drop: &mut BTreeSet<usize>) {
    let echoes: HashSet<usize> = trail.agent_events.iter().copied().collect();
    let said = |i: usize, e: &Event| match &e.kind {
        EventKind::Say(say) if !echoes.contains(&i) => Some(key(say.text.trim())),
        _ => None,
    };
    let said: HashSet<u64> = events.iter().enumerate().filter_map(|(i, e)| said(i, e)).collect();
    for &at in &trail.agent_events {
        if let Some(EventKind::Say(say)) = events.get(at).map(|e| &e.kind)
            && (say.text.trim().is_empty() || said.contains(&key(say.text.trim())))
        {
            drop.insert(at);
        }
    }
}

/// Texts that are looked for within others: how many, and within texts of what length.
const NEAR: usize = 200;
const LONG: usize = 1 << 20;

/// Where the host's events say what a person said, all other messages with the user's role are the host's.
fn classify_users(events: &mut [Event], trail: &Trail, is_subagent: bool, drop: &mut BTreeSet<usize>) {
    let text_at = |events: &[Event], at: usize| match events.get(at).map(|e| &e.kind) {
        Some(EventKind::User(u)) => u.text.trim().to_owned(),
        _ => String::new(),
    };
    let told: Vec<String> = trail.user_events.iter().map(|at| text_at(events, *at)).collect();
    drop.extend(trail.user_events.iter().zip(&told).filter(|(_, text)| text.is_empty()).map(|(at, _)| *at));
    let told: BTreeSet<String> = told.into_iter().filter(|t| !t.is_empty()).collect();
    for &at in &trail.user_items {
        let Some(EventKind::User(user)) = events.get_mut(at).map(|e| &mut e.kind) else {
            continue;
        };
        if user.origin != Origin::Human || told.is_empty() {
            continue;
        }
        // A message with images holds more than its text.
        let with_more = || user.text.len() < LONG && told.iter().take(NEAR).any(|t| user.text.contains(t.as_str()));
        if told.contains(user.text.trim()) || with_more() {
            drop.insert(at);
        } else {
            user.origin = Origin::Injected;
        }
    }
    if is_subagent {
        for event in events {
            if let EventKind::User(user) = &mut event.kind
                && user.origin == Origin::Human
            {
                user.origin = Origin::Agent;
            }
        }
    }
}

/// Model and working directory hold from where they are told on.
fn fill_contexts(events: &mut [Event], trail: &Trail) {
    let (mut model, mut cwd) = (None, trail.metas.first().and_then(|m| m.cwd.as_deref()).map(Into::into));
    let mut contexts = trail.contexts.iter().peekable();
    for (i, event) in events.iter_mut().enumerate() {
        while let Some(context) = contexts.next_if(|c| c.at <= i) {
            model = context.model.clone().or(model);
            cwd = context.cwd.clone().or(cwd);
        }
        match &mut event.kind {
            EventKind::Say(say) => say.model.clone_from(&model),
            EventKind::Call(call) => {
                call.cwd = match &call.cwd {
                    Some(dir) => Some(under(cwd.as_deref(), dir).into()),
                    None => cwd.clone(),
                };
            }
            _ => {}
        }
    }
}

/// Reads outputs by the call that they answer. An output of a script with several calls becomes several.
fn join_outputs(events: &mut [Event], trail: &Trail) -> BTreeMap<usize, Vec<Event>> {
    let ends: HashMap<&str, Status> = trail.ends.iter().map(|(id, s)| (&**id, *s)).collect();
    let mut calls: HashMap<Box<str>, usize> = HashMap::new();
    let mut several = BTreeMap::new();
    for i in 0..events.len() {
        let (before, here) = events.split_at_mut(i);
        let event = &mut here[0];
        match &mut event.kind {
            EventKind::Call(call) => {
                calls.insert(call.id.clone(), i);
            }
            EventKind::Result(result) if trail.scripts.contains(&result.id) => {
                let inner = (0..).take_while(|n| calls.contains_key(inner_id(&result.id, *n).as_str())).count();
                let results = script_results(result, trail.parts.get(&i), inner);
                let copy = |r| Event {
                    line: event.line,
                    agent: 0,
                    time: event.time.clone(),
                    key: event.key,
                    kind: EventKind::Result(r),
                };
                several.insert(i, results.into_iter().map(copy).collect());
            }
            EventKind::Result(result) => {
                if let Some(status) = ends.get(&*result.id).filter(|_| result.status == Status::Unknown) {
                    result.status = *status;
                }
                if let Some(EventKind::Call(call)) = calls.get(&result.id).and_then(|at| before.get(*at)).map(|e| &e.kind) {
                    settle_output(call, result, trail.parts.get(&i));
                }
            }
            _ => {}
        }
    }
    several
}

/// The results of a script's calls from its one output; with no more than one call the script's id is the call's.
fn script_results(whole: &CallResult, parts: Option<&Vec<String>>, inner: usize) -> Vec<CallResult> {
    let commands = inner.max(1);
    let results: Vec<CallResult> = match parts {
        Some(parts) => outputs::script_outputs(&borrowed(parts), commands).into_iter().map(|o| result(&whole.id, o)).collect(),
        None => vec![whole.clone(); commands],
    };
    let named = |(n, r): (usize, CallResult)| if inner > 0 { CallResult { id: inner_id(&whole.id, n).into(), ..r } } else { r };
    results.into_iter().enumerate().map(named).collect()
}

fn borrowed(parts: &[String]) -> Vec<Cow<'_, str>> {
    parts.iter().map(|p| Cow::Borrowed(p.as_str())).collect()
}

fn settle_output(call: &Call, result: &mut CallResult, parts: Option<&Vec<String>>) {
    match &call.action {
        Action::Poll { process, .. } => {
            if let Some(parts) = parts.filter(|_| process.starts_with("cell-"))
                && let Some(output) = outputs::script_outputs(&borrowed(parts), 1).into_iter().next()
            {
                *result = self::result(&result.id.clone(), output);
            }
            if let Some((status, text)) = polled_agent(&result.text, process).filter(|_| result.status == Status::Unknown) {
                result.status = status;
                result.text = text;
            }
            if result.process.is_none() && !process.is_empty() {
                result.process = Some(process.as_str().into());
            }
        }
        Action::Agent { .. } if result.status == Status::Unknown => {
            let value: serde_json::Value = serde_json::from_str(&result.text).unwrap_or_default();
            if let Some(id) = value["agent_id"].as_str() {
                result.status = Status::Running;
                result.process = Some(id.into());
            }
        }
        Action::Read { .. } | Action::Todo { .. } if result.status == Status::Unknown => result.status = Status::Ok,
        _ => {}
    }
}

/// What `wait` and `close_agent` say of a subagent.
fn polled_agent(text: &str, process: &str) -> Option<(Status, String)> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    let status = value.get("status").or_else(|| value.get("previous_status"))?;
    if let Some(found) = agent_status(&status.to_string()) {
        return Some(found);
    }
    let of_one = status.get(process).and_then(|s| agent_status(&s.to_string()));
    of_one.or_else(|| value["timed_out"].as_bool().filter(|t| *t).map(|_| (Status::Running, String::new())))
}

/// Calls read from a script give way to what the host says it ran, where it says so.
fn drop_executed(events: &[Event], trail: &Trail, drop: &mut BTreeSet<usize>) {
    if trail.executions.is_empty() {
        return;
    }
    let mut open: Vec<(usize, &str)> = Vec::new();
    for (i, event) in events.iter().enumerate() {
        let EventKind::Call(Call { id, action: Action::Shell { command, .. }, .. }) = &event.kind else {
            continue;
        };
        if trail.executions.contains(id) {
            if let Some(n) = open.iter().position(|(_, c)| c == command) {
                drop.insert(open.remove(n).0);
            }
        } else if trail.scripts.contains(id.split('#').next().unwrap_or(id)) {
            open.push((i, command));
        }
    }
}

/// Results of calls that were dropped go with them.
fn drop_unanswered_inner(session: &mut Session, trail: &Trail) {
    if trail.executions.is_empty() {
        return;
    }
    let calls: HashSet<Box<str>> = session
        .events
        .iter()
        .filter_map(|e| match &e.kind {
            EventKind::Call(c) => Some(c.id.clone()),
            _ => None,
        })
        .collect();
    session.events.retain(|e| match &e.kind {
        EventKind::Result(r) if trail.scripts.contains(r.id.split('#').next().unwrap_or(&r.id)) => calls.contains(&r.id),
        _ => true,
    });
}

/// Messages have no ids. Their identity across copies of a session is their text and their place behind the last call.
fn key_messages(session: &mut Session) {
    let (mut call, mut since) = (0_u64, 0_u32);
    for event in &mut session.events {
        match &event.kind {
            EventKind::Call(_) | EventKind::Result(_) => (call, since) = (event.key, 0),
            EventKind::Say(Say { text, .. }) | EventKind::User(UserText { text, .. }) if call != 0 => {
                since += 1;
                event.key = key(&format!("{call:x} {since} {text}"));
            }
            _ => {}
        }
        if event.key != 0 && session.meta.record_keys.last() != Some(&event.key) {
            session.meta.record_keys.push(event.key);
        }
    }
}
