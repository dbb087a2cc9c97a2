//! `compressed`: the coordinates under each node are a segment of one array, bounded by a positions array.

use super::{
    Assembly, Capabilities, LevelFormat, LevelSite, Parents, Properties, Whole,
    building::{Built, Ends, Unbuilt},
    checking::Checked,
    segments,
};
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
        Capabilities {
            iterate_positions: true,
            locate: false,
            stores_coordinates: true,
            // Every coordinate is there, also those of the last block that reach over the edge of the tensor.
            keeps_inside: !self.level.full,
            never_empty: false,
        }
    }

    fn assembly(&self) -> Option<Assembly> {
        Some(if self.level.full { Assembly::Insert } else { Assembly::Append })
    }

    fn can_be_built(&self) -> bool {
        true
    }

    fn build<'c>(&self, builder: &Builder<'c>, level: &Unbuilt<'c>) -> Built<'c> {
        let build = if self.level.full { segments::build_full } else { segments::build };
        build(builder, level, Ends::Shared)
    }

    fn arrays_of_all<'c>(&self, builder: &Builder<'c>, whole: &Whole<'c>) -> Vec<Value<'c>> {
        segments::arrays_of_all(builder, whole, Ends::Shared)
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

    fn check_arrays<'c>(&self, builder: &Builder<'c>, level: &Checked<'_, 'c>) {
        level.check_positions(builder, Ends::Shared);
    }
}
