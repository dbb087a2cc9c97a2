//! Conversions into and out of our dialects, one pass a module.

/// What code says first when it stops because an array does not fit the memory.
pub const NO_MEMORY: &str = "not enough memory";

pub mod check_allocation_sizes;
pub mod expand_allocations;
pub mod expand_asserts;
pub mod expand_boundaries;
pub mod expand_conversions;
pub mod expand_math;
pub mod free_local_buffers;
pub(crate) mod function;
pub mod generalize_named_ops;
pub mod import_sparse_tensor;
pub mod linalg_to_sloop;
pub mod noalias;
pub mod sloop_to_scf;
pub mod stensor_to_memref;
mod symbols;
