//! Words: quotes, escapes, expansions and the commands in them.

use super::ast::*;
use super::parse::{MAX_DEPTH, Parser, Stop, is_meta};
use std::rc::Rc;

impl Parser<'_> {
    pub(super) fn word(&mut self) -> Word {
        let mut w = Word::default();
        while let Some(b) = self.peek() {
            match b {
                b'\'' => self.single(&mut w),
                b'"' => self.double(&mut w),
                b'\\' => self.escape(&mut w),
                b'$' => self.dollar(&mut w),
                b'`' => self.backtick(&mut w),
                b'<' | b'>' if self.peek_at(1) == Some(b'(') && self.depth < MAX_DEPTH => {
                    let from = self.pos;
                    self.pos += 2;
                    self.substitution(&mut w, from);
                }
                b'(' if w.text.ends_with('=') && !w.quoted => {
                    // An array: its words belong to the assignment.
                    let rest = &self.s[self.pos..];
                    let end = memchr::memchr(b')', rest).map_or(self.s.len(), |n| self.pos + n + 1);
                    w.text.push_str(self.slice(self.pos, end));
                    self.pos = end;
                }
                b if is_meta(b) => break,
                _ => {
                    let from = self.pos;
                    while self.peek().is_some_and(|b| !is_meta(b) && !matches!(b, b'\'' | b'"' | b'\\' | b'$' | b'`')) {
                        self.pos += 1;
                    }
                    w.text.push_str(self.slice(from, self.pos));
                }
            }
        }
        w
    }

    fn single(&mut self, w: &mut Word) {
        let from = self.pos + 1;
        let end = memchr::memchr(b'\'', &self.s[from..]).map_or(self.s.len(), |n| from + n);
        w.text.push_str(self.slice(from, end));
        w.quoted = true;
        self.pos = (end + 1).min(self.s.len());
    }

    fn double(&mut self, w: &mut Word) {
        self.pos += 1;
        w.quoted = true;
        while let Some(b) = self.peek() {
            match b {
                b'"' => {
                    self.pos += 1;
                    return;
                }
                b'\\' => match self.peek_at(1) {
                    Some(b'\n') => self.pos += 2,
                    Some(c @ (b'"' | b'\\' | b'$' | b'`')) => {
                        w.text.push(char::from(c));
                        self.pos += 2;
                    }
                    _ => {
                        w.text.push('\\');
                        self.pos += 1;
                    }
                },
                b'$' => self.dollar(w),
                b'`' => self.backtick(w),
                _ => {
                    let from = self.pos;
                    while self.peek().is_some_and(|b| !matches!(b, b'"' | b'\\' | b'$' | b'`')) {
                        self.pos += 1;
                    }
                    w.text.push_str(self.slice(from, self.pos));
                }
            }
        }
    }

    /// A backslash outside quotes. Before a letter or digit it is kept: such words are Windows paths far more often than escapes.
    fn escape(&mut self, w: &mut Word) {
        match self.peek_at(1) {
            Some(b'\n') => self.pos += 2,
            Some(c) if c.is_ascii_alphanumeric() => {
                w.text.push('\\');
                self.pos += 1;
            }
            Some(_) => {
                let from = self.pos + 1;
                let len = self.src.get(from..).and_then(|r| r.chars().next()).map_or(1, char::len_utf8);
                w.text.push_str(self.slice(from, from + len));
                w.quoted = true;
                self.pos = from + len;
            }
            None => self.pos += 1,
        }
    }

    fn dollar(&mut self, w: &mut Word) {
        let from = self.pos;
        match self.peek_at(1) {
            Some(b'(') if self.peek_at(2) == Some(b'(') => {
                self.arithmetic();
                w.text.push_str(self.slice(from, self.pos));
                w.expands = true;
            }
            Some(b'(') if self.depth < MAX_DEPTH => {
                self.pos += 2;
                self.substitution(w, from);
            }
            Some(b'{') => {
                let end = memchr::memchr2(b'}', b'\n', &self.s[from..]).map_or(self.s.len(), |n| from + n + 1);
                w.text.push_str(self.slice(from, end));
                w.expands = true;
                self.pos = end;
            }
            Some(b'\'') if !w.quoted => {
                self.pos += 1;
                self.ansi_c(w);
            }
            Some(b'"') if !w.quoted => self.pos += 1,
            next => {
                w.text.push('$');
                w.expands |= next.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'?' | b'@' | b'*' | b'#'));
                self.pos += 1;
            }
        }
    }

    /// `$'…'`
    fn ansi_c(&mut self, w: &mut Word) {
        self.pos += 1;
        w.quoted = true;
        while let Some(b) = self.peek() {
            let from = self.pos;
            match b {
                b'\'' => {
                    self.pos += 1;
                    return;
                }
                b'\\' => {
                    match self.peek_at(1) {
                        Some(b'n') => w.text.push('\n'),
                        Some(b't') => w.text.push('\t'),
                        Some(c) if c.is_ascii() => w.text.push(char::from(c)),
                        _ => {}
                    }
                    self.pos = (from + 2).min(self.s.len());
                    while !self.src.is_char_boundary(self.pos) {
                        self.pos += 1;
                    }
                }
                _ => {
                    while self.peek().is_some_and(|b| !matches!(b, b'\'' | b'\\')) {
                        self.pos += 1;
                    }
                    w.text.push_str(self.slice(from, self.pos));
                }
            }
        }
    }

    /// The commands of a substitution whose opening bracket is behind the position.
    fn substitution(&mut self, w: &mut Word, from: usize) {
        let outer = std::mem::take(&mut self.pending);
        let list = self.nested(Stop::Paren);
        self.pending = outer;
        w.text.push_str(self.slice(from, self.pos));
        w.expands = true;
        w.subs.push(Rc::new(list));
    }

    fn backtick(&mut self, w: &mut Word) {
        let from = self.pos;
        let mut end = from + 1;
        while let Some(n) = memchr::memchr2(b'`', b'\\', self.s.get(end..).unwrap_or(&[])) {
            end += n;
            if self.s.get(end) == Some(&b'`') {
                break;
            }
            end = (end + 2).min(self.s.len());
        }
        if self.s.get(end) != Some(&b'`') || self.depth >= MAX_DEPTH {
            w.text.push('`');
            self.pos = from + 1;
            return;
        }
        let inner = self.slice(from + 1, end).replace("\\`", "`");
        let mut p = Parser {
            src: &inner,
            s: inner.as_bytes(),
            pos: 0,
            depth: MAX_DEPTH - 1,
            foreign: true,
            bodies: Vec::new(),
            pending: Vec::new(),
        };
        let list = p.list(Stop::End);
        w.text.push_str(self.slice(from, end + 1));
        w.expands = true;
        w.subs.push(Rc::new(list));
        self.pos = end + 1;
    }
}
