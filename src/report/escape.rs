//! Nothing from a transcript reaches a terminal or a file as it is: control characters would move the cursor, hide text or
//! reorder it.

use std::borrow::Cow;

/// The text with every character that a terminal could act on, or that hides or reorders text, shown as an escape.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_unsafe(c) => out.push_str(&format!("\\u{{{:x}}}", c as u32)),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Like [`visible`], with runs of white space (line breaks among them) as one space, and cut at `max` characters.
pub fn one_line(text: &str, max: usize) -> String {
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut = match flat.char_indices().nth(max) {
        Some((at, _)) => format!("{}…", flat[..at].trim_end()),
        None => flat,
    };
    visible(&cut).into_owned()
}

/// A cell of a CSV file: visible, and with nothing at its head that a spreadsheet would take for a formula.
pub fn csv_cell(text: &str) -> String {
    let shown = visible(text);
    if shown.trim_start().starts_with(['=', '+', '-', '@']) { format!("'{shown}") } else { shown.into_owned() }
}

/// Text inside a Markdown table: one line, and nothing in it that Markdown or HTML would act on.
pub fn markdown(text: &str) -> String {
    let mut out = String::new();
    for c in one_line(text, 300).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '!' | '~' | '@' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

/// A path as a URI reference.
pub fn uri_path(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}

fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
        || matches!(c, '\u{e0000}'..='\u{e007f}')
}

/// What a caught panic said.
pub fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    visible(text.unwrap_or("no message")).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_what_a_terminal_would_act_on() {
        assert_eq!(visible("\u{1b}[2Jgone\r\n"), "\\u{1b}[2Jgone\\r\\n");
        assert_eq!(visible("a\u{202e}b"), "a\\u{202e}b");
        assert!(matches!(visible("plain – text ✅"), Cow::Borrowed(_)));
    }

    #[test]
    fn markup_and_formulas_stay_text() {
        assert_eq!(markdown("<b>|`x`\n![a](b)"), "&lt;b&gt;\\|\\`x\\` \\!\\[a\\](b)");
        assert_eq!(csv_cell("=1+1"), "'=1+1");
        assert_eq!(csv_cell(" @x"), "' @x");
        assert_eq!(uri_path("a b/ü.jsonl"), "a%20b/%C3%BC.jsonl");
    }

    #[test]
    fn one_line_cuts_at_characters() {
        assert_eq!(one_line("a\n  b\tc", 10), "a b c");
        assert_eq!(one_line("äöü äöü", 4), "äöü…");
    }
}
