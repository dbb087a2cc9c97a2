//! Levels with a place for every coordinate under every node: positions are computed, nothing is stored.

use super::building::{Built, Unbuilt};
use lacuna_dialects::{builder::Builder, ir::Value};

/// The position of a coordinate under a node, in a level with `size` coordinates.
pub fn child_position<'c>(
    builder: &Builder<'c>,
    size: Value<'c>,
    parent: Value<'c>,
    coordinate: Value<'c>,
) -> Value<'c> {
    let row = builder.binary("arith.muli", parent, size);
    builder.binary("arith.addi", row, coordinate)
}

/// A coordinate counted from the least one, which is given where it is not zero.
pub fn from_least<'c>(builder: &Builder<'c>, coordinate: Value<'c>, least: Option<Value<'c>>) -> Value<'c> {
    least.map_or(coordinate, |least| builder.binary("arith.subi", coordinate, least))
}

/// Builds the level: each entry's node becomes the place of its coordinate.
pub fn build<'c>(builder: &Builder<'c>, level: &Unbuilt<'c>) -> Built<'c> {
    let size = level.size.expect("the level has a size");
    level.each_entry(builder, &[], |builder, entry, _| {
        let coordinate = from_least(builder, entry.coordinate, level.least);
        let child = child_position(builder, size, entry.node, coordinate);
        level.set_node(builder, entry, child);
        Vec::new()
    });
    Built::new(Vec::new(), builder.binary("arith.muli", level.parents, size))
}
