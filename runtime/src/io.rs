//! Reading and writing tensors as text: Matrix Market (`.mtx`) and FROSTT (`.tns`), plain or
//! compressed by gzip (`.gz`).
//!
//! A file is chosen by its ending, read into memory, and parsed in parallel by pieces of whole
//! lines. Every error names the file and, where there is one, the line. Nothing is allocated by
//! what a file announces, only by what it holds.
//!
//! Left out: binary formats, and reading parts of a file.

mod entries;
mod error;
mod frostt;
mod lines;
mod load;
mod matrix_market;
mod write;

use std::path::Path;

pub use error::{ReadError, ReadErrorKind, WriteError};
pub use write::write;

use crate::coo::Coo;
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
    /// The order that the tensor must have. A matrix of one column serves as order 1.
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

/// The text formats, by the ending of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    MatrixMarket,
    Frostt,
}

const ENDINGS: &str = ".mtx, .tns, .mtx.gz, .tns.gz";

/// The format that a path names, and whether it is compressed; `None` for other endings. Case does
/// not matter.
fn ending(path: &Path) -> Option<(Ending, bool)> {
    let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
    let (stem, is_compressed) = name.strip_suffix(".gz").map_or((name.as_str(), false), |stem| (stem, true));
    let ending = match stem {
        _ if stem.ends_with(".mtx") => Ending::MatrixMarket,
        _ if stem.ends_with(".tns") => Ending::Frostt,
        _ => return None,
    };
    Some((ending, is_compressed))
}

/// Reads a tensor; its entries come sorted, duplicates added up, symmetric matrices expanded.
///
/// # Errors
/// When the file cannot be read, is not what its ending says, or is not what the options ask for;
/// see [`ReadErrorKind`].
pub fn read(path: impl AsRef<Path>, options: &ReadOptions<'_>) -> Result<Coo, ReadError> {
    let path = path.as_ref();
    read_located(path, options).map_err(|located| ReadError {
        file: path.display().to_string(),
        line: located.line,
        kind: located.kind,
    })
}

/// An error without the name of the file, which only [`read`] knows.
struct Located {
    line: Option<u64>,
    kind: ReadErrorKind,
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

fn read_located(path: &Path, options: &ReadOptions<'_>) -> Result<Coo, Located> {
    let Some((ending, is_compressed)) = ending(path) else {
        return Err(ReadErrorKind::UnknownEnding { known: ENDINGS }.into());
    };
    if let (Some(order), Some(shape)) = (options.expect_order, &options.shape)
        && order != shape.len()
    {
        return Err(ReadErrorKind::ShapeOption { order, sizes: shape.len() }.into());
    }
    let text = load::load(path, is_compressed, options.progress)?;
    let mut coo = with_element!(options.dtype, T => match ending {
        Ending::MatrixMarket => matrix_market::parse::<T>(&text, options),
        Ending::Frostt => frostt::parse::<T>(&text, options),
    })?;
    drop(text);
    coo.sum_duplicates_with(options.progress).map_err(ReadErrorKind::Coo)?;
    Ok(coo)
}
