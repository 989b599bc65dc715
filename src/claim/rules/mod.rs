//! The rules, one file a claim type, in one table.
//!
//! Each file opens with a page of fixed headings (what it says, what backs it, what it is not, examples), holds the function that
//! finds its claims in a sentence, and examples that one shared test replays.

pub(crate) mod common;

use super::ClaimType;
use super::sentence::{Found, Sentence};

/// How one claim type is found.
pub struct Rule {
    /// The type.
    pub ty: ClaimType,
    source: &'static str,
    pub(crate) find: fn(&Sentence<'_>, &mut Vec<Found>),
    /// Messages that hold such a claim, with the target expected.
    pub yes: &'static [(&'static str, Option<&'static str>)],
    /// Messages that hold none.
    pub no: &'static [&'static str],
}

impl Rule {
    /// The rule's page: the text of its file's header.
    pub fn page(&self) -> String {
        let lines = self.source.lines().take_while(|l| l.starts_with("//!"));
        lines.map(|l| l.trim_start_matches("//!").trim_start_matches(' ')).collect::<Vec<_>>().join("\n")
    }
}

macro_rules! rules {
    ($($module:ident)*) => {
        $(pub(crate) mod $module;)*
        /// Every rule, the more specific before the more general: of two claims on the same words the first stays.
        pub const ALL: &[Rule] = &[$($module::RULE),*];
    };
}

rules! {
    tests_passed build_passed lint_clean typecheck_clean checks_passed
    file_deleted file_created file_updated
    committed pushed pull_request installed deployed external delegated
    no_changes searched reviewed measured verified command_ran fixed done
}

/// The rule of a type.
pub fn rule(ty: ClaimType) -> Option<&'static Rule> {
    ALL.iter().find(|r| r.ty == ty)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::extract;

    #[test]
    fn every_type_has_one_rule_with_a_page_and_examples() {
        for ty in ClaimType::ALL {
            let rule = rule(*ty).unwrap_or_else(|| panic!("no rule for {}", ty.name()));
            assert_eq!(ALL.iter().filter(|r| r.ty == *ty).count(), 1);
            let page = rule.page();
            let mut at = 0;
            for heading in ["# ", "## What it says", "## What backs it", "## What it is not", "## Examples"] {
                let found = page[at..].find(heading).unwrap_or_else(|| panic!("{}: no {heading} in its page", ty.name()));
                at += found + heading.len();
            }
            assert!(rule.yes.len() >= 3 && rule.no.len() >= 3, "{}: too few examples", ty.name());
        }
    }

    #[test]
    fn examples_hold() {
        let mut wrong = Vec::new();
        for rule in ALL {
            for (text, target) in rule.yes {
                let found: Vec<_> = extract(text).into_iter().filter(|c| c.ty == rule.ty).collect();
                if !found.iter().any(|c| c.target.as_deref() == *target) {
                    let got: Vec<_> = extract(text).into_iter().map(|c| (c.ty.name(), c.target)).collect();
                    wrong.push(format!("{}: {text:?} should give {target:?}, gives {got:?}", rule.ty.name()));
                }
            }
            for text in rule.no {
                if let Some(c) = extract(text).into_iter().find(|c| c.ty == rule.ty) {
                    wrong.push(format!("{}: {text:?} should give none, gives {:?} {:?}", rule.ty.name(), c.target, c.quote));
                }
            }
        }
        assert!(wrong.is_empty(), "{} examples fail:\n{}", wrong.len(), wrong.join("\n"));
    }
}
