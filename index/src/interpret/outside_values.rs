//! What a nest takes from outside, to be interpreted.

use super::number::Number;
use crate::ValueId;

/// What a nest takes from outside.
pub trait OutsideValues {
    /// A scalar.
    fn scalar(&self, value: ValueId) -> Option<Number>;

    /// A dimension of a tensor.
    fn dimension(&self, tensor: ValueId, dimension: usize) -> Option<i64>;
}
