//! `singleton`: each node has exactly one child, at its own position.

use super::{
    Assembly, Capabilities, LevelFormat, LevelSite, Parents, Properties,
    building::{Built, Unbuilt, filled, narrow},
};
use lacuna_dialects::{builder::Builder, format::Level, ir::Value};

/// The level functions of `singleton` (LEVELS, table 3.1).
pub struct Singleton {
    /// How it is configured.
    pub level: Level,
}

impl LevelFormat for Singleton {
    fn properties(&self) -> Properties {
        Properties {
            full: self.level.full,
            ordered: self.level.ordered,
            unique: self.level.unique,
            branchless: true,
            compact: true,
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            iterate_positions: true,
            locate: false,
            stores_coordinates: true,
            keeps_inside: true,
            never_empty: false,
        }
    }

    fn assembly(&self) -> Option<Assembly> {
        (!self.level.full).then_some(Assembly::Extend)
    }

    fn can_be_built(&self) -> bool {
        !self.level.full
    }

    fn build<'c>(&self, builder: &Builder<'c>, level: &Unbuilt<'c>) -> Built<'c> {
        let array = filled(builder, level.parents, builder.number(0.0, level.coordinate_type(builder)));
        level.each_entry(builder, &[], |builder, entry, _| {
            let stored = narrow(builder, entry.coordinate, level.coordinate_type(builder));
            builder.store(stored, array, &[entry.node]);
            Vec::new()
        });
        Built::new(vec![array], level.parents)
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
}
