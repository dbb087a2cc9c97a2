//! A request with its data, ready to be compiled: what `evaluate` and `interpret` have in common.

use super::{EvalError, Report, Request, checking::Computed, operands, storing, task::Task};
use crate::frontend::{self, Declaration};
use lacuna_dialects::sloop::schedule::LoopSchedule;
use lacuna_notation::sizes::{ProgramSizes, infer_program};
use lacuna_runtime::{data::Data, progress::Progress, storage::SparseTensor};
use std::{borrow::Cow, collections::BTreeMap};

/// A program, and the tensors that it computes with.
pub struct Prepared {
    /// What is computed, and how all of it is stored.
    pub task: Task,
    /// The sizes of the variables of each statement, and the shapes of tensors.
    pub sizes: ProgramSizes,
    /// What operands were given, but for those that are stored densely.
    pub data: BTreeMap<String, Data>,
    /// The operands.
    pub stored: BTreeMap<String, SparseTensor>,
    /// The types of all tensors.
    pub declarations: BTreeMap<String, Declaration>,
    /// The program as IR.
    pub program: frontend::Program,
}

impl Prepared {
    /// Loads and stores the operands, and lowers the program for them. `progress` is told of long steps, `report` of what
    /// came of each operand.
    pub fn new(
        request: &Request,
        mut task: Task,
        progress: Option<&dyn Progress>,
        report: &mut Report,
    ) -> Result<Self, EvalError> {
        let loaded = operands::load(request, &task, progress, report)?;
        let sizes = infer_program(&task.program, &loaded.shapes, &request.sizes);
        let sizes = sizes.map_err(|error| EvalError::notation(request, error))?;
        for operand in &mut task.operands {
            operand.widen(&sizes.shapes[&operand.name]);
        }
        let mut data = operands::complete(loaded, &task, &sizes.shapes, request, (progress, report))?;
        let stored = storing::store(&task, &mut data, &request.halves, progress, report)?;
        let declarations = storing::declare(&task, &sizes.shapes, request.any_sizes);
        let program = lower(&task, &task.schedules, &declarations, &sizes.variables, request)?;
        Ok(Self { task, sizes, data, stored, declarations, program })
    }

    /// A tensor for each result: of a dense one its place, of a stored one an empty tensor that is stored like it.
    pub fn places(&self, request: &Request) -> Result<Vec<SparseTensor>, EvalError> {
        storing::places(&self.task, &self.sizes.shapes, &self.stored, request)
    }

    /// These results, in the order of the task, with what they were computed of.
    pub fn computed<'a>(&'a self, request: &'a Request, results: &'a [Cow<'a, SparseTensor>]) -> Computed<'a> {
        let Self { task, sizes, data, stored, .. } = self;
        Computed { request, task, sizes, data, stored, results }
    }
}

/// The program as IR, for tensors of these types and these schedules of its statements.
pub fn lower(
    task: &Task,
    schedules: &[LoopSchedule],
    declarations: &BTreeMap<String, Declaration>,
    sizes: &[BTreeMap<String, u64>],
    request: &Request,
) -> Result<frontend::Program, EvalError> {
    frontend::lower(frontend::Source {
        program: &task.compiled,
        results: &task.results,
        declarations,
        sizes,
        dtype: request.dtype,
        schedules,
    })
    .map_err(|error| EvalError::Unsupported(error.to_string()))
}
