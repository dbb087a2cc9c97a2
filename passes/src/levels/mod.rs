//! Level formats: what code walks a level of a stored tensor.
//!
//! A level format is one module here, which emits its level functions, one file of `lacuna_layout::levels`, which says what it
//! is (LEVELS, tables 3.1 and 3.2), and one word in `StensorAttrs.td`. Code generators ask levels for properties and
//! capabilities, and never for a level format by name. [`level_format`] is the only place here that knows which there are.

pub mod addressed;
pub mod building;
pub mod checking;
mod compressed;
mod dense;
pub mod emit;
mod hashed;
pub mod hashing;
mod loose_compressed;
mod offset;
mod range;
mod segments;
mod singleton;
mod site;
mod structured;

pub use site::{LevelSite, Sizes};

use lacuna_dialects::{builder::Builder, ir::Value};
use lacuna_layout::{Level, LevelKind};
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

    /// Emits checks that the arrays of the level fit each other and the levels above, which have been checked: that
    /// there is a place for each node ([`checking`]).
    fn check_arrays<'c>(&self, _builder: &Builder<'c>, _level: &checking::Checked<'_, 'c>) {}

    /// Emits checks of the coordinates of a node's children, and has `below` emit those of what is below each. The arrays
    /// have been checked.
    fn check_children<'c>(
        &self,
        builder: &Builder<'c>,
        level: &checking::Checked<'_, 'c>,
        node: &checking::Node<'_, 'c>,
        below: &mut dyn FnMut(&Builder<'c>, checking::Child<'c>),
    ) {
        checking::check_siblings(self, builder, level, node, below);
    }
}

/// The code of a level format, configured as the level says.
pub fn level_format(level: &Level) -> Box<dyn LevelFormat> {
    match level.kind {
        LevelKind::Dense | LevelKind::Batch => Box::new(dense::Dense),
        LevelKind::Compressed => Box::new(compressed::Compressed { is_full: level.full }),
        LevelKind::LooseCompressed => Box::new(loose_compressed::LooseCompressed { is_full: level.full }),
        LevelKind::Singleton => Box::new(singleton::Singleton { is_full: level.full }),
        LevelKind::Structured { n, m } => Box::new(structured::Structured { stored: n as i64, block: m as i64 }),
        LevelKind::Hashed => Box::new(hashed::Hashed),
        LevelKind::Range => Box::new(range::Range),
        LevelKind::Offset => Box::new(offset::Offset),
    }
}
