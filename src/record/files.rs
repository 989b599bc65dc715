//! Programs that write, move, delete, read and search files.

use super::command::SimpleCommand;
use super::draft::*;
use super::git::moved;
use super::op::{OpKind, Outcome};
use super::paths;

pub(super) fn classify(cmd: &SimpleCommand, cx: &Cx) -> Option<Vec<Draft>> {
    let args = cmd.args();
    let program = cmd.program();
    let files = |values: &[&str]| resolve_all(cmd, operands(args, values));
    let change = |kind, targets: Vec<String>| Some(changes(cx, cmd, kind, targets));
    match program {
        "touch" | "truncate" | "New-Item" | "ni" => {
            change(OpKind::Write, files(&["-s", "-d", "-t", "-r", "-ItemType", "-Type", "-Value"]))
        }
        "tee" | "sponge" => change(if has(args, &["-a", "--append"]) { OpKind::Edit } else { OpKind::Write }, files(&[])),
        "mkdir" | "mkfifo" | "mktemp" | "md" => {
            Some(vec![Draft::new(OpKind::Write, files(&["-m"])).harmless(true).silent().reader(own_error)])
        }
        "cp" | "install" | "ln" | "rsync" | "scp" | "Copy-Item" | "copy" | "ditto" => copy(cmd, cx),
        "mv" | "Move-Item" | "move" | "Rename-Item" | "ren" => {
            let p = files(&["-t", "-S"]);
            let (to, from) = p.split_last()?;
            let moves = from.iter().map(|f| {
                let to = moved(f, to, from.len());
                let outside = cx.roots.is_harmless(f) && cx.roots.is_harmless(&to);
                Draft::new(OpKind::Move, vec![f.clone(), to]).silent().harmless(outside).reader(own_error)
            });
            Some(moves.collect())
        }
        "rm" | "rmdir" | "unlink" | "trash" | "shred" | "Remove-Item" | "del" | "erase" | "rimraf" | "ri" => {
            change(OpKind::Delete, files(&["-Path", "-ErrorAction"]))
        }
        "chmod" | "chown" | "chgrp" | "dos2unix" | "unix2dos" => {
            let p = files(&[]);
            let from = usize::from(program.starts_with("ch"));
            Some(vec![Draft::new(OpKind::Edit, p.into_iter().skip(from).collect()).harmless(true).silent().reader(own_error)])
        }
        "sed" | "gsed" | "perl" | "awk" | "gawk" | "mawk" | "ruby" if in_place(program, args) => {
            let script_by_flag = has(args, &["-e", "-f", "--expression", "--file"]) || args.iter().any(|a| is_e_flag(program, a));
            let skip = usize::from(!script_by_flag);
            let all = operands(args, &["-e", "-f", "--expression", "--file"]);
            let all: Vec<&str> = all.into_iter().filter(|o| !o.is_empty()).collect();
            let skip = if script_by_flag && !has(args, &["-e", "-f", "--expression", "--file"]) { 1 } else { skip };
            change(OpKind::Edit, resolve_all(cmd, all.into_iter().skip(skip)))
        }
        "patch" => {
            let t = files(&["-p", "-i", "-d", "-o", "-F"]);
            match t.first() {
                Some(file) => change(OpKind::Edit, vec![file.clone()]),
                None => Some(vec![Draft::new(OpKind::Edit, Vec::new()).reader(own_error)]),
            }
        }
        "ed" | "ex" => change(OpKind::Edit, files(&["-c"])),
        "yq" if has(args, &["-i", "--inplace", "-iy"]) => change(OpKind::Edit, files(&[]).into_iter().skip(1).collect()),
        "dd" => {
            let of = args.iter().find_map(|a| a.strip_prefix("of="))?;
            change(OpKind::Write, resolve_all(cmd, [of]))
        }
        "tar" | "unzip" | "gunzip" | "7z" | "bsdtar" => archive(cmd, cx),
        "Set-Content" | "Out-File" | "Add-Content" | "sc" => {
            let p = flag_value(args, &["-Path", "-FilePath", "-LiteralPath"]);
            let p = p.or_else(|| operands(args, &["-Value", "-Encoding"]).first().copied())?;
            change(if program == "Add-Content" { OpKind::Edit } else { OpKind::Write }, resolve_all(cmd, [p]))
        }
        _ => read(cmd).or_else(|| search(cmd)),
    }
}

/// One operation a target, so that each has its own weight.
fn changes(cx: &Cx, cmd: &SimpleCommand, kind: OpKind, targets: Vec<String>) -> Vec<Draft> {
    let one = |t: String| {
        let harmless = cx.roots.is_harmless(&t);
        let mut d = Draft::new(kind, vec![t]).silent().harmless(harmless).reader(own_error);
        d.notes.stand_in = kind == OpKind::Write && paths::is_stand_in(&d.targets[0]);
        let test = paths::is_test(&d.targets[0]);
        d.notes.weakens =
            test && (kind == OpKind::Delete || kind == OpKind::Edit && cmd.words.iter().any(|w| super::loosen::skips(w)));
        d
    };
    targets.into_iter().map(one).collect()
}

fn has(args: &[String], flags: &[&str]) -> bool {
    args.iter().any(|a| flags.contains(&a.as_str()))
}

fn in_place(program: &str, args: &[String]) -> bool {
    match program {
        "sed" | "gsed" => args.iter().any(|a| a == "--in-place" || a.starts_with("--in-place=") || short(a, 'i')),
        "perl" | "ruby" => args.iter().any(|a| short(a, 'i')),
        _ => args.windows(2).any(|w| w[0] == "-i" && w[1] == "inplace"),
    }
}

/// A cluster of short flags with this letter: `-i`, `-i.bak`, `-pi`, `-ni`.
fn short(arg: &str, letter: char) -> bool {
    arg.strip_prefix('-')
        .is_some_and(|r| !r.starts_with('-') && r.chars().take(4).take_while(|c| c.is_ascii_alphabetic()).any(|c| c == letter))
}

fn is_e_flag(program: &str, arg: &str) -> bool {
    matches!(program, "perl" | "ruby") && arg.starts_with('-') && !arg.starts_with("--") && arg.ends_with('e') && arg.len() <= 6
}

fn copy(cmd: &SimpleCommand, cx: &Cx) -> Option<Vec<Draft>> {
    let values = ["-t", "-m", "-o", "-g", "-e", "--exclude", "-S", "-P", "-i", "-Destination"];
    let mut p = resolve_all(cmd, operands(cmd.args(), &values));
    if let Some(dest) = flag_value(cmd.args(), &["-t", "--target-directory", "-Destination"]) {
        p.extend(resolve_all(cmd, [dest]));
    }
    if cmd.program() == "install" && has(cmd.args(), &["-d"]) {
        return Some(vec![Draft::new(OpKind::Write, p).harmless(true).silent()]);
    }
    let (to, from) = p.split_last()?;
    if to.contains(':') && !to.contains(":/") {
        return Some(vec![Draft::new(OpKind::Run, p)]);
    }
    let targets = if from.is_empty() { vec![to.clone()] } else { from.iter().map(|f| moved(f, to, from.len())).collect() };
    Some(changes(cx, cmd, OpKind::Write, targets))
}

fn archive(cmd: &SimpleCommand, cx: &Cx) -> Option<Vec<Draft>> {
    let args = cmd.args();
    let first = args.first().map_or("", String::as_str);
    let creates = cmd.program().ends_with("tar") && (first.trim_start_matches('-').contains('c') || has(args, &["--create"]));
    let lists = (cmd.program().ends_with("tar") && first.trim_start_matches('-').contains('t')) || has(args, &["-l", "-t"]);
    if lists {
        return Some(vec![Draft::new(OpKind::Read, resolve_all(cmd, operands(args, &[])))]);
    }
    let target = if creates {
        operands(args, &["-C"]).into_iter().find(|o| o.contains(".t") || o.contains('.'))
    } else {
        flag_value(args, &["-C", "-d"]).or(Some("."))
    };
    Some(changes(cx, cmd, OpKind::Write, resolve_all(cmd, target)))
}

/// A line that the program itself prints when it fails: `rm: cannot remove 'x'`.
pub(super) fn own_error(text: &str, d: &Draft) -> Option<Says> {
    let program = d.words.first().map(|w| paths::file_name(w)).filter(|p| !p.is_empty())?;
    find_line(text, |l| {
        l.strip_prefix(program).is_some_and(|r| r.starts_with(": "))
            || (l.starts_with("bash: ") || l.starts_with("zsh: ") || l.starts_with("/bin/") || l.starts_with("sh: "))
                && l.contains(program)
    })
    .map(|l| Says::new(Outcome::Failed, l))
}

/// Redirects to files, whatever the command.
pub(super) fn redirects(cmd: &SimpleCommand, groups: &[String], cx: &Cx) -> Vec<Draft> {
    let own = cmd
        .redirects
        .iter()
        .filter(|r| r.op.contains('>') && !r.op.ends_with(">&"))
        .map(|r| (r.target.as_str(), r.op.ends_with(">>")));
    let mut out = Vec::new();
    for (target, appends) in own.chain(groups.iter().map(|g| (g.as_str(), false))) {
        if target.is_empty()
            || target.starts_with("/dev/")
            || target.starts_with('&')
            || target.eq_ignore_ascii_case("nul")
            || target == "$null"
        {
            continue;
        }
        let kind = if appends { OpKind::Edit } else { OpKind::Write };
        out.extend(changes(cx, cmd, kind, resolve_all(cmd, [target])));
    }
    for d in &mut out {
        d.reader = redirect_error;
        d.by_shell = true;
    }
    out
}

fn redirect_error(text: &str, d: &Draft) -> Option<Says> {
    const ERRORS: &[&str] =
        &["No such file or directory", "Permission denied", "Is a directory", "Read-only file system", "cannot overwrite"];
    let name = paths::file_name(d.targets.first()?);
    find_line(text, |l| {
        (l.starts_with("bash:") || l.starts_with("zsh:") || l.starts_with("/bin/") || l.starts_with("sh:"))
            && l.contains(name)
            && ERRORS.iter().any(|e| l.contains(e))
    })
    .map(|l| Says::new(Outcome::Failed, l))
}

/// Programs that print files.
fn read(cmd: &SimpleCommand) -> Option<Vec<Draft>> {
    let args = cmd.args();
    let (values, skip): (&[&str], usize) = match cmd.program() {
        "cat" | "bat" | "less" | "more" | "nl" | "tac" | "batcat" | "type" | "Get-Content" | "gc" | "od" | "xxd" | "hexdump"
        | "strings" => (&["-r", "--line-range", "-l", "--style", "-n", "-s", "-TotalCount", "-Tail", "-Encoding", "-N"], 0),
        "head" | "tail" => (&["-n", "-c", "--lines", "--bytes"], 0),
        "sed" | "gsed" | "awk" | "gawk" | "mawk" | "jq" | "yq" | "cut" | "gron" | "xq" | "tomlq" => {
            let by_flag = has(args, &["-e", "-f", "--expression", "--file", "--from-file"]) || cmd.program() == "cut";
            (&["-e", "-f", "-F", "-v", "-d", "-c", "--arg", "--argjson", "--expression", "--file"], usize::from(!by_flag))
        }
        "wc" | "sort" | "uniq" | "diff" | "cmp" | "comm" | "stat" | "file" | "md5sum" | "sha256sum" | "shasum" | "column"
        | "paste" | "du" | "readlink" | "realpath" | "colordiff" | "delta" | "glow" => (&["-k", "-t", "-f", "-c", "-a", "-U"], 0),
        _ => return None,
    };
    // A bare `-n` of cat and nl takes no value.
    let values: Vec<&str> =
        values.iter().copied().filter(|v| !(matches!(cmd.program(), "cat" | "nl" | "bat") && *v == "-n")).collect();
    let all = operands(args, &values);
    let mut targets = resolve_all(cmd, all.into_iter().skip(skip).filter(|t| *t != "-" && !t.starts_with('+')));
    targets.extend(cmd.redirects.iter().filter(|r| r.op == "<").filter_map(|r| paths::resolve(cmd.cwd.as_deref(), &r.target)));
    if targets.is_empty() {
        return Some(Vec::new());
    }
    let mut d = Draft::new(OpKind::Read, targets).reader(own_error);
    d.notes.range = range(cmd);
    Some(vec![d])
}

/// The lines that `head`, `tail`, `sed -n` and a filter behind `cat` show. From the end of a file counts as its unknown tail.
fn range(cmd: &SimpleCommand) -> Option<(u64, u64)> {
    let of = |program: &str, args: &[String]| -> Option<(u64, u64)> {
        match program {
            "head" => Some((1, lines_asked(args).unwrap_or(10))),
            "tail" => {
                let from = args.iter().find_map(|a| a.strip_prefix("-n+").or(a.strip_prefix('+')).and_then(|n| n.parse().ok()));
                let from =
                    from.or_else(|| flag_value(args, &["-n"]).and_then(|v| v.strip_prefix('+')).and_then(|n| n.parse().ok()));
                Some(from.map_or((u64::MAX - lines_asked(args).unwrap_or(10), u64::MAX), |f| (f, u64::MAX)))
            }
            "sed" | "gsed" if has(args, &["-n"]) => args.iter().find_map(|a| {
                let (from, to) = a.strip_suffix('p')?.split_once(',').or_else(|| a.strip_suffix('p').map(|n| (n, n)))?;
                Some((from.trim().parse().ok()?, to.trim().parse().unwrap_or(u64::MAX)))
            }),
            _ => None,
        }
    };
    of(cmd.program(), cmd.args()).or_else(|| {
        let filter = cmd.place.filters.iter().find(|f| matches!(f.first().map(String::as_str), Some("head" | "tail" | "sed")))?;
        of(&filter[0], &filter[1..])
    })
}

/// The number in `-n 20`, `-20`, `-n20`, `--lines=20`.
fn lines_asked(args: &[String]) -> Option<u64> {
    if let Some(v) = flag_value(args, &["-n", "--lines"]) {
        return v.trim_start_matches(['+', '-']).parse().ok();
    }
    args.iter().find_map(|a| a.strip_prefix("-n").or(a.strip_prefix('-')).and_then(|n| n.parse().ok()))
}

/// Programs that search files or names.
fn search(cmd: &SimpleCommand) -> Option<Vec<Draft>> {
    let args = cmd.args();
    const GREP: &[&str] = &[
        "-A",
        "-B",
        "-C",
        "-m",
        "--include",
        "--exclude",
        "--exclude-dir",
        "-g",
        "--glob",
        "-t",
        "--type",
        "-T",
        "-f",
        "-d",
        "--max-count",
        "-j",
        "--context",
        "--max-depth",
        "-M",
        "-E",
    ];
    let targets: Vec<String> = match cmd.program() {
        "grep" | "egrep" | "fgrep" | "rg" | "ag" | "ack" | "ripgrep" | "zgrep" | "Select-String" | "sls" | "findstr" => {
            let values: Vec<&str> = GREP.iter().copied().filter(|v| *v != "-E" || cmd.program() == "rg").collect();
            if args.iter().any(|a| a == "--files") {
                return Some(vec![Draft::new(OpKind::Search, resolve_all(cmd, operands(args, GREP)))]);
            }
            let mut o = operands(args, &[values.as_slice(), &["-e", "--regexp"]].concat());
            let pattern = match flag_value(args, &["-e", "--regexp"]) {
                Some(p) => p.to_owned(),
                None if o.is_empty() => return None,
                None => o.remove(0).to_owned(),
            };
            // Without a path, grep reads the pipe before it.
            let recursive = cmd.program() != "grep" || args.iter().any(|a| short(a, 'r') || short(a, 'R') || a == "--recursive");
            if o.is_empty() && !recursive {
                return Some(Vec::new());
            }
            [pattern].into_iter().chain(resolve_all(cmd, o)).collect()
        }
        "find" | "gfind" => return Some(find(cmd)),
        "fd" | "fdfind" | "locate" | "mdfind" => {
            operands(args, &["-e", "-t", "-E", "-d", "-x"]).into_iter().map(str::to_owned).collect()
        }
        "ls" | "tree" | "exa" | "eza" | "dir" | "Get-ChildItem" | "gci" | "lsd" => {
            let t = resolve_all(cmd, operands(args, &["-L", "-I", "-P"]));
            if t.is_empty() { cmd.cwd.clone().into_iter().collect() } else { t }
        }
        "command" if args.first().is_some_and(|a| a.starts_with('-')) => {
            operands(args, &[]).into_iter().map(str::to_owned).collect()
        }
        "which" | "whereis" | "type" | "where" | "Test-Path" => operands(args, &[]).into_iter().map(str::to_owned).collect(),
        "test" | "[" | "[[" => resolve_all(cmd, args.iter().map(String::as_str).filter(|a| a.contains('/') || a.contains('.'))),
        _ => return None,
    };
    Some(vec![Draft::new(OpKind::Search, targets)])
}

/// `find`: a search, and what it does with what it finds.
fn find(cmd: &SimpleCommand) -> Vec<Draft> {
    let args = cmd.args();
    let roots = args.iter().take_while(|a| !a.starts_with('-') && *a != "(" && *a != "!").map(String::as_str);
    let mut targets = resolve_all(cmd, roots);
    targets.extend(
        args.windows(2).filter(|w| matches!(w[0].as_str(), "-name" | "-iname" | "-path" | "-regex")).map(|w| w[1].clone()),
    );
    let mut out = vec![Draft::new(OpKind::Search, targets.clone())];
    let acts = args
        .iter()
        .position(|a| matches!(a.as_str(), "-exec" | "-execdir" | "-ok"))
        .and_then(|i| args.get(i + 1))
        .map(String::as_str);
    let kind = match acts {
        Some("rm" | "rmdir" | "unlink") => Some(OpKind::Delete),
        Some("sed" | "perl") if args.iter().any(|a| short(a, 'i')) => Some(OpKind::Edit),
        _ if has(args, &["-delete"]) => Some(OpKind::Delete),
        _ => None,
    };
    out.extend(kind.map(|k| Draft::new(k, targets).silent().reader(own_error)));
    out
}
