//! Tokens of Markdown prose: words, numbers, inline code, paths, ticks and punctuation, with their places in the text.

use super::lexicon::{Class, ClassSet, Lexicon};
use super::low::Low;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Word,
    /// `12`, `1,234`, `98.5`, `1e-5`, with a unit or sign glued to it (`98%`, `5ms`).
    Num,
    /// `42/42`.
    Ratio,
    /// Inline code, without its backticks.
    Code,
    /// A path or file name outside backticks.
    Path,
    Url,
    /// A tick.
    Good,
    /// A cross, a warning sign, an empty box.
    Bad,
    Emoji,
    Open,
    Close,
    Comma,
    Colon,
    Semi,
    Dash,
    Arrow,
    Stop,
    Ask,
    Quote,
    /// Border between the cells of a table row.
    Cell,
    Other,
}

#[derive(Debug, Clone)]
pub(crate) struct Tok<'a> {
    pub(crate) kind: Kind,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) text: &'a str,
    pub(crate) low: Low<'a>,
    pub(crate) cls: ClassSet,
    pub(crate) cont: ClassSet,
    /// How many further tokens the longest phrase that starts here takes.
    pub(crate) reach: usize,
    pub(crate) bold: bool,
    /// Followed by white space or the end.
    pub(crate) gap: bool,
}

impl Tok<'_> {
    pub(crate) fn is(&self, c: Class) -> bool {
        self.cls.has(c)
    }
    pub(crate) fn any(&self, set: ClassSet) -> bool {
        self.cls.meets(set)
    }
    pub(crate) fn covers(&self, c: Class) -> bool {
        self.cls.has(c) || self.cont.has(c)
    }
    pub(crate) fn is_boundary(&self) -> bool {
        matches!(self.kind, Kind::Semi | Kind::Dash | Kind::Stop | Kind::Ask | Kind::Cell | Kind::Arrow)
    }
    /// A word, or something that stands for a noun.
    pub(crate) fn is_content(&self) -> bool {
        matches!(self.kind, Kind::Word | Kind::Num | Kind::Ratio | Kind::Code | Kind::Path | Kind::Url)
    }
}

pub(crate) fn is_cjk(c: char) -> bool {
    matches!(c as u32, 0x3040..=0x30ff | 0x3400..=0x9fff | 0xf900..=0xfaff | 0xff66..=0xff9f)
}

/// The words of a phrase of a word list, as the tokenizer would see them.
pub(crate) fn words(phrase: &str) -> Vec<String> {
    let plain = |w: &str| !w.starts_with(|c: char| c == '-' || c.is_ascii_digit()) && !w.ends_with('-');
    if phrase.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b' ' | b'-'))
        && phrase.split(' ').all(plain)
    {
        return phrase.split(' ').filter(|w| !w.is_empty()).map(str::to_owned).collect();
    }
    split(phrase)
}

/// The same by the tokenizer.
pub(crate) fn split(phrase: &str) -> Vec<String> {
    tokenize(phrase, 0, &[]).into_iter().filter(|t| !t.low.is_empty()).map(|t| t.low.as_str().to_owned()).collect()
}

/// Bytes that a token is looked for in.
const LOOK_AHEAD: usize = 1024;

struct Scanner<'a> {
    text: &'a str,
    base: usize,
    pos: usize,
    bold: bool,
    out: Vec<Tok<'a>>,
    lexicons: &'a [&'static Lexicon],
}

/// Splits `text`, which stands at byte `base` of the message, into tokens.
pub(crate) fn tokenize<'a>(text: &'a str, base: usize, lexicons: &'a [&'static Lexicon]) -> Vec<Tok<'a>> {
    let mut s = Scanner { text, base, pos: 0, bold: false, out: Vec::new(), lexicons };
    while let Some(c) = s.peek() {
        s.step(c);
    }
    s.out
}

impl<'a> Scanner<'a> {
    /// What comes next, no further than any token reaches: keeps the cost of a look-ahead bounded on any text.
    fn rest(&self) -> &'a str {
        let rest = self.text.get(self.pos..).unwrap_or("");
        let mut end = rest.len().min(LOOK_AHEAD);
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        &rest[..end]
    }
    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }
    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        let text = self.text.get(start..end).unwrap_or("");
        let low = match kind {
            Kind::Word | Kind::Num | Kind::Ratio | Kind::Path => Low::of(text),
            _ => Low::default(),
        };
        let gap = self
            .text
            .get(end..)
            .and_then(|r| r.chars().next())
            .is_none_or(|c| c.is_whitespace() || is_cjk(c) || c == '*' || c == '_');
        self.out.push(Tok {
            kind,
            start: self.base + start,
            end: self.base + end,
            text,
            low,
            cls: ClassSet::default(),
            cont: ClassSet::default(),
            reach: 0,
            bold: self.bold,
            gap,
        });
    }
    fn take(&mut self, kind: Kind, len: usize) {
        let start = self.pos;
        self.pos += len;
        self.push(kind, start, self.pos);
    }

    fn step(&mut self, c: char) {
        let rest = self.rest();
        match c {
            c if c.is_whitespace() => self.pos += c.len_utf8(),
            '`' => self.code(),
            '*' => {
                if rest.starts_with("**") {
                    self.bold = !self.bold;
                    self.pos += 2;
                } else {
                    self.pos += 1;
                }
            }
            '_' if !rest[1..].starts_with(|c: char| c.is_alphanumeric() || c == '_') || !self.at_word_part() => self.pos += 1,
            '~' if rest.starts_with("~~") => self.struck(),
            '<' => self.tag(),
            '[' => self.bracket(),
            ']' => self.link_tail(),
            'h' if rest.starts_with("http://") || rest.starts_with("https://") => {
                let n = rest.find(|c: char| c.is_whitespace() || matches!(c, ')' | ']' | '>' | '"' | '`')).unwrap_or(rest.len());
                let n = rest[..n].trim_end_matches(['.', ',', ';', ':', '!', '*']).len();
                self.take(Kind::Url, n.max(1));
            }
            _ => self.plain(c),
        }
    }

    /// True where an underscore at the current place belongs to a word (`_bmad/x`).
    fn at_word_part(&self) -> bool {
        let rest = self.rest();
        let n = rest.find(char::is_whitespace).unwrap_or(rest.len());
        rest[..n].contains(['/', '.']) || rest[1..n].contains('_')
    }

    fn code(&mut self) {
        let rest = self.rest();
        let ticks = rest.len() - rest.trim_start_matches('`').len();
        let fence = &rest[..ticks];
        match rest[ticks..].find(fence) {
            Some(n) => {
                let (a, b) = (self.pos + ticks, self.pos + ticks + n);
                self.push(Kind::Code, a, b);
                self.pos = b + ticks;
                if let Some(t) = self.out.last_mut() {
                    t.gap = self.text.get(self.pos..).and_then(|r| r.chars().next()).is_none_or(char::is_whitespace);
                }
            }
            None => self.pos += ticks,
        }
    }

    fn struck(&mut self) {
        match self.rest()[2..].find("~~") {
            Some(n) => self.pos += n + 4,
            None => self.pos += 2,
        }
    }

    fn tag(&mut self) {
        let rest = self.rest();
        let n = rest.find('>').filter(|n| *n < 80 && rest[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/'));
        let Some(n) = n else { return self.take(Kind::Other, 1) };
        let name: &str = rest[1..n].split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
        // What a tag of a protocol encloses is no prose.
        let close = (!HTML.contains(&name) && !name.is_empty()).then(|| rest.find(&format!("</{name}"))).flatten();
        self.pos += close.and_then(|at| rest[at..].find('>').map(|e| at + e)).unwrap_or(n) + 1;
    }

    fn bracket(&mut self) {
        let rest = self.rest();
        if ["[x]", "[X]", "[✓]", "[✔]"].iter().any(|b| rest.starts_with(b)) {
            let n = rest.find(']').map_or(1, |n| n + 1);
            self.take(Kind::Good, n);
        } else if rest.starts_with("[ ]") {
            self.take(Kind::Bad, 3);
        } else {
            self.take(Kind::Open, 1);
        }
    }

    fn link_tail(&mut self) {
        let rest = self.rest();
        if rest.starts_with("](")
            && let Some(n) = rest.find(')')
        {
            // The opening bracket of a link is no parenthesis.
            let from = self.out.len().saturating_sub(64);
            let open = self.out[from..].iter().rposition(|t| t.kind == Kind::Open && t.text == "[");
            if let Some(open) = open.map(|i| from + i) {
                self.out.remove(open);
            }
            let (a, b) = (self.pos + 2, self.pos + n);
            let url = self.text.get(a..b).unwrap_or("");
            if url.contains("://") {
                self.push(Kind::Url, a, b);
            }
            self.pos = b + 1;
            return;
        }
        self.take(Kind::Close, 1);
    }

    fn plain(&mut self, c: char) {
        let rest = self.rest();
        let two = |p: &str| rest.starts_with(p);
        match c {
            '(' | '{' | '（' | '「' => self.take(Kind::Open, c.len_utf8()),
            ')' | '}' | '）' | '」' => self.take(Kind::Close, c.len_utf8()),
            ',' | '、' | '，' => self.take(Kind::Comma, c.len_utf8()),
            '/' if self.out.last().is_some_and(|t| t.kind == Kind::Word && t.end == self.base + self.pos) => {
                self.take(Kind::Comma, 1)
            }
            ':' | '：' => self.take(Kind::Colon, c.len_utf8()),
            ';' | '；' => self.take(Kind::Semi, c.len_utf8()),
            '|' => self.take(Kind::Cell, 1),
            '—' | '–' => self.take(Kind::Dash, c.len_utf8()),
            '→' | '⟶' | '➜' | '⇒' => self.take(Kind::Arrow, c.len_utf8()),
            '-' | '=' if two("->") || two("=>") => self.take(Kind::Arrow, 2),
            '-' if two("--") && rest[2..].starts_with(char::is_whitespace) => self.take(Kind::Dash, 2),
            '-' if rest[1..].starts_with(char::is_whitespace) => self.take(Kind::Dash, 1),
            '"' | '“' | '”' | '«' | '»' => self.take(Kind::Quote, c.len_utf8()),
            '.' | '!' | '。' | '！' | '…'
                if !rest[c.len_utf8()..].starts_with(|c: char| c.is_alphanumeric() || c == '/') || is_cjk_stop(c) =>
            {
                self.take(Kind::Stop, c.len_utf8())
            }
            '?' | '？' => self.take(Kind::Ask, c.len_utf8()),
            '✅' | '✓' | '✔' | '☑' | '🟢' | '💯' | '👍' => self.mark(Kind::Good, c),
            '❌' | '✗' | '✘' | '⚠' | '⬜' | '☐' | '🔴' | '🟡' | '⏳' | '🚧' | '⛔' | '🟠' | '⏭' => {
                self.mark(Kind::Bad, c)
            }
            c if is_cjk(c) => self.cjk(),
            c if c.is_alphanumeric() || matches!(c, '_' | '.' | '/' | '~' | '#' | '@' | '$') || (c == '-' && rest.len() > 1) => {
                self.word()
            }
            c if !c.is_ascii() => self.mark(Kind::Emoji, c),
            c => self.take(Kind::Other, c.len_utf8()),
        }
    }

    fn mark(&mut self, kind: Kind, c: char) {
        let n = c.len_utf8();
        let more =
            self.rest()[n..].chars().take_while(|c| matches!(*c as u32, 0xfe0f | 0x200d)).map(char::len_utf8).sum::<usize>();
        self.take(kind, n + more);
    }

    /// Scripts without spaces: the longest word that the list knows, else one character.
    fn cjk(&mut self) {
        let rest = self.rest();
        let run: Vec<(usize, char)> =
            rest.char_indices().take(self.lexicons.iter().map(|l| l.longest).max().unwrap_or(1)).collect();
        for (i, c) in run.iter().rev() {
            let n = i + c.len_utf8();
            if self.knows(&rest[..n]) {
                return self.take(Kind::Word, n);
            }
        }
        self.take(Kind::Word, rest.chars().next().map_or(1, char::len_utf8));
    }

    fn word(&mut self) {
        let rest = self.rest();
        // "48,210" and "1,234/1,234" are one number, "1 234" too.
        let groups = grouped(rest);
        if groups > 0 {
            let of = rest[groups..].strip_prefix('/').map_or(0, grouped);
            let ratio = of > 0 && !rest[groups + 1 + of..].starts_with(|c: char| c.is_alphanumeric() || c == '/');
            return if ratio { self.take(Kind::Ratio, groups + 1 + of) } else { self.take(Kind::Num, groups) };
        }
        let mut n = word_end(rest);
        let colon = rest[..n].find(':').filter(|i| {
            !looks_like_drive(&rest[..n], *i)
                && !rest[i + 1..n].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '/' || c == ':')
        });
        n = colon.unwrap_or(n);
        let trimmed = rest[..n].trim_end_matches(['.', '\'', '’', ':', '-']);
        n = if trimmed.is_empty() { rest.chars().next().map_or(1, char::len_utf8) } else { trimmed.len() };
        let w = &rest[..n];
        if let Some(cut) = elision(w) {
            n = cut;
        } else if self.abbreviation(rest, n) {
            return self.take(Kind::Other, n + 1);
        }
        let mut kind = classify(&rest[..n]);
        // "added/updated": two words of the list, no path.
        if let (Kind::Word, Some((a, b))) = (kind, rest[..n].split_once('/'))
            && self.knows(a)
            && self.knows(b)
        {
            n = a.len();
            kind = Kind::Word;
        }
        self.take(kind, n);
    }

    fn knows(&self, w: &str) -> bool {
        let low = Low::of(w);
        self.lexicons.iter().any(|l| l.knows(&low))
    }

    fn abbreviation(&self, rest: &str, n: usize) -> bool {
        rest[n..].starts_with('.')
            && matches!(&rest[..n], "e.g" | "i.e" | "etc" | "vs" | "cf" | "approx" | "p.ex" | "ex" | "z.B" | "d.h" | "bzw" | "No")
    }
}

/// ASCII characters that end a word.
const ENDS_WORD: [bool; 128] = {
    let mut ends = [false; 128];
    let mut i = 0;
    while i < 128 {
        ends[i] = matches!(i as u8, 9..=13 | b' ' | b'`' | b'*' | b',' | b';' | b'(' | b')' | b'[' | b']' | b'{' | b'}')
            || matches!(i as u8, b'"' | b'|' | b'!' | b'?' | b'<' | b'>' | b'=');
        i += 1;
    }
    ends
};

/// Length of the word that a text starts with, as far as single characters end it.
fn word_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut n = 0;
    while let Some(&b) = bytes.get(n) {
        if b.is_ascii() {
            if ENDS_WORD[usize::from(b)] {
                break;
            }
            n += 1;
        } else {
            let Some(c) = text.get(n..).and_then(|rest| rest.chars().next()) else { break };
            if c.is_whitespace() || is_cjk(c) || is_mark(c) {
                break;
            }
            n += c.len_utf8();
        }
    }
    n
}

/// Marks beyond ASCII that end a word.
fn is_mark(c: char) -> bool {
    matches!(c, '—' | '–' | '…' | '→' | '“' | '”' | '«' | '»' | '✅' | '✓' | '✔' | '❌' | '✗')
        || matches!(c, '，' | '。' | '：' | '、' | '；' | '！' | '？' | '（' | '）' | '「' | '」')
}

const HTML: &[&str] = &[
    "a", "b", "i", "p", "br", "em", "li", "td", "th", "tr", "ul", "ol", "div", "sub", "sup", "kbd", "code", "span", "table",
    "strong", "details", "summary",
];

fn is_cjk_stop(c: char) -> bool {
    matches!(c, '。' | '！')
}

fn looks_like_drive(w: &str, colon: usize) -> bool {
    colon == 1 && w[2..].starts_with(['\\', '/'])
}

/// Romance elisions (`j'ai`, `l'étape`, `d'attaque`) are two words; `I've` is one.
fn elision(w: &str) -> Option<usize> {
    let at = w.find(['\'', '’'])?;
    let head = w[..at].to_lowercase();
    let mark = w[at..].chars().next().map_or(1, char::len_utf8);
    let tail = at + mark < w.len();
    (tail && matches!(head.as_str(), "j" | "l" | "d" | "n" | "s" | "c" | "m" | "t" | "qu" | "jusqu" | "lorsqu" | "puisqu"))
        .then_some(at + mark)
}

fn classify(w: &str) -> Kind {
    let first = w.chars().next().unwrap_or(' ');
    if first.is_ascii_digit() {
        if let Some((a, b)) = w.split_once('/')
            && is_count(a)
            && is_count(b)
        {
            return Kind::Ratio;
        }
        let digits = w.trim_end_matches(|c: char| c.is_alphabetic() || matches!(c, '%' | '+' | '°'));
        if is_number(digits) && w.len() - digits.len() <= 4 {
            return Kind::Num;
        }
    }
    if super::target::is_file_name(w) { Kind::Path } else { Kind::Word }
}

/// Length of a number whose thousands are set apart at the start of a text, with its unit or percent sign; 0 where there is none.
fn grouped(text: &str) -> usize {
    let digits = |t: &str| t.bytes().take_while(u8::is_ascii_digit).count();
    let mut n = digits(text);
    if !(1..=3).contains(&n) || text.starts_with('0') {
        return 0;
    }
    let head = n;
    let mark = text[n..].chars().next().filter(|c| matches!(c, ',' | ' ' | '\u{a0}' | '\u{202f}'));
    let Some(mark) = mark else { return 0 };
    while text[n..].starts_with(mark) && digits(&text[n + mark.len_utf8()..]) == 3 {
        n += mark.len_utf8() + 3;
    }
    if n == head {
        return 0;
    }
    let rest = &text[n..];
    let decimals = rest.strip_prefix('.').map_or(0, digits);
    n += if decimals > 0 { decimals + 1 } else { 0 };
    let next = text[n..].chars().next();
    n + match next {
        Some('%') => 1,
        _ => 0,
    }
}

fn is_count(s: &str) -> bool {
    !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit() || b == b',')
}

fn is_number(s: &str) -> bool {
    s.starts_with(|c: char| c.is_ascii_digit())
        && s.bytes().all(|b| b.is_ascii_digit() || matches!(b, b',' | b'.' | b'e' | b'-' | b'+' | b'x' | b'_'))
}
