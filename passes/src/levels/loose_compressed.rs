//! `loose_compressed`: the coordinates under each node are a segment with a beginning and an end of its own.

use super::{
    LevelFormat, LevelSite, Parents, Whole,
    building::{Built, Unbuilt},
    checked::Checked,
    segments,
};
use lacuna_dialects::{builder::Builder, ir::Value};
use lacuna_layout::levels::Ends;

/// The level functions of `loose_compressed`: between segments there may be gaps.
pub struct LooseCompressed {
    /// Whether every coordinate is stored.
    pub is_full: bool,
}

impl LevelFormat for LooseCompressed {
    fn build<'c>(&self, builder: &Builder<'c>, level: &Unbuilt<'c>) -> Built<'c> {
        let build = if self.is_full { segments::build_full } else { segments::build };
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
