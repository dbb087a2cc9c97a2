//! Building levels whose nodes are segments of an array of coordinates.

use super::building::{Built, Ends, Segments, Unbuilt, allocate, filled, narrow, select};
use lacuna_dialects::{builder::Builder, ir::Value};

/// Builds the level: counts the children of each parent, gives each parent its segment, and the children their places.
/// What is stored of segments is `ends`; `bounds` makes the positions array from where segments begin: element `p` and `p + 1` bound the one of parent `p`.
pub fn build<'c>(
    builder: &Builder<'c>,
    level: &Unbuilt<'c>,
    ends: Ends,
    bounds: impl FnOnce(&Builder<'c>, Value<'c>) -> Value<'c>,
) -> Built<'c> {
    let (zero, one) = (builder.index(0), builder.index(1));
    let begins = filled(builder, builder.binary("arith.addi", level.parents, one), zero);
    level.each_entry(builder, &[], |builder, entry, _| {
        let at = builder.binary("arith.addi", entry.node, one);
        let count = builder.load(begins, &[at]);
        let more = builder.binary("arith.addi", count, one);
        builder.store(select(builder, entry.begins_child, more, count), begins, &[at]);
        Vec::new()
    });
    let end = builder.binary("arith.addi", level.parents, one);
    let count = builder.for_loop((zero, end, one), &[zero], |builder, at, sum| {
        let begin = builder.binary("arith.addi", sum[0], builder.load(begins, &[at]));
        builder.store(begin, begins, &[at]);
        vec![begin]
    })[0];
    let coordinates = allocate(builder, level.coordinate_type(builder), count);
    level.each_entry(builder, &[zero], |builder, entry, state| {
        let number = level.next_child(builder, entry, state[0]);
        let offset = builder.binary("arith.subi", number, one);
        let place = builder.binary("arith.addi", builder.load(begins, &[entry.node]), offset);
        builder.store(narrow(builder, entry.coordinate, level.coordinate_type(builder)), coordinates, &[place]);
        level.set_node(builder, entry, place);
        vec![number]
    });
    let positions = bounds(builder, begins);
    Built { segments: Some(Segments { begins, ends }), ..Built::new(vec![positions, coordinates], count) }
}
