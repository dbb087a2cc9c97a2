//! Where a block has used a value for the last time, so that who made it can free it.

use super::summary::Callees;
use crate::buffer_effects::Effects;
use lacuna_dialects::ir::{Op, Value, defining_op, is_op, place_in, users};

/// The operation of a block before which what a value is can be freed, if nobody keeps it: it is made there, and used in the block
/// or inside of operations there, itself, through views, or by functions that do no more.
pub fn end_of_use<'c>(value: Value<'c>, block: &[Op<'c>], functions: &mut dyn Callees<'c>) -> Option<Op<'c>> {
    let made = place_in(block, defining_op(value)?)?;
    let places = accesses(value, functions)?.into_iter().map(|access| place_in(block, access));
    let last = places.collect::<Option<Vec<_>>>()?.into_iter().fold(made, usize::max);
    // Something follows: blocks end with what leaves them.
    block.get(last + 1).copied()
}

/// The operations that access a value, itself or through views, if none of them keeps it.
fn accesses<'c>(value: Value<'c>, functions: &mut dyn Callees<'c>) -> Option<Vec<Op<'c>>> {
    let (mut found, mut aliases) = (Vec::new(), vec![value]);
    while let Some(alias) = aliases.pop() {
        for user in users(alias) {
            if is_op(user, "func.call") {
                aliases.extend(functions.callee(user)?.views_of(user, alias)?);
            } else {
                let effects = Effects::of(user, false);
                if !effects.keeps(alias) {
                    return None;
                }
                aliases.extend(effects.views_of(alias));
            }
            found.push(user);
        }
    }
    Some(found)
}
