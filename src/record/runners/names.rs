//! What the name of a task says of it: `test:ci`, `lint-fix`, `check-types`, `fmt`, `verify`.

use super::super::op::Check;
use super::Invocation;
use super::call::narrow;

const TESTS: &[&str] = &[
    "test",
    "tests",
    "testing",
    "spec",
    "specs",
    "unit",
    "e2e",
    "integration",
    "jest",
    "vitest",
    "pytest",
    "coverage",
    "cov",
    "rspec",
    "phpunit",
    "pest",
    "smoke",
    "mocha",
    "cypress",
    "playwright",
    "ava",
    "nextest",
    "ctest",
    "doctest",
    "acceptance",
    "functional",
    "pretest",
    "regression",
];
const TYPES: &[&str] = &["typecheck", "typechecks", "tsc", "types", "typing", "mypy", "pyright", "typescript", "tc"];
const LINT: &[&str] = &[
    "lint",
    "lints",
    "linter",
    "eslint",
    "clippy",
    "vet",
    "stylelint",
    "ruff",
    "flake8",
    "golangci",
    "rubocop",
    "shellcheck",
    "oxlint",
    "biome",
    "style",
    "analyze",
    "analyse",
    "phpstan",
    "credo",
    "detekt",
    "ktlint",
    "spotless",
    "checkstyle",
    "hadolint",
    "actionlint",
    "pylint",
    "standard",
    "xo",
    "phpcs",
];
const FORMAT: &[&str] = &["fmt", "format", "formatting", "prettier", "black", "gofmt", "rustfmt"];
const BUILD: &[&str] = &["build", "builds", "compile", "bundle", "dist", "assemble", "webpack", "rebuild", "prebuild"];
const GATE: &[&str] = &[
    "check",
    "checks",
    "verify",
    "ci",
    "validate",
    "validation",
    "qa",
    "precommit",
    "preflight",
    "presubmit",
    "prepush",
    "quality",
    "gate",
];
const CHECKING: &[&str] = &["check", "verify", "ci", "diff", "lint", "test"];
/// Words that leave the scope of a task as it is.
const PLAIN: &[&str] = &[
    "ci",
    "all",
    "full",
    "run",
    "once",
    "cov",
    "coverage",
    "race",
    "verbose",
    "local",
    "dev",
    "prod",
    "production",
    "release",
    "debug",
    "watch",
    "fix",
    "write",
    "update",
    "check",
    "js",
    "ts",
    "code",
    "report",
    "silent",
    "parallel",
    "auto",
    "clean",
    "and",
    "the",
    "project",
    "pre",
    "commit",
    "type",
    "types",
    "sh",
    "runner",
    "suite",
    "strict",
    "default",
    "only",
    "make",
    "do",
    "source",
];

/// An invocation of a task runner, in full scope.
pub(super) fn invocation(check: Check, runner: &'static str) -> Invocation {
    Invocation {
        runner,
        check,
        scope: super::Scope::Full,
        vacuous: false,
        silent: false,
        writes: false,
        layout_only: false,
        watch: false,
        first_lines: None,
    }
}

/// The checks that a task's name promises; none where it tells nothing.
pub(super) fn by_name(name: &str, runner: &'static str) -> Vec<Invocation> {
    let words = words(name);
    let has = |list: &[&str]| words.iter().any(|w| list.contains(&w.as_str()));
    let Some(mut check) = class(&words) else { return Vec::new() };
    let fixes = has(&["fix", "write", "update"]);
    let layout = check == Check::Format && (fixes || !has(CHECKING));
    if check == Check::Format && !layout {
        check = Check::Lint;
    }
    let known = |w: &String| {
        PLAIN.contains(&w.as_str())
            || (check != Check::Tests && of_word(w).is_some())
            || matches!(w.as_str(), "test" | "tests" | "testing" | "spec" | "specs")
    };
    let rest: Vec<String> = words.iter().filter(|w| !known(w)).cloned().collect();
    let scope = if matches!(check, Check::Tests | Check::Build) { narrow(rest) } else { super::Scope::Full };
    vec![Invocation {
        scope,
        writes: layout || (fixes && check == Check::Lint),
        // What a task fixes is not told by its name; most such tasks format.
        layout_only: layout || fixes,
        watch: has(&["watch"]),
        ..invocation(check, runner)
    }]
}

/// True where every word of a name speaks of checks.
pub(super) fn is_plain(name: &str) -> bool {
    words(name).iter().all(|w| PLAIN.contains(&w.as_str()) || of_word(w).is_some())
}

/// The check that a task's name promises.
pub(super) fn check_of(name: &str) -> Option<Check> {
    by_name(name, "").first().map(|i| i.check)
}

fn of_word(word: &str) -> Option<Check> {
    const CLASSES: [(&[&str], Check); 6] = [
        (TESTS, Check::Tests),
        (TYPES, Check::Typecheck),
        (LINT, Check::Lint),
        (FORMAT, Check::Format),
        (BUILD, Check::Build),
        (GATE, Check::Gate),
    ];
    CLASSES.iter().find(|(list, _)| list.contains(&word)).map(|(_, check)| *check)
}

/// The first word that tells decides; after `check`, `ci` or `test` a later, more precise one does.
fn class(words: &[String]) -> Option<Check> {
    let pair = |a: &str, b: &str| words.windows(2).any(|w| w[0] == a && w[1] == b);
    if pair("type", "check") || pair("check", "type") {
        return Some(Check::Typecheck);
    }
    if pair("pre", "commit") || pair("pre", "push") {
        return Some(Check::Gate);
    }
    let told: Vec<Check> = words.iter().filter_map(|w| of_word(w)).collect();
    match told.first()? {
        Check::Gate => Some(told.iter().copied().find(|c| *c != Check::Gate).unwrap_or(Check::Gate)),
        Check::Tests => {
            let precise = |c: &&Check| matches!(c, Check::Lint | Check::Typecheck | Check::Format);
            Some(*told.iter().find(precise).unwrap_or(&Check::Tests))
        }
        other => Some(*other),
    }
}

/// Words of a name: parts between punctuation, humps of camel case.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && lower) {
            words.extend(Some(std::mem::take(&mut word)).filter(|w| !w.is_empty()));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        lower = c.is_lowercase() || c.is_ascii_digit();
    }
    words.extend(Some(word).filter(|w| !w.is_empty()));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_a_task_checks() {
        let say = |name: &str| {
            by_name(name, "x").first().map_or("nothing".to_owned(), |i| {
                let scope = match &i.scope {
                    super::super::Scope::Full => String::new(),
                    super::super::Scope::Narrow(words) => format!(" {}", words.join("+")),
                };
                format!("{:?}{scope}{}{}", i.check, if i.writes { " writes" } else { "" }, if i.watch { " watch" } else { "" })
            })
        };
        for (name, says) in [
            ("test", "Tests"),
            ("test:ci", "Tests"),
            ("test-integration", "Tests integration"),
            ("unit", "Tests unit"),
            ("testDebugUnitTest", "Tests unit"),
            ("test:watch", "Tests watch"),
            ("test:types", "Typecheck"),
            ("type-check", "Typecheck"),
            ("check-types", "Typecheck"),
            ("lint", "Lint"),
            ("lint:fix", "Lint writes"),
            ("fmt", "Format writes"),
            ("fmt-check", "Lint"),
            ("check:format", "Lint"),
            ("build:web", "Build web"),
            ("check", "Gate"),
            ("ci", "Gate"),
            ("pre-commit", "Gate"),
            ("verify", "Gate"),
            ("deploy", "nothing"),
            ("contest", "nothing"),
        ] {
            assert_eq!(say(name), says, "{name}");
        }
    }
}
