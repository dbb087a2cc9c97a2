//! Sparse tensors on the host: what a compiled kernel is given and what it gives back.
//!
//! The way of a tensor through this crate: a file ([`io`]) or a generator ([`generate`]) makes a
//! list of entries ([`coo::Coo`]), a format ([`lacuna_layout::Format`]) says how they are to be stored,
//! [`pack::pack`] stores them level by level ([`storage::SparseTensor`]), and
//! [`storage::SparseTensor::to_coo`] walks any result back into entries.
//!
//! ```
//! use lacuna_layout::Format;
//! use lacuna_runtime::{generate::Generator, pack::pack, value::Dtype};
//!
//! let generator = Generator::parse("random:density=0.01,seed=7")?;
//! let entries = generator.generate(&[100, 200], Dtype::F64)?;
//! let stored = pack(&entries, &Format::named("csr", 2)?)?;
//! assert_eq!(stored.stored_len(), 200);
//! assert_eq!(stored.to_coo()?, entries);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Left out on purpose: the compiler. Nothing here knows of MLIR, of kernels, or of index notation.

/// How many dimensions a tensor of the command has at most. The compiler has no limit; the code of a stored result has a loop
/// for each dimension, inside one another, and LLVM takes minutes beyond this.
pub const MOST_DIMENSIONS: usize = 32;

mod arrays;
pub mod coo;
pub mod data;
pub mod generate;
pub mod io;
mod levels;
pub mod memory;
pub mod pack;
pub mod progress;
pub mod source;
pub mod storage;
pub mod value;
