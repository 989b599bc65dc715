//! Secrets in statements and settings: SQL, network devices, phrases of words, what is piped to a program that asks for a password.

use super::edge;
use super::finding::{Class, Reach, Sink};
use super::named::strong;
use super::places::window;
use super::value;
use regex::Regex;
use std::sync::LazyLock;

/// What the statements of [`STATEMENTS`] start with.
pub const LITERALS: &[&str] = &[
    "identified ",
    "password '",
    "password \"",
    "password \\",
    "enable secret ",
    "enable password ",
    "username ",
    "snmp-server community ",
    "-server key ",
    "login ",
    " password ",
    "\npassword ",
    "passphrase ",
    "convertto-securestring ",
    "mnemonic",
    "seed phrase",
    "seed_phrase",
    "recovery phrase",
    "recovery code",
    "backup code",
    "thin:",
    "auth=(",
    "auth = (",
    "secrets:",
    "stringdata:",
    "send \"",
    "send \\\"",
];

/// Statements that hold a secret, which is the first group that matched. The secret of an odd row has to look made.
static STATEMENTS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r#"^(?:(?i:identified\s+(?:with\s+\S+\s+)?by\s+(?:password\s+)?)\\*["']([^"'\\\s]{3,})"#,
        r#"|\n?\s?(?i:password)\s+\\*["']([^"'\\\s]{6,})\\*["']"#,
        r"|(?i:enable (?:secret|password) (?:level \d+ )?(?:[0-9] )?)([^\s\x22'\\]{4,})(?:\s|\\|$)",
        r"|(?i:username \S+ (?:privilege \d+ )?(?:secret|password) (?:[0-9] )?)([^\s\x22'\\]{4,})(?:\s|\\|$)",
        r"|(?i:snmp-server community )([^\s\x22'\\]{6,})",
        r"|(?i:-server key (?:[0-9] )?)([^\s\x22'\\]{6,})(?:\s|\\|$)",
        r"|(?i:login \S+ password )([^\s\x22'\\]{3,})",
        r"|[ \n]password ([^\s\x22'\\,;)]{6,})[ \t]*(?:\n|\\n|$)",
        r#"|(?i:convertto-securestring )(?:-String )?\\*["']([^"'\\]{4,})\\*["']"#,
        r"|(?i:passphrase )\\*[\x22']?([^\s\x22'\\]{6,})",
        r#"|thin:[\w$]+/([^\s/@"'\\]{3,})@"#,
        r#"|auth ?= ?\(\s*\\*["'][^"'\\\s]+\\*["']\s*,\s*\\*["']([^"'\\\s]{4,})\\*["']\s*\)"#,
        r#"|(?i:recovery|backup)[ _](?i:codes?)\W{1,4}(?:is\W{1,3})?([A-Za-z0-9]{4,6}(?:-[A-Za-z0-9]{4,6}){1,4})\b"#,
        r#"|(?i:mnemonic|seed[ _]phrase|recovery[ _]phrase)\\*["']?\s*(?:is|[:=])?\s*\\*["']?((?:[a-z]{3,8} ){11,23}[a-z]{3,8})\b"#,
        r#"|(?:secrets|stringData):(?:\n|\\n)[ \t]+[\w.-]+: \\*["']?([^\s"'\\]{6,})"#,
        r#"|send \\*"([^\s"'\\]{6,})\\+[rn]"#,
        r")"
    ))
    .ok()
});

/// Groups of [`STATEMENTS`] that are sure of their secret, whatever it looks like.
const SURE: &[usize] = &[1, 9, 11, 14];

/// A statement or setting that holds a secret.
pub fn setting(sink: &mut Sink, at: usize) {
    let b = sink.text.as_bytes();
    if b[at].is_ascii_alphanumeric() && !edge::starts(b, at) {
        return;
    }
    let tail = window(sink.text, at, 320);
    let Some(c) = STATEMENTS.as_ref().and_then(|re| re.captures(tail)) else { return };
    let Some((n, m)) = (1..c.len()).find_map(|n| Some((n, c.get(n)?))) else { return };
    let val = m.as_str();
    let asked = n != 16 || super::edge::before(sink.text, at, 120).to_ascii_lowercase().contains("pass");
    let code = n == 13 && value::mix(val).digit > 0;
    let looks = SURE.contains(&n) || code || strong(val) || value::random(val, 12);
    if asked && looks && (n == 14 || usable(val)) && !(n != 1 && value::reference(val)) {
        let reach = if n == 14 { Reach::Everywhere } else { super::finding::reach_of(val) };
        sink.add(at + m.start(), at + m.end(), Class::Secret, "credential", reach);
    }
}

fn usable(val: &str) -> bool {
    !value::placeholder(val) && !value::documented(val) && !super::pseudonym::inert(val)
}

/// `echo X | program --password-stdin`.
pub fn piped(sink: &mut Sink, at: usize) {
    static RE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r#"(?:echo|printf)\s+(?:-n\s+)?(?:\\*["']?%s(?:\\*n)?\\*["']?\s+)?\\*["']?(?:[\w.-]+:)?([^\s'"|\\]{4,})\\*["']?\s*\|[^|\n]*$"#).ok()
    });
    let head = edge::before(sink.text, at, 240);
    let base = at - head.len();
    let Some(m) = RE.as_ref().and_then(|re| re.captures(head)).and_then(|c| c.get(1)) else { return };
    if usable(m.as_str()) && value::human(m.as_str()) {
        sink.secret(base + m.start(), base + m.end(), "command-line");
    }
}

/// `program <<< X`, where the program asks for a password.
pub fn here_string(sink: &mut Sink, at: usize) {
    static RE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r#"^<<<\s*\\*["']?([^\s'"\\$`(]{6,})"#).ok());
    let head = edge::before(sink.text, at, 160);
    let line = head.rsplit('\n').next().unwrap_or(head);
    const ASK: &[&str] =
        &["kinit", "pass insert", "secret", "env add", "passwd", "cryptsetup", "vault", "login", "sudo -S", "token", "gpg"];
    if !ASK.iter().any(|w| line.contains(w)) {
        return;
    }
    let tail = window(sink.text, at, 600);
    let Some(m) = RE.as_ref().and_then(|re| re.captures(tail)).and_then(|c| c.get(1)) else { return };
    if usable(m.as_str()) && (strong(m.as_str()) || value::random(m.as_str(), 12)) {
        sink.secret(at + m.start(), at + m.end(), "command-line");
    }
}

/// `user:password@tcp(host)/db`, as drivers write it.
pub fn data_source(sink: &mut Sink, at: usize) {
    let text = sink.text;
    let start = edge::run_back(text.as_bytes(), at, 200, |c| {
        !c.is_ascii_whitespace() && !matches!(c, b'"' | b'\'' | b'`' | b'/' | b'=' | b'(' | b',')
    });
    let Some((user, pass)) = text.get(start..at).and_then(|t| t.split_once(':')) else { return };
    if !user.is_empty() && user.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_') && usable(pass) && value::human(pass) {
        sink.secret(start + user.len() + 1, at, "connection-credential");
    }
}

/// `-u user -p password` of any program.
pub fn login_flags(sink: &mut Sink, at: usize) {
    let head = edge::before(sink.text, at, 160);
    let line = head.rsplit(['\n', '|', '&', ';']).next().unwrap_or(head);
    if ![" -u ", " -u:", " -U ", " --user ", " --username ", " --username=", " --user=", " -l "].iter().any(|f| line.contains(f))
    {
        return;
    }
    let b = sink.text.as_bytes();
    let start = edge::run_on(b, at + 3, 3, |c| matches!(c, b' ' | b':' | b'"' | b'\'' | b'\\'));
    let end = edge::run_on(b, start, 128, |c| !c.is_ascii_whitespace() && !matches!(c, b'"' | b'\'' | b'\\'));
    let val = sink.text.get(start..end).unwrap_or("");
    if strong(val) && usable(val) && !value::reference(val) && !val.contains(['/', '(']) {
        sink.secret(start, end, "command-line");
    }
}

/// The private members of a JSON Web Key.
pub fn web_key(sink: &mut Sink, at: usize) {
    static RE: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r#"\\*"(?:d|p|q|dp|dq|qi|k)\\*"\s*:\s*\\*"([A-Za-z0-9_-]{20,})\\*""#).ok());
    let head = edge::before(sink.text, at, 1200);
    let from = at - head.len() + head.rfind('{').unwrap_or(0);
    let tail = window(sink.text, from, 5000);
    let object = &tail[..tail.find('}').unwrap_or(tail.len())];
    let Some(re) = RE.as_ref() else { return };
    for m in re.captures_iter(object).filter_map(|c| c.get(1)) {
        sink.secret(from + m.start(), from + m.end(), "web-key");
    }
}

#[cfg(test)]
mod tests {
    use super::super::detect::detect;
    use super::super::finding::Class;

    fn secrets(text: &str) -> Vec<&str> {
        let mut found: Vec<(usize, usize)> =
            detect(text, true).findings.iter().filter(|f| f.class == Class::Secret).map(|f| (f.start, f.end)).collect();
        found.sort_unstable();
        found.dedup();
        found.into_iter().map(|(s, e)| &text[s..e]).collect()
    }

    #[test]
    fn secrets_in_statements_and_settings_are_found() {
        for (text, want) in [
            ("CREATE USER 'svc'@'%' IDENTIFIED BY 'sedge-Pebble-3144';", "sedge-Pebble-3144"),
            ("CREATE ROLE app LOGIN PASSWORD 'Otter*lichen14';", "Otter*lichen14"),
            ("echo 'Sj1oIizpKJmcCu' | docker login -u a --password-stdin", "Sj1oIizpKJmcCu"),
            ("echo 'root:umber1038Slate' | chpasswd", "umber1038Slate"),
            ("kinit a <<< GIihCl00Kdn8nc", "GIihCl00Kdn8nc"),
            ("enable secret 0tter1969!", "0tter1969!"),
            ("snmp-server community Willet1989! RO", "Willet1989!"),
            ("requests.get(u, auth=(\"svc\", \"plover-Tern-5786\"))", "plover-Tern-5786"),
            ("dsn = \"a:yarrow5118Slate@tcp(h.example.com:3306)/x\"", "yarrow5118Slate"),
            ("evil-winrm -i h -u a -p yarrow-Vole-3854", "yarrow-Vole-3854"),
            (
                "{\"kty\":\"EC\",\"d\":\"UwsryGghBBN3H5Or_SndChxqa5kEQEC6vKULWN3iLMw\"}",
                "UwsryGghBBN3H5Or_SndChxqa5kEQEC6vKULWN3iLMw",
            ),
            ("recovery code: 3sxv4-trsty", "3sxv4-trsty"),
            ("sqlplus scott/N1cNEiigfdwIg7@orcl", "N1cNEiigfdwIg7"),
            ("az keyvault secret set --name x --value \"zOFsMMmY6TyPne38ag8C\"", "zOFsMMmY6TyPne38ag8C"),
        ] {
            assert_eq!(secrets(text), [want], "{text}");
        }
    }

    #[test]
    fn prose_code_and_flags_of_other_kinds_are_left_alone() {
        for text in [
            "the password \"reset\" page and a login form password field",
            "mkdir -p src/a1B2 && docker run -u 1000 -p 8080:80 x",
            "echo \"done\" | tee log.txt",
            "identified by the tests",
            "username and password are required",
            "a passphrase is asked for",
            "cat <<< \"$TOKEN\"",
            "seed phrase: twelve words",
            "import x from '@/components/Login'",
        ] {
            assert_eq!(secrets(text), Vec::<&str>::new(), "{text}");
        }
    }
}
