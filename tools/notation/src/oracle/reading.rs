//! What zeros mean that a format stores only to fill up its blocks, diagonals or slots.
//!
//! Such a zero cannot be told from an entry, and whether a computation visits it is not part of its meaning
//! (`docs/rationale/stensor.md`): it may be read as an entry, or as absent. The two differ only where something infinite or
//! no number stands at its point: `0 * inf` and `0 / 0` are nan, `absent * inf` and `absent / 0` are absent. A reading
//! decides it for each access as a whole, because that is what a conversion of an operand does: it leaves out all of these
//! zeros.

use std::collections::{BTreeMap, BTreeSet};

use lacuna_runtime::coo::Coo;

use crate::ast::Assignment;

/// The most accesses that are read in both ways; others keep their zeros. Readings double with each.
const MAX_CHOICES: usize = 8;

/// The accesses whose zeros are read as absent; the default keeps all zeros.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Accesses of the value by their number from left to right.
    without_zeros: BTreeSet<usize>,
}

impl Reading {
    /// Whether an access, by its number, is read without zeros.
    pub(super) fn drops_zeros(&self, access: usize) -> bool {
        self.without_zeros.contains(&access)
    }

    /// Whether some access is read so.
    pub(super) fn drops_any(&self) -> bool {
        !self.without_zeros.is_empty()
    }
}

/// Every reading, the one that keeps all zeros first. `filled` names the tensors whose format fills up; entries of other
/// tensors are what they are.
pub fn readings(
    assignment: &Assignment,
    operands: &BTreeMap<String, Coo>,
    filled: &BTreeSet<String>,
) -> impl Iterator<Item = Reading> + use<> {
    let has_zeros = |tensor: &String| {
        filled.contains(tensor)
            && operands.get(tensor).is_some_and(|coo| coo.values.iter().any(|value| value.is_zero()))
    };
    let with_zeros: BTreeSet<&String> = operands.keys().filter(|tensor| has_zeros(tensor)).collect();
    let accesses = assignment.value.accesses().into_iter().enumerate();
    let choices: Vec<usize> = accesses
        .filter(|(_, access)| with_zeros.contains(&access.tensor))
        .map(|(number, _)| number)
        .take(MAX_CHOICES)
        .collect();
    (0..1_u32 << choices.len()).map(move |bits| Reading {
        without_zeros: (0..choices.len()).filter(|bit| bits >> bit & 1 == 1).map(|bit| choices[bit]).collect(),
    })
}
