//! Whether the statements of a nest can be walked. The answer is found by trying.

use super::{schedule::schedule_nest, split_variables::split};
use crate::{
    diagnostic::Problem,
    nest::{Access, Nest},
    sparsify::{check::check_walks, scheme::is_counted},
};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, defining_op, erase, op},
};
use melior::ir::operation::OperationLike;

/// How a nest that can be walked is walked.
pub(super) struct Walked {
    /// Operands that are merged again in each round of a loop that does not concern them.
    pub merged_again: Vec<Access>,
    /// Whether stored results come in the order of their levels.
    pub in_order: bool,
}

/// How the statements of a nest can be walked, once they are split and scheduled; or what is in the way.
pub(super) fn attempt<'c>(nest: &Nest<'c>) -> Result<Walked, Problem<'c>> {
    let mut trial = nest.clone();
    scratch(nest.op, || {
        split(&mut trial)?;
        schedule_nest(&mut trial)?;
        let merged_again = check_walks(&trial)?;
        let in_order = !trial.body.iter().any(|statement| is_counted(&trial, statement));
        Ok(Walked { merged_again, in_order })
    })
}

/// Erases what `try_out` emits before `anchor`: it is only an attempt.
pub(super) fn scratch<'c, T>(anchor: Op<'c>, try_out: impl FnOnce() -> T) -> T {
    let mark = Builder::before(anchor).index(0);
    let mark = defining_op(mark).expect("a constant");
    let outcome = try_out();
    let mut emitted = Vec::new();
    let mut next = mark.next_in_block();
    while let Some(current) = next {
        let current = op(&current);
        if current == anchor {
            break;
        }
        emitted.push(current);
        next = current.next_in_block();
    }
    for op in emitted.into_iter().rev().chain([mark]) {
        erase(op);
    }
    outcome
}
