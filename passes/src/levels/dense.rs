//! `dense`: every coordinate from 0 to the size of the level, nothing stored. `batch` is dense, too, over tensors that
//! each have arrays of their own.

use super::{
    LevelFormat, LevelSite, Parents, addressed,
    building::{Built, Unbuilt},
    checked::Checked,
};
use lacuna_dialects::{builder::Builder, ir::Value};

/// The level functions of `dense` (LEVELS, table 3.1), and of `batch`.
pub struct Dense;

impl LevelFormat for Dense {
    fn build<'c>(&self, builder: &Builder<'c>, level: &Unbuilt<'c>) -> Built<'c> {
        addressed::build(builder, level)
    }

    fn bounds<'c>(
        &self,
        builder: &Builder<'c>,
        site: LevelSite<'c>,
        parents: Parents<'c>,
        _: &[Value<'c>],
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
        counter: Value<'c>,
    ) -> Value<'c> {
        let size = site.size(builder);
        match parents {
            Parents::One(parent) => {
                let low = builder.binary("arith.muli", parent, size);
                builder.binary("arith.subi", counter, low)
            }
            Parents::Range(..) => builder.binary("arith.remui", counter, size),
        }
    }

    fn locate<'c>(
        &self,
        builder: &Builder<'c>,
        site: LevelSite<'c>,
        parent: Value<'c>,
        coordinate: Value<'c>,
    ) -> (Value<'c>, Option<Value<'c>>) {
        (addressed::child_position(builder, site.size(builder), parent, coordinate), None)
    }

    fn check_arrays<'c>(&self, builder: &Builder<'c>, level: &Checked<'_, 'c>) {
        level.check_place_count(builder, level.site.size(builder));
    }
}
