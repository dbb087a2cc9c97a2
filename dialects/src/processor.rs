//! The processor that this runs on.

use crate::ffi;
use std::sync::OnceLock;

/// Whether it gathers fast, and has masks for vectors that are not full. LLVM knows; of processors that are not x86, no.
pub fn gathers_are_fast() -> bool {
    static ARE_FAST: OnceLock<bool> = OnceLock::new();
    // SAFETY: the function takes nothing.
    *ARE_FAST.get_or_init(|| unsafe { ffi::lacunaGathersAreFast() })
}
