//! From loops over buffers to the `llvm` dialect: what upstream's conversions leave to us.

pub mod check_allocation_sizes;
pub mod expand_allocations;
pub mod expand_asserts;
pub mod expand_complex;
pub mod expand_copies;
pub mod expand_log1p_expm1;
pub mod expand_threads;
pub mod free_local_buffers;
pub mod inline_scopes;
pub mod limit_unrolling;
mod loops;
pub mod mark_parallel_accesses;
pub mod noalias;
pub mod order_zeros;
mod reals;
pub mod restrict_vectorization;

/// What code says first when it stops because an array does not fit the memory.
pub const NO_MEMORY: &str = "not enough memory";
