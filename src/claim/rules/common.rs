//! What several rules share: check statements, work on files, names of things.

use crate::claim::act::{Act, Form};
use crate::claim::check::{Hit, Subject};
use crate::claim::lexicon::{Class, ClassSet};
use crate::claim::sentence::{Found, Sentence};
use crate::claim::token::Kind;
use crate::claim::{ClaimType, block::BlockKind, detail, target};

/// Verbs that change a file.
const FILE_VERBS: ClassSet = ClassSet::of(&[
    Class::VCreate,
    Class::VAdd,
    Class::VChange,
    Class::VDelete,
    Class::VMove,
    Class::VFix,
    Class::VImplement,
    Class::VDone,
    Class::VMerge,
    Class::VInstall,
]);
const DONE_ONLY: ClassSet = ClassSet::of(&[
    Class::VCreate,
    Class::VAdd,
    Class::VChange,
    Class::VDelete,
    Class::VMove,
    Class::VFix,
    Class::VImplement,
    Class::VMerge,
    Class::VInstall,
]);

/// A claim for each statement that a check of this kind went well.
pub(crate) fn checks(s: &Sentence<'_>, subject: Subject, ty: ClaimType, out: &mut Vec<Found>) {
    for h in s.checks.iter().filter(|h| h.subject == subject) {
        let target = check_target(s, h).or_else(|| row_head(s, h.noun).filter(|_| subject == Subject::Tests));
        let mut f = s.found(ty, h.noun, target);
        f.words = quote_of(s, h);
        f.detail = check_detail(s, h);
        out.push(f);
    }
}

/// "All lint errors are fixed": the check has nothing to say any more.
pub(crate) fn none_left(s: &Sentence<'_>, subject: Subject, ty: ClaimType, out: &mut Vec<Found>) {
    if s.scene.foreign || !s.checks.is_empty() {
        return;
    }
    for a in s.acts.iter().filter(|a| a.is(Class::VFix) && s.mood.affirms(a.verb) && !a.active() && a.form != Form::Third) {
        let all = s.range(a.object).iter().any(|t| t.is(Class::All));
        let errors = s.range(a.object).iter().any(|t| t.is(Class::Fail));
        let noun = (a.object.0..a.object.1).find(|j| {
            let typed = subject == Subject::Types && s.toks[*j].low == "type";
            typed
                || crate::claim::check::subject_of(&s.toks, *j) == Some(subject)
                || subject == Subject::Types && s.is(*j, Class::NTypes)
        });
        if let Some(n) = noun.filter(|_| all && errors && s.closes_clause(a.verb)) {
            let tool = s.tok(n).filter(|t| is_tool(&t.low)).map(|t| t.text.to_owned());
            let mut f = s.found(ty, a.verb, tool);
            f.detail.all = true;
            out.push(f);
        }
    }
}

/// "| golden | 4966/4966 ALL PASSED |": what the first cell of the row names.
pub(crate) fn row_head(s: &Sentence<'_>, at: usize) -> Option<String> {
    let first = (0..at).find(|i| s.toks[*i].is_content()).filter(|_| matches!(s.scene.kind, BlockKind::Row(false)))?;
    let cell = (first..at).find(|i| s.toks[*i].kind == Kind::Cell)?;
    let check = (first..cell).any(|i| crate::claim::check::subject_of(&s.toks, i).is_some());
    (cell - first <= 4 && !check).then(|| s.name((first, cell))).flatten()
}

fn quote_of(s: &Sentence<'_>, h: &Hit) -> (usize, usize) {
    let (a, b) = s.clause(h.noun);
    let (from, to) = (h.phrase.0.min(h.pred), (h.pred + 1).max(h.phrase.1));
    (from.clamp(a.min(from), from), to.max(to.min(b)))
}

/// The name of the check where the noun has more than the bare word for it.
fn check_target(s: &Sentence<'_>, h: &Hit) -> Option<String> {
    let noun = s.tok(h.noun)?;
    if matches!(noun.kind, Kind::Code | Kind::Path) {
        return Some(noun.text.trim().to_owned());
    }
    let toks = s.range(h.phrase);
    let plain = ClassSet::of(&[Class::All, Class::Full, Class::Det, Class::Both, Class::Other]);
    let names: Vec<&str> =
        toks.iter().filter(|t| !t.any(plain) && !matches!(t.kind, Kind::Num | Kind::Ratio)).map(|t| t.text).collect();
    let generic = match h.subject {
        Subject::Tests => {
            names.len() <= 1 && !names.first().is_some_and(|n| n.contains([':', '_']))
                || names.join(" ").eq_ignore_ascii_case("test suite")
        }
        Subject::Lint | Subject::Types => !is_tool(noun.low.as_str()),
        Subject::Build => names.len() <= 1,
        Subject::Checks => !noun.is(Class::NChecks),
        Subject::Everything => true,
    };
    (!generic && !names.is_empty()).then(|| names.join(" "))
}

fn is_tool(low: &str) -> bool {
    matches!(
        low,
        "formatting"
            | "format"
            | "formatter"
            | "clippy"
            | "eslint"
            | "ruff"
            | "golangci-lint"
            | "gofmt"
            | "prettier"
            | "biome"
            | "rubocop"
            | "mypy"
            | "pyright"
            | "tsc"
            | "vue-tsc"
            | "flake8"
            | "pylint"
            | "fmt"
            | "rustfmt"
            | "black"
            | "shellcheck"
            | "vet"
            | "go"
    )
}

fn check_detail(s: &Sentence<'_>, h: &Hit) -> crate::claim::Detail {
    let (a, b) = (h.phrase.0.min(h.pred), (h.pred + 1).max(h.phrase.1));
    let tail = s
        .toks
        .iter()
        .skip(b)
        .take_while(|t| !matches!(t.kind, Kind::Stop | Kind::Dash | Kind::Semi) && !t.is(Class::But))
        .count();
    let mut d = detail::of(s, (a, b + tail));
    let phrase = s.range(h.phrase);
    let all = |t: &crate::claim::token::Tok<'_>| t.is(Class::All) || t.is(Class::Full);
    d.all = phrase.iter().any(all)
        || h.phrase.0 > 0 && s.tok(h.phrase.0 - 1).is_some_and(all)
        || !h.shared && s.range((h.phrase.1, h.pred)).iter().any(all);
    d.in_full = d.all;
    if h.subject == Subject::Tests {
        counts(s, h, (a, b + tail), &mut d);
        scope(s, h, &mut d);
    }
    d
}

fn counts(s: &Sentence<'_>, h: &Hit, words: (usize, usize), d: &mut crate::claim::Detail) {
    let toks = s.range(words);
    if let Some((p, t)) = toks.iter().filter(|t| t.kind == Kind::Ratio).find_map(|t| t.text.split_once('/')) {
        d.passed = detail::count(p);
        d.total = detail::count(t);
        d.all |= d.passed == d.total;
        return;
    }
    let of = |w: &[crate::claim::token::Tok<'_>]| -> Option<(u64, u64)> {
        (w[0].kind == Kind::Num && w[1].low == "of" && w[2].kind == Kind::Num)
            .then(|| Some((detail::count(w[0].text)?, detail::count(w[2].text)?)))?
    };
    if let Some((p, t)) = toks.windows(3).find_map(of) {
        (d.passed, d.total) = (Some(p), Some(t));
        return;
    }
    let plain = |t: &crate::claim::token::Tok<'_>| t.kind == Kind::Num && t.text.bytes().all(|b| b.is_ascii_digit() || b == b',');
    let in_phrase = s.range((h.phrase.0.saturating_sub(1), h.phrase.1)).iter().find(|t| plain(t));
    let before_pred = h.pred.checked_sub(1).and_then(|i| s.tok(i)).filter(|t| plain(t));
    let in_brackets = toks
        .windows(3)
        .find(|w| w[0].kind == Kind::Open && plain(&w[1]) && matches!(w[2].kind, Kind::Close | Kind::Word))
        .map(|w| &w[1]);
    if let Some(n) = in_phrase.or(before_pred).or(in_brackets).and_then(|t| detail::count(t.text)) {
        d.passed = Some(n);
        if d.all {
            d.total = Some(n);
        }
    }
}

/// Words that limit which tests are meant: modifiers of the noun, a bracket or an "in X" behind it.
fn scope(s: &Sentence<'_>, h: &Hit, d: &mut crate::claim::Detail) {
    let plain = ClassSet::of(&[Class::All, Class::Full, Class::Det, Class::Both, Class::Other]);
    let noun = s.tok(h.noun);
    if noun.is_some_and(|t| matches!(t.kind, Kind::Code | Kind::Path)) {
        d.scope = noun.map(|t| t.text.trim().to_lowercase());
        return;
    }
    let mut words: Vec<String> = s
        .range((h.phrase.0, h.noun))
        .iter()
        .filter(|t| !t.any(plain) && !matches!(t.kind, Kind::Num | Kind::Ratio | Kind::Emoji | Kind::Good))
        .map(|t| t.text.to_lowercase())
        .collect();
    let between = s.range((h.phrase.1, h.pred));
    let from = between.iter().position(|t| t.kind == Kind::Open || t.is(Class::Prep) || t.is(Class::Into));
    if let Some(from) = from {
        words.extend(
            between[from..]
                .iter()
                .filter(|t| t.is_content() && !t.is(Class::Det) && !t.is(Class::All) && !t.is(Class::Be))
                .map(|t| t.text.to_lowercase())
                .take(6),
        );
    }
    let behind = s.toks.get(h.pred + 1..).unwrap_or(&[]);
    if behind.first().is_some_and(|t| t.kind == Kind::Open) && !h.shared {
        let inner: Vec<_> = behind[1..].iter().take_while(|t| t.kind != Kind::Close).collect();
        if inner.iter().any(|t| t.kind == Kind::Word) && !inner.iter().any(|t| t.kind == Kind::Ratio || t.is(Class::OkPass)) {
            words.extend(
                inner.iter().filter(|t| matches!(t.kind, Kind::Word | Kind::Code)).map(|t| t.text.to_lowercase()).take(6),
            );
        }
    } else if behind.first().is_some_and(|t| matches!(t.low.as_str(), "in" | "for" | "under")) {
        words.extend(
            behind[1..]
                .iter()
                .take_while(|t| t.is_content() && !t.is(Class::And))
                .filter(|t| !t.is(Class::Det))
                .map(|t| t.text.to_lowercase())
                .take(4),
        );
    }
    d.scope = (!words.is_empty()).then(|| words.join(" "));
}

/// True for a sentence that announces a list of what something else does.
pub(crate) fn foreign_lead(s: &Sentence<'_>) -> bool {
    s.acts.iter().any(|a| a.form == Form::Third) && !s.acts.iter().any(Act::own)
}

/// Statements of the agent's own work that are asserted.
pub(crate) fn own_acts<'s>(s: &'s Sentence<'_>) -> impl Iterator<Item = &'s Act> {
    s.acts.iter().filter(move |a| a.own() && s.mood.affirms(a.verb) && !by_other(s, a))
}

/// "**Updated the table** - added links": what stands behind the dash tells how, and is part of the claim before it.
pub(crate) fn elaborates(s: &Sentence<'_>, a: &Act) -> bool {
    let set_apart = s.scene.kind == BlockKind::Item || s.toks.iter().find(|t| t.is_content()).is_some_and(|t| t.bold);
    let Some(dash) = s.toks[..a.verb].iter().position(|t| t.kind == Kind::Dash).filter(|_| set_apart) else { return false };
    let work = DONE_ONLY.or(ClassSet::of(&[Class::VDone]));
    let told = |b: &Act| b.verb < dash && b.cls.meets(work) && b.form != Form::Third && s.mood.affirms(b.verb);
    s.acts.iter().any(told) || s.checks.iter().any(|h| h.pred < dash)
}

/// Things of text and of settings, which are put right rather than repaired.
const TEXTS: &[&str] = &[
    "annotation",
    "annotations",
    "comment",
    "comments",
    "config",
    "configs",
    "configuration",
    "configurations",
    "conflict",
    "conflicts",
    "docs",
    "docstring",
    "docstrings",
    "documentation",
    "feedback",
    "formatting",
    "gitignore",
    "heading",
    "headings",
    "import",
    "imports",
    "indentation",
    "link",
    "links",
    "nit",
    "nits",
    "readme",
    "rule",
    "rules",
    "setting",
    "settings",
    "spelling",
    "typo",
    "typos",
    "variables",
    "whitespace",
    "wording",
    "конфликт",
    "конфликты",
    "冲突",
    "競合",
    "コンフリクト",
    "conflit",
    "conflits",
    "conflicto",
    "conflictos",
    "conflito",
    "conflitos",
    "konflikt",
    "konflikte",
];

/// "Fixed the typo", "conflicts resolved", "Issue #5 fixed": no behaviour is said to be mended.
pub(crate) fn mends_text(s: &Sentence<'_>, a: &Act) -> bool {
    let ends = ClassSet::of(&[Class::Prep, Class::Into, Class::Rel, Class::Purpose, Class::After, Class::And, Class::Particle]);
    let phrase: Vec<_> = s
        .range(after_colon(s, a))
        .iter()
        .skip_while(|t| !t.is_content() || t.any(ClassSet::of(&[Class::Det, Class::All, Class::Both])))
        .take_while(|t| t.is_content() && !t.any(ends) || matches!(t.low.as_str(), "'s"))
        .collect();
    let listed = phrase.last().is_some_and(|t| t.kind == Kind::Word && TEXTS.contains(&t.low.as_str()));
    let numbered = |i: usize| phrase.get(i).is_some_and(|t| target::is_item(t.text));
    listed
        || phrase.first().is_some_and(|t| t.low == "issue") && phrase.len() == 2 && numbered(1)
        || numbered(0) && phrase.len() == 1
}

/// "was added by the hook".
fn by_other(s: &Sentence<'_>, a: &Act) -> bool {
    let next = s.tok(a.rest.0);
    // "`x-4`: completed by merged PR #14"
    let led = a.form == Form::Lead && s.opens_clause(a.verb);
    (led || matches!(a.form, Form::Passive | Form::Final | Form::State))
        && next.is_some_and(|t| matches!(t.low.as_str(), "by" | "par" | "por" | "von"))
        && !s.tok(a.rest.0 + 1).is_some_and(|t| t.low.ends_with("ing"))
}

/// True where a passive stands in the perfect ("has been"), which tells of this session rather than of history.
pub(crate) fn perfect(s: &Sentence<'_>, a: &Act) -> bool {
    let before = || s.toks[..a.verb].iter().rev().take(5);
    let now = before().any(|t| t.is(Class::Now) || t.is(Class::Have) || t.is(Class::Be) || t.low == "been");
    let by_doing = s.tok(a.rest.0).is_some_and(|t| t.low == "by") && s.tok(a.rest.0 + 1).is_some_and(|t| t.low.ends_with("ing"));
    a.form != Form::Passive || now || by_doing || !before().any(|t| matches!(t.low.as_str(), "was" | "were" | "got" | "being"))
}

/// "Added a runnable script:" over items that only name files: the work is on these.
fn over_files(s: &Sentence<'_>, out: &mut Vec<Found>) {
    if !out.is_empty() || s.scene.below.is_empty() {
        return;
    }
    let Some(a) = own_acts(s).find(|a| a.active() && a.cls.meets(DONE_ONLY)) else { return };
    // A new thing that is a file of its own, or a part of one.
    let whole = |t: &crate::claim::token::Tok<'_>| {
        matches!(
            t.low.as_str(),
            "script" | "file" | "module" | "doc" | "document" | "workflow" | "page" | "fixture" | "component" | "guide"
        )
    };
    let ty = if a.is(Class::VDelete) {
        ClaimType::FileUpdated
    } else if a.is(Class::VCreate) || a.is(Class::VAdd) && s.range(a.object).iter().any(whole) {
        ClaimType::FileCreated
    } else {
        ClaimType::FileUpdated
    };
    for f in &s.scene.below {
        let mut found = s.found(ty, a.verb, Some(f.path.clone()));
        found.words = (0, s.toks.len());
        out.push(found);
    }
}

/// Work on files in a sentence, each as a claim of one of the three file types.
pub(crate) fn file_work(s: &Sentence<'_>) -> Vec<Found> {
    let mut out = Vec::new();
    if s.scene.foreign {
        return out;
    }
    let saved = s.acts.iter().filter(|a| {
        a.form == Form::State
            && s.mood.affirms(a.verb)
            && (a.is(Class::VCreate)
                && !by_other(s, a)
                && s.tok(a.verb).is_some_and(|t| t.low == "saved" || t.low == "written")
                && s.tok(a.rest.0).is_some_and(|t| t.is(Class::Into) && !t.is(Class::From))
                || a.is(Class::VDone))
    });
    for a in own_acts(s).chain(saved).filter(|a| a.cls.meets(FILE_VERBS) && perfect(s, a)) {
        for (ty, at, path) in files_of(s, a) {
            let mut f = s.found(ty, a.verb, Some(path.to_owned()));
            f.words = (a.object.0.min(a.verb), (at + 1).max(a.verb + 1).max(a.rest.1.min(at + 12)));
            out.push(f);
        }
    }
    over_files(s, &mut out);
    lead_work(s, &mut out);
    listed(s, &mut out);
    now_has(s, &mut out);
    summarised(s, &mut out);
    named_as_touched(s, &mut out);
    stands(s, &mut out);
    out
}

/// "`src/old.ts` is gone.", "`a.ts` and `b.ts` are updated.": a state that stands for the work.
fn stands(s: &Sentence<'_>, out: &mut Vec<Found>) {
    let Some(i) = s.toks.iter().position(|t| t.is_content()).filter(|i| out.is_empty() && s.file_at(*i).is_some()) else {
        return;
    };
    let mut files = vec![i];
    files.extend(list_run(s, i));
    let after = files.last().map_or(i, |l| l + 1);
    let small = ClassSet::of(&[Class::Be, Class::Been, Class::Now, Class::Both, Class::All]);
    let verb = (after..s.toks.len()).find(|j| !s.toks[*j].any(small)).filter(|v| *v > after);
    let Some(v) = verb.filter(|v| s.mood.affirms(*v) && s.closes_clause(*v)) else { return };
    // "`a.yaml` is updated.", said of the file alone.
    let ty = match s.toks[v].low.as_str() {
        "gone" | "removed" | "deleted" => ClaimType::FileDeleted,
        "updated" | "patched" | "fixed" | "restored" | "reverted" => ClaimType::FileUpdated,
        _ => return,
    };
    for f in files {
        push_file(s, ty, s.file_at(f).unwrap_or_default().to_owned(), None, out);
    }
}

/// "- `a.ts:21` rewires the sheet", "- `a.ts` and `b.ts` now share it", or any word under "Changes made:": a file as the subject.
fn summarised(s: &Sentence<'_>, out: &mut Vec<Found>) {
    let item = s.scene.kind == BlockKind::Item && s.scene.first;
    let Some(i) = s.toks.iter().position(|t| t.is_content()).filter(|i| item && out.is_empty() && s.file_at(*i).is_some()) else {
        return;
    };
    let mut files = vec![i];
    files.extend(list_run(s, i));
    let Some(next) = files.last().map(|l| l + 1).filter(|n| s.tok(*n).is_some_and(|t| t.kind == Kind::Word)) else { return };
    let skip = ClassSet::of(&[Class::Adv]);
    let verb = (next..s.toks.len()).find(|j| !s.toks[*j].any(skip)).unwrap_or(next);
    let plural = |t: &crate::claim::token::Tok<'_>| {
        const BASE: &[&str] = &[
            "add",
            "update",
            "remove",
            "replace",
            "switch",
            "rewire",
            "introduce",
            "rename",
            "extend",
            "drop",
            "refactor",
            "expose",
            "adopt",
            "gain",
        ];
        files.len() > 1 && BASE.contains(&t.low.as_str())
    };
    let told = s.is(verb, Class::VEdits)
        || s.tok(verb).is_some_and(plural)
        || (next..verb).any(|j| s.is(j, Class::Now)) && s.tok(verb).is_some_and(|t| t.kind == Kind::Word);
    let listed = s.scene.listing.filter(|ty| *ty != ClaimType::FileDeleted);
    if !(told || listed.is_some()) || !(next..=verb).all(|j| s.mood.affirms(j)) {
        return;
    }
    for f in files {
        push_file(s, listed.unwrap_or(ClaimType::FileUpdated), s.file_at(f).unwrap_or_default().to_owned(), None, out);
    }
}

/// "Key files touched include a.ts, b.ts": files named in a sentence of their own.
fn named_as_touched(s: &Sentence<'_>, out: &mut Vec<Found>) {
    let touched = |t: &crate::claim::token::Tok<'_>| {
        matches!(t.low.as_str(), "touched" | "changed" | "modified" | "updated" | "edited" | "affected" | "created" | "added")
    };
    let says = |t: &crate::claim::token::Tok<'_>| {
        t.kind == Kind::Colon
            || t.any(ClassSet::of(&[Class::Be, Class::Been]))
            || matches!(t.low.as_str(), "include" | "includes" | "included")
    };
    if !out.is_empty() {
        return;
    }
    new_files(s, out);
    for n in (0..s.toks.len()).filter(|i| s.toks[*i].low == "files") {
        let Some(v) = (n + 1..n + 3).chain(n.checked_sub(1)).find(|j| s.tok(*j).is_some_and(touched) && s.mood.affirms(*j))
        else {
            continue;
        };
        let Some(from) = (v.max(n) + 1..v.max(n) + 4).find(|j| s.tok(*j).is_some_and(says)) else { continue };
        let made = s.tok(v).is_some_and(|t| matches!(t.low.as_str(), "created" | "added"));
        let end = (from..s.toks.len()).find(|j| s.toks[*j].is_boundary()).unwrap_or(s.toks.len());
        for (i, f) in s.files((from, end)).into_iter().filter(|(i, _)| s.mood.affirms(*i)) {
            let mut found = s.found(if made { ClaimType::FileCreated } else { ClaimType::FileUpdated }, i, Some(f.to_owned()));
            found.words = (n, i + 1);
            out.push(found);
        }
    }
}

/// "New file: `src/util.ts`", "New files: `a.rs`, `b.rs`".
fn new_files(s: &Sentence<'_>, out: &mut Vec<Found>) {
    let Some(i) = s.toks.iter().position(|t| t.is_content()).filter(|i| s.is(*i, Class::New)) else { return };
    let noun = s.tok(i + 1).is_some_and(|t| matches!(t.low.as_str(), "file" | "files"));
    if noun && s.tok(i + 2).is_some_and(|t| t.kind == Kind::Colon) {
        for (j, f) in s.files((i + 3, s.toks.len())).into_iter().filter(|(j, _)| s.mood.affirms(*j)) {
            let named = j == i + 3 || list_run(s, i + 3).contains(&j);
            if named {
                push_file(s, ClaimType::FileCreated, f.to_owned(), None, out);
            }
        }
    }
}

/// "Added a `loader.ts` section": what stands in a document about the file.
fn part_of_document(s: &Sentence<'_>, i: usize) -> bool {
    s.tok(i + 1).is_some_and(|t| {
        matches!(
            t.low.as_str(),
            "section"
                | "row"
                | "heading"
                | "chapter"
                | "paragraph"
                | "mention"
                | "reference"
                | "references"
                | "bullet"
                | "snippet"
                | "listing"
                | "entry"
                | "column"
        )
    })
}

/// The files that an act worked on, each with its type.
fn files_of<'s>(s: &Sentence<'s>, a: &Act) -> Vec<(ClaimType, usize, &'s str)> {
    if a.is(Class::VDone) && !a.cls.meets(DONE_ONLY) && !s.is(a.verb, Class::Into) {
        return Vec::new();
    }
    let active = a.active() || a.object == a.rest;
    // "the README pointer to the docs in `x/README.md`": a name of a thing in it.
    let qualifies = |i: usize| {
        s.toks[i].kind == Kind::Path
            && !s.toks[i].text.contains('.')
            && s.tok(i + 1).is_some_and(|t| t.kind == Kind::Word && t.cls.is_empty())
    };
    let direct: Vec<_> = s.files(a.object).into_iter().filter(|(i, _)| !qualifies(*i)).collect();
    if a.is(Class::VMove) && !a.is(Class::VAdd) {
        let copied = s.tok(a.verb).is_some_and(|t| t.low == "copied");
        let ty = if copied { ClaimType::FileCreated } else { ClaimType::FileUpdated };
        return s.files(a.rest).last().or(direct.last()).map(|(i, f)| (ty, *i, *f)).into_iter().collect();
    }
    let head = direct.first().filter(|(i, _)| {
        let before = s.range((a.object.0, *i));
        let heads = active
            || s.range((*i + 1, a.object.1)).iter().all(|t| {
                !t.is_content()
                    || t.any(ClassSet::of(&[Class::And, Class::NFileList]))
                    || matches!(t.kind, Kind::Code | Kind::Path)
            });
        heads
            && !before.iter().any(|t| t.is(Class::Into) || t.is(Class::Prep) || t.is(Class::Rel))
            && before.iter().filter(|t| t.is_content() && !t.is(Class::Det)).count() <= 5
    });
    let (files, headed) = match head {
        Some((i, _)) => {
            let run = list_run(s, *i);
            // "Added `x` (a.go)", "removed x, y from a.go"
            (direct.iter().filter(|(j, _)| *j == *i || run.contains(j)).copied().collect::<Vec<_>>(), true)
        }
        None => {
            let range = if active { a.object } else { a.rest };
            let saved_in = a.form == Form::State && a.is(Class::VCreate);
            let found = s.files(range);
            let placed = found.iter().find(|(i, _)| s.mood.affirms(*i) && placed(s, range.0, *i));
            match placed {
                Some((i, _)) => {
                    let run = list_run(s, *i);
                    (found.iter().filter(|(j, _)| *j == *i || run.contains(j)).copied().collect(), saved_in)
                }
                None => (Vec::new(), false),
            }
        }
    };
    let in_text = |i: usize| headed && a.any(&[Class::VAdd, Class::VCreate]) && part_of_document(s, i);
    files.into_iter().filter(|(i, _)| !in_text(*i)).map(|(i, f)| (type_of(s, a, i, headed), i, f)).collect()
}

/// A file that "in", "to", "from" or an opening bracket introduces.
fn placed(s: &Sentence<'_>, from: usize, i: usize) -> bool {
    // "removed x (which is in `a.go` already)" did not change that file.
    let open =
        (from..i).rev().find(|j| matches!(s.toks[*j].kind, Kind::Open | Kind::Close)).filter(|j| s.toks[*j].kind == Kind::Open);
    if open.is_some_and(|j| j + 1 < i) {
        return false;
    }
    let lead = ClassSet::of(&[Class::Det, Class::New]);
    let mut j = i;
    while j > from && s.toks[j - 1].any(lead) {
        j -= 1;
    }
    (from..i).any(|k| s.toks[k].is(Class::Into)) && !s.range((from, i)).iter().any(|t| t.is(Class::Rel))
        || j > from && matches!(s.toks[j - 1].kind, Kind::Open | Kind::Colon)
}

/// Places of the files that a comma or an "and" joins to the one at `i`.
fn list_run(s: &Sentence<'_>, i: usize) -> Vec<usize> {
    let mut out = Vec::new();
    let mut j = i + 1;
    while let Some(t) = s.tok(j) {
        if s.file_at(j).is_some() {
            out.push(j);
        } else if !(t.kind == Kind::Comma || t.is(Class::And) || t.is(Class::Det)) {
            break;
        }
        j += 1;
    }
    out
}

fn type_of(s: &Sentence<'_>, a: &Act, i: usize, headed: bool) -> ClaimType {
    let place = s.range((a.rest.0, i)).iter().rev().find(|t| t.is(Class::Into) || t.kind == Kind::Open).map(|t| t.low.clone());
    if a.is(Class::VDelete) {
        // "removed x (a.go)", "removed `a.json` scripts": the file stays.
        let inside = s.toks.get(i.wrapping_sub(1)).is_some_and(|t| t.kind == Kind::Open)
            || s.tok(i + 1).is_some_and(|t| t.kind == Kind::Word && t.cls.is_empty());
        return if headed && !inside { ClaimType::FileDeleted } else { ClaimType::FileUpdated };
    }
    if a.is(Class::VDone) && s.is(a.verb, Class::Into) {
        return ClaimType::FileCreated;
    }
    if a.is(Class::VCreate) {
        let created = headed || place.is_none_or(|p| p.is_empty() || matches!(p.as_str(), "to" | "into" | "as" | "at" | "under"));
        return if created { ClaimType::FileCreated } else { ClaimType::FileUpdated };
    }
    // "`a.md` に…を追加": added to it.
    let marked = s.tok(i + 1).is_some_and(|t| matches!(t.low.as_str(), "に" | "へ" | "には"));
    if a.is(Class::VAdd) && headed && !marked && bare_file(s, a, i) {
        return ClaimType::FileCreated;
    }
    ClaimType::FileUpdated
}

/// Nothing but articles and "new" before the file: "Added `x.go`".
fn bare_file(s: &Sentence<'_>, a: &Act, i: usize) -> bool {
    let small = ClassSet::of(&[Class::Det, Class::New, Class::NFileList, Class::Adv, Class::Now]);
    a.active()
        && s.range((a.object.0, i))
            .iter()
            .all(|t| t.any(small) || !t.is_content() || t.kind == Kind::Code || t.kind == Kind::Path)
        || !a.active() && i + 1 >= a.object.1
}

fn change_act(s: &Sentence<'_>) -> bool {
    own_acts(s).any(|a| a.cls.meets(DONE_ONLY))
}

const CHANGED: ClassSet = ClassSet::of(&[Class::VChange, Class::VAdd, Class::VFix]);

/// "the updated `a.md`", "the full refactored `a.go`": a participle that only qualifies what follows.
fn attributive(s: &Sentence<'_>, i: usize) -> bool {
    let lead = ClassSet::of(&[Class::Full, Class::New, Class::Adv, Class::All]);
    let before = (0..i).rev().find(|j| !s.toks[*j].any(lead));
    before.is_some_and(|j| s.is(j, Class::Det))
        && s.tok(i + 1).is_some_and(|t| t.is_content() && !t.any(ClassSet::of(&[Class::Prep, Class::Into])))
}

/// "the changes made to `a.rs`:", "Edits in `a.rs`:".
fn changes_to(s: &Sentence<'_>) -> bool {
    let made = |i: usize| s.tok(i).is_some_and(|t| t.low == "made");
    let changes = |t: &crate::claim::token::Tok<'_>| {
        matches!(t.low.as_str(), "changes" | "edits" | "updates" | "fixes" | "modifications" | "adjustments")
    };
    (0..s.toks.len()).any(|i| {
        let to = i + 1 + usize::from(made(i + 1));
        changes(&s.toks[i]) && s.mood.affirms(i) && s.tok(to).is_some_and(|t| matches!(t.low.as_str(), "to" | "in" | "on"))
    })
}

/// A block that starts with a file: what follows, or the heading above, says that it was changed.
fn lead_work(s: &Sentence<'_>, out: &mut Vec<Found>) {
    let Some(lead) = &s.scene.lead else { return };
    if !s.toks.iter().any(|t| (t.start..=t.end).contains(&lead.span.0)) {
        return;
    }
    if out.iter().any(|f| f.target.as_deref() == Some(lead.path.as_str())) {
        return;
    }
    let negated = s.toks.iter().any(|t| t.kind == Kind::Bad)
        || !s.toks.iter().enumerate().any(|(i, t)| t.is_content() && s.mood.affirms(i));
    let counted = s.toks.windows(2).any(|w| w[0].kind == Kind::Num && w[1].is(Class::NChange));
    let listed = s.scene.listing.is_some() && (s.scene.kind != BlockKind::Para || s.scene.label);
    let says = change_act(s)
        || listed
        || lead.ty.is_some()
        || counted && s.scene.label
        || s.scene.label && changes_to(s)
        || s.scene.label
            && !s.toks.iter().any(|t| t.is(Class::Plan))
            && (0..s.toks.len()).any(|i| s.toks[i].any(CHANGED) && !attributive(s, i));
    if negated || !says {
        return;
    }
    let own = own_acts(s).find(|a| a.cls.meets(DONE_ONLY) && a.verb > 0 && a.form != Form::First);
    // Where the verb comes last, what was added stands before it: "`a.go` — フラグテスト追加".
    let alone = |a: &&Act| {
        let file = s.toks.iter().position(|t| t.kind == Kind::Code || t.kind == Kind::Path).map_or(0, |i| i + 1);
        let last = s.tok(a.verb).is_some_and(|t| t.text.chars().any(crate::claim::token::is_cjk));
        !last || s.range((file, a.verb)).iter().all(|t| !t.is_content())
    };
    let bare_verb = own.filter(|a| s.tok(a.verb + 1).is_none_or(|t| !t.is_content())).filter(alone);
    let ty = lead.ty.or(bare_verb.and_then(|a| {
        if a.is(Class::VDelete) {
            Some(ClaimType::FileDeleted)
        } else if a.is(Class::VCreate) || a.is(Class::VAdd) {
            Some(ClaimType::FileCreated)
        } else {
            None
        }
    }));
    let ty = ty.or(if change_act(s) && s.scene.listing != Some(ClaimType::FileCreated) {
        Some(ClaimType::FileUpdated)
    } else {
        s.scene.listing
    });
    let ty = ty.unwrap_or(ClaimType::FileUpdated);
    push_file(s, ty, lead.path.clone(), None, out);
    // "| `a.go`, `b.go` | use the root |"
    if let Some(i) = s.toks.iter().position(|t| t.start == lead.span.0).filter(|_| listed) {
        for j in list_run(s, i) {
            push_file(s, ty, s.file_at(j).unwrap_or_default().to_owned(), None, out);
        }
    }
}

fn push_file(s: &Sentence<'_>, ty: ClaimType, path: String, span: Option<(usize, usize)>, out: &mut Vec<Found>) {
    let at = s.acts.first().map_or(0, |a| a.verb);
    let mut f = s.found(ty, at, Some(path));
    f.words = (0, s.toks.len());
    f.span = span;
    out.push(f);
}

/// Items below a file's name, and items of a list of changes that name a file.
fn listed(s: &Sentence<'_>, out: &mut Vec<Found>) {
    if s.scene.lead.is_some() || !out.is_empty() {
        return;
    }
    if let Some(file) = &s.scene.file {
        let starts = s.acts.first().is_some_and(|a| a.active() && s.opens_clause(a.verb) || a.form == Form::Final);
        if starts && change_act(s) {
            push_file(s, file.ty.unwrap_or(ClaimType::FileUpdated), file.path.clone(), Some(file.span), out);
        }
        return;
    }
    let short = s.toks.iter().filter(|t| t.is_content()).count() <= 14;
    if let (Some(ty), BlockKind::Item | BlockKind::Row(_), true) = (s.scene.listing, s.scene.kind, s.scene.first && short) {
        let placed = s.files((0, s.toks.len())).into_iter().find(|(i, _)| {
            *i > 0 && (s.toks[i - 1].is(Class::Into) || s.toks[i - 1].kind == Kind::Cell || s.toks[i - 1].kind == Kind::Open)
        });
        if let Some((i, f)) = placed.filter(|(i, _)| s.mood.affirms(*i) && s.acts.is_empty()) {
            let ty = if ty == ClaimType::FileCreated && s.toks[i - 1].is(Class::Into) { ClaimType::FileUpdated } else { ty };
            push_file(s, ty, f.to_owned(), None, out);
        }
    }
}

/// "a.toml now has X", "X is now in a.toml".
fn now_has(s: &Sentence<'_>, out: &mut Vec<Found>) {
    if !out.is_empty() || s.scene.file.is_some() {
        return;
    }
    for (i, f) in s.files((0, s.toks.len())) {
        let (_, end) = s.clause(i);
        let late = s.opens_clause(i)
            && end > i + 2
            && s.tok(i + 1).is_some_and(|t| t.kind == Kind::Word && t.low.ends_with('s'))
            && s.range((end.saturating_sub(2), end)).iter().any(|t| t.is(Class::Now));
        let after = late || s.is(i + 1, Class::Now) && s.tok(i + 2).is_some_and(|t| t.is_content()) && s.opens_clause(i);
        let before =
            i >= 2 && s.toks[i - 1].is(Class::Into) && (s.toks[i - 2].is(Class::Now) || i >= 3 && s.toks[i - 3].is(Class::Now));
        if (after || before) && s.mood.affirms(i) && s.mood.affirms((i + 1).min(s.toks.len() - 1)) && s.checks.is_empty() {
            let mut found = s.found(ClaimType::FileUpdated, i, Some(f.to_owned()));
            found.words = s.clause(i);
            out.push(found);
        }
    }
}

/// File claims of one type.
pub(crate) fn files(s: &Sentence<'_>, ty: ClaimType, out: &mut Vec<Found>) {
    out.extend(s.file_work.iter().filter(|f| f.ty == ty).cloned());
}

/// Commands in the text that start with `head` and are said to have succeeded.
pub(crate) fn commands_passed(s: &Sentence<'_>, head: &str) -> Vec<usize> {
    let named = |i: &usize| {
        s.toks[*i].kind == Kind::Code
            && s.toks[*i].text.trim().strip_prefix(head).is_some_and(|r| r.is_empty() || r.starts_with(' '))
    };
    let passed = |i: usize| {
        let next = (i + 1..s.toks.len()).find(|j| !s.toks[*j].any(ClassSet::of(&[Class::Adv, Class::Now])));
        next.filter(|j| s.toks[*j].is(Class::OkPass) || s.toks[*j].kind == Kind::Good).is_some_and(|j| s.mood.affirms(j))
    };
    if s.scene.foreign {
        return Vec::new();
    }
    (0..s.toks.len()).filter(named).filter(|i| s.mood.affirms(*i) && passed(*i)).collect()
}

/// False for "was added by the hook".
pub(crate) fn not_by_other(s: &Sentence<'_>, a: &Act) -> bool {
    !by_other(s, a)
}

/// The object of an act, past a colon right behind the verb ("**Installed:** `vitest`").
pub(crate) fn after_colon(s: &Sentence<'_>, a: &Act) -> (usize, usize) {
    let colon = a.form == Form::Lead && s.tok(a.object.0).is_some_and(|t| t.kind == Kind::Colon);
    if colon { (a.object.0 + 1, a.object.1) } else { a.object }
}
