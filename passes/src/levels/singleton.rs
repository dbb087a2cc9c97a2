//! `singleton`: each node has exactly one child, at its own position.

use super::{Assembly, Capabilities, LevelFormat, LevelSite, Parents, Properties};
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
        Capabilities { iterate_positions: true, locate: false, stores_coordinates: true, keeps_inside: true }
    }

    fn assembly(&self) -> Option<Assembly> {
        (!self.level.full).then_some(Assembly::Extend)
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
