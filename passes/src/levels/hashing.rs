//! Hashing coordinates into tables whose width is a power of two.

use lacuna_dialects::{builder::Builder, ir::Value};

/// The golden ratio in 64 bits: multiplying by it spreads neighbours over the table (Knuth, volume 3, section 6.4).
const SPREAD: i64 = 0x9E37_79B9_7F4A_7C15_u64 as i64;

/// An odd number with as many ones as zeros. After the product's halves are mixed, equal steps, which a product takes to
/// equal steps, are none any more.
const SCATTER: i64 = 0xBF58_476D_1CE4_E5B9_u64 as i64;

/// Where the search for a coordinate starts in a table.
pub fn hash<'c>(builder: &Builder<'c>, coordinate: Value<'c>, width: Value<'c>) -> Value<'c> {
    let mask = builder.binary("arith.subi", width, builder.index(1));
    let half = |number| builder.binary("arith.shrui", number, builder.index(32));
    let spread = builder.binary("arith.muli", coordinate, builder.index(SPREAD));
    let mixed = builder.binary("arith.xori", spread, half(spread));
    let scattered = half(builder.binary("arith.muli", mixed, builder.index(SCATTER)));
    builder.binary("arith.andi", scattered, mask)
}

/// The smallest power of two that is not less.
pub fn power_of_two<'c>(builder: &Builder<'c>, number: Value<'c>) -> Value<'c> {
    let one = builder.index(1);
    let below = builder.binary("arith.subi", builder.binary("arith.maxui", number, one), one);
    let zeros = builder.value("math.ctlz", &[below], builder.index_type(), &[]);
    builder.binary("arith.shli", one, builder.binary("arith.subi", builder.index(64), zeros))
}
