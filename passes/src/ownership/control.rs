//! How the regions of an operation run.

use lacuna_dialects::{
    ir::{Op, is_op, op_name},
    sloop::{
        cursors::{Coiterate, Iterate},
        grow::is_owner,
    },
};
use melior::ir::{BlockLike, RegionLike, operation::OperationLike};

/// How the regions of an operation run.
pub enum Control {
    /// One of them, or none.
    Branches,
    /// One, once.
    Once,
    /// One of them, again and again.
    Loop,
    /// Both in turns, until the first one ends.
    While,
}

/// Whether an operation gives one of two values, as a condition says.
pub fn is_choice(op: Op<'_>) -> bool {
    is_op(op, "arith.select")
}

/// How those of an operation run, if that is known.
pub fn control(op: Op<'_>) -> Option<Control> {
    if op.regions().any(|region| region.first_block().is_some_and(|block| block.next_in_region().is_some())) {
        return None;
    }
    match op_name(op).as_str() {
        "scf.if" | "scf.index_switch" => Some(Control::Branches),
        "memref.alloca_scope" | "scf.execute_region" => Some(Control::Once),
        "scf.for" | "scf.parallel" | "scf.forall" | "affine.for" | Iterate::NAME | Coiterate::NAME => {
            Some(Control::Loop)
        }
        "scf.while" => Some(Control::While),
        _ => is_owner(op).then_some(Control::Once),
    }
}
