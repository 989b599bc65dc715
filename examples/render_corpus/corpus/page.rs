//! A transcript while it is written, and where in it the parts of its scenario came to stand.

use super::scenario::{Call, Scenario, Step};
use std::collections::BTreeMap;

/// A transcript.
#[derive(Debug, Default)]
pub struct Page {
    pub text: String,
    lines: u32,
    /// By step: the line of what was said.
    pub said: BTreeMap<usize, u32>,
    /// By id of a call: the line that tells most of how it ended.
    pub calls: BTreeMap<String, u32>,
}

impl Page {
    /// Appends lines; gives the number of the first of them.
    pub fn put(&mut self, text: impl AsRef<str>) -> u32 {
        let text = text.as_ref();
        let first = self.lines + 1;
        self.text.push_str(text);
        self.text.push('\n');
        self.lines += 1 + text.matches('\n').count() as u32;
        first
    }

    /// Appends what the agent said in a step.
    pub fn say(&mut self, step: usize, text: impl AsRef<str>) -> u32 {
        let line = self.put(text);
        self.said.insert(step, line);
        line
    }

    /// Appends a call or what came back.
    pub fn call(&mut self, call: &Call, text: impl AsRef<str>) -> u32 {
        let line = self.put(text);
        self.calls.insert(call.id.clone(), line);
        line
    }
}

/// The steps, calls that were made together in one batch.
pub enum Beat<'a> {
    One(usize, &'a Step),
    Calls(Vec<&'a Call>),
}

/// The scenario in beats.
pub fn beats(scenario: &Scenario) -> Vec<Beat<'_>> {
    let mut out: Vec<Beat<'_>> = Vec::new();
    for (n, step) in scenario.steps.iter().enumerate() {
        match (step, out.last_mut()) {
            (Step::Call(call), Some(Beat::Calls(batch))) if call.parallel => batch.push(call),
            (Step::Call(call), _) => out.push(Beat::Calls(vec![call])),
            _ => out.push(Beat::One(n, step)),
        }
    }
    out
}

/// A made-up time of day that goes on with each record.
pub fn time(n: u32) -> String {
    let s = n * 7;
    format!("2026-03-04T{:02}:{:02}:{:02}.{:03}Z", 9 + s / 3600 % 12, s / 60 % 60, s % 60, n * 131 % 1000)
}

/// A made-up id that is the same in every run.
pub fn uuid(name: &str, n: u32) -> String {
    let mut h = 0xcbf2_9ce4_8422_2325_u64;
    for b in name.bytes().chain(n.to_le_bytes()) {
        h = (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3);
    }
    let g = h.rotate_left(29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    format!("{:08x}-{:04x}-4{:03x}-8{:03x}-{:012x}", h >> 32, h >> 16 & 0xffff, h & 0xfff, g >> 52, g & 0xffff_ffff_ffff)
}

/// Text with each line after the first moved to the right.
pub fn hanging(text: &str, indent: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .enumerate()
        .map(|(n, l)| if n == 0 || l.is_empty() { l.to_owned() } else { format!("{indent}{l}") })
        .collect();
    lines.join("\n")
}

/// The path as seen from the working folder.
pub fn relative<'a>(scenario: &Scenario, path: &'a str) -> &'a str {
    path.strip_prefix(&scenario.cwd).map_or(path, |p| p.trim_start_matches('/'))
}

/// The path from the root.
pub fn absolute(scenario: &Scenario, path: &str) -> String {
    if path.starts_with('/') { path.to_owned() } else { format!("{}/{path}", scenario.cwd) }
}
