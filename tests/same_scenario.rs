//! The same session gets the same verdicts in every dialect, as far as the dialect carries the evidence.

mod common;

use common::{Rendered, Scenario};
use sayso::detector::{Detector, RecordDetector};
use sayso::transcript::{SourceKind, detect, read};

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
