//! Go: test (plain, verbose, JSON, gotestsum), build, vet, gofmt.

use super::super::op::Check::{Build, Lint, Tests};
use super::family::*;

const GO: Tool = Tool {
    silent: true,
    values: &[
        "-C",
        "-tags",
        "-o",
        "-ldflags",
        "-gcflags",
        "-mod",
        "-p",
        "-count",
        "-timeout",
        "-parallel",
        "-cpu",
        "-coverprofile",
        "-coverpkg",
        "-covermode",
        "-vet",
        "-shuffle",
        "-fuzztime",
        "-benchtime",
        "-asmflags",
        "-buildmode",
        "-overlay",
        "-exec",
        "-memprofile",
        "-cpuprofile",
    ],
    ..Tool::BASE
};

pub(super) const FAMILY: Family = Family {
    runner: "go test",
    compiles: true,
    in_parts: true,
    tools: &[
        Tool {
            runner: "go test",
            calls: &["go test", "gotest", "richgo test", "go tool gotestsum"],
            checks: &[Tests],
            silent: false,
            filters: &["-run", "-skip", "-bench", "-fuzz", "-test.run"],
            narrows: &["-short"],
            vacuous: &["-c", "-list", "-n"],
            remains: &[Build],
            ..GO
        },
        Tool {
            runner: "gotestsum",
            calls: &["gotestsum"],
            checks: &[Tests],
            silent: false,
            filters: &["-run", "-skip"],
            values: &[
                "--format",
                "-f",
                "--junitfile",
                "--jsonfile",
                "--rerun-fails",
                "--packages",
                "-count",
                "-timeout",
                "-tags",
            ],
            watch: &["--watch"],
            ..GO
        },
        Tool {
            runner: "go build",
            calls: &["go build", "go install", "go tool compile"],
            checks: &[Build],
            vacuous: &["-n"],
            ..GO
        },
        Tool { runner: "go vet", calls: &["go vet"], checks: &[Lint, Build], ..GO },
        Tool {
            runner: "gofmt",
            calls: &["gofmt", "goimports", "gofumpt", "gci", "golines"],
            checks: &[Lint],
            writes: Writes::With(&["-w", "write"]),
            layout: true,
            values: &["-r", "-local", "-m"],
            requires: &["-l", "-d", "-w", "-e", "-s"],
            ..GO
        },
        Tool { runner: "gofmt", calls: &["go fmt"], checks: &[Lint], writes: Writes::Unless(&["-n"]), layout: true, ..GO },
    ],
    forms: &[
        vacuous("[no test", r"^(?:ok|\?)\s+\S+\s.*\[no test(?:s to run| files)\]").of(&[Tests]),
        vacuous("[no test", r"^\S+\s+coverage: 0\.0% of statements.*\[no test").of(&[Tests]),
        pass("ok ", r"^ok\s+\S+\s+(?:\(cached\)|\d[\d.]*m?s)").of(&[Tests]),
        pass("ok\t", r"^ok\s+\S+\s+(?:\(cached\)|\d[\d.]*m?s)").of(&[Tests]),
        fail(" failed]", r"^FAIL\s+\S+\s+\[(?:build|setup) failed\]").of(&[Tests, Build]),
        fail("FAIL", r"^FAIL\s+\S+\s+(?:\d[\d.]*m?s|\(cached\))").of(&[Tests]),
        fail("FAIL", r"^FAIL$").and_called(&[Tests]),
        one_pass("--- PASS: ", r"^--- PASS: \S+ \(").of(&[Tests]),
        one_fail("--- FAIL: ", r"^--- FAIL: \S+ \(").of(&[Tests]),
        one_skip("--- SKIP: ", r"^--- SKIP: \S+ \(").of(&[Tests]),
        blur(" --- PASS: ", r"^\s+--- PASS: \S+/\S+ \(").of(&[Tests]),
        blur(" --- FAIL: ", r"^\s+--- FAIL: \S+/\S+ \(").of(&[Tests]),
        pass("PASS", r"^PASS$").of(&[Tests]).beside("--- PASS: "),
        tally("DONE ", r"^DONE \d+ tests?\b.* in [\d.]+m?s").of(&[Tests]).by("gotestsum"),
        vacuous("\"Action\":\"", r#"^\{.*"Action":"skip"(?:,"Package":"[^"]*")?(?:,"Elapsed":[\d.]+)?\}"#).of(&[Tests]),
        pass("\"Action\":\"pass\"", r#"^\{"Time":"[^"]*","Action":"pass","Package":"[^"]*","Elapsed":[\d.]+\}"#).of(&[Tests]),
        fail("\"Action\":\"fail\"", r#"^\{"Time":"[^"]*","Action":"fail","Package":"[^"]*","Elapsed":[\d.]+"#).of(&[Tests]),
        vacuous("matched no packages", r#"^go: warning: ".*" matched no packages"#).and_called(&[Tests, Lint, Build]),
        fail("vet: ", r"^vet: ").of(&[Lint, Build]).by("go vet"),
        pass("# ", r"^# \[?[\w./-]+\]?$").of(&[Build]).only("go vet"),
        fail(".go:", r"^(?:vet: )?\S+\.go:\d+:\d+: ").of(&[Lint]).only("go vet"),
        fail(".go:", r"^\S+\.go:\d+:\d+: ").of(&[Build]).only("go build"),
        fail("go: ", r"^(?:go: (?:cannot find|no |errors |updates to go\.mod|.*no matching)|package \S+ is not in )").breaks(),
        fail("no required module", r"no required module provides package").breaks(),
        fail(".go", r"^\S+\.go$").of(&[Lint]).only("gofmt"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("go test ./...", "go test Tests"),
        ("go test -tags=integration -race -count=1 ./... 2>&1", "go test Tests"),
        ("go test ./cmd/api/... -run 'TestA|TestB' -v", "go test Tests narrow(TestA|TestB, ./cmd/api/...)"),
        ("go test -run=TestA", "go test Tests narrow(TestA)"),
        ("go test -c ./internal/cache", "go test Tests narrow(./internal/cache) vacuous; go test Build narrow(./internal/cache)"),
        ("go build ./...", "go build Build silent"),
        ("go build -o /tmp/app ./cmd/app", "go build Build narrow(./cmd/app) silent"),
        ("go vet ./...", "go vet Lint silent; go vet Build silent"),
        ("gofmt -l .", "gofmt Lint silent"),
        ("gofmt -s -w .", "gofmt Format silent writes layout"),
        ("go fmt ./...", "gofmt Format silent writes layout"),
        ("go mod tidy", ""),
        ("go run ./cmd/app test", ""),
    ],
    outputs: &[
        (
            "mise run test",
            "[test] $ go test ./...\n?   \texample.com/app/cmd\t[no test files]\nok  \texample.com/app/api\t0.312s\nok  \texample.com/app/db\t(cached)\n",
            "Tests Passed; Build Passed",
        ),
        (
            "mise run test",
            "?   \texample.com/app/cmd\t[no test files]\n?   \texample.com/app/db\t[no test files]\n",
            "Tests Vacuous",
        ),
        (
            "go test ./... -run TestX",
            "ok  \texample.com/app/api\t0.312s [no tests to run]\nok  \texample.com/app/db\t(cached) [no tests to run]\n",
            "Tests Vacuous",
        ),
        (
            "mise run test -- -run TestX",
            "ok  \texample.com/app/api\t0.312s [no tests to run]\nok  \texample.com/app/db\t0.1s\n[test] $ go test ./... -run TestX\n",
            "Tests Passed narrow(TestX); Build Passed",
        ),
        (
            "mise run test",
            "[test] $ go test ./...\n[test] ERROR task failed\n\nok  \texample.com/app/api\t0.3s\n--- FAIL: TestSave (0.00s)\n    save_test.go:12: want 1, got 2\nFAIL\nFAIL\texample.com/app/db\t0.238s\nFAIL\n",
            "Tests Failed; Build Passed",
        ),
        (
            "go test -v ./a",
            "=== RUN   TestFailedInput\n--- PASS: TestFailedInput (0.00s)\n--- PASS: TestB (0.01s)\n--- SKIP: TestC (0.00s)\nPASS\nok  \texample.com/app/a\t0.1s",
            "Tests Passed 2/0/1; Build Passed",
        ),
        (
            "go test -v ./a",
            "--- PASS: TestA (0.00s)\n    --- PASS: TestA/one (0.00s)\n    --- PASS: TestA/two (0.00s)\nPASS\nok  \texample.com/app/a\t0.1s",
            "Tests Passed; Build Passed",
        ),
        (
            "go test ./...",
            "# example.com/app/db [example.com/app/db.test]\ndb/save.go:3:4: undefined: y\nFAIL\texample.com/app/db [build failed]\nok  \texample.com/app/api\t0.3s\nFAIL\n",
            "Tests Failed; Build Failed",
        ),
        (
            "go vet ./...",
            "# example.com/app/db\ndb/save.go:3:4: fmt.Printf format %d has arg s of wrong type string\n",
            "Build Passed; Lint Failed",
        ),
        ("go vet ./...", "# example.com/app/db\nvet: db/save.go:3:4: undefined: y\n", "Build Failed; Lint Failed"),
        ("go build ./...", "# example.com/app/db\ndb/save.go:3:4: undefined: y\n", "Build Failed"),
        ("gofmt -l .", "db/save.go\n", "Lint Failed"),
        ("mise run fmt", "[fmt] $ gofmt -s -w .\n", "Format Passed"),
        ("gotestsum", "DONE 42 tests, 1 skipped, 2 failures in 3.2s\n", "Tests Failed 39/2/1; Build Passed"),
        ("./run", "the book is ok  today 3s\nok then\nFAIL\n", ""),
        ("mise run test | tail -1", "FAIL\n", "Tests Failed; Build Passed"),
        (
            "go test -json ./...",
            "{\"Time\":\"2026-01-01T00:00:00Z\",\"Action\":\"pass\",\"Package\":\"a\",\"Elapsed\":0.2}\n",
            "Tests Passed; Build Passed",
        ),
    ],
};
