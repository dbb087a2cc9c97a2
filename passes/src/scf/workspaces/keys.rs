//! Keys: the coordinates of a point in one unsigned integer, the first level in its highest bits. So keys have the order of
//! points.
//!
//! Where there is a place for every point, keys are these places. Else a level takes as many bits as its coordinates need. Keys have
//! 64 bits, or 128 where sizes that are known need them. Where sizes are not known and need more than 64, the program stops.

use crate::values::constant_integer;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};
use melior::ir::{Type, r#type::IntegerType};

/// The bits of the usual keys.
const USUAL: i64 = 64;

/// How keys are made.
pub struct Keys<'c> {
    /// The type of keys.
    pub r#type: Type<'c>,
    /// How many bits they have at most, an index.
    pub bits: Value<'c>,
    made: Made<'c>,
}

/// Of what keys are made.
enum Made<'c> {
    /// Of the bits of coordinates: how many each level takes, a key.
    OfBits(Vec<Value<'c>>),
    /// They are places, in row-major order: the sizes of levels.
    OfPlaces(Vec<Value<'c>>),
}

impl<'c> Keys<'c> {
    /// Keys of points whose coordinates are below these sizes.
    pub fn below(builder: &Builder<'c>, sizes: &[Value<'c>]) -> Self {
        let known: Option<i64> = sizes.iter().map(|size| constant_integer(*size).map(known_bits)).sum();
        let width = if known.is_some_and(|bits| bits > USUAL) { 2 * USUAL } else { USUAL };
        let r#type: Type = IntegerType::new(builder.context(), width as u32).into();
        let levels: Vec<_> = sizes.iter().map(|size| bits_of(builder, *size)).collect();
        let bits = levels.iter().fold(builder.index(0), |all, bits| builder.binary("arith.addi", all, *bits));
        if known.is_none_or(|bits| bits > width) {
            let fits = builder.compare(ComparePredicate::UnsignedLess, bits, builder.index(width + 1));
            let remedy = if known.is_none() { "compile it for sizes that are known, or " } else { "" };
            let message = format!(
                "the coordinates of a workspace take more than {width} bits together: {remedy}have it keep fewer dimensions"
            );
            builder.assert_that(fits, &message);
        }
        let levels = levels.into_iter().map(|bits| builder.value("arith.index_cast", &[bits], r#type, &[])).collect();
        Self { r#type, bits, made: Made::OfBits(levels) }
    }

    /// The places of points whose coordinates are below these sizes, of which memory has enough.
    pub fn places(builder: &Builder<'c>, sizes: &[Value<'c>]) -> Self {
        Self { r#type: Self::place_type(builder), bits: builder.index(USUAL), made: Made::OfPlaces(sizes.to_vec()) }
    }

    /// The type of keys that are places.
    pub fn place_type(builder: &Builder<'c>) -> Type<'c> {
        IntegerType::new(builder.context(), USUAL as u32).into()
    }

    /// The key of a point.
    pub fn pack(&self, builder: &Builder<'c>, coordinates: &[Value<'c>]) -> Value<'c> {
        let number = |coordinate: &Value<'c>| builder.value("arith.index_cast", &[*coordinate], self.r#type, &[]);
        let levels = match &self.made {
            Made::OfBits(levels) => levels,
            Made::OfPlaces(sizes) => return number(&row_major(builder, coordinates, sizes)),
        };
        let first = coordinates.first().map_or_else(|| builder.integer(0, self.r#type), number);
        coordinates.iter().zip(levels).skip(1).fold(first, |key, (coordinate, bits)| {
            builder.binary("arith.ori", builder.binary("arith.shli", key, *bits), number(coordinate))
        })
    }

    /// The coordinates of a key.
    pub fn unpack(&self, builder: &Builder<'c>, key: Value<'c>) -> Vec<Value<'c>> {
        let levels = match &self.made {
            Made::OfBits(levels) => levels,
            Made::OfPlaces(sizes) => {
                let place = builder.value("arith.index_cast", &[key], builder.index_type(), &[]);
                return coordinates_of(builder, place, sizes);
            }
        };
        let one = builder.integer(1, self.r#type);
        let mut rest = key;
        let mut coordinates = Vec::new();
        for (level, bits) in levels.iter().enumerate().rev() {
            let coordinate = if level == 0 {
                rest
            } else {
                let mask = builder.binary("arith.subi", builder.binary("arith.shli", one, *bits), one);
                builder.binary("arith.andi", rest, mask)
            };
            coordinates.push(builder.value("arith.index_cast", &[coordinate], builder.index_type(), &[]));
            if level > 0 {
                rest = builder.binary("arith.shrui", rest, *bits);
            }
        }
        coordinates.reverse();
        coordinates
    }
}

/// The place of a point, in row-major order.
pub fn row_major<'c>(builder: &Builder<'c>, coordinates: &[Value<'c>], sizes: &[Value<'c>]) -> Value<'c> {
    coordinates.iter().zip(sizes).skip(1).fold(coordinates[0], |place, (coordinate, size)| {
        builder.binary("arith.addi", builder.binary("arith.muli", place, *size), *coordinate)
    })
}

/// The coordinates of a place.
pub fn coordinates_of<'c>(builder: &Builder<'c>, place: Value<'c>, sizes: &[Value<'c>]) -> Vec<Value<'c>> {
    let (mut rest, mut coordinates) = (place, Vec::new());
    for (level, size) in sizes.iter().enumerate().rev() {
        coordinates.push(if level == 0 { rest } else { builder.binary("arith.remui", rest, *size) });
        if level > 0 {
            rest = builder.binary("arith.divui", rest, *size);
        }
    }
    coordinates.reverse();
    coordinates
}

/// The bits that coordinates below a size need.
fn bits_of<'c>(builder: &Builder<'c>, size: Value<'c>) -> Value<'c> {
    if let Some(size) = constant_integer(size) {
        return builder.index(known_bits(size));
    }
    let one = builder.index(1);
    let last = builder.binary("arith.subi", builder.binary("arith.maxui", size, one), one);
    let zeros = builder.value("math.ctlz", &[last], builder.index_type(), &[]);
    builder.binary("arith.subi", builder.index(64), zeros)
}

fn known_bits(size: i64) -> i64 {
    64 - i64::from((size.max(1) - 1).leading_zeros())
}

#[cfg(test)]
mod tests {
    use super::known_bits;

    #[test]
    fn sizes_take_bits() {
        let bits = [0, 1, 2, 3, 4, 5, 1 << 40, i64::MAX].map(known_bits);
        assert_eq!(bits, [0, 0, 1, 2, 2, 3, 40, 63]);
    }
}
