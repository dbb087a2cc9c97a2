//! Building levels whose nodes are segments of an array of coordinates.
//!
//! In a full level a node has its place in the segment whatever is stored, as in a dense level; only the arrays are there
//! besides.

use super::{
    Whole, addressed,
    building::{Built, Segments, Unbuilt, allocate, filled, narrow, select},
};
use lacuna_dialects::{builder::Builder, ir::Value};
use lacuna_layout::levels::Ends;
use melior::ir::Type;

/// Builds the level: counts the children of each parent, gives each parent its segment, and the children their places.
pub fn build<'c>(builder: &Builder<'c>, level: &Unbuilt<'c>, ends: Ends) -> Built<'c> {
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
    let positions = positions(builder, level.position_type(builder), level.parents, ends, |builder, parent| {
        builder.load(begins, &[parent])
    });
    Built { segments: Some(Segments { begins, ends }), ..Built::new(vec![positions, coordinates], count) }
}

/// Builds a full level: each entry's node becomes the place of its coordinate.
pub fn build_full<'c>(builder: &Builder<'c>, level: &Unbuilt<'c>, ends: Ends) -> Built<'c> {
    let whole = Whole {
        parents: level.parents,
        size: level.size.expect("the level has a size"),
        least: level.least,
        position_type: level.position_type(builder),
        coordinate_type: level.coordinate_type(builder),
    };
    let one = builder.index(1);
    let begins = allocate(builder, builder.index_type(), builder.binary("arith.addi", level.parents, one));
    let end = builder.binary("arith.addi", level.parents, one);
    builder.for_loop((builder.index(0), end, one), &[], |builder, at, _| {
        builder.store(builder.binary("arith.muli", at, whole.size), begins, &[at]);
        Vec::new()
    });
    let addressed = addressed::build(builder, level);
    let arrays = arrays_of_all(builder, &whole, ends);
    if let Some(window) = level.window {
        order_by_length(builder, level, (arrays[1], whole.size), window);
    }
    Built { arrays, segments: Some(Segments { begins, ends }), ..addressed }
}

/// Puts the nodes of a top level, one for each of `size` coordinates, in windows by how many entries they have, most first;
/// those with as many in order. All nodes are sorted by that (by counting, so that it takes a step for each entry and each
/// node); in this order each goes to the next place of its window.
fn order_by_length<'c>(
    builder: &Builder<'c>,
    level: &Unbuilt<'c>,
    (coordinates, size): (Value<'c>, Value<'c>),
    window: u64,
) {
    let (zero, one) = (builder.index(0), builder.index(1));
    let window = builder.index(i64::try_from(window).unwrap_or(i64::MAX));
    let r#loop = |builder: &Builder<'c>, end, step: &dyn Fn(&Builder<'c>, Value<'c>)| {
        builder.for_loop((zero, end, one), &[], |builder, at, _| {
            step(builder, at);
            Vec::new()
        });
    };
    // The value of an element before it is one more.
    let next = |builder: &Builder<'c>, array, at| {
        let value = builder.load(array, &[at]);
        builder.store(builder.binary("arith.addi", value, one), array, &[at]);
        value
    };
    let lengths = filled(builder, size, zero);
    r#loop(builder, level.entries, &|builder, entry| {
        next(builder, lengths, builder.load(level.nodes, &[entry]));
    });
    let longest = builder.for_loop((zero, size, one), &[zero], |builder, node, longest| {
        vec![builder.binary("arith.maxui", longest[0], builder.load(lengths, &[node]))]
    })[0];
    // How much less than the longest each is.
    r#loop(builder, size, &|builder, node| {
        let less = builder.binary("arith.subi", longest, builder.load(lengths, &[node]));
        builder.store(less, lengths, &[node]);
    });
    let kinds = builder.binary("arith.addi", longest, one);
    let begins = filled(builder, kinds, zero);
    r#loop(builder, size, &|builder, node| {
        next(builder, begins, builder.load(lengths, &[node]));
    });
    builder.for_loop((zero, kinds, one), &[zero], |builder, less, sum| {
        let count = builder.load(begins, &[less]);
        builder.store(sum[0], begins, &[less]);
        vec![builder.binary("arith.addi", sum[0], count)]
    });
    let sorted = allocate(builder, builder.index_type(), size);
    r#loop(builder, size, &|builder, node| {
        let place = next(builder, begins, builder.load(lengths, &[node]));
        builder.store(node, sorted, &[place]);
    });
    let windows = builder.binary("arith.ceildivui", size, window);
    let ends = allocate(builder, builder.index_type(), windows);
    r#loop(builder, windows, &|builder, number| {
        builder.store(builder.binary("arith.muli", number, window), ends, &[number]);
    });
    let places = allocate(builder, builder.index_type(), size);
    r#loop(builder, size, &|builder, at| {
        let node = builder.load(sorted, &[at]);
        let place = next(builder, ends, builder.binary("arith.divui", node, window));
        builder.store(place, places, &[node]);
        let coordinate = level.least.map_or(node, |least| builder.binary("arith.addi", least, node));
        builder.store(narrow(builder, coordinate, level.coordinate_type(builder)), coordinates, &[place]);
    });
    r#loop(builder, level.entries, &|builder, entry| {
        let place = builder.load(places, &[builder.load(level.nodes, &[entry])]);
        builder.store(place, level.nodes, &[entry]);
    });
    for array in [lengths, begins, sorted, ends, places] {
        builder.create("memref.dealloc", &[array], &[], &[], Vec::new());
    }
}

/// The arrays of a level in which each parent has a child for every coordinate.
pub fn arrays_of_all<'c>(builder: &Builder<'c>, whole: &Whole<'c>, ends: Ends) -> Vec<Value<'c>> {
    let positions = positions(builder, whole.position_type, whole.parents, ends, |builder, parent| {
        builder.binary("arith.muli", parent, whole.size)
    });
    let count = builder.binary("arith.muli", whole.parents, whole.size);
    let coordinates = allocate(builder, whole.coordinate_type, count);
    let (zero, one) = (builder.index(0), builder.index(1));
    builder.for_loop((zero, whole.parents, one), &[], |builder, parent, _| {
        let first = builder.binary("arith.muli", parent, whole.size);
        builder.for_loop((zero, whole.size, one), &[], |builder, offset, _| {
            let coordinate = whole.least.map_or(offset, |least| builder.binary("arith.addi", least, offset));
            let stored = narrow(builder, coordinate, whole.coordinate_type);
            builder.store(stored, coordinates, &[builder.binary("arith.addi", first, offset)]);
            Vec::new()
        });
        Vec::new()
    });
    vec![positions, coordinates]
}

/// The positions array of segments, of which `begin` says where that of each parent begins, and for the number of parents
/// where the last one ends.
fn positions<'c>(
    builder: &Builder<'c>,
    r#type: Type<'c>,
    parents: Value<'c>,
    ends: Ends,
    begin: impl FnOnce(&Builder<'c>, Value<'c>) -> Value<'c>,
) -> Value<'c> {
    let one = builder.index(1);
    let length = match ends {
        Ends::Shared => builder.binary("arith.addi", parents, one),
        Ends::Both => builder.binary("arith.muli", parents, builder.index(2)),
    };
    let positions = allocate(builder, r#type, length);
    builder.for_loop((builder.index(0), length, one), &[], |builder, at, _| {
        let parent = match ends {
            Ends::Shared => at,
            // The end of a segment is the beginning of the next.
            Ends::Both => builder.binary("arith.shrui", builder.binary("arith.addi", at, one), one),
        };
        builder.store(narrow(builder, begin(builder, parent), r#type), positions, &[at]);
        Vec::new()
    });
    positions
}
