//! Nests from text, for tests that need no MLIR, and what they compute: `y(i) += A(i,k) * x(k)`, with the sizes of its
//! variables.

use super::{
    Access, Combiner, Directives, Expr, ExprId, Local, Nest, OpId, Operation, Outside, Place, Scalar, Size, Stmt,
    Tensor, TensorId, TensorKind, ValueId, Var, VarId, Where, Write,
    build::loops,
    constant::Constant,
    interpret::{DenseTensor, Number, OutsideValues, run},
    subscript::Subscript,
};
use lacuna_layout::{Description, Format};

/// The nest of a statement: a sum of products of elements and numbers, all of `f64` and dense. Loops run in the order in
/// which variables are named, those of the result first.
pub fn nest(text: &str, sizes: &[(&str, u64)]) -> Nest {
    let (target, value) = text.split_once('=').expect("a statement");
    let (target, combiner) = match target.trim().strip_suffix('+') {
        Some(target) => (target, Some(Combiner::Add)),
        None => (target.trim(), None),
    };
    let mut made = NestMaker { nest: Nest::empty(OpId(0), Place(0)), vars: Vec::new(), names: Vec::new(), sizes };
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

/// The same, where some of the tensors are stored in formats, by text or name.
pub fn stored(text: &str, sizes: &[(&str, u64)], formats: &[(&str, &str)]) -> Nest {
    let mut nest = nest(text, sizes);
    for (name, format) in formats {
        let tensor = nest.tensors.iter_mut().find(|tensor| tensor.name.as_deref() == Some(name)).expect("a tensor");
        let format = Format::named(format, tensor.order()).or_else(|_| Format::parse(format)).expect("a format");
        tensor.set_format(Some(Description::of(format)));
    }
    let is_stored: Vec<_> = nest.tensors.iter().map(|tensor| tensor.is_stored()).collect();
    innermost(&mut nest.body, &mut |write| {
        write.elsewhere = is_stored[write.target.tensor.0].then_some(Constant::Float(0.0));
    });
    nest
}

/// Changes the write of a perfect nest.
fn innermost(body: &mut [Stmt], change: &mut dyn FnMut(&mut Write)) {
    match body {
        [Stmt::Loop(inner)] => innermost(&mut inner.body, change),
        [Stmt::Write(write)] => change(write),
        _ => unreachable!("the nest is perfect"),
    }
}

/// `forall i { w produce { forall k { forall j { w[j] += A[i,k] * B[k,j] } } } consume { forall j { C[i,j] = w[j] } } }`.
pub fn product_by_rows(sizes: &[(&str, u64)], initially: f64) -> Nest {
    let mut nest = nest("C(i,j) += A(i,k) * B(k,j)", sizes);
    let [row, column, inner] = [0, 1, 2].map(VarId);
    let write = super::writes(&nest.body)[0].1.clone();
    let place = nest.place;
    let size = nest.var(column).extent.clone();
    let mut tensor = Tensor::new(ValueId(100), vec![size.number()], Scalar::F64, None);
    tensor.name = Some("w".into());
    tensor.kind = TensorKind::Local(Local {
        sizes: vec![size],
        initially: Constant::Float(initially),
        is_full: false,
        asked: None,
    });
    nest.tensors.push(tensor);
    let tensor = TensorId(nest.tensors.len() - 1);
    let column_of_consumer = nest.add_var(nest.var(column).clone());
    let at = |var| Access { tensor, subscripts: vec![Subscript::var(var)] };
    let value = nest.add(Expr::Read(at(column_of_consumer)), Scalar::F64, place);
    let subscripts = vec![Subscript::var(row), Subscript::var(column_of_consumer)];
    let target = Access { tensor: write.target.tensor, subscripts };
    let plain = |var| (var, Directives::default());
    let consumer = Write { target, value, combiner: None, elsewhere: None, location: place };
    let producer = Write { target: at(column), ..write };
    let produce = loops(&[plain(inner), plain(column)], vec![Stmt::Write(producer)]);
    let consume = loops(&[plain(column_of_consumer)], vec![Stmt::Write(consumer)]);
    let inside = Stmt::Where(Where { tensor, produce, consume, location: place });
    nest.body = loops(&[plain(row)], vec![inside]);
    nest
}

struct NoValues;

impl OutsideValues for NoValues {
    fn scalar(&self, _: ValueId) -> Option<Number> {
        None
    }

    fn dimension(&self, _: ValueId, _: usize) -> Option<i64> {
        None
    }
}

/// The result of a nest on operands that hold 1, 2, 3, ... and a result that starts as zero.
pub fn result(nest: &Nest) -> Vec<f64> {
    let mut tensors: Vec<_> = nest
        .bound()
        .map(|tensor| {
            let shape = tensor.shape.iter().map(|size| size.expect("static") as usize).collect();
            let mut dense = DenseTensor::filled(shape, Number::Float(0.0), false);
            if !tensor.is_output {
                dense.values.iter_mut().zip(1..).for_each(|(value, number)| *value = Number::Float(f64::from(number)));
            }
            dense
        })
        .collect();
    run(nest, &mut tensors, &NoValues).expect("it is interpreted");
    let last = tensors.pop().expect("a result");
    last.values.iter().map(|value| if let Number::Float(value) = value { *value } else { f64::NAN }).collect()
}

struct NestMaker<'a> {
    nest: Nest,
    vars: Vec<String>,
    names: Vec<String>,
    sizes: &'a [(&'a str, u64)],
}

impl NestMaker<'_> {
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
            self.nest.add_var(Var::new(Size::Number(size), Some(name.into()))).0
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
