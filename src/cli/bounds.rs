//! Bounds on what is read, for every subcommand that reads transcripts.

use crate::transcript::Limits;

/// Limits that protect from hostile and damaged files.
#[derive(Debug, Clone, Copy, clap::Args)]
#[command(next_help_heading = "Limits")]
pub struct Bounds {
    /// Longest line that is read (K, M, G); longer ones are counted and left out
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = line)]
    max_line: usize,
    /// Deepest nesting of a JSON record, 1 to 127 (as it is, only of what is parsed of it); deeper ones are counted and left out
    #[arg(long, value_name = "N", default_value_t = Limits::NESTING, value_parser = clap::value_parser!(u32).range(1..=i64::from(Limits::NESTING)))]
    max_nesting: u32,
    #[command(flatten)]
    size: Size,
}

/// The limit on the size of a file.
#[derive(Debug, Clone, Copy, clap::Args)]
#[command(next_help_heading = "Limits")]
pub struct Size {
    /// Largest content of a file that is read, expanded (K, M, G); a larger one is an error of that file
    #[arg(long = "max-size", value_name = "SIZE", default_value = "1G", value_parser = size)]
    pub bytes: u64,
}

impl Bounds {
    /// The limits that a reader takes.
    pub fn limits(&self) -> Limits {
        Limits { max_line: self.max_line, max_nesting: self.max_nesting, max_size: self.size.bytes, ..Limits::default() }
    }
}

/// Reads a number of bytes, with K, M or G for powers of 1024.
fn size(text: &str) -> Result<u64, String> {
    let units = [('K', 10), ('M', 20), ('G', 30)];
    let unit = units.iter().find(|(name, _)| text.ends_with([*name, name.to_ascii_lowercase()]));
    let (digits, shift) = unit.map_or((text, 0), |(_, shift)| (&text[..text.len() - 1], *shift));
    let number: Option<u64> = digits.parse().ok().filter(|n| *n > 0);
    number
        .and_then(|n| n.checked_mul(1 << shift))
        .ok_or_else(|| "write a number of bytes, or one with K, M or G, like 64M".into())
}

fn line(text: &str) -> Result<usize, String> {
    // The window that lines are read through grows to this.
    let most = 1_u64 << 30;
    size(text).and_then(|n| usize::try_from(n.min(most + 1)).ok().filter(|_| n <= most).ok_or("1G at most".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!((size("7"), size("2K"), size("3m"), size("1G")), (Ok(7), Ok(2048), Ok(3 << 20), Ok(1 << 30)));
        for wrong in ["", "0", "K", "-1", "1T", "1.5M", "99999999999G"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
        assert_eq!((line("64M"), line("2G").is_err()), (Ok(64 << 20), true));
    }
}
