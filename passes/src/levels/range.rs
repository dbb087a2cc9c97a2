//! `range`: the coordinates of a diagonal, from the one where it enters the tensor to the one where it leaves it.

use super::{
    LevelFormat, LevelSite, Parents, addressed,
    building::{Built, Unbuilt},
    checked::Checked,
};
use lacuna_dialects::{builder::Builder, ir::Value};

/// The level functions of `range` (LEVELS, table 3.1): the offset of the diagonal is the coordinate of a level above.
pub struct Range;

impl Range {
    /// The coordinates that lie in the tensor: those of this dimension for which the other one, which the offset gives,
    /// is in range too.
    fn bounds<'c>(builder: &Builder<'c>, site: LevelSite<'c>, given: &[Value<'c>]) -> (Value<'c>, Value<'c>) {
        let (above, other, other_is_first) = site.diagonal().expect("the verifier asks for a diagonal above a range");
        let offset = given[above];
        let zero = builder.index(0);
        let (own, size) = (site.size(builder), site.dimension(builder, other));
        let minus = builder.binary("arith.subi", zero, offset);
        // other = own + offset, or own - offset.
        let shift = if other_is_first { minus } else { offset };
        let low = builder.binary("arith.maxsi", zero, shift);
        let end = builder.binary("arith.addi", size, shift);
        let high = builder.binary("arith.minsi", own, end);
        (low, builder.binary("arith.maxsi", low, high))
    }
}

impl LevelFormat for Range {
    fn build<'c>(&self, builder: &Builder<'c>, level: &Unbuilt<'c>) -> Built<'c> {
        addressed::build(builder, level)
    }

    fn bounds<'c>(
        &self,
        builder: &Builder<'c>,
        site: LevelSite<'c>,
        _: Parents<'c>,
        given: &[Value<'c>],
    ) -> (Value<'c>, Value<'c>) {
        Self::bounds(builder, site, given)
    }

    fn coordinate<'c>(&self, _: &Builder<'c>, _: LevelSite<'c>, _: Parents<'c>, counter: Value<'c>) -> Value<'c> {
        counter
    }

    fn position<'c>(
        &self,
        builder: &Builder<'c>,
        site: LevelSite<'c>,
        parents: Parents<'c>,
        counter: Value<'c>,
    ) -> Value<'c> {
        addressed::child_position(builder, site.size(builder), parents.first(), counter)
    }

    fn check_arrays<'c>(&self, builder: &Builder<'c>, level: &Checked<'_, 'c>) {
        level.check_place_count(builder, level.site.size(builder));
    }
}
