//! The operations of a body as expressions.

use super::{
    operation::Generic,
    refusal::{Unconvertible, refuse},
};
use crate::{
    bridge::{Binding, read::outside, types::scalar_of},
    index::{Access, Expr, ExprId, Nest, Place, VarId, algebra::Known, constant::Constant},
};
use lacuna_dialects::ir::{Op, Value, integer_attribute, op_name, operands, results};
use lacuna_dialects::sloop::points::{Absent, Stored};
use melior::ir::{Location, ValueLike, operation::OperationLike};

/// The values of a body that are known as expressions of the nest.
pub(super) struct Expressions<'a, 'c> {
    generic: &'a Generic<'c>,
    /// The variable of each dimension of the iteration space.
    vars: &'a [VarId],
    known: Vec<(Value<'c>, ExprId)>,
    binding: &'a mut Binding<'c>,
}

impl<'a, 'c> Expressions<'a, 'c> {
    /// Those of the parameters: the elements that `accesses` say, and values from outside.
    pub fn of_parameters(
        nest: &mut Nest,
        generic: &'a Generic<'c>,
        binding: &'a mut Binding<'c>,
        vars: &'a [VarId],
        parameters: &[Value<'c>],
        accesses: &[Option<Access>],
    ) -> Self {
        let mut known = Vec::new();
        for ((parameter, access), operand) in parameters.iter().zip(accesses).zip(operands(generic.op)) {
            let expr = access.clone().map_or_else(|| Expr::Outside(outside(binding, operand)), Expr::Read);
            known.push((*parameter, nest.add(expr, scalar_of(parameter.r#type()), nest.place)));
        }
        Self { generic, vars, known, binding }
    }

    /// That of a value which `user` takes: it is from outside, if it is not known.
    pub fn of(&mut self, nest: &mut Nest, value: Value<'c>, user: Op<'c>) -> ExprId {
        if let Some((_, id)) = self.known.iter().find(|(other, _)| *other == value) {
            return *id;
        }
        let place = self.binding.place(user.location());
        let expr = Expr::Outside(outside(self.binding, value));
        let id = nest.add(expr, scalar_of(value.r#type()), place);
        self.known.push((value, id));
        id
    }

    /// Makes the results of an operation known.
    pub fn add(&mut self, nest: &mut Nest, op: Op<'c>) -> Result<(), Unconvertible<'c>> {
        let known = |value| Expr::Constant(Known { value, absent: matches!(value, Constant::Absent) });
        let expr = match op_name(op).as_str() {
            "linalg.yield" => return Ok(()),
            "linalg.index" => Expr::Index(self.vars[integer_attribute(op, "dim").unwrap_or(0) as usize]),
            Absent::NAME => known(Constant::Absent),
            Stored::NAME => {
                let of = self.of(nest, operands(op)[0], op);
                match nest.expr(of).clone() {
                    Expr::Read(access) if nest.tensor(access.tensor).format().is_some() => Expr::Stored(access),
                    _ => known(Constant::Integer(-1)),
                }
            }
            _ => return self.add_scalar(nest, op),
        };
        let result = results(op)[0];
        let place = self.binding.place(op.location());
        self.known.push((result, nest.add(expr, scalar_of(result.r#type()), place)));
        Ok(())
    }

    /// The same of a scalar operation.
    fn add_scalar(&mut self, nest: &mut Nest, op: Op<'c>) -> Result<(), Unconvertible<'c>> {
        if op.region_count() > 0 {
            return Err(refuse(
                op.location(),
                format!(
                    "{} in the body holds operations of its own, which is not compiled yet: compute both values, and \
                     choose one of them by arith.select",
                    op_name(op)
                ),
            ));
        }
        if results(op).is_empty() {
            return Err(refuse(
                op.location(),
                format!("{} in the body has no result, and only values are computed: take it out", op_name(op)),
            ));
        }
        let used: Vec<_> = operands(op).into_iter().map(|value| self.of(nest, value, op)).collect();
        let place = self.binding.place(op.location());
        for (number, result) in results(op).into_iter().enumerate() {
            let operation = self.binding.operation(op, number);
            let scalar = Expr::Scalar { operation, operands: used.clone() };
            self.known.push((result, nest.add(scalar, scalar_of(result.r#type()), place)));
        }
        Ok(())
    }

    /// A place in the source.
    pub fn place(&mut self, location: Location<'c>) -> Place {
        self.binding.place(location)
    }

    /// The operation whose body it is.
    pub fn generic(&self) -> &'a Generic<'c> {
        self.generic
    }
}
