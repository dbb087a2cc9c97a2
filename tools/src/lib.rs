//! What the `lacuna` command is made of, for use from Rust as well: index notation to IR ([`frontend`]), IR to native
//! code ([`compiler`]), native code on stored tensors ([`kernel`]), and all of it on files ([`eval`], [`convert`]).

pub mod compiler;
pub mod convert;
pub mod eval;
pub mod frontend;
pub mod kernel;
pub mod perf_map;
pub mod scratch;
mod units;
mod wording;
