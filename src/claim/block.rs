//! Markdown blocks of a message: headings, paragraphs, list items, table rows. Fenced code, block quotes and HTML comments are dropped.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BlockKind {
    /// A heading with its level.
    Heading(u8),
    Para,
    /// A list item.
    Item,
    /// A table row; true for the header row.
    Row(bool),
}

#[derive(Debug, Clone)]
pub(crate) struct Block {
    pub(crate) kind: BlockKind,
    /// Byte range of the content, without the marker of the block.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Columns of white space before the content's marker.
    pub(crate) indent: usize,
    /// State of a task box.
    pub(crate) tick: Option<bool>,
}

struct Line<'a> {
    start: usize,
    text: &'a str,
}

/// Lines with their places; the line end is not part of them.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |l| {
        let start = at;
        at += l.len();
        Line { start, text: l.trim_end_matches(['\n', '\r']) }
    })
}

/// The blocks of a message in order.
pub(crate) fn blocks(text: &str) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::new();
    let mut fence: Option<(u8, usize)> = None;
    let mut open = false;
    let mut quoting = false;
    for line in lines(text) {
        let body = line.text.trim_start();
        let indent = columns(&line.text[..line.text.len() - body.len()]);
        if let Some((mark, n)) = fence {
            let run = run_of(body, mark);
            if run >= n && body[run..].trim().is_empty() {
                fence = None;
            }
            continue;
        }
        if let Some(f) = fence_start(body) {
            fence = Some(f);
            open = false;
            continue;
        }
        if body.is_empty() || body.starts_with("<!--") || is_rule(body) {
            (open, quoting) = (false, false);
            continue;
        }
        if body.starts_with('>') {
            (open, quoting) = (false, true);
            continue;
        }
        match marked(&line, body, indent) {
            Some(b) => {
                quoting = false;
                if matches!(b.kind, BlockKind::Row(_)) && is_separator(body) {
                    if let Some(last) = out.last_mut()
                        && matches!(last.kind, BlockKind::Row(_))
                    {
                        last.kind = BlockKind::Row(true);
                    }
                    continue;
                }
                open = matches!(b.kind, BlockKind::Item);
                out.push(b);
            }
            // A lazy continuation of a block quote.
            None if quoting => {}
            None => {
                let start = line.start + (line.text.len() - body.len());
                let end = start + body.trim_end().len();
                match out.last_mut() {
                    Some(last)
                        if open
                            && continues(
                                &text[last.start..last.end],
                                line.text,
                                body,
                                text.get(last.end..start).unwrap_or(""),
                            ) =>
                    {
                        last.end = end
                    }
                    _ => out.push(Block { kind: BlockKind::Para, start, end, indent, tick: None }),
                }
                open = true;
            }
        }
    }
    out
}

/// Width of leading white space, a tab being four.
fn columns(space: &str) -> usize {
    space.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

fn run_of(s: &str, mark: u8) -> usize {
    s.bytes().take_while(|b| *b == mark).count()
}

fn fence_start(body: &str) -> Option<(u8, usize)> {
    let mark = *body.as_bytes().first()?;
    let n = run_of(body, mark);
    (matches!(mark, b'`' | b'~') && n >= 3 && !(mark == b'`' && body[n..].contains('`'))).then_some((mark, n))
}

fn is_rule(body: &str) -> bool {
    let s = body.trim_end();
    s.len() >= 3
        && s.starts_with(['-', '*', '_', '=', '─', '━'])
        && ["-", "*", "_", "=", "─", "━"].iter().any(|m| s.split(m).all(|p| p.trim().is_empty()))
}

fn is_separator(body: &str) -> bool {
    body.contains('-') && body.bytes().all(|b| matches!(b, b'|' | b'-' | b':' | b' ' | b'\t'))
}

/// True where a line goes on the paragraph or item before it: a soft wrap, no line of its own.
fn continues(before: &str, line: &str, body: &str, between: &str) -> bool {
    let last = before.rsplit('\n').next().unwrap_or(before);
    let hard = between.starts_with("  ") || last.ends_with('\\');
    let ended = last.trim_end_matches(['*', '_', '`', ')']).ends_with(['.', ':', '!', '?', ';', '。', '：']);
    let lower = body.starts_with(|c: char| c.is_lowercase() || c == '(');
    let _ = line;
    !hard && !ended && (last.chars().count() >= 55 || lower) && !body.starts_with(['✅', '❌', '✓', '✔', '⚠', '•'])
}

/// A block that its first characters announce.
fn marked(line: &Line<'_>, body: &str, indent: usize) -> Option<Block> {
    let at = line.start + (line.text.len() - body.len());
    let make = |kind, skip: usize, tick| {
        let content = body.get(skip..)?;
        let lead = content.len() - content.trim_start().len();
        let start = at + skip + lead;
        Some(Block { kind, start, end: start + content.trim().len(), indent, tick })
    };
    let hashes = run_of(body, b'#');
    if (1..=6).contains(&hashes) && body[hashes..].starts_with([' ', '\t']) {
        return make(BlockKind::Heading(hashes as u8), hashes, None);
    }
    if body.starts_with('|') || (body.ends_with('|') && body.matches(" | ").count() >= 2) {
        return make(BlockKind::Row(false), 0, None);
    }
    let skip = item_marker(body)?;
    let rest = body[skip..].trim_start();
    let boxed = skip + (body.len() - skip - rest.len());
    for (b, state) in [("[ ]", false), ("[x]", true), ("[X]", true), ("[✓]", true), ("[✔]", true)] {
        if rest.starts_with(b) {
            return make(BlockKind::Item, boxed + b.len(), Some(state));
        }
    }
    make(BlockKind::Item, skip, None)
}

/// Length of a bullet or number at the start of an item.
fn item_marker(body: &str) -> Option<usize> {
    let first = body.chars().next()?;
    let n = first.len_utf8();
    let space = |n: usize| body.get(n..).is_some_and(|r| r.starts_with([' ', '\t']));
    if matches!(first, '-' | '*' | '+' | '•' | '◦' | '▪' | '●' | '○' | '⏺' | '└' | '├' | '∙' | '·') {
        return space(n).then_some(n);
    }
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    let letter = digits == 0 && first.is_ascii_lowercase();
    let len = if letter { 1 } else { digits };
    if (1..=3).contains(&len) && body[len..].starts_with(['.', ')']) && space(len + 1) {
        return Some(len + 1);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> Vec<(BlockKind, &str, Option<bool>)> {
        blocks(text).iter().map(|b| (b.kind, &text[b.start..b.end], b.tick)).collect()
    }

    #[test]
    fn finds_headings_items_rows_and_drops_code_and_quotes() {
        let text = "## Summary\n> quoted\nlazy\n\n- [x] one\n  - [ ] two\n\n```\nAll tests pass\n```\n| A | B |\n|---|---|\n| c | d |\nend";
        assert_eq!(
            shape(text),
            vec![
                (BlockKind::Heading(2), "Summary", None),
                (BlockKind::Item, "one", Some(true)),
                (BlockKind::Item, "two", Some(false)),
                (BlockKind::Row(true), "| A | B |", None),
                (BlockKind::Row(false), "| c | d |", None),
                (BlockKind::Para, "end", None),
            ]
        );
    }

    #[test]
    fn joins_soft_wraps_only() {
        let text = "The change that was asked for is made and it is tested as\nfar as the suite goes.\nTests: ok\nLint: ok";
        assert_eq!(shape(text).len(), 3);
    }

    #[test]
    fn an_open_fence_runs_to_the_end() {
        assert!(blocks("```\nDone.\nAll tests pass").is_empty());
    }
}
