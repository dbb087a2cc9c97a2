//! The oracle: evaluates a program coordinate by coordinate, for comparing with what a compiled kernel computed.
//!
//! Meaning. At each point (a value for every variable of a term) a stored entry has its value and any other place of a
//! tensor is *absent*. Absent times anything is absent, also against infinity and nan; absent plus a value is the
//! value; absent over anything is absent; a value over an absent one is a division by zero. In functions, comparisons
//! and reductions that are no sums, what is absent counts as zero. A zero that absent entries and numbers alone make is
//! absent, too: that of `min(A(i), 5)`, say. What is absent adds nothing to the result. A tensor that is to count as dense therefore has to
//! come with its zeros. Zeros that a format stores to fill up have two readings ([`Reading`]); a result is right if one
//! of them explains all of it.
//!
//! Points. Which points a result stores does not depend on the values of entries: those at which something is not absent
//! that is made of entries, or of numbers that are not zero ([`points`]).
//!
//! Arithmetic. Floats are computed as `f64` (`f32` inputs are rounded first), and beside each result the sum of the
//! absolute values of what was added, against which an error is to be measured; complex numbers as pairs of `f64`, the
//! same. Integers wrap at their width, and their division truncates.
//!
//! How. Reductions within a term are evaluated first, each as a tensor over the variables that it depends on (`inner`). Each
//! additive term is compiled to a tree over its accesses (`tree`); the sets of sparse accesses that make the
//! term present (`support`) are each joined entry by entry (`route`) and every point found is visited once (`walk`).
//!
//! A result is held as a list of the elements that were found and what all others are (`grid`), or one by one where
//! these are few or most are found.
//!
//! Left out: what has to be evaluated at each of more than 2^28 points, and any clever order of evaluation.

mod affine;
mod arithmetic;
mod collected;
mod compare;
mod element;
mod error;
mod evaluation;
mod grid;
mod index;
mod inner;
#[cfg(test)]
mod listing_tests;
mod operand;
mod pairs;
mod points;
mod presence;
mod reading;
mod route;
mod scattered;
mod setting;
mod slabs;
mod statements;
mod support;
mod tree;
mod value;
mod walk;

pub use compare::{CompareError, Comparison, Difference, Found, Scalar, compare};
pub use error::OracleError;
pub use evaluation::{Evaluation, Places, Results};
pub use points::{Points, PointsError, Storing, Support, points, program_points};
pub use reading::{Reading, readings};
pub use statements::{FillsUp, Inputs, Kept, evaluate, evaluate_program};
