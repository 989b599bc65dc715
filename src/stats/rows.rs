//! The rows that a run yields: one a claim, one a file.

use crate::claim::ClaimType;
use crate::transcript::SourceKind;
use crate::verdict::{Reason, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A claim with its verdict, as `--claims` writes it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct ClaimRow {
    /// File that holds the claim, as the path was given.
    pub path: String,
    /// Format of the file.
    pub source: SourceKind,
    /// Id of the session; for a subagent's file that of the main session.
    pub session: Option<String>,
    /// Repository root if the record names one, else the working directory at the start.
    pub project: Option<String>,
    /// Model that wrote the message.
    pub model: Option<String>,
    /// Version of the agent program.
    pub agent_version: Option<String>,
    /// Time of the message, UTC, RFC 3339.
    pub timestamp: Option<String>,
    /// Id of the subagent that speaks; null for the main agent.
    pub subagent: Option<String>,
    /// Line of the file, from 1.
    pub line: u32,
    /// Position of the statement within the session, for sources where many records share a line.
    pub step: u32,
    /// What the claim says.
    #[serde(rename = "type")]
    pub ty: ClaimType,
    /// The thing that it names.
    pub target: Option<String>,
    /// Its words.
    pub quote: String,
    /// What the record says of it.
    pub verdict: Verdict,
    /// Why.
    pub reason: Reason,
    /// Lines of the calls that decided and of their results.
    pub evidence: Vec<u32>,
    /// What the record shows, in a sentence.
    pub explanation: String,
    /// What became of the claim later: `stands`, `later_backed`, `retracted` or `repeats`.
    pub fate: String,
    /// Name of the finding that survives moved lines, for the accept file.
    #[serde(default)]
    pub fingerprint: String,
}

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Read and judged.
    Audited,
    /// Skipped: nothing but blanks.
    Empty,
    /// Skipped: not a transcript of a known source.
    NotATranscript,
    /// Skipped: a reviewer's copy of another session.
    ReviewCopy,
    /// Skipped: a FIFO, socket or device.
    Special,
    /// Skipped: a link, which is not followed.
    Link,
    /// Skipped: a link that leads back to a folder above it.
    LinkLoop,
    /// Dropped: the same bytes as another file.
    IdenticalFile,
    /// Dropped: a shorter copy of a session that another file holds.
    SessionCopy,
    /// Failed: could not be read.
    Unreadable,
    /// Failed: the program went wrong over it.
    Lost,
}

impl Outcome {
    /// The wire name.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Audited => "audited",
            Outcome::Empty => "empty",
            Outcome::NotATranscript => "not_a_transcript",
            Outcome::ReviewCopy => "review_copy",
            Outcome::Special => "special",
            Outcome::Link => "link",
            Outcome::LinkLoop => "link_loop",
            Outcome::IdenticalFile => "identical_file",
            Outcome::SessionCopy => "session_copy",
            Outcome::Unreadable => "unreadable",
            Outcome::Lost => "lost",
        }
    }

    /// For people.
    pub fn describe(self) -> &'static str {
        match self {
            Outcome::Audited => "audited",
            Outcome::Empty => "skipped: empty",
            Outcome::NotATranscript => "skipped: not a transcript that is known",
            Outcome::ReviewCopy => "skipped: a reviewer's copy of another session",
            Outcome::Special => "skipped: FIFO, socket or device",
            Outcome::Link => "skipped: link (--follow follows them)",
            Outcome::LinkLoop => "skipped: link that loops",
            Outcome::IdenticalFile => "dropped: same bytes as another file",
            Outcome::SessionCopy => "dropped: shorter copy of a session",
            Outcome::Unreadable => "failed: cannot be read",
            Outcome::Lost => "failed: internal error",
        }
    }

    /// The run lost something by it.
    pub fn is_failure(self) -> bool {
        matches!(self, Outcome::Unreadable | Outcome::Lost)
    }

    /// Held elsewhere, so that counting it would count twice.
    pub fn is_duplicate(self) -> bool {
        matches!(self, Outcome::IdenticalFile | Outcome::SessionCopy)
    }
}

/// A file, what became of it, and what was wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct FileRow {
    /// The path, as given.
    pub path: String,
    /// What became of it.
    pub outcome: Outcome,
    /// More about it: what the system said, or which file holds the same.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// The format, where it was recognised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceKind>,
    /// Sessions in the file.
    #[serde(default)]
    pub sessions: u32,
    /// Size in bytes, as read.
    #[serde(default)]
    pub bytes: u64,
    /// Lines.
    #[serde(default)]
    pub lines: u64,
    /// Records read.
    #[serde(default)]
    pub records: u64,
    /// Lines that could not be read.
    #[serde(default)]
    pub bad_lines: u64,
    /// The first of them, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub first_bad_lines: Vec<(u32, String)>,
    /// Lines that held several records.
    #[serde(default)]
    pub glued_lines: u64,
    /// Lines with bytes that are no text.
    #[serde(default)]
    pub lossy_lines: u64,
    /// Lines cut at the length limit.
    #[serde(default)]
    pub overlong_lines: u64,
    /// Lines nested too deep to read.
    #[serde(default)]
    pub deep_lines: u64,
    /// The last line is cut: the session was still being written.
    #[serde(default)]
    pub truncated_tail: bool,
    /// Records that another file of the run holds too.
    #[serde(default)]
    pub copied_records: u64,
    /// Hash of the content, in partials that will be put together with others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

impl FileRow {
    /// A row about a file of which nothing was read.
    pub fn unread(path: &str, outcome: Outcome, detail: impl Into<String>) -> FileRow {
        FileRow {
            path: path.to_owned(),
            outcome,
            detail: detail.into(),
            source: None,
            sessions: 0,
            bytes: 0,
            lines: 0,
            records: 0,
            bad_lines: 0,
            first_bad_lines: Vec::new(),
            glued_lines: 0,
            lossy_lines: 0,
            overlong_lines: 0,
            deep_lines: 0,
            truncated_tail: false,
            copied_records: 0,
            sha256: None,
        }
    }

    /// Something about the content is worth a word.
    pub fn has_defects(&self) -> bool {
        self.truncated_tail || self.bad_lines + self.glued_lines + self.lossy_lines + self.overlong_lines + self.deep_lines > 0
    }
}
