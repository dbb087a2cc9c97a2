//! `tensor.pad` of stored tensors: the entries, further on, in a larger tensor that is else filled.
//!
//! `P = pad(A, low)` is `P(i + low) = A(i)`. A stored `P` has the entries of `A` and no others, so what it is padded with has to be what it
//! does not store.

use super::refusal::{Unconvertible, refuse};
use crate::{
    bridge::{Binding, constants::constant_of},
    index::{
        Access, Directives, Expr, Nest, Outside, Stmt, TensorId, VarId, Write,
        build::{dimension_var, loops},
        constant::Constant,
        subscript::Subscript,
    },
    values::{Distance, dimension_size, distances},
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    format::Format,
    ir::{Op, Value, body, defining_op, is_op, operands, ops_in, results, segments, shape},
    stensor::storage::Empty,
};
use melior::ir::{ValueLike, operation::OperationLike};

/// Whether an operation pads a stored tensor.
pub(super) fn is_stored_pad(op: Op<'_>) -> bool {
    is_op(op, "tensor.pad") && Format::of(operands(op)[0].r#type()).is_some()
}

/// The nest of a padded tensor.
pub(super) fn pad<'c>(op: Op<'c>, binding: &mut Binding<'c>) -> Result<Nest, Unconvertible<'c>> {
    let location = op.location();
    let (all, groups) = (operands(op), segments(op));
    let (low, high) = all[1..].split_at(groups.get(1).copied().unwrap_or(0));
    let (low, high) = (distances(op, "static_low", low), distances(op, "static_high", high));
    let is_negative = |by: &Distance<'_>| matches!(by, Distance::Known(number) if *number < 0);
    if low.iter().chain(&high).any(is_negative) {
        return Err(refuse(
            location,
            "a stored tensor is padded by a negative number of coordinates: take a slice of it",
        ));
    }
    let Some(around) = padding(op) else {
        return Err(refuse(location, "a stored tensor is padded with a value that is no constant"));
    };
    let place = result_place(op, &low, &high);
    check_place(op, place, &low, &high);
    let mut nest = binding.new_nest(op);
    let source = binding.tensor(all[0]);
    let result = binding.tensor(place).as_output();
    let (from, to) = (TensorId(0), TensorId(1));
    nest.tensors = vec![source.clone(), result.clone()];
    let location = nest.place;
    if result.is_stored() {
        let fill = nest.fill(to);
        if !(around.is_identical(fill) || around.is_zero() && fill.is_zero()) {
            let message = "the points around a stored tensor have its fill value, and this pads with another one: convert it to a \
                dense tensor before";
            return Err(refuse(op.location(), message));
        }
    } else {
        let points = vars(&mut nest, &result);
        let value = nest.add(Expr::Outside(Outside::constant(around)), result.element, location);
        let target = Access { tensor: to, subscripts: points.iter().copied().map(Subscript::var).collect() };
        let write = Write { target, value, combiner: None, elsewhere: None, location };
        nest.body.extend(loops(&plain(&points), vec![Stmt::Write(write)]));
    }
    let points = vars(&mut nest, &source);
    let read = Access { tensor: from, subscripts: points.iter().copied().map(Subscript::var).collect() };
    let value = nest.add(Expr::Read(read), source.element, location);
    let moved = |(var, by): (&VarId, &Distance<'c>)| {
        let by = match by {
            Distance::Known(number) => Subscript::constant_of(*number),
            Distance::Value(value) => Subscript::outside(binding.value_id(*value)),
        };
        Subscript::var(*var).plus(&by, 1)
    };
    let target = Access { tensor: to, subscripts: points.iter().zip(&low).map(moved).collect() };
    let write = Write { target, value, combiner: None, elsewhere: None, location };
    nest.body.extend(loops(&plain(&points), vec![Stmt::Write(write)]));
    Ok(nest)
}

/// The constant that a tensor is padded with.
fn padding(op: Op<'_>) -> Option<Constant> {
    let padded = operands(*ops_in(body(op, 0)?).last()?)[0];
    defining_op(padded)?.attribute("value").ok().and_then(constant_of)
}

/// Checks, where distances are values, that the tensor lies inside of the result.
fn check_place<'c>(op: Op<'c>, place: Value<'c>, low: &[Distance<'c>], high: &[Distance<'c>]) {
    let builder = Builder::before(op);
    let is_value = |by: &Distance<'_>| matches!(by, Distance::Value(_));
    for dimension in (0..low.len()).filter(|dimension| is_value(&low[*dimension]) || is_value(&high[*dimension])) {
        let (own, all) =
            (dimension_size(&builder, operands(op)[0], dimension), dimension_size(&builder, place, dimension));
        let low = low[dimension].value(&builder);
        let end = builder.binary("arith.addi", low, own);
        let starts = builder.compare(ComparePredicate::SignedLessEqual, builder.index(0), low);
        let ends = builder.compare(ComparePredicate::SignedLessEqual, end, all);
        let holds = builder.binary("arith.andi", starts, ends);
        builder.assert_that(holds, &format!("dimension {dimension} of a stored tensor is padded by a negative number, or the result has another size"));
    }
}

/// An empty tensor like the result.
fn result_place<'c>(op: Op<'c>, low: &[Distance<'c>], high: &[Distance<'c>]) -> Value<'c> {
    let (builder, r#type) = (Builder::before(op), results(op)[0].r#type());
    let known = shape(r#type).unwrap_or_default();
    let mut sizes = Vec::new();
    for dimension in (0..known.len()).filter(|dimension| known[*dimension].is_none()) {
        let own = dimension_size(&builder, operands(op)[0], dimension);
        let below = builder.binary("arith.addi", own, low[dimension].value(&builder));
        sizes.push(builder.binary("arith.addi", below, high[dimension].value(&builder)));
    }
    match Format::of(r#type) {
        Some(_) => Empty::build(&builder, &sizes, r#type),
        None => builder.value("tensor.empty", &sizes, r#type, &[]),
    }
}

fn vars(nest: &mut Nest, tensor: &crate::index::Tensor) -> Vec<VarId> {
    (0..tensor.order()).map(|dimension| nest.add_var(dimension_var(tensor, dimension))).collect()
}

fn plain(vars: &[VarId]) -> Vec<(VarId, Directives)> {
    vars.iter().map(|var| (*var, Directives::default())).collect()
}
