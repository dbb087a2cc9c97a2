//! What ends the interpretation of a program early.

/// Why a program is not interpreted to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// The interpreter does not know this.
    #[error("not interpreted: {0}")]
    Unsupported(String),
    /// The program is wrong: it reaches outside of a tensor.
    #[error("wrong: {tensor} is accessed at {point:?}, outside of it")]
    Outside {
        /// The tensor, as diagnostics name it.
        tensor: String,
        /// The coordinates.
        point: Vec<i64>,
    },
}

pub(super) fn unsupported(what: impl Into<String>) -> Stopped {
    Stopped::Unsupported(what.into())
}
