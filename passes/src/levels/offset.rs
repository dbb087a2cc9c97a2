//! `offset`: one coordinate a node, which follows from those above; nothing is stored.

use super::{
    LevelFormat, LevelSite, Parents,
    building::{Built, Unbuilt},
    checked::{Checked, CheckedChild, CheckedNode},
};
use lacuna_dialects::{builder::Builder, ir::Value};

/// The level functions of `offset` (LEVELS, table 3.1). Its nodes have the positions of their parents.
pub struct Offset;

impl LevelFormat for Offset {
    fn build<'c>(&self, _: &Builder<'c>, level: &Unbuilt<'c>) -> Built<'c> {
        Built::new(Vec::new(), level.parents)
    }

    fn bounds<'c>(
        &self,
        _: &Builder<'c>,
        site: LevelSite<'c>,
        _: Parents<'c>,
        _: &[Value<'c>],
    ) -> (Value<'c>, Value<'c>) {
        unreachable!("level {} of {} follows from those above", site.level, site.format)
    }

    fn check_children<'c>(
        &self,
        builder: &Builder<'c>,
        _: &Checked<'_, 'c>,
        node: &CheckedNode<'_, 'c>,
        below: &mut dyn FnMut(&Builder<'c>, CheckedChild<'c>),
    ) {
        let coordinate = node.follows.expect("the verifier asks for levels above that an offset follows from");
        below(builder, CheckedChild { position: node.position, coordinate, repeats: node.repeats });
    }
}
