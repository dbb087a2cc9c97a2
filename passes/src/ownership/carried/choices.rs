//! Choices between values of which one is carried on: `arith.select` becomes a branch, so that each way can give away one value and
//! free the other.

use super::{
    owners::{Owners, choice},
    owning::Owning,
};
use crate::{buffer_effects::Effects, ownership::summary::Callees};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, defining_op, erase, operands, replace_uses, results},
};
use melior::ir::ValueLike;

/// What a function owns, once no choice is handed to a slot that owns what it holds.
pub fn owners_after_choices<'c>(
    function: Op<'c>,
    kind: &dyn Owning<'c>,
    functions: &mut dyn Callees<'c>,
) -> Owners<'c> {
    loop {
        let owners = Owners::of(function, kind, functions);
        match owners.owning_edges().into_iter().find_map(|edge| choice_behind(edge.value())) {
            Some(choice) => branch_instead(choice),
            None => return owners,
        }
    }
}

/// The choice that a value is, or is a view of.
fn choice_behind(value: Value<'_>) -> Option<Op<'_>> {
    let mut value = value;
    loop {
        if let Some(choice) = choice(value) {
            return Some(choice);
        }
        let effects = Effects::of(defining_op(value)?, true);
        let view = effects.views.iter().find(|view| view.result == value)?;
        let [source] = view.sources[..] else { return None };
        value = source;
    }
}

fn branch_instead(choice: Op<'_>) {
    let [condition, one, other] = operands(choice)[..] else { unreachable!("one of two is chosen") };
    let builder = Builder::before(choice);
    let given = results(choice)[0];
    let branch = builder.if_else(condition, &[given.r#type()], |_| vec![one], |_| vec![other]);
    replace_uses(given, branch[0]);
    erase(choice);
}
