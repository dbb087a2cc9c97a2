//! `sloop-fold-pads`: replace reads of a padded tensor by reads of the operands that it is computed from.
//!
//! A padded tensor holds an operand at shifted coordinates of a larger tensor: `P(h + 1) = A(h)`. A nest that reads `P(i + p)` reads
//! `A(i + p - 1)` instead, and a limit skips the rounds in which that lies outside of `A`: there `P` stores nothing, so there is nothing to
//! add. No copy is made.
//!
//! The value of a point may also be one plain operation on `A`, such as `2 * A(h)`, if it is the fill value of `P` where `A` stores
//! nothing; what is dearer is computed once. Each write that reads `P` must give the same without the rounds in which `P` stores
//! nothing: a product that is added does, a maximum with zeros does not.
//!
//! These stay: padded tensors whose format fills up, as their zeros are entries, which infinities make NaN; and those of dense operands,
//! which may be updated in place before `P` is read.
//!
//! Example: `test/passes/fold_pads.mlir`. Not done here: padded tensors that are dense, that something else than nests of the same block
//! takes, that several statements write, or that are shifted by values from outside; reads inside of `sloop.fold` and `sloop.where`, and
//! by one of several writes of a statement; stored results with compound subscripts, or of which a limit would skip points of one of
//! several terms.

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
use lacuna_layout::order::is_walked_in_order;

options! {
    /// Options of `sloop-fold-pads`.
    pub struct FoldPads {}
}

impl Pass for FoldPads {
    const ARGUMENT: &'static str = "sloop-fold-pads";
    const SUMMARY: &'static str = "Replace reads of a padded tensor by reads of the operands that it is computed from";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let (mut nests, mut binding) = read_nests(root)?;
        // From the last to the first: a padded tensor may be padded again. Nests before one keep their places when it goes.
        for place in (0..nests.len()).rev() {
            let producer = &nests[place];
            let Some(padded) = padded(producer, &nests, &binding) else { continue };
            let readers: Option<Vec<Nest>> = padded
                .readers
                .iter()
                .map(|reader| replace_reads(producer, &nests[*reader], padded.result, &mut binding))
                .collect();
            let Some(readers) = readers.filter(|readers| !readers.is_empty()) else { continue };
            for reader in &padded.readers {
                let name = name_in(&nests[*reader], padded.result, &mut binding);
                remark(
                    binding.location(nests[*reader].place),
                    format!("{name} is not stored: its readers read the operands that it is computed from"),
                );
            }
            let op = binding.op(producer.source);
            replace_all(readers, &mut binding);
            remove_unread(op);
            (nests, binding) = read_nests(root)?;
        }
        Ok(())
    }
}

/// A padded tensor: the result of a nest that writes an expression of its operands at shifted or mirrored coordinates.
struct Padded<'c> {
    result: Value<'c>,
    /// The nests that read it, by number.
    readers: Vec<usize>,
}

/// The padded tensor that a nest computes, if only nests read it.
fn padded<'c>(producer: &Nest, nests: &[Nest], binding: &Binding<'c>) -> Option<Padded<'c>> {
    let op = binding.op(producer.source);
    let [result] = results(op)[..] else { return None };
    let asks = producer.keep_order || producer.precompute.is_some() || producer.drops_fill() || producer.keep_fill;
    if asks || shifted_write(producer).is_none() {
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

/// The only write of a nest, if each subscript of its target is one variable with factor 1 or -1, plus what is the same everywhere, and
/// the result starts empty.
fn shifted_write(nest: &Nest) -> Option<&Write> {
    let [statement] = nest.body.as_slice() else { return None };
    let (around, [Stmt::Write(write)]) = perfect_loops(statement) else { return None };
    let tensor = nest.tensor(write.target.tensor);
    let mut vars: Vec<VarId> = write
        .target
        .subscripts
        .iter()
        .map(|subscript| shifted_variable(subscript).map(|(var, _)| var))
        .collect::<Option<_>>()?;
    let mut own: Vec<VarId> = around.iter().map(|inner| inner.var).collect();
    vars.sort_unstable();
    own.sort_unstable();
    let are_distinct = vars.windows(2).all(|pair| pair[0] != pair[1]);
    let writes_each_point_once = vars == own
        && are_distinct
        && nest.relations.is_empty()
        && tensor.is_output
        && tensor.is_stored()
        && tensor.starts_empty
        && !tensor.format().is_some_and(|format| format.value.fills_up())
        && nest.folded_vars(write.value).is_empty()
        && own.iter().all(|var| nest.var(*var).has_range());
    let is_shifted = write.target.plain_vars().is_none();
    let fill = nest.fill(write.target.tensor);
    let starts_neutral = write.combiner.is_none_or(|combiner| is_neutral_constant(combiner, fill, tensor.element));
    let mut trial = nest.clone();
    let nothing = trial.value_without(write.value, &nest.reads(write.value));
    let is_fill = nothing.is_some_and(|nothing| nothing.is_identical(fill));
    (writes_each_point_once && is_shifted && starts_neutral && is_fill && is_cheap(nest, write.value)).then_some(write)
}

/// Whether a value reads one operand whose levels are in order, and computes at most one plain operation: readers may compute it several
/// times for each point.
fn is_cheap(nest: &Nest, value: ExprId) -> bool {
    // Each reader would sort levels that are in no order.
    let is_in_order = |read: &Access| nest.tensor(read.tensor).format().is_some_and(is_walked_in_order);
    let reads = nest.reads(value);
    let mut operations = 0;
    let mut is_plain = true;
    nest.visit_expr(value, &mut |id| match nest.expr(id) {
        Expr::Scalar { operation, .. } => {
            operations += 1;
            is_plain &= operation.op_name().starts_with("arith.");
        }
        Expr::Combine { .. } => operations += 1,
        _ => {}
    });
    matches!(&reads[..], [read] if is_in_order(read)) && operations <= 1 && is_plain
}

/// The variable of a subscript that has one, with factor one or minus one, and the factor.
fn shifted_variable(subscript: &Subscript) -> Option<(VarId, i64)> {
    let mut vars = subscript.vars();
    match (vars.next(), vars.next()) {
        (Some((var, factor)), None) if factor.abs() == 1 => Some((var, factor)),
        _ => None,
    }
}

/// The reader with each read of the producer's result replaced by the producer's value; `None` if the result would change.
fn replace_reads<'c>(producer: &Nest, reader: &Nest, result: Value<'c>, binding: &mut Binding<'c>) -> Option<Nest> {
    let Joined { mut nest, first, second, taken } = join(producer, reader, result, binding);
    (nest.keep_order, nest.drop_fill, nest.keep_fill) = (reader.keep_order, reader.drop_fill, reader.keep_fill);
    nest.precompute = reader.precompute.clone();
    nest.body = second;
    let all = writes(&first);
    let [(_, shifted_write)] = all.as_slice() else { return None };
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
                let value = replaced_value(&mut nest, &write, taken, shifted_write)?;
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

/// Whether the stored results can still be formed. They cannot if a limit skips points of only one of several terms.
fn results_can_be_formed(nest: &Nest) -> bool {
    let all = writes(&nest.body);
    let is_compound =
        |write: &Write| write.target.plain_vars().is_none() && nest.tensor(write.target.tensor).is_stored();
    !all.iter().any(|(_, write)| is_compound(write)) && form_stored(&mut nest.clone()).is_ok()
}

/// The value of a write, with each read of the padded tensor replaced by the value that `shifted` writes.
fn replaced_value(nest: &mut Nest, write: &Write, taken: TensorId, shifted: &Write) -> Option<ExprId> {
    let accesses: Vec<Access> = nest.reads(write.value).into_iter().filter(|read| read.tensor == taken).collect();
    let mut value = write.value;
    for access in accesses {
        if !can_skip_unstored(nest, write, &access) {
            return None;
        }
        let here = value_at(nest, shifted, &access)?;
        value = nest.replace_reads(value, &access, here);
    }
    Some(value)
}

/// Whether a write gives the same result without the rounds in which an operand stores nothing.
fn can_skip_unstored(nest: &mut Nest, write: &Write, access: &Access) -> bool {
    // A `sloop.fold` takes a value in every round.
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

/// The value of the padded tensor at an access. Limits skip the rounds that read outside of the operand.
fn value_at(nest: &mut Nest, shifted_write: &Write, access: &Access) -> Option<ExprId> {
    let mut at: Vec<(VarId, Subscript)> = Vec::new();
    for (target, here) in shifted_write.target.subscripts.iter().zip(&access.subscripts) {
        let (var, factor) = shifted_variable(target)?;
        // factor * var + distance = here
        let distance = target.without(&[var]);
        let value = Subscript::constant_of(0).plus(here, factor).plus(&distance, -factor);
        // `sloop.derive` takes no values from outside of the nest.
        if value.has_values() {
            return None;
        }
        at.push((var, value.clone()));
        let extent = nest.var(var).extent.clone();
        if value.is_fixed() {
            // No loop could test the limit.
            let size = i64::try_from(extent.number()?).ok()?;
            if !(0..size).contains(&value.constant()) {
                return None;
            }
            continue;
        }
        let name = nest.var(var).name.clone();
        let derived = nest.add_var(Var::new(extent, name));
        nest.relations.push(Relation::new(derived, value, true));
    }
    let shifted_to = |subscript: &Subscript| {
        subscript.substitute(|var| at.iter().find(|(own, _)| *own == var).map(|(_, value)| value.clone()))
    };
    let there = |access: &Access| Access {
        tensor: access.tensor,
        subscripts: access.subscripts.iter().map(shifted_to).collect(),
    };
    let location = shifted_write.location;
    for read in nest.reads(shifted_write.value) {
        nest.tensors[read.tensor.0].is_window |= nest.tensor(read.tensor).is_input();
    }
    Some(nest.rewrite_expr(shifted_write.value, &mut |nest, expr| match expr {
        Expr::Read(access) => Some(Expr::Read(there(access))),
        Expr::Stored(access) => Some(Expr::Stored(there(access))),
        Expr::Index(var) => Some(nest.number(location, &shifted_to(&Subscript::var(*var)))),
        _ => None,
    }))
}

/// What a nest calls an operand.
fn name_in<'c>(nest: &Nest, operand: Value<'c>, binding: &mut Binding<'c>) -> String {
    let operand = binding.value_id(operand);
    let id = nest.tensors.iter().position(|tensor| tensor.operand == operand).expect("it reads it");
    nest.name(TensorId(id))
}
