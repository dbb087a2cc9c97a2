//! Blended merges: one expression for all cases, in which the parts of absent operands are replaced.
//!
//! Which of several cursors comes next is as good as random, so a branch for each case is mispredicted every other time. If
//! every combination of cursors is a case and the expression is cheap, one expression serves all cases: each part that depends
//! on one operand is selected by whether this operand stores the coordinate.

use super::{cursor::OperandCursor, driver::Driver, work::Work};
use crate::{
    fp::FpMode,
    index::{
        Access, Expr, ExprId, Nest, Scalar,
        algebra::{adds_floats, is_cheap, takes_absent_values},
        combiners::operation,
        constant::Constant,
        scalar::Sign,
        specialize::Specializer,
    },
};

/// An expression that depends on one driver.
#[derive(Clone, Copy, Debug)]
pub struct BlendedPart {
    /// What.
    pub expression: ExprId,
    /// The number of the driver in the merge.
    pub driver: usize,
    /// Its value where the driver stores nothing.
    pub otherwise: Constant,
    /// How one of the two is taken.
    pub choice: Choice,
}

/// How one of two values is taken, without a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The value is read, and it or a number is loaded: the address is selected.
    Loaded,
    /// Both are computed, and one is selected.
    Selected,
}

/// The parts of the value of a merge, of which every combination of drivers is a case, if these can be blended; this is what is
/// done where all drivers store something.
pub(super) fn blend(
    nest: &mut Nest,
    cursors: &[OperandCursor],
    drivers: &[Driver],
    work: &Work,
    fp: FpMode,
) -> Option<Vec<BlendedPart>> {
    if !drivers.iter().all(|driver| driver.takes_entries(cursors)) {
        return None;
    }
    let value = work.only_value()?;
    if nest.knows_absence(value) || nest.may_be_absent(value) {
        return None;
    }
    let drivers = drivers.iter().map(|driver| cursors[driver.cursor].access.clone()).collect();
    let mut search = Search { nest, drivers, is_exact: fp == FpMode::Strict, parts: Vec::new(), adds: false };
    search.collect(value)?;
    // Infinity plus minus infinity is no number, but what is added to an absent distance stays one.
    let (parts, adds) = (search.parts, search.adds);
    (!adds || parts.iter().all(|part| part.otherwise.is_zero())).then_some(parts)
}

impl BlendedPart {
    fn new(nest: &Nest, expression: ExprId, driver: usize, known: Constant) -> Self {
        let r#type = nest.node(expression).r#type;
        let zero = Constant::number(0, r#type).filter(|_| matches!(known, Constant::Zero));
        let otherwise = zero.unwrap_or(known);
        let is_number = r#type.is_float() || matches!(r#type, Scalar::Integer(_, Sign::Signless));
        let is_read = matches!(nest.expr(expression), Expr::Read(_));
        let choice = if is_read && is_number { Choice::Loaded } else { Choice::Selected };
        Self { expression, driver, otherwise, choice }
    }
}

struct Search<'a> {
    nest: &'a mut Nest,
    drivers: Vec<Access>,
    /// Whether the signs of zeros matter.
    is_exact: bool,
    parts: Vec<BlendedPart>,
    /// Whether floating-point numbers of several operands are added.
    adds: bool,
}

impl Search<'_> {
    /// The drivers on which an expression depends.
    fn drivers_of(&self, id: ExprId) -> Vec<usize> {
        let reads = self.nest.reads(id);
        (0..self.drivers.len()).filter(|driver| reads.contains(&self.drivers[*driver])).collect()
    }

    fn collect(&mut self, id: ExprId) -> Option<()> {
        if self.parts.iter().any(|part| part.expression == id) {
            return Some(());
        }
        let depends_on = self.drivers_of(id);
        if let [driver] = depends_on[..] {
            let access = self.drivers[driver].clone();
            let known = Specializer::new(self.nest, &[access]).expression(id).1;
            if let Some(known) = known.filter(|known| known.value != Constant::Absent) {
                let part = BlendedPart::new(self.nest, id, driver, known.value);
                self.parts.push(part);
                return can_be_wasted(self.nest, id).then_some(());
            }
        }
        if depends_on.is_empty() {
            return Some(());
        }
        let name = name(self.nest, id)?;
        if !takes_absent_values(name, self.is_exact) {
            return None;
        }
        self.adds |= adds_floats(name);
        self.nest.operands(id).into_iter().try_for_each(|operand| self.collect(operand))
    }
}

/// The name of the operation that an expression is.
fn name(nest: &Nest, id: ExprId) -> Option<&'static str> {
    match nest.expr(id) {
        Expr::Scalar { operation, .. } => Some(operation.name()),
        Expr::Combine { combiner, .. } => operation(*combiner, nest.node(id).r#type),
        _ => None,
    }
}

/// Whether computing an expression where its value is not wanted is cheaper than a branch that is hard to predict.
pub fn can_be_wasted(nest: &Nest, id: ExprId) -> bool {
    let mut cheap = true;
    nest.visit_expr(id, &mut |id| {
        cheap &= match nest.expr(id) {
            Expr::Fold { .. } | Expr::Stored(_) => false,
            Expr::Scalar { .. } | Expr::Combine { .. } => name(nest, id).is_some_and(is_cheap),
            _ => true,
        };
    });
    cheap
}
