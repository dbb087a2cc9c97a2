//! What can go wrong with files.

use std::fmt;
use std::io;

use crate::coo::CooError;
use crate::memory::MemoryError;
use crate::value::{Dtype, NumberError};

/// A file that cannot be read, with its name and, where there is one, the line.
#[derive(Debug)]
pub struct ReadError {
    /// The file, as it was named.
    pub file: String,
    /// The line, from 1; none where the file as a whole is meant.
    pub line: Option<u64>,
    /// What is wrong there.
    pub kind: ReadErrorKind,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.kind),
            None => write!(f, "{}: {}", self.file, self.kind),
        }
    }
}

impl ReadErrorKind {
    /// What is wrong with a value, as it was found, for an element type.
    pub(super) fn of_number(error: NumberError, found: String, dtype: Dtype) -> Self {
        match error {
            NumberError::NotANumber => ReadErrorKind::Value { found },
            NumberError::Fractional => ReadErrorKind::Fractional { found, dtype },
            NumberError::OutOfRange => ReadErrorKind::ValueRange { found, dtype },
            NumberError::Inexact => ReadErrorKind::Inexact { found, dtype },
        }
    }
}

impl ReadError {
    /// Whether the fault is ours, and not one of what was read.
    pub fn is_ours(&self) -> bool {
        matches!(self.kind, ReadErrorKind::Coo(_))
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.kind)
    }
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum ReadErrorKind {
    /// The name says nothing of what is inside.
    #[error("unknown ending, known are {known}")]
    UnknownEnding {
        /// The endings that are read.
        known: &'static str,
    },
    /// The name has no ending to say what is inside.
    #[error("the name has no ending that says what the file holds, known are {known}")]
    NoEnding {
        /// The endings that are read.
        known: &'static str,
    },
    /// Text in another encoding than bytes of ASCII.
    #[error("the file is text in UTF-16: save it as UTF-8")]
    Utf16,
    /// A header that is none of NumPy's.
    #[error("not a file of NumPy: {0}")]
    NotNumpy(String),
    /// Elements that no element type can hold.
    #[error("elements of type `{found}` cannot be read, only bool, integers, floats and complex numbers")]
    NumpyType {
        /// The type as NumPy writes it.
        found: String,
    },
    /// Fewer or more bytes than the header says.
    #[error("the header announces {announced} bytes of elements, the file holds {found}")]
    NumpyLength {
        /// Bytes announced.
        announced: u128,
        /// Bytes found.
        found: usize,
    },
    /// An element that cannot be read.
    #[error("element {index}: {kind}")]
    Element {
        /// Its number in the file, from 0.
        index: usize,
        /// What is wrong with it.
        kind: Box<ReadErrorKind>,
    },
    /// Another number of entries than the header says.
    #[error("the header announces {announced} entries, the file holds {found}")]
    EntryCount {
        /// Entries announced.
        announced: u64,
        /// Entries found.
        found: usize,
    },
    /// The options contradict each other.
    #[error("order {order} is needed but {sizes} sizes are given")]
    ShapeOption {
        /// The order asked for.
        order: usize,
        /// Number of sizes asked for.
        sizes: usize,
    },
    /// The system refuses.
    #[error("cannot be read: {0}")]
    Io(io::Error),
    /// The compressed stream is damaged or ends early.
    #[error("cannot be decompressed: {0}")]
    Gzip(io::Error),
    /// The text does not fit the memory.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// Entries that do not fit each other: a fault of the reader.
    #[error("internal error: {0}")]
    Coo(CooError),
    /// Nothing in it, where a header is needed.
    #[error("the file is empty, expected `{expected}`")]
    Empty {
        /// What should be there.
        expected: &'static str,
    },
    /// Another kind of file.
    #[error("not a Matrix Market file: it must begin with `%%MatrixMarket`, found `{found}`")]
    NotMatrixMarket {
        /// The first word.
        found: String,
    },
    /// A header with too few or too many words.
    #[error("the header has {found} words, expected 5: `%%MatrixMarket matrix coordinate|array FIELD SYMMETRY`")]
    HeaderWords {
        /// Number of words.
        found: usize,
    },
    /// A header word that does not belong.
    #[error("unknown {what} `{found}` in the header, expected {expected}")]
    HeaderWord {
        /// Which word.
        what: &'static str,
        /// What it is.
        found: String,
        /// What it could be.
        expected: &'static str,
    },
    /// Header words that exclude each other.
    #[error("a {first} matrix cannot be {second}")]
    Contradiction {
        /// One word.
        first: &'static str,
        /// The other.
        second: &'static str,
    },
    /// The file ends after the header.
    #[error("the size line is missing: the file ends after its header")]
    MissingSizes,
    /// A size line with too few or too many numbers.
    #[error("the size line has {found} fields, expected {required}: {meaning}")]
    SizeFields {
        /// Number of fields.
        found: usize,
        /// Number of fields needed.
        required: usize,
        /// What they mean.
        meaning: &'static str,
    },
    /// A size that is no size.
    #[error("the number of {what} must be a whole number from 0 to {}, found `{found}`", i64::MAX)]
    Size {
        /// What is counted.
        what: &'static str,
        /// The field.
        found: String,
    },
    /// A symmetric matrix with more rows than columns or fewer.
    #[error("a {symmetry} matrix must be square, found {rows} x {columns}")]
    NotSquare {
        /// The symmetry.
        symmetry: &'static str,
        /// Number of rows.
        rows: u64,
        /// Number of columns.
        columns: u64,
    },
    /// An entry with too few or too many fields.
    #[error("the entry has {found} fields, expected {required}: {meaning}")]
    EntryFields {
        /// Number of fields.
        found: usize,
        /// Number of fields needed.
        required: usize,
        /// What they mean.
        meaning: String,
    },
    /// A coordinate that is no whole number.
    #[error("the {axis} must be a whole number, found `{found}`")]
    Coordinate {
        /// Which coordinate.
        axis: String,
        /// The field.
        found: String,
    },
    /// A coordinate outside the tensor.
    #[error("{coordinate} is out of range {range} ({format} counts from 1)")]
    CoordinateRange {
        /// The coordinate and what it is, such as `row 0`.
        coordinate: String,
        /// The coordinates there are.
        range: String,
        /// The format of the file.
        format: &'static str,
    },
    /// An entry of a symmetric matrix that the format leaves out.
    #[error("entry ({row}, {column}) of a {symmetry} matrix must be {place} the diagonal")]
    Triangle {
        /// The row, from 1.
        row: u64,
        /// The column, from 1.
        column: u64,
        /// The symmetry.
        symmetry: &'static str,
        /// Where entries may be.
        place: &'static str,
    },
    /// A value on the diagonal of a Hermitian matrix that is not real.
    #[error("the diagonal of a Hermitian matrix is real, found {found} at ({place}, {place})")]
    Diagonal {
        /// The row and the column, from 1.
        place: u64,
        /// The value.
        found: String,
    },
    /// Complex values, read as real ones.
    #[error("the matrix is complex and cannot be read as {dtype}: --dtype complex128 or complex64 can hold it")]
    Complex {
        /// The element type asked for.
        dtype: Dtype,
    },
    /// A value that is no number.
    #[error("the value must be a number, found `{found}`")]
    Value {
        /// The field.
        found: String,
    },
    /// A value with a fraction in a file of integers.
    #[error("the header says integer, found the value `{found}`")]
    NotInteger {
        /// The field.
        found: String,
    },
    /// A value with a fraction, read as integers.
    #[error("value `{found}` is not a whole number and cannot be read as {dtype}")]
    Fractional {
        /// The field.
        found: String,
        /// The element type asked for.
        dtype: Dtype,
    },
    /// A value beyond the element type.
    #[error("value `{found}` is out of the range of {dtype}")]
    ValueRange {
        /// The field.
        found: String,
        /// The element type asked for.
        dtype: Dtype,
    },
    /// An integer that the element type would round.
    #[error("integer `{found}` has no exact value of type {dtype}: read it as another type, with --dtype")]
    Inexact {
        /// The field.
        found: String,
        /// The element type asked for.
        dtype: Dtype,
    },
    /// Entries of one point that add up to more than the element type holds.
    #[error("the entries at {point} add up to {sum}, which is out of the range of {dtype}")]
    SumRange {
        /// Where they are.
        point: Point,
        /// What they add up to.
        sum: i128,
        /// The element type asked for.
        dtype: Dtype,
    },
    /// An integer whose negative, which symmetry implies, is beyond the element type.
    #[error("a skew-symmetric matrix holds the negative of value `{found}`, too, which is out of the range of {dtype}")]
    NegativeRange {
        /// The value.
        found: String,
        /// The element type asked for.
        dtype: Dtype,
    },
    /// A header of a `.tns` that is announced and is none.
    #[error("after the words `extended FROSTT`, expected {expected}, found `{found}`")]
    Header {
        /// What should be there.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// A header of a `.tns` that says another number of sizes than dimensions.
    #[error("the header announces order {order}, the line of sizes has {found} numbers")]
    HeaderSizes {
        /// The order.
        order: u64,
        /// Number of sizes.
        found: usize,
    },
    /// Fewer entries than the size line says.
    #[error("the size line announces {announced} entries, the file ends after {found}")]
    FewerEntries {
        /// Entries announced.
        announced: u128,
        /// Entries found.
        found: usize,
    },
    /// More entries than the size line says.
    #[error("the size line announces {announced} entries, here is one more")]
    MoreEntries {
        /// Entries announced.
        announced: u128,
    },
    /// The tensor has another order than is needed.
    #[error("the file holds a tensor of order {found}, order {required} is needed")]
    Order {
        /// The order in the file.
        found: usize,
        /// The order asked for.
        required: usize,
    },
    /// The file states another size than is needed.
    #[error("dimension {dimension} has size {found} in the file, size {required} is needed")]
    SizesDisagree {
        /// The dimension.
        dimension: usize,
        /// The size in the file.
        found: u64,
        /// The size asked for.
        required: u64,
    },
    /// A file without entries that does not state sizes either.
    #[error("the file has no entries, so its sizes must be given")]
    NoEntries,
}

/// A point as files name it: its coordinates from 1.
#[derive(Debug)]
pub struct Point(pub Vec<u64>);

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let coordinates: Vec<String> =
            self.0.iter().map(|coordinate| (u128::from(*coordinate) + 1).to_string()).collect();
        write!(f, "({})", coordinates.join(", "))
    }
}

/// A tensor that cannot be written. Nothing is left behind then.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The name does not say in which format.
    #[error("{file}: unknown ending, known are {known}")]
    UnknownEnding {
        /// The file.
        file: String,
        /// The endings that are written.
        known: &'static str,
    },
    /// The name has no ending to say in which format.
    #[error("{file}: the name has no ending that says what to write, known are {known}")]
    NoEnding {
        /// The file.
        file: String,
        /// The endings that are written.
        known: &'static str,
    },
    /// A list of entries, which a file of NumPy cannot hold.
    #[error("{file}: a .npy file holds dense tensors, and this one is a list of entries: write a .mtx or .tns file")]
    Entries {
        /// The file.
        file: String,
    },
    /// A tensor that Matrix Market cannot hold.
    #[error("{file}: a .mtx file holds matrices and vectors, found a tensor of order {order}: write a .tns file")]
    Order {
        /// The file.
        file: String,
        /// The order of the tensor.
        order: usize,
    },
    /// The entries make no sense.
    #[error("{file}: {source}")]
    Coo {
        /// The file.
        file: String,
        /// What is wrong with them.
        source: CooError,
    },
    /// The system refuses.
    #[error("{file}: cannot be written: {source}")]
    Io {
        /// The file.
        file: String,
        /// What the system says.
        source: io::Error,
    },
}
