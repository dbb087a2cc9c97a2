//! `compressed`: the coordinates under each node are a segment of one array, bounded by a positions array.

use super::{
    LevelFormat, LevelSite, Parents, Whole,
    building::{Built, Unbuilt},
    checked::Checked,
    segments,
};
use lacuna_dialects::{builder::Builder, ir::Value};
use lacuna_layout::levels::Ends;

/// The level functions of `compressed` (LEVELS, table 3.1).
pub struct Compressed {
    /// Whether every coordinate is stored.
    pub is_full: bool,
}

impl LevelFormat for Compressed {
    fn build<'c>(&self, builder: &Builder<'c>, level: &Unbuilt<'c>) -> Built<'c> {
        let build = if self.is_full { segments::build_full } else { segments::build };
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
