//! Lacuna as a plugin of a stock `mlir-opt`, which makes its flags before it loads plugins, so that our passes are named
//! in a textual pipeline:
//!
//! ```sh
//! mlir-opt-22 --load-dialect-plugin=liblacuna_plugin.so --load-pass-plugin=liblacuna_plugin.so \
//!     --pass-pipeline='builtin.module(lacuna)' kernel.mlir
//! ```

use std::ffi::{c_char, c_void};

/// `mlir::DialectPluginLibraryInfo` (`mlir/Tools/Plugins/DialectPlugin.h`).
#[repr(C)]
pub struct DialectPluginLibraryInfo {
    api_version: u32,
    name: *const c_char,
    version: *const c_char,
    register: extern "C" fn(*mut c_void),
}

/// `mlir::PassPluginLibraryInfo` (`mlir/Tools/Plugins/PassPlugin.h`).
#[repr(C)]
pub struct PassPluginLibraryInfo {
    api_version: u32,
    name: *const c_char,
    version: *const c_char,
    register: extern "C" fn(),
}

/// The version of both plugin interfaces in LLVM 22.
const API_VERSION: u32 = 1;

extern "C" fn insert_dialects(registry: *mut c_void) {
    // SAFETY: MLIR hands over its dialect registry.
    unsafe { lacuna_dialects::register::insert_dialects(registry) }
}

extern "C" fn register_passes() {
    lacuna_passes::register_all();
}

/// What `--load-dialect-plugin` looks for.
#[unsafe(no_mangle)]
pub extern "C" fn mlirGetDialectPluginInfo() -> DialectPluginLibraryInfo {
    DialectPluginLibraryInfo {
        api_version: API_VERSION,
        name: c"lacuna".as_ptr(),
        version: c"0.1".as_ptr(),
        register: insert_dialects,
    }
}

/// What `--load-pass-plugin` looks for.
#[unsafe(no_mangle)]
pub extern "C" fn mlirGetPassPluginInfo() -> PassPluginLibraryInfo {
    PassPluginLibraryInfo {
        api_version: API_VERSION,
        name: c"lacuna".as_ptr(),
        version: c"0.1".as_ptr(),
        register: register_passes,
    }
}
