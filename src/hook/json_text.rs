//! Edits in the text of a JSON document that leave every other byte of it alone. The text is known to be valid JSON.

use serde::Serialize;
use serde_json::ser::{PrettyFormatter, Serializer};
use std::ops::Range;

/// A member of an object, or an element of an array (whose key is empty).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Child {
    /// Its key.
    pub key: String,
    /// From the key, or the value where there is none, to the end of the value.
    pub whole: Range<usize>,
    /// The value.
    pub value: Range<usize>,
}

/// The document's value.
pub fn root(text: &str) -> Range<usize> {
    let start = skip_space(text, 0);
    start..skip_value(text, start)
}

/// What an object or array holds; nothing for any other value.
pub fn children(text: &str, container: &Range<usize>) -> Vec<Child> {
    let object = match byte(text, container.start) {
        Some(b'{') => true,
        Some(b'[') => false,
        _ => return Vec::new(),
    };
    let mut out = Vec::new();
    let mut at = skip_space(text, container.start + 1);
    while at + 1 < container.end {
        let start = at;
        let mut key = String::new();
        if object {
            let end = skip_value(text, at);
            key = text.get(at..end).and_then(|k| serde_json::from_str(k).ok()).unwrap_or_default();
            at = skip_space(text, skip_space(text, end) + 1);
        }
        let end = skip_value(text, at);
        out.push(Child { key, whole: start..end, value: at..end });
        // Past the comma, or the closing bracket.
        at = skip_space(text, skip_space(text, end) + 1);
    }
    out
}

/// The member of an object with this key; of equal keys the last, as parsers have it.
pub fn member(text: &str, object: &Range<usize>, key: &str) -> Option<Child> {
    children(text, object).into_iter().rev().find(|c| c.key == key)
}

/// The text with a child at the end of a container, laid out as the others are; `depth` is how deep the container lies.
pub fn push(text: &str, container: &Range<usize>, depth: usize, key: Option<&str>, value: &impl Serialize) -> String {
    let there = children(text, container);
    let inside = container.start + 1..container.end - 1;
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let unit = indent(text);
    let outer = unit.repeat(depth);
    let inner = unit.repeat(depth + 1);
    let mut child = key.map(|k| format!("{}: ", serde_json::json!(k))).unwrap_or_default();
    child.push_str(&pretty(value, &unit).replace('\n', &format!("{newline}{inner}")));
    let (at, piece) = match (there.first(), there.last()) {
        (Some(first), Some(last)) => {
            (last.value.end..last.value.end, format!(",{}{child}", &text[inside.start..first.whole.start]))
        }
        _ => (inside, format!("{newline}{inner}{child}{newline}{outer}")),
    };
    replace(text, &at, &piece)
}

/// The text without the child of this number.
pub fn remove(text: &str, container: &Range<usize>, index: usize) -> String {
    let there = children(text, container);
    let Some(child) = there.get(index) else { return text.to_owned() };
    let cut = match (index.checked_sub(1).and_then(|i| there.get(i)), there.get(index + 1)) {
        (_, Some(next)) => child.whole.start..next.whole.start,
        (Some(previous), None) => previous.whole.end..child.whole.end,
        (None, None) => container.start + 1..container.end - 1,
    };
    replace(text, &cut, "")
}

/// The text with something else at a place.
pub fn replace(text: &str, at: &Range<usize>, with: &str) -> String {
    [&text[..at.start], with, &text[at.end..]].concat()
}

fn pretty(value: &impl Serialize, unit: &str) -> String {
    let mut out = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut out, PrettyFormatter::with_indent(unit.as_bytes()));
    match value.serialize(&mut serializer) {
        Ok(()) => String::from_utf8_lossy(&out).into_owned(),
        Err(_) => "null".into(),
    }
}

/// The white space that the first member of the document stands behind.
fn indent(text: &str) -> String {
    let first = children(text, &root(text)).first().map(|c| c.whole.start);
    let before = first.and_then(|at| text[..at].rsplit_once('\n')).map(|(_, blank)| blank);
    before.filter(|b| !b.is_empty() && b.bytes().all(|c| c == b' ' || c == b'\t')).unwrap_or("  ").to_owned()
}

fn byte(text: &str, at: usize) -> Option<u8> {
    text.as_bytes().get(at).copied()
}

fn skip_space(text: &str, at: usize) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    at + rest.iter().take_while(|b| b" \t\r\n".contains(b)).count()
}

/// The end of the value that begins here.
fn skip_value(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes().get(start..).unwrap_or_default();
    let (mut depth, mut quoted, mut escaped) = (0_u32, false, false);
    for (i, b) in bytes.iter().enumerate() {
        match b {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => continue,
            b'{' | b'[' => depth += 1,
            // What encloses a plain value ends it.
            b'}' | b']' if depth == 0 => return start + i,
            b'}' | b']' => depth -= 1,
            b',' | b':' | b' ' | b'\t' | b'\r' | b'\n' if depth == 0 => return start + i,
            _ => continue,
        }
        if depth == 0 && !quoted && !escaped {
            return start + i + 1;
        }
    }
    start + bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#" { "a" : [1, "x,]\"", {"b":{}}] , "c":null, "d" :-1.5e3} "#;

    #[test]
    fn children_are_where_they_stand() {
        let root = root(TEXT);
        let found = children(TEXT, &root);
        let values: Vec<&str> = found.iter().map(|c| &TEXT[c.value.clone()]).collect();
        assert_eq!(values, [r#"[1, "x,]\"", {"b":{}}]"#, "null", "-1.5e3"]);
        let inner: Vec<String> = children(TEXT, &found[0].value).iter().map(|c| TEXT[c.whole.clone()].to_owned()).collect();
        assert_eq!(inner, ["1", r#""x,]\"""#, r#"{"b":{}}"#]);
        assert!(children(TEXT, &found[1].value).is_empty());
        assert_eq!(member(TEXT, &root, "c").unwrap().key, "c");
    }

    #[test]
    fn a_child_is_laid_out_as_its_neighbours_and_goes_without_a_trace() {
        for text in ["{\n\t\"a\": 1\n}\n", "{\"a\":1}", "{ \"a\": 1 }", "{\r\n    \"a\": [\r\n    ]\r\n}", "{}"] {
            let at = root(text);
            let with = push(text, &at, 0, Some("new"), &[1]);
            assert!(serde_json::from_str::<serde_json::Value>(&with).is_ok(), "{with}");
            let n = children(&with, &root(&with)).len();
            assert_eq!(remove(&with, &root(&with), n - 1), text);
        }
        assert_eq!(
            push("{\n    \"a\": 1\n}", &(0..14), 0, Some("b"), &[1]),
            "{\n    \"a\": 1,\n    \"b\": [\n        1\n    ]\n}"
        );
    }
}
