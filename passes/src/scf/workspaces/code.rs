//! What lowers a workspace, and what its points hold first.

use crate::index::{Scalar, constant::Constant};
use lacuna_dialects::{builder::Builder, format::Format, ir::Value, sloop::Combiner};
use melior::ir::Type;

/// A workspace, while its operation is lowered.
pub trait WorkspaceCode<'c> {
    /// Gives a point a value, combined with what it holds if there is a combiner.
    fn scatter(&self, builder: &Builder<'c>, value: Value<'c>, coordinates: &[Value<'c>], combiner: Option<Combiner>);

    /// What is stored, as the format says; nothing is stored then.
    fn collect(&self, builder: &Builder<'c>) -> Value<'c>;

    /// Ends its state.
    fn free(&self, builder: &Builder<'c>);
}

/// What a point holds that is not stored.
pub fn not_stored<'c>(builder: &Builder<'c>, format: Format<'c>, element: Type<'c>) -> Value<'c> {
    Constant::fill(Some(format.description()), Scalar::of(element)).emit(builder, element)
}
