//! Values whose name says that they are secret: `DB_PASSWORD=…`, `"apiKey": "…"`, `X-Api-Key: …`, `--token …`, `token = "…"`.

use super::assigned::{Trust, Value, assigned};
use super::edge;
use super::finding::{Reach, Sink, reach_of};
use super::value;

/// What a name promises about its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// A password, as people or machines make them.
    Password,
    /// A generated token or key.
    Token,
    /// A word that only sometimes names a secret (`KEY`, `auth`): the value has to be random.
    Vague,
}

/// Parts of words that start a search for a name.
pub const STEMS: &[&str] = &[
    "pass",
    "pwd",
    "secret",
    "token",
    "key",
    "cred",
    "auth",
    "_pat",
    "jwt",
    "_dsn",
    "seed",
    "mnemonic",
    "cookie",
    "session",
    "connectionstring",
    "pw",
    "license",
    "webhook",
    "psk",
    "community",
    "contraseña",
    "senha",
    "kennwort",
];

/// What a name says of its value, `None` where nothing.
pub fn judge(name: &str) -> Option<Named> {
    let words = words(name);
    let mut words: &[String] = &words;
    const NOISE: &[&str] = &[
        "value",
        "val",
        "data",
        "b64",
        "base64",
        "plain",
        "plaintext",
        "str",
        "string",
        "raw",
        "encoded",
        "env",
        "current",
        "old",
        "new",
        "prod",
        "production",
        "dev",
        "staging",
        "live",
        "default",
        "text",
        "file0",
        "v1",
        "v2",
        "primary",
        "secondary",
        "here",
        "base",
    ];
    while let Some((last, rest)) = words.split_last() {
        if rest.is_empty() || !(NOISE.contains(&last.as_str()) || last.bytes().all(|b| b.is_ascii_digit())) {
            break;
        }
        words = rest;
    }
    let last = words.last()?.as_str();
    let before = words.len().checked_sub(2).map_or("", |i| words[i].as_str());
    if words == ["private", "key", "id"] {
        return Some(Named::Token);
    }
    if last == "id" && before == "token" {
        return Some(Named::Vague);
    }
    const NOT: &[&str] = &[
        "public",
        "next",
        "prev",
        "previous",
        "page",
        "continuation",
        "cursor",
        "num",
        "max",
        "min",
        "total",
        "count",
        "eos",
        "bos",
        "pad",
        "unk",
        "sep",
        "mask",
        "stop",
        "foreign",
        "partition",
        "sort",
        "cache",
        "idempotency",
        "i18n",
        "translation",
        "publishable",
        "prompt",
        "completion",
        "input",
        "output",
        "cancellation",
        "cancel",
        "hot",
        "row",
        "reset0",
        "by",
        "no",
        "without",
        "is",
        "has",
        "hide",
        "show",
        "forgot",
        "repeat",
    ];
    if NOT.contains(&before) || words.first().is_some_and(|w| NOT.contains(&w.as_str())) {
        return None;
    }
    match last {
        "password" | "passwd" | "passphrase" | "pwd" | "pass" | "passwort" | "pw" | "pword" | "passcode" | "pgpassword"
        | "sshpass" | "userpass" | "contraseña" | "senha" | "kennwort" | "rootpw" | "storepass" | "keypass" | "adminpass"
        | "dbpass" | "requirepass" | "masterauth" | "passe" | "psk" => Some(Named::Password),
        "secret" | "secrets" => Some(Named::Password),
        "community" if before == "snmp" => Some(Named::Password),
        "token" | "apikey" | "accesskey" | "secretkey" | "privatekey" | "credential" | "credentials" | "jwt" | "pat"
        | "apitoken" | "authtoken" | "accesstoken" | "refreshtoken" | "authkey" | "masterkey" | "dsn" | "seed" | "mnemonic"
        | "csrftoken" | "apisecret" | "clientsecret" | "sessionid" | "phpsessid" | "jsessionid" | "connectionstring"
        | "bearer" | "signingkey" | "encryptionkey" | "otp" | "totp" => Some(Named::Token),
        "cookie" if before == "session" || before == "auth" => Some(Named::Token),
        "key" => {
            const QUALIFIER: &[&str] = &[
                "api",
                "access",
                "secret",
                "private",
                "signing",
                "sign",
                "encryption",
                "encrypt",
                "master",
                "auth",
                "account",
                "client",
                "service",
                "storage",
                "license",
                "deploy",
                "ssh",
                "webhook",
                "session",
                "app",
                "application",
                "consumer",
                "shared",
                "server",
                "project",
                "admin",
                "root",
                "aes",
                "hmac",
                "jwt",
                "rsa",
                "cipher",
                "crypto",
                "subscription",
                "write",
                "read",
                "ingest",
                "bot",
                "integration",
                "functions",
                "host",
                "security",
                "preshared",
                "psk",
                "x",
                "postman",
                "license",
                "dkim",
                "vapid",
                "wireguard",
                "pre",
            ];
            Some(if QUALIFIER.contains(&before) { Named::Token } else { Named::Vague })
        }
        "auth" | "authorization" | "license" | "webhook" | "hash" | "session" | "creds" | "cred" | "accesskeyid"
            if last != "hash" =>
        {
            Some(Named::Vague)
        }
        _ => None,
    }
}

/// A name split into lower-case words at `_`, `-`, `.` and changes of case.
fn words(name: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let chars: Vec<char> = name.chars().collect();
    let mut word = String::new();
    for (i, c) in chars.iter().enumerate() {
        let prev = i.checked_sub(1).map(|p| chars[p]);
        let next = chars.get(i + 1);
        let edge = c.is_uppercase()
            && prev.is_some_and(|p| {
                p.is_lowercase() || p.is_ascii_digit() || p.is_uppercase() && next.is_some_and(|n| n.is_lowercase())
            });
        if edge || !c.is_alphanumeric() {
            out.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
    }
    out.extend((!word.is_empty()).then_some(word));
    out
}

/// True where a value under such a name is to be replaced. `bare` values stand without quotes in running text.
pub fn accepts(named: Named, val: &str, bare: bool) -> bool {
    if value::placeholder(val) || value::documented(val) || super::pseudonym::inert(val) {
        return false;
    }
    if val.contains("://") {
        return false;
    }
    let random = value::random(val, 16);
    // Forty characters of base64 may start with any of them.
    let slashed = val.len() == 40 && val.starts_with('/') && !val.contains('.') && value::mix(val).upper >= 5;
    let code = val.contains(['(', '[', '<']) || !slashed && val.starts_with(['/', '.', '$', '~']);
    if value::reference(val) && (!random || code) {
        return false;
    }
    match named {
        Named::Password if bare => value::human(val) && !val.contains(['(', '<', '{', '|']) || random,
        Named::Password => value::human(val) || random,
        Named::Token => random || uuid(val) || !bare && value::random(val, 10),
        Named::Vague if value::labelled_digest(val) || uuid(val) || value::reference(val) => false,
        Named::Vague => value::random(val, 20) && value::entropy(val) > 3.3 || value::random(val, 32),
    }
}

fn uuid(v: &str) -> bool {
    v.len() == 36
        && v.bytes().enumerate().all(|(i, b)| if [8, 13, 18, 23].contains(&i) { b == b'-' } else { b.is_ascii_hexdigit() })
}

/// True for a value that no word of prose is: letters and digits, and of them both cases or a sign.
pub fn strong(val: &str) -> bool {
    let m = value::mix(val);
    m.digit > 0 && m.lower + m.upper >= 2 && (m.lower > 0 && m.upper > 0 || m.symbol > 0) && val.chars().count() >= 6
}

/// True for both cases and a sign that no name has.
fn signed(val: &str) -> bool {
    let m = value::mix(val);
    m.lower > 1 && m.upper > 1 && val.len() >= 8 && val.contains(['#', '!', '$', '%', '&', '*', '^', '@', '?'])
}

/// A password that ends in `!` or `?` after a digit or a letter of another kind, not a sentence that ends there.
fn made(val: &str) -> bool {
    val.ends_with(['!', '?']) && strong(val) && !val.ends_with("!!")
}

/// Looks at the name around the stem that stands at `at`. Returns where the name ends, so that it is looked at once.
pub fn at(sink: &mut Sink, at: usize) -> usize {
    let text = sink.text;
    let b = text.as_bytes();
    let part = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'-' | b'.') || c >= 0x80;
    let start = edge::run_back(b, at, 64, part);
    let end = edge::run_on(b, at, 64, part);
    let (Some(name), true) = (text.get(start..end), end - start < 100) else {
        return end;
    };
    let flag = name.starts_with("--");
    let trimmed = name.trim_matches(['-', '.', '_']);
    let Some(named) = judge(trimmed) else {
        return end;
    };
    // `PASS: name` is how runners print, not how people keep passwords.
    let printed = trimmed.eq_ignore_ascii_case("pass")
        && b.get(end) == Some(&b':')
        && !matches!(b.get(start.wrapping_sub(1)), Some(b'"' | b'\''));
    if let Some(Value { start: from, end: to, bare, trust }) = assigned(text, name, start, end, flag) {
        let val = &text[from..to];
        let trimmed = if bare { val.trim_end_matches(['.', ',', ';', ':', '!', '?']) } else { val };
        let whole = if bare && made(val) { val } else { trimmed };
        let trusted = match trust {
            Trust::Assigned => !printed || !bare || b.get(end + 1) != Some(&b' ') && strong(whole),
            Trust::Beside => strong(whole) || !bare && signed(whole) || value::random(whole, 16),
        };
        if trusted && !value::placeholder(val) && accepts(named, whole, bare) {
            let quoted = super::view::unescape_all(whole);
            sink.found.push(super::finding::Finding {
                start: from,
                end: from + whole.len(),
                class: super::finding::Class::Secret,
                rule: if named == Named::Password { "credential" } else { "generic-key" },
                reach: if named == Named::Vague { Reach::Here.min(reach_of(whole)) } else { reach_of(whole) },
                value: quoted,
            });
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(text: &str) -> Vec<String> {
        let mut sink = Sink::new(text);
        let lower = text.to_ascii_lowercase();
        let mut seen = 0;
        let mut hits: Vec<usize> =
            STEMS.iter().flat_map(|s| lower.match_indices(s).map(|(i, _)| i).collect::<Vec<_>>()).collect();
        hits.sort_unstable();
        for i in hits {
            if i >= seen {
                seen = at(&mut sink, i);
            }
        }
        sink.found.into_iter().map(|f| f.value).collect()
    }

    #[test]
    fn values_are_found_by_their_names() {
        for (text, want) in [
            ("SMTP_PASSWORD=Gr4nite-Otter!92\nX=1", "Gr4nite-Otter!92"),
            (
                "DJANGO_SECRET_KEY=k#%=ugklq_-zd(hnxvz6=gze89z1$edhar#^w!^6@ut=+=bj==",
                "k#%=ugklq_-zd(hnxvz6=gze89z1$edhar#^w!^6@ut=+=bj==",
            ),
            (r#"{"note":"{\"password\":\"oxbow\\\"Heron\\\\51\"}"}"#, r#"oxbow"Heron\51"#),
            ("client = Client(api_key=\"d5161bc947534fd16223d4ff8fe36c99\")", "d5161bc947534fd16223d4ff8fe36c99"),
            ("Redis: h:6380,password=fen-Bittern-7781,ssl=True", "fen-Bittern-7781"),
            (
                "AZURE_DEVOPS_PAT    5xUMHhZ1zizeJaLwL4Fmf8CoU5tTS05DUkLNEwBtjXBqqeuyK8Ih",
                "5xUMHhZ1zizeJaLwL4Fmf8CoU5tTS05DUkLNEwBtjXBqqeuyK8Ih",
            ),
            ("const KEY: &str = \"MIn6ou9Mtge8LnE8FHuZG2OaQ5dRt5yW2VPMToF7\";", "MIn6ou9Mtge8LnE8FHuZG2OaQ5dRt5yW2VPMToF7"),
            ("curl --token MIn6ou9Mtge8LnE8FHuZG2OaQ5", "MIn6ou9Mtge8LnE8FHuZG2OaQ5"),
            ("  private_key_id: \"6e73625f5743e81807318c65ac6e0522d160685e\"", "6e73625f5743e81807318c65ac6e0522d160685e"),
        ] {
            assert_eq!(find(text), [want], "{text}");
        }
    }

    #[test]
    fn values_are_found_beside_their_names() {
        for (text, want) in [
            ("ENV ADOBE_API_KEY p8e-tT2NLLzPkkGoaXmI63JozGw82KwD6rQJ", "p8e-tT2NLLzPkkGoaXmI63JozGw82KwD6rQJ"),
            ("<add key=\"AIVEN_PASSWORD\" value=\"Rk4EW3YvP4q1\" />", "Rk4EW3YvP4q1"),
            ("- name: DB_PASSWORD\n  value: \"sedge-Pebble-3144\"", "sedge-Pebble-3144"),
            (r#"{"Name":"DB_PASSWORD","Value":"kE9g6p!23xQ5N6"}"#, "kE9g6p!23xQ5N6"),
            ("ParameterKey=DbPassword,ParameterValue=thistle-Cinder-2298", "thistle-Cinder-2298"),
            ("variable \"db_password\" {\n  type = string\n  default = \"granite-Cinder-9059\"\n}", "granite-Cinder-9059"),
            ("<password>2ONci5#DbMNjya</password>", "2ONci5#DbMNjya"),
            ("redis_password: !!str Umber&wharf27", "Umber&wharf27"),
            ("AWS Secret Access Key [None]: dnFFt3OUtlbjybDsEJppoGRVBzPAN9BGVwOpAi9", "dnFFt3OUtlbjybDsEJppoGRVBzPAN9BGVwOpAi9"),
            ("getenv(\"DB_PASSWORD\", \"4sUPuj#rRdGdd8\")", "4sUPuj#rRdGdd8"),
            ("process.env.JWT_SECRET || \"JaAmgHFg0zlN7LeMfA3ob15RQ7CxR2FK\"", "JaAmgHFg0zlN7LeMfA3ob15RQ7CxR2FK"),
            (".setPassword(\"Pebble2018!\")", "Pebble2018!"),
            ("requirepass Thistle1989!", "Thistle1989!"),
            ("keyPassword otterPebble746", "otterPebble746"),
            ("auth: { user: \"a\", pass: \"sKqkrq#R8wHMR1\" }", "sKqkrq#R8wHMR1"),
        ] {
            assert_eq!(find(text), [want], "{text}");
        }
    }

    #[test]
    fn code_and_settings_are_left_alone() {
        for text in [
            "cache key: node-modules-91fafde40d6bdc71f0c8f9af17f8c67d",
            "key: Linux-cargo-162f99be52dc6030e985f435c91da0b3c373f29188d8ac7341f957843944f545",
            "password: sk-ant-api03-...",
            "[\"password\", \"username1\"]",
            "hash_password(\"Plover1\")",
            "API_KEY must be set",
            "the token v2 is ready",
            "pass: 12 of 12",
            "password: Option<String>",
            "let token = lexer.next_token();",
            "if api_key == \"\" {",
            "def get_secret_key(name: str) -> str:",
            "\"max_tokens\": 4096",
            "token_type_ids=batch[\"token_type_ids\"]",
            "csrf_token = get_token(request)",
            "private_key_path = \"certs/dev.pem\"",
            "PASSWORD_MIN_LENGTH = 12",
            "const KEY_BINDINGS = \"ctrl+shift+p\"",
            "secretName: tls-wildcard-cert",
            "client = Client(api_key=os.environ[\"DATABASE_PASSWORD\"])",
            "NPM_TOKEN=${{ secrets.NPM_TOKEN }}",
            "SECRET=null",
            "auth-smoke: 3 failed",
            "--- PASS: TestState_NormalizeAfterLoad/migrates_old_lines_2 (0.00s)",
            "PASS: src/Sha256Token.test.ts",
            "error[E0382]: borrow of moved value: `token`",
            "token: 12 passed, 3 failed",
            "password = form.password",
            "const password = await prompt('Password?')",
            "key: 'user-profile-settings-page'",
        ] {
            assert_eq!(find(text), Vec::<String>::new(), "{text}");
        }
    }
}
