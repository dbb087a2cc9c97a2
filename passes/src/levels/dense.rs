//! `dense`: every coordinate from 0 to the size of the dimension, nothing stored.

use super::{Assembly, Capabilities, LevelFormat, LevelSite, Parents, Properties};
use lacuna_dialects::{builder::Builder, ir::Value};

/// The level functions of `dense` (LEVELS, table 3.1).
pub struct Dense;

impl LevelFormat for Dense {
    fn properties(&self) -> Properties {
        Properties { full: true, ordered: true, unique: true, branchless: false, compact: true }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { iterate_positions: true, locate: true, stores_coordinates: false }
    }

    fn assembly(&self) -> Option<Assembly> {
        Some(Assembly::Insert)
    }

    fn position_bounds<'c>(
        &self,
        builder: &Builder<'c>,
        site: LevelSite<'c>,
        parents: Parents<'c>,
    ) -> (Value<'c>, Value<'c>) {
        let size = site.size(builder);
        match parents {
            Parents::One(parent) => {
                let low = builder.binary("arith.muli", parent, size);
                (low, builder.binary("arith.addi", low, size))
            }
            Parents::Range(first, last) => {
                (builder.binary("arith.muli", first, size), builder.binary("arith.muli", last, size))
            }
        }
    }

    fn coordinate<'c>(
        &self,
        builder: &Builder<'c>,
        site: LevelSite<'c>,
        parents: Parents<'c>,
        position: Value<'c>,
    ) -> Value<'c> {
        let size = site.size(builder);
        match parents {
            Parents::One(parent) => {
                let low = builder.binary("arith.muli", parent, size);
                builder.binary("arith.subi", position, low)
            }
            Parents::Range(..) => builder.binary("arith.remui", position, size),
        }
    }

    fn locate<'c>(
        &self,
        builder: &Builder<'c>,
        site: LevelSite<'c>,
        parent: Value<'c>,
        coordinate: Value<'c>,
    ) -> Value<'c> {
        self.child_position(builder, site.size(builder), parent, coordinate)
    }

    fn child_position<'c>(
        &self,
        builder: &Builder<'c>,
        size: Value<'c>,
        parent: Value<'c>,
        coordinate: Value<'c>,
    ) -> Value<'c> {
        let row = builder.binary("arith.muli", parent, size);
        builder.binary("arith.addi", row, coordinate)
    }
}
