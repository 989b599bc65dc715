//! How often a scan allocates, on a corpus from a fixed seed: a guard on speed that no other load of the machine disturbs.

#[path = "../examples/gen_corpus.rs"]
#[allow(dead_code)]
mod gen_corpus;

use allocation_counter::measure;
use gen_corpus::{Rng, session};
use sayso::claim;
use sayso::detector::{Detector, RecordDetector};
use sayso::record::Record;
use sayso::transcript::{self, EventKind, SourceKind};
use std::fmt::Write as _;
use std::path::Path;

const SEED: u64 = 7;
const BYTES: usize = 2 << 20;

/// Counts may grow by so much, in percent, before somebody has to say that it is meant.
const TOLERANCE: u64 = 10;

/// Allocations per megabyte of transcript, step by step.
fn counts() -> Vec<(&'static str, u64)> {
    let bytes = session(&mut Rng::seeded(SEED), BYTES).into_bytes();
    let per_megabyte = |work: &mut dyn FnMut()| {
        // The first time builds tables and expressions.
        work();
        measure(&mut *work).count_total * 1_000_000 / bytes.len() as u64
    };
    let sessions = transcript::read(SourceKind::ClaudeCode, &bytes);
    let says: Vec<&str> = sessions
        .iter()
        .flat_map(|s| &s.events)
        .filter_map(|e| if let EventKind::Say(s) = &e.kind { Some(s.text.as_str()) } else { None })
        .collect();
    vec![
        ("read", per_megabyte(&mut || drop(transcript::read(SourceKind::ClaudeCode, &bytes)))),
        ("claims", per_megabyte(&mut || says.iter().for_each(|s| drop(claim::extract(s))))),
        ("record", per_megabyte(&mut || sessions.iter().for_each(|s| drop(Record::build(s))))),
        ("judge", per_megabyte(&mut || sessions.iter().for_each(|s| drop(RecordDetector.judge(s))))),
    ]
}

#[test]
fn a_scan_allocates_no_more_than_before() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/allocations.txt");
    let counts = counts();
    if std::env::var_os("SAYSO_WRITE_ALLOCATIONS").is_some() {
        let lines = counts.iter().fold(String::new(), |mut all, (step, n)| {
            let _ = writeln!(all, "{step} {n}");
            all
        });
        std::fs::write(&path, lines).expect("tests/allocations.txt can be written");
        return;
    }
    let known = std::fs::read_to_string(&path).expect("tests/allocations.txt");
    let known: Vec<(&str, u64)> =
        known.lines().filter_map(|l| l.split_once(' ')).filter_map(|(step, n)| Some((step, n.parse().ok()?))).collect();
    assert_eq!(known.iter().map(|k| k.0).collect::<Vec<_>>(), counts.iter().map(|c| c.0).collect::<Vec<_>>());
    for ((step, before), (_, now)) in known.into_iter().zip(counts) {
        let most = before + before * TOLERANCE / 100;
        assert!(
            now <= most,
            "{step}: {now} allocations a megabyte, {before} before; avoid them, or set SAYSO_WRITE_ALLOCATIONS=1 and say why"
        );
        if now < before - before * TOLERANCE / 100 {
            eprintln!("{step}: {now} allocations a megabyte, {before} before: SAYSO_WRITE_ALLOCATIONS=1 holds the gain");
        }
    }
}
