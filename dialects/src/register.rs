//! Registration of dialects, passes and pipelines, diagnostics, and the mains of the tools.

use crate::{answers::answer, ffi, ir::Op};
use melior::{
    StringRef,
    dialect::DialectRegistry,
    ir::{Location, operation::OperationLike},
};
use std::{
    ffi::{CStr, CString, c_char, c_void},
    sync::Mutex,
};

/// How grave a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The input cannot be compiled.
    Error,
    /// Compiled, but likely not as meant.
    Warning,
    /// What the compiler decided.
    Remark,
}

/// Emits a diagnostic with notes.
pub fn emit(severity: Severity, location: Location<'_>, message: &str, notes: &[(Location<'_>, String)]) {
    let severity = match severity {
        Severity::Error => 0,
        Severity::Warning => 1,
        Severity::Remark => 2,
    };
    let locations: Vec<_> = notes.iter().map(|(location, _)| location.to_raw()).collect();
    let texts: Vec<_> = notes.iter().map(|(_, text)| StringRef::new(text).to_raw()).collect();
    // SAFETY: all strings and locations outlive the call.
    unsafe {
        ffi::lacunaEmit(
            location.to_raw(),
            severity,
            StringRef::new(message).to_raw(),
            notes.len(),
            locations.as_ptr(),
            texts.as_ptr(),
        );
    }
}

/// An option of a pass or pipeline: name, help, initial value. The name is that of a Rust field; on the command line it
/// is spelled with dashes (see [`option_name`]).
pub type OptionText = (&'static str, &'static str, &'static str);

/// Gives the registered text the life of the process, which MLIR's registries ask for.
fn keep(text: &str) -> *const c_char {
    static KEPT: Mutex<Vec<CString>> = Mutex::new(Vec::new());
    let text = CString::new(text).expect("names and help have no NUL");
    let pointer = text.as_ptr();
    KEPT.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(text);
    pointer
}

/// The command-line spelling of an option.
pub fn option_name(field: &str) -> String {
    field.replace('_', "-")
}

fn option_table(options: &[OptionText]) -> &'static [ffi::OptionEntry] {
    let entries: Vec<_> = options
        .iter()
        .map(|(name, help, initial)| ffi::OptionEntry {
            name: keep(&option_name(name)),
            help: keep(help),
            initial: keep(initial),
        })
        .collect();
    Box::leak(entries.into_boxed_slice())
}

/// The body of a pass as MLIR calls it: the operation, and one value for each option.
pub type RawPassBody = extern "C" fn(mlir_sys::MlirOperation, *const *const c_char) -> bool;
/// A pipeline as MLIR calls it: one value for each option, and back the textual pass pipeline, or `!` and
/// what is wrong with the values.
pub type RawPipelineBody = extern "C" fn(*const *const c_char) -> *const c_char;

/// Puts a pass into MLIR's registry, once for the process. It runs on operations of the name `anchor` only, if one is given.
pub fn register_pass(
    argument: &str,
    description: &str,
    anchor: Option<&str>,
    options: &[OptionText],
    run: RawPassBody,
) {
    let options = option_table(options);
    let pass = Box::leak(Box::new(ffi::Pass {
        argument: keep(argument),
        description: keep(description),
        anchor: anchor.map_or(std::ptr::null(), keep),
        options: options.as_ptr(),
        option_count: options.len(),
        run,
    }));
    // SAFETY: the table lives as long as the process.
    unsafe { ffi::lacunaRegisterPass(pass) }
}

/// Puts a pipeline into MLIR's registry, once for the process.
pub fn register_pipeline(argument: &str, description: &str, options: &[OptionText], expand: RawPipelineBody) {
    let options = option_table(options);
    let pipeline = Box::leak(Box::new(ffi::Pipeline {
        argument: keep(argument),
        description: keep(description),
        options: options.as_ptr(),
        option_count: options.len(),
        expand,
    }));
    // SAFETY: the table lives as long as the process.
    unsafe { ffi::lacunaRegisterPipeline(pipeline) }
}

/// The values that MLIR hands to a pass or pipeline, as strings.
///
/// # Safety
/// `values` must point to `count` NUL-terminated strings.
pub unsafe fn option_values(values: *const *const c_char, count: usize) -> Vec<String> {
    (0..count)
        // SAFETY: by the contract of this function.
        .map(|index| unsafe { CStr::from_ptr(*values.add(index)) }.to_string_lossy().into_owned())
        .collect()
}

/// The operation that MLIR hands to a pass.
///
/// # Safety
/// `raw` must be alive for 'c.
pub unsafe fn pass_root<'c>(raw: mlir_sys::MlirOperation) -> Op<'c> {
    // SAFETY: by the contract of this function.
    unsafe { Op::from_raw(raw) }
}

/// A registry with all of upstream's dialects and ours.
pub fn all_dialects() -> DialectRegistry {
    answer();
    let registry = DialectRegistry::new();
    // SAFETY: the registry is alive.
    unsafe { ffi::lacunaRegisterAllDialects(registry.to_raw()) };
    registry
}

/// Adds our dialects to a C++ `DialectRegistry`, as a dialect plugin is asked to.
///
/// # Safety
/// `registry` must point to a live `mlir::DialectRegistry`.
pub unsafe fn insert_dialects(registry: *mut c_void) {
    answer();
    // SAFETY: by the contract of this function.
    unsafe { ffi::lacunaInsertDialects(registry) }
}

fn with_arguments(main: unsafe extern "C" fn(i32, *const *const c_char) -> i32) -> i32 {
    answer();
    let arguments: Vec<CString> = std::env::args_os()
        .filter_map(|argument| CString::new(std::os::unix::ffi::OsStringExt::into_vec(argument)).ok())
        .collect();
    let mut pointers: Vec<_> = arguments.iter().map(|argument| argument.as_ptr()).collect();
    pointers.push(std::ptr::null());
    // SAFETY: `pointers` is an argv: NUL-terminated strings, then null.
    unsafe { main(arguments.len() as i32, pointers.as_ptr()) }
}

/// `mlir-opt` with everything that is registered; gives the exit code.
pub fn opt_main() -> i32 {
    with_arguments(ffi::lacunaOptMain)
}

/// `mlir-lsp-server` with everything that is registered; gives the exit code.
pub fn lsp_main() -> i32 {
    with_arguments(ffi::lacunaLspMain)
}

/// The location of an operation, for diagnostics.
pub fn location_of(operation: Op<'_>) -> Location<'_> {
    operation.location()
}
