//! The tool calls within a script of the freeform `exec` tool.
//!
//! The script is JavaScript. Nothing of it is run; calls of `tools.NAME(…)` are found, and of their arguments what is written as a
//! literal: an object of strings, a string, or a constant that was given one.

use super::calls::{Asked, asked};
use crate::transcript::model::Action;
use serde_json::{Map, Value};

/// A call found in a script.
#[derive(Debug)]
pub(super) struct ScriptCall {
    pub tool: String,
    pub asked: Asked,
}

/// Calls of one script that are read; a script writes out only a few.
const MOST_CALLS: usize = 64;

/// Calls in the order of the text.
pub(super) fn calls(script: &str) -> Vec<ScriptCall> {
    let mut out = Vec::new();
    let mut rest = script;
    while out.len() < MOST_CALLS
        && let Some(at) = rest.find("tools.")
    {
        rest = &rest[at + "tools.".len()..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (tool, args) = rest.split_at(end);
        let Some(args) = args.trim_start().strip_prefix('(') else {
            continue;
        };
        out.push(ScriptCall { tool: tool.to_owned(), asked: call(tool, args.trim_start(), script) });
        rest = args;
    }
    out
}

fn call(tool: &str, args: &str, script: &str) -> Asked {
    let known = asked_literal(tool, args, script);
    known.unwrap_or_else(|| {
        let shown: String = args.chars().take(2000).collect();
        Asked { action: Action::Other { input: shown }, workdir: None }
    })
}

fn asked_literal(tool: &str, args: &str, script: &str) -> Option<Asked> {
    if args.starts_with('{') {
        let object = object(args, script)?;
        return Some(asked(tool, "", &Value::Object(object).to_string()));
    }
    let (text, _) = string(args).or_else(|| constant(args, script))?;
    match tool {
        "exec_command" => Some(asked(tool, "", &serde_json::json!({ "cmd": text }).to_string())),
        _ => Some(asked(tool, "", &text)),
    }
}

/// The string members of an object literal, quoted keys or bare ones.
fn object(text: &str, script: &str) -> Option<Map<String, Value>> {
    let mut out = Map::new();
    let mut rest = text.strip_prefix('{')?.trim_start();
    while !rest.starts_with('}') {
        let (key, after) = match string(rest) {
            Some((key, len)) => (key, &rest[len..]),
            None => {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').filter(|e| *e > 0)?;
                (rest[..end].to_owned(), &rest[end..])
            }
        };
        let after = after.trim_start();
        // `{cmd}` is short for `{cmd: cmd}`.
        let value = match after.strip_prefix(':') {
            Some(v) => v.trim_start(),
            None => rest,
        };
        let len = match string(value) {
            Some((s, len)) => {
                out.insert(key, Value::String(s));
                len
            }
            None => {
                let len = skip(value);
                if let Some((s, _)) = constant(value, script) {
                    out.insert(key, Value::String(s));
                } else if let Ok(n) = value[..len].trim().parse::<i64>() {
                    out.insert(key, n.into());
                }
                len
            }
        };
        rest = value.get(len..)?.trim_start();
        rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
        if rest.is_empty() {
            return None;
        }
    }
    Some(out)
}

/// Length of an expression up to the `,`, `}` or `)` that ends it.
fn skip(text: &str) -> usize {
    let mut depth = 0_u32;
    let mut i = 0;
    while let Some(c) = text[i..].chars().next() {
        match c {
            '"' | '\'' | '`' => {
                let Some((_, len)) = string(&text[i..]) else {
                    return text.len();
                };
                i += len;
                continue;
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' | ',' if depth == 0 => return i,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        i += c.len_utf8();
    }
    text.len()
}

/// A string literal at the beginning of a text: its value, and its length with the quotes.
fn string(text: &str) -> Option<(String, usize)> {
    let mut chars = text.char_indices();
    let (_, quote) = chars.next().filter(|(_, c)| matches!(c, '"' | '\'' | '`'))?;
    let mut out = String::new();
    while let Some((i, c)) = chars.next() {
        match c {
            c if c == quote => return Some((out, i + 1)),
            '\\' => {
                let (at, escaped) = chars.next()?;
                match escaped {
                    'n' => out.push('\n'),
                    't' => out.push('\t'),
                    'r' => out.push('\r'),
                    '\n' => {}
                    'u' => {
                        let hex = text.get(at + 1..at + 5)?;
                        out.push(char::from_u32(u32::from_str_radix(hex, 16).ok()?).unwrap_or(char::REPLACEMENT_CHARACTER));
                        chars.nth(3);
                    }
                    c => out.push(c),
                }
            }
            c => out.push(c),
        }
    }
    None
}

/// The string that a name was given by `NAME = "…"`.
fn constant(text: &str, script: &str) -> Option<(String, usize)> {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(text.len());
    let name = &text[..end];
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    script.match_indices(name).find_map(|(at, _)| {
        let alone = !script[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$' || c == '.');
        let value =
            script[at + name.len()..].trim_start().strip_prefix('=').filter(|v| alone && !v.starts_with('='))?.trim_start();
        let value = value.strip_prefix("String.raw").unwrap_or(value);
        string(value).map(|(s, _)| (s, end))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(script: &str) -> Vec<String> {
        calls(script).into_iter().map(|c| format!("{} {:?} {:?}", c.tool, c.asked.action, c.asked.workdir)).collect()
    }

    #[test]
    fn calls_with_literal_arguments() {
        let shell = r#"exec_command Shell { command: "npm test", background: false } Some("/w")"#;
        assert_eq!(of(r#"const r = await tools.exec_command({"cmd":"npm test","workdir":"/w"}); text(r.output);"#), [shell]);
        assert_eq!(of("await tools.exec_command({cmd: 'npm test', yield_time_ms: 1000, workdir: `/w`})"), [shell]);
        assert_eq!(of("const cmd = \"npm test\";\nawait tools.exec_command({ cmd, workdir: '/w' })"), [shell]);
        assert_eq!(
            of("await Promise.all([tools.exec_command({cmd:'a'}), tools.exec_command({\"cmd\":\"b \\\"c\\\"\"})])"),
            [
                r#"exec_command Shell { command: "a", background: false } None"#,
                r#"exec_command Shell { command: "b \"c\"", background: false } None"#
            ]
        );
        assert_eq!(
            of("const patch = `*** Begin Patch\n*** End Patch`;\nawait tools.apply_patch(patch);"),
            [r#"apply_patch Patch { text: "*** Begin Patch\n*** End Patch" } None"#]
        );
    }

    #[test]
    fn what_is_no_literal_stays_as_written() {
        assert!(of("tools.exec_command(make())")[0].starts_with("exec_command Other"));
        assert!(of("tools.exec_command({cmd: 'open")[0].starts_with("exec_command Other"));
        assert!(of("text('no tools here')").is_empty());
        assert!(of("tools.").is_empty());
        assert!(of("tools.web__run({search_query:[{q:'x'}]})")[0].starts_with("web__run"));
    }
}
