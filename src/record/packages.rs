//! Package managers, and commands that configure or enable something.

use super::command::SimpleCommand;
use super::draft::*;
use super::op::{OpKind, Outcome};

/// Program, verbs that install, remove or update; an empty verb is the bare program.
const MANAGERS: &[(&[&str], &[&str])] = &[
    (
        &["npm"],
        &["install", "i", "ci", "add", "uninstall", "un", "remove", "rm", "update", "up", "upgrade", "link", "dedupe", "isntall"],
    ),
    (&["pnpm"], &["install", "i", "add", "remove", "rm", "update", "up", "link", "import", "dedupe"]),
    (&["yarn"], &["", "install", "add", "remove", "up", "upgrade", "link", "global"]),
    (&["bun"], &["install", "i", "add", "remove", "rm", "update", "link"]),
    (&["deno"], &["install", "add", "remove", "cache"]),
    (&["pip", "pip3"], &["install", "uninstall"]),
    (&["uv"], &["add", "remove", "sync", "lock", "pip", "venv", "tool"]),
    (&["poetry"], &["add", "remove", "install", "update", "lock"]),
    (&["pdm"], &["add", "remove", "install", "update", "sync", "lock"]),
    (&["pipenv"], &["install", "uninstall", "sync", "lock", "update"]),
    (&["pipx"], &["install", "uninstall", "upgrade", "inject"]),
    (&["rye"], &["add", "remove", "sync", "lock", "install"]),
    (&["pixi"], &["add", "remove", "install"]),
    (&["conda", "mamba", "micromamba"], &["install", "create", "remove", "update", "env"]),
    (&["cargo"], &["add", "remove", "rm", "install", "update", "fetch"]),
    (&["rustup"], &["install", "update", "default", "component", "target", "toolchain"]),
    (&["go"], &["get", "install", "mod"]),
    (&["gem"], &["install", "uninstall", "update"]),
    (&["bundle"], &["", "install", "add", "update", "remove", "config"]),
    (&["composer"], &["install", "require", "remove", "update"]),
    (&["dotnet"], &["add", "remove", "restore", "tool", "workload"]),
    (&["nuget"], &["install", "restore", "update"]),
    (
        &[
            "apt", "apt-get", "aptitude", "dnf", "yum", "zypper", "apk", "brew", "port", "snap", "flatpak", "choco", "scoop",
            "winget", "nix-env",
        ],
        &["install", "remove", "add", "del", "uninstall", "upgrade", "update", "reinstall", "tap", "-i", "-iA", "purge"],
    ),
    (&["pacman"], &["-S", "-Sy", "-Syu", "-R", "-Rs"]),
    (&["mix"], &["deps.get", "deps.update", "archive.install"]),
    (&["flutter", "dart"], &["pub"]),
    (&["pod"], &["install", "update"]),
    (&["swift"], &["package"]),
    (
        &["mise", "rtx", "asdf", "volta", "nvm", "fnm", "pyenv", "rbenv", "sdk"],
        &["install", "use", "i", "add", "local", "global", "trust", "settings", "reshim"],
    ),
    (&["opam", "stack", "cabal", "luarocks", "cpan", "cpanm", "helm-docs", "krew", "cs"], &["install", "remove"]),
    (&["vcpkg", "conan"], &["install", "add"]),
    (&["claude", "codex", "gemini"], &["mcp", "plugin", "plugins", "config"]),
    (&["code", "cursor"], &["--install-extension", "--uninstall-extension"]),
    (&["gh"], &["extension", "auth"]),
    (&["pre-commit", "lefthook", "husky"], &["install", "uninstall", "autoupdate", "add", "init"]),
    (&["playwright"], &["install", "install-deps"]),
    (&["direnv"], &["allow", "deny"]),
    (&["helm"], &["repo", "dependency", "plugin"]),
    (&["terraform", "tofu"], &["init"]),
    (&["pre-commit-hooks", "corepack"], &["enable", "disable"]),
    (&["crontab"], &["-"]),
    (&["defaults"], &["write"]),
    (&["update-alternatives", "ldconfig", "modprobe", "sysctl"], &[]),
    (&["usermod", "useradd", "adduser", "groupadd"], &[]),
    (&["ufw"], &["allow", "enable", "deny"]),
];

/// Verbs behind these verbs that only show something.
const READS: &[&str] =
    &["list", "ls", "show", "tree", "why", "outdated", "graph", "verify", "status", "get", "search", "info", "freeze", "check"];

pub(super) fn classify(cmd: &SimpleCommand, _: &Cx) -> Option<Vec<Draft>> {
    let mut program = cmd.program();
    let mut args = cmd.args();
    // `python -m pip install x`
    if matches!(program, "python" | "python3" | "py")
        && args.first().is_some_and(|a| a == "-m")
        && args.get(1).is_some_and(|a| a == "pip")
    {
        (program, args) = ("pip", &args[2..]);
    }
    let (_, verbs) = MANAGERS.iter().find(|(names, _)| names.contains(&program))?;
    let words = operands(
        args,
        &["-C", "--prefix", "--dir", "--cwd", "-w", "--workspace", "--filter", "-F", "-p", "--project", "--directory"],
    );
    let verb = words.first().copied().unwrap_or("");
    let flag = args.first().map_or("", String::as_str);
    if !(verbs.is_empty() || verbs.contains(&verb) || (flag.starts_with('-') && verbs.contains(&flag))) {
        return None;
    }
    let second = words.get(1).copied().unwrap_or("");
    let nested =
        matches!((program, verb), ("uv", "pip" | "tool") | ("go", "mod") | ("conda", "env") | ("flutter" | "dart", "pub"))
            || matches!(
                verb,
                "mcp"
                    | "plugin"
                    | "plugins"
                    | "config"
                    | "component"
                    | "toolchain"
                    | "target"
                    | "package"
                    | "repo"
                    | "extension"
                    | "global"
            );
    if nested && (READS.contains(&second) || second.is_empty()) && program != "yarn" {
        return None;
    }
    if program == "gh" && verb == "auth" {
        return None;
    }
    let help = ["--help", "-h", "--version"].iter().any(|f| cmd.has_flag(f));
    let dry = ["--dry-run", "--simulate", "-s"].iter().any(|f| cmd.has_flag(f)) || help;
    let skip = if nested { 2 } else { 1 };
    let mut targets: Vec<String> = words.iter().skip(skip).map(|w| (*w).to_owned()).collect();
    if targets.is_empty() && nested {
        targets.push(second.to_owned());
    }
    Some(vec![Draft::new(OpKind::Install, targets).vacuous(dry).reader(installed)])
}

/// Lines of package managers that decide.
fn installed(text: &str, _: &Draft) -> Option<Says> {
    const BAD: &[&str] = &[
        "npm ERR!",
        "npm error",
        "ERR_PNPM",
        "ERROR: Could not find",
        "ERROR: No matching distribution",
        "ERROR: Failed",
        "error: could not find",
        "error: failed",
        "E: Unable to locate",
        "E: Could not",
        "E: Package",
        "error: externally-managed-environment",
        "Error: No available formula",
        "error An unexpected error",
        "error Couldn't find",
        "× No solution found",
        "error: package",
        "go: module",
        "Could not find gem",
        "Your requirements could not be resolved",
        "error: No solution",
        "YN0001: │ Error",
    ];
    const GOOD: &[&str] = &[
        "Successfully installed",
        "Successfully uninstalled",
        "added ",
        "removed ",
        "changed ",
        "up to date",
        "Installed ",
        "installed ",
        "Requirement already satisfied",
        "Done in ",
        "success Saved",
        "go: added",
        "go: upgraded",
        "go: downgraded",
        "Adding ",
        "Resolved ",
        "Setting up ",
        "Bundle complete!",
        "Audited ",
        "🍺",
        "Already up to date",
        "already installed",
        "is already the newest version",
        "Your bundle is",
        "packages installed",
        "Generating autoload files",
        "Nothing to install",
        "Updating ",
        "Saved lockfile",
        "+ ",
    ];
    let mut good = None;
    for line in lines(text) {
        if BAD.iter().any(|b| line.starts_with(b)) {
            return Some(Says::new(Outcome::Failed, line));
        }
        if good.is_none() && GOOD.iter().any(|g| line.starts_with(g)) {
            good = Some(Says::new(Outcome::Passed, line));
        }
    }
    good
}
