//! Writing tensors as text.
//!
//! The text goes to a new file beside the target, which takes the name of the target when it is
//! complete: a reader never sees half a file, and a failure leaves nothing. Numbers are written in
//! the shortest form that reads back as the same value.

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::Compression;
use flate2::write::GzEncoder;
use rayon::prelude::*;

use super::{ENDINGS, Ending, WriteError, ending};
use crate::coo::Coo;
use crate::value::{Element, Kind, Values, with_values};

/// Entries formatted by one thread at a time, and pieces of them formatted before they are written.
const ENTRIES_A_PIECE: usize = 1 << 15;
const PIECES_AT_ONCE: usize = 64;

/// Writes a tensor, sorted and with duplicates added up, in the format that the ending of the path
/// names.
///
/// A `.mtx` holds a matrix as `coordinate`; a tensor of order 1 as one column, in `array` form when
/// every coordinate has an entry. A tensor of order 0 is written as its value alone, whatever the
/// ending.
///
/// # Errors
/// For unknown endings, a `.mtx` of order 3 or more, entries that make no sense, and what the
/// system refuses. A file that was there before is untouched then.
pub fn write(path: impl AsRef<Path>, coo: &Coo) -> Result<(), WriteError> {
    let path = path.as_ref();
    let file = || path.display().to_string();
    let (ending, is_compressed) =
        ending(path).ok_or_else(|| WriteError::UnknownEnding { file: file(), known: ENDINGS })?;
    if ending == Ending::MatrixMarket && coo.order() > 2 {
        return Err(WriteError::Order { file: file(), order: coo.order() });
    }
    let mut sorted = coo.clone();
    sorted.sum_duplicates().map_err(|source| WriteError::Coo { file: file(), source })?;
    replace(path, is_compressed, |writer| write_text(writer, &sorted, ending))
        .map_err(|source| WriteError::Io { file: file(), source })
}

fn write_text(writer: &mut dyn Write, coo: &Coo, ending: Ending) -> io::Result<()> {
    if coo.order() == 0 {
        // No entry means zero.
        let zero = Values::zeros(coo.dtype(), 1);
        let value = coo.values.get(0).or_else(|| zero.get(0));
        return value.map_or(Ok(()), |value| writeln!(writer, "{}", value.in_fields()));
    }
    if ending == Ending::Frostt {
        return write_entries(writer, coo, &coo.coordinates.iter().map(Vec::as_slice).collect::<Vec<_>>());
    }
    let field = match coo.dtype().kind() {
        Kind::Float => "real",
        Kind::Integer => "integer",
        Kind::Complex => "complex",
    };
    let (rows, entries) = (coo.shape[0], coo.len());
    match coo.shape.get(1) {
        None if entries as u64 == rows => {
            write!(writer, "%%MatrixMarket matrix array {field} general\n{rows} 1\n")?;
            write_entries(writer, coo, &[])
        }
        columns => {
            let columns = columns.copied().unwrap_or(1);
            write!(writer, "%%MatrixMarket matrix coordinate {field} general\n{rows} {columns} {entries}\n")?;
            let zeros = vec![0; if coo.order() == 1 { entries } else { 0 }];
            let second = coo.coordinates.get(1).unwrap_or(&zeros);
            write_entries(writer, coo, &[&coo.coordinates[0], second])
        }
    }
}

/// One line an entry: the given coordinates, from 1, and the value.
fn write_entries(writer: &mut dyn Write, coo: &Coo, coordinates: &[&[u64]]) -> io::Result<()> {
    let pieces = coo.len().div_ceil(ENTRIES_A_PIECE);
    for first in (0..pieces).step_by(PIECES_AT_ONCE) {
        let texts: Vec<String> = (first..pieces.min(first + PIECES_AT_ONCE))
            .into_par_iter()
            .map(|piece| with_values!(&coo.values, values => format_piece(piece, coordinates, values)))
            .collect();
        for text in texts {
            writer.write_all(text.as_bytes())?;
        }
    }
    Ok(())
}

fn format_piece<T: Element>(piece: usize, coordinates: &[&[u64]], values: &[T]) -> String {
    let begin = piece * ENTRIES_A_PIECE;
    let mut text = String::new();
    for entry in begin..values.len().min(begin + ENTRIES_A_PIECE) {
        // Writing to a string cannot fail.
        for array in coordinates {
            let _ = write!(text, "{} ", array[entry] + 1);
        }
        let _ = writeln!(text, "{}", values[entry].to_scalar().in_fields());
    }
    text
}

/// A file that is deleted unless it was given its final name.
struct Draft {
    path: PathBuf,
    is_kept: bool,
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.is_kept {
            // The error that led here is the one to report.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Writes a whole file under another name and renames it.
fn replace(path: &Path, is_compressed: bool, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // A link stays a link: what it leads to is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (file, mut draft) = create_draft(&target)?;
    let mut writer = io::BufWriter::with_capacity(1 << 20, file);
    if is_compressed {
        let mut encoder = GzEncoder::new(&mut writer, Compression::default());
        write(&mut encoder)?;
        encoder.finish()?;
    } else {
        write(&mut writer)?;
    }
    writer.flush()?;
    drop(writer);
    fs::rename(&draft.path, &target)?;
    draft.is_kept = true;
    Ok(())
}

fn create_draft(target: &Path) -> io::Result<(File, Draft)> {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let name = target.file_name().ok_or_else(|| io::Error::other("the path names no file"))?.to_string_lossy();
    loop {
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let path = target.with_file_name(format!(".{name}.{}-{number}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((file, Draft { path, is_kept: false })),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}
