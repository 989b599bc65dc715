//! The same session gets the same verdicts in every dialect, as far as the dialect carries the evidence.

mod common;
#[path = "../examples/render_corpus/corpus/mod.rs"]
mod corpus;

use common::{Rendered, Scenario};
use sayso::detector::{Detector, RecordDetector};
use sayso::eval::score::{self, Scope};
use sayso::eval::set::{LabelledSet, Place};
use sayso::transcript::kind::Keeps;
use sayso::transcript::{SourceKind, detect, read};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

const PASSED: Scenario = Scenario { output: "7 passed in 0.12s", code: 0, claim: "All tests pass." };
const FAILED: Scenario =
    Scenario { output: "FAILED test_total.py::test_sum\n2 failed, 5 passed in 0.12s", code: 1, claim: "All tests pass." };

/// Type, verdict and reason of each claim.
fn verdicts((name, text): &Rendered) -> Vec<(&'static str, &'static str, &'static str)> {
    let kind = detect::detect(text.as_bytes());
    assert_eq!(kind, SourceKind::by_name(name), "{name} is not recognised");
    let sessions = read(kind.expect("a source"), text.as_bytes());
    let judged = sessions.iter().flat_map(|s| RecordDetector.judge(s));
    judged.map(|j| (j.claim.ty.name(), j.verdict().name(), j.reason.name())).collect()
}

#[test]
fn a_claim_that_the_run_backs_is_backed_in_every_dialect() {
    for rendered in PASSED.render() {
        assert_eq!(verdicts(&rendered), [("tests_passed", "evidenced", "backed")], "{}", rendered.0);
    }
}

#[test]
fn a_claim_that_the_run_refutes_is_contradicted_in_every_dialect() {
    for rendered in FAILED.render() {
        assert_eq!(verdicts(&rendered), [("tests_passed", "contradicted", "last_call_failed")], "{}", rendered.0);
    }
}

#[test]
fn a_dialect_without_calls_leaves_the_claim_undecidable() {
    for scenario in [PASSED, FAILED] {
        let [(ty, verdict, _)] = verdicts(&scenario.render_prose())[..] else { panic!("one claim") };
        assert_eq!((ty, verdict), ("tests_passed", "undecidable"));
    }
}

/// Where a source tells less than the others, so that the same claim is judged with less: scenario, source, what it leaves out.
const TELLS_LESS: &[(&str, &str, &str)] = &[
    ("s-go-queue-drain", "chat-log", "how a command ended that prints nothing"),
    ("s-go-queue-drain", "codex-screen", "how a command ended that prints nothing"),
    ("s-ops-restart-relay", "chat-log", "how a command ended that prints nothing"),
    (
        "s-bench-parse-rust",
        "codex-screen",
        "results as a whole: a terminal folds them, so that a number can stand in what is not shown",
    ),
];

#[test]
fn the_corpus_is_what_its_scenarios_give() {
    let made = corpus::Made::of(root()).expect("the scenarios");
    for (path, text) in made.files(root()) {
        let committed = std::fs::read_to_string(root().join(&path)).unwrap_or_default();
        assert!(committed == text, "{path} is stale: `cargo run --example render_corpus` writes it anew");
    }
    for entry in std::fs::read_dir(root().join("corpus/dev")).expect("the corpus").flatten() {
        for file in std::fs::read_dir(entry.path()).expect("a source").flatten() {
            let name = format!("{}/{}", entry.file_name().display(), file.file_name().display());
            let known = made.transcripts.iter().any(|(n, _)| *n == name);
            assert!(known || !name.contains("/s-"), "{name}: no scenario gives it");
        }
    }
}

#[test]
fn a_scenario_is_judged_alike_in_every_source_that_keeps_its_evidence() {
    let set = LabelledSet::load(&Place::of_project(root(), "dev")).expect("the set");
    let calls = score::judge(&set, &RecordDetector);
    let mut judged: BTreeMap<(&str, &str), BTreeMap<&str, &str>> = BTreeMap::new();
    for one in score::score(&set, &calls, Scope::default()) {
        let (source, file) = one.transcript.split_once('/').expect("a source and a file");
        let scenario = file.split('.').next().unwrap_or_default();
        let kind = set.transcripts[one.transcript].source;
        if !scenario.starts_with("s-") || matches!(kind.keeps(), Keeps::Prose) || source == "claude-markdown" {
            continue;
        }
        for pair in &one.pairs {
            if let Some(label) = pair.label {
                let said = pair.call.map_or("no claim", |c| c.reason.name());
                judged.entry((scenario, &label.quote)).or_default().insert(source, said);
            }
        }
    }
    let (mut several, mut differ) = (0, Vec::new());
    for ((scenario, quote), mut by_source) in judged {
        by_source.retain(|source, _| !TELLS_LESS.iter().any(|(s, f, _)| *s == scenario && f == source));
        several += usize::from(by_source.len() > 1);
        let kinds: BTreeSet<_> = by_source.values().collect();
        if kinds.len() > 1 {
            differ.push(format!("{scenario}, {quote:?}: {by_source:?}"));
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
    assert!(several > 100, "{several} claims stand in several sources");
}
