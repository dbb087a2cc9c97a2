//! What zeros mean that a format stores only to fill up its blocks, diagonals or slots, and what reductions within
//! expressions and operands with compound subscripts are where nothing is stored.
//!
//! A zero that fills up cannot be told from an entry, and whether a computation visits it is not part of its meaning
//! (`docs/rationale/stensor.md`): it may be read as an entry, or as absent. Slots may store a point several times; read as
//! stored, a sum takes each of them. The two differ only where something infinite or
//! no number stands at its point: `0 * inf` and `0 / 0` are nan, `absent * inf` and `absent / 0` are absent. A reading
//! decides it for each access as a whole, because that is what a conversion of an operand does: it leaves out all of these
//! zeros. So it is with each reduction inside of an expression, which may be a dense tensor of its own, and with an operand
//! that is subscripted by more than distinct variables: it may be read from a dense copy.

use std::collections::{BTreeMap, BTreeSet};

use lacuna_runtime::coo::Coo;

use super::inner::outermost_reductions;
use super::statements::{Inputs, Kept};
use crate::ast::{Access, Assignment, Expr, Program, Reduction, Update};
use crate::terms::{Term, additive_terms};

/// The most accesses that are read in both ways, of which equal ones count once or each; others are read as they are stored.
/// Readings double with each.
const MAX_CHOICES: usize = 8;

/// The most reductions of which each may have a value everywhere or not; of more, all have, or those behind these have not.
const MAX_REDUCTIONS: usize = 4;

/// How tensors are read; the default keeps all zeros.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Accesses whose zeros are read as absent, by their number from left to right through all statements.
    without_zeros: BTreeSet<usize>,
    /// Accesses that have an entry at every point, zero where nothing is stored.
    densely: BTreeSet<usize>,
    dense_reductions: DenseReductions,
}

/// Which reductions have a value everywhere, of those within expressions, and those that are no sums.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum DenseReductions {
    #[default]
    None,
    All,
    These(BTreeSet<ReductionPlace>),
}

/// Where a program has a reduction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ReductionPlace {
    /// The number of the first access in it or behind it.
    access: usize,
    /// Its kind, its variables and what it reduces: one may begin where another one does.
    text: String,
}

impl ReductionPlace {
    /// That of a term whose first access has this number.
    pub(super) fn of_term(term: &Term<'_>, access: usize) -> Self {
        Self { access, text: format!("{:?} over {:?} of {}", term.reduction, term.variables, term.expr) }
    }

    /// That of a statement which is reduced before the old value is updated.
    pub(super) fn of_update(statement: &Assignment, access: usize) -> Self {
        Self { access, text: format!("{statement}") }
    }
}

impl Reading {
    /// The one in which reductions within expressions, and those that are no sums, have a value everywhere.
    pub(super) const DENSE_INNER: Self =
        Reading { without_zeros: BTreeSet::new(), densely: BTreeSet::new(), dense_reductions: DenseReductions::All };

    /// Whether an access, by its number, is read without zeros.
    pub(super) fn drops_zeros(&self, access: usize) -> bool {
        self.without_zeros.contains(&access)
    }

    /// Whether an access, by its number, has an entry at every point.
    pub(super) fn is_dense(&self, access: usize) -> bool {
        self.densely.contains(&access)
    }

    /// Whether some access is read without zeros.
    pub(super) fn drops_any(&self) -> bool {
        !self.without_zeros.is_empty()
    }

    /// Whether a reduction within an expression, or one that is no sum, has a value everywhere.
    pub(super) fn is_dense_reduction(&self, place: impl FnOnce() -> ReductionPlace) -> bool {
        match &self.dense_reductions {
            DenseReductions::None => false,
            DenseReductions::All => true,
            DenseReductions::These(places) => places.contains(&place()),
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
    let is_stored = |tensor: &String| match operands.get(tensor) {
        Some(coo) => !is_full(coo),
        None => kept.get(tensor).is_some_and(|kept| *kept != Kept::Densely),
    };
    let accesses = program.statements.iter().flat_map(|statement| statement.value.accesses()).enumerate();
    let choices = accesses.filter_map(|(number, access)| {
        let choice = match with_zeros.contains(&access.tensor) || is_filled(&access.tensor) {
            _ if !has_distinct_variables(access) && is_stored(&access.tensor) => Choice::Densely(number),
            true => Choice::WithoutZeros(number),
            false => return None,
        };
        Some((access.to_string(), choice))
    });
    let choices: Vec<_> = choices.collect();
    let mut of_equal: BTreeMap<&str, Vec<Choice>> = BTreeMap::new();
    choices.iter().for_each(|(access, choice)| of_equal.entry(access).or_default().push(*choice));
    // A kernel seldom reads equal accesses in two ways.
    let together: Vec<_> = of_equal.into_values().take(MAX_CHOICES).collect();
    let each: Vec<_> = choices.iter().map(|(_, choice)| vec![*choice]).take(MAX_CHOICES).collect();
    let each = if each.len() > together.len() { each } else { Vec::new() };
    let reductions = dense_reductions(program);
    combinations(together).chain(combinations(each).skip(1)).flat_map(move |reading| {
        let with = |dense: &DenseReductions| Reading { dense_reductions: dense.clone(), ..reading.clone() };
        reductions.iter().map(with).collect::<Vec<_>>()
    })
}

/// Which reductions of a program may have a value everywhere: none, all, and each choice of some.
fn dense_reductions(program: &Program) -> Vec<DenseReductions> {
    let places: Vec<_> = reductions(program).into_iter().collect();
    let none = [DenseReductions::None].into_iter();
    let all = (!places.is_empty()).then_some(DenseReductions::All);
    let first = &places[..places.len().min(MAX_REDUCTIONS)];
    let all_of_first = 1_u32 << first.len();
    let last = if first.len() < places.len() { all_of_first } else { all_of_first - 1 };
    let chosen =
        |bits: u32| (0..first.len()).filter(|bit| bits >> bit & 1 == 1).map(|bit| first[bit].clone()).collect();
    let some = (1..last).map(|bits| DenseReductions::These(chosen(bits)));
    none.chain(all).chain(some).collect()
}

/// The readings of each combination of some choices, that of none first.
fn combinations(choices: Vec<Vec<Choice>>) -> impl Iterator<Item = Reading> {
    (0..1_u32 << choices.len()).map(move |bits| {
        let mut reading = Reading::default();
        let made = (0..choices.len()).filter(|bit| bits >> bit & 1 == 1);
        for choice in made.flat_map(|bit| &choices[bit]) {
            match choice {
                Choice::WithoutZeros(access) => reading.without_zeros.insert(*access),
                Choice::Densely(access) => reading.densely.insert(*access),
            };
        }
        reading
    })
}

/// How an access, by its number, can be read besides as it is stored.
#[derive(Clone, Copy)]
enum Choice {
    WithoutZeros(usize),
    Densely(usize),
}

/// Whether every point is an entry. Slots may store some of them several times.
fn is_full(coo: &Coo) -> bool {
    let places = coo.shape.iter().try_fold(1_u64, |product, size| product.checked_mul(*size));
    places.is_some_and(|places| {
        let mut each_once = coo.clone();
        places <= coo.len() as u64 && each_once.sum_duplicates().is_ok() && each_once.len() as u64 == places
    })
}

/// Whether an access is subscripted by variables alone, all different: such an operand is never made dense.
pub(super) fn has_distinct_variables(access: &Access) -> bool {
    let variables: BTreeSet<_> = access.subscripts.iter().filter_map(|subscript| subscript.as_variable()).collect();
    variables.len() == access.subscripts.len()
}

/// Whether the old value meets what a reduction gives, in an update other than a sum: the reduction is computed first.
pub(super) fn is_reduced_before_update(statement: &Assignment) -> bool {
    let is_sum = matches!(statement.update, Update::Replace | Update::Add | Update::Subtract);
    !is_sum && additive_terms(&statement.value).iter().any(|term| !term.variables.is_empty())
}

/// The reductions of a program that are within a term, are no sums, or are no terms that are added to the old value.
pub(super) fn reductions(program: &Program) -> BTreeSet<ReductionPlace> {
    let (mut found, mut access) = (BTreeSet::new(), 0);
    for statement in &program.statements {
        if is_reduced_before_update(statement) {
            found.insert(ReductionPlace::of_update(statement, access));
        }
        collect_reductions(&statement.value, access, &mut found);
        access += statement.value.accesses().len();
    }
    found
}

fn collect_reductions(value: &Expr, mut access: usize, found: &mut BTreeSet<ReductionPlace>) {
    for term in additive_terms(value) {
        if term.reduction != Reduction::Sum {
            found.insert(ReductionPlace::of_term(&term, access));
        }
        for (reduction, access) in outermost_reductions(term.expr, access) {
            found.extend(additive_terms(reduction).iter().map(|term| ReductionPlace::of_term(term, access)));
            collect_reductions(reduction, access, found);
        }
        access += term.expr.accesses().len();
    }
}
