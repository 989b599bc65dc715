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
use crate::claim::token::Kind;

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
    no: &["Added `uv` for Python package management.", "Install the package with `npm i`.", "ripgrep is not installed.", "Let me install Vitest.", "If jq is installed, it is used."],
};

/// "`serde` as a dependency", no "package management": the word for it ends its phrase.
fn heads_phrase(s: &Sentence<'_>, r: (usize, usize)) -> bool {
    let at = (r.0..r.1.min(r.0 + 8)).find(|j| s.is(*j, Class::NDep));
    at.is_some_and(|j| s.tok(j + 1).is_none_or(|t| !t.is_content() || !t.cls.is_empty() || t.kind != Kind::Word))
}

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    for a in common::own_acts(s).filter(|a| common::perfect(s, a)) {
        let dependency = a.is(Class::VAdd) && s.range((a.object.0, a.rest.1)).iter().take(8).any(|t| t.is(Class::NDep) && t.low != "library") && heads_phrase(s, (a.object.0, a.rest.1));
        if (a.is(Class::VInstall) || dependency) && !s.scene.foreign && !s.scene.folded && s.scene.file.is_none() && s.files(a.object).is_empty() {
            out.push(s.found(ClaimType::Installed, a.verb, s.name(common::after_colon(s, a))));
        }
    }
}
