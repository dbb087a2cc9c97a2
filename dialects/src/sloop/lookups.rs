//! Nodes and values of stored tensors, without a walk: where a coordinate is, what is at a position, how many there are.

use crate::{
    builder::Builder,
    ir::{Value, operands, results, segments},
    sloop::{Directives, directives},
    view::{group, number, view},
};
use melior::ir::{Attribute, Type, ValueLike, attribute::ArrayAttribute, operation::OperationLike};

view! {
    /// The position of a coordinate in a level.
    Locate, "sloop.locate"
}

impl<'c> Locate<'c> {
    /// Builds one, under a position of the level above, in a level that has the coordinate; gives the position. The tensor has
    /// a format, and positions and coordinates are of type `index`.
    pub fn build(
        builder: &Builder<'c>,
        (tensor, level): (Value<'c>, usize),
        parent: Value<'c>,
        coordinate: Value<'c>,
    ) -> Value<'c> {
        let level = ("level", builder.i64_attribute(level as i64));
        builder.value(Self::NAME, &[coordinate, tensor, parent], builder.index_type(), &[level])
    }

    /// The same in a level that need not have the coordinate: gives the position, and whether it has.
    pub fn build_search(
        builder: &Builder<'c>,
        (tensor, level): (Value<'c>, usize),
        parent: Value<'c>,
        coordinate: Value<'c>,
    ) -> [Value<'c>; 2] {
        let level = ("level", builder.i64_attribute(level as i64));
        let types = [builder.index_type(), builder.bool_type()];
        let found = results(builder.create(Self::NAME, &[coordinate, tensor, parent], &types, &[level], Vec::new()));
        [found[0], found[1]]
    }

    /// The coordinate.
    pub fn coordinate(self) -> Value<'c> {
        operands(self.0)[0]
    }

    /// The tensor.
    pub fn tensor(self) -> Value<'c> {
        operands(self.0)[1]
    }

    /// The level.
    pub fn level(self) -> usize {
        number(self.0, "level") as usize
    }

    /// The position of the level above.
    pub fn parent(self) -> Value<'c> {
        operands(self.0)[2]
    }

    /// The position that is found.
    pub fn position(self) -> Value<'c> {
        results(self.0)[0]
    }

    /// Whether the level has the coordinate, if that is asked.
    pub fn found(self) -> Option<Value<'c>> {
        results(self.0).get(1).copied()
    }
}

view! {
    /// The largest number of nodes that a loop over a level can visit.
    NodeCount, "sloop.node_count"
}

impl<'c> NodeCount<'c> {
    /// Builds one, under a position of the level above or a range of two, with the coordinates of levels above that the
    /// format computes with.
    pub fn build(
        builder: &Builder<'c>,
        (tensor, level): (Value<'c>, usize),
        parents: &[Value<'c>],
        given: &[Value<'c>],
    ) -> Value<'c> {
        let level = ("level", builder.i64_attribute(level as i64));
        let attributes = [level, builder.segments(&[1, parents.len(), given.len()])];
        let operands: Vec<_> = std::iter::once(&tensor).chain(parents).chain(given).copied().collect();
        builder.value(Self::NAME, &operands, builder.index_type(), &attributes)
    }

    /// The tensor.
    pub fn tensor(self) -> Value<'c> {
        operands(self.0)[0]
    }

    /// The level.
    pub fn level(self) -> usize {
        number(self.0, "level") as usize
    }

    /// The position of the level above, or the first and one past the last.
    pub fn parents(self) -> Vec<Value<'c>> {
        group(self.0, 1)
    }

    /// Coordinates of levels above.
    pub fn given(self) -> Vec<Value<'c>> {
        group(self.0, 2)
    }

    /// The number.
    pub fn count(self) -> Value<'c> {
        results(self.0)[0]
    }
}

view! {
    /// The coordinate that is some positions further, or the last one of the level.
    CoordinateAt, "sloop.coordinate"
}

impl<'c> CoordinateAt<'c> {
    /// Builds one. The level stores coordinates.
    pub fn build(
        builder: &Builder<'c>,
        (tensor, level): (Value<'c>, usize),
        position: Value<'c>,
        ahead: i64,
    ) -> Value<'c> {
        let attributes = [("level", builder.i64_attribute(level as i64)), ("ahead", builder.i64_attribute(ahead))];
        builder.value(Self::NAME, &[tensor, position], builder.index_type(), &attributes)
    }

    /// The tensor.
    pub fn tensor(self) -> Value<'c> {
        operands(self.0)[0]
    }

    /// The level.
    pub fn level(self) -> usize {
        number(self.0, "level") as usize
    }

    /// The position from which it counts.
    pub fn position(self) -> Value<'c> {
        operands(self.0)[1]
    }

    /// How many positions further.
    pub fn ahead(self) -> i64 {
        number(self.0, "ahead")
    }

    /// The coordinate.
    pub fn coordinate(self) -> Value<'c> {
        results(self.0)[0]
    }
}

view! {
    /// The number of the way that takes the segments of a level fastest.
    Choose, "sloop.choose"
}

impl<'c> Choose<'c> {
    /// Builds one, for two ways at least; gives the number of the way.
    pub fn build(builder: &Builder<'c>, (tensor, level): (Value<'c>, usize), ways: &[Directives]) -> Value<'c> {
        let ways: Vec<_> = ways.iter().map(|way| directives::attribute_of(*way, builder.context())).collect();
        let ways = ArrayAttribute::new(builder.context(), &ways).into();
        let attributes = [("level", builder.i64_attribute(level as i64)), ("ways", ways)];
        builder.value(Self::NAME, &[tensor], builder.index_type(), &attributes)
    }

    /// The tensor.
    pub fn tensor(self) -> Value<'c> {
        operands(self.0)[0]
    }

    /// The level.
    pub fn level(self) -> usize {
        number(self.0, "level") as usize
    }

    /// The ways.
    pub fn ways(self) -> Vec<Directives> {
        let ways = self.0.attribute("ways").ok().and_then(|ways| ArrayAttribute::try_from(ways).ok());
        let ways = ways.expect("the verifier asks for ways");
        (0..ways.len()).filter_map(|place| ways.element(place).ok()).map(directives::of).collect()
    }

    /// The number of the way.
    pub fn way(self) -> Value<'c> {
        results(self.0)[0]
    }
}

view! {
    /// The value at a position of the innermost level, or the sum of those in a range of positions; a constant where a flag
    /// is not set.
    ValueAt, "sloop.value"
}

/// What a [`ValueAt`] reads.
#[derive(Clone, Copy, Debug)]
pub struct ValueRead<'c> {
    /// The tensor.
    pub tensor: Value<'c>,
    /// The position, or the first of a range.
    pub position: Value<'c>,
    /// One past the last position of a range.
    pub last: Option<Value<'c>>,
    /// The flag where the value counts, and the constant elsewhere.
    pub or: Option<(Value<'c>, Attribute<'c>)>,
    /// Which lanes count, of a vector that has some that do not.
    pub mask: Option<Value<'c>>,
}

impl<'c> ValueAt<'c> {
    /// Builds one: an element of the tensor.
    pub fn build(builder: &Builder<'c>, tensor: Value<'c>, position: Value<'c>) -> Value<'c> {
        let read = ValueRead { tensor, position, last: None, or: None, mask: None };
        Self::create(builder, &read, builder.scalar_type(tensor.r#type()))
    }

    /// The same of the positions from the first to one past the last: the sum of their values.
    pub fn build_sum(builder: &Builder<'c>, tensor: Value<'c>, [first, last]: [Value<'c>; 2]) -> Value<'c> {
        let read = ValueRead { tensor, position: first, last: Some(last), or: None, mask: None };
        Self::create(builder, &read, builder.scalar_type(tensor.r#type()))
    }

    /// The element where a flag is set, and a number of its type elsewhere.
    pub fn build_or(
        builder: &Builder<'c>,
        (tensor, position): (Value<'c>, Value<'c>),
        (here, otherwise): (Value<'c>, Attribute<'c>),
    ) -> Value<'c> {
        let read = ValueRead { tensor, position, last: None, or: Some((here, otherwise)), mask: None };
        Self::create(builder, &read, builder.scalar_type(tensor.r#type()))
    }

    /// The elements at a position and those after it, one for each lane; zero in those that a mask leaves out.
    pub fn build_lanes(
        builder: &Builder<'c>,
        (tensor, position): (Value<'c>, Value<'c>),
        width: i64,
        mask: Option<Value<'c>>,
    ) -> Value<'c> {
        let read = ValueRead { tensor, position, last: None, or: None, mask };
        Self::create(builder, &read, builder.vector_type(width, builder.scalar_type(tensor.r#type())))
    }

    fn create(builder: &Builder<'c>, read: &ValueRead<'c>, r#type: Type<'c>) -> Value<'c> {
        let here = read.or.map(|(here, _)| here);
        let parts = [read.last, here, read.mask];
        let counts: Vec<_> = [1, 1].into_iter().chain(parts.iter().map(|part| usize::from(part.is_some()))).collect();
        let operands: Vec<_> = [read.tensor, read.position].into_iter().chain(parts.into_iter().flatten()).collect();
        let otherwise = read.or.map(|(_, otherwise)| ("otherwise", otherwise));
        let attributes: Vec<_> = otherwise.into_iter().chain([builder.segments(&counts)]).collect();
        builder.value(Self::NAME, &operands, r#type, &attributes)
    }

    /// What it reads.
    pub fn read(self) -> ValueRead<'c> {
        self.read_at(&operands(self.0))
    }

    /// What it would read with other operands.
    pub fn read_at(self, operands: &[Value<'c>]) -> ValueRead<'c> {
        let counts = segments(self.0);
        let last = (counts[2] > 0).then(|| operands[2]);
        let here = (counts[3] > 0).then(|| operands[2 + counts[2]]);
        let or = here.zip(self.0.attribute("otherwise").ok());
        let mask = (counts[4] > 0).then(|| operands[2 + counts[2] + counts[3]]);
        ValueRead { tensor: operands[0], position: operands[1], last, or, mask }
    }

    /// The value.
    pub fn value(self) -> Value<'c> {
        results(self.0)[0]
    }
}
