//! Loops that visit every point although their operands are sparse, and why. There is a remark for each.
//!
//! A sum with a dense operand has as many values as this operand, and a dense result is initialized everywhere. The user asked
//! for that, so there is no remark. But `A + 1`, or an operation about which nothing is known, may be an oversight that makes a
//! sparse computation dense.

use super::work::Work;
use crate::index::{
    Access, Expr, ExprId, Nest, TensorId, VarId, algebra::Known, constant::Constant, specialize::Specializer,
};
use lacuna_dialects::sloop::Combiner;

/// A loop that visits every point.
#[derive(Clone, Debug)]
pub struct DenseLoop {
    /// Its variable.
    pub var: VarId,
    /// What stores something in the loop, but not everywhere.
    pub operands: Vec<TensorId>,
    /// Why.
    pub why: Reason,
}

/// What gives a value where nothing is stored.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// An operation, its value where that is known, and what the result holds where it stores nothing.
    Operation(String, Option<Constant>, Constant),
    /// What an operand does not store has a value that the result does not take for granted.
    Fill(TensorId, Constant),
    /// A combiner takes in zeros that are not stored.
    Combiner(Combiner),
}

/// Why there is something to do inside a loop over `var` where none of `absent` stores anything; `None` where nothing
/// is to be said of it.
pub fn densified(nest: &Nest, var: VarId, work: &Work, absent: &[Access]) -> Option<DenseLoop> {
    let mut finder = Simplifier { nest: nest.clone(), absent };
    let why = work.expected(nest).into_iter().find_map(|(value, expected, combiner)| {
        let takes_zeros = combiner.filter(|_| finder.is_absent_zero(value));
        takes_zeros.map(Reason::Combiner).or_else(|| finder.reason(value, &expected))
    })?;
    let mut operands: Vec<_> = absent.iter().map(|access| access.tensor).collect();
    operands.sort();
    operands.dedup();
    Some(DenseLoop { var, operands, why })
}

struct Simplifier<'a> {
    nest: Nest,
    absent: &'a [Access],
}

impl Simplifier<'_> {
    /// What an expression is where nothing is stored, if that is known.
    fn known(&mut self, id: ExprId) -> Option<Known> {
        Specializer::new(&mut self.nest, self.absent).expression(id).1
    }

    /// Whether an expression is zero because nothing is stored.
    fn is_absent_zero(&mut self, id: ExprId) -> bool {
        self.depends_on_absent(id) && self.known(id).is_some_and(|known| known.absent && known.value.is_zero())
    }

    fn depends_on_absent(&self, id: ExprId) -> bool {
        self.nest.reads(id).iter().any(|access| self.absent.contains(access))
    }

    /// What makes an expression that reads what is absent something else than one of the values in `expected`.
    fn reason(&mut self, id: ExprId, expected: &[Constant]) -> Option<Reason> {
        let known = self.known(id).map(|known| known.value);
        if !self.depends_on_absent(id) || known.is_some_and(|value| is_one_of(value, expected)) {
            return None;
        }
        let operands = self.nest.operands(id);
        let name = match self.nest.expr(id) {
            Expr::Read(access) => return known.map(|value| Reason::Fill(access.tensor, value)),
            Expr::Fold { body, .. } => return self.reason(*body, expected),
            Expr::Scalar { operation, .. } => operation.op_name().to_owned(),
            Expr::Combine { combiner, .. } => format!("{combiner:?}").to_lowercase(),
            _ => return None,
        };
        // What is alive below is the reason, unless it is what an operand holds where it stores nothing.
        if known.is_none() {
            let below = operands.iter().find_map(|operand| self.reason(*operand, &[Constant::Zero]));
            if let Some(operation @ Reason::Operation(..)) = below {
                return Some(operation);
            }
        }
        // What another operand holds is there to be visited.
        if self.nest.reads(id).iter().any(|access| !self.absent.contains(access)) {
            return None;
        }
        Some(Reason::Operation(name, known, expected[0]))
    }
}

/// Whether a value is among others, or none.
fn is_one_of(value: Constant, expected: &[Constant]) -> bool {
    let is_same = |other: &Constant| value == *other || value.is_zero() && other.is_zero();
    value == Constant::Absent || expected.iter().any(is_same)
}
