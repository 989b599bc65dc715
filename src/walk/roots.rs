//! Where transcripts lie when nobody names a path.

use std::path::PathBuf;

/// The folders in which Claude Code and Codex keep their sessions, existing ones only.
pub fn default_roots() -> Vec<PathBuf> {
    roots(|name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from), std::env::home_dir())
        .into_iter()
        .filter(|p| p.is_dir())
        .collect()
}

/// Every place that is looked at, in words, for the message that nothing was found.
pub fn described() -> Vec<String> {
    roots(|name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from), std::env::home_dir())
        .iter()
        .map(|p| super::shown(p))
        .collect()
}

/// The folder in which Claude Code keeps its settings and sessions.
pub fn claude_folder() -> Option<PathBuf> {
    let named = std::env::var_os("CLAUDE_CONFIG_DIR").filter(|v| !v.is_empty()).map(PathBuf::from);
    named.or_else(|| Some(std::env::home_dir()?.join(".claude")))
}

fn roots(var: impl Fn(&str) -> Option<PathBuf>, home: Option<PathBuf>) -> Vec<PathBuf> {
    let at = |name: &str, folder: &str| var(name).or_else(|| home.as_ref().map(|h| h.join(folder)));
    let mut out = Vec::new();
    if let Some(claude) = at("CLAUDE_CONFIG_DIR", ".claude") {
        out.push(claude.join("projects"));
    }
    if let Some(codex) = at("CODEX_HOME", ".codex") {
        out.push(codex.join("sessions"));
        out.push(codex.join("archived_sessions"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_go_before_the_home_folder() {
        let some = roots(|n| (n == "CODEX_HOME").then(|| "/c".into()), Some("/h".into()));
        assert_eq!(some, [PathBuf::from("/h/.claude/projects"), "/c/sessions".into(), "/c/archived_sessions".into()]);
        assert!(roots(|_| None, None).is_empty());
    }
}
