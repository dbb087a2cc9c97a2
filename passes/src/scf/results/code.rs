//! What lowers a result or a workspace as it grows: one trait for each way of being told of points.

use crate::scf::workspaces::WorkspaceCode;
use lacuna_dialects::{
    builder::Builder,
    ir::{Value, element_type},
    sloop::assembly_ops::AssemblyOp,
};
use melior::ir::ValueLike;

/// A result that grows.
pub trait Grows<'c> {
    /// Puts a value at a position of the innermost level.
    fn put(&mut self, builder: &Builder<'c>, value: Value<'c>, position: Value<'c>);

    /// Ends its state: frees what is its own, and gives the tensor.
    fn finish(&mut self, builder: &Builder<'c>) -> Value<'c>;
}

/// A result that grows level by level ([`lacuna_layout::strategy::Protocol`]: loops or points).
pub trait ByLevels<'c>: Grows<'c> {
    /// The position that the next node of a level will have.
    fn end(&mut self, builder: &Builder<'c>, level: usize) -> Value<'c>;

    /// Appends a node to a level, and to those below that have one child for each node; gives its position.
    fn append(&mut self, builder: &Builder<'c>, level: usize, coordinates: &[Value<'c>], has_room: bool) -> Value<'c>;

    /// Appends a node for each lane that counts to a level; gives the position of the first.
    fn append_lanes(
        &mut self,
        builder: &Builder<'c>,
        level: usize,
        first: Value<'c>,
        lanes: (i64, Option<Value<'c>>),
        has_room: bool,
    ) -> Value<'c>;

    /// Puts the lanes that count at neighbouring positions of the innermost level.
    fn put_lanes(&mut self, builder: &Builder<'c>, lanes: Value<'c>, mask: Option<Value<'c>>, position: Value<'c>);

    /// Makes room for so many further nodes of a level.
    fn reserve(&mut self, builder: &Builder<'c>, level: usize, count: Value<'c>);

    /// The position of a coordinate in a level that has room for every one.
    fn insert(&mut self, builder: &Builder<'c>, level: usize, parent: Value<'c>, coordinate: Value<'c>) -> Value<'c>;

    /// Ends the segment of a parent.
    fn close(&mut self, builder: &Builder<'c>, level: usize, parent: Value<'c>);

    /// A count that grows with each node below a level.
    fn progress(&mut self, builder: &Builder<'c>, level: usize) -> Value<'c>;

    /// Makes all values below a node the fill value.
    fn clear(&mut self, builder: &Builder<'c>, position: Value<'c>);
}

/// A result whose points are walked twice.
pub trait InTwoWalks<'c>: Grows<'c> {
    /// Counts the node of a point.
    fn count(&mut self, builder: &Builder<'c>, coordinates: &[Value<'c>]);

    /// Between the walks: each parent gets room for what was counted.
    fn arrange(&mut self, builder: &Builder<'c>);

    /// The position of a point whose node was counted.
    fn place(&mut self, builder: &Builder<'c>, coordinates: &[Value<'c>]) -> Value<'c>;
}

/// Whether a value is one for each lane.
pub fn is_lanes(value: Value<'_>) -> bool {
    element_type(value.r#type()).is_some()
}

/// What grows in one operation.
pub enum Code<'c> {
    Levels(Box<dyn ByLevels<'c> + 'c>),
    TwoWalks(Box<dyn InTwoWalks<'c> + 'c>),
    Workspace(Box<dyn WorkspaceCode<'c> + 'c>),
}

impl<'c> Code<'c> {
    /// Lowers an operation; gives its value, if it has one.
    ///
    /// # Panics
    /// If what grows does not take it, which [`super::check`] refuses by [`AssemblyOp::family`].
    pub fn lower(&mut self, operation: &AssemblyOp<'c>, builder: &Builder<'c>) -> Option<Value<'c>> {
        match (self, operation) {
            (Self::Levels(code), AssemblyOp::AssemblyEnd { level }) => return Some(code.end(builder, *level)),
            (Self::Levels(code), AssemblyOp::Append { coordinates, level, has_room }) => {
                return Some(code.append(builder, *level, coordinates, *has_room));
            }
            (Self::Levels(code), AssemblyOp::AppendLanes { coordinate, level, lanes, mask, has_room }) => {
                return Some(code.append_lanes(builder, *level, *coordinate, (*lanes, *mask), *has_room));
            }
            (Self::Levels(code), AssemblyOp::Reserve { count, level }) => code.reserve(builder, *level, *count),
            (Self::Levels(code), AssemblyOp::Insert { coordinate, level, parent }) => {
                return Some(code.insert(builder, *level, *parent, *coordinate));
            }
            (Self::Levels(code), AssemblyOp::Close { level, parent }) => code.close(builder, *level, *parent),
            (Self::Levels(code), AssemblyOp::Progress { level }) => return Some(code.progress(builder, *level)),
            (Self::Levels(code), AssemblyOp::Clear { position, .. }) => code.clear(builder, *position),
            (Self::Levels(code), AssemblyOp::Put { value, position, mask }) if is_lanes(*value) => {
                code.put_lanes(builder, *value, *mask, *position);
            }
            (Self::Levels(code), AssemblyOp::Put { value, position, .. }) => code.put(builder, *value, *position),
            (Self::TwoWalks(code), AssemblyOp::Count { coordinates }) => code.count(builder, coordinates),
            (Self::TwoWalks(code), AssemblyOp::Arrange) => code.arrange(builder),
            (Self::TwoWalks(code), AssemblyOp::Place { coordinates }) => return Some(code.place(builder, coordinates)),
            (Self::TwoWalks(code), AssemblyOp::Put { value, position, .. }) => code.put(builder, *value, *position),
            (Self::Workspace(code), AssemblyOp::Scatter { value, coordinates, combiner }) => {
                code.scatter(builder, *value, coordinates, *combiner);
            }
            (Self::Workspace(code), AssemblyOp::Collect(_)) => return Some(code.collect(builder)),
            (_, operation) => unreachable!("the check refuses {}", operation.name()),
        }
        None
    }

    /// Ends its state; gives the tensor that it makes, if it makes one.
    pub fn finish(self, builder: &Builder<'c>) -> Option<Value<'c>> {
        match self {
            Self::Levels(mut code) => Some(code.finish(builder)),
            Self::TwoWalks(mut code) => Some(code.finish(builder)),
            Self::Workspace(code) => {
                code.free(builder);
                None
            }
        }
    }
}
