//! Integer counts.

use crate::verdict::Verdict;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Claims by verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tally {
    /// The record backs them.
    pub evidenced: u64,
    /// Nothing in the record backs them.
    pub unevidenced: u64,
    /// The record says otherwise.
    pub contradicted: u64,
    /// The record cannot decide.
    pub undecidable: u64,
}

impl Tally {
    /// Counts a claim.
    pub fn add(&mut self, verdict: Verdict) {
        *match verdict {
            Verdict::Evidenced => &mut self.evidenced,
            Verdict::Unevidenced => &mut self.unevidenced,
            Verdict::Contradicted => &mut self.contradicted,
            Verdict::Undecidable => &mut self.undecidable,
        } += 1;
    }

    /// Counts of one verdict.
    pub fn of(&self, verdict: Verdict) -> u64 {
        match verdict {
            Verdict::Evidenced => self.evidenced,
            Verdict::Unevidenced => self.unevidenced,
            Verdict::Contradicted => self.contradicted,
            Verdict::Undecidable => self.undecidable,
        }
    }

    /// All claims.
    pub fn claims(&self) -> u64 {
        self.decided() + self.undecidable
    }

    /// Claims that the record decides: the denominator of the rate.
    pub fn decided(&self) -> u64 {
        self.evidenced + self.unsupported()
    }

    /// Unevidenced and contradicted: the numerator.
    pub fn unsupported(&self) -> u64 {
        self.unevidenced + self.contradicted
    }
}

/// Claims of a group, and how they lie among sessions. Claims of one session are not independent; the sums over sessions of
/// x² , x·m and m² (x unsupported, m decided) are what the variance of the rate between sessions is made of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Clustered {
    /// Claims by verdict.
    #[serde(flatten)]
    pub tally: Tally,
    /// Sessions with at least one decided claim of the group.
    pub sessions: u64,
    /// Sum of x².
    pub sum_xx: u64,
    /// Sum of x·m.
    pub sum_xm: u64,
    /// Sum of m².
    pub sum_mm: u64,
}

impl Clustered {
    /// Sums up sessions.
    pub fn of<'a>(sessions: impl IntoIterator<Item = &'a Tally>) -> Clustered {
        let mut out = Clustered::default();
        for t in sessions {
            out.tally.evidenced += t.evidenced;
            out.tally.unevidenced += t.unevidenced;
            out.tally.contradicted += t.contradicted;
            out.tally.undecidable += t.undecidable;
            let (x, m) = (t.unsupported(), t.decided());
            out.sessions += u64::from(m > 0);
            out.sum_xx += x * x;
            out.sum_xm += x * m;
            out.sum_mm += m * m;
        }
        out
    }

    /// Variance of the rate between sessions (linearised ratio estimator); none where it cannot be estimated.
    pub fn variance(&self) -> Option<f64> {
        let (n, m) = (self.sessions as f64, self.tally.decided() as f64);
        if self.sessions < 2 {
            return None;
        }
        let p = self.tally.unsupported() as f64 / m;
        let squares = self.sum_xx as f64 - 2.0 * p * self.sum_xm as f64 + p * p * self.sum_mm as f64;
        Some((n / (n - 1.0) * squares / (m * m)).max(0.0))
    }
}
