//! The language of a message, by its script and its small words.

use super::Lang;

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
            "habe", "alle", "den", "im",
        ],
    ),
];

/// The language of a text; English where little speaks for another.
pub(crate) fn of(text: &str) -> Lang {
    let (mut cyrillic, mut han, mut kana, mut letters) = (0usize, 0usize, 0usize, 0usize);
    for c in text.chars().filter(|c| c.is_alphabetic()) {
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
    for word in text.split(|c: char| !c.is_alphabetic()).filter(|w| !w.is_empty() && w.len() <= 10).take(2000) {
        let low = word.to_lowercase();
        for (i, (_, marks)) in MARKS.iter().enumerate() {
            counts[i] += usize::from(marks.contains(&low.as_str()));
        }
    }
    let best = (1..MARKS.len()).max_by_key(|i| (counts[*i], MARKS.len() - i)).unwrap_or(0);
    if counts[best] > counts[0] && counts[best] >= 2 { MARKS[best].0 } else { Lang::En }
}
