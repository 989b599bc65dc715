//! Numbers that name a machine or a person: addresses, phone numbers, ids, cards.

use super::edge;
use super::finding::{Class, Reach, Sink};
use super::{check, value};
use regex::Regex;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::LazyLock;

static NUMBERS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?-u:(?P<v4>[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3})",
        r"|(?P<v6>[23][0-9a-fA-F]{3}:[0-9a-fA-F:]{4,34})",
        r"|(?P<phone>\+[1-9][0-9]{0,2}[ .-]?(?:\([0-9]{1,4}\)[ .-]?)?[0-9][0-9 .-]{5,14}[0-9])",
        r"|(?P<local>\([2-9][0-9]{2}\) [0-9]{3}-[0-9]{4})",
        r"|(?P<ssn>[0-9]{3}-[0-9]{2}-[0-9]{4})",
        r"|(?P<card>[3-6][0-9]{3}[ -][0-9]{4}[ -][0-9]{4}[ -][0-9]{1,4})",
        r"|(?P<mac>[0-9a-fA-F]{2}(?::[0-9a-fA-F]{2}){5})",
        r"|(?P<iban>[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,4})?))"
    ))
    .ok()
});

/// Looks at every number of a shape that may name somebody.
pub fn find(sink: &mut Sink) {
    let Some(re) = NUMBERS.as_ref() else { return };
    let text = sink.text;
    let b = text.as_bytes();
    let mut at = 0;
    while let Some(c) = re.captures_at(text, at) {
        let Some(whole) = c.get(0) else { return };
        at = whole.end();
        let (s, e) = (whole.start(), whole.end());
        let alone = edge::starts(b, s) && edge::ends(b, e);
        let shape = ["v4", "v6", "phone", "local", "ssn", "card", "mac", "iban"]
            .iter()
            .find(|n| c.name(n).is_some())
            .copied()
            .unwrap_or("");
        match shape {
            "v4" if alone => v4(sink, s, e),
            "v6" if alone => v6(sink, s, e),
            "phone" if edge::ends(b, e) => phone(sink, s, e),
            "local" if alone => sink.add(s, e, Class::Phone, "phone", Reach::Everywhere),
            "ssn" if alone && !joined(b, s, e) => ssn(sink, s, e),
            "card" if alone && !joined(b, s, e) && check::luhn(whole.as_str()) && !known_card(whole.as_str()) => {
                sink.add(s, e, Class::NationalId, "card", Reach::Everywhere);
            }
            "mac" if alone && b.get(e) != Some(&b':') => mac(sink, s, e),
            "iban" if alone && check::iban(whole.as_str()) => sink.add(s, e, Class::NationalId, "iban", Reach::Everywhere),
            _ => at = (s + 1).max(at.min(e)),
        }
    }
}

fn known_card(text: &str) -> bool {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    value::documented(&digits)
}

fn joined(b: &[u8], s: usize, e: usize) -> bool {
    s > 0 && matches!(b[s - 1], b'-' | b'.' | b'/' | b'_') || matches!(b.get(e), Some(b'-' | b'_' | b'/'))
}

/// A public address of a machine; private ones are for the strict profile, documentation and loopback are kept.
fn v4(sink: &mut Sink, s: usize, e: usize) {
    let b = sink.text.as_bytes();
    let Ok(ip) = sink.text[s..e].parse::<Ipv4Addr>() else { return };
    if b.get(e) == Some(&b'.') && b.get(e + 1).is_some_and(u8::is_ascii_digit) || s > 0 && b[s - 1] == b'.' {
        return;
    }
    let o = ip.octets();
    let resolver = matches!(
        o,
        [8, 8, 8, 8]
            | [8, 8, 4, 4]
            | [1, 1, 1, 1]
            | [1, 0, 0, 1]
            | [9, 9, 9, 9]
            | [208, 67, 222, 222]
            | [208, 67, 220, 220]
            | [169, 254, 169, 254]
    );
    let shared = o[0] == 100 && (64..128).contains(&o[1]);
    if ip.is_loopback()
        || ip.is_unspecified()
        || ip.is_documentation()
        || ip.is_broadcast()
        || ip.is_multicast()
        || resolver
        || o[0] == 0
        || o[0] >= 240
    {
        return;
    }
    if ip.is_private() || shared || ip.is_link_local() {
        if o[3] != 0 && o[3] != 255 || b.get(e) != Some(&b'/') {
            sink.add(s, e, Class::PrivateIp, "private-ip", Reach::Everywhere);
        }
        return;
    }
    if address_context(sink.text, s, e) || (o[0] >= 24 && !version_context(sink.text, s, e) && !(o[2] == 0 && o[3] == 0)) {
        sink.add(s, e, Class::Ip, "public-ip", Reach::Everywhere);
    }
}

/// Words and signs around an address that no version has.
fn address_context(text: &str, s: usize, e: usize) -> bool {
    let b = text.as_bytes();
    let head = edge::before(text, s, 24).to_ascii_lowercase();
    const BEFORE: &[&str] = &[
        "@",
        "://",
        "from ",
        "inet ",
        "ip ",
        "ip=",
        "ip: ",
        "\"ip\":\"",
        "ip\": \"",
        "addr ",
        "address ",
        "addr: ",
        "address: ",
        "host ",
        "host=",
        "host: ",
        "client=",
        "server ",
        "remote_addr=",
        "ssh_client=",
        "forwarded-for: ",
        "ping ",
        "ssh ",
        "to ",
    ];
    let port = b.get(e) == Some(&b':') && b.get(e + 1).is_some_and(u8::is_ascii_digit);
    port || BEFORE.iter().any(|w| head.ends_with(w))
}

fn version_context(text: &str, s: usize, e: usize) -> bool {
    let b = text.as_bytes();
    let head = edge::before(text, s, 16).to_ascii_lowercase();
    s > 0 && matches!(b[s - 1], b'v' | b'V' | b'-' | b'/' | b'_' | b'~' | b'^' | b'=' | b'>' | b'<')
        || matches!(b.get(e), Some(b'-' | b'+' | b'_'))
        || ["version", "ver ", "release ", "build "].iter().any(|w| head.contains(w))
}

fn v6(sink: &mut Sink, s: usize, e: usize) {
    let trimmed = sink.text[s..e].trim_end_matches(':');
    let Ok(ip) = trimmed.parse::<Ipv6Addr>() else { return };
    if ip.segments()[..2] != [0x2001, 0xdb8] {
        sink.add(s, s + trimmed.len(), Class::Ip, "public-ip", Reach::Everywhere);
    }
}

fn phone(sink: &mut Sink, s: usize, e: usize) {
    let b = sink.text.as_bytes();
    let number = &sink.text[s..e];
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let added_line = s == 0 || matches!(b[s - 1], b'\n' | b'+' | b'-') || edge::escape_before(b, s);
    let signed = s > 0 && (b[s - 1].is_ascii_alphanumeric() || matches!(b[s - 1], b')' | b'_' | b'.'));
    let grouped = number.contains('(') || number.split([' ', '.', '-']).filter(|g| !g.is_empty()).count() >= 3;
    let plain = number[1..].bytes().all(|c| c.is_ascii_digit()) && digits >= 11;
    let dotted = number.contains('.') && !number.contains(' ') && !number.contains('(');
    if (10..=15).contains(&digits) && !signed && (!added_line || number.contains('(')) && (grouped || plain) && !dotted {
        sink.add(s, e, Class::Phone, "phone", Reach::Everywhere);
    }
}

/// A number without a sign of its country behind a word that says what it is: `phone: 415-555-0166`.
pub fn contact_number(sink: &mut Sink, at: usize) {
    static RE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r#"^(?i:phone|mobile|tel|fax|cell|call)(?i:_?number|phone)?\\*["']?[:= ]{1,3}\\*["']?(\+?[0-9(][0-9() .-]{7,17}[0-9])\b"#).ok()
    });
    if !edge::starts(sink.text.as_bytes(), at) {
        return;
    }
    let tail = super::places::window(sink.text, at, 60);
    let Some(m) = RE.as_ref().and_then(|re| re.captures(tail)).and_then(|c| c.get(1)) else { return };
    let digits = m.as_str().bytes().filter(u8::is_ascii_digit).count();
    let groups = m.as_str().split(['-', ' ', '.', '(', ')']).filter(|g| !g.is_empty()).count();
    if (9..=15).contains(&digits) && (groups >= 3 || m.as_str().starts_with('+')) && groups <= 6 {
        sink.add(at + m.start(), at + m.end(), Class::Phone, "phone", Reach::Everywhere);
    }
}

fn ssn(sink: &mut Sink, s: usize, e: usize) {
    let t = &sink.text[s..e];
    let area = &t[..3];
    if area != "000" && !area.starts_with('9') && &t[4..6] != "00" && &t[7..] != "0000" && t != "123-45-6789" {
        sink.add(s, e, Class::NationalId, "national-id", Reach::Everywhere);
    }
}

fn mac(sink: &mut Sink, s: usize, e: usize) {
    let t = sink.text[s..e].to_ascii_lowercase();
    if t != "ff:ff:ff:ff:ff:ff"
        && t != "00:00:00:00:00:00"
        && !t.starts_with("00:00:5e:00:53")
        && t.bytes().any(|b| b.is_ascii_alphabetic())
    {
        sink.add(s, e, Class::Mac, "mac-address", Reach::Everywhere);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find_in(text: &str) -> Vec<(Class, String)> {
        let mut sink = Sink::new(text);
        find(&mut sink);
        sink.found.into_iter().map(|f| (f.class, f.value)).collect()
    }

    #[test]
    fn numbers_of_people_and_machines_are_found() {
        for (text, class, want) in [
            ("from 192.52.193.77\n", Class::Ip, "192.52.193.77"),
            ("inet6 2001:4:112::4f17/64", Class::Ip, "2001:4:112::4f17"),
            ("phone +1 (202) 555-0147.", Class::Phone, "+1 (202) 555-0147"),
            ("or +44 7700 900461.", Class::Phone, "+44 7700 900461"),
            ("a\t666-43-8127\n", Class::NationalId, "666-43-8127"),
            ("inet 10.42.17.203/24", Class::PrivateIp, "10.42.17.203"),
            ("ether 02:5e:7a:c1:09:d4 brd", Class::Mac, "02:5e:7a:c1:09:d4"),
        ] {
            assert_eq!(find_in(text), [(class, want.to_owned())], "{text}");
        }
    }

    #[test]
    fn versions_dates_and_samples_are_left_alone() {
        for text in [
            "3.14.0.2",
            "10.0.22631.4317",
            "127.0.0.1 0.0.0.0 192.0.2.10 203.0.113.7 8.8.8.8",
            "555-0100",
            "4242 4242 4242 4242",
            "2026-11-30T09:14:07.512Z",
            "1793012345678",
            "+12 -3 lines",
            "auth::tests::x",
            "Chrome/120.0.0.0",
            "4896c548-84c5-49d3-94ac-6c0693f01fa2",
        ] {
            assert_eq!(find_in(text), [], "{text}");
        }
    }
}
