//! What the tools of Codex ask for.

use crate::transcript::model::{Action, TodoItem, keep_ends};
use crate::transcript::wire::{List, Num, Obj, Str};
use serde::Deserialize;
use serde_json::value::RawValue;

/// A call read from its name and arguments.
#[derive(Debug)]
pub(in crate::transcript) struct Asked {
    pub action: Action,
    pub workdir: Option<String>,
}

impl Asked {
    fn of(action: Action) -> Self {
        Asked { action, workdir: None }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Args<'a> {
    #[serde(borrow)]
    command: Command<'a>,
    #[serde(borrow)]
    cmd: Str<'a>,
    #[serde(borrow, alias = "working_directory")]
    workdir: Str<'a>,
    #[serde(borrow)]
    input: Str<'a>,
    #[serde(borrow)]
    patch: Str<'a>,
    #[serde(borrow)]
    session_id: Str<'a>,
    #[serde(borrow)]
    chars: Str<'a>,
    #[serde(borrow)]
    cell_id: Str<'a>,
    #[serde(borrow, alias = "target", alias = "agent_id")]
    id: Str<'a>,
    #[serde(borrow, alias = "targets")]
    ids: List<Str<'a>>,
    #[serde(borrow)]
    message: Str<'a>,
    #[serde(borrow)]
    prompt: Str<'a>,
    #[serde(borrow)]
    agent_type: Str<'a>,
    #[serde(borrow)]
    plan: List<Obj<Step<'a>>>,
    #[serde(borrow, alias = "file_path", alias = "dir_path", alias = "absolute_path")]
    path: Str<'a>,
    #[serde(borrow)]
    pattern: Str<'a>,
    offset: Num,
    limit: Num,
    #[serde(borrow)]
    query: Str<'a>,
    #[serde(borrow)]
    url: Str<'a>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Step<'a> {
    #[serde(borrow)]
    step: Str<'a>,
    #[serde(borrow)]
    status: Str<'a>,
}

/// A command as a line or as an argument vector.
#[derive(Default, Deserialize)]
#[serde(untagged)]
enum Command<'a> {
    #[serde(borrow)]
    Vector(Vec<Str<'a>>),
    #[serde(borrow)]
    Line(Str<'a>),
    #[default]
    None,
}

/// Reads a call of a function or of a freeform tool.
pub(in crate::transcript) fn asked(name: &str, namespace: &str, raw: &str) -> Asked {
    let full = if namespace.is_empty() { name.to_owned() } else { format!("{namespace}__{name}") };
    if let Some((server, tool)) = full.strip_prefix("mcp__").and_then(|t| t.split_once("__")) {
        return Asked::of(Action::Mcp { server: server.into(), tool: tool.into(), input: keep_ends(raw).0 });
    }
    let is_json = raw.trim_start().starts_with('{');
    if name == "apply_patch" && !is_json {
        return Asked::of(Action::Patch { text: raw.into() });
    }
    let args = match is_json {
        true => serde_json::from_str::<Obj<Args>>(raw).unwrap_or_default().0,
        false => Args::default(),
    };
    known(name, args).unwrap_or_else(|| Asked::of(Action::Other { input: keep_ends(raw).0 }))
}

fn known(name: &str, a: Args) -> Option<Asked> {
    let workdir = a.workdir.some().map(str::to_owned);
    Some(match name {
        "exec_command" if !a.cmd.is_empty() => shell(a.cmd.owned(), workdir),
        "shell" | "shell_command" | "local_shell" | "container.exec" | "exec_command" | "unified_exec" => match a.command {
            Command::Vector(argv) => vector(&argv.iter().map(Str::as_str).collect::<Vec<_>>(), workdir),
            Command::Line(line) => shell(line.owned(), workdir),
            Command::None => return None,
        },
        "apply_patch" => {
            let text = if a.input.is_empty() { a.patch } else { a.input };
            Asked { action: Action::Patch { text: text.owned() }, workdir }
        }
        "write_stdin" => Asked::of(Action::Poll { process: a.session_id.owned(), input: a.chars.owned() }),
        "wait" if !a.cell_id.is_empty() => Asked::of(Action::Poll { process: cell(a.cell_id.as_str()), input: String::new() }),
        "wait" | "wait_agent" | "close_agent" | "send_input" | "resume_agent" => {
            let id = a.id.some().or_else(|| a.ids.0.first().map(Str::as_str)).unwrap_or_default();
            Asked::of(Action::Poll { process: id.to_owned(), input: a.message.owned() })
        }
        "spawn_agent" => {
            let prompt = if a.message.is_empty() { a.prompt } else { a.message };
            Asked::of(Action::Agent { prompt: prompt.owned(), description: a.agent_type.owned(), background: true })
        }
        "update_plan" => Asked::of(Action::Todo { items: a.plan.0.into_iter().map(|s| item(s.0)).collect(), whole: true }),
        "view_image" | "read_file" => {
            Asked::of(Action::Read { path: a.path.owned(), offset: a.offset.unsigned(), limit: a.limit.unsigned() })
        }
        "grep_files" => search(a.pattern, a.path, false),
        "list_dir" => search(Str::default(), a.path, true),
        "web_search" | "web__run" if !a.query.is_empty() => Asked::of(Action::Web { query: a.query.owned() }),
        "web_fetch" if !a.url.is_empty() => Asked::of(Action::Web { query: a.url.owned() }),
        _ => return None,
    })
}

/// The name of a script's cell among processes; scripts and shell sessions count apart.
pub(super) fn cell(id: &str) -> String {
    format!("cell-{id}")
}

fn item(step: Step) -> TodoItem {
    TodoItem { id: String::new(), text: step.step.owned(), done: step.status.as_str() == "completed", dropped: false }
}

fn search(pattern: Str, path: Str, names: bool) -> Asked {
    Asked::of(Action::Search { pattern: pattern.owned(), path: path.some().map(Into::into), names })
}

/// The action of a command line: a patch where it does nothing else than to apply one.
pub(in crate::transcript) fn shell(command: String, workdir: Option<String>) -> Asked {
    match only_patch(&command) {
        Some((text, dir)) => {
            let dir = dir.map(|d| under(workdir.as_deref(), d));
            Asked { action: Action::Patch { text: text.to_owned() }, workdir: dir.or(workdir) }
        }
        None => Asked { action: Action::Shell { command, background: false }, workdir },
    }
}

/// The action of an argument vector, a shell around it taken off.
pub(in crate::transcript) fn vector(argv: &[&str], workdir: Option<String>) -> Asked {
    if let ["apply_patch" | "applypatch", patch] = argv {
        return Asked { action: Action::Patch { text: (*patch).to_owned() }, workdir };
    }
    shell(command_line(argv), workdir)
}

/// An argument vector as a command line.
pub(in crate::transcript) fn command_line(argv: &[&str]) -> String {
    let program = argv.first().map_or("", |p| p.rsplit(['/', '\\']).next().unwrap_or(p));
    let program = program.strip_suffix(".exe").unwrap_or(program);
    let is_shell = matches!(program, "bash" | "sh" | "zsh" | "dash" | "ksh" | "fish" | "powershell" | "pwsh" | "cmd");
    let flag =
        |w: &&str| matches!(w.to_ascii_lowercase().as_str(), "-c" | "-lc" | "-cl" | "-ic" | "-ilc" | "-lic" | "-command" | "/c");
    match argv {
        [.., before, line] if is_shell && argv.len() > 2 && flag(before) => (*line).to_owned(),
        _ => argv.iter().map(|w| quoted(w)).collect::<Vec<_>>().join(" "),
    }
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./=:,@%+^~".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// Takes the shell off a command line such as `/bin/zsh -lc 'npm test'`.
pub(in crate::transcript) fn unwrap_shell(line: &str) -> String {
    let mut words = line.splitn(3, ' ');
    let (Some(program), Some(flag), Some(script)) = (words.next(), words.next(), words.next()) else {
        return line.to_owned();
    };
    let name = program.rsplit('/').next().unwrap_or(program);
    if !matches!(name, "bash" | "sh" | "zsh") || !matches!(flag, "-lc" | "-c") {
        return line.to_owned();
    }
    unquoted(script.trim()).unwrap_or_else(|| line.to_owned())
}

/// The text of one shell word in quotes or without; `None` where it is more than one word.
fn unquoted(word: &str) -> Option<String> {
    let mut out = String::new();
    let mut chars = word.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\'' => loop {
                match chars.next()? {
                    '\'' => break,
                    c => out.push(c),
                }
            },
            '"' => loop {
                match chars.next()? {
                    '"' => break,
                    '\\' if chars.peek().is_some_and(|c| "\"\\$`".contains(*c)) => out.extend(chars.next()),
                    c => out.push(c),
                }
            },
            '\\' => out.push(chars.next()?),
            c if c.is_whitespace() => return None,
            c => out.push(c),
        }
    }
    Some(out)
}

/// The patch, and the folder changed to before, of a command line that only applies a patch from a here-document.
fn only_patch(command: &str) -> Option<(&str, Option<&str>)> {
    const END: &str = "*** End Patch";
    let mut rest = command.trim();
    let mut dir = None;
    if let Some((to, more)) = rest.strip_prefix("cd ").and_then(|r| r.split_once("&&")) {
        dir = Some(to.trim().trim_matches(['"', '\'']));
        rest = more.trim_start();
    }
    let rest = rest.strip_prefix("apply_patch").or_else(|| rest.strip_prefix("applypatch"))?.trim_start();
    let mark = rest.strip_prefix("<<")?.trim_start_matches('-').lines().next()?;
    let mark = mark.trim().trim_matches(['"', '\'']);
    let start = rest.find("*** Begin Patch")?;
    let end = rest.rfind(END)? + END.len();
    (start < end && rest[end..].trim() == mark).then(|| (&rest[start..end], dir))
}

/// A path taken from a working directory.
pub(in crate::transcript) fn under(base: Option<&str>, path: &str) -> String {
    let absolute = path.starts_with(['/', '~', '\\']) || path.get(1..2) == Some(":");
    match base {
        Some(base) if !absolute => format!("{}/{}", base.trim_end_matches('/'), path.trim_start_matches("./")),
        _ => path.to_owned(),
    }
}

/// The action of a `local_shell_call` or `web_search_call`, whose arguments are an object of their own.
pub(super) fn asked_by_object(kind: &str, raw: Option<&RawValue>) -> Asked {
    let raw = raw.map_or("{}", RawValue::get);
    if kind == "local_shell_call" {
        return asked("local_shell", "", raw);
    }
    let Obj(args) = serde_json::from_str::<Obj<Args>>(raw).unwrap_or_default();
    let query = [args.query, args.url, args.pattern].into_iter().find(|q| !q.is_empty()).unwrap_or_default();
    Asked::of(Action::Web { query: query.owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, args: &str) -> String {
        let a = asked(name, "", args);
        format!("{:?} {:?}", a.action, a.workdir)
    }

    #[test]
    fn every_tool_by_its_arguments() {
        let cases = [
            (
                "exec_command",
                r#"{"cmd":"npm test","workdir":"/w"}"#,
                r#"Shell { command: "npm test", background: false } Some("/w")"#,
            ),
            ("shell_command", r#"{"command":"ls"}"#, r#"Shell { command: "ls", background: false } None"#),
            (
                "shell",
                r#"{"command":["bash","-lc","ls -a"],"timeout":1}"#,
                r#"Shell { command: "ls -a", background: false } None"#,
            ),
            ("shell", r#"{"command":["rg","-n","a b"]}"#, r#"Shell { command: "rg -n 'a b'", background: false } None"#),
            (
                "shell",
                r#"{"command":["pwsh.exe","-NoProfile","-Command","dir"]}"#,
                r#"Shell { command: "dir", background: false } None"#,
            ),
            (
                "shell",
                r#"{"command":["apply_patch","*** Begin Patch\n*** End Patch"]}"#,
                r#"Patch { text: "*** Begin Patch\n*** End Patch" } None"#,
            ),
            ("write_stdin", r#"{"session_id":52328,"chars":""}"#, r#"Poll { process: "52328", input: "" } None"#),
            ("wait", r#"{"cell_id":"3"}"#, r#"Poll { process: "cell-3", input: "" } None"#),
            ("wait", r#"{"ids":["a1"],"timeout_ms":1}"#, r#"Poll { process: "a1", input: "" } None"#),
            ("close_agent", r#"{"id":"a1"}"#, r#"Poll { process: "a1", input: "" } None"#),
            (
                "spawn_agent",
                r#"{"message":"go","agent_type":"x"}"#,
                r#"Agent { prompt: "go", description: "x", background: true } None"#,
            ),
            ("view_image", r#"{"path":"a.png"}"#, r#"Read { path: "a.png", offset: None, limit: None } None"#),
            ("mcp__s__t", r#"{}"#, r#"Mcp { server: "s", tool: "t", input: "{}" } None"#),
            ("request_user_input", r#"{"q":1}"#, r#"Other { input: "{\"q\":1}" } None"#),
            ("exec_command", "not json", r#"Other { input: "not json" } None"#),
        ];
        for (name, args, want) in cases {
            assert_eq!(of(name, args), want, "{name} {args}");
        }
        assert!(
            matches!(asked("tool", "mcp__server", "{}").action, Action::Mcp { server, tool, .. } if server == "server" && tool == "tool")
        );
        let Action::Todo { items, whole: true } =
            asked("update_plan", "", r#"{"plan":[{"step":"a","status":"completed"}]}"#).action
        else {
            panic!("a list");
        };
        assert!(items[0].done && items[0].text == "a");
    }

    #[test]
    fn a_patch_through_the_shell() {
        let patch = "*** Begin Patch\n*** Add File: a\n+x\n*** End Patch";
        let line = |cmd: &str| shell(cmd.to_owned(), Some("/w".into()));
        let a = line(&format!("apply_patch <<'EOF'\n{patch}\nEOF"));
        assert!(matches!(&a.action, Action::Patch { text } if text == patch));
        let a = line(&format!("cd sub && apply_patch <<EOF\n{patch}\nEOF\n"));
        assert!(matches!(&a.action, Action::Patch { .. }));
        assert_eq!(a.workdir.as_deref(), Some("/w/sub"));
        let a = line(&format!("apply_patch <<'EOF'\n{patch}\nEOF\nnpm test"));
        assert!(matches!(&a.action, Action::Shell { .. }));
    }

    #[test]
    fn shells_come_off_command_lines() {
        assert_eq!(unwrap_shell("/bin/zsh -lc 'npm test'"), "npm test");
        assert_eq!(unwrap_shell(r#"bash -lc "sed -n '1,2p' \"a b\"""#), r#"sed -n '1,2p' "a b""#);
        assert_eq!(unwrap_shell("/bin/zsh -lc ls"), "ls");
        assert_eq!(unwrap_shell("npm run x"), "npm run x");
        assert_eq!(unwrap_shell("bash -lc 'open"), "bash -lc 'open");
    }
}
