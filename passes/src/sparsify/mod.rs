//! `sloop-sparsify`: from index form to cursor form.
//!
//! Each loop of a nest becomes a walk over what its operands store: where a stored level has to be enumerated, a
//! `sloop.iterate` over it, or a `sloop.coiterate` over several, with a case for each point of the merge lattice
//! ([`walk`]); otherwise a counted loop, in which levels that can be located are located. Vector loops
//! become strips of lanes. Dense operands are buffers by now, so run bufferization first.
//!
//! What may be walked so is decided before any IR changes ([`check`]); the emission ([`emit`]) cannot fail.
//!
//! Example: `test/passes/sparsify.mlir`. Not done here: stored results.

mod check;
mod cursor;
mod emit;
mod fill;
mod lanes;
mod walk;

use crate::{diagnostic::Reported, fp::FpMode, nest::read::read_nests, options, pass::Pass};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, erase},
};

options! {
    /// Options of `sloop-sparsify`.
    pub struct Sparsify {
        /// what floating point may be turned into: fast or strict
        pub fp: FpMode = "fast",
        /// positions by which the arrays of innermost levels are fetched ahead, 0 for not at all
        pub ahead: u64 = "512",
        /// entries by which rows of dense operands are fetched ahead in vector loops, 0 for not at all
        pub rows_ahead: u64 = "64",
    }
}

impl Pass for Sparsify {
    const ARGUMENT: &'static str = "sloop-sparsify";
    const SUMMARY: &'static str = "Walk the stored levels of each nest: index form to cursor form";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let nests = read_nests(root)?;
        for nest in &nests {
            check::check(nest)?;
        }
        for nest in &nests {
            emit::emit(
                nest,
                &Builder::before(nest.op),
                emit::Choices { fp: self.fp, ahead: self.ahead, rows_ahead: self.rows_ahead },
            );
            erase(nest.op);
        }
        Ok(())
    }
}
