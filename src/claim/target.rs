//! Targets: file names, paths, commands, hashes, as they stand in prose and inline code.

/// Endings of names that make a bare word a file name.
const EXTENSIONS: &[&str] = &[
    "adoc",
    "asm",
    "astro",
    "avsc",
    "awk",
    "bash",
    "bat",
    "bazel",
    "bib",
    "bzl",
    "c",
    "cc",
    "cfg",
    "cjs",
    "clj",
    "cls",
    "cmake",
    "cmd",
    "conf",
    "config",
    "cpp",
    "cs",
    "csproj",
    "css",
    "csv",
    "cts",
    "cu",
    "cue",
    "cxx",
    "dart",
    "db",
    "dhall",
    "diff",
    "dockerfile",
    "docx",
    "editorconfig",
    "edn",
    "ejs",
    "el",
    "elm",
    "env",
    "eml",
    "erb",
    "erl",
    "ex",
    "exs",
    "example",
    "sample",
    "dist",
    "bak",
    "orig",
    "tmp",
    "feature",
    "fish",
    "fs",
    "gd",
    "gif",
    "gitignore",
    "go",
    "gql",
    "gradle",
    "graphql",
    "groovy",
    "h",
    "haml",
    "handlebars",
    "hbs",
    "hcl",
    "heex",
    "hh",
    "hpp",
    "hs",
    "htm",
    "html",
    "http",
    "hurl",
    "ics",
    "ini",
    "ipynb",
    "j2",
    "java",
    "jinja",
    "jl",
    "jpeg",
    "jpg",
    "js",
    "json",
    "json5",
    "jsonc",
    "jsonl",
    "jsx",
    "jsonnet",
    "kt",
    "kts",
    "less",
    "lib",
    "liquid",
    "lock",
    "log",
    "lua",
    "m",
    "md",
    "mdc",
    "mdx",
    "mermaid",
    "mjs",
    "mk",
    "ml",
    "mli",
    "mmd",
    "mod",
    "mov",
    "mp3",
    "mp4",
    "mts",
    "mustache",
    "ndjson",
    "nim",
    "nix",
    "njk",
    "nu",
    "org",
    "out",
    "parquet",
    "patch",
    "pdf",
    "pem",
    "php",
    "pl",
    "plist",
    "pm",
    "png",
    "po",
    "pot",
    "pptx",
    "prisma",
    "properties",
    "proto",
    "ps1",
    "psm1",
    "pt",
    "pug",
    "puml",
    "py",
    "pyi",
    "pyx",
    "r",
    "rake",
    "rb",
    "rego",
    "repl",
    "rmd",
    "robot",
    "rs",
    "rst",
    "sass",
    "sbt",
    "scala",
    "scm",
    "scss",
    "service",
    "sh",
    "slim",
    "sln",
    "snap",
    "sol",
    "spec",
    "sql",
    "sqlite",
    "storyboard",
    "styl",
    "sum",
    "sv",
    "svelte",
    "svg",
    "swift",
    "tape",
    "tcl",
    "template",
    "test",
    "tex",
    "tf",
    "tfvars",
    "thrift",
    "tmpl",
    "toml",
    "toon",
    "tpl",
    "ts",
    "tsv",
    "tsx",
    "txt",
    "typ",
    "v",
    "vb",
    "vhd",
    "vim",
    "vue",
    "wasm",
    "wav",
    "webp",
    "wgsl",
    "xaml",
    "xcconfig",
    "xlsx",
    "xml",
    "xsd",
    "yaml",
    "yml",
    "zig",
    "zip",
    "zsh",
];

/// Names without an ending that are files.
const NAMES: &[&str] = &[
    "Brewfile",
    "CHANGELOG",
    "CODEOWNERS",
    "Caddyfile",
    "Cargo.lock",
    "Containerfile",
    "Dockerfile",
    "Gemfile",
    "Jenkinsfile",
    "Justfile",
    "LICENSE",
    "Makefile",
    "Pipfile",
    "Procfile",
    "README",
    "Rakefile",
    "Taskfile",
    "Tiltfile",
    "Vagrantfile",
    "go.mod",
    "go.sum",
    "justfile",
    "makefile",
];

/// Dotted names of products that look like file names.
const NOT_FILES: &[&str] = &[
    "node.js",
    "next.js",
    "vue.js",
    "nuxt.js",
    "react.js",
    "d3.js",
    "three.js",
    "express.js",
    "asp.net",
    "socket.io",
    "chart.js",
    "alpine.js",
    "discord.js",
    "ember.js",
    "backbone.js",
    "deno.land",
];

/// A path without a trailing `:12`, `:12-20`, `#L5`, and without quotes and marks around it.
pub(crate) fn clean_path(s: &str) -> &str {
    let s = s.trim().trim_matches(['"', '\'', '`', '*', '“', '”']).trim_end_matches(['.', ',', ';', ')']);
    let s = if s.contains('#') { s.split("#L").next().unwrap_or(s) } else { s };
    if !s.contains(':') {
        return s;
    }
    // "a.ts:build()": a place in the file.
    if let Some((file, at)) = s.split_once(':')
        && file.len() > 2
        && file.contains('.')
        && !at.starts_with(['/', '\\'])
        && at.contains('(')
        && !file.contains(char::is_whitespace)
    {
        return file;
    }
    match s.rfind(':') {
        Some(i)
            if i > 1
                && !s[i + 1..].is_empty()
                && s[i + 1..].bytes().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b',' | b':' | b'L' | b'~')) =>
        {
            clean_path(&s[..i])
        }
        _ => s.trim_end_matches(':'),
    }
}

/// True for a path or name of a file: known ending, known name, dot file.
pub(crate) fn is_file_name(s: &str) -> bool {
    // Most words are nothing but letters.
    if s.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return NAMES.contains(&s);
    }
    let s = clean_path(s);
    let name = s.rsplit(['/', '\\']).next().unwrap_or(s);
    // Most words end here.
    if !name.contains('.') && !NAMES.contains(&name) {
        return false;
    }
    if s.is_empty()
        || s.len() > 240
        || s.contains("://")
        || s.contains(|c: char| c.is_whitespace() || matches!(c, '=' | '<' | '>' | '"' | '\'' | '|' | ';' | '$' | '&' | '*'))
        || s.contains(['(', ')']) && !route_groups(s)
    {
        return false;
    }
    if s.starts_with(['/', '-']) && !s[1..].contains('/') && !s.contains('.') {
        return false;
    }
    if NAMES.contains(&name) {
        return name == s
            || s.contains('/')
            || name.chars().any(char::is_lowercase)
            || name.starts_with("LIC")
            || name == "README"
            || name == "CHANGELOG";
    }
    if NOT_FILES.contains(&name.to_lowercase().as_str()) || name.contains("..") {
        return false;
    }
    let Some((stem, ext)) = name.rsplit_once('.') else { return false };
    let low = ext.to_ascii_lowercase();
    if stem.is_empty() {
        return ext.len() >= 2
            && ext.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
            && (is_dot_file(&low) || s.contains('/'));
    }
    if let Some(dotted) = stem.strip_prefix('.') {
        return dotted.ends_with("rc") || dotted.starts_with("env") || dotted.ends_with("config") || dotted.contains('-');
    }
    EXTENSIONS.contains(&low.as_str())
        && (ext == low || ext.chars().all(|c| !c.is_ascii_lowercase() || c.is_ascii_digit()) || low.len() == 1)
        && stem_is_sane(stem, &low, s)
}

/// "app/(auth)/page.tsx": whole components in brackets.
fn route_groups(s: &str) -> bool {
    s.split('/')
        .all(|c| !c.contains(['(', ')']) || c.starts_with('(') && c.ends_with(')') && !c[1..c.len() - 1].contains(['(', ')']))
        && !s.rsplit('/').next().unwrap_or(s).contains('(')
}

fn is_dot_file(name: &str) -> bool {
    name.ends_with("ignore")
        || name.ends_with("rc")
        || name.starts_with("env")
        || name.starts_with("git")
        || matches!(
            name,
            "editorconfig" | "npmrc" | "nvmrc" | "tool-versions" | "profile" | "bash_profile" | "zshenv" | "gitkeep"
        )
}

/// Method calls and version numbers are no files: `t.Parallel`, `v1.2.c`, `res.json`.
fn stem_is_sane(stem: &str, ext: &str, whole: &str) -> bool {
    let pathy = whole.contains(['/', '\\', '-', '_']);
    if stem.bytes().all(|b| b.is_ascii_digit() || b == b'.') && ext.len() == 1 {
        return false;
    }
    match ext {
        "test" | "env" | "lib" | "out" | "log" | "config" | "service" | "lock" | "spec" | "template" | "mod" | "feature"
        | "http" | "patch" | "diff" | "db" | "v" | "m" | "r" | "h" | "c" | "d" | "org" | "po" | "pt" | "ex" | "el" | "cls"
        | "sum" | "pl" | "snap" => {
            pathy
                || matches!(ext, "h" | "c" | "log" | "lock" | "diff" | "patch" | "out" | "db")
                    && stem.chars().all(|c| c.is_lowercase() || c.is_ascii_digit() || c == '.')
        }
        _ => true,
    }
}

/// True for anything with the shape of a path: a file, a folder, a glob.
pub(crate) fn is_path(s: &str) -> bool {
    let s = clean_path(s);
    is_file_name(s)
        || s.len() < 240
            && !s.contains("://")
            && !s.contains(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '=' | '"' | '$' | '<' | '@'))
            && s.contains('/')
            && (s.ends_with('/')
                || s.contains('*')
                || s.starts_with("./")
                || s.starts_with("../")
                || s.starts_with("~/")
                || s.starts_with('/') && s[1..].contains('/')
                || s.split('/').next().is_some_and(|d| {
                    matches!(
                        d,
                        "src"
                            | "lib"
                            | "test"
                            | "tests"
                            | "docs"
                            | "cmd"
                            | "internal"
                            | "pkg"
                            | "packages"
                            | "apps"
                            | "crates"
                            | "scripts"
                            | "app"
                            | "bin"
                    )
                }))
}

/// A commit hash: 7 to 40 hex digits, with a digit among them.
pub(crate) fn is_hash(s: &str) -> bool {
    (7..=40).contains(&s.len())
        && s.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
        && s.bytes().any(|b| b.is_ascii_digit())
        && (s.bytes().any(|b| b.is_ascii_alphabetic()) || s.len() >= 9)
}

/// An item of a tracker or forge: `#12`, `AB-12`, `owner/repo#12`.
pub(crate) fn is_item(s: &str) -> bool {
    // Names of standards and of requirements look the same.
    const OTHERS: &[&str] = &[
        "AC", "ADR", "AES", "ASCII", "CVE", "ES", "FR", "GPT", "HTTP", "IEC", "ISO", "MD", "NFR", "REQ", "RFC", "RSA", "SHA",
        "TC", "TLS", "UC", "US", "UTF",
    ];
    let digits = |n: &str| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit());
    let key = |k: &str| k.len() >= 2 && k.bytes().all(|b| b.is_ascii_uppercase()) && !OTHERS.contains(&k);
    let repo = |r: &str| {
        r.is_empty()
            || r.split_once('/').is_some_and(|(a, b)| !a.is_empty() && !b.is_empty() && !b.contains('/'))
                && r.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'/'))
    };
    let s = s.trim();
    s.split_once('#').is_some_and(|(r, n)| digits(n) && repo(r)) || s.split_once('-').is_some_and(|(k, n)| key(k) && digits(n))
}

/// A name that trackers give in small letters: `kb-2il.4`.
pub(crate) fn is_item_code(s: &str) -> bool {
    let part = |p: &str| (1..=8).contains(&p.len()) && p.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let Some((head, tail)) = s.trim().rsplit_once('-') else { return false };
    let short = tail.len() <= 6 || tail.contains('.') || tail.bytes().any(|b| b.is_ascii_digit());
    head.split('-').all(part) && tail.split('.').all(part) && short && !is_file_name(s)
}

/// What check a command line runs, by the names in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Check {
    Tests,
    Build,
    Lint,
    Types,
    /// A task that stands for all checks.
    Checks,
}

/// Which check a command, a tool or a task of a task runner stands for.
pub(crate) fn check_of_command(s: &str) -> Option<Check> {
    let s = s.trim();
    if s.is_empty() || s.len() > 1800 {
        return None;
    }
    let low = s.to_lowercase();
    if low.len() > 600 {
        return None;
    }
    let words: Vec<&str> = low.split(|c: char| c.is_whitespace()).collect();
    let bases: Vec<&str> = words.iter().filter_map(|w| w.rsplit('/').next()).collect();
    let named = words.iter().filter(|w| !w.starts_with("--"));
    let parts: Vec<&str> = named.flat_map(|w| w.split([':', '-', '_', '.', '/'])).collect();
    let has = |names: &[&str]| words.iter().chain(&bases).any(|w| names.contains(w));
    let part = |names: &[&str]| parts.iter().any(|p| names.contains(p));
    let single = words.len() == 1;
    if has(&["tsc", "mypy", "pyright", "vue-tsc", "basedpyright", "flow", "pyre"])
        || part(&["typecheck", "tsc"])
        || low.contains("type-check")
        || low.contains("check-types")
    {
        return Some(Check::Types);
    }
    if has(&[
        "golangci-lint",
        "eslint",
        "ruff",
        "clippy",
        "gofmt",
        "goimports",
        "rustfmt",
        "prettier",
        "black",
        "biome",
        "flake8",
        "pylint",
        "shellcheck",
        "rubocop",
        "ktlint",
        "stylelint",
        "oxlint",
        "isort",
        "swiftlint",
        "standardrb",
        "markdownlint",
        "hadolint",
        "yamllint",
        "actionlint",
    ]) || (words.first() == Some(&"go") || words.first() == Some(&"cargo")) && has(&["vet", "fmt", "clippy"])
        || !single && part(&["lint", "fmt", "format"])
        || single && matches!(low.as_str(), "lint" | "fmt" | "vet" | "format")
    {
        return Some(Check::Lint);
    }
    if has(&[
        "pytest",
        "jest",
        "vitest",
        "rspec",
        "phpunit",
        "ctest",
        "tox",
        "nox",
        "mocha",
        "ava",
        "unittest",
        "nextest",
        "playwright",
        "cypress",
        "gotestsum",
        "bats",
    ]) || !single && part(&["test", "tests", "e2e"])
        || single && (low.starts_with("test:") || low == "test" || low.ends_with("run_tests.sh") || low.ends_with("test.sh"))
    {
        return Some(Check::Tests);
    }
    if !single && part(&["build", "compile", "assemble"]) || single && matches!(low.as_str(), "build" | "compile") {
        return Some(Check::Build);
    }
    let task = !single && !matches!(words.first(), Some(&"cargo" | &"git" | &"gh" | &"terraform"));
    (task && part(&["check", "checks", "ci", "verify", "validate"])).then_some(Check::Checks)
}

/// True for text that is a command line rather than a name of code.
pub(crate) fn is_command(s: &str) -> bool {
    const HEADS: &[&str] = &[
        "ansible",
        "aws",
        "az",
        "bash",
        "brew",
        "bun",
        "bundle",
        "cargo",
        "cmake",
        "composer",
        "curl",
        "deno",
        "docker",
        "docker-compose",
        "dotnet",
        "eslint",
        "ffmpeg",
        "fly",
        "gcloud",
        "gh",
        "git",
        "glab",
        "go",
        "gofmt",
        "golangci-lint",
        "gradle",
        "./gradlew",
        "grep",
        "helm",
        "jest",
        "just",
        "kubectl",
        "make",
        "mise",
        "mix",
        "mvn",
        "mypy",
        "nix",
        "node",
        "npm",
        "npx",
        "nx",
        "pdm",
        "php",
        "pip",
        "pip3",
        "pipx",
        "pnpm",
        "poetry",
        "prettier",
        "psql",
        "pulumi",
        "pytest",
        "python",
        "python3",
        "rg",
        "ruby",
        "ruff",
        "rustup",
        "sam",
        "sh",
        "supabase",
        "swift",
        "task",
        "terraform",
        "tox",
        "tsc",
        "tsx",
        "turbo",
        "uv",
        "uvx",
        "vercel",
        "vitest",
        "wrangler",
        "xcodebuild",
        "yarn",
        "zig",
        "alembic",
        "rails",
        "rake",
        "sqlx",
        "prisma",
    ];
    let mut words = s.split_whitespace();
    let head = words.next().unwrap_or("");
    let more = words.next().is_some();
    (HEADS.contains(&head) && more)
        || (head.starts_with("./") && (more || head.ends_with(".sh")))
        || (head.ends_with(".sh") && more)
}
