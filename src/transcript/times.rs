//! Times of sources that write numbers.

use jiff::Timestamp;

/// A time as RFC 3339: as written where it is text, seconds or milliseconds since 1970 turned into it.
pub(super) fn written(time: &str) -> Option<String> {
    if time.is_empty() {
        return None;
    }
    let Ok(number) = time.parse::<f64>() else {
        return Some(time.to_owned());
    };
    // Seconds of these years have ten digits, milliseconds thirteen.
    let millis = if number.abs() < 1e11 { number * 1e3 } else { number };
    if !millis.is_finite() || millis.abs() > 1e14 {
        return None;
    }
    Timestamp::from_millisecond(millis as i64).ok().map(|t| t.to_string())
}

#[cfg(test)]
mod tests {
    use super::written;

    #[test]
    fn text_seconds_and_milliseconds() {
        assert_eq!(written("2026-01-07T19:04:01.5Z").as_deref(), Some("2026-01-07T19:04:01.5Z"));
        assert_eq!(written("1767812641000").as_deref(), Some("2026-01-07T19:04:01Z"));
        assert_eq!(written("1767812641.25").as_deref(), Some("2026-01-07T19:04:01.25Z"));
        assert_eq!(written(""), None);
        assert_eq!(written("1e300"), None);
    }
}
