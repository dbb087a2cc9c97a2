//! Operations on storage: arrays to tensors, tensors to arrays, and from one format to another.

use super::{
    arrays::{
        StoredArray, by_batches, cast, coordinates, entry_count, length, length_of_batch, levels_of, parts, used_array,
    },
    dense_buffers::buffer_of,
    foreach, moves, print, reader, reinterpret,
    retype::convert,
    writer,
};
use crate::values::constant_integer;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    format::Format,
    ir::{Op, Value, erase, integer_attribute, op_name, operands, replace_uses, results, segments},
    stensor::storage::{Empty, LevelSize, Pack, buffer_types},
};
use lacuna_layout::levels::Array;
use melior::ir::{Attribute, Type, ValueLike};

/// Puts our operations in the place of one of upstream's; leaves others alone.
pub fn rewrite(op: Op<'_>) {
    let builder = &Builder::before(op);
    let new = match op_name(op).as_str() {
        "sparse_tensor.assemble" => vec![assemble(builder, op)],
        "sparse_tensor.disassemble" => disassemble(builder, op),
        "sparse_tensor.convert" | "sparse_tensor.reorder_coo" => {
            vec![convert(builder, operands(op)[0], results(op)[0].r#type())]
        }
        "sparse_tensor.new" => vec![reader::read(builder, op)],
        "sparse_tensor.values" => {
            let array = used_array(builder, operands(op)[0], StoredArray::Values);
            vec![given(builder, op, array)]
        }
        "sparse_tensor.positions" => {
            let array = used_array(builder, operands(op)[0], StoredArray::Level(level_of(op), Array::Positions));
            vec![given(builder, op, array)]
        }
        "sparse_tensor.coordinates" => {
            let array = coordinates(builder, operands(op)[0], level_of(op));
            vec![given(builder, op, array)]
        }
        "sparse_tensor.coordinates_buffer" => {
            let tensor = operands(op)[0];
            let first = levels_of(tensor).iter().position(|level| level.interleaved).unwrap_or(1) - 1;
            let array = used_array(builder, tensor, StoredArray::Level(first, Array::Coordinates));
            vec![given(builder, op, array)]
        }
        "sparse_tensor.number_of_entries" => vec![entry_count(builder, operands(op)[0])],
        "sparse_tensor.lvl" => {
            let (tensor, which) = (operands(op)[0], operands(op)[1]);
            vec![level_size(builder, tensor, which)]
        }
        "sparse_tensor.has_runtime_library" => vec![builder.integer(0, builder.bool_type())],
        "sparse_tensor.foreach" => foreach::walk(builder, op),
        "sparse_tensor.print" => {
            print::print(builder, op);
            Vec::new()
        }
        "sparse_tensor.out" => {
            writer::write(builder, op);
            Vec::new()
        }
        _ if moves::is_move(op) && is_or_makes_stored(op) => vec![moves::moved(builder, op)],
        "sparse_tensor.reinterpret_map" => vec![reinterpret::reinterpreted(builder, op)],
        "bufferization.alloc_tensor" if is_stored(results(op)[0]) => vec![allocate(builder, op)],
        "bufferization.dealloc_tensor" if is_stored(operands(op)[0]) => Vec::new(),
        _ => return,
    };
    for (old, new) in results(op).into_iter().zip(new) {
        replace_uses(old, new);
    }
    erase(op);
}

fn is_stored(value: Value<'_>) -> bool {
    Format::of(value.r#type()).is_some()
}

/// An array of a tensor as the operation that asks for it gives it.
fn given<'c>(builder: &Builder<'c>, op: Op<'c>, array: Value<'c>) -> Value<'c> {
    cast(builder, by_batches(builder, operands(op)[0], array), results(op)[0].r#type())
}

/// The size of a level that a value chooses.
fn level_size<'c>(builder: &Builder<'c>, tensor: Value<'c>, which: Value<'c>) -> Value<'c> {
    let sizes = (0..levels_of(tensor).len()).map(|level| (level, LevelSize::build(builder, tensor, level)));
    let one_of = |(_, others), (level, size)| {
        let is_it = builder.compare(ComparePredicate::Equal, which, builder.index(level as i64));
        (level, builder.value("arith.select", &[is_it, size, others], builder.index_type(), &[]))
    };
    if let Some(level) = constant_integer(which) {
        return LevelSize::build(builder, tensor, level as usize);
    }
    sizes.reduce(one_of).expect("a stored tensor has levels").1
}

/// Whether an operation takes or gives a stored tensor.
fn is_or_makes_stored(op: Op<'_>) -> bool {
    operands(op).into_iter().chain(results(op)).any(is_stored)
}

fn level_of(op: Op<'_>) -> usize {
    integer_attribute(op, "level").unwrap_or(0) as usize
}

/// The arrays stand in the order of `stensor.pack`; those of upstream that hold several coordinates an entry are flat.
fn assemble<'c>(builder: &Builder<'c>, op: Op<'c>) -> Value<'c> {
    let r#type = results(op)[0].r#type();
    let buffers: Vec<_> = operands(op)
        .into_iter()
        .zip(buffer_types(builder, r#type))
        .map(|(tensor, part)| {
            let (_, buffer) = buffer_of(builder, tensor, true);
            cast(builder, buffer, part)
        })
        .collect();
    Pack::build(builder, &buffers, &[], r#type)
}

/// Copies each array into the caller's; gives these and the lengths of what was copied.
fn disassemble<'c>(builder: &Builder<'c>, op: Op<'c>) -> Vec<Value<'c>> {
    let all = operands(op);
    let (tensor, targets) = (all[0], &all[1..]);
    let format = Format::of(tensor.r#type()).expect("the tensor is stored");
    let given = results(op);
    let count = targets.len();
    let (mut arrays, mut lengths) = (Vec::new(), Vec::new());
    for (index, (target, part)) in targets.iter().zip(parts(format)).enumerate() {
        let source = used_array(builder, tensor, part);
        let count_of = length(builder, source);
        let (whole, flat) = buffer_of(builder, *target, false);
        let flat = cast(builder, flat, source.r#type());
        builder.for_loop((builder.index(0), count_of, builder.index(1)), &[], |builder, at, _| {
            let value = builder.load(source, &[at]);
            builder.store(value, flat, &[at]);
            Vec::new()
        });
        let unit = Attribute::unit(builder.context());
        let attributes = [("restrict", unit), ("writable", unit)];
        let copied = builder.value("bufferization.to_tensor", &[whole], target.r#type(), &attributes);
        let wanted = given[index].r#type();
        arrays.push(if copied.r#type() == wanted {
            copied
        } else {
            builder.value("tensor.cast", &[copied], wanted, &[])
        });
        let count_of = length_of_batch(builder, tensor, count_of);
        lengths.push(as_length(builder, count_of, given[count + index].r#type()));
    }
    arrays.extend(lengths);
    arrays
}

/// A length as upstream gives it: as an integer, or as a tensor of one.
fn as_length<'c>(builder: &Builder<'c>, length: Value<'c>, r#type: Type<'c>) -> Value<'c> {
    let wanted = builder.scalar_type(r#type);
    let is_index = wanted == builder.index_type();
    let length = if is_index { length } else { builder.value("arith.index_cast", &[length], wanted, &[]) };
    if wanted == r#type { length } else { builder.value("tensor.from_elements", &[length], r#type, &[]) }
}

/// A tensor that stores nothing yet, or, with `copy`, what another one stores: stored tensors do not change.
fn allocate<'c>(builder: &Builder<'c>, op: Op<'c>) -> Value<'c> {
    let groups = segments(op);
    let all = operands(op);
    let sizes = groups.first().copied().unwrap_or(0);
    if groups.get(1) == Some(&1) {
        return all[sizes];
    }
    Empty::build(builder, &all[..sizes], results(op)[0].r#type())
}
