//! The processor that this runs on.

use crate::ffi;

/// Whether it gathers fast, and has masks for vectors that are not full. LLVM knows; of processors that are not x86, no.
pub fn gathers_are_fast() -> bool {
    // SAFETY: the function takes nothing.
    unsafe { ffi::lacunaGathersAreFast() }
}
