//! `loose_compressed`: the coordinates under each node are a segment with a beginning and an end of its own.

use super::{
    Capabilities, LevelFormat, LevelSite, Parents, Properties,
    building::{Built, Ends, Unbuilt, allocate, narrow},
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
            keeps_inside: true,
            never_empty: false,
        }
    }

    fn can_be_built(&self) -> bool {
        !self.level.full
    }

    fn build<'c>(&self, builder: &Builder<'c>, level: &Unbuilt<'c>) -> Built<'c> {
        segments::build(builder, level, Ends::Both, |builder, begins| {
            let r#type = level.position_type(builder);
            let (one, two) = (builder.index(1), builder.index(2));
            let positions = allocate(builder, r#type, builder.binary("arith.muli", level.parents, two));
            builder.for_loop((builder.index(0), level.parents, one), &[], |builder, parent, _| {
                let low = builder.binary("arith.muli", parent, two);
                let next = builder.binary("arith.addi", parent, one);
                for (at, from) in [(low, parent), (builder.binary("arith.addi", low, one), next)] {
                    builder.store(narrow(builder, builder.load(begins, &[from]), r#type), positions, &[at]);
                }
                Vec::new()
            });
            positions
        })
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
