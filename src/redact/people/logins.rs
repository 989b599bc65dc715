//! Login names: from homes, variables, listings and keys.

use super::words;
use crate::redact::finding::{Class, Reach, Sink};
use crate::redact::places::window;
use crate::redact::{edge, pseudonym};
use regex::Regex;
use std::sync::LazyLock;

/// True for a login name that may belong to a person.
pub fn login(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    (2..=40).contains(&name.len())
        && name.bytes().next().is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_')
        && name.bytes().any(|b| b.is_ascii_alphabetic())
        && !words::SYSTEM.contains(lower.as_str())
        && !pseudonym::inert(name)
        && !lower.starts_with("your")
        && !lower.ends_with("[bot]")
        && !name.contains("..")
}

/// A login name that may be looked for everywhere.
pub fn searchable(name: &str) -> bool {
    login(name) && name.len() >= 4 && !words::COMMON.contains(name.to_ascii_lowercase().as_str())
}

pub(super) fn name_char(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.') || b >= 0x80
}

pub(super) fn add_login(sink: &mut Sink, start: usize, end: usize) {
    let Some(name) = sink.text.get(start..end) else { return };
    let trimmed = name.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_');
    if login(trimmed) {
        let reach = if searchable(trimmed) { Reach::Everywhere } else { Reach::Here };
        sink.add(start, start + trimmed.len(), Class::User, "login", reach);
    }
}

/// `/home/N`, `/Users/N`, `C:\Users\N` with any number of slashes.
pub(super) fn home(sink: &mut Sink, at: usize) {
    let b = sink.text.as_bytes();
    let first = edge::run_on(b, at + 1, 40, |c| c != b'/' && c != b'\\');
    let start = edge::run_on(b, first, 8, |c| c == b'/' || c == b'\\');
    let end = edge::run_on(b, start, 64, name_char);
    let back = at > 0 && (b[at - 1].is_ascii_alphanumeric() || b[at - 1] == b'$');
    let drive = at >= 1 && b[at - 1] == b':' || at >= 2 && matches!(b[at - 2], b'/' | b'\\');
    if back && !drive && !edge::escape_before(b, at) && !parent(sink.text, at) {
        return;
    }
    // A route such as `/users/list` is lower case and has no parent; a home has a separator or an end behind it.
    let lower_route = sink.text.get(at..start).is_some_and(|s| s == "/users/");
    if lower_route || matches!(b.get(end), Some(b'(' | b'{' | b'*' | b'$' | b'<')) {
        return;
    }
    add_login(sink, start, end);
}

/// True where what stands before `/home/` is where systems keep homes, not a folder of a project: `/var`, `/export`, `\\wsl$\Ubuntu`,
/// a mounted disk, the machine of an address.
fn parent(text: &str, at: usize) -> bool {
    static RE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(concat!(
            r"^(?:/(?:var|export|usr|nfs|net|storage|data|host|hostfs|rootfs|private|srv|exports?|gpfs|lustre|afs|opt|chroot|sysroot|System/Volumes/Data)",
            r"|/(?:mnt|media|Volumes|nfs|net|cygdrive|run/media/\w+)/[\w. -]+",
            r"|\\{1,8}(?:wsl\$|wsl\.localhost)\\{1,8}[\w.-]+",
            r"|(?:file|smb|afp|sftp|nfs|scp|ssh|vscode-remote|sshfs)://[^\s]*|[\w.-]+@[\w.-]+:[\w./-]*|[A-Za-z]:)$"
        ))
        .ok()
    });
    let head = edge::before(text, at, 80);
    let path = head.rsplit(['"', '\'', '\n', '\t', '=', ',', ';', '(', '<', '>', '`']).next().unwrap_or(head);
    let starts = std::iter::once(0).chain(path.match_indices(' ').map(|(i, _)| i + 1));
    RE.as_ref().is_some_and(|re| starts.map(|i| &path[i..]).any(|p| re.is_match(p)))
}

/// `-home-N-…`, `C--Users-N-…`: directories named after a path, as some agents name them.
pub(super) fn dashed_home(sink: &mut Sink, at: usize) {
    let b = sink.text.as_bytes();
    let before = at.checked_sub(1).map(|i| b[i]);
    let drive = before.is_some_and(|c| c.is_ascii_alphabetic()) && b[at..].starts_with(b"--");
    if !(drive || before.is_none_or(|c| matches!(c, b'/' | b'\\' | b'"' | b'\'' | b' ' | b'\n' | b'`'))) {
        return;
    }
    let word = edge::run_on(b, at, 3, |c| c == b'-');
    let start = edge::run_on(b, word, 8, |c| c != b'-') + 1;
    let end = edge::run_on(b, start, 64, |c| c.is_ascii_alphanumeric() || c == b'-' || c == b'_');
    let first = edge::run_on(b, start, 64, |c| c.is_ascii_alphanumeric() || c == b'_');
    let Some(name) = sink.text.get(start..first) else { return };
    if end > first && login(name) {
        sink.learnt.push((Class::User, format!("\u{0}{}", &sink.text[start..end])));
    }
}

/// `~N/…`.
pub(super) fn tilde(sink: &mut Sink, at: usize) {
    let b = sink.text.as_bytes();
    if at > 0 && (b[at - 1].is_ascii_alphanumeric() || matches!(b[at - 1], b'~' | b'/' | b'.' | b'=')) {
        return;
    }
    let end = edge::run_on(b, at + 1, 40, name_char);
    let name = sink.text.get(at + 1..end).unwrap_or("");
    if b.get(end) == Some(&b'/')
        && searchable(name)
        && name.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, b'_' | b'.'))
    {
        add_login(sink, at + 1, end);
    }
}

/// `USER=N`, `USERNAME            N`, `"username": "N"`, `user N,`.
pub(super) fn user_variable(sink: &mut Sink, at: usize) {
    static RE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(concat!(
            r#"^(?:(?:USER|LOGNAME|USERNAME|SUDO_USER)(?:=|\s{2,}|: )\\*"?([A-Za-z0-9][\w.-]{1,39})"#,
            r#"|(?:(?i)username|user)\\*"\s*:\s*\\*"([A-Za-z][\w.-]{3,39})\\*""#,
            r"|[Uu]ser ([A-Za-z][\w.-]{3,39}), token)"
        ))
        .ok()
    });
    if !edge::starts(sink.text.as_bytes(), at) {
        return;
    }
    let tail = window(sink.text, at, 120);
    let Some(c) = RE.as_ref().and_then(|re| re.captures(tail)) else { return };
    if let Some(m) = c.get(1).or(c.get(2)).or(c.get(3))
        && (c.get(1).is_some() || searchable(m.as_str()))
    {
        add_login(sink, at + m.start(), at + m.end());
    }
}

/// Owner and group in a long listing.
pub(super) fn listing(sink: &mut Sink, at: usize) {
    static RE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"^[dlcbps-][r-][w-][xsS-][r-][w-][xsS-][r-][w-][xtT-][.+@]?\s+\d+\s+([A-Za-z_][\w.-]*)\s+(?:([A-Za-z_][\w.\\-]*)\s+)?\d").ok()
    });
    let b = sink.text.as_bytes();
    let start = edge::run_back(b, at, 1, |c| matches!(c, b'd' | b'l' | b'-'));
    if start == at || !edge::starts(b, start) {
        return;
    }
    let tail = window(sink.text, start, 160);
    let Some(c) = RE.as_ref().and_then(|re| re.captures(tail)) else { return };
    for m in [c.get(1), c.get(2)].into_iter().flatten() {
        add_login(sink, start + m.start(), start + m.end());
    }
}

/// The comment of a public key.
pub(super) fn key_comment(sink: &mut Sink, at: usize) {
    static RE: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r#"^(?:ssh-rsa|ssh-ed25519|ecdsa-sha2-\S+) AAAA[A-Za-z0-9+/=]+ ([^\s"'\\]{3,})"#).ok());
    let tail = window(sink.text, at, 2000);
    let Some(m) = RE.as_ref().and_then(|re| re.captures(tail)).and_then(|c| c.get(1)) else { return };
    if !m.as_str().contains('@') && searchable(m.as_str()) {
        add_login(sink, at + m.start(), at + m.end());
    }
}

/// `/user:DOMAIN\N`.
pub(super) fn windows_user(sink: &mut Sink, at: usize) {
    let b = sink.text.as_bytes();
    let end = edge::run_on(b, at + 6, 64, |c| name_char(c) || c == b'\\');
    let start = b[at + 6..end].iter().rposition(|c| *c == b'\\').map_or(at + 6, |i| at + 7 + i);
    add_login(sink, start, end);
}
