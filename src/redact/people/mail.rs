//! What stands around an `@`: addresses of people, prompts, targets of ssh.

use super::hosts::{machine, private_host, public_host, reserved_host};
use super::logins::add_login;
use super::names::name_before;
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
    if user.is_empty() || host.is_empty() || pseudonym::inert(&text[start..end]) {
        return;
    }
    let target = ssh_target(text, start, end);
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
fn ssh_target(text: &str, start: usize, end: usize) -> bool {
    let line = edge::before(text, start, 200);
    let head = line.rsplit(['\n', '"']).next().unwrap_or(line);
    let argument = head.is_empty() || head.ends_with([' ', '\'', '\\']) || head.ends_with("://");
    let program = |p: &str| head.match_indices(p).any(|(i, _)| edge::starts(head.as_bytes(), i));
    argument
        && ["ssh ", "scp ", "rsync ", "sftp ", "mosh ", "ssh-copy-id ", "sshfs ", "ssh://"].iter().any(|p| program(p))
        && text.as_bytes().get(end) != Some(&b'>')
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
