//! Findings that somebody looked at and accepted.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The file of accepted findings, TOML.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AcceptFile {
    /// Its entries.
    #[serde(default)]
    pub accept: Vec<Entry>,
}

/// An accepted finding.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Fingerprint of the claim.
    pub fingerprint: String,
    /// Why it is accepted.
    pub reason: String,
    /// Last day on which it is (`2027-01-31`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<String>,
}

/// Accepted findings as they hold on a day.
#[derive(Debug, Clone, Default)]
pub struct Accepted {
    entries: BTreeMap<String, Entry>,
    /// Fingerprints whose day is past.
    pub expired: Vec<String>,
}

impl Accepted {
    /// Reads a file as it holds on `today` (a date). The error names the entry.
    pub fn parse(text: &str, today: &str) -> Result<Accepted, String> {
        let file: AcceptFile = crate::config::from_toml(text)?;
        let mut out = Accepted::default();
        for entry in file.accept {
            if entry.reason.trim().is_empty() {
                return Err(format!("fingerprint {}: the reason is empty; say why it is accepted", entry.fingerprint));
            }
            match &entry.expires {
                Some(day) if day.parse::<jiff::civil::Date>().is_err() => {
                    return Err(format!("fingerprint {}: `{day}` is no date; write expires = \"2027-01-31\"", entry.fingerprint));
                }
                Some(day) if day.as_str() < today => out.expired.push(entry.fingerprint),
                _ => drop(out.entries.insert(entry.fingerprint.clone(), entry)),
            }
        }
        Ok(out)
    }

    /// The entry of a finding, if it is accepted.
    pub fn entry(&self, fingerprint: &str) -> Option<&Entry> {
        self.entries.get(fingerprint)
    }

    /// Fingerprints of the entries that hold.
    pub fn fingerprints(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_holds_until_its_day() {
        let file = "[[accept]]\nfingerprint = \"ab\"\nreason = \"seen\"\nexpires = \"2026-11-30\"\n";
        let holds = Accepted::parse(file, "2026-11-30").unwrap();
        assert_eq!(holds.entry("ab").map(|e| e.reason.as_str()), Some("seen"));
        let past = Accepted::parse(file, "2026-12-01").unwrap();
        assert_eq!((past.entry("ab").is_some(), past.expired.as_slice()), (false, ["ab".to_owned()].as_slice()));
        assert!(Accepted::parse("[[accept]]\nfingerprint = \"ab\"\nreason = \" \"\n", "2026-12-01").is_err());
        assert!(Accepted::parse("[[accept]]\nfinger = \"ab\"\n", "2026-12-01").is_err());
        assert!(Accepted::parse(&file.replace("2026-11-30", "soon"), "2026-12-01").is_err());
    }
}
