//! Command lines that an output echoes or a task file holds, split into elementary commands.

use super::super::command::SimpleCommand;

/// Words that only start another command.
const WRAPPERS: &[&str] = &[
    "npx",
    "uvx",
    "bunx",
    "pnpx",
    "sudo",
    "time",
    "exec",
    "command",
    "env",
    "nohup",
    "nice",
    "cross-env",
    "dotenv",
    "doppler",
    "xvfb-run",
];
/// Pairs of words that only start another command.
const WRAPPER_PAIRS: &[(&str, &str)] = &[
    ("uv", "run"),
    ("poetry", "run"),
    ("pdm", "run"),
    ("pipenv", "run"),
    ("rye", "run"),
    ("hatch", "run"),
    ("bundle", "exec"),
    ("pnpm", "exec"),
    ("pnpm", "dlx"),
    ("yarn", "exec"),
    ("yarn", "dlx"),
    ("npm", "exec"),
    ("mise", "exec"),
    ("bun", "x"),
    ("pipx", "run"),
    ("rtk", "test"),
    ("rtk", "err"),
    ("rtk", "summary"),
    ("rtk", "proxy"),
];

/// The elementary commands of a command line.
pub(super) fn commands(line: &str) -> Vec<SimpleCommand> {
    split(line).into_iter().map(unwrap).filter(|words| !words.is_empty()).map(simple).collect()
}

fn simple(words: Vec<String>) -> SimpleCommand {
    SimpleCommand { raw: words.join(" "), words, ..SimpleCommand::default() }
}

/// Words of each command of a line; quotes are taken off, redirects dropped.
fn split(line: &str) -> Vec<Vec<String>> {
    let (mut commands, mut words, mut word, mut quote) = (Vec::new(), Vec::new(), None::<String>, None);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(q), _) if c == q => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, '&') if word.as_deref().is_some_and(|w| w.ends_with('>')) => word.get_or_insert_default().push(c),
            (None, ';' | '|' | '&' | '\n') => {
                words.extend(word.take());
                commands.push(std::mem::take(&mut words));
            }
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    commands.push(words);
    commands
}

/// A command without what stands before it: parentheses, environment, `cd`, wrappers, and without redirects.
fn unwrap(mut words: Vec<String>) -> Vec<String> {
    words.retain(|w| !w.contains('>') || w.starts_with('-'));
    let mut from = 0;
    loop {
        let Some(first) = words.get(from).map(|w| w.trim_start_matches(['(', '@'])) else { return Vec::new() };
        let second = words.get(from + 1).map_or("", String::as_str);
        if first.is_empty() || is_assignment(first) || WRAPPERS.contains(&first) {
            from += 1;
        } else if WRAPPER_PAIRS.contains(&(first, second)) {
            from += 2;
        } else if first == "timeout" {
            from += 1;
            from += words.iter().skip(from).take_while(|w| w.starts_with('-')).count() + 1;
        } else if from > 0 && first.starts_with('-') {
            from += 1;
        } else {
            break;
        }
    }
    let mut words = words.split_off(from.min(words.len()));
    if let Some(first) = words.first_mut() {
        *first = first.trim_start_matches(['(', '@']).to_owned();
    }
    words
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') && !name.as_bytes()[0].is_ascii_digit()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_and_unwrapped() {
        let words = |line: &str| commands(line).into_iter().map(|c| c.words.join(" ")).collect::<Vec<_>>();
        assert_eq!(
            words("CI=1 npx jest --ci && uv run pytest -k 'a b' 2>&1 | tail -5"),
            ["jest --ci", "pytest -k a b", "tail -5"]
        );
        assert_eq!(words("(timeout 60 go test ./...; echo \"done\")"), ["go test ./...", "echo done)"]);
        assert_eq!(words("@ruff check ."), ["ruff check ."]);
        assert!(words("  && ;; ").is_empty());
    }
}
