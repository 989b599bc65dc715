//! What is left in bytes that were redacted.

use super::native::{self, Policy};
use crate::redact::{Redactor, pseudonym};

/// Something that should be gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Residue {
    /// The rule that finds it.
    pub rule: &'static str,
    /// Physical line, from 1.
    pub line: u32,
}

/// Looks for every known value in every form, and runs every rule again.
pub fn check(before: &[u8], bytes: &[u8], redactor: &Redactor, keep_images: bool) -> Vec<Residue> {
    let mut out = known(bytes, redactor);
    let (again, searched) = native::learn_again(before, bytes, Policy { profile: redactor.profile(), keep_images });
    out.extend(
        again
            .findings
            .iter()
            .filter(|f| !redactor.known().is_id(f))
            .map(|f| Residue { rule: f.rule, line: line(&searched, f.start) }),
    );
    out.extend(again.dropped.iter().map(|d| Residue { rule: d.what, line: line(&searched, d.at.start) }));
    out
}

/// Looks for every known value in every form.
pub fn known(bytes: &[u8], redactor: &Redactor) -> Vec<Residue> {
    redactor
        .known_edits(bytes)
        .into_iter()
        .filter(|e| {
            let near = String::from_utf8_lossy(&bytes[e.start.saturating_sub(64)..bytes.len().min(e.end + 64)]);
            let at = e.start.min(64);
            !pseudonym::spans(&near).iter().any(|(s, t)| *s <= at && at < *t)
        })
        .map(|e| Residue { rule: e.rule, line: line(bytes, e.start) })
        .collect()
}

fn line(bytes: &[u8], at: usize) -> u32 {
    memchr::memchr_iter(b'\n', &bytes[..at.min(bytes.len())]).count() as u32 + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::redact::{Key, Profile};

    #[test]
    fn what_is_left_is_found_in_any_form_and_told_without_its_value() {
        let mut r = Redactor::new(Profile::Share, Key::new(b"k"));
        r.know("Tern0ver#Slate");
        r.seal();
        let left = check(b"", b"x\ny Tern0ver%23Slate\n", &r, false);
        assert_eq!(left, [Residue { rule: "known", line: 2 }]);
        assert!(check(b"", b"x\ny [SECRET:known:bcdfghjkmn]\n", &r, false).is_empty());
    }
}
