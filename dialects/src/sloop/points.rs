//! Points of tensors in index form: reading and writing them, whether they are stored, and the value that is none.

use crate::{
    builder::Builder,
    ir::{Value, operands},
    sloop::{
        Combiner, combiner,
        index::{map_attribute, map_of},
    },
    view::view,
};
use melior::ir::{AffineMap, Attribute, Type, ValueLike, operation::OperationLike};

/// A point of a tensor: a map from index variables to subscripts.
#[derive(Clone, Debug)]
pub struct Point<'c> {
    /// The tensor, as an argument of a nest or of a side of a `where`.
    pub tensor: Value<'c>,
    /// The variables, and values from outside: one for each dimension of the map.
    pub indices: Vec<Value<'c>>,
    /// The subscripts, one for each dimension of the tensor, and one for the slot if that is subscripted.
    pub map: AffineMap<'c>,
}

view! {
    /// The value of a tensor at a point.
    Read, "sloop.read"
}

impl<'c> Read<'c> {
    /// Builds one.
    pub fn build(builder: &Builder<'c>, point: &Point<'c>) -> Value<'c> {
        let operands: Vec<_> = std::iter::once(point.tensor).chain(point.indices.iter().copied()).collect();
        let element = builder.scalar_type(point.tensor.r#type());
        builder.value(Self::NAME, &operands, element, &[("map", map_attribute(point.map))])
    }

    /// The point.
    pub fn point(self) -> Point<'c> {
        let all = operands(self.0);
        Point { tensor: all[0], indices: all[1..].to_vec(), map: map_of(self.0) }
    }
}

view! {
    /// Gives a point of a tensor a new value.
    Write, "sloop.write"
}

impl<'c> Write<'c> {
    /// Builds one. With a combiner, the old value and the new one are combined. `elsewhere` is the value that every point
    /// holds already, a constant of the element type.
    pub fn build(
        builder: &Builder<'c>,
        value: Value<'c>,
        point: &Point<'c>,
        combiner: Option<Combiner>,
        elsewhere: Option<Attribute<'c>>,
    ) {
        let operands: Vec<_> = [value, point.tensor].into_iter().chain(point.indices.iter().copied()).collect();
        let combiner = combiner.map(|combiner| ("combiner", combiner::attribute(combiner, builder.context())));
        let elsewhere = elsewhere.map(|constant| ("elsewhere", constant));
        let map = ("map", map_attribute(point.map));
        let attributes: Vec<_> = std::iter::once(map).chain(combiner).chain(elsewhere).collect();
        builder.create(Self::NAME, &operands, &[], &attributes, Vec::new());
    }

    /// The value.
    pub fn value(self) -> Value<'c> {
        operands(self.0)[0]
    }

    /// The point.
    pub fn point(self) -> Point<'c> {
        let all = operands(self.0);
        Point { tensor: all[1], indices: all[2..].to_vec(), map: map_of(self.0) }
    }

    /// How the old value and the new one are combined, if they are.
    pub fn combiner(self) -> Option<Combiner> {
        self.0.attribute("combiner").ok().map(combiner::of)
    }

    /// The value that every point holds already.
    pub fn elsewhere(self) -> Option<Attribute<'c>> {
        self.0.attribute("elsewhere").ok()
    }
}

view! {
    /// Whether the point that a value was read from is stored.
    Stored, lacuna_index::words::STORED
}

impl<'c> Stored<'c> {
    /// Builds one. The value is that of a [`Read`], or an element of an input in the body of a `linalg` operation.
    pub fn build(builder: &Builder<'c>, value: Value<'c>) -> Value<'c> {
        builder.value(Self::NAME, &[value], builder.bool_type(), &[])
    }

    /// The value that was read.
    pub fn value(self) -> Value<'c> {
        operands(self.0)[0]
    }
}

view! {
    /// The value that stands for no entry.
    Absent, "sloop.absent"
}

impl<'c> Absent<'c> {
    /// Builds one, of any type of values.
    pub fn build(builder: &Builder<'c>, r#type: Type<'c>) -> Value<'c> {
        builder.value(Self::NAME, &[], r#type, &[])
    }
}
