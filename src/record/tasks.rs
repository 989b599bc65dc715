//! Task files that the session itself read or wrote: what the names of tasks stand for.

use super::join::Joined;
use super::paths;
use super::runners::Tasks;
use crate::transcript::Action;
use serde_json::Value;

/// Collects the tasks of every task file whose content the session shows.
pub(super) fn collect(calls: &[Joined]) -> Tasks {
    let mut tasks = Tasks::default();
    for j in calls {
        match &j.call.action {
            Action::Write { path, content } => file(&mut tasks, path, content),
            Action::Read { path, .. } if is_task_file(path) => file(&mut tasks, path, &unnumbered(&j.text)),
            Action::Shell { command, .. } if command.len() < 300 && command.starts_with("cat ") => {
                let path = command[4..].split([' ', '|', ';', '&', '\n']).next().unwrap_or("");
                if is_task_file(path) {
                    file(&mut tasks, path, &j.text);
                }
            }
            _ => {}
        }
    }
    tasks
}

fn is_task_file(path: &str) -> bool {
    reader(paths::file_name(path)).is_some()
}

type Parse = fn(&mut Tasks, &str);

/// Task files by name.
fn reader(name: &str) -> Option<Parse> {
    Some(match name {
        "package.json" => |t, text| json_scripts(t, text, "npm"),
        "composer.json" => |t, text| json_scripts(t, text, "composer"),
        "deno.json" | "deno.jsonc" => |t, text| json_scripts(t, text, "deno"),
        "Makefile" | "makefile" | "GNUmakefile" => |t, text| recipes(t, text, "make"),
        "justfile" | "Justfile" | ".justfile" => |t, text| recipes(t, text, "just"),
        "mise.toml" | ".mise.toml" => |t, text| toml_tasks(t, text, "mise", &["tasks"]),
        "pyproject.toml" => pyproject,
        "tox.ini" => tox,
        "Taskfile.yml" | "Taskfile.yaml" | "taskfile.yml" => taskfile,
        n if n.ends_with(".sh") || n.ends_with(".bash") => return None,
        _ => return None,
    })
}

fn file(tasks: &mut Tasks, path: &str, content: &str) {
    let name = paths::file_name(path);
    if content.len() > 256 * 1024 {
        return;
    }
    if let Some(parse) = reader(name) {
        parse(tasks, content);
    } else if name.ends_with(".sh") || name.ends_with(".bash") {
        script(tasks, path, content);
    }
}

/// Adds a command line; a later reading of the same file replaces nothing, so that both states are known.
fn add(tasks: &mut Tasks, key: String, line: &str) {
    let line = line.trim().trim_start_matches(['@', '-', '+']).trim();
    if line.is_empty() || line.starts_with('#') || calls_itself(&key, line) {
        return;
    }
    let lines = tasks.known.entry(key).or_default();
    if lines.len() < 40 && !lines.iter().any(|l| l == line) {
        lines.push(line.to_owned());
    }
}

/// `"build": "pnpm -r build"`: the same name in other packages, about which the file says nothing.
fn calls_itself(key: &str, line: &str) -> bool {
    let Some(name) = key.strip_prefix("npm:") else { return false };
    let mut words = line.split_whitespace();
    matches!(words.next(), Some("npm" | "pnpm" | "yarn" | "bun")) && words.any(|w| w == name)
}

/// Takes the line numbers of a read tool off: `  12→text`, `12<tab>text`.
pub(super) fn unnumbered(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let rest = line.trim_start();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let body =
            if digits > 0 { rest[digits..].strip_prefix('→').or_else(|| rest[digits..].strip_prefix('\t')) } else { None };
        out.push_str(body.unwrap_or(line));
        out.push('\n');
    }
    out
}

fn json_scripts(tasks: &mut Tasks, text: &str, prefix: &str) {
    if let Ok(v) = serde_json::from_str::<Value>(text) {
        for key in ["scripts", "tasks"] {
            for (name, line) in v[key].as_object().into_iter().flatten() {
                match line {
                    Value::String(s) => add(tasks, format!("{prefix}:{name}"), s),
                    Value::Array(a) => a.iter().filter_map(Value::as_str).for_each(|s| add(tasks, format!("{prefix}:{name}"), s)),
                    Value::Object(o) => {
                        add(tasks, format!("{prefix}:{name}"), o.get("command").and_then(Value::as_str).unwrap_or(""))
                    }
                    _ => {}
                }
            }
        }
        return;
    }
    // A part of the file: the lines of its `scripts`.
    let Some(at) = text.find("\"scripts\"") else { return };
    for line in text[at..].lines().skip(1) {
        let t = line.trim();
        if t.starts_with('}') {
            break;
        }
        if let Ok(Value::Object(o)) = serde_json::from_str::<Value>(&format!("{{{}}}", t.trim_end_matches(','))) {
            for (name, v) in &o {
                if let Some(s) = v.as_str() {
                    add(tasks, format!("{prefix}:{name}"), s);
                }
            }
        }
    }
}

/// Makefile rules and justfile recipes: `name deps:` and indented lines.
fn recipes(tasks: &mut Tasks, text: &str, prefix: &str) {
    let mut names: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.starts_with([' ', '\t']) {
            for n in &names {
                add(tasks, format!("{prefix}:{n}"), line);
            }
            continue;
        }
        let Some((head, deps)) = line.split_once(':') else { continue };
        if head.starts_with(['#', '.', '@']) && !head.starts_with("@") || deps.starts_with('=') || head.contains(['=', '"']) {
            continue;
        }
        let words: Vec<&str> = head.split_whitespace().collect();
        names = if prefix == "just" {
            words.first().map(|w| (*w).to_owned()).into_iter().collect()
        } else {
            words.iter().map(|w| (*w).to_owned()).collect()
        };
        for n in &names {
            for d in deps
                .split('#')
                .next()
                .unwrap_or("")
                .split_whitespace()
                .filter(|d| d.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b)))
            {
                add(tasks, format!("{prefix}:{n}"), &format!("{prefix} {d}"));
            }
        }
    }
}

fn toml_tasks(tasks: &mut Tasks, text: &str, prefix: &str, path: &[&str]) {
    let Ok(v) = text.parse::<toml::Table>() else { return };
    let mut at = toml::Value::Table(v);
    for key in path {
        match at.get(key) {
            Some(inner) => at = inner.clone(),
            None => return,
        }
    }
    for (name, t) in at.as_table().into_iter().flatten() {
        let key = format!("{prefix}:{name}");
        let run = t.get("run").or_else(|| t.get("cmd")).or_else(|| t.get("shell")).unwrap_or(t);
        match run {
            toml::Value::String(s) => s.lines().for_each(|l| add(tasks, key.clone(), l)),
            toml::Value::Array(a) => a.iter().filter_map(toml::Value::as_str).for_each(|l| add(tasks, key.clone(), l)),
            _ => {}
        }
        for d in t.get("depends").and_then(toml::Value::as_array).into_iter().flatten().filter_map(toml::Value::as_str) {
            add(tasks, key.clone(), &format!("{prefix} run {d}"));
        }
    }
}

fn pyproject(tasks: &mut Tasks, text: &str) {
    toml_tasks(tasks, text, "poe", &["tool", "poe", "tasks"]);
    toml_tasks(tasks, text, "pdm", &["tool", "pdm", "scripts"]);
    toml_tasks(tasks, text, "hatch", &["tool", "hatch", "envs", "default", "scripts"]);
    toml_tasks(tasks, text, "task", &["tool", "taskipy", "tasks"]);
}

fn tox(tasks: &mut Tasks, text: &str) {
    let mut env = None;
    let mut inside = false;
    for line in text.lines() {
        if let Some(head) = line.trim().strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            env = head.strip_prefix("testenv").map(|e| e.trim_start_matches(':').to_owned());
            inside = false;
        } else if let (Some(e), Some(rest)) = (&env, line.strip_prefix("commands")) {
            inside = true;
            add(tasks, format!("tox:{e}"), rest.trim_start().trim_start_matches('='));
        } else if inside && line.starts_with([' ', '\t']) {
            add(tasks, format!("tox:{}", env.as_deref().unwrap_or("")), line);
        } else if !line.trim().is_empty() {
            inside = false;
        }
    }
}

/// Taskfile: names two steps in, commands as list items.
fn taskfile(tasks: &mut Tasks, text: &str) {
    let mut inside = false;
    let mut name: Option<String> = None;
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let t = line.trim();
        if indent == 0 && !t.is_empty() {
            inside = t == "tasks:";
        } else if inside
            && indent <= 4
            && t.ends_with(':')
            && !t.starts_with('-')
            && !matches!(t, "cmds:" | "deps:" | "sources:" | "generates:" | "vars:" | "env:")
        {
            name = Some(t.trim_end_matches(':').trim_matches(['"', '\'']).to_owned());
        } else if let (true, Some(n)) = (inside, &name) {
            let item = t.strip_prefix("- ").or_else(|| t.strip_prefix("cmd: ")).unwrap_or("");
            let item = item.strip_prefix("task: ").map(|x| format!("task {x}")).unwrap_or_else(|| item.to_owned());
            add(tasks, format!("task:{n}"), item.trim_matches(['"', '\'']));
        }
    }
}

/// A script: its own lines.
fn script(tasks: &mut Tasks, path: &str, content: &str) {
    let key = format!("./{}", path.trim_start_matches("./"));
    let short = format!("./{}", paths::file_name(path));
    for line in content.lines().take(200).filter(|l| !l.trim().is_empty() && !l.starts_with('#')) {
        add(tasks, key.clone(), line);
        if short != key {
            add(tasks, short.clone(), line);
        }
    }
}
