//! Native code in memory: MLIR's execution engine, which leaves nothing behind, and calls that come back where the code
//! stops.

use crate::ffi;
use melior::{StringRef, ir::Module};
use mlir_sys::{MlirExecutionEngine, MlirStringRef};
use std::ffi::c_void;

/// A function of an engine, which takes an array of pointers to its arguments.
pub type Code = unsafe extern "C" fn(*mut *mut c_void);

/// An engine that makes native code of a module.
pub struct Engine {
    raw: MlirExecutionEngine,
}

impl Engine {
    /// An engine for a module of the `llvm` dialect; why there is none otherwise.
    pub fn new(module: &Module<'_>, optimization_level: u32) -> Result<Self, String> {
        let mut why = String::new();
        // SAFETY: the module is alive, and so is the string while the function runs.
        let raw = unsafe {
            ffi::lacunaEngineCreate(module.to_raw(), optimization_level, write_to, std::ptr::from_mut(&mut why).cast())
        };
        if raw.ptr.is_null() { Err(why) } else { Ok(Self { raw }) }
    }

    /// The function of a name in the code, which is made at the first look.
    pub fn lookup(&self, name: &str) -> Option<Code> {
        // SAFETY: the engine is alive; a pointer and a function pointer are alike here.
        unsafe {
            let pointer = mlir_sys::mlirExecutionEngineLookup(self.raw, StringRef::new(name).to_raw());
            (!pointer.is_null()).then(|| std::mem::transmute::<*mut c_void, Code>(pointer))
        }
    }

    /// Writes the code to an object file, once it was made.
    pub fn dump_to_object_file(&self, path: &str) {
        // SAFETY: the engine is alive.
        unsafe { mlir_sys::mlirExecutionEngineDumpToObjectFile(self.raw, StringRef::new(path).to_raw()) }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // SAFETY: the engine is destroyed once.
        unsafe { mlir_sys::mlirExecutionEngineDestroy(self.raw) }
    }
}

/// Calls code of an engine. Where it aborts, the error is what it wrote to standard error.
///
/// # Safety
/// The engine must be alive, and the arguments those that the code takes.
pub unsafe fn call(code: Code, arguments: &mut [*mut c_void]) -> Result<(), String> {
    let mut message = String::new();
    // SAFETY: the caller's; the string is alive while the function runs.
    let is_done = unsafe {
        ffi::lacunaEngineCall(code, arguments.as_mut_ptr(), write_to, std::ptr::from_mut(&mut message).cast())
    };
    if is_done { Ok(()) } else { Err(message.trim_end().to_owned()) }
}

/// Keeps a text that the glue tells.
extern "C" fn write_to(data: *mut c_void, text: MlirStringRef) {
    // SAFETY: `data` is the string that was handed over, and the text is alive.
    unsafe {
        let bytes = std::slice::from_raw_parts(text.data.cast::<u8>(), text.length);
        *data.cast::<String>() = String::from_utf8_lossy(bytes).into_owned();
    }
}
