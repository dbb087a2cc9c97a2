//! The sums in the value of a point that may be collected in workspaces.

use crate::{
    analysis::iteration_graph::is_random_access,
    fp::FpMode,
    index::{Expr, ExprId, Nest, VarId, algebra::neutral, combiners::operation},
};
use lacuna_dialects::sloop::Combiner;

/// A value of which parts are sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    /// The value, in which each sum still stands as an expression.
    pub value: ExprId,
    /// What is collected.
    pub sums: Vec<Sum>,
}

/// What one workspace collects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The part of the value that it is.
    pub part: ExprId,
    /// How its terms combine.
    pub combiner: Combiner,
    /// What is combined, in order.
    pub terms: Vec<Term>,
}

/// A term of a sum: a value, once for each value of some variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The variables of the folds around it, outermost first.
    pub vars: Vec<VarId>,
    /// What is folded.
    pub value: ExprId,
}

/// The ways in which the sums of a value can be collected: all of them together, where the value is their sum, and each apart.
pub fn divisions(nest: &mut Nest, value: ExprId) -> Vec<Division> {
    let apart = apart(nest, value);
    if apart.sums.is_empty() {
        return Vec::new();
    }
    let mut divisions: Vec<_> = together(nest, value, &apart).into_iter().collect();
    let is_other = |other: &Division| divisions.iter().all(|known| known.sums != other.sums);
    if is_other(&apart) {
        divisions.push(apart);
    }
    divisions
}

/// Each outermost fold that walks a stored operand is a sum.
fn apart(nest: &Nest, value: ExprId) -> Division {
    let mut sums: Vec<Sum> = Vec::new();
    let mut waiting = vec![value];
    while let Some(id) = waiting.pop() {
        match nest.expr(id) {
            Expr::Fold { .. } if sums.iter().any(|sum| sum.part == id) => {}
            Expr::Fold { combiner, .. } => {
                let term = term(nest, id, *combiner);
                if walks_stored(nest, id) && neutral(*combiner, nest.node(id).r#type).is_some() {
                    sums.push(Sum { part: id, combiner: *combiner, terms: vec![term] });
                }
            }
            _ => waiting.extend(nest.operands(id).into_iter().rev()),
        }
    }
    Division { value, sums }
}

/// The terms of a value that is a sum of sums, in one workspace. Constants stay outside: they are in every point.
fn together(nest: &mut Nest, value: ExprId, apart: &Division) -> Option<Division> {
    let first = &apart.sums[0];
    let combiner = first.combiner;
    let rounds = nest.node(value).r#type.rounds();
    let name = operation(combiner, nest.node(value).r#type);
    let (mut parts, mut constants) = (Vec::new(), Vec::new());
    let mut waiting = vec![value];
    while let Some(id) = waiting.pop() {
        match nest.expr(id) {
            Expr::Combine { combiner: own, left, right } if *own == combiner => waiting.extend([*right, *left]),
            Expr::Scalar { operation: own, operands } if Some(own.name()) == name => {
                waiting.extend(operands.iter().rev());
            }
            Expr::Constant(_) => constants.push(id),
            _ => parts.push(id),
        }
    }
    let may_regroup = parts.len() == 1 || nest.choices.fp == FpMode::Fast || !rounds;
    if !parts.contains(&first.part) || !may_regroup {
        return None;
    }
    let terms = parts.iter().map(|part| term(nest, *part, combiner)).collect();
    let node = nest.node(value).clone();
    let value = constants.into_iter().fold(first.part, |value, constant| {
        nest.add(Expr::Combine { combiner, left: constant, right: value }, node.r#type, node.location)
    });
    Some(Division { value, sums: vec![Sum { part: first.part, combiner, terms }] })
}

/// What is combined by the folds at the top of an expression.
fn term(nest: &Nest, id: ExprId, combiner: Combiner) -> Term {
    let (mut vars, mut value) = (Vec::new(), id);
    while let Expr::Fold { var, combiner: own, body, .. } = nest.expr(value)
        && *own == combiner
    {
        vars.push(*var);
        value = *body;
    }
    Term { vars, value }
}

/// Whether an operand that is walked level by level is subscripted by a variable that is folded over.
fn walks_stored(nest: &Nest, fold: ExprId) -> bool {
    let folded = nest.folded_vars(fold);
    let reads = nest.reads(fold);
    reads.iter().any(|read| !is_random_access(nest, read.tensor) && folded.iter().any(|var| read.mentions(*var)))
}
