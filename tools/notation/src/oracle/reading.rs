//! What zeros mean that a format stores only to fill up its blocks, diagonals or slots, and what reductions within
//! expressions are where nothing is stored.
//!
//! A zero that fills up cannot be told from an entry, and whether a computation visits it is not part of its meaning
//! (`docs/rationale/stensor.md`): it may be read as an entry, or as absent. Slots may store a point several times; read as
//! stored, a sum takes each of them. The two differ only where something infinite or
//! no number stands at its point: `0 * inf` and `0 / 0` are nan, `absent * inf` and `absent / 0` are absent. A reading
//! decides it for each access as a whole, because that is what a conversion of an operand does: it leaves out all of these
//! zeros. A reading also decides whether each reduction inside of an expression is a dense tensor of its own.

use std::collections::{BTreeMap, BTreeSet};

use super::inner::outermost_reductions;
use super::statements::{Inputs, Kept};
use crate::ast::{Access, Assignment, Expr, Program, Reduction, Update};
use crate::terms::{Term, additive_terms};

/// The most accesses that are read in both ways, of which equal ones count once or each; others are read as they are stored.
/// Readings double with each.
const MAX_CHOICES: usize = 8;

/// How many reductions are tried both as dense and as stored, less where there are choices of accesses. Those after these are dense
/// only where all are.
const MAX_REDUCTIONS: usize = 4;

/// How tensors are read; the default keeps all zeros.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Accesses whose zeros are read as absent, by their number from left to right through all statements.
    without_zeros: BTreeSet<usize>,
    dense_reductions: DenseReductions,
}

/// Which of the [`inner_reductions`] have a value at every point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum DenseReductions {
    #[default]
    None,
    All,
    Only(BTreeSet<ReductionId>),
}

/// Identifies a reduction of a program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ReductionId {
    /// The number of its first access; if it has none, of the next one after it.
    access: usize,
    /// Kind, variables and body. They tell reductions with the same first access apart.
    text: String,
}

impl ReductionId {
    /// That of the reduction of a term, whose first access has this number.
    pub(super) fn of_term(term: &Term<'_>, access: usize) -> Self {
        Self { access, text: format!("{:?} over {:?} of {}", term.reduction, term.variables, term.expr) }
    }

    /// That of a value that is reduced before it is combined with the old one.
    pub(super) fn of_update(statement: &Assignment, access: usize) -> Self {
        Self { access, text: format!("{statement}") }
    }
}

impl Reading {
    /// The one in which reductions within expressions, and those that are no sums, have a value everywhere.
    pub(super) const DENSE_INNER: Self =
        Reading { without_zeros: BTreeSet::new(), dense_reductions: DenseReductions::All };

    /// Whether an access, by its number, is read without zeros.
    pub(super) fn drops_zeros(&self, access: usize) -> bool {
        self.without_zeros.contains(&access)
    }

    /// Whether some access is read without zeros.
    pub(super) fn drops_any(&self) -> bool {
        !self.without_zeros.is_empty()
    }

    /// Whether one of the [`inner_reductions`] has a value at every point.
    pub(super) fn is_dense_reduction(&self, id: impl FnOnce() -> ReductionId) -> bool {
        match &self.dense_reductions {
            DenseReductions::None => false,
            DenseReductions::All => true,
            DenseReductions::Only(ids) => ids.contains(&id()),
        }
    }
}

/// Every reading, the one that reads all tensors as they are stored first. `filled` names the tensors whose format fills up;
/// entries of other tensors are what they are.
pub fn readings(
    program: &Program,
    inputs: Inputs<'_>,
    filled: &BTreeSet<String>,
) -> impl Iterator<Item = Reading> + use<> {
    let Inputs { operands, kept, fills, .. } = inputs;
    let has_zeros = |tensor: &String| {
        filled.contains(tensor)
            && operands.get(tensor).is_some_and(|coo| coo.values.iter().any(|value| value.is_zero()))
    };
    let with_zeros: BTreeSet<&String> = operands.keys().filter(|tensor| has_zeros(tensor)).collect();
    let is_filled = |tensor: &String| fills.is_some() && kept.get(tensor) == Some(&Kept::Filled);
    let accesses = program.statements.iter().flat_map(|statement| statement.value.accesses()).enumerate();
    let has_choice = |access: &Access| with_zeros.contains(&access.tensor) || is_filled(&access.tensor);
    let choices = accesses.filter(|(_, access)| has_choice(access));
    let choices: Vec<_> = choices.map(|(number, access)| (access.to_string(), number)).collect();
    let mut of_equal: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    choices.iter().for_each(|(access, choice)| of_equal.entry(access).or_default().push(*choice));
    // A kernel seldom reads equal accesses in two ways.
    let together: Vec<_> = of_equal.into_values().take(MAX_CHOICES).collect();
    let each: Vec<_> = choices.iter().map(|(_, choice)| vec![*choice]).take(MAX_CHOICES).collect();
    let each = if each.len() > together.len() { each } else { Vec::new() };
    let most = MAX_REDUCTIONS.min(MAX_CHOICES - together.len());
    let reductions = choices_of_dense_reductions(program, most);
    combinations(together).chain(combinations(each).skip(1)).flat_map(move |reading| {
        let with = |dense: &DenseReductions| Reading { dense_reductions: dense.clone(), ..reading.clone() };
        reductions.iter().map(with).collect::<Vec<_>>()
    })
}

/// The choices of dense reductions that are tried: none, all, and each other subset of the first `most`.
fn choices_of_dense_reductions(program: &Program, most: usize) -> Vec<DenseReductions> {
    let ids: Vec<_> = inner_reductions(program).into_iter().collect();
    let none = [DenseReductions::None].into_iter();
    let all = (!ids.is_empty()).then_some(DenseReductions::All);
    let first = &ids[..ids.len().min(most)];
    let subset_count = 1_u32 << first.len();
    let end = if first.len() < ids.len() { subset_count } else { subset_count - 1 };
    let subset =
        |bits: u32| (0..first.len()).filter(|bit| bits >> bit & 1 == 1).map(|bit| first[bit].clone()).collect();
    let subsets = (1..end).map(|bits| DenseReductions::Only(subset(bits)));
    none.chain(all).chain(subsets).collect()
}

/// The readings of each combination of some choices, that of none first. A choice is of accesses that are read without zeros
/// together.
fn combinations(choices: Vec<Vec<usize>>) -> impl Iterator<Item = Reading> {
    (0..1_u32 << choices.len()).map(move |bits| {
        let made = (0..choices.len()).filter(|bit| bits >> bit & 1 == 1);
        let without_zeros = made.flat_map(|bit| &choices[bit]).copied().collect();
        Reading { without_zeros, ..Reading::default() }
    })
}

/// Whether the old value meets what a reduction gives, in an update other than a sum: the reduction is computed first.
pub(super) fn is_reduced_before_update(statement: &Assignment) -> bool {
    let is_sum = matches!(statement.update, Update::Replace | Update::Add | Update::Subtract);
    !is_sum && additive_terms(&statement.value).iter().any(|term| !term.variables.is_empty())
}

/// The one term that a reduction is.
pub(super) fn term_of(reduction: &Expr) -> Term<'_> {
    additive_terms(reduction).swap_remove(0)
}

/// The reductions that a kernel may compute into a dense tensor: those inside of a term, those that are no sums, and values that
/// are reduced before they are combined with the old one.
pub(super) fn inner_reductions(program: &Program) -> BTreeSet<ReductionId> {
    let (mut found, mut access) = (BTreeSet::new(), 0);
    for statement in &program.statements {
        if is_reduced_before_update(statement) {
            found.insert(ReductionId::of_update(statement, access));
        }
        collect_inner_reductions(&statement.value, access, &mut found);
        access += statement.value.accesses().len();
    }
    found
}

fn collect_inner_reductions(value: &Expr, mut access: usize, found: &mut BTreeSet<ReductionId>) {
    for term in additive_terms(value) {
        if term.reduction != Reduction::Sum {
            found.insert(ReductionId::of_term(&term, access));
        }
        for (reduction, access) in outermost_reductions(term.expr, access) {
            found.insert(ReductionId::of_term(&term_of(reduction), access));
            collect_inner_reductions(reduction, access, found);
        }
        access += term.expr.accesses().len();
    }
}
