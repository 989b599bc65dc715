//! One elementary operation of the record.

/// One elementary operation: a command of a command line, a write, a read, a search, a subagent's run.
#[derive(Debug, Clone)]
pub struct Op {
    /// What it does.
    pub kind: OpKind,
    /// What it does it to: paths, package names, branches, URLs, as written (paths resolved against the working directory where that
    /// is known). Empty where it names nothing.
    pub targets: Vec<String>,
    /// Index of the call's event. Operations of a subagent kept in another file stand at the event that ended the subagent.
    pub at: usize,
    /// Index of the event that tells how it ended: its result, a later poll, or a notification. `None`: no end on record.
    pub end: Option<usize>,
    /// Physical line of the call (for another file's subagent: of the call that started it).
    pub call_line: u32,
    /// Physical line of the event at `end`.
    pub result_line: Option<u32>,
    /// Index into the session's agents; subagents of other files have the index of `u16::MAX`.
    pub agent: u16,
    /// The tool's name as the source writes it.
    pub tool: Box<str>,
    /// The elementary command, or a short form of the tool's input.
    pub command: String,
    /// Effective working directory, where known.
    pub cwd: Option<String>,
    /// How it ended, as far as status and text tell.
    pub outcome: Outcome,
    /// Counts that the result shows (tests, files checked), summed over the parts of one run.
    pub counts: Option<Counts>,
    /// How much the call covers.
    pub scope: Scope,
    /// Name of the runner or checker that was recognised (`pytest`, `cargo test`), from the command or from the output.
    pub runner: Option<&'static str>,
    /// The line of the result that decided the outcome, at most 200 bytes.
    pub excerpt: String,
    /// What the operation adds beyond its kind.
    pub notes: Notes,
}

/// What an operation does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OpKind {
    /// A check was run.
    Check(Check),
    /// The state of checks elsewhere was read (`gh run view`, `gh pr checks`, `glab ci status`).
    CiRead,
    /// An unrecognised project command or script ran, which may be a check (`./ci.sh`, `just ci`): only where neither its name nor its
    /// output tells.
    UnknownTask,
    /// A file was written whole (tool, redirect, heredoc, tee, touch, cp, generator).
    Write,
    /// A file was changed in part (tool, patch, `sed -i`, formatter, auto-fixer).
    Edit,
    /// A file was deleted.
    Delete,
    /// A file was moved: targets are `[from, to]`.
    Move,
    /// A file was read (tool, `cat`, `head`, `sed -n`, `jq f`).
    Read,
    /// Files or contents were searched (tool, `grep`, `rg`, `find`, `ls`, `git grep`).
    Search,
    /// A web page was fetched or searched, an HTTP request made (`curl`, `wget`).
    Http,
    /// A commit was made (`git commit`, `merge`, `rebase`, `cherry-pick`, `revert`, `am`).
    Commit,
    /// `git push`.
    Push,
    /// A pull or merge request was opened, updated or merged.
    PullRequest,
    /// The working tree was changed by git without a commit of the agent's (`checkout`, `switch`, `stash pop`, `reset --hard`, `pull`,
    /// `restore`).
    GitTree,
    /// Git was asked (`status`, `log`, `diff`, `show`, `branch`, `rev-parse`).
    GitRead,
    /// Packages were installed or removed, something was configured or enabled.
    Install,
    /// Deployed, published, released, migrated, a service started or restarted.
    Deploy,
    /// The state of a deployment or service was read (`kubectl get`, `systemctl status`, `docker ps`, `curl` counts as [`OpKind::Http`]).
    ServiceRead,
    /// Something outside was asked to act: issues, comments, mail, chat, tickets (`gh issue`, API POST, MCP).
    External,
    /// A subagent ran.
    Agent,
    /// The agent's own task list was written: targets are texts of items.
    Todo,
    /// Text was printed by the command itself (`echo`, `printf`): evidence of nothing.
    Print,
    /// Any other program or tool that ran (`python script.py`, `node -e`, `./bin`, an MCP tool).
    Run,
}

/// Kinds of check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Check {
    /// A test runner.
    Tests,
    /// A build or compile.
    Build,
    /// A linter or a formatter in checking mode.
    Lint,
    /// A formatter that writes (its run makes formatting clean).
    Format,
    /// A type checker.
    Typecheck,
    /// A mixed gate whose parts are not told apart (`pre-commit run`, hooks of a commit).
    Gate,
}

/// How an operation ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// It went well, by its own status or by decisive text.
    Passed,
    /// It failed, by its own status or by decisive text.
    Failed,
    /// It went well, but nothing was checked or done (0 tests, all skipped, dry run, list only, up to date).
    Vacuous,
    /// The command line hid its status, and its text decides nothing.
    Masked,
    /// It may never have run (behind `&&` after a failure, or `||`).
    NotReached,
    /// Refused, blocked, cancelled or interrupted.
    Denied,
    /// No end on record: background, still running, timed out, no result.
    Unfinished,
    /// It ended, but the record keeps too little to say how.
    Unreadable,
}

impl Outcome {
    /// It ran to its end, whatever came out.
    pub fn ended(self) -> bool {
        !matches!(self, Outcome::Unfinished | Outcome::Denied | Outcome::NotReached)
    }
}

/// Counts that a result shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Passed.
    pub passed: u64,
    /// Failed, errors included.
    pub failed: u64,
    /// Skipped or ignored.
    pub skipped: u64,
}

/// How much a call covers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Scope {
    /// The usual whole (`cargo test`, `go test ./...`, `npm test`, a task of the project).
    #[default]
    Full,
    /// Some packages, files, suites or names, as written (`-k foo`, `./pkg`, `tests/a.py`, `--lib`).
    Narrow(Vec<String>),
}

impl Scope {
    /// True where it covers the whole.
    pub fn is_full(&self) -> bool {
        matches!(self, Scope::Full)
    }
}

/// What an operation adds beyond its kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notes {
    /// A commit hash, push range, PR number or URL, id: what the result calls the product.
    pub product: Vec<String>,
    /// The change is prose, comments or white space only, or outside the repository: it makes nothing stale.
    pub harmless: bool,
    /// It loosened a check: a test skipped or removed.
    pub weakens: bool,
    /// It put a weaker assertion in the place of an exact one.
    pub loosens: bool,
    /// It made a stand-in (mock, stub, fake, fixture).
    pub stand_in: bool,
    /// Lines read: first and last line (1-based), where the read names a part; `None` for all of it.
    pub range: Option<(u64, u64)>,
    /// The host cut the result.
    pub cut: bool,
    /// Ran with `--no-verify` or the like.
    pub skips_hooks: bool,
    /// It ran within another command that the output or a task file names (`make check` → `go test`), or in a commit's hooks.
    pub nested: bool,
    /// A search or read that found nothing.
    pub nothing_found: bool,
}

impl Op {
    /// Changes files of the work (not a check, a read or a talk to the outside).
    pub fn mutates(&self) -> bool {
        matches!(self.kind, OpKind::Write | OpKind::Edit | OpKind::Delete | OpKind::Move | OpKind::GitTree | OpKind::Install)
            && !matches!(self.outcome, Outcome::Failed | Outcome::Denied | Outcome::NotReached | Outcome::Vacuous)
    }
}
