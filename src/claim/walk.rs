//! From blocks to sentences, each with the place it stands in: what headings, labels and parent items say holds below them.

use super::act::VERBS;
use super::block::{self, Block, BlockKind};
use super::lexicon::{Class, ClassSet, Lexicon};
use super::sentence::{FileRef, Scene, Sentence};
use super::token::{Kind, Tok, tokenize};
use super::{ClaimType, rules};

/// What one block says of the blocks below it.
#[derive(Debug, Clone)]
struct Frame {
    rank: usize,
    file: Option<FileRef>,
    listing: Option<ClaimType>,
    label_verbs: ClassSet,
    passed: bool,
    void: bool,
    foreign: bool,
    folded: bool,
    items: bool,
}

/// What a sentence held.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Held {
    /// A claim of work: done, fixed, ran.
    pub(crate) work: bool,
    /// A claim about a file.
    pub(crate) files: bool,
}

/// Walks the blocks of a message and hands each sentence that can hold a claim to `visit`, which says what it held.
pub(crate) struct Walker<'a> {
    text: &'a str,
    lexicons: &'a [&'static Lexicon],
    frames: Vec<Frame>,
    after_list: bool,
    after_file: bool,
    items_follow: bool,
    open: bool,
}

const HEAD: ClassSet = ClassSet::of(&[Class::HVoid, Class::HReview]);

impl<'a> Walker<'a> {
    pub(crate) fn new(text: &'a str, lexicons: &'a [&'static Lexicon]) -> Self {
        Walker { text, lexicons, frames: Vec::new(), after_list: false, after_file: false, items_follow: false, open: false }
    }

    /// True where the message lists items that are not done.
    pub(crate) fn run(mut self, visit: &mut dyn FnMut(&Sentence<'a>) -> Held) -> bool {
        let blocks = block::blocks(self.text);
        for (i, b) in blocks.iter().enumerate() {
            let nested = blocks.get(i + 1).is_some_and(|n| self.is_below(b, n));
            let below = if nested && b.kind == BlockKind::Item { self.files_below(b, &blocks[i + 1..]) } else { Vec::new() };
            self.items_follow =
                blocks[i + 1..].iter().find(|n| n.kind != BlockKind::Row(true)).is_some_and(|n| self.leads_item(n));
            self.block(b, nested, below, visit);
            self.after_list = matches!(b.kind, BlockKind::Item | BlockKind::Row(_));
        }
        self.open
    }

    fn leads_item(&self, b: &Block) -> bool {
        // The name and what sets it apart stand at the start.
        let text = self.text.get(b.start..b.end).unwrap_or("");
        let near = text.char_indices().nth(80).map_or(text, |(n, _)| &text[..n]);
        rules::external::leads_item(&tokenize(near, b.start, self.lexicons))
    }

    fn is_below(&self, b: &Block, next: &Block) -> bool {
        match b.kind {
            BlockKind::Item => next.indent > b.indent,
            BlockKind::Para | BlockKind::Heading(_) => matches!(next.kind, BlockKind::Item | BlockKind::Row(_)),
            BlockKind::Row(_) => false,
        }
    }

    /// The files that the items below name, where each of them names one and says no more.
    fn files_below(&self, b: &Block, rest: &[Block]) -> Vec<FileRef> {
        let mut out = Vec::new();
        for n in rest.iter().take_while(|n| n.kind == BlockKind::Item && n.indent > b.indent) {
            let toks = tokenize(self.text.get(n.start..n.end).unwrap_or(""), n.start, self.lexicons);
            let content: Vec<_> = toks.iter().filter(|t| t.is_content()).collect();
            let [t] = content.as_slice() else { return Vec::new() };
            if !matches!(t.kind, Kind::Code | Kind::Path) || !super::target::is_file_name(t.text) {
                return Vec::new();
            }
            out.push(FileRef { path: super::target::clean_path(t.text).to_owned(), span: (t.start, t.end), ty: None });
        }
        out
    }

    fn block(&mut self, b: &Block, nested: bool, below: Vec<FileRef>, visit: &mut dyn FnMut(&Sentence<'a>) -> Held) {
        let content = self.text.get(b.start..b.end).unwrap_or("");
        let mut toks = tokenize(content, b.start, self.lexicons);
        for l in self.lexicons {
            l.tag(&mut toks);
        }
        let bold_only =
            toks.iter().filter(|t| t.is_content()).all(|t| t.bold || t.kind == Kind::Code) && toks.iter().any(|t| t.bold);
        let ends_colon = toks.last().is_some_and(|t| t.kind == Kind::Colon);
        let label = matches!(b.kind, BlockKind::Heading(_)) || ends_colon || bold_only && b.kind == BlockKind::Para;
        // The last sentence of a label is the one that names what follows.
        let from = toks.iter().rposition(|t| t.kind == Kind::Stop && t.gap).filter(|_| ends_colon).map_or(0, |i| i + 1);
        let lead = lead_file(toks.get(from..).unwrap_or(&[]), label);
        let of_items = self.frames.iter().any(|f| f.items) && rules::external::leads_item(&toks);
        let rank = if of_items { 20 + b.indent } else { self.rank(b, bold_only, ends_colon, lead.is_some()) };
        self.frames.retain(|f| f.rank < rank);
        if b.kind == BlockKind::Row(true) || b.tick == Some(false) || toks.is_empty() {
            self.open |= b.tick == Some(false);
            if b.kind != BlockKind::Row(true) {
                self.push(Frame {
                    rank,
                    file: None,
                    listing: None,
                    label_verbs: ClassSet::default(),
                    passed: false,
                    void: true,
                    foreign: false,
                    folded: false,
                    items: false,
                });
            }
            return;
        }
        let solid = matches!(b.kind, BlockKind::Heading(_)) || bold_only && b.kind == BlockKind::Para;
        self.open |= label && toks.iter().any(|t| t.is(Class::Open));
        let to_come = step_to_come(&toks, solid);
        let verb_first =
            toks.iter().find(|t| t.is_content() && t.kind != Kind::Num).is_some_and(|t| t.any(VERBS) && !t.is(Class::VDone));
        let voids = solid
            && !to_come
            && !verb_first
            && !toks.iter().any(|t| t.is(Class::VDone))
            && toks.iter().take(12).any(|t| t.is(Class::HVoid));
        let announces = ends_colon && self.items_follow && rules::external::announces(&toks);
        let voids = voids || void_label(&toks) || diary(&toks);
        let void = voids || self.frames.iter().any(|f| f.void);
        let (mut own, mut files) = (false, false);
        let mut frame = Frame {
            rank,
            file: lead.clone(),
            listing: None,
            label_verbs: ClassSet::default(),
            passed: false,
            void,
            foreign: false,
            folded: false,
            items: false,
        };
        if !void && !to_come {
            let scene = Scene {
                kind: b.kind,
                lead,
                file: self.frames.iter().rev().find_map(|f| f.file.clone()),
                listing: self.frames.iter().rev().find_map(|f| f.listing),
                label_verbs: self.frames.last().map(|f| f.label_verbs).unwrap_or_default(),
                foreign: self.frames.iter().any(|f| f.foreign),
                folded: self.frames.iter().any(|f| f.folded),
                passed: self.frames.iter().any(|f| f.passed),
                label,
                below: if ends_colon { below.clone() } else { Vec::new() },
                first: true,
                announces,
                items: self.frames.iter().any(|f| f.items),
                moves_on: false,
            };
            let row = matches!(b.kind, BlockKind::Row(_));
            let whole = if label || nested { toks.clone() } else { std::mem::take(&mut toks) };
            let parts = sentences(whole, row);
            let next: Vec<bool> = parts.iter().skip(1).map(|p| goes_on(p)).chain([false]).collect();
            for (n, (part, moves_on)) in parts.into_iter().zip(next).enumerate() {
                let s = Sentence::new(part, &[], Scene { first: n == 0, moves_on, ..scene.clone() });
                let held = visit(&s);
                own |= held.work;
                files |= held.files;
                frame.foreign = frames_foreign(&s, ends_colon);
                frame.passed = label && says_passed(&s);
            }
        }
        if (label || nested) && !announces {
            self.label(&toks, label, own && !solid, &mut frame);
        }
        if (own || files) && !below.is_empty() {
            frame.listing = None;
        }
        let opens = nested && b.kind == BlockKind::Item || matches!(b.kind, BlockKind::Heading(3..)) && verb_first;
        // "- Updated `a.md`" over "- Added Y": part of what is said of the file.
        let of_file = files && nested && b.kind == BlockKind::Item && !label;
        frame.folded = of_file || own && opens && frame.file.is_none() && (frame.listing.is_none() || verb_first && solid);
        frame.items = announces && !void;
        self.after_file = label && frame.file.is_some();
        if label || b.kind == BlockKind::Item {
            self.push(frame);
        }
    }

    fn push(&mut self, f: Frame) {
        self.frames.push(f);
    }

    fn rank(&self, b: &Block, bold_only: bool, ends_colon: bool, names_file: bool) -> usize {
        match b.kind {
            BlockKind::Heading(l) => usize::from(l),
            BlockKind::Item => 20 + b.indent,
            BlockKind::Row(_) => 19,
            BlockKind::Para if b.indent >= 2 && self.frames.iter().any(|f| f.rank >= 20 && f.rank < 20 + b.indent) => {
                20 + b.indent
            }
            BlockKind::Para if (bold_only || ends_colon) && names_file => 9,
            BlockKind::Para if bold_only => 7,
            BlockKind::Para if ends_colon && self.after_file => 10,
            BlockKind::Para if ends_colon => 8,
            BlockKind::Para if self.after_list => 7,
            BlockKind::Para => 11,
        }
    }

    fn label(&self, toks: &[Tok<'_>], label: bool, own: bool, frame: &mut Frame) {
        // The last sentence of the block is the one that announces the list.
        let from = toks.iter().rposition(|t| t.kind == Kind::Stop).map_or(0, |i| i + 1);
        let tail: Vec<Tok<'_>> = outside_brackets(&toks[from.min(toks.len())..]);
        let tail = tail.as_slice();
        let any = |c: Class| tail.iter().any(|t| t.is(c));
        if label && tail.iter().take(12).any(|t| t.any(HEAD) || t.low == "did" || t.is(Class::From)) {
            frame.foreign |= !own && others_work(tail);
            let told = tail.iter().find(|t| t.is_content()).is_some_and(|t| t.any(VERBS)) || tail.iter().any(|t| t.low == "made");
            frame.void |= any(Class::HVoid) && !any(Class::VDone) && !told;
        }
        // "以下を更新します:", "I'll change these:" lists what is to come.
        let to_come = label && tail.last().is_some_and(|t| t.kind == Kind::Colon) && any(Class::Plan);
        frame.void |= to_come && !tail.iter().any(|t| t.any(VERBS) && !t.is(Class::Plan) && t.low.ends_with("ed"));
        if !label || frame.foreign || tail.len() > 24 {
            return;
        }
        // "We fixed bugs involving:" lists bugs, "the files that need to be updated:" what is to come.
        let bugs = any(Class::NBug) && any(Class::VFix) && !any(Class::NFileList);
        frame.listing = if bugs || any(Class::Plan) || any(Class::VCommit) || any(Class::VPush) || any(Class::VRead) {
            None
        } else if any(Class::VDelete) && !any(Class::VChange) {
            Some(ClaimType::FileDeleted)
        } else if any(Class::VCreate) || any(Class::New) && any(Class::NFileList) {
            Some(ClaimType::FileCreated)
        } else if any(Class::HChange) || any(Class::VChange) || any(Class::VAdd) || any(Class::VFix) {
            Some(ClaimType::FileUpdated)
        } else {
            None
        };
        // "Removed:", "`inputs` loaded:": the verb holds for each item.
        let words: Vec<_> = tail.iter().filter(|t| t.is_content()).collect();
        let verb = words.first().filter(|t| words.len() <= 2 && t.any(VERBS));
        let read = words.last().filter(|t| words.len() <= 3 && t.is(Class::VRead));
        if let Some(t) = verb.or(read) {
            frame.label_verbs = t.cls;
        }
    }
}

/// "Day 5: …" recaps a day of a log.
fn diary(toks: &[Tok<'_>]) -> bool {
    let word = |w: &str| matches!(w, "day" | "week" | "session" | "sprint" | "jour" | "día" | "tag");
    toks.first().is_some_and(|t| word(&t.low))
        && toks.get(1).is_some_and(|t| t.kind == Kind::Num)
        && toks.get(2).is_some_and(|t| matches!(t.kind, Kind::Colon | Kind::Dash))
}

/// "**Next steps:** …", "**Preconditions**: …": a bold label that takes its own line out.
fn void_label(toks: &[Tok<'_>]) -> bool {
    let Some(colon) = toks.iter().take(6).position(|t| t.kind == Kind::Colon) else { return false };
    toks[..colon].iter().all(|t| t.bold || !t.is_content())
        && toks[..colon].iter().any(|t| t.is(Class::HVoid))
        && !toks[..colon].iter().any(|t| t.any(VERBS) && !t.is(Class::VDone))
}

/// A heading over findings, results, or what something else did: "Review", "What the agent did", "From main:".
fn others_work(toks: &[Tok<'_>]) -> bool {
    let own = toks.iter().any(|t| {
        t.is(Class::Subj)
            || t.any(ClassSet::of(&[Class::VChange, Class::VFix, Class::VAdd, Class::VImplement]))
            || t.low == "fixes"
    });
    let from = toks.iter().find(|t| t.is_content()).is_some_and(|t| t.is(Class::From));
    from || !own && toks.iter().any(|t| t.is(Class::HReview) || t.low == "did")
}

/// "Step 5: Test it": a heading of a step, not said to be done.
fn step_to_come(toks: &[Tok<'_>], solid: bool) -> bool {
    let step = |w: &str| matches!(w, "step" | "phase" | "étape" | "paso" | "schritt" | "шаг");
    let numbered = toks.first().is_some_and(|t| step(&t.low))
        && toks.get(1).is_some_and(|t| t.kind == Kind::Num)
        && toks.get(2).is_some_and(|t| matches!(t.kind, Kind::Colon | Kind::Dash));
    solid && numbered && !toks.iter().any(|t| t.kind == Kind::Good || t.is(Class::VDone))
}

/// "Verification passed:", "All green:", "Verified with:" above a list of checks.
fn says_passed(s: &Sentence<'_>) -> bool {
    // "# Thai Green Curry" passes nothing.
    let ok = !s.checks.is_empty() || s.affirmed(Class::OkPass).any(|i| s.closes_phrase(i));
    let verified = s.acts.iter().any(|a| a.is(Class::VVerify) && a.own() && s.mood.affirms(a.verb))
        && s.toks.iter().filter(|t| t.is_content()).count() <= 4;
    ok || verified
}

/// The tokens that stand in no bracket.
fn outside_brackets<'a>(toks: &[Tok<'a>]) -> Vec<Tok<'a>> {
    let mut depth = 0i32;
    let mut out = Vec::new();
    for t in toks {
        match t.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth -= 1,
            _ if depth <= 0 => out.push(t.clone()),
            _ => {}
        }
    }
    out
}

/// True where a sentence that announces a list has another subject: "The test ran the workflow:", "The commit includes:".
fn frames_foreign(s: &Sentence<'_>, ends_colon: bool) -> bool {
    ends_colon && rules::common::foreign_lead(s)
}

/// The file that a block names first: before a colon, a dash, a cell border, or alone.
fn lead_file(toks: &[Tok<'_>], label: bool) -> Option<FileRef> {
    let row = toks.first().is_some_and(|t| t.kind == Kind::Cell);
    let limit = if label {
        12
    } else if row || toks.iter().find(|t| t.is_content()).is_some_and(|t| t.bold) {
        4
    } else {
        2
    };
    let mut seen = 0;
    for (i, t) in toks.iter().enumerate() {
        if t.any(VERBS) && !label {
            return None;
        }
        if matches!(t.kind, Kind::Code | Kind::Path) && super::target::is_file_name(t.text) && !super::target::is_command(t.text)
        {
            let mut at = i;
            if toks.get(i + 1).is_some_and(|n| n.kind == Kind::Arrow)
                && toks.get(i + 2).is_some_and(|n| super::target::is_file_name(n.text))
            {
                at = i + 2;
            }
            let next = toks.get(at + 1);
            let fits = next.is_none_or(|n| {
                n.kind == Kind::Close && (label || toks.get(at + 2).is_some_and(|c| matches!(c.kind, Kind::Colon | Kind::Dash)))
                    || matches!(
                        n.kind,
                        Kind::Colon | Kind::Dash | Kind::Cell | Kind::Open | Kind::Arrow | Kind::Good | Kind::Emoji
                    )
                    || n.is(Class::Prep) && label
            });
            return fits.then(|| FileRef {
                path: super::target::clean_path(toks[at].text).to_owned(),
                span: (toks[i].start, toks[at].end),
                ty: status_near(toks, at),
            });
        }
        if t.is_content() {
            seen += 1;
            if seen >= limit {
                return None;
            }
        }
    }
    None
}

/// "(new)", "(deleted)" right behind a file's name.
fn status_near(toks: &[Tok<'_>], at: usize) -> Option<ClaimType> {
    let near = toks.get(at + 1..(at + 5).min(toks.len())).unwrap_or(&[]);
    let open = near.first().is_some_and(|t| matches!(t.kind, Kind::Open | Kind::Dash | Kind::Colon | Kind::Cell));
    let first = near.iter().find(|t| t.is_content())?;
    if !open {
        return None;
    }
    // "`a.ts`: new helper for x" is new in it.
    let behind = toks.iter().skip_while(|t| t.start <= first.start).find(|t| t.kind != Kind::Emoji);
    let file = |t: &Tok<'_>| matches!(t.low.as_str(), "file" | "module" | "script" | "component" | "test" | "page" | "doc");
    let alone = behind.is_none_or(|t| !t.is_content() || file(t));
    if first.is(Class::New) && alone || first.is(Class::VCreate) {
        return Some(ClaimType::FileCreated);
    }
    (first.is(Class::VDelete) && near.iter().filter(|t| t.is_content()).count() == 1).then_some(ClaimType::FileDeleted)
}

/// Tokens that a sentence can have; what runs on longer is no prose.
const LONGEST: usize = 300;

/// Splits the tokens of a block at the ends of sentences.
fn sentences<'a>(toks: Vec<Tok<'a>>, row: bool) -> Vec<Vec<Tok<'a>>> {
    if row {
        return vec![toks.into_iter().take(LONGEST).collect()];
    }
    let mut out = Vec::new();
    let mut cur = Vec::new();
    let mut depth = 0i32;
    for t in toks {
        let numbered = cur.iter().all(|t: &Tok<'_>| t.kind == Kind::Num);
        let end = matches!(t.kind, Kind::Stop | Kind::Ask) && t.gap && depth <= 0 && !numbered;
        match t.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth -= 1,
            _ => {}
        }
        // A closing bracket or quote mark after the stop belongs to the sentence that it ends.
        cur.push(t);
        if end || cur.len() >= LONGEST {
            out.push(std::mem::take(&mut cur));
        }
    }
    if !cur.is_empty() {
        match out.last_mut() {
            Some(last)
                if cur
                    .iter()
                    .all(|t| !t.is_content() && matches!(t.kind, Kind::Close | Kind::Quote | Kind::Good | Kind::Emoji))
                    || only_asks(&cur) =>
            {
                last.extend(cur)
            }
            _ => out.push(cur),
        }
    }
    out
}

/// "I'm checking it now", "Next, the docs", "Let me commit": the message goes on to other work.
fn goes_on(toks: &[Tok<'_>]) -> bool {
    let first = toks.iter().find(|t| t.is_content());
    first.is_some_and(|t| {
        matches!(t.low.as_str(), "i'm" | "i'll" | "now" | "next" | "let" | "let's" | "then" | "running" | "moving")
    })
}

/// "(`y` / `n`)" after a question.
fn only_asks(toks: &[Tok<'_>]) -> bool {
    toks.first().is_some_and(|t| t.kind == Kind::Open) && toks.len() <= 8 && toks.iter().all(|t| t.kind != Kind::Word)
}
