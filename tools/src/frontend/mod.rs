//! From index notation to `linalg` on tensors.
//!
//! Each additive term becomes one `linalg.generic` that adds into the result of the one before; the first adds into
//! zeros, or into the old value of the target of `+=`. Reductions inside of terms are tensors of their own (`inner`). The
//! result is text, which the compiler parses like any other input, and which `--emit linalg` shows.

mod any;
mod body;
mod inner;
mod statement;
mod term;

pub use term::{factor_names, sum_of};

use crate::kernel::signature::Parameter;
use lacuna_dialects::sloop::schedule::LoopSchedule;
use lacuna_layout::Format;
use lacuna_notation::ast::{self, Columns};
use lacuna_runtime::value::Dtype;
use statement::ProgramWriter;
use std::collections::BTreeMap;

/// Why a program cannot be said in `linalg`.
#[derive(Debug, thiserror::Error)]
pub enum FrontendError {
    /// A number that the element type cannot hold.
    #[error("column {}: {number} is not a value of type {dtype}", columns.start)]
    Number {
        /// As written.
        number: String,
        /// The element type.
        dtype: Dtype,
        /// Where.
        columns: Columns,
    },
    /// Integer division by something that may be zero.
    #[error(
        "column {}: division of {dtype} values is supported by a number other than zero only, because a zero divisor \
         has no result",
        columns.start
    )]
    IntegerDivision {
        /// The element type.
        dtype: Dtype,
        /// Where.
        columns: Columns,
    },
    /// An update of a stored tensor that does not add, at subscripts that are more than variables.
    #[error(
        "column {}: `{target}` is stored, and where subscripts are more than variables, `{update}` is compiled for dense \
         tensors only: which points of `{tensor}` are left is not known",
        columns.start
    )]
    StoredUpdate {
        /// As written.
        target: String,
        /// Its tensor.
        tensor: String,
        /// `max=`, say.
        update: &'static str,
        /// Where.
        columns: Columns,
    },
    /// A tensor of the program that was not declared.
    #[error("tensor {0} was not declared")]
    Undeclared(String),
    /// An index variable whose size nothing tells.
    #[error("the size of {0} is not known: give it with -d {0}=SIZE")]
    UnknownSize(String),
}

/// What is known of a tensor before compilation.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// Size of each dimension, `None` where it is known only at run time.
    pub shape: Vec<Option<u64>>,
    /// Its format; dense tensors have none.
    pub format: Option<Format>,
}

impl Declaration {
    /// The dimensions whose sizes are left open.
    pub fn open(&self) -> Vec<usize> {
        (0..self.shape.len()).filter(|dimension| self.shape[*dimension].is_none()).collect()
    }

    /// What a function is compiled for that takes or gives the tensor.
    pub fn parameter(&self, name: &str, dtype: Dtype) -> Parameter {
        Parameter { name: name.to_owned(), shape: self.shape.clone(), format: self.format.clone(), dtype }
    }
}

/// What is lowered.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The statements.
    pub program: &'a ast::Program,
    /// The tensors that the function gives: targets of statements, each once.
    pub results: &'a [String],
    /// Every tensor of the program.
    pub declarations: &'a BTreeMap<String, Declaration>,
    /// The sizes of the variables of each statement, as far as they are known.
    pub sizes: &'a [BTreeMap<String, u64>],
    /// The element type.
    pub dtype: Dtype,
    /// What is asked of the loops of each statement; of those without one, nothing.
    pub schedules: &'a [LoopSchedule],
}

/// A module with one function, whose arguments are `operands` and then `places`.
#[derive(Clone, Debug)]
pub struct Program {
    /// The module, as MLIR text.
    pub text: String,
    /// The tensors that the function reads.
    pub operands: Vec<String>,
    /// The dense results, whose buffers hold the results; the old values of those that are updated.
    pub places: Vec<String>,
}

/// The name of the function.
pub const KERNEL: &str = "kernel";

/// A program as a function on tensors.
///
/// # Errors
/// Where a number or a division has no meaning in the element type, and where tensors or sizes are not known.
pub fn lower(source: Source<'_>) -> Result<Program, FrontendError> {
    let Source { program, results, declarations, .. } = source;
    for name in program.tensor_orders().keys() {
        if !declarations.contains_key(*name) {
            return Err(FrontendError::Undeclared((*name).to_owned()));
        }
    }
    let is_dense = |name: &String| declarations[name].format.is_none();
    let places: Vec<String> = results.iter().filter(|name| is_dense(name)).cloned().collect();
    let operands: Vec<String> = program
        .operands()
        .into_iter()
        .map(|access| access.tensor.clone())
        .filter(|name| !places.contains(name))
        .collect();
    let text = ProgramWriter::new(source).module(&operands, &places)?;
    Ok(Program { text, operands, places })
}

/// The MLIR name of an element type.
pub fn element(dtype: Dtype) -> &'static str {
    match dtype {
        Dtype::F64 => "f64",
        Dtype::F32 => "f32",
        Dtype::I64 => "i64",
        Dtype::I32 => "i32",
        Dtype::I16 => "i16",
        Dtype::I8 => "i8",
        Dtype::Complex128 => "complex<f64>",
        Dtype::Complex64 => "complex<f32>",
    }
}
