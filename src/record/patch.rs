//! Patches: the files that they touch.

use super::op::OpKind;

/// One file of a patch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileChange {
    pub kind: OpKind,
    pub path: String,
    /// Where it is moved to.
    pub to: Option<String>,
    /// Lines taken out and put in.
    pub old: String,
    pub new: String,
}

/// The files of a patch in the `*** Begin Patch` form or of a unified diff.
pub(super) fn files(text: &str) -> Vec<FileChange> {
    if text.contains("*** ") && HEADS.iter().any(|h| text.contains(h)) {
        return begin_patch(text);
    }
    unified(text)
}

const HEADS: [&str; 4] = ["*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move File: "];

fn change(kind: OpKind, path: &str) -> FileChange {
    FileChange { kind, path: path.trim().to_owned(), to: None, old: String::new(), new: String::new() }
}

fn begin_patch(text: &str) -> Vec<FileChange> {
    let mut out: Vec<FileChange> = Vec::new();
    for line in text.lines() {
        if let Some(p) = line.strip_prefix("*** Add File: ") {
            out.push(change(OpKind::Write, p));
        } else if let Some(p) = line.strip_prefix("*** Update File: ") {
            out.push(change(OpKind::Edit, p));
        } else if let Some(p) = line.strip_prefix("*** Move File: ") {
            let (from, to) = p.split_once(" -> ").map_or((p, None), |(a, b)| (a, Some(b.trim().to_owned())));
            out.push(FileChange { to, ..change(OpKind::Edit, from) });
        } else if let Some(p) = line.strip_prefix("*** Delete File: ") {
            out.push(change(OpKind::Delete, p));
        } else if let (Some(p), Some(last)) = (line.strip_prefix("*** Move to: "), out.last_mut()) {
            last.to = Some(p.trim().to_owned());
        } else if let Some(last) = out.last_mut() {
            hunk_line(last, line);
        }
    }
    out
}

fn unified(text: &str) -> Vec<FileChange> {
    let mut out: Vec<FileChange> = Vec::new();
    let mut old: Option<&str> = None;
    for line in text.lines() {
        if let Some(p) = line.strip_prefix("--- ") {
            old = Some(p);
        } else if let (Some(new), Some(before)) = (line.strip_prefix("+++ "), old.take()) {
            let strip = |p: &str| p.split('\t').next().unwrap_or(p).trim_start_matches("a/").trim_start_matches("b/").to_owned();
            out.push(match (before.trim(), new.trim()) {
                ("/dev/null", n) => change(OpKind::Write, &strip(n)),
                (b, "/dev/null") => change(OpKind::Delete, &strip(b)),
                (_, n) => change(OpKind::Edit, &strip(n)),
            });
        } else if let Some(last) = out.last_mut() {
            hunk_line(last, line);
        }
    }
    out
}

fn hunk_line(c: &mut FileChange, line: &str) {
    let (side, rest) = match line.as_bytes().first() {
        Some(b'-') => (&mut c.old, &line[1..]),
        Some(b'+') => (&mut c.new, &line[1..]),
        _ => return,
    };
    side.push_str(rest);
    side.push('\n');
}
