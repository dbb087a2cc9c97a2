//! `singleton`: each node has exactly one child, at its own position.

use super::{
    LevelFormat, LevelSite, Parents,
    building::{Built, NodesAbove, Unbuilt, filled, narrow},
    checked::{Checked, CheckedChild, CheckedNode},
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};

/// The level functions of `singleton` (LEVELS, table 3.1).
pub struct Singleton {
    /// Whether every coordinate is stored.
    pub is_full: bool,
}

impl LevelFormat for Singleton {
    fn build<'c>(&self, builder: &Builder<'c>, level: &Unbuilt<'c>) -> Built<'c> {
        let with_entries = refuse_other_counts(builder, level);
        let array = filled(builder, level.parents, builder.number(0.0, level.coordinate_type(builder)));
        level.each_entry(builder, &[], |builder, entry, _| {
            let stored = narrow(builder, entry.coordinate, level.coordinate_type(builder));
            builder.store(stored, array, &[entry.node]);
            Vec::new()
        });
        Built { expected_above: with_entries, ..Built::new(vec![array], level.parents) }
    }

    fn bounds<'c>(
        &self,
        builder: &Builder<'c>,
        _: LevelSite<'c>,
        parents: Parents<'c>,
        _: &[Value<'c>],
    ) -> (Value<'c>, Value<'c>) {
        match parents {
            Parents::One(parent) => (parent, builder.binary("arith.addi", parent, builder.index(1))),
            Parents::Range(first, last) => (first, last),
        }
    }

    fn check_arrays<'c>(&self, builder: &Builder<'c>, level: &Checked<'_, 'c>) {
        level.check_coordinate_count(builder, builder.index(1));
    }

    fn check_children<'c>(
        &self,
        builder: &Builder<'c>,
        level: &Checked<'_, 'c>,
        node: &CheckedNode<'_, 'c>,
        below: &mut dyn FnMut(&Builder<'c>, CheckedChild<'c>),
    ) {
        let position = node.position;
        if self.is_full {
            let is_full = builder.compare(ComparePredicate::Equal, level.site.size(builder), builder.index(1));
            let what = "the node at position {} has one coordinate, not all {} of a full level";
            level.assert_with(builder, is_full, what, &[position, level.site.size(builder)]);
        }
        let coordinate = level.site.load_coordinate(builder, position);
        level.check_range(builder, position, coordinate);
        // Nodes above that are the same have one child together, as it were.
        let repeats = node.repeats.map(|repeats| level.check_follows(builder, 1, (position, coordinate), repeats));
        below(builder, CheckedChild { position, coordinate, repeats });
    }
}

/// Stops the program where a node has several children, or none; where that is not known yet, gives the number of nodes that
/// have one, and what to stop with where there are others.
fn refuse_other_counts<'c>(builder: &Builder<'c>, level: &Unbuilt<'c>) -> Option<(Value<'c>, String)> {
    if level.above == NodesAbove::OneChild {
        return None;
    }
    let (zero, two) = (builder.index(0), builder.index(2));
    let counts = level.each_entry(builder, &[zero, zero, zero], |builder, entry, state| {
        let children = level.next_child(builder, entry, state[0]);
        let nodes = builder.value("arith.index_castui", &[entry.begins_node], builder.index_type(), &[]);
        vec![children, builder.binary("arith.maxui", state[1], children), builder.binary("arith.addi", state[2], nodes)]
    });
    let holds_one = format!("level {} of the result is a singleton and holds one coordinate a node", level.number);
    let (several, none) = (format!("{holds_one}: a node has several"), format!("{holds_one}: a node has none"));
    let fits = builder.compare(ComparePredicate::UnsignedLess, counts[1], two);
    builder.assert_that(fits, &several);
    if level.above == NodesAbove::Coordinates {
        let fits = builder.compare(ComparePredicate::Equal, counts[2], level.parents);
        builder.assert_that(fits, &none);
    }
    (level.above == NodesAbove::Mixed).then_some((counts[2], none))
}
