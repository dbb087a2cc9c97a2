//! Index notation: the language that users type, and an oracle that evaluates it.
//!
//! `y(i) = A(i,j) * x(j) + b(i)` is one assignment. The value is a sum of *additive terms*; within each term, the
//! variables that the target does not have are summed. Every variable runs from zero to its size.
//!
//! `max(e, f, ...)` and `min(e, f, ...)` are factors, of two expressions or more. They choose at each point, and the
//! term that they stand in is summed: `y(i) = max(A(i,j), b(i))` is, for each `i`, the sum over `j` of the larger of
//! `A(i,j)` and `b(i)`, and not the largest value of a row. What is not stored counts as zero. NaN stays NaN, and -0 is
//! less than 0. Complex numbers have no order and are refused. Both names are reserved.
//!
//! - [`parse`] turns text into an [`ast::Assignment`], or into an error that points at a column.
//! - [`sizes`] derives variable sizes from tensor shapes, and shapes from sizes.
//! - [`oracle`] evaluates an assignment coordinate by coordinate and compares the result with a computed one.
//!
//! ```
//! use std::collections::BTreeMap;
//! use lacuna_notation::oracle::{Results, evaluate};
//! use lacuna_runtime::{coo::Coo, value::{Dtype, Values}};
//!
//! let places = vec![vec![0, 1], vec![1, 1]];
//! let matrix = Coo { shape: vec![2, 2], coordinates: places, values: Values::F64(vec![3.0, 4.0]) };
//! let vector = Coo { shape: vec![2], coordinates: vec![vec![0, 1]], values: Values::F64(vec![1.0, -1.0]) };
//! let operands = BTreeMap::from([("A".to_string(), matrix), ("x".to_string(), vector)]);
//! let assignment = lacuna_notation::parse("y(i) = A(i,j) * x(j)")?;
//! let y = evaluate(&assignment, &operands, &BTreeMap::new(), Dtype::F64)?;
//! assert_eq!(y.results, Results::Floats { values: vec![-3.0, -4.0], magnitudes: vec![3.0, 4.0] });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here knows of a storage format, of a schedule, or of the compiler: the oracle is worth something only
//! because it shares no code with what it checks.

pub mod ast;
mod check;
mod display;
mod error;
mod lexer;
pub mod oracle;
mod parser;
pub mod sizes;
mod subscript;
pub mod terms;

pub use error::{NotationError, Problem, SizeSource};
pub use parser::parse;
