//! `loose_compressed`: the coordinates under each node are a segment with a beginning and an end of its own.

use super::{
    Assembly, Capabilities, LevelFormat, LevelSite, Parents, Properties, Whole,
    building::{Built, Ends, Unbuilt},
    checking::Checked,
    segments,
};
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
        self.level.full.then_some(Assembly::Insert)
    }

    fn can_be_built(&self) -> bool {
        true
    }

    fn build<'c>(&self, builder: &Builder<'c>, level: &Unbuilt<'c>) -> Built<'c> {
        let build = if self.level.full { segments::build_full } else { segments::build };
        build(builder, level, Ends::Both)
    }

    fn arrays_of_all<'c>(&self, builder: &Builder<'c>, whole: &Whole<'c>) -> Vec<Value<'c>> {
        segments::arrays_of_all(builder, whole, Ends::Both)
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

    fn check_arrays<'c>(&self, builder: &Builder<'c>, level: &Checked<'_, 'c>) {
        level.check_positions(builder, Ends::Both);
    }
}
