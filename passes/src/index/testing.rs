//! Nests from text, for tests that need no MLIR: `y(i) += A(i,k) * x(k)`, with the sizes of its variables.

use super::{
    Access, Directives, Expr, ExprId, Nest, OpId, Operation, Outside, Place, Scalar, Size, Stmt, Tensor, TensorId,
    ValueId, Var, VarId, Write, build::loops, constant::Constant, subscript::Subscript,
};
use lacuna_dialects::sloop::Combiner;

/// The nest of a statement: a sum of products of elements and numbers, all of `f64` and dense. Loops run in the order in
/// which variables are named, those of the result first.
pub fn nest(text: &str, sizes: &[(&str, u64)]) -> Nest {
    let (target, value) = text.split_once('=').expect("a statement");
    let (target, combiner) = match target.trim().strip_suffix('+') {
        Some(target) => (target, Some(Combiner::Add)),
        None => (target.trim(), None),
    };
    let mut made = Made { nest: Nest::empty(OpId(0), Place(0)), vars: Vec::new(), names: Vec::new(), sizes };
    let (result, points) = made.element(target);
    let value = made.sum(value);
    // Inputs stand before the output.
    let last = TensorId(made.nest.tensors.len() - 1);
    made.nest.tensors.rotate_left(1);
    let moved = |tensor: TensorId| if tensor == result { last } else { TensorId(tensor.0 - 1) };
    for node in &mut made.nest.nodes {
        if let Expr::Read(access) = &mut node.expr {
            access.tensor = moved(access.tensor);
        }
    }
    made.nest.tensors[last.0].is_output = true;
    let target = Access { tensor: last, subscripts: points };
    let around: Vec<_> = (0..made.vars.len()).map(|var| (VarId(var), Directives::default())).collect();
    let write = Write { target, value, combiner, elsewhere: None, location: Place(0) };
    made.nest.body = loops(&around, vec![Stmt::Write(write)]);
    made.nest
}

struct Made<'a> {
    nest: Nest,
    vars: Vec<String>,
    names: Vec<String>,
    sizes: &'a [(&'a str, u64)],
}

impl Made<'_> {
    /// `A(i,k)`: a tensor and its subscripts.
    fn element(&mut self, text: &str) -> (TensorId, Vec<Subscript>) {
        let (name, rest) = text.trim().split_once('(').expect("an element");
        let inside = rest.trim().strip_suffix(')').expect("an element");
        let vars: Vec<VarId> =
            inside.split(',').filter(|var| !var.is_empty()).map(|var| self.var(var.trim())).collect();
        let shape = vars.iter().map(|var| self.nest.var(*var).size()).collect();
        let number = self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            let mut tensor = Tensor::new(ValueId(self.names.len()), shape, Scalar::F64, None);
            tensor.name = Some(name.into());
            self.nest.tensors.push(tensor);
            self.names.len() - 1
        });
        (TensorId(number), vars.into_iter().map(Subscript::var).collect())
    }

    fn var(&mut self, name: &str) -> VarId {
        let known = self.vars.iter().position(|known| known == name);
        VarId(known.unwrap_or_else(|| {
            let size = self.sizes.iter().find(|(known, _)| *known == name).expect("a size").1;
            self.vars.push(name.to_owned());
            self.nest.add_var(Var { extent: Size::Number(size), name: Some(name.into()) }).0
        }))
    }

    fn sum(&mut self, text: &str) -> ExprId {
        let terms: Vec<_> = text.split('+').map(|term| self.product(term)).collect();
        self.joined("arith.addf", terms)
    }

    fn product(&mut self, text: &str) -> ExprId {
        let factors: Vec<_> = text.split('*').map(|factor| self.factor(factor.trim())).collect();
        self.joined("arith.mulf", factors)
    }

    fn factor(&mut self, text: &str) -> ExprId {
        let expr = match text.parse::<f64>() {
            Ok(number) => Expr::Outside(Outside::constant(Constant::Float(number))),
            Err(_) => {
                let (tensor, subscripts) = self.element(text);
                Expr::Read(Access { tensor, subscripts })
            }
        };
        self.nest.add(expr, Scalar::F64, Place(0))
    }

    fn joined(&mut self, name: &'static str, parts: Vec<ExprId>) -> ExprId {
        let join = |left, right| {
            let scalar = Expr::Scalar { operation: Operation::made(name), operands: vec![left, right] };
            self.nest.add(scalar, Scalar::F64, Place(0))
        };
        parts.into_iter().reduce(join).expect("a value")
    }
}
