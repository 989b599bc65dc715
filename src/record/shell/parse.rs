//! A small parser of its own for command lines.
//!
//! No grammar crate: those reject what does not parse, while a record holds fragments, PowerShell and typos that still have to give
//! up the commands in them; and a line can be megabytes of heredoc that must be read once. So: one pass over the bytes, recursion
//! bounded by [`MAX_DEPTH`], every construct closed by the end of the input, nothing ever refused.

use super::ast::*;
use std::rc::Rc;

/// Nesting beyond which brackets are ordinary characters.
pub(super) const MAX_DEPTH: u32 = 24;

/// A parsed line: its commands and the bodies of its heredocs.
pub(super) struct Parsed {
    pub list: List,
    pub bodies: Vec<String>,
}

pub(super) fn parse(src: &str) -> Parsed {
    let mut p = Parser { src, s: src.as_bytes(), pos: 0, depth: 0, foreign: false, bodies: Vec::new(), pending: Vec::new() };
    let mut list = List::default();
    // A stray closer ends a list early; what follows it is still read.
    while p.pos < p.s.len() {
        let before = p.pos;
        let more = p.list(Stop::End);
        list.items.extend(more.items);
        if p.pos == before {
            p.pos += 1;
        }
    }
    Parsed { list, bodies: p.bodies }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    End,
    Paren,
    Words(&'static [&'static str]),
}

pub(super) struct Pending {
    tag: String,
    strip: bool,
    body: usize,
}

pub(super) struct Parser<'a> {
    pub(super) src: &'a str,
    pub(super) s: &'a [u8],
    pub(super) pos: usize,
    pub(super) depth: u32,
    /// Reads a copy, so that positions mean nothing to the caller.
    pub(super) foreign: bool,
    pub(super) bodies: Vec<String>,
    pub(super) pending: Vec<Pending>,
}

const RESERVED: &[&str] = &["then", "elif", "else", "fi", "do", "done", "esac", "}", ";;"];

impl<'a> Parser<'a> {
    pub(super) fn peek(&self) -> Option<u8> {
        self.s.get(self.pos).copied()
    }

    pub(super) fn peek_at(&self, n: usize) -> Option<u8> {
        self.s.get(self.pos + n).copied()
    }

    pub(super) fn starts(&self, what: &str) -> bool {
        self.s.get(self.pos..).is_some_and(|r| r.starts_with(what.as_bytes()))
    }

    pub(super) fn slice(&self, from: usize, to: usize) -> &'a str {
        self.src.get(from..to).unwrap_or("")
    }

    /// Skips blanks, line continuations and, where `newlines`, line ends and comments between commands.
    pub(super) fn blanks(&mut self, newlines: bool) {
        while let Some(b) = self.peek() {
            match b {
                b' ' | b'\t' | b'\r' => self.pos += 1,
                b'\\' if self.peek_at(1) == Some(b'\n') => self.pos += 2,
                b'\\' if self.peek_at(1) == Some(b'\r') && self.peek_at(2) == Some(b'\n') => self.pos += 3,
                b'\n' if newlines => self.newline(),
                b'#' if newlines => self.comment(),
                _ => break,
            }
        }
    }

    fn comment(&mut self) {
        self.pos = memchr::memchr(b'\n', &self.s[self.pos..]).map_or(self.s.len(), |n| self.pos + n);
    }

    /// Steps over a line end and the bodies of the heredocs that it starts.
    fn newline(&mut self) {
        self.pos += 1;
        for p in std::mem::take(&mut self.pending) {
            let start = self.pos;
            let mut end = self.s.len();
            while self.pos < self.s.len() {
                let line_end = memchr::memchr(b'\n', &self.s[self.pos..]).map_or(self.s.len(), |n| self.pos + n);
                let line = self.slice(self.pos, line_end).trim_end_matches('\r');
                let line = if p.strip { line.trim_start_matches('\t') } else { line };
                let at = self.pos;
                self.pos = (line_end + 1).min(self.s.len());
                if line == p.tag {
                    end = at;
                    break;
                }
                // A heredoc in a substitution may have its closing bracket right behind the tag.
                if self.depth > 0 && line.strip_prefix(p.tag.as_str()).is_some_and(|r| r.starts_with([')', '`'])) {
                    end = at;
                    self.pos = line_end - line.len() + p.tag.len();
                    break;
                }
            }
            let body = self.slice(start, end).to_owned();
            if let Some(b) = self.bodies.get_mut(p.body) {
                *b = body;
            }
        }
    }

    pub(super) fn list(&mut self, stop: Stop) -> List {
        let mut list = List::default();
        loop {
            self.blanks(true);
            match self.peek() {
                None => break,
                Some(b')') => {
                    self.pos += 1;
                    if stop == Stop::Paren || stop == Stop::End {
                        break;
                    }
                    continue;
                }
                Some(b';') if self.starts(";;") && matches!(stop, Stop::Words(_)) => break,
                Some(b';' | b'&' | b'|') => {
                    self.pos += 1;
                    continue;
                }
                _ => {}
            }
            if let Stop::Words(words) = stop
                && self.keyword().is_some_and(|k| words.contains(&k))
            {
                break;
            }
            let item = self.pipeline();
            if item.pipe.is_empty() && matches!(item.sep, Sep::Seq) {
                // A reserved word out of its place.
                if self.keyword().is_some_and(|k| RESERVED.contains(&k)) {
                    self.skip_word();
                }
                continue;
            }
            list.items.push(item);
        }
        list
    }

    fn skip_word(&mut self) {
        while self.peek().is_some_and(|b| !is_meta(b)) {
            self.pos += 1;
        }
    }

    /// The unquoted plain word at the position, if it is short enough to be a keyword.
    fn keyword(&self) -> Option<&'static str> {
        const ALL: &[&str] = &[
            "then", "elif", "else", "fi", "do", "done", "esac", "}", "{", "if", "for", "while", "until", "case", "select",
            "function", "!", "time",
        ];
        let rest = self.s.get(self.pos..)?;
        let len = rest.iter().take(9).position(|b| is_meta(*b)).unwrap_or(rest.len().min(9));
        let word = rest.get(..len)?;
        ALL.iter().copied().find(|k| k.as_bytes() == word)
    }

    fn pipeline(&mut self) -> Item {
        let mut item = Item { pipe: Vec::new(), inverted: false, sep: Sep::Seq };
        loop {
            self.blanks(!item.pipe.is_empty());
            match self.keyword() {
                Some("!") => {
                    self.pos += 1;
                    item.inverted = !item.inverted;
                    continue;
                }
                Some("time") if item.pipe.is_empty() => {
                    self.pos += 4;
                    self.blanks(false);
                    if self.starts("-p ") {
                        self.pos += 2;
                    }
                    continue;
                }
                _ => {}
            }
            match self.command() {
                Some(n) => item.pipe.push(n),
                None => return item,
            }
            self.blanks(false);
            if self.starts("||") {
                self.pos += 2;
                item.sep = Sep::Or;
            } else if self.starts("&&") {
                self.pos += 2;
                item.sep = Sep::And;
            } else if self.peek() == Some(b'|') {
                self.pos += if self.peek_at(1) == Some(b'&') { 2 } else { 1 };
                continue;
            } else if self.peek() == Some(b'&') {
                self.pos += 1;
                item.sep = Sep::Background;
            }
            return item;
        }
    }

    fn command(&mut self) -> Option<Node> {
        match self.peek()? {
            b'(' if self.starts("((") => {
                self.arithmetic();
                return Some(Node::Simple(Simple::default()));
            }
            b'(' if self.depth < MAX_DEPTH => {
                self.pos += 1;
                let list = self.nested(Stop::Paren);
                return Some(Node::Group { list, subshell: true, redirects: self.redirects() });
            }
            b'(' => self.pos += 1,
            _ => {}
        }
        match self.keyword() {
            Some(k) if RESERVED.contains(&k) => return None,
            Some("{") if self.depth < MAX_DEPTH => {
                self.pos += 1;
                let list = self.nested(Stop::Words(&["}"]));
                self.expect("}");
                return Some(Node::Group { list, subshell: false, redirects: self.redirects() });
            }
            Some("if") if self.depth < MAX_DEPTH => return Some(self.branch()),
            Some("for" | "select") if self.depth < MAX_DEPTH => return Some(self.for_loop()),
            Some("while" | "until") if self.depth < MAX_DEPTH => return Some(self.while_loop()),
            Some("case") if self.depth < MAX_DEPTH => return Some(self.case()),
            Some("function") if self.depth < MAX_DEPTH => {
                self.skip_word();
                self.blanks(false);
                let name = self.word().text;
                return Some(self.function(name));
            }
            _ => {}
        }
        self.simple()
    }

    pub(super) fn nested(&mut self, stop: Stop) -> List {
        self.depth += 1;
        let list = self.list(stop);
        self.depth -= 1;
        list
    }

    fn expect(&mut self, word: &str) {
        self.blanks(true);
        if self.starts(word) {
            self.pos += word.len();
        }
    }

    fn branch(&mut self) -> Node {
        self.pos += 2;
        let mut arms = Vec::new();
        loop {
            let cond = self.nested(Stop::Words(&["then", "fi"]));
            self.expect("then");
            let body = self.nested(Stop::Words(&["elif", "else", "fi"]));
            arms.push((cond, body));
            match self.keyword() {
                Some("elif") => self.pos += 4,
                Some("else") => {
                    self.pos += 4;
                    let body = self.nested(Stop::Words(&["fi"]));
                    arms.push((List::default(), body));
                    break;
                }
                _ => break,
            }
        }
        self.expect("fi");
        Node::Branch { arms, redirects: self.redirects() }
    }

    fn for_loop(&mut self) -> Node {
        self.skip_word();
        self.blanks(false);
        let (mut var, mut words) = (None, Vec::new());
        if self.starts("((") {
            self.arithmetic();
        } else {
            var = Some(self.word().text);
            self.blanks(true);
            if self.starts("in") && self.peek_at(2).is_none_or(is_meta) {
                self.pos += 2;
                loop {
                    self.blanks(false);
                    match self.peek() {
                        None | Some(b'\n' | b';' | b'&' | b'|' | b')' | b'<' | b'>' | b'(') => break,
                        _ => words.push(self.word()),
                    }
                }
            }
        }
        self.blanks(true);
        while self.peek() == Some(b';') {
            self.pos += 1;
            self.blanks(true);
        }
        self.expect("do");
        let body = self.nested(Stop::Words(&["done"]));
        self.expect("done");
        Node::Loop { var, words, cond: List::default(), body, redirects: self.redirects() }
    }

    fn while_loop(&mut self) -> Node {
        self.skip_word();
        let cond = self.nested(Stop::Words(&["do", "done"]));
        self.expect("do");
        let body = self.nested(Stop::Words(&["done"]));
        self.expect("done");
        Node::Loop { var: None, words: Vec::new(), cond, body, redirects: self.redirects() }
    }

    fn case(&mut self) -> Node {
        self.pos += 4;
        self.blanks(false);
        self.word();
        self.blanks(true);
        self.expect("in");
        let mut arms = Vec::new();
        loop {
            self.blanks(true);
            if self.peek().is_none() || self.keyword() == Some("esac") {
                break;
            }
            // The pattern, up to its bracket.
            let close = memchr::memchr2(b')', b'\n', &self.s[self.pos..]);
            match close {
                Some(n) => self.pos += n + 1,
                None => self.pos = self.s.len(),
            }
            let body = self.nested(Stop::Words(&["esac"]));
            arms.push((List::default(), body));
            if self.starts(";;") {
                self.pos += 2;
                if self.peek() == Some(b'&') {
                    self.pos += 1;
                }
            }
        }
        self.expect("esac");
        Node::Branch { arms, redirects: self.redirects() }
    }

    fn function(&mut self, name: String) -> Node {
        self.blanks(false);
        if self.starts("()") {
            self.pos += 2;
        }
        self.blanks(true);
        let list = match self.peek() {
            Some(b'{') => {
                self.pos += 1;
                let l = self.nested(Stop::Words(&["}"]));
                self.expect("}");
                l
            }
            Some(b'(') => {
                self.pos += 1;
                self.nested(Stop::Paren)
            }
            _ => List::default(),
        };
        Node::Function(name, Rc::new(list))
    }

    /// The rest of `[[ … ]]`.
    fn condition(&mut self) {
        let rest = &self.s[self.pos..];
        let line = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        self.pos += memchr::memmem::find(&rest[..line], b"]]").map_or(line, |n| n + 2);
    }

    pub(super) fn arithmetic(&mut self) {
        let rest = &self.s[self.pos..];
        self.pos = memchr::memmem::find(rest, b"))").map_or(self.s.len(), |n| self.pos + n + 2);
    }

    fn redirects(&mut self) -> Vec<RawRedirect> {
        let mut out = Vec::new();
        loop {
            self.blanks(false);
            match self.redirect() {
                Some(r) => out.push(r),
                None => return out,
            }
        }
    }

    /// A redirect at the position, with its descriptor.
    fn redirect(&mut self) -> Option<RawRedirect> {
        let digits = self.s[self.pos..].iter().take(4).take_while(|b| b.is_ascii_digit()).count();
        let mut at = self.pos + digits;
        let both = digits == 0 && self.peek() == Some(b'&') && self.peek_at(1) == Some(b'>');
        at += usize::from(both);
        if !matches!(self.s.get(at), Some(b'<' | b'>')) {
            return None;
        }
        if matches!(self.s.get(at + 1), Some(b'(')) {
            return None;
        }
        const OPS: &[&str] = &["<<<", "<<-", "<<", "<>", "<&", "<", ">>", ">&", ">|", ">"];
        let op = OPS.iter().find(|o| self.s[at..].starts_with(o.as_bytes()))?;
        let full = format!("{}{}", self.slice(self.pos, at), op);
        self.pos = at + op.len();
        self.blanks(false);
        let target = self.word();
        let mut body = None;
        if *op == "<<" || *op == "<<-" {
            let id = self.bodies.len();
            self.bodies.push(String::new());
            if self.pending.len() < 64 {
                self.pending.push(Pending { tag: target.text.clone(), strip: *op == "<<-", body: id });
            }
            body = Some(id);
        }
        Some(RawRedirect { op: full, target, body })
    }

    fn simple(&mut self) -> Option<Node> {
        let mut c = Simple { raw: (self.pos, self.pos), ..Simple::default() };
        loop {
            self.blanks(false);
            let Some(b) = self.peek() else { break };
            if let Some(r) = self.redirect() {
                c.redirects.push(r);
                c.raw.1 = self.pos;
                continue;
            }
            match b {
                b'\n' | b';' | b'&' | b'|' | b')' => break,
                b'#' => {
                    self.comment();
                    break;
                }
                b'(' if c.words.len() == 1 && self.starts("()") && c.env.is_empty() && self.depth < MAX_DEPTH => {
                    let name = std::mem::take(&mut c.words[0].text);
                    return Some(self.function(name));
                }
                b'(' => {
                    self.pos += 1;
                    continue;
                }
                _ => {}
            }
            let before = self.pos;
            let w = self.word();
            if self.pos == before {
                self.pos += 1;
                continue;
            }
            c.raw.1 = self.pos;
            match c.words.is_empty().then(|| assignment(&w.text)).flatten() {
                Some(name) if !w.text.starts_with('\'') => {
                    let value = Word { text: w.text[name.len() + 1..].to_owned(), ..w };
                    c.env.push((name, value));
                }
                _ => c.words.push(w),
            }
            if c.words.len() == 1 && c.words[0].text == "[[" {
                self.condition();
                c.raw.1 = self.pos;
            }
        }
        if self.foreign {
            c.raw = (0, 0);
        }
        let empty = c.words.is_empty() && c.env.is_empty() && c.redirects.is_empty();
        (!empty).then_some(Node::Simple(c))
    }
}

pub(super) fn is_meta(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\r' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')')
}

/// The name in `NAME=value` or `NAME+=value`.
fn assignment(text: &str) -> Option<String> {
    let (name, _) = text.split_once('=')?;
    let ok = !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    ok.then(|| name.to_owned())
}
