//! The `stensor` and `sloop` dialects: their Rust face.
//!
//! The dialects themselves are written in ODS (`../ods`); their C++ half (`../glue`) parses, prints and verifies.
//! Here are typed accessors of their attributes, a builder for IR, and the registration of dialects, passes and
//! tools. What the operations *mean* for a compiler is the business of `lacuna-passes`.

pub mod builder;
pub mod engine;
mod ffi;
pub mod format;
pub mod ir;
pub mod linalg;
pub mod object;
pub mod register;
pub mod sloop;
