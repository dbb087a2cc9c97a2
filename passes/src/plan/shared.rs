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
    /// What is left of it in each case: bit `k` for `drivers[k]`.
    pub left: Vec<(u32, ExprId)>,
    /// How many drivers there are.
    pub drivers: usize,
    /// Where one expression serves all cases: its parts that depend on one driver each.
    pub parts: Option<Vec<BlendedPart>>,
}

impl SharedCases {
    /// Whether some case is there for every choice of drivers that is not empty.
    pub fn are_all(&self) -> bool {
        self.left.len() + 1 == 1 << self.drivers
    }
}

/// The value in which the cases differ, if they differ in one alone and all drivers have a case. A case is given with the value
/// that it computes.
pub(super) fn share(
    nest: &mut Nest,
    cursors: &[OperandCursor],
    drivers: &[Driver],
    cases: &[(u32, ExprId)],
) -> Option<SharedCases> {
    let all = (1u32 << drivers.len()) - 1;
    let is_simple = |driver: &Driver| {
        let cursor = &cursors[driver.cursor];
        !driver.gives_runs() && !cursor.random && cursor.ends_at(cursor.depth)
    };
    if !drivers.iter().all(is_simple) {
        return None;
    }
    let (_, whole) = *cases.iter().find(|(present, _)| *present == all)?;
    if nest.knows_absence(whole) || nest.may_be_absent(whole) {
        return None;
    }
    let accesses: Vec<_> = drivers.iter().map(|driver| cursors[driver.cursor].access.clone()).collect();
    let value = part_that_reads(nest, whole, &accesses)?;
    let mut left = Vec::new();
    for (present, own) in cases {
        let absent: Vec<_> = (0..drivers.len())
            .filter(|driver| present >> driver & 1 == 0)
            .map(|driver| accesses[driver].clone())
            .collect();
        let (remains, known) = Specializer::new(nest, &absent).expression(value);
        if known.is_some() || !nest.is_with(whole, (value, remains), *own) {
            return None;
        }
        left.push((*present, remains));
    }
    Some(SharedCases { value, left, drivers: drivers.len(), parts: None })
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
