//! Bringing the text of a file into memory, decompressed.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use super::ReadErrorKind;
use crate::memory;
use crate::progress::{Phase, Progress};

const PIECE: usize = 1 << 20;

/// The text of a file. Progress counts the bytes on disk.
pub(super) fn load(
    path: &Path,
    is_compressed: bool,
    progress: Option<&dyn Progress>,
) -> Result<Vec<u8>, ReadErrorKind> {
    let file = File::open(path).map_err(ReadErrorKind::Io)?;
    let size = file.metadata().map_err(ReadErrorKind::Io)?.len();
    let phase = Phase::start(progress, "reading", size);
    let counted = Counted { inner: file, phase: &phase };
    if is_compressed {
        read_all(MultiGzDecoder::new(io::BufReader::with_capacity(PIECE, counted)), 0, ReadErrorKind::Gzip)
    } else {
        read_all(counted, size, ReadErrorKind::Io)
    }
}

/// All of a stream, decompressed if it begins as a compressed one.
pub(super) fn load_stream(stream: impl Read) -> Result<Vec<u8>, ReadErrorKind> {
    let bytes = read_all(stream, 0, ReadErrorKind::Io)?;
    if bytes.starts_with(b"\x1f\x8b") {
        return read_all(MultiGzDecoder::new(bytes.as_slice()), 0, ReadErrorKind::Gzip);
    }
    Ok(bytes)
}

/// The first `length` bytes of a file, or all if there are fewer.
pub(super) fn head(file: File, is_compressed: bool, length: u64) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    if is_compressed {
        MultiGzDecoder::new(file).take(length).read_to_end(&mut head)?;
    } else {
        file.take(length).read_to_end(&mut head)?;
    }
    Ok(head)
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

/// Reads to the end, asking for memory before each growth: what a compressed file expands to is not
/// known before.
fn read_all(
    mut reader: impl Read,
    expected: u64,
    error: fn(io::Error) -> ReadErrorKind,
) -> Result<Vec<u8>, ReadErrorKind> {
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
