//! Opening and reading one file, in bounds. Compressed files are read as what is in them.

use crate::transcript::archive::{self, Wrap};
use crate::transcript::{self, Session, SourceKind};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::Path;

/// Bytes of a file that are enough to tell its source.
pub const HEAD: usize = 64 * 1024;

/// Largest content that is read, expanded. Sessions of real agents are a few hundred megabytes at most; a compressed bomb stops
/// here.
pub const MAX_BYTES: u64 = 1 << 30;

/// Reads at most the first `limit` bytes of the content.
pub fn head(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    let mut out = Vec::with_capacity(limit.min(HEAD));
    content(path)?.take(limit as u64).read_to_end(&mut out)?;
    Ok(out)
}

/// Reads the whole content.
pub fn whole(path: &Path) -> io::Result<Vec<u8>> {
    let size = std::fs::metadata(path)?.len().min(MAX_BYTES);
    let mut out = Vec::with_capacity(size as usize + 1);
    content(path)?.take(MAX_BYTES + 1).read_to_end(&mut out)?;
    if out.len() as u64 > MAX_BYTES {
        return Err(too_long());
    }
    Ok(out)
}

/// Reads a small text that is no transcript, settings for one.
pub fn text(path: &Path) -> io::Result<String> {
    let mut out = String::new();
    open(path)?.take(MAX_BYTES).read_to_string(&mut out)?;
    Ok(out)
}

/// The head of the content, and all of it as a stream.
pub fn stream(path: &Path) -> io::Result<(Vec<u8>, Counted)> {
    let mut rest = content(path)?;
    let mut head = Vec::with_capacity(HEAD);
    rest.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
    let inner = Box::new(io::Cursor::new(head.clone()).chain(rest));
    Ok((head, Counted { inner, bytes: 0, breaks: 0, last: b'\n' }))
}

/// A stream that counts what went through it, and ends at the limit on a content's size.
pub struct Counted {
    inner: Box<dyn Read>,
    bytes: u64,
    breaks: u64,
    last: u8,
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
}

impl Read for Counted {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buf)?;
        let new = buf.get(..n).unwrap_or_default();
        self.bytes += n as u64;
        self.breaks += memchr::memchr_iter(b'\n', new).count() as u64;
        self.last = new.last().copied().unwrap_or(self.last);
        if self.bytes > MAX_BYTES { Err(too_long()) } else { Ok(n) }
    }
}

fn too_long() -> io::Error {
    io::Error::other(format!("more than {} MiB of content", MAX_BYTES >> 20))
}

/// The file itself, compressed or not.
pub fn raw(path: &Path) -> io::Result<File> {
    open(path)
}

/// The content, expanded where the file is compressed.
fn content(path: &Path) -> io::Result<Box<dyn Read>> {
    let mut file = open(path)?;
    let mut magic = Vec::with_capacity(4);
    file.by_ref().take(4).read_to_end(&mut magic)?;
    file.rewind()?;
    Ok(match archive::wrap(&magic) {
        Some(Wrap::Gzip) => Box::new(flate2::bufread::MultiGzDecoder::new(BufReader::new(file))),
        Some(Wrap::Zstd) => Box::new(zstd::Decoder::new(file)?),
        _ => Box::new(file),
    })
}

/// The content is an archive of files.
pub fn is_archive(head: &[u8]) -> bool {
    matches!(archive::wrap(head.get(..512).unwrap_or(head)), Some(Wrap::Tar | Wrap::Zip))
}

/// Only a regular file is opened, and looked at before: opening a FIFO waits for a writer.
fn open(path: &Path) -> io::Result<File> {
    let not_regular = || io::Error::other("not a regular file");
    if !std::fs::metadata(path)?.is_file() {
        return Err(not_regular());
    }
    let file = File::open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(not_regular()) }
}

/// Reads the sessions of one file that a person named; an error says what is wrong with it.
pub fn sessions(path: &Path, source: Option<SourceKind>) -> anyhow::Result<(Vec<u8>, Vec<Session>)> {
    let name = super::shown(path);
    let bytes = whole(path).map_err(|e| anyhow::anyhow!("{name}: cannot be read: {}", super::plain_error(&e)))?;
    anyhow::ensure!(!bytes.iter().all(u8::is_ascii_whitespace), "{name}: the file is empty; name a transcript");
    let Some(kind) = source.or_else(|| transcript::detect::detect_file(&bytes[..bytes.len().min(HEAD)], true)) else {
        anyhow::bail!("{name}: line 1: {}", super::UNKNOWN);
    };
    let sessions = transcript::read(kind, &bytes);
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
            let (start, mut rest) = stream(path).unwrap();
            let mut streamed = Vec::new();
            rest.read_to_end(&mut streamed).unwrap();
            assert_eq!((streamed.starts_with(&start), streamed, rest.taken(), rest.lines()), (true, text.clone(), 8000, 1000));
        }
        let cut = folder.path().join("c");
        let bytes = std::fs::read(&gz).unwrap();
        std::fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
        assert!(whole(&cut).is_err());
        assert!(whole(folder.path()).is_err());
    }
}
