//! Dimensions that statements fill in parts, as `C(i) = a(i); C(i+5) += b(i)` does.

use std::collections::BTreeSet;

use crate::ast::{Access, Assignment, Program};

/// The dimensions of assigned tensors that some statement subscripts by more than a variable. One that a variable alone subscripts
/// may reach less of them than there is.
#[derive(Clone, Debug, Default)]
pub struct Partial<'a>(BTreeSet<(&'a str, usize)>);

impl<'a> Partial<'a> {
    /// Those of a program.
    pub fn of(program: &'a Program) -> Self {
        let mut dimensions = BTreeSet::new();
        for Assignment { target, .. } in &program.statements {
            for (dimension, subscript) in target.subscripts.iter().enumerate() {
                if subscript.as_variable().is_none() {
                    dimensions.insert((target.tensor.as_str(), dimension));
                }
            }
        }
        Self(dimensions)
    }

    /// Whether a dimension of a tensor is one of them.
    pub fn has_dimension(&self, tensor: &str, dimension: usize) -> bool {
        self.0.iter().any(|(other, number)| *other == tensor && *number == dimension)
    }

    /// Whether several statements tell how large a tensor is.
    pub fn has(&self, tensor: &str) -> bool {
        self.0.iter().any(|(other, _)| *other == tensor)
    }

    /// Whether a subscript of a target may reach less of its dimension.
    pub(super) fn has_subscript(&self, statement: &Assignment, access: &Access, dimension: usize) -> bool {
        *access == statement.target && self.has_dimension(&access.tensor, dimension)
    }
}
