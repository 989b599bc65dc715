//! Programs that run the command in their arguments.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What a wrapper leaves of its words.
pub(super) enum Inner {
    /// The words from this index are the command.
    Words(usize),
    /// This word is a command line of its own.
    Line(usize),
}

/// A wrapper: its own first words, flags that take a value, and the number of its own operands before the command.
struct Wrapper {
    words: &'static [&'static str],
    values: &'static [&'static str],
    own: usize,
    /// Flags whose value is a command line.
    lines: &'static [&'static str],
}

const fn w(words: &'static [&'static str], values: &'static [&'static str], own: usize) -> Wrapper {
    Wrapper { words, values, own, lines: &[] }
}

const fn sh(words: &'static [&'static str], values: &'static [&'static str], lines: &'static [&'static str]) -> Wrapper {
    Wrapper { words, values, own: usize::MAX, lines }
}

const SHELL_C: &[&str] = &["-c", "-lc", "-cl", "-ic", "-lic", "-ec", "-exc", "-euc", "-uc", "-xc", "-euxc", "-elc", "-ilc"];
const POWERSHELL_C: &[&str] = &["-Command", "-command", "-c", "-C", "/c", "/C"];
const CONTAINER: &[&str] = &["-u", "--user", "-e", "--env", "-w", "--workdir", "--env-file", "--detach-keys"];
const CONTAINER_RUN: &[&str] = &[
    "-u",
    "--user",
    "-e",
    "--env",
    "-w",
    "--workdir",
    "--env-file",
    "-v",
    "--volume",
    "--mount",
    "-p",
    "--publish",
    "--name",
    "--network",
    "--net",
    "--platform",
    "--entrypoint",
    "-m",
    "--memory",
    "--cpus",
    "-l",
    "--label",
    "--tmpfs",
    "-h",
    "--hostname",
    "--pull",
    "--gpus",
    "--shm-size",
    "--cap-add",
    "--security-opt",
    "--add-host",
    "--ulimit",
    "--link",
    "--volumes-from",
];
const UV: &[&str] = &[
    "--with",
    "--extra",
    "--group",
    "--no-group",
    "--only-group",
    "--python",
    "-p",
    "--directory",
    "--project",
    "--env-file",
    "--package",
    "--with-requirements",
    "--with-editable",
    "--index-url",
    "--no-extra",
    "--from",
    "--index",
    "--config-file",
    "--color",
];
const NPX: &[&str] = &["-p", "--package", "-w", "--workspace", "--prefix", "--cache"];

/// Longer word sequences stand before their prefixes.
const WRAPPERS: &[Wrapper] = &[
    w(&["sudo"], &["-u", "-g", "-h", "-p", "-C", "-D"], 0),
    w(&["doas"], &["-u", "-C"], 0),
    w(&["env"], &["-u", "-C", "--unset", "--chdir"], 0),
    w(&["timeout"], &["-k", "-s", "--kill-after", "--signal"], 1),
    w(&["gtimeout"], &["-k", "-s", "--kill-after", "--signal"], 1),
    w(&["nice"], &["-n"], 0),
    w(&["ionice"], &["-c", "-n", "-p"], 0),
    w(&["time"], &["-f", "-o"], 0),
    w(&["/usr/bin/time"], &["-f", "-o"], 0),
    w(&["gtime"], &["-f", "-o"], 0),
    w(&["nohup"], &[], 0),
    w(&["setsid"], &[], 0),
    w(&["stdbuf"], &["-i", "-o", "-e"], 0),
    w(&["unbuffer"], &[], 0),
    w(&["exec"], &["-a"], 0),
    w(&["builtin"], &[], 0),
    w(&["caffeinate"], &["-t", "-w"], 0),
    w(&["chronic"], &[], 0),
    w(&["taskset"], &[], 1),
    w(&["xvfb-run"], &["-s", "-n", "-e", "-f"], 0),
    w(&["dbus-run-session"], &[], 0),
    w(&["cross-env"], &[], 0),
    w(&["rtk", "proxy"], &[], 0),
    w(&["rtk", "summary"], &[], 0),
    w(&["rtk", "err"], &[], 0),
    w(&["rtk", "test"], &[], 0),
    w(&["rtk"], &[], 0),
    w(&["uv", "run"], UV, 0),
    w(&["uv", "tool", "run"], UV, 0),
    w(&["uvx"], UV, 0),
    w(&["poetry", "run"], &["-C", "-P", "--directory", "--project"], 0),
    w(&["pipenv", "run"], &[], 0),
    w(&["pdm", "run"], &["-p", "--project"], 0),
    w(&["hatch", "run"], &["-e", "--env"], 0),
    w(&["rye", "run"], &[], 0),
    w(&["pixi", "run"], &["-e", "--environment", "--manifest-path"], 0),
    w(&["pipx", "run"], &["--spec"], 0),
    w(&["conda", "run"], &["-n", "--name", "-p", "--prefix", "--cwd"], 0),
    w(&["mamba", "run"], &["-n", "--name", "-p", "--prefix"], 0),
    w(&["micromamba", "run"], &["-n", "--name", "-p", "--prefix"], 0),
    w(&["npx"], NPX, 0),
    w(&["pnpx"], NPX, 0),
    w(&["bunx"], &["-p", "--package"], 0),
    w(&["bun", "x"], &["-p", "--package"], 0),
    w(&["npm", "exec"], NPX, 0),
    w(&["pnpm", "exec"], &["-C", "--dir", "--filter", "-F"], 0),
    w(&["pnpm", "dlx"], &["--package"], 0),
    w(&["yarn", "exec"], &[], 0),
    w(&["yarn", "dlx"], &["-p", "--package"], 0),
    w(&["corepack"], &[], 0),
    w(&["bundle", "exec"], &["--gemfile"], 0),
    w(&["rbenv", "exec"], &[], 0),
    w(&["pyenv", "exec"], &[], 0),
    w(&["asdf", "exec"], &[], 0),
    w(&["volta", "run"], &["--node", "--npm", "--yarn"], 0),
    w(&["fnm", "exec"], &["--using"], 0),
    w(&["nvm", "exec"], &[], 1),
    w(&["mise", "exec"], &["-C", "-E", "--cd", "--env"], 0),
    w(&["mise", "x"], &["-C", "-E", "--cd", "--env"], 0),
    w(&["direnv", "exec"], &[], 1),
    w(&["dotenv"], &["-e", "-f", "-v", "-p"], 0),
    w(&["dotenvx", "run"], &["-f", "-e", "--env-file"], 0),
    w(&["doppler", "run"], &["-p", "-c", "--project", "--config"], 0),
    w(&["op", "run"], &["--env-file"], 0),
    w(&["infisical", "run"], &["--env", "--path"], 0),
    w(&["aws-vault", "exec"], &["--duration"], 1),
    w(&["docker", "compose", "exec"], CONTAINER, 1),
    w(&["docker", "compose", "run"], CONTAINER_RUN, 1),
    w(&["docker-compose", "exec"], CONTAINER, 1),
    w(&["docker-compose", "run"], CONTAINER_RUN, 1),
    w(&["docker", "exec"], CONTAINER, 1),
    w(&["docker", "run"], CONTAINER_RUN, 1),
    w(&["podman", "exec"], CONTAINER, 1),
    w(&["podman", "run"], CONTAINER_RUN, 1),
    w(&["container", "exec"], CONTAINER, 1),
    w(&["container", "run"], CONTAINER_RUN, 1),
    w(&["nerdctl", "exec"], CONTAINER, 1),
    w(&["kubectl", "exec"], &["-n", "--namespace", "-c", "--container", "--context"], 1),
    w(&["oc", "exec"], &["-n", "--namespace", "-c", "--container"], 1),
    w(&["devcontainer", "exec"], &["--workspace-folder", "--container-id", "--config", "--remote-env"], 0),
    w(&["distrobox", "enter"], &["-n", "--name"], 0),
    w(&["toolbox", "run"], &["-c", "--container"], 0),
    w(&["vagrant", "ssh", "-c"], &[], 0),
    w(&["ssh"], &["-i", "-p", "-l", "-o", "-F", "-J", "-L", "-R", "-D", "-S", "-W", "-b", "-c", "-e", "-m"], 1),
    w(&["xargs"], &["-n", "-I", "-P", "-L", "-d", "-a", "-s", "-E", "--max-args", "--max-procs", "--delimiter", "-J"], 0),
    w(&["wsl"], &["-d", "-u", "--distribution", "--cd"], 0),
    w(&["arch"], &[], 0),
    w(&["strace"], &["-e", "-o", "-p", "-s"], 0),
    w(&["watch"], &["-n", "--interval"], 0),
    w(&["flock"], &["-w", "-E"], 1),
    sh(&["bash"], &["-o", "--rcfile", "--init-file", "-O"], SHELL_C),
    sh(&["sh"], &["-o"], SHELL_C),
    sh(&["zsh"], &["-o"], SHELL_C),
    sh(&["dash"], &["-o"], SHELL_C),
    sh(&["ksh"], &["-o"], SHELL_C),
    sh(&["fish"], &[], SHELL_C),
    sh(&["su"], &["-s", "-g"], &["-c", "--command"]),
    sh(&["script"], &[], &["-c", "-qc", "-qec", "-ec", "--command"]),
    sh(&["powershell"], &["-ExecutionPolicy", "-File", "-Version"], POWERSHELL_C),
    sh(&["pwsh"], &["-ExecutionPolicy", "-File", "-WorkingDirectory"], POWERSHELL_C),
    sh(&["cmd"], &[], POWERSHELL_C),
    sh(&["nix-shell"], &["-p", "--packages", "-A"], &["--run", "--command"]),
];

/// The wrappers of each program, in their order.
static BY_PROGRAM: LazyLock<BTreeMap<&'static str, Vec<&'static Wrapper>>> = LazyLock::new(|| {
    let mut table: BTreeMap<_, Vec<_>> = BTreeMap::new();
    WRAPPERS.iter().for_each(|x| table.entry(bare(x.words[0])).or_default().push(x));
    table
});

/// Wrappers whose own operands end at `--`, where there is one.
const TOOL_THEN_DASHES: &[&str] = &[
    "mise",
    "pixi",
    "dotenv",
    "dotenvx",
    "doppler",
    "op",
    "infisical",
    "aws-vault",
    "kubectl",
    "oc",
    "devcontainer",
    "distrobox",
];

/// The command that the words wrap, if they do: the wrapper's name and where the command is.
pub(super) fn unwrap(words: &[String]) -> Option<(&'static str, Inner)> {
    let program = bare(words.first()?);
    if program == "nix" {
        return nix(words);
    }
    if program == "eval" && words.len() == 2 {
        return Some(("eval", Inner::Line(1)));
    }
    if program == "command" {
        let at = words.iter().skip(1).position(|w| w != "-p")? + 1;
        return (!words[at].starts_with('-')).then_some(("command", Inner::Words(at)));
    }
    let wrapper = BY_PROGRAM
        .get(program)?
        .iter()
        .find(|x| x.words.len() <= words.len() && x.words.iter().zip(words).skip(1).all(|(a, b)| a == b))?;
    let name = wrapper.words[0].rsplit('/').next().unwrap_or(wrapper.words[0]);
    let mut at = wrapper.words.len();
    let mut own = wrapper.own;
    if TOOL_THEN_DASHES.contains(&name)
        && let Some(n) = words.iter().position(|x| x == "--")
    {
        return (n + 1 < words.len()).then_some((name, Inner::Words(n + 1)));
    }
    while let Some(word) = words.get(at) {
        if wrapper.lines.iter().any(|l| l == word) {
            return (at + 1 < words.len()).then_some((name, Inner::Line(at + 1)));
        }
        if word == "--" {
            at += 1 + if own == usize::MAX { 0 } else { own };
            own = 0;
            break;
        }
        if word.starts_with('-') && word.len() > 1 {
            at += 1 + usize::from(wrapper.values.contains(&word.as_str()));
            continue;
        }
        if own == 0 {
            break;
        }
        if own == usize::MAX {
            return None;
        }
        own -= 1;
        at += 1;
    }
    if own == usize::MAX || at >= words.len() {
        return None;
    }
    if matches!(name, "env" | "cross-env" | "sudo") {
        at += words[at..].iter().take_while(|x| is_assignment(x)).count();
    }
    // A kubectl command follows `--`; the words of ssh, wsl and the like are one line when there is only one.
    let single = matches!(name, "ssh" | "watch" | "vagrant" | "wsl") && at + 1 == words.len() && words[at].contains(' ');
    (at < words.len()).then_some((name, if single { Inner::Line(at) } else { Inner::Words(at) }))
}

/// `nix develop [ref] -c cmd`, `nix shell … -c cmd`, `nix run nixpkgs#x -- args` (not taken off: the program is the package's).
fn nix(words: &[String]) -> Option<(&'static str, Inner)> {
    if !matches!(words.get(1).map(String::as_str), Some("develop" | "shell" | "dev-shell")) {
        return None;
    }
    let at = words.iter().position(|w| w == "-c" || w == "--command")? + 1;
    (at < words.len()).then_some(("nix", Inner::Words(at)))
}

pub(super) fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(n, _)| !n.is_empty() && n.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'))
}

fn bare(word: &str) -> &str {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    name.strip_suffix(".exe").unwrap_or(name)
}
