//! A shown argument vector (`/bin/zsh -lc "…"`) back to the command line that the agent wrote.

/// The command without the shell that wraps it. Anything else is given back as it is.
pub fn unwrap(shown: &str) -> String {
    let shown = shown.trim();
    match words(shown).as_deref() {
        Some([shell, flag, command]) if is_shell(shell) && matches!(flag.as_str(), "-lc" | "-c" | "-Command") => command.clone(),
        _ => shown.to_owned(),
    }
}

fn is_shell(word: &str) -> bool {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    matches!(name, "bash" | "sh" | "zsh" | "dash" | "fish" | "pwsh" | "powershell.exe" | "powershell")
}

/// Splits as a POSIX shell does; `None` where a quote stays open or there are more than three words.
fn words(text: &str) -> Option<Vec<String>> {
    let mut out: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\'' => {
                let w = word.get_or_insert_with(String::new);
                loop {
                    match chars.next()? {
                        '\'' => break,
                        c => w.push(c),
                    }
                }
            }
            '"' => {
                let w = word.get_or_insert_with(String::new);
                loop {
                    match chars.next()? {
                        '"' => break,
                        '\\' => match chars.next()? {
                            c @ ('"' | '\\' | '$' | '`') => w.push(c),
                            '\n' => {}
                            c => w.extend(['\\', c]),
                        },
                        c => w.push(c),
                    }
                }
            }
            '\\' => word.get_or_insert_with(String::new).extend(chars.next()),
            c if c.is_whitespace() => out.extend(word.take()),
            c => word.get_or_insert_with(String::new).push(c),
        }
        if out.len() > 3 {
            return None;
        }
    }
    out.extend(word);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::unwrap;

    #[test]
    fn wrappers_go() {
        for (given, want) in [
            ("/bin/zsh -lc \"cargo test --all\"", "cargo test --all"),
            ("bash -lc 'ls && pwd'", "ls && pwd"),
            (r#"bash -lc "echo \"a b\" \$X \n""#, r#"echo "a b" $X \n"#),
            (r#"bash -lc "printf '"'%s' x"#, r#"bash -lc "printf '"'%s' x"#),
            ("bash -lc ls", "ls"),
            ("git status --short", "git status --short"),
            ("bash -lc \"open", "bash -lc \"open"),
            ("", ""),
        ] {
            assert_eq!(unwrap(given), want, "{given}");
        }
    }
}
