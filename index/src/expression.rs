//! Questions about expressions: what they depend on, and where they vanish.

use super::{Access, Combiner, Expr, ExprId, Nest, VarId, constant::Constant, specialize::Specializer};
use std::collections::{BTreeMap, BTreeSet};

impl Nest {
    /// Visits an expression and all it is made of, each once, operands first.
    pub fn visit_expr(&self, root: ExprId, visit: &mut impl FnMut(ExprId)) {
        fn walk(nest: &Nest, id: ExprId, seen: &mut BTreeSet<ExprId>, visit: &mut impl FnMut(ExprId)) {
            if !seen.insert(id) {
                return;
            }
            for operand in nest.operands(id) {
                walk(nest, operand, seen, visit);
            }
            visit(id);
        }
        walk(self, root, &mut BTreeSet::new(), visit);
    }

    /// The expressions that an expression is directly made of.
    pub fn operands(&self, id: ExprId) -> Vec<ExprId> {
        match self.expr(id) {
            Expr::Scalar { operands, .. } => operands.clone(),
            Expr::Combine { left, right, .. } => vec![*left, *right],
            Expr::Fold { body, .. } => vec![*body],
            Expr::Read(_) | Expr::Stored(_) | Expr::Index(_) | Expr::Outside(_) | Expr::Constant(_) => Vec::new(),
        }
    }

    /// The accesses an expression reads, or whose entries it asks for, in order; one that several parts read is there
    /// once for each.
    pub fn reads(&self, root: ExprId) -> Vec<Access> {
        let mut found = Vec::new();
        self.visit_expr(root, &mut |id| {
            if let Expr::Read(access) | Expr::Stored(access) = self.expr(id) {
                found.push(access.clone());
            }
        });
        found
    }

    /// The variables that folds inside the expression range over, outer before inner.
    pub fn folded_vars(&self, root: ExprId) -> Vec<VarId> {
        let mut found = Vec::new();
        self.visit_expr(root, &mut |id| {
            if let Expr::Fold { var, .. } = self.expr(id) {
                found.push(*var);
            }
        });
        found.reverse();
        found
    }

    /// Whether the expression computes with the value of the variable itself.
    pub fn uses_as_number(&self, root: ExprId, var: VarId) -> bool {
        let mut used = false;
        self.visit_expr(root, &mut |id| used |= matches!(self.expr(id), Expr::Index(index) if *index == var));
        used
    }

    /// Whether the value of the expression varies with the variable. A fold's own variable is no other loop's, but a limit may let it skip
    /// other rounds for each value of the variable.
    pub fn depends_on(&self, root: ExprId, var: VarId) -> bool {
        let mut depends = false;
        self.visit_expr(root, &mut |id| {
            depends |= match self.expr(id) {
                Expr::Read(access) | Expr::Stored(access) => access.mentions(var),
                Expr::Index(index) => *index == var,
                Expr::Fold { var: folded, .. } => *folded != var && self.are_coupled(*folded, var),
                _ => false,
            };
        });
        depends
    }

    /// The value of the expression where none of `absent` stores anything, if that is a constant.
    pub fn value_without(&mut self, root: ExprId, absent: &[Access]) -> Option<Constant> {
        Specializer::new(self, absent).expression(root).1.map(|known| known.value)
    }

    /// Whether `part` is read under products, sums and casts only, so that an entry stored in several parts may be taken
    /// part by part.
    pub fn is_linear_in(&self, root: ExprId, part: &Access) -> bool {
        let mentions = |id: ExprId| self.decide(id, |id, any| self.mentions_here(id, part, any));
        self.decide(root, |id, linear| !mentions(id) || self.is_linear_here(id, &mentions, linear))
    }

    /// Whether a value that is combined by `combiner` may be computed part by part, where the folds over `vars` take one
    /// part after the other: what is folded over them must reach the value through nothing but the combiner, or products
    /// with what they do not change.
    pub fn divides_into_parts(&self, root: ExprId, combiner: Combiner, vars: &[VarId]) -> bool {
        let folds = |id: ExprId| {
            self.decide(id, |id, any| match self.expr(id) {
                Expr::Fold { var, .. } => vars.contains(var) || self.operands(id).into_iter().any(any),
                _ => self.operands(id).into_iter().any(any),
            })
        };
        self.decide(root, |id, divides| match self.expr(id) {
            _ if !folds(id) => true,
            Expr::Fold { combiner: own, .. } => *own == combiner,
            Expr::Combine { combiner: own, left, right } => {
                *own == combiner && folds(*left) && folds(*right) && divides(*left) && divides(*right)
            }
            Expr::Scalar { operation, operands } => {
                let is_product = matches!(operation.name(), "arith.mulf" | "arith.muli") && combiner == Combiner::Add;
                is_product
                    && folds(operands[0]) != folds(operands[1])
                    && operands.iter().all(|operand| divides(*operand))
            }
            _ => false,
        })
    }

    /// Whether the expression is the constant zero.
    fn is_zero(&self, id: ExprId) -> bool {
        matches!(self.expr(id), Expr::Outside(outside) if outside.number() == Some(0.0))
    }

    fn mentions_here(&self, id: ExprId, part: &Access, mentions: &dyn Fn(ExprId) -> bool) -> bool {
        match self.expr(id) {
            Expr::Read(access) | Expr::Stored(access) => access == part,
            _ => self.operands(id).into_iter().any(mentions),
        }
    }

    fn is_linear_here(&self, id: ExprId, mentions: &dyn Fn(ExprId) -> bool, linear: &dyn Fn(ExprId) -> bool) -> bool {
        let sum = |left: ExprId, right: ExprId| linear(left) && linear(right) && mentions(left) == mentions(right);
        match self.expr(id) {
            Expr::Read(_) | Expr::Index(_) | Expr::Outside(_) | Expr::Constant(_) => true,
            Expr::Stored(_) => false,
            Expr::Fold { combiner, body, .. } => *combiner == Combiner::Add && linear(*body),
            Expr::Combine { combiner, left, right } => *combiner == Combiner::Add && sum(*left, *right),
            Expr::Scalar { operation, operands } => match operation.name() {
                "arith.mulf" | "arith.muli" | "complex.mul" => {
                    let (left, right) = (operands[0], operands[1]);
                    linear(left) && linear(right) && !(mentions(left) && mentions(right))
                }
                "arith.divf" | "complex.div" => linear(operands[0]) && !mentions(operands[1]),
                "arith.subf" | "arith.subi" if self.is_zero(operands[0]) => linear(operands[1]),
                "arith.addf" | "arith.subf" | "arith.addi" | "arith.subi" | "complex.add" | "complex.sub" => {
                    sum(operands[0], operands[1])
                }
                "arith.negf" | "arith.extf" | "arith.extsi" | "complex.neg" | "complex.conj" => linear(operands[0]),
                _ => false,
            },
        }
    }

    /// Answers a question of every part of an expression, operands first, each part once.
    fn decide(&self, root: ExprId, question: impl Fn(ExprId, &dyn Fn(ExprId) -> bool) -> bool) -> bool {
        let mut answers: BTreeMap<ExprId, bool> = BTreeMap::new();
        self.visit_expr(root, &mut |id| {
            let answer = question(id, &|operand| answers[&operand]);
            answers.insert(id, answer);
        });
        answers[&root]
    }
}

impl Nest {
    /// Whether an expression, without the folds in it, may turn out to be no value.
    pub fn may_be_absent(&self, root: ExprId) -> bool {
        self.decide(root, |id, may| match self.expr(id) {
            Expr::Fold { .. } => false,
            Expr::Constant(known) => known.value == Constant::Absent,
            _ => self.operands(id).into_iter().any(may),
        })
    }

    /// Whether an expression is a fold of which no round may have a value.
    pub fn may_find_nothing(&self, id: ExprId) -> bool {
        matches!(self.expr(id), Expr::Fold { body, .. } if self.may_have_no_value(*body))
    }

    /// Whether an expression may turn out to be no value, also because a fold that it is found nothing.
    pub fn may_have_no_value(&self, id: ExprId) -> bool {
        self.may_be_absent(id) || self.may_find_nothing(id)
    }

    /// Whether an expression asks what is stored, or tells values from no values.
    pub fn knows_absence(&self, root: ExprId) -> bool {
        let mut knows = false;
        self.visit_expr(root, &mut |id| {
            knows |= match self.expr(id) {
                Expr::Stored(_) => true,
                Expr::Constant(known) => known.value == Constant::Absent,
                _ => false,
            };
        });
        knows
    }

    /// A copy of an expression with its variables replaced.
    pub fn rename_expr(&mut self, root: ExprId, rename: &impl Fn(VarId) -> VarId) -> ExprId {
        let renamed = |access: &Access| Access {
            tensor: access.tensor,
            subscripts: access.subscripts.iter().map(|subscript| subscript.rename(rename)).collect(),
        };
        self.rewrite_expr(root, &mut |_, expr| match expr {
            Expr::Index(var) => Some(Expr::Index(rename(*var))),
            Expr::Read(access) => Some(Expr::Read(renamed(access))),
            Expr::Stored(access) => Some(Expr::Stored(renamed(access))),
            Expr::Fold { var, how, combiner, body } => {
                Some(Expr::Fold { var: rename(*var), how: *how, combiner: *combiner, body: *body })
            }
            _ => None,
        })
    }

    /// A copy of an expression in which another one stands for the reads of `access`.
    pub fn replace_reads(&mut self, root: ExprId, access: &Access, with: ExprId) -> ExprId {
        let mut parts = Vec::new();
        self.visit_expr(root, &mut |id| parts.push(id));
        let mut copies: BTreeMap<ExprId, ExprId> = BTreeMap::new();
        for id in parts {
            let copy = match self.expr(id) {
                Expr::Read(read) if read == access => with,
                Expr::Stored(read) if read == access && matches!(self.expr(with), Expr::Read(_)) => {
                    let Expr::Read(new) = self.expr(with).clone() else { unreachable!("it was matched") };
                    let node = self.node(id).clone();
                    self.add(Expr::Stored(new), node.r#type, node.location)
                }
                _ => self.with_operands(id, &copies),
            };
            copies.insert(id, copy);
        }
        copies[&root]
    }

    /// A copy of an expression in which others stand for some of its parts.
    pub fn replace_parts(&mut self, root: ExprId, with: &BTreeMap<ExprId, ExprId>) -> ExprId {
        let mut parts = Vec::new();
        self.visit_expr(root, &mut |id| parts.push(id));
        let mut copies: BTreeMap<ExprId, ExprId> = BTreeMap::new();
        for id in parts {
            let copy = with.get(&id).copied().unwrap_or_else(|| self.with_operands(id, &copies));
            copies.insert(id, copy);
        }
        copies[&root]
    }

    /// A copy of an expression whose parts are what `rewrite` makes of them, given parts that are rewritten already;
    /// those that it leaves alone stay as they are.
    pub fn rewrite_expr(&mut self, root: ExprId, rewrite: &mut impl FnMut(&mut Self, &Expr) -> Option<Expr>) -> ExprId {
        let mut parts = Vec::new();
        self.visit_expr(root, &mut |id| parts.push(id));
        let mut copies: BTreeMap<ExprId, ExprId> = BTreeMap::new();
        for id in parts {
            let mut copy = self.with_operands(id, &copies);
            let node = self.node(copy).clone();
            if let Some(expr) = rewrite(self, &node.expr) {
                copy = self.add(expr, node.r#type, node.location);
            }
            copies.insert(id, copy);
        }
        copies[&root]
    }

    /// The same expression on other operands; itself, if they are the same.
    pub fn with_operands(&mut self, id: ExprId, copies: &BTreeMap<ExprId, ExprId>) -> ExprId {
        let replaced: Vec<_> = self.operands(id).iter().map(|operand| copies[operand]).collect();
        self.with_each_operand(id, &replaced)
    }

    /// The same expression with these operands, one for each.
    pub fn with_each_operand(&mut self, id: ExprId, replaced: &[ExprId]) -> ExprId {
        if replaced == self.operands(id) {
            return id;
        }
        let node = self.node(id).clone();
        let expr = match node.expr {
            Expr::Scalar { operation, .. } => Expr::Scalar { operation, operands: replaced.to_vec() },
            Expr::Combine { combiner, .. } => Expr::Combine { combiner, left: replaced[0], right: replaced[1] },
            Expr::Fold { var, how, combiner, .. } => Expr::Fold { var, how, combiner, body: replaced[0] },
            leaf => leaf,
        };
        self.add(expr, node.r#type, node.location)
    }
}
