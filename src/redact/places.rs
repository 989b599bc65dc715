//! Secrets whose place says what they are: addresses with credentials, headers, cookies, command lines, credential files, prose.

use super::edge;
use super::finding::{Class, Reach, Sink, reach_of};
use super::{people, settings, value};
use regex::Regex;
use std::sync::LazyLock;

/// A literal that marks a place, and what is looked for there.
pub struct Place {
    /// Literals, in lower case.
    pub literals: &'static [&'static str],
    /// Looks at the place that starts at the given byte.
    pub find: fn(&mut Sink, usize),
}

/// Every place.
pub const PLACES: &[Place] = &[
    Place { literals: &["://"], find: address },
    Place { literals: &["bearer ", "basic ", "authorization: token ", "authorization: "], find: header },
    Place { literals: &["cookie:", "cookie\":", "--cookie ", "-b '", "-b \""], find: cookies },
    Place { literals: &["machine "], find: netrc },
    Place { literals: &[":5432:", ":5433:", ":6432:", ":5439:", ":26257:", ":*:"], find: pgpass },
    Place { literals: super::flags::PROGRAMS, find: super::flags::command },
    Place { literals: &["password", "passwd", "passcode", "passphrase", "pwd ", " pw ", "passwort", "pin "], find: prose },
    Place { literals: &["kind: secret"], find: cluster_secret },
    Place { literals: settings::LITERALS, find: settings::setting },
    Place { literals: &["-password-stdin", "sudo -s", "chpasswd", "passwd --stdin"], find: settings::piped },
    Place { literals: &["<<<"], find: settings::here_string },
    Place { literals: &["@tcp(", "@unix(", "@/", "@("], find: settings::data_source },
    Place { literals: &[" -p ", " -p:", " -p'", " -p\""], find: settings::login_flags },
    Place { literals: &["\"kty\"", "kty\\\":"], find: settings::web_key },
    Place { literals: &["-----begin "], find: private_key },
];

fn regex(cell: &'static LazyLock<Option<Regex>>) -> Option<&'static Regex> {
    cell.as_ref()
}

/// `scheme://user:password@host`, and the host as a private one.
fn address(sink: &mut Sink, at: usize) {
    let text = sink.text;
    let b = text.as_bytes();
    let from = at + 3;
    let stop = |c: u8| {
        !(c.is_ascii_whitespace()
            || matches!(c, b'"' | b'\'' | b'<' | b'>' | b'`' | b'\\' | b'|' | b'(' | b'{' | b',' | b'[')
            || c < 0x20)
    };
    let end = edge::run_on(b, from, 2048, stop);
    let slash = b[from..end].iter().position(|c| matches!(c, b'/' | b'?')).map_or(end, |n| from + n);
    let Some(sign) = b[from..slash].iter().rposition(|c| *c == b'@').map(|n| from + n) else {
        people::url_host(sink, from, slash);
        return;
    };
    let host_end = edge::run_on(b, sign + 1, 253, |c| {
        c.is_ascii_alphanumeric() || matches!(c, b'.' | b'-' | b'_' | b':' | b'[' | b']' | b',')
    });
    let host = text.get(sign + 1..host_end).unwrap_or("").split(':').next().unwrap_or("");
    let local = matches!(
        host,
        "localhost" | "127.0.0.1" | "0.0.0.0" | "db" | "postgres" | "mysql" | "redis" | "mongo" | "host" | "hostname" | "HOST"
    ) || host.is_empty()
        || people::reserved_host(host);
    let userinfo = text.get(from..sign).unwrap_or("");
    let (user, pass) = userinfo.split_once(':').unwrap_or((userinfo, ""));
    let ordinary = [
        "password",
        "pass",
        "postgres",
        "secret",
        "root",
        "user",
        "admin",
        "mysql",
        "redis",
        "guest",
        "pwd",
        "test",
        "username",
        "x-oauth-basic",
    ];
    let plain = ordinary.contains(&pass.to_ascii_lowercase().as_str()) || pass == user;
    let blank = value::placeholder(pass)
        || value::documented(pass)
        || super::pseudonym::inert(pass)
        || pass.contains(['{', '$', '*', '<']);
    let sample = local && plain;
    if !pass.is_empty() && !blank && !sample {
        let start = from + user.len() + 1;
        let reach = if plain { Reach::Here } else { reach_of(pass) };
        sink.add(start, sign, Class::Secret, "connection-credential", reach);
    } else if pass.is_empty() && value::random(user, 20) {
        sink.secret(from, sign, "connection-credential");
    }
    if !local {
        if !userinfo.is_empty() && !super::pseudonym::inert(host) {
            people::connection_host(sink, sign + 1, sign + 1 + host.len());
        }
        if !pass.is_empty() {
            people::repository(sink, host_end, end, host);
        }
    }
}

/// `Authorization: Bearer X`, `Basic X`, `token X`.
fn header(sink: &mut Sink, at: usize) {
    let text = sink.text;
    let b = text.as_bytes();
    if !edge::starts(b, at) {
        return;
    }
    let low = text.get(at..at + 22.min(text.len() - at)).unwrap_or("").to_ascii_lowercase();
    let mut i = at;
    if low.starts_with("authorization") {
        i = at + "authorization: ".len();
        let scheme = edge::run_on(b, i, 20, |c| c.is_ascii_alphabetic() || c == b'-');
        if b.get(scheme) == Some(&b' ') {
            i = scheme + 1;
        }
    } else {
        i = edge::run_on(b, i, 12, |c| c != b' ') + 1;
    }
    i = edge::run_on(b, i, 4, |c| c == b' ' || c == b'"' || c == b'\'');
    for word in ["seen: ", "token: ", "token ", "is "] {
        if text.get(i..).is_some_and(|t| t.starts_with(word)) {
            i += word.len();
        }
    }
    let end =
        edge::run_on(b, i, 8192, |c| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_' | b'.' | b'~' | b'+' | b'/' | b'='));
    let Some(token) = text.get(i..end) else { return };
    let basic = low.starts_with("basic") && super::runs::decodes_to_credentials(token);
    if basic || value::random(token, 16) && !value::placeholder(token) && !value::documented(token) && !value::reference(token) {
        sink.secret(i, end, "authorization");
    }
}

/// `Cookie: a=b; c=d`, `Set-Cookie: a=b; HttpOnly`.
fn cookies(sink: &mut Sink, at: usize) {
    let text = sink.text;
    let b = text.as_bytes();
    let mut i = edge::run_on(b, at, 16, |c| !matches!(c, b':' | b' ')) + 1;
    i = edge::run_on(b, i, 4, |c| matches!(c, b' ' | b'"' | b'\''));
    let end = edge::run_on(b, i, 8192, |c| !matches!(c, b'\n' | b'\r' | b'"' | b'\'' | b'\\'));
    while i < end {
        let pair = edge::run_on(b, i, end - i, |c| c != b';' && c != b',');
        if let Some(eq) = b[i..pair].iter().position(|c| *c == b'=').map(|n| i + n) {
            let to = edge::run_on(b, eq + 1, pair - eq - 1, |c| !c.is_ascii_whitespace());
            let (name, val) = (text.get(i..eq).unwrap_or("").trim(), text.get(eq + 1..to).unwrap_or(""));
            let m = value::mix(val);
            let secret = val.len() >= 12 && m.digit > 0 && m.lower + m.upper >= 4
                || val.len() >= 8 && m.digit > 0 && super::named::judge(name).is_some();
            if secret && !value::placeholder(val) && !super::pseudonym::inert(val) {
                sink.secret(eq + 1, to, "cookie");
            }
        }
        i = edge::run_on(b, pair + 1, 4, |c| c == b' ').max(pair + 1).min(b.len());
    }
}

/// `machine HOST login USER password SECRET`.
fn netrc(sink: &mut Sink, at: usize) {
    static RE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"^(?i)machine\s+(\S+)\s+(?:port\s+\S+\s+)?login\s+(\S+)\s+(?:account\s+\S+\s+)?password\s+([^\s\\]+)").ok()
    });
    let tail = window(sink.text, at, 600);
    let Some(c) = regex(&RE).and_then(|re| re.captures(tail)) else { return };
    let range = |n: usize| c.get(n).map(|m| (at + m.start(), at + m.end(), m.as_str()));
    if let Some((s, e, _)) = range(1) {
        people::connection_host(sink, s, e);
    }
    if let Some((s, e, user)) = range(2)
        && !user.contains('@')
        && people::login(user)
    {
        sink.add(s, e, Class::User, "login", Reach::Everywhere);
    }
    if let Some((s, e, pass)) = range(3)
        && !value::placeholder(pass)
        && !super::pseudonym::inert(pass)
    {
        sink.secret(s, e, "netrc");
    }
}

/// `host:5432:database:user:password` on a line of its own.
fn pgpass(sink: &mut Sink, at: usize) {
    static RE: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"^([A-Za-z0-9.*_-]+):(?:[0-9]{4,5}|\*):([^:\s]+):([^:\s]+):((?:[^:\s\\]|\\[:\\])+)$").ok());
    let b = sink.text.as_bytes();
    let start = edge::run_back(b, at, 253, |c| c.is_ascii_alphanumeric() || matches!(c, b'.' | b'-' | b'*' | b'_'));
    let end = edge::run_on(b, start, 600, |c| !matches!(c, b'\n' | b'\r' | b'"' | b'\'' | b' ') && c != b'\\');
    let Some(c) = sink.text.get(start..end).and_then(|line| regex(&RE)?.captures(line)) else { return };
    let (Some(host), Some(pass)) = (c.get(1), c.get(4)) else { return };
    if value::placeholder(pass.as_str()) || super::pseudonym::inert(pass.as_str()) {
        return;
    }
    sink.secret(start + pass.start(), start + pass.end(), "pgpass");
    people::connection_host(sink, start + host.start(), start + host.end());
}

/// "the password is X", "password given in chat was X".
fn prose(sink: &mut Sink, at: usize) {
    static RE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r#"^(?i)\s?(?:password|passwd|passcode|passphrase|pwd|pw|passwort|pin)s?\b(?:[ \t]+[\p{L}'()-]{1,20}){0,7}?[ \t]*(?:\bis\b|\bwas\b|\bto\b|\bwith\b|\bist\b|\bes\b|\best\b|=|:)[ \t]*(?:still |now |currently )?[“"'`*]{0,3}([^\s"'`“”,;)*<>\\]{6,64})"#).ok()
    });
    if !edge::starts(sink.text.as_bytes(), at) {
        return;
    }
    let tail = window(sink.text, at, 220);
    let Some(m) = regex(&RE).and_then(|re| re.captures(tail)).and_then(|c| c.get(1)) else { return };
    let val = m.as_str().trim_end_matches(['.', ':', '!', '?']);
    let mix = value::mix(val);
    let made = mix.digit > 0 && mix.lower + mix.upper >= 2 && val.len() >= 6 && !value::file_like(val);
    if made
        && !value::placeholder(m.as_str())
        && !value::reference(val)
        && !super::pseudonym::inert(val)
        && !value::documented(val)
        && !val.contains(['(', '{', '[', '=', '/'])
    {
        sink.secret(at + m.start(), at + m.start() + val.len(), "credential");
    }
}

/// Values under `data:` and `stringData:` of a Kubernetes Secret.
fn cluster_secret(sink: &mut Sink, at: usize) {
    static RE: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"(?:\n|\\n)[ +-]*[A-Za-z0-9._-]{1,80}:[ \t]+([A-Za-z0-9+/]{8,}={0,2})(?:\s|\\n|$)").ok());
    let tail = window(sink.text, at, 4000);
    let Some(data) = tail.find("ata:") else { return };
    let block = &tail[data..];
    let block = &block[..block.find("\n---").or_else(|| block.find("\\n---")).unwrap_or(block.len())];
    let Some(re) = regex(&RE) else { return };
    let mut from = 0;
    while let Some(m) = re.captures_at(block, from).and_then(|c| c.get(1)) {
        let val = m.as_str();
        if super::runs::printable_base64(val).is_some() && (val.ends_with('=') || value::mix(val).digit > 0) {
            sink.secret(at + data + m.start(), at + data + m.end(), "cluster-secret");
        }
        from = m.end();
    }
}

/// A private key block, whole or cut off; public keys and certificates are left.
fn private_key(sink: &mut Sink, at: usize) {
    static BEGIN: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"^-----BEGIN [A-Z0-9 ]{0,40}?PRIVATE KEY(?: BLOCK)?-----").ok());
    static END: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"-----(?:END [A-Z0-9 ]{0,40}?PRIVATE KEY(?: BLOCK)?-----|BEGIN)").ok());
    static BODY: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"^(?:(?:[\s|]|\\+[nrt]|[0-9]{1,5}(?:\t|\\+t|→))*[+ -]?(?:[A-Za-z0-9+/=]{16,}|(?:Proc-Type|DEK-Info|Version|Comment): [^\n\\]*))+").ok()
    });
    let tail = window(sink.text, at, 32 * 1024);
    let Some(head) = BEGIN.as_ref().and_then(|re| re.find(tail)) else { return };
    let rest = &tail[head.end()..];
    let close = END.as_ref().and_then(|re| re.find(rest)).filter(|m| m.as_str().contains("END"));
    let body = &rest[..close.map_or(rest.len(), |m| m.start())];
    let coded = BODY.as_ref().and_then(|re| re.find(body));
    if body.bytes().filter(|b| b.is_ascii_alphanumeric()).nth(40).is_none() || value::placeholder(body.trim()) && coded.is_none()
    {
        return;
    }
    let end = match (close, coded) {
        (Some(m), _) => head.end() + m.end(),
        (None, Some(m)) => head.end() + m.end(),
        (None, None) => return,
    };
    sink.add(at, at + end, Class::Secret, "private-key", Reach::Everywhere);
}

/// The text from `at` on, at most `len` bytes.
pub fn window(text: &str, at: usize, len: usize) -> &str {
    let mut end = text.len().min(at + len);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(at..end).unwrap_or("")
}
