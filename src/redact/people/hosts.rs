//! Hosts and repositories that are not public.

use super::logins::login;
use super::mail::mail_domain;
use super::words;
use crate::redact::finding::{Class, Reach, Sink};
use crate::redact::places::window;
use crate::redact::{edge, pseudonym};
use regex::Regex;
use std::sync::LazyLock;

/// `HOSTNAME=h`, `COMPUTERNAME        H`.
pub(super) fn host_variable(sink: &mut Sink, at: usize) {
    static RE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(concat!(
            r#"^(?:(?:HOSTNAME|COMPUTERNAME|HOST|USERDOMAIN)(?:=|\s{2,}|: )\\*"?|LOGONSERVER(?:=|\s{2,})\\+|(?i:static hostname:\s+)"#,
            r#"|hostname(?:\n|\\n))([A-Za-z0-9][A-Za-z0-9.-]{2,80})"#,
            r#"|^(?:Linux|Darwin|FreeBSD) ([A-Za-z0-9][A-Za-z0-9.-]{2,80}) [0-9]+\.[0-9]+[^ ]* "#,
            r#"|^(?i:local_?hostname|hostname|computer_?name|node_?name|node name|machine_?name|host)\\*"?\s*[:=]\s*\\*"?([A-Za-z0-9][A-Za-z0-9-]*[A-Za-z0-9])\\*["'\s,;]?"#,
            r#"|^(?i:host) ([A-Za-z0-9][A-Za-z0-9.-]{2,60})(?:\n|\\n)[ \t]+(?:HostName|User|Port|IdentityFile|ProxyJump)\b"#,
        ))
        .ok()
    });
    if !edge::starts(sink.text.as_bytes(), at) {
        return;
    }
    let tail = window(sink.text, at, 160);
    let Some(c) = RE.as_ref().and_then(|re| re.captures(tail)) else { return };
    let Some((n, m)) = (1..c.len()).find_map(|n| Some((n, c.get(n)?))) else { return };
    let made = m.as_str().contains('-') && m.as_str().bytes().any(|b| b.is_ascii_digit());
    if n == 1 || made {
        machine(sink, at + m.start(), at + m.end());
    }
}

/// The machine that wrote a line of a system log: `Nov  1 10:00:01 h sshd[12]: …`.
pub(super) fn log_host(sink: &mut Sink, at: usize) {
    static RE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(?:[A-Z][a-z]{2} [ 0-9][0-9] [0-9]{2}:[0-9]{2}:[0-9]{2}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(?:Z|[+-][0-9:]{4,6})) ([A-Za-z0-9][A-Za-z0-9.-]{2,60}) $").ok()
    });
    let head = edge::before(sink.text, at, 110);
    if let Some(m) = RE.as_ref().and_then(|re| re.captures(head)).and_then(|c| c.get(1)) {
        let base = at - head.len();
        machine(sink, base + m.start(), base + m.end());
    }
}

/// A machine's own name: has a digit or a hyphen, or is a full name.
pub(super) fn machine(sink: &mut Sink, start: usize, end: usize) {
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

/// A full host name in running text: three labels or more, one of which no identifier in code has.
pub(super) fn bare_host(sink: &mut Sink, at: usize) {
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
    let labels = host.split('.').count();
    let first = host.split('.').next().unwrap_or("");
    let machine = labels == 2 && first.contains('-') && first.bytes().any(|c| c.is_ascii_digit()) && first.len() >= 5;
    if (labels >= 3 || machine) && telling && !code && private_host(host) {
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
        && !pseudonym::inert(host)
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
    if rest.is_empty() || labels.iter().any(|l| l.is_empty() || l.len() > 63) || reserved_host(&lower) || pseudonym::inert(&lower)
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
                | "infra"
                | "int"
                | "dmz"
                | "office"
                | "hq"
        )
    };
    let file = rest.len() == 1 && (lower.starts_with('_') || rest[0].len() < 3);
    match *tld {
        "internal" | "corp" | "lan" | "intranet" | "home" | "localdomain" | "private" | "intra" => {
            !file
                && lower != "metadata.google.internal"
                && lower != "host.docker.internal"
                && lower != "host.containers.internal"
                && lower != "gateway.docker.internal"
        }
        "net" if lower.ends_with(".ts.net") => true,
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
    let lower = host.to_ascii_lowercase();
    words::PUBLIC_HOSTS
        .iter()
        .any(|d| lower == *d || lower.ends_with(d) && lower.as_bytes().get(lower.len() - d.len() - 1) == Some(&b'.'))
}

/// The repository that is pushed to, or that is the remote `origin`.
pub(super) fn push_target(sink: &mut Sink, at: usize) {
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
    if owner.len() >= 2 && name.len() >= 2 && !pseudonym::inert(slug) {
        let from = start + lead;
        sink.add(from, from + owner.len() + 1 + name.len(), Class::Repo, "repository", Reach::Everywhere);
    }
}
