//! # deployed
//!
//! ## What it says
//! Something was deployed, released, published; it is live, up, in production.
//!
//! ## What backs it
//! The call and its success, and for "live" and "up" a read-back after it.
//!
//! ## What it is not
//! A push, plans ("ready to deploy"), what the pipeline deploys, a local development server.
//!
//! ## Examples
//! "The fix is live on production" · "Deployed to staging." · "Release v0.4.0 is published" · "queued deployment dpl_77"

use super::{Rule, common};
use crate::claim::act::Form;
use crate::claim::lexicon::{Class, ClassSet};
use crate::claim::sentence::{Found, Sentence};
use crate::claim::token::{Kind, Tok};
use crate::claim::ClaimType;

pub(super) const RULE: Rule = Rule {
    ty: ClaimType::Deployed,
    source: include_str!("deployed.rs"),
    find,
    yes: &[
        ("Deployed to staging.", Some("staging")),
        ("The fix is live on the production site.", Some("fix")),
        ("The GitHub release v0.4.0 is published.", Some("GitHub release v0.4.0")),
        ("I've published the package.", Some("package")),
    ],
    no: &["The dev server is running on port 3000.", "Ready to deploy.", "The change is not deployed.", "Once merged, CI deploys it.", "So it never went live.", "Pushed.", "- Released October 2025"],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    for a in s.acts.iter().filter(|a| s.mood.affirms(a.verb) && a.form != Form::Third && !s.scene.foreign) {
        let queued = a.is(Class::VStart) && s.range((a.object.0, a.rest.1)).iter().any(|t| t.is(Class::NRelease));
        if !(a.is(Class::VDeploy) || queued) || !common::not_by_other(s, a) {
            continue;
        }
        // "Released October 2025" tells a date.
        let fits = s.tok(a.rest.0).is_none_or(|t| !t.is_content() || matches!(t.kind, Kind::Code | Kind::Path) || t.any(ClassSet::of(&[Class::Det, Class::Into, Class::Prep, Class::And, Class::Adv, Class::NRelease, Class::NPr, Class::NDep, Class::All, Class::New])) || t.low.starts_with('v') || t.cls.is_empty() && t.text.starts_with(char::is_lowercase));
        if a.form == Form::Lead && !fits {
            continue;
        }
        let place = (a.rest.0..a.rest.1).find(|j| s.is(*j, Class::Into));
        let direct = s.name((a.object.0, place.unwrap_or(a.object.1).min(a.object.1)));
        let target = direct.or_else(|| s.name((place? + 1, a.rest.1)));
        let mut f = s.found(ClaimType::Deployed, a.verb, target);
        f.detail.state |= a.form == Form::State;
        out.push(f);
    }
    for i in s.affirmed(Class::Live) {
        let be = i > 0 && (1..=3.min(i)).any(|k| s.is(i - k, Class::Be));
        let place = s.tok(i).is_some_and(|t| t.low == "live" || s.phrase_end(i, ClassSet::of(&[Class::Live])) > i);
        let (a, _) = s.clause(i);
        let start = (a..i).rev().find(|j| s.toks[*j].kind == crate::claim::token::Kind::Comma || s.toks[*j].any(ClassSet::of(&[Class::And, Class::But]))).map_or(a, |j| j + 1);
        let service = s.range((start, i)).iter().any(|t| t.any(ClassSet::of(&[Class::NService, Class::NSite, Class::NChange, Class::NRelease])));
        let named = (start..i).any(|j| s.toks[j].is_content() && !s.toks[j].any(ClassSet::of(&[Class::Be, Class::Adv, Class::Now])));
        // A development server of one's own is looked at, not deployed.
        let local = |t: &Tok<'_>| matches!(t.low.as_str(), "dev" | "development" | "local" | "localhost" | "port" | "locally") || t.text.contains("localhost");
        let own = s.range(s.clause(i)).iter().any(local);
        if be && named && !own && (service || place) && !s.scene.foreign && s.closes_phrase(i) {
            let mut f = s.found(ClaimType::Deployed, i, s.name((start, i)));
            f.detail.state = true;
            out.push(f);
        }
    }
}
