//! Reports that can be shared: every text of a report goes through the redactor, every number stays.

use super::audit::Audit;
use crate::redact::Redactor;
use crate::stats::Report;
use crate::stats::partial::Row;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Members that hold names of sayso's own or ids, never words of a transcript.
const OWN: &[&str] = &[
    "schema",
    "tool_version",
    "ruleset_sha256",
    "config_sha256",
    "detector",
    "source",
    "type",
    "verdict",
    "reason",
    "fate",
    "fingerprint",
    "outcome",
    "timestamp",
    "began",
    "dim",
    "by",
    "since",
    "until",
];

/// Learns every text of a report and its rows.
pub fn learn(report: &Report, rows: &[Row], redactor: &mut Redactor) -> serde_json::Result<()> {
    texts(&serde_json::to_value(report)?, &mut |t| redactor.learn(t));
    rows.iter().try_for_each(|r| {
        texts(&serde_json::to_value(r)?, &mut |t| redactor.learn(t));
        Ok(())
    })
}

/// A report and its rows with every text redacted.
pub fn report(report: &Report, rows: &[Row], redactor: &Redactor) -> serde_json::Result<(Report, Vec<Row>)> {
    Ok((through(report, redactor)?, rows.iter().map(|r| through(r, redactor)).collect::<Result<_, _>>()?))
}

/// Learns every text of an audit.
pub fn learn_audit(audit: &Audit, redactor: &mut Redactor) -> serde_json::Result<()> {
    texts(&serde_json::to_value((&audit.file, &audit.rows))?, &mut |t| redactor.learn(t));
    Ok(())
}

/// An audit with every text redacted.
pub fn audit(audit: Audit, redactor: &Redactor) -> serde_json::Result<Audit> {
    Ok(Audit {
        file: through(&audit.file, redactor)?,
        rows: audit.rows.iter().map(|r| through(r, redactor)).collect::<Result<_, _>>()?,
        ..audit
    })
}

fn through<T: Serialize + DeserializeOwned>(value: &T, redactor: &Redactor) -> serde_json::Result<T> {
    let mut tree = serde_json::to_value(value)?;
    replace(&mut tree, redactor);
    serde_json::from_value(tree)
}

fn own(name: &str) -> bool {
    OWN.contains(&name)
}

fn texts(value: &Value, f: &mut impl FnMut(&str)) {
    match value {
        Value::String(s) => f(s),
        Value::Array(a) => a.iter().for_each(|v| texts(v, f)),
        Value::Object(o) => o.iter().filter(|(name, _)| !own(name)).for_each(|(_, v)| texts(v, f)),
        _ => {}
    }
}

fn replace(value: &mut Value, redactor: &Redactor) {
    match value {
        Value::String(s) => {
            if let std::borrow::Cow::Owned(new) = redactor.text(s) {
                *s = new;
            }
        }
        Value::Array(a) => a.iter_mut().for_each(|v| replace(v, redactor)),
        Value::Object(o) => o.iter_mut().filter(|(name, _)| !own(name)).for_each(|(_, v)| replace(v, redactor)),
        _ => {}
    }
}
