//! Reading and writing tensors: Matrix Market (`.mtx`) and FROSTT (`.tns`) as text, and arrays of NumPy (`.npy`); plain or
//! compressed by gzip (`.gz`).
//!
//! A file is chosen by its ending, a stream by what it begins with. It is read into memory, and text is parsed in parallel
//! by pieces of whole lines. Every error names the file and, where there is one, the line. Nothing is allocated by what a
//! file announces, only by what it holds.
//!
//! Left out: reading parts of a file.

mod entries;
mod error;
mod fit;
mod frostt;
mod lines;
mod load;
mod matrix_market;
mod npy;
mod write;

use std::fs::File;
use std::io::Read;
use std::path::Path;

pub use error::{Point, ReadError, ReadErrorKind, WriteError};
pub use write::{Content, write, write_content, write_text};

use crate::coo::{Coo, CooError};
use crate::data::Data;
use crate::progress::Progress;
use crate::value::{Dtype, with_element};

/// What is wanted of a file.
#[derive(Clone)]
pub struct ReadOptions<'a> {
    /// The element type of the tensor.
    pub dtype: Dtype,
    /// Sizes that are known, one a dimension. A file that states its own must agree; a `.tns` takes
    /// them over.
    pub shape: Option<Vec<Option<u64>>>,
    /// The order that the tensor must have. A matrix of one column or one row serves as order 1, a tensor of one point as
    /// order 0.
    pub expect_order: Option<usize>,
    /// Told how far reading is.
    pub progress: Option<&'a dyn Progress>,
}

impl ReadOptions<'_> {
    /// A tensor of this element type, of any order and size.
    pub fn new(dtype: Dtype) -> Self {
        ReadOptions { dtype, shape: None, expect_order: None, progress: None }
    }

    /// The order that the tensor must have, by itself or through the sizes.
    fn required_order(&self) -> Option<usize> {
        self.expect_order.or(self.shape.as_ref().map(Vec::len))
    }

    fn size(&self, dimension: usize) -> Option<u64> {
        self.shape.as_ref()?.get(dimension).copied().flatten()
    }
}

impl Default for ReadOptions<'_> {
    fn default() -> Self {
        ReadOptions::new(Dtype::F64)
    }
}

/// The formats of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileFormat {
    MatrixMarket,
    Frostt,
    Numpy,
}

/// The endings of files that are read and written, for messages.
pub const ENDINGS: &str = ".mtx, .tns, .npy, .mtx.gz, .tns.gz, .npy.gz";

/// The format that a path names, and whether it is compressed; `None` for other endings. Case does
/// not matter.
fn ending(path: &Path) -> Option<(FileFormat, bool)> {
    let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
    let (stem, is_compressed) = name.strip_suffix(".gz").map_or((name.as_str(), false), |stem| (stem, true));
    let ending = match stem {
        _ if stem.ends_with(".mtx") => FileFormat::MatrixMarket,
        _ if stem.ends_with(".tns") => FileFormat::Frostt,
        _ if stem.ends_with(".npy") => FileFormat::Numpy,
        _ => return None,
    };
    Some((ending, is_compressed))
}

/// Whether a path has an ending that is read.
pub fn has_known_ending(path: &Path) -> bool {
    ending(path).is_some()
}

/// The format of a file without a name, by what it begins with.
fn sniff(bytes: &[u8]) -> FileFormat {
    let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    match text {
        _ if bytes.starts_with(npy::MAGIC) => FileFormat::Numpy,
        _ if text.starts_with(b"%%") => FileFormat::MatrixMarket,
        _ => FileFormat::Frostt,
    }
}

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Reads the entries of a tensor: sorted, duplicates added up, symmetric matrices expanded.
///
/// # Errors
/// When the file cannot be read, is not what its ending says, or is not what the options ask for;
/// see [`ReadErrorKind`].
pub fn read(path: impl AsRef<Path>, options: &ReadOptions<'_>) -> Result<Coo, ReadError> {
    let path = path.as_ref();
    let data = read_data(path, options)?;
    data.into_coo().map_err(|error| Located::from(ReadErrorKind::Memory(error)).of(&path.display().to_string()))
}

/// [`read`], where files that say every point give the values alone.
///
/// # Errors
/// As [`read`].
pub fn read_data(path: impl AsRef<Path>, options: &ReadOptions<'_>) -> Result<Data, ReadError> {
    let path = path.as_ref();
    read_located(path, options).map_err(|located| located.of(&path.display().to_string()))
}

/// Everything that a stream holds, decompressed.
///
/// # Errors
/// When it cannot be read, or does not fit the memory.
pub fn read_stream(name: &str, stream: impl Read) -> Result<Vec<u8>, ReadError> {
    load::load_stream(stream).map_err(|kind| Located::from(kind).of(name))
}

/// Reads a tensor from bytes, which say by themselves in which format they are; `name` is that of their source.
///
/// # Errors
/// As [`read`].
pub fn read_bytes(name: &str, bytes: &[u8], options: &ReadOptions<'_>) -> Result<Data, ReadError> {
    let data = parse(sniff(bytes), bytes, options).and_then(|data| in_order(data, options));
    data.map_err(|located| located.of(name))
}

/// Whether a file lists entries, and does not say every point. Files that cannot be read do.
pub fn lists_entries(path: &Path) -> bool {
    match ending(path) {
        Some((FileFormat::Numpy, _)) => false,
        Some((FileFormat::MatrixMarket, is_compressed)) => {
            // The first line is at most this long.
            const HEADER: u64 = 1024;
            // What is read of a pipe would be missing later.
            let file = File::open(path).ok().filter(|file| file.metadata().is_ok_and(|metadata| metadata.is_file()));
            let head = file.and_then(|file| load::head(file, is_compressed, HEADER).ok());
            head.is_none_or(|head| !matrix_market::is_array(&head))
        }
        _ => true,
    }
}

/// [`lists_entries`], of bytes that say by themselves in which format they are.
pub fn bytes_list_entries(bytes: &[u8]) -> bool {
    match sniff(bytes) {
        FileFormat::Numpy => false,
        FileFormat::MatrixMarket => !matrix_market::is_array(bytes),
        FileFormat::Frostt => true,
    }
}

/// An error without the name of the file.
struct Located {
    line: Option<u64>,
    kind: ReadErrorKind,
}

impl Located {
    fn of(self, name: &str) -> ReadError {
        ReadError { file: name.to_owned(), line: self.line, kind: self.kind }
    }
}

impl From<ReadErrorKind> for Located {
    fn from(kind: ReadErrorKind) -> Self {
        Located { line: None, kind }
    }
}

impl ReadErrorKind {
    fn at(self, line: u64) -> Located {
        Located { line: Some(line), kind: self }
    }
}

fn read_located(path: &Path, options: &ReadOptions<'_>) -> Result<Data, Located> {
    let Some((format, is_compressed)) = ending(path) else {
        let known = ENDINGS;
        return Err(match path.extension() {
            Some(_) => ReadErrorKind::UnknownEnding { known },
            None => ReadErrorKind::NoEnding { known },
        }
        .into());
    };
    let bytes = load::load(path, is_compressed, options.progress)?;
    let data = parse(format, &bytes, options)?;
    // Sorting has its memory then.
    drop(bytes);
    in_order(data, options)
}

fn parse(format: FileFormat, bytes: &[u8], options: &ReadOptions<'_>) -> Result<Data, Located> {
    if let (Some(order), Some(shape)) = (options.expect_order, &options.shape)
        && order != shape.len()
    {
        return Err(ReadErrorKind::ShapeOption { order, sizes: shape.len() }.into());
    }
    Ok(with_element!(options.dtype, T => match format {
        FileFormat::MatrixMarket => matrix_market::parse::<T>(text(bytes)?, options)?,
        FileFormat::Frostt => Data::Entries(frostt::parse::<T>(text(bytes)?, options)?),
        FileFormat::Numpy => Data::Dense(npy::parse::<T>(bytes, options)?),
    }))
}

/// The same with entries sorted, and duplicates added up.
fn in_order(mut data: Data, options: &ReadOptions<'_>) -> Result<Data, Located> {
    if let Data::Entries(coo) = &mut data {
        coo.sum_duplicates_exactly(options.progress).map_err(|error| match error {
            CooError::Sum { point, sum, dtype } => ReadErrorKind::SumRange { point: Point(point), sum, dtype },
            error => ReadErrorKind::Coo(error),
        })?;
    }
    Ok(data)
}

/// The text of a file without the mark that some editors put before it.
fn text(bytes: &[u8]) -> Result<&[u8], ReadErrorKind> {
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return Err(ReadErrorKind::Utf16);
    }
    Ok(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes))
}
