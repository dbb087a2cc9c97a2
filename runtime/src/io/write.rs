//! Writing tensors.
//!
//! What is written goes to a new file beside the target, which takes the name of the target when it is
//! complete: a reader never sees half a file, and a failure leaves nothing. In text, numbers are written in
//! the shortest form that reads back as the same value.

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::Compression;
use flate2::write::GzEncoder;
use rayon::prelude::*;

use super::{ENDINGS, FileFormat, WriteError, ending, npy};
use crate::coo::{Coo, CooError};
use crate::value::{Dtype, Element, Kind, Values, with_values};

/// Lines formatted by one thread at a time, and pieces of them formatted before they are written.
const LINES_A_PIECE: usize = 1 << 15;
const PIECES_AT_ONCE: usize = 64;

/// What is written: entries, or every point of a dense tensor.
#[derive(Clone, Copy)]
pub enum Content<'a> {
    /// Entries in any order; duplicates are added up.
    Entries(&'a Coo),
    /// The values of all points, in row-major order.
    Dense {
        /// Size of each dimension.
        shape: &'a [u64],
        /// As many as there are points.
        values: &'a Values,
    },
}

impl Content<'_> {
    fn shape(&self) -> &[u64] {
        match self {
            Content::Entries(coo) => &coo.shape,
            Content::Dense { shape, .. } => shape,
        }
    }
}

/// Writes the entries of a tensor, sorted and with duplicates added up, in the format that the ending of the path names.
///
/// # Errors
/// As [`write_content`].
pub fn write(path: impl AsRef<Path>, coo: &Coo) -> Result<(), WriteError> {
    write_content(path, Content::Entries(coo))
}

/// Writes a tensor in the format that the ending of the path names.
///
/// A `.mtx` holds a matrix, a vector as one column and a scalar as 1 x 1: in `array` form if it is dense, else as
/// `coordinate`. A `.tns` holds entries, and of a dense tensor of
/// order 2 and more those that are not zero, after a header with the sizes; one of order 0 is its value alone. A `.npy`
/// holds dense tensors.
///
/// # Errors
/// For unknown endings, a `.mtx` of order 3 or more, a `.npy` of entries, entries that make no sense, and what the system
/// refuses. A file that was there before is untouched then.
pub fn write_content(path: impl AsRef<Path>, content: Content<'_>) -> Result<(), WriteError> {
    let path = path.as_ref();
    let file = || path.display().to_string();
    let (format, is_compressed) = ending(path).ok_or_else(|| match path.extension() {
        Some(_) => WriteError::UnknownEnding { file: file(), known: ENDINGS },
        None => WriteError::NoEnding { file: file(), known: ENDINGS },
    })?;
    let order = content.shape().len();
    if format == FileFormat::MatrixMarket && order > 2 {
        return Err(WriteError::Order { file: file(), order });
    }
    let mut sorted = None;
    let content = in_order(content, &mut sorted).map_err(|source| WriteError::Coo { file: file(), source })?;
    if format == FileFormat::Numpy && order > 0 && matches!(content, Content::Entries(_)) {
        return Err(WriteError::Entries { file: file() });
    }
    replace(path, is_compressed, |writer| write_format(writer, content, format))
        .map_err(|source| WriteError::Io { file: file(), source })
}

/// Writes a tensor as text: in the form of a `.mtx` up to order 2, else in that of a `.tns`. `name` is that of the stream.
///
/// # Errors
/// For entries that make no sense, and what the stream refuses.
pub fn write_text(name: &str, writer: &mut dyn Write, content: Content<'_>) -> Result<(), WriteError> {
    let format = if content.shape().len() <= 2 { FileFormat::MatrixMarket } else { FileFormat::Frostt };
    let mut sorted = None;
    let content = in_order(content, &mut sorted).map_err(|source| WriteError::Coo { file: name.to_owned(), source })?;
    write_format(writer, content, format).map_err(|source| WriteError::Io { file: name.to_owned(), source })
}

/// The same with sorted entries, for which `room` serves.
fn in_order<'a>(content: Content<'a>, room: &'a mut Option<Coo>) -> Result<Content<'a>, CooError> {
    let Content::Entries(coo) = content else { return Ok(content) };
    let mut sorted = coo.clone();
    sorted.sum_duplicates()?;
    Ok(Content::Entries(room.insert(sorted)))
}

fn write_format(writer: &mut dyn Write, content: Content<'_>, format: FileFormat) -> io::Result<()> {
    match (content, format) {
        (Content::Entries(coo), _) if coo.shape.is_empty() => {
            // No entry means zero.
            let zero = Values::zeros(coo.dtype(), 1);
            let values = if coo.is_empty() { &zero } else { &coo.values };
            write_format(writer, Content::Dense { shape: &[], values }, format)
        }
        (Content::Dense { shape, values }, FileFormat::Numpy) => npy::write(writer, shape, values),
        (Content::Entries(_), FileFormat::Numpy) => Err(io::Error::other("entries are not dense")),
        (Content::Dense { shape, values }, FileFormat::Frostt) => write_points(writer, shape, values),
        (Content::Entries(coo), FileFormat::Frostt) => {
            write_header(writer, &coo.shape, coo.len())?;
            write_entries(writer, coo, &coo.coordinates.iter().map(Vec::as_slice).collect::<Vec<_>>())
        }
        (Content::Dense { shape, values }, FileFormat::MatrixMarket) => write_array(writer, shape, values),
        (Content::Entries(coo), FileFormat::MatrixMarket) => write_matrix(writer, coo),
    }
}

/// What Matrix Market calls numbers of an element type.
fn field(dtype: Dtype) -> &'static str {
    match dtype.kind() {
        Kind::Float => "real",
        Kind::Integer => "integer",
        Kind::Complex => "complex",
    }
}

/// A matrix, a vector or a scalar, column after column.
fn write_array(writer: &mut dyn Write, shape: &[u64], values: &Values) -> io::Result<()> {
    let [rows, columns] = [0, 1].map(|dimension| shape.get(dimension).copied().unwrap_or(1));
    write!(writer, "%%MatrixMarket matrix array {} general\n{rows} {columns}\n", field(values.dtype()))?;
    let (rows, columns) = (rows as usize, columns as usize);
    with_values!(values, values => write_lines(writer, values.len(), |place, text| {
        write_value(text, values[place % rows * columns + place / rows]);
    }))
}

/// The entries of a matrix, or of a vector as one column.
fn write_matrix(writer: &mut dyn Write, coo: &Coo) -> io::Result<()> {
    let (rows, entries) = (coo.shape[0], coo.len());
    let columns = coo.shape.get(1).copied().unwrap_or(1);
    let field = field(coo.dtype());
    write!(writer, "%%MatrixMarket matrix coordinate {field} general\n{rows} {columns} {entries}\n")?;
    let zeros = vec![0; if coo.order() == 1 { entries } else { 0 }];
    write_entries(writer, coo, &[&coo.coordinates[0], coo.coordinates.get(1).unwrap_or(&zeros)])
}

/// What a `.tns` says of a tensor before its entries.
fn write_header(writer: &mut dyn Write, shape: &[u64], entries: usize) -> io::Result<()> {
    let sizes: Vec<String> = shape.iter().map(u64::to_string).collect();
    write!(writer, "# extended FROSTT\n{} {entries}\n{}\n", shape.len(), sizes.join(" "))
}

/// The points of a dense tensor; from order 2 on only those that are not zero.
fn write_points(writer: &mut dyn Write, shape: &[u64], values: &Values) -> io::Result<()> {
    let below = |dimension: usize| shape[dimension + 1..].iter().product::<u64>();
    let strides: Vec<u64> = (0..shape.len()).map(below).collect();
    let is_written = |is_zero: bool| shape.len() < 2 || !is_zero;
    if !shape.is_empty() {
        let written = with_values!(values, values => {
            values.par_iter().filter(|value| is_written(value.to_scalar().is_zero())).count()
        });
        write_header(writer, shape, written)?;
    }
    with_values!(values, values => write_lines(writer, values.len(), |point, text| {
        if !is_written(values[point].to_scalar().is_zero()) {
            return;
        }
        for (stride, size) in strides.iter().zip(shape) {
            let _ = write!(text, "{} ", point as u64 / stride % size + 1);
        }
        write_value(text, values[point]);
    }))
}

/// One line an entry: the given coordinates, from 1, and the value.
fn write_entries(writer: &mut dyn Write, coo: &Coo, coordinates: &[&[u64]]) -> io::Result<()> {
    with_values!(&coo.values, values => write_lines(writer, values.len(), |entry, text| {
        for array in coordinates {
            let _ = write!(text, "{} ", array[entry] + 1);
        }
        write_value(text, values[entry]);
    }))
}

fn write_value<T: Element>(text: &mut String, value: T) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}", value.to_scalar().in_fields());
}

/// The text of `count` lines, which several threads make.
fn write_lines(writer: &mut dyn Write, count: usize, line: impl Fn(usize, &mut String) + Sync) -> io::Result<()> {
    let pieces = count.div_ceil(LINES_A_PIECE);
    for first in (0..pieces).step_by(PIECES_AT_ONCE) {
        let texts: Vec<String> = (first..pieces.min(first + PIECES_AT_ONCE))
            .into_par_iter()
            .map(|piece| {
                let begin = piece * LINES_A_PIECE;
                let mut text = String::new();
                (begin..count.min(begin + LINES_A_PIECE)).for_each(|number| line(number, &mut text));
                text
            })
            .collect();
        for text in texts {
            writer.write_all(text.as_bytes())?;
        }
    }
    Ok(())
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
    loop {
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let path = target.with_file_name(format!(".lacuna-{}-{number}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((file, Draft { path, is_kept: false })),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}
