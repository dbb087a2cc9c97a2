//! The text of a file: mapped into memory, or read into it where the file is compressed or no regular one.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Deref;
use std::path::Path;

use flate2::read::MultiGzDecoder;
use memmap2::Mmap;

use super::ReadErrorKind;
use crate::memory;
use crate::progress::{Phase, Progress};

const PIECE: usize = 1 << 20;

/// What a file begins with that is compressed by gzip.
const GZIP: &[u8] = b"\x1f\x8b";

/// What a file holds.
pub(super) enum Text {
    /// A part of the system's cache of files, which takes no memory of its own.
    Mapped(Mmap),
    Read(Vec<u8>),
}

impl Deref for Text {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Text::Mapped(map) => map,
            Text::Read(bytes) => bytes,
        }
    }
}

/// The text of a file, decompressed if it is compressed, which its name may leave out. Progress counts the bytes on disk.
///
/// A file that another process makes shorter while it is mapped ends this one, as the system has it.
pub(super) fn load(path: &Path, is_compressed: bool, progress: Option<&dyn Progress>) -> Result<Text, ReadErrorKind> {
    let file = File::open(path).map_err(ReadErrorKind::Io)?;
    let metadata = file.metadata().map_err(ReadErrorKind::Io)?;
    let size = metadata.len();
    if !is_compressed && metadata.is_file() && size > 0 {
        // SAFETY: the map is read only, and nothing is assumed of what it holds: bytes that change are read as they are.
        let map = unsafe { Mmap::map(&file) };
        if let Ok(map) = map
            && !map.starts_with(GZIP)
        {
            return Ok(Text::Mapped(map));
        }
    }
    let phase = Phase::start(progress, "reading", size);
    read_all(Decompressed::new(Counted { inner: file, phase: &phase }, is_compressed)?, size).map(Text::Read)
}

/// All of a stream, decompressed if it begins as a compressed one.
pub(super) fn load_stream(stream: impl Read) -> Result<Vec<u8>, ReadErrorKind> {
    read_all(Decompressed::new(stream, false)?, 0)
}

/// The first `length` bytes of a file, or all if there are fewer.
pub(super) fn head(file: File, is_compressed: bool, length: u64) -> Result<Vec<u8>, ReadErrorKind> {
    let source = Decompressed::new(file, is_compressed)?;
    let mut head = Vec::new();
    source.reader.take(length).read_to_end(&mut head).map_err(source.error)?;
    Ok(head)
}

/// The text of a source.
struct Decompressed<'a> {
    reader: Box<dyn Read + 'a>,
    /// What an error of the reader means.
    error: fn(io::Error) -> ReadErrorKind,
    is_compressed: bool,
}

impl<'a> Decompressed<'a> {
    /// Decompresses the source if it `is_compressed` or begins like what is.
    fn new(mut source: impl Read + 'a, is_compressed: bool) -> Result<Self, ReadErrorKind> {
        let mut start = Vec::new();
        source.by_ref().take(GZIP.len() as u64).read_to_end(&mut start).map_err(ReadErrorKind::Io)?;
        let is_compressed = is_compressed || start == GZIP;
        let whole = io::Cursor::new(start).chain(source);
        Ok(if is_compressed {
            let reader = Box::new(MultiGzDecoder::new(io::BufReader::with_capacity(PIECE, whole)));
            Self { reader, error: ReadErrorKind::Gzip, is_compressed }
        } else {
            Self { reader: Box::new(whole), error: ReadErrorKind::Io, is_compressed }
        })
    }
}

/// A reader that reports every byte that passes.
struct Counted<'a> {
    inner: File,
    phase: &'a Phase<'a>,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.phase.advance(count as u64);
        Ok(count)
    }
}

/// Reads to the end, asking for memory before each growth: what a compressed source expands to is not known before, and not
/// guessed from its `size`.
fn read_all(source: Decompressed<'_>, size: u64) -> Result<Vec<u8>, ReadErrorKind> {
    let Decompressed { mut reader, error, is_compressed } = source;
    let expected = if is_compressed { 0 } else { size };
    let mut text = Vec::new();
    let mut room = memory::require("the text of the file", u128::from(expected) + 1, 1)?.max(PIECE);
    loop {
        text.reserve(room);
        let free = (text.capacity() - text.len()) as u64;
        let count = reader.by_ref().take(free).read_to_end(&mut text).map_err(error)? as u64;
        if count < free {
            return Ok(text);
        }
        room = memory::require("the text of the file", text.len() as u128, 1)?;
    }
}
