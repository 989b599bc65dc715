//! What holds for the reports of any words: sums add up, and every format is what it says it is.

use super::checks::record;
use sayso::detector::RecordDetector;
use sayso::report::{FORMATS, Style, View};
use sayso::stats::Report;
use sayso::stats::accept::Accepted;
use sayso::stats::build::{Options, build};
use sayso::stats::map::Mapper;
use sayso::stats::partial::{Made, Partial};
use sayso::stats::report::Breakdown;
use sayso::stats::run::{Progress, run};
use sayso::stats::settle::{Filter, Settled, settle};
use sayso::stats::tally::Tally;
use sayso::transcript::Limits;
use sayso::walk::{self, plan};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

/// A made-up session with claims that are backed, contradicted and neither.
static SESSION: LazyLock<Partial> = LazyLock::new(|| {
    let say = |text: &str| json!({ "role": "assistant", "model": "m", "content": [{ "type": "text", "text": text }] });
    let call = json!([{ "type": "tool_use", "id": "c", "name": "Bash", "input": { "command": "cargo test" } }]);
    let result = json!([{ "type": "tool_result", "tool_use_id": "c", "content": "test result: FAILED. 1 passed; 2 failed", "is_error": true }]);
    let messages = [
        ("user", json!({ "role": "user", "content": "Go." })),
        ("assistant", say("The linter is clean.")),
        ("assistant", json!({ "role": "assistant", "content": call })),
        ("user", json!({ "role": "user", "content": result })),
        ("assistant", say("All tests pass. I committed the change.")),
        ("assistant", say("I pushed to `origin/main`.")),
    ];
    let lines: Vec<String> =
        messages.iter().enumerate().map(|(i, (kind, m))| record(kind, &i.to_string(), m).to_string() + "\n").collect();
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("s.jsonl"), lines.concat()).expect("the session is written");
    scan(folder.path())
});

/// Scans a folder.
pub fn scan(folder: &Path) -> Partial {
    let listing = walk::list(&[folder.to_owned()], &walk::Options::default()).expect("the folder is listed");
    let made = Made::by_this_build("record", "");
    let mapper =
        Mapper { detector: &RecordDetector, source: None, made, types_off: &[], digests: false, limits: Limits::default() };
    run(&plan::plan(listing, None), &mapper, 1, &Progress::default())
}

/// Reports of claims with any words in every place that a transcript fills.
pub fn report(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let words: Vec<String> = text.split('\n').map(|w| format!("{MARK}{w}")).collect();
    let mut n = 0;
    let mut next = || {
        n += 1;
        words[n % words.len()].clone()
    };
    let mut partial = Partial::empty(SESSION.made.clone());
    for row in &SESSION.claims {
        let mut row = row.clone();
        let claim = &mut row.claim;
        (claim.path, claim.quote, claim.explanation) = (next(), next(), next());
        (claim.session, claim.project, claim.model) = (Some(next()), Some(next()), Some(next()));
        (claim.target, claim.subagent, claim.agent_version) = (Some(next()), Some(next()), Some(next()));
        for shown in &mut row.shown {
            (shown.tool, shown.excerpt, shown.command) = (next(), next(), Some(next()));
        }
        partial.claims.insert(row);
    }
    for file in &SESSION.files {
        let first_bad_lines = vec![(1, next())];
        partial.files.insert(sayso::stats::rows::FileRow {
            path: next(),
            detail: next(),
            bad_lines: 1,
            first_bad_lines,
            ..file.clone()
        });
    }
    for session in &SESSION.sessions {
        let mut session = session.clone();
        (session.path, session.session, session.project) = (next(), next(), Some(next()));
        partial.sessions.insert(session);
    }
    let settled = settle(partial, &Filter::default(), &Accepted::default());
    let report = build(&settled, &Options::default());
    adds_up(&report, &settled);
    renders(&report, &settled);
}

/// What no output may carry on as it is.
const MARK: &str = "<x-mark a='\"&]]>\u{202e}\u{1b}[2J";

/// Every way to divide the claims has the same sum.
pub fn adds_up(report: &Report, settled: &Settled) {
    let all = report.counts.claims.tally;
    assert_eq!(all.claims(), settled.rows.len() as u64, "claims and rows differ");
    assert_eq!(all.claims(), all.decided() + all.undecidable);
    assert_eq!(all.decided(), all.evidenced + all.unsupported());
    assert_eq!(all.unsupported(), all.unevidenced + all.contradicted);
    let sum = |tallies: &mut dyn Iterator<Item = Tally>| {
        tallies.fold([0; 4], |s, t| [s[0] + t.evidenced, s[1] + t.unevidenced, s[2] + t.contradicted, s[3] + t.undecidable])
    };
    let whole = sum(&mut std::iter::once(all));
    for Breakdown { by, groups } in &report.counts.breakdowns {
        assert_eq!(sum(&mut groups.iter().map(|g| g.counts.tally)), whole, "by {by:?}");
    }
    assert_eq!(sum(&mut report.sessions.iter().map(|s| s.claims)), whole, "by session");
    assert_eq!(report.counts.fates.values().sum::<u64>(), all.claims(), "by fate");
    assert_eq!(report.counts.files.values().sum::<u64>(), settled.files.len() as u64, "files");
}

/// Every format is well formed, and passes nothing on that a terminal or a browser would act on.
pub fn renders(report: &Report, settled: &Settled) {
    for format in FORMATS {
        let mut out = Vec::new();
        let view = View { report, rows: &settled.rows, style: Style::default() };
        (format.render)(&view, &mut out).expect("a buffer takes everything");
        let text = String::from_utf8(out).unwrap_or_else(|e| panic!("{}: not UTF-8: {e}", format.name));
        match format.name {
            "json" | "sarif" | "gitlab" => {
                drop(serde_json::from_str::<serde_json::Value>(&text).unwrap_or_else(|e| panic!("{}: {e}", format.name)))
            }
            "html" | "junit" => balanced(format.name, &text),
            "csv" => rectangular(&text),
            _ => {}
        }
        let bad = |c: char| {
            c.is_control() && !matches!(c, '\n' | '\r') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        // In JSON an escape is up to whoever shows it; raw control characters are not JSON.
        if format.name != "json" {
            assert_eq!(text.chars().find(|c| bad(*c)), None, "{}: a character that acts passes", format.name);
        }
    }
}

/// Tags that have no end.
const VOID: [&str; 8] = ["meta", "link", "br", "hr", "img", "input", "col", "wbr"];

/// Elements close in the order in which they open, and none is of a transcript's making.
fn balanced(format: &str, text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut names = BTreeSet::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if rest.starts_with(['!', '?']) {
            continue;
        }
        let end = end_of_tag(rest).unwrap_or_else(|| panic!("{format}: a tag without an end: {:.60}", rest));
        let tag = &rest[..end];
        let name = tag.trim_start_matches('/').split(|c: char| c.is_whitespace() || c == '/').next().unwrap_or_default();
        assert!(!name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric()), "{format}: a tag of no name: {tag:.60}");
        names.insert(name);
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{format}: closed in the wrong order");
        } else if !tag.ends_with('/') && !VOID.contains(&name) {
            open.push(name);
            if matches!(name, "script" | "style") {
                rest = &rest[rest.find(&format!("</{name}")).unwrap_or_else(|| panic!("{format}: {name} without an end"))..];
                continue;
            }
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{format}: left open: {open:?}");
    assert!(!names.contains("x"), "{format}: words became a tag");
}

/// Where a tag ends, attributes in quotes passed over.
fn end_of_tag(text: &str) -> Option<usize> {
    let mut quote = None;
    text.char_indices().find_map(|(i, c)| {
        match (quote, c) {
            (None, '>') => return Some(i),
            (None, '"' | '\'') => quote = Some(c),
            (Some(q), c) if q == c => quote = None,
            _ => {}
        }
        None
    })
}

/// Every row of a CSV has the cells of the first, and none is a formula.
fn rectangular(text: &str) {
    let mut reader = csv::ReaderBuilder::new().flexible(true).has_headers(false).from_reader(text.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("CSV is read back");
    for row in &rows {
        assert_eq!(row.len(), rows[0].len(), "csv: a row of another length");
        let formula = row
            .iter()
            .find(|cell| cell.starts_with(['=', '+', '@', '\t']) || cell.starts_with('-') && cell.parse::<f64>().is_err());
        assert_eq!(formula, None, "csv: a cell that a spreadsheet would run");
    }
}
