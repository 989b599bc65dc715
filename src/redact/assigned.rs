//! The value that belongs to a name: behind a sign of assignment, or beside it as programs and files have it.

use super::edge;
use super::named::{Named, judge, strong};
use super::value;
use regex::Regex;
use std::sync::LazyLock;

/// A value and how it stands there.
pub struct Value {
    /// First byte.
    pub start: usize,
    /// Byte behind the last.
    pub end: usize,
    /// True where it stands without quotes in running text.
    pub bare: bool,
    /// How sure it is that it belongs to the name.
    pub trust: Trust,
}

/// How sure it is that a value belongs to a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// It is assigned.
    Assigned,
    /// It only stands beside the name, so that it has to look made.
    Beside,
}

/// Ways to stand beside a name. Group 1 is a value in quotes, group 2 one without.
static BESIDE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        // `"name": "DB_PASSWORD", "value": "…"`, `key="…" value="…"`, `ParameterKey=…,ParameterValue=…`
        r#"^(?:\\*["'])?\s*[,;]?(?:\s|\\+[nrt])*(?:\\*["'])?(?i:parameter|default)?[_ ]?(?i:value|content|default)(?:\\*["'])?\s{0,4}[:=]\s{0,4}(?:\\*["']([^"'\s\\]{4,512})|([^"'\s\\<>{}\[\]$,;]{4,512}))"#,
        // HCL: `variable "db_password" {` … `default = "…"`
        r#"|^\\*"\s*\{[^}]{0,300}?\bdefault\s*=\s*\\*"([^"\s\\]{4,512})"#,
        // `getenv("DB_PASSWORD", "…")`, `define('DB_PASSWORD', '…')`
        r#"|^\\*["']\s*,\s*\\*["']([^"'\s\\]{4,512})"#,
        // `process.env.NAME || "…"`
        r#"|^\s*(?:\|\||\?\?)\s*\\*["'`]([^"'`\s\\]{4,512})"#,
        // `setPassword("…")`
        r#"|^\(\s*\\*["']([^"'\s\\]{4,512})\\*["']\s*\)"#,
        // `<password>…</password>`, `<string name="api_key">…</string>`
        r#"|^(?:\\*")?>([^<>\s]{4,512})</"#,
        // `ENV NAME value`, `requirepass value`, `storePassword "value"`
        r#"|^ (?:\\*["'])?([^"'\s\\]{6,512})"#,
    ))
    .ok()
});

fn beside(text: &str, name: &str, start: usize, end: usize) -> Option<Value> {
    let b = text.as_bytes();
    let next = b.get(end)?;
    if !matches!(next, b'"' | b'\'' | b'\\' | b' ' | b'(' | b'>' | b',' | b'\n' | b'|' | b'?') {
        return None;
    }
    let tail = super::places::window(text, end, 700);
    let c = BESIDE.as_ref()?.captures(tail)?;
    let (n, m) = (1..c.len()).find_map(|n| Some((n, c.get(n)?)))?;
    let own = name.rsplit('.').next().unwrap_or(name);
    let constant = own.contains('_') && !own.bytes().any(|b| b.is_ascii_lowercase());
    let good = match n {
        1 | 2 => true,
        3 => edge::before(text, start, 16).contains("variable"),
        4 => {
            let head = edge::before(text, start, 8).trim_end_matches(['"', '\'', '\\']);
            head.ends_with('(') && (constant || judge(name) == Some(Named::Token))
        }
        5 => constant,
        6 => setter(name),
        7 => matches!(b.get(start.wrapping_sub(1)), Some(b'<' | b'"')),
        _ => spaced(text, name, constant, start, end + m.end()),
    };
    let val = m.as_str().trim_end_matches(';');
    good.then(|| Value { start: end + m.start(), end: end + m.start() + val.len(), bare: n == 8, trust: Trust::Beside })
}

/// `password(`, `setPassword(`, `with_password(`: not `hash_password(`.
fn setter(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name).to_ascii_lowercase();
    [
        "password",
        "setpassword",
        "withpassword",
        "set_password",
        "with_password",
        "apikey",
        "setapikey",
        "withapikey",
        "api_key",
        "secret",
        "secretkey",
    ]
    .contains(&last.as_str())
}

/// A name of settings and its value with a blank between them: the name is a constant or compound one, or has the line for itself.
fn spaced(text: &str, name: &str, constant: bool, start: usize, end: usize) -> bool {
    let b = text.as_bytes();
    let compound = name.contains('_')
        || name.bytes().skip(1).any(|c| c.is_ascii_uppercase()) && name.bytes().any(|c| c.is_ascii_lowercase())
        || matches!(name, "requirepass" | "masterauth" | "psk");
    let quoted = matches!(b.get(end), Some(b'"' | b'\'' | b'\\'));
    let head = edge::before(text, start, 64);
    let head = head.rsplit('\n').next().unwrap_or(head);
    let alone = head.chars().all(char::is_whitespace) && matches!(b.get(end), None | Some(b'\n' | b'\r' | b'\\'));
    constant
        || compound
        || quoted && judge(name) == Some(Named::Password)
        || alone && strong(text.get(end.saturating_sub(8)..end).unwrap_or(""))
}

/// The value that is assigned to the name that ends at `end`: range, and whether it stands bare.
pub fn assigned(text: &str, name: &str, start: usize, end: usize, flag: bool) -> Option<Value> {
    let direct = direct(text, name, end, flag).map(|(start, end, bare)| Value { start, end, bare, trust: Trust::Assigned });
    direct.or_else(|| beside(text, name, start, end))
}

/// Behind a sign of assignment.
fn direct(text: &str, name: &str, end: usize, flag: bool) -> Option<(usize, usize, bool)> {
    let b = text.as_bytes();
    let mut i = end;
    i = skip_quote(b, i);
    if b.get(i) == Some(&b']') {
        i += 1;
    }
    // `Secret Access Key [None]:` as programs ask for it.
    if b[i.min(b.len())..].starts_with(b" [") {
        let close = edge::run_on(b, i, 40, |c| c != b']' && c != b'\n');
        i = if b.get(close) == Some(&b']') && b.get(close + 1) == Some(&b':') { close + 1 } else { i };
    }
    let gap = edge::run_on(b, i, 40, |c| c == b' ' || c == b'\t') - i;
    let (mut j, table) = match separator(b, i + gap) {
        Some(j) => (j, false),
        None if flag && gap >= 1 => (i + gap, false),
        None if gap >= 2 || b.get(i) == Some(&b'\t') => (i + gap, true),
        None => return None,
    };
    let before = j;
    j = edge::run_on(b, j, 8, |c| c == b' ' || c == b'\t');
    if b[j..].starts_with(b"!!") {
        j = edge::run_on(b, j, 12, |c| c != b' ') + 1;
    }
    for prefix in ["r#", "b", "f", "r", "u"] {
        if b[j..].starts_with(prefix.as_bytes()) && matches!(b.get(j + prefix.len()), Some(b'"' | b'\'')) {
            j += prefix.len();
        }
    }
    if let Some((from, to)) = quoted(text, j) {
        return Some((from, to, table));
    }
    let env = !name.bytes().any(|c| c.is_ascii_lowercase()) || j == before;
    let to = edge::run_on(b, j, 8192, |c| !c.is_ascii_whitespace() && !matches!(c, b'"' | b'\'' | b'`' | b'\\'));
    let mut val = text.get(j..to)?;
    if !(env && line_start(b, end - name.len())) {
        let cut = val.find([',', ';', '&', ')', ']', '}', '<', '>', '|']).unwrap_or(val.len());
        let keeps = val[cut..].starts_with('&') && !url_query(b, end - name.len());
        val = if keeps { val } else { &val[..cut] };
    }
    // In a table only what looks made counts: columns hold anything.
    let constant = !name.bytes().any(|c| c.is_ascii_lowercase());
    let made = value::random(val, 20) || value::human(val) && constant && judge(name) == Some(Named::Password);
    (!table || made).then_some((j, j + val.len(), true))
}

/// True where the name follows `?` or `&`, as in the query of an address.
fn url_query(b: &[u8], start: usize) -> bool {
    start > 0 && matches!(b[start - 1], b'?' | b'&')
}

/// True where nothing but `export`, a line number or a diff sign stands before on the line.
fn line_start(b: &[u8], start: usize) -> bool {
    let head = &b[start.saturating_sub(32)..start];
    let line = head.rsplit(|c| *c == b'\n').next().unwrap_or(head);
    let line = line.iter().rposition(|c| *c == b'\\').filter(|i| line.get(i + 1) == Some(&b'n')).map_or(line, |i| &line[i + 2..]);
    let rest: Vec<u8> = line
        .iter()
        .copied()
        .filter(|c| !c.is_ascii_whitespace() && !c.is_ascii_digit() && !matches!(c, b'+' | b'-' | b'|'))
        .collect();
    rest.is_empty()
        || rest == b"export"
        || rest == b"set"
        || rest == b"declarex"
        || rest == "→".as_bytes()
        || rest == b"env:"
        || rest == b"$env:"
}

/// `=`, `:`, `:=`, `=>` or `: Type =`; not a comparison or a path.
fn separator(b: &[u8], i: usize) -> Option<usize> {
    match (b.get(i)?, b.get(i + 1)) {
        (b'=', Some(b'=' | b'~')) | (b':', Some(b':')) => None,
        (b'=', Some(b'>')) | (b':', Some(b'=')) => Some(i + 2),
        (b'=', _) => Some(i + 1),
        (b':', _) => Some(typed(b, i + 1).unwrap_or(i + 1)),
        _ => None,
    }
}

/// Behind `: Type =`, as in Rust, TypeScript or Python.
fn typed(b: &[u8], i: usize) -> Option<usize> {
    let j = edge::run_on(b, i, 40, |c| c.is_ascii_alphanumeric() || matches!(c, b' ' | b'&' | b'\'' | b'_' | b'<' | b'>' | b':'));
    (j > i + 1 && b.get(j) == Some(&b'=') && b.get(j + 1) != Some(&b'=') && b[i..j].iter().any(u8::is_ascii_alphabetic))
        .then_some(j + 1)
}

/// Skips the quote that closes a name, escaped or not.
fn skip_quote(b: &[u8], i: usize) -> usize {
    let j = edge::run_on(b, i, 16, |c| c == b'\\');
    if matches!(b.get(j), Some(b'"' | b'\'' | b'`')) { j + 1 } else { i }
}

/// The inside of a quoted value at `i`, whatever the depth of escaping.
fn quoted(text: &str, i: usize) -> Option<(usize, usize)> {
    let b = text.as_bytes();
    let q = edge::run_on(b, i, 16, |c| c == b'\\');
    let quote = *b.get(q).filter(|c| matches!(c, b'"' | b'\'' | b'`'))?;
    let depth = q - i;
    let from = q + 1;
    let mut j = from;
    let limit = b.len().min(from + 8192);
    while j < limit && b[j] != b'\n' {
        if b[j] == quote {
            let slashes = b[from..j].iter().rev().take_while(|c| **c == b'\\').count();
            if slashes == depth {
                return text.get(from..j - slashes).map(|v| (from, from + v.len()));
            }
            if slashes < depth {
                return None;
            }
        }
        j += 1;
    }
    None
}
