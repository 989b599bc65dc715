//! What holds for any input, on the seed corpus and on pieces of it put together otherwise. The fuzz targets go on from here.

mod checks;
mod reports;

use proptest::prelude::*;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The transcripts that the fuzz targets start from too.
static SEEDS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["corpus/dev", "tests/fixtures"] {
        collect(&root.join(folder), &mut files);
    }
    files.sort();
    assert!(files.len() > 50, "the seeds are there");
    files.iter().map(|f| std::fs::read(f).expect("a seed is read")).collect()
});

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is listed") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}

#[test]
fn every_seed_passes_every_check() {
    for seed in SEEDS.iter() {
        checks::lines(seed);
        checks::documents(seed);
        checks::text(seed);
        checks::claims(seed);
        checks::redact(seed);
    }
}

/// A seed with pieces of others put in, taken out and repeated.
fn bent() -> impl Strategy<Value = Vec<u8>> {
    let edit = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0_usize..200, 0_u8..4, any::<prop::sample::Index>());
    (any::<prop::sample::Index>(), prop::collection::vec(edit, 1..8)).prop_map(|(seed, edits)| {
        let mut bytes = SEEDS[seed.index(SEEDS.len())].clone();
        bytes.truncate(20_000);
        for (at, from, len, how, other) in edits {
            let at = at.index(bytes.len() + 1);
            let end = (at + len).min(bytes.len());
            let donor = &SEEDS[other.index(SEEDS.len())];
            let start = from.index(donor.len().max(1)).min(donor.len());
            let piece = donor[start..(start + len).min(donor.len())].to_vec();
            match how {
                0 => drop(bytes.splice(at..at, piece)),
                1 => drop(bytes.splice(at..end, piece)),
                2 => drop(bytes.drain(at..end)),
                _ => drop(bytes.splice(at..at, [[0, b'\n', b'"', 0xff][len % 4]])),
            }
        }
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bent_transcripts_are_read(bytes in bent()) {
        checks::lines(&bytes);
        checks::documents(&bytes);
        checks::text(&bytes);
    }

    #[test]
    fn bent_transcripts_are_redacted(bytes in bent()) {
        checks::redact(&bytes);
    }

    #[test]
    fn any_command_is_taken_apart(command in "[a-z &|;<>(){}$`'\"\\\\\n=./-]{0,80}", output in "\\PC{0,80}") {
        checks::shell(format!("{command}\0{output}").as_bytes());
    }

    #[test]
    fn any_words_are_searched(words in prop::collection::vec("\\PC{0,12}", 0..12)) {
        checks::claims(words.join(" ").as_bytes());
    }

    #[test]
    fn any_words_are_reported(words in prop::collection::vec(prop_oneof!["\\PC{0,20}", ".{0,20}", "[<>&\"'=+@|`\\-]{0,8}"], 1..12)) {
        reports::report(words.join("\n").as_bytes());
    }

    #[test]
    fn any_settings_are_edited(text in prop_oneof!["\\PC{0,60}", "[{}\\[\\]:,\" a-z\n]{0,60}"]) {
        checks::settings_file(text.as_bytes());
        checks::settings_file(format!("{{\"hooks\": {{\"Stop\": [{text}]}}}}").as_bytes());
    }
}

#[test]
fn any_bytes_are_scanned() {
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 12,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let files = prop::collection::vec(prop_oneof![bent(), prop::collection::vec(any::<u8>(), 0..300)], 1..12);
    let ran = runner.run(&files, |files| {
        let folder = tempfile::tempdir().expect("a folder");
        for (i, bytes) in files.iter().enumerate() {
            std::fs::write(folder.path().join(format!("{i}.jsonl")), bytes).expect("a file is written");
        }
        let partial = reports::scan(folder.path());
        let lost: Vec<_> = partial.files.iter().filter(|f| f.outcome.name() == "lost").collect();
        prop_assert!(lost.is_empty(), "{:?}", lost);
        prop_assert_eq!(partial.files.len(), files.len(), "a file without a row");
        let settled = sayso::stats::settle::settle(partial, &Default::default(), &Default::default());
        let report = sayso::stats::build::build(&settled, &Default::default());
        reports::adds_up(&report, &settled);
        reports::renders(&report, &settled);
        Ok(())
    });
    if let Err(e) = ran {
        panic!("{e}");
    }
}

/// The verdicts on a session stand, wherever it was when it was looked at.
#[test]
fn no_session_changes_its_past() {
    for seed in SEEDS.iter() {
        let Some(kind) = sayso::transcript::detect::detect(seed).filter(|k| sayso::transcript::streams(*k, seed)) else {
            continue;
        };
        let breaks: Vec<usize> = seed.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1).collect();
        let step = breaks.len().div_ceil(12).max(1);
        breaks.iter().step_by(step).for_each(|cut| checks::grown_at(kind, seed, *cut));
    }
}

/// A call that comes after a claim tells why none fits; it takes no backing away (found by the target `lines`).
#[test]
fn a_later_call_takes_no_backing_away() {
    let call =
        |id: &str, command: &str| json!([{ "type": "tool_use", "id": id, "name": "Bash", "input": { "command": command } }]);
    let result = |id: &str, text: &str| json!([{ "type": "tool_result", "tool_use_id": id, "content": text, "is_error": false }]);
    let say = |text: &str| json!([{ "type": "text", "text": text }]);
    let rolled = "deployment \"shop\" successfully rolled out";
    let steps = [
        ("user", json!("Bring shop 1.4.2 to the canary, then everywhere.")),
        ("assistant", call("a", "kubectl --context canary rollout status deploy/shop")),
        ("user", result("a", rolled)),
        ("assistant", call("b", "curl -s -o /dev/null -w '%{http_code}' https://canary.shop.example/healthz")),
        ("user", result("b", "200")),
        ("assistant", say("shop 1.4.2 is live on the canary and its health endpoint answers 200.")),
        ("assistant", call("c", "kubectl --context prod set image deploy/shop app=registry.local/shop:1.4.2")),
        ("user", result("c", "deployment.apps/shop image updated")),
    ];
    let lines = steps.iter().enumerate().map(|(i, (role, content))| {
        checks::record(role, &i.to_string(), &json!({ "role": role, "content": content })).to_string() + "\n"
    });
    let lines: Vec<String> = lines.collect();
    let before = lines[..6].concat();
    checks::grown_at(sayso::transcript::SourceKind::ClaudeCode, lines.concat().as_bytes(), before.len());
}
