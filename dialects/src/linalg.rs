//! Upstream's `linalg`, as far as MLIR's C API leaves it out.

use crate::{ffi, ir::Op};

/// Puts a `linalg.generic` in the place of a named operation, which is gone from here, and gives it; `None`, with nothing
/// changed, where the operation is none.
pub fn generalize(operation: Op<'_>) -> Option<Op<'_>> {
    // SAFETY: the operation is alive.
    unsafe { Op::from_option_raw(ffi::lacunaGeneralize(operation.to_raw())) }
}
