//! `compressed`: the coordinates under each node are a segment of one array, bounded by a positions array.

use super::{Assembly, Capabilities, LevelFormat, LevelSite, Parents, Properties};
use lacuna_dialects::{builder::Builder, format::Level, ir::Value};

/// The level functions of `compressed` (LEVELS, table 3.1).
pub struct Compressed {
    /// How it is configured.
    pub level: Level,
}

impl LevelFormat for Compressed {
    fn properties(&self) -> Properties {
        Properties {
            full: self.level.full,
            ordered: self.level.ordered,
            unique: self.level.unique,
            branchless: false,
            compact: true,
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { iterate_positions: true, locate: false, stores_coordinates: true, keeps_inside: true }
    }

    fn assembly(&self) -> Option<Assembly> {
        (!self.level.full).then_some(Assembly::Append)
    }

    fn bounds<'c>(
        &self,
        builder: &Builder<'c>,
        site: LevelSite<'c>,
        parents: Parents<'c>,
        given: &[Value<'c>],
    ) -> (Value<'c>, Value<'c>) {
        let (first, last) = match parents {
            Parents::One(parent) => (parent, builder.binary("arith.addi", parent, builder.index(1))),
            Parents::Range(first, last) => (first, last),
        };
        (site.load_position(builder, first, given, 1), site.load_position(builder, last, given, 1))
    }
}
