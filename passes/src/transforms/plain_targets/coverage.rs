//! How far variables run over the dimensions of a result that they subscript.

use crate::index::{Nest, TensorId, VarId, build::dimension_extent};

/// How far they run where a size is not known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Coverage {
    /// Over all coordinates.
    Whole,
    /// Over some of them, maybe.
    MaybePart,
}

impl Coverage {
    /// Whether a variable may run over others than all coordinates of a dimension of `tensor`.
    pub fn may_cover_part(self, nest: &Nest, tensor: TensorId, dimension: usize, var: VarId) -> bool {
        let extent = &nest.var(var).extent;
        let is_known = extent.number().is_some() && dimension_extent(nest.tensor(tensor), dimension).number().is_some();
        nest.may_differ(tensor, dimension, extent) || self == Self::MaybePart && !is_known
    }
}
