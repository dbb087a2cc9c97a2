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
    /// The order of its loops, with those of the workspace, if it was asked for; else sums run around points.
    pub order: Vec<VarId>,
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
    Term { vars, value, order: Vec::new() }
}

/// Whether an operand that is walked level by level is subscripted by a variable that is folded over.
fn walks_stored(nest: &Nest, fold: ExprId) -> bool {
    let folded = nest.folded_vars(fold);
    let reads = nest.reads(fold);
    reads.iter().any(|read| !is_random_access(nest, read.tensor) && folded.iter().any(|var| read.mentions(*var)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::{Access, Directives, Scalar, TensorId, testing, writes};

    /// The value of a point of `C(i,j) = A(i,k) * B(k,j)`, in rows, and the nest.
    fn product() -> (Nest, ExprId) {
        let sizes = [("i", 8), ("j", 8), ("k", 8)];
        let mut nest =
            testing::stored("C(i,j) += A(i,k) * B(k,j)", &sizes, &[("A", "csr"), ("B", "csr"), ("C", "csr")]);
        let (around, write) = writes(&nest.body)[0].clone();
        let (value, location) = (write.value, write.location);
        let summed = around.iter().map(|inner| inner.var).find(|var| !write.target.mentions(*var)).expect("a sum");
        let fold = Expr::Fold { var: summed, how: Directives::default(), combiner: Combiner::Add, body: value };
        let fold = nest.add(fold, Scalar::F64, location);
        (nest, fold)
    }

    fn apply(nest: &mut Nest, name: &'static str, operands: Vec<ExprId>) -> ExprId {
        let location = nest.place;
        let operation = crate::index::Operation::made(name);
        nest.add(Expr::Scalar { operation, operands }, Scalar::F64, location)
    }

    /// The value of the point itself, in `A`.
    fn read(nest: &mut Nest) -> ExprId {
        let target = writes(&nest.body)[0].1.target.clone();
        let place = nest.place;
        nest.add(Expr::Read(Access { tensor: TensorId(0), ..target }), Scalar::F64, place)
    }

    #[test]
    fn a_sum_alone_is_the_value() {
        let (mut nest, fold) = product();
        let all = divisions(&mut nest, fold);
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].sums[0].terms.len(), 1);
        assert_eq!(all[0].sums[0].terms[0].vars.len(), 1);
    }

    #[test]
    fn terms_share_a_workspace_unless_floating_point_is_kept_to_the_letter() {
        let (mut nest, fold) = product();
        let other = read(&mut nest);
        let sum = apply(&mut nest, "arith.addf", vec![fold, other]);
        let all = divisions(&mut nest, sum);
        let terms: Vec<_> = all.iter().map(|division| division.sums[0].terms.len()).collect();
        assert_eq!(terms, [2, 1], "together, and apart");
        nest.choices.fp = FpMode::Strict;
        assert_eq!(divisions(&mut nest, sum).len(), 1);
    }

    #[test]
    fn sums_in_other_values_are_collected_alone() {
        let (mut nest, fold) = product();
        let root = apply(&mut nest, "math.sqrt", vec![fold]);
        let all = divisions(&mut nest, root);
        assert_eq!(all.len(), 1);
        assert_eq!((all[0].value, all[0].sums[0].part), (root, fold));
    }

    #[test]
    fn what_can_be_located_is_summed_where_it_stands() {
        let (mut nest, fold) = product();
        for tensor in 0..2 {
            nest.tensors[tensor].set_format(None);
        }
        assert!(divisions(&mut nest, fold).is_empty());
    }
}
