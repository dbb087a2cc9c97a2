//! The `stensor` and `sloop` dialects: their Rust face.
//!
//! The dialects themselves are written in ODS (`../ods`); their C++ half (`../glue`) parses, prints and verifies.
//! Here are typed accessors of their attributes, views and builders of their operations, a builder for IR, and the
//! registration of dialects, passes and tools. No other crate spells the name of one of these operations.
//! What they *mean* for a compiler is the business of `lacuna-passes`.

pub mod affine;
mod answers;
pub mod builder;
pub mod engine;
mod ffi;
pub mod format;
pub mod hints;
pub mod ir;
pub mod linalg;
pub mod object;
pub mod processor;
pub mod register;
pub mod sloop;
pub mod stensor;
mod view;
