//! C and C++: CMake, CTest, Ninja, Meson, compilers, Google Test, Catch2, clang-tidy.

use super::super::op::Check::{Build, Lint, Tests};
use super::family::*;

pub(super) const FAMILY: Family = Family {
    runner: "cmake",
    checks: &[Build],
    compiles: true,
    tools: &[
        Tool {
            runner: "ctest",
            calls: &["ctest"],
            checks: &[Tests],
            filters: &["-R", "--tests-regex", "-L", "-E", "-I"],
            values: &["--test-dir", "-j", "--parallel", "-C", "--timeout", "--repeat", "--preset"],
            narrows: &["--rerun-failed"],
            vacuous: &["-N", "--show-only"],
            operands: Operands::Ignore,
            ..Tool::BASE
        },
        Tool {
            runner: "cmake --build",
            calls: &["cmake"],
            checks: &[Build],
            requires: &["--build"],
            values: &["--build", "-j", "--parallel", "--config"],
            filters: &["--target", "-t"],
            operands: Operands::Ignore,
            ..Tool::BASE
        },
        Tool { runner: "meson test", calls: &["meson test"], checks: &[Tests], values: &["-C", "--suite"], ..Tool::BASE },
        Tool { runner: "meson compile", calls: &["meson compile"], checks: &[Build], values: &["-C"], ..Tool::BASE },
        Tool {
            runner: "ninja",
            calls: &["ninja", "samu"],
            checks: &[Build],
            unless: &["-t"],
            vacuous: &["-n"],
            values: &["-C", "-f", "-j"],
            ..Tool::BASE
        },
        Tool {
            runner: "ninja test",
            calls: &["ninja test", "ninja check"],
            checks: &[Tests],
            values: &["-C", "-f", "-j"],
            ..Tool::BASE
        },
        Tool {
            runner: "cc",
            calls: &["gcc", "g++", "cc", "c++", "clang", "clang++", "nvcc", "emcc", "gfortran"],
            checks: &[Build],
            silent: true,
            vacuous: &["-E"],
            values: &["-o", "-I", "-L", "-l", "-D", "-std", "-x"],
            ..Tool::BASE
        },
        Tool {
            runner: "clang-tidy",
            calls: &["clang-tidy", "cppcheck", "cpplint", "run-clang-tidy"],
            checks: &[Lint],
            silent: true,
            writes: Writes::With(&["--fix", "-fix"]),
            values: &["-p", "--checks"],
            ..Tool::BASE
        },
    ],
    forms: &[
        tally("tests passed, ", r"^\d+% tests passed, (?P<f>\d+) tests? failed out of (?P<t>\d+)").of(&[Tests]).by("ctest"),
        vacuous("No tests were found", r"^No tests were found!!!").of(&[Tests]).by("ctest"),
        fail("Errors while running CTest", r"^Errors while running CTest").of(&[Tests]).by("ctest"),
        counts("[==========] ", r"^\[==========\] (?P<t>\d+) tests? from \d+ test (?:suites?|cases?) ran")
            .of(&[Tests])
            .by("gtest"),
        tally("[  PASSED  ] ", r"^\[  PASSED  \] (?P<p>\d+) tests?\.").of(&[Tests]).by("gtest"),
        fail("[  FAILED  ] ", r"^\[  FAILED  \] (?P<f>\d+) tests?, listed below").of(&[Tests]).by("gtest"),
        pass("All tests passed (", r"^All tests passed \(\d+ assertions? in (?P<p>\d+) test cases?\)").of(&[Tests]).by("catch2"),
        tally("test cases: ", r"^test cases:\s+\d+ \|\s+(?:(?P<p>\d+) passed)?(?: \|\s+)?(?:(?P<f>\d+) failed)?")
            .of(&[Tests])
            .by("catch2"),
        tally("Ok: ", r"^Ok:\s+(?P<p>\d+)\s*$").of(&[Tests]).by("meson test").beside("Expected Fail:"),
        tally("Fail: ", r"^Fail:\s+(?P<f>\d+)\s*$").of(&[Tests]).by("meson test").beside("Expected Fail:"),
        pass("Built target ", r"^\[100%\] Built target ").of(&[Build]).by("cmake --build"),
        fail("ninja: ", r"^ninja: (?:build stopped|error): ").breaks().by("ninja"),
        vacuous("ninja: no work to do", r"^ninja: no work to do\.").of(&[Build]).by("ninja"),
        fail("error: ", r"^\S+\.(?:c|cc|cpp|cxx|h|hpp|hh|cu|m|mm):\d+(?::\d+)?: (?:fatal )?error: ").breaks().by("cc"),
        fail("ld returned 1", r"collect2: error: ld returned 1 exit status").breaks().by("cc"),
        fail("CMake Error", r"^CMake Error(?: at |: )").breaks(),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("ctest --test-dir build --output-on-failure", "ctest Tests"),
        ("ctest -R parser", "ctest Tests narrow(parser)"),
        ("cmake --build build -j 8", "cmake --build Build"),
        ("cmake -S . -B build", ""),
        ("ninja -C build test", "ninja test Tests"),
    ],
    outputs: &[
        (
            "ctest",
            "100% tests passed, 0 tests failed out of 7\n\nTotal Test time (real) =   0.12 sec\n",
            "Tests Passed 7/0/0; Build Passed",
        ),
        ("ctest", "86% tests passed, 1 tests failed out of 7\nErrors while running CTest\n", "Tests Failed 6/1/0; Build Passed"),
        ("make test", "No tests were found!!!\n", "Tests Vacuous"),
        (
            "./build/unit_tests",
            "[==========] 12 tests from 3 test suites ran. (5 ms total)\n[  PASSED  ] 12 tests.\n",
            "Tests Passed 12/0/0; Build Passed",
        ),
        (
            "./build/unit_tests",
            "[==========] 12 tests from 3 test suites ran. (5 ms total)\n[  PASSED  ] 11 tests.\n[  FAILED  ] 1 test, listed below:\n[  FAILED  ] Cart.Add\n",
            "Tests Failed 11/1/0; Build Passed",
        ),
        ("make", "src/a.c:3:5: error: 'x' undeclared\nmake: *** [Makefile:5: a.o] Error 1\n", "Build Failed"),
        ("cmake --build build", "[ 50%] Building CXX object a.o\n[100%] Built target app\n", "Build Passed"),
    ],
};
