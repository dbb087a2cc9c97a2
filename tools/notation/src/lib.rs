//! Index notation: the language that users type, and an oracle that evaluates it.
//!
//! A program is one assignment, such as `y(i) = A(i,j) * x(j) + b(i)`, or several, separated by `;` or line ends. Variables
//! that the target does not have are summed over the smallest additive term that holds all their occurrences; reductions
//! such as `max(j, A(i,j))` and `sum(j, A(i,j))` say for themselves what they combine over. Every variable runs from zero
//! to its size. `docs/notation.md` describes the language.
//!
//! - [`parse_program`] turns text into an [`ast::Program`], [`parse`] into a single [`ast::Assignment`], or into an error
//!   that points at a column.
//! - [`sizes`] derives variable sizes from tensor shapes, and shapes from sizes.
//! - [`types`] checks what operations need of the element type.
//! - [`oracle`] evaluates a program coordinate by coordinate and compares the results with computed ones.
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
pub mod elsewhere;
mod error;
pub mod halves;
mod lexer;
pub mod oracle;
mod parser;
mod resolve;
pub mod sizes;
mod subscript;
mod sums;
pub mod terms;
pub mod types;

pub use error::{Enclosing, NotationError, Problem, SizeSource, SumForm, SumReading};
pub use parser::{parse, parse_program, parse_subscript};
