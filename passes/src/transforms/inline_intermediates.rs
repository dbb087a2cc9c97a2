//! `sloop-inline-intermediates`: compute an intermediate where a stored result reads it.
//!
//! A `linalg.generic` has no reduction inside of a value, so `R(i,j) = sqrt(sum(k, A(i,k) * B(k,j)))` arrives as two operations:
//! a stored tensor holds the sums, and `R` is computed from that. A value in index form may have sums inside: read at the point that
//! is computed, the intermediate is the sum,
//!
//! ```text
//! forall i, j: R(i,j) = sqrt(fold k { A(i,k) * B(k,j) })
//! ```
//!
//! and nothing is stored in between. The sum may be collected in a workspace, whose consumer takes the root.
//!
//! What the intermediate does not store must be what its value is without any term, so that whatever reads it finds the same. It is
//! stored only if this costs a quarter less, with the workspaces and conversions that would follow. A remark says what was done.
//!
//! Example: `test/passes/inline_intermediates.mlir`, and of what is left alone `inline_intermediates_near_misses.mlir`. Not done here:
//! dense intermediates, which have a value at each point; those of which a part is read (windows), or that are read more than once,
//! or again in each round of a loop; bounds of their loops; values that depend on a loop which runs once; values of many operands; sums in an order of the loops that was asked
//! for; operands that must be converted first (`sloop-plain-levels`).

use super::{
    form_results::{form, form_stored},
    insert_conversions::for_statement,
    insert_workspaces::insert,
    join_nests::{Joined, join, remove_unread, result_for},
    search::PlanSearch,
};
use crate::{
    analysis::iteration_graph::is_random_access,
    bridge::{Binding, read::read_nests, write::replace_all},
    choices::planning_options,
    diagnostic::{Reported, remark},
    index::{
        Access, Expr, ExprId, Loop, Nest, Stmt, TensorId, VarId, Write,
        statement::{change_writes, first_where},
        writes,
    },
    pass::Pass,
    plan::cost::Cost,
};
use lacuna_dialects::{format::Format, ir::Op};
use melior::ir::ValueLike;
use std::collections::BTreeSet;

/// An intermediate is stored if this costs less than so much of what it costs to compute it where it is read: it takes memory, which
/// costs do not count.
const WORTH_STORING: f64 = 0.75;

/// Values with more stored operands get no intermediate inlined. How they are walked is found by trying many ways, which takes
/// seconds, and this pass tries all of them once more.
const MOST_READS: usize = 5;

planning_options! {
    /// Options of `sloop-inline-intermediates`.
    pub struct InlineIntermediates {}
}

impl Pass for InlineIntermediates {
    const ARGUMENT: &'static str = "sloop-inline-intermediates";
    const SUMMARY: &'static str = "Compute stored intermediates where stored results read them";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let (mut nests, mut binding) = read_nests(root)?;
        nests.iter_mut().for_each(|nest| nest.choices = self.choices());
        let mut costs: Vec<Option<Option<Cost>>> = vec![None; nests.len()];
        let mut is_inlined = vec![false; nests.len()];
        let mut changed = BTreeSet::new();
        for reader in 0..nests.len() {
            for producer in 0..reader {
                if is_inlined[producer] {
                    continue;
                }
                let Some(Inlined { nest, name }) = inline(&nests[producer], &nests[reader], &mut binding) else {
                    continue;
                };
                let Some(together) = cost(&nest) else { continue };
                let mut known = |which: usize| *costs[which].get_or_insert_with(|| cost(&nests[which]));
                let apart = known(producer).and_then(|producer| Some(producer + known(reader)?));
                if apart.is_some_and(|apart| apart.is_less_than(&together.times(WORTH_STORING))) {
                    continue;
                }
                let steps = together.total();
                let otherwise =
                    apart.map_or_else(String::new, |apart| format!(", to store it first {:.0}", apart.total()));
                remark(
                    binding.location(nest.place),
                    format!(
                        "{name} is computed where it is read, and is not stored: this costs {steps:.0} steps{otherwise}"
                    ),
                );
                (nests[reader], costs[reader], is_inlined[producer]) = (nest, Some(Some(together)), true);
                changed.insert(reader);
            }
        }
        let swallowed = (0..nests.len()).filter(|nest| is_inlined[*nest]).map(|nest| binding.op(nests[nest].source));
        // From the last to the first: what an intermediate was computed from may have been one.
        let swallowed: Vec<_> = swallowed.rev().collect();
        let nests = nests.into_iter().enumerate().filter(|(nest, _)| changed.contains(nest) && !is_inlined[*nest]);
        replace_all(nests.map(|(_, nest)| nest).collect(), &mut binding);
        swallowed.into_iter().for_each(remove_unread);
        Ok(())
    }
}

/// Two nests as one.
struct Inlined {
    nest: Nest,
    /// What the intermediate is called.
    name: String,
}

/// The two nests as one in which the intermediate that the first gives is a value.
fn inline<'c>(producer: &Nest, reader: &Nest, binding: &mut Binding<'c>) -> Option<Inlined> {
    let result = result_for(producer, reader, binding)?;
    let is_stored = Format::of(result.r#type()).is_some();
    let keeps = producer.keep_order || reader.keep_order || reader.drops_fill();
    // A workspace that was asked for belongs to a result, and there is one left.
    let asks = producer.precompute.is_some() && producer.precompute != reader.precompute;
    if keeps || asks || !is_stored {
        return None;
    }
    let mut formed = producer.clone();
    form_value(&mut formed)?;
    let operand = binding.value_id(result);
    // The coordinates of a window go beyond the loops that read it.
    if reader.tensors.iter().any(|tensor| (tensor.is_output || tensor.is_window) && tensor.operand == operand) {
        return None;
    }
    let name =
        reader.tensors.iter().position(|tensor| tensor.operand == operand).map(|id| reader.name(TensorId(id)))?;
    let Joined { mut nest, first, second, taken } = join(&formed, reader, result, binding);
    nest.precompute = reader.precompute.clone();
    nest.body = second;
    let all = writes(&first);
    let [(around, value)] = all.as_slice() else { return None };
    let points = value.target.plain_vars()?;
    // Loops over other variables, which run once, are left behind: a value that depends on one cannot be inlined.
    let left_behind = |inner: &&Loop| !points.contains(&inner.var) && nest.depends_on(value.value, inner.var);
    if around.iter().any(left_behind) {
        return None;
    }
    put_in_place(&mut nest, taken, &points, value.value)?;
    nest.remove_input(taken);
    let stored = |nest: &Nest, (_, write): &(Vec<&Loop>, &Write)| {
        nest.reads(write.value).iter().filter(|read| !is_random_access(nest, read.tensor)).count()
    };
    let reads: usize = writes(&nest.body).iter().map(|write| stored(&nest, write)).sum();
    (reads <= MOST_READS).then_some(Inlined { nest, name })
}

/// Makes one write of those of a nest that computes an intermediate from nothing; nothing where it is no such nest, or where points
/// without terms are not what the intermediate does not store.
fn form_value(nest: &mut Nest) -> Option<()> {
    let output = TensorId(nest.tensors.iter().position(|tensor| tensor.is_output)?);
    if first_where(&nest.body).is_some() || !nest.tensor(output).starts_empty {
        return None;
    }
    form(nest, output).ok()?;
    let all = writes(&nest.body);
    let [(_, write)] = all.as_slice() else { return None };
    let (value, absent) = (write.value, nest.reads(write.value));
    let nothing = nest.value_without(value, &absent)?;
    nothing.is_identical(nest.fill(output)).then_some(())
}

/// Puts the value of some points in the place of the only read of a tensor, if that reads each point in its own round.
fn put_in_place(nest: &mut Nest, tensor: TensorId, points: &[VarId], value: ExprId) -> Option<()> {
    // Whether a point is stored is not what a value tells.
    let is_asked = nest.nodes.iter().any(|node| matches!(&node.expr, Expr::Stored(access) if access.tensor == tensor));
    if is_asked {
        return None;
    }
    let reads = |nest: &Nest, write: &Write| -> Vec<Access> {
        nest.reads(write.value).into_iter().filter(|access| access.tensor == tensor).collect()
    };
    let all = writes(&nest.body);
    let mut reading = all.iter().filter(|(_, write)| !reads(nest, write).is_empty());
    let ((around, write), None) = (reading.next()?, reading.next()) else { return None };
    let [access] = reads(nest, write).try_into().ok()?;
    let target = nest.tensor(write.target.tensor);
    let read = access.plain_vars()?;
    let mut vars: Vec<_> = around.iter().map(|inner| inner.var).filter(|var| !nest.runs_once(*var)).collect();
    let mut own: Vec<_> = read.iter().copied().filter(|var| !nest.runs_once(*var)).collect();
    vars.sort_unstable();
    own.sort_unstable();
    let has_same_sizes = read.iter().zip(points).all(|(read, point)| {
        // Where sizes are not known, those of the tensor are those of the loops.
        nest.var(*read).size() == nest.var(*point).size()
    });
    // A bound of these loops would hold for all that the reader computes.
    let is_bounded = points.iter().any(|point| nest.is_in_relation(*point));
    if vars != own
        || is_bounded
        || !has_same_sizes
        || !target.is_output
        || !target.is_stored()
        || first_where(&nest.body).is_some()
    {
        return None;
    }
    let before = write.value;
    let rename = |var: VarId| points.iter().position(|point| *point == var).map_or(var, |place| read[place]);
    let value = nest.rename_expr(value, &rename);
    let replaced = nest.replace_reads(before, &access, value);
    let mut body: Vec<Stmt> = std::mem::take(&mut nest.body);
    change_writes(&mut body, &mut |write| {
        if write.value == before {
            write.value = replaced;
        }
    });
    nest.body = body;
    Some(())
}

/// What a nest costs, with the workspaces and the conversions that it would get.
fn cost(nest: &Nest) -> Option<Cost> {
    let mut trial = nest.clone();
    form_stored(&mut trial).ok()?;
    let search = PlanSearch::default();
    insert(&mut trial, &search).ok()?;
    (0..trial.body.len())
        .try_fold(Cost::default(), |sum, statement| Some(sum + for_statement(&trial, statement, &search).ok()?.cost))
}
