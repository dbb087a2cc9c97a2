//! Shorthands for making nests.

use super::{
    Directives, Expr, Loop, Nest, Operation, Outside, Place, Relation, Scalar, Size, Stmt, Tensor, TensorId, Var,
    VarId, constant::Constant, subscript::Subscript,
};

/// Wraps statements in loops; `vars` are outermost first.
pub fn loops(vars: &[(VarId, Directives)], body: Vec<Stmt>) -> Vec<Stmt> {
    vars.iter().rev().fold(body, |body, (var, how)| vec![Stmt::Loop(Loop { var: *var, how: *how, body })])
}

/// The loops of a perfect nest and what is inside the innermost.
pub fn perfect_loops(statement: &Stmt) -> (Vec<&Loop>, &[Stmt]) {
    let mut around = Vec::new();
    let mut body = std::slice::from_ref(statement);
    while let [Stmt::Loop(inner)] = body {
        around.push(inner);
        body = &inner.body;
    }
    (around, body)
}

/// The size of a dimension of a tensor or buffer.
pub fn dimension_extent(tensor: &Tensor, dimension: usize) -> Size {
    let known = tensor.shape.get(dimension).copied().flatten();
    match tensor.local() {
        Some(local) => local.sizes[dimension].clone(),
        None => known.map_or(Size::Dimension(tensor.operand, dimension), Size::Number),
    }
}

/// A variable that ranges over a dimension of a tensor or buffer.
pub fn dimension_var(tensor: &Tensor, dimension: usize) -> Var {
    Var::new(dimension_extent(tensor, dimension), None)
}

impl Nest {
    /// Adds a variable for the coordinates of a dimension that has this subscript, and derives `var` from it. Gives the new variable;
    /// `None` if the factor of `var` is not 1 or -1, or another variable of the subscript is derived from `var`.
    pub fn loop_over_coordinate(
        &mut self,
        var: VarId,
        subscript: &Subscript,
        (tensor, dimension): (TensorId, usize),
    ) -> Option<VarId> {
        let factor = subscript.coefficient(var);
        // Other variables may be derived from coordinates already.
        let others = self.in_loops(&subscript.without(&[var]));
        if factor.unsigned_abs() != 1 || others.mentions(var) {
            return None;
        }
        let name = Some(self.text(subscript).into());
        let coordinate = self.add_var(Var { name, ..dimension_var(self.tensor(tensor), dimension) });
        let value = Subscript::constant_of(0).plus(&Subscript::var(coordinate), factor).plus(&others, -factor);
        self.relations.push(Relation::new(var, value, true));
        Some(coordinate)
    }

    /// Whether the values from 0 to `extent` may be others than the coordinates of a dimension. The size of a local tensor is known
    /// here. Where a size of an operand is not known while compiling, the two agree, but for windows.
    pub fn may_differ(&self, id: TensorId, dimension: usize, extent: &Size) -> bool {
        let tensor = self.tensor(id);
        let size = dimension_extent(tensor, dimension);
        match (size.number(), extent.number()) {
            (Some(size), Some(extent)) => size != extent,
            _ if tensor.local().is_some() => size != *extent,
            _ => tensor.is_window,
        }
    }

    /// Adds a variable.
    pub fn add_var(&mut self, var: Var) -> VarId {
        self.vars.push(var);
        VarId(self.vars.len() - 1)
    }

    /// The value of a subscript, as an expression.
    pub fn number(&mut self, location: Place, subscript: &Subscript) -> Expr {
        let (index, outside) = (Scalar::Index, |number| Expr::Outside(Outside::constant(Constant::Integer(number))));
        let mut sum = self.add(outside(subscript.constant()), index, location);
        let vars = subscript.vars().map(|(var, factor)| (Expr::Index(var), factor));
        let value = |value| Expr::Outside(Outside { value: Some(value), constant: None });
        let values = subscript.values().map(|(of, factor)| (value(of), factor));
        for (term, factor) in vars.chain(values) {
            let value = self.add(term, index, location);
            let factor = self.add(outside(factor), index, location);
            let mut apply =
                |name, operands| self.add(Expr::Scalar { operation: Operation::made(name), operands }, index, location);
            let product = apply("arith.muli", vec![value, factor]);
            sum = apply("arith.addi", vec![sum, product]);
        }
        self.expr(sum).clone()
    }
}
