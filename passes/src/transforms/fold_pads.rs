//! `sloop-fold-pads`: read what a padded tensor holds where it comes from.
//!
//! A padded tensor is a copy further on in a larger tensor: `P(h + 1) = A(h)`. A nest that reads `P(i + p)` reads `A(i + p - 1)`
//! instead, and leaves out the rounds in which that lies outside of `A`: there `P` stores nothing, so there is nothing to add. No copy
//! is made.
//!
//! The value of a point may be any expression of operands, so long as it is the fill value of `P` where they store nothing. Each write
//! that reads `P` must come to the same without the rounds in which `P` stores nothing: a product that is added, for instance, but no
//! maximum with zeros.
//!
//! Example: `test/passes/fold_pads.mlir`. Not done here: padded tensors that are dense, that something else than nests takes, or that
//! several statements write; reads inside of folds; stored results with compound subscripts, or of which a bound would leave points out
//! of one of several terms.

use super::{
    form_results::form_stored,
    join_nests::{Joined, asked_dimension, join, nothing_changes_between, remove_unread},
};
use crate::{
    bridge::{Binding, read::read_nests, write::replace_all},
    diagnostic::{Reported, remark},
    index::{
        Access, Expr, ExprId, Nest, Relation, Stmt, TensorId, Var, VarId, Write,
        algebra::is_neutral_constant,
        build::perfect_loops,
        statement::{change_writes, first_where},
        subscript::Subscript,
        writes,
    },
    options,
    pass::Pass,
};
use lacuna_dialects::{
    ir::{Op, Value, results, users},
    stensor::storage::Release,
};

options! {
    /// Options of `sloop-fold-pads`.
    pub struct FoldPads {}
}

impl Pass for FoldPads {
    const ARGUMENT: &'static str = "sloop-fold-pads";
    const SUMMARY: &'static str = "Read what a padded tensor holds where it comes from";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let (count, _) = read_nests(root).map(|(nests, _)| (nests.len(), ()))?;
        // From the last to the first: a padded tensor may be padded again.
        for place in (0..count).rev() {
            let (nests, mut binding) = read_nests(root)?;
            let Some(producer) = nests.get(place) else { continue };
            let Some(padded) = padded(producer, &nests, &binding) else { continue };
            let readers: Option<Vec<Nest>> = padded
                .readers
                .iter()
                .map(|reader| fold(producer, &nests[*reader], padded.result, &mut binding))
                .collect();
            let Some(readers) = readers.filter(|readers| !readers.is_empty()) else { continue };
            for reader in &padded.readers {
                let name = name_in(&nests[*reader], padded.result, &mut binding);
                remark(
                    binding.location(nests[*reader].place),
                    format!("{name} is read where its entries come from, and is not stored"),
                );
            }
            let op = binding.op(producer.source);
            replace_all(readers, &mut binding);
            remove_unread(op);
        }
        Ok(())
    }
}

/// What a nest makes that only moves what it reads.
struct Padded<'c> {
    result: Value<'c>,
    /// The nests that read it, by number.
    readers: Vec<usize>,
}

/// The result of a nest that writes each point once, further on than it reads, if nests alone read it.
fn padded<'c>(producer: &Nest, nests: &[Nest], binding: &Binding<'c>) -> Option<Padded<'c>> {
    let op = binding.op(producer.source);
    let [result] = results(op)[..] else { return None };
    let asks = producer.keep_order || producer.precompute.is_some() || producer.drops_fill() || producer.keep_fill;
    if asks || moved_write(producer).is_none() {
        return None;
    }
    let mut readers = Vec::new();
    for user in users(result).into_iter().filter(|user| asked_dimension(*user).is_none() && !Release::is(*user)) {
        let reader = nests.iter().position(|nest| binding.op(nest.source) == user)?;
        if !nothing_changes_between(op, user) {
            return None;
        }
        if !readers.contains(&reader) {
            readers.push(reader);
        }
    }
    Some(Padded { result, readers })
}

/// The only write of a nest, if its points are variables further on, each once, and it starts from nothing.
fn moved_write(nest: &Nest) -> Option<&Write> {
    let [statement] = nest.body.as_slice() else { return None };
    let (around, [Stmt::Write(write)]) = perfect_loops(statement) else { return None };
    let tensor = nest.tensor(write.target.tensor);
    let mut vars: Vec<VarId> =
        write.target.subscripts.iter().map(|subscript| moved(subscript).map(|(var, _)| var)).collect::<Option<_>>()?;
    let mut own: Vec<VarId> = around.iter().map(|inner| inner.var).collect();
    vars.sort_unstable();
    own.sort_unstable();
    let is_apart = vars.windows(2).all(|pair| pair[0] != pair[1]);
    // A variable that no loop around gives another value has one value.
    let is_copy = vars == own
        && is_apart
        && nest.relations.is_empty()
        && tensor.is_output
        && tensor.is_stored()
        && tensor.starts_empty
        && nest.folded_vars(write.value).is_empty()
        && own.iter().all(|var| nest.var(*var).has_range());
    let is_moved = write.target.plain_vars().is_none();
    let mut trial = nest.clone();
    let nothing = trial.value_without(write.value, &nest.reads(write.value));
    (is_copy && is_moved && nothing.is_some_and(|nothing| nothing.is_identical(nest.fill(write.target.tensor))))
        .then_some(write)
}

/// The variable of a subscript that has one, with factor one or minus one, and the factor.
fn moved(subscript: &Subscript) -> Option<(VarId, i64)> {
    let mut vars = subscript.vars();
    match (vars.next(), vars.next()) {
        (Some((var, factor)), None) if factor.abs() == 1 => Some((var, factor)),
        _ => None,
    }
}

/// The reader with the values of the producer in the place of what it reads of that; `None` where it would come to something else.
fn fold<'c>(producer: &Nest, reader: &Nest, result: Value<'c>, binding: &mut Binding<'c>) -> Option<Nest> {
    let Joined { mut nest, first, second, taken } = join(producer, reader, result, binding);
    (nest.keep_order, nest.drop_fill, nest.keep_fill) = (reader.keep_order, reader.drop_fill, reader.keep_fill);
    nest.precompute = reader.precompute.clone();
    nest.body = second;
    let all = writes(&first);
    let [(_, moved_write)] = all.as_slice() else { return None };
    if nest.tensor(taken).is_output || first_where(&nest.body).is_some() {
        return None;
    }
    for index in 0..nest.body.len() {
        let all = writes(std::slice::from_ref(&nest.body[index]));
        let reads = |write: &Write| nest.reads(write.value).iter().any(|read| read.tensor == taken);
        match all.as_slice() {
            all if !all.iter().any(|(_, write)| reads(write)) => {}
            [(_, write)] => {
                let before = write.value;
                let write = (*write).clone();
                let value = folded_value(&mut nest, &write, taken, moved_write)?;
                let mut body = std::mem::take(&mut nest.body);
                change_writes(std::slice::from_mut(&mut body[index]), &mut |write| {
                    if write.value == before {
                        write.value = value;
                    }
                });
                nest.body = body;
            }
            _ => return None,
        }
    }
    nest.remove_input(taken);
    results_can_be_formed(&nest).then_some(nest)
}

/// Whether the terms of each stored result can still be computed together: bounds may leave out points of one of them only.
fn results_can_be_formed(nest: &Nest) -> bool {
    let all = writes(&nest.body);
    let is_compound =
        |write: &Write| write.target.plain_vars().is_none() && nest.tensor(write.target.tensor).is_stored();
    !all.iter().any(|(_, write)| is_compound(write)) && form_stored(&mut nest.clone()).is_ok()
}

/// The value of a write with that of the moved one in the place of each of its reads.
fn folded_value(nest: &mut Nest, write: &Write, taken: TensorId, moved: &Write) -> Option<ExprId> {
    let accesses: Vec<Access> = nest.reads(write.value).into_iter().filter(|read| read.tensor == taken).collect();
    let mut value = write.value;
    for access in accesses {
        if !comes_to_the_same(nest, write, &access) {
            return None;
        }
        let here = value_at(nest, moved, &access)?;
        value = nest.replace_reads(value, &access, here);
    }
    Some(value)
}

/// Whether a write comes to the same without the rounds in which an operand stores nothing.
fn comes_to_the_same(nest: &mut Nest, write: &Write, access: &Access) -> bool {
    // A fold would take a value in these rounds.
    let mut parts = Vec::new();
    nest.visit_expr(write.value, &mut |id| parts.push(id));
    let is_other_use = |id: &ExprId| match nest.expr(*id) {
        Expr::Fold { body, .. } => nest.reads(*body).contains(access),
        Expr::Stored(asked) => asked.tensor == access.tensor,
        _ => false,
    };
    if parts.iter().any(is_other_use) {
        return false;
    }
    let Some(nothing) = nest.value_without(write.value, std::slice::from_ref(access)) else { return false };
    let target = nest.tensor(write.target.tensor);
    match write.combiner {
        Some(combiner) => is_neutral_constant(combiner, nothing, target.element),
        None => {
            let is_left_out = target.is_output && target.is_stored() && target.starts_empty;
            is_left_out && nothing.is_identical(nest.fill(write.target.tensor))
        }
    }
}

/// The value of a moved write at another point; bounds leave out the rounds in which there is none.
fn value_at(nest: &mut Nest, moved_write: &Write, access: &Access) -> Option<ExprId> {
    let mut at: Vec<(VarId, Subscript)> = Vec::new();
    for (target, here) in moved_write.target.subscripts.iter().zip(&access.subscripts) {
        let (var, factor) = moved(target)?;
        // factor * var + distance = here
        let distance = target.without(&[var]);
        let value = Subscript::constant_of(0).plus(here, factor).plus(&distance, -factor);
        // What a bound says of values from outside cannot be written.
        if value.has_values() {
            return None;
        }
        at.push((var, value.clone()));
        let extent = nest.var(var).extent.clone();
        if value.is_fixed() {
            // No loop would test it.
            let size = i64::try_from(extent.number()?).ok()?;
            if !(0..size).contains(&value.constant()) {
                return None;
            }
            continue;
        }
        let name = nest.var(var).name.clone();
        let derived = nest.add_var(Var { extent, name });
        nest.relations.push(Relation { var: derived, value, is_bounded: true });
    }
    let moved_to = |subscript: &Subscript| {
        subscript.substitute(|var| at.iter().find(|(own, _)| *own == var).map(|(_, value)| value.clone()))
    };
    let there = |access: &Access| Access {
        tensor: access.tensor,
        subscripts: access.subscripts.iter().map(moved_to).collect(),
    };
    let location = moved_write.location;
    for read in nest.reads(moved_write.value) {
        nest.tensors[read.tensor.0].is_window |= nest.tensor(read.tensor).is_input();
    }
    Some(nest.rewrite_expr(moved_write.value, &mut |nest, expr| match expr {
        Expr::Read(access) => Some(Expr::Read(there(access))),
        Expr::Stored(access) => Some(Expr::Stored(there(access))),
        Expr::Index(var) => Some(nest.number(location, &moved_to(&Subscript::var(*var)))),
        _ => None,
    }))
}

/// What a nest calls an operand.
fn name_in<'c>(nest: &Nest, operand: Value<'c>, binding: &mut Binding<'c>) -> String {
    let operand = binding.value_id(operand);
    let id = nest.tensors.iter().position(|tensor| tensor.operand == operand).expect("it reads it");
    nest.name(TensorId(id))
}
