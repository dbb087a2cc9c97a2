//! The arrays of a stored tensor as long as its entries need: the caller's may be longer.
//!
//! How many nodes a level has follows from the levels above, and from positions where a level stores them.

use crate::levels::LevelSite;
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Value, element_type},
    stensor::storage::{LevelSize, Values, level_array},
};
use lacuna_layout::{Level, levels::Array};
use melior::ir::{Type, ValueLike};

/// An array of a stored tensor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum StoredArray {
    Level(usize, Array),
    Values,
}

/// All arrays of a format, in the order in which both dialects list them.
pub fn parts(format: Format<'_>) -> Vec<StoredArray> {
    let levels = format.arrays().into_iter().map(|(level, array)| StoredArray::Level(level, array));
    levels.chain([StoredArray::Values]).collect()
}

/// An array without what is behind the entries.
pub fn used_array<'c>(builder: &Builder<'c>, tensor: Value<'c>, part: StoredArray) -> Value<'c> {
    let all = match part {
        StoredArray::Values => Values::build(builder, tensor),
        StoredArray::Level(level, array) => level_array(builder, tensor, level, array),
    };
    match used_length(builder, tensor, part) {
        None => all,
        Some(length) => view(builder, all, Window { offset: 0, length, stride: 1 }),
    }
}

/// The number of entries, with those that only fill up.
pub fn entry_count<'c>(builder: &Builder<'c>, tensor: Value<'c>) -> Value<'c> {
    let used = used_length(builder, tensor, StoredArray::Values);
    used.unwrap_or_else(|| length_of_batch(builder, tensor, length(builder, Values::build(builder, tensor))))
}

/// An array with a dimension for each level of batches, which each have as many elements.
pub fn by_batches<'c>(builder: &Builder<'c>, tensor: Value<'c>, array: Value<'c>) -> Value<'c> {
    let batches = batch_sizes(builder, tensor);
    if batches.is_empty() {
        return array;
    }
    let mut sizes = batches;
    sizes.push(length_of_batch(builder, tensor, length(builder, array)));
    let mut strides = vec![builder.index(1)];
    for size in sizes[1..].iter().rev() {
        strides.insert(0, builder.binary("arith.muli", strides[0], *size));
    }
    // The last stride is known, as types say.
    strides.pop();
    let rank = sizes.len();
    let numbers = |numbers: Vec<i64>| {
        let numbers: Vec<_> = numbers.iter().map(i64::to_string).collect();
        builder.parse_attribute(&format!("array<i64: {}>", numbers.join(", ")))
    };
    let known_strides = (0..rank).map(|dimension| if dimension + 1 == rank { 1 } else { i64::MIN }).collect();
    let attributes = [
        ("static_offsets", numbers(vec![0])),
        ("static_sizes", numbers(vec![i64::MIN; rank])),
        ("static_strides", numbers(known_strides)),
        builder.segments(&[1, 0, rank, rank - 1]),
    ];
    let open = "?x".repeat(rank);
    let element = builder.scalar_type(array.r#type());
    let any = vec!["?"; rank - 1].join(", ");
    let strided = builder.parse_type(&format!("memref<{open}{element}, strided<[{any}, 1]>>"));
    let operands: Vec<_> = [array].into_iter().chain(sizes).chain(strides).collect();
    let strided = builder.value("memref.reinterpret_cast", &operands, strided, &attributes);
    // Blocks stand one after the other.
    builder.value("memref.cast", &[strided], builder.parse_type(&format!("memref<{open}{element}>")), &[])
}

fn batch_sizes<'c>(builder: &Builder<'c>, tensor: Value<'c>) -> Vec<Value<'c>> {
    let count = levels_of(tensor).iter().take_while(|level| level.is_batch()).count();
    (0..count).map(|level| LevelSize::build(builder, tensor, level)).collect()
}

/// Of so many elements of all batches, those of each.
pub fn length_of_batch<'c>(builder: &Builder<'c>, tensor: Value<'c>, length: Value<'c>) -> Value<'c> {
    let divide = |length, size| builder.binary("arith.divui", length, size);
    batch_sizes(builder, tensor).into_iter().fold(length, divide)
}

/// The coordinates of a level: those of an interleaved list are every n-th of its array.
pub fn coordinates<'c>(builder: &Builder<'c>, tensor: Value<'c>, level: usize) -> Value<'c> {
    let (first, count) = interleaved(levels_of(tensor), level);
    let all = used_array(builder, tensor, StoredArray::Level(first, Array::Coordinates));
    if count == 1 {
        return all;
    }
    let entries = builder.binary("arith.divui", length(builder, all), builder.index(count as i64));
    view(builder, all, Window { offset: level - first, length: entries, stride: count })
}

/// The first level whose coordinates stand beside those of a level, and how many such levels there are.
pub fn interleaved(levels: &[Level], level: usize) -> (usize, usize) {
    let first = (0..=level).rev().find(|level| !levels[*level].interleaved).unwrap_or(0);
    (first, 1 + levels[first + 1..].iter().take_while(|level| level.interleaved).count())
}

/// The number of elements of a buffer.
pub fn length<'c>(builder: &Builder<'c>, buffer: Value<'c>) -> Value<'c> {
    builder.value("memref.dim", &[buffer, builder.index(0)], builder.index_type(), &[])
}

/// The levels of a stored tensor.
pub fn levels_of(tensor: Value<'_>) -> &'static [Level] {
    Format::of(tensor.r#type()).map_or(&[][..], |format| format.description().levels())
}

/// How many elements of an array belong to entries; `None` where its length says it.
fn used_length<'c>(builder: &Builder<'c>, tensor: Value<'c>, part: StoredArray) -> Option<Value<'c>> {
    let format = Format::of(tensor.r#type()).filter(|format| format.value.allows_spare_room())?;
    let site = |level| LevelSite { tensor, format, level };
    match part {
        StoredArray::Values => Some(site(format.level_count()).used_above_count(builder)),
        StoredArray::Level(level, Array::Positions) => site(level).used_position_count(builder),
        StoredArray::Level(level, Array::Coordinates) => {
            let (_, count) = interleaved(levels_of(tensor), level);
            let nodes = site(level + 1).used_above_count(builder);
            Some(builder.binary("arith.muli", nodes, builder.index(count as i64)))
        }
    }
}

/// What is seen of a buffer.
struct Window<'c> {
    offset: usize,
    length: Value<'c>,
    stride: usize,
}

fn view<'c>(builder: &Builder<'c>, buffer: Value<'c>, window: Window<'c>) -> Value<'c> {
    let Window { offset, length, stride } = window;
    let element = builder.scalar_type(buffer.r#type());
    let r#type = match (offset, stride) {
        (0, 1) => builder.buffer_type(element),
        _ => builder.parse_type(&format!("memref<?x{element}, strided<[{stride}], offset: {offset}>>")),
    };
    let numbers = |number: i64| builder.parse_attribute(&format!("array<i64: {number}>"));
    let attributes = [
        ("static_offsets", numbers(offset as i64)),
        ("static_sizes", numbers(i64::MIN)),
        ("static_strides", numbers(stride as i64)),
        builder.segments(&[1, 0, 1, 0]),
    ];
    builder.value("memref.reinterpret_cast", &[buffer, length], r#type, &attributes)
}

/// A buffer as one of another layout, or with `index` in the place of integers of 64 bits.
pub fn cast<'c>(builder: &Builder<'c>, buffer: Value<'c>, r#type: Type<'c>) -> Value<'c> {
    let own = element_type(buffer.r#type()).expect("a buffer has elements");
    let wanted = element_type(r#type).expect("a buffer has elements");
    let mut buffer = buffer;
    if own != wanted {
        let text = buffer.r#type().to_string().replacen(&format!("x{own}"), &format!("x{wanted}"), 1);
        buffer = builder.value("builtin.unrealized_conversion_cast", &[buffer], builder.parse_type(&text), &[]);
    }
    if buffer.r#type() == r#type { buffer } else { builder.value("memref.cast", &[buffer], r#type, &[]) }
}
