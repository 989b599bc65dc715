//! PHP: PHPUnit, Pest, Artisan, PHPStan, Psalm, Pint, PHP-CS-Fixer, PHP_CodeSniffer.

use super::super::op::Check::{Lint, Tests, Typecheck};
use super::family::*;

pub(super) const FAMILY: Family = Family {
    runner: "phpunit",
    checks: &[Tests],
    tools: &[
        Tool { runner: "phpunit", calls: &["phpunit", "pest", "paratest", "simple-phpunit", "codecept run", "behat", "artisan test", "php artisan test"], checks: &[Tests], filters: &["--filter", "--group", "--testsuite", "--exclude-group"], values: &["-c", "--configuration", "--coverage-html", "--coverage-text", "--log-junit", "-p", "--processes", "--order-by"], narrows: &["--dirty", "--retry"], vacuous: &["--list-tests"], ..Tool::BASE },
        Tool { runner: "phpstan", calls: &["phpstan analyse", "phpstan analyze", "phpstan", "psalm", "phan"], checks: &[Typecheck, Lint], values: &["-l", "--level", "-c", "--configuration", "--memory-limit", "--error-format"], ..Tool::BASE },
        Tool { runner: "pint", calls: &["pint", "php-cs-fixer fix", "phpcbf", "ecs check"], checks: &[Lint], writes: Writes::Unless(&["--test", "--dry-run"]), layout: true, ..Tool::BASE },
        Tool { runner: "phpcs", calls: &["phpcs", "php-cs-fixer check", "rector process"], checks: &[Lint], silent: true, ..Tool::BASE },
        Tool { runner: "php -l", calls: &["php"], checks: &[Lint], requires: &["-l"], ..Tool::BASE },
    ],
    forms: &[
        pass("OK (", r"^OK \((?P<p>\d+) tests?, \d+ assertions?\)"),
        tally("Tests: ", r"^Tests: (?P<t>\d+), Assertions: \d+(?:, Errors: (?P<e>\d+))?(?:, Failures: (?P<f>\d+))?(?:, (?:PHPUnit )?(?:Warnings|Deprecations|Notices|Risky): \d+)*(?:, Skipped: (?P<s>\d+))?"),
        fail("FAILURES!", r"^(?:FAILURES|ERRORS)!$"),
        vacuous("No tests executed!", r"^No tests executed!"),
        tally("Tests: ", r"^\s*Tests:\s+(?:(?P<f>\d+) failed, )?(?:\d+ (?:deprecated|warnings?|risky|incomplete|todos?), )*(?:(?P<s>\d+) skipped, )?(?P<p>\d+) passed \(\d+ assertions?\)").by("pest"),
        fail("Tests: ", r"^\s*Tests:\s+(?P<f>\d+) failed \(\d+ assertions?\)").by("pest"),
        pass("[OK] No errors", r"^\s*\[OK\] No errors").of(&[Typecheck, Lint]).by("phpstan"),
        errors("[ERROR] Found ", r"^\s*\[ERROR\] Found (?P<f>\d+) errors?").of(&[Typecheck, Lint]).by("phpstan"),
        pass("No errors found!", r"^\s*No errors found!").of(&[Typecheck, Lint]).by("phpstan"),
        pass("No syntax errors detected", r"^No syntax errors detected in ").of(&[Lint]).by("php -l"),
        fail("Parse error:", r"^(?:PHP )?Parse error:\s").of(&[Lint]).by("php -l"),
        fail("FOUND ", r"^FOUND \d+ ERRORS?\b").of(&[Lint]).by("phpcs"),
        pass("PASS  ", r"^\s*(?:PASS|FIXED)\s+\.+ \d+ files?").of(&[Lint]).by("pint"),
        fail("FAIL  ", r"^\s*FAIL\s+\.+ \d+ files?, \d+ style issues?").of(&[Lint]).by("pint"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("vendor/bin/phpunit --filter CartTest", "phpunit Tests narrow(CartTest)"),
        ("php artisan test", "phpunit Tests"),
        ("./vendor/bin/pest --parallel", "phpunit Tests"),
        ("vendor/bin/phpstan analyse src --level 8", "phpstan Typecheck; phpstan Lint"),
        ("vendor/bin/pint --test", "pint Lint"),
    ],
    outputs: &[
        ("vendor/bin/phpunit", "OK (12 tests, 30 assertions)\n", "Tests Passed 12/0/0"),
        ("composer test", "FAILURES!\nTests: 12, Assertions: 30, Failures: 1, Skipped: 2.\n", "Tests Failed 9/1/2"),
        (
            "php artisan test",
            "   PASS  Tests\\Unit\\CartTest\n  ✓ adds\n\n  Tests:    1 skipped, 12 passed (30 assertions)\n  Duration: 0.12s\n",
            "Tests Passed 12/0/1",
        ),
        ("php artisan test", "  Tests:    1 failed, 12 passed (30 assertions)\n", "Tests Failed 12/1/0"),
        ("vendor/bin/phpstan", " [OK] No errors\n", "Lint Passed; Typecheck Passed"),
        ("vendor/bin/phpunit", "No tests executed!\n", "Tests Vacuous"),
    ],
};
