//! What a level format is to code: the level functions, which emit IR.

use super::{
    LevelSite,
    building::{self, filled},
    checked::{Checked, CheckedChild, CheckedNode},
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};
use melior::ir::Type;

/// The positions of nodes that stand side by side in a level: from the first to one past the last.
#[derive(Clone, Copy)]
pub enum Parents<'c> {
    /// One node.
    One(Value<'c>),
    /// `first..last`.
    Range(Value<'c>, Value<'c>),
}

impl<'c> Parents<'c> {
    /// The first of them.
    pub fn first(self) -> Value<'c> {
        match self {
            Self::One(position) | Self::Range(position, _) => position,
        }
    }
}

/// The children of one parent, or of neighbouring parents.
pub struct ChildRange<'c> {
    /// The parents.
    pub parents: Parents<'c>,
    /// The counter of the first child, and one past that of the last.
    pub bounds: (Value<'c>, Value<'c>),
    /// Whether there is a parent; `None` if the code need not test it.
    pub has_parent: Option<Value<'c>>,
}

/// A level of a result that has a place for every coordinate under each node above.
pub struct Whole<'c> {
    /// The number of nodes above.
    pub parents: Value<'c>,
    /// The number of coordinates that it can have.
    pub size: Value<'c>,
    /// The least of them, where they can be negative.
    pub least: Option<Value<'c>>,
    /// The type of stored positions.
    pub position_type: Type<'c>,
    /// The type of stored coordinates.
    pub coordinate_type: Type<'c>,
}

/// The level functions of a level format. Each emits IR that computes its result.
pub trait LevelFormat {
    /// Builds the level from sorted entries ([`building`]): gives each entry's node a child, and makes the arrays of the
    /// level.
    fn build<'c>(&self, builder: &Builder<'c>, level: &building::Unbuilt<'c>) -> building::Built<'c>;

    /// What counts the children of `parents`, from the first to one past the last: their positions, unless
    /// [`LevelFormat::position`] says otherwise. `given` are the coordinates of the levels above.
    fn bounds<'c>(
        &self,
        builder: &Builder<'c>,
        site: LevelSite<'c>,
        parents: Parents<'c>,
        given: &[Value<'c>],
    ) -> (Value<'c>, Value<'c>);

    /// The children of any parents. A level that cannot walk ranges gets at most one parent; if it gets none, nothing that it
    /// stores is read.
    fn child_range<'c>(
        &self,
        builder: &Builder<'c>,
        site: LevelSite<'c>,
        parents: Parents<'c>,
        given: &[Value<'c>],
    ) -> ChildRange<'c> {
        match parents {
            Parents::Range(first, end) if !site.capabilities().walks_ranges => {
                let has_parent = builder.compare(ComparePredicate::UnsignedLess, first, end);
                let (parents, index) = (Parents::One(first), builder.index_type());
                let found = |builder: &Builder<'c>| {
                    let (low, high) = self.bounds(builder, site, parents, given);
                    vec![low, high]
                };
                let none = |builder: &Builder<'c>| vec![builder.index(0), builder.index(0)];
                let bounds = builder.if_else(has_parent, &[index, index], found, none);
                ChildRange { parents, bounds: (bounds[0], bounds[1]), has_parent: Some(has_parent) }
            }
            _ => ChildRange { parents, bounds: self.bounds(builder, site, parents, given), has_parent: None },
        }
    }

    /// The position of a child.
    fn position<'c>(
        &self,
        _builder: &Builder<'c>,
        _site: LevelSite<'c>,
        _parents: Parents<'c>,
        counter: Value<'c>,
    ) -> Value<'c> {
        counter
    }

    /// Whether the position of a child is read from memory.
    fn loads_positions(&self) -> bool {
        false
    }

    /// Whether there is a child at all; `None` where there always is.
    fn is_there<'c>(&self, _builder: &Builder<'c>, _site: LevelSite<'c>, _counter: Value<'c>) -> Option<Value<'c>> {
        None
    }

    /// The coordinate of a child: the one that the level stores, unless it computes it.
    fn coordinate<'c>(
        &self,
        builder: &Builder<'c>,
        site: LevelSite<'c>,
        _parents: Parents<'c>,
        counter: Value<'c>,
    ) -> Value<'c> {
        site.load_coordinate(builder, counter)
    }

    /// The arrays, positions before coordinates, of a level of a result into which nodes were inserted. They do not depend
    /// on what was.
    fn arrays_of_all<'c>(&self, _builder: &Builder<'c>, _whole: &Whole<'c>) -> Vec<Value<'c>> {
        Vec::new()
    }

    /// The position of a coordinate under a node, and whether it is there, where it need not be. Asked only of levels
    /// that can locate, which say how.
    fn locate<'c>(
        &self,
        _builder: &Builder<'c>,
        site: LevelSite<'c>,
        _parent: Value<'c>,
        _coordinate: Value<'c>,
    ) -> (Value<'c>, Option<Value<'c>>) {
        unreachable!("level {} of {} cannot locate", site.level, site.format)
    }

    /// The number of children of a node, by its slice and its number there. Asked, as the next, only of levels whose segments
    /// are interleaved.
    fn length_abreast<'c>(
        &self,
        _builder: &Builder<'c>,
        site: LevelSite<'c>,
        _slice: Value<'c>,
        _lane: Value<'c>,
    ) -> Value<'c> {
        unreachable!("level {} of {} has no slices", site.level, site.format)
    }

    /// The position of a child of a node, or of a place beside it, by its slice, its number there, and the number of the
    /// child.
    fn position_abreast<'c>(&self, _builder: &Builder<'c>, site: LevelSite<'c>, _at: [Value<'c>; 3]) -> Value<'c> {
        unreachable!("level {} of {} has no slices", site.level, site.format)
    }

    /// Emits checks that the arrays of the level fit each other and the levels above, which have been checked: that
    /// there is a place for each node ([`super::checking`]).
    fn check_arrays<'c>(&self, _builder: &Builder<'c>, _level: &Checked<'_, 'c>) {}

    /// Emits checks of the coordinates of a node's children, and has `below` emit those of what is below each. The arrays
    /// have been checked.
    fn check_children<'c>(
        &self,
        builder: &Builder<'c>,
        level: &Checked<'_, 'c>,
        node: &CheckedNode<'_, 'c>,
        below: &mut dyn FnMut(&Builder<'c>, CheckedChild<'c>),
    ) {
        check_siblings(self, builder, level, node, below);
    }
}

/// Checks the children of a node that stand side by side: what they are, their order, and that none is there twice.
fn check_siblings<'c>(
    code: &(impl LevelFormat + ?Sized),
    builder: &Builder<'c>,
    level: &Checked<'_, 'c>,
    node: &CheckedNode<'_, 'c>,
    below: &mut dyn FnMut(&Builder<'c>, CheckedChild<'c>),
) {
    let (site, properties) = (level.site, level.site.properties());
    let stores_coordinates = site.spec().stores_coordinates();
    let parent = Parents::One(node.position);
    let (low, high) = code.bounds(builder, site, parent, node.given);
    if stores_coordinates && properties.full && !level.is_trusted {
        let count = builder.binary("arith.subi", high, low);
        let is_full = builder.compare(ComparePredicate::Equal, count, site.size(builder));
        let what = "the node at position {} of the level above has {} coordinates, not all {} of a full level";
        level.assert_with(builder, is_full, what, &[node.position, count, site.size(builder)]);
    }
    let is_shuffled = stores_coordinates && !level.is_trusted && properties.unique && !properties.ordered;
    // Where there are as many as coordinates, each is marked when it is seen.
    let seen = (is_shuffled && properties.full)
        .then(|| filled(builder, site.size(builder), builder.integer(0, builder.bool_type())));
    builder.for_loop((low, high, builder.index(1)), &[], |builder, at, _| {
        let coordinate = code.coordinate(builder, site, parent, at);
        let mut repeats = None;
        if stores_coordinates && !level.is_trusted {
            level.check_range(builder, at, coordinate);
            if let Some(seen) = seen {
                level.check_is_first(builder, seen, (at, coordinate));
            } else if is_shuffled {
                builder.for_loop((low, at, builder.index(1)), &[], |builder, other, _| {
                    level.check_differs(builder, site.load_coordinate(builder, other), (at, coordinate));
                    Vec::new()
                });
            } else {
                let is_later = builder.compare(ComparePredicate::NotEqual, at, low);
                let is_same = level.check_follows(builder, 1, (at, coordinate), is_later);
                repeats = (!properties.unique).then_some(is_same);
            }
        }
        let position = code.position(builder, site, parent, at);
        below(builder, CheckedChild { position, coordinate, repeats });
        Vec::new()
    });
    if let Some(seen) = seen {
        builder.create("memref.dealloc", &[seen], &[], &[], Vec::new());
    }
}
