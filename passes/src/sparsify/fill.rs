//! Storing one value everywhere in a buffer, or in some of its rows.

use crate::{
    function::{define, spelled},
    values::dimension_size,
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Op, Value, shape},
};
use melior::ir::ValueLike;

/// Stores one value everywhere in a buffer without gaps.
pub fn emit<'c>(builder: &Builder<'c>, buffer: Value<'c>, value: Value<'c>) {
    if rank(buffer) == 0 {
        return builder.store(value, buffer, &[]);
    }
    let flat = flatten(builder, buffer);
    let length = dimension_size(builder, flat, 0);
    store_everywhere(builder, flat, value, builder.index(0), length);
}

/// The rows of a buffer without gaps, and a value for all of their points.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'c> {
    /// How many there are.
    pub count: Value<'c>,
    /// How many points each has.
    length: Value<'c>,
    flat: Value<'c>,
    value: Value<'c>,
    anchor: Op<'c>,
}

impl<'c> Rows<'c> {
    /// Those of a buffer of at least one dimension, which `anchor` writes.
    pub fn of(builder: &Builder<'c>, anchor: Op<'c>, buffer: Value<'c>, value: Value<'c>) -> Self {
        let size = |dimension| dimension_size(builder, buffer, dimension);
        let sizes = (1..rank(buffer)).map(size);
        let length = sizes.reduce(|left, right| builder.binary("arith.muli", left, right));
        let length = length.unwrap_or_else(|| builder.index(1));
        let (mut flat, r#type) = (flatten(builder, buffer), builder.buffer_type(value.r#type()));
        if flat.r#type() != r#type {
            flat = builder.value("memref.cast", &[flat], r#type, &[]);
        }
        Self { count: size(0), length, flat, value, anchor }
    }

    /// Stores the value in the rows from `first` on, up to but not `last`; out of line, because a loop around has better
    /// use for its registers.
    pub fn fill(&self, builder: &Builder<'c>, first: Value<'c>, last: Value<'c>) {
        let element = self.value.r#type();
        let types = [self.flat.r#type(), builder.index_type(), builder.index_type(), element];
        let name = format!("lacuna.fill.{}", spelled(element));
        let name = define(builder, self.anchor, &name, &types, &[], |builder, arguments| {
            store_everywhere(builder, arguments[0], arguments[3], arguments[1], arguments[2]);
            Vec::new()
        });
        let callee = builder.parse_attribute(&format!("@{name}"));
        let some = builder.compare(ComparePredicate::UnsignedLess, first, last);
        builder.if_else(
            some,
            &[],
            |builder| {
                let [from, to] = [first, last].map(|row| builder.binary("arith.muli", row, self.length));
                builder.create("func.call", &[self.flat, from, to, self.value], &[], &[("callee", callee)], Vec::new());
                Vec::new()
            },
            |_| Vec::new(),
        );
    }
}

fn store_everywhere<'c>(builder: &Builder<'c>, flat: Value<'c>, value: Value<'c>, from: Value<'c>, to: Value<'c>) {
    builder.for_loop((from, to, builder.index(1)), &[], |inner, at, _| {
        inner.store(value, flat, &[at]);
        Vec::new()
    });
}

fn rank(buffer: Value<'_>) -> usize {
    shape(buffer.r#type()).map_or(0, |shape| shape.len())
}

/// The same buffer with one dimension.
fn flatten<'c>(builder: &Builder<'c>, buffer: Value<'c>) -> Value<'c> {
    let rank = rank(buffer);
    if rank == 1 {
        return buffer;
    }
    let sizes = shape(buffer.r#type()).unwrap_or_default();
    let length = sizes.iter().try_fold(1u64, |product, size| size.and_then(|size| product.checked_mul(size)));
    let length = length.and_then(|length| i64::try_from(length).ok()).map_or_else(|| "?".to_owned(), |l| l.to_string());
    let flat = builder.parse_type(&format!("memref<{length}x{}>", builder.scalar_type(buffer.r#type())));
    let all: Vec<_> = (0..rank).map(|dimension| dimension.to_string()).collect();
    let together = builder.parse_attribute(&format!("[[{}]]", all.join(", ")));
    builder.value("memref.collapse_shape", &[buffer], flat, &[("reassociation", together)])
}
