//! `convert-stensor-to-memref`: resolve storage access to the buffers a tensor was packed from.
//!
//! `stensor.positions`, `coordinates`, `values`, `unpack` and `tensor.dim` of a `stensor.pack` are its operands; then
//! the pack itself is gone. Tensors must come from a pack in the same function: `stensor-expand-boundaries` sees to it.
//!
//! Example: `test/conversions/stensor_to_memref.mlir`.

use crate::{
    diagnostic::{Reported, error},
    options,
    pass::Pass,
    values::constant_number,
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    format::Format,
    ir::{
        Op, Value, collect_ops, defining_op, erase, has_uses, integer_attribute, is_op, is_ranked_tensor, op_name,
        operands, replace_uses, results, segments, set_operand, shape,
    },
    sloop::{self, index::Nest},
    stensor::{
        conversion::{Build, Convert, Sort},
        storage::{Coordinates, Empty, Pack, Positions, Release, Unpack, Values},
    },
};
use lacuna_layout::levels::Array;
use melior::ir::{ValueLike, operation::OperationLike};

options! {
    /// Options of `convert-stensor-to-memref`.
    pub struct StensorToMemref {}
}

impl Pass for StensorToMemref {
    const ARGUMENT: &'static str = "convert-stensor-to-memref";
    const SUMMARY: &'static str = "Replace stored tensors by the buffers that they were packed from";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for release in collect_ops(root, Release::is).into_iter().filter_map(Release::of) {
            expand_release(release);
        }
        resolve_all(root, |op| {
            matches!(
                op_name(op).as_str(),
                Positions::NAME | Coordinates::NAME | Values::NAME | Unpack::NAME | "tensor.dim"
            )
        })?;
        for pack in collect_ops(root, |op| Pack::is(op) || Empty::is(op)) {
            if !has_uses(results(pack)[0]) {
                erase(pack);
            }
        }
        refuse_rest(root)
    }
}

/// Frees each buffer of a tensor.
fn expand_release(release: Release<'_>) {
    let builder = Builder::before(release.op());
    for buffer in Unpack::build(&builder, release.tensor()) {
        builder.create("memref.dealloc", &[buffer], &[], &[], Vec::new());
    }
    erase(release.op());
}

/// Resolves the sizes of tensors, before bufferization takes `tensor.dim` for a question about a buffer: it would make one
/// for a tensor of which nothing is wanted but its size, and nobody would free it.
pub fn resolve_sizes(root: Op<'_>) -> Result<(), Reported> {
    for op in collect_ops(root, |op| is_op(op, "tensor.dim")) {
        let source = shaped_like(operands(op)[0]);
        set_operand(op, 0, source);
    }
    // What uses a tensor stands after it.
    for op in collect_ops(root, only_computes).into_iter().rev() {
        if !results(op).into_iter().any(has_uses) {
            erase(op);
        }
    }
    resolve_all(root, |op| {
        is_op(op, "tensor.dim")
            && defining_op(operands(op)[0]).is_some_and(|source| Pack::is(source) || Empty::is(source))
    })
}

/// A tensor of the same shape whose sizes are known where it is made.
fn shaped_like(tensor: Value<'_>) -> Value<'_> {
    let Some(op) = defining_op(tensor) else { return tensor };
    match op_name(op).as_str() {
        Nest::NAME => {
            let outputs = Nest::of(op).expect("matched by name").outputs();
            let tensors = outputs.into_iter().filter(|output| is_ranked_tensor(output.r#type()));
            let own = results(op).into_iter().zip(tensors).find(|(result, _)| *result == tensor);
            own.map_or(tensor, |(_, output)| shaped_like(output))
        }
        "linalg.generic" | "linalg.fill" => {
            let outputs = operands(op).split_off(segments(op).first().copied().unwrap_or(0));
            let own = results(op).into_iter().zip(outputs).find(|(result, _)| *result == tensor);
            own.map_or(tensor, |(_, output)| shaped_like(output))
        }
        Convert::NAME | Sort::NAME | Build::NAME => shaped_like(operands(op)[0]),
        _ => tensor,
    }
}

/// Whether an operation computes tensors by arithmetic and does nothing else.
fn only_computes(op: Op<'_>) -> bool {
    let is_loops = |op| matches!(op_name(op).as_str(), "linalg.generic" | "linalg.fill" | Nest::NAME);
    let is_known = |inner: &Op<'_>| {
        let name = op_name(*inner);
        sloop::owns(*inner)
            || ["arith.", "math.", "complex.", "linalg."].iter().any(|dialect| name.starts_with(dialect))
    };
    // On buffers it gives fewer results than it has places for them.
    is_loops(op)
        && segments(op).get(1).is_some_and(|outputs| *outputs == results(op).len())
        && collect_ops(op, |_| true).iter().all(is_known)
}

/// Replaces what `wanted` selects among the accesses to stored tensors by the operands of the packs.
fn resolve_all<'c>(root: Op<'c>, wanted: impl Fn(Op<'c>) -> bool) -> Result<(), Reported> {
    let accesses = collect_ops(root, |op| wanted(op) && Format::of(operands(op)[0].r#type()).is_some());
    let resolved = accesses.iter().map(|op| resolve(*op)).collect::<Result<Vec<_>, _>>()?;
    // A size may be what another access gave, which is replaced by then.
    let mut replaced: Vec<(Value, Value)> = Vec::new();
    for (op, parts) in accesses.iter().zip(resolved) {
        for (old, part) in results(*op).into_iter().zip(parts) {
            let mut new = match part {
                PieceValue::Value(value) => value,
                PieceValue::Constant(size) => Builder::before(*op).index(size),
            };
            while let Some((_, later)) = replaced.iter().find(|(before, _)| *before == new) {
                new = *later;
            }
            let new = cast_to(&Builder::before(*op), new, old.r#type());
            replace_uses(old, new);
            replaced.push((old, new));
        }
    }
    accesses.into_iter().for_each(erase);
    Ok(())
}

/// What a piece of a tensor is.
enum PieceValue<'c> {
    Value(Value<'c>),
    Constant(i64),
}

fn resolve<'c>(op: Op<'c>) -> Result<Vec<PieceValue<'c>>, Reported> {
    let tensor = operands(op)[0];
    let source = defining_op(tensor);
    let parts = source.and_then(|source| match Pack::of(source) {
        Some(pack) => Some((pack.buffers(), pack.sizes())),
        None if is_op(op, "tensor.dim") => Some((Vec::new(), Empty::of(source)?.sizes())),
        None => None,
    });
    let Some((buffers, sizes)) = parts else {
        let source = source.map_or_else(|| "a block argument".to_owned(), op_name);
        return Err(error(
            op.location(),
            format!(
                "the storage of a tensor that comes from {source} is not known here: it must come from {}",
                Pack::NAME
            ),
        ));
    };
    let format = Format::of(tensor.r#type()).expect("collected for its format");
    let level = integer_attribute(op, "level").unwrap_or(0) as usize;
    let one = |index: usize| Ok(vec![PieceValue::Value(buffers[index])]);
    match op_name(op).as_str() {
        Positions::NAME => one(buffer_index(format, level, Array::Positions)),
        Coordinates::NAME => one(buffer_index(format, level, Array::Coordinates)),
        Values::NAME => one(buffers.len() - 1),
        Unpack::NAME => Ok(buffers.iter().copied().map(PieceValue::Value).collect()),
        _ => Ok(vec![dimension(op, tensor, &sizes)?]),
    }
}

fn dimension<'c>(op: Op<'c>, tensor: Value<'c>, sizes: &[Value<'c>]) -> Result<PieceValue<'c>, Reported> {
    let shape = shape(tensor.r#type()).unwrap_or_default();
    let Some(wanted) = constant_number(operands(op)[1]).map(|wanted| wanted as usize) else {
        return Ok(PieceValue::Value(chosen_dimension(op, &shape, sizes)));
    };
    match shape.get(wanted) {
        Some(Some(size)) => Ok(PieceValue::Constant(*size as i64)),
        Some(None) => {
            let dynamic_before = shape[..wanted].iter().filter(|size| size.is_none()).count();
            Ok(PieceValue::Value(sizes[dynamic_before]))
        }
        None => Err(error(op.location(), format!("dimension {wanted} of a tensor of order {}", shape.len()))),
    }
}

/// The size of the dimension that a value names.
fn chosen_dimension<'c>(op: Op<'c>, shape: &[Option<u64>], sizes: &[Value<'c>]) -> Value<'c> {
    let (builder, wanted) = (Builder::before(op), operands(op)[1]);
    let mut open = sizes.iter().copied();
    let all = shape.iter().map(|size| match size {
        Some(size) => builder.index(*size as i64),
        None => open.next().expect("each open size is known"),
    });
    let choose = |chosen: Option<Value<'c>>, (dimension, size): (usize, Value<'c>)| {
        let Some(chosen) = chosen else { return Some(size) };
        let is_it = builder.compare(ComparePredicate::Equal, wanted, builder.index(dimension as i64));
        Some(builder.value("arith.select", &[is_it, size, chosen], builder.index_type(), &[]))
    };
    all.enumerate().fold(None, choose).unwrap_or_else(|| builder.index(1))
}

fn buffer_index(format: Format<'_>, level: usize, array: Array) -> usize {
    format
        .arrays()
        .iter()
        .position(|entry| *entry == (level, array))
        .expect("the verifier of the access holds the level to what it stores")
}

/// The same buffer as another memref type, where a pack was given one of known size.
fn cast_to<'c>(builder: &Builder<'c>, value: Value<'c>, r#type: melior::ir::Type<'c>) -> Value<'c> {
    if value.r#type() == r#type { value } else { builder.value("memref.cast", &[value], r#type, &[]) }
}

/// An operation that takes or gives a stored tensor, and that no pass knows.
pub(super) fn refuse_on_stored(op: Op<'_>) -> Reported {
    let name = op_name(op);
    let remedy = if name.starts_with("linalg.") { ": write it as linalg.generic" } else { "" };
    error(op.location(), format!("{name} on a stored tensor is not compiled yet{remedy}"))
}

/// What still holds a stored tensor cannot be lowered.
fn refuse_rest(root: Op<'_>) -> Result<(), Reported> {
    let holds = |op: Op<'_>| operands(op).iter().chain(&results(op)).any(|value| Format::of(value.r#type()).is_some());
    let rest = collect_ops(root, holds);
    // A pack is only left because something else uses it.
    match rest.iter().find(|op| !Pack::is(**op)).or(rest.first()) {
        None => Ok(()),
        Some(op) => Err(refuse_on_stored(*op)),
    }
}
