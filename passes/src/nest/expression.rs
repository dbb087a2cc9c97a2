//! Questions about expressions: what they depend on, and where they vanish.

use super::{Access, Expr, ExprId, Nest, TensorId, VarId};
use lacuna_dialects::{
    ir::{Value, defining_op, is_op, op_name},
    sloop::Combiner,
};
use melior::ir::{
    attribute::{FloatAttribute, IntegerAttribute},
    operation::OperationLike,
};

impl<'c> Nest<'c> {
    /// Visits an expression and all it is made of, operands first.
    pub fn visit_expr(&self, root: ExprId, visit: &mut impl FnMut(ExprId)) {
        match self.expr(root) {
            Expr::Scalar { operands, .. } => operands.iter().for_each(|operand| self.visit_expr(*operand, visit)),
            Expr::Fold { body, .. } => self.visit_expr(*body, visit),
            Expr::Combine { left, right, .. } => {
                self.visit_expr(*left, visit);
                self.visit_expr(*right, visit);
            }
            Expr::Read(_) | Expr::Index(_) | Expr::Outside(_) => {}
        }
        visit(root);
    }

    /// The accesses an expression reads, in order, repeated where it repeats them.
    pub fn reads(&self, root: ExprId) -> Vec<Access> {
        let mut found = Vec::new();
        self.visit_expr(root, &mut |id| {
            if let Expr::Read(access) = self.expr(id) {
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

    /// Whether the value of the expression varies with the variable.
    pub fn depends_on(&self, root: ExprId, var: VarId) -> bool {
        match self.expr(root) {
            Expr::Read(access) => access.mentions(var),
            Expr::Index(index) => *index == var,
            Expr::Outside(_) => false,
            Expr::Scalar { operands, .. } => operands.iter().any(|operand| self.depends_on(*operand, var)),
            Expr::Combine { left, right, .. } => self.depends_on(*left, var) || self.depends_on(*right, var),
            Expr::Fold { var: folded, body, .. } => *folded != var && self.depends_on(*body, var),
        }
    }

    /// Whether the expression is zero wherever `tensor` has no entry: absent entries annihilate.
    ///
    /// What is known of each operation is its annihilator (zero times anything) or that it maps zeros to zero; of an
    /// operation that is not listed nothing is known, and the answer is no.
    pub fn vanishes_without(&self, root: ExprId, tensor: TensorId) -> bool {
        match self.expr(root) {
            Expr::Read(access) => access.tensor == tensor,
            Expr::Index(_) => false,
            Expr::Outside(value) => constant_number(*value) == Some(0.0),
            Expr::Combine { combiner, left, right } => match combiner {
                Combiner::Mul | Combiner::And => {
                    self.vanishes_without(*left, tensor) || self.vanishes_without(*right, tensor)
                }
                _ => self.vanishes_without(*left, tensor) && self.vanishes_without(*right, tensor),
            },
            Expr::Fold { combiner, body, .. } => zero_is_neutral(*combiner) && self.vanishes_without(*body, tensor),
            Expr::Scalar { template, operands } => {
                let vanishes = |index: usize| self.vanishes_without(operands[index], tensor);
                let all = || (0..operands.len()).all(vanishes);
                match op_name(*template).as_str() {
                    "arith.mulf" | "arith.muli" | "arith.andi" => vanishes(0) || vanishes(1),
                    "arith.divf" | "arith.divsi" | "arith.divui" | "arith.floordivsi" | "arith.ceildivsi"
                    | "arith.shli" | "arith.shrsi" | "arith.shrui" => vanishes(0),
                    "arith.addf" | "arith.subf" | "arith.addi" | "arith.subi" | "arith.ori" | "arith.xori"
                    | "arith.maximumf" | "arith.minimumf" | "arith.maxnumf" | "arith.minnumf" | "arith.maxsi"
                    | "arith.minsi" | "arith.maxui" | "arith.minui" | "arith.negf" | "arith.extf" | "arith.truncf"
                    | "arith.extsi" | "arith.extui" | "arith.trunci" | "arith.sitofp" | "arith.uitofp"
                    | "arith.fptosi" | "arith.fptoui" | "math.absf" | "math.absi" | "math.sqrt" | "math.cbrt"
                    | "math.sin" | "math.tan" | "math.sinh" | "math.tanh" | "math.asin" | "math.atan"
                    | "math.asinh" | "math.atanh" | "math.erf" | "math.expm1" | "math.log1p" | "math.ceil"
                    | "math.floor" | "math.round" | "math.roundeven" | "math.trunc" => all(),
                    "arith.select" => vanishes(1) && vanishes(2),
                    _ => false,
                }
            }
        }
    }

    /// Whether a read of `tensor` stands under products, sums and casts only, so that entries stored in several parts
    /// may be taken one by one.
    pub fn is_linear_in(&self, root: ExprId, tensor: TensorId) -> bool {
        let mentions = |id: ExprId| self.reads(id).iter().any(|access| access.tensor == tensor);
        match self.expr(root) {
            Expr::Read(_) | Expr::Index(_) | Expr::Outside(_) => true,
            Expr::Fold { combiner, body, .. } => {
                !mentions(root) || (*combiner == Combiner::Add && self.is_linear_in(*body, tensor))
            }
            Expr::Combine { combiner, left, right } => {
                !mentions(root)
                    || (*combiner == Combiner::Add
                        && mentions(*left) == mentions(*right)
                        && self.is_linear_in(*left, tensor)
                        && self.is_linear_in(*right, tensor))
            }
            Expr::Scalar { template, operands } => {
                if !mentions(root) {
                    return true;
                }
                let linear = |index: usize| self.is_linear_in(operands[index], tensor);
                match op_name(*template).as_str() {
                    "arith.mulf" | "arith.muli" => {
                        linear(0) && linear(1) && !(mentions(operands[0]) && mentions(operands[1]))
                    }
                    "arith.divf" => linear(0) && !mentions(operands[1]),
                    "arith.addf" | "arith.subf" | "arith.addi" | "arith.subi" => {
                        linear(0) && linear(1) && mentions(operands[0]) == mentions(operands[1])
                    }
                    "arith.negf" | "arith.extf" | "arith.extsi" => linear(0),
                    _ => false,
                }
            }
        }
    }
}

/// Whether combining with zero changes nothing.
pub fn zero_is_neutral(combiner: Combiner) -> bool {
    matches!(combiner, Combiner::Add | Combiner::Or | Combiner::Xor)
}

/// The number that a value is, if it is a constant.
pub fn constant_number(value: Value<'_>) -> Option<f64> {
    let definition = defining_op(value)?;
    if !is_op(definition, "arith.constant") {
        return None;
    }
    let attribute = definition.attribute("value").ok()?;
    if let Ok(float) = FloatAttribute::try_from(attribute) {
        return Some(float.value());
    }
    IntegerAttribute::try_from(attribute).ok().map(|integer| integer.value() as f64)
}

impl<'c> Nest<'c> {
    /// A copy of an expression with its variables replaced.
    pub fn rename_expr(&mut self, root: ExprId, rename: &impl Fn(VarId) -> VarId) -> ExprId {
        let node = self.node(root).clone();
        let expr = match node.expr {
            Expr::Outside(_) => return root,
            Expr::Index(var) => Expr::Index(rename(var)),
            Expr::Read(access) => Expr::Read(Access {
                tensor: access.tensor,
                subscripts: access.subscripts.iter().map(|subscript| subscript.rename(rename)).collect(),
            }),
            Expr::Scalar { template, operands } => {
                let operands = operands.into_iter().map(|operand| self.rename_expr(operand, rename)).collect();
                Expr::Scalar { template, operands }
            }
            Expr::Combine { combiner, left, right } => {
                Expr::Combine { combiner, left: self.rename_expr(left, rename), right: self.rename_expr(right, rename) }
            }
            Expr::Fold { var, vector, combiner, body } => {
                let body = self.rename_expr(body, rename);
                Expr::Fold { var: rename(var), vector, combiner, body }
            }
        };
        self.add(expr, node.r#type, node.location)
    }
}
