//! Lanes: values of one index variable that run side by side.

use crate::{bridge::combine, index::VarId, plan::Tail};
use lacuna_dialects::{
    builder::Builder,
    ir::{Value, element_type},
    sloop::Combiner,
};
use melior::ir::{Attribute, ValueLike};

/// The lanes that code is being emitted for.
#[derive(Clone, Copy)]
pub struct Lanes<'c> {
    /// The variable.
    pub var: VarId,
    /// The places of a vector: a power of two.
    pub width: i64,
    /// The lanes that may count, which are the first ones.
    pub most: i64,
    /// The value of the variable in lane 0.
    pub base: Value<'c>,
    /// Which lanes count; all of them where absent.
    pub mask: Option<Value<'c>>,
    /// The only piece of the lanes of which some may not count, where a block has several. What moves lanes piece by piece needs a
    /// mask for this one alone. LLVM computes masks again in each round of a loop, one for each register.
    last: Option<LastPiece<'c>>,
}

/// The last piece of lanes that may count.
#[derive(Clone, Copy)]
struct LastPiece<'c> {
    /// How many lanes stand before it: a multiple of its own.
    before: i64,
    piece: i64,
    /// Which of its lanes count.
    mask: Value<'c>,
}

impl<'c> LastPiece<'c> {
    /// For each piece of lanes the first lane, which of them count, and the indices of their first element, by those of lane 0.
    fn pieces(self, builder: &Builder<'c>, indices: &[Value<'c>]) -> Vec<(i64, Option<Value<'c>>, Vec<Value<'c>>)> {
        let (innermost, outer) = indices.split_last().expect("what lanes move is no scalar");
        let piece = |at: i64| {
            let first = if at == 0 { *innermost } else { builder.binary("arith.addi", *innermost, builder.index(at)) };
            (at, (at == self.before).then_some(self.mask), [outer, &[first]].concat())
        };
        (0..=self.before).step_by(self.piece as usize).map(piece).collect()
    }
}

/// Whether a value is a vector.
pub fn is_vector(value: Value<'_>) -> bool {
    element_type(value.r#type()).is_some()
}

/// The places of a vector that holds so many lanes. LLVM moves vectors of other lengths than powers of two element by element.
pub fn places(lanes: i64) -> i64 {
    lanes.cast_unsigned().next_power_of_two().cast_signed()
}

impl<'c> Lanes<'c> {
    /// So many lanes, all of which count.
    pub fn exactly(builder: &Builder<'c>, var: VarId, lanes: i64, base: Value<'c>) -> Self {
        let width = places(lanes);
        let mask = (width != lanes).then(|| {
            let first = [("mask_dim_sizes", builder.parse_attribute(&format!("array<i64: {lanes}>")))];
            builder.value("vector.constant_mask", &[], builder.vector_type(width, builder.bool_type()), &first)
        });
        Self { var, width, most: lanes, base, mask, last: None }
    }

    /// The same scalar in every lane; a vector stays as it is.
    pub fn spread(&self, builder: &Builder<'c>, value: Value<'c>) -> Value<'c> {
        if is_vector(value) {
            return value;
        }
        let r#type = builder.vector_type(self.width, value.r#type());
        builder.value("vector.broadcast", &[value], r#type, &[])
    }

    /// As many lanes as `count` says: no more than this block holds, and more than it would hold with a piece less.
    pub fn at_most(
        builder: &Builder<'c>,
        var: VarId,
        Tail { pieces, piece }: Tail,
        base: Value<'c>,
        count: Value<'c>,
    ) -> Self {
        let width = places(pieces * piece);
        let last = (pieces > 1).then(|| {
            let before = (pieces - 1) * piece;
            let rest = builder.binary("arith.subi", count, builder.index(before));
            LastPiece { before, piece, mask: create_mask(builder, rest, piece) }
        });
        let mask = Some(create_mask(builder, count, width));
        Self { var, width, most: pieces * piece, base, mask, last }
    }

    /// Loads one element a lane from where lane 0 finds its own. Lanes that do not count get zero.
    pub fn load(&self, builder: &Builder<'c>, buffer: Value<'c>, indices: &[Value<'c>]) -> Value<'c> {
        let element = builder.scalar_type(buffer.r#type());
        let r#type = builder.vector_type(self.width, element);
        let Some(last) = self.last else { return builder.load_lanes(r#type, self.mask, buffer, indices) };
        let part = builder.vector_type(last.piece, element);
        last.pieces(builder, indices).into_iter().fold(builder.number(0.0, r#type), |vector, (at, mask, indices)| {
            insert(builder, builder.load_lanes(part, mask, buffer, &indices), vector, at)
        })
    }

    /// Stores one element a lane.
    pub fn store(&self, builder: &Builder<'c>, vector: Value<'c>, buffer: Value<'c>, indices: &[Value<'c>]) {
        let Some(last) = self.last else { return builder.store_lanes(vector, self.mask, buffer, indices) };
        for (at, mask, indices) in last.pieces(builder, indices) {
            builder.store_lanes(extract(builder, vector, at, last.piece), mask, buffer, &indices);
        }
    }

    /// The vector with the neutral value in the lanes that do not count.
    pub fn neutralize(&self, builder: &Builder<'c>, combiner: Combiner, vector: Value<'c>) -> Value<'c> {
        match self.mask {
            None => vector,
            Some(mask) => {
                let neutral = combine::neutral(builder, combiner, vector.r#type());
                builder.value("arith.select", &[mask, vector, neutral], vector.r#type(), &[])
            }
        }
    }
}

/// A vector with another one in its lanes from `at` on.
pub fn insert<'c>(builder: &Builder<'c>, part: Value<'c>, into: Value<'c>, at: i64) -> Value<'c> {
    let attributes = [("offsets", at), ("strides", 1)].map(|(name, number)| (name, list_of(builder, number)));
    builder.value("vector.insert_strided_slice", &[part, into], into.r#type(), &attributes)
}

/// So many lanes of a vector, from `at` on.
fn extract<'c>(builder: &Builder<'c>, vector: Value<'c>, at: i64, count: i64) -> Value<'c> {
    let attributes =
        [("offsets", at), ("sizes", count), ("strides", 1)].map(|(name, number)| (name, list_of(builder, number)));
    let r#type = builder.vector_type(count, builder.scalar_type(vector.r#type()));
    builder.value("vector.extract_strided_slice", &[vector], r#type, &attributes)
}

fn list_of<'c>(builder: &Builder<'c>, number: i64) -> Attribute<'c> {
    builder.parse_attribute(&format!("[{number}]"))
}

fn create_mask<'c>(builder: &Builder<'c>, count: Value<'c>, width: i64) -> Value<'c> {
    let r#type = builder.vector_type(width, builder.bool_type());
    builder.value("vector.create_mask", &[count], r#type, &[])
}
