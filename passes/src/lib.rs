//! The passes of Lacuna: from `linalg` on stored tensors to loops over arrays.
//!
//! [`register_all`] puts every pass and pipeline of the [catalog](CATALOG) into MLIR's registry, where the command
//! line and textual pipelines find them. How a pass is written: `docs/architecture.md`.

pub mod bridge;
mod buffer_effects;
pub mod checks;
pub mod choices;
pub mod diagnostic;
pub mod flaws;
pub mod form_costs;
pub mod fp;
mod function;
pub mod gathers;
pub mod import;
pub mod interpret;
pub mod levels;
pub mod linalg;
mod ownership;
pub mod pass;
pub mod pipeline;
pub mod plan;
pub mod scf;
pub mod sparsify;
pub mod stensor;
mod symbols;
mod threads;
pub mod to_llvm;
pub mod transforms;
pub mod values;

pub use lacuna_index::{self as index, analysis, remedy};

use lacuna_dialects::register::{OptionText, option_values, register_pipeline};
use pass::{Options, Pass, register};
use std::{
    cell::RefCell,
    ffi::{CString, c_char},
    sync::Once,
};

/// What the catalog says of a pass or pipeline.
#[derive(Clone, Copy, Debug)]
pub struct CatalogEntry {
    /// The command-line name, without dashes.
    pub argument: &'static str,
    /// One line of help.
    pub summary: &'static str,
    /// Name, help and initial value of each option.
    pub options: &'static [OptionText],
    register: fn(),
}

/// The entry of a pass.
const fn pass<P: Pass>() -> CatalogEntry {
    CatalogEntry { argument: P::ARGUMENT, summary: P::SUMMARY, options: P::OPTIONS, register: register::<P> }
}

/// All passes, in the order of the pipeline, and the pipeline itself last.
pub const CATALOG: &[CatalogEntry] = &[
    pass::<ownership::expand_poison::ExpandPoison>(),
    pass::<linalg::keep_selections::KeepSelections>(),
    pass::<import::ImportSparseTensor>(),
    pass::<checks::formats::CheckFormats>(),
    pass::<linalg::factor_products::FactorProducts>(),
    pass::<linalg::generalize_named_ops::GeneralizeNamedOps>(),
    pass::<linalg::expand_math::ExpandMath>(),
    pass::<linalg::select_branches::SelectBranches>(),
    pass::<checks::operand_sizes::CheckOperandSizes>(),
    pass::<linalg::linalg_to_sloop::LinalgToSloop>(),
    pass::<transforms::fold_pads::FoldPads>(),
    pass::<transforms::fold_slices::FoldSlices>(),
    pass::<transforms::fuse_nests::FuseNests>(),
    pass::<transforms::inline_intermediates::InlineIntermediates>(),
    pass::<transforms::loop_once::LoopOnce>(),
    pass::<transforms::plain_targets::PlainTargets>(),
    pass::<transforms::plain_levels::PlainLevels>(),
    pass::<transforms::densify_results::DensifyResults>(),
    pass::<transforms::reduce_index_variables::ReduceIndexVariables>(),
    pass::<transforms::form_results::FormResults>(),
    pass::<transforms::insert_workspaces::InsertWorkspaces>(),
    pass::<transforms::insert_conversions::InsertConversions>(),
    pass::<stensor::outline_conversions::OutlineConversions>(),
    pass::<stensor::expand_conversions::ExpandConversions>(),
    pass::<transforms::split_variables::SplitVariables>(),
    pass::<transforms::schedule::Schedule>(),
    pass::<transforms::walk_once::WalkOnce>(),
    pass::<transforms::vectorize::Vectorize>(),
    pass::<transforms::form_folds::FormFolds>(),
    pass::<transforms::merge_terms::MergeTerms>(),
    pass::<transforms::sink_initializations::SinkInitializations>(),
    pass::<transforms::hold_sums::HoldSums>(),
    pass::<transforms::release_intermediates::ReleaseIntermediates>(),
    pass::<interpret::pass::Interpret>(),
    pass::<checks::phases::VerifySloop>(),
    pass::<checks::storage::CheckStorage>(),
    pass::<stensor::expand_boundaries::ExpandBoundaries>(),
    pass::<ownership::split_edges::SplitEdges>(),
    pass::<checks::phases::VerifyBuffers>(),
    pass::<checks::ownership::VerifyOwnership>(),
    pass::<sparsify::Sparsify>(),
    pass::<checks::phases::VerifyCursors>(),
    pass::<scf::SloopToScf>(),
    pass::<stensor::stensor_to_memref::StensorToMemref>(),
    pass::<to_llvm::inline_scopes::InlineScopes>(),
    pass::<to_llvm::expand_complex::ExpandComplex>(),
    pass::<to_llvm::expand_copies::ExpandCopies>(),
    pass::<to_llvm::free_local_buffers::FreeLocalBuffers>(),
    pass::<to_llvm::limit_unrolling::LimitUnrolling>(),
    pass::<checks::phases::VerifyScf>(),
    pass::<to_llvm::check_allocation_sizes::CheckAllocationSizes>(),
    pass::<to_llvm::expand_asserts::ExpandAsserts>(),
    pass::<to_llvm::expand_threads::ExpandThreads>(),
    pass::<to_llvm::expand_log1p_expm1::ExpandLog1pExpm1>(),
    pass::<to_llvm::order_zeros::OrderZeros>(),
    pass::<to_llvm::noalias::MarkNoalias>(),
    pass::<to_llvm::noalias::ApplyNoalias>(),
    pass::<to_llvm::expand_allocations::ExpandAllocations>(),
    pass::<to_llvm::mark_parallel_accesses::MarkParallelAccesses>(),
    pass::<to_llvm::restrict_vectorization::RestrictVectorization>(),
    CatalogEntry {
        argument: "lacuna",
        summary: "From linalg on stored tensors to the llvm dialect",
        options: pipeline::Lacuna::OPTIONS,
        register: register_lacuna,
    },
];

/// Registers the whole catalog, once for the process.
pub fn register_all() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| CATALOG.iter().for_each(|entry| (entry.register)()));
}

fn register_lacuna() {
    register_pipeline(
        "lacuna",
        "From linalg on stored tensors to the llvm dialect",
        pipeline::Lacuna::OPTIONS,
        expand_lacuna,
    );
}

extern "C" fn expand_lacuna(values: *const *const c_char) -> *const c_char {
    thread_local! {
        static TEXT: RefCell<CString> = RefCell::default();
    }
    // SAFETY: MLIR hands over one string for each option.
    let values = unsafe { option_values(values, pipeline::Lacuna::OPTIONS.len()) };
    let text = match pipeline::Lacuna::parse(&values) {
        Ok(options) => options.passes(),
        Err(message) => format!("!{message}"),
    };
    // Neither pass names nor the messages of options hold a NUL.
    let text = CString::new(text).unwrap_or_default();
    TEXT.with(|kept| {
        *kept.borrow_mut() = text;
        kept.borrow().as_ptr()
    })
}
