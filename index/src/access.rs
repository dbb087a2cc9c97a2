//! Subscripted tensors.

use super::{TensorId, VarId, subscript::Subscript};

/// A subscripted tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// Which tensor.
    pub tensor: TensorId,
    /// One subscript for each dimension.
    pub subscripts: Vec<Subscript>,
}

impl Access {
    /// Whether a subscript mentions the variable.
    pub fn mentions(&self, var: VarId) -> bool {
        self.subscripts.iter().any(|subscript| subscript.mentions(var))
    }

    /// Whether neighbouring values of the variable are neighbours in the tensor: it stands in the last subscript alone,
    /// with factor one.
    pub fn is_unit_stride(&self, var: VarId) -> bool {
        self.subscripts.split_last().is_some_and(|(last, others)| {
            last.coefficient(var) == 1 && others.iter().all(|subscript| !subscript.mentions(var))
        })
    }

    /// The variables, when every subscript is one variable alone.
    pub fn plain_vars(&self) -> Option<Vec<VarId>> {
        self.subscripts.iter().map(Subscript::as_var).collect()
    }
}
