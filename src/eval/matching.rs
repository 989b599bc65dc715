//! Which claim of a detector is which label.
//!
//! One to one, within transcript, line and type. Pairs are taken best first: equal target, then compatible target (one is missing,
//! or one path is the other's suffix by whole components, the longer common suffix first). For types other than `file_*` a name may
//! differ: what is left is paired in order. A claim left over is extra, a label left over is missed.

use super::labels::{Label, NearMiss};
use crate::claim::ClaimType;
use crate::verdict::{Judged, Reason, Verdict};
use std::collections::{BTreeMap, BTreeSet};

/// What a detector says of one place, with what matching needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// Physical line.
    pub line: u32,
    /// Type.
    pub ty: ClaimType,
    /// Target.
    pub target: Option<String>,
    /// Words.
    pub quote: String,
    /// Reason.
    pub reason: Reason,
    /// The detector's sentence about it.
    pub explanation: String,
}

impl Call {
    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        self.reason.verdict()
    }
}

impl From<&Judged> for Call {
    fn from(j: &Judged) -> Call {
        Call {
            line: j.line,
            ty: j.claim.ty,
            target: j.claim.target.clone(),
            quote: j.claim.quote.clone(),
            reason: j.reason,
            explanation: j.explanation.clone(),
        }
    }
}

/// A label, a claim, or both.
#[derive(Debug, Clone, Copy)]
pub struct Pair<'a> {
    /// The label; none for an extra claim.
    pub label: Option<&'a Label>,
    /// The claim; none for a missed label.
    pub call: Option<&'a Call>,
}

impl Pair<'_> {
    /// The type of either.
    pub fn ty(&self) -> Option<ClaimType> {
        self.label.map(|l| l.ty).or(self.call.map(|c| c.ty))
    }
}

#[derive(Default)]
struct Group<'a> {
    labels: Vec<&'a Label>,
    calls: Vec<&'a Call>,
}

/// Matches the labels and the claims of one transcript.
pub fn pairs<'a>(labels: &[&'a Label], calls: &[&'a Call]) -> Vec<Pair<'a>> {
    let mut groups: BTreeMap<(u32, &'static str), Group<'a>> = BTreeMap::new();
    for label in labels {
        groups.entry((label.line, label.ty.name())).or_default().labels.push(label);
    }
    for call in calls {
        groups.entry((call.line, call.ty.name())).or_default().calls.push(call);
    }
    let mut out = Vec::new();
    for ((_, ty), group) in groups {
        group.pair(!ty.starts_with("file_"), &mut out);
    }
    out
}

impl<'a> Group<'a> {
    fn pair(mut self, names_may_differ: bool, out: &mut Vec<Pair<'a>>) {
        self.labels.sort_by_key(|l| (l.target.as_deref().unwrap_or_default(), &*l.quote));
        self.calls.sort_by_key(|c| (c.target.as_deref().unwrap_or_default(), &*c.quote));
        let mut candidates = Vec::new();
        for (i, label) in self.labels.iter().enumerate() {
            let wanted = components(label.target.as_deref());
            for (j, call) in self.calls.iter().enumerate() {
                let named = components(call.target.as_deref());
                if let Some(common) = common_suffix(&wanted, &named) {
                    candidates.push((wanted != named, std::cmp::Reverse(common), i, j));
                }
            }
        }
        candidates.sort_unstable();
        let (mut used_labels, mut used_calls) = (BTreeSet::new(), BTreeSet::new());
        for (_, _, i, j) in candidates {
            if !used_labels.contains(&i) && !used_calls.contains(&j) {
                used_labels.insert(i);
                used_calls.insert(j);
                out.push(Pair { label: Some(self.labels[i]), call: Some(self.calls[j]) });
            }
        }
        let mut labels = (0..self.labels.len()).filter(|i| !used_labels.contains(i)).map(|i| self.labels[i]).peekable();
        let mut calls = (0..self.calls.len()).filter(|j| !used_calls.contains(j)).map(|j| self.calls[j]).peekable();
        while names_may_differ && labels.peek().is_some() && calls.peek().is_some() {
            out.push(Pair { label: labels.next(), call: calls.next() });
        }
        out.extend(labels.map(|label| Pair { label: Some(label), call: None }));
        out.extend(calls.map(|call| Pair { label: None, call: Some(call) }));
    }
}

/// Components of a target, without case, backticks, a trailing line number and empty or `.` components.
fn components(target: Option<&str>) -> Vec<String> {
    let text = target.unwrap_or_default().replace('\\', "/");
    let text = text.trim().trim_matches('`').to_lowercase();
    let text = text.trim_matches('/');
    let digits = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let text = if digits.len() < text.len() { digits.strip_suffix(':').unwrap_or(text) } else { text };
    text.split('/').filter(|part| !part.is_empty() && *part != ".").map(str::to_owned).collect()
}

/// Components in common where one is the other's suffix; 0 where either names nothing.
fn common_suffix(a: &[String], b: &[String]) -> Option<usize> {
    let n = a.len().min(b.len());
    (a[a.len() - n..] == b[b.len() - n..]).then_some(n)
}

/// True where one text stands in the other, marks of emphasis, case and white space apart.
pub fn overlap(a: &str, b: &str) -> bool {
    let normal = |s: &str| {
        let plain: String = s.chars().filter(|c| !matches!(c, '*' | '`' | '_')).collect();
        plain.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let (a, b) = (normal(a), normal(b));
    !a.is_empty() && !b.is_empty() && (a.contains(&b) || b.contains(&a))
}

/// For labels of chosen places only: the claims that can be scored.
pub fn at_labelled_places<'a>(calls: &'a [Call], labels: &[&Label], near: &[&NearMiss]) -> Vec<&'a Call> {
    let judged = |c: &Call| labels.iter().any(|l| l.line == c.line && l.ty == c.ty);
    let near_miss = |c: &Call| near.iter().any(|n| n.line == c.line && overlap(&c.quote, &n.quote));
    calls.iter().filter(|c| judged(c) || near_miss(c)).collect()
}

/// The near misses that were taken for a claim: those that an extra claim overlaps.
pub fn near_misses_taken<'n>(pairs: &[Pair<'_>], near: &[&'n NearMiss]) -> Vec<(&'n str, u32)> {
    let mut out = BTreeSet::new();
    for call in pairs.iter().filter(|p| p.label.is_none()).filter_map(|p| p.call) {
        out.extend(near.iter().filter(|n| n.line == call.line && overlap(&call.quote, &n.quote)).map(|n| (&*n.quote, n.line)));
    }
    out.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(ty: ClaimType, target: &str) -> Label {
        let text = format!(
            r#"{{"transcript":"t","line":1,"type":"{}","target":"{target}","verdict":"evidenced","reason":"backed"}}"#,
            ty.name()
        );
        serde_json::from_str(&text).expect("a label")
    }

    fn call(ty: ClaimType, target: Option<&str>) -> Call {
        let target = target.map(str::to_owned);
        Call { line: 1, ty, target, quote: String::new(), reason: Reason::Backed, explanation: String::new() }
    }

    fn shape(labels: &[Label], calls: &[Call]) -> Vec<(Option<String>, Option<String>)> {
        let labels: Vec<&Label> = labels.iter().collect();
        let calls: Vec<&Call> = calls.iter().collect();
        let target = |t: Option<&Option<String>>| t.map(|t| t.clone().unwrap_or_default());
        pairs(&labels, &calls).iter().map(|p| (target(p.label.map(|l| &l.target)), target(p.call.map(|c| &c.target)))).collect()
    }

    fn both(a: &str, b: &str) -> (Option<String>, Option<String>) {
        (Some(a.to_owned()), Some(b.to_owned()))
    }

    #[test]
    fn the_better_pair_is_taken_first() {
        let ty = ClaimType::FileUpdated;
        let labels = [label(ty, "src/a.py"), label(ty, "lib/src/a.py")];
        let calls = [call(ty, Some("a.py")), call(ty, Some("`./LIB/src/a.py:12`"))];
        assert_eq!(shape(&labels, &calls), [both("lib/src/a.py", "`./LIB/src/a.py:12`"), both("src/a.py", "a.py")]);
    }

    #[test]
    fn a_file_must_fit_and_another_name_need_not() {
        let files = shape(&[label(ClaimType::FileUpdated, "a.py")], &[call(ClaimType::FileUpdated, Some("data.py"))]);
        assert_eq!(files, [(Some("a.py".to_owned()), None), (None, Some("data.py".to_owned()))]);
        let names = shape(&[label(ClaimType::Installed, "numpy")], &[call(ClaimType::Installed, Some("scipy"))]);
        assert_eq!(names, [both("numpy", "scipy")]);
        let none = shape(&[label(ClaimType::FileUpdated, "a.py")], &[call(ClaimType::FileUpdated, None)]);
        assert_eq!(none, [both("a.py", "")]);
    }

    #[test]
    fn words_overlap_without_marks_and_case() {
        assert!(overlap("All **tests** pass", "all tests  pass."));
        assert!(!overlap("", "x") && !overlap("a", "b"));
    }
}
