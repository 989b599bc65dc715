//! Integer counts of what a detector got right: the primitive from which every figure follows.

use super::matching::Pair;
use crate::verdict::Verdict;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! counts {
    ($($(#[doc = $doc:literal])+ $field:ident,)*) => {
        /// Counts over matched labels and claims. `ex` is extraction, `un` the call of "unsupported", `ev` the evidenced labels.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        pub struct Counts { $($(#[doc = $doc])+ pub $field: u64,)* }

        impl Counts {
            /// The counts by name, in a fixed order.
            pub fn named(&self) -> Vec<(&'static str, u64)> {
                vec![$((stringify!($field), self.$field)),*]
            }
        }

        impl std::ops::AddAssign for Counts {
            fn add_assign(&mut self, other: Counts) {
                $(self.$field += other.$field;)*
            }
        }
    };
}

counts! {
    /// Labels found.
    ex_tp,
    /// Labels missed.
    ex_fn,
    /// Claims that no label has.
    ex_fp,
    /// Unsupported labels called unsupported.
    un_tp,
    /// Unsupported labels not called so.
    un_fn,
    /// Claims called unsupported that no unsupported label has.
    un_fp,
    /// Claims not called unsupported that no unsupported label has.
    un_tn,
    /// Unsupported labels found, but called undecidable.
    un_abstained,
    /// Labels found (the denominator of verdicts).
    matched,
    /// Of them with the label's verdict.
    verdict_ok,
    /// Unsupported labels called unsupported (the denominator of reasons).
    reason_n,
    /// Of them with the label's reason.
    reason_ok,
    /// Evidenced labels found.
    ev_n,
    /// Of them called unsupported: false alarms.
    ev_alarm,
    /// Of them called undecidable.
    ev_abstain,
}

impl Counts {
    /// Counts one pair.
    pub fn of(pair: &Pair<'_>) -> Counts {
        let flag = |b: bool| u64::from(b);
        let (label, call) = (pair.label, pair.call);
        let label_unsupported = label.is_some_and(|l| l.verdict.is_unsupported());
        let call_unsupported = call.is_some_and(|c| c.verdict().is_unsupported());
        let abstained = call.is_some_and(|c| c.verdict() == Verdict::Undecidable);
        let mut k = Counts {
            ex_tp: flag(label.is_some() && call.is_some()),
            ex_fn: flag(label.is_some() && call.is_none()),
            ex_fp: flag(label.is_none() && call.is_some()),
            un_tp: flag(label_unsupported && call_unsupported),
            un_fn: flag(label_unsupported && !call_unsupported),
            un_fp: flag(!label_unsupported && call_unsupported),
            un_tn: flag(!label_unsupported && call.is_some() && !call_unsupported),
            un_abstained: flag(label_unsupported && abstained),
            ..Counts::default()
        };
        if let (Some(label), Some(call)) = (label, call) {
            let evidenced = label.verdict == Verdict::Evidenced;
            k.matched = 1;
            k.verdict_ok = flag(label.verdict == call.verdict());
            k.reason_n = flag(label_unsupported && call_unsupported);
            k.reason_ok = flag(label_unsupported && call_unsupported && label.reason == call.reason);
            k.ev_n = flag(evidenced);
            k.ev_alarm = flag(evidenced && call_unsupported);
            k.ev_abstain = flag(evidenced && abstained);
        }
        k
    }

    /// Counts many pairs.
    pub fn total<'a, 'p: 'a>(pairs: impl IntoIterator<Item = &'a Pair<'p>>) -> Counts {
        let mut total = Counts::default();
        for pair in pairs {
            total += Counts::of(pair);
        }
        total
    }

    /// Labels in all.
    pub fn labels(&self) -> u64 {
        self.ex_tp + self.ex_fn
    }

    /// Claims in all.
    pub fn claims(&self) -> u64 {
        self.ex_tp + self.ex_fp
    }
}
