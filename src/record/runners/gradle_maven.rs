//! The JVM: Gradle, Maven, sbt, Leiningen, and linters that print in a form of their own.

use super::super::op::Check::{Build, Lint, Tests};
use super::family::*;

const GRADLE: &[&str] = &["gradle", "gradlew"];
const MAVEN: &[&str] = &["mvn", "mvnw", "mvnd"];

const JVM: Tool = Tool {
    operands: Operands::Ignore,
    values: &[
        "-x",
        "--exclude-task",
        "-P",
        "-D",
        "-p",
        "--project-dir",
        "-f",
        "-T",
        "-c",
        "--console",
        "--max-workers",
        "-b",
        "-s",
    ],
    filters: &["--tests", "-Dtest", "-Dit.test", "-pl", "--projects", "-Dgroups"],
    vacuous: &["-m", "--dry-run", "-DskipTests", "-Dmaven.test.skip", "-DskipTests=true", "-Dmaven.test.skip=true"],
    remains: &[Build],
    ..Tool::BASE
};

const GRADLE_TESTS: &[&str] = &[
    "gradle test",
    "gradlew test",
    "gradle clean test",
    "gradlew clean test",
    "gradle testDebugUnitTest",
    "gradlew testDebugUnitTest",
    "gradle connectedAndroidTest",
    "gradlew connectedAndroidTest",
    "gradle integrationTest",
    "gradlew integrationTest",
    "gradlew cleanTest test",
    "gradle cleanTest test",
];
const GRADLE_LINTS: &[&str] = &[
    "gradle lint",
    "gradlew lint",
    "gradle ktlintCheck",
    "gradlew ktlintCheck",
    "gradle spotlessCheck",
    "gradlew spotlessCheck",
    "gradle detekt",
    "gradlew detekt",
    "gradle checkstyleMain",
    "gradlew checkstyleMain",
    "gradlew lintDebug",
];
const GRADLE_BUILDS: &[&str] = &[
    "gradle assemble",
    "gradlew assemble",
    "gradle assembleDebug",
    "gradlew assembleDebug",
    "gradle compileJava",
    "gradlew compileJava",
    "gradle compileKotlin",
    "gradlew compileKotlin",
    "gradle classes",
    "gradlew classes",
    "gradlew assembleRelease",
    "gradlew bundleRelease",
    "gradle jar",
    "gradlew jar",
    "gradlew compileDebugKotlin",
    "gradlew bootJar",
];

pub(super) const FAMILY: Family = Family {
    runner: "gradle",
    checks: &[Build],
    compiles: true,
    tools: &[
        Tool { runner: "gradle test", calls: GRADLE_TESTS, checks: &[Tests], ..JVM },
        Tool { runner: "gradle build", calls: &["gradle build", "gradlew build", "gradle clean build", "gradlew clean build", "gradle check", "gradlew check"], checks: &[Build, Tests], unless: &["-x"], ..JVM },
        Tool { runner: "gradle build", calls: &["gradle build", "gradlew build", "gradle clean build", "gradlew clean build"], checks: &[Build], requires: &["-x"], ..JVM },
        Tool { runner: "gradle assemble", calls: GRADLE_BUILDS, checks: &[Build], ..JVM },
        Tool { runner: "gradle lint", calls: GRADLE_LINTS, checks: &[Lint], ..JVM },
        Tool { runner: "gradle spotlessApply", calls: &["gradle spotlessApply", "gradlew spotlessApply", "gradle ktlintFormat", "gradlew ktlintFormat", "mvn spotless:apply", "mvnw spotless:apply"], checks: &[Lint], writes: Writes::Unless(&[]), layout: true, ..JVM },
        Tool { runner: "gradle", calls: GRADLE, checks: &[Build], requires: &["--gradle-only"], ..JVM },
        Tool { runner: "mvn test", calls: &["mvn test", "mvnw test", "mvnd test", "mvn clean test", "mvnw clean test", "mvn surefire:test", "mvn integration-test"], checks: &[Tests], ..JVM },
        Tool { runner: "mvn verify", calls: &["mvn verify", "mvnw verify", "mvn clean verify", "mvnw clean verify", "mvn install", "mvnw install", "mvn clean install", "mvnw clean install", "mvn package", "mvnw package", "mvn clean package", "mvnw clean package"], checks: &[Build, Tests], ..JVM },
        Tool { runner: "mvn compile", calls: &["mvn compile", "mvnw compile", "mvn clean compile", "mvnw clean compile", "mvn test-compile"], checks: &[Build], ..JVM },
        Tool { runner: "mvn", calls: MAVEN, checks: &[Build], requires: &["--maven-only"], ..JVM },
        Tool { runner: "sbt test", calls: &["sbt test", "sbt testOnly", "sbt clean test", "scala-cli test", "mill test"], checks: &[Tests], ..JVM },
        Tool { runner: "sbt compile", calls: &["sbt compile", "sbt clean compile", "sbt Test/compile", "scala-cli compile"], checks: &[Build], ..JVM },
        Tool { runner: "lein test", calls: &["lein test", "clojure -M:test", "bb test", "lein kaocha"], checks: &[Tests], ..JVM },
        Tool { runner: "javac", calls: &["javac", "kotlinc", "scalac"], checks: &[Build], silent: true, ..Tool::BASE },
        Tool { runner: "ktlint", calls: &["ktlint", "detekt", "checkstyle", "spotbugs", "pmd"], checks: &[Lint], silent: true, writes: Writes::With(&["-F", "--format"]), ..Tool::BASE },
    ],
    forms: &[
        fail(" tests completed, ", r"^\d+ tests? completed, [1-9]\d* failed").of(&[Tests]).by("gradle test"),
        fail("There were failing tests", r"There were failing tests\. See the report").of(&[Tests]).by("gradle test"),
        fail("Compilation failed", r"^(?:> )?Compilation (?:failed|error)").breaks(),
        fail("COMPILATION ERROR", r"COMPILATION ERROR").breaks().by("mvn compile"),
        fail("Task :", r"^> Task :\S*compile\S* FAILED").breaks(),
        pass("BUILD SUCCESSFUL", r"^BUILD SUCCESSFUL"),
        fail("BUILD FAILED", r"^BUILD FAILED"),
        tally("Tests run:", r"^(?:\[(?:INFO|WARNING|ERROR)\] )?Tests run: (?P<t>\d+), Failures: (?P<f>\d+), Errors: (?P<e>\d+), Skipped: (?P<s>\d+)\s*$").of(&[Tests]).by("mvn test"),
        vacuous("No tests to run", r"^(?:\[INFO\] )?No tests to run\.").of(&[Tests]).by("mvn test"),
        vacuous("Tests are skipped", r"^(?:\[INFO\] )?Tests are skipped\.").of(&[Tests]).by("mvn test"),
        pass("BUILD SUCCESS", r"^(?:\[INFO\] )?BUILD SUCCESS$").of(&[Build]).by("mvn compile"),
        fail("BUILD FAILURE", r"^(?:\[(?:INFO|ERROR)\] )?BUILD FAILURE").by("mvn"),
        tally("Passed: Total ", r"^\[info\] Passed: Total (?P<t>\d+), Failed (?P<f>\d+), Errors (?P<e>\d+), Passed (?P<p>\d+)").of(&[Tests]).by("sbt test"),
        tally("Failed: Total ", r"^\[error\] Failed: Total (?P<t>\d+), Failed (?P<f>\d+), Errors (?P<e>\d+), Passed (?P<p>\d+)").of(&[Tests]).by("sbt test"),
        tally("Tests: succeeded ", r"^(?:\[info\] )?Tests: succeeded (?P<p>\d+), failed (?P<f>\d+), canceled \d+, ignored (?P<s>\d+)").of(&[Tests]).by("sbt test"),
        fail("[error] (", r"^\[error\] \(.*compile.*\) Compilation failed").breaks().by("sbt compile"),
        tally("Ran ", r"^Ran (?P<t>\d+) tests containing \d+ assertions").of(&[Tests]).by("lein test"),
        fail(" failures, ", r"^(?:[1-9]\d* failures, \d+ errors|0 failures, [1-9]\d* errors)\.$").of(&[Tests]).by("lein test"),
        fail(".java:", r"^\S+\.java:\d+: error: ").breaks().by("javac"),
        fail(".kt:", r"^e: .*\.kts?:").breaks().by("kotlinc"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("./gradlew :core:test", "gradle test Tests narrow(core)"),
        ("./gradlew :test", "gradle test Tests"),
        ("./gradlew test", "gradle test Tests"),
        ("./gradlew test --tests com.app.CartTest", "gradle test Tests narrow(com.app.CartTest)"),
        ("./gradlew build -x test", "gradle build Build"),
        ("gradle check", "gradle build Build; gradle build Tests"),
        ("mvn -q -B verify", "mvn verify Build; mvn verify Tests"),
        ("mvn test -Dtest=CartTest", "mvn test Tests narrow(CartTest)"),
        ("./mvnw package -DskipTests", "mvn verify Build vacuous; mvn verify Tests vacuous; mvn verify Build"),
    ],
    outputs: &[
        (
            "./gradlew test",
            "> Task :compileJava UP-TO-DATE\n> Task :test\n\nBUILD SUCCESSFUL in 3s\n4 actionable tasks: 1 executed, 3 up-to-date\n",
            "Tests Passed; Build Passed",
        ),
        (
            "./gradlew test",
            "CartTest > adds() FAILED\n\n12 tests completed, 1 failed\n\n> Task :test FAILED\n\nFAILURE: Build failed with an exception.\n\nBUILD FAILED in 3s\n",
            "Tests Failed; Build Passed",
        ),
        ("./gradlew assembleDebug", "BUILD SUCCESSFUL in 12s\n", "Build Passed"),
        (
            "./gradlew test",
            "> Task :compileJava FAILED\nCart.java:3: error: cannot find symbol\nBUILD FAILED in 1s\n",
            "Build Failed; Tests Failed",
        ),
        (
            "mvn test",
            "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in CartTest\n[INFO] Results:\n[INFO]\n[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 1\n[INFO] BUILD SUCCESS\n",
            "Tests Passed 4/0/1; Build Passed",
        ),
        (
            "mvn test",
            "[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE\n",
            "Tests Failed 4/1/0; Build Passed",
        ),
        (
            "sbt test",
            "[info] Passed: Total 12, Failed 0, Errors 0, Passed 12\n[success] Total time: 3 s\n",
            "Tests Passed 12/0/0; Build Passed",
        ),
        ("lein test", "Ran 12 tests containing 30 assertions.\n0 failures, 0 errors.\n", "Tests Passed 12/0/0; Build Passed"),
        ("lein test", "Ran 12 tests containing 30 assertions.\n1 failures, 0 errors.\n", "Tests Failed 12/0/0; Build Passed"),
    ],
};
