//! From an elementary command to what it does.

use super::draft::*;
use super::op::{Check, OpKind};
use super::runners;
use super::shell::Stmt;
use super::{deploy, files, forge, git, http, packages, scripts, trackers};
use crate::record::command::SimpleCommand;

/// What a command of a family does; `None` where it is none of the family's.
type Classify = fn(&SimpleCommand, &Cx) -> Option<Vec<Draft>>;

/// The families of commands; the first that knows a command says what it does.
const FAMILIES: &[Classify] = &[
    quiet,
    git::classify,
    files::classify,
    http::classify,
    checks,
    packages::classify,
    deploy::classify,
    forge::classify,
    trackers::classify,
    scripts::classify,
    unknown,
];

/// What a command does: one or more operations, none for commands that do nothing of note.
pub(super) fn classify(stmt: &Stmt, cx: &Cx) -> Vec<Draft> {
    let cmd = &stmt.cmd;
    let mut out = if cmd.words.is_empty() { Vec::new() } else { FAMILIES.iter().find_map(|f| f(cmd, cx)).unwrap_or_default() };
    let written = files::redirects(cmd, &stmt.output_to, cx);
    // What only feeds a file is that file's writing.
    if !written.is_empty() {
        out.retain(|d| !matches!(d.kind, OpKind::Print));
    }
    if stmt.captured {
        out.retain(|d| !matches!(d.kind, OpKind::Print));
    }
    out.extend(written);
    let remote = cmd.wrappers.iter().any(|w| matches!(w.as_str(), "ssh" | "vagrant"));
    for d in &mut out {
        d.words.clone_from(&cmd.words);
        d.notes.harmless |= remote;
        if cmd.has_flag("--help") && !matches!(d.kind, OpKind::Read | OpKind::Run | OpKind::GitRead | OpKind::Search) {
            d.vacuous = true;
        }
    }
    out
}

/// Shell words that do nothing of note, and printing.
fn quiet(cmd: &SimpleCommand, cx: &Cx) -> Option<Vec<Draft>> {
    match cmd.program() {
        "cd" | "export" | "set" | "true" | "false" | ":" | "source" | "." | "pushd" | "popd" | "sleep" | "wait" | "exit"
        | "return" | "break" | "continue" | "local" | "declare" | "readonly" | "unset" | "alias" | "shopt" | "trap" | "read"
        | "pwd" | "date" | "ulimit" | "umask" | "hash" | "tr" | "whoami" | "hostname" | "uname" | "seq" | "yes" | "expr"
        | "let" | "shift" | "clear" | "basename" | "dirname" | "kill" | "pkill" | "killall" | "jobs" | "fg" | "bg" | "disown"
        | "env" | "printenv" | "id" | "Set-Location" | "Start-Sleep" => Some(Vec::new()),
        "echo" | "printf" | "Write-Output" | "Write-Host" => Some(vec![Draft::new(OpKind::Print, Vec::new())]),
        "apply_patch" | "applypatch" => {
            let text = cmd.heredoc.as_deref().or(cmd.args().first().map(String::as_str)).unwrap_or("");
            Some(super::tools::patch_drafts(text, cmd.cwd.as_deref(), cx))
        }
        _ => None,
    }
}

fn checks(cmd: &SimpleCommand, cx: &Cx) -> Option<Vec<Draft>> {
    let found = runners::recognise(cmd, cx.tasks);
    if found.is_empty() {
        return None;
    }
    let mut out: Vec<Draft> = Vec::new();
    for (i, inv) in found.iter().enumerate() {
        // A task of a workspace names the same check once a package.
        if found[..i].contains(inv) {
            continue;
        }
        let inv = inv.clone();
        if inv.writes {
            let mut d = Draft::new(OpKind::Edit, scope_targets(cmd)).harmless(inv.layout_only);
            d.invocation = Some(inv.clone());
            out.push(d);
        }
        let mut d = Draft::new(OpKind::Check(inv.check), scope_targets(cmd)).vacuous(inv.vacuous);
        d.silent = inv.silent;
        d.invocation = Some(inv);
        out.push(d);
    }
    Some(out)
}

/// The operands of a check that look like paths or packages.
fn scope_targets(cmd: &SimpleCommand) -> Vec<String> {
    let paths = operands(cmd.args(), &[]).into_iter().filter(|o| o.contains('/') || o.contains('.'));
    resolve_all(cmd, paths.take(50))
}

fn unknown(cmd: &SimpleCommand, _: &Cx) -> Option<Vec<Draft>> {
    let kind = if runners::may_be_check(cmd) { OpKind::UnknownTask } else { OpKind::Run };
    Some(vec![Draft::new(kind, scope_targets(cmd)).reader(files::own_error)])
}

/// The operations that a check found by its output adds.
pub(super) fn nested(check: Check) -> Draft {
    let mut d = Draft::new(OpKind::Check(check), Vec::new());
    d.notes.nested = true;
    d
}
