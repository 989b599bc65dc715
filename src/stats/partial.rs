//! A partial result: what one shard of a run found, and what many of them found together.

use super::rows::{ClaimRow, FileRow};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The form of partials; raised when it changes in a way that old ones cannot be merged with.
pub const SCHEMA: &str = "sayso-partial/1";

/// The rules of this build, as a hash of the sources that hold them.
pub const RULESET: &str = env!("SAYSO_RULESET_SHA256");

/// What a partial was made with. Only equals merge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Made {
    /// Form of the file.
    pub schema: String,
    /// Version of sayso.
    pub tool_version: String,
    /// Hash of the rules.
    pub ruleset_sha256: String,
    /// Hash of the settings that can change a verdict.
    pub config_sha256: String,
    /// Detector that judged.
    pub detector: String,
}

/// A session that was judged, with or without claims.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct SessionRow {
    /// What its claims are grouped under: its id, else the path of its file.
    pub session: String,
    /// File that holds it.
    pub path: String,
    /// Time of its first record, UTC.
    pub began: Option<String>,
    /// Project.
    pub project: Option<String>,
    /// True where the file is a subagent's.
    pub subagent: bool,
    /// Messages of agents that were searched for claims.
    pub messages: u64,
    /// Tool calls on record.
    pub calls: u64,
}

/// A claim row with what merging and rendering need besides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Row {
    /// The claim.
    #[serde(flatten)]
    pub claim: ClaimRow,
    /// Identity of the record that holds it; 0 where the source gives none.
    pub key: u64,
    /// Where in the message the words begin, in bytes.
    pub at: u32,
    /// Time of the first record of its file, UTC: of copied records the oldest file's count.
    pub began: Option<String>,
    /// What decided, for people.
    pub shown: Vec<Shown>,
}

/// A call that decided, for people.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Shown {
    /// Tool.
    pub tool: String,
    /// Line of the call.
    pub call: u32,
    /// Line of the result.
    pub result: Option<u32>,
    /// The line of the result that decides.
    pub excerpt: String,
    /// The command line, where it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
}

impl Row {
    /// Path and position, which order the rows.
    fn position(&self) -> (&str, u32, u32, u32, &ClaimRow, &[Shown]) {
        (&self.claim.path, self.claim.line, self.claim.step, self.at, &self.claim, &self.shown)
    }

    /// What the claim is counted under as one session: the id, else the file.
    pub fn session_key(&self) -> &str {
        self.claim.session.as_deref().unwrap_or(&self.claim.path)
    }
}

impl PartialOrd for Row {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Row {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.position().cmp(&other.position()).then_with(|| (self.key, &self.began).cmp(&(other.key, &other.began)))
    }
}

/// What a shard found. A set of rows: merging is union, so that order, grouping and repetition do not matter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Partial {
    /// What it was made with.
    #[serde(flatten)]
    pub made: Made,
    /// Files, by path.
    pub files: BTreeSet<FileRow>,
    /// Sessions that were judged.
    pub sessions: BTreeSet<SessionRow>,
    /// Claims, by path and position.
    pub claims: BTreeSet<Row>,
}

impl Partial {
    /// Nothing found yet.
    pub fn empty(made: Made) -> Partial {
        Partial { made, files: BTreeSet::new(), sessions: BTreeSet::new(), claims: BTreeSet::new() }
    }

    /// Takes in what another shard found.
    pub fn merge(&mut self, other: Partial) -> Result<(), Unequal> {
        self.made.check(&other.made)?;
        self.absorb(vec![other]);
        Ok(())
    }

    /// Takes in what the same run found.
    pub(super) fn absorb(&mut self, parts: Vec<Partial>) {
        let (mut files, mut sessions, mut claims) = (Vec::new(), Vec::new(), Vec::new());
        for part in parts {
            files.extend(part.files);
            sessions.extend(part.sessions);
            claims.extend(part.claims);
        }
        union(&mut self.files, files);
        union(&mut self.sessions, sessions);
        union(&mut self.claims, claims);
    }
}

/// Adds rows to a set, sorting once: rows added one by one would each be moved many times.
fn union<T: Ord>(set: &mut BTreeSet<T>, rows: Vec<T>) {
    let known = std::mem::take(set);
    *set = known.into_iter().chain(rows).collect();
}

/// Two results that were made differently.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} differs: {left} and {right}; results made differently cannot be put together")]
pub struct Unequal {
    what: &'static str,
    left: String,
    right: String,
}

impl Made {
    /// Made by this build with a detector and the settings of this hash.
    pub fn by_this_build(detector: &str, config_sha256: &str) -> Made {
        Made {
            schema: SCHEMA.into(),
            tool_version: env!("CARGO_PKG_VERSION").into(),
            ruleset_sha256: RULESET.into(),
            config_sha256: config_sha256.into(),
            detector: detector.into(),
        }
    }

    /// Fails where results made so cannot be merged or compared with others.
    pub fn check(&self, other: &Made) -> Result<(), Unequal> {
        let pairs = [
            ("schema", &self.schema, &other.schema),
            ("rule set", &self.ruleset_sha256, &other.ruleset_sha256),
            ("settings", &self.config_sha256, &other.config_sha256),
            ("detector", &self.detector, &other.detector),
            ("version of sayso", &self.tool_version, &other.tool_version),
        ];
        match pairs.into_iter().find(|(_, a, b)| a != b) {
            Some((what, left, right)) => Err(Unequal { what, left: left.clone(), right: right.clone() }),
            None => Ok(()),
        }
    }
}
