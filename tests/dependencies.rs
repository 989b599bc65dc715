//! What `deny.toml` says of the dependencies holds: licences, names that are banned, sources. `cargo deny` checks the same and more.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

fn rules() -> toml::Table {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("deny.toml")).expect("deny.toml");
    text.parse().expect("TOML")
}

fn strings(rules: &toml::Table, table: &str, key: &str) -> BTreeSet<String> {
    let list = rules[table][key].as_array().expect("a list");
    list.iter().map(|v| v.as_str().or_else(|| v["crate"].as_str()).expect("a name").to_owned()).collect()
}

/// Every package of the lock file, also those for tests and for other systems.
fn packages() -> Vec<Value> {
    let run = |more: &[&str]| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(env!("CARGO_MANIFEST_DIR")).args(["metadata", "--locked", "--format-version", "1"]).args(more);
        cargo.output().ok().filter(|out| out.status.success()).map(|out| out.stdout)
    };
    let json = run(&["--offline"]).or_else(|| run(&[])).expect("cargo metadata");
    let metadata: Value = serde_json::from_slice(&json).expect("JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

/// Whether a licence expression can be fulfilled with licences that are allowed.
fn allowed(expression: &str, licences: &BTreeSet<String>) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words: Vec<&str> = spaced.split_whitespace().collect();
    words.reverse();
    let fine = any(&mut words, licences);
    fine && words.is_empty()
}

fn any(words: &mut Vec<&str>, licences: &BTreeSet<String>) -> bool {
    let mut fine = all(words, licences);
    while words.pop_if(|w| *w == "OR").is_some() {
        fine |= all(words, licences);
    }
    fine
}

fn all(words: &mut Vec<&str>, licences: &BTreeSet<String>) -> bool {
    let mut fine = one(words, licences);
    while words.pop_if(|w| *w == "AND").is_some() {
        fine &= one(words, licences);
    }
    fine
}

fn one(words: &mut Vec<&str>, licences: &BTreeSet<String>) -> bool {
    let Some(word) = words.pop() else { return false };
    if word == "(" {
        let fine = any(words, licences);
        return words.pop() == Some(")") && fine;
    }
    let mut name = word.to_owned();
    if words.pop_if(|w| *w == "WITH").is_some() {
        name = format!("{word} WITH {}", words.pop().unwrap_or_default());
    }
    licences.contains(&name)
}

#[test]
fn licence_expressions_are_understood() {
    let licences = BTreeSet::from(["MIT".to_owned(), "Zlib".to_owned()]);
    for (expression, fine) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("Apache-2.0/MIT", true),
        ("MIT AND GPL-3.0", false),
        ("MIT AND Zlib", true),
        ("(MIT OR Apache-2.0) AND GPL-3.0", false),
        ("(MIT OR Apache-2.0) AND Zlib", true),
        ("Apache-2.0 WITH LLVM-exception OR MIT", true),
        ("Apache-2.0 WITH LLVM-exception", false),
        ("MIT)", false),
        ("", false),
    ] {
        assert_eq!(allowed(expression, &licences), fine, "{expression}");
    }
}

#[test]
fn licences_names_and_sources_of_the_dependencies_are_those_that_are_allowed() {
    let rules = rules();
    let (licences, banned) = (strings(&rules, "licenses", "allow"), strings(&rules, "bans", "deny"));
    let sources = strings(&rules, "sources", "allow-registry");
    let packages = packages();
    assert!(packages.len() > 50, "the packages are listed");
    for package in &packages {
        let name = package["name"].as_str().expect("a name");
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(allowed(licence, &licences), "{name}: the licence is {licence:?}; deny.toml lists those that are allowed");
        assert!(!banned.contains(name), "{name}: deny.toml bans it");
        if let Some(source) = package["source"].as_str() {
            let registry = source.strip_prefix("registry+").is_some_and(|s| sources.contains(s));
            assert!(registry, "{name}: comes from {source}");
        }
    }
    let own = packages.iter().find(|p| p["name"] == env!("CARGO_PKG_NAME")).expect("this package");
    for dependency in own["dependencies"].as_array().expect("dependencies") {
        assert_ne!(dependency["req"], "*", "{}: any version is taken", dependency["name"]);
    }
}
