//! Tracing numbers, hashes and quoted words of a claim to what the record shows.

/// A number as written, for comparing: thousands separators removed.
fn plain(number: &str) -> String {
    let n: String = number.chars().filter(|c| !matches!(c, ',' | ' ' | '_' | '\u{a0}' | '\u{202f}')).collect();
    n.trim_end_matches('%').trim_matches(|c: char| c.is_alphabetic()).to_owned()
}

/// True where a number of a claim occurs in a text: as written, without separators, rounded from a longer one, or in another common
/// unit (ms and s, bytes and KB/MB, fraction and percent).
pub fn occurs(number: &str, text: &str) -> bool {
    let wanted = plain(number);
    if wanted.is_empty() {
        return true;
    }
    if contains_number(text, &wanted) || (number.contains(',') && contains_number(text, number)) {
        return true;
    }
    let Ok(value) = wanted.parse::<f64>() else { return text.contains(number) };
    let tolerance = rounding(&wanted);
    numbers(text).any(|n| SCALES.iter().any(|s| (n * s - value).abs() <= tolerance))
}

/// Factors between units that people switch between.
const SCALES: &[f64] = &[1.0, 1000.0, 0.001, 100.0, 0.01, 1.0 / 1024.0, 1.0 / 1_048_576.0, 1.0e-6, 1.0 / 60.0];

/// Half a unit of the last place that a number is written to; whole round numbers of some size may be rounded more.
fn rounding(number: &str) -> f64 {
    match number.split_once('.') {
        Some((_, frac)) => 0.5 * 10f64.powi(-(frac.len() as i32)) + 1e-9,
        None if number.len() >= 3 && number.ends_with('0') => {
            let zeros = number.bytes().rev().take_while(|b| *b == b'0').count();
            0.5 * 10f64.powi(zeros as i32) + 1e-9
        }
        None => 0.5 + 1e-9,
    }
}

/// True where digits stand in a text as a number of their own.
fn contains_number(text: &str, digits: &str) -> bool {
    let b = text.as_bytes();
    memchr::memmem::find_iter(b, digits.as_bytes()).any(|i| {
        let before = i.checked_sub(1).and_then(|j| b.get(j)).copied().unwrap_or(b' ');
        let after = b.get(i + digits.len()).copied().unwrap_or(b' ');
        let fraction = before == b'.' && i >= 2 && b[i - 2].is_ascii_digit();
        !(before.is_ascii_digit() || after.is_ascii_digit() || fraction)
    })
}

/// The numbers of a text.
fn numbers(text: &str) -> impl Iterator<Item = f64> {
    text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == ','))
        .filter(|w| w.bytes().any(|b| b.is_ascii_digit()))
        .filter_map(|w| {
            let w = w.trim_matches(['.', ',']).replace(',', "");
            if w.len() > 15 { None } else { w.parse::<f64>().ok() }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_traced_through_rounding_and_units() {
        for (n, text, want) in [
            ("98", "Duration 97.91s", true),
            ("1,234", "1234 rows", true),
            ("144.51", "done in 144.51s", true),
            ("900", "took 897 ms", true),
            ("2.4", "2438 ms", true),
            ("94", "Coverage: 0.94", true),
            ("42", "420 passed", false),
            ("91.2", "step 80 of 900", false),
            ("5", "exit 15", false),
        ] {
            assert_eq!(occurs(n, text), want, "{n} in {text}");
        }
    }
}
