//! How a workspace keeps its points, as an attribute of an operation: the text of a [`Keeping`].

use crate::{builder::Builder, ir::Op};
use lacuna_layout::policy::Keeping;
use melior::ir::{Attribute, attribute::StringAttribute, operation::OperationLike};

const KEEPING: &str = "keeping";

/// What an operation says, if it says something.
pub(super) fn of(op: Op<'_>) -> Option<Keeping> {
    let text = StringAttribute::try_from(op.attribute(KEEPING).ok()?).ok()?;
    Some(text.value().parse().expect("the verifier asks for a policy"))
}

/// The attribute that says it.
pub(super) fn attribute<'c>(builder: &Builder<'c>, keeping: Keeping) -> (&'static str, Attribute<'c>) {
    (KEEPING, builder.string_attribute(&keeping.to_string()))
}
