//! The arrays of results: how long they are, and what is done to them as a whole.

use super::{capacity_checks::refuse_too_many, span::Span};
use crate::levels::{Whole, building, level_format};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    format::Format,
    ir::Value,
};
use lacuna_layout::levels::Array;
use melior::ir::{Type, ValueLike, r#type::IntegerType};

/// The number of coordinates that share the array of a level: its own and those of interleaved levels below.
pub fn stride(format: Format<'_>, level: usize) -> i64 {
    let levels = format.levels();
    1 + levels[level + 1..].iter().take_while(|below| below.interleaved).count() as i64
}

/// A new array.
pub fn allocate<'c>(builder: &Builder<'c>, r#type: Type<'c>, length: Value<'c>) -> Value<'c> {
    building::allocate(builder, builder.scalar_type(r#type), length)
}

/// Another array in the place of one whose elements are not needed any more.
pub fn renewed<'c>(builder: &Builder<'c>, array: Value<'c>, length: Value<'c>) -> Value<'c> {
    builder.create("memref.dealloc", &[array], &[], &[], Vec::new());
    allocate(builder, array.r#type(), length)
}

/// An array with room for so many elements: the same, or another one in its place with room for half as many more, as the next ones
/// may be more, too. Its elements are not needed any more.
pub fn with_room<'c>(builder: &Builder<'c>, array: Value<'c>, count: Value<'c>) -> Value<'c> {
    let is_short = builder.compare(ComparePredicate::UnsignedLess, length(builder, array), count);
    let longer = |builder: &Builder<'c>| {
        let half = builder.binary("arith.shrui", count, builder.index(1));
        vec![renewed(builder, array, builder.binary("arith.addi", count, half))]
    };
    builder.if_else(is_short, &[array.r#type()], longer, |_| vec![array])[0]
}

/// The length of an array.
pub fn length<'c>(builder: &Builder<'c>, array: Value<'c>) -> Value<'c> {
    crate::values::dimension_size(builder, array, 0)
}

/// Gives the elements of a part of an array one value.
pub fn fill<'c>(builder: &Builder<'c>, array: Value<'c>, (low, high): (Value<'c>, Value<'c>), value: Value<'c>) {
    builder.for_loop((low, high, builder.index(1)), &[], |builder, at, _| {
        builder.store(value, array, &[at]);
        Vec::new()
    });
}

/// Gives segments that were never closed no children: each ends where the one before it does.
pub fn fill_gaps<'c>(builder: &Builder<'c>, array: Value<'c>, parents: Value<'c>) {
    let first = builder.load(array, &[builder.index(0)]);
    builder.for_loop((builder.index(0), parents, builder.index(1)), &[first], |builder, parent, before| {
        let at = builder.binary("arith.addi", parent, builder.index(1));
        let end = builder.binary("arith.maxui", before[0], builder.load(array, &[at]));
        builder.store(end, array, &[at]);
        vec![end]
    });
}

/// The start of an array, as long as `length`.
pub fn exactly<'c>(builder: &Builder<'c>, array: Value<'c>, length: Value<'c>) -> Value<'c> {
    let array_of = |text: &str| builder.parse_attribute(text);
    let attributes = [
        ("static_offsets", array_of("array<i64: 0>")),
        ("static_sizes", array_of("array<i64: -9223372036854775808>")),
        ("static_strides", array_of("array<i64: 1>")),
        builder.segments(&[1, 0, 1, 0]),
    ];
    builder.value("memref.reinterpret_cast", &[array, length], array.r#type(), &attributes)
}

/// How many of the lanes of a mask count.
pub fn count_lanes<'c>(builder: &Builder<'c>, mask: Value<'c>, lanes: i64) -> Value<'c> {
    let number = IntegerType::new(builder.context(), 64).into();
    let ones = builder.value("arith.extui", &[mask], builder.vector_type(lanes, number), &[]);
    let kind = builder.parse_attribute("#vector.kind<add>");
    let count = builder.value("vector.reduction", &[ones], number, &[("kind", kind)]);
    builder.value("arith.index_cast", &[count], builder.index_type(), &[])
}

/// An index in the type of an array's elements.
pub fn narrow<'c>(builder: &Builder<'c>, index: Value<'c>, r#type: Type<'c>) -> Value<'c> {
    builder.value("arith.index_cast", &[index], r#type, &[])
}

/// The arrays of a level into which nodes are inserted, under so many parents.
pub fn arrays_of_all<'c>(
    span: Span<'c>,
    builder: &Builder<'c>,
    format: Format<'c>,
    level: usize,
    parents: Value<'c>,
) -> Vec<Value<'c>> {
    let integer = |width| IntegerType::new(builder.context(), width).into();
    let arrays = level_format(format.level(level)).arrays_of_all(
        builder,
        &Whole {
            parents,
            size: span.size,
            least: span.least,
            position_type: integer(format.position_width()),
            coordinate_type: integer(format.coordinate_width()),
        },
    );
    if format.level(level).arrays().contains(&Array::Positions) {
        refuse_too_many(builder, format, level, builder.binary("arith.muli", parents, span.size));
    }
    arrays
}
