//! Level formats: what code walks a level of a stored tensor.
//!
//! A level format is one module here and one word in `StensorAttrs.td`. Code generators ask it for properties and
//! capabilities (LEVELS, tables 3.1 and 3.2) and have it emit its level functions; they never ask for its name. This
//! file is the only place that knows which there are.

pub mod addressed;
pub mod assembly;
pub mod building;
pub mod checking;
mod compressed;
mod dense;
pub mod filling;
pub mod flaw;
mod hashed;
pub mod hashing;
pub mod list;
mod loose_compressed;
pub mod mapping;
mod offset;
pub mod order;
mod range;
mod segments;
mod singleton;
mod site;
mod structured;

pub use site::{LevelSite, Sizes};

use lacuna_dialects::{
    builder::Builder,
    format::{Format, Level, LevelKind},
    ir::Value,
};
use melior::ir::Type;

/// What always holds of the coordinates of a level (LEVELS, section 3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Properties {
    /// Every coordinate of the dimension is there.
    pub full: bool,
    /// Siblings stand in increasing order.
    pub ordered: bool,
    /// No coordinate occurs twice among siblings.
    pub unique: bool,
    /// Every node of the level above has exactly one child.
    pub branchless: bool,
    /// The children of neighbouring nodes stand side by side, with no gaps.
    pub compact: bool,
}

/// How a level can be accessed (LEVELS, section 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// Positions under a node can be enumerated.
    pub iterate_positions: bool,
    /// The position of a coordinate under a node can be computed.
    pub locate: bool,
    /// An array holds the coordinate of each position.
    pub stores_coordinates: bool,
    /// Coordinates that are enumerated are those of points of the tensor, also where its size is no multiple of that of
    /// its blocks.
    pub keeps_inside: bool,
    /// There are positions under each node, whether or not anything is stored.
    pub never_empty: bool,
}

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

/// How nodes get into a level of a result (LEVELS, section 3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assembly {
    /// There is a place for every coordinate: nodes are inserted in any order.
    Insert,
    /// Nodes are appended, and the segment of each parent is closed after its children.
    Append,
    /// Each node is appended together with its parent.
    Extend,
    /// Nodes are there with their parents.
    Implied,
}

/// The level functions of a level format. Each emits IR that computes its result.
pub trait LevelFormat {
    /// What always holds.
    fn properties(&self) -> Properties;

    /// What can be done.
    fn capabilities(&self) -> Capabilities;

    /// What is wrong with where a level stands in its format, or what it stores there ([`flaw`]).
    fn objection(&self, _place: &flaw::Place<'_>) -> Option<String> {
        None
    }

    /// How results are put together; `None` where they cannot be.
    fn assembly(&self) -> Option<Assembly> {
        None
    }

    /// Whether a level can be built from sorted entries ([`building`]).
    fn can_be_built(&self) -> bool {
        false
    }

    /// Builds the level from sorted entries: gives each entry's node a child, and makes the arrays of the level. Asked
    /// only of levels that can be built.
    fn build<'c>(&self, _builder: &Builder<'c>, level: &building::Unbuilt<'c>) -> building::Built<'c> {
        unreachable!("level {} cannot be built from entries", level.number)
    }

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
pub fn level_format(level: Level) -> Box<dyn LevelFormat> {
    match level.kind {
        LevelKind::Dense => Box::new(dense::Dense { has_assembly: true }),
        LevelKind::Batch => Box::new(dense::Dense { has_assembly: false }),
        LevelKind::Compressed => Box::new(compressed::Compressed { level }),
        LevelKind::LooseCompressed => Box::new(loose_compressed::LooseCompressed { level }),
        LevelKind::Singleton => Box::new(singleton::Singleton { level }),
        LevelKind::Structured => Box::new(structured::Structured { level }),
        LevelKind::Hashed => Box::new(hashed::Hashed),
        LevelKind::Range => Box::new(range::Range),
        LevelKind::Offset => Box::new(offset::Offset),
    }
}

/// The number of levels, from the top, that are batches: tensors below them have arrays of their own.
pub fn batch_levels(format: Format<'_>) -> usize {
    format.levels().iter().take_while(|level| level.kind == LevelKind::Batch).count()
}
