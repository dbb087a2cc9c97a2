//! Merges whose cases share what follows.
//!
//! A merge of many operands has many cases, and each holds the loops and points that follow the operands: code, and time to
//! compile it, grow with both. Where the cases differ in one value alone, that is chosen by case, and what follows stands once.

use super::{blend::BlendedPart, cursor::OperandCursor, driver::Driver};
use crate::index::{Access, Expr, ExprId, Nest, VarId, specialize::Specializer};

/// The value in which the cases of a merge differ.
#[derive(Clone, Debug)]
pub struct SharedCases {
    /// The value, where all drivers store something.
    pub value: ExprId,
    /// How many drivers there are.
    pub drivers: usize,
    /// How it is found in a case.
    pub how: CaseValue,
}

/// How the value of a case is found.
#[derive(Clone, Debug)]
pub enum CaseValue {
    /// It is chosen. What is left of it in each case: bit `k` for `drivers[k]`.
    Chosen(Vec<(u32, ExprId)>),
    /// One expression serves all cases. Each of these parts of it depends on one driver.
    Blended(Vec<BlendedPart>),
}

impl SharedCases {
    /// How many cases there are.
    pub fn count(&self) -> usize {
        match &self.how {
            CaseValue::Chosen(left) => left.len(),
            CaseValue::Blended(_) => (1 << self.drivers) - 1,
        }
    }

    /// The values that are chosen from, each with its case, unless every choice of drivers that is not empty is a case.
    pub fn left_of_some(&self) -> Option<&[(u32, ExprId)]> {
        match &self.how {
            CaseValue::Chosen(left) if left.len() + 1 < 1 << self.drivers => Some(left),
            _ => None,
        }
    }

    /// How many values stand in the code.
    pub(super) fn values(&self) -> usize {
        match &self.how {
            CaseValue::Chosen(left) => left.len(),
            CaseValue::Blended(_) => 1,
        }
    }
}

/// The value in which the cases differ, if they differ in one alone and all drivers have a case. A case is given with the value
/// that it computes; where one expression serves all of them, its parts are given, too.
pub(super) fn share(
    nest: &mut Nest,
    cursors: &[OperandCursor],
    drivers: &[Driver],
    cases: &[(u32, ExprId)],
    blended: Option<Vec<BlendedPart>>,
) -> Option<SharedCases> {
    let all = (1u32 << drivers.len()) - 1;
    if !drivers.iter().all(|driver| driver.takes_entries(cursors)) {
        return None;
    }
    let (_, whole) = *cases.iter().find(|(present, _)| *present == all)?;
    if nest.knows_absence(whole) || nest.may_be_absent(whole) {
        return None;
    }
    let accesses: Vec<_> = drivers.iter().map(|driver| cursors[driver.cursor].access.clone()).collect();
    let value = part_that_reads(nest, whole, &accesses)?;
    let how = match blended {
        Some(parts) => CaseValue::Blended(parts),
        None => CaseValue::Chosen(left_in_each(nest, &accesses, (whole, value), cases)?),
    };
    Some(SharedCases { value, drivers: drivers.len(), how })
}

/// What is left of a value in each case, if the whole of which it is a part is the same otherwise.
fn left_in_each(
    nest: &mut Nest,
    accesses: &[Access],
    (whole, value): (ExprId, ExprId),
    cases: &[(u32, ExprId)],
) -> Option<Vec<(u32, ExprId)>> {
    let mut left = Vec::new();
    for (present, own) in cases {
        let is_absent = |driver: &usize| present >> driver & 1 == 0;
        let absent: Vec<_> = (0..accesses.len()).filter(is_absent).map(|driver| accesses[driver].clone()).collect();
        let (remains, known) = Specializer::new(nest, &absent).expression(value);
        if known.is_some() || !nest.is_same_with(whole, (value, remains), *own) {
            return None;
        }
        left.push((*present, remains));
    }
    Some(left)
}

/// The smallest part of an expression that reads all that is read of some accesses; `None` where that has folds, or depends on
/// the variable of one around it.
fn part_that_reads(nest: &Nest, root: ExprId, accesses: &[Access]) -> Option<ExprId> {
    let (mut part, mut bound): (ExprId, Vec<VarId>) = (root, Vec::new());
    loop {
        if let Expr::Fold { var, .. } = nest.expr(part) {
            bound.push(*var);
        }
        let mut inner = nest.operands(part);
        inner.retain(|operand| nest.reads(*operand).iter().any(|read| accesses.contains(read)));
        inner.dedup();
        match inner[..] {
            [only] => part = only,
            _ => break,
        }
    }
    let has_folds = !nest.folded_vars(part).is_empty();
    (!has_folds && !bound.iter().any(|var| nest.depends_on(part, *var))).then_some(part)
}
