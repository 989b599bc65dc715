//! The edits in a message to aider: SEARCH/REPLACE blocks, and whole files in a fence under their path.

use super::super::Action;
use std::collections::BTreeSet;

/// The edits of one message.
#[derive(Default)]
pub struct Edits<'a> {
    blocks: Vec<Replace<'a>>,
    files: Vec<Whole<'a>>,
    covered: BTreeSet<usize>,
}

struct Replace<'a> {
    at: usize,
    path: &'a str,
    old: String,
    new: String,
}

struct Whole<'a> {
    at: usize,
    path: &'a str,
    content: String,
}

impl<'a> Edits<'a> {
    /// True where the line (from 0) is part of a SEARCH/REPLACE block.
    pub fn covers(&self, at: usize) -> bool {
        self.covered.contains(&at)
    }

    /// Paths of the SEARCH/REPLACE blocks in order, each once.
    pub fn paths(&self) -> Vec<&'a str> {
        let mut seen = BTreeSet::new();
        self.blocks.iter().map(|b| b.path).filter(|p| !p.is_empty() && seen.insert(*p)).collect()
    }

    /// What the message does to a file, and the line (from 0) where it starts.
    pub fn action(&self, path: &str) -> Option<(usize, Action)> {
        let blocks: Vec<_> = self.blocks.iter().filter(|b| same(b.path, path)).collect();
        if let Some(first) = blocks.first() {
            if blocks.iter().all(|b| b.old.trim().is_empty()) && blocks.len() == 1 {
                return Some((first.at, Action::Write { path: path.to_owned(), content: first.new.clone() }));
            }
            let edits = blocks.iter().map(|b| (b.old.clone(), b.new.clone())).collect();
            return Some((first.at, Action::Edit { path: path.to_owned(), edits }));
        }
        let file = self.files.iter().find(|f| same(f.path, path))?;
        Some((file.at, Action::Write { path: path.to_owned(), content: file.content.clone() }))
    }
}

fn same(written: &str, path: &str) -> bool {
    written == path || (!written.is_empty() && path.strip_suffix(written).is_some_and(|r| r.ends_with('/')))
}

/// Finds the edits in the lines of a message.
pub fn find<'a>(lines: &[(usize, &'a str)]) -> Edits<'a> {
    let mut edits = Edits::default();
    let mut path = "";
    let mut i = 0;
    while i < lines.len() {
        let line = lines[i].1.trim_end();
        if is_mark(line, '<', "SEARCH") {
            if let Some(p) = path_above(lines, i) {
                path = p;
            }
            i = replace(&mut edits, lines, i, path);
        } else if line.starts_with("```") && line.len() > 3 {
            i = whole(&mut edits, lines, i);
        } else {
            i += 1;
        }
    }
    edits
}

fn is_mark(line: &str, sign: char, word: &str) -> bool {
    let rest = line.trim_start_matches(sign);
    (5..=9).contains(&(line.len() - rest.len())) && rest.trim() == word
}

fn replace<'a>(edits: &mut Edits<'a>, lines: &[(usize, &'a str)], start: usize, path: &'a str) -> usize {
    let (mut old, mut new) = (Vec::new(), Vec::new());
    let mut in_new = false;
    let mut i = start + 1;
    while i < lines.len() {
        let line = lines[i].1.trim_end();
        if in_new && is_mark(line, '>', "REPLACE") {
            break;
        } else if !in_new && is_mark(line, '=', "") {
            in_new = true;
        } else if in_new {
            new.push(lines[i].1);
        } else {
            old.push(lines[i].1);
        }
        i += 1;
    }
    let fence_above = start > 0 && lines[start - 1].1.starts_with("```");
    let fence_below = lines.get(i + 1).is_some_and(|l| l.1.trim_end() == "```");
    let from = if fence_above && fence_below { start - 1 } else { start };
    let to = if fence_above && fence_below { i + 1 } else { i.min(lines.len() - 1) };
    let named = from > 0 && fence_above && !path.is_empty() && clean_path(lines[from - 1].1) == Some(path);
    let from = if named { from - 1 } else { from };
    edits.covered.extend(lines[from..=to.min(lines.len() - 1)].iter().map(|l| l.0));
    edits.blocks.push(Replace { at: lines[start].0, path, old: old.join("\n"), new: new.join("\n") });
    i + 1
}

/// The path stands above the fence, or as its first line.
fn path_above<'a>(lines: &[(usize, &'a str)], at: usize) -> Option<&'a str> {
    let mut above = lines[..at].iter().rev().map(|l| l.1).filter(|l| !l.trim().is_empty()).take(2);
    let first = above.next()?;
    let line = if first.starts_with("```") { above.next()? } else { first };
    clean_path(line)
}

fn clean_path(line: &str) -> Option<&str> {
    let path = line.trim().trim_matches(['*', '`', '#', ':', ' ']);
    let fits = !path.is_empty() && path.len() <= 200 && !path.contains(char::is_whitespace) && !path.starts_with(['<', '=', '>']);
    fits.then_some(path)
}

fn whole<'a>(edits: &mut Edits<'a>, lines: &[(usize, &'a str)], start: usize) -> usize {
    if lines.get(start + 1).is_some_and(|l| is_mark(l.1.trim_end(), '<', "SEARCH")) {
        return start + 1;
    }
    let Some(path) = start.checked_sub(1).and_then(|n| clean_path(lines[n].1)) else { return start + 1 };
    let Some(length) = lines[start + 1..].iter().position(|l| l.1.starts_with("```")) else { return start + 1 };
    let body = &lines[start + 1..start + 1 + length];
    if lines[start + 1 + length].1.trim_end() != "```" || body.iter().any(|l| is_mark(l.1.trim_end(), '<', "SEARCH")) {
        return start + 1;
    }
    let content = body.iter().map(|l| l.1).collect::<Vec<_>>().join("\n");
    edits.files.push(Whole { at: lines[start].0, path, content });
    start + length + 2
}
