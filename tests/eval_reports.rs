//! The committed reports were made from the committed labels, and their Markdown from their JSON.

#[path = "support/shared.rs"]
mod shared;

use sayso::eval::frozen::{self, Frozen};
use sayso::eval::latency::{self, LatencyReport};
use sayso::eval::metrics::{HEADLINE, METRICS};
use sayso::eval::render;
use sayso::eval::report::{EvalReport, SetInfo};
use sayso::eval::set::{LabelledSet, Place, sha256};
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn committed(name: &str) -> Option<String> {
    let text = std::fs::read_to_string(root().join("reports").join(name)).ok();
    if text.is_none() {
        eprintln!("skipped: reports/{name} is not there");
    }
    text
}

/// A committed report whose Markdown is what its JSON gives.
fn report(name: &str) -> Option<EvalReport> {
    let json = committed(&format!("{name}.json"))?;
    let report: EvalReport = serde_json::from_str(&json).expect("a report");
    assert_eq!(serde_json::to_string_pretty(&report).expect("JSON") + "\n", json, "reports/{name}.json");
    let fresh = render::markdown(&render::title(&report), &render::sheets(&report, true));
    assert_eq!(committed(&format!("{name}.md")), Some(fresh), "reports/{name}.md is not made from its JSON");
    assert_eq!(report.set.name, name);
    assert_eq!(report.detectors.len(), 3, "three detectors side by side");
    Some(report)
}

#[test]
fn the_report_on_the_development_set_is_from_the_committed_labels() {
    let report = report("dev").expect("reports/dev.json");
    let set = LabelledSet::load(&Place::of_project(root(), "dev")).expect("the set");
    assert_eq!(report.set, SetInfo::of(&set, true), "`sayso eval --detector all --report reports` makes it anew");
}

#[test]
fn the_held_out_set_is_the_frozen_one_and_so_is_its_report() {
    let Ok(text) = std::fs::read(frozen::manifest(root())) else {
        return eprintln!("skipped: no held-out set is frozen");
    };
    frozen::verify(root()).expect("the frozen set");
    let frozen: Frozen = serde_json::from_slice(&text).expect("a manifest");
    if let Some(report) = report("heldout") {
        let labels = frozen.files.get("eval/heldout.labels.jsonl").expect("the labels");
        assert_eq!(&report.set.labels_sha256, labels, "`sayso eval --set heldout --detector all --report reports` makes it anew");
        assert_eq!(report.set.near_sha256.as_ref(), frozen.files.get("eval/heldout.near.jsonl"));
    }
}

#[test]
fn on_real_sessions_the_record_beats_the_baselines_on_every_headline_figure() {
    let Some(report) = report("real-dev") else { return };
    let value = |detector: &str, metric: &str| {
        let found = report.detectors.iter().find(|d| d.name == detector).expect("the detector");
        found.metrics.get(metric).and_then(|m| m.value)
    };
    for (metric, more_is_better) in METRICS.iter().filter(|(name, _)| HEADLINE.contains(name)) {
        let ours = value("record", metric).expect("a figure");
        for other in ["done-claim-audit", "done-claim-auditor"] {
            let better = value(other, metric).is_none_or(|theirs| if *more_is_better { ours > theirs } else { ours < theirs });
            assert!(better, "{metric}: record {ours}, {other} {:?}", value(other, metric));
        }
    }
    let dir = tempfile::tempdir().expect("a folder");
    if let Some(folder) = shared::set("real-dev", dir.path()) {
        let labels: PathBuf = folder.join("labels.jsonl");
        assert_eq!(report.set.labels_sha256, sha256(&std::fs::read(labels).expect("the labels")));
    }
}

#[test]
fn the_latency_report_is_whole() {
    let Some(json) = committed("latency.json") else { return };
    let report: LatencyReport = serde_json::from_str(&json).expect("a report");
    assert_eq!(committed("latency.md"), Some(latency::markdown(&report)));
    assert!(report.optimised, "measured with a build with optimisation");
    let set = LabelledSet::load(&Place::of_project(root(), "dev")).expect("the set");
    let again = "`cargo run --release -- eval latency --report reports` makes it anew";
    assert_eq!((&*report.set, report.corpus_sha256), ("dev", set.corpus_sha256()), "{again}");
    assert_eq!((report.transcripts, report.bytes), (set.transcripts.len() as u64, set.bytes()), "{again}");
    assert_eq!(report.tool_version, env!("CARGO_PKG_VERSION"), "{again}");
    let threads: Vec<u64> = report.throughput.iter().map(|t| t.threads).collect();
    assert_eq!(threads, (1..=report.machine.threads).collect::<Vec<_>>(), "throughput from one thread to all");
}
