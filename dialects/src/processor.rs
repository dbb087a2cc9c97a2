//! The processor that this runs on.

use crate::ffi;
use std::sync::OnceLock;

/// What LLVM calls it, as in `znver3`.
pub fn name() -> String {
    let mut text = [0u8; 64];
    // SAFETY: the function writes at most so many bytes.
    let length = unsafe { ffi::lacunaProcessorName(text.as_mut_ptr().cast(), text.len()) };
    String::from_utf8_lossy(&text[..length.min(text.len())]).into_owned()
}

/// Whether it gathers fast, and has masks for vectors that are not full. LLVM knows; of processors that are not x86, no.
pub fn gathers_are_fast() -> bool {
    static ARE_FAST: OnceLock<bool> = OnceLock::new();
    // SAFETY: the function takes nothing.
    *ARE_FAST.get_or_init(|| unsafe { ffi::lacunaGathersAreFast() })
}
