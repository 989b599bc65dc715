//! GitHub Actions logs of an agent's action.
//!
//! The agent's words are hidden there, while prompt and scripts are echoed: there is nothing that an agent could be held to.

use super::super::*;
use super::build::Build;
use regex::Regex;
use std::sync::LazyLock;

static TIME: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?:^|\t)([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z) ").expect("pattern"));

/// Reads a log as a session of its host's errors alone.
pub fn read(lines: &[&str]) -> Vec<Session> {
    let mut b = Build::new(SourceKind::ActionsLog);
    for (at, line) in lines.iter().enumerate() {
        let Some(c) = TIME.captures(line) else { continue };
        let text = &line[c.get(0).map_or(0, |m| m.end())..];
        if let Some(error) = text.strip_prefix("##[error]") {
            b.time = Some(c[1].to_owned());
            b.user_text(at as u32 + 1, error.to_owned(), Origin::Injected);
        }
    }
    vec![b.finish()]
}
