//! Cursor's built-in export: prose alone, no calls, no results.
//!
//! A rule can stand inside a turn, and a person can paste a whole other transcript: a turn starts only at rule, blank, name.

use super::super::*;
use super::turns::{self, Speaker};

/// Reads the whole file as one session.
pub fn read(lines: &[&str]) -> Vec<Session> {
    let heading = |at: usize, line: &str| {
        let speaker = match line.trim_end() {
            "**User**" => Speaker::Person,
            "**Cursor**" => Speaker::Agent,
            _ => return None,
        };
        let mut above = lines[..at].iter().rev();
        let blank = above.next().is_some_and(|l| l.trim().is_empty());
        (blank && above.find(|l| !l.trim().is_empty()).is_some_and(|l| l.trim_end() == "---")).then_some(speaker)
    };
    let mut session = turns::prose(SourceKind::CursorExport, turns::split(lines, heading));
    let version =
        lines.iter().take(10).find_map(|l| l.strip_prefix("_Exported on ")?.rsplit_once("from Cursor (")?.1.split(')').next());
    session.meta.agent_version = version.map(Into::into);
    vec![session]
}
