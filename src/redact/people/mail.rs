//! What stands around an `@`: addresses of people, prompts, targets of ssh.

use super::hosts::{machine, private_host, public_host, reserved_host};
use super::logins::{add_login, name_char, searchable};
use super::names::name_before;
use super::traces::mention;
use super::words;
use crate::redact::finding::{Class, Reach, Sink};
use crate::redact::{edge, pseudonym};

/// `user@host`: an e-mail address, a prompt, or a target of ssh.
pub(super) fn at_sign(sink: &mut Sink, at: usize) {
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
    if user.is_empty() && b.get(end) != Some(&b'/') && mention(text, at) {
        let name = edge::run_on(b, at + 1, 40, name_char);
        if text.get(at + 1..name).is_some_and(searchable) {
            add_login(sink, at + 1, name);
        }
        return;
    }
    if user.is_empty() || host.is_empty() || pseudonym::inert(&text[start..end]) {
        return;
    }
    let target = ssh_target(text, start, end);
    let private = private_host(host);
    if !private && !target && (mail_domain(host) || clear_address(b, start, user, host)) {
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
    if target && reserved_host(host) && !mail_domain(host)
        || target && reserved_host(host) && searchable(user) && user.bytes().any(|c| c.is_ascii_digit() || c == b'.')
    {
        add_login(sink, start, at);
    }
    if reserved_host(host) && !numeric || public_host(host) || user == "git" {
        return;
    }
    let bracketed = start > 0 && b[start - 1] == b'[' && b.get(end) == Some(&b' ') && {
        let close = edge::run_on(b, end, 60, |c| c != b']' && c != b'\n');
        b.get(close) == Some(&b']') && matches!(b.get(close + 1), Some(b'$' | b'#' | b'%'))
    };
    let prompt = bracketed || prompt && hostlike && b.get(end) == Some(&b':') && matches!(b.get(end + 1), Some(b'~' | b'/'));
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
fn ssh_target(text: &str, start: usize, end: usize) -> bool {
    let line = edge::before(text, start, 200);
    let head = line.rsplit(['\n', '"']).next().unwrap_or(line);
    let argument = head.is_empty() || head.ends_with([' ', '\'', '\\']) || head.ends_with("://");
    let program = |p: &str| head.match_indices(p).any(|(i, _)| edge::starts(head.as_bytes(), i));
    argument
        && ["ssh ", "scp ", "rsync ", "sftp ", "mosh ", "ssh-copy-id ", "sshfs ", "ssh://"].iter().any(|p| program(p))
        && text.as_bytes().get(end) != Some(&b'>')
}

/// True for an address whose domain ends like a file, where nothing else can be meant: `<a.b@c.pl>`, `mailto:`, `first.last@c.pl`.
fn clear_address(b: &[u8], start: usize, user: &str, host: &str) -> bool {
    let ending = host.rsplit_once('.').is_some_and(|(stem, tld)| {
        tld.len() == 2
            && words::FILE_ENDINGS.contains(tld.to_ascii_lowercase().as_str())
            && stem.len() >= 3
            && !stem.starts_with(|c: char| c.is_ascii_digit())
    });
    let wrapped = start > 0 && matches!(b[start - 1], b'<' | b':' | b'"');
    ending && (wrapped || user.contains('.') && !user.contains(['-', '_']))
}

fn key_line(text: &str, start: usize) -> bool {
    let line = edge::before(text, start, 2048);
    let head = line.rsplit('\n').next().unwrap_or(line);
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
    let lower = user.to_ascii_lowercase();
    let login = lower.split_once('+').map_or(lower.as_str(), |(_, login)| login);
    let noreply_role = domain == "users.noreply.github.com" && words::ROLES.contains(login);
    let human_noreply = domain == "users.noreply.github.com" && user.contains('+');
    noreply_role
        || words::ROLES.contains(lower.as_str())
        || lower.contains("noreply")
        || lower.ends_with("bot") && !human_noreply
        || reserved_host(domain)
}

/// True for a domain that mail can go to.
pub(super) fn mail_domain(host: &str) -> bool {
    let Some((stem, tld)) = host.rsplit_once('.') else { return false };
    let lower = tld.to_ascii_lowercase();
    let known = words::TLDS.contains(lower.as_str())
        || lower.len() == 2 && lower.bytes().all(|b| b.is_ascii_alphabetic()) && !words::FILE_ENDINGS.contains(lower.as_str());
    known && stem.split('.').all(|l| !l.is_empty() && l.len() <= 63) && stem.bytes().any(|b| b.is_ascii_alphabetic())
}
