//! # reviewed
//!
//! ## What it says
//! A file, document or code was read, loaded, reviewed, gone through.
//!
//! ## What backs it
//! Any read of it; "all", "in full" and "every step" need ranges that cover it, and a result that the host cut is not full.
//!
//! ## What it is not
//! Plans ("let me read"), what a review found, the reviews of others (`delegated`), counts made by reading.
//!
//! ## Examples
//! "I read limits.md" · "lease-a.md: read in full" · "Went through all of protocol.md" · "Config loaded (`config.yaml`)"

use super::{Rule, common};
use crate::claim::act::Form;
use crate::claim::lexicon::Class;
use crate::claim::sentence::{Found, Sentence};
use crate::claim::token::Kind;
use crate::claim::{ClaimType, target};

pub(super) const RULE: Rule = Rule {
    ty: ClaimType::Reviewed,
    source: include_str!("reviewed.rs"),
    find,
    yes: &[
        ("I read limits.md and went through all of protocol.md.", Some("limits.md")),
        ("lease-a.md: read in full", Some("lease-a.md")),
        ("- b.md: PAGES READ 1-20, status READ IN FULL", Some("b.md")),
        ("- spec.txt: 14 of 14 pages read", Some("spec.txt")),
        ("I've reviewed the code for this branch.", Some("code")),
        ("Config loaded (`_bmad/config.yaml`).", Some("_bmad/config.yaml")),
    ],
    no: &["Let me read the file first.", "I had only seen the preview of protocol.md.", "The file is read lazily.", "Read the README to learn more.", "I haven't read the tests."],
};

fn find(s: &Sentence<'_>, out: &mut Vec<Found>) {
    if s.scene.foreign {
        return;
    }
    if s.scene.label_verbs.has(Class::VRead) && s.scene.kind == crate::claim::block::BlockKind::Item && s.acts.is_empty() {
        for (i, t) in s.toks.iter().enumerate().filter(|(_, t)| matches!(t.kind, Kind::Code | Kind::Path) && target::is_path(t.text)) {
            out.push(s.found(ClaimType::Reviewed, i, Some(target::clean_path(t.text).to_owned())));
        }
    }
    if let Some((at, path)) = status(s) {
        out.push(s.found(ClaimType::Reviewed, at, Some(path)));
        return;
    }
    for a in common::own_acts(s).filter(|a| a.is(Class::VRead) && common::perfect(s, a)) {
        let labelled = a.form == Form::Lead && a.verb > 0 && s.tok(a.verb - 1).is_some_and(|t| t.kind == Kind::Colon);
        let start = if labelled { s.clause(a.verb).0 } else { a.object.0.min(a.verb) };
        let words = (start, a.rest.1);
        let paths: Vec<String> = s.range(words).iter().filter(|t| matches!(t.kind, Kind::Code | Kind::Path) && target::is_path(t.text)).map(|t| target::clean_path(t.text).to_owned()).collect();
        let full = s.range(words).iter().any(|t| t.is(Class::Full) || t.is(Class::All));
        let fits = match a.form {
            Form::First => true,
            _ => !paths.is_empty() || full,
        };
        if !fits {
            continue;
        }
        if paths.is_empty() {
            out.push(s.found(ClaimType::Reviewed, a.verb, s.name(a.object)));
        }
        for p in paths {
            out.push(s.found(ClaimType::Reviewed, a.verb, Some(p)));
        }
    }
}

/// "b.md: PAGES READ 1-20, status READ IN FULL", "spec.txt: 14 of 14 pages read": a file and how much of it was read.
fn status(s: &Sentence<'_>) -> Option<(usize, String)> {
    let file = s.file_at(0)?;
    let labelled = s.tok(1).is_some_and(|t| matches!(t.kind, Kind::Colon | Kind::Dash | Kind::Cell));
    let at = (2..s.toks.len()).find(|i| s.toks[*i].low == "read" && s.mood.affirms(*i)).filter(|_| labelled)?;
    let part = |t: &str| matches!(t, "pages" | "lines" | "sections" | "chapters");
    let around = s.range((2, s.toks.len()));
    let told = around.iter().any(|t| part(&t.low)) && around.iter().any(|t| t.text.starts_with(|c: char| c.is_ascii_digit()));
    let full = around.iter().any(|t| t.is(Class::Full)) && s.tok(at - 1).is_some_and(|t| t.is_content());
    (told || full).then(|| (at, file.to_owned()))
}
