//! When a name in a claim means a thing in the record.

use super::words::Words;

/// Path components, lower case, without `.`; a line number behind a colon is dropped.
fn components(path: &str) -> Vec<String> {
    let p = path.trim().trim_matches(['`', '"', '\'', '(', ')', '*']).replace('\\', "/").to_lowercase();
    let p = strip_line_number(&p);
    p.split('/').filter(|c| !c.is_empty() && *c != ".").map(str::to_owned).collect()
}

/// `a.rs:12`, `a.rs:12-20`, `a.rs:func()` without what stands behind the colon; drive letters stay.
fn strip_line_number(path: &str) -> &str {
    match path.rfind(':') {
        Some(i) if i > 1 && path[..i].contains('.') => &path[..i],
        _ => path,
    }
}

/// Paths match when equal, or when one is the other behind directory prefixes, whole components only.
pub fn paths_match(a: &str, b: &str) -> bool {
    if let Some(decided) = ascii_paths_match(a, b) {
        return decided;
    }
    let (a, b) = (components(a), components(b));
    let n = a.len().min(b.len());
    n > 0 && (a[a.len() - n..] == b[b.len() - n..] || by_stem(&a, &b) || by_stem(&b, &a) || redacted(&a, &b) || redacted(&b, &a))
}

/// "the README" is README.md: files that people call by their stem.
fn by_stem(short: &[String], long: &[String]) -> bool {
    const NAMES: &[&str] = &["readme", "changelog", "contributing", "license", "architecture", "todo", "agents", "claude"];
    let ([stem], Some(name)) = (short, long.last()) else { return false };
    NAMES.contains(&stem.as_str()) && name.strip_prefix(stem.as_str()).is_some_and(|rest| rest.starts_with('.'))
}

/// `dir` is a directory above `path`: what is done to it whole is done to the path.
pub fn is_above(dir: &str, path: &str) -> bool {
    let (dir, path) = (components(dir), components(path));
    (1..path.len()).any(|n| dir.ends_with(&path[..n]))
}

/// The same without a copy of either, which nearly every pair of paths allows; none where it takes a closer look.
fn ascii_paths_match(a: &str, b: &str) -> Option<bool> {
    fn parts(path: &str) -> impl Iterator<Item = &str> {
        let p = strip_line_number(path.trim().trim_matches(['`', '"', '\'', '(', ')', '*']));
        p.rsplit(['/', '\\']).filter(|c| !c.is_empty() && *c != ".")
    }
    if !a.is_ascii() || !b.is_ascii() {
        return None;
    }
    let (mut a, mut b, mut same) = (parts(a), parts(b), 0);
    loop {
        match (a.next(), b.next()) {
            (Some(x), Some(y)) if x.eq_ignore_ascii_case(y) => same += 1,
            (Some(x), Some(y)) if same == 0 => {
                let blanked = |p: &str| p.get(..8).is_some_and(|head| head.eq_ignore_ascii_case("redacted"));
                // A name without an ending may be a stem.
                let plain = blanked(x) || blanked(y) || !x.contains('.') || !y.contains('.');
                return (!plain).then_some(false);
            }
            // What differs further up may still be blanked at its end.
            (Some(_), Some(_)) => return None,
            _ => return Some(same > 0),
        }
    }
}

/// A checkpoint tool blanked the path but for its ending: it may be any file of that kind.
fn redacted(a: &[String], b: &[String]) -> bool {
    let (Some(a), Some(b)) = (a.last(), b.last()) else { return false };
    a.strip_prefix("redacted").is_some_and(|ext| ext.starts_with('.') && b.ends_with(ext))
}

/// A path or file pattern with `*` against a path.
pub fn glob_match(pattern: &str, path: &str) -> bool {
    let name = |p: &str| components(p).last().cloned().unwrap_or_default();
    let (pattern, whole) = (pattern.trim_matches('`').to_lowercase(), path.to_lowercase());
    let Some((head, tail)) = pattern.split_once('*') else { return paths_match(&pattern, path) };
    let tail = tail.trim_start_matches('*').trim_start_matches('/');
    let head = head.rsplit('/').next().unwrap_or(head);
    let name = name(&whole);
    (head.is_empty() || name.starts_with(head) || whole.contains(head))
        && (tail.is_empty() || name.ends_with(tail) || whole.contains(tail))
}

/// True where a target looks like a path or a file name rather than a word.
pub fn is_path(target: &str) -> bool {
    let t = target.trim_matches('`');
    if t.contains(' ') || t.contains("://") {
        return false;
    }
    let last = t.rsplit(['/', '\\']).next().unwrap_or(t);
    let dotted = |(stem, ext): (&str, &str)| {
        let word = !ext.is_empty() && ext.len() <= 8 && ext.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        word && (stem.is_empty() || !stem.ends_with(')')) && !ext.chars().all(|c| c.is_ascii_digit())
    };
    let named = last.rsplit_once('.').is_some_and(dotted) || (last.starts_with('.') && last.len() > 2);
    t.contains('/')
        || named
        || matches!(
            last,
            "Makefile"
                | "Dockerfile"
                | "LICENSE"
                | "Justfile"
                | "justfile"
                | "Containerfile"
                | "Gemfile"
                | "Rakefile"
                | "Procfile"
        )
}

/// Words of a target that can be looked for in commands and results: identifiers, numbers and words that carry meaning, lower case.
pub fn telling_words(target: &str) -> Vec<String> {
    target
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '#')))
        .map(|w| w.trim_matches(['.', '-', '/']).to_lowercase())
        .filter(|w| w.chars().count() >= 3 && !COMMON.contains(&w.as_str()))
        .collect()
}

/// True where a text holds a word of the target or of its family (`training` and `train.py`).
pub fn akin(text: &str, target: &str) -> bool {
    let stem = |w: &String| w.chars().take(5).collect::<String>();
    let stems = || telling_words(target).iter().filter(|w| w.chars().count() >= 5).map(stem).collect::<Vec<_>>();
    mentions(text, target) || Words::any(stems()).stand_in(text)
}

/// Words that name nothing in particular.
const COMMON: &[&str] = &[
    "the",
    "all",
    "and",
    "for",
    "with",
    "that",
    "this",
    "these",
    "those",
    "both",
    "each",
    "every",
    "its",
    "our",
    "your",
    "new",
    "now",
    "everything",
    "changes",
    "change",
    "work",
    "works",
    "file",
    "files",
    "code",
    "output",
    "result",
    "results",
    "from",
    "into",
    "are",
    "was",
    "has",
    "have",
    "been",
    "correctly",
    "properly",
    "fix",
    "issue",
    "issues",
    "bug",
    "problem",
    "error",
    "errors",
    "implementation",
    "feature",
    "les",
    "des",
    "une",
    "dans",
    "que",
    "est",
    "sur",
    "pour",
    "avec",
    "all",
    "two",
    "three",
    "four",
    "five",
    "six",
    "values",
    "cases",
    "edge",
    "real",
];

/// True where a text holds a word of the target; the whole target counts as one.
pub fn mentions(text: &str, target: &str) -> bool {
    Words::of_target(target).stand_in(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_match_behind_directory_prefixes_only() {
        for (a, b, want) in [
            ("a.py", "src/a.py", true),
            ("src/a.py", "lib/src/a.py", true),
            ("a.py", "data.py", false),
            ("/home/u/p/src/a.py", "src/a.py", true),
            ("src\\a.py", "C:/p/src/a.py", true),
            ("`src/a.py:12-40`", "src/a.py", true),
            ("src/a.py", "lib/a.py", false),
            ("./README.md", "readme.md", true),
            ("README", "docs/README.md", true),
            ("src/README", "src/README.md", false),
            ("", "a.py", false),
        ] {
            assert_eq!(paths_match(a, b), want, "{a} {b}");
        }
    }

    #[test]
    fn a_directory_is_above_what_lies_in_it() {
        for (dir, path, want) in [
            ("/w/lib", "lib/src/a.py", true),
            ("/w/lib", "/w/lib/a.py", true),
            ("/w/lib", "a.py", false),
            ("/w/lib/a.py", "lib/a.py", false),
            ("lib", "x/lib/a.py", false),
        ] {
            assert_eq!(is_above(dir, path), want, "{dir} {path}");
        }
    }

    #[test]
    fn paths_are_told_from_words() {
        for (t, want) in [
            ("src/a.py", true),
            ("a.py", true),
            ("Makefile", true),
            (".gitignore", true),
            ("homepage", false),
            ("the fix", false),
            ("https://x.y/z", false),
        ] {
            assert_eq!(is_path(t), want, "{t}");
        }
    }
}
