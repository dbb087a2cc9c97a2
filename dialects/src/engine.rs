//! Native code in memory: MLIR's execution engine, which leaves nothing behind, and calls that come back where the code
//! stops, or where it accesses what it must not.

use crate::ffi;
use melior::{StringRef, ir::Module};
use mlir_sys::{MlirExecutionEngine, MlirStringRef};
use std::{
    ffi::{CStr, c_char, c_void},
    fmt,
    io::Write,
    str::FromStr,
    time::Duration,
};

/// A function of an engine, which takes an array of pointers to its arguments.
pub type Code = unsafe extern "C" fn(*mut *mut c_void);

/// How much LLVM optimizes native code. Lower efforts compile faster, to slower code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// All of its optimizations.
    Full,
    /// All of its optimizations, and fast selection of instructions and registers.
    Less,
    /// No optimization.
    Least,
}

impl Effort {
    /// LLVM's optimization level and its code generation level.
    pub(crate) fn levels(self) -> (u32, u32) {
        match self {
            Self::Full => (3, 3),
            Self::Less => (3, 0),
            Self::Least => (0, 0),
        }
    }
}

/// Each effort with its name.
const EFFORTS: [(Effort, &str); 3] = [(Effort::Full, "full"), (Effort::Less, "less"), (Effort::Least, "least")];

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        EFFORTS.iter().filter(|(effort, _)| effort == self).try_for_each(|(_, name)| f.write_str(name))
    }
}

impl FromStr for Effort {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = EFFORTS.iter().find(|(_, name)| *name == text);
        named.map(|(effort, _)| *effort).ok_or("expected full, less or least")
    }
}

/// A function of the host that code of an engine calls by its name.
#[derive(Clone, Copy, Debug)]
pub struct Symbol {
    /// The name.
    pub name: &'static CStr,
    /// The function, which takes and gives what the code has it declared for.
    pub address: *const c_void,
}

/// How code accessed an address that it must not access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It reads.
    Read,
    /// It writes.
    Write,
    /// Either.
    Unknown,
}

/// Knows the memory of code that is called.
pub trait ExplainFault {
    /// Says what an access to an address is. Where it has nothing to say, the fault stays a signal. It is called by a handler
    /// of signals, so it must neither allocate nor lock anything.
    ///
    /// # Errors
    /// Where there is no room for the text.
    fn explain(&self, address: usize, access: Access, text: &mut dyn Write) -> std::io::Result<()>;
}

/// Why a call came back before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The code aborted; this is what it wrote to standard error.
    Stopped(String),
    /// The code accessed what it must not.
    Faulted(String),
}

/// An engine that makes native code of a module.
pub struct Engine {
    raw: MlirExecutionEngine,
    optimization: Duration,
}

impl Engine {
    /// An engine for a module of the `llvm` dialect, whose code calls `symbols` where it calls functions of these names; why
    /// there is none otherwise.
    pub fn new(module: &Module<'_>, effort: Effort, symbols: &[Symbol]) -> Result<Self, String> {
        let mut why = String::new();
        let mut nanoseconds = 0;
        let (optimization_level, codegen_level) = effort.levels();
        let symbols: Vec<_> = symbols
            .iter()
            .map(|symbol| ffi::Symbol { name: symbol.name.as_ptr(), address: symbol.address.cast_mut() })
            .collect();
        // SAFETY: the module is alive, and so are the string and the number while the function runs.
        let raw = unsafe {
            ffi::lacunaEngineCreate(
                module.to_raw(),
                optimization_level,
                codegen_level,
                symbols.as_ptr(),
                symbols.len(),
                &raw mut nanoseconds,
                write_to,
                std::ptr::from_mut(&mut why).cast(),
            )
        };
        if raw.ptr.is_null() { Err(why) } else { Ok(Self { raw, optimization: Duration::from_nanos(nanoseconds) }) }
    }

    /// How long LLVM optimized the module.
    pub fn optimization(&self) -> Duration {
        self.optimization
    }

    /// The packed C interface `_mlir__mlir_ciface_...` of a name in the code, which is made at the first look.
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

/// Calls code of an engine. With `faults`, accesses that it can explain end the call; other faults are signals.
///
/// # Safety
/// The engine must be alive, and the arguments those that the code takes.
pub unsafe fn call(code: Code, arguments: &mut [*mut c_void], faults: Option<&dyn ExplainFault>) -> Result<(), Ended> {
    let mut message = String::new();
    let explain: Option<ffi::Explain> = faults.is_some().then_some(explain);
    // SAFETY: the caller's; the string and what explains faults are alive while the function runs.
    let end = unsafe {
        ffi::lacunaEngineCall(
            code,
            arguments.as_mut_ptr(),
            explain,
            std::ptr::from_ref(&faults).cast(),
            write_to,
            std::ptr::from_mut(&mut message).cast(),
        )
    };
    match end {
        0 => Ok(()),
        1 => Err(Ended::Stopped(message.trim_end().to_owned())),
        _ => Err(Ended::Faulted(message)),
    }
}

/// Has what explains faults explain one.
///
/// # Safety
/// `data` must be where `call` keeps what explains faults, and there must be room for the text.
unsafe extern "C" fn explain(
    data: *const c_void,
    address: *const c_void,
    access: u32,
    text: *mut c_char,
    room: usize,
) -> usize {
    // SAFETY: the caller's.
    let (faults, mut text) =
        unsafe { (*data.cast::<Option<&dyn ExplainFault>>(), std::slice::from_raw_parts_mut(text.cast::<u8>(), room)) };
    let access = match access {
        0 => Access::Read,
        1 => Access::Write,
        _ => Access::Unknown,
    };
    if let Some(faults) = faults {
        // What there is no room for is cut off.
        let _ = faults.explain(address.addr(), access, &mut text);
    }
    room - text.len()
}

/// Keeps a text that the glue tells.
extern "C" fn write_to(data: *mut c_void, text: MlirStringRef) {
    // SAFETY: `data` is the string that was handed over, and the text is alive.
    unsafe {
        let bytes = std::slice::from_raw_parts(text.data.cast::<u8>(), text.length);
        *data.cast::<String>() = String::from_utf8_lossy(bytes).into_owned();
    }
}
