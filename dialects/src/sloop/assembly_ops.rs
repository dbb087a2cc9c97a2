//! Operations on what grows: what is done to a stored result, or to a workspace, through its handle.

use super::{Combiner, assembled_type, combiner};
use crate::{
    builder::Builder,
    ir::{Op, Value, op_name, operands, results},
    view::{marks, number},
};
use melior::ir::{Attribute, Type, ValueLike, operation::OperationLike};

/// An operation on what grows. The handle comes beside it. It gives an index, if it gives anything but a tensor.
///
/// Levels are counted from 0, the outermost one; coordinates are those of the levels, not of the dimensions.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum AssemblyOp<'c> {
    /// The position that the next node of a level will have.
    AssemblyEnd { level: usize },
    /// A node is appended to a level, and to those below that have one child for each node. `has_room` says that there is room.
    Append { coordinates: Vec<Value<'c>>, level: usize, has_room: bool },
    /// A node is appended to a level for each lane that counts, with coordinates that follow one another.
    AppendLanes { coordinate: Value<'c>, level: usize, lanes: i64, mask: Option<Value<'c>>, has_room: bool },
    /// Room for so many further nodes of a level.
    Reserve { count: Value<'c>, level: usize },
    /// The position of a coordinate in a level that has room for every one.
    Insert { coordinate: Value<'c>, level: usize, parent: Value<'c> },
    /// The segment of a parent ends.
    Close { level: usize, parent: Value<'c> },
    /// A count that grows with each node below a level.
    Progress { level: usize },
    /// All values below a node become the fill value.
    Clear { level: usize, position: Value<'c> },
    /// A value is put at a position of the innermost level; a vector at neighbouring ones, where its mask says so.
    Put { value: Value<'c>, position: Value<'c>, mask: Option<Value<'c>> },
    /// A node is counted.
    Count { coordinates: Vec<Value<'c>> },
    /// Each parent gets room for what was counted.
    Arrange,
    /// The position of a point whose node was counted.
    Place { coordinates: Vec<Value<'c>> },
    /// A point of a workspace gets a value, combined with what it holds if there is a combiner.
    Scatter { value: Value<'c>, coordinates: Vec<Value<'c>>, combiner: Option<Combiner> },
    /// What a workspace stores, as a tensor of this type; the workspace is empty then.
    Collect(Type<'c>),
}

/// What takes an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Results that grow level by level.
    Levels,
    /// Results whose points are walked twice.
    TwoWalks,
    /// All results.
    Results,
    /// Workspaces.
    Workspace,
}

const ASSEMBLY_END: &str = "sloop.assembly_end";
const APPEND: &str = "sloop.append";
const APPEND_LANES: &str = "sloop.append_lanes";
const RESERVE: &str = "sloop.reserve";
const INSERT: &str = "sloop.insert";
const CLOSE: &str = "sloop.close";
const PROGRESS: &str = "sloop.progress";
const CLEAR: &str = "sloop.clear";
const PUT: &str = "sloop.put";
const COUNT: &str = "sloop.count";
/// `sloop.arrange`, for messages.
pub const ARRANGE: &str = "sloop.arrange";
const PLACE: &str = "sloop.place";
/// `sloop.scatter`, for messages.
pub const SCATTER: &str = "sloop.scatter";
const COLLECT: &str = "sloop.collect";

const RESERVED: &str = "reserved";
const LANES: &str = "lanes";

impl<'c> AssemblyOp<'c> {
    /// Reads an operation, with the handle of what it is done to.
    pub fn of(op: Op<'c>) -> Option<(Self, Value<'c>)> {
        let all = operands(op);
        let handle = all.iter().position(|value| assembled_type(value.r#type()).is_some());
        let level = || number(op, "level") as usize;
        // What comes before the handle, and what comes after it.
        let (before, after) = (&all[..handle.unwrap_or(0)], &all[handle.map_or(0, |at| at + 1)..]);
        let operation = match op_name(op).as_str() {
            ASSEMBLY_END => Self::AssemblyEnd { level: level() },
            APPEND => {
                Self::Append { coordinates: before.to_vec(), level: level(), has_room: op.has_attribute(RESERVED) }
            }
            APPEND_LANES => Self::AppendLanes {
                coordinate: before[0],
                level: level(),
                lanes: number(op, LANES),
                mask: after.first().copied(),
                has_room: op.has_attribute(RESERVED),
            },
            RESERVE => Self::Reserve { count: before[0], level: level() },
            INSERT => Self::Insert { coordinate: before[0], level: level(), parent: after[0] },
            CLOSE => Self::Close { level: level(), parent: after[0] },
            PROGRESS => Self::Progress { level: level() },
            CLEAR => Self::Clear { level: level(), position: after[0] },
            PUT => Self::Put { value: before[0], position: after[0], mask: after.get(1).copied() },
            COUNT => Self::Count { coordinates: before.to_vec() },
            ARRANGE => Self::Arrange,
            PLACE => Self::Place { coordinates: before.to_vec() },
            SCATTER => {
                let combiner = op.attribute("combiner").ok().map(combiner::of);
                Self::Scatter { value: before[0], coordinates: after.to_vec(), combiner }
            }
            COLLECT => Self::Collect(results(op)[0].r#type()),
            _ => return None,
        };
        Some((operation, all[handle?]))
    }

    /// What its operation is called.
    pub fn name(&self) -> &'static str {
        match self {
            Self::AssemblyEnd { .. } => ASSEMBLY_END,
            Self::Append { .. } => APPEND,
            Self::AppendLanes { .. } => APPEND_LANES,
            Self::Reserve { .. } => RESERVE,
            Self::Insert { .. } => INSERT,
            Self::Close { .. } => CLOSE,
            Self::Progress { .. } => PROGRESS,
            Self::Clear { .. } => CLEAR,
            Self::Put { .. } => PUT,
            Self::Count { .. } => COUNT,
            Self::Arrange => ARRANGE,
            Self::Place { .. } => PLACE,
            Self::Scatter { .. } => SCATTER,
            Self::Collect(_) => COLLECT,
        }
    }

    /// What takes it.
    pub fn family(&self) -> Family {
        match self {
            Self::AssemblyEnd { .. }
            | Self::Append { .. }
            | Self::AppendLanes { .. }
            | Self::Reserve { .. }
            | Self::Insert { .. }
            | Self::Close { .. }
            | Self::Progress { .. }
            | Self::Clear { .. } => Family::Levels,
            Self::Count { .. } | Self::Arrange | Self::Place { .. } => Family::TwoWalks,
            Self::Put { .. } => Family::Results,
            Self::Scatter { .. } | Self::Collect(_) => Family::Workspace,
        }
    }

    /// The level that it is about.
    pub fn level(&self) -> Option<usize> {
        match self {
            Self::AssemblyEnd { level }
            | Self::Append { level, .. }
            | Self::AppendLanes { level, .. }
            | Self::Reserve { level, .. }
            | Self::Insert { level, .. }
            | Self::Close { level, .. }
            | Self::Progress { level }
            | Self::Clear { level, .. } => Some(*level),
            Self::Put { .. }
            | Self::Count { .. }
            | Self::Arrange
            | Self::Place { .. }
            | Self::Scatter { .. }
            | Self::Collect(_) => None,
        }
    }

    /// Builds its operation, which gives nothing.
    pub fn build(&self, builder: &Builder<'c>, handle: Value<'c>) {
        self.operation(builder, handle, None);
    }

    /// Builds its operation, which gives a position, a count, or the tensor that was collected.
    pub fn build_value(&self, builder: &Builder<'c>, handle: Value<'c>) -> Value<'c> {
        let given = match self {
            Self::Collect(list) => *list,
            _ => builder.index_type(),
        };
        results(self.operation(builder, handle, Some(given)))[0]
    }

    fn operation(&self, builder: &Builder<'c>, handle: Value<'c>, given: Option<Type<'c>>) -> Op<'c> {
        let (before, after): (Vec<_>, Vec<_>) = match self {
            Self::AssemblyEnd { .. } | Self::Progress { .. } | Self::Arrange | Self::Collect(_) => (vec![], vec![]),
            Self::Append { coordinates, .. } | Self::Count { coordinates } | Self::Place { coordinates } => {
                (coordinates.clone(), vec![])
            }
            Self::AppendLanes { coordinate, mask, .. } => (vec![*coordinate], mask.iter().copied().collect()),
            Self::Reserve { count, .. } => (vec![*count], vec![]),
            Self::Insert { coordinate, parent, .. } => (vec![*coordinate], vec![*parent]),
            Self::Close { parent, .. } => (vec![], vec![*parent]),
            Self::Clear { position, .. } => (vec![], vec![*position]),
            Self::Put { value, position, mask } => (vec![*value], std::iter::once(*position).chain(*mask).collect()),
            Self::Scatter { value, coordinates, .. } => (vec![*value], coordinates.clone()),
        };
        let mut attributes: Vec<(&str, Attribute<'c>)> = Vec::new();
        attributes.extend(self.level().map(|level| ("level", builder.i64_attribute(level as i64))));
        match self {
            Self::Append { has_room, .. } => attributes.extend(marks(builder, &[(RESERVED, *has_room)])),
            Self::AppendLanes { lanes, has_room, .. } => {
                attributes.push((LANES, builder.i64_attribute(*lanes)));
                attributes.extend(marks(builder, &[(RESERVED, *has_room)]));
            }
            Self::Scatter { combiner: Some(combiner), .. } => {
                attributes.push(("combiner", combiner::attribute(*combiner, builder.context())));
            }
            _ => {}
        }
        let operands: Vec<_> = before.into_iter().chain([handle]).chain(after).collect();
        builder.create(self.name(), &operands, given.as_slice(), &attributes, Vec::new())
    }
}
