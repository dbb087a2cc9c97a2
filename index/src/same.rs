//! Whether two expressions have the same value: the same operations on the same elements, up to the names of the variables
//! that their folds range over.

use super::{Access, Expr, ExprId, Nest, TensorId, VarId, subscript::Subscript};
use std::collections::{BTreeMap, BTreeSet};

/// Variables that stand for one another, those of inner folds last.
type VarPairs = Vec<(VarId, VarId)>;

/// What two expressions are compared with.
#[derive(Default)]
struct Compared {
    /// The variables of folds around that stand for one another.
    bound: VarPairs,
    /// Which parts are the same, with the variables around: parts that are used often are compared once.
    same: BTreeSet<(VarPairs, ExprId, ExprId)>,
}

impl Nest {
    /// The expression with one fold for all that have the same value; the first stays. Lanes are no part of the value: a fold
    /// in lanes stays in the place of another.
    pub fn with_shared_folds(&mut self, root: ExprId) -> ExprId {
        let mut folds: Vec<ExprId> = Vec::new();
        let mut shared: BTreeMap<ExprId, ExprId> = BTreeMap::new();
        self.visit_expr(root, &mut |id| {
            let Expr::Fold { how, .. } = self.expr(id) else { return };
            match folds.iter_mut().find(|first| self.is_same(**first, id, &mut Compared::default())) {
                Some(first) if how.lanes.is_none() => {
                    shared.insert(id, *first);
                }
                Some(first) => {
                    shared.insert(std::mem::replace(first, id), id);
                }
                None => folds.push(id),
            }
        });
        if shared.is_empty() { root } else { self.with_parts_replaced(root, &shared) }
    }

    /// The expression with some of its parts replaced.
    fn with_parts_replaced(&mut self, root: ExprId, replaced: &BTreeMap<ExprId, ExprId>) -> ExprId {
        let mut parts = Vec::new();
        self.visit_expr(root, &mut |id| parts.push(id));
        let final_part = |mut id: ExprId| {
            while let Some(next) = replaced.get(&id) {
                id = *next;
            }
            id
        };
        let mut copies: BTreeMap<ExprId, ExprId> = BTreeMap::new();
        let of = |id: ExprId, copies: &BTreeMap<ExprId, ExprId>| {
            let part = final_part(id);
            copies.get(&part).copied().unwrap_or(part)
        };
        for id in parts.into_iter().filter(|id| !replaced.contains_key(id)) {
            let operands: Vec<_> = self.operands(id).into_iter().map(|operand| of(operand, &copies)).collect();
            let copy = self.with_each_operand(id, &operands);
            copies.insert(id, copy);
        }
        of(root, &copies)
    }

    /// Whether two tensors are one, which a nest may bind several times for reading.
    fn is_same_operand(&self, left: TensorId, right: TensorId) -> bool {
        let (one, other) = (self.tensor(left), self.tensor(right));
        let both_are_read = one.is_input() && other.is_input();
        left == right || both_are_read && one.operand == other.operand
    }

    /// Whether two expressions have the same value, where pairs of variables of folds around stand for one another.
    fn is_same(&self, left: ExprId, right: ExprId, compared: &mut Compared) -> bool {
        let key = (compared.bound.clone(), left, right);
        if compared.same.contains(&key) {
            return true;
        }
        let is_same = self.is_same_here(left, right, compared);
        if is_same {
            compared.same.insert(key);
        }
        is_same
    }

    fn is_same_here(&self, left: ExprId, right: ExprId, compared: &mut Compared) -> bool {
        let bound = &compared.bound;
        let is_same_var = |left: VarId, right: VarId, bound: &[(VarId, VarId)]| {
            let pair = bound.iter().rev().find(|(own, other)| *own == left || *other == right);
            pair.map_or(left == right, |pair| *pair == (left, right))
        };
        let is_same_access = |left: &Access, right: &Access, bound: &[(VarId, VarId)]| {
            let to_right =
                |var: VarId| bound.iter().rev().find(|(own, _)| *own == var).map_or(var, |(_, other)| *other);
            let to_left = |var: VarId| bound.iter().rev().find(|(_, own)| *own == var).map_or(var, |(other, _)| *other);
            // In both directions: the variable of one fold may be that of a loop around the other.
            let is_same = |pair: (&Subscript, &Subscript)| {
                pair.0.rename(to_right) == *pair.1 && pair.1.rename(to_left) == *pair.0
            };
            self.is_same_operand(left.tensor, right.tensor)
                && left.subscripts.len() == right.subscripts.len()
                && left.subscripts.iter().zip(&right.subscripts).all(is_same)
        };
        if left == right && bound.iter().all(|(own, other)| own == other || !self.depends_on(left, *own)) {
            return true;
        }
        if self.node(left).r#type != self.node(right).r#type {
            return false;
        }
        match (self.expr(left), self.expr(right)) {
            (Expr::Read(left), Expr::Read(right)) | (Expr::Stored(left), Expr::Stored(right)) => {
                is_same_access(left, right, bound)
            }
            (Expr::Index(left), Expr::Index(right)) => is_same_var(*left, *right, bound),
            (Expr::Outside(left), Expr::Outside(right)) => left.is_same(*right),
            (Expr::Constant(left), Expr::Constant(right)) => left == right,
            (
                Expr::Scalar { operation: left, operands: of_left },
                Expr::Scalar { operation: right, operands: of_right },
            ) => {
                left.is_same(*right)
                    && of_left.len() == of_right.len()
                    && of_left.iter().zip(of_right).all(|(left, right)| self.is_same(*left, *right, compared))
            }
            (
                Expr::Combine { combiner: left, left: first, right: second },
                Expr::Combine { combiner: right, left: other_first, right: other_second },
            ) => {
                left == right
                    && self.is_same(*first, *other_first, compared)
                    && self.is_same(*second, *other_second, compared)
            }
            (
                Expr::Fold { var, combiner, body, .. },
                Expr::Fold { var: other_var, combiner: other_combiner, body: other_body, .. },
            ) => {
                // Bounds of variables that others define are not compared.
                let is_plain = |var: VarId| !self.relations.iter().any(|relation| relation.value.mentions(var));
                let is_alike = combiner == other_combiner
                    && self.var(*var).extent == self.var(*other_var).extent
                    && is_plain(*var)
                    && is_plain(*other_var);
                if !is_alike {
                    return false;
                }
                compared.bound.push((*var, *other_var));
                let is_same = self.is_same(*body, *other_body, compared);
                compared.bound.pop();
                is_same
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Combiner, Directives, Operation, testing::nest, writes};

    /// How many folds are left of a product of two: of one factor over one variable, of the other over another.
    fn left_of(text: &str, vars: [usize; 2]) -> usize {
        let mut nest = nest(text, &[("i", 4), ("j", 4)]);
        let value = writes(&nest.body)[0].1.value;
        let (factors, node) = (nest.operands(value), nest.node(value).clone());
        let folds = factors.into_iter().zip(vars).map(|(body, var)| {
            let fold = Expr::Fold { var: VarId(var), how: Directives::default(), combiner: Combiner::Add, body };
            nest.add(fold, node.r#type, node.location)
        });
        let operands: Vec<_> = folds.collect();
        let product = Expr::Scalar { operation: Operation::made("arith.mulf"), operands };
        let product = nest.add(product, node.r#type, node.location);
        let shared = nest.with_shared_folds(product);
        nest.operands(shared).into_iter().collect::<BTreeSet<_>>().len()
    }

    #[test]
    fn the_variable_of_a_fold_is_no_other_of_its_name() {
        // A row by each variable, a column by each, and a row beside a column.
        assert_eq!(left_of("s(i,j) = A(i,j) * A(i,j)", [1, 1]), 1);
        assert_eq!(left_of("s(i,j) = A(i,j) * A(j,i)", [1, 0]), 2);
        // The sum of row i, over j, and that of the diagonal, over i.
        assert_eq!(left_of("s(i,j) = A(i,j) * A(i,i)", [1, 0]), 2);
        assert_eq!(left_of("s(i,j) = A(i,i) * A(i,j)", [0, 1]), 2);
    }
}
