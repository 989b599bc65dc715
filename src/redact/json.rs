//! The strings of a JSON document, where they stand in its bytes.

/// A string of a document: the bytes between its quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// First byte behind the opening quote.
    pub start: usize,
    /// The closing quote.
    pub end: usize,
    /// True for the name of a member.
    pub key: bool,
}

/// Deepest nesting that is followed.
const DEPTH: usize = 256;

/// Calls `f` with every string and the names on the way to it (arrays give no name). False where the bytes are no JSON document.
pub fn strings<'d>(doc: &'d [u8], mut f: impl FnMut(&[&'d [u8]], Span)) -> bool {
    let mut w = Walk { doc, at: 0, path: Vec::new() };
    let good = w.value(&mut f, 0);
    w.space();
    good && w.at == doc.len()
}

struct Walk<'d> {
    doc: &'d [u8],
    at: usize,
    path: Vec<&'d [u8]>,
}

impl<'d> Walk<'d> {
    fn space(&mut self) {
        while matches!(self.doc.get(self.at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn eat(&mut self, b: u8) -> bool {
        let hit = self.doc.get(self.at) == Some(&b);
        self.at += usize::from(hit);
        hit
    }

    /// The string at the cursor.
    fn string(&mut self) -> Option<(usize, usize)> {
        let start = self.at + 1;
        let mut i = start;
        loop {
            i += memchr::memchr2(b'"', b'\\', self.doc.get(i..)?)?;
            if self.doc[i] == b'"' {
                self.at = i + 1;
                return Some((start, i));
            }
            i += 2;
        }
    }

    fn value(&mut self, f: &mut impl FnMut(&[&'d [u8]], Span), depth: usize) -> bool {
        self.space();
        match self.doc.get(self.at) {
            Some(b'"') => self.string().map(|(start, end)| f(&self.path, Span { start, end, key: false })).is_some(),
            Some(b'{') if depth < DEPTH => self.object(f, depth),
            Some(b'[') if depth < DEPTH => self.array(f, depth),
            Some(c) if c.is_ascii_alphanumeric() || *c == b'-' => {
                while self.doc.get(self.at).is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'+' | b'.')) {
                    self.at += 1;
                }
                true
            }
            _ => false,
        }
    }

    fn object(&mut self, f: &mut impl FnMut(&[&'d [u8]], Span), depth: usize) -> bool {
        self.at += 1;
        self.space();
        if self.eat(b'}') {
            return true;
        }
        loop {
            self.space();
            if self.doc.get(self.at) != Some(&b'"') {
                return false;
            }
            let Some((start, end)) = self.string() else { return false };
            f(&self.path, Span { start, end, key: true });
            self.space();
            if !self.eat(b':') {
                return false;
            }
            self.path.push(&self.doc[start..end]);
            let good = self.value(f, depth + 1);
            self.path.pop();
            self.space();
            if !good || !self.eat(b',') {
                return good && self.eat(b'}');
            }
        }
    }

    fn array(&mut self, f: &mut impl FnMut(&[&'d [u8]], Span), depth: usize) -> bool {
        self.at += 1;
        self.space();
        if self.eat(b']') {
            return true;
        }
        loop {
            let good = self.value(f, depth + 1);
            self.space();
            if !good || !self.eat(b',') {
                return good && self.eat(b']');
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_given_with_their_paths() {
        let doc = br#" {"a":{"b":["x",1,true,{"c":"y\"z"}]},"d":"e"} "#;
        let mut seen = Vec::new();
        assert!(strings(doc, |path, s| {
            let path: Vec<&str> = path.iter().map(|p| std::str::from_utf8(p).unwrap()).collect();
            seen.push((path.join("/"), std::str::from_utf8(&doc[s.start..s.end]).unwrap().to_owned(), s.key));
        }));
        let values: Vec<_> = seen.iter().filter(|s| !s.2).map(|s| (s.0.as_str(), s.1.as_str())).collect();
        assert_eq!(values, [("a/b", "x"), ("a/b/c", r#"y\"z"#), ("d", "e")]);
    }

    #[test]
    fn broken_documents_are_refused() {
        for doc in ["{\"a\":", "{\"a\" 1}", "[1,]x", "nonsense here", "", "{\"a\":1}}", "\"abc"] {
            assert!(!strings(doc.as_bytes(), |_, _| ()), "{doc}");
        }
    }
}
