//! Where a tensor comes from, as a user writes it: a file, a generator, a number or a list of them, or `-` for standard
//! input.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use crate::data::{Data, Dense};
use crate::generate::{GenerateError, Generator};
use crate::io::{self as files, ReadError, ReadOptions};
use crate::value::{Dtype, Element, NumberError, Values, is_integer_text, with_element};

/// What messages call standard input.
const STANDARD_INPUT: &str = "standard input";

/// A source of data.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// Standard input, whose bytes are here.
    Stream(Vec<u8>),
    /// A generator.
    Generator(Generator),
    /// A number, as it is written: a tensor of order 0.
    Number(String),
    /// Numbers, as they are written: a tensor of order 1.
    List(Vec<String>),
}

/// Why there is no data.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// A word that means nothing.
    #[error("this is neither a generator nor a file{} (generators: {generators}; files end in {endings})", suggestion(.nearest))]
    Unknown {
        /// The generator that may be meant.
        nearest: Option<&'static str>,
        /// The generators there are.
        generators: String,
        /// The endings that are read.
        endings: &'static str,
    },
    /// A file or a stream that cannot be read; the message names it.
    #[error(transparent)]
    Read(Box<ReadError>),
    /// A generator that cannot make the tensor.
    #[error(transparent)]
    Generate(#[from] Box<GenerateError>),
    /// A number that the element type does not hold.
    #[error("`{text}` is {problem}")]
    Number {
        /// The number.
        text: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A tensor of another order.
    #[error("a tensor of order {required} is needed, this makes one of order {found}")]
    Order {
        /// The order that is needed.
        required: usize,
        /// The order there is.
        found: usize,
    },
    /// Another size than is needed.
    #[error("{required} values are needed, the list has {found}")]
    Length {
        /// The size that is needed.
        required: u64,
        /// The length of the list.
        found: usize,
    },
    /// A size beyond what code can count.
    #[error("dimension {dimension} has size {size}: at most {limit} is possible", limit = i64::MAX)]
    Size {
        /// The dimension.
        dimension: usize,
        /// Its size.
        size: u64,
    },
    /// A generator that takes any shape, where there is none.
    #[error("it takes any shape, and none is given")]
    NoShape,
}

impl SourceError {
    /// Whether the fault is ours, and not one of what was asked for.
    pub fn is_ours(&self) -> bool {
        match self {
            Self::Read(error) => error.is_ours(),
            Self::Generate(error) => matches!(**error, GenerateError::Coo(_)),
            _ => false,
        }
    }
}

fn suggestion(nearest: &Option<&'static str>) -> String {
    nearest.map_or_else(String::new, |name| format!(": did you mean `{name}`?"))
}

impl Source {
    /// Tells sources apart. Standard input is read to its end.
    ///
    /// # Errors
    /// When the text is none of them, a generator has wrong parameters, or standard input cannot be read.
    pub fn parse(text: impl AsRef<OsStr>) -> Result<Source, SourceError> {
        let Some(text) = text.as_ref().to_str() else {
            // What is no text can only be the name of a file.
            return Ok(Source::File(PathBuf::from(text.as_ref())));
        };
        if text == "-" {
            let bytes = files::read_stream(STANDARD_INPUT, io::stdin().lock());
            return Ok(Source::Stream(bytes.map_err(|error| SourceError::Read(Box::new(error)))?));
        }
        if Generator::is_generator(text) {
            return Ok(Source::Generator(Generator::parse(text).map_err(Box::new)?));
        }
        let path = Path::new(text);
        if files::has_known_ending(path) {
            return Ok(Source::File(path.to_owned()));
        }
        if let Some(list) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
            let numbers = list.split(',').map(|number| number.trim().to_owned());
            return Ok(Source::List(if list.trim().is_empty() { Vec::new() } else { numbers.collect() }));
        }
        if is_number(text) {
            return Ok(Source::Number(text.to_owned()));
        }
        // A name with an ending is that of a file, whose ending is wrong then.
        if path.exists() || path.extension().is_some() && !text.contains(':') {
            return Ok(Source::File(path.to_owned()));
        }
        let (nearest, generators) = (Generator::nearest(text), Generator::names());
        Err(SourceError::Unknown { nearest, generators, endings: files::ENDINGS })
    }

    /// Whether it lists entries, some points of many; others say every point.
    pub fn lists_entries(&self) -> bool {
        match self {
            Source::File(path) => files::lists_entries(path),
            Source::Stream(bytes) => files::bytes_list_entries(bytes),
            Source::Generator(generator) => generator.makes_entries(),
            Source::Number(_) | Source::List(_) => false,
        }
    }

    /// Whether zeros among its values are points that store nothing, in formats that leave these out: so it is with dense
    /// tensors that were written down, but not with those of generators.
    pub fn writes_zeros(&self) -> bool {
        !matches!(self, Source::Generator(_))
    }

    /// Whether it makes a tensor of any shape.
    pub fn takes_any_shape(&self) -> bool {
        matches!(self, Source::Generator(generator) if generator.shape().is_none())
    }

    /// The tensor. `options.shape` says what is known of its shape, all of it for a source that takes any.
    ///
    /// # Errors
    /// See [`SourceError`].
    pub fn load(&self, options: &ReadOptions<'_>) -> Result<Data, SourceError> {
        let data = self.load_any(options)?;
        match data.shape().iter().position(|&size| i64::try_from(size).is_err()) {
            Some(dimension) => Err(SourceError::Size { dimension, size: data.shape()[dimension] }),
            None => Ok(data),
        }
    }

    fn load_any(&self, options: &ReadOptions<'_>) -> Result<Data, SourceError> {
        let read = |error| SourceError::Read(Box::new(error));
        match self {
            Source::File(path) => files::read_data(path, options).map_err(read),
            Source::Stream(bytes) => files::read_bytes(STANDARD_INPUT, bytes, options).map_err(read),
            Source::Generator(generator) => {
                let known = || options.shape.as_ref()?.iter().copied().collect();
                let shape: Vec<u64> = generator.shape().or_else(known).ok_or(SourceError::NoShape)?;
                check_order(options, shape.len())?;
                Ok(generator.data(&shape, options.dtype).map_err(Box::new)?)
            }
            Source::Number(text) => {
                check_order(options, 0)?;
                Ok(Data::Dense(Dense::scalar(numbers(std::slice::from_ref(text), options.dtype)?)))
            }
            Source::List(texts) => {
                check_order(options, 1)?;
                let found = texts.len();
                if let Some(required) = options.shape.as_ref().and_then(|shape| shape[0])
                    && required != found as u64
                {
                    return Err(SourceError::Length { required, found });
                }
                Ok(Data::Dense(Dense { shape: vec![found as u64], values: numbers(texts, options.dtype)? }))
            }
        }
    }
}

fn check_order(options: &ReadOptions<'_>, found: usize) -> Result<(), SourceError> {
    match options.expect_order.or(options.shape.as_ref().map(Vec::len)) {
        Some(required) if required != found => Err(SourceError::Order { required, found }),
        _ => Ok(()),
    }
}

/// The values that numbers are, as an element type.
fn numbers(texts: &[String], dtype: Dtype) -> Result<Values, SourceError> {
    with_element!(dtype, T => {
        let values: Result<Vec<T>, _> = texts.iter().map(|text| number::<T>(text).map_err(|error| refused(text, error, dtype))).collect();
        values.map(T::wrap)
    })
}

fn refused(text: &str, error: NumberError, dtype: Dtype) -> SourceError {
    let problem = match error {
        NumberError::NotANumber if is_number(text) => {
            format!("complex: --dtype complex128 or complex64 can hold it, {dtype} cannot")
        }
        NumberError::NotANumber => "no number".to_owned(),
        NumberError::Fractional => format!("not a whole number, and {dtype} holds no other"),
        NumberError::OutOfRange => format!("out of the range of {dtype}"),
        NumberError::Inexact => format!("an integer that {dtype} does not hold exactly"),
    };
    SourceError::Number { text: text.to_owned(), problem }
}

/// Whether a text is a number, real or complex.
fn is_number(text: &str) -> bool {
    // Ranges are for the element type to check.
    !matches!(number::<crate::value::Complex<f64>>(text), Err(NumberError::NotANumber))
}

/// `2.5`, `-3`, `1e3`, `inf`, and for complex types `1.5-2i` and `2i`.
fn number<T: Element>(text: &str) -> Result<T, NumberError> {
    let Some(parts) = text.strip_suffix(['i', 'j']) else {
        return if is_integer_text(text.as_bytes()) {
            T::parse_integer(text.as_bytes())
        } else {
            T::parse(text.as_bytes())
        };
    };
    // The sign of the imaginary part is the last one that is not that of an exponent.
    let is_sign =
        |&(at, sign): &(usize, char)| matches!(sign, '+' | '-') && !parts[..at].ends_with(['e', 'E', 'd', 'D']);
    let split = parts.char_indices().rfind(is_sign).map_or(0, |(at, _)| at);
    let (real, imaginary) = parts.split_at(split);
    let real = if real.is_empty() { "0" } else { real };
    let imaginary = match imaginary {
        "" | "+" => "1",
        "-" => "-1",
        other => other,
    };
    T::parse_complex(real.as_bytes(), imaginary.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{Complex, Scalar};

    fn scalar(text: &str, dtype: Dtype) -> Result<Scalar, String> {
        let options = ReadOptions { expect_order: Some(0), ..ReadOptions::new(dtype) };
        let data = Source::parse(text).and_then(|source| source.load(&options)).map_err(|error| error.to_string())?;
        Ok(data.into_coo().unwrap().values.get(0).unwrap())
    }

    #[test]
    fn numbers_are_tensors_of_order_0() {
        assert_eq!(scalar("2.5", Dtype::F64), Ok(Scalar::F64(2.5)));
        assert_eq!(scalar("-3", Dtype::I8), Ok(Scalar::I8(-3)));
        assert_eq!(scalar("-inf", Dtype::F32), Ok(Scalar::F32(f32::NEG_INFINITY)));
        for (text, re, im) in [("1.5-2i", 1.5, -2.0), ("2j", 0.0, 2.0), ("-i", 0.0, -1.0), ("1e-3+1e+2i", 1e-3, 100.0)]
        {
            assert_eq!(scalar(text, Dtype::Complex128), Ok(Scalar::Complex128(Complex::new(re, im))), "{text}");
        }
        assert_eq!(scalar("3", Dtype::Complex64), Ok(Scalar::Complex64(Complex::new(3.0, 0.0))));
    }

    #[test]
    fn numbers_that_the_type_does_not_hold_are_refused() {
        let error = |text: &str, dtype: Dtype| scalar(text, dtype).unwrap_err();
        assert_eq!(error("2.5", Dtype::I32), "`2.5` is not a whole number, and i32 holds no other");
        assert_eq!(error("128", Dtype::I8), "`128` is out of the range of i8");
        assert_eq!(error("1e400", Dtype::F64), "`1e400` is out of the range of f64");
        assert_eq!(error("16777217", Dtype::F32), "`16777217` is an integer that f32 does not hold exactly");
        assert_eq!(
            error("1+2i", Dtype::F64),
            "`1+2i` is complex: --dtype complex128 or complex64 can hold it, f64 cannot"
        );
        assert_eq!(error("[1]", Dtype::F64), "a tensor of order 0 is needed, this makes one of order 1");
    }

    #[test]
    fn lists_are_tensors_of_order_1() {
        let options = |size| ReadOptions { shape: Some(vec![size]), ..ReadOptions::new(Dtype::I32) };
        let load = |text: &str, size| Source::parse(text).unwrap().load(&options(size));
        let values = Values::I32(vec![1, -2, 3]);
        assert_eq!(load("[1, -2,3]", None).unwrap(), Data::Dense(Dense { shape: vec![3], values }));
        assert_eq!(load("[]", Some(0)).unwrap().shape(), [0]);
        assert_eq!(load("[1,2]", Some(3)).unwrap_err().to_string(), "3 values are needed, the list has 2");
        assert_eq!(load("[1,x]", None).unwrap_err().to_string(), "`x` is no number");
        assert_eq!(load("[1,]", None).unwrap_err().to_string(), "`` is no number");
    }

    #[test]
    fn misspelt_generators_are_told_from_files() {
        let error = Source::parse("poison2d:10x10").unwrap_err().to_string();
        assert_eq!(
            error,
            "this is neither a generator nor a file: did you mean `poisson2d`? (generators: random, ones, iota, \
             poisson2d, rmat, banded, blocks; files end in .mtx, .tns, .npy, .mtx.gz, .tns.gz, .npy.gz)"
        );
        assert!(Source::parse("radnom:density=0.1").unwrap_err().to_string().contains("`random`"));
        assert!(!Source::parse("xyzzy").unwrap_err().to_string().contains("did you mean"));
        assert_eq!(Source::parse("A.csv").unwrap(), Source::File("A.csv".into()));
        assert_eq!(Source::parse("1.5.mtx").unwrap(), Source::File("1.5.mtx".into()));
    }

    #[test]
    fn sources_of_entries_are_told_from_dense_ones() {
        let lists = |text: &str| Source::parse(text).unwrap().lists_entries();
        for text in ["A.mtx", "T.tns", "poisson2d:3x3", "random:density=0.5", "random:nnz=4", "rmat:scale=3,edges=2"] {
            assert!(lists(text), "{text}");
        }
        for text in ["x.npy", "ones", "iota", "random", "random:seed=3", "random:density=1", "2.5", "[1,2]"] {
            assert!(!lists(text), "{text}");
        }
    }
}
