//! Element types and typed arrays of values.
//!
//! [`Values`] is an array whose element type is known at run time only. Code that works on every
//! element type is written once over [`Element`] and entered through the dispatch macros of this
//! crate, or from others through [`Dtype::visit`]. Which types there are is said once, in the table
//! below; a new one needs a line there and an implementation of [`Element`].

mod complex;
mod element;
mod scalar;

use std::ffi::c_void;
use std::fmt;
use std::str::FromStr;

use rayon::prelude::*;

pub use complex::Complex;
pub(crate) use element::is_integer_text;
pub use element::{Element, NumberError};

/// What numbers of an element type are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// IEEE floating point.
    Float,
    /// Signed integers, which wrap around.
    Integer,
    /// Pairs of floating-point numbers.
    Complex,
}

/// Makes the enumerations of the element types and the macros that dispatch on them. The `$` comes
/// in as an argument so that those can have arguments of their own.
macro_rules! element_types {
    ($d:tt $($(#[$doc:meta])* $variant:ident: $rust:ty, $name:literal, $kind:ident;)*) => {
        /// The element type of a tensor.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Dtype {
            $($(#[$doc])* $variant,)*
        }

        impl Dtype {
            /// Every element type, the default one first.
            pub const ALL: [Dtype; [$($name),*].len()] = [$(Dtype::$variant),*];

            /// Its name, as in `--dtype`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Dtype::$variant => $name,)*
                }
            }

            /// Bytes of one element.
            pub const fn size_in_bytes(self) -> usize {
                match self {
                    $(Dtype::$variant => size_of::<$rust>(),)*
                }
            }

            /// What its numbers are.
            pub const fn kind(self) -> Kind {
                match self {
                    $(Dtype::$variant => Kind::$kind,)*
                }
            }
        }

        /// An array of values of one element type.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Values {
            $($(#[$doc])* $variant(Vec<$rust>),)*
        }

        /// One value of an element type known at run time.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Scalar {
            $($(#[$doc])* $variant($rust),)*
        }

        /// Runs an expression with the vector inside a [`Values`] bound to a name, whatever its
        /// element type.
        macro_rules! with_values {
            ($d values:expr, $d vector:ident => $d body:expr) => {
                match $d values {
                    $($crate::value::Values::$variant($d vector) => $d body,)*
                }
            };
        }

        /// Runs an expression with the number inside a [`Scalar`] bound to a name, whatever its
        /// element type.
        macro_rules! with_scalar {
            ($d scalar:expr, $d value:ident => $d body:expr) => {
                match $d scalar {
                    $($crate::value::Scalar::$variant($d value) => $d body,)*
                }
            };
        }

        /// Runs an expression with a type name bound to the Rust type of a [`Dtype`].
        macro_rules! with_element {
            ($d dtype:expr, $d element:ident => $d body:expr) => {
                match $d dtype {
                    $($crate::value::Dtype::$variant => {
                        type $d element = $rust;
                        $d body
                    })*
                }
            };
        }
    };
}

element_types! { $
    /// IEEE binary64.
    F64: f64, "f64", Float;
    /// IEEE binary32.
    F32: f32, "f32", Float;
    /// Signed 64-bit integers.
    I64: i64, "i64", Integer;
    /// Signed 32-bit integers.
    I32: i32, "i32", Integer;
    /// Signed 16-bit integers.
    I16: i16, "i16", Integer;
    /// Signed 8-bit integers.
    I8: i8, "i8", Integer;
    /// Complex numbers of two IEEE binary64.
    Complex128: crate::value::Complex<f64>, "complex128", Complex;
    /// Complex numbers of two IEEE binary32.
    Complex64: crate::value::Complex<f32>, "complex64", Complex;
}

pub(crate) use {with_element, with_scalar, with_values};

/// Code that is written once for all element types.
pub trait DtypeVisitor {
    /// What it gives.
    type Output;
    /// Runs it for one of them.
    fn visit<T: Element>(self) -> Self::Output;
}

impl Dtype {
    /// Runs `visitor` for this element type.
    pub fn visit<V: DtypeVisitor>(self, visitor: V) -> V::Output {
        with_element!(self, T => visitor.visit::<T>())
    }
}

impl fmt::Display for Dtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no element type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown element type `{0}`: known are {known}", known = Dtype::ALL.map(Dtype::name).join(", "))]
pub struct UnknownDtype(pub String);

impl FromStr for Dtype {
    type Err = UnknownDtype;

    fn from_str(text: &str) -> Result<Self, UnknownDtype> {
        Dtype::ALL.into_iter().find(|dtype| dtype.name() == text).ok_or_else(|| UnknownDtype(text.to_owned()))
    }
}

impl Values {
    /// No values yet.
    pub fn empty(dtype: Dtype) -> Values {
        Values::zeros(dtype, 0)
    }

    /// `len` zeros.
    pub fn zeros(dtype: Dtype, len: usize) -> Values {
        with_element!(dtype, T => T::wrap(vec![T::ZERO; len]))
    }

    /// The same, and so many zeros behind them.
    #[must_use]
    pub fn followed_by_zeros(mut self, count: usize) -> Values {
        with_values!(&mut self, values => values.resize(values.len() + count, Element::ZERO));
        self
    }

    /// Its element type.
    pub fn dtype(&self) -> Dtype {
        fn of<T: Element>(_: &[T]) -> Dtype {
            T::DTYPE
        }
        with_values!(self, values => of(values))
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
        let known = "f64, f32, i64, i32, i16, i8, complex128, complex64";
        assert_eq!(error.to_string(), format!("unknown element type `f16`: known are {known}"));
    }

    #[test]
    fn complex_numbers_take_the_bytes_of_their_parts() {
        assert_eq!((Dtype::Complex128.size_in_bytes(), Dtype::Complex64.size_in_bytes()), (16, 8));
        assert_eq!(Dtype::Complex64.kind(), Kind::Complex);
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
