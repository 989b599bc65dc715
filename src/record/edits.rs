//! What an edit is worth: prose and layout change nothing that a check sees.

use super::loosen::starts_of;
use super::paths;

/// Only comments or white space differ.
pub(super) fn is_layout(path: &str, old: &str, new: &str) -> bool {
    let style = comments(path);
    // Python's white space is code.
    if matches!(paths::extension(path).as_str(), "py" | "yaml" | "yml" | "pyi" | "mk" | "haml" | "pug")
        || paths::file_name(path) == "Makefile"
    {
        let code = |text: &str| -> Vec<String> {
            text.lines().filter(|l| !l.trim().is_empty() && !style.is_comment(l)).map(|l| l.trim_end().to_owned()).collect()
        };
        return code(old) == code(new);
    }
    style.code(old).eq(style.code(new))
}

/// How a language writes comments on lines of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comments {
    Hash,
    Slashes,
    Dashes,
    Unknown,
}

fn comments(path: &str) -> Comments {
    match paths::extension(path).as_str() {
        "py" | "pyi" | "sh" | "bash" | "zsh" | "rb" | "yaml" | "yml" | "toml" | "pl" | "r" | "jl" | "ex" | "exs" | "nix"
        | "tf" | "mk" | "conf" => Comments::Hash,
        "rs" | "go" | "js" | "jsx" | "ts" | "tsx" | "mjs" | "cjs" | "java" | "kt" | "kts" | "c" | "h" | "cc" | "cpp" | "hpp"
        | "cs" | "swift" | "scala" | "dart" | "php" | "zig" | "m" | "groovy" | "gradle" | "proto" | "vue" | "svelte" | "css"
        | "scss" | "less" => Comments::Slashes,
        "sql" | "lua" | "hs" | "elm" => Comments::Dashes,
        _ => Comments::Unknown,
    }
}

impl Comments {
    fn is_comment(self, line: &str) -> bool {
        let l = line.trim_start();
        match self {
            Comments::Hash => l.starts_with('#') && !l.starts_with("#!") && !directive(l),
            Comments::Slashes => {
                (l.starts_with("//") || l.starts_with("/*") || l.starts_with("* ") || l == "*" || l.starts_with("*/"))
                    && !directive(l)
            }
            Comments::Dashes => l.starts_with("--"),
            Comments::Unknown => false,
        }
    }

    /// The characters of a text that are neither comment nor white space. A comma behind the last item goes with the line break
    /// after it.
    fn code(self, text: &str) -> impl Iterator<Item = char> + '_ {
        let code = text.lines().filter(move |l| !self.is_comment(l)).map(move |l| self.without_trailing(l));
        let mut chars = code.flat_map(str::chars).filter(|c| !c.is_whitespace()).peekable();
        std::iter::from_fn(move || {
            let c = chars.next()?;
            if c == ',' { chars.next_if(|next| matches!(next, ')' | ']' | '}')).or(Some(c)) } else { Some(c) }
        })
    }

    /// A line without the comment behind its code; slashes in a string or URL stay.
    fn without_trailing(self, line: &str) -> &str {
        if self != Comments::Slashes {
            return line;
        }
        let opens = |i: &usize| {
            let head = &line[..*i];
            let even = |quote: char| head.matches(quote).count().is_multiple_of(2);
            head.ends_with([' ', '\t']) && even('"') && even('\'')
        };
        line.match_indices("//").map(|(i, _)| i).find(opens).map_or(line, |i| &line[..i])
    }
}

/// Comments that compilers obey. Those that linters obey change nothing that runs.
fn directive(line: &str) -> bool {
    ["go:build", "+build", "go:embed", "go:generate", "@ts-"].iter().any(|w| line.contains(w))
}

/// The content makes a stand-in for something real.
pub(super) fn makes_stand_in(path: &str, content: &str) -> bool {
    const HEADS: &[&str] = &[
        "class Mock",
        "class Fake",
        "class Stub",
        "struct Mock",
        "struct Fake",
        "struct Stub",
        "type Mock",
        "type Fake",
        "type Stub",
        "def mock_",
        "def fake_",
        "func fake",
        "func mock",
        "function mock",
        "function fake",
        "const mock",
        "const fake",
    ];
    paths::is_stand_in(path) || HEADS.iter().any(|h| starts_of(content, h) > 0)
}
