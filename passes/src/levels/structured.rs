//! `structured[n, m]`: `n` coordinates under each node, out of `m`.

use super::{Capabilities, LevelFormat, LevelSite, Parents, Properties};
use lacuna_dialects::{builder::Builder, format::Level, ir::Value};

/// The level functions of `structured[n, m]`. Groups with fewer entries are filled up with ones that hold nothing.
pub struct Structured {
    /// How it is configured.
    pub level: Level,
}

impl LevelFormat for Structured {
    fn properties(&self) -> Properties {
        Properties {
            full: self.level.stored == self.level.block,
            ordered: true,
            unique: true,
            branchless: false,
            compact: true,
        }
    }

    fn capabilities(&self) -> Capabilities {
        // What fills up a group at the edge of the tensor may lie outside of it.
        Capabilities { iterate_positions: true, locate: false, stores_coordinates: true, keeps_inside: false }
    }

    fn bounds<'c>(
        &self,
        builder: &Builder<'c>,
        _: LevelSite<'c>,
        parents: Parents<'c>,
        _: &[Value<'c>],
    ) -> (Value<'c>, Value<'c>) {
        let count = builder.index(i64::from(self.level.stored));
        let low = builder.binary("arith.muli", parents.first(), count);
        let high = match parents {
            Parents::One(_) => builder.binary("arith.addi", low, count),
            Parents::Range(_, last) => builder.binary("arith.muli", last, count),
        };
        (low, high)
    }
}
