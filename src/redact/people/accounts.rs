//! Accounts and street addresses.

use crate::redact::edge;
use crate::redact::finding::{Class, Reach, Sink};
use crate::redact::places::window;
use regex::Regex;
use std::sync::LazyLock;

/// Ids of a person's account at a model provider, and of accounts and tenants in general.
pub(super) fn account(sink: &mut Sink, at: usize) {
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
pub(super) fn cloud_account(sink: &mut Sink, at: usize) {
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
pub(super) fn street(sink: &mut Sink, at: usize) {
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
