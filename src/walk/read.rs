//! Opening and reading one file, in bounds. Compressed files are read as what is in them.

use crate::transcript::archive::{self, Wrap};
use crate::transcript::{self, Limits, Session, SourceKind};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// Bytes of a file that are enough to tell its source.
pub const HEAD: usize = 64 * 1024;

/// Largest content that is read where nobody says otherwise, expanded. Sessions of real agents are a few hundred megabytes at most;
/// a compressed bomb stops here.
pub const MAX_BYTES: u64 = 1 << 30;

/// Reads at most the first `limit` bytes of the content.
pub fn head(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    let mut out = Vec::with_capacity(limit.min(HEAD));
    content(path)?.0.take(limit as u64).read_to_end(&mut out)?;
    Ok(out)
}

/// Reads the whole content, within the default limit.
pub fn whole(path: &Path) -> io::Result<Vec<u8>> {
    whole_within(path, MAX_BYTES)
}

/// Reads the whole content where it has no more than so many bytes.
pub fn whole_within(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let (content, size) = content(path)?;
    let mut out = Vec::with_capacity(size.unwrap_or_default().min(most) as usize + 1);
    content.take(most.saturating_add(1)).read_to_end(&mut out)?;
    if out.len() as u64 > most {
        return Err(too_long(most));
    }
    Ok(out)
}

/// Reads a small text that is no transcript, settings for one.
pub fn text(path: &Path) -> io::Result<String> {
    let mut out = String::new();
    open(path)?.take(MAX_BYTES).read_to_string(&mut out)?;
    Ok(out)
}

/// What a file holds.
pub enum Content {
    /// All of it.
    Whole(Vec<u8>),
    /// Its head, and all of it as a stream: it would fill the memory.
    Long(Vec<u8>, Counted),
}

/// Opens the content of a file. One of `long` bytes or more is given as a stream, which fails behind `most` bytes and hashes what
/// goes through it where `hashed`.
pub fn open_content(path: &Path, long: u64, most: u64, hashed: bool) -> io::Result<Content> {
    let (mut rest, size) = content(path)?;
    let long = long.min(most);
    let mut start = Vec::with_capacity(size.map_or(HEAD, |s| if s < long { s as usize + 1 } else { HEAD }));
    let wanted = if size.is_some_and(|s| s >= long) { long.min(HEAD as u64) } else { long };
    rest.by_ref().take(wanted).read_to_end(&mut start)?;
    if (start.len() as u64) < wanted {
        return Ok(Content::Whole(start));
    }
    let head = start[..start.len().min(HEAD)].to_vec();
    let inner = Box::new(io::Cursor::new(start).chain(rest));
    let hash = hashed.then(Sha256::new);
    Ok(Content::Long(head, Counted { inner, bytes: 0, breaks: 0, last: b'\n', most, hash }))
}

/// Bytes of a part of a file.
const PART: u64 = 8 << 20;

/// Files from this size on are worth reading in parts.
pub const IN_PARTS: u64 = 2 * PART;

/// Opens a long file that is not compressed in parts that can be read at once: the first bytes, and the parts in order, each of whole
/// lines. Nothing where the file is short or compressed.
pub fn open_parts(path: &Path, most: u64) -> io::Result<Option<(Vec<u8>, Vec<Counted>)>> {
    let mut file = open(path)?;
    let size = file.metadata()?.len();
    let mut head = Vec::new();
    if size < IN_PARTS {
        return Ok(None);
    }
    file.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
    if archive::wrap(&head).is_some() {
        return Ok(None);
    }
    if size > most {
        return Err(too_long(most));
    }
    let parts = (0..size).step_by(PART as usize).map(|start| {
        let mut file = open(path)?;
        // The line that a part begins within belongs to the part before it.
        file.seek(SeekFrom::Start(start.saturating_sub(1)))?;
        let end = if start + PART < size { start + PART } else { u64::MAX };
        let inner = Box::new(Part { inner: file, at: start.saturating_sub(1), end, within: start > 0, done: false });
        Ok(Counted { inner, bytes: 0, breaks: 0, last: b'\n', most, hash: None })
    });
    Ok(Some((head, parts.collect::<io::Result<_>>()?)))
}

/// The lines of a file that begin in a range of it.
struct Part<R> {
    inner: R,
    /// Where the next byte stands.
    at: u64,
    end: u64,
    /// In a line that began before the range.
    within: bool,
    done: bool,
}

impl<R: Read> Read for Part<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        while !self.done && !buf.is_empty() {
            let mut n = self.inner.read(buf)?;
            self.done = n == 0;
            if self.within {
                let Some(skipped) = memchr::memchr(b'\n', &buf[..n]).map(|i| i + 1) else {
                    self.at += n as u64;
                    continue;
                };
                buf.copy_within(skipped..n, 0);
                n -= skipped;
                self.at += skipped as u64;
                self.within = false;
                if self.at >= self.end {
                    break;
                }
            }
            // The last line of the range goes on to its end.
            let from = usize::try_from(self.end.saturating_sub(self.at + 1)).unwrap_or(usize::MAX);
            if let Some(end) = buf[..n].get(from..).and_then(|rest| memchr::memchr(b'\n', rest)) {
                self.done = true;
                n = from + end + 1;
            }
            self.at += n as u64;
            if n > 0 {
                return Ok(n);
            }
        }
        self.done = true;
        Ok(0)
    }
}

/// A stream that counts what went through it, and ends at the limit on a content's size.
pub struct Counted {
    inner: Box<dyn Read + Send>,
    bytes: u64,
    breaks: u64,
    last: u8,
    most: u64,
    hash: Option<Sha256>,
}

impl Counted {
    /// Bytes so far.
    pub fn taken(&self) -> u64 {
        self.bytes
    }

    /// Lines so far, a last one without a line break included.
    pub fn lines(&self) -> u64 {
        self.breaks + u64::from(self.last != b'\n')
    }

    /// SHA-256 of what went through, where it was asked for.
    pub fn sha256(&self) -> Option<[u8; 32]> {
        self.hash.clone().map(|h| h.finalize().into())
    }
}

impl Read for Counted {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buf)?;
        let new = buf.get(..n).unwrap_or_default();
        self.bytes += n as u64;
        self.breaks += memchr::memchr_iter(b'\n', new).count() as u64;
        self.last = new.last().copied().unwrap_or(self.last);
        if let Some(hash) = &mut self.hash {
            hash.update(new);
        }
        if self.bytes > self.most { Err(too_long(self.most)) } else { Ok(n) }
    }
}

fn too_long(most: u64) -> io::Error {
    let most = if most.is_multiple_of(1 << 20) { format!("{} MiB", most >> 20) } else { format!("{most} bytes") };
    io::Error::other(format!("more than {most} of content; --max-size reads more"))
}

/// The file itself, compressed or not.
pub fn raw(path: &Path) -> io::Result<File> {
    open(path)
}

/// The content, expanded where the file is compressed; its size where it is not.
fn content(path: &Path) -> io::Result<(Box<dyn Read + Send>, Option<u64>)> {
    let mut file = open(path)?;
    let mut magic = Vec::with_capacity(4);
    file.by_ref().take(4).read_to_end(&mut magic)?;
    file.rewind()?;
    Ok(match archive::wrap(&magic) {
        Some(Wrap::Gzip) => (Box::new(flate2::bufread::MultiGzDecoder::new(BufReader::new(file))), None),
        Some(Wrap::Zstd) => (Box::new(zstd::Decoder::new(file)?), None),
        _ => {
            let size = file.metadata()?.len();
            (Box::new(file), Some(size))
        }
    })
}

/// The content is an archive of files.
pub fn is_archive(head: &[u8]) -> bool {
    matches!(archive::wrap(head.get(..512).unwrap_or(head)), Some(Wrap::Tar | Wrap::Zip))
}

/// Only a regular file is opened, and looked at before: opening a FIFO waits for a writer.
fn open(path: &Path) -> io::Result<File> {
    let not_regular = || io::Error::other("not a regular file; name one");
    if !std::fs::metadata(path)?.is_file() {
        return Err(not_regular());
    }
    let file = File::open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(not_regular()) }
}

/// Largest file beside the transcripts that is read: settings, lists, keys.
pub const MAX_BESIDE: u64 = 64 << 20;

/// Reads a file beside the transcripts that a person named; `what` it should be, for messages. Only a regular file is opened.
pub fn beside(path: &Path, what: &str, most: u64) -> anyhow::Result<Vec<u8>> {
    let name = super::shown(path);
    let failed = |e: io::Error| anyhow::anyhow!("{name}: cannot be read: {}", super::plain_error(&e));
    let meta = std::fs::metadata(path).map_err(failed)?;
    anyhow::ensure!(!meta.is_dir(), "{name}: is a folder; name {what}");
    anyhow::ensure!(
        meta.is_file(),
        "{name}: is a {}; only a regular file is read, name {what}",
        super::kind_name(meta.file_type())
    );
    let mut out = Vec::new();
    open(path).and_then(|f| f.take(most.saturating_add(1)).read_to_end(&mut out)).map_err(failed)?;
    anyhow::ensure!(out.len() as u64 <= most, "{name}: has more than {} MiB; name {what}", most >> 20);
    Ok(out)
}

/// Reads a text beside the transcripts that a person named.
pub fn text_beside(path: &Path, what: &str) -> anyhow::Result<String> {
    let bytes = beside(path, what, MAX_BESIDE)?;
    String::from_utf8(bytes).map_err(|_| anyhow::anyhow!("{}: is not UTF-8; name {what}", super::shown(path)))
}

/// Reads the sessions of one file that a person named, within the default limits; an error says what is wrong with it.
pub fn sessions(path: &Path, source: Option<SourceKind>) -> anyhow::Result<(Vec<u8>, Vec<Session>)> {
    sessions_within(path, source, &Limits::default())
}

/// Reads the sessions of one file that a person named; an error says what is wrong with it.
pub fn sessions_within(path: &Path, source: Option<SourceKind>, limits: &Limits) -> anyhow::Result<(Vec<u8>, Vec<Session>)> {
    let name = super::shown(path);
    let bytes =
        whole_within(path, limits.max_size).map_err(|e| anyhow::anyhow!("{name}: cannot be read: {}", super::plain_error(&e)))?;
    anyhow::ensure!(!bytes.iter().all(u8::is_ascii_whitespace), "{name}: the file is empty; name a transcript");
    let Some(kind) = source.or_else(|| transcript::detect::detect_file(&bytes[..bytes.len().min(HEAD)], true)) else {
        anyhow::bail!("{name}: line 1: {}", super::UNKNOWN);
    };
    let sessions = transcript::read_with(kind, &bytes, limits);
    Ok((bytes, sessions))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn compressed_files_are_read_as_what_is_in_them() {
        let folder = tempfile::tempdir().unwrap();
        let text = b"{\"a\":1}\n".repeat(1000);
        let gz = folder.path().join("a");
        let mut encoder = flate2::write::GzEncoder::new(File::create(&gz).unwrap(), flate2::Compression::default());
        encoder.write_all(&text).unwrap();
        encoder.finish().unwrap();
        let zst = folder.path().join("b");
        std::fs::write(&zst, zstd::encode_all(text.as_slice(), 0).unwrap()).unwrap();
        for path in [&gz, &zst] {
            assert_eq!(whole(path).unwrap(), text);
            assert_eq!(head(path, 9).unwrap(), text[..9]);
            let Content::Long(start, mut rest) = open_content(path, 4000, MAX_BYTES, true).unwrap() else { panic!("long") };
            let mut streamed = Vec::new();
            rest.read_to_end(&mut streamed).unwrap();
            assert_eq!((streamed.starts_with(&start), &streamed, rest.taken(), rest.lines()), (true, &text, 8000, 1000));
            assert_eq!(rest.sha256(), Some(Sha256::digest(&text).into()));
            assert!(matches!(open_content(path, 8001, MAX_BYTES, false).unwrap(), Content::Whole(all) if all == text));
            let Content::Long(_, mut rest) = open_content(path, 4000, 7999, false).unwrap() else { panic!("long") };
            assert!(rest.read_to_end(&mut Vec::new()).is_err());
            assert!(whole_within(path, 7999).is_err());
        }
        let cut = folder.path().join("c");
        let bytes = std::fs::read(&gz).unwrap();
        std::fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
        assert!(whole(&cut).is_err());
        assert!(whole(folder.path()).is_err());
    }

    #[test]
    fn the_parts_of_a_file_are_its_lines() {
        let text = b"one\ntwo, which is long\n\n\nfive\nsix without an end";
        for size in 1..text.len() + 2 {
            for step in [1, 3, 100] {
                let mut all = Vec::new();
                for start in (0..text.len()).step_by(size) {
                    let from = start.saturating_sub(1);
                    let end = if start + size < text.len() { (start + size) as u64 } else { u64::MAX };
                    let mut part = Part { inner: &text[from..], at: from as u64, end, within: start > 0, done: false };
                    let (mut own, mut buf) = (Vec::new(), vec![0; step]);
                    while let n @ 1.. = part.read(&mut buf).unwrap() {
                        own.extend_from_slice(&buf[..n]);
                    }
                    assert!(own.is_empty() || own.ends_with(b"\n") || text.ends_with(&own), "{size} {step} {start}");
                    all.extend(own);
                }
                assert_eq!(all, text, "{size} {step}");
            }
        }
    }
}
