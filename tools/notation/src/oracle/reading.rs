//! What zeros mean that a format stores only to fill up its blocks, diagonals or slots, and what reductions within
//! expressions are where nothing is stored.
//!
//! A zero that fills up cannot be told from an entry, and whether a computation visits it is not part of its meaning
//! (`docs/rationale/stensor.md`): it may be read as an entry, or as absent. The two differ only where something infinite or
//! no number stands at its point: `0 * inf` and `0 / 0` are nan, `absent * inf` and `absent / 0` are absent. A reading
//! decides it for each access as a whole, because that is what a conversion of an operand does: it leaves out all of these
//! zeros. So it is with a reduction inside of an expression, which may be a dense tensor of its own.

use std::collections::{BTreeMap, BTreeSet};

use lacuna_runtime::coo::Coo;

use crate::ast::{Assignment, ExprKind, Program, Reduction};
use crate::terms::additive_terms;

/// The most accesses that are read in both ways; others keep their zeros. Readings double with each.
const MAX_CHOICES: usize = 8;

/// How tensors are read; the default keeps all zeros.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Accesses whose zeros are read as absent, by their number from left to right through all statements.
    without_zeros: BTreeSet<usize>,
    /// Whether reductions within expressions, and those that are no sums, have a value everywhere.
    inner_are_dense: bool,
}

impl Reading {
    /// The one in which reductions within expressions, and those that are no sums, have a value everywhere.
    pub(super) const DENSE_INNER: Self = Reading { without_zeros: BTreeSet::new(), inner_are_dense: true };

    /// Whether an access, by its number, is read without zeros.
    pub(super) fn drops_zeros(&self, access: usize) -> bool {
        self.without_zeros.contains(&access)
    }

    /// Whether some access is read so.
    pub(super) fn drops_any(&self) -> bool {
        !self.without_zeros.is_empty()
    }

    pub(super) fn inner_are_dense(&self) -> bool {
        self.inner_are_dense
    }
}

/// Every reading, the one that keeps all zeros first. `filled` names the tensors whose format fills up; entries of other
/// tensors are what they are.
pub fn readings(
    program: &Program,
    operands: &BTreeMap<String, Coo>,
    filled: &BTreeSet<String>,
) -> impl Iterator<Item = Reading> + use<> {
    let has_zeros = |tensor: &String| {
        filled.contains(tensor)
            && operands.get(tensor).is_some_and(|coo| coo.values.iter().any(|value| value.is_zero()))
    };
    let with_zeros: BTreeSet<&String> = operands.keys().filter(|tensor| has_zeros(tensor)).collect();
    let accesses = program.statements.iter().flat_map(|statement| statement.value.accesses()).enumerate();
    let choices: Vec<usize> = accesses
        .filter(|(_, access)| with_zeros.contains(&access.tensor))
        .map(|(number, _)| number)
        .take(MAX_CHOICES)
        .collect();
    let has_inner = program.statements.iter().any(has_inner_reduction);
    (0..1_u32 << choices.len()).flat_map(move |bits| {
        let without_zeros: BTreeSet<usize> =
            (0..choices.len()).filter(|bit| bits >> bit & 1 == 1).map(|bit| choices[bit]).collect();
        let inner = if has_inner { &[false, true][..] } else { &[false] };
        let readings: Vec<Reading> = inner
            .iter()
            .map(|&inner_are_dense| Reading { without_zeros: without_zeros.clone(), inner_are_dense })
            .collect();
        readings
    })
}

/// Whether a statement has a reduction within a term, or one that is no sum.
pub(super) fn has_inner_reduction(statement: &Assignment) -> bool {
    additive_terms(&statement.value).iter().any(|term| {
        let mut has_inner = term.reduction != Reduction::Sum;
        term.expr.visit(&mut |expr| has_inner |= matches!(expr.kind, ExprKind::Reduce { .. }));
        has_inner
    })
}
