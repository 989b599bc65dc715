//! The strings of one JSON line, as `json.loads` would give them.
//!
//! More lenient than the standard (`NaN`, `Infinity`, lone surrogates, repeated keys of which the last wins in the place of the
//! first) and stricter in two points (integers of more than 4300 digits, depth).

use super::text::Text;
use std::collections::BTreeMap;

/// Why a line gives no JSON value.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// It is not JSON: the raw line counts.
    Value,
    /// It is nested deeper than Python's stack allows, which ends the run; names the container.
    TooDeep(&'static str),
}

/// The logical line of an object (all strings in it) or an array (the strings that are its items); `None` for other values.
pub(super) fn logical_line(raw: &str) -> Result<Option<Text>, Failure> {
    let mut parser = Parser { input: raw.as_bytes(), at: 0, depth: 0 };
    parser.skip_space();
    let value = parser.value()?;
    parser.skip_space();
    if parser.at < parser.input.len() {
        return Err(Failure::Value);
    }
    let mut found = Vec::new();
    match &value {
        Value::Object(_) => collect(&value, &mut found),
        Value::Array(items) => found.extend(items.iter().filter_map(|item| match item {
            Value::String(s) => Some(s),
            _ => None,
        })),
        _ => return Ok(None),
    }
    let mut line = Text::default();
    for (i, s) in found.into_iter().enumerate() {
        if i > 0 {
            line.push_str(" ");
        }
        line.push_text(s);
    }
    Ok(Some(line))
}

fn collect<'v>(value: &'v Value, out: &mut Vec<&'v Text>) {
    match value {
        Value::String(s) => out.push(s),
        Value::Array(items) | Value::Object(items) => items.iter().for_each(|item| collect(item, out)),
        Value::Scalar => {}
    }
}

enum Value {
    String(Text),
    Array(Vec<Value>),
    /// The values alone, in the order of the keys' first appearance.
    Object(Vec<Value>),
    Scalar,
}

struct Parser<'a> {
    input: &'a [u8],
    at: usize,
    depth: usize,
}

/// Containers that fit on Python's stack when the console script reads a line.
const MAX_DEPTH: usize = 993;
const MAX_INT_DIGITS: usize = 4300;

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.input.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn eat(&mut self, token: &[u8]) -> bool {
        let found = self.input.get(self.at..).is_some_and(|rest| rest.starts_with(token));
        if found {
            self.at += token.len();
        }
        found
    }

    fn expect(&mut self, token: u8) -> Result<(), Failure> {
        if self.eat(&[token]) { Ok(()) } else { Err(Failure::Value) }
    }

    fn value(&mut self) -> Result<Value, Failure> {
        match self.peek() {
            Some(b'"') => self.string().map(Value::String),
            Some(b'{') => self.nested("object", Self::object),
            Some(b'[') => self.nested("array", Self::array),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ if [&b"null"[..], b"true", b"false", b"NaN", b"Infinity"].iter().any(|word| self.eat(word)) => Ok(Value::Scalar),
            _ => Err(Failure::Value),
        }
    }

    fn nested(&mut self, what: &'static str, read: fn(&mut Self) -> Result<Value, Failure>) -> Result<Value, Failure> {
        if self.depth == MAX_DEPTH {
            return Err(Failure::TooDeep(what));
        }
        self.depth += 1;
        self.at += 1;
        self.skip_space();
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn array(&mut self) -> Result<Value, Failure> {
        let mut items = Vec::new();
        if self.eat(b"]") {
            return Ok(Value::Array(items));
        }
        loop {
            items.push(self.value()?);
            self.skip_space();
            if self.eat(b"]") {
                return Ok(Value::Array(items));
            }
            self.expect(b',')?;
            self.skip_space();
        }
    }

    fn object(&mut self) -> Result<Value, Failure> {
        let mut values = Vec::new();
        if self.eat(b"}") {
            return Ok(Value::Object(values));
        }
        let mut places: BTreeMap<Text, usize> = BTreeMap::new();
        loop {
            let key = self.string()?;
            self.skip_space();
            self.expect(b':')?;
            self.skip_space();
            let value = self.value()?;
            match places.get(&key).and_then(|&place| values.get_mut(place)) {
                Some(earlier) => *earlier = value,
                None => {
                    places.insert(key, values.len());
                    values.push(value);
                }
            }
            self.skip_space();
            if self.eat(b"}") {
                return Ok(Value::Object(values));
            }
            self.expect(b',')?;
            self.skip_space();
        }
    }

    fn digits(&mut self) -> usize {
        let from = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        self.at - from
    }

    fn number(&mut self) -> Result<Value, Failure> {
        if self.eat(b"-Infinity") {
            return Ok(Value::Scalar);
        }
        self.eat(b"-");
        let int_digits = if self.eat(b"0") { 1 } else { self.digits() };
        if int_digits == 0 {
            return Err(Failure::Value);
        }
        let fraction = self.optional(|p| p.eat(b".") && p.digits() > 0);
        let exponent = self.optional(|p| {
            let marked = p.eat(b"e") || p.eat(b"E");
            let _sign = p.eat(b"+") || p.eat(b"-");
            marked && p.digits() > 0
        });
        if !fraction && !exponent && int_digits > MAX_INT_DIGITS {
            return Err(Failure::Value);
        }
        Ok(Value::Scalar)
    }

    fn optional(&mut self, part: impl FnOnce(&mut Self) -> bool) -> bool {
        let from = self.at;
        let found = part(self);
        if !found {
            self.at = from;
        }
        found
    }

    fn string(&mut self) -> Result<Text, Failure> {
        self.expect(b'"')?;
        let mut out = Text::default();
        loop {
            let rest = self.input.get(self.at..).unwrap_or_default();
            let plain = rest.iter().position(|&b| b < 0x20 || b == b'"' || b == b'\\').ok_or(Failure::Value)?;
            out.push_str(std::str::from_utf8(&rest[..plain]).map_err(|_| Failure::Value)?);
            self.at += plain;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => out.push_code(self.escape()?),
                _ => return Err(Failure::Value),
            }
        }
    }

    fn escape(&mut self) -> Result<u32, Failure> {
        self.at += 1;
        let c = self.peek().ok_or(Failure::Value)?;
        self.at += 1;
        Ok(u32::from(match c {
            b'"' | b'\\' | b'/' => c,
            b'b' => 0x08,
            b'f' => 0x0C,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'u' => return self.unicode_escape(),
            _ => return Err(Failure::Value),
        }))
    }

    fn unicode_escape(&mut self) -> Result<u32, Failure> {
        let high = self.hex4()?;
        if !(0xD800..=0xDBFF).contains(&high) || !self.input[self.at..].starts_with(b"\\u") {
            return Ok(high);
        }
        let from = self.at;
        self.at += 2;
        let low = self.hex4()?;
        if (0xDC00..=0xDFFF).contains(&low) {
            return Ok(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00));
        }
        self.at = from;
        Ok(high)
    }

    fn hex4(&mut self) -> Result<u32, Failure> {
        let digits = self.input.get(self.at..self.at + 4).ok_or(Failure::Value)?;
        self.at += 4;
        digits.iter().try_fold(0, |n, &d| Ok(n << 4 | char::from(d).to_digit(16).ok_or(Failure::Value)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(raw: &str) -> Option<String> {
        logical_line(raw).ok().flatten().map(|t| t.lossy().into_owned())
    }

    #[test]
    fn strings_come_in_document_order_and_the_last_of_repeated_keys_wins() {
        assert_eq!(line(r#"{"a":"1","b":["2",{"c":"3"}],"d":4}"#).as_deref(), Some("1 2 3"));
        assert_eq!(line(r#"{"a":"1","b":"2","\u0061":"3"}"#).as_deref(), Some("3 2"));
        assert_eq!(line(r#"["1",["2"],{"a":"3"},"4"]"#).as_deref(), Some("1 4"));
        assert_eq!(line(r#" {"a":NaN,"b":[-Infinity,1e999,-0,"x"]} "#).as_deref(), Some("x"));
        assert_eq!(logical_line("\"text\"").ok().flatten(), None);
    }

    #[test]
    fn what_is_no_json_is_a_failure() {
        for raw in [
            "",
            "{",
            "[1,]",
            "{\"a\":1,}",
            "[01]",
            "[1.]",
            "[.5]",
            "[+1]",
            "[-]",
            "[\"\t\"]",
            "['a']",
            "[\"\\x\"]",
            "[1] x",
            "\u{feff}[1]",
        ] {
            assert_eq!(logical_line(raw), Err(Failure::Value), "{raw:?}");
        }
        let digits = |n| format!("[{}]", "1".repeat(n));
        assert!(logical_line(&digits(4300)).is_ok());
        assert_eq!(logical_line(&digits(4301)), Err(Failure::Value));
        assert_eq!(logical_line(&"[".repeat(994)), Err(Failure::TooDeep("array")));
        assert_eq!(logical_line(&"[".repeat(993)), Err(Failure::Value));
    }

    #[test]
    fn surrogates_are_joined_only_as_pairs() {
        let codes = |raw: &str| logical_line(raw).ok().flatten().map(|t| t.codes().collect::<Vec<_>>());
        assert_eq!(codes(r#"["\ud83d\ude00"]"#), Some(vec![0x1F600]));
        assert_eq!(codes(r#"["\ud83d\ud83d\ude00x"]"#), Some(vec![0xD83D, 0x1F600, 0x78]));
        assert_eq!(codes(r#"["\ude00\ud83d"]"#), Some(vec![0xDE00, 0xD83D]));
    }
}
