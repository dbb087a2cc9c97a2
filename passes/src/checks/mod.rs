//! Checks that change nothing: what must hold of the IR at some place of the pipeline.

pub mod formats;
pub mod operand_sizes;
pub mod ownership;
pub mod phases;
pub mod storage;
