//! The language of a message, by its script and its small words.

use super::Lang;
use super::low::{Low, WordHash};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Frequent small words that tell the languages written in Latin letters apart.
const MARKS: &[(Lang, &[&str])] = &[
    (Lang::En, &["the", "and", "is", "are", "to", "of", "in", "for", "with", "this", "that", "now", "all", "i", "it", "was"]),
    (
        Lang::Fr,
        &[
            "le",
            "la",
            "les",
            "des",
            "est",
            "et",
            "du",
            "une",
            "sur",
            "dans",
            "pour",
            "avec",
            "pas",
            "je",
            "tous",
            "aux",
            "sont",
            "été",
            "ai",
            "terminée",
            "à",
            "en",
            "de",
        ],
    ),
    (
        Lang::Es,
        &[
            "el", "los", "las", "una", "y", "del", "que", "con", "para", "está", "todas", "todos", "se", "he", "por", "pruebas",
            "en", "de", "la",
        ],
    ),
    (
        Lang::Pt,
        &[
            "o", "os", "as", "uma", "e", "do", "da", "que", "com", "para", "não", "está", "todos", "foi", "em", "testes", "de",
            "dos",
        ],
    ),
    (
        Lang::De,
        &[
            "der", "die", "das", "und", "ist", "sind", "nicht", "ich", "mit", "für", "auf", "ein", "eine", "wurde", "wurden",
            "habe", "alle", "jetzt", "noch", "wird", "werden", "sollten", "den", "im",
        ],
    ),
];

/// The lists that a word stands in, a bit each.
static LISTS: LazyLock<HashMap<&'static str, u8, WordHash>> = LazyLock::new(|| {
    let mut lists = HashMap::default();
    for (i, (_, marks)) in MARKS.iter().enumerate() {
        marks.iter().for_each(|mark| *lists.entry(*mark).or_default() |= 1 << i);
    }
    lists
});

/// The language of a text; English where little speaks for another.
pub(crate) fn of(text: &str) -> Lang {
    let (mut cyrillic, mut han, mut kana, mut letters) = (0usize, 0usize, 0usize, 0usize);
    let other = if text.is_ascii() { "" } else { text };
    for c in other.chars().filter(|c| c.is_alphabetic()) {
        letters += 1;
        match c as u32 {
            0x400..=0x4ff => cyrillic += 1,
            0x3040..=0x30ff => kana += 1,
            0x3400..=0x9fff => han += 1,
            _ => {}
        }
    }
    // One character of these scripts says as much as several letters.
    if cyrillic * 4 > letters {
        return Lang::Ru;
    }
    if (han + kana) * 8 > letters && han + kana > 1 {
        return if kana * 10 > han + kana { Lang::Ja } else { Lang::Zh };
    }
    let mut counts = [0usize; MARKS.len()];
    for word in words(text).filter(|w| w.len() <= 10).take(2000) {
        let Some(lists) = LISTS.get(Low::of(word).as_str()) else { continue };
        for (i, count) in counts.iter_mut().enumerate() {
            *count += usize::from(lists & 1 << i != 0);
        }
    }
    let best = (1..MARKS.len()).max_by_key(|i| (counts[*i], MARKS.len() - i)).unwrap_or(0);
    if counts[best] > counts[0] && counts[best] >= 2 { MARKS[best].0 } else { Lang::En }
}

/// Runs of letters.
fn words(text: &str) -> impl Iterator<Item = &str> {
    // What is no letter is found a byte at a time where the text allows it.
    let plain = if text.is_ascii() { text } else { "" };
    let other = if plain.is_empty() { text } else { "" };
    let bytes = plain.as_bytes();
    let mut at = 0;
    let ascii = std::iter::from_fn(move || {
        let start = at + bytes.get(at..)?.iter().position(u8::is_ascii_alphabetic)?;
        at = bytes[start..].iter().position(|b| !b.is_ascii_alphabetic()).map_or(bytes.len(), |n| start + n);
        plain.get(start..at)
    });
    ascii.chain(other.split(|c: char| !c.is_alphabetic()).filter(|w| !w.is_empty()))
}

#[cfg(test)]
mod tests {
    use crate::claim::{Lang, extract};

    /// Message, its language, the types that it claims in order.
    const SPOKEN: &[(&str, Lang, &[&str])] = &[
        ("Tous les tests passent. J'ai ajouté la validation dans `config.rs`.", Lang::Fr, &["tests_passed", "file_updated"]),
        ("Je vais lancer les tests pour vérifier que tout passe.", Lang::Fr, &[]),
        ("Les tests ne passent pas encore.", Lang::Fr, &[]),
        ("Étape 1 terminée. Le rapport a été créé dans `rapport.md`.", Lang::Fr, &["done", "file_updated"]),
        ("Todas las pruebas pasan y subí los cambios a main.", Lang::Es, &["tests_passed", "pushed"]),
        ("He corregido el error y he actualizado `app.py`.", Lang::Es, &["fixed", "file_updated"]),
        ("Las pruebas deberían pasar ahora.", Lang::Es, &[]),
        ("Todos os testes passaram. Atualizei o arquivo `app.py`.", Lang::Pt, &["tests_passed", "file_updated"]),
        ("Vou executar os testes para verificar se tudo passa.", Lang::Pt, &[]),
        ("Alle Tests sind grün. Ich habe die Datei `parser.rs` aktualisiert.", Lang::De, &["tests_passed", "file_updated"]),
        ("Der Fehler wurde behoben und die Änderungen sind committet.", Lang::De, &["fixed", "committed"]),
        ("Die Tests sollten jetzt bestehen.", Lang::De, &[]),
        ("Все тесты проходят. Я добавил проверку в `parser.py`.", Lang::Ru, &["tests_passed", "file_updated"]),
        ("Готово. Ошибка исправлена.", Lang::Ru, &["done", "fixed"]),
        ("Тесты не проходят.", Lang::Ru, &[]),
        ("所有测试通过。已更新 `src/app.ts`。", Lang::Zh, &["tests_passed", "file_updated"]),
        ("测试应该可以通过。", Lang::Zh, &[]),
        ("测试未通过。", Lang::Zh, &[]),
        ("すべてのテストが成功しました。`src/app.ts` を更新しました。", Lang::Ja, &["tests_passed", "file_updated"]),
        ("これからテストを実行します。", Lang::Ja, &[]),
    ];

    #[test]
    fn claims_are_found_in_every_language() {
        let mut wrong = Vec::new();
        for (text, lang, types) in SPOKEN {
            let claims = extract(text);
            let got: Vec<&str> = claims.iter().map(|c| c.ty.name()).collect();
            if got != *types || super::of(text) != *lang {
                let all: Vec<_> = claims.iter().map(|c| (c.ty.name(), &c.target)).collect();
                wrong.push(format!("{text}: {:?} {all:?}, should be {lang:?} {types:?}", super::of(text)));
            }
        }
        assert!(wrong.is_empty(), "{} fail:\n{}", wrong.len(), wrong.join("\n"));
    }
}
