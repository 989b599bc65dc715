//! Schemas: what stands in `schemas/` is what the types say, and what the command writes is valid under it, or under the schema
//! of whoever defined the form.

use crate::common::{folder, idle, project, sayso, stdout};
use sayso::report::schemas;
use serde_json::Value;
use std::path::Path;

#[test]
fn committed_schemas_are_fresh() {
    for schema in schemas::all() {
        let path = project().join("schemas").join(schema.file);
        let text = schema.text();
        if std::env::var_os("SAYSO_WRITE_SCHEMAS").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        assert!(committed == text, "{}: stale; SAYSO_WRITE_SCHEMAS=1 cargo test --test cli schemas writes it", path.display());
    }
}

/// The schema of SARIF.
const SARIF: &str = "tests/fixtures/schemas/sarif-2.1.0.schema.json";

/// What is wrong with an instance under the schema of a file.
fn faults(schema: &Path, instance: &Value) -> Vec<String> {
    let mut schema = json(&std::fs::read_to_string(schema).unwrap());
    // SARIF's schema has a pattern that is no regular expression (a bracket too many), of a member that is not written.
    for holder in ["run", "toolComponent"] {
        if let Some(language) = schema.pointer_mut(&format!("/definitions/{holder}/properties/language")) {
            language.as_object_mut().unwrap().remove("pattern");
        }
    }
    let validator = jsonschema::validator_for(&schema).unwrap();
    validator.iter_errors(instance).map(|e| format!("{} at {}", e, e.instance_path())).collect()
}

fn validate(file: &str, instance: &Value) {
    let faults = faults(&project().join("schemas").join(file), instance);
    assert!(faults.is_empty(), "{file}: {faults:?}");
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn what_is_written_is_valid() {
    let home = folder();
    let corpus = project().join("corpus");
    let run = |args: &[&str]| stdout(sayso(home.path()).arg(args[0]).arg(&corpus).args(&args[1..]));
    let report = run(&["scan", "--format", "json", "--output", "old.json", "--claims", "-"]);
    report.lines().for_each(|line| validate("claims.schema.json", &json(line)));
    assert!(report.lines().count() > 50);
    validate("report.schema.json", &json(&std::fs::read_to_string(home.path().join("old.json")).unwrap()));
    let part = run(&["map"]);
    validate("partial.schema.json", &json(&part));
    std::fs::write(home.path().join("part.json"), part).unwrap();
    validate("report.schema.json", &json(&stdout(sayso(home.path()).args(["reduce", "part.json", "--format", "json"]))));
    let liar = corpus.join("dev/claude-code/liar.jsonl");
    for args in [&["--json"][..], &["--json", "--no-excerpts"]] {
        validate("audit.schema.json", &json(&stdout(sayso(home.path()).arg("audit").arg(&liar).args(args))));
    }
}

#[test]
fn the_view_of_done_claim_auditor_is_valid() {
    let home = folder();
    let audit = |file: &Path, more: &[&str]| {
        let args = ["audit", "--detector", "done-claim-auditor", "--json"];
        json(&stdout(sayso(home.path()).args(args).arg(file).args(more)))
    };
    let folder = project().join("corpus/dev/claude-code");
    let mut claims = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        for more in [&[][..], &["--no-excerpts"]] {
            let view = audit(&entry.as_ref().unwrap().path(), more);
            validate("done-claim-auditor.schema.json", &view);
            claims += view["claims"].as_array().map_or(0, Vec::len);
        }
    }
    assert!(claims > 100, "{claims} claims");
    std::fs::write(home.path().join("bad.jsonl"), "{\"type\":\"user\"\n").unwrap();
    let failure = audit(&home.path().join("bad.jsonl"), &[]);
    assert!(failure["error"].is_string(), "{failure}");
    validate("done-claim-auditor.schema.json", &failure);
    let schema = project().join("schemas/done-claim-auditor.schema.json");
    assert_ne!(faults(&schema, &json(r#"{"tool":"done-claim-auditor","clean":true}"#)), Vec::<String>::new());
}

#[test]
fn a_report_with_all_that_it_can_hold_is_valid() {
    let home = folder();
    for id in ["one", "two", "three"] {
        idle(id).write(&home.path().join(format!("logs/{id}.jsonl")));
    }
    let report = |args: &[&str]| json(&stdout(sayso(home.path()).args(["scan", "logs", "--format", "json"]).args(args)));
    let old = report(&[]);
    std::fs::write(home.path().join("old.json"), old.to_string()).unwrap();
    let accept = format!(
        "[[accept]]\nfingerprint = {}\nreason = \"seen\"\n[[accept]]\nfingerprint = \"0\"\nreason = \"old\"\nexpires = \"2020-01-01\"\n",
        old["claims"][0]["fingerprint"]
    );
    std::fs::write(home.path().join("accept.toml"), accept).unwrap();
    let new = report(&["--baseline", "old.json", "--accept", "accept.toml", "--by", "model,week", "--ignore-type", "done"]);
    for part in ["comparison", "accepted", "expired_acceptances"] {
        assert!(!new[part].is_null() && new[part] != Value::Array(Vec::new()), "{part}: {new}");
    }
    validate("report.schema.json", &new);
    let sarif = json(&stdout(sayso(home.path()).args(["scan", "logs", "--accept", "accept.toml", "--format", "sarif"])));
    assert_eq!(faults(&project().join(SARIF), &sarif), Vec::<String>::new());
    let suppressed = |r: &&Value| r["suppressions"][0]["justification"] == "seen";
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().iter().filter(suppressed).count(), 1);
}

#[test]
fn evaluation_reports_labels_and_manifests_are_valid() {
    let home = folder();
    let run = |args: &[&str]| stdout(sayso(home.path()).current_dir(project()).args(args));
    validate("eval.schema.json", &json(&run(&["eval", "--json"])));
    let read = |name: &str| std::fs::read_to_string(project().join(name)).unwrap();
    for set in ["dev", "heldout"] {
        read(&format!("eval/{set}.labels.jsonl")).lines().for_each(|line| validate("label.schema.json", &json(line)));
        read(&format!("eval/{set}.near.jsonl")).lines().for_each(|line| validate("near-miss.schema.json", &json(line)));
    }
    validate("frozen.schema.json", &json(&read("eval/FROZEN.json")));
    for entry in std::fs::read_dir(project().join("reports")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.extension().is_some_and(|e| e == "json") {
            let schema = if name.starts_with("latency") { "latency.schema.json" } else { "eval.schema.json" };
            validate(schema, &json(&std::fs::read_to_string(&path).unwrap()));
        }
    }
}

#[test]
fn sarif_is_valid_under_the_schema_of_the_standard() {
    let schema = project().join(SARIF);
    let home = folder();
    idle("one").write(&home.path().join("logs/a [odd] 'näme'%.jsonl"));
    let corpus = project().join("corpus/dev");
    let sarif = stdout(sayso(home.path()).args(["scan", "logs"]).arg(&corpus).args(["--format", "sarif"]));
    let log = json(&sarif);
    assert!(log["runs"][0]["results"].as_array().is_some_and(|r| r.len() > 10));
    assert_eq!(faults(&schema, &log), Vec::<String>::new());
    let mut broken = log;
    broken["runs"][0]["results"][0]["level"] = "severe".into();
    assert_ne!(faults(&schema, &broken), Vec::<String>::new(), "the schema finds what is wrong");
}

#[test]
fn gitlab_issues_have_the_members_that_the_service_asks_for() {
    let home = folder();
    idle("one").write(&home.path().join("logs/one.jsonl"));
    let issues = json(&stdout(sayso(home.path()).args(["scan", "./logs", "--format", "gitlab"])));
    let issue = &issues.as_array().unwrap()[0];
    for member in ["description", "check_name", "fingerprint"] {
        assert!(issue[member].as_str().is_some_and(|text| !text.is_empty()), "{member}: {issue}");
    }
    assert!(["info", "minor", "major", "critical", "blocker"].contains(&issue["severity"].as_str().unwrap()));
    assert_eq!(issue["location"]["path"], "logs/one.jsonl", "relative to the repository, without ./");
    assert!(issue["location"]["lines"]["begin"].as_u64().is_some_and(|line| line > 0));
}
