//! `compressed`: the coordinates under each node are a segment of one array, bounded by a positions array.

use super::{
    Assembly, Capabilities, LevelFormat, LevelSite, Parents, Properties,
    building::{Built, Ends, Unbuilt, allocate, narrow},
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
            keeps_inside: true,
            never_empty: false,
        }
    }

    fn assembly(&self) -> Option<Assembly> {
        (!self.level.full).then_some(Assembly::Append)
    }

    fn can_be_built(&self) -> bool {
        !self.level.full
    }

    fn build<'c>(&self, builder: &Builder<'c>, level: &Unbuilt<'c>) -> Built<'c> {
        segments::build(builder, level, Ends::Shared, |builder, begins| {
            let r#type = level.position_type(builder);
            let one = builder.index(1);
            let length = builder.binary("arith.addi", level.parents, one);
            let positions = allocate(builder, r#type, length);
            builder.for_loop((builder.index(0), length, one), &[], |builder, at, _| {
                builder.store(narrow(builder, builder.load(begins, &[at]), r#type), positions, &[at]);
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
