//! What lowers a workspace, what its points hold first, and functions of its state.

use crate::{
    bridge::{constants::emit_constant, types::scalar_of},
    function::{Called, Signature, define_noted},
    index::constant::Constant,
    scf::cell::Cell,
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Op, Value, results},
    sloop::Combiner,
};
use melior::ir::{Type, ValueLike};

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
    emit_constant(builder, Constant::fill(Some(format.description()), scalar_of(element)), element)
}

/// Calls a function of what cells hold and of what does not change; the module has it once. It gives what the cells hold then, and
/// values of other types, which are given back.
pub fn call_on_cells<'c>(
    builder: &Builder<'c>,
    op: Op<'c>,
    (name, called): (&str, Called),
    (cells, fixed, others): (&[Cell<'c>], &[Value<'c>], &[Type<'c>]),
    body: impl FnOnce(&Builder<'c>, &[Value<'c>], &[Value<'c>]) -> (Vec<Value<'c>>, Vec<Value<'c>>),
) -> Vec<Value<'c>> {
    let held = cells.iter().map(|cell| cell.get(builder));
    let arguments: Vec<_> = held.chain(fixed.iter().copied()).collect();
    let types: Vec<_> = arguments.iter().map(|value| value.r#type()).collect();
    let given: Vec<_> = types[..cells.len()].iter().chain(others).copied().collect();
    let signature = Signature { name, arguments: &types, results: &given, notes: &[], called };
    let name = define_noted(builder, op, signature, |builder, arguments| {
        let (state, fixed) = arguments.split_at(cells.len());
        let (state, others) = body(builder, state, fixed);
        state.into_iter().chain(others).collect()
    });
    let callee = builder.parse_attribute(&format!("@{name}"));
    let made = results(builder.create("func.call", &arguments, &given, &[("callee", callee)], Vec::new()));
    let (state, others) = made.split_at(cells.len());
    cells.iter().zip(state).for_each(|(cell, value)| cell.set(builder, *value));
    others.to_vec()
}
