//! Login names in what commands take and print: `sudo -u N`, `uid=1000(N)`, session logs, account files, mentions.

use super::logins::{add_login, login, searchable};
use crate::redact::edge;
use crate::redact::finding::{Class, Reach, Sink};
use crate::redact::places::window;
use regex::Regex;
use std::sync::LazyLock;

/// What the traces of [`AHEAD`] start with.
pub(super) const LITERALS: &[&str] = &[
    "uid=",
    "whoami",
    "sudo -",
    "su - ",
    "chown ",
    "useradd ",
    "adduser ",
    "usermod ",
    "match user ",
    "allowusers ",
    "crontab -u ",
    "accepted ",
    "failed password for ",
    "session opened for user ",
    "session ",
    "password ",
    "com account ",
    "com as ",
    "logged in as ",
    "hi ",
    "\"login\"",
    "login\\\":",
    "psql -u ",
    "pguser=",
    "github_actor=",
    "net user ",
    "user name  ",
    "user = ",
    "user.name ",
    "/var/mail/",
    "/spool/mail/",
    "/run/media/",
    "/crontabs/",
    "last login: ",
    "finger ",
    "  user ",
    "\nuser ",
    "\tuser ",
    "authenticated as ",
];

/// A login behind a literal: in the first group that matched. Rows from [`WEAK`] on may also hold an ordinary word.
static AHEAD: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"^(?:uid=\d+\(([A-Za-z][\w.-]+)\)",
        r"|whoami(?:\n|\\n)(?:[A-Za-z0-9-]+\\+)?([A-Za-z][\w.-]+)(?:\n|[\\\x22]|$)",
        r"|(?i:accepted) (?:publickey|password|keyboard-interactive\S*|gssapi\S*) for ([A-Za-z][\w.-]+) from",
        r"|(?i:failed password for )(?:invalid user )?([A-Za-z][\w.-]+) from",
        r"|session opened for user ([A-Za-z][\w.-]+)",
        r"|com (?:account|as) ([A-Za-z][\w.-]+)(?: |\n|[\\\x22]|$)",
        r"|[Ll]ogged in as ([A-Za-z][\w.-]+)(?: |\n|[\\\x22.]|$)",
        r"|Hi ([A-Za-z][\w-]+)! You've successfully",
        r#"|"?login\\*"\s*:\s*\\*"([A-Za-z][\w-]{3,38})\\*""#,
        r#"|github_actor=([A-Za-z][\w-]+)"#,
        r"|(?i:user name) {4,}([A-Za-z][\w.-]+)",
        r"|(?:/var/mail/|/spool/mail/|/crontabs/)([A-Za-z][\w.-]+)",
        r"|/run/media/([A-Za-z][\w.-]+)/",
        r#"|user\.name (?:"|\\")?([a-z][\w-]{3,38})(?:"|\\"|\s|\\n|$)"#,
        r"|(?i:password (?:updated|changed)(?: successfully)? for )([a-z][\w.-]+)(?:\n|[\\\x22]|$)",
        r"|[Ss]ession \S+ of user ([a-z][\w.-]+)\.(?:\s|[\\\x22]|$)",
        // From here on the name may be an ordinary word.
        r"|sudo -[iHEn]*u ?([a-z][\w.-]+)",
        r"|sudo -[iHEn] -u ?([a-z][\w.-]+)",
        r"|su - ([a-z][\w.-]+)(?:\s|[\\\x22]|$)",
        r"|chown (?:-\w+ )?([a-z][\w.-]+)(?::[\w.-]*)?(?: |$)",
        r"|(?:useradd|adduser|usermod) (?:-\S+ (?:[a-z,]+ )?)*([a-z][\w.-]+)(?:\s|[\\\x22]|$)",
        r"|(?:Match User|AllowUsers) ([a-z][\w.-]+)",
        r"|crontab -u ([a-z][\w.-]+)",
        r"|psql -U ([a-z][\w.-]+)",
        r"|PGUSER=([a-z][\w.-]+)",
        r"|net user ([A-Za-z][\w.-]+)(?:\s|[\\\x22]|$)",
        r"|user = ([a-z][\w.-]+)(?:\n|[\\\x22]|$)",
        r"|\s+User ([a-z][\w.-]+)(?:\n|[\\\x22]|$)",
        r"|finger ([a-z][\w.-]+)(?:\n|[\\\x22]|$)",
        r")"
    ))
    .ok()
});

/// The first group of [`AHEAD`] that may hold an ordinary word.
const WEAK: usize = 17;

/// A login behind the literal.
pub(super) fn ahead(sink: &mut Sink, at: usize) {
    let b = sink.text.as_bytes();
    if b[at].is_ascii_alphanumeric() && !edge::starts(b, at) {
        return;
    }
    let tail = window(sink.text, at, 120);
    let Some(c) = AHEAD.as_ref().and_then(|re| re.captures(tail)) else { return };
    let Some((n, m)) = (1..c.len()).find_map(|n| Some((n, c.get(n)?))) else { return };
    trace(sink, at + m.start(), at + m.end(), n >= WEAK);
}

/// Adds a login; a weak one is looked for elsewhere only where it is no word.
fn trace(sink: &mut Sink, start: usize, end: usize, weak: bool) {
    let Some(name) = sink.text.get(start..end).map(|n| n.trim_end_matches(['.', '-'])) else { return };
    let made = name.bytes().any(|b| b.is_ascii_digit() || matches!(b, b'_' | b'.'));
    if !weak {
        add_login(sink, start, start + name.len());
    } else if login(name) && searchable(name) && !name.ends_with("db") {
        let reach = if made { Reach::Everywhere } else { Reach::Here };
        sink.add(start, start + name.len(), Class::User, "login", reach);
    }
}

/// What the traces of [`BEHIND`] end with.
pub(super) const ENDINGS: &[&str] = &[" pts/", " tty", " all=(", ":x:", " : tty=", " 0.0 "];

/// A login at the start of a line, before a literal: group 1; group 2 is the name of its owner.
static BEHIND: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"^(?:([A-Za-z][\w.-]+) +(?:pts/|tty\d)",
        r"|([A-Za-z][\w.-]+) (?i:all=\()",
        r"|(?:.{0,80}sudo(?:\[\d+\])?: +)([A-Za-z][\w.-]+) : TTY=",
        r"|([A-Za-z][\w.-]+)\+? +\d+ +\d{1,3}\.\d +\d{1,3}\.\d +\d+ +\d+ ",
        r"|([A-Za-z][\w.-]+):x:[1-9]\d{3,}:\d+:",
        r"|[\w-]+:x:\d+:([A-Za-z][\w.-]+)(?:[,\\\x22]|\s|$)",
        r")"
    ))
    .ok()
});

/// A login at the start of the line in which the literal stands.
pub(super) fn behind(sink: &mut Sink, at: usize) {
    static GECOS: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"^:x:[1-9]\d{3,}:\d+:(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’.-]+){1,3})[,:]").ok());
    let head = edge::before(sink.text, at, 120);
    let line = head.rsplit(['\n', '"']).next().unwrap_or(head);
    let start = at - line.len();
    let tail = window(sink.text, start, 200);
    if let Some(c) = BEHIND.as_ref().and_then(|re| re.captures(tail))
        && let Some(m) = c.iter().skip(1).flatten().next()
    {
        trace(sink, start + m.start(), start + m.end(), false);
    }
    let owner = GECOS.as_ref().and_then(|re| re.captures(window(sink.text, at, 120))).and_then(|c| c.get(1));
    if let Some(m) = owner.filter(|m| super::names::person_like(m.as_str())) {
        sink.add(at + m.start(), at + m.end(), Class::Person, "person", Reach::Everywhere);
    }
}

/// True where `@name` at `at` is a mention of somebody: behind words that address people.
pub(super) fn mention(text: &str, at: usize) -> bool {
    const BEFORE: &[&str] = &[
        "cc ",
        "cc: ",
        "assignee: ",
        "assignees: ",
        "reviewer: ",
        "reviewers: ",
        "reviewed by ",
        "authored by ",
        "approved by ",
        "merged by ",
        "requested by ",
        "reported by ",
        "author: ",
        "slack: ",
        "telegram: ",
        "twitter: ",
        "mastodon: ",
        "thanks ",
        "thanks to ",
        "ping ",
        "assigned to ",
        "mention ",
        "welcome to gitlab, ",
        "handle: ",
        "github: ",
    ];
    let head = edge::before(text, at, 24).to_lowercase();
    BEFORE.iter().any(|w| head.strip_suffix(w).is_some_and(|h| !h.ends_with(char::is_alphanumeric)))
}
