//! `hashed`: the coordinates under each node are a hash table with open addressing.

use super::{
    LevelFormat, LevelSite, Parents,
    building::{Built, Unbuilt, filled, narrow, select},
    checked::{Checked, CheckedChild, CheckedNode},
    hashing::{hash, power_of_two},
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};

/// The level functions of `hashed` (LEVELS, table 3.1). All tables of a level have the same width, a power of two; the
/// slot of a coordinate is the first free one from where its hash points. A table with a slot for each coordinate hashes
/// them to themselves: the first look decides.
pub struct Hashed;

/// Tables in which coordinates are looked up again and again have a slot for each coordinate where that makes so many
/// slots for each that is there; else they have so many that few collide.
const MOST_SLOTS: i64 = 256;
const SPARE_SLOTS: i64 = 8;

impl Hashed {
    /// The number of slots of each table.
    fn width<'c>(builder: &Builder<'c>, site: LevelSite<'c>) -> Value<'c> {
        let slots = site.coordinate_count(builder);
        let tables = site.above_count(builder);
        builder.binary("arith.divui", slots, builder.binary("arith.maxui", tables, builder.index(1)))
    }

    /// The number of slots of each table of a level about to be built, of which the fullest has `most` coordinates.
    fn new_width<'c>(builder: &Builder<'c>, level: &Unbuilt<'c>, size: Value<'c>, most: Value<'c>) -> Value<'c> {
        let slots = |each| power_of_two(builder, builder.binary("arith.muli", most, builder.index(each)));
        if !level.for_lookups {
            return slots(2);
        }
        // One slot stays empty in any table.
        let all = power_of_two(builder, builder.binary("arith.addi", size, builder.index(1)));
        let has_many = builder.compare(ComparePredicate::UnsignedLess, slots(MOST_SLOTS), all);
        select(builder, has_many, slots(SPARE_SLOTS), all)
    }

    /// Stops the program where the largest coordinate is what an empty slot holds; wider coordinates do not reach it.
    fn refuse_mark<'c>(builder: &Builder<'c>, level: &Unbuilt<'c>, size: Value<'c>) {
        let width = level.coordinate_width;
        if width.is_zero_extended() {
            let mark = builder.index(width.max_index() as i64 + 1);
            let fits = builder.compare(ComparePredicate::UnsignedLess, size, mark);
            let number = level.number;
            builder.assert_that(
                fits,
                &format!(
                    "level {number} of the result is hashed, and in {width} bits its largest coordinate marks an empty \
                     slot: use wider coordinates"
                ),
            );
        }
    }

    /// Whether two coordinates may have the same first slot. This is invariant, so that LLVM makes two loops of one in
    /// which coordinates are looked up.
    fn may_collide<'c>(builder: &Builder<'c>, size: Value<'c>, width: Value<'c>) -> Value<'c> {
        builder.compare(ComparePredicate::UnsignedLess, width, size)
    }

    /// Where the search for a coordinate starts.
    fn first_slot<'c>(builder: &Builder<'c>, coordinate: Value<'c>, size: Value<'c>, width: Value<'c>) -> Value<'c> {
        let hash = hash(builder, coordinate, width);
        let collides = Self::may_collide(builder, size, width);
        select(builder, collides, hash, coordinate)
    }
}

impl LevelFormat for Hashed {
    fn build<'c>(&self, builder: &Builder<'c>, level: &Unbuilt<'c>) -> Built<'c> {
        let (zero, one) = (builder.index(0), builder.index(1));
        let size = level.size.expect("slots are no tables");
        Self::refuse_mark(builder, level, size);
        // The fullest table fills at most half.
        let most = builder.binary("arith.maxui", level.most_children(builder), one);
        let width = Self::new_width(builder, level, size, most);
        let r#type = level.coordinate_type(builder);
        let slots = builder.binary("arith.muli", level.parents, width);
        let empty = builder.number(-1.0, r#type);
        let table = filled(builder, slots, empty);
        level.each_entry(builder, &[zero], |builder, entry, state| {
            let child = builder.if_else(
                entry.begins_child,
                &[builder.index_type()],
                |builder| {
                    let low = builder.binary("arith.muli", entry.node, width);
                    let slot = Self::first_slot(builder, entry.coordinate, size, width);
                    let free = builder.while_loop(
                        &[slot],
                        |builder, state| {
                            let at = builder.binary("arith.addi", low, state[0]);
                            builder.compare(ComparePredicate::NotEqual, builder.load(table, &[at]), empty)
                        },
                        |builder, state| {
                            let next = builder.binary("arith.addi", state[0], one);
                            vec![builder.binary("arith.andi", next, builder.binary("arith.subi", width, one))]
                        },
                    )[0];
                    let at = builder.binary("arith.addi", low, free);
                    builder.store(narrow(builder, entry.coordinate, r#type), table, &[at]);
                    vec![at]
                },
                |_| vec![state[0]],
            )[0];
            level.set_node(builder, entry, child);
            vec![child]
        });
        Built { padding: Some(empty), ..Built::new(vec![table], slots) }
    }

    fn bounds<'c>(
        &self,
        builder: &Builder<'c>,
        site: LevelSite<'c>,
        parents: Parents<'c>,
        _: &[Value<'c>],
    ) -> (Value<'c>, Value<'c>) {
        let width = Self::width(builder, site);
        let low = builder.binary("arith.muli", parents.first(), width);
        let high = match parents {
            Parents::One(_) => builder.binary("arith.addi", low, width),
            Parents::Range(_, last) => builder.binary("arith.muli", last, width),
        };
        (low, high)
    }

    fn is_there<'c>(&self, builder: &Builder<'c>, site: LevelSite<'c>, counter: Value<'c>) -> Option<Value<'c>> {
        let stored = site.load_raw_coordinate(builder, counter);
        use melior::ir::ValueLike;
        let empty = builder.number(-1.0, stored.r#type());
        Some(builder.compare(ComparePredicate::NotEqual, stored, empty))
    }

    fn locate<'c>(
        &self,
        builder: &Builder<'c>,
        site: LevelSite<'c>,
        parent: Value<'c>,
        coordinate: Value<'c>,
    ) -> (Value<'c>, Option<Value<'c>>) {
        let width = Self::width(builder, site);
        let one = builder.index(1);
        let low = builder.binary("arith.muli", parent, width);
        let mask = builder.binary("arith.subi", width, one);
        let size = site.size(builder);
        let collides = Self::may_collide(builder, size, width);
        let start = Self::first_slot(builder, coordinate, size, width);
        let has_slots = builder.compare(ComparePredicate::NotEqual, width, builder.index(0));
        let slot_of = |builder: &Builder<'c>, slot: Value<'c>| builder.binary("arith.addi", low, slot);
        let found = builder.if_else(
            has_slots,
            &[builder.index_type(), builder.bool_type()],
            |builder| {
                // Tables are never full: the search ends at an empty slot.
                let slot = builder.while_loop(
                    &[start],
                    |builder, state| {
                        let at = slot_of(builder, state[0]);
                        let there = self.is_there(builder, site, at).expect("slots may be empty");
                        let other = site.load_coordinate(builder, at);
                        let differs = builder.compare(ComparePredicate::NotEqual, other, coordinate);
                        let is_other = builder.binary("arith.andi", there, differs);
                        builder.binary("arith.andi", collides, is_other)
                    },
                    |builder, state| {
                        let next = builder.binary("arith.addi", state[0], one);
                        vec![builder.binary("arith.andi", next, mask)]
                    },
                )[0];
                let at = slot_of(builder, slot);
                let there = self.is_there(builder, site, at).expect("slots may be empty");
                vec![at, there]
            },
            |builder| vec![builder.index(0), builder.number(0.0, builder.bool_type())],
        );
        (found[0], Some(found[1]))
    }

    fn check_arrays<'c>(&self, builder: &Builder<'c>, level: &Checked<'_, 'c>) {
        let (slots, tables) = (level.site.coordinate_count(builder), level.site.above_count(builder));
        let width = Self::width(builder, level.site);
        let equal = |left, right| builder.compare(ComparePredicate::Equal, left, right);
        let (zero, one) = (builder.index(0), builder.index(1));
        let is_shared = equal(builder.binary("arith.muli", width, tables), slots);
        level.assert(builder, is_shared, "its slots cannot be divided equally among the nodes above");
        let below = builder.binary("arith.subi", width, one);
        let is_power = equal(builder.binary("arith.andi", width, below), zero);
        let has_two = builder.compare(ComparePredicate::UnsignedLess, one, width);
        let is_width = builder.binary("arith.andi", is_power, has_two);
        let is_right = builder.binary("arith.ori", is_width, equal(tables, zero));
        level.assert(builder, is_right, "the number of slots of a table is no power of two of at least 2");
    }

    fn check_children<'c>(
        &self,
        builder: &Builder<'c>,
        level: &Checked<'_, 'c>,
        node: &CheckedNode<'_, 'c>,
        below: &mut dyn FnMut(&Builder<'c>, CheckedChild<'c>),
    ) {
        let site = level.site;
        let (low, high) = self.bounds(builder, site, Parents::One(node.position), node.given);
        let there = |builder: &Builder<'c>, at| self.is_there(builder, site, at).expect("slots may be empty");
        if !level.is_trusted {
            let is_full = builder.for_loop(
                (low, high, builder.index(1)),
                &[builder.number(1.0, builder.bool_type())],
                |builder, at, state| vec![builder.binary("arith.andi", state[0], there(builder, at))],
            )[0];
            let has_empty = builder.compare(ComparePredicate::Equal, is_full, builder.number(0.0, builder.bool_type()));
            let what = "the table of the node at position {} of the level above has no empty slot";
            level.assert_with(builder, has_empty, what, &[node.position]);
        }
        builder.for_loop((low, high, builder.index(1)), &[], |builder, at, _| {
            builder.if_else(
                there(builder, at),
                &[],
                |builder| {
                    let coordinate = site.load_coordinate(builder, at);
                    if !level.is_trusted {
                        level.check_range(builder, at, coordinate);
                        let (found, _) = self.locate(builder, site, node.position, coordinate);
                        let is_found = builder.compare(ComparePredicate::Equal, found, at);
                        let what = "coordinate {} at position {} is not where looking for it ends, or there twice";
                        level.assert_with(builder, is_found, what, &[coordinate, at]);
                    }
                    below(builder, CheckedChild { position: at, coordinate, repeats: None });
                    Vec::new()
                },
                |_| Vec::new(),
            );
            Vec::new()
        });
    }
}
