//! The package's two reports, byte for byte.

use super::audit::{Kind, Outcome, Tally, by_kind};
use super::text::{Text, Unencodable};
use regex::Regex;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// A report on one transcript.
pub(super) struct Report {
    pub(super) lines: usize,
    /// What the checks gave, or why the transcript could not be read.
    pub(super) result: Result<Outcome, String>,
}

impl Report {
    pub(super) fn code(&self) -> i32 {
        self.result.as_ref().map_or(2, |o| o.code)
    }

    fn verdict(&self) -> &'static str {
        match self.code() {
            0 => "PASS",
            1 => "WARN",
            _ => "FAIL",
        }
    }

    fn severities(&self) -> (usize, usize) {
        let findings = self.result.as_ref().map_or(&[][..], |o| &o.findings);
        let high = findings.iter().filter(|f| f.kind.is_high()).count();
        (high, findings.len() - high)
    }

    /// One JSON object and a line end.
    pub(super) fn json(&self) -> String {
        let none = Outcome::default();
        let outcome = self.result.as_ref().unwrap_or(&none);
        let kinds = by_kind(&outcome.findings);
        let mut out = format!("{{\"transcript_lines\": {}, \"git_evidence_count\": {}", self.lines, outcome.evidence_count);
        if self.result.is_ok() {
            let _ = write!(out, ", \"git_available\": {}", outcome.git_available);
        }
        let _ = write!(out, ", \"skipped_repo_checks\": {}", json_tally(&outcome.skipped));
        let _ = write!(out, ", \"skipped_repo_check_count\": {}, \"findings\": [", total(&outcome.skipped));
        for (i, f) in outcome.findings.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            let _ = write!(
                out,
                "{comma}{{\"line\": {}, \"kind\": \"{}\", \"claim\": {}, \"severity\": \"{}\", \"detail\": {}}}",
                f.line,
                f.kind.name(),
                json_string(&f.claim),
                severity(f.kind),
                json_string(&f.detail)
            );
        }
        let (high, medium) = self.severities();
        let _ = write!(out, "], \"totals_by_kind\": {}", json_tally(&kinds));
        let _ = write!(out, ", \"totals_by_severity\": {{\"HIGH\": {high}, \"MEDIUM\": {medium}}}");
        let _ =
            write!(out, ", \"ignored_count\": {}, \"parse_error_count\": {}", outcome.ignored, i32::from(self.result.is_err()));
        let _ = write!(out, ", \"truncated\": {}, \"verdict\": \"{}\"", outcome.truncated, self.verdict());
        let _ = write!(out, ", \"exit_code\": {}", self.code());
        if let Err(error) = &self.result {
            let _ = write!(out, ", \"error\": {}", json_string(&Text::from(&**error)));
        }
        out + "}\n"
    }

    /// The text view; as much of it as can be written, with the character that stopped it.
    pub(super) fn text(&self, transcript: &Text) -> (Vec<u8>, Option<Unencodable>) {
        let mut out = Vec::new();
        for mut line in self.text_lines(transcript) {
            line.push_str("\n");
            match line.encode() {
                Ok(bytes) => out.extend(bytes),
                Err(stop) => return (out, Some(stop)),
            }
        }
        (out, None)
    }

    fn text_lines(&self, transcript: &Text) -> Vec<Text> {
        let none = Outcome::default();
        let outcome = self.result.as_ref().unwrap_or(&none);
        let mut out = vec![Text::from(&*format!(
            "{}: {} lines; {} git evidence files; {} skipped repo checks",
            self.verdict(),
            self.lines,
            outcome.evidence_count,
            total(&outcome.skipped)
        ))];
        for f in &outcome.findings {
            let mut line = transcript.clone();
            line.push_str(&format!(":{}: {} {}: ", f.line, severity(f.kind), f.kind.name()));
            line.push_text(&f.claim);
            line.push_str(" — ");
            line.push_text(&f.detail);
            out.push(line);
        }
        let (high, medium) = self.severities();
        out.push(Text::from(&*format!(
            "Kinds: {}; severities: {{'HIGH': {high}, 'MEDIUM': {medium}}}; ignored: {}; parse errors: {}",
            python_tally(&by_kind(&outcome.findings)),
            outcome.ignored,
            i32::from(self.result.is_err())
        )));
        if outcome.truncated {
            out.push(Text::from("Findings truncated at 500; totals count retained findings."));
        }
        if let Err(error) = &self.result {
            out.push(Text::from(&*format!("Error: {error}")));
        }
        out
    }
}

fn severity(kind: Kind) -> &'static str {
    if kind.is_high() { "HIGH" } else { "MEDIUM" }
}

fn total(tally: &Tally) -> usize {
    tally.iter().map(|(_, n)| n).sum()
}

fn json_tally(tally: &Tally) -> String {
    let rows: Vec<String> = tally.iter().map(|(k, n)| format!("\"{k}\": {n}")).collect();
    format!("{{{}}}", rows.join(", "))
}

fn python_tally(tally: &Tally) -> String {
    let rows: Vec<String> = tally.iter().map(|(k, n)| format!("'{k}': {n}")).collect();
    format!("{{{}}}", rows.join(", "))
}

/// `json.dumps(text, ensure_ascii=True)`.
pub(super) fn json_string(text: &Text) -> String {
    let mut out = String::from("\"");
    for code in text.codes() {
        match char::from_u32(code) {
            Some('"') => out.push_str("\\\""),
            Some('\\') => out.push_str("\\\\"),
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            Some('\u{c}') => out.push_str("\\f"),
            Some('\u{8}') => out.push_str("\\b"),
            Some(c @ ' '..='~') => out.push(c),
            Some(c) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
            None => {
                let _ = write!(out, "\\u{code:04x}");
            }
        }
    }
    out + "\""
}

static UNPRINTABLE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^[\p{C}\p{Z}]$").expect("a fixed pattern"));

/// `repr(text)`.
pub(super) fn repr(text: &Text) -> String {
    let has = |c: char| text.codes().any(|code| code == u32::from(c));
    let quote = if has('\'') && !has('"') { '"' } else { '\'' };
    let mut out = String::from(quote);
    for code in text.codes() {
        match char::from_u32(code) {
            Some(c) if c == quote || c == '\\' => {
                out.push('\\');
                out.push(c);
            }
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            Some(c) if c == ' ' || !UNPRINTABLE.is_match(c.encode_utf8(&mut [0; 4])) => out.push(c),
            _ if code < 0x100 => {
                let _ = write!(out, "\\x{code:02x}");
            }
            _ if code < 0x10000 => {
                let _ = write!(out, "\\u{code:04x}");
            }
            _ => {
                let _ = write!(out, "\\U{code:08x}");
            }
        }
    }
    out.push(quote);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_written_as_python_writes_them() {
        let mut text = Text::from("a\"\\\n\u{7f}é😀");
        text.push_code(0xDCFF);
        assert_eq!(json_string(&text), "\"a\\\"\\\\\\n\\u007f\\u00e9\\ud83d\\ude00\\udcff\"");
        assert_eq!(repr(&text), "'a\"\\\\\\n\\x7fé😀\\udcff'");
        assert_eq!(repr(&Text::from("it's\u{a0}\u{ad}\u{2028}")), "\"it's\\xa0\\xad\\u2028\"");
    }
}
