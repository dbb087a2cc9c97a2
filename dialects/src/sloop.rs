//! The `sloop` dialect: attributes and types; in modules below, operations as views and builders.

pub mod assembly_ops;
mod combiner;
pub mod cursors;
mod directives;
pub mod grow;
pub mod index;
mod keeping;
pub mod lookups;
pub mod points;
pub mod schedule;
pub mod wrappers;

pub use lacuna_index::{
    Combiner, Directives, MOST_LANES,
    factor_order::FactorOrder,
    inner_forms::{form_name, named_form},
};

use crate::{
    ffi,
    ir::{Op, op_name},
};
use melior::ir::{Type, TypeLike};

/// Whether an operation is of this dialect.
pub fn owns(op: Op<'_>) -> bool {
    op_name(op).starts_with("sloop.")
}

/// The operations of the index form, but for the yield, which ends regions of the cursor form, too.
pub const INDEX_FORM: [&str; 9] = [
    index::Nest::NAME,
    index::Forall::NAME,
    index::Fold::NAME,
    index::Where::NAME,
    index::Derive::NAME,
    points::Read::NAME,
    points::Write::NAME,
    points::Stored::NAME,
    points::Absent::NAME,
];

/// The type of the handle of a tensor that is being put together.
pub fn assembly_type(tensor: Type<'_>) -> Type<'_> {
    // SAFETY: the type is alive.
    unsafe { Type::from_raw(ffi::lacunaAssemblyTypeGet(tensor.to_raw())) }
}

/// The type of the tensor that a handle stands for; `None` where the type is not that of a handle.
pub fn assembled_type(handle: Type<'_>) -> Option<Type<'_>> {
    // SAFETY: the type is alive.
    unsafe { Type::from_option_raw(ffi::lacunaAssemblyTypeGetTensor(handle.to_raw())) }
}
