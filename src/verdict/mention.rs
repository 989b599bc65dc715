//! A file that a claim names, but that no call wrote, while the text which was written names it: the words tell what the change is about
//! ("Changed the log file to `app.log`"), not which file was changed.

use super::context::View;
use crate::claim::{Claim, ClaimType};
use crate::record::{Op, OpKind, Outcome};
use crate::transcript::{Action, EventKind};

/// True where an edit before the claim put the file's name into another file, and the words do not plainly say that the file itself was
/// written. What stands only in documents and plans is a description even then.
pub fn is_subject_matter(view: View, claim: &Claim) -> bool {
    if !matches!(claim.ty, ClaimType::FileCreated | ClaimType::FileUpdated) {
        return false;
    }
    let Some(base) = claim.target.as_deref().and_then(file_name) else { return false };
    let mut in_code = false;
    let mut in_text = false;
    for op in view.latest(|o| matches!(o.kind, OpKind::Write | OpKind::Edit)) {
        if !matches!(view.outcome(op), Outcome::Failed | Outcome::Denied | Outcome::NotReached) && writes_name(view, op, base) {
            let document = op.targets.iter().all(|t| is_document(t));
            in_text |= document;
            in_code |= !document;
        }
    }
    (in_text && !in_code && !is_document(base)) || ((in_text || in_code) && !is_object(&claim.quote, base))
}

/// The last component of a path with an ending; a name without one is too common a word to look for.
fn file_name(target: &str) -> Option<&str> {
    let name = target.trim_matches('`').rsplit(['/', '\\']).next()?;
    let name = name.split(':').next()?;
    (name.len() > 3 && name.contains('.')).then_some(name)
}

fn is_document(path: &str) -> bool {
    let ext = path.rsplit_once('.').map(|(_, e)| e.to_ascii_lowercase());
    ext.is_some_and(|e| matches!(e.as_str(), "md" | "mdx" | "txt" | "rst" | "adoc" | "org" | "markdown"))
}

/// The text that a call put into a file holds the name.
fn writes_name(view: View, op: &Op, name: &str) -> bool {
    let holds = |text: &str| memchr::memmem::find(text.as_bytes(), name.as_bytes()).is_some();
    match view.cx.session.events.get(op.at).map(|e| &e.kind) {
        Some(EventKind::Call(call)) => match &call.action {
            Action::Write { content, .. } => holds(content),
            Action::Edit { edits, .. } => edits.iter().any(|(old, new)| holds(new) || holds(old)),
            Action::Patch { text } => text.lines().any(|l| l.starts_with(['+', '-']) && !l.starts_with("+++") && holds(l)),
            Action::Shell { command, .. } => op.targets.iter().all(|t| !t.ends_with(name)) && holds(command),
            _ => false,
        },
        _ => false,
    }
}

/// The file is plainly what the verb acts on: the verb stands right before it (or the file leads the words), and no noun follows that would
/// make it a mere part of another name ("`AGENTS.md` pointer").
fn is_object(quote: &str, name: &str) -> bool {
    const VERBS: &[&str] = &[
        "created",
        "added",
        "updated",
        "wrote",
        "modified",
        "changed",
        "edited",
        "rewrote",
        "fixed",
        "generated",
        "refactored",
        "renamed",
        "cleaned",
        "adjusted",
        "extended",
    ];
    const FILLERS: &[&str] = &["the", "a", "an", "new", "file", "files", "and", "both", "our", "your", "existing", "up"];
    const JOINS: &[&str] =
        &["with", "and", "for", "to", "in", "so", "as", "by", "which", "that", "from", "now", "using", "at", "file"];
    let Some(at) = quote.find(name) else { return false };
    let start = quote[..at].rfind(|c: char| c.is_whitespace() || c == '(').map_or(0, |i| i + 1);
    let before = quote[..start].trim_end();
    let mut words = before.split_whitespace().rev().map(|w| w.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase());
    let verb = words.find(|w| !w.is_empty() && !FILLERS.contains(&w.as_str()) && !w.contains('.'));
    let adjective = words.next().is_some_and(|w| matches!(w.as_str(), "to" | "into" | "from" | "of" | "with"));
    let leads = before.chars().all(|c| !c.is_alphanumeric());
    let rest = quote[at + name.len()..]
        .trim_start_matches(|c: char| matches!(c, '`' | '*' | '"' | '\'' | ')' | ']') || c.is_ascii_digit());
    let next: String = rest.trim_start().chars().take_while(|c| c.is_alphanumeric()).collect();
    let free = next.is_empty() || !rest.starts_with(' ') || JOINS.contains(&next.to_lowercase().as_str());
    free && (leads || (!adjective && verb.is_some_and(|v| VERBS.contains(&v.as_str()))))
}

#[cfg(test)]
mod tests {
    use super::is_object;

    #[test]
    fn a_file_is_the_object_where_the_verb_acts_on_it() {
        for (quote, name, object) in [
            ("Created `joke.txt`", "joke.txt", true),
            ("I've updated src/config.ts to read the port", "config.ts", true),
            ("`src/config.ts` — Added the port", "config.ts", true),
            ("Created `a.ts` and `b.ts`", "b.ts", true),
            ("Rewrote the file `lib/x.py`.", "x.py", true),
            ("Changed `.app/settings.json` hooks handling to keep unknown keys", "settings.json", false),
            ("Changed log file from `<id>.log` to fixed `app.log`", "app.log", false),
            ("Added a link to `NOTES.md`", "NOTES.md", false),
            ("implemented branch tracking in metadata.json", "metadata.json", false),
            ("Added `Loader.ts` section with `load()`", "Loader.ts", false),
        ] {
            assert_eq!(is_object(quote, name), object, "{quote}");
        }
    }
}
