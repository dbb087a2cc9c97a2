//! The arrays of results: how long they are, and what is done to them as a whole.

use super::limits::refuse_too_many;
use crate::levels::{
    Sizes, Whole,
    addressed::{child_position, from_least},
    building, level_format,
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Value, shape},
};
use lacuna_layout::{algebra::Form, levels::Array};
use melior::ir::{Type, ValueLike, r#type::IntegerType};

/// The number of coordinates that share the array of a level: its own and those of interleaved levels below.
pub fn stride(format: Format<'_>, level: usize) -> i64 {
    let levels = format.levels();
    1 + levels[level + 1..].iter().take_while(|below| below.interleaved).count() as i64
}

/// What coordinates of a level of a result are.
#[derive(Clone, Copy)]
pub struct Span<'c> {
    /// How many there can be.
    pub size: Value<'c>,
    /// The least one, where they can be negative.
    pub least: Option<Value<'c>>,
}

impl<'c> Span<'c> {
    /// Those of a form.
    pub fn of(sizes: &Sizes<'_, 'c>, form: &Form) -> Self {
        Self { size: sizes.of(form), least: form.is_signed().then(|| sizes.least(form)) }
    }

    /// The position of a coordinate under a node, in a level into which nodes are inserted.
    pub fn child_position(&self, builder: &Builder<'c>, parent: Value<'c>, coordinate: Value<'c>) -> Value<'c> {
        child_position(builder, self.size, parent, from_least(builder, coordinate, self.least))
    }

    /// The coordinate that is so far from the least one.
    pub fn coordinate(&self, builder: &Builder<'c>, from_least: Value<'c>) -> Value<'c> {
        self.least.map_or(from_least, |least| builder.binary("arith.addi", from_least, least))
    }

    /// The arrays of a level into which nodes are inserted, under so many parents.
    pub fn arrays_of_all(
        &self,
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
                size: self.size,
                least: self.least,
                position_type: integer(format.position_width()),
                coordinate_type: integer(format.coordinate_width()),
            },
        );
        if format.level(level).arrays().contains(&Array::Positions) {
            refuse_too_many(builder, format, level, builder.binary("arith.muli", parents, self.size));
        }
        arrays
    }
}

/// The size of each dimension of a tensor, of which the dynamic ones are given.
fn dimension_sizes<'c>(builder: &Builder<'c>, r#type: Type<'c>, dynamic: &[Value<'c>]) -> Vec<Value<'c>> {
    let mut dynamic = dynamic.iter();
    shape(r#type)
        .unwrap_or_default()
        .into_iter()
        .map(|size| match size {
            Some(size) => builder.index(size as i64),
            None => *dynamic.next().expect("the verifier asks for all sizes"),
        })
        .collect()
}

/// The coordinates of each level of a tensor whose dynamic dimensions have these sizes.
pub fn level_spans<'c>(
    builder: &Builder<'c>,
    r#type: Type<'c>,
    format: Format<'c>,
    dynamic: &[Value<'c>],
) -> Vec<Span<'c>> {
    let sizes = dimension_sizes(builder, r#type, dynamic);
    let of = Sizes { builder, dimension: &|dimension| sizes[dimension] };
    let forms = &format.mapping().forms;
    let forms = forms.iter().map(|form| form.as_ref().expect("results have no slots"));
    forms.map(|form| Span::of(&of, form)).collect()
}

/// A new array.
pub fn allocate<'c>(builder: &Builder<'c>, r#type: Type<'c>, length: Value<'c>) -> Value<'c> {
    building::allocate(builder, builder.scalar_type(r#type), length)
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

/// An index in the type of an array's elements.
pub fn narrow<'c>(builder: &Builder<'c>, index: Value<'c>, r#type: Type<'c>) -> Value<'c> {
    builder.value("arith.index_cast", &[index], r#type, &[])
}
