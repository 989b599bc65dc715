//! Private keys, signed tokens and wallet material.

use super::Rule;
use crate::redact::{check, value};
use base64::Engine as _;

pub(super) const RULES: &[Rule] = &[
    Rule::new("putty-key", &["private-lines:"], r"Private-Lines: [0-9]+((?:(?:\s|\\+[nr])*[A-Za-z0-9+/=]{20,64})+)")
        .yes(&["Private-Lines: 2\nMHcCAQEEIGlaYAmmSGM21G5lTZwiIm1wa0HkiDmHLb08qL8INHSg\nabcdEFGHabcdEFGHabcdEFGH"])
        .no(&["Private-Lines: 8"]),
    Rule::new("jwt", &["eyj"], r"eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?")
        .test(jwt)
        .yes(&[concat!("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9", ".eyJzdWIiOiJzdmMifQ.9e5Ymf6zLaCzNvEJcg-zRbUgF8TMeMllxFVYgq6nxbg")])
        .no(&["eyJ.eyJ.x", "eyJabcdefghijk.eyJlmnopqrstuv.x"]),
    Rule::new("jwe", &["eyj"], r"eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}")
        .test(jwt)
        .yes(&[concat!("eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ", ".OKOawDo13gRp2ojaHV7LFpZcgV7T6DVZKTyKOMTYUmKoTCV.48V1_ALb6US04U3b.5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4vpzs9tX.XFBoMYUZodetZdv")])
        .no(&["eyJa.b.c.d.e"]),
    Rule::new("age-key", &["age-secret-key-1"], r"AGE-SECRET-KEY-1[A-Za-z0-9]{50,}")
        .test(|t| check::bech32(t) || value::random(t, 50))
        .yes(&[concat!("AGE-SECRET-KEY-1", "ZC8VVTY9N3CEX0FXCQ5YWYU509T5XRNX0HQE3H6KNCZ4XDJRP6SJ2VZHTP")])
        .no(&["AGE-SECRET-KEY-1", "age1qqqq"]),
    Rule::new("wallet-key", &["xprv"], r"xprv[A-Za-z0-9]{100,}")
        .yes(&[concat!("xprv", "9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi")])
        .no(&["xprv"]),
    Rule::new("nostr-key", &["nsec1"], r"nsec1[a-z0-9]{58}")
        .yes(&[concat!("nsec1", "vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5")])
        .no(&["nsec1"]),
];

/// The first part of a signed token is base64 of a JSON object that names an algorithm.
fn jwt(token: &str) -> bool {
    let head = token.split('.').next().unwrap_or("");
    let Ok(json) = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(head) else {
        return false;
    };
    serde_json::from_slice::<serde_json::Value>(&json).is_ok_and(|v| v.is_object())
}
