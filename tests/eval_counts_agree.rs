//! `sayso eval` and the independent scorer agree to the last count, on every labelled set at hand.
//!
//! Skipped where Python, the scorer or a set is absent.

#[path = "support/shared.rs"]
mod shared;

use sayso::claim::ClaimType;
use sayso::detector::done_claim_audit::DoneClaimAudit;
use sayso::detector::{Detector, RecordDetector};
use sayso::eval::matching::Call;
use sayso::eval::report::{EvalReport, Settings, report};
use sayso::eval::score::{Calls, Scope, judge};
use sayso::eval::set::{LabelledSet, Place};
use sayso::verdict::Reason;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Claims that differ from the labels in every way that matching has to deal with.
fn perturbed(set: &LabelledSet, seed: u64) -> Calls {
    let mut state = seed;
    let mut below = move |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let mut out: Calls = set.transcripts.keys().map(|name| (name.clone(), Vec::new())).collect();
    let mut say = |transcript: &str, call: Call| {
        if let Some(calls) = out.get_mut(transcript) {
            calls.push(call);
        }
    };
    for label in &set.labels {
        for _ in 0..[0, 1, 1, 1, 2, 3][below(6)] {
            let target = label.target.clone().unwrap_or_default();
            let target = match below(9) {
                0 => None,
                1 => Some(format!("other/{target}")),
                2 => Some(target.rsplit('/').next().unwrap_or_default().to_uppercase()),
                3 => Some(format!("`./{target}:12`")),
                4 => Some(format!(" {}\\", target.replace('/', "\\"))),
                5 => Some("data.py".to_owned()),
                _ => label.target.clone(),
            };
            let call = Call {
                line: label.line + [0, 0, 0, 0, 1][below(5)],
                ty: if below(6) == 0 { ClaimType::ALL[below(ClaimType::ALL.len())] } else { label.ty },
                target,
                quote: label.quote.chars().skip(below(3)).collect(),
                reason: if below(3) == 0 { Reason::ALL[below(Reason::ALL.len())] } else { label.reason },
                explanation: String::new(),
            };
            say(&label.transcript, call);
        }
    }
    for near in &set.near {
        if below(3) > 0 {
            continue;
        }
        let call = Call {
            line: near.line,
            ty: ClaimType::ALL[below(ClaimType::ALL.len())],
            target: None,
            quote: format!("- **{}**", near.quote.to_uppercase()),
            reason: Reason::ALL[below(Reason::ALL.len())],
            explanation: String::new(),
        };
        say(&near.transcript, call);
    }
    out
}

fn independent(scorer: &Path, place: &Place, calls: &Calls, scope: Scope, dir: &Path) -> Option<serde_json::Value> {
    let claims = dir.join("claims.jsonl");
    let rows = calls.iter().flat_map(|(name, calls)| calls.iter().map(move |c| (name, c)));
    let rows = rows.map(|(name, c)| {
        let row = serde_json::json!({
            "path": format!("corpus/of/it/{name}"), "line": c.line, "type": c.ty.name(), "target": c.target, "quote": c.quote,
            "verdict": c.verdict().name(), "reason": c.reason.name(),
        });
        row.to_string() + "\n"
    });
    std::fs::write(&claims, rows.collect::<String>()).expect("the claims");
    let mut command = Command::new("python3");
    command.arg(scorer).arg("--json").arg("--labels").arg(&place.labels).arg("--claims").arg(&claims);
    if let Some(near) = &place.near {
        command.arg("--near").arg(near);
    }
    command.args(if scope.pool { &["--pool"][..] } else { &[] });
    command.args(["--hard", if scope.skip_hard { "skip" } else { "keep" }]);
    let output = command.output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).ok()
}

fn compare(ours: &EvalReport, theirs: &serde_json::Value, what: &str) {
    let detector = &ours.detectors[0];
    let same = |counts: &sayso::eval::counts::Counts, theirs: &serde_json::Value, what: &str| {
        for (name, n) in counts.named().into_iter().filter(|(name, _)| *name != "un_tn") {
            assert_eq!(n, theirs[name].as_u64().unwrap_or(0), "{what}: {name}");
        }
    };
    same(&detector.counts, &theirs["counts"], what);
    assert_eq!(ours.set.transcripts, theirs["transcripts"], "{what}: transcripts");
    assert_eq!(theirs["elsewhere"], 0, "{what}: claims of other files");
    assert_eq!(detector.near_taken, theirs["near_hit"], "{what}: near misses");
    let types = detector.breakdowns.iter().find(|b| b.by == "type").expect("the types");
    assert_eq!(types.groups.len(), theirs["by_type"].as_object().map_or(0, |t| t.len()), "{what}: types");
    for group in &types.groups {
        same(&group.counts, &theirs["by_type"][&group.name], &format!("{what}: {}", group.name));
    }
    for (name, rate) in theirs["rates"].as_object().expect("rates") {
        let value = detector.metrics[name].value;
        let close = match (value, rate.as_f64()) {
            (Some(a), Some(b)) => (a - b).abs() < 1e-6,
            (None, None) => true,
            _ => false,
        };
        assert!(close, "{what}: {name}: {value:?}, {rate}");
    }
}

#[test]
fn both_scorers_count_the_same() {
    let dir = tempfile::tempdir().expect("a folder");
    let scorer = shared::folder().join("tools/score.py");
    if !scorer.is_file() || Command::new("python3").arg("--version").output().is_err() {
        return eprintln!("skipped: the independent scorer or Python is not at hand");
    }
    let mut places = vec![(Place::of_project(Path::new(env!("CARGO_MANIFEST_DIR")), "dev"), false)];
    for (name, pool) in [("cases", false), ("real-dev", false), ("real-pool", true)] {
        if let Some(folder) = shared::set(name, dir.path()) {
            let file = |name: &str| Some(folder.join(name)).filter(|p: &PathBuf| p.is_file());
            let place =
                Place { name: name.to_owned(), labels: folder.join("labels.jsonl"), near: file("near.jsonl"), corpus: folder };
            places.push((place, pool));
        }
    }
    for (place, pool) in places {
        let set = match LabelledSet::load(&place) {
            Ok(set) => set,
            Err(e) => {
                eprintln!("skipped: {}: {e:#}", place.name);
                continue;
            }
        };
        let baseline = DoneClaimAudit::default();
        let detectors: [&dyn Detector; 2] = [&RecordDetector, &baseline];
        let mut said: Vec<(String, Calls)> = detectors.iter().map(|d| (d.name().to_owned(), judge(&set, *d))).collect();
        said.extend((1..=2).map(|seed| (format!("perturbed {seed}"), perturbed(&set, seed))));
        for (name, calls) in &said {
            for (pool, skip_hard) in [(pool, false), (pool, true), (!pool, false)] {
                let scope = Scope { pool, skip_hard };
                let ours = report(&set, &[(name, calls.clone())], Settings { scope, ..Settings::default() });
                let Some(theirs) = independent(&scorer, &place, calls, scope, dir.path()) else {
                    return eprintln!("skipped: Python cannot be run");
                };
                compare(&ours, &theirs, &format!("{}, {name}, {scope:?}", place.name));
            }
        }
        eprintln!("{}: {} labels, {} detectors agree", place.name, set.labels.len(), said.len());
    }
}
