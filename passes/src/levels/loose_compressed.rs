//! `loose_compressed`: the coordinates under each node are a segment with a beginning and an end of its own.

use super::{Capabilities, LevelFormat, LevelSite, Parents, Properties};
use lacuna_dialects::{builder::Builder, format::Level, ir::Value};

/// The level functions of `loose_compressed`: between segments there may be gaps.
pub struct LooseCompressed {
    /// How it is configured.
    pub level: Level,
}

impl LevelFormat for LooseCompressed {
    fn properties(&self) -> Properties {
        Properties {
            full: self.level.full,
            ordered: self.level.ordered,
            unique: self.level.unique,
            branchless: false,
            compact: false,
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { iterate_positions: true, locate: false, stores_coordinates: true, keeps_inside: true }
    }

    fn bounds<'c>(
        &self,
        builder: &Builder<'c>,
        site: LevelSite<'c>,
        parents: Parents<'c>,
        given: &[Value<'c>],
    ) -> (Value<'c>, Value<'c>) {
        let low = builder.binary("arith.muli", parents.first(), builder.index(2));
        let high = builder.binary("arith.addi", low, builder.index(1));
        (site.load_position(builder, low, given, 0), site.load_position(builder, high, given, 0))
    }
}
