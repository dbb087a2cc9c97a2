//! What a kernel was compiled for: the shape, format and element type of each tensor that it takes and gives.
//!
//! Kernels trust what they are given: one that was compiled for other sizes than its operand has reads past its arrays. So
//! a call is bound only to tensors that are those of the signature.

use lacuna_layout::Format;
use lacuna_runtime::{storage::SparseTensor, value::Dtype};
use std::fmt;

/// A function as it was compiled.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The function's name.
    pub name: String,
    /// The tensors that it takes, in order; a dense result, which it computes in place, is the last.
    pub arguments: Vec<Parameter>,
    /// The stored tensors that it gives.
    pub results: Vec<Parameter>,
}

/// A tensor that a function takes or gives.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// What it is called.
    pub name: String,
    /// Size of each dimension, `None` where the function takes any.
    pub shape: Vec<Option<u64>>,
    /// How it is stored; dense tensors have no format.
    pub format: Option<Format>,
    /// The element type.
    pub dtype: Dtype,
}

/// A tensor that is not what a function was compiled for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} is not what the kernel was compiled for: {what} {expected} was expected, {found} was found")]
pub struct Mismatch {
    /// What the tensor is called.
    pub name: String,
    /// Which of its properties differs.
    pub what: &'static str,
    /// What the function was compiled for.
    pub expected: String,
    /// What the tensor is.
    pub found: String,
}

impl Parameter {
    /// That of a stored tensor of this shape, format and element type.
    pub fn stored(name: &str, like: &SparseTensor) -> Self {
        Self { format: Some(like.format.clone()), ..Self::dense(name, like) }
    }

    /// That of a dense tensor of this shape and element type.
    pub fn dense(name: &str, like: &SparseTensor) -> Self {
        let shape = like.shape.iter().copied().map(Some).collect();
        Self { name: name.to_owned(), shape, format: None, dtype: like.dtype() }
    }

    /// Compares a tensor with what the function was compiled for.
    ///
    /// # Errors
    /// Where they differ.
    pub fn expect(&self, tensor: &SparseTensor) -> Result<(), Mismatch> {
        let differs = |what, expected: &dyn fmt::Display, found: &dyn fmt::Display| {
            Err(Mismatch { name: self.name.clone(), what, expected: expected.to_string(), found: found.to_string() })
        };
        let is_shape = self.shape.len() == tensor.shape.len()
            && self.shape.iter().zip(&tensor.shape).all(|(size, found)| size.is_none_or(|size| size == *found));
        if !is_shape {
            let found: Vec<_> = tensor.shape.iter().copied().map(Some).collect();
            return differs("shape", &Shape(&self.shape), &Shape(&found));
        }
        if self.dtype != tensor.dtype() {
            return differs("element type", &self.dtype, &tensor.dtype());
        }
        match &self.format {
            Some(format) if *format != tensor.format => differs("format", format, &tensor.format),
            None if !is_plain(tensor) => differs("format", &"dense", &tensor.format),
            _ => Ok(()),
        }
    }
}

/// Whether all that a tensor has is its values, in row-major order.
fn is_plain(tensor: &SparseTensor) -> bool {
    tensor.format == Format::dense(tensor.order())
}

/// The sizes of a tensor, as types of MLIR show them.
struct Shape<'a>(&'a [Option<u64>]);

impl fmt::Display for Shape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("of a scalar");
        }
        for (dimension, size) in self.0.iter().enumerate() {
            let between = if dimension > 0 { "x" } else { "" };
            match size {
                Some(size) => write!(f, "{between}{size}")?,
                None => write!(f, "{between}?")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lacuna_runtime::value::Values;

    fn tensor(shape: &[u64], format: &str, dtype: Dtype) -> SparseTensor {
        let format = Format::named(format, shape.len()).expect("the format is one");
        let levels = format.levels.iter().map(|_| Default::default()).collect();
        SparseTensor { shape: shape.to_vec(), format, levels, values: Values::empty(dtype) }
    }

    #[test]
    fn other_shapes_formats_and_element_types_are_named() {
        let csr = tensor(&[30, 20], "csr", Dtype::F64);
        let parameter = Parameter::stored("A", &csr);
        assert_eq!(parameter.expect(&csr), Ok(()));
        let open = Parameter { shape: vec![Some(30), None], ..parameter.clone() };
        assert_eq!(open.expect(&tensor(&[30, 3], "csr", Dtype::F64)), Ok(()));
        for (parameter, other, message) in [
            (&parameter, tensor(&[30, 3], "csr", Dtype::F64), "shape 30x20 was expected, 30x3 was found"),
            (&open, tensor(&[3, 30], "csr", Dtype::F64), "shape 30x? was expected, 3x30 was found"),
            (&parameter, tensor(&[30], "compressed", Dtype::F64), "shape 30x20 was expected, 30 was found"),
            (&parameter, tensor(&[30, 20], "csr", Dtype::F32), "element type f64 was expected, f32 was found"),
        ] {
            let mismatch = parameter.expect(&other).expect_err("they differ");
            assert_eq!(mismatch.to_string(), format!("A is not what the kernel was compiled for: {message}"));
        }
        let mismatch = parameter.expect(&tensor(&[30, 20], "csc", Dtype::F64)).expect_err("they differ");
        assert_eq!(mismatch.what, "format");
        let dense = Parameter::dense("x", &csr).expect(&csr).expect_err("it is not dense");
        assert_eq!((dense.what, dense.expected.as_str()), ("format", "dense"));
    }
}
