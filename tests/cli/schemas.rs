//! Schemas: what stands in `schemas/` is what the types say, and what the command writes is valid under it.

use crate::common::{folder, project, sayso, stdout};
use sayso::report::schemas;
use serde_json::Value;

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

fn validate(file: &str, instance: &Value) {
    let text = std::fs::read_to_string(project().join("schemas").join(file)).unwrap();
    let schema: Value = serde_json::from_str(&text).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(instance).map(|e| format!("{} at {}", e, e.instance_path())).collect();
    assert!(errors.is_empty(), "{file}: {errors:?}");
}

#[test]
fn what_is_written_is_valid() {
    let home = folder();
    let corpus = project().join("corpus");
    let run = |args: &[&str]| stdout(sayso(home.path()).arg(args[0]).arg(&corpus).args(&args[1..]));
    let json = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    validate("report.schema.json", &json(&run(&["scan", "--format", "json"])));
    validate("partial.schema.json", &json(&run(&["map"])));
    for line in run(&["scan", "--claims", "-", "--output", "report.txt"]).lines() {
        validate("claims.schema.json", &json(line));
    }
    let liar = corpus.join("dev/claude-code/liar.jsonl");
    for args in [&["--json"][..], &["--json", "--no-excerpts"]] {
        validate("audit.schema.json", &json(&stdout(sayso(home.path()).arg("audit").arg(&liar).args(args))));
    }
}
