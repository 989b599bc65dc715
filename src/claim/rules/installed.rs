//! # installed
//!
//! ## What it says
//! A tool or dependency was installed; something was configured, enabled, set up.
//!
//! ## What backs it
//! A package manager's or configuration call that succeeded.
//!
//! ## What it is not
//! Instructions ("install X"), what is installed anyway, a configuration file that is named (`file_updated`).
//!
//! ## Examples
//! "Installed `vitest` as a dev dependency" · "I've enabled the plugin" · "Dependencies installed."

use super::{Rule, common};
use crate::claim::lexicon::Class;
use crate::claim::sentence::{Found, Sentence};
use crate::claim::ClaimType;

pub(super) const RULE: Rule = Rule {
    ty: ClaimType::Installed,
    source: include_str!("installed.rs"),
    find,
    yes: &[
        ("**Installed:** `vitest` as a dev dependency", Some("vitest")),
        ("I installed ripgrep.", Some("ripgrep")),
        ("Dependencies have been installed.", Some("Dependencies")),
        ("Added `serde` as a dependency.", Some("serde")),
    ],
    no: &["Install the package with `npm i`.", "ripgrep is not installed.", "Let me install Vitest.", "If jq is installed, it is used."],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    for a in common::own_acts(s).filter(|a| common::perfect(s, a)) {
        let dependency = a.is(Class::VAdd) && s.range((a.object.0, a.rest.1)).iter().take(8).any(|t| t.is(Class::NDep));
        if (a.is(Class::VInstall) || dependency) && !s.scene.foreign && !s.scene.folded && s.scene.file.is_none() && s.files(a.object).is_empty() {
            out.push(s.found(ClaimType::Installed, a.verb, s.name(common::after_colon(s, a))));
        }
    }
}
