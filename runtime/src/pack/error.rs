//! Why a tensor cannot be packed.

use crate::coo::CooError;
use crate::levels::LevelError;
use crate::memory::MemoryError;
use crate::value::Dtype;
use lacuna_layout::{FillType, FormatError, LevelSizeError};

/// Why a tensor cannot be packed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackError {
    /// The format makes no sense.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The entries make no sense.
    #[error(transparent)]
    Coo(#[from] CooError),
    /// The storage does not fit the memory.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// A level does not hold the entries.
    #[error(transparent)]
    Level(LevelError),
    /// The storage does not fit the memory because of one row.
    #[error("{0}: compressed levels, as in csr, give each row the room that it needs")]
    LongestRow(MemoryError),
    /// The format is for tensors of another order.
    #[error("the format is for tensors of order {format}, the tensor has order {tensor}")]
    OrderMismatch {
        /// The order of the format.
        format: usize,
        /// The order of the tensor.
        tensor: usize,
    },
    /// The fill value is not of the element type.
    #[error("the fill value of the format is of type {fill}, the tensor is of type {tensor}")]
    FillType {
        /// The type of the fill value.
        fill: FillType,
        /// The type of the tensor.
        tensor: Dtype,
    },
    /// The format has coordinates that are too large for the shape.
    #[error(transparent)]
    LevelSize(#[from] LevelSizeError),
}

impl From<LevelError> for PackError {
    fn from(error: LevelError) -> PackError {
        match error {
            LevelError::Memory(error) => PackError::Memory(error),
            error => PackError::Level(error),
        }
    }
}
