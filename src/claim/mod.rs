//! Claims: what an agent's visible text says was done.
//!
//! **Invariant:** this module sees text and nothing of the record. [`extract`] is a pure function of one message.

mod act;
mod block;
mod check;
mod detail;
mod lang;
mod lexicon;
mod merge;
mod mood;
pub mod rules;
mod sentence;
mod target;
mod token;
pub mod types;
mod walk;

pub use types::ClaimType;

/// One claim in one message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// What it says.
    pub ty: ClaimType,
    /// The thing named: a path, package, command, suite, branch, commit; none where nothing is named.
    pub target: Option<String>,
    /// The words of the claim, as they stand in the text (first wording where it is said twice in a message).
    pub quote: String,
    /// Byte range of the quote in the message text.
    pub span: (usize, usize),
    /// What the words add: all, counts, numbers, scope.
    pub detail: Detail,
    /// Language of the words.
    pub lang: Lang,
}

/// What the words of a claim add to its type and target.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Detail {
    /// An explicit all, every, full, whole, entire.
    pub all: bool,
    /// Count of tests (or files checked) said to have passed, where one is given.
    pub passed: Option<u64>,
    /// Total said ("42/42": 42), where one is given.
    pub total: Option<u64>,
    /// Words that limit the scope ("new", "integration", "unit", a package or suite), lower case, where the clause has any.
    pub scope: Option<String>,
    /// Numbers in the clause, as written (units stripped, thousands separators kept): for tracing.
    pub numbers: Vec<String>,
    /// A commit hash in the clause.
    pub hash: Option<String>,
    /// Says real, actual, live, production of what it ran against.
    pub real: bool,
    /// Says in full, completely, every step, of reading.
    pub in_full: bool,
    /// Speaks of a state ("is live", "is up"), not of an action ("queued", "triggered").
    pub state: bool,
    /// Words in quotation marks or inline code that the clause presents as output.
    pub quoted: Vec<String>,
    /// The message itself discloses failures or open items (a report of failure or limitation stands in the same message).
    pub disclosed: bool,
    /// Only, nothing else ("updated F only"): for `no_changes`, the targets that are exempt.
    pub only: Vec<String>,
}

/// Language of a claim's words (ISO 639-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
    /// Spanish.
    Es,
    /// Portuguese.
    Pt,
    /// German.
    De,
    /// Russian.
    Ru,
    /// Chinese.
    Zh,
    /// Japanese.
    Ja,
}

/// Finds the claims of one message, in the order of the text.
pub fn extract(text: &str) -> Vec<Claim> {
    let lang = lang::of(text);
    let mut lexicons = vec![lexicon::lexicon(Lang::En)];
    if lang != Lang::En {
        lexicons.push(lexicon::lexicon(lang));
    }
    let mut merged = merge::Merged::new(text, lang);
    let open = walk::Walker::new(text, &lexicons).run(&mut |s| merged.sentence(s));
    merged.finish(open)
}
