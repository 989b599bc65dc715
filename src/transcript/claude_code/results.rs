//! How a result of Claude Code says that it ended. A failure is text here: there is no exit code outside of it.

use crate::transcript::model::{Cut, Status};
use memchr::memmem;
use std::borrow::Cow;
use std::sync::LazyLock;

/// A result's text taken apart.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::transcript) struct Outcome<'a> {
    /// How it ended.
    pub status: Status,
    /// The text without what only states the status.
    pub text: Cow<'a, str>,
    /// What the host left out of it.
    pub cut: Cut,
}

/// Reads status and text of a result. `denied`: the record says that the call was refused.
pub(in crate::transcript) fn outcome(text: Cow<str>, is_error: bool, denied: bool) -> Outcome {
    let (status, text) = match is_error {
        true => failure(text, denied),
        false => (Status::Ok, text),
    };
    let text = without_reminders(text);
    let (text, cut) = without_frame(text);
    Outcome { status, text, cut }
}

/// What the host says in place of a result that it refused, or that never came to run.
const REFUSALS: [(&str, Status); 14] = [
    ("[Request interrupted by user", Status::Interrupted),
    ("Sibling tool call errored", Status::Cancelled),
    ("Cancelled: parallel tool call", Status::Cancelled),
    ("The user doesn't want to proceed with this tool use", Status::Denied),
    ("The user doesn't want to take this action right now", Status::Denied),
    ("The user doesn\u{2019}t want to", Status::Denied),
    ("User rejected tool use", Status::Denied),
    ("User rejected", Status::Denied),
    ("Permission to use ", Status::Denied),
    ("Permission for this ", Status::Denied),
    ("Claude requested permissions to", Status::Denied),
    ("This command requires approval", Status::Denied),
    ("This Bash command contains multiple operations. The following part", Status::Denied),
    ("Bash operation blocked by hook", Status::Denied),
];

fn failure(text: Cow<str>, denied: bool) -> (Status, Cow<str>) {
    if let Some((code, head)) = exit_code(&text) {
        let body = cut_front(text, head);
        let status = if body.trim_start().starts_with("[Request interrupted by user") {
            Status::Interrupted
        } else if body.lines().take(3).chain(body.lines().rev().take(3)).any(|l| l.starts_with("Command timed out after ")) {
            Status::Killed
        } else if code == 0 {
            Status::Error
        } else {
            Status::Exit(code)
        };
        return (status, body);
    }
    let text = without_tag(text, "tool_use_error");
    let plain = text.trim_start();
    let plain = plain.strip_prefix("Error: ").unwrap_or(plain);
    let refused = REFUSALS.iter().find(|(words, _)| plain.starts_with(words)).map(|(_, status)| *status);
    let hook = plain.starts_with("PreToolUse:") && plain.lines().next().is_some_and(|l| l.contains(" hook "));
    let status = match refused {
        Some(status) => status,
        None if hook || denied => Status::Denied,
        None if plain.starts_with("Command timed out after ") => Status::Killed,
        None => Status::Error,
    };
    (status, text)
}

/// The number of an `Exit code N` first line, and where the text behind it begins.
fn exit_code(text: &str) -> Option<(i32, usize)> {
    let rest = text.strip_prefix("Exit code ")?;
    let line = rest.split('\n').next().unwrap_or(rest);
    let code = line.trim().parse().ok()?;
    Some((code, (text.len() - rest.len() + line.len() + 1).min(text.len())))
}

fn cut_front(text: Cow<str>, at: usize) -> Cow<str> {
    match text {
        Cow::Borrowed(t) => Cow::Borrowed(&t[at..]),
        Cow::Owned(mut t) => {
            t.drain(..at);
            Cow::Owned(t)
        }
    }
}

fn cut_back(text: Cow<str>, at: usize) -> Cow<str> {
    match text {
        Cow::Borrowed(t) => Cow::Borrowed(&t[..at]),
        Cow::Owned(mut t) => {
            t.truncate(at);
            Cow::Owned(t)
        }
    }
}

/// Takes `<tag>` and `</tag>` off where they frame the whole text.
fn without_tag<'a>(text: Cow<'a, str>, tag: &str) -> Cow<'a, str> {
    let (open, close) = (format!("<{tag}>"), format!("</{tag}>"));
    if !text.starts_with(&open) {
        return text;
    }
    let end = text.trim_end().strip_suffix(&close).map_or(text.len(), str::len);
    if end < open.len() {
        return text;
    }
    cut_front(cut_back(text, end), open.len())
}

/// Removes the reminders that the host puts into results and prompts.
pub(in crate::transcript) fn without_reminders(text: Cow<str>) -> Cow<str> {
    const OPEN: &str = "<system-reminder>";
    const CLOSE: &str = "</system-reminder>";
    static FIND: LazyLock<memmem::Finder> = LazyLock::new(|| memmem::Finder::new(OPEN));
    if FIND.find(text.as_bytes()).is_none() {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = &*text;
    // The host's own tags stand at the beginning of a line; a file that holds the words elsewhere keeps them.
    while let Some(at) = rest.find(OPEN) {
        let Some(len) = rest[at..].find(CLOSE) else {
            break;
        };
        let end = at + len + CLOSE.len();
        let own = rest[..at].is_empty() || rest[..at].ends_with('\n');
        out.push_str(if own { rest[..at].trim_end_matches('\n') } else { &rest[..end] });
        rest = &rest[end..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Takes off what the host wraps around an output, and says what it left out.
fn without_frame(text: Cow<str>) -> (Cow<str>, Cut) {
    if text.starts_with("<persisted-output>") {
        let body = text.find("\n\nPreview (").and_then(|at| text[at + 2..].find('\n').map(|nl| at + 2 + nl + 1));
        let Some(body) = body else {
            return (text, Cut::All);
        };
        let end = text.trim_end().strip_suffix("</persisted-output>").map_or(text.len(), |t| t.trim_end().len());
        let end = end.max(body);
        let text = cut_front(cut_back(text, end), body);
        let end = text.trim_end().strip_suffix("\n...").map_or(text.len(), str::len);
        return (cut_back(text, end), Cut::Tail);
    }
    if text.starts_with("Error: result (") && text.contains(" exceeds maximum allowed tokens") {
        return (text, Cut::All);
    }
    if &*text == "[Old tool result content cleared]" {
        return (Cow::Borrowed(""), Cut::All);
    }
    if matches!(&*text, "(Bash completed with no output)" | "(no output)") {
        return (Cow::Borrowed(""), Cut::No);
    }
    let end = text.trim_end();
    if let Some(line) = end.rfind('\n').map_or(Some(0), |i| Some(i + 1))
        && end[line..].starts_with("Shell cwd was reset to ")
    {
        let at = line.saturating_sub(1);
        return cut_marks(cut_back(text, at));
    }
    cut_marks(text)
}

/// Marks of lines or characters that the host left out (`... [75 lines truncated] ...`).
fn cut_marks(text: Cow<str>) -> (Cow<str>, Cut) {
    const MARK: &str = " truncated]";
    static FIND: LazyLock<memmem::Finder> = LazyLock::new(|| memmem::Finder::new(MARK));
    let Some(at) = FIND.find_iter(text.as_bytes()).last() else {
        return (text, Cut::No);
    };
    let unit = ["lines", "characters", "chars"].iter().find_map(|u| text[..at].strip_suffix(u));
    let cut = match unit {
        Some(before) if is_mark(before) => {
            let after = text[at + MARK.len()..].trim_start_matches(" ...").trim();
            if after.is_empty() { Cut::Tail } else { Cut::Middle }
        }
        _ => Cut::No,
    };
    (text, cut)
}

/// The text before a mark's words ends in `[N `, at the beginning of its line but for dots.
fn is_mark(before: &str) -> bool {
    let Some(head) = before.trim_end_matches(' ').strip_suffix(|c: char| c.is_ascii_digit()) else {
        return false;
    };
    let head = head.trim_end_matches(|c: char| c.is_ascii_digit());
    head.strip_suffix('[').is_some_and(|h| h.trim_end_matches(['.', ' ']).chars().last().is_none_or(|c| c == '\n'))
}

/// The status block of a background task, as `TaskOutput` and `BashOutput` print it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TaskState<'a> {
    pub id: Option<&'a str>,
    pub status: Status,
    pub output: Cow<'a, str>,
}

/// Reads the status block of a background task; `None` where the text is none.
pub(super) fn task_state(text: &str) -> Option<TaskState<'_>> {
    let end = ["<output>", "<stdout>", "<stderr>", "<error>"].iter().filter_map(|t| text.find(t)).min().unwrap_or(text.len());
    let (head, body) = text.split_at(end);
    let state = tag(head, "status")?;
    let code: Option<i32> = tag(head, "exit_code").and_then(|c| c.trim().parse().ok());
    let status = match (state.trim(), code) {
        ("running" | "pending" | "not_ready", _) => Status::Running,
        ("killed" | "stopped", _) => Status::Killed,
        (_, Some(0)) => Status::Ok,
        (_, Some(n)) => Status::Exit(n),
        ("completed" | "success", None) => Status::Ok,
        ("failed" | "error", None) => Status::Error,
        _ => Status::Unknown,
    };
    let output = match outer_tag(body, "output") {
        Some(o) => Cow::Borrowed(o.trim_matches('\n')),
        None => {
            let parts = ["stdout", "stderr", "error"].iter().filter_map(|t| outer_tag(body, t)).map(|p| p.trim_matches('\n'));
            Cow::Owned(parts.filter(|p| !p.is_empty()).collect::<Vec<_>>().join("\n"))
        }
    };
    let id = tag(head, "task_id").or_else(|| tag(head, "shell_id")).map(str::trim);
    Some(TaskState { id, status, output })
}

/// What stands between `<name>` and the next `</name>`, or the end.
pub(super) fn tag<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let open = format!("<{name}>");
    let inner = &text[text.find(&open)? + open.len()..];
    Some(&inner[..inner.find(&format!("</{name}>")).unwrap_or(inner.len())])
}

/// What stands between `<name>` and the last `</name>`: for texts that can hold the tag themselves.
pub(super) fn outer_tag<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let open = format!("<{name}>");
    let inner = &text[text.find(&open)? + open.len()..];
    Some(&inner[..inner.rfind(&format!("</{name}>")).unwrap_or(inner.len())])
}

/// The id under which a command goes on in the background, from the host's first line.
pub(super) fn background_id(text: &str) -> Option<&str> {
    let line = text.lines().next()?;
    if !line.starts_with("Command ") || !line.contains("background") {
        return None;
    }
    id_at(line.split_once(" with ID: ")?.1)
}

/// The id of a subagent, from the lines that the host adds to its report.
pub(super) fn agent_id(text: &str) -> Option<&str> {
    ["agentId: ", "agent_id: "].iter().find_map(|k| text.rfind(k).and_then(|at| id_at(&text[at + k.len()..])))
}

fn id_at(text: &str) -> Option<&str> {
    let end = text.find(|c: char| c.is_whitespace() || matches!(c, '(' | ',' | ')')).unwrap_or(text.len());
    let id = text[..end].trim_end_matches('.');
    (!id.is_empty()).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, is_error: bool) -> (Status, String, Cut) {
        let o = outcome(text.into(), is_error, false);
        (o.status, o.text.into_owned(), o.cut)
    }

    #[test]
    fn the_wordings_of_failure() {
        let cases = [
            ("Exit code 1\nFAILED a.py", Status::Exit(1), "FAILED a.py"),
            ("Exit code 127", Status::Exit(127), ""),
            (
                "Exit code 137\n[Request interrupted by user for tool use]\nsome",
                Status::Interrupted,
                "[Request interrupted by user for tool use]\nsome",
            ),
            ("Exit code 143\nCommand timed out after 2m 0s", Status::Killed, "Command timed out after 2m 0s"),
            ("[Request interrupted by user for tool use]", Status::Interrupted, "[Request interrupted by user for tool use]"),
            ("<tool_use_error>Sibling tool call errored</tool_use_error>", Status::Cancelled, "Sibling tool call errored"),
            (
                "<tool_use_error>Cancelled: parallel tool call Bash(x) errored</tool_use_error>",
                Status::Cancelled,
                "Cancelled: parallel tool call Bash(x) errored",
            ),
            ("<tool_use_error>File has not been read yet.</tool_use_error>", Status::Error, "File has not been read yet."),
            (
                "Permission to use Bash with command rm has been denied.",
                Status::Denied,
                "Permission to use Bash with command rm has been denied.",
            ),
            (
                "Permission for this tool use was denied. The tool use was rejected",
                Status::Denied,
                "Permission for this tool use was denied. The tool use was rejected",
            ),
            ("PreToolUse:Write hook error: [x]: no", Status::Denied, "PreToolUse:Write hook error: [x]: no"),
            ("Exit code x\n", Status::Error, "Exit code x\n"),
            ("anything", Status::Error, "anything"),
        ];
        for (text, status, body) in cases {
            assert_eq!(of(text, true), (status, body.to_owned(), Cut::No), "{text}");
        }
        let rejected = "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nno";
        assert_eq!(of(rejected, true).0, Status::Denied);
        assert_eq!(outcome("find contains unquoted glob characters".into(), true, true).status, Status::Denied);
    }

    #[test]
    fn a_good_result_is_never_read_for_failure() {
        assert_eq!(of("Exit code 1\nx", false), (Status::Ok, "Exit code 1\nx".to_owned(), Cut::No));
    }

    #[test]
    fn what_the_host_adds_is_taken_off() {
        let cases = [
            ("a\n\n<system-reminder>\nnote\n</system-reminder>\n", "a\n", Cut::No),
            ("say <system-reminder>x</system-reminder> b", "say <system-reminder>x</system-reminder> b", Cut::No),
            ("(Bash completed with no output)", "", Cut::No),
            ("ok\nShell cwd was reset to /w", "ok", Cut::No),
            ("Shell cwd was reset to /w", "", Cut::No),
            (
                "<persisted-output>\nOutput too large (62.1KB). Full output saved to: /p/x.txt\n\nPreview (first 2KB):\nhead\n...\n</persisted-output>",
                "head",
                Cut::Tail,
            ),
            ("[Old tool result content cleared]", "", Cut::All),
        ];
        for (text, want, cut) in cases {
            assert_eq!(of(text, false), (Status::Ok, want.to_owned(), cut), "{text}");
        }
        assert_eq!(
            of("Error: result (99,999 characters) exceeds maximum allowed tokens. Output has been saved to /x", false).2,
            Cut::All
        );
        assert_eq!(of("a\n\n... [75 lines truncated] ...\n\nb", false).2, Cut::Middle);
        assert_eq!(of("a\n\n... [75 lines truncated] ...", false).2, Cut::Tail);
        assert_eq!(of("let s = \"[75 lines truncated]\";", false).2, Cut::No);
    }

    #[test]
    fn states_of_background_tasks() {
        let done = "<retrieval_status>success</retrieval_status>\n\n<task_id>b1</task_id>\n\n<task_type>local_bash</task_type>\n\n<status>completed</status>\n\n<exit_code>0</exit_code>\n\n<output>\n<exit_code>9</exit_code> ok\n</output>";
        assert_eq!(
            task_state(done),
            Some(TaskState { id: Some("b1"), status: Status::Ok, output: "<exit_code>9</exit_code> ok".into() })
        );
        let failed = done.replace("completed", "failed").replacen("<exit_code>0", "<exit_code>2", 1);
        assert_eq!(task_state(&failed).unwrap().status, Status::Exit(2));
        let running = "<retrieval_status>timeout</retrieval_status>\n\n<task_id>b1</task_id>\n\n<status>running</status>";
        assert_eq!(task_state(running).unwrap().status, Status::Running);
        let shell = "<status>completed</status>\n\n<exit_code>1</exit_code>\n\n<stdout>\na\n</stdout>\n\n<stderr>\nb\n</stderr>";
        assert_eq!(task_state(shell).unwrap().output, "a\nb");
        assert_eq!(task_state("plain text"), None);
    }

    #[test]
    fn ids_of_what_runs_on() {
        let text = "Command running in background with ID: b31f1b9. Output is being written to: /x/b31f1b9.output";
        assert_eq!(background_id(text), Some("b31f1b9"));
        assert_eq!(background_id("Command was manually backgrounded by user with ID: b3"), Some("b3"));
        assert_eq!(background_id("x\nCommand running in background with ID: b3"), None);
        assert_eq!(agent_id("report\nagentId: a17 (for resuming)\n<usage>"), Some("a17"));
    }
}
