//! One elementary command of a command line, wrappers removed.

/// An elementary command: the program and its words, after quotes, wrappers (`timeout 60`, `uv run`, `npx`, `bash -lc`, `sudo`,
/// `docker exec X`, `ssh host`) and environment prefixes are taken off.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SimpleCommand {
    /// Words; the first is the program, as written. Empty for a bare redirect.
    pub words: Vec<String>,
    /// Environment prefixes (`CI=1`).
    pub env: Vec<(String, String)>,
    /// Wrappers that were removed, outermost first, by name.
    pub wrappers: Vec<String>,
    /// Redirects.
    pub redirects: Vec<Redirect>,
    /// Text of a heredoc or here-string that it reads.
    pub heredoc: Option<String>,
    /// Effective working directory, where it can be told (`cd X &&`, `-C X`, the call's own).
    pub cwd: Option<String>,
    /// How it stands in its command line.
    pub place: Place,
    /// The source text of this command.
    pub raw: String,
}

/// A redirect of output or input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    /// `>`, `>>`, `2>`, `&>`, `<` …
    pub op: String,
    /// File or descriptor.
    pub target: String,
}

/// How a command stands in its command line, as far as it matters for its status and output.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// Commands of the same pipe after it, by their words: they filter its output.
    pub filters: Vec<Vec<String>>,
    /// The status of the whole line is not this command's (pipe without `pipefail`, `; next`, `|| true`, `&`), so that a good status
    /// says nothing.
    pub masked: bool,
    /// A bad status of the whole line may be another command's.
    pub shared: bool,
    /// Runs only where an earlier command of the line succeeded (`&&`).
    pub needs_success: bool,
    /// Runs only where an earlier command failed (`||`).
    pub needs_failure: bool,
    /// Started with `&`.
    pub background: bool,
    /// Index in the command line, from 0.
    pub index: usize,
    /// Number of commands in the line.
    pub of: usize,
}

impl SimpleCommand {
    /// The program's bare name: last path component, without `.exe`.
    pub fn program(&self) -> &str {
        let first = self.words.first().map_or("", String::as_str);
        let name = first.rsplit(['/', '\\']).next().unwrap_or(first);
        name.strip_suffix(".exe").unwrap_or(name)
    }

    /// Words after the program.
    pub fn args(&self) -> &[String] {
        self.words.get(1..).unwrap_or(&[])
    }

    /// Has this flag, alone or with `=value`.
    pub fn has_flag(&self, flag: &str) -> bool {
        self.args().iter().any(|a| a == flag || a.strip_prefix(flag).is_some_and(|r| r.starts_with('=')))
    }
}
