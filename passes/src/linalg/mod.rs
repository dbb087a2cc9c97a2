//! From `linalg` on tensors to the index form.

pub mod expand_math;
pub mod factor_products;
pub mod generalize_named_ops;
pub mod keep_selections;
pub mod linalg_to_sloop;
pub mod select_branches;
