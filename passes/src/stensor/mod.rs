//! Stored tensors as values: how one format becomes another, what crosses the boundary of a function, and the arrays that
//! are left in the end.

pub mod expand_boundaries;
mod expand_control;
pub mod expand_conversions;
pub mod outline_conversions;
mod parts;
pub mod stensor_to_memref;
pub mod ways;
