//! `sloop-sparsify`: from index form to cursor form.
//!
//! Each loop of a nest becomes a walk over what its operands store: where a stored level has to be enumerated, a
//! `sloop.iterate` over it, or a `sloop.coiterate` over several, with a case for each point of the merge lattice;
//! otherwise a counted loop, in which levels that can be located are located. Vector loops become strips of lanes. Dense
//! operands are buffers by now, so run bufferization first.
//!
//! How each loop is walked is the plan's to decide ([`crate::plan`]), before any IR changes; the emission ([`emit`]) prints it
//! and cannot fail. Where the points of a result come as a list, the list is not made: they go straight into the result.
//!
//! Example: `test/passes/sparsify.mlir`. Not done here: finding the workspace that a result whose points are scattered wants.

mod assembly;
mod emit;
mod fill;
mod lanes;
mod report;

use crate::{
    bridge::{Binding, read::read_nests},
    choices::{Choices, InnerChoices, planning_options},
    diagnostic::{Reported, error, remark},
    gathers::Gathers,
    index::{Nest, Tensor},
    ownership::{Summaries, end_of_use},
    pass::{Pass, Within},
    plan::Plan,
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{self, Op, blocks, collect_ops, erase, is_op, ops_in, replace_uses, results, users},
    sloop::index as ops,
    stensor::storage::{Empty, Release},
};
use lacuna_layout::assembly::Growth;
use melior::ir::{ValueLike, operation::OperationLike};

planning_options! {
    /// Options of `sloop-sparsify`.
    pub struct Sparsify {
        /// how many positions ahead the arrays of innermost levels are prefetched; 0 for no prefetch
        pub ahead: u64 = "512",
        /// how many entries ahead the rows of dense operands are prefetched in vector loops; 0 for no prefetch
        pub rows_ahead: u64 = "64",
        /// the rows of dense operands of up to so many bytes are not prefetched: a cache holds them
        pub cached_bytes: u64 = "33554432",
        /// how the processor that will run the code gathers: fast, slow, or like the one that compiles (native)
        pub gathers: Gathers = "native",
        /// where gathers are fast, innermost sums take so many entries at a time, in vectors whose last is masked
        pub gathered_entries: Within<1, 64> = "8",
        /// where they are slow, and in sums of vectors that fill one register, so many chains of additions run side by side
        pub chains: Within<1, 16> = "4",
        /// so many entries of a run are taken at a time: rows of a stencil have few more
        pub run_block: Within<1, 64> = "4",
        /// compile innermost sums in several forms, of which the program chooses one by a sample of the segments
        pub several_forms: bool = "true",
        /// say how each nest is walked, in a remark
        pub say_plan: bool = "false",
    }
}

impl Pass for Sparsify {
    const ARGUMENT: &'static str = "sloop-sparsify";
    const ANCHOR: Option<&'static str> = Some("builtin.module");
    const SUMMARY: &'static str = "Convert index form to cursor form: loops over stored levels";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let (plans, mut binding) = self.plans(root)?;
        let empty = empty_tensors(root)?;
        for plan in &plans {
            report::dense_loops(&plan.nest, &binding, &plan.densified);
            report::unwalked_loops(plan, &binding);
            report::loops_without_lanes(&plan.nest, &binding, &plan.without_lanes);
            if self.say_plan {
                remark(binding.location(plan.nest.place), format!("this nest is walked so:\n{plan}"));
            }
        }
        for plan in &plans {
            let (nest, op) = (&plan.nest, binding.op(plan.nest.source));
            binding.make_sizes(nest);
            let finished = emit::emit(plan, &binding, &Builder::before(op));
            let is_stored = |tensor: &Tensor| tensor.is_output && tensor.is_stored();
            let stored = nest.tensors.iter().enumerate().filter(|(_, tensor)| is_stored(tensor));
            for (result, (index, _)) in results(op).into_iter().zip(stored) {
                let new = finished.iter().find(|(tensor, _)| tensor.0 == index);
                let new = new.expect("the check asks for a write").1;
                replace_uses(result, new);
                // Later nests may take it.
                binding.replace(result, new);
            }
            erase(op);
        }
        store_empty_tensors(root, empty);
        Ok(())
    }
}

impl Sparsify {
    /// The plans of all nests of a module.
    pub fn plans<'c>(&self, root: Op<'c>) -> Result<(Vec<Plan>, Binding<'c>), Reported> {
        let choices = Choices {
            ahead: self.ahead,
            rows_ahead: self.rows_ahead,
            cached_bytes: self.cached_bytes,
            ..self.choices()
        };
        let inner = InnerChoices {
            gathers_are_fast: self.gathers.are_fast(),
            gathered: self.gathered_entries.get(),
            chains: self.chains.get(),
            block: self.run_block.get(),
            several_forms: self.several_forms,
            rounds_share_stack: false,
            obeys: true,
        };
        let (nests, binding) = read_nests(root)?;
        let plan = |nest: Nest| {
            let rounds_share_stack = around(binding.op(nest.source)).any(|around| is_op(around, "scf.parallel"));
            let choices = Choices { inner: InnerChoices { rounds_share_stack, ..inner }, ..choices };
            let nest = Nest { choices, ..nest };
            let plan = Plan::to_emit(&nest);
            plan.map_err(|problem| binding.report(problem))
        };
        let plans = nests.into_iter().map(plan).collect::<Result<_, _>>()?;
        Ok((plans, binding))
    }
}

/// The operations around one, the innermost first.
fn around(op: Op<'_>) -> impl Iterator<Item = Op<'_>> {
    std::iter::successors(Some(op), |inner| inner.parent_operation().map(|around| ir::op(&around))).skip(1)
}

/// The tensors that store nothing and whose storage something wants to see, which have to be put together.
fn empty_tensors<'c>(root: Op<'c>) -> Result<Vec<(Op<'c>, &'static Growth)>, Reported> {
    let mut found = Vec::new();
    for op in collect_ops(root, Empty::is) {
        let tensor = results(op)[0];
        let starts_a_result = |user: Op<'c>| ops::Nest::of(user).is_some_and(|nest| !nest.inputs().contains(&tensor));
        if users(tensor).iter().all(|user| is_op(*user, "tensor.dim") || starts_a_result(*user)) {
            continue;
        }
        let format = Format::of(tensor.r#type()).expect("the verifier asks for a format");
        let growth = format.description().growth().map_err(|_| {
            error(op.location(), format!("{} cannot be made empty in the order of its levels yet", tensor.r#type()))
        })?;
        found.push((op, growth));
    }
    Ok(found)
}

/// Gives tensors that store nothing storage.
fn store_empty_tensors<'c>(root: Op<'c>, empty: Vec<(Op<'c>, &'static Growth)>) {
    let mut functions = Summaries::new(root, false);
    for (op, growth) in empty {
        let tensor = results(op)[0];
        let stored = assembly::empty(&Builder::before(op), tensor, growth);
        replace_uses(tensor, stored);
        // Unless it is the caller's then, who makes it frees it.
        let block = op.parent_operation().into_iter().flat_map(|around| blocks(ir::op(&around)));
        let block = block.map(ops_in).find(|ops| ops.contains(&op));
        if let Some(end) = block.and_then(|ops| end_of_use(stored, &ops, &mut functions)) {
            Release::build(&Builder::before(end), stored);
        }
    }
}
