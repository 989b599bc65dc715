//! Word lists as data: one small file a language, each word or phrase in one or more classes.

use super::Lang;
use super::low::WordHash;
use super::token::{self, Kind};
use std::collections::HashMap;
use std::sync::LazyLock;

macro_rules! classes {
    ($($variant:ident $name:literal)*) => {
        /// What a word can be to the rules.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub(crate) enum Class { $($variant),* }
        impl Class {
            pub(crate) const ALL: &'static [(&'static str, Class)] = &[$(($name, Class::$variant)),*];
        }
    };
}

classes! {
    // Nouns that name a check, a thing of git, a place.
    NTests "tests" NBuild "build" NLint "lint" NTypes "types" NChecks "checks" NEverything "everything"
    NCommit "commit" NPr "pull_request" NAgent "agent" NDep "dependency" NMessage "message" NTask "task" NBug "bug"
    NHit "hit" NUnit "unit" NMeasure "measure" NService "service" NSite "site" NRelease "release" NRepro "repro"
    NChange "change" NFileList "file_list" NPlace "place"
    // What says that a check went well.
    OkPass "ok_pass" OkClean "ok_clean" OkNone "ok_none" VBuilt "v_built" VTyped "v_typed" VLinted "v_linted" Fail "fail"
    // Verbs of work done, in their past forms.
    VCreate "v_create" VAdd "v_add" VChange "v_change" VDelete "v_delete" VMove "v_move" VFix "v_fix" VDone "v_done" VCommit "v_commit"
    VPush "v_push" VMerge "v_merge" VInstall "v_install" VRun "v_run" VVerify "v_verify" VDeploy "v_deploy" VRead "v_read"
    VSearch "v_search" VSend "v_send" VOpen "v_open" VMeasure "v_measure" VTake "v_take" VWork "v_work" VSay "v_say" VImplement "v_implement"
    VStart "v_start" VOther "v_other" VDesc "v_describe" VEdits "v_edits"
    // Small words.
    Subj "subject" Have "have" Been "been" Be "be" Adv "adverb" And "and" But "but" Det "determiner" Prep "preposition" All "all"
    Only "only" Full "full" Real "real" New "new" Now "now" Other "other" Both "both" NoWord "no" Into "into" From "from" Gone "gone" Live "live"
    Nothing "nothing" Anywhere "anywhere" Pronoun "pronoun" Aux "aux" Particle "particle"
    // What takes a clause out of the affirmative.
    Plan "plan" Cond "condition" After "after" Hedge "hedge" Neg "negation" Without "without" Ask "question" Says "attribution"
    OtherTime "other_time" Purpose "purpose" Rel "relative" Modal "modal" Keep "keep" Reason "reason" Imperative "imperative" Open "open_item"
    // Headings and labels.
    HVoid "heading_void" HChange "heading_change" HReview "heading_review"
}

/// A set of classes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ClassSet(u128);

impl ClassSet {
    pub(crate) const fn of(classes: &[Class]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < classes.len() {
            bits |= 1u128 << classes[i] as u8;
            i += 1;
        }
        ClassSet(bits)
    }
    pub(crate) fn insert(&mut self, c: Class) {
        self.0 |= 1u128 << c as u8;
    }
    pub(crate) fn has(self, c: Class) -> bool {
        self.0 & (1u128 << c as u8) != 0
    }
    pub(crate) fn meets(self, other: ClassSet) -> bool {
        self.0 & other.0 != 0
    }
    pub(crate) fn minus(self, other: ClassSet) -> ClassSet {
        ClassSet(self.0 & !other.0)
    }
    pub(crate) const fn or(self, other: ClassSet) -> ClassSet {
        ClassSet(self.0 | other.0)
    }
    pub(crate) fn and(self, other: ClassSet) -> ClassSet {
        ClassSet(self.0 & other.0)
    }
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// The lists of a file. They are TOML of one form, a name and its words on one line, which needs no parser of all of TOML at each start.
fn lists(source: &str) -> impl Iterator<Item = (&str, Vec<&str>)> {
    source.lines().filter_map(|line| {
        let (name, words) = line.split_once(" = [\"")?;
        Some((name, words.strip_suffix("\"]")?.split("\", \"").collect()))
    })
}

/// The phrases of one language, found by their first word.
pub(crate) struct Lexicon {
    by_first: HashMap<String, Vec<(Vec<String>, Class)>, WordHash>,
    /// Longest word in characters, for scripts without spaces.
    pub(crate) longest: usize,
}

impl Lexicon {
    fn parse(source: &str) -> Self {
        let mut lex = Lexicon { by_first: HashMap::default(), longest: 1 };
        let lists: Vec<(&str, Vec<&str>)> = lists(source).collect();
        for (name, class) in Class::ALL {
            for phrase in lists.iter().filter(|l| l.0 == *name).flat_map(|l| &l.1) {
                lex.add(phrase, *class);
            }
        }
        lex
    }

    fn add(&mut self, phrase: &str, class: Class) {
        let mut words = if phrase.chars().any(token::is_cjk) {
            self.longest = self.longest.max(phrase.chars().count());
            vec![phrase.to_lowercase()]
        } else {
            token::words(phrase)
        };
        if words.is_empty() {
            return;
        }
        let first = words.remove(0);
        self.by_first.entry(first).or_default().push((words, class));
    }

    pub(crate) fn knows(&self, word: &str) -> bool {
        self.by_first.contains_key(word)
    }

    /// Marks the classes of every phrase that starts at each token.
    pub(crate) fn tag(&self, toks: &mut [token::Tok<'_>]) {
        for i in 0..toks.len() {
            if toks[i].kind != Kind::Word && toks[i].kind != Kind::Num {
                continue;
            }
            let Some(phrases) = self.by_first.get(toks[i].low.as_str()) else { continue };
            let mut verb = 0;
            for (rest, class) in phrases {
                let end = i + 1 + rest.len();
                if end <= toks.len() && rest.iter().zip(&toks[i + 1..end]).all(|(w, t)| *w == t.low) {
                    // "checked out" is not "checked": of verbs the longest phrase counts.
                    if super::act::VERBS.has(*class) {
                        if rest.len() < verb {
                            continue;
                        }
                        if rest.len() > verb {
                            toks[i].cls = toks[i].cls.minus(super::act::VERBS);
                        }
                        verb = rest.len();
                    }
                    toks[i].cls.insert(*class);
                    toks[i].reach = toks[i].reach.max(rest.len());
                    for t in &mut toks[i + 1..end] {
                        t.cont.insert(*class);
                    }
                }
            }
        }
    }
}

macro_rules! lexicons {
    ($($lang:ident $file:literal)*) => {
        /// The word list of a language.
        pub(crate) fn lexicon(lang: Lang) -> &'static Lexicon {
            match lang { $(Lang::$lang => { static L: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::parse(include_str!(concat!("words/", $file)))); &L })* }
        }
        #[cfg(test)]
        pub(crate) const SOURCES: &[(&str, &str)] = &[$(($file, include_str!(concat!("words/", $file)))),*];
    };
}

lexicons! { En "en.toml" Fr "fr.toml" Es "es.toml" Pt "pt.toml" De "de.toml" Ru "ru.toml" Zh "zh.toml" Ja "ja.toml" }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_lists_parse_and_use_known_classes() {
        for (file, source) in SOURCES {
            let table: toml::Table = source.parse().unwrap_or_else(|e| panic!("{file}: {e}"));
            for (name, value) in table {
                assert!(Class::ALL.iter().any(|(n, _)| *n == name), "{file}: unknown class {name}");
                let words = value.as_array().and_then(|a| a.iter().map(|v| v.as_str()).collect::<Option<Vec<_>>>());
                let words = words.unwrap_or_else(|| panic!("{file}: {name} is no list of words"));
                let read = lists(source).find(|(n, _)| *n == name).map(|(_, words)| words);
                assert_eq!(read.as_deref(), Some(words.as_slice()), "{file}: {name} is not on one line, or in another form");
                assert!(words.iter().all(|w| token::words(w) == token::split(w)), "{file}: {name}");
            }
        }
    }
}
