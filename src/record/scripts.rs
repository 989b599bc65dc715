//! Scripts given in the command line (`python -c`, `node -e`, a heredoc): what they write is found in their text.

use super::command::SimpleCommand;
use super::draft::*;
use super::op::OpKind;
use super::paths;

pub(super) fn classify(cmd: &SimpleCommand, cx: &Cx) -> Option<Vec<Draft>> {
    if !matches!(
        cmd.program(),
        "python"
            | "python3"
            | "py"
            | "node"
            | "deno"
            | "bun"
            | "ruby"
            | "perl"
            | "php"
            | "tsx"
            | "ts-node"
            | "osascript"
            | "pwsh"
            | "powershell"
    ) {
        return None;
    }
    let code = flag_value(cmd.args(), &["-c", "-e", "--eval", "-p", "--print", "-r"]).or(cmd.heredoc.as_deref())?;
    let mut out = vec![Draft::new(OpKind::Run, Vec::new())];
    if writes(code) {
        for path in literals(code) {
            let path = paths::resolve(cmd.cwd.as_deref(), path)?;
            let harmless = cx.roots.is_harmless(&path);
            out.push(Draft::new(OpKind::Edit, vec![path]).harmless(harmless).silent());
        }
    }
    Some(out)
}

/// The script writes files.
fn writes(code: &str) -> bool {
    const MARKS: &[&str] = &[
        "'w'",
        "\"w\"",
        "'a'",
        "\"a\"",
        "'wb'",
        "\"wb\"",
        "'r+'",
        "\"r+\"",
        "'w+'",
        "\"w+\"",
        "write_text(",
        "write_bytes(",
        "writeFile",
        "appendFile",
        "File.write",
        "file_put_contents",
        "to_csv(",
        "to_json(",
        "savefig(",
        ".save(",
        "Deno.writeTextFile",
        "Bun.write",
        "shutil.copy",
        "os.remove",
        "os.rename",
        "unlinkSync",
        "mode='w'",
        "mode=\"w\"",
    ];
    MARKS.iter().any(|m| code.contains(m))
}

/// Quoted words of a script that look like paths of files.
fn literals(code: &str) -> Vec<&str> {
    let mut out: Vec<&str> = Vec::new();
    let mut rest = code;
    while let Some(at) = rest.find(['"', '\'', '`']) {
        let Some(quote) = rest[at..].chars().next() else { break };
        let tail = &rest[at + 1..];
        let line_end = tail.find('\n').unwrap_or(tail.len());
        match tail[..line_end].find(quote) {
            Some(end) => {
                let word = &tail[..end];
                if is_file(word) && !out.contains(&word) && out.len() < 20 {
                    out.push(word);
                }
                rest = &tail[end + 1..];
            }
            None => rest = tail,
        }
    }
    out
}

fn is_file(word: &str) -> bool {
    let ext = paths::extension(word);
    (1..=8).contains(&ext.len())
        && word.len() < 200
        && !word.contains([' ', '\n', '*', '(', '{', '<', '$', ':', ','])
        && !word.contains("://")
        && ext.bytes().all(|b| b.is_ascii_alphanumeric())
        && ext.bytes().any(|b| b.is_ascii_alphabetic())
        && (word.contains('/') || word.split('.').count() == 2)
}
