//! What is asked for.

use super::Stage;
use crate::{compiler::Effort, kernel::checks::MemoryChecks};
use lacuna_passes::{choices::Workspaces, fp::FpMode, gathers::Gathers};
use lacuna_runtime::value::Dtype;
use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
    path::PathBuf,
};

/// A file with what innermost forms cost.
#[derive(Clone, Debug)]
pub struct CostsFile {
    /// Where it is.
    pub path: PathBuf,
    /// Whether the user named it, so that it has to be right; the usual one is passed over if it is not.
    pub is_named: bool,
}

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// Index notation: one statement or several.
    pub expression: String,
    /// The file that the notation was read from.
    pub file: Option<PathBuf>,
    /// Format of each tensor that is not dense.
    pub formats: BTreeMap<String, String>,
    /// Where each operand's data comes from; names of files may be any bytes.
    pub inputs: BTreeMap<String, OsString>,
    /// Symmetric matrices of which the half on and below the diagonal is stored.
    pub halves: BTreeSet<String>,
    /// Sizes of index variables.
    pub sizes: BTreeMap<String, u64>,
    /// Files to write, unless the result is found wrong.
    pub outputs: BTreeMap<String, PathBuf>,
    /// Whether files are replaced that are read, too.
    pub force: bool,
    /// Element type of all tensors.
    pub dtype: Dtype,
    /// What floating point may be turned into.
    pub fp: FpMode,
    /// Leave values that are computed as zero out of a stored result.
    pub drop_zeros: bool,
    /// Put a stored result together in two walks wherever that is possible.
    pub two_phase: bool,
    /// How workspaces keep their points.
    pub workspaces: Workspaces,
    /// How the processor that will run the code gathers.
    pub gathers: Gathers,
    /// A file with what innermost forms cost on the processor, as `lacuna calibrate` writes it.
    pub costs: Option<CostsFile>,
    /// How much LLVM optimizes the kernel.
    pub effort: Effort,
    /// Compile for tensors of any sizes, which are passed along, instead of those at hand.
    pub any_sizes: bool,
    /// Compare with the oracle.
    pub check: bool,
    /// Number of timed runs.
    pub runs: Option<usize>,
    /// Stages to show.
    pub emit: Vec<Stage>,
    /// What the user wants of the loops.
    pub schedule: Option<String>,
    /// How the kernel's use of memory is checked.
    pub memory: MemoryChecks,
    /// Tell Linux perf the names of the functions.
    pub perf_map: bool,
}

impl Request {
    /// A request to compute an expression, with everything else at its default.
    pub fn new(expression: &str) -> Self {
        Self {
            expression: expression.to_owned(),
            file: None,
            formats: BTreeMap::new(),
            inputs: BTreeMap::new(),
            halves: BTreeSet::new(),
            sizes: BTreeMap::new(),
            outputs: BTreeMap::new(),
            force: false,
            dtype: Dtype::F64,
            fp: FpMode::Fast,
            drop_zeros: false,
            two_phase: false,
            workspaces: Workspaces::BySize,
            gathers: Gathers::Native,
            costs: None,
            effort: Effort::Full,
            any_sizes: false,
            check: false,
            runs: None,
            emit: Vec::new(),
            schedule: None,
            memory: MemoryChecks::default(),
            perf_map: false,
        }
    }
}
