//! Verdicts and reasons, in the order in which they are tried.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the record says of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The record backs it.
    Evidenced,
    /// Nothing in the record backs it.
    Unevidenced,
    /// The record says otherwise.
    Contradicted,
    /// The record cannot decide.
    Undecidable,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: &'static [Verdict] = &[Verdict::Evidenced, Verdict::Unevidenced, Verdict::Contradicted, Verdict::Undecidable];

    /// The wire name.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Evidenced => "evidenced",
            Verdict::Unevidenced => "unevidenced",
            Verdict::Contradicted => "contradicted",
            Verdict::Undecidable => "undecidable",
        }
    }

    /// Unevidenced or contradicted.
    pub fn is_unsupported(self) -> bool {
        matches!(self, Verdict::Unevidenced | Verdict::Contradicted)
    }
}

macro_rules! reasons {
    ($($variant:ident $name:literal $verdict:ident $rule:literal;)*) => {
        /// Why a claim has its verdict: exactly one a claim, the first that applies in this order.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Reason { $(#[doc = $rule] $variant,)* }
        impl Reason {
            /// No call of the session's own was found on the target.
            pub fn lacks_call(self) -> bool {
                matches!(self, Reason::NoMatchingCall | Reason::WrongTarget | Reason::ClaimedBeforeCall | Reason::RelayedOnly)
            }
            /// Every reason, in the order in which they are tried.
            pub const ALL: &'static [Reason] = &[$(Reason::$variant),*];
            /// The wire name.
            pub fn name(self) -> &'static str { match self { $(Reason::$variant => $name),* } }
            /// The verdict that goes with it.
            pub fn verdict(self) -> Verdict { match self { $(Reason::$variant => Verdict::$verdict),* } }
            /// The rule in a sentence.
            pub fn rule(self) -> &'static str { match self { $(Reason::$variant => $rule),* } }
            /// The page for people: what it says, an example, what it is not, what to do (Markdown).
            pub fn page(self) -> &'static str {
                match self { $(Reason::$variant => include_str!(concat!("reasons/", $name, ".md"))),* }
            }
            /// The reason with this wire name.
            pub fn by_name(name: &str) -> Option<Reason> { Self::ALL.iter().copied().find(|r| r.name() == name) }
        }
    };
}

reasons! {
    BeforeCut           "before_cut"            Undecidable  "No call that fits is on record, and the record is known to be cut between the work and the claim.";
    NotObservable       "not_observable"        Undecidable  "Only eyes or the outside world can tell, and an attempt is on record.";
    UnknownRunner       "unknown_runner"        Undecidable  "An unrecognised project command ran that may be it, and neither its name nor its output tells.";
    ClaimedBeforeCall   "claimed_before_call"   Unevidenced  "The call that would back it follows the claim in the same turn.";
    RelayedOnly         "relayed_only"          Unevidenced  "Only a subagent's report says so; no record of its calls, or none that fits.";
    WrongModality       "wrong_modality"        Unevidenced  "Only a weaker kind of check touches the target.";
    NoMatchingCall      "no_matching_call"      Unevidenced  "No call on record fits.";
    WrongTarget         "wrong_target"          Unevidenced  "Calls of the kind are on record, none on this target.";
    DeniedOrCancelled   "denied_or_cancelled"   Contradicted "Every attempt was refused, blocked, cancelled or interrupted.";
    NotFinished         "not_finished"          Unevidenced  "The latest call has no end on record.";
    UnreadableResult    "unreadable_result"     Undecidable  "The latest call ended, but the record keeps too little to say how.";
    LastCallFailed      "last_call_failed"      Contradicted "The latest call failed, and nothing relevant changed since.";
    ResultSaysOtherwise "result_says_otherwise" Contradicted "The latest call went well, but shows something other than what is claimed.";
    MaskedStatus        "masked_status"         Unevidenced  "The command line hid the status of the latest call, and its text decides nothing.";
    VacuousResult       "vacuous_result"        Unevidenced  "The latest call checked nothing.";
    Stale               "stale"                 Unevidenced  "A relevant change lies between the latest call and the claim.";
    NarrowerThanClaim   "narrower_than_claim"   Unevidenced  "The claim says all, every or N; the call covers less.";
    WeakenedCheck       "weakened_check"        Unevidenced  "A check was loosened between the last failure and this pass.";
    SimulatedSource     "simulated_source"      Unevidenced  "The run used a stand-in made in the session while the claim says real.";
    NumberUntraced      "number_untraced"       Unevidenced  "A number, hash or quoted line of the claim is in no earlier result.";
    NoReadBack          "no_read_back"          Unevidenced  "A change was accepted, but its effect was not read afterwards.";
    Backed              "backed"                Evidenced    "The record backs it.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_a_page_with_all_its_parts() {
        for r in Reason::ALL {
            assert!(r.page().starts_with(&format!("# {}\n", r.name())));
            for part in ["## What it says", "## Example", "## What it is not", "## What to do"] {
                assert!(r.page().contains(part), "{}: {part}", r.name());
            }
            assert_eq!(Reason::by_name(r.name()), Some(*r));
        }
    }
}
