//! Between the IR and the index form: nests are read from operations and written back ([`read`], [`write`]); a [`Binding`]
//! knows what their numbers stand for. What is data is in [`crate::index`], which knows nothing of the IR.

pub mod affine;
pub mod binding;
pub mod combine;
pub mod constants;
pub mod operations;
pub mod read;
pub mod types;
pub mod write;

pub use binding::Binding;
