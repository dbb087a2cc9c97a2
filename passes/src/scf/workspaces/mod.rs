//! Workspaces (`sloop.workspace`): points that come in any order, some of them in terms.
//!
//! One with the policy `dense` has a place for every point ([`places`]). The others follow the template of WORKSPACES, section 4
//! ([`insert_sort_merge`]), whose functions a policy fills in ([`policy`]): each is one file of `policies`.

mod components;
mod insert_sort_merge;
mod keys;
mod merging;
mod places;
mod policies;
pub mod policy;
mod touched;

use crate::index::{Scalar, constant::Constant};
use insert_sort_merge::InsertSortMerge;
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Op, Value},
    sloop::{Combiner, grow::Workspace},
};
use melior::ir::Type;
use places::Places;

/// A workspace, while its operation is lowered.
pub trait Keeps<'c> {
    /// Gives a point a value, combined with what it holds if there is a combiner.
    fn scatter(&self, builder: &Builder<'c>, value: Value<'c>, coordinates: &[Value<'c>], combiner: Option<Combiner>);

    /// What is stored, as the format says; nothing is stored then.
    fn collect(&self, builder: &Builder<'c>) -> Value<'c>;

    /// Ends its state.
    fn free(&self, builder: &Builder<'c>);
}

/// Starts a workspace.
pub fn start<'c>(op: Op<'c>, builder: &Builder<'c>, workspace: Workspace<'c>) -> Box<dyn Keeps<'c> + 'c> {
    match policy::code_of(workspace.keeping.policy) {
        Some(code) => Box::new(InsertSortMerge::start(op, builder, workspace, code)),
        None => Box::new(Places::start(op, builder, workspace)),
    }
}

/// What a point holds that is not stored.
fn not_stored<'c>(builder: &Builder<'c>, format: Format<'c>, element: Type<'c>) -> Value<'c> {
    Constant::fill(Some(format.description()), Scalar::of(element)).emit(builder, element)
}
