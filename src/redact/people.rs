//! Who and where: login names, people, e-mail addresses and hosts, from the places that name them.

use super::edge;
use super::finding::{Class, Reach, Sink};
use super::places::{Place, window};
use regex::Regex;
use std::sync::LazyLock;

/// Every place that names a person or a host.
pub const PLACES: &[Place] = &[
    Place { literals: &["@"], find: at_sign },
    Place {
        literals: &["/home/", "/users/", "\\users\\", "/documents and settings/", "/var/home/", "/export/home/"],
        find: home,
    },
    Place { literals: &["-home-", "-users-", "--users-"], find: dashed_home },
    Place { literals: &["~"], find: tilde },
    Place {
        literals: &["logname", "username", "user=", "user:", "user ", "userprofile", "sudo_user", "mail=/var"],
        find: user_variable,
    },
    Place {
        literals: &["hostname", "computername", "host=", "userdomain", "logonserver", "static hostname:"],
        find: host_variable,
    },
    Place {
        literals: &["my name is ", "user.name", "author:", "commit:", "committer:", "author=", "\"name\"", "name\\\":", "name:"],
        find: person,
    },
    Place { literals: &["rwx", "rw-", "r--", "r-x"], find: listing },
    Place { literals: &["ssh-rsa ", "ssh-ed25519 ", "ecdsa-sha2-"], find: key_comment },
    Place { literals: &["/user:"], find: windows_user },
    Place {
        literals: &[".internal", ".corp.", ".lan", ".intranet", ".prod.", ".staging.", ".vpn.", ".intern.", ".priv."],
        find: bare_host,
    },
    Place {
        literals: &[
            "accountuuid",
            "organizationuuid",
            "orguuid",
            "userid",
            "chatgpt_account_id",
            "accountid",
            "account_id",
            "tenantid",
            "tenant_id",
        ],
        find: account,
    },
    Place { literals: &["arn:aws", "\"account\"", "account\\\":"], find: cloud_account },
    Place {
        literals: &[
            " road",
            " street",
            " avenue",
            " lane",
            " drive",
            " boulevard",
            " court",
            " terrace",
            " square",
            " close",
            " way",
            "straße",
            "strasse",
            " rue ",
        ],
        find: street,
    },
    Place { literals: &["origin\t", "to https://", "to git@", "origin  "], find: push_target },
];

/// Accounts of systems, images and services, and words too common to be searched for.
const SYSTEM: &[&str] = &[
    "root",
    "runner",
    "ubuntu",
    "vscode",
    "node",
    "admin",
    "administrator",
    "public",
    "shared",
    "user",
    "users",
    "default",
    "guest",
    "nobody",
    "git",
    "www-data",
    "daemon",
    "postgres",
    "mysql",
    "redis",
    "mongodb",
    "nginx",
    "apache",
    "jenkins",
    "travis",
    "circleci",
    "gitpod",
    "codespace",
    "debian",
    "centos",
    "fedora",
    "ec2-user",
    "azureuser",
    "vagrant",
    "docker",
    "app",
    "build",
    "builder",
    "ci",
    "deploy",
    "test",
    "tester",
    "dev",
    "developer",
    "work",
    "workspace",
    "project",
    "projects",
    "code",
    "src",
    "home",
    "linuxbrew",
    "nixbld",
    "nix",
    "sandbox",
    "agent",
    "claude",
    "codex",
    "openai",
    "assistant",
    "system",
    "service",
    "server",
    "backup",
    "data",
    "mail",
    "http",
    "https",
    "ssh",
    "bin",
    "sys",
    "sync",
    "games",
    "all",
    "me",
    "you",
    "your",
    "yourname",
    "your-name",
    "yourusername",
    "your-username",
    "username",
    "name",
    "someone",
    "alice",
    "bob",
    "john",
    "jane",
    "foo",
    "bar",
    "baz",
    "example",
    "demo",
    "sample",
    "oai",
    "swe",
    "model",
    "container",
    "coder",
    "hostedtoolcache",
    "worker",
    "webapp",
    "web",
    "api",
    "local",
    "host",
    "person",
    "owner",
    "repo",
    "staff",
    "wheel",
    "group",
    "domain",
    "none",
    "null",
    "true",
    "false",
    "session",
    "token",
    "password",
    "string",
    "text",
    "readme",
    "main",
    "master",
    "lib",
    "python",
    "java",
    "jovyan",
    "kali",
    "pi",
    "opc",
    "oracle",
    "steam",
    "containeruser",
    "defaultuser",
    "defaultuser0",
    "wsl",
    "mambauser",
    "airflow",
    "spark",
    "hadoop",
    "solr",
    "elastic",
    "x",
    "login",
    "email",
    "userid",
    "profile",
    "account",
    "accounts",
    "register",
    "search",
    "files",
    "user1",
    "user2",
    "testuser",
    "myuser",
    "the",
    "and",
    "settings",
    "index",
    "list",
    "create",
    "update",
    "delete",
    "new",
    "edit",
    "count",
    "type",
    "role",
    "roles",
    "active",
    "current",
    "whoami",
    "id",
    "client",
    "library",
    "applications",
    "desktop",
    "documents",
    "downloads",
    "config",
    "cache",
    "tmp",
    "temp",
    "opt",
    "usr",
    "var",
    "etc",
    "mnt",
    "for",
    "with",
    "from",
    "this",
    "that",
    "will",
    "has",
    "is",
    "can",
    "asked",
    "wants",
    "said",
    "message",
    "prompt",
    "input",
    "request",
    "story",
];

/// True for a login name that may belong to a person.
pub fn login(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    (2..=40).contains(&name.len())
        && name.bytes().next().is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_')
        && name.bytes().any(|b| b.is_ascii_alphabetic())
        && !SYSTEM.contains(&lower.as_str())
        && !super::pseudonym::inert(name)
        && !lower.starts_with("your")
        && !lower.ends_with("[bot]")
        && !name.contains("..")
}

/// A login name that may be looked for everywhere.
pub fn searchable(name: &str) -> bool {
    login(name) && name.len() >= 4 && !COMMON.contains(&name.to_ascii_lowercase().as_str())
}

/// Words of prose and code that are login names too: replaced in paths and prompts, not everywhere.
const COMMON: &[&str] = &[
    "mark",
    "will",
    "bill",
    "rich",
    "grant",
    "chase",
    "drew",
    "dean",
    "frank",
    "jack",
    "rose",
    "grace",
    "hope",
    "faith",
    "april",
    "june",
    "august",
    "max",
    "art",
    "guy",
    "page",
    "case",
    "cole",
    "reed",
    "lane",
    "wade",
    "ray",
    "gene",
    "norm",
    "earnest",
    "chuck",
    "pat",
    "sue",
    "rob",
    "mike",
    "link",
    "path",
    "file",
    "line",
    "note",
    "notes",
    "task",
    "tasks",
    "tool",
    "tools",
    "core",
    "base",
    "sandy",
    "ruby",
    "rust",
    "swift",
    "perl",
    "dart",
    "julia",
    "crystal",
    "basil",
    "monty",
    "jenkins",
    "robin",
    "martin",
    "carol",
    "carry",
    "harry",
    "iris",
    "ivy",
    "jade",
    "jasmine",
    "mocha",
    "pearl",
    "penny",
    "summer",
    "victor",
    "vector",
    "angel",
    "miles",
    "major",
    "justin",
    "curt",
    "trace",
    "debug",
    "release",
    "author",
    "maintainer",
    "here",
    "there",
    "where",
    "name",
    "path",
    "some",
    "more",
    "less",
    "open",
    "close",
    "read",
    "write",
    "info",
    "else",
    "then",
    "when",
    "with",
    "editor",
    "reader",
    "writer",
    "parser",
    "engine",
    "plugin",
    "module",
    "package",
    "version",
    "report",
    "result",
    "results",
    "output",
    "status",
    "custom",
    "common",
    "global",
    "remote",
    "origin",
    "branch",
    "commit",
    "merge",
    "issue",
    "github",
    "gitlab",
    "google",
    "apple",
    "amazon",
    "windows",
    "linux",
    "macos",
    "android",
    "chrome",
    "firefox",
    "safari",
    "electron",
    "react",
    "angular",
    "svelte",
    "django",
    "flask",
    "rails",
];

fn name_char(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.') || b >= 0x80
}

fn add_login(sink: &mut Sink, start: usize, end: usize) {
    let Some(name) = sink.text.get(start..end) else { return };
    let trimmed = name.trim_end_matches(['.', '-']);
    if login(trimmed) {
        let reach = if searchable(trimmed) { Reach::Everywhere } else { Reach::Here };
        sink.add(start, start + trimmed.len(), Class::User, "login", reach);
    }
}

/// `/home/N`, `/Users/N`, `C:\Users\N` with any number of slashes.
fn home(sink: &mut Sink, at: usize) {
    let b = sink.text.as_bytes();
    let first = edge::run_on(b, at + 1, 40, |c| c != b'/' && c != b'\\');
    let start = edge::run_on(b, first, 8, |c| c == b'/' || c == b'\\');
    let end = edge::run_on(b, start, 64, name_char);
    let back = at > 0 && b[at - 1].is_ascii_alphanumeric() && b.get(at) == Some(&b'/');
    let url = back
        && sink.text[at.saturating_sub(60)..]
            .get(..60.min(at))
            .is_some_and(|h| h.contains("://") && !h.contains(char::is_whitespace));
    let drive = at >= 1 && b[at - 1] == b':' || at >= 2 && matches!(b[at - 2], b'/' | b'\\');
    if url || back && !drive && !escaped(b, at) {
        return;
    }
    // A route such as `/users/list` is lower case and has no parent; a home has a separator or an end behind it.
    let lower_route = sink.text.get(at..start).is_some_and(|s| s == "/users/");
    if lower_route || matches!(b.get(end), Some(b'(' | b'{' | b'*' | b'$' | b'<')) {
        return;
    }
    add_login(sink, start, end);
}

fn escaped(b: &[u8], at: usize) -> bool {
    edge::escape_before(b, at)
}

/// `-home-N-…`, `C--Users-N-…`: directories named after a path, as some agents name them.
fn dashed_home(sink: &mut Sink, at: usize) {
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
fn tilde(sink: &mut Sink, at: usize) {
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
fn user_variable(sink: &mut Sink, at: usize) {
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

/// `HOSTNAME=h`, `COMPUTERNAME        H`.
fn host_variable(sink: &mut Sink, at: usize) {
    static RE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r#"^(?:(?:HOSTNAME|COMPUTERNAME|HOST|USERDOMAIN)(?:=|\s{2,}|: )\\*"?|LOGONSERVER(?:=|\s{2,})\\+|(?i:static hostname:\s+))([A-Za-z0-9][A-Za-z0-9.-]{2,80})"#).ok()
    });
    if !edge::starts(sink.text.as_bytes(), at) {
        return;
    }
    let tail = window(sink.text, at, 160);
    if let Some(m) = RE.as_ref().and_then(|re| re.captures(tail)).and_then(|c| c.get(1)) {
        machine(sink, at + m.start(), at + m.end());
    }
}

/// A machine's own name: has a digit or a hyphen, or is a full name.
fn machine(sink: &mut Sink, start: usize, end: usize) {
    let Some(name) = sink.text.get(start..end).map(|n| n.trim_end_matches(['.', '-'])) else { return };
    let container = name.len() == 12 && name.bytes().all(|b| b.is_ascii_hexdigit());
    let telling = name.contains('-') || name.contains('.') || name.bytes().any(|b| b.is_ascii_digit()) || name.len() >= 6;
    if telling
        && !container
        && !reserved_host(name)
        && !public_host(name)
        && name.bytes().any(|b| b.is_ascii_alphabetic())
        && login(name)
    {
        let reach = if name.len() >= 6 && (name.contains(['-', '.']) || name.bytes().any(|b| b.is_ascii_digit())) {
            Reach::Everywhere
        } else {
            Reach::Here
        };
        sink.add(start, start + name.len(), Class::Host, "host", reach);
    }
}

/// `user@host`: an e-mail address, a prompt, or a target of ssh.
fn at_sign(sink: &mut Sink, at: usize) {
    let text = sink.text;
    let b = text.as_bytes();
    let local = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'.' | b'_' | b'+' | b'-' | b'%');
    let mut start = edge::run_back(b, at, 64, local);
    while start < at && matches!(b[start], b'.' | b'-' | b'+' | b'%' | b'_') {
        start += 1;
    }
    let end = edge::run_on(b, at + 1, 253, |c| c.is_ascii_alphanumeric() || matches!(c, b'.' | b'-'));
    let (Some(user), Some(host)) = (text.get(start..at), text.get(at + 1..end)) else { return };
    let host = host.trim_end_matches(['.', '-']);
    let end = at + 1 + host.len();
    if user.is_empty() || host.is_empty() || super::pseudonym::inert(&text[start..end]) {
        return;
    }
    let target = ssh_target(b, start, end);
    let private = private_host(host);
    if !private && !target && mail_domain(host) {
        email(sink, start, at, end);
        return;
    }
    let prompt = matches!(b.get(end), Some(b':' | b'~' | b'$' | b'#' | b'%' | b']' | b' '))
        || end == b.len()
        || b[end] == b'\n'
        || b[end] == b'\\';
    let numeric = host.bytes().all(|c| c.is_ascii_digit() || c == b'.');
    let hostlike = host.contains('-')
        || numeric && host.split('.').count() == 4
        || private
        || host.bytes().any(|c| c.is_ascii_digit()) && host.len() >= 5;
    if reserved_host(host) && !numeric || public_host(host) || user == "git" {
        return;
    }
    let prompt = prompt && hostlike && b.get(end) == Some(&b':') && matches!(b.get(end + 1), Some(b'~' | b'/'));
    let version = host.bytes().next().is_some_and(|c| c.is_ascii_digit() || c == b'v') && !numeric;
    let scope = start > 0 && matches!(b[start - 1], b'/' | b'@');
    if !version && !scope && (target || prompt || private || key_line(text, start)) {
        add_login(sink, start, at);
        if !numeric {
            machine(sink, at + 1, end);
        }
    }
}

/// True behind `ssh`, `scp`, `rsync`, `sftp`, `mosh`, `ssh-copy-id` on the same line, with `user@host` as an argument.
fn ssh_target(b: &[u8], start: usize, end: usize) -> bool {
    let line_start =
        b[..start].iter().rposition(|c| *c == b'\n' || *c == b'"').map_or(0, |i| i + 1).max(start.saturating_sub(200));
    let Ok(head) = std::str::from_utf8(&b[line_start..start]) else { return false };
    let argument = head.is_empty() || head.ends_with([' ', '\'', '\\']) || head.ends_with("://");
    let program = |p: &str| head.match_indices(p).any(|(i, _)| edge::starts(head.as_bytes(), i));
    argument
        && ["ssh ", "scp ", "rsync ", "sftp ", "mosh ", "ssh-copy-id ", "sshfs ", "ssh://"].iter().any(|p| program(p))
        && !matches!(b.get(end), Some(b'>'))
}

fn key_line(text: &str, start: usize) -> bool {
    let head = &text[text[..start].rfind('\n').map_or(0, |i| i + 1)..start];
    ["ssh-rsa AAAA", "ssh-ed25519 AAAA", "ecdsa-sha2-"].iter().any(|k| head.contains(k))
}

/// An address with the name of its owner before or behind it.
fn email(sink: &mut Sink, start: usize, at: usize, end: usize) {
    let text = sink.text;
    let (user, domain) = (&text[start..at], &text[at + 1..end]);
    if role_address(user, domain) {
        return;
    }
    let service = domain.ends_with(".gserviceaccount.com");
    sink.add(
        start,
        end,
        if service { Class::Account } else { Class::Email },
        if service { "service-account" } else { "email" },
        Reach::Everywhere,
    );
    if service {
        return;
    }
    if let Some((s, e)) = name_before(text, start) {
        sink.add(s, e, Class::Person, "person", Reach::Everywhere);
        sink.learnt.push((Class::Person, format!("{}\u{0}{}", &text[s..e], &text[start..end])));
    }
    if let Some(name) = spelled_name(user) {
        sink.learnt.push((Class::Person, name));
    }
}

/// "First Last" out of `first.last`.
pub fn spelled_name(user: &str) -> Option<String> {
    let user = user.split('+').next().unwrap_or(user);
    let parts: Vec<&str> = user.split(['.', '_']).collect();
    let good = (2..=3).contains(&parts.len()) && parts.iter().all(|p| p.len() >= 3 && p.bytes().all(|b| b.is_ascii_alphabetic()));
    good.then(|| {
        let caps = |p: &&str| p[..1].to_ascii_uppercase() + &p[1..].to_ascii_lowercase();
        parts.iter().map(caps).collect::<Vec<_>>().join(" ")
    })
}

fn role_address(user: &str, domain: &str) -> bool {
    const ROLES: &[&str] = &[
        "noreply",
        "no-reply",
        "donotreply",
        "do-not-reply",
        "git",
        "root",
        "info",
        "support",
        "hello",
        "help",
        "security",
        "postmaster",
        "webmaster",
        "abuse",
        "admin",
        "contact",
        "sales",
        "team",
        "mail",
        "notifications",
        "bot",
        "dev",
        "press",
        "privacy",
        "legal",
        "billing",
        "feedback",
        "maintainers",
        "user",
        "you",
        "me",
        "your",
        "email",
        "test",
        "username",
        "someone",
        "name",
        "users",
        "your.email",
        "your-email",
        "youremail",
        "announce",
        "claude",
        "codex",
        "copilot",
        "cursoragent",
        "openhands",
        "devin-ai",
        "amp",
        "aider",
        "list",
        "hostmaster",
        "office",
        "jobs",
        "careers",
        "newsletter",
    ];
    let lower = user.to_ascii_lowercase();
    let human_noreply = domain == "users.noreply.github.com" && user.contains('+');
    ROLES.contains(&lower.as_str())
        || lower.contains("noreply")
        || lower.ends_with("bot") && !human_noreply
        || reserved_host(domain)
}

/// Words before `<` or ` (` that are a person's name.
fn name_before(text: &str, start: usize) -> Option<(usize, usize)> {
    let head = &text[..start];
    let (cut, quoted) = if let Some(h) = head.strip_suffix('<').or_else(|| head.strip_suffix('(')) {
        (h, false)
    } else {
        let json = head.trim_end_matches(['"', '\\', ':', ' ', '\n', '\t']);
        let json = json.strip_suffix("email").or_else(|| json.strip_suffix("mail"))?;
        (json.trim_end_matches(['"', '\\', ',', ' ', '\n', '\t']), true)
    };
    let cut = cut.trim_end_matches([' ', '"', '\\', '\'']);
    let from = cut
        .char_indices()
        .rev()
        .take(60)
        .take_while(|(_, c)| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'' | '.' | '’'))
        .last()?
        .0;
    let mut words: Vec<(usize, &str)> = Vec::new();
    let mut at = cut.len();
    for w in cut[from..].rsplit(' ') {
        at -= w.len();
        if !name_word(w) || words.len() == 4 {
            break;
        }
        words.push((at, w));
        at = at.saturating_sub(1);
    }
    let escape = |i: usize| i > 0 && text.as_bytes()[i - 1] == b'\\';
    while let Some((i, w)) = words.last()
        && (NOT_NAMES.contains(w) || escape(*i))
    {
        words.pop();
    }
    let (first, _) = *words.last()?;
    let whole = &cut[first..];
    let long = words.len() >= 2 || quoted && whole.len() >= 4;
    let machine = whole.split(' ').any(|w| {
        matches!(
            w,
            "Claude"
                | "GitHub"
                | "Codex"
                | "Copilot"
                | "Agent"
                | "Bot"
                | "Action"
                | "Actions"
                | "Release"
                | "CI"
                | "Cursor"
                | "Gemini"
                | "Aider"
                | "Team"
        )
    });
    (long && !machine && !super::pseudonym::inert(whole)).then_some((first, cut.len()))
}

/// Capitalised words that stand before names.
const NOT_NAMES: &[&str] = &[
    "Ask",
    "Contact",
    "Author",
    "From",
    "To",
    "Cc",
    "By",
    "Commit",
    "Committer",
    "Hi",
    "Hello",
    "Dear",
    "Thanks",
    "User",
    "Email",
    "Mail",
    "Name",
    "The",
    "Tell",
    "Ping",
    "See",
    "And",
    "With",
    "For",
    "Mr.",
    "Mrs.",
    "Ms.",
    "Dr.",
    "Summary",
    "Merge",
    "Copyright",
    "Maintainer",
    "Owner",
    "Reviewed",
    "Signed-off-by",
    "Reported-by",
    "Co-authored-by",
    "Co-Authored-By",
    "Reviewed-by",
    "Acked-by",
    "Tested-by",
];

fn name_word(w: &str) -> bool {
    let mut chars = w.chars();
    let particle =
        matches!(w, "van" | "von" | "de" | "der" | "den" | "da" | "di" | "la" | "le" | "del" | "bin" | "al" | "ten" | "dos");
    particle
        || chars.next().is_some_and(char::is_uppercase)
            && w.chars().count() <= 24
            && w.chars().skip(1).all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '.' | '’'))
}

/// `My name is X Y`, `user.name X Y`, `Author: X Y`, `"name":"X Y","email":`.
fn person(sink: &mut Sink, at: usize) {
    static RE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(concat!(
            r#"^(?:(?i:my name is )|user\.name[= ]\s*\\*["']?|(?i:(?:author|commit|committer)(?:name)?:\s{1,8})|author=\\*["']?|"#,
            r#"\\*"?name\\*"?\s*[:=]\s*\\*"?)"#,
            r"(\p{Lu}[\p{L}'’-]+(?: (?:van|von|de|der|da|di|la|le|del|bin|al))?(?: \p{Lu}(?:\.|[\p{L}'’-]+)){1,3})"
        ))
        .ok()
    });
    let tail = window(sink.text, at, 140);
    let Some(m) = RE.as_ref().and_then(|re| re.captures(tail)).and_then(|c| c.get(1)) else { return };
    let keyed = tail.starts_with(['"', 'n', 'N', '\\']) && !tail.starts_with("name is");
    let rest = tail[m.end()..].trim_start_matches(['"', '\\', ',', ' ', '\n']);
    if keyed && !(rest.starts_with("email") || rest.starts_with("mail")) {
        return;
    }
    let name = m.as_str().trim_end_matches(['.', '-', '\'']);
    if !super::pseudonym::inert(name) {
        sink.add(at + m.start(), at + m.start() + name.len(), Class::Person, "person", Reach::Everywhere);
    }
}

/// Owner and group in a long listing.
fn listing(sink: &mut Sink, at: usize) {
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
fn key_comment(sink: &mut Sink, at: usize) {
    static RE: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r#"^(?:ssh-rsa|ssh-ed25519|ecdsa-sha2-\S+) AAAA[A-Za-z0-9+/=]+ ([^\s"'\\]{3,})"#).ok());
    let tail = window(sink.text, at, 2000);
    let Some(m) = RE.as_ref().and_then(|re| re.captures(tail)).and_then(|c| c.get(1)) else { return };
    if !m.as_str().contains('@') && searchable(m.as_str()) {
        add_login(sink, at + m.start(), at + m.end());
    }
}

/// `/user:DOMAIN\N`.
fn windows_user(sink: &mut Sink, at: usize) {
    let b = sink.text.as_bytes();
    let end = edge::run_on(b, at + 6, 64, |c| name_char(c) || c == b'\\');
    let start = b[at + 6..end].iter().rposition(|c| *c == b'\\').map_or(at + 6, |i| at + 7 + i);
    add_login(sink, start, end);
}

/// The repository that is pushed to, or that is the remote `origin`.
fn push_target(sink: &mut Sink, at: usize) {
    static RE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"^(?:(?i:to )|origin\s+)(?:https://(?:[^@/\s]+@)?|git@|ssh://git@)([A-Za-z0-9.-]+)([/:][^\s]*)").ok()
    });
    if !edge::starts(sink.text.as_bytes(), at) {
        return;
    }
    let tail = window(sink.text, at, 300);
    let Some(c) = RE.as_ref().and_then(|re| re.captures(tail)) else { return };
    if let (Some(host), Some(path)) = (c.get(1), c.get(2)) {
        repository(sink, at + path.start(), at + path.end(), host.as_str());
    }
}

/// Ids of a person's account at a model provider, and of accounts and tenants in general.
fn account(sink: &mut Sink, at: usize) {
    static RE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r#"^(?i)(accountUuid|organizationUuid|orgUuid|userID|chatgpt_account_id|account_?id|tenant_?id)\\*["']?\s*[:=]\s*\\*["']?([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32,64}|[0-9]{12})\b"#).ok()
    });
    if !edge::starts(sink.text.as_bytes(), at) && at.checked_sub(1).is_some_and(|i| sink.text.as_bytes()[i] != b'_') {
        return;
    }
    let tail = window(sink.text, at, 140);
    let Some(c) = RE.as_ref().and_then(|re| re.captures(tail)) else { return };
    let (Some(name), Some(m)) = (c.get(1), c.get(2)) else { return };
    let name = name.as_str().to_ascii_lowercase();
    let own = name.ends_with("uuid") || name == "userid" || name.starts_with("chatgpt");
    let class = if own { Class::NationalId } else { Class::Account };
    sink.add(at + m.start(), at + m.end(), class, "account-id", Reach::Everywhere);
}

/// The account in `arn:aws:iam::123456789012:role/x` and `"Account": "123456789012"`.
fn cloud_account(sink: &mut Sink, at: usize) {
    static RE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r#"^(?i:arn:aws[a-z-]*:[a-z0-9-]*:[a-z0-9-]*:|\\*"?account\\*"\s*:\s*\\*")([0-9]{12})\b"#).ok()
    });
    let tail = window(sink.text, at, 120);
    if let Some(m) = RE.as_ref().and_then(|re| re.captures(tail)).and_then(|c| c.get(1)).filter(|m| m.as_str() != "123456789012")
    {
        sink.add(at + m.start(), at + m.end(), Class::Account, "cloud-account", Reach::Everywhere);
    }
}

/// A street with its number.
fn street(sink: &mut Sink, at: usize) {
    static RE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(concat!(
            r"(?:[0-9]{1,5}[A-Za-z]?,? (?:\p{Lu}[\p{L}'.-]+ ){1,4}(?:Road|Street|Avenue|Lane|Drive|Boulevard|Court|Terrace|Square|Close|Way)",
            r"|\p{Lu}[\p{L}-]*(?:straße|strasse|Straße) [0-9]{1,4}[a-z]?|[0-9]{1,4},? rue (?:(?:de|du|des|la|le|l')[ ]?){0,2}\p{Lu}[\p{L}'-]+)"
        ))
        .ok()
    });
    let mut from = at.saturating_sub(60);
    while !sink.text.is_char_boundary(from) {
        from += 1;
    }
    let tail = window(sink.text, from, 120);
    let found = RE.as_ref().and_then(|re| re.find_iter(tail).find(|m| from + m.start() <= at && at < from + m.end()));
    if let Some(m) = found {
        sink.add(from + m.start(), from + m.end(), Class::Address, "address", Reach::Everywhere);
    }
}

/// Owner and name of a repository at a code host, in the path that starts at `start`.
pub fn repository(sink: &mut Sink, start: usize, end: usize, host: &str) {
    if !["github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "dev.azure.com"].contains(&host) {
        return;
    }
    let path = sink.text.get(start..end).unwrap_or("");
    let lead = path.len() - path.trim_start_matches(['/', ':']).len();
    let slug = path[lead..].split([' ', '\t', '\n', '"', '\'', '\\', ')']).next().unwrap_or("");
    let mut parts = slug.split('/');
    let (Some(owner), Some(name)) = (parts.next(), parts.next()) else { return };
    let name = name.trim_end_matches(".git");
    if owner.len() >= 2 && name.len() >= 2 && !super::pseudonym::inert(slug) {
        let from = start + lead;
        sink.add(from, from + owner.len() + 1 + name.len(), Class::Repo, "repository", Reach::Everywhere);
    }
}

/// A full host name in running text: three labels or more, one of which no identifier in code has.
fn bare_host(sink: &mut Sink, at: usize) {
    let b = sink.text.as_bytes();
    let class = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'.' | b'-');
    let start = edge::run_back(b, at, 253, class);
    let end = edge::run_on(b, at, 253, class);
    let Some(host) = sink.text.get(start..end).map(|h| h.trim_matches(['.', '-'])) else { return };
    let start = start + sink.text[start..end].find(host).unwrap_or(0);
    let telling = host
        .split('.')
        .any(|l| l.contains('-') || l.bytes().any(|c| c.is_ascii_digit()) && l.bytes().any(|c| c.is_ascii_alphabetic()));
    let code =
        matches!(b.get(start + host.len()), Some(b'(' | b'_' | b'[')) || start > 0 && matches!(b[start - 1], b'_' | b'@' | b'$');
    if host.split('.').count() >= 3 && telling && !code && private_host(host) {
        sink.add(start, start + host.len(), Class::Host, "host", Reach::Everywhere);
    }
}

/// The host of an address, where it is private.
pub fn url_host(sink: &mut Sink, from: usize, to: usize) {
    let host = sink.text.get(from..to).unwrap_or("").split(':').next().unwrap_or("");
    if private_host(host) {
        sink.add(from, from + host.len(), Class::Host, "host", Reach::Everywhere);
    }
}

/// A host that something connects to with credentials: private unless it is a well-known one.
pub fn connection_host(sink: &mut Sink, start: usize, end: usize) {
    let Some(host) = sink.text.get(start..end).map(|h| h.trim_end_matches(['.', '-'])) else { return };
    let parts = host.split('.').count();
    if parts >= 2
        && !public_host(host)
        && !reserved_host(host)
        && host.bytes().any(|b| b.is_ascii_alphabetic())
        && !super::pseudonym::inert(host)
    {
        sink.add(start, start + host.len(), Class::Host, "host", Reach::Everywhere);
    }
}

/// True for a name in a private name space.
pub fn private_host(host: &str) -> bool {
    let host = host.trim_end_matches('.');
    let lower = host.to_ascii_lowercase();
    let labels: Vec<&str> = lower.split('.').collect();
    let Some((tld, rest)) = labels.split_last() else { return false };
    if rest.is_empty()
        || labels.iter().any(|l| l.is_empty() || l.len() > 63)
        || reserved_host(&lower)
        || super::pseudonym::inert(&lower)
    {
        return false;
    }
    let inner = |l: &&str| {
        matches!(
            *l,
            "corp"
                | "internal"
                | "intranet"
                | "intern"
                | "lan"
                | "vpn"
                | "prod"
                | "staging"
                | "stage"
                | "priv"
                | "private"
                | "mgmt"
        )
    };
    let file = rest.len() == 1 && (lower.starts_with('_') || rest[0].len() < 3);
    match *tld {
        "internal" | "corp" | "lan" | "intranet" | "home" | "localdomain" | "private" | "intra" => {
            !file && lower != "metadata.google.internal" && lower != "host.docker.internal"
        }
        "local" => {
            !lower.ends_with("cluster.local")
                && rest.last().is_some_and(|l| l.len() >= 4)
                && !matches!(rest.last(), Some(&"settings" | &"config" | &"env" | &"docker-compose"))
        }
        _ if mail_domain(&lower) => {
            rest.len() >= 3 - usize::from(rest.len() == 2 && inner(&rest[0]))
                && rest[..rest.len() - 1].iter().any(inner)
                && !public_host(&lower)
        }
        _ => false,
    }
}

/// Names that RFCs reserve for documentation and loopback.
pub fn reserved_host(host: &str) -> bool {
    let lower = host.to_ascii_lowercase();
    let tld = lower.rsplit('.').next().unwrap_or("");
    matches!(tld, "example" | "test" | "invalid" | "localhost")
        || [
            "example.com",
            "example.org",
            "example.net",
            "domain.com",
            "company.com",
            "yourdomain.com",
            "mycompany.com",
            "test.com",
            "email.com",
            "host.com",
        ]
        .iter()
        .any(|d| lower == *d || lower.ends_with(&format!(".{d}")))
}

/// Hosts that everybody uses: never a person's or company's own.
pub fn public_host(host: &str) -> bool {
    const PUBLIC: &[&str] = &[
        "github.com",
        "gitlab.com",
        "bitbucket.org",
        "codeberg.org",
        "githubusercontent.com",
        "github.io",
        "sr.ht",
        "npmjs.org",
        "npmjs.com",
        "pypi.org",
        "pythonhosted.org",
        "docker.com",
        "docker.io",
        "ghcr.io",
        "quay.io",
        "gcr.io",
        "google.com",
        "googleapis.com",
        "amazonaws.com",
        "azure.com",
        "windows.net",
        "microsoft.com",
        "cloudflare.com",
        "openai.com",
        "anthropic.com",
        "huggingface.co",
        "debian.org",
        "ubuntu.com",
        "golang.org",
        "rust-lang.org",
        "rubygems.org",
        "maven.org",
        "apache.org",
        "mozilla.org",
        "sentry.io",
        "slack.com",
        "discord.com",
        "stripe.com",
        "twilio.com",
        "sendgrid.net",
        "sendgrid.com",
        "mailgun.org",
        "vercel.app",
        "netlify.app",
        "fly.dev",
        "herokuapp.com",
        "supabase.co",
        "mongodb.net",
        "planetscale.com",
        "neon.tech",
        "railway.app",
        "render.com",
        "wikipedia.org",
        "stackoverflow.com",
        "jwt.io",
        "w3.org",
        "schema.org",
    ];
    let lower = host.to_ascii_lowercase();
    PUBLIC.iter().any(|d| lower == *d || lower.ends_with(d) && lower.as_bytes().get(lower.len() - d.len() - 1) == Some(&b'.'))
}

/// True for a domain that mail can go to.
fn mail_domain(host: &str) -> bool {
    const TLDS: &[&str] = &[
        "com",
        "org",
        "net",
        "edu",
        "gov",
        "mil",
        "int",
        "info",
        "biz",
        "name",
        "pro",
        "dev",
        "app",
        "cloud",
        "tech",
        "xyz",
        "online",
        "site",
        "store",
        "email",
        "systems",
        "software",
        "company",
        "agency",
        "studio",
        "digital",
        "group",
        "team",
        "consulting",
        "solutions",
        "engineering",
        "mobi",
        "labs",
        "codes",
        "works",
        "network",
        "services",
        "media",
        "design",
        "academy",
        "global",
        "world",
        "today",
        "live",
        "life",
        "health",
        "bank",
        "finance",
        "capital",
        "ventures",
        "partners",
        "foundation",
        "institute",
        "university",
        "museum",
        "travel",
        "games",
        "tools",
        "page",
        "blog",
        "wiki",
        "news",
        "social",
        "chat",
        "space",
        "zone",
        "energy",
        "legal",
        "law",
        "tax",
        "shop",
        "art",
        "berlin",
        "london",
        "nyc",
        "paris",
        "tokyo",
        "eus",
    ];
    const FILES: &[&str] = &["py", "js", "ts", "md", "sh", "rs", "cc", "so", "gz", "db", "pl", "rb", "go", "vb", "cs", "hs"];
    let Some((stem, tld)) = host.rsplit_once('.') else { return false };
    let lower = tld.to_ascii_lowercase();
    let known = TLDS.contains(&lower.as_str())
        || lower.len() == 2 && lower.bytes().all(|b| b.is_ascii_alphabetic()) && !FILES.contains(&lower.as_str());
    known && stem.split('.').all(|l| !l.is_empty() && l.len() <= 63) && stem.bytes().any(|b| b.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(text: &str) -> Vec<String> {
        let mut sink = Sink::new(text);
        let lower = text.to_ascii_lowercase();
        let mut hits: Vec<(usize, fn(&mut Sink, usize))> = PLACES
            .iter()
            .flat_map(|p| p.literals.iter().flat_map(|l| lower.match_indices(l).map(|(i, _)| (i, p.find)).collect::<Vec<_>>()))
            .collect();
        hits.sort_by_key(|h| h.0);
        for (i, f) in hits {
            f(&mut sink, i);
        }
        let mut out: Vec<String> = sink.found.into_iter().map(|f| f.value).collect();
        out.sort();
        out.dedup();
        out
    }

    #[test]
    fn people_are_found_where_they_are_named() {
        for (text, want) in [
            ("/home/mvantorpe/src", vec!["mvantorpe"]),
            (r"C:\\Users\\Ozanna.Drelling\\keys", vec!["Ozanna.Drelling"]),
            ("/mnt/c/Users/Ozanna.Drelling/x", vec!["Ozanna.Drelling"]),
            ("USERNAME            Ozanna.Drelling", vec!["Ozanna.Drelling"]),
            ("Author: Mirelle Vantorpe <mirelle@brindle.io>", vec!["Mirelle Vantorpe", "mirelle@brindle.io"]),
            ("Ask Tobiah Quillmarsh (tobiah@quill.eu) to", vec!["Tobiah Quillmarsh", "tobiah@quill.eu"]),
            ("My name is Corvin Haldane-Ruy. Deploy", vec!["Corvin Haldane-Ruy"]),
            ("mvantorpe@kestrel-lt-042:~/src$ ls", vec!["kestrel-lt-042", "mvantorpe"]),
            ("scp x tquill@192.88.99.214:/srv", vec!["tquill"]),
            ("drwx------ 2 mvantorpe staff 4096 Nov 12", vec!["mvantorpe"]),
            ("{\"name\":\"Tobiah Quillmarsh\",\"email\":\"t@quill.eu\"}", vec!["Tobiah Quillmarsh", "t@quill.eu"]),
            ("~tquill/notes", vec!["tquill"]),
            ("https://vault.corp.brindle.io:8200", vec![]),
        ] {
            assert_eq!(find(text), want, "{text}");
        }
    }

    #[test]
    fn systems_examples_and_code_are_left_alone() {
        for text in [
            "/home/runner/work/app /root/.cargo /Users/Shared/x C:\\Users\\Public\\Documents /home/vscode/.local",
            "git@github.com:rust-lang/cargo.git",
            "actions/checkout@v4 @types/node@20.11.30 @pytest.fixture logo@2x.png",
            "alice@example.com noreply@github.com dev@localhost test.user@example.org",
            "41898282+github-actions[bot]@users.noreply.github.com",
            "GET /users/list and /api/users/42",
            "author = \"Contributors\"",
            "Claude <noreply@anthropic.com>",
        ] {
            assert_eq!(find(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn private_hosts_are_told_from_public_ones() {
        for h in ["db-primary.prod.brindlewharf.internal", "vault.corp.brindlewharf-labs.io", "buildbox-07.corp.x.io"] {
            assert!(private_host(h), "{h}");
        }
        for h in [
            "api.github.com",
            "npm.pkg.example.org",
            "localhost",
            "db.example.test",
            "index.docker.io",
            "index.js",
            "svc.cluster.local",
        ] {
            assert!(!private_host(h), "{h}");
        }
    }
}
