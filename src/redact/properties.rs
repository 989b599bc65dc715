//! What holds for any input.

use super::finding::Class;
use super::{Key, Profile, Redactor};
use crate::export::native::{self, Policy};
use base64::Engine as _;
use proptest::prelude::*;

const POLICY: Policy = Policy { profile: Profile::Share, keep_images: false };

/// Redacts files as one export.
fn export(files: &[&[u8]], key: &[u8]) -> Vec<Vec<u8>> {
    let mut r = Redactor::new(Profile::Share, Key::new(key));
    let mut learnt: Vec<native::Learnt> = files.iter().map(|f| native::learn(f, POLICY)).collect();
    for l in &mut learnt {
        r.absorb(std::mem::take(&mut l.gathered));
    }
    r.seal();
    files.iter().zip(&learnt).map(|(f, l)| native::write(f, l, &r).0).collect()
}

fn one(file: &[u8]) -> Vec<u8> {
    export(&[file], b"key").pop().unwrap_or_default()
}

/// Text as it stands in transcripts, with secrets and people in it.
fn scrap() -> impl Strategy<Value = String> {
    let alnum = "[A-Za-z0-9]";
    prop_oneof![
        "[ -~]{0,40}",
        "\\PC{0,20}",
        proptest::string::string_regex(&format!("ghp_{alnum}{{36}}")).unwrap(),
        proptest::string::string_regex(&format!("DB_PASSWORD={alnum}{{5}}-[0-9]{{3}}{alnum}{{4}}")).unwrap(),
        "/home/[a-z]{6}[0-9]{2}/src/[a-z]{4}\\.rs",
        "[a-z]{5}\\.[a-z]{6}@[a-z]{7}\\.io",
        "postgres://svc:[a-zA-Z0-9]{10}@db-[0-9]{2}\\.prod\\.[a-z]{6}\\.internal/x",
        Just("test result: ok. 12 passed; 0 failed".to_owned()),
        Just("\\u001b[33m \\n \\\" %2F ".to_owned()),
    ]
}

fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec(scrap(), 0..8).prop_map(|v| v.join(" "))
}

fn line(text: &str) -> String {
    serde_json::json!({"type": "user", "sessionId": "s-1", "message": {"role": "user", "content": text}}).to_string()
}

/// A secret in one of the encodings that transcripts have.
fn encoded(secret: &str, how: u8) -> String {
    let standard = base64::engine::general_purpose::STANDARD;
    match how % 7 {
        0 => secret.to_owned(),
        1 => standard.encode(format!("TOKEN={secret}\n")),
        2 => standard.encode(standard.encode(format!("TOKEN={secret}\n"))),
        3 => format!("TOKEN={secret}\n").bytes().map(|b| format!("{b:02x}")).collect(),
        4 => secret.bytes().map(|b| format!("%{b:02X}")).collect(),
        5 => serde_json::json!({"a": serde_json::json!({"token": secret}).to_string()}).to_string(),
        _ => format!("\u{1b}[1m{secret}\u{1b}[0m"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        one(&bytes);
    }

    #[test]
    fn any_text_never_panics(parts in proptest::collection::vec(prop_oneof![
        "\\PC{0,12}", Just("@".to_owned()), Just("://".to_owned()), Just("/home/".to_owned()), Just("password=".to_owned()), Just("curl -u ".to_owned()),
        Just("Cookie: ".to_owned()), Just("-----BEGIN PRIVATE KEY-----".to_owned()), Just("\"".to_owned()), Just("\\".to_owned()), Just("ghp_".to_owned()),
    ], 0..12)) {
        let text = parts.concat();
        one(text.as_bytes());
        one(line(&text).as_bytes());
    }

    #[test]
    fn an_export_of_an_export_is_the_same(lines in proptest::collection::vec(text(), 1..5)) {
        let file = lines.iter().map(|l| line(l)).collect::<Vec<_>>().join("\n");
        let once = export(&[file.as_bytes()], b"key").pop().unwrap();
        let twice = export(&[&once], b"another key").pop().unwrap();
        prop_assert_eq!(String::from_utf8_lossy(&once), String::from_utf8_lossy(&twice));
    }

    #[test]
    fn the_order_of_lines_does_not_matter(lines in proptest::collection::vec(text(), 2..5)) {
        let lines: Vec<String> = lines.iter().map(|l| line(l)).collect();
        let forth = String::from_utf8(one(lines.join("\n").as_bytes())).unwrap();
        let back: Vec<String> = lines.iter().rev().cloned().collect();
        let back = String::from_utf8(one(back.join("\n").as_bytes())).unwrap();
        prop_assert_eq!(forth.lines().collect::<Vec<_>>(), back.lines().rev().collect::<Vec<_>>());
    }

    #[test]
    fn how_lines_are_dealt_to_files_does_not_matter(lines in proptest::collection::vec(text(), 2..5), cut in 1usize..4) {
        let lines: Vec<String> = lines.iter().map(|l| line(l)).collect();
        let cut = cut.min(lines.len() - 1);
        let whole = one(lines.join("\n").as_bytes());
        let (a, b) = (lines[..cut].join("\n"), lines[cut..].join("\n"));
        let parts = export(&[a.as_bytes(), b.as_bytes()], b"key");
        prop_assert_eq!(whole, parts.join(&b'\n'));
    }

    #[test]
    fn the_order_of_members_does_not_matter(a in text(), b in text()) {
        let pair = |x: &str, y: &str| format!("{{{x},{y}}}");
        let (x, y) = (format!("\"text\":{}", serde_json::json!(a)), format!("\"note\":{}", serde_json::json!(b)));
        let forth: serde_json::Value = serde_json::from_slice(&one(pair(&x, &y).as_bytes())).unwrap();
        let back: serde_json::Value = serde_json::from_slice(&one(pair(&y, &x).as_bytes())).unwrap();
        prop_assert_eq!(forth, back);
    }

    #[test]
    fn records_keep_their_shape(lines in proptest::collection::vec(text(), 1..5)) {
        let file = lines.iter().map(|l| line(l)).collect::<Vec<_>>().join("\n");
        let out = one(file.as_bytes());
        prop_assert_eq!(native::same_shape(file.as_bytes(), &out), None);
        for l in out.split(|b| *b == b'\n') {
            let v: serde_json::Value = serde_json::from_slice(l).unwrap();
            prop_assert_eq!(&v["sessionId"], "s-1");
        }
    }

    #[test]
    fn planted_secrets_never_survive(random in "[A-Za-z0-9]{36}", how in any::<u8>(), before in "[ -!#-\\[\\]-~]{0,20}") {
        prop_assume!(super::value::entropy(&random) > 3.5 && !super::value::placeholder(&random));
        let secret = format!("ghp_{random}");
        let planted = encoded(&secret, how);
        let out = one(line(&format!("{before} {planted} end")).as_bytes());
        let left = String::from_utf8(out).unwrap();
        prop_assert!(!left.contains(&secret) && !left.contains(&planted), "{} left in {}", planted, left);
    }
}

#[test]
fn odd_files_are_written_back_whole() {
    for file in [
        &b""[..],
        b"\n",
        b"\xef\xbb\xbf{\"a\":\"b\"}\r\n",
        b"{\"a\":\"\\ud83d\"}\n",
        b"a\0b",
        b"{\"a\":\xff}",
        b"{\"a\":\"\xff\xfe\"}\n{",
    ] {
        assert_eq!(one(file), file);
    }
}

#[test]
fn a_long_line_is_searched_whole() {
    let secret = concat!("ghp", "_m8bz3LuMJ5kgrlgtephAJu0gD6vlfs4QHNJc");
    let mut text = "lorem ipsum dolor sit amet, ".repeat(100_000);
    text.push_str(secret);
    assert!(!String::from_utf8(one(line(&text).as_bytes())).unwrap().contains(secret));
}

#[test]
fn one_person_has_one_pseudonym_in_all_files() {
    let a = line("Author: Mirelle Vantorpe <mirelle.vantorpe@brindle.io>");
    let b = line("cd /home/mvantorpe/src; Mirelle Vantorpe wrote it");
    let out = export(&[a.as_bytes(), b.as_bytes()], b"key");
    let (a, b) = (String::from_utf8_lossy(&out[0]), String::from_utf8_lossy(&out[1]));
    let id = b.split("/home/user_").nth(1).and_then(|t| t.get(..10)).unwrap();
    assert!(a.contains(&format!("person_{id} <{id}@redacted.invalid>")), "{a} {b}");
    assert!(b.contains(&format!("person_{id} wrote it")), "{b}");
}

#[test]
fn text_is_borrowed_where_nothing_is_found() {
    let mut r = Redactor::new(Profile::Share, Key::new(b"k"));
    r.learn("/home/mvantorpe/x");
    r.seal();
    assert!(matches!(r.text("3 passed, 1 failed"), std::borrow::Cow::Borrowed(_)));
    assert!(r.text("mvantorpe ran it").starts_with("user_"));
    assert!(r.known().token(Class::User, "mvantorpe").is_some());
}
