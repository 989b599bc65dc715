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
        ("npm install completed successfully.", None),
        ("`pnpm install` finished without errors.", None),
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

/// "npm install completed": the package manager's own run.
fn manager_ran(s: &Sentence<'_>, out: &mut Vec<Found>) {
    const MANAGERS: &[&str] = &["npm", "yarn", "pnpm", "bun", "pip", "uv", "bundle", "composer", "cargo", "poetry"];
    let ran = |t: &str| matches!(t, "completed" | "succeeded" | "finished" | "ran" | "passed" | "worked");
    for i in 0..s.toks.len() {
        let t = &s.toks[i];
        let code = t.kind == Kind::Code && t.text.split_whitespace().collect::<Vec<_>>().get(..2).is_some_and(|w| MANAGERS.contains(&w[0]) && w[1] == "install");
        let words = t.low == "install" && i > 0 && MANAGERS.contains(&s.toks[i - 1].low.as_str());
        let verb = (i + 1..s.toks.len()).find(|j| !s.toks[*j].any(crate::claim::lexicon::ClassSet::of(&[Class::Adv, Class::Have])));
        if let Some(v) = verb.filter(|v| (code || words) && ran(&s.toks[*v].low) && s.mood.affirms(*v) && !s.scene.foreign) {
            out.push(s.found(ClaimType::Installed, v, None));
        }
    }
}

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    manager_ran(s, out);
    for a in common::own_acts(s).filter(|a| common::perfect(s, a)) {
        let dependency = a.is(Class::VAdd) && s.range((a.object.0, a.rest.1)).iter().take(8).any(|t| t.is(Class::NDep) && t.low != "library") && heads_phrase(s, (a.object.0, a.rest.1));
        if (a.is(Class::VInstall) || dependency) && !s.scene.foreign && !s.scene.folded && s.scene.file.is_none() && s.files(a.object).is_empty() {
            out.push(s.found(ClaimType::Installed, a.verb, s.name(common::after_colon(s, a))));
        }
    }
}
