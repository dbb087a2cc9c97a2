//! Native code as an object file for a linker.

use crate::{engine::Effort, ffi};
use melior::{StringRef, ir::Module};
use mlir_sys::MlirStringRef;
use std::ffi::c_void;

/// The object file of a module of the `llvm` dialect, for this machine; why there is none otherwise. The function `from` and
/// its C interface are called by the name `to` in it; no other name is seen outside.
///
/// # Errors
/// Where `to` is the name of a function that a compiler knows as one of the C library, or LLVM makes no code.
pub fn emit(module: &Module<'_>, from: &str, to: &str, effort: Effort) -> Result<Vec<u8>, String> {
    let mut made: Result<Vec<u8>, String> = Ok(Vec::new());
    let (optimization_level, codegen_level) = effort.levels();
    // SAFETY: the module is alive, and so are the names and the result while the function runs.
    unsafe {
        ffi::lacunaEmitObject(
            module.to_raw(),
            optimization_level,
            codegen_level,
            StringRef::new(from).to_raw(),
            StringRef::new(to).to_raw(),
            take,
            fail,
            std::ptr::from_mut(&mut made).cast(),
        );
    }
    made
}

/// # Safety
/// The text must be alive.
unsafe fn bytes<'a>(text: MlirStringRef) -> &'a [u8] {
    // SAFETY: the caller's.
    unsafe { std::slice::from_raw_parts(text.data.cast::<u8>(), text.length) }
}

extern "C" fn take(data: *mut c_void, object: MlirStringRef) {
    // SAFETY: `data` is the result that was handed over, and the bytes are alive.
    unsafe { *data.cast::<Result<Vec<u8>, String>>() = Ok(bytes(object).to_vec()) }
}

extern "C" fn fail(data: *mut c_void, why: MlirStringRef) {
    // SAFETY: `data` is the result that was handed over, and the text is alive.
    unsafe { *data.cast::<Result<Vec<u8>, String>>() = Err(String::from_utf8_lossy(bytes(why)).into_owned()) }
}
