//! Infrastructure: Terraform and OpenTofu, Helm, Kubernetes manifests, Ansible, Pulumi, CDK, dbt, Nix, policies.

use super::super::op::Check::{Build, Gate, Lint, Tests};
use super::family::*;

const VALIDATE: Tool =
    Tool { checks: &[Lint], operands: Operands::Ignore, values: &["-f", "--values", "--set", "--config"], ..Tool::BASE };

pub(super) const FAMILY: Family = Family {
    runner: "terraform validate",
    checks: &[Lint],
    tools: &[
        Tool { runner: "terraform validate", calls: &["terraform validate", "tofu validate", "terragrunt validate"], ..VALIDATE },
        Tool {
            runner: "terraform fmt",
            calls: &["terraform fmt", "tofu fmt"],
            silent: true,
            writes: Writes::Unless(&["-check", "-diff", "--check"]),
            layout: true,
            ..VALIDATE
        },
        Tool {
            runner: "terraform test",
            calls: &["terraform test", "tofu test"],
            checks: &[Tests],
            filters: &["-filter"],
            ..VALIDATE
        },
        Tool {
            runner: "tflint",
            calls: &[
                "tflint",
                "ansible-lint",
                "kubeconform",
                "kubeval",
                "kube-linter",
                "kube-linter lint",
                "cfn-lint",
                "cfn_nag",
            ],
            silent: true,
            ..VALIDATE
        },
        Tool { runner: "helm lint", calls: &["helm lint", "ct lint"], ..VALIDATE },
        Tool { runner: "helm template", calls: &["helm template", "kustomize build"], checks: &[Build], ..VALIDATE },
        Tool { runner: "helm unittest", calls: &["helm unittest"], checks: &[Tests], ..VALIDATE },
        Tool { runner: "cdk synth", calls: &["cdk synth", "sam build", "sam validate"], checks: &[Build], ..VALIDATE },
        Tool { runner: "conftest", calls: &["conftest test", "opa test", "conftest verify"], checks: &[Tests], ..VALIDATE },
        Tool {
            runner: "dbt test",
            calls: &["dbt test", "dbt build"],
            checks: &[Tests],
            filters: &["-s", "--select", "-m", "--models", "--exclude"],
            ..VALIDATE
        },
        Tool { runner: "dbt run", calls: &["dbt run", "dbt compile", "dbt parse"], checks: &[Build], ..VALIDATE },
        Tool { runner: "nix flake check", calls: &["nix flake check"], checks: &[Gate], vacuous: &["--no-build"], ..VALIDATE },
        Tool {
            runner: "nix build",
            calls: &["nix build", "nix-build"],
            checks: &[Build],
            silent: true,
            vacuous: &["--dry-run"],
            ..VALIDATE
        },
    ],
    forms: &[
        pass("The configuration is valid", r"^Success! The configuration is valid"),
        fail("Error: ", r"^(?:╷|│) ?Error: "),
        tally("Success! ", r"^Success! (?P<p>\d+) passed, (?P<f>\d+) failed(?:, (?P<s>\d+) skipped)?\.")
            .of(&[Tests])
            .by("terraform test"),
        fail("Failure! ", r"^Failure! (?P<p>\d+) passed, (?P<f>\d+) failed").of(&[Tests]).by("terraform test"),
        tally("chart(s) linted", r"^\d+ chart\(s\) linted, (?P<f>\d+) chart\(s\) failed").by("helm lint"),
        pass("Passed: ", r"^Passed: 0 failure\(s\), 0 warning\(s\)").by("ansible-lint"),
        fail("Failed: ", r"^Failed: [1-9]\d* failure\(s\)").by("ansible-lint"),
        tally(" tests, ", r"^(?P<t>\d+) tests, (?P<p>\d+) passed, \d+ warnings?, (?P<f>\d+) failures?")
            .of(&[Tests])
            .by("conftest"),
        tally("PASS: ", r"^PASS: (?P<p>\d+)/\d+$").of(&[Tests]).by("opa test"),
        fail("FAIL: ", r"^FAIL: (?P<f>\d+)/\d+$").of(&[Tests]).by("opa test"),
        tally("Done. PASS=", r"Done\. PASS=(?P<p>\d+) WARN=\d+ ERROR=(?P<f>\d+) SKIP=(?P<s>\d+)")
            .of(&[Tests, Build])
            .by("dbt test"),
        fail("error: ", r"^error: (?:builder for '|build of '|Cannot build '|flake ')")
            .of(&[])
            .and_called(&[Build, Gate])
            .by("nix build"),
        pass("all checks passed", r"^all checks passed!").of(&[Gate]).by("nix flake check"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("terraform validate", "terraform validate Lint"),
        ("terraform fmt -check -recursive", "terraform fmt Lint silent"),
        ("terraform plan", ""),
        ("nix flake check", "nix flake check Gate"),
        ("dbt test --select orders", "dbt test Tests narrow(orders)"),
    ],
    outputs: &[
        ("terraform validate", "Success! The configuration is valid.\n", "Lint Passed"),
        ("terraform validate", "╷\n│ Error: Unsupported argument\n│\n", "Lint Failed"),
        ("helm lint chart", "1 chart(s) linted, 0 chart(s) failed\n", "Lint Passed"),
        ("dbt test", "Done. PASS=12 WARN=0 ERROR=1 SKIP=2 TOTAL=15\n", "Tests Failed 12/1/2; Build Failed 12/1/2"),
        ("nix build", "error: builder for '/nix/store/x.drv' failed with exit code 1\n", "Build Failed"),
    ],
};
