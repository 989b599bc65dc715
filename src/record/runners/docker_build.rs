//! Images: docker, podman, buildah, Kaniko, Packer.

use super::super::op::Check::Build;
use super::family::*;

pub(super) const FAMILY: Family = Family {
    runner: "docker build",
    checks: &[Build],
    tools: &[Tool {
        runner: "docker build",
        calls: &[
            "docker build",
            "docker buildx build",
            "docker compose build",
            "docker-compose build",
            "podman build",
            "buildah bud",
            "nerdctl build",
            "docker buildx bake",
            "packer build",
            "pack build",
        ],
        checks: &[Build],
        operands: Operands::Ignore,
        values: &[
            "-t",
            "--tag",
            "-f",
            "--file",
            "--target",
            "--build-arg",
            "--platform",
            "--cache-from",
            "--progress",
            "--secret",
        ],
        vacuous: &["--print", "--check", "--dry-run"],
        ..Tool::BASE
    }],
    forms: &[
        pass("Successfully tagged ", r"^Successfully tagged "),
        pass("Successfully built ", r"^Successfully built [0-9a-f]{12}$"),
        pass("naming to ", r"^(?:#\d+ |\s*=> => )naming to \S+"),
        pass("FINISHED", r"^\[\+\] Building [\d.]+s \(\d+/\d+\) FINISHED"),
        fail("failed to solve", r"^(?:ERROR: )?failed to (?:solve|build|compute)"),
        fail("returned a non-zero code", r"returned a non-zero code: [1-9]"),
        pass("COMMIT ", r"^COMMIT \S+$"),
    ],
    ..Family::BASE
};

#[cfg(test)]
pub(super) const EXAMPLES: Examples = Examples {
    calls: &[
        ("docker build -t app .", "docker build Build"),
        ("docker compose build web", "docker build Build"),
        ("docker compose up -d", ""),
    ],
    outputs: &[
        ("docker build -t app .", "#12 naming to docker.io/library/app done\n", "Build Passed"),
        (
            "docker build .",
            "ERROR: failed to solve: process \"/bin/sh -c npm run build\" did not complete successfully: exit code: 1\n",
            "Build Failed",
        ),
    ],
};
