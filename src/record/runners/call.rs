//! Command lines recognised as calls of the tools in the table.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::super::op::{Check, Scope};
use super::family::{Operands, Tool, Writes};
use super::{FAMILIES, Invocation};

/// A tool and the subcommands that call it.
type Call = (&'static Tool, Vec<&'static str>);

/// Calls by program.
static BY_PROGRAM: LazyLock<BTreeMap<&'static str, Vec<Call>>> = LazyLock::new(|| {
    let mut table: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for tool in FAMILIES.iter().flat_map(|f| f.tools) {
        for call in tool.calls {
            let mut words = call.split(' ');
            table.entry(words.next().unwrap_or_default()).or_default().push((tool, words.collect()));
        }
    }
    table
});

/// Flags with which any program only tells about itself.
const TELLS: &[&str] = &["--help", "--version", "-version", "--show-config", "--print-config", "--init", "--showConfig"];

/// Operands that stand for the whole project.
const WHOLE: &[&str] = &[
    ".",
    "..",
    "src",
    "lib",
    "app",
    "tests",
    "test",
    "spec",
    "specs",
    "t",
    "__tests__",
    "packages",
    "crates",
    "...",
    "//...",
    "*",
    "all",
];

/// The checks that these words run; `None` where the program is no tool of the table. Words are those of [`plain_words`].
pub(super) fn recognise(words: &[String]) -> Option<Vec<Invocation>> {
    let program = words.first()?.as_str();
    let args = words.get(1..)?;
    let (tool, depth) = BY_PROGRAM
        .get(program)?
        .iter()
        .filter(|(tool, sub)| fits(tool, sub, args))
        .map(|(tool, sub)| (*tool, sub.len()))
        .max_by_key(|(tool, depth)| (*depth, !tool.requires.is_empty()))?;
    if args.iter().any(|a| TELLS.contains(&a.as_str())) {
        return Some(Vec::new());
    }
    Some(invocations(tool, &Arguments::parse(tool, args, depth)))
}

fn fits(tool: &Tool, sub: &[&str], args: &[String]) -> bool {
    let found = Arguments::parse(tool, args, 0);
    found.operands.len() >= sub.len()
        && found.operands.iter().zip(sub).all(|(a, b)| a == b)
        && (tool.requires.is_empty() || found.any(tool.requires))
        && !found.any(tool.unless)
}

/// A call's words, sorted.
struct Arguments<'a> {
    /// Flags and their values, where they have one.
    flags: Vec<(&'a str, Option<&'a str>)>,
    operands: Vec<&'a str>,
}

impl<'a> Arguments<'a> {
    /// Sorts words; the first `skip` operands are subcommands.
    fn parse(tool: &Tool, args: &'a [String], skip: usize) -> Arguments<'a> {
        let mut found = Arguments { flags: Vec::new(), operands: Vec::new() };
        let mut args = args.iter().map(String::as_str).peekable();
        while let Some(arg) = args.next() {
            if !arg.starts_with(['-', '+']) || arg == "-" {
                found.operands.push(arg);
            } else if arg != "--" && !arg.starts_with('+') {
                let (name, attached) = split_flag(tool, arg);
                let value = attached.or_else(|| {
                    let next = args.peek().copied()?;
                    takes_value(tool, name, next).then(|| args.next()).flatten()
                });
                found.flags.push((name, value));
            }
        }
        found.operands.drain(..skip.min(found.operands.len()));
        found
    }

    fn any(&self, names: &[&str]) -> bool {
        self.flags.iter().any(|(flag, value)| names.iter().any(|name| names_flag(name, flag, *value)))
    }
}

/// True where a name of the table (`--watch`, `--reporter=junit`) names this flag.
fn names_flag(name: &str, flag: &str, value: Option<&str>) -> bool {
    match name.split_once('=') {
        Some((name, wanted)) => name == flag && value == Some(wanted),
        None => name == flag && !matches!(value, Some("false" | "0")),
    }
}

fn known(tool: &Tool) -> impl Iterator<Item = &str> {
    tool.filters.iter().chain(tool.values).copied()
}

/// A flag and the value attached to it: `--name=value`, `-run=value`, `-kvalue`.
fn split_flag<'a>(tool: &Tool, arg: &'a str) -> (&'a str, Option<&'a str>) {
    if let Some((name, value)) = arg.split_once('=') {
        return (name, Some(value));
    }
    let short = arg.get(..2).filter(|_| arg.len() > 2 && !arg.starts_with("--"));
    match short {
        Some(short) if known(tool).any(|f| f == short) && !known(tool).any(|f| f == arg) && !is_switch(tool, arg) => {
            (short, arg.get(2..))
        }
        _ => (arg, None),
    }
}

fn is_switch(tool: &Tool, arg: &str) -> bool {
    [tool.narrows, tool.vacuous, tool.watch, tool.widens, tool.quiet].iter().any(|list| list.contains(&arg))
}

/// True where the next word is this flag's value.
fn takes_value(tool: &Tool, name: &str, next: &str) -> bool {
    if known(tool).any(|f| f == name) {
        return true;
    }
    let switch =
        is_switch(tool, name) || matches!(tool.writes, Writes::With(list) | Writes::Unless(list) if list.contains(&name));
    // An unknown long flag before a plain word takes it; before a path or a name of a test it hardly does.
    !switch
        && name.starts_with("--")
        && !tool.requires.contains(&name)
        && !next.contains(['/', '.', ':'])
        && !next.starts_with('-')
        && tool.operands == Operands::Narrow
        && tool.values.is_empty()
}

fn invocations(tool: &Tool, found: &Arguments) -> Vec<Invocation> {
    let writes = match tool.writes {
        Writes::Never => false,
        Writes::With(flags) => found.any(flags),
        Writes::Unless(flags) => !found.any(flags),
    };
    let vacuous = found.any(tool.vacuous);
    let template = Invocation {
        runner: tool.runner,
        check: Check::Tests,
        scope: scope(tool, found),
        vacuous: false,
        silent: tool.silent || found.any(tool.quiet),
        writes,
        layout_only: writes && tool.layout,
        watch: found.any(tool.watch),
        first_lines: None,
    };
    let layout = template.layout_only;
    let checks = tool.checks.iter().map(|&check| (if layout && check == Check::Lint { Check::Format } else { check }, vacuous));
    let remains = tool.remains.iter().filter(|_| vacuous).map(|&check| (check, false));
    checks.chain(remains).map(|(check, vacuous)| Invocation { check, vacuous, ..template.clone() }).collect()
}

fn scope(tool: &Tool, found: &Arguments) -> Scope {
    if found.any(tool.widens) {
        return Scope::Full;
    }
    let mut words = Vec::new();
    for (flag, value) in &found.flags {
        if tool.narrows.contains(flag) {
            words.push((*flag).to_owned());
        } else if tool.filters.contains(flag) {
            words.extend(value.filter(|v| !is_whole(v)).map(|v| filter_word(flag, v)));
        }
    }
    if tool.operands == Operands::Narrow {
        let operands: Vec<_> = found.operands.iter().filter(|o| !o.starts_with(['$', '`']) && !o.contains(['(', ')'])).collect();
        if !operands.iter().any(|o| is_everything(o)) {
            words.extend(operands.iter().filter(|o| !is_whole(o)).map(|o| (**o).to_owned()));
        }
    }
    narrow(words)
}

/// A scope of these words: none is the whole.
pub(super) fn narrow(words: Vec<String>) -> Scope {
    if words.is_empty() { Scope::Full } else { Scope::Narrow(words) }
}

/// A filter as a word of the scope; one that leaves out keeps its flag.
fn filter_word(flag: &str, value: &str) -> String {
    let leaves_out = ["skip", "ignore", "exclude", "deselect", "omit"].iter().any(|w| flag.contains(w));
    if leaves_out { format!("{flag}={value}") } else { value.to_owned() }
}

fn is_everything(operand: &str) -> bool {
    matches!(operand.trim_start_matches("./"), "..." | "//..." | "." | "")
}

/// True for an operand that stands for the whole: `./...`, `.`, `src/`, `tests/**/*.py`.
pub(super) fn is_whole(operand: &str) -> bool {
    let path = operand.trim_start_matches("./").trim_end_matches('/');
    let stem = path.split(['*', '{']).next().unwrap_or(path).trim_end_matches('/');
    // One interpreter of a tox matrix runs all tests.
    let interpreter = path.strip_prefix("py").is_some_and(|v| !v.is_empty() && v.bytes().all(|b| b.is_ascii_digit()));
    interpreter || operand.is_empty() || path.is_empty() || stem.is_empty() || WHOLE.contains(&stem)
}

/// What a task's own arguments (`npm test -- foo`, `mise run test -- -run X`) may hold, whatever the tool behind it is.
static ANY_TOOL: Tool = Tool {
    filters: &[
        "-run",
        "-k",
        "-t",
        "--filter",
        "--grep",
        "-g",
        "--testPathPattern",
        "--testPathPatterns",
        "--testNamePattern",
        "--test-name-pattern",
        "-p",
        "--package",
        "--test",
        "--bin",
        "--project",
        "--tests",
        "-Dtest",
        "--only",
        "--spec",
        "--skip",
        "--ignore",
        "--exclude",
    ],
    narrows: &["--lib", "--lf", "--last-failed", "--onlyChanged", "--changed", "-o"],
    values: &[
        "--reporter",
        "--timeout",
        "-timeout",
        "-count",
        "-j",
        "-n",
        "--maxWorkers",
        "--tb",
        "--format",
        "-tags",
        "--coverage-reporter",
        "--coverageReporters",
        "--max-warnings",
        "--config",
        "-c",
        "--pool",
        "-parallel",
        "--retries",
        "--seed",
        "-bench",
        "-coverprofile",
    ],
    ..Tool::BASE
};

/// Words of a task's own arguments that narrow it.
pub(super) fn extra_words(args: &[String]) -> Vec<String> {
    match scope(&ANY_TOOL, &Arguments::parse(&ANY_TOOL, args, 0)) {
        Scope::Full => Vec::new(),
        Scope::Narrow(words) => words,
    }
}

/// Words without an interpreter that only starts the tool: `python -m pytest`, `node node_modules/.bin/jest`, `php vendor/bin/phpunit`.
/// The first word is the program's bare name.
pub(super) fn plain_words(words: &[String]) -> Vec<String> {
    let mut words = words.to_vec();
    loop {
        let Some(first) = words.first() else { return words };
        let program = bare(first).to_owned();
        let drop = match (program.as_str(), words.get(1).map(String::as_str)) {
            (p, Some("-m")) if is_python(p) && words.len() > 2 => 2,
            ("coverage", Some("run")) => 1 + words.iter().skip(1).position(|w| w == "-m").map_or(words.len(), |p| p + 1),
            ("node" | "php" | "ruby" | "bun" | "tsx", Some(file)) if file.contains('/') && is_known(file) => 1,
            ("rtk", Some("test" | "err" | "summary" | "proxy")) => 2,
            ("rtk", Some(_)) => 1,
            _ => 0,
        };
        if drop == 0 || drop >= words.len() {
            if matches!(program.as_str(), "gradle" | "gradlew") {
                projects_apart(&mut words);
            }
            if let Some(first) = words.first_mut() {
                *first = program;
            }
            return words;
        }
        words.drain(..drop);
    }
}

/// Gradle's `:core:test` as the task `test` limited to the project `core`.
fn projects_apart(words: &mut Vec<String>) {
    let mut picked = Vec::new();
    for word in words.iter_mut().skip(1).filter(|w| !w.starts_with('-') && w.contains(':') && !w.contains(['/', '='])) {
        let Some((project, task)) = word.rsplit_once(':') else { continue };
        let project = project.trim_start_matches(':').to_owned();
        if !project.is_empty() {
            picked.push(project);
        }
        *word = task.to_owned();
    }
    words.extend(picked.into_iter().flat_map(|p| ["-pl".to_owned(), p]));
}

fn is_known(file: &str) -> bool {
    BY_PROGRAM.contains_key(bare(file))
}

/// A program's bare name: last path component, without the suffix of a script or executable.
fn bare(word: &str) -> &str {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    [".exe", ".cmd", ".bat", ".js", ".mjs", ".phar"].iter().find_map(|s| name.strip_suffix(s)).unwrap_or(name)
}

/// True for the names of a Python interpreter.
pub(super) fn is_python(program: &str) -> bool {
    program.strip_prefix("python").is_some_and(|v| v.bytes().all(|b| b.is_ascii_digit() || b == b'.')) || program == "py"
}
