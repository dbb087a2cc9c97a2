//! `hashed`: the coordinates under each node are a hash table with open addressing.

use super::{Capabilities, LevelFormat, LevelSite, Parents, Properties};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};

/// The level functions of `hashed` (LEVELS, table 3.1). All tables of a level have the same width, a power of two; the
/// slot of a coordinate is the first free one from where its hash points.
pub struct Hashed;

/// The golden ratio in 64 bits: multiplying by it spreads neighbours over the table (Knuth, volume 3, section 6.4).
const SPREAD: i64 = 0x9E37_79B9_7F4A_7C15_u64 as i64;

impl Hashed {
    /// The number of slots of each table.
    fn width<'c>(builder: &Builder<'c>, site: LevelSite<'c>) -> Value<'c> {
        let slots = site.coordinate_count(builder);
        let tables = site.above_count(builder);
        builder.binary("arith.divui", slots, builder.binary("arith.maxui", tables, builder.index(1)))
    }
}

impl LevelFormat for Hashed {
    fn properties(&self) -> Properties {
        Properties { full: false, ordered: false, unique: true, branchless: false, compact: false }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { iterate_positions: true, locate: true, stores_coordinates: true, keeps_inside: true }
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
        (low, builder.binary("arith.addi", low, width))
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
        let spread = builder.binary("arith.muli", coordinate, builder.index(SPREAD));
        let hash = builder.binary("arith.shrui", spread, builder.index(32));
        let start = builder.binary("arith.andi", hash, mask);
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
                        builder.if_else(
                            there,
                            &[builder.bool_type()],
                            |builder| {
                                let other = site.load_coordinate(builder, at);
                                vec![builder.compare(ComparePredicate::NotEqual, other, coordinate)]
                            },
                            |builder| vec![builder.number(0.0, builder.bool_type())],
                        )[0]
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
}
