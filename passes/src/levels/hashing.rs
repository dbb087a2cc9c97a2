//! Hashing coordinates into tables whose width is a power of two.

use lacuna_dialects::{builder::Builder, ir::Value};
use lacuna_layout::levels::hashed::{SCATTER, SPREAD};

/// Where the search for a coordinate starts in a table.
pub fn hash<'c>(builder: &Builder<'c>, coordinate: Value<'c>, width: Value<'c>) -> Value<'c> {
    let mask = builder.binary("arith.subi", width, builder.index(1));
    let half = |number| builder.binary("arith.shrui", number, builder.index(32));
    let spread = builder.binary("arith.muli", coordinate, builder.index(SPREAD as i64));
    let mixed = builder.binary("arith.xori", spread, half(spread));
    let scattered = half(builder.binary("arith.muli", mixed, builder.index(SCATTER as i64)));
    builder.binary("arith.andi", scattered, mask)
}

/// The smallest power of two that is not less.
pub fn power_of_two<'c>(builder: &Builder<'c>, number: Value<'c>) -> Value<'c> {
    let one = builder.index(1);
    let below = builder.binary("arith.subi", builder.binary("arith.maxui", number, one), one);
    let zeros = builder.value("math.ctlz", &[below], builder.index_type(), &[]);
    builder.binary("arith.shli", one, builder.binary("arith.subi", builder.index(64), zeros))
}
