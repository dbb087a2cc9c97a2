//! Element types and typed arrays of values.
//!
//! [`Values`] is an array whose element type is known at run time only. Code that works on every
//! element type is written once over [`Element`] and entered through the two dispatch macros of
//! this crate.

mod element;
mod scalar;

use std::ffi::c_void;
use std::fmt;
use std::str::FromStr;

use rayon::prelude::*;

pub(crate) use element::is_integer_text;
pub use element::{Element, NumberError};
pub use scalar::Scalar;

/// The element type of a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dtype {
    /// IEEE binary64.
    F64,
    /// IEEE binary32.
    F32,
    /// Signed 64-bit integer.
    I64,
    /// Signed 32-bit integer.
    I32,
}

impl Dtype {
    /// Every element type, the default one first.
    pub const ALL: [Dtype; 4] = [Dtype::F64, Dtype::F32, Dtype::I64, Dtype::I32];

    /// Its name, as in `--dtype`.
    pub const fn name(self) -> &'static str {
        match self {
            Dtype::F64 => "f64",
            Dtype::F32 => "f32",
            Dtype::I64 => "i64",
            Dtype::I32 => "i32",
        }
    }

    /// Bytes of one element.
    pub const fn size_in_bytes(self) -> usize {
        match self {
            Dtype::F64 | Dtype::I64 => 8,
            Dtype::F32 | Dtype::I32 => 4,
        }
    }

    /// Whether it is a floating-point type.
    pub const fn is_float(self) -> bool {
        matches!(self, Dtype::F64 | Dtype::F32)
    }
}

impl fmt::Display for Dtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no element type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown element type `{0}`: known are f64, f32, i64, i32")]
pub struct UnknownDtype(pub String);

impl FromStr for Dtype {
    type Err = UnknownDtype;

    fn from_str(text: &str) -> Result<Self, UnknownDtype> {
        Dtype::ALL.into_iter().find(|dtype| dtype.name() == text).ok_or_else(|| UnknownDtype(text.to_owned()))
    }
}

/// An array of values of one element type.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// IEEE binary64.
    F64(Vec<f64>),
    /// IEEE binary32.
    F32(Vec<f32>),
    /// Signed 64-bit integers.
    I64(Vec<i64>),
    /// Signed 32-bit integers.
    I32(Vec<i32>),
}

/// Runs an expression with the vector inside a [`Values`] bound to a name, whatever its element
/// type.
macro_rules! with_values {
    ($values:expr, $vector:ident => $body:expr) => {
        match $values {
            $crate::value::Values::F64($vector) => $body,
            $crate::value::Values::F32($vector) => $body,
            $crate::value::Values::I64($vector) => $body,
            $crate::value::Values::I32($vector) => $body,
        }
    };
}

/// Runs an expression with a type name bound to the Rust type of a [`Dtype`].
macro_rules! with_element {
    ($dtype:expr, $element:ident => $body:expr) => {
        match $dtype {
            $crate::value::Dtype::F64 => {
                type $element = f64;
                $body
            }
            $crate::value::Dtype::F32 => {
                type $element = f32;
                $body
            }
            $crate::value::Dtype::I64 => {
                type $element = i64;
                $body
            }
            $crate::value::Dtype::I32 => {
                type $element = i32;
                $body
            }
        }
    };
}

pub(crate) use {with_element, with_values};

impl Values {
    /// No values yet.
    pub fn empty(dtype: Dtype) -> Values {
        Values::zeros(dtype, 0)
    }

    /// `len` zeros.
    pub fn zeros(dtype: Dtype, len: usize) -> Values {
        with_element!(dtype, T => T::wrap(vec![T::ZERO; len]))
    }

    /// Its element type.
    pub fn dtype(&self) -> Dtype {
        match self {
            Values::F64(_) => Dtype::F64,
            Values::F32(_) => Dtype::F32,
            Values::I64(_) => Dtype::I64,
            Values::I32(_) => Dtype::I32,
        }
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        with_values!(self, values => values.len())
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element at `index`, or `None` past the end.
    pub fn get(&self, index: usize) -> Option<Scalar> {
        with_values!(self, values => values.get(index).map(|value| value.to_scalar()))
    }

    /// Every element in order.
    pub fn iter(&self) -> impl Iterator<Item = Scalar> + '_ {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// The elements at `indices`, in that order; `None` when one is past the end.
    pub fn gather(&self, indices: &[usize]) -> Option<Values> {
        with_values!(self, values => {
            let gathered: Option<Vec<_>> = indices.par_iter().map(|&index| values.get(index).copied()).collect();
            gathered.map(Element::wrap)
        })
    }

    /// Whether the same values are there in the same order, no number being the same as no number.
    pub fn is_same(&self, other: &Values) -> bool {
        with_values!(self, values => Element::slice_of(other).is_some_and(|others| {
            values.len() == others.len() && values.par_iter().zip(others).all(|(left, right)| left.is_same(*right))
        }))
    }

    /// The elements as a slice of a static type, when that is their type.
    pub fn as_slice<T: Element>(&self) -> Option<&[T]> {
        T::slice_of(self)
    }

    /// Address of the first element, for a compiled kernel to read. Dangling but aligned when there
    /// is none.
    pub fn as_ptr(&self) -> *const c_void {
        with_values!(self, values => values.as_ptr().cast())
    }

    /// Address of the first element, for a compiled kernel to write. Dangling but aligned when
    /// there is none.
    pub fn as_mut_ptr(&mut self) -> *mut c_void {
        with_values!(self, values => values.as_mut_ptr().cast())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dtype_names_round_trip() {
        for dtype in Dtype::ALL {
            assert_eq!(dtype.to_string().parse(), Ok(dtype));
        }
        let error = "f16".parse::<Dtype>().unwrap_err();
        assert_eq!(error.to_string(), "unknown element type `f16`: known are f64, f32, i64, i32");
    }

    #[test]
    fn zeros_have_the_asked_type_and_length() {
        for dtype in Dtype::ALL {
            let values = Values::zeros(dtype, 3);
            assert_eq!((values.dtype(), values.len()), (dtype, 3));
            assert!(values.iter().all(Scalar::is_zero));
            assert_eq!(values.get(3), None);
        }
    }

    #[test]
    fn values_are_the_same_also_where_they_are_no_number() {
        let values = Values::F64(vec![1.0, f64::NAN, 0.0]);
        assert!(values.is_same(&Values::F64(vec![1.0, -f64::NAN, -0.0])));
        assert!(!values.is_same(&Values::F64(vec![1.0, f64::NAN])));
        assert!(!values.is_same(&Values::F64(vec![1.0, 2.0, 0.0])));
        assert!(!values.is_same(&Values::F32(vec![1.0, f32::NAN, 0.0])));
    }

    #[test]
    fn gather_checks_its_indices() {
        let values = Values::I32(vec![5, 6, 7]);
        assert_eq!(values.gather(&[2, 0, 2]), Some(Values::I32(vec![7, 5, 7])));
        assert_eq!(values.gather(&[3]), None);
    }
}
