//! What the `lacuna` command is made of, for use from Rust as well: index notation to IR ([`frontend`]), IR to native
//! code ([`compiler`]), native code on stored tensors ([`kernel`]), all of it on files ([`eval`], [`convert`]), and the
//! command line that asks for it ([`arguments`]).

pub mod arguments;
pub mod calibrate;
pub mod compiler;
pub mod convert;
pub mod eval;
pub mod exit_status;
pub mod frontend;
pub mod kernel;
pub mod listener;
pub mod out_of_memory;
pub mod perf_map;
pub mod pipes;
pub mod scratch;
pub mod shown;
mod units;
mod wording;
