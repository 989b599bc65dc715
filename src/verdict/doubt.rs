//! Second thoughts about what looks unsupported for want of any call: words that may be no claim at all, and work that may be older
//! than the record. A finding that is wrong costs more than one that is missed.

use super::context::View;
use super::finding::Finding;
use super::mention;
use super::reason::Reason;
use super::select;
use crate::claim::{Claim, ClaimType};
use crate::transcript::{Keeps, SourceKind};

/// The finding that is reported; none where the words are no claim as far as one can tell.
pub fn settle<'s>(view: View<'s>, claim: &Claim, found: Finding<'s>) -> Option<Finding<'s>> {
    if !found.reason.verdict().is_unsupported() {
        return Some(found);
    }
    let source = view.cx.session.source;
    if source.keeps() == Keeps::Calls && !is_kept(claim.ty) && !(source == SourceKind::Aider && is_logged(claim.ty)) {
        return Some(Finding::bare(Reason::UnreadableResult, "this kind of transcript keeps no such calls"));
    }
    if found.reason.lacks_call() && (is_guess(claim) || mention::is_subject_matter(view, claim)) {
        return None;
    }
    let no_call = matches!(found.reason, Reason::NoMatchingCall | Reason::WrongTarget);
    let older = || {
        let history = if is_work(claim.ty) { select::told_from_history(view, claim) } else { None };
        history.or_else(|| if is_state(claim.ty) || is_work(claim.ty) { select::recap(view, claim) } else { None })
    };
    Some(if no_call { older().unwrap_or(found) } else { found })
}

fn is_work(ty: ClaimType) -> bool {
    use ClaimType::*;
    matches!(ty, Done | Fixed | FileCreated | FileUpdated | FileDeleted | Committed | Pushed | PullRequest)
}

fn is_state(ty: ClaimType) -> bool {
    use ClaimType::*;
    matches!(ty, TestsPassed | BuildPassed | LintClean | TypecheckClean | ChecksPassed | Installed | Deployed | Measured)
}

/// What a source that keeps edits and commits, but no commands and no reading, can decide.
fn is_kept(ty: ClaimType) -> bool {
    use ClaimType::*;
    matches!(ty, FileCreated | FileUpdated | FileDeleted | Committed | Done)
}

/// What needs a command that the agent can only propose, and of which the log tells when it was run. Linters and tests may run unseen
/// after each edit.
fn is_logged(ty: ClaimType) -> bool {
    use ClaimType::*;
    matches!(ty, BuildPassed | ChecksPassed | CommandRan | Pushed | PullRequest | Installed | Deployed | External)
}

/// Words that are a claim where the record knows of it, and else as likely a description, a plan or a name.
fn is_guess(claim: &Claim) -> bool {
    use ClaimType::*;
    let quote = claim.quote.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|w| quote.contains(w));
    match claim.ty {
        FileCreated | FileUpdated | FileDeleted => file_is_by_the_way(claim, &quote),
        TestsPassed => !has(PASSING) && !quote.bytes().any(|b| b.is_ascii_digit()),
        ChecksPassed => !has(PASSING),
        TypecheckClean => !has(PASSING) && !has(&["error", "compil", "fehler", "erreur", "errores", "ошиб", "错误", "エラー"]),
        // "a solution", "a mode": no package and no tool.
        Installed => has(&["by default", " when ", "only if", "already", "set up a", "mode "]),
        Committed => is_adjective(&claim.quote) || (has(&["merged"]) && has(&["#"])),
        // Decisions of the people in the talk are "validated" too.
        Verified => has(&["validé"]) && !has(&["j'ai", "j’ai", "test", "vérif"]),
        Fixed => quote.starts_with("already") || has(&["already fixed", "already resolved", "already addressed"]),
        Done => {
            quote.starts_with("i see ")
                || quote.starts_with("looks like ")
                // It introduces what the message itself shows.
                || quote.trim_end_matches('*').ends_with(':')
                || has(&["untracked", "non suivi"])
                // The verdict of a review on a requirement.
                || claim.quote.contains("IMPLEMENTED")
        }
        _ => false,
    }
}

/// Words that say that something went well.
const PASSING: &[&str] = &[
    "pass",
    "pasa",
    "läuft",
    "green",
    "succe",
    " ok",
    "✅",
    "✓",
    "clean",
    "no fail",
    "réuss",
    "vert",
    "verde",
    "bestanden",
    "erfolg",
    "пройд",
    "прошл",
    "успе",
    "通过",
    "成功",
    "パス",
    "通り",
    "good",
    "fine",
    "happy",
];

/// The file stands in the words without anything that says that it was changed, or only as what the change is about.
fn file_is_by_the_way(claim: &Claim, quote: &str) -> bool {
    const ABOUT: &[&str] = &[
        "from",
        "for",
        "exclude",
        "excludes",
        "excluding",
        "read",
        "reads",
        "reading",
        "use",
        "uses",
        "using",
        "via",
        "with",
        "of",
        "like",
        "per",
        "include",
        "includes",
        "preserve",
        "match",
        "matches",
        "where",
    ];
    const THING: &[&str] =
        &["handling", "support", "detection", "structure", "parsing", "files", "file", "references", "path", "paths", "suffix"];
    let Some(target) = claim.target.as_deref() else { return false };
    if target.contains("...") || target.contains('…') {
        return true;
    }
    let target = target.to_lowercase();
    let Some(at) = quote.find(&target) else { return !says_change(quote) };
    let before = quote[..at].trim_end_matches(['`', '*', '"', '\'', '(', '[', ' ']);
    let after = quote[at + target.len()..].trim_start_matches(['`', '*', '"', '\'', ')', ']', ' ']);
    let word = |w: Option<&str>, list: &[&str]| w.is_some_and(|w| list.contains(&w.trim_matches(|c: char| !c.is_alphanumeric())));
    let rest = format!("{before} {after}");
    let leads = !before.contains(char::is_alphanumeric);
    (leads && is_planned(after))
        || !says_change(&rest)
        || word(before.split_whitespace().next_back(), ABOUT)
        || word(after.split_whitespace().next(), THING)
}

/// What stands behind a file starts with a verb of what is to be done, or of what it does ("Update the call site", "Handles the flag").
fn is_planned(after: &str) -> bool {
    const VERBS: &[&str] = &[
        "update",
        "add",
        "remove",
        "fix",
        "modify",
        "change",
        "register",
        "handle",
        "call",
        "create",
        "implement",
        "use",
        "replace",
        "rename",
        "move",
        "extend",
        "refactor",
        "delete",
        "extract",
        "introduce",
        "wire",
        "pass",
        "export",
        "import",
        "define",
    ];
    let first = after.split(|c: char| !c.is_alphanumeric()).find(|w| !w.is_empty() && !w.chars().all(|c| c.is_ascii_digit()));
    first.is_some_and(|w| VERBS.contains(&w) || w.strip_suffix('s').is_some_and(|v| VERBS.contains(&v)))
}

/// "committed `a.json` does not name it": a property of the file, told by a verb further on.
fn is_adjective(quote: &str) -> bool {
    quote.starts_with("committed ")
        && quote.split_whitespace().any(|w| matches!(w, "does" | "is" | "are" | "has" | "do" | "names"))
}

/// A word that says that something was made, changed or taken away (lower case): a past form in English, a stem in other languages.
fn says_change(text: &str) -> bool {
    const IRREGULAR: &[&str] =
        &["wrote", "written", "rewrote", "now", "new", "made", "put", "split", "set", "built", "gone", "done"];
    const STEMS: &[&str] = &[
        "ajout",
        "créé",
        "supprim",
        "corrig",
        "complét",
        "génér",
        "mis à jour",
        "mise à jour",
        "synchron",
        "creó",
        "cread",
        "añad",
        "actualiz",
        "elimin",
        "atualiz",
        "adicion",
        "criad",
        "criou",
        "erstell",
        "geändert",
        "hinzugefügt",
        "gelöscht",
        "aktualisiert",
        "angepasst",
        "созда",
        "добав",
        "обнов",
        "измен",
        "удал",
        "исправ",
        "新增",
        "添加",
        "更新",
        "修改",
        "创建",
        "删除",
        "修复",
        "追加",
        "作成",
        "削除",
        "修正",
        "変更",
    ];
    let past = |w: &str| (w.len() > 4 && w.ends_with("ed")) || IRREGULAR.contains(&w);
    text.split(|c: char| !c.is_alphanumeric()).any(past) || STEMS.iter().any(|s| text.contains(s))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::{Detail, Lang};

    #[test]
    fn words_that_may_be_no_claim_are_guesses() {
        use ClaimType::*;
        for (ty, quote, guess) in [
            (Done, "Updated design with proper logging:", true),
            (Done, "Updated the design.", false),
            (Done, "`AC3` IMPLEMENTED", true),
            (Installed, "It already has the hooks installed", true),
            (Installed, "I've set up a solution that switches between both", true),
            (Installed, "Installed ripgrep", false),
            (ChecksPassed, "hook exits cleanly", false),
            (ChecksPassed, "the hook is there", true),
            (TypecheckClean, "Types", true),
            (TypecheckClean, "TypeScript: 0 errors", false),
            (Committed, "committed `a.json` does not name the host", true),
            (Committed, "committed `a.json` as 1a2b3c4", false),
            (Committed, "#12 merged into the release branch", true),
            (Committed, "Merged the branch", false),
            (Verified, "Parfait, idée 80 validée.", true),
            (Verified, "J'ai vérifié le lien", false),
        ] {
            let claim = Claim { ty, target: None, quote: quote.into(), span: (0, 0), detail: Detail::default(), lang: Lang::En };
            assert_eq!(is_guess(&claim), guess, "{quote}");
        }
    }

    #[test]
    fn a_file_by_the_way_is_no_claim_without_a_call() {
        for (quote, target, guess) in [
            ("Updated `src/a.rs` to keep the sign", "src/a.rs", false),
            ("`src/a.rs` (73 lines)", "src/a.rs", true),
            ("Add a field to `src/a.rs`", "src/a.rs", true),
            ("Changed the path from `src/a.rs`", "src/a.rs", true),
            ("`src/a.rs` — Added the flag", "src/a.rs", false),
            ("Mis à jour : `src/a.rs`", "src/a.rs", false),
            ("`src/a.rs` - Register the new handler", "src/a.rs", true),
            ("| `src/a.rs:12` | Updates call site to match new signature |", "src/a.rs", true),
            ("`src/a.rs` — Updated call site to match new signature", "src/a.rs", false),
            ("The log (`~/.app/.../a.log`) is written to", "~/.app/.../a.log", true),
        ] {
            let claim = Claim {
                ty: ClaimType::FileUpdated,
                target: Some(target.into()),
                quote: quote.into(),
                span: (0, 0),
                detail: Detail::default(),
                lang: Lang::En,
            };
            assert_eq!(is_guess(&claim), guess, "{quote}");
        }
    }
}
