//! Compressed files and archives of transcripts, expanded in memory within limits.
//!
//! An entry's name is shown to people, escaped, and never used as a path: nothing is written, opened or followed. Files that are
//! compressed inside an archive are expanded; an archive inside an archive is refused.

use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};

/// How a file wraps others, from its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrap {
    /// One file, compressed with gzip.
    Gzip,
    /// One file, compressed with zstd.
    Zstd,
    /// A tar archive.
    Tar,
    /// A zip archive.
    Zip,
}

/// Limits on what is expanded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExpandLimits {
    /// Largest expanded size of one file, in bytes.
    pub max_file: u64,
    /// Largest expanded size of all files of one archive together, in bytes.
    pub max_total: u64,
    /// Most entries of one archive.
    pub max_entries: usize,
}

impl Default for ExpandLimits {
    fn default() -> Self {
        ExpandLimits { max_file: 1 << 30, max_total: 4 << 30, max_entries: 100_000 }
    }
}

/// Why a file of an archive, or the rest of it, was not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// One file is larger than [`ExpandLimits::max_file`].
    #[error("expands to more than {0} bytes")]
    TooLarge(u64),
    /// All files together are larger than [`ExpandLimits::max_total`].
    #[error("the archive expands to more than {0} bytes")]
    TotalTooLarge(u64),
    /// More entries than [`ExpandLimits::max_entries`].
    #[error("the archive has more than {0} entries")]
    TooMany(usize),
    /// An archive within an archive.
    #[error("an archive within an archive is not opened")]
    Nested,
    /// A link, device or other entry that is no file.
    #[error("not a regular file")]
    NotAFile,
    /// Damaged, encrypted, or compressed in a way that is not supported.
    #[error("cannot be expanded: {0}")]
    Damaged(String),
}

/// One file of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Its name, for people: control characters are escaped. Empty where the wrap has none.
    pub name: String,
    /// Its expanded bytes, or why there are none.
    pub content: Result<Vec<u8>, Refused>,
}

/// Tells a compressed file or an archive from its first 512 bytes.
pub fn wrap(head: &[u8]) -> Option<Wrap> {
    match head {
        [0x1f, 0x8b, ..] => Some(Wrap::Gzip),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Wrap::Zstd),
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Wrap::Zip),
        _ => is_tar(head).then_some(Wrap::Tar),
    }
}

/// A tar archive starts with a header whose sum is right; old ones have no magic word.
fn is_tar(head: &[u8]) -> bool {
    let Some(header) = head.get(..512) else { return false };
    let field: String = header[148..156].iter().map(|b| *b as char).collect();
    let Ok(want) = u64::from_str_radix(field.trim_matches([' ', '\0']), 8) else { return false };
    let sum = |i: usize| if (148..156).contains(&i) { u64::from(b' ') } else { u64::from(header[i]) };
    want > 256 && (0..512).map(sum).sum::<u64>() == want
}

/// All files in the bytes of a compressed file or archive.
pub fn members(bytes: &[u8], limits: &ExpandLimits) -> Vec<Member> {
    let mut all = Vec::new();
    expand(Cursor::new(bytes), limits, &mut |m| all.push(m));
    all
}

/// Gives each file of a compressed file or archive to `take`, one at a time. What follows a damage is not read.
pub fn expand<R: Read + Seek>(mut input: R, limits: &ExpandLimits, take: &mut dyn FnMut(Member)) {
    let mut budget = Budget { limits: *limits, left: limits.max_total, entries: 0 };
    let outcome = peek(&mut input).and_then(|head| {
        input.rewind().map_err(damaged)?;
        match wrap(&head) {
            Some(Wrap::Zip) => zip(input, &mut budget, take),
            Some(Wrap::Tar) => tar(input, &mut budget, take),
            Some(kind) => compressed(decoder(kind, BufReader::new(input))?, &mut budget, take),
            None => Err(Refused::Damaged("neither compressed nor an archive".into())),
        }
    });
    if let Err(refused) = outcome {
        take(Member { name: String::new(), content: Err(refused) });
    }
}

fn damaged(error: impl std::fmt::Display) -> Refused {
    Refused::Damaged(error.to_string())
}

fn peek(input: &mut impl Read) -> Result<Vec<u8>, Refused> {
    let mut head = Vec::with_capacity(512);
    input.take(512).read_to_end(&mut head).map_err(damaged)?;
    Ok(head)
}

fn decoder<'a>(kind: Wrap, input: impl BufRead + 'a) -> Result<Box<dyn Read + 'a>, Refused> {
    Ok(match kind {
        Wrap::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(input)),
        _ => Box::new(zstd::Decoder::with_buffer(input).map_err(damaged)?),
    })
}

struct Budget {
    limits: ExpandLimits,
    left: u64,
    entries: usize,
}

impl Budget {
    fn entry(&mut self) -> Result<(), Refused> {
        self.entries += 1;
        if self.entries > self.limits.max_entries { Err(Refused::TooMany(self.limits.max_entries)) } else { Ok(()) }
    }

    /// Reads a file to its end, one byte past the tighter limit at most.
    fn read(&mut self, input: &mut dyn Read) -> Result<Vec<u8>, Refused> {
        let most = self.limits.max_file.min(self.left);
        let mut bytes = Vec::new();
        input.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(damaged)?;
        if bytes.len() as u64 <= most {
            self.left -= bytes.len() as u64;
            return Ok(bytes);
        }
        self.left -= most;
        Err(if most < self.limits.max_file { Refused::TotalTooLarge(self.limits.max_total) } else { Refused::TooLarge(most) })
    }

    /// Reads a file of an archive, expanded where it is compressed itself.
    fn file(&mut self, mut input: &mut dyn Read) -> Result<Vec<u8>, Refused> {
        let head = peek(&mut input)?;
        let rest = Cursor::new(head.clone()).chain(input);
        match wrap(&head) {
            None => self.read(&mut { rest }),
            Some(Wrap::Tar | Wrap::Zip) => Err(Refused::Nested),
            Some(kind) => {
                let mut inner = decoder(kind, BufReader::new(rest))?;
                let head = peek(&mut inner)?;
                if wrap(&head).is_some() {
                    return Err(Refused::Nested);
                }
                self.read(&mut Cursor::new(head).chain(inner))
            }
        }
    }
}

/// One compressed file, which can be a tar archive.
fn compressed(mut input: Box<dyn Read + '_>, budget: &mut Budget, take: &mut dyn FnMut(Member)) -> Result<(), Refused> {
    let head = peek(&mut input)?;
    let kind = wrap(&head);
    let mut input = Cursor::new(head).chain(input);
    match kind {
        Some(Wrap::Tar) => tar(input, budget, take),
        Some(_) => Err(Refused::Nested),
        None => {
            take(Member { name: String::new(), content: budget.read(&mut input) });
            Ok(())
        }
    }
}

/// Longest name that is read out of an extension header.
const MAX_NAME: u64 = 8 * 1024;

/// Entries are read raw: the library would load a long name of any size, and fill the holes of sparse files.
fn tar(input: impl Read, budget: &mut Budget, take: &mut dyn FnMut(Member)) -> Result<(), Refused> {
    let mut archive = ::tar::Archive::new(input);
    let mut long_name: Option<String> = None;
    for entry in archive.entries().map_err(damaged)?.raw(true) {
        let mut entry = entry.map_err(damaged)?;
        budget.entry()?;
        if budget.left == 0 {
            return Err(Refused::TotalTooLarge(budget.limits.max_total));
        }
        let kind = entry.header().entry_type();
        if kind.is_gnu_longname() || kind.is_pax_local_extensions() {
            let mut bytes = Vec::new();
            (&mut entry).take(MAX_NAME).read_to_end(&mut bytes).map_err(damaged)?;
            long_name = name_of_extension(&bytes, kind.is_gnu_longname()).or(long_name);
            continue;
        }
        if kind.is_dir() || kind.is_pax_global_extensions() || kind.is_gnu_longlink() {
            long_name = None;
            continue;
        }
        let name = long_name.take().unwrap_or_else(|| String::from_utf8_lossy(&entry.path_bytes()).into_owned());
        let content = if kind.is_file() { budget.file(&mut entry) } else { Err(Refused::NotAFile) };
        take(Member { name: shown(&name), content });
    }
    Ok(())
}

/// The name in a GNU long-name entry, or the `path` of a PAX header (`<length> path=<name>\n`).
fn name_of_extension(bytes: &[u8], gnu: bool) -> Option<String> {
    let text = String::from_utf8_lossy(bytes);
    if gnu {
        return Some(text.trim_end_matches('\0').to_owned());
    }
    text.lines().find_map(|l| l.split_once(' ')?.1.strip_prefix("path=").map(str::to_owned))
}

fn zip(input: impl Read + Seek, budget: &mut Budget, take: &mut dyn FnMut(Member)) -> Result<(), Refused> {
    let mut archive = ::zip::ZipArchive::new(input).map_err(damaged)?;
    for index in 0..archive.len() {
        budget.entry()?;
        if budget.left == 0 {
            return Err(Refused::TotalTooLarge(budget.limits.max_total));
        }
        let name = archive.name_for_index(index).and_then(Result::ok).map(|n| n.into_owned()).unwrap_or_default();
        let content = match archive.by_index(index) {
            Ok(file) if file.is_dir() => continue,
            Ok(file) if file.is_symlink() => Err(Refused::NotAFile),
            Ok(mut file) => budget.file(&mut file),
            Err(e) => Err(damaged(e)),
        };
        take(Member { name: shown(&name), content });
    }
    Ok(())
}

/// A name with its control and direction characters escaped.
fn shown(name: &str) -> String {
    let harmful =
        |c: char| c.is_control() || matches!(c, '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if harmful(c) { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out
}

/// Reads a whole stream that may be compressed, within the limit for one file.
pub fn plain(input: impl Read, limits: &ExpandLimits) -> io::Result<Vec<u8>> {
    let mut input = input;
    let head = peek(&mut input).map_err(io::Error::other)?;
    let mut budget = Budget { limits: *limits, left: limits.max_total, entries: 0 };
    let mut rest = Cursor::new(head).chain(input);
    budget.file(&mut rest).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    const LIMITS: ExpandLimits = ExpandLimits { max_file: 1000, max_total: 2500, max_entries: 6 };

    fn gz(bytes: &[u8]) -> Vec<u8> {
        let mut e = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        e.write_all(bytes).unwrap();
        e.finish().unwrap()
    }

    fn zst(bytes: &[u8]) -> Vec<u8> {
        zstd::encode_all(bytes, 0).unwrap()
    }

    fn tarred(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut b = ::tar::Builder::new(Vec::new());
        for (name, bytes) in files {
            let mut h = ::tar::Header::new_gnu();
            h.set_size(bytes.len() as u64);
            h.set_mode(0o644);
            // The library refuses to write a hostile name, so it is put into the field as it is.
            if name.len() < 100 {
                h.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
                h.set_cksum();
                b.append(&h, *bytes).unwrap();
            } else {
                b.append_data(&mut h, name, *bytes).unwrap();
            }
        }
        b.into_inner().unwrap()
    }

    fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut w = ::zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            w.start_file(*name, ::zip::write::SimpleFileOptions::default()).unwrap();
            w.write_all(bytes).unwrap();
        }
        w.finish().unwrap().into_inner()
    }

    fn got(bytes: &[u8]) -> Vec<(String, Result<usize, Refused>)> {
        members(bytes, &LIMITS).into_iter().map(|m| (m.name, m.content.map(|c| c.len()))).collect()
    }

    fn one(name: &str, content: Result<usize, Refused>) -> Vec<(String, Result<usize, Refused>)> {
        vec![(name.to_owned(), content)]
    }

    #[test]
    fn each_wrap_is_told_by_content_and_expanded() {
        let files: &[(&str, &[u8])] = &[("a.jsonl", b"{}\n"), ("d/b.jsonl", b"{}{}\n")];
        let tar = tarred(files);
        let want = vec![("a.jsonl".to_owned(), Ok(3)), ("d/b.jsonl".to_owned(), Ok(5))];
        for (kind, bytes) in
            [(Wrap::Tar, tar.clone()), (Wrap::Gzip, gz(&tar)), (Wrap::Zstd, zst(&tar)), (Wrap::Zip, zipped(files))]
        {
            assert_eq!(wrap(&bytes), Some(kind));
            assert_eq!(got(&bytes), want, "{kind:?}");
        }
        assert_eq!(got(&gz(b"{}\n")), one("", Ok(3)));
        assert_eq!(got(&zst(b"{}\n")), one("", Ok(3)));
        assert_eq!(wrap(b"{\"a\":1}"), None);
        assert_eq!(wrap(&[0; 512]), None);
    }

    #[test]
    fn limits_hold_for_one_file_all_files_and_their_number() {
        assert_eq!(got(&gz(&[b'x'; 1001])), one("", Err(Refused::TooLarge(1000))));
        assert_eq!(got(&gz(&[b'x'; 1000])), one("", Ok(1000)));
        let big = [b'x'; 900];
        let three = tarred(&[("a", &big), ("b", &big), ("c", &big), ("d", b"x")]);
        let all = got(&three);
        assert_eq!(all[..2], [("a".to_owned(), Ok(900)), ("b".to_owned(), Ok(900))]);
        assert_eq!(all[2], ("c".to_owned(), Err(Refused::TotalTooLarge(2500))));
        assert_eq!(all[3..], [(String::new(), Err(Refused::TotalTooLarge(2500)))]);
        let many: Vec<(String, &[u8])> = (0..9).map(|n| (n.to_string(), &b"x"[..])).collect();
        let many: Vec<(&str, &[u8])> = many.iter().map(|(n, b)| (n.as_str(), *b)).collect();
        for bytes in [tarred(&many), zipped(&many)] {
            let all = got(&bytes);
            assert_eq!(all.len(), 7);
            assert_eq!(all[6].1, Err(Refused::TooMany(6)));
        }
    }

    #[test]
    fn a_compressed_file_in_an_archive_is_read_and_an_archive_is_not() {
        let inner = tarred(&[("x", b"x")]);
        let files: &[(&str, &[u8])] =
            &[("a.zst", &zst(b"{}\n")), ("b.tar", &inner), ("c.tgz", &gz(&inner)), ("d.gz.gz", &gz(&gz(b"x")))];
        let nested = || Err(Refused::Nested);
        let want: Vec<_> = [("a.zst", Ok(3)), ("b.tar", nested()), ("c.tgz", nested()), ("d.gz.gz", nested())]
            .map(|(n, r)| (n.to_owned(), r))
            .to_vec();
        let roomy = ExpandLimits::default();
        for bytes in [tarred(files), zipped(files)] {
            let all: Vec<_> = members(&bytes, &roomy).into_iter().map(|m| (m.name, m.content.map(|c| c.len()))).collect();
            assert_eq!(all, want);
        }
        assert_eq!(got(&gz(&zipped(&[("x", b"x")]))), one("", nested()));
    }

    #[test]
    fn names_are_shown_and_never_followed() {
        let long = "n".repeat(300);
        let bytes = tarred(&[("../../etc/passwd", b"1"), ("/abs\x1b[31m\n\u{202e}x", b"2"), (&long, b"3")]);
        let names: Vec<String> = members(&bytes, &LIMITS).into_iter().map(|m| m.name).collect();
        assert_eq!(names, ["../../etc/passwd", "/abs\\u{1b}[31m\\n\\u{202e}x", long.as_str()]);
        let mut b = ::tar::Builder::new(Vec::new());
        let mut h = ::tar::Header::new_gnu();
        h.set_entry_type(::tar::EntryType::Symlink);
        h.set_size(0);
        b.append_link(&mut h, "link", "/etc/passwd").unwrap();
        assert_eq!(got(&b.into_inner().unwrap()), one("link", Err(Refused::NotAFile)));
    }

    #[test]
    fn damage_is_an_error_of_that_member_and_never_a_panic() {
        let whole = [gz(&[b'x'; 700]), zst(&[b'x'; 700]), tarred(&[("a", &[b'x'; 700])]), zipped(&[("a", &[b'x'; 700])])];
        for bytes in &whole {
            for cut in 0..bytes.len() {
                members(&bytes[..cut], &LIMITS);
            }
            for at in 0..bytes.len() {
                let mut bent = bytes.clone();
                bent[at] ^= 0x55;
                members(&bent, &LIMITS);
            }
        }
        let cut = &whole[0][..whole[0].len() - 9];
        assert!(matches!(got(cut).as_slice(), [(_, Err(Refused::Damaged(_)))]));
        assert!(matches!(got(b"plain").as_slice(), [(_, Err(Refused::Damaged(_)))]));
    }

    #[test]
    fn a_stream_is_read_whether_compressed_or_not() {
        for bytes in [b"{}\n".to_vec(), gz(b"{}\n"), zst(b"{}\n")] {
            assert_eq!(plain(bytes.as_slice(), &LIMITS).unwrap(), b"{}\n");
        }
        assert!(plain(gz(&[0; 5000]).as_slice(), &LIMITS).is_err());
    }
}
