//! What backs a claim: the most recent matching call whose record stands before it.

use super::claims::{Found, Type};
use super::transcript::{Call, Text, Transcript};
use regex::Regex;
use std::sync::LazyLock;

/// What the record says of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Evidenced,
    Unevidenced,
    Contradicted,
}

impl Verdict {
    pub(super) fn name(self) -> &'static str {
        match self {
            Verdict::Evidenced => "EVIDENCED",
            Verdict::Unevidenced => "UNEVIDENCED",
            Verdict::Contradicted => "CONTRADICTED",
        }
    }
}

/// A judged claim.
#[derive(Debug)]
pub(super) struct Judgement<'t> {
    pub(super) line: usize,
    pub(super) found: Found,
    pub(super) verdict: Verdict,
    /// The call that decides.
    pub(super) call: Option<&'t Call>,
    /// The result of the call shows failure.
    pub(super) failed: bool,
    /// The line of the result that is shown.
    pub(super) excerpt: Option<String>,
}

impl Judgement<'_> {
    /// Line of the result, where it stands before the claim.
    pub(super) fn result_line(&self) -> Option<usize> {
        self.call.and_then(|c| result_before(c, self.line)).map(|r| r.line)
    }
}

fn result_before(call: &Call, line: usize) -> Option<&super::transcript::CallResult> {
    call.result.as_ref().filter(|r| r.line < line)
}

fn pattern(p: &str) -> Regex {
    Regex::new(p).expect("a fixed pattern")
}

static TEST_RUNNER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:pytest|py\.test|unittest|nose2|tox|nox|(?:npm|yarn|pnpm|bun)\s+(?:run\s+)?(?:test|t)\b|jest|vitest|mocha|ava|go\s+test|cargo\s+(?:test|nextest)|make\s+(?:test|check)|(?:mvn|mvnw)\s+(?:\S+\s+)*(?:test|verify)|(?:gradle|gradlew)\s+(?:\S+\s+)*test|dotnet\s+test|rspec|rake\s+(?:test|spec)|phpunit|ctest|swift\s+test|mix\s+test|deno\s+test|bats)\b",
    )
});

static BUILD: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:(?:npm|yarn|pnpm|bun)\s+(?:run\s+)?build|cargo\s+(?:build|check)|go\s+build|(?:mvn|mvnw)\s+(?:\S+\s+)*(?:compile|package|install)|(?:gradle|gradlew)\s+(?:\S+\s+)*(?:build|assemble)|dotnet\s+build|tsc|docker\s+build|cmake\s+--build|ninja|python3?\s+-m\s+build|webpack|vite\s+build|next\s+build|swift\s+build)\b|(?:^|[;&|]\s*)make\b",
    )
});

static GIT_COMMIT: LazyLock<Regex> = LazyLock::new(|| pattern(r"\bgit\s+(?:-\S+\s+(?:\S+\s+)?)*commit\b"));
static GIT_PUSH: LazyLock<Regex> = LazyLock::new(|| pattern(r"\bgit\s+(?:-\S+\s+(?:\S+\s+)?)*push\b"));

/// Files that a command line writes: redirects, `tee`, `touch`, and the target of `cp`.
static REDIRECT: LazyLock<Regex> = LazyLock::new(|| pattern(r#">>?\s*["']?([^\s"'|;&<>]+)"#));
static WRITERS: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?:^|[;&|(\n]\s*|\bsudo\s+)(tee|touch|cp)\s+([^|;&\n<>]+)"));

/// Marks of failure in a result. Counts are anchored, so that `0 failed` is none.
static FAILURE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?m)(?:(?:^|[^0-9.,])[1-9][0-9,]*\s+(?:tests?\s+)?(?:failed|failing|failures?|errors?)\b|\b(?:failures|errors)=[1-9]|\bFAILED\b|\bFAIL\b|AssertionError|Traceback \(most recent call last\)|^\s*fatal:|^\s*error(?:\[[A-Z0-9]+\])?:|npm ERR!|panicked at|command not found|\[rejected\]|BUILD FAILURE)",
    )
});
static NONE_FAILED: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b0\s+FAIL(?:ED)?\b|\bFAIL(?:ED)?\s*[:=]\s*0\b"));

/// Judges a claim that stands in a text.
pub(super) fn judge<'t>(transcript: &'t Transcript, text: &Text, found: Found) -> Judgement<'t> {
    let before = &transcript.calls[..text.calls_before.min(transcript.calls.len())];
    let call = before.iter().rev().find(|c| backs(c, &found));
    let mut out = Judgement { line: text.line, found, verdict: Verdict::Unevidenced, call, failed: false, excerpt: None };
    if let Some(result) = call.and_then(|c| result_before(c, text.line)) {
        let failure = failure_line(&result.text);
        out.failed = result.is_error || failure.is_some();
        out.verdict = if out.failed { Verdict::Contradicted } else { Verdict::Evidenced };
        let first = || result.text.lines().map(str::trim).find(|l| !l.is_empty());
        out.excerpt = Some(failure.or_else(first).unwrap_or_default().to_owned());
    }
    out
}

fn backs(call: &Call, found: &Found) -> bool {
    let command = call.command.as_deref().filter(|_| call.tool == "Bash");
    let runs = |pattern: &Regex| command.is_some_and(|c| pattern.is_match(c));
    let touches = |tools: &[&str]| {
        let target = found.target.as_deref().unwrap_or_default();
        tools.contains(&&*call.tool) && call.path.as_deref().is_some_and(|p| same_file(p, target))
    };
    match found.ty {
        Type::TestsPass => runs(&TEST_RUNNER),
        Type::BuildSucceeds => runs(&BUILD),
        Type::Committed => runs(&GIT_COMMIT),
        Type::Pushed => runs(&GIT_PUSH),
        Type::Updated => touches(&["Edit", "MultiEdit", "Write", "NotebookEdit"]),
        Type::Created => touches(&["Write"]) || command.is_some_and(|c| creates(c, found.target.as_deref().unwrap_or_default())),
    }
}

fn creates(command: &str, target: &str) -> bool {
    let redirected = REDIRECT.captures_iter(command).any(|c| c.get(1).is_some_and(|m| same_file(m.as_str(), target)));
    redirected
        || WRITERS.captures_iter(command).any(|c| {
            let names: Vec<&str> = c[2].split_whitespace().filter(|w| !w.starts_with('-')).collect();
            let names = if &c[1] == "cp" { names.last().into_iter().copied().collect() } else { names };
            names.iter().any(|n| same_file(n.trim_matches(['"', '\'']), target))
        })
}

/// Equal, or one is the other with directories before it.
fn same_file(a: &str, b: &str) -> bool {
    let plain = |p: &str| p.replace('\\', "/").trim_start_matches("./").to_owned();
    let (a, b) = (plain(a), plain(b));
    let ends = |long: &str, short: &str| long.strip_suffix(short).is_some_and(|head| head.is_empty() || head.ends_with('/'));
    !a.is_empty() && !b.is_empty() && (ends(&a, &b) || ends(&b, &a))
}

fn failure_line(text: &str) -> Option<&str> {
    text.lines().map(str::trim).find(|line| FAILURE.is_match(&NONE_FAILED.replace_all(line, "")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_failures_are_anchored() {
        for text in ["0 failed", "42 passed, 0 failed", "0 errors", "10.0 failed?", "FAILED: 0", "0 FAILED"] {
            assert_eq!(failure_line(text), None, "{text}");
        }
        for text in [
            "2 failed",
            "10 failed",
            "FAILED tests/a.py",
            "x\n  fatal: no upstream",
            "error[E0308]: no",
            "FAILED (failures=1)",
            "1,000 errors",
        ] {
            assert!(failure_line(text).is_some(), "{text}");
        }
    }

    #[test]
    fn paths_match_by_whole_components() {
        assert!(same_file("/home/dev/src/a.py", "src/a.py") && same_file("./a.py", "lib/a.py"));
        assert!(!same_file("data.py", "a.py") && !same_file("", "a.py"));
    }

    #[test]
    fn shell_routes_of_creation() {
        for command in [
            "echo x > src/a.py",
            "cat <<'E' >>\"src/a.py\"\nx\nE",
            "echo x | tee -a src/a.py",
            "touch b src/a.py",
            "cp t.py src/a.py",
        ] {
            assert!(creates(command, "src/a.py"), "{command}");
        }
        assert!(!creates("cp src/a.py b.py", "src/a.py") && !creates("cat src/a.py", "src/a.py"));
    }
}
