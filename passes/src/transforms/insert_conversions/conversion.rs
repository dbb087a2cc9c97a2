//! What is converted, and why.

use crate::index::{Access, TensorId};
use lacuna_layout::Description;

/// What is converted.
#[derive(Clone, Debug)]
pub enum Conversion {
    /// An operand, for one access of one statement.
    Operand {
        /// Which statement of the nest.
        statement: usize,
        access: Access,
        to: &'static Description,
        /// Whether coordinates will be looked up in it again and again.
        for_lookups: bool,
        why: String,
    },
    /// The result.
    Result { tensor: TensorId, from: &'static Description, why: String },
}
