//! The index form as plain data: what is computed, without MLIR.
//!
//! A [`Nest`] is a tree of loops, writes and `where`s ([`Stmt`]) over a graph of expressions ([`Expr`]). This is concrete index
//! notation, with nothing about storage but the formats that the tensors carry. Values, operations and places of the IR are
//! numbers ([`ValueId`], [`OpId`], [`Place`]), so a pass can decide on a nest, and change a copy of it, without touching the IR.
//!
//! - [`build`], [`statement`], [`expression`], [`subscript`], [`size`]: making, visiting and changing nests.
//! - [`algebra`], [`specialize`]: what operations make of constants, and of points that are not stored.
//! - [`distribute`]: which statements may be taken apart, and which rounds may run in lockstep.
//! - [`analysis`]: loop orders, merge lattices, which points a nest visits.
//! - [`interpret`]: the meaning of a nest, run on dense arrays.
//! - [`names`], [`problem`], [`remedy`]: what users are told about a nest.
//! - [`choices`], [`schedule`], [`Directives`], [`inner_forms`], [`factor_order`]: what users ask of it.
//!
//! Left out: reading nests from the IR and writing them back, and every decision of how they are walked (`lacuna-passes`).

mod access;
pub mod algebra;
pub mod analysis;
pub mod build;
pub mod choices;
pub mod combiners;
pub mod constant;
pub mod directives;
pub mod distribute;
pub mod expression;
pub mod factor_order;
pub mod fp;
mod ids;
pub mod inner_forms;
pub mod intern;
pub mod interpret;
pub mod names;
mod nest;
mod node;
pub mod operation;
mod outside;
pub mod precompute;
pub mod problem;
pub mod remedy;
mod same;
pub mod scalar;
pub mod schedule;
pub mod size;
pub mod specialize;
pub mod statement;
pub mod subscript;
mod tensor;
pub mod testing;
#[cfg(test)]
mod tests;
mod text;
mod var;
pub mod words;

pub use access::Access;
pub use combiners::Combiner;
pub use directives::{Directives, MOST_LANES};
pub use ids::{ExprId, OpId, Place, TensorId, ValueId, VarId};
pub use nest::Nest;
pub use node::{Expr, ExprNode};
pub use operation::{Detail, Operation};
pub use outside::Outside;
pub use scalar::Scalar;
pub use size::Size;
pub use statement::{Loop, Stmt, Where, Write, writes};
pub use tensor::{Local, Tensor, TensorKind};
pub use text::constant_text;
pub use var::{Limit, Relation, Var};
