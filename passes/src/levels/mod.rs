//! Level formats: what code walks a level of a stored tensor.
//!
//! A level format is one module here and one word in `StensorAttrs.td`. Code generators ask it for properties and
//! capabilities (LEVELS, tables 3.1 and 3.2) and have it emit its level functions; they never ask for its name. This
//! file is the only place that knows which there are.

pub mod assembly;
mod compressed;
mod dense;
mod singleton;

use lacuna_dialects::{
    builder::Builder,
    format::{Format, Level, LevelKind},
    ir::Value,
};
use melior::ir::{Type, ValueLike, r#type::IntegerType};

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
}

/// A level of a tensor, as the code that walks it sees it.
#[derive(Clone, Copy)]
pub struct LevelSite<'c> {
    /// The tensor.
    pub tensor: Value<'c>,
    /// Its format.
    pub format: Format<'c>,
    /// Which level.
    pub level: usize,
}

/// The positions of nodes that stand side by side in a level: from the first to one past the last.
#[derive(Clone, Copy)]
pub enum Parents<'c> {
    /// One node.
    One(Value<'c>),
    /// `first..last`.
    Range(Value<'c>, Value<'c>),
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
}

/// The level functions of a level format. Each emits IR that computes its result.
pub trait LevelFormat {
    /// What always holds.
    fn properties(&self) -> Properties;

    /// What can be done.
    fn capabilities(&self) -> Capabilities;

    /// How results are put together; `None` where they cannot be.
    fn assembly(&self) -> Option<Assembly> {
        None
    }

    /// The positions of the children of `parents`, from the first to one past the last.
    fn position_bounds<'c>(
        &self,
        builder: &Builder<'c>,
        site: LevelSite<'c>,
        parents: Parents<'c>,
    ) -> (Value<'c>, Value<'c>);

    /// The coordinate at a position under `parents`: the one that the level stores, unless it computes it.
    fn coordinate<'c>(
        &self,
        builder: &Builder<'c>,
        site: LevelSite<'c>,
        _parents: Parents<'c>,
        position: Value<'c>,
    ) -> Value<'c> {
        site.load_coordinate(builder, position)
    }

    /// The position of a coordinate of a result under a node. Asked only of levels into which nodes are inserted, which
    /// say how.
    fn child_position<'c>(
        &self,
        _builder: &Builder<'c>,
        _size: Value<'c>,
        _parent: Value<'c>,
        _coordinate: Value<'c>,
    ) -> Value<'c> {
        unreachable!("nodes are not inserted into such a level")
    }

    /// The position of a coordinate under a node. Asked only of levels that can locate, which say how.
    fn locate<'c>(
        &self,
        _builder: &Builder<'c>,
        site: LevelSite<'c>,
        _parent: Value<'c>,
        _coordinate: Value<'c>,
    ) -> Value<'c> {
        unreachable!("level {} of {} cannot locate", site.level, site.format)
    }
}

/// The code of a level format, configured as the level says; `None` where there is none yet.
pub fn level_format(level: Level) -> Option<Box<dyn LevelFormat>> {
    match level.kind {
        LevelKind::Dense => Some(Box::new(dense::Dense)),
        LevelKind::Compressed => Some(Box::new(compressed::Compressed { level })),
        LevelKind::Singleton if !level.interleaved => Some(Box::new(singleton::Singleton { level })),
        _ => None,
    }
}

impl<'c> LevelSite<'c> {
    /// The size of the dimension that the level stores.
    pub fn size(&self, builder: &Builder<'c>) -> Value<'c> {
        let dimension = self.format.permutation().map_or(self.level, |dimensions| dimensions[self.level]);
        crate::nest::build::dimension_var(builder, self.tensor, dimension).extent
    }

    /// Element `at` of the positions array.
    pub fn load_position(&self, builder: &Builder<'c>, at: Value<'c>) -> Value<'c> {
        self.load_index(builder, "stensor.positions", self.format.position_width(), at, "arith.index_castui")
    }

    /// Element `at` of the coordinates array.
    pub fn load_coordinate(&self, builder: &Builder<'c>, at: Value<'c>) -> Value<'c> {
        // Those of 32 bits are below 2^31, and read as signed: gathers take such indices as they are.
        let width = self.format.coordinate_width();
        let cast = if width < 32 { "arith.index_castui" } else { "arith.index_cast" };
        self.load_index(builder, "stensor.coordinates", width, at, cast)
    }

    /// The coordinates array.
    pub fn coordinates(&self, builder: &Builder<'c>) -> Value<'c> {
        self.array(builder, "stensor.coordinates", self.format.coordinate_width())
    }

    /// The values array of the tensor.
    pub fn values(&self, builder: &Builder<'c>) -> Value<'c> {
        let array = builder.buffer_type(builder.scalar_type(self.tensor.r#type()));
        builder.value("stensor.values", &[self.tensor], array, &[])
    }

    fn array(&self, builder: &Builder<'c>, array: &str, width: u32) -> Value<'c> {
        let element: Type = IntegerType::new(builder.context(), width).into();
        let level = ("level", builder.i64_attribute(self.level as i64));
        builder.value(array, &[self.tensor], builder.buffer_type(element), &[level])
    }

    fn load_index(&self, builder: &Builder<'c>, array: &str, width: u32, at: Value<'c>, cast: &str) -> Value<'c> {
        let array = self.array(builder, array, width);
        let stored = builder.load(array, &[at]);
        builder.value(cast, &[stored], builder.index_type(), &[])
    }
}
