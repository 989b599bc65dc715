//! How numbers and places are written for people.

use crate::stats::report::Rate;

/// `12345` as `12,345`.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// `1 file`, `2 files`.
pub fn counted(n: u64, noun: &str) -> String {
    format!("{} {noun}{}", count(n), if n == 1 { "" } else { "s" })
}

/// A share in per cent with one decimal; `–` where it is undefined.
pub fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".into(), |s| format!("{:.1} %", s * 100.0))
}

/// An interval in per cent; empty where it is undefined.
pub fn interval(bounds: Option<(f64, f64)>) -> String {
    bounds.map_or_else(String::new, |(low, high)| format!("{:.1}–{:.1} %", low * 100.0, high * 100.0))
}

/// Share, fraction and intervals in one line.
pub fn rate(rate: &Rate) -> String {
    let mut out = format!("{} ({} of {})", percent(rate.rate), count(rate.numerator), count(rate.denominator));
    if let Some(bounds) = rate.wilson {
        out.push_str(&format!(", 95 % interval {}", interval(Some(bounds))));
    }
    if let Some(bounds) = rate.clustered {
        out.push_str(&format!(", by session {}", interval(Some(bounds))));
    }
    if rate.small && rate.denominator > 0 {
        out.push_str(", small number");
    }
    out
}

/// Bytes in a unit that keeps the number short.
pub fn bytes(n: u64) -> String {
    match n {
        0..1_000 => format!("{n} B"),
        1_000..1_000_000 => format!("{:.1} kB", n as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", n as f64 / 1e6),
        _ => format!("{:.1} GB", n as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!((count(7), count(1234), count(1234567)), ("7".into(), "1,234".into(), "1,234,567".into()));
        assert_eq!((counted(1, "file"), counted(0, "file")), ("1 file".into(), "0 files".into()));
        assert_eq!((percent(None), percent(Some(0.0349))), ("–".into(), "3.5 %".into()));
        assert_eq!((bytes(999), bytes(1_500_000)), ("999 B".into(), "1.5 MB".into()));
    }
}
