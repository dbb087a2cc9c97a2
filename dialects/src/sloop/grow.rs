//! Operations that own what grows, typed: `sloop.grow`, whose region puts a stored result together, and `sloop.workspace`.
//!
//! Each is built around what its region does, and read back as what it says.

use super::{Combiner, assembled_type, assembly_type, combiner, index::Yield, keeping};
use crate::{
    builder::Builder,
    ir::{Op, Value, arguments, body, is_op, operands, results, segments},
};
use lacuna_layout::policy::Keeping;
use melior::ir::{
    Attribute, Type, ValueLike,
    attribute::{DenseI64ArrayAttribute, StringAttribute},
    operation::OperationLike,
};

pub use lacuna_layout::strategy::Strategy;

/// A `sloop.grow`: what it says, but for its region.
#[derive(Clone, Debug)]
pub struct Grow<'c> {
    /// How the result grows.
    pub strategy: Strategy,
    /// The type of the result.
    pub tensor: Type<'c>,
    /// The sizes of its dynamic dimensions.
    pub sizes: Vec<Value<'c>>,
    /// The nodes for which there is room at first, if the strategy asks.
    pub capacity: Option<Value<'c>>,
    /// Levels in which some parents are never closed.
    pub gaps: Vec<i64>,
}

impl<'c> Grow<'c> {
    /// What the operation is called.
    pub const NAME: &'static str = "sloop.grow";

    /// Reads a `sloop.grow`.
    pub fn of(op: Op<'c>) -> Option<Self> {
        if !is_op(op, Self::NAME) {
            return None;
        }
        let word = StringAttribute::try_from(op.attribute("strategy").ok()?).ok()?;
        let strategy = Strategy::named(word.value()).expect("the verifier asks for a strategy");
        let (all, counts) = (operands(op), segments(op));
        let gaps = op.attribute("gaps").ok().and_then(|gaps| DenseI64ArrayAttribute::try_from(gaps).ok());
        let gaps = gaps.map(|gaps| (0..gaps.len()).filter_map(|at| gaps.element(at).ok()).collect());
        Some(Self {
            strategy,
            tensor: results(op)[0].r#type(),
            sizes: all[..counts[0]].to_vec(),
            capacity: all.get(counts[0]).copied(),
            gaps: gaps.unwrap_or_default(),
        })
    }

    /// Builds it around what `fill` does with the handle and yields; gives the tensor, and then what was yielded.
    pub fn build(
        &self,
        builder: &Builder<'c>,
        fill: impl FnOnce(&Builder<'c>, Value<'c>) -> Vec<Value<'c>>,
    ) -> Vec<Value<'c>> {
        let operands: Vec<_> = self.sizes.iter().copied().chain(self.capacity).collect();
        let strategy = StringAttribute::new(builder.context(), self.strategy.properties().word).into();
        let gaps = DenseI64ArrayAttribute::new(builder.context(), &self.gaps).into();
        let segments = builder.segments(&[self.sizes.len(), usize::from(self.capacity.is_some())]);
        let attributes = [("strategy", strategy), ("gaps", gaps), segments];
        owning(builder, Self::NAME, (&operands, &attributes), (self.tensor, &[self.tensor]), fill)
    }
}

/// A `sloop.workspace`: what it says, but for its region.
#[derive(Clone, Debug)]
pub struct Workspace<'c> {
    /// How points are kept.
    pub keeping: Keeping,
    /// How all values are combined with those of their points, if it says so; else each `sloop.scatter` does.
    pub combiner: Option<Combiner>,
    /// The type of what is collected.
    pub list: Type<'c>,
    /// The sizes of its dynamic dimensions.
    pub sizes: Vec<Value<'c>>,
}

impl<'c> Workspace<'c> {
    /// What the operation is called.
    pub const NAME: &'static str = "sloop.workspace";

    /// Reads a `sloop.workspace`.
    ///
    /// # Panics
    /// If the operation has no handle, which its verifier refuses.
    pub fn of(op: Op<'c>) -> Option<Self> {
        if !is_op(op, Self::NAME) {
            return None;
        }
        let list = assembled_type(handle(op).r#type()).expect("the verifier asks for a handle");
        let keeping = keeping::of(op).expect("the verifier asks for a policy");
        let combiner = op.attribute("combiner").ok().map(combiner::of);
        Some(Self { keeping, combiner, list, sizes: operands(op) })
    }

    /// Builds it around what `fill` does with the handle and yields; gives what was yielded.
    pub fn build(
        &self,
        builder: &Builder<'c>,
        fill: impl FnOnce(&Builder<'c>, Value<'c>) -> Vec<Value<'c>>,
    ) -> Vec<Value<'c>> {
        let mut attributes = vec![keeping::attribute(builder, self.keeping)];
        attributes.extend(self.combiner.map(|combiner| ("combiner", combiner::attribute(combiner, builder.context()))));
        owning(builder, Self::NAME, (&self.sizes, &attributes), (self.list, &[]), fill)
    }
}

/// Builds an operation that owns what grows.
fn owning<'c>(
    builder: &Builder<'c>,
    name: &str,
    (operands, attributes): (&[Value<'c>], &[(&str, Attribute<'c>)]),
    (tensor, own): (Type<'c>, &[Type<'c>]),
    fill: impl FnOnce(&Builder<'c>, Value<'c>) -> Vec<Value<'c>>,
) -> Vec<Value<'c>> {
    let mut types = own.to_vec();
    let region = builder.region(&[assembly_type(tensor)], |builder, handles| {
        let yielded = fill(builder, handles[0]);
        types.extend(yielded.iter().map(|value| value.r#type()));
        Yield::build(builder, &yielded);
    });
    results(builder.create(name, operands, &types, attributes, vec![region]))
}

/// Whether an operation owns what grows.
pub fn is_owner(op: Op<'_>) -> bool {
    is_op(op, Grow::NAME) || is_op(op, Workspace::NAME)
}

/// The handle that the region of an operation has which owns what grows.
///
/// # Panics
/// If the operation has no body, which its verifier refuses.
pub fn handle(owner: Op<'_>) -> Value<'_> {
    arguments(body(owner, 0).expect("the verifier asks for a body"))[0]
}
