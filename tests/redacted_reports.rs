//! `--redact` on every report: nothing of secrets and people is left, and no figure changes.

use assert_cmd::Command;
use serde_json::{Value, json};
use std::path::Path;

const PEOPLE: &[&str] =
    &["mvantorpe", "Vantorpe", "kestrel-lt-042", concat!("ghp", "_m8bz3LuMJ5kgrlgtephAJu0gD6vlfs4QHNJc"), "Gr4nite-Otter!92"];

fn session() -> String {
    let cwd = "/home/mvantorpe/src/tidepool";
    let frame = |kind: &str, id: u32, message: Value| {
        json!({"parentUuid": null, "isSidechain": false, "userType": "external", "cwd": cwd, "sessionId": "7bc511e9-36db-4554-9744-460971f6f100",
            "version": "2.1.47", "gitBranch": "main", "type": kind, "message": message, "uuid": format!("00000000-0000-4000-8000-{id:012}"),
            "timestamp": format!("2026-11-18T08:00:{id:02}.000Z")})
    };
    let token = PEOPLE[3];
    let say = |n: u32, text: String| {
        frame(
            "assistant",
            n,
            json!({"id": format!("msg_{n}"), "type": "message", "role": "assistant", "model": "m", "content": [{"type": "text", "text": text}]}),
        )
    };
    let command = format!("GITHUB_TOKEN={token} cargo test --manifest-path {cwd}/Cargo.toml");
    let bash = json!({"type": "tool_use", "id": "toolu_b", "name": "Bash", "input": {"command": command}});
    let out = "mvantorpe@kestrel-lt-042:~/src$\ntest a ... FAILED\n\ntest result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n";
    [
        frame("user", 1, json!({"role": "user", "content": "My name is Mirelle Vantorpe. Run the tests. SMTP_PASSWORD=Gr4nite-Otter!92"})),
        frame("assistant", 2, json!({"id": "msg_2", "type": "message", "role": "assistant", "model": "m", "content": [bash]})),
        frame("user", 3, json!({"role": "user", "content": [{"tool_use_id": "toolu_b", "type": "tool_result", "content": out, "is_error": true}]})),
        say(4, format!("Mirelle Vantorpe, all tests pass in /home/mvantorpe/src/tidepool on kestrel-lt-042 with {token}.")),
        say(5, "I committed the change with Gr4nite-Otter!92 as mvantorpe and created /home/mvantorpe/src/tidepool/a.rs.".into()),
    ]
    .map(|l| l.to_string() + "\n")
    .concat()
}

fn run(home: &Path, args: &[&str]) -> String {
    let done = Command::cargo_bin("sayso")
        .unwrap()
        .env("CLAUDE_CONFIG_DIR", home)
        .env("CODEX_HOME", home)
        .env("GITHUB_ACTIONS", "true")
        .env("GITHUB_STEP_SUMMARY", home.join("summary"))
        .current_dir(home)
        .args(args)
        .output()
        .unwrap();
    assert!(done.status.code().is_some_and(|c| c < 2), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8([done.stdout, done.stderr].concat()).unwrap()
}

fn folder() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(home.path().join("home/mvantorpe")).unwrap();
    std::fs::write(home.path().join("home/mvantorpe/s.jsonl"), session()).unwrap();
    std::fs::write(home.path().join("key"), [7u8; 32]).unwrap();
    home
}

fn clean(what: &str, text: &str) {
    for gone in PEOPLE {
        assert!(!text.to_lowercase().contains(&gone.to_lowercase()), "{gone} is left in {what}:\n{text}");
    }
}

#[test]
fn nothing_of_people_and_secrets_is_left_in_any_form_of_a_report() {
    let home = folder();
    for format in ["table", "json", "csv", "markdown", "html", "junit", "sarif", "gitlab"] {
        let plain = run(home.path(), &["scan", "home", "--format", format]);
        assert!(PEOPLE.iter().any(|p| plain.contains(p)), "{format} shows nothing to redact: {plain}");
        clean(format, &run(home.path(), &["scan", "home", "--format", format, "--redact", "--key-file", "key"]));
    }
    let gate = [
        "scan",
        "home",
        "--redact",
        "--ci",
        "--max-contradicted",
        "0",
        "--junit",
        "j",
        "--sarif",
        "r",
        "--gitlab",
        "g",
        "--claims",
        "c",
    ];
    clean("the gate", &run(home.path(), &gate));
    for file in ["j", "r", "g", "c", "summary"] {
        clean(file, &std::fs::read_to_string(home.path().join(file)).unwrap());
    }
    for json in [&[][..], &["--json"]] {
        let args = [&["audit", "home/mvantorpe/s.jsonl", "--redact"][..], json].concat();
        clean("the audit", &run(home.path(), &args));
    }
}

#[test]
fn no_figure_changes_and_one_key_gives_one_report() {
    let home = folder();
    let read = |args: &[&str]| serde_json::from_str::<Value>(&run(home.path(), args)).unwrap();
    let plain = read(&["scan", "home", "--format", "json"]);
    let redacted = read(&["scan", "home", "--format", "json", "--redact", "--key-file", "key"]);
    assert_eq!(numbers(&plain), numbers(&redacted));
    assert!(numbers(&plain).len() > 20);
    assert_eq!(redacted, read(&["scan", "home", "--format", "json", "--redact", "--key-file", "key"]));
    for member in ["schema", "detector", "ruleset_sha256"] {
        assert_eq!(plain[member], redacted[member]);
    }
}

fn numbers(v: &Value) -> Vec<String> {
    match v {
        Value::Number(n) => vec![n.to_string()],
        Value::Array(a) => a.iter().flat_map(numbers).collect(),
        Value::Object(o) => o.values().flat_map(numbers).collect(),
        _ => Vec::new(),
    }
}
