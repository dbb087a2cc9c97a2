//! The passes of Lacuna: from `linalg` on stored tensors to loops over arrays.
//!
//! [`register_all`] puts every pass and pipeline of the [catalog](register_all) into MLIR's registry, where the command
//! line and textual pipelines find them. How a pass is written: `docs/architecture.md`.

pub mod analysis;
pub mod combine;
pub mod conversions;
pub mod diagnostic;
pub mod fp;
pub mod levels;
pub mod nest;
pub mod pass;
pub mod pipeline;
pub mod sparsify;
pub mod transforms;

use lacuna_dialects::register::{option_values, register_pipeline};
use pass::{Options, register};
use std::{
    cell::RefCell,
    ffi::{CString, c_char},
    sync::Once,
};

/// Registers all passes and pipelines, once for the process.
pub fn register_all() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        register::<conversions::linalg_to_sloop::LinalgToSloop>();
        register::<transforms::schedule::Schedule>();
        register::<transforms::vectorize::Vectorize>();
        register::<transforms::form_folds::FormFolds>();
        register::<transforms::sink_initializations::SinkInitializations>();
        register::<conversions::expand_boundaries::ExpandBoundaries>();
        register::<sparsify::Sparsify>();
        register::<conversions::sloop_to_scf::SloopToScf>();
        register::<conversions::stensor_to_memref::StensorToMemref>();
        register::<conversions::noalias::MarkNoalias>();
        register::<conversions::noalias::ApplyNoalias>();
        register_pipeline(
            "lacuna",
            "From linalg on stored tensors to the llvm dialect",
            pipeline::Lacuna::OPTIONS,
            expand_lacuna,
        );
    });
}

extern "C" fn expand_lacuna(values: *const *const c_char) -> *const c_char {
    thread_local! {
        static TEXT: RefCell<CString> = RefCell::default();
    }
    // SAFETY: MLIR hands over one string for each option.
    let values = unsafe { option_values(values, pipeline::Lacuna::OPTIONS.len()) };
    let text = pipeline::Lacuna::parse(&values).ok().and_then(|options| CString::new(options.passes()).ok());
    match text {
        None => std::ptr::null(),
        Some(text) => TEXT.with(|kept| {
            *kept.borrow_mut() = text;
            kept.borrow().as_ptr()
        }),
    }
}
