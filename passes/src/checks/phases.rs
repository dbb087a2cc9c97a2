//! `verify-sloop`, `verify-buffers`, `verify-cursors` and `verify-scf`: what the phases of the pipeline may leave behind, and
//! what must hold after them.
//!
//! The verifiers of operations see one operation; these passes see a phase as a whole. They are for those who change the
//! compiler: the pipeline runs them on request (`--lacuna=verify=true`), as the tests and fuzzers do, so that a mistake
//! is found after the phase that made it.
//!
//! Example: `test/passes/verify_phases.mlir`. Not done here: whether values are right (`sloop-interpret`).

use crate::{
    bridge::read::read_nests,
    choices::{Choices, planning_options},
    diagnostic::{Reported, error},
    index::{Nest, problem::Problem},
    options,
    pass::Pass,
    plan::Plan,
};
use lacuna_dialects::{
    format::Format,
    ir::{Op, arguments, blocks, collect_ops, op_name, operands, results},
    sloop::{self, assembled_type},
    stensor::{self, Assert, Start, Wait, conversion::Convert},
};
use melior::ir::{Type, ValueLike, operation::OperationLike};

planning_options! {
    /// Options of `verify-sloop`.
    pub struct VerifySloop {}
}

impl Pass for VerifySloop {
    const ARGUMENT: &'static str = "verify-sloop";
    const ANCHOR: Option<&'static str> = Some("builtin.module");
    const SUMMARY: &'static str = "Check what the phase sloop leaves: index form whose nests have plans";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        none_of(root, "sloop", |op| Convert::is(op) || is_linalg_on_stored(op))?;
        every_nest(root, self.choices(), |nest| Plan::new(nest).map(|_| ()))
    }
}

planning_options! {
    /// Options of `verify-buffers`.
    pub struct VerifyBuffers {}
}

impl Pass for VerifyBuffers {
    const ARGUMENT: &'static str = "verify-buffers";
    const ANCHOR: Option<&'static str> = Some("builtin.module");
    const SUMMARY: &'static str = "Check what the phase buffers leaves: nests that can be emitted";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        every_nest(root, self.choices(), |nest| Plan::to_emit(nest).map(|_| ()))
    }
}

options! {
    /// Options of `verify-cursors`.
    pub struct VerifyCursors {}
}

impl Pass for VerifyCursors {
    const ARGUMENT: &'static str = "verify-cursors";
    const ANCHOR: Option<&'static str> = Some("builtin.module");
    const SUMMARY: &'static str = "Check what the phase cursors leaves: cursor form";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        none_of(root, "cursors", |op| sloop::INDEX_FORM.contains(&op_name(op).as_str()))
    }
}

options! {
    /// Options of `verify-scf`.
    pub struct VerifyScf {}
}

impl Pass for VerifyScf {
    const ARGUMENT: &'static str = "verify-scf";
    const ANCHOR: Option<&'static str> = Some("builtin.module");
    const SUMMARY: &'static str = "Check what the phase scf leaves: loops over arrays, and nothing of our dialects";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        none_of(root, "scf", |op| {
            let inside = blocks(op).into_iter().flat_map(arguments);
            let mut values = operands(op).into_iter().chain(results(op)).chain(inside);
            sloop::owns(op)
                // Asserts go with upstream's, in the next phase, and threads with them.
                || stensor::owns(op) && !(Assert::is(op) || Start::is(op) || Wait::is(op))
                || values.any(|value| Format::of(value.r#type()).is_some() || is_assembly(value.r#type()))
        })
    }
}

fn is_assembly(r#type: Type<'_>) -> bool {
    assembled_type(r#type).is_some()
}

fn is_linalg_on_stored(op: Op<'_>) -> bool {
    let mut values = operands(op).into_iter().chain(results(op));
    op_name(op).starts_with("linalg.") && values.any(|value| Format::of(value.r#type()).is_some())
}

/// Reports the first operation that must not be left.
fn none_of<'c>(root: Op<'c>, phase: &str, is_left: impl Fn(Op<'c>) -> bool) -> Result<(), Reported> {
    match collect_ops(root, is_left).first() {
        None => Ok(()),
        Some(op) => Err(wrong(*op, phase, &format!("{} is left", op_name(*op)))),
    }
}

fn wrong(op: Op<'_>, phase: &str, what: &str) -> Reported {
    error(op.location(), format!("after the phase {phase}, {what}"))
}

/// Reports the first problem of a nest, in the words that `sloop-sparsify` would have for it: not every nest that can be
/// written can be compiled.
fn every_nest(root: Op<'_>, choices: Choices, check: impl Fn(&Nest) -> Result<(), Problem>) -> Result<(), Reported> {
    let (nests, binding) = read_nests(root)?;
    nests.into_iter().try_for_each(|nest| check(&Nest { choices, ..nest }).map_err(|problem| binding.report(problem)))
}
