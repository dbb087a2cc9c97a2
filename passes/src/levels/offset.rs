//! `offset`: one coordinate a node, which follows from those above; nothing is stored.

use super::{
    Assembly, Capabilities, LevelFormat, LevelSite, Parents, Properties,
    building::{Built, Unbuilt},
    checking::{Checked, Child, Node},
    flaw::{Place, dimension_name},
};
use lacuna_dialects::{builder::Builder, ir::Value};

/// The level functions of `offset` (LEVELS, table 3.1). Its nodes have the positions of their parents.
pub struct Offset;

impl LevelFormat for Offset {
    fn properties(&self) -> Properties {
        Properties { full: false, ordered: true, unique: true, branchless: true, compact: true }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            iterate_positions: false,
            locate: false,
            stores_coordinates: false,
            keeps_inside: true,
            never_empty: false,
        }
    }

    fn objection(&self, place: &Place<'_>) -> Option<String> {
        place.no_parents().or_else(|| {
            let unknown = place.unknown_above()?;
            Some(format!("must be determined by the levels above, they do not determine {}", dimension_name(unknown)))
        })
    }

    fn assembly(&self) -> Option<Assembly> {
        Some(Assembly::Implied)
    }

    fn can_be_built(&self) -> bool {
        true
    }

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
        node: &Node<'_, 'c>,
        below: &mut dyn FnMut(&Builder<'c>, Child<'c>),
    ) {
        let coordinate = node.follows.expect("the verifier asks for levels above that an offset follows from");
        below(builder, Child { position: node.position, coordinate, repeats: node.repeats });
    }
}
