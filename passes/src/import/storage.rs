//! Operations on storage: arrays to tensors, tensors to arrays, and from one format to another.

use super::{
    reader,
    retype::{convert, repack},
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{
        Op, Value, element_type, erase, integer_attribute, op_name, operands, replace_uses, results, segments, shape,
    },
    stensor::storage::{Empty, LevelSize, Pack, Values, buffer_types, level_array},
};
use lacuna_layout::levels::Array;
use melior::ir::{Attribute, Type, ValueLike, r#type::MemRefType};

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
        "sparse_tensor.load" => vec![operands(op)[0]],
        "sparse_tensor.values" => {
            let array = array(builder, operands(op)[0], StoredArray::Values);
            vec![cast(builder, array, results(op)[0].r#type())]
        }
        "sparse_tensor.positions" => {
            let array = array(builder, operands(op)[0], StoredArray::Level(level_of(op), Array::Positions));
            vec![cast(builder, array, results(op)[0].r#type())]
        }
        "sparse_tensor.coordinates" => {
            let array = coordinates(builder, operands(op)[0], level_of(op));
            vec![cast(builder, array, results(op)[0].r#type())]
        }
        "sparse_tensor.coordinates_buffer" => {
            let tensor = operands(op)[0];
            let levels = Format::of(tensor.r#type()).map_or(&[][..], |format| format.description().levels());
            let first = levels.iter().position(|level| level.interleaved).unwrap_or(1) - 1;
            let array = array(builder, tensor, StoredArray::Level(first, Array::Coordinates));
            vec![cast(builder, array, results(op)[0].r#type())]
        }
        "sparse_tensor.number_of_entries" => {
            let values = array(builder, operands(op)[0], StoredArray::Values);
            vec![length(builder, values)]
        }
        "sparse_tensor.lvl" => {
            let level = crate::values::constant_number(operands(op)[1]).unwrap_or(0.0);
            vec![LevelSize::build(builder, operands(op)[0], level as usize)]
        }
        "sparse_tensor.reinterpret_map" => vec![repack(builder, operands(op)[0], results(op)[0].r#type())],
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

fn level_of(op: Op<'_>) -> usize {
    integer_attribute(op, "level").unwrap_or(0) as usize
}

/// An array of a stored tensor.
#[derive(Clone, Copy)]
enum StoredArray {
    Level(usize, Array),
    Values,
}

fn array<'c>(builder: &Builder<'c>, tensor: Value<'c>, part: StoredArray) -> Value<'c> {
    match part {
        StoredArray::Values => Values::build(builder, tensor),
        StoredArray::Level(level, array) => level_array(builder, tensor, level, array),
    }
}

/// All arrays of a format, in the order in which both dialects list them.
fn parts(format: Format<'_>) -> Vec<StoredArray> {
    let levels = format.arrays().into_iter().map(|(level, array)| StoredArray::Level(level, array));
    levels.chain([StoredArray::Values]).collect()
}

/// The coordinates of a level: those of an interleaved list are every n-th of its array.
fn coordinates<'c>(builder: &Builder<'c>, tensor: Value<'c>, level: usize) -> Value<'c> {
    let levels = Format::of(tensor.r#type()).map_or(&[][..], |format| format.description().levels());
    let mut first = level;
    while first > 0 && levels[first].interleaved {
        first -= 1;
    }
    let count = 1 + levels[first + 1..].iter().take_while(|level| level.interleaved).count();
    let all = array(builder, tensor, StoredArray::Level(first, Array::Coordinates));
    if count == 1 {
        return all;
    }
    let entries = builder.binary("arith.divui", length(builder, all), builder.index(count as i64));
    let element = builder.scalar_type(all.r#type());
    let offset = level - first;
    let r#type = builder.parse_type(&format!("memref<?x{element}, strided<[{count}], offset: {offset}>>"));
    let numbers = |number: i64| builder.parse_attribute(&format!("array<i64: {number}>"));
    let attributes = [
        ("static_offsets", numbers(offset as i64)),
        ("static_sizes", numbers(i64::MIN)),
        ("static_strides", numbers(count as i64)),
        builder.segments(&[1, 0, 1, 0]),
    ];
    builder.value("memref.reinterpret_cast", &[all, entries], r#type, &attributes)
}

/// A buffer as one of another layout, or with `index` in the place of integers of 64 bits.
fn cast<'c>(builder: &Builder<'c>, buffer: Value<'c>, r#type: Type<'c>) -> Value<'c> {
    let own = element_type(buffer.r#type()).expect("a buffer has elements");
    let wanted = element_type(r#type).expect("a buffer has elements");
    let mut buffer = buffer;
    if own != wanted {
        let text = buffer.r#type().to_string().replacen(&format!("x{own}"), &format!("x{wanted}"), 1);
        buffer = builder.value("builtin.unrealized_conversion_cast", &[buffer], builder.parse_type(&text), &[]);
    }
    if buffer.r#type() == r#type { buffer } else { builder.value("memref.cast", &[buffer], r#type, &[]) }
}

fn length<'c>(builder: &Builder<'c>, buffer: Value<'c>) -> Value<'c> {
    builder.value("memref.dim", &[buffer, builder.index(0)], builder.index_type(), &[])
}

/// The buffer of a dense tensor, and the same with one dimension.
fn buffer_of<'c>(builder: &Builder<'c>, tensor: Value<'c>, is_read_only: bool) -> (Value<'c>, Value<'c>) {
    let element = builder.scalar_type(tensor.r#type());
    let sizes = shape(tensor.r#type()).unwrap_or_default();
    let buffer_type = |sizes: &[Option<u64>]| -> Type<'c> {
        let sizes: Vec<_> = sizes.iter().map(|size| size.map_or(i64::MIN, |size| size as i64)).collect();
        MemRefType::new(element, &sizes, None, None).into()
    };
    let read_only = is_read_only.then(|| ("read_only", Attribute::unit(builder.context())));
    let whole = builder.value("bufferization.to_buffer", &[tensor], buffer_type(&sizes), read_only.as_slice());
    let mut flat = whole;
    if sizes.len() > 1 {
        let all = [sizes.iter().copied().product()];
        let group: Vec<_> = (0..sizes.len()).map(|dimension| dimension.to_string()).collect();
        let reassociation = builder.parse_attribute(&format!("[[{}]]", group.join(", ")));
        flat = builder.value("memref.collapse_shape", &[whole], buffer_type(&all), &[("reassociation", reassociation)]);
    }
    (whole, cast(builder, flat, builder.buffer_type(element)))
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
        let source = array(builder, tensor, part);
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
        let wanted = given[count + index].r#type();
        let is_index = wanted == builder.index_type();
        lengths.push(if is_index { count_of } else { builder.value("arith.index_cast", &[count_of], wanted, &[]) });
    }
    arrays.extend(lengths);
    arrays
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
