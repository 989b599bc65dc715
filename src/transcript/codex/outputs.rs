//! How an output of Codex says that a call ended. The shape depends on version, model and flags: it is told from each output alone.

use super::calls::cell;
use crate::transcript::model::{Cut, Status};
use crate::transcript::wire::{Content, Num, Obj, Str};
use serde::Deserialize;
use std::borrow::Cow;

/// An output taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Output {
    pub status: Status,
    pub text: String,
    pub cut: Cut,
    /// Process or script that goes on.
    pub process: Option<String>,
}

impl Output {
    fn new(status: Status, text: &str) -> Self {
        let (text, cut) = without_cut_notes(text);
        Output { status, text: text.to_owned(), cut, process: None }
    }
}

/// An output by its parts: one of a string, several of a list.
pub(super) fn parts(content: Content) -> Vec<Cow<str>> {
    match content {
        Content::Blocks(blocks) => {
            blocks.into_iter().map(|b| if b.text.is_empty() { b.content.flat() } else { b.text.0 }).collect()
        }
        other => vec![other.flat()],
    }
}

/// Reads an output's text.
pub(super) fn output(text: &str) -> Output {
    json_form(text)
        .or_else(|| header_form(text))
        .or_else(|| prose_form(text))
        .unwrap_or_else(|| Output::new(Status::Unknown, text))
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Structured<'a> {
    #[serde(borrow)]
    output: Option<Str<'a>>,
    #[serde(borrow)]
    metadata: Obj<Metadata<'a>>,
    exit_code: Num,
    #[serde(borrow)]
    session_id: Str<'a>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Metadata<'a> {
    exit_code: Num,
    #[serde(borrow)]
    session_id: Str<'a>,
}

/// `{"output":…,"metadata":{"exit_code":…}}`, and what a script prints of a command's result as a whole.
fn json_form(text: &str) -> Option<Output> {
    if !text.trim_start().starts_with('{') {
        return None;
    }
    let Obj(s) = serde_json::from_str::<Obj<Structured>>(text).ok()?;
    let code = s.metadata.0.exit_code.code().or(s.exit_code.code());
    let session = s.metadata.0.session_id.some().or(s.session_id.some());
    let body = s.output.as_ref().map_or("", Str::as_str);
    match (code, session) {
        (Some(code), _) => Some(Output::new(ended(code, body), body)),
        (None, Some(id)) if s.output.is_some() => {
            Some(Output { process: Some(id.to_owned()), ..Output::new(Status::Running, body) })
        }
        _ => None,
    }
}

fn ended(code: i32, body: &str) -> Status {
    match code {
        _ if body.starts_with("command timed out after ") => Status::Killed,
        0 => Status::Ok,
        n => Status::Exit(n),
    }
}

/// A header of known lines up to `Output:`. Only it is read for the status: the output behind it often has the same words.
fn header_form(text: &str) -> Option<Output> {
    const LINES: [&str; 5] = ["Chunk ID: ", "Wall time", "Exit code: ", "Original token count: ", "Total output lines: "];
    let (mut code, mut process, mut aborted) = (None, None, false);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end();
        if let Some(n) = bare.strip_prefix("Exit code: ").or(bare.strip_prefix("Process exited with code ")) {
            code = n.trim().parse().ok();
        } else if let Some(id) = bare.strip_prefix("Process running with session ID ") {
            process = Some(id.trim().to_owned());
        } else if bare.starts_with("aborted by user") && at > 0 {
            aborted = true;
        } else if bare == "Output:" && at > 0 {
            at += line.len();
            break;
        } else if !LINES.iter().any(|l| bare.starts_with(l)) {
            if at == 0 {
                return None;
            }
            break;
        }
        at += line.len();
    }
    let body = &text[at..];
    let status = match (code, &process) {
        (Some(code), _) => ended(code, body),
        (None, Some(_)) => Status::Running,
        (None, None) if aborted => Status::Interrupted,
        (None, None) => Status::Unknown,
    };
    Some(Output { process, ..Output::new(status, body) })
}

/// Failures and refusals that are told in prose, by how they begin.
const PROSE: [(&str, Status); 22] = [
    ("exec command rejected by user", Status::Denied),
    ("patch rejected", Status::Denied),
    ("approval policy is ", Status::Denied),
    ("command rejected by user", Status::Denied),
    ("rejected by user", Status::Denied),
    ("aborted by user", Status::Interrupted),
    ("aborted", Status::Interrupted),
    ("command timed out after ", Status::Killed),
    ("apply_patch verification failed", Status::Error),
    ("write_stdin failed", Status::Error),
    ("exec_command failed", Status::Error),
    ("execution error", Status::Error),
    ("failed in sandbox", Status::Error),
    ("failed to parse function arguments", Status::Error),
    ("unsupported call", Status::Error),
    ("error: ", Status::Error),
    ("Failed to find expected lines", Status::Error),
    ("unable to ", Status::Error),
    ("Script failed", Status::Error),
    ("Script error", Status::Error),
    ("tool call error", Status::Error),
    ("Plan updated", Status::Ok),
];

fn prose_form(text: &str) -> Option<Output> {
    if let Some(rest) = text.strip_prefix("Script running with cell ID ") {
        let (id, body) = rest.split_once('\n').unwrap_or((rest, ""));
        return Some(Output { process: Some(cell(id.trim())), ..Output::new(Status::Running, body) });
    }
    if text.starts_with("Success. Updated the following files:") {
        return Some(Output::new(Status::Ok, text));
    }
    let status = PROSE.iter().find(|(words, _)| text.starts_with(words)).map(|(_, s)| *s)?;
    let refused = text.starts_with("exec_command failed") && text.contains("Rejected(");
    let status = if refused { Status::Denied } else { status };
    let sandbox = text.starts_with("failed in sandbox") || text.starts_with("exec_command failed");
    let code = ["exit code: ", "exit_code: "].iter().find_map(|k| text.split_once(k)).and_then(|(_, n)| leading_number(n));
    match code {
        Some(n) if sandbox && n != 0 => Some(Output::new(Status::Exit(n), text)),
        _ => Some(Output::new(status, text)),
    }
}

fn leading_number(text: &str) -> Option<i32> {
    let end = text.char_indices().find(|(i, c)| !(c.is_ascii_digit() || *i == 0 && *c == '-')).map_or(text.len(), |(i, _)| i);
    text[..end].parse().ok()
}

/// Takes off what the host notes on its cut at the head of an output, and says whether it left out anything.
fn without_cut_notes(text: &str) -> (&str, Cut) {
    let mut body = text;
    let mut cut = Cut::No;
    while let Some((line, rest)) = body.split_once('\n') {
        let warned = line.starts_with("Warning: truncated output (original token count: ");
        if !warned && !line.starts_with("Total output lines: ") {
            break;
        }
        cut = if warned { Cut::Middle } else { cut };
        body = rest.strip_prefix('\n').unwrap_or(rest);
    }
    let marked = body.contains(" tokens truncated…")
        || body.contains("[... omitted ") && body.contains(" lines ...]")
        || body.contains("[... output truncated ...]")
        || body.contains(" chars truncated…");
    (body, if marked { Cut::Middle } else { cut })
}

/// The outputs of a script's inner commands, from the parts that it printed. The host's word that the script completed says nothing
/// of them: what is not printed is unknown.
pub(super) fn script_outputs(parts: &[Cow<str>], commands: usize) -> Vec<Output> {
    let first = parts.first().map_or("", |p| &**p);
    let head = first.lines().next().unwrap_or("");
    let frame = header_of_script(first);
    let failed = head.starts_with("Script failed") || head.starts_with("Script error");
    if head.starts_with("Script running with cell ID ") || frame.is_none() && !failed {
        let whole = output(&parts.join("\n"));
        return vec![whole; commands];
    }
    let printed: Vec<&str> = match frame {
        Some(body) if !body.trim().is_empty() => std::iter::once(body).chain(parts.iter().skip(1).map(|p| &**p)).collect(),
        Some(_) => parts.iter().skip(1).map(|p| &**p).collect(),
        None => parts.iter().map(|p| &**p).collect(),
    };
    let read = |text: &str| {
        let mut o = printed_output(text);
        if failed && o.status == Status::Unknown {
            o.status = Status::Error;
        }
        o
    };
    if printed.len() == commands {
        return printed.into_iter().map(read).collect();
    }
    let mut all = read(&printed.join("\n"));
    if commands > 1 && !failed {
        // Whose status it is cannot be told.
        all.status = Status::Unknown;
    }
    vec![all; commands]
}

/// What stands behind `Script completed … Output:`.
fn header_of_script(first: &str) -> Option<&str> {
    if !first.starts_with("Script ") {
        return None;
    }
    match first.find("Output:") {
        Some(at) => Some(first[at + "Output:".len()..].trim_start_matches(['\r', '\n'])),
        None => first.split_once('\n').map(|(_, rest)| rest).filter(|_| first.starts_with("Script completed")),
    }
}

/// What a script printed of a command: its whole result as JSON, a line with the exit code, or the output alone.
fn printed_output(text: &str) -> Output {
    if let Some(o) = json_form(text.trim()) {
        return o;
    }
    let code = text.lines().find_map(|l| {
        let l = l.trim().trim_end_matches(',');
        let (name, value) = l.split_once([':', '='])?;
        let name = name.trim().trim_matches('"').to_ascii_lowercase();
        matches!(name.as_str(), "exit_code" | "exit code" | "exitcode" | "exit").then(|| value.trim().parse::<i32>().ok())?
    });
    Output::new(code.map_or(Status::Unknown, |c| ended(c, text)), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_of_an_output() {
        let cases = [
            (r#"{"output":"a\n","metadata":{"exit_code":0,"duration_seconds":0.1}}"#, Status::Ok, "a\n"),
            (r#"{"output":"a\n","metadata":{"exit_code":2}}"#, Status::Exit(2), "a\n"),
            (
                r#"{"output":"command timed out after 10 milliseconds\nx","metadata":{"exit_code":124}}"#,
                Status::Killed,
                "command timed out after 10 milliseconds\nx",
            ),
            ("Exit code: 1\nWall time: 4.2 seconds\nOutput:\nExit code: 0\n", Status::Exit(1), "Exit code: 0\n"),
            ("Exit code: 0\nWall time: 4.2 seconds\nTotal output lines: 9\nOutput:\nx", Status::Ok, "x"),
            (
                "Chunk ID: x\nWall time: 0.5 seconds\nProcess exited with code 101\nOriginal token count: 18\nOutput:\ntest result: FAILED",
                Status::Exit(101),
                "test result: FAILED",
            ),
            (
                "Chunk ID: x\nWall time: 0.5 seconds\nProcess exited with code 0\nOriginal token count: 18\nOutput:\nTotal output lines: 7\n\nx",
                Status::Ok,
                "x",
            ),
            ("Wall time: 393.5 seconds\naborted by user", Status::Interrupted, ""),
            ("Wall time: 1.5 seconds\nOutput:\n{\"a\":1}", Status::Unknown, "{\"a\":1}"),
            ("aborted by user after 29.7s", Status::Interrupted, "aborted by user after 29.7s"),
            ("exec command rejected by user", Status::Denied, "exec command rejected by user"),
            (
                "patch rejected: writing outside of the project; rejected by user approval settings",
                Status::Denied,
                "patch rejected: writing outside of the project; rejected by user approval settings",
            ),
            ("approval policy is Never; reject command x", Status::Denied, "approval policy is Never; reject command x"),
            (
                "apply_patch verification failed: Failed to find expected lines",
                Status::Error,
                "apply_patch verification failed: Failed to find expected lines",
            ),
            (
                "failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: 101, stdout: a, stderr: b",
                Status::Exit(101),
                "failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: 101, stdout: a, stderr: b",
            ),
            (
                "exec_command failed: CreateProcess { message: \"Codex(Sandbox(Denied { output: ExecToolCallOutput { exit_code: 1, std",
                Status::Exit(1),
                "exec_command failed: CreateProcess { message: \"Codex(Sandbox(Denied { output: ExecToolCallOutput { exit_code: 1, std",
            ),
            (
                "write_stdin failed: stdin is closed for this session; x",
                Status::Error,
                "write_stdin failed: stdin is closed for this session; x",
            ),
            (
                "execution error: Io(Os { code: 2, kind: NotFound })",
                Status::Error,
                "execution error: Io(Os { code: 2, kind: NotFound })",
            ),
            ("Plan updated", Status::Ok, "Plan updated"),
            ("just text\nExit code: 0", Status::Unknown, "just text\nExit code: 0"),
            ("{\"a\":1}", Status::Unknown, "{\"a\":1}"),
            ("", Status::Unknown, ""),
        ];
        for (text, status, body) in cases {
            let o = output(text);
            assert_eq!((o.status, o.text.as_str(), o.cut), (status, body, Cut::No), "{text}");
        }
    }

    #[test]
    fn what_runs_on() {
        let o = output(
            "Chunk ID: x\nWall time: 1.0 seconds\nProcess running with session ID 52328\nOriginal token count: 9\nOutput:\nCompiling",
        );
        assert_eq!((o.status, o.process.as_deref(), o.text.as_str()), (Status::Running, Some("52328"), "Compiling"));
        let o = output("Script running with cell ID 4\nWall time 10.0 seconds\nOutput:\n");
        assert_eq!((o.status, o.process.as_deref()), (Status::Running, Some("cell-4")));
    }

    #[test]
    fn what_the_host_cut() {
        assert_eq!(output("Exit code: 0\nOutput:\na\n…12 tokens truncated…\nb").cut, Cut::Middle);
        assert_eq!(
            output("Exit code: 0\nOutput:\nWarning: truncated output (original token count: 9)\nTotal output lines: 3\n\na").text,
            "a"
        );
        assert_eq!(output(r#"{"output":"a\n[... omitted 3 of 9 lines ...]\nb","metadata":{"exit_code":0}}"#).cut, Cut::Middle);
    }

    #[test]
    fn a_script_that_completed_says_nothing_of_its_commands() {
        let head = || Cow::Borrowed("Script completed\nWall time 1.9 seconds\nOutput:\n");
        let of = |rest: &[&'static str], commands| {
            let parts: Vec<Cow<str>> = std::iter::once(head()).chain(rest.iter().map(|r| Cow::Borrowed(*r))).collect();
            script_outputs(&parts, commands).into_iter().map(|o| (o.status, o.text)).collect::<Vec<_>>()
        };
        assert_eq!(of(&["ok"], 1), [(Status::Unknown, "ok".to_owned())]);
        assert_eq!(of(&["{\"output\":\"x\",\"exit_code\":1}"], 1), [(Status::Exit(1), "x".to_owned())]);
        assert_eq!(
            of(&["a", "exit_code: 0\nb"], 2),
            [(Status::Unknown, "a".to_owned()), (Status::Ok, "exit_code: 0\nb".to_owned())]
        );
        assert_eq!(of(&["all of it\nexit_code: 0"], 2)[1].0, Status::Unknown);
        let failed = [Cow::Borrowed("Script failed\nWall time 0.1 seconds\nOutput:\n"), Cow::Borrowed("TypeError")];
        assert_eq!(script_outputs(&failed, 1)[0].status, Status::Error);
        let running = [Cow::Borrowed("Script running with cell ID 4\n")];
        assert_eq!(script_outputs(&running, 1)[0].status, Status::Running);
    }
}
