//! `structured[n, m]`: `n` coordinates under each node, out of `m`.

use super::{
    LevelFormat, LevelSite, Parents,
    building::{Built, Unbuilt, allocate, filled, narrow, select},
    checked::Checked,
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};

/// The level functions of `structured[n, m]`. Groups with fewer entries are filled up with ones that hold nothing.
pub struct Structured {
    /// Coordinates stored a block.
    pub stored: i64,
    /// Coordinates a block.
    pub block: i64,
}

impl LevelFormat for Structured {
    /// A group with fewer entries is filled up with the least coordinates that are free: the one in slot `s` is `s`, because
    /// all before it are taken.
    fn build<'c>(&self, builder: &Builder<'c>, level: &Unbuilt<'c>) -> Built<'c> {
        let (zero, one) = (builder.index(0), builder.index(1));
        let size = builder.index(self.stored);
        let count = builder.binary("arith.muli", level.parents, size);
        let r#type = level.coordinate_type(builder);
        let array = allocate(builder, r#type, count);
        builder.for_loop((zero, count, one), &[], |builder, at, _| {
            let slot = builder.binary("arith.remui", at, size);
            builder.store(narrow(builder, slot, r#type), array, &[at]);
            Vec::new()
        });
        let children = self.count_children(builder, level);
        level.each_entry(builder, &[zero], |builder, entry, state| {
            // The number of the child among its siblings, from one.
            let number = level.next_child(builder, entry, state[0]);
            let before = builder.binary("arith.subi", number, one);
            let lacking = builder.binary("arith.subi", size, builder.load(children, &[entry.node]));
            let free = builder.binary("arith.subi", entry.coordinate, before);
            let slot = builder.binary("arith.addi", before, builder.binary("arith.minui", lacking, free));
            let child = builder.binary("arith.addi", builder.binary("arith.muli", entry.node, size), slot);
            builder.store(narrow(builder, entry.coordinate, r#type), array, &[child]);
            level.set_node(builder, entry, child);
            vec![number]
        });
        builder.create("memref.dealloc", &[children], &[], &[], Vec::new());
        Built::new(vec![array], count)
    }

    fn bounds<'c>(
        &self,
        builder: &Builder<'c>,
        _: LevelSite<'c>,
        parents: Parents<'c>,
        _: &[Value<'c>],
    ) -> (Value<'c>, Value<'c>) {
        let count = builder.index(self.stored);
        let low = builder.binary("arith.muli", parents.first(), count);
        let high = match parents {
            Parents::One(_) => builder.binary("arith.addi", low, count),
            Parents::Range(_, last) => builder.binary("arith.muli", last, count),
        };
        (low, high)
    }

    fn check_arrays<'c>(&self, builder: &Builder<'c>, level: &Checked<'_, 'c>) {
        level.check_coordinate_count(builder, builder.index(self.stored));
    }
}

impl Structured {
    /// The number of children of each node; the program stops where there are too many.
    fn count_children<'c>(&self, builder: &Builder<'c>, level: &Unbuilt<'c>) -> Value<'c> {
        let one = builder.index(1);
        let children = filled(builder, level.parents, builder.index(0));
        let most = level.each_entry(builder, &[builder.index(0)], |builder, entry, state| {
            let before = builder.load(children, &[entry.node]);
            let more = builder.binary("arith.addi", before, one);
            let now = select(builder, entry.begins_child, more, before);
            builder.store(now, children, &[entry.node]);
            vec![builder.binary("arith.maxui", state[0], now)]
        })[0];
        let (stored, block) = (self.stored, self.block);
        // A full group has room for all there are.
        if stored < block {
            let fits = builder.compare(ComparePredicate::UnsignedLess, most, builder.index(stored + 1));
            builder.assert_that(
                fits,
                &format!(
                    "level {} of the result is structured[{stored}, {block}] and holds {stored} of each {block} \
                     coordinates: more are stored in one block",
                    level.number
                ),
            );
        }
        children
    }
}
