//! Task runners: `npm run test`, `make check`, `mise run lint`, `just ci`. What a task stands for is read from the session's task
//! files where those are known, else from its name.

use super::super::command::SimpleCommand;
use super::super::op::{Check, Scope};
use super::call::{self, narrow};
use super::{Invocation, Tasks, names, recognise_within, shell};

/// Tasks that call tasks are followed this deep.
const DEPTH: usize = 5;

/// How a task runner's command line names its tasks.
struct TaskRunner {
    /// Programs.
    programs: &'static [&'static str],
    /// Name of the runner for the record.
    runner: &'static str,
    /// Prefix of its tasks in [`Tasks::known`].
    prefix: &'static str,
    /// Subcommands before the task's name (`run`); with any, other words are tasks only where `bare`.
    verbs: &'static [&'static str],
    /// Tasks may stand without a verb.
    bare: bool,
    /// Own subcommands, which are no tasks.
    builtins: &'static [&'static str],
    /// Every operand is a task (`make lint test`); else the first is, and the rest are its arguments.
    many: bool,
    /// Flags with a value.
    values: &'static [&'static str],
    /// Flags whose value picks packages.
    picks: &'static [&'static str],
}

const RUNNER: TaskRunner = TaskRunner {
    programs: &[],
    runner: "",
    prefix: "",
    verbs: &[],
    bare: true,
    builtins: &[],
    many: false,
    values: &[],
    picks: &[],
};

const NODE_BUILTINS: &[&str] = &[
    "install",
    "i",
    "in",
    "ci",
    "add",
    "remove",
    "rm",
    "uninstall",
    "un",
    "update",
    "up",
    "upgrade",
    "dlx",
    "exec",
    "x",
    "create",
    "init",
    "why",
    "list",
    "ls",
    "outdated",
    "publish",
    "pack",
    "link",
    "unlink",
    "store",
    "config",
    "audit",
    "info",
    "view",
    "show",
    "login",
    "logout",
    "whoami",
    "import",
    "prune",
    "rebuild",
    "patch",
    "set",
    "cache",
    "global",
    "version",
    "pm",
    "bin",
    "root",
    "dedupe",
    "docs",
    "fund",
    "explain",
    "plugin",
    "workspaces",
    "node",
    "setup",
    "deploy",
    "fetch",
    "help",
    "search",
    "repo",
    "query",
    "pkg",
    "start",
    "stop",
    "dev",
    "serve",
];

#[rustfmt::skip]
const TASK_RUNNERS: &[TaskRunner] = &[
    TaskRunner { programs: &["npm"], runner: "npm run", prefix: "npm", verbs: &["run", "run-script", "rum"], bare: false,
        values: &["--prefix", "-C", "--loglevel"], picks: &["-w", "--workspace"], ..RUNNER },
    TaskRunner { programs: &["pnpm"], runner: "pnpm run", prefix: "npm", verbs: &["run", "run-script"], builtins: NODE_BUILTINS,
        values: &["-C", "--dir", "--workspace-concurrency", "--reporter"], picks: &["--filter", "-F"], ..RUNNER },
    TaskRunner { programs: &["yarn", "yarnpkg"], runner: "yarn run", prefix: "npm", verbs: &["run"], builtins: NODE_BUILTINS,
        values: &["--cwd"], picks: &["workspace"], ..RUNNER },
    TaskRunner { programs: &["bun"], runner: "bun run", prefix: "npm", verbs: &["run"], builtins: NODE_BUILTINS,
        values: &["--cwd", "--env-file", "--config"], picks: &["--filter", "-F"], ..RUNNER },
    TaskRunner { programs: &["npm-run-all", "npm-run-all2", "run-s", "run-p"], runner: "npm run", prefix: "npm", many: true, ..RUNNER },
    TaskRunner { programs: &["deno"], runner: "deno task", prefix: "deno", verbs: &["task"], bare: false, values: &["--cwd"], ..RUNNER },
    TaskRunner { programs: &["make", "gmake"], runner: "make", prefix: "make", many: true,
        values: &["-C", "-f", "-j", "-I", "--directory", "--file", "--makefile", "--jobs", "-o", "-W"], ..RUNNER },
    TaskRunner { programs: &["just"], runner: "just", prefix: "just", values: &["-f", "--justfile", "-d", "--working-directory", "--set"], ..RUNNER },
    TaskRunner { programs: &["mise"], runner: "mise run", prefix: "mise", verbs: &["run", "r"], builtins: &["install", "i", "use", "u", "exec",
        "x", "trust", "ls", "tasks", "env", "doctor", "where", "which", "activate", "set", "current", "upgrade", "up", "settings", "version",
        "generate", "prune", "self-update", "plugins", "config", "cache", "outdated", "fmt", "watch"],
        values: &["-C", "--cd", "-j", "--jobs", "-o", "--output"], ..RUNNER },
    TaskRunner { programs: &["task", "go-task"], runner: "task", prefix: "task", many: true, values: &["-d", "--dir", "-t", "--taskfile"], ..RUNNER },
    TaskRunner { programs: &["rake"], runner: "rake", prefix: "rake", many: true, values: &["-f"], ..RUNNER },
    TaskRunner { programs: &["composer"], runner: "composer run", prefix: "composer", verbs: &["run", "run-script"], builtins: &["install",
        "update", "require", "remove", "dump-autoload", "dumpautoload", "init", "create-project", "show", "outdated", "why", "audit", "global",
        "self-update", "config", "exec", "i", "u", "diagnose", "licenses"], ..RUNNER },
    TaskRunner { programs: &["poe", "poethepoet"], runner: "poe", prefix: "poe", ..RUNNER },
    TaskRunner { programs: &["hatch"], runner: "hatch run", prefix: "hatch", verbs: &["run"], bare: false, values: &["-e", "--env"], ..RUNNER },
    TaskRunner { programs: &["pdm"], runner: "pdm run", prefix: "pdm", verbs: &["run"], builtins: &["install", "add", "remove", "update", "sync",
        "lock", "build", "publish", "init", "list", "show", "use", "venv", "config", "export"], ..RUNNER },
    TaskRunner { programs: &["pixi"], runner: "pixi run", prefix: "pixi", verbs: &["run", "r"], bare: false, values: &["-e", "--environment"], ..RUNNER },
    TaskRunner { programs: &["invoke", "inv"], runner: "invoke", prefix: "invoke", many: true, ..RUNNER },
    TaskRunner { programs: &["mage"], runner: "mage", prefix: "mage", many: true, ..RUNNER },
    TaskRunner { programs: &["grunt"], runner: "grunt", prefix: "grunt", many: true, ..RUNNER },
    TaskRunner { programs: &["gulp"], runner: "gulp", prefix: "gulp", many: true, ..RUNNER },
    TaskRunner { programs: &["ant"], runner: "ant", prefix: "ant", many: true, values: &["-f", "-buildfile"], ..RUNNER },
    TaskRunner { programs: &["lerna"], runner: "lerna run", prefix: "npm", verbs: &["run"], bare: false, picks: &["--scope"], ..RUNNER },
    TaskRunner { programs: &["rush", "rushx"], runner: "rush", prefix: "npm", picks: &["--to", "--only"], builtins: &["install", "update", "add", "change", "publish"], ..RUNNER },
    TaskRunner { programs: &["turbo"], runner: "turbo run", prefix: "npm", verbs: &["run"], many: true, builtins: &["prune", "login", "link", "daemon", "ls"],
        values: &["--concurrency", "--output-logs", "--log-order", "--cwd"], picks: &["--filter", "-F", "--affected"], ..RUNNER },
    TaskRunner { programs: &["moon"], runner: "moon run", prefix: "moon", verbs: &["run"], many: true, builtins: &["sync", "query", "setup", "init"], ..RUNNER },
    TaskRunner { programs: &["earthly"], runner: "earthly", prefix: "earthly", many: true, ..RUNNER },
    TaskRunner { programs: &["cargo"], runner: "cargo xtask", prefix: "cargo", verbs: &["xtask", "make"], bare: false, ..RUNNER },
];

/// A task as a command line calls it.
struct Called {
    runner: &'static TaskRunner,
    name: String,
    /// Packages that it is limited to.
    picks: Vec<String>,
    /// Words for the task itself.
    extra: Vec<String>,
    /// Dry run.
    dry: bool,
}

/// The checks that a task runner's or a script's command runs.
pub(super) fn recognise(words: &[String], tasks: &Tasks, within: &[&str]) -> Vec<Invocation> {
    let called = called(words);
    if called.is_empty() {
        return script(words, tasks, within);
    }
    called.iter().flat_map(|task| checks(task, tasks, within)).collect()
}

/// True where a command runs a task or a script of the project.
pub(super) fn is_task(words: &[String]) -> bool {
    called(words).iter().any(|c| !c.name.is_empty()) || script_path(words).is_some_and(|p| !does_other_work(p))
}

/// A script whose name says what it does, and that this is no check.
fn does_other_work(path: &str) -> bool {
    const WORK: &[&str] = &[
        "probe",
        "train",
        "migrate",
        "seed",
        "import",
        "export",
        "convert",
        "fetch",
        "download",
        "scrape",
        "crawl",
        "plot",
        "render",
        "deploy",
        "publish",
        "release",
        "serve",
        "server",
        "generate",
        "gen",
        "index",
        "rebuild",
        "backfill",
        "sync",
        "bench",
        "benchmark",
        "profile",
        "install",
        "setup",
        "upload",
        "parse",
        "report",
        "notify",
        "backup",
        "clean",
    ];
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = file.split('.').next().unwrap_or(file).to_lowercase();
    let mut words = stem.split(['-', '_']).peekable();
    words.peek().is_some() && names::by_name(&stem, "script").is_empty() && words.any(|w| WORK.contains(&w))
}

/// The name of a task or script in the settings of a project.
pub(super) fn setting_name(words: &[String]) -> Option<String> {
    let task = called(words).into_iter().find(|c| !c.name.is_empty());
    let name = task.map(|c| match c.runner.prefix {
        "npm" => format!("npm run {}", c.name),
        prefix @ ("make" | "just" | "mise" | "composer" | "deno" | "task") => format!("{prefix} {}", c.name),
        prefix => format!("{prefix}:{}", c.name),
    });
    name.or_else(|| script_path(words).map(str::to_owned))
}

fn called(words: &[String]) -> Vec<Called> {
    let Some(program) = words.first() else { return Vec::new() };
    if matches!(program.as_str(), "nx" | "nx-cloud") {
        return nx(&words[1..]);
    }
    TASK_RUNNERS
        .iter()
        .filter(|r| r.programs.contains(&program.as_str()))
        .map(|runner| parse(runner, &words[1..]))
        .find(|c| !c.is_empty())
        .unwrap_or_default()
}

fn parse(runner: &'static TaskRunner, args: &[String]) -> Vec<Called> {
    let (mut names, mut extra, mut picks) = (Vec::new(), Vec::new(), Vec::new());
    let (mut verb, mut dry) = (false, false);
    let mut args = args.iter().map(String::as_str);
    while let Some(arg) = args.next() {
        let flag = arg.split('=').next().unwrap_or(arg);
        if arg == "--" {
            extra.extend(args.by_ref());
        } else if runner.picks.contains(&flag) {
            picks.extend(arg.split_once('=').map(|(_, v)| v).or_else(|| args.next()));
        } else if !names.is_empty() && !runner.many {
            extra.push(arg);
        } else if arg.starts_with(['-', '+']) && runner.prefix != "earthly" {
            dry |= matches!(arg, "-n" | "--dry-run" | "--just-print" | "--dry" | "-q" if runner.prefix == "make" || arg.starts_with("--dry"));
            if runner.values.contains(&arg) {
                args.next();
            }
        } else if !verb && names.is_empty() && runner.verbs.contains(&arg) {
            verb = true;
        } else if arg == ":::" || (runner.many && arg.contains('=')) || (arg == "-r" || arg == "recursive") {
        } else if verb || runner.bare {
            if !verb && runner.builtins.contains(&arg) {
                return Vec::new();
            }
            names.push(arg);
        } else if matches!(arg, "test" | "t" | "tst") && runner.prefix == "npm" {
            names.push("test");
        } else {
            return Vec::new();
        }
    }
    if names.is_empty() && runner.runner == "make" && !dry {
        names.push("");
    }
    let owned = |words: &[&str]| words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>();
    names
        .iter()
        .filter(|n| !n.contains(char::is_whitespace) && (!n.contains(['/', '$']) || runner.many))
        .map(|name| Called { runner, name: (*name).to_owned(), picks: owned(&picks), extra: owned(&extra), dry })
        .collect()
}

static NX: TaskRunner = TaskRunner { runner: "nx", prefix: "nx", ..RUNNER };

/// `nx test app`, `nx run app:test`, `nx run-many -t test lint`, `nx affected --target=test`.
fn nx(args: &[String]) -> Vec<Called> {
    let Some(verb) = args.first().map(String::as_str) else { return Vec::new() };
    let called =
        |name: &str, picks: Vec<String>| Called { runner: &NX, name: name.to_owned(), picks, extra: Vec::new(), dry: false };
    let operands = |from: usize| args.iter().skip(from).take_while(|a| !a.starts_with('-')).cloned().collect::<Vec<_>>();
    match verb {
        "run" => operands(1).iter().filter_map(|t| t.split_once(':')).map(|(p, t)| called(t, vec![p.to_owned()])).collect(),
        "run-many" | "affected" => {
            let picks = if verb == "affected" { vec!["affected".to_owned()] } else { Vec::new() };
            let at = args.iter().position(|a| matches!(a.split('=').next(), Some("-t" | "--target" | "--targets")));
            let Some(at) = at else { return Vec::new() };
            let targets: Vec<String> = match args.get(at).and_then(|a| a.split_once('=')) {
                Some((_, value)) => value.split(',').map(str::to_owned).collect(),
                None => operands(at + 1).iter().flat_map(|a| a.split(',').map(str::to_owned).collect::<Vec<_>>()).collect(),
            };
            targets.iter().map(|t| called(t, picks.clone())).collect()
        }
        _ if verb.starts_with('-') => Vec::new(),
        task => vec![called(task, operands(1))],
    }
}

fn checks(task: &Called, tasks: &Tasks, within: &[&str]) -> Vec<Invocation> {
    let key = format!("{}:{}", task.runner.prefix, task.name);
    let named = names::by_name(&task.name, task.runner.runner);
    // A picked package has task files of its own, which may not be the ones known.
    let mut checks = if task.picks.is_empty() { resolve(&key, tasks, within) } else { Vec::new() };
    // A task of the project is whole by definition, whatever files it picks; only its name may say less.
    let whole = named.first().map_or(Scope::Full, |n| n.scope.clone());
    checks.iter_mut().for_each(|c| c.scope.clone_from(&whole));
    let told = |check: Check| checks.iter().any(|c| c.check == check || (check == Check::Gate && !checks.is_empty()));
    let missing: Vec<Invocation> = named.into_iter().filter(|n| !told(n.check)).collect();
    checks.extend(missing);
    if task.name.is_empty() && checks.is_empty() {
        checks = vec![names::invocation(Check::Build, task.runner.runner)];
    }
    let mut words = task.picks.clone();
    words.extend(call::extra_words(&task.extra));
    words.retain(|w| !call::is_whole(w));
    for check in &mut checks {
        check.vacuous |= task.dry;
        check.watch |= task.extra.iter().any(|w| matches!(w.as_str(), "--watch" | "--watchAll" | "-w"));
        if !words.is_empty() {
            check.scope = match std::mem::take(&mut check.scope) {
                Scope::Full => narrow(words.clone()),
                Scope::Narrow(mut own) => {
                    own.extend(words.iter().cloned());
                    narrow(own)
                }
            };
        }
    }
    checks
}

/// The checks of a known task: one a runner and kind. A task that calls itself, in another package, ends there.
fn resolve(key: &str, tasks: &Tasks, within: &[&str]) -> Vec<Invocation> {
    let Some(lines) = tasks.known.get(key).filter(|_| within.len() < DEPTH && !within.contains(&key)) else { return Vec::new() };
    let within: Vec<&str> = within.iter().copied().chain([key]).collect();
    let mut found: Vec<Invocation> = Vec::new();
    for command in lines.iter().flat_map(|line| shell::commands(line)) {
        for run in recognise_within(&command, tasks, &within) {
            if !found.iter().any(|f| f.runner == run.runner && f.check == run.check) {
                found.push(run);
            }
        }
    }
    found
}

/// `./scripts/test.sh`, `bash run_lint.sh`: by task files, else by name.
fn script(words: &[String], tasks: &Tasks, within: &[&str]) -> Vec<Invocation> {
    let Some(path) = script_path(words) else { return Vec::new() };
    let short = path.trim_start_matches("./");
    let known = tasks.known.keys().find(|key| key.trim_start_matches("./") == short);
    let resolved = known.map(|key| resolve(key, tasks, within)).unwrap_or_default();
    if !resolved.is_empty() {
        return resolved;
    }
    let file = path.rsplit('/').next().unwrap_or(path);
    let (stem, suffix) = file.rsplit_once('.').unwrap_or((file, ""));
    if !matches!(suffix, "" | "sh" | "bash" | "zsh" | "ps1") || stem.is_empty() {
        return Vec::new();
    }
    // A name with other words in it (`test-harness.sh`) tells too little.
    let mut checks = if names::is_plain(stem) { names::by_name(stem, "script") } else { Vec::new() };
    checks.retain(|c| c.check != Check::Gate);
    checks
}

/// The project's script that a command runs.
fn script_path(words: &[String]) -> Option<&str> {
    let first = words.first()?.as_str();
    let path = match first {
        "bash" | "sh" | "zsh" | "source" | "pwsh" | "node" | "tsx" | "bun" | "ruby" | "perl" => {
            words.iter().skip(1).find(|w| !w.starts_with('-'))?
        }
        p if call::is_python(p) => words.get(1).filter(|w| !w.starts_with('-'))?,
        _ => return None,
    };
    let outside = ["/tmp/", "/var/", "/dev/", "/private/", "~/", "$"].iter().any(|p| path.starts_with(p));
    (path.contains(['/', '.']) && !outside && !path.contains(' ')).then_some(path)
}

/// True where a command is a script of the project called by its path (`./ci.sh`, `scripts/verify`).
pub(super) fn path_words(command: &SimpleCommand) -> Option<Vec<String>> {
    let first = command.words.first()?;
    let folder = first.rsplit_once('/').map(|(folder, _)| folder)?;
    let named = ["sh", "bash", "py", "rb", "js", "ts", "mjs", "pl", "ps1"]
        .iter()
        .any(|s| first.rsplit_once('.').is_some_and(|(_, e)| e == *s));
    let kept = ["scripts", "script", "bin", "tools", "ci", "hack", "dev", "build", "tasks", ".github"]
        .iter()
        .any(|f| folder.ends_with(f));
    if !named && (!kept || first.starts_with('/')) {
        return None;
    }
    Some(["sh".to_owned()].into_iter().chain(command.words.iter().cloned()).collect())
}
