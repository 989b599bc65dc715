//! From a session's calls to its operations.

use super::draft::{Cx, Draft, Roots};
use super::join::{Joined, join};
use super::logs::Logs;
use super::op::{Notes, Op, OpKind, Outcome, Scope};
use super::outcome::settle;
use super::runners::Tasks;
use super::{Record, classify, paths, shell, tasks, tools};
use crate::transcript::{Action, Cut, EventKind, Mark, Session};

/// Builds the record of a session and of the subagents attached to it.
pub(super) fn build(session: &Session, project: &Tasks) -> Record {
    let calls = join(session);
    let mut tasks = tasks::collect(&calls);
    tasks.known.extend(project.known.clone());
    let roots = roots(session, &calls);
    let cx = Cx { tasks: &tasks, roots: &roots };
    let mut ops = Vec::new();
    let mut logs = Logs::default();
    for j in &calls {
        let from = ops.len();
        call(session, j, &cx, &mut logs, &mut ops);
        read_logs(session, j, from, &logs, &mut ops);
    }
    for child in &session.children {
        adopt(session, child, project, &mut ops);
    }
    ops.sort_by_key(|o| o.at);
    Record { ops }
}

fn roots(session: &Session, calls: &[Joined]) -> Roots {
    let mut roots = Roots::default();
    let main = session.meta.project.iter().chain(session.meta.cwd.iter());
    roots.main = main.map(|p| paths::normalise(p)).filter(|p| p.len() > 1).collect();
    roots.all.clone_from(&roots.main);
    for cwd in calls.iter().filter_map(|j| j.call.cwd.as_deref()) {
        if roots.all.last().is_none_or(|l| l != cwd) {
            roots.all.push(paths::normalise(cwd));
        }
    }
    roots.all.sort_unstable();
    roots.all.dedup();
    roots
}

fn call(session: &Session, j: &Joined, cx: &Cx, logs: &mut Logs, ops: &mut Vec<Op>) {
    let cwd = j.call.cwd.as_deref().or(session.meta.cwd.as_deref());
    if let Action::Shell { command, background } = &j.call.action {
        let line = shell::parse(command, cwd);
        let drafts: Vec<(usize, Draft)> =
            line.stmts.iter().enumerate().flat_map(|(i, s)| classify::classify(s, cx).into_iter().map(move |d| (i, d))).collect();
        let _ = background;
        for s in settle(&line, drafts, j.status, &j.text) {
            let cmd = &line.stmts[s.stmt].cmd;
            if matches!(s.draft.kind, OpKind::Check(_)) && !s.draft.notes.nested {
                logs.note(&line.stmts[s.stmt], ops.len(), s.draft.invocation.as_ref());
                logs.note_background(&j.text, ops.len(), s.draft.invocation.as_ref());
            }
            let mut op = op(session, j, s.draft);
            op.command.clone_from(&cmd.raw);
            op.cwd.clone_from(&cmd.cwd);
            op.outcome = s.outcome;
            op.excerpt = s.excerpt;
            op.notes.product = s.product;
            op.counts = s.counts;
            op.runner = s.runner;
            op.scope = s.scope;
            ops.push(op);
        }
        return;
    }
    let (drafts, short) = tools::drafts(j, cwd, cx);
    for d in drafts {
        let (outcome, excerpt, product) = tools::outcome(&d, j);
        let mut op = op(session, j, d);
        op.command.clone_from(&short);
        op.cwd = cwd.map(str::to_owned);
        op.outcome = outcome;
        op.excerpt = excerpt;
        op.notes.product = product;
        ops.push(op);
    }
}

/// Files that a call read may hold the output of checks that ran before.
fn read_logs(session: &Session, j: &Joined, from: usize, logs: &Logs, ops: &mut [Op]) {
    let Some(end) = j.end.filter(|_| j.ended() && !j.text.is_empty()) else { return };
    let line = session.events.get(end).map_or(0, |e| e.line);
    let read: Vec<String> = ops[from..]
        .iter()
        .filter(|o| matches!(o.kind, OpKind::Read | OpKind::Search))
        .flat_map(|o| o.targets.iter().cloned())
        .collect();
    for path in read {
        logs.read(&path, &j.text, end, line, ops);
    }
}

fn op(session: &Session, j: &Joined, d: Draft) -> Op {
    let event = &session.events[j.at];
    let end = j.end.filter(|_| j.ended());
    Op {
        kind: d.kind,
        targets: d.targets,
        at: j.at,
        end,
        call_line: event.line,
        result_line: end.and_then(|e| session.events.get(e)).map(|e| e.line),
        agent: event.agent,
        tool: j.call.tool.clone(),
        command: String::new(),
        cwd: None,
        outcome: Outcome::Unreadable,
        counts: None,
        scope: Scope::Full,
        runner: None,
        excerpt: String::new(),
        notes: Notes { cut: !matches!(j.cut, Cut::No | Cut::Reader), ..d.notes },
    }
}

/// Takes the operations of a subagent's own file over, at the event that ended the subagent.
fn adopt(session: &Session, child: &Session, project: &Tasks, ops: &mut Vec<Op>) {
    let inner = build(child, project);
    let Some((start, end)) = place(session, child) else { return };
    let line = |i: usize| session.events.get(i).map_or(0, |e| e.line);
    ops.extend(inner.ops.into_iter().map(|mut o| {
        o.at = end;
        o.call_line = line(start);
        o.result_line = o.end.map(|_| line(end));
        o.end = o.end.map(|_| end);
        o.agent = u16::MAX;
        o
    }));
}

/// Where a subagent stands in its parent: the call that started it, and the event that ended it.
fn place(session: &Session, child: &Session) -> Option<(usize, usize)> {
    let id = child.meta.agent_id.as_deref().filter(|i| !i.is_empty());
    let mut start = None;
    let mut end = None;
    for (i, e) in session.events.iter().enumerate() {
        match &e.kind {
            EventKind::Result(r) if id.is_some() && r.process.as_deref() == id => {
                start.get_or_insert_with(|| session.events.iter().take(i).rposition(|c| is_call(&c.kind, &r.id)).unwrap_or(i));
                end = Some(i);
            }
            EventKind::Mark(Mark::TaskEnd { process, .. }) if id == Some(&**process) => end = Some(i),
            _ => {}
        }
    }
    if let Some(end) = end {
        return Some((start.unwrap_or(end), end));
    }
    // No id joins them: by time.
    let last = child.events.iter().rev().find_map(|e| e.time.as_deref())?;
    let after = session.events.iter().position(|e| e.time.as_deref().is_some_and(|t| t >= last));
    let end = after.or(session.events.len().checked_sub(1))?;
    let start = session
        .events
        .iter()
        .take(end)
        .rposition(|e| matches!(&e.kind, EventKind::Call(c) if matches!(c.action, Action::Agent { .. })));
    Some((start.unwrap_or(end), end))
}

fn is_call(kind: &EventKind, id: &str) -> bool {
    matches!(kind, EventKind::Call(c) if &*c.id == id)
}
