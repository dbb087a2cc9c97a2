//! Bodies that ask which points an operand stores: what a conversion may change of that.

use crate::index::{Access, Expr, Nest};

/// Whether it matters which points of an operand are stored, and its format stores some only to fill up: a conversion
/// leaves these out unless it is asked for all.
pub fn asks_what_fills_up(nest: &Nest, access: &Access) -> bool {
    nest.nodes.iter().any(|node| matches!(&node.expr, Expr::Stored(stored) if stored == access))
        && nest.tensor(access.tensor).format().is_some_and(|format| format.value.fills_up())
}

/// Whether it matters which points of an operand are stored, and its format has slots: those that are empty hold a point
/// that another one may hold, too.
pub fn asks_about_slots(nest: &Nest, access: &Access) -> bool {
    let format = nest.tensor(access.tensor).format();
    asks_what_fills_up(nest, access) && format.is_some_and(|format| format.mapping().has_slots())
}
