//! Paths: one spelling for one file, and what kind of file a path names.

use super::command::SimpleCommand;

/// A path in one spelling: forward slashes, drive letters as `c:/`, MSYS and WSL drives too, no `.`, `..` or doubled slashes, macOS
/// `/private` off the temporary folders.
pub fn normalise(path: &str) -> String {
    let p = path.trim().trim_matches(['"', '\'', '`']);
    let p = p.strip_prefix("file://").unwrap_or(p);
    let mut p = p.replace('\\', "/");
    for prefix in ["/private/tmp", "/private/var"] {
        if p.starts_with(prefix) {
            p.drain(.."/private".len());
        }
    }
    let drive = drive(&p);
    if let Some((letter, rest)) = drive {
        p = format!("{letter}:/{rest}");
    }
    let absolute = p.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in p.split('/') {
        match part {
            "" | "." => {}
            ".." => match parts.last() {
                Some(&last) if last != ".." && !last.ends_with(':') => {
                    parts.pop();
                }
                Some(_) => parts.push(".."),
                None if absolute => {}
                None => parts.push(".."),
            },
            _ => parts.push(part),
        }
    }
    let joined = parts.join("/");
    match (absolute, joined.is_empty()) {
        (true, _) => format!("/{joined}"),
        (false, true) => ".".into(),
        (false, false) => joined,
    }
}

/// The drive of `C:/x`, `/c/x`, `/mnt/c/x`, `/cygdrive/c/x`, and the rest of the path.
fn drive(p: &str) -> Option<(char, String)> {
    let b = p.as_bytes();
    if b.len() >= 2 && b[0].is_ascii_alphabetic() && b[1] == b':' && b.get(2).is_none_or(|c| *c == b'/') {
        return Some((char::from(b[0]).to_ascii_lowercase(), p.get(3..).unwrap_or("").to_owned()));
    }
    let rest = p.strip_prefix("/mnt/").or_else(|| p.strip_prefix("/cygdrive/")).or_else(|| p.strip_prefix('/'))?;
    let b = rest.as_bytes();
    // MSYS and WSL drives; other single letters are folders.
    (b.len() >= 2 && matches!(b[0], b'c'..=b'f' | b'C'..=b'F') && b[1] == b'/')
        .then(|| (char::from(b[0]).to_ascii_lowercase(), rest.get(2..).unwrap_or("").to_owned()))
}

/// True for `/x`, `C:\x`, `~/x`, `$HOME/x`.
pub fn is_absolute(path: &str) -> bool {
    path.starts_with(['/', '\\', '~']) || path.starts_with("$HOME") || drive(&path.replace('\\', "/")).is_some()
}

/// A path against a working directory; without one it stays relative.
pub fn resolve(cwd: Option<&str>, path: &str) -> Option<String> {
    if path.is_empty() {
        return None;
    }
    Some(match cwd {
        Some(cwd) if !is_absolute(path) => normalise(&format!("{cwd}/{path}")),
        _ => normalise(path),
    })
}

/// The directory that a command's own flags move it to (`git -C x`, `make -C x`, `npm --prefix x`).
pub fn own_directory(cmd: &SimpleCommand) -> Option<String> {
    let flags: &[&str] = match cmd.program() {
        "git" | "make" | "gmake" | "ninja" | "go" | "tar" => &["-C"],
        "npm" => &["--prefix", "-C"],
        "pnpm" => &["-C", "--dir"],
        "yarn" => &["--cwd"],
        "bun" => &["--cwd"],
        "just" => &["-d", "--working-directory"],
        "task" | "mise" => &["-d", "--dir", "-C", "--cd"],
        "cargo" => &["-C"],
        "composer" => &["-d", "--working-dir"],
        _ => return None,
    };
    let mut it = cmd.args().iter();
    while let Some(a) = it.next() {
        if flags.contains(&a.as_str()) {
            return it.next().cloned();
        }
        if let Some((f, v)) = a.split_once('=')
            && flags.contains(&f)
        {
            return Some(v.to_owned());
        }
        if a == "--" {
            return None;
        }
    }
    None
}

/// The last component.
pub fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The extension in lower case, without the dot; empty where there is none.
pub fn extension(path: &str) -> String {
    match file_name(path).rsplit_once('.') {
        Some((stem, ext)) if !stem.is_empty() => ext.to_ascii_lowercase(),
        _ => String::new(),
    }
}

/// Prose and things beside the work: no check reads them.
pub fn is_prose(path: &str) -> bool {
    const EXTENSIONS: &[&str] = &[
        "md", "markdown", "mdown", "rst", "adoc", "asciidoc", "txt", "org", "log", "pdf", "docx", "odt", "png", "jpg", "jpeg",
        "gif", "svg", "webp", "ico", "patch", "diff", "bak", "orig",
    ];
    const NAMES: &[&str] = &[
        "license",
        "licence",
        "notice",
        "authors",
        "contributors",
        "changelog",
        "readme",
        "codeowners",
        ".gitignore",
        ".gitattributes",
        ".editorconfig",
        ".gitkeep",
        ".keep",
        ".mailmap",
        "copying",
        "maintainers",
        ".dockerignore",
        ".npmignore",
        ".env.example",
    ];
    // These are read by tools.
    const NOT: &[&str] = &["requirements.txt", "cmakelists.txt", "constraints.txt", "robots.txt"];
    let name = file_name(path).to_ascii_lowercase();
    if NOT.contains(&name.as_str()) || name.starts_with("requirements") {
        return false;
    }
    EXTENSIONS.contains(&extension(path).as_str()) || NAMES.contains(&name.as_str())
}

/// A temporary folder, or an agent's own folder in the home directory.
pub fn is_scratch(path: &str) -> bool {
    const ROOTS: &[&str] = &["/tmp", "/var/tmp", "/var/folders", "/dev", "/proc"];
    if ROOTS.iter().any(|r| is_under(path, r)) {
        return true;
    }
    let p = path.to_ascii_lowercase();
    p.contains("/appdata/local/temp/")
        || p.starts_with("$tmpdir")
        || p.starts_with("${tmpdir")
        || (home_relative(path).is_some_and(|r| {
            [".claude/", ".codex/", ".cache/", ".local/", ".config/", ".gemini/", ".cursor/"].iter().any(|d| r.starts_with(d))
        }))
}

/// The part of a path behind a home directory.
fn home_relative(path: &str) -> Option<&str> {
    for prefix in ["~/", "$HOME/", "${HOME}/", "/root/"] {
        if let Some(r) = path.strip_prefix(prefix) {
            return Some(r);
        }
    }
    let rest = path.strip_prefix("/home/").or_else(|| path.strip_prefix("/Users/")).or_else(|| path.strip_prefix("c:/Users/"))?;
    rest.split_once('/').map(|(_, r)| r)
}

/// Path is the root or beneath it.
pub fn is_under(path: &str, root: &str) -> bool {
    path.strip_prefix(root.trim_end_matches('/')).is_some_and(|r| r.is_empty() || r.starts_with('/'))
}

/// A file of tests, by its name or folder.
pub fn is_test(path: &str) -> bool {
    let p = path.to_ascii_lowercase();
    let name = file_name(&p);
    let stem = name.split('.').next().unwrap_or(name);
    name.contains(".test.")
        || name.contains(".spec.")
        || name.contains(".cy.")
        || stem.starts_with("test_")
        || stem.ends_with("_test")
        || stem.ends_with("_spec")
        || stem.ends_with("_tests")
        || name == "conftest.py"
        || file_name(path)
            .rsplit_once('.')
            .is_some_and(|(s, _)| s.ends_with("Test") || s.ends_with("Tests") || s.ends_with("Spec"))
        || p.split('/').rev().skip(1).any(|d| matches!(d, "test" | "tests" | "__tests__" | "spec" | "specs" | "e2e" | "testing"))
}

/// A stand-in for something real, by its name or folder.
pub fn is_stand_in(path: &str) -> bool {
    let p = path.to_ascii_lowercase();
    p.split('/').flat_map(|part| part.split(['.', '_', '-'])).any(|w| {
        matches!(w, "mock" | "mocks" | "stub" | "stubs" | "fake" | "fakes" | "fixture" | "fixtures" | "__mocks__" | "dummy")
    })
}
