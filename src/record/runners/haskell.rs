//! Haskell and OCaml: Cabal, Stack, HLint, Dune.

use super::super::op::Check::{Build, Lint, Tests};
use super::family::*;

pub(super) const FAMILY: Family = Family {
    runner: "cabal",
    checks: &[Build],
    compiles: true,
    tools: &[
        Tool {
            runner: "cabal test",
            calls: &["cabal test", "cabal v2-test", "stack test"],
            checks: &[Tests],
            values: &["--test-options", "--ta", "-j"],
            ..Tool::BASE
        },
        Tool {
            runner: "cabal build",
            calls: &["cabal build", "cabal v2-build", "stack build", "ghc"],
            checks: &[Build],
            values: &["-j", "-o", "--flag"],
            ..Tool::BASE
        },
        Tool { runner: "hlint", calls: &["hlint", "stan", "weeder"], checks: &[Lint], ..Tool::BASE },
        Tool {
            runner: "ormolu",
            calls: &["ormolu", "fourmolu", "stylish-haskell"],
            checks: &[Lint],
            silent: true,
            writes: Writes::With(&["-i", "--inplace", "--mode=inplace", "-m"]),
            layout: true,
            ..Tool::BASE
        },
        Tool {
            runner: "dune test",
            calls: &["dune test", "dune runtest"],
            checks: &[Tests],
            silent: true,
            watch: &["-w", "--watch"],
            ..Tool::BASE
        },
        Tool {
            runner: "dune build",
            calls: &["dune build"],
            checks: &[Build],
            silent: true,
            watch: &["-w", "--watch"],
            ..Tool::BASE
        },
        Tool {
            runner: "dune fmt",
            calls: &["dune fmt", "ocamlformat"],
            checks: &[Lint],
            silent: true,
            writes: Writes::Unless(&["--check", "--preview"]),
            layout: true,
            ..Tool::BASE
        },
    ],
    forms: &[
        pass("test suites (", r"^[1-9]\d* of \d+ test suites \((\d+) of \d+ test cases\) passed\.$")
            .of(&[Tests])
            .by("cabal test"),
        fail(": FAIL", r"^Test suite \S+: FAIL").of(&[Tests]).by("cabal test"),
        pass(": PASS", r"^Test suite \S+: PASS").of(&[Tests]).by("cabal test"),
        pass("tests passed (", r"^All (?P<p>\d+) tests passed \([\d.]+s\)").of(&[Tests]).by("tasty"),
        fail(" tests failed (", r"^(?P<f>\d+) out of (?P<t>\d+) tests failed \([\d.]+s\)").of(&[Tests]).by("tasty"),
        fail("error: ", r"^\S+\.hs:\d+:\d+: error:").breaks(),
        pass("Test Successful", r"^Test Successful in .* (?P<p>\d+) tests? run\.").of(&[Tests]).by("alcotest"),
        fail("failure! in", r"^\d+ failures?! in .* (?P<t>\d+) tests? run\.").of(&[Tests]).by("alcotest"),
        pass("No hints", r"^No hints$").of(&[Lint]).by("hlint"),
        errors(" hint", r"^(?P<f>\d+) hints?$").of(&[Lint]).by("hlint"),
        fail("Error: ", r"^Error: (?:This expression has type|Unbound (?:value|module)|Syntax error)").breaks().by("dune build"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("cabal test all", "cabal test Tests"),
        ("stack test", "cabal test Tests"),
        ("dune build", "dune build Build silent"),
        ("dune runtest", "dune test Tests silent"),
    ],
    outputs: &[
        ("cabal test", "Test suite spec: PASS\n1 of 1 test suites (1 of 1 test cases) passed.\n", "Tests Passed; Build Passed"),
        ("stack test", "12 examples, 0 failures\n", "Tests Passed 12/0/0"),
        ("cabal build", "src/A.hs:3:5: error: [GHC-88464]\n    Variable not in scope: x\n", "Build Failed"),
        ("hlint .", "No hints\n", "Lint Passed"),
        ("dune runtest", "Test Successful in 0.003s. 12 tests run.\n", "Tests Passed 12/0/0; Build Passed"),
    ],
};
