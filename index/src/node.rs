//! The nodes of the expression graph of a nest.

use super::{Access, Combiner, Directives, ExprId, Operation, Outside, Place, Scalar, VarId, algebra::Known};

/// A value computed at a point of the iteration space.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// The element of a tensor.
    Read(Access),
    /// Whether the tensor stores an entry there, an `i1`.
    Stored(Access),
    /// The value of an index variable.
    Index(VarId),
    /// A value from outside the nest.
    Outside(Outside),
    /// A constant that the compiler found.
    Constant(Known),
    /// A scalar operation.
    Scalar {
        /// Which.
        operation: Operation,
        /// Operands.
        operands: Vec<ExprId>,
    },
    /// Two values combined.
    Combine {
        /// How.
        combiner: Combiner,
        /// Left operand.
        left: ExprId,
        /// Right operand.
        right: ExprId,
    },
    /// The body, combined over all values of a variable.
    Fold {
        /// The variable.
        var: VarId,
        /// How its rounds run.
        how: Directives,
        /// How values combine.
        combiner: Combiner,
        /// What is combined.
        body: ExprId,
    },
}

/// An expression with its type and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct ExprNode {
    /// The expression.
    pub expr: Expr,
    /// Its scalar type.
    pub r#type: Scalar,
    /// Its place in the source.
    pub location: Place,
}
