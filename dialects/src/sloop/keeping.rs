//! How a workspace keeps its points, as attributes of an operation.

use crate::{builder::Builder, ir::Op};
use lacuna_layout::policy::{Keeping, Policy};
use melior::ir::{
    Attribute,
    attribute::{IntegerAttribute, StringAttribute},
    operation::OperationLike,
};

pub(super) const POLICY: &str = "policy";
pub(super) const CAPACITY: &str = "capacity";

/// What an operation says, if it says something.
pub(super) fn of(op: Op<'_>) -> Option<Keeping> {
    let word = StringAttribute::try_from(op.attribute(POLICY).ok()?).ok()?;
    let policy = Policy::named(word.value()).expect("the verifier asks for a policy");
    let capacity = op.attribute(CAPACITY).ok().and_then(|number| IntegerAttribute::try_from(number).ok());
    Some(Keeping { policy, capacity: capacity.map(|number| number.value()) })
}

/// The attributes that say it.
pub(super) fn attributes<'c>(builder: &Builder<'c>, keeping: Keeping) -> Vec<(&'static str, Attribute<'c>)> {
    let policy = (POLICY, builder.string_attribute(keeping.policy.properties().word));
    let capacity = keeping.capacity.map(|capacity| (CAPACITY, builder.i64_attribute(capacity)));
    std::iter::once(policy).chain(capacity).collect()
}
