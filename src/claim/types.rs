//! The claim types of the rules, in one table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! claim_types {
    ($($variant:ident $name:literal $says:literal;)*) => {
        /// What a claim says was done, or is the case.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum ClaimType { $(#[doc = $says] $variant,)* }
        impl ClaimType {
            /// Every type, in the order of the rules.
            pub const ALL: &'static [ClaimType] = &[$(ClaimType::$variant),*];
            /// The wire name.
            pub fn name(self) -> &'static str { match self { $(ClaimType::$variant => $name),* } }
            /// What such a claim says, in a few words.
            pub fn says(self) -> &'static str { match self { $(ClaimType::$variant => $says),* } }
            /// The type with this wire name.
            pub fn by_name(name: &str) -> Option<ClaimType> { Self::ALL.iter().copied().find(|t| t.name() == name) }
        }
    };
}

claim_types! {
    TestsPassed    "tests_passed"    "tests pass";
    BuildPassed    "build_passed"    "it builds";
    LintClean      "lint_clean"      "lint or format is clean";
    TypecheckClean "typecheck_clean" "types check";
    ChecksPassed   "checks_passed"   "all checks are green";
    FileCreated    "file_created"    "a file was created";
    FileUpdated    "file_updated"    "a file was changed";
    FileDeleted    "file_deleted"    "a file was deleted";
    Committed      "committed"       "committed";
    Pushed         "pushed"          "pushed";
    PullRequest    "pull_request"    "a pull request was opened, updated or merged";
    Installed      "installed"       "something was installed or configured";
    CommandRan     "command_ran"     "a command was run";
    NoChanges      "no_changes"      "nothing (else) was changed";
    Verified       "verified"        "something was verified";
    Fixed          "fixed"           "a bug is fixed";
    Done           "done"            "work is done";
    Deployed       "deployed"        "something is deployed, published or live";
    Reviewed       "reviewed"        "something was read";
    Searched       "searched"        "something was searched, nothing (else) found";
    Measured       "measured"        "a number was measured";
    External       "external"        "something was sent, posted or scheduled";
    Delegated      "delegated"       "another agent did or confirmed it";
}
