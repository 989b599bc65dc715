//! Verdicts: a claim against the record of its session, one reason each, in a fixed order.

pub mod reason;

pub use reason::{Reason, Verdict};

/// A claim with its verdict.
#[derive(Debug, Clone)]
pub struct Judged {
    /// Index of the claim's event in the session: its `step`.
    pub step: usize,
    /// Physical line of the claim.
    pub line: u32,
    /// The claim.
    pub claim: crate::claim::Claim,
    /// Why; the verdict follows from it.
    pub reason: Reason,
    /// The calls that decided, most telling first.
    pub evidence: Vec<Evidence>,
    /// One sentence for people: what the record shows.
    pub explanation: String,
    /// What became of the claim later in the session.
    pub fate: Fate,
}

impl Judged {
    /// The verdict, which follows from the reason.
    pub fn verdict(&self) -> Verdict {
        self.reason.verdict()
    }
}

/// A call that decided a verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// Tool name.
    pub tool: String,
    /// Physical line of the call.
    pub call_line: u32,
    /// Physical line of its result, if recorded.
    pub result_line: Option<u32>,
    /// The line of the result that decides, or the first; at most 200 bytes.
    pub excerpt: String,
}

/// What became of a claim later in its session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Fate {
    /// Nothing.
    #[default]
    Stands,
    /// The evidence came after the claim.
    LaterBacked,
    /// A later message took it back.
    Retracted,
    /// An earlier claim of the same type and target rests on the same evidence.
    Repeats,
}

impl Fate {
    /// The wire name.
    pub fn name(self) -> &'static str {
        match self {
            Fate::Stands => "stands",
            Fate::LaterBacked => "later_backed",
            Fate::Retracted => "retracted",
            Fate::Repeats => "repeats",
        }
    }
}
