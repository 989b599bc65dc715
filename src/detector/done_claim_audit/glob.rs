//! `fnmatch.fnmatchcase`.

use super::text::Text;

/// A shell pattern.
#[derive(Debug)]
pub(super) struct Glob(Vec<Piece>);

#[derive(Debug)]
enum Piece {
    Star,
    Any,
    Code(u32),
    Set { negated: bool, ranges: Vec<(u32, u32)> },
}

impl Glob {
    pub(super) fn new(pattern: &Text) -> Glob {
        let codes: Vec<u32> = pattern.codes().collect();
        let mut pieces = Vec::new();
        let mut i = 0;
        while let Some(&code) = codes.get(i) {
            i += 1;
            pieces.push(match char::from_u32(code) {
                Some('*') => Piece::Star,
                Some('?') => Piece::Any,
                Some('[') => match set_end(&codes, i) {
                    Some(end) => {
                        let set = set(&codes[i..end]);
                        i = end + 1;
                        set
                    }
                    None => Piece::Code(code),
                },
                _ => Piece::Code(code),
            });
        }
        Glob(pieces)
    }

    pub(super) fn matches(&self, text: &Text) -> bool {
        let codes: Vec<u32> = text.codes().collect();
        let (mut piece, mut at) = (0, 0);
        let mut retry = None;
        loop {
            match (self.0.get(piece), codes.get(at)) {
                (Some(Piece::Star), _) => {
                    piece += 1;
                    retry = Some((piece, at));
                    continue;
                }
                (Some(p), Some(&code)) if p.takes(code) => {
                    piece += 1;
                    at += 1;
                    continue;
                }
                (None, None) => return true,
                _ => {}
            }
            match &mut retry {
                Some((after_star, from)) if *from < codes.len() => {
                    *from += 1;
                    (piece, at) = (*after_star, *from);
                }
                _ => return false,
            }
        }
    }
}

impl Piece {
    fn takes(&self, code: u32) -> bool {
        match self {
            Piece::Star => false,
            Piece::Any => true,
            Piece::Code(c) => *c == code,
            Piece::Set { negated, ranges } => ranges.iter().any(|&(lo, hi)| (lo..=hi).contains(&code)) != *negated,
        }
    }
}

/// Where the `]` of a set stands, if it has one.
fn set_end(codes: &[u32], from: usize) -> Option<usize> {
    let is = |at: usize, c: char| codes.get(at) == Some(&u32::from(c));
    let mut at = from;
    if is(at, '!') {
        at += 1;
    }
    if is(at, ']') {
        at += 1;
    }
    (at..codes.len()).find(|&at| is(at, ']'))
}

const HYPHEN: u32 = '-' as u32;
const BANG: u32 = '!' as u32;

/// A set from what stands between its brackets.
fn set(stuff: &[u32]) -> Piece {
    let mut chunks = chunks(stuff);
    for k in (1..chunks.len()).rev() {
        if chunks[k - 1].last() > chunks[k].first() {
            let tail = chunks.remove(k).split_off(1);
            chunks[k - 1].pop();
            chunks[k - 1].extend(tail);
        }
    }
    let negated = chunks.first().and_then(|c| c.first()) == Some(&BANG);
    if negated {
        chunks[0].remove(0);
        if chunks[0].is_empty() && chunks.len() > 1 {
            // What was a range from the `!` is now a leading hyphen.
            chunks[1].insert(0, HYPHEN);
            chunks.remove(0);
        }
    }
    let mut ranges: Vec<(u32, u32)> = chunks.iter().flatten().map(|&c| (c, c)).collect();
    ranges.extend(chunks.windows(2).filter_map(|w| Some((*w[0].last()?, *w[1].first()?))));
    Piece::Set { negated, ranges }
}

/// The parts between the hyphens that make ranges.
fn chunks(stuff: &[u32]) -> Vec<Vec<u32>> {
    let mut out: Vec<Vec<u32>> = Vec::new();
    let mut from = 0;
    let mut search = if stuff.first() == Some(&BANG) { 2 } else { 1 };
    while let Some(hyphen) = (search..stuff.len()).find(|&k| stuff[k] == HYPHEN) {
        out.push(stuff[from..hyphen].to_vec());
        from = hyphen + 1;
        search = hyphen + 3;
    }
    match (stuff.get(from..).filter(|rest| !rest.is_empty()), out.last_mut()) {
        (Some(rest), _) => out.push(rest.to_vec()),
        (None, Some(last)) => last.push(HYPHEN),
        (None, None) => {}
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_texts() {
        for (pattern, text, want) in [
            ("*.md", "docs/a.md", true),
            ("*.md", "a.mdx", false),
            ("a?c", "a\nc", true),
            ("*", "", true),
            ("", "", true),
            ("?", "", false),
            ("*a*b", "xaxbxb", true),
            ("[abc]x", "bx", true),
            ("[!abc]x", "bx", false),
            ("[a-c]", "b", true),
            ("[c-a]", "b", false),
            ("[!c-a]", "b", true),
            ("[]-]", "]", true),
            ("[", "[", true),
            ("[!", "[!", true),
            ("[a-]", "-", true),
            ("[^a]", "^", true),
            ("[b-a!-z]", "x", true),
            ("[b-a!-z]", "-", false),
            ("A", "a", false),
        ] {
            assert_eq!(Glob::new(&Text::from(pattern)).matches(&Text::from(text)), want, "{pattern} {text:?}");
        }
    }
}
