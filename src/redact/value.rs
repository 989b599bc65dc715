//! What a value looks like: a placeholder, a documented example, a reference in code, or something random.

use std::collections::BTreeSet;

/// Values that vendors print in their documentation; kept, and counted in the report.
const DOCUMENTED: &[&str] = &[
    concat!("AKIA", "IOSFODNN7EXAMPLE"),
    concat!("ASIA", "IOSFODNN7EXAMPLE"),
    concat!("AKIA", "I44QH8DHBEXAMPLE"),
    concat!("wJalrXUtnFEMI/K7MDENG/", "bPxRfiCYEXAMPLEKEY"),
    concat!("je7MtGbClwBF/2Zp9Utk/", "h3yCo8nvbEXAMPLEKEY"),
    concat!(
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.",
        "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"
    ),
    concat!(
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiYWRtaW4iOnRydWUsImlhdCI6MTUxNjIzOTAyMn0.",
        "KMUFsIDTnFmyG3nMiGM6H9FNFUROf3wh7SmqJp-QV30"
    ),
    concat!("sk_test_", "4eC39HqLyjWDarjtT1zdp7dc"),
    concat!("pk_test_", "TYooMQauvdEDq54NiTphI7jx"),
    "4242424242424242",
    "4111111111111111",
    "5555555555554444",
    "378282246310005",
];

/// How often documented examples stand in some bytes; they are kept, and the report says so.
pub fn documented_count(bytes: &[u8]) -> u64 {
    static EXAMPLES: std::sync::LazyLock<Option<aho_corasick::AhoCorasick>> =
        std::sync::LazyLock::new(|| aho_corasick::AhoCorasick::new(DOCUMENTED).ok());
    EXAMPLES.as_ref().map_or(0, |a| a.find_iter(bytes).count() as u64)
}

/// True for a value that a vendor publishes as an example.
pub fn documented(value: &str) -> bool {
    DOCUMENTED.contains(&value) || value.contains("EXAMPLE") && value.len() < 64
}

/// True for what stands where a secret would: `<your-token>`, `${NAME}`, `xxxx`, `changeme`, `sk-ant-...`, `********`.
pub fn placeholder(value: &str) -> bool {
    let v = value.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`'));
    if v.is_empty()
        || v.starts_with(['$', '<', '{', '%', '[', '(', '…'])
        || v.contains("...")
        || v.contains('…')
        || v.contains("${")
    {
        return true;
    }
    let lower = v.to_ascii_lowercase();
    let distinct: BTreeSet<char> = lower.chars().filter(|c| c.is_alphanumeric()).collect();
    if distinct.len() <= 2 {
        return true;
    }
    const PARTS: &[&str] = &[
        "xxxx",
        "****",
        "••••",
        "your-",
        "your_",
        "yourp",
        "yours",
        "yourt",
        "yourk",
        "yoursecret",
        "my-secret",
        "my_secret",
        "mysecret",
        "replace",
        "changeme",
        "change-me",
        "change_me",
        "placeholder",
        "example",
        "dummy",
        "redacted",
        "insert-",
        "insert_",
        "goes-here",
        "goes_here",
        "some-secret",
        "some_secret",
        "supersecret",
        "super-secret",
        "super_secret",
        "not-a-real",
        "not_a_real",
        "fake",
        "todo",
        "fixme",
        "abcdef",
        "123456789",
        "0000000",
        "foobar",
        "lorem",
    ];
    PARTS.iter().any(|p| lower.contains(p)) && !(v.len() >= 32 && entropy(v) > 4.3 && !lower.contains("example"))
}

/// Shannon entropy in bits a character.
pub fn entropy(value: &str) -> f64 {
    let mut counts = [0u32; 256];
    for b in value.bytes() {
        counts[b as usize] += 1;
    }
    let n = value.len().max(1) as f64;
    counts.iter().filter(|c| **c > 0).map(|c| f64::from(*c) / n).map(|p| -p * p.log2()).sum()
}

/// Which kinds of characters a value has.
#[derive(Debug, Clone, Copy, Default)]
pub struct Mix {
    /// Lower-case letters.
    pub lower: usize,
    /// Upper-case letters.
    pub upper: usize,
    /// Digits.
    pub digit: usize,
    /// Anything else.
    pub symbol: usize,
}

/// Counts the kinds of characters.
pub fn mix(value: &str) -> Mix {
    let mut m = Mix::default();
    for c in value.chars() {
        match c {
            'a'..='z' => m.lower += 1,
            'A'..='Z' => m.upper += 1,
            '0'..='9' => m.digit += 1,
            _ => m.symbol += 1,
        }
    }
    m
}

/// True for a value that no person would type: long, letters and digits mixed, many distinct characters.
pub fn random(value: &str, min: usize) -> bool {
    if value.len() < min || value.len() > 8192 || value.contains(char::is_whitespace) {
        return false;
    }
    let m = mix(value);
    if m.digit == 0 || prose(value) {
        return false;
    }
    if m.lower + m.upper == 0 {
        return false;
    }
    let distinct: BTreeSet<u8> = value.bytes().collect();
    distinct.len() * 2 >= value.len().min(20) && entropy(value) >= 2.8 && !wordy(value)
}

/// Mostly runs of lower-case letters, as in names made of words (`NormalizeAfterLoad2`).
fn prose(value: &str) -> bool {
    let runs = value.split(|c: char| !c.is_ascii_lowercase()).filter(|r| r.len() >= 3).map(str::len).sum::<usize>();
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    runs * 4 >= value.len() * 3 - value.len() / 4 && digits * 7 <= value.len()
}

/// How often the kind of character changes along the value.
fn changes(value: &str) -> usize {
    let kind = |b: u8| match b {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        _ => 3,
    };
    value.as_bytes().windows(2).filter(|w| kind(w[0]) != kind(w[1])).count()
}

/// Words joined by `-`, `_`, `.` or `/`: identifiers, slugs and paths rather than random characters.
fn wordy(value: &str) -> bool {
    let parts: Vec<&str> = value.split(['-', '_', '.', '/', ':', '+']).filter(|p| !p.is_empty()).collect();
    let words = parts.iter().filter(|p| is_word(p)).count();
    parts.len() >= 2 && words * 3 >= parts.len() * 2 && parts.iter().all(|p| is_word(p) || p.len() <= 8 && changes(p) <= 1)
}

fn is_word(part: &str) -> bool {
    let b = part.as_bytes();
    let tail_digits = b.iter().rev().take_while(|c| c.is_ascii_digit()).count();
    let stem = &part[..part.len() - tail_digits];
    tail_digits <= 4 && !stem.is_empty() && (stem.bytes().skip(1).all(|c| c.is_ascii_lowercase()) && stem.is_ascii())
        || part.bytes().all(|c| c.is_ascii_uppercase())
        || part.bytes().all(|c| c.is_ascii_digit())
}

/// A digest behind words, as caches name their entries: `Linux-cargo-9f2e…`.
pub fn labelled_digest(value: &str) -> bool {
    value.rsplit_once(['-', '_', '/', ':']).is_some_and(|(words, digest)| {
        matches!(digest.len(), 32 | 40 | 64)
            && digest.bytes().all(|b| b.is_ascii_hexdigit())
            && words.split(['-', '_', '/', ':', '.']).all(|w| w.is_empty() || is_word(w) || w.len() <= 4)
    })
}

/// True for a password as people make them: six or more characters of at least two kinds.
pub fn human(value: &str) -> bool {
    let m = mix(value);
    let n = value.chars().count();
    if !(6..=256).contains(&n) || value.chars().any(char::is_whitespace) || m.lower + m.upper == 0 {
        return false;
    }
    let odd = value.chars().filter(|c| !c.is_alphanumeric() && !matches!(c, '-' | '_' | '.' | '/' | ':')).count();
    m.digit > 0 || odd > 0
}

/// A value that may be searched for everywhere without hitting ordinary text.
pub fn distinctive(value: &str) -> bool {
    let m = mix(value);
    value.len() >= 12 && (m.digit > 0 || m.symbol > 0 || m.upper > 0 && m.lower > 0)
        || value.len() >= 8 && m.digit > 0 && m.lower + m.upper > 0 && m.digit + m.symbol + m.upper >= 2
        || value.len() >= 6 && m.digit > 0 && m.symbol > 0 && m.lower + m.upper > 1
}

/// True for an expression in code that stands where a value could: a call, type, attribute, path, number or address.
pub fn reference(value: &str) -> bool {
    let v = value.trim_end_matches([';', ',']);
    const WORDS: &[&str] = &[
        "null",
        "none",
        "nil",
        "undefined",
        "true",
        "false",
        "string",
        "str",
        "int",
        "bool",
        "boolean",
        "number",
        "bytes",
        "any",
        "object",
        "option",
        "optional",
        "required",
        "default",
        "self",
        "this",
        "void",
        "char",
        "text",
        "varchar",
        "secret",
        "password",
        "token",
        "enabled",
        "disabled",
        "yes",
        "no",
        "on",
        "off",
        "unset",
        "empty",
        "missing",
        "invalid",
        "expired",
    ];
    if WORDS.contains(&v.to_ascii_lowercase().as_str()) || v.parse::<f64>().is_ok() {
        return true;
    }
    let b = v.as_bytes();
    if b.len() >= 10 && b[4] == b'-' && b[7] == b'-' && b[..4].iter().chain(&b[5..7]).all(u8::is_ascii_digit) {
        return true;
    }
    if v.starts_with("http://")
        || v.starts_with("https://")
        || v.starts_with(['/', '~', '.', '@', '&', '*', '|', '=', '>', '!', '?'])
    {
        return true;
    }
    const HEADS: &[&str] = &[
        "process.",
        "os.",
        "env.",
        "ENV[",
        "secrets.",
        "vars.",
        "var.",
        "self.",
        "this.",
        "config.",
        "settings.",
        "import.",
        "args.",
        "request.",
        "req.",
        "options.",
        "opts.",
        "params.",
        "props.",
        "data.",
        "state.",
        "ctx.",
        "context.",
        "std::",
        "crate::",
        "sha256:",
        "sha512-",
        "sha384-",
        "sha1-",
        "md5:",
        "arn:",
        "file:",
        "keychain:",
        "op://",
        "vault:",
        "ref+",
    ];
    if HEADS.iter().any(|h| v.starts_with(h)) || v.contains("::") || v.contains("->") || v.contains("=>") {
        return true;
    }
    if v.bytes().next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && v.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'[' | b']' | b'?'))
        && v.contains('.')
        && v.split('.').all(|p| !p.bytes().any(|b| b.is_ascii_digit()) && p.len() < 32)
        && !v.split('.').skip(1).any(|p| p.bytes().next().is_some_and(|b| b.is_ascii_uppercase()))
    {
        return true;
    }
    call(v) || file_like(v)
}

fn call(v: &str) -> bool {
    let Some((head, tail)) = v.split_once(['(', '[', '<']) else {
        return false;
    };
    !head.is_empty()
        && head.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b':' | b'&' | b'!' | b'?'))
        && head.bytes().next().is_some_and(|b| b.is_ascii_alphabetic() || matches!(b, b'_' | b'&'))
        && (tail.is_empty()
            || tail.contains([')', ']', '>', '"', '\'', ','])
            || tail.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'))
}

/// True for a name with the extension of a file.
pub fn file_like(v: &str) -> bool {
    const EXT: &[&str] = &[
        "pem", "key", "crt", "cer", "pub", "json", "txt", "toml", "yaml", "yml", "env", "pfx", "p12", "jks", "md", "rs", "py",
        "ts", "js", "go", "html", "css", "sh", "log", "xml", "ini", "cfg", "conf", "lock", "sql", "tsx", "jsx", "vue", "java",
        "rb",
    ];
    v.rsplit_once('.').is_some_and(|(stem, ext)| !stem.is_empty() && EXT.contains(&ext.to_ascii_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_and_references_are_told_from_values() {
        for v in ["<your-token-here>", "${GITHUB_TOKEN}", "sk-ant-...", "changeme", "********", "$(pass show ci)", "YOUR_API_KEY"]
        {
            assert!(placeholder(v), "{v}");
        }
        for v in ["Gr4nite-Otter!92", "fen-Bittern-7781", "9cf466ef74d97db774e04db4f3fc43b79571cbf6"] {
            assert!(!placeholder(v), "{v}");
        }
        for v in [
            "lexer.next_token();",
            "Option<String>",
            "get_token(request)",
            "certs/dev.pem",
            "process.env.KEY",
            "batch[\"ids\"]",
            "12",
        ] {
            assert!(reference(v), "{v}");
        }
        for v in ["Kittiwake.Gale.88", "tr0mbone&Kelp77", "Wh1mbrel%40Dusk"] {
            assert!(!reference(v), "{v}");
        }
    }

    #[test]
    fn random_values_are_told_from_names() {
        for v in ["2rdt1U3c1ChTDS09IFVIMrML", "7c6e2d9f2f18151d3abdaa40768bba1f", "MIn6ou9Mtge8LnE8FHuZG2OaQ5dRt5yW2VPMToF7"] {
            assert!(random(v, 16), "{v}");
        }
        for v in ["test_password_reset_token_expires_after_24h", "setDefaultModelAndProvider", "claude-sonnet-4-5-20250929"] {
            assert!(!random(v, 16), "{v}");
        }
    }
}
