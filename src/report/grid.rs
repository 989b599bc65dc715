//! Aligned columns that fit the width of a terminal.

use super::escape::one_line;
use comfy_table::{Cell, CellAlignment, Table, presets};

/// Columns of text: the first ones to the left, numbers to the right.
pub struct Grid {
    rows: Vec<Vec<String>>,
    left: usize,
}

/// What the columns of a row take beside their text: a blank on each side.
const PADDING: usize = 2;

/// The first column is not cut below this width while another can go.
const NAME: usize = 24;

impl Grid {
    /// An empty one whose first `left` columns stand to the left.
    pub fn new(left: usize, heading: &[&str]) -> Grid {
        Grid { rows: vec![heading.iter().map(|h| (*h).to_owned()).collect()], left }
    }

    /// Adds a row.
    pub fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into());
    }

    /// The lines, no wider than `width` where that can be: columns go in the order of `spare`, then the first one is cut.
    pub fn lines(mut self, width: usize, spare: &[usize]) -> Vec<String> {
        let mut gone: Vec<usize> = Vec::new();
        for column in spare {
            if self.width() <= width || self.rest() + self.column(0).min(NAME) + PADDING <= width {
                break;
            }
            let at = column - gone.iter().filter(|g| *g < column).count();
            self.rows.iter_mut().filter(|r| r.len() > at).for_each(|r| drop(r.remove(at)));
            gone.push(*column);
        }
        let room = width.saturating_sub(self.rest() + PADDING).max(8);
        for first in self.rows.iter_mut().filter_map(|r| r.first_mut()) {
            if first.chars().count() > room {
                *first = middle(first, room);
            }
        }
        self.render()
    }

    fn column(&self, at: usize) -> usize {
        self.rows.iter().filter_map(|r| r.get(at)).map(|c| c.chars().count()).max().unwrap_or(0)
    }

    /// Width of the columns behind the first.
    fn rest(&self) -> usize {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        (1..columns).map(|c| self.column(c) + PADDING).sum()
    }

    fn width(&self) -> usize {
        self.column(0) + PADDING + self.rest()
    }

    fn render(self) -> Vec<String> {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        for row in self.rows {
            table.add_row(row.into_iter().enumerate().map(|(i, text)| {
                let side = if i < self.left { CellAlignment::Left } else { CellAlignment::Right };
                Cell::new(text).set_alignment(side)
            }));
        }
        // Blanks that stand for something absent are kept by the layout as those that do not break.
        table.to_string().lines().map(|l| format!(" {}", l.trim_end().replace('\u{a0}', " "))).collect()
    }
}

/// Cuts a name in its middle: its end tells as much as its head.
pub fn middle(text: &str, room: usize) -> String {
    let chars: Vec<char> = text.chars().collect();
    if chars.len() <= room {
        return text.to_owned();
    }
    let kept = room.saturating_sub(1);
    let (head, tail) = (kept.div_ceil(2), kept / 2);
    let part = |chars: &[char]| chars.iter().collect::<String>();
    format!("{}…{}", part(&chars[..head.min(chars.len())]), part(&chars[chars.len() - tail.min(chars.len())..]))
}

/// Text cut at the end, to one line of a width.
pub fn end(text: &str, room: usize) -> String {
    one_line(text, room.saturating_sub(1).max(8))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        let mut grid = Grid::new(1, &["", "claims", "rate", "95 %"]);
        grid.row(["a-name-that-is-rather-long".into(), "12".into(), "8.3 %".into(), "1.5–35.4 %".into()]);
        grid
    }

    #[test]
    fn columns_go_before_names_are_cut_much() {
        let width = |lines: Vec<String>| lines.iter().map(|l| l.chars().count()).max().unwrap_or(0);
        let wide = grid().lines(100, &[3]);
        assert!(wide[1].contains("long") && wide[1].contains("35.4"), "{wide:?}");
        let narrow = grid().lines(45, &[3]);
        assert!(narrow[1].contains("long") && !narrow[1].contains("35.4"), "{narrow:?}");
        let tiny = grid().lines(30, &[3]);
        assert!(tiny[1].contains('…') && width(tiny.clone()) <= 30, "{tiny:?}");
    }

    #[test]
    fn a_name_is_cut_in_its_middle() {
        assert_eq!(middle("abcdefgh", 5), "ab…gh");
        assert_eq!(middle("äöüäöü", 3), "ä…ü");
        assert_eq!(middle("abc", 3), "abc");
        assert_eq!(middle("abc", 0), "…");
    }
}
